"""The morning card: what the newest report means to the person it is about, entry by entry. Reads and marks nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from morrow.documents.entries import Source
from morrow.dreaming.reasons import Reason
from morrow.dreaming.report import Engine, Outcome, Report, ReportItem, Status
from morrow.dreaming.wording import explain_evidence, explain_item, explain_skip, quoted
from morrow.i18n import translate

_SHOWN = (Outcome.PROMOTED, Outcome.SUPERSEDED, Outcome.PROPOSED, Outcome.MERGED)
_NEW = frozenset({Outcome.PROMOTED, Outcome.SUPERSEDED})


class CardState(StrEnum):
    """How a card's entry stands now: as it was dreamt, as a person settled it, or no longer in memory."""

    NEW = "new"
    WAITING = "waiting"
    CONFIRMED = "confirmed"
    EDITED = "edited"
    REJECTED = "rejected"
    FORGOTTEN = "forgotten"
    GONE = "gone"

    @property
    def is_kept(self) -> bool:
        """Whether it is in memory."""
        return self in (CardState.NEW, CardState.CONFIRMED, CardState.EDITED)


@dataclass(frozen=True, slots=True)
class Standing:
    """What became of one item since: its present words, and the document and version that they stand in."""

    state: CardState
    text: str = ""
    entry: str = ""
    document: str = ""
    version: int = 0


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One thing a dream made of what was said. `id` is the entry's id, or the proposal's if it waits in the inbox.

    `text` is how it reads now, `version` that of its document: whoever acts on it says which one was read.
    """

    id: str
    outcome: Outcome
    state: CardState
    text: str
    section: str
    why: str
    replaced: str
    sources: tuple[Source, ...]
    document: str = ""
    version: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A morning card; `empty_reason` says why there is nothing new and is empty otherwise."""

    report: str
    headline: str
    dreamt_at: datetime
    engine: Engine
    model: str
    entries: tuple[CardEntry, ...]
    empty_reason: str
    inbox: int


def card(report: Report, lang: str, standings: Mapping[str, Standing], *, inbox: int = 0) -> Card:
    """Return the card of a report as things stand now; `inbox` is how many things wait for the person there.

    `standings` say by `card_id` what became of each item; what is not among them is as it was dreamt.
    """
    entries = tuple(card_entry(item, standings.get(card_id(item)), lang) for item in shown_items(report))
    return Card(
        report=report.id,
        headline=_headline(entries, lang),
        dreamt_at=report.started_at,
        engine=report.engine,
        model=report.model,
        entries=entries,
        empty_reason="" if entries else _empty_reason(report, lang),
        inbox=inbox,
    )


def shown_items(report: Report) -> tuple[ReportItem, ...]:
    """Return what a card shows of a report: what is new first, what was only said again last."""
    return tuple(sorted(report.having(*_SHOWN), key=lambda item: _SHOWN.index(item.outcome)))


def card_id(item: ReportItem) -> str:
    """Return the id by which a card's entry is acted on."""
    return item.entry or item.proposal or item.id


def card_entry(item: ReportItem, standing: Standing | None, lang: str) -> CardEntry:
    """Return how one item reads on the card."""
    if item.reason is Reason.FORGOTTEN:
        standing = Standing(CardState.FORGOTTEN)
    elif standing is None:
        waits = item.outcome is Outcome.PROPOSED
        standing = Standing(CardState.WAITING if waits else CardState.NEW, item.text)
    return CardEntry(
        id=card_id(item),
        outcome=item.outcome,
        state=standing.state,
        text=standing.text,
        section=item.section,
        why=explain_evidence(item.evidence, lang) if item.evidence else "",
        replaced=item.replaced,
        sources=item.sources,
        document=standing.document,
        version=standing.version,
    )


def _headline(entries: tuple[CardEntry, ...], lang: str) -> str:
    new = sum(entry.outcome in _NEW and entry.state.is_kept for entry in entries)
    if new == 1:
        return translate("Good morning. One thing became memory last night.", lang)
    if new:
        return translate("Good morning. {count} things became memory last night.", lang, count=new)
    waiting = sum(entry.state is CardState.WAITING for entry in entries)
    if waiting:
        return translate("Good morning. Proposals that wait for you: {count}.", lang, count=waiting)
    if any(entry.outcome in _NEW for entry in entries):
        return translate("Good morning. Nothing of last night is kept any more.", lang)
    return translate("Good morning. Nothing new was remembered last night.", lang)


def _empty_reason(report: Report, lang: str) -> str:
    if report.reason is not None:
        return explain_skip(report.reason, lang)
    if report.status is Status.FAILED:
        return translate("The dream failed: {error}", lang, error=quoted(report.error, lang))
    nearest = next(iter(report.nearest_misses(1)), None)
    if nearest is None:
        return translate("Nothing in the notes asked to be remembered.", lang)
    text, why = quoted(nearest.text, lang), explain_item(nearest, lang)
    return translate("Nothing was said or used often enough. Nearest: {text} ({why})", lang, text=text, why=why)
