"""The answer to `morrow why` and the lines of a history, in en and zh."""

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo

from morrow.cli.output import Shape, shape
from morrow.clock import find_zone
from morrow.curation.explain import Why
from morrow.curation.wording import told
from morrow.i18n import msgid, translate
from morrow.writing.change import Effect
from morrow.writing.past import Revision
from morrow.writing.why import Step

_EFFECTS = {
    Effect.ADDED: msgid("added"),
    Effect.CHANGED: msgid("changed from: {before}"),
    Effect.RETIRED: msgid("taken out"),
    Effect.MOVED: msgid("moved to “{section}”"),
}


def why_text(why: Why, lang: str, zone: str) -> str:
    """Return why something is remembered, in lines for a person."""
    return "\n".join(_lines(why, lang, find_zone(zone)))


def why_document(why: Why) -> dict[str, Shape]:
    """Return the same as JSON, with `score` by its parts and of each proposal what matters."""
    parts: dict[str, Shape] = dict(why.score)
    fields = [name for name in Why.__slots__ if name not in {"score", "history"}]
    told = {_camel(name): shape(getattr(why, name)) for name in fields}
    steps: list[Shape] = [_step(step) for step in why.history]
    return {**told, "history": steps, "score": parts}


def revision_line(revision: Revision, zone: tzinfo) -> Sequence[object]:
    """Return a version as a row: number, time, author and actor, reason, how many entries it changed."""
    who = f"{revision.author} {revision.actor}"
    return (revision.version, _when(revision.at, zone), who, revision.reason, len(revision.changes))


def _lines(why: Why, lang: str, zone: tzinfo) -> Iterator[str]:
    yield why.text
    if why.document is not None:
        place = why.document if why.line is None else f"{why.document}:{why.line}"
        yield translate("In {place}, “{section}”.", lang, place=place, section=why.section)
    if why.retirement is not None:
        when = _when(why.retirement.at, zone)
        yield translate("Taken out on {when}: {reason}", lang, when=when, reason=told(why.retirement.reason, lang))
    yield translate("Said:", lang) if why.quotes else translate("No message is known; it was written by hand.", lang)
    for quote in why.quotes:
        where = quote.conversation_name or quote.conversation
        yield f"  {_when(quote.said_at, zone)}  {quote.speaker}  “{quote.text}”  {where}".rstrip()
    if why.author is not None:
        run = f" ({why.run.kind} {why.run.id})" if why.run else ""
        author, reason = told(why.author, lang), told(why.reason, lang)
        yield translate("Written by {author}{run}: {reason}", lang, author=author, run=run, reason=reason)
    for old in why.replaced:
        yield translate("It took the place of: {text}", lang, text=old.text)
    if why.score:
        parts = ", ".join(f"{name} {value:.2f}" for name, value in why.score.items())
        yield translate("Score when it was promoted: {parts}", lang, parts=parts)
    if why.kind == "entry":
        yield translate("Recalled {count} times.", lang, count=why.recalls)
    for step in why.history:
        who = f"({told(step.author, lang)}: {told(step.reason, lang)})"
        yield f"  {_when(step.at, zone)}  v{step.version}  {_effect(step, lang)}  {who}"


def _effect(step: Step, lang: str) -> str:
    return translate(_EFFECTS[step.effect], lang, before=step.before, section=step.section)


def _when(at: datetime, zone: tzinfo) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M}"


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def _step(step: Step) -> dict[str, Shape]:
    behind = step.proposal
    told = {name: shape(getattr(step, name)) for name in Step.__slots__ if name != "proposal"}
    proposal: Shape = None
    if behind is not None:
        proposal = {"id": behind.id, "author": str(behind.author), "run": behind.run, "reason": behind.reason}
    return {**told, "proposal": proposal}
