"""Asks the memory what became of the fortnight: what was kept and why, the nights, the card, the answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from morrow.agent.agent import Agent
from morrow.conversations.turns import Message
from morrow.demo.fortnight import Fortnight, Plan, Question
from morrow.documents.entries import Author, Document, Entry, body_of
from morrow.documents.names import MEMORY, PROFILE, is_daily_note
from morrow.dreaming.card import Card
from morrow.dreaming.report import Outcome, Report, ReportItem
from morrow.errors import NotFound
from morrow.owners import Owner, Scope
from morrow.recall.hits import Hit

LAID_OUT = 4  # hits that are shown below a question
_KEPT = (Outcome.PROMOTED, Outcome.SUPERSEDED, Outcome.MERGED)


@dataclass(frozen=True, slots=True)
class Kept:
    """One entry that an owner's PROFILE.md or MEMORY.md holds; `dreamt` is what the dream that wrote it said of it."""

    document: str
    entry: Entry
    dreamt: ReportItem | None

    @property
    def is_dreamt(self) -> bool:
        """Whether a dream wrote it, and not the extraction of the day."""
        return self.entry.author is Author.DREAM


@dataclass(frozen=True, slots=True)
class Keeping:
    """What the memory of a person or a group holds, and the reports of its nights, the oldest first.

    `noted` are the lines of its daily notes.
    """

    name: str
    owner: str
    kept: tuple[Kept, ...]
    noted: tuple[Kept, ...]
    reports: tuple[Report, ...]
    documents: tuple[Document, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A question with what was found; `found_at` is the place, from 1, of the first hit that holds the answer."""

    question: Question
    name: str
    hits: tuple[Hit, ...]
    found_at: int | None


Transcript = Mapping[str, tuple[Message, ...]]
"""The messages of each conversation, by the name it has in the fortnight."""


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that the demo shows, read from the memory after the last morning.

    `replaced` are the lines whose place the kept value of the contradiction took.
    `strangers` are the hits of the same questions asked by everybody else, each with the owner who asked.
    """

    plan: Plan
    said: int
    transcript: Transcript
    keepings: tuple[Keeping, ...]
    group: Keeping
    card: Card | None
    replaced: tuple[str, ...]
    answers: tuple[Answer, ...]
    strangers: tuple[tuple[str, Hit], ...]

    def keeping_of(self, owner: str) -> Keeping:
        """Return what that owner's memory holds."""
        return next(keeping for keeping in (*self.keepings, self.group) if keeping.owner == owner)


async def find_out(agent: Agent, fortnight: Fortnight, *, now: datetime) -> Findings:
    """Return what the memory holds after the fortnight; `now` is when the questions are asked."""
    plan = fortnight.plan
    keepings = [await _keeping(agent, person.owner, person.speaker) for person in plan.people]
    return Findings(
        plan=plan,
        said=len(fortnight.lines),
        transcript=await _transcript(agent, fortnight),
        keepings=tuple(keepings),
        group=await _keeping(agent, plan.group, plan.group),
        card=await agent.cards.newest(owner=Owner.parse(plan.people[0].owner), lang=plan.lang),
        replaced=await _replaced(agent, plan),
        answers=tuple([await _answer(agent, plan, question, now) for question in plan.questions]),
        strangers=tuple(
            [pair for question in plan.questions for pair in await _asked_by_others(agent, plan, question)]
        ),
    )


async def _keeping(agent: Agent, owner: str, name: str) -> Keeping:
    who = Owner.parse(owner)
    reports = tuple(reversed(await agent.dreams.reports(owner=who)))
    listed = [document for document in await agent.documents.list(owner=who) if document.bucket.scope is Scope.PERSONAL]
    documents = [await agent.documents.read(document.name, owner=who) for document in listed]
    entries = [
        Kept(document.name, entry, _dreamt(entry, reports)) for document in documents for entry in document.entries
    ]
    kept = [one for wanted in (PROFILE, MEMORY) for one in entries if one.document == wanted]
    noted = [one for one in entries if is_daily_note(one.document)]
    return Keeping(name, owner, tuple(kept), tuple(noted), reports, tuple(documents))


def _dreamt(entry: Entry, reports: Sequence[Report]) -> ReportItem | None:
    items = [item for report in reports for item in report.having(*_KEPT) if item.entry == entry.id]
    return items[-1] if items else None


async def _replaced(agent: Agent, plan: Plan) -> tuple[str, ...]:
    told = plan.story.contradiction
    who = Owner.parse(told.owner)
    document = await agent.documents.read(PROFILE, owner=who)
    holding = [entry for entry in document.entries if any(value in entry.body for value in told.values)]
    return tuple([body_of(old.text) for entry in holding for old in (await agent.why(entry.id, owner=who)).replaced])


async def _transcript(agent: Agent, fortnight: Fortnight) -> Transcript:
    found: dict[str, tuple[Message, ...]] = {}
    for owner, name in dict.fromkeys((line.owner, line.conversation) for line in fortnight.lines):
        try:
            found[name] = tuple(await agent.messages(name, owner=Owner.parse(owner)))
        except NotFound:  # shown as a shortfall
            continue
    return found


async def _answer(agent: Agent, plan: Plan, question: Question, now: datetime) -> Answer:
    hits = await agent.recall(question.text, owner=Owner.parse(question.owner), limit=LAID_OUT, at=now)
    places = [place for place, hit in enumerate(hits, start=1) if all(word in hit.text for word in question.expect)]
    return Answer(question, plan.name_of(question.owner), tuple(hits), places[0] if places else None)


async def _asked_by_others(agent: Agent, plan: Plan, question: Question) -> list[tuple[str, Hit]]:
    others = [person.owner for person in plan.people if person.owner != question.owner]
    return [
        (owner, hit)
        for owner in others
        for hit in await agent.recall(question.text, owner=Owner.parse(owner), limit=LAID_OUT)
    ]
