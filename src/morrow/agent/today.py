"""What a person sees first in the morning, as one value: the card, how full memory is, what dreams cost, what waits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from morrow.agent.cards import MorningCards
from morrow.agent.documents import Documents
from morrow.agent.identity import zone_for
from morrow.agent.inbox import Inbox
from morrow.agent.morning import DreamingStatus, Dreams
from morrow.agent.parts import Parts
from morrow.clock import find_zone
from morrow.conversations.history import has_turns
from morrow.documents.entries import Document
from morrow.documents.names import MEMORY, PROFILE
from morrow.dreaming.card import Card
from morrow.dreaming.report import Report, Usage
from morrow.models.config import configured
from morrow.owners import Owner, Principal
from morrow.settings import Settings

_NIGHTS_OF_A_MONTH = 200  # with what is dreamt by hand


@dataclass(frozen=True, slots=True)
class Budget:
    """How many characters of a document are told in every turn, and how many may be (0: no limit)."""

    document: str
    characters: int
    limit: int


@dataclass(frozen=True, slots=True)
class Steps:
    """What has been done of the four things that begin a memory."""

    talked: bool
    imported: bool
    dreamt: bool
    has_model: bool

    @property
    def are_done(self) -> bool:
        """Whether nothing is left to begin with; an import is only one of two ways to talk."""
        return (self.talked or self.imported) and self.dreamt and self.has_model


@dataclass(frozen=True, slots=True)
class Month:
    """What the dreams of the owner's present month took; `dreams` is how many there were."""

    dreams: int
    usage: Usage


@dataclass(frozen=True, slots=True)
class Today:
    """One owner's morning; `card` is the newest that was not seen, else the newest; None before the first dream."""

    card: Card | None
    is_seen: bool
    dreaming: DreamingStatus
    budgets: tuple[Budget, ...]
    month: Month
    inbox: int
    steps: Steps


async def today(parts: Parts, name: str, dreams: Dreams, *, owner: Owner, lang: str) -> Today:
    """Return the owner's morning with the agent of that name, its card in `lang`."""
    documents, inbox = Documents(parts, name), Inbox(parts, name)
    status = await dreams.status(owner=owner)
    found = await documents.list(owner=owner)
    reports = await dreams.reports(owner=owner, limit=_NIGHTS_OF_A_MONTH)
    agent = parts.agents[name]
    async with parts.store.read(Principal(agent.id, owner)) as connection:
        talked = await has_turns(connection, "user")
        imported = await has_turns(connection, "import")
    has_model = configured(parts.settings.models).chat is not None
    zone = await zone_for(parts, agent, owner)
    cards = MorningCards(parts, name)
    unseen = await cards.unseen(owner=owner, lang=lang)
    return Today(
        card=unseen or await cards.newest(owner=owner, lang=lang),
        is_seen=unseen is None,
        dreaming=status,
        budgets=budgets(found, parts.settings, owner),
        month=month(reports, parts.clock(), zone),
        inbox=await inbox.count(owner=owner, shared=True),
        steps=Steps(talked, imported, status.last_report is not None, has_model),
    )


def budgets(documents: Sequence[Document], settings: Settings, owner: Owner) -> tuple[Budget, ...]:
    """Return how full the owner's MEMORY.md and PROFILE.md are."""
    limits = {MEMORY: settings.memory.memory_md_max_chars, PROFILE: settings.memory.profile_max_chars}
    own = {one.name: len(one.text) for one in documents if one.bucket.owner == owner.key}
    return tuple(Budget(name, own.get(name, 0), limit) for name, limit in limits.items())


def month(reports: Iterable[Report], now: datetime, zone: str) -> Month:
    """Return what the dreams of the month took in which `now` lies."""
    local = find_zone(zone)
    here = now.astimezone(local)
    own = [
        report
        for report in reports
        if (at := report.started_at.astimezone(local)).year == here.year and at.month == here.month
    ]
    usage = Usage(
        calls=sum(report.usage.calls for report in own),
        input_tokens=sum(report.usage.input_tokens for report in own),
        output_tokens=sum(report.usage.output_tokens for report in own),
        cost_usd=sum(report.usage.cost_usd for report in own),
    )
    return Month(len(own), usage)
