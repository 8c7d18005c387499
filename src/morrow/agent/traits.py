"""Reads what a line of a note says about itself, by the rules of extraction, for the dream that weighs it."""

from datetime import datetime
from functools import lru_cache

from morrow.documents.entries import Origin
from morrow.dreaming.inputs import Traits
from morrow.extraction.placing import SINGLE_VALUED
from morrow.extraction.rules import SELF, Heard, extract_message


@lru_cache(maxsize=8192)
def traits_of(text: str, said_at: datetime, zone: str) -> Traits:
    """Return whether a line was asked to be kept, which single value it gives, and which old one it takes back."""
    found = extract_message(Heard("", "", text, "user", Origin.USER, "", said_at), zone=zone)
    slots = [slot for one in found for slot in ((one.slot, *one.also) if one.slot else one.also)]
    single = next((s for s in slots if s.subject == SELF and s.attribute in SINGLE_VALUED), None)
    return Traits(
        asked=any(statement.asked for statement in found),
        slot=single.attribute if single else "",
        value=single.value if single else "",
        replaces=next((one.replaces for one in found if one.replaces), ""),
    )
