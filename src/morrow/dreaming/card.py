"""The morning card: what the newest report means to the person it is about, entry by entry. Reads and marks nothing."""

from dataclasses import dataclass
from datetime import datetime

from morrow.documents.entries import Source
from morrow.dreaming.report import Engine, Outcome, Report, ReportItem, Status
from morrow.dreaming.wording import explain_evidence, explain_item, explain_skip, quoted
from morrow.i18n import translate

_SHOWN = (Outcome.PROMOTED, Outcome.SUPERSEDED, Outcome.PROPOSED, Outcome.MERGED)


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One thing a dream made of what was said. `id` is the entry's id, or the candidate's while it is a proposal."""

    id: str
    outcome: Outcome
    text: str
    section: str
    why: str
    replaced: str
    sources: tuple[Source, ...]


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


def card(report: Report, lang: str, *, inbox: int = 0) -> Card:
    """Return the card of a report; `inbox` is how many things wait for the person there."""
    shown = sorted(report.having(*_SHOWN), key=lambda item: _SHOWN.index(item.outcome))
    entries = tuple(_entry(item, lang) for item in shown)
    return Card(
        report=report.id,
        headline=_headline(report, lang),
        dreamt_at=report.started_at,
        engine=report.engine,
        model=report.model,
        entries=entries,
        empty_reason="" if entries else _empty_reason(report, lang),
        inbox=inbox,
    )


def _headline(report: Report, lang: str) -> str:
    new = len(report.having(Outcome.PROMOTED, Outcome.SUPERSEDED))
    if new == 1:
        return translate("Good morning. One thing became memory last night.", lang)
    if new:
        return translate("Good morning. {count} things became memory last night.", lang, count=new)
    waiting = len(report.having(Outcome.PROPOSED))
    if waiting:
        return translate("Good morning. Proposals that wait for you: {count}.", lang, count=waiting)
    return translate("Good morning. Nothing new was remembered last night.", lang)


def _entry(item: ReportItem, lang: str) -> CardEntry:
    return CardEntry(
        id=item.entry or item.id,
        outcome=item.outcome,
        text=item.text,
        section=item.section,
        why=explain_evidence(item.evidence, lang) if item.evidence else "",
        replaced=item.replaced,
        sources=item.sources,
    )


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
