"""How a tool changes a document: judged as any automated writer, told what became of it. Knows no single tool."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from morrow.documents.entries import Author, Document, Entry, Operation, Origin
from morrow.documents.gates.context import new_text_of
from morrow.documents.gates.verdict import Judged
from morrow.documents.shelf import load
from morrow.errors import InvalidInput
from morrow.owners import Bucket
from morrow.roster.roles import Act, demand
from morrow.store.statements import hold_buckets
from morrow.tools.bench import Bench, Running
from morrow.tools.hearing import Hearing, hear
from morrow.writing.change import By, Change
from morrow.writing.propose import Outcome, propose

PERSONAL, SHARED = "personal", "shared"
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Present:
    """A document as a tool finds it, and the words of the turn; `document` is None for one that is not there yet."""

    bucket: Bucket
    name: str
    document: Document | None
    hearing: Hearing

    @property
    def text(self) -> str:
        """Return the document's text, empty if there is none."""
        return self.document.text if self.document else ""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the document's entries."""
        return self.document.entries if self.document else ()

    def labelled(self, change: Change) -> Change:
        """Return a change of this document, each new text with where its words come from."""
        return replace(change, operations=self.hearing.labelled(change.operations, self.entries, self.name))


def target(bench: Bench, running: Running, scope: str) -> Bucket:
    """Return where a tool writes. Raises NotAllowed if the caller may not write shared documents."""
    if scope == SHARED:
        demand(running.role, Act.WRITE_SHARED)
    return running.bucket(bench.settings, shared=scope == SHARED)


async def change(
    bench: Bench,
    running: Running,
    bucket: Bucket,
    name: str,
    make: Callable[[Present], Change],
    *,
    reason: str,
    is_removal: bool = False,
) -> Outcome:
    """Make a change of the document as it stands now, judge and write it, and return what became of it.

    `is_removal` is the explicit removal of one named entry: nothing takes its place, and nothing has to.
    Raises InvalidInput, with the gates' reasons, if nothing of it may be kept.
    """
    await bench.take_in(bucket)
    by = By(Author.AGENT, running.owner.key, reason, origin=Origin.AGENT)
    async with bench.store.write() as connection:
        await hold_buckets(connection, [bucket])
        document = await load(connection, bucket, name)
        hearing = await hear(connection, bench, running)
        present = Present(bucket, name, document, hearing)
        wanted = make(present)
        origin = hearing.least_trusted(wanted.operations, present.entries, name)
        words = replace(hearing.words, origin=origin, whole_by_contract=is_removal)
        [outcome] = await propose(
            connection, [wanted], by=by, words=words, settings=bench.settings, now=running.now,
            hold_all=running.is_sub_agent,
        )  # fmt: skip
        _refuse_if_nothing_is_left(outcome)
    return outcome


def told(outcome: Outcome) -> dict[str, object]:
    """Return what became of a change as fields of an answer: where it stands, what waits, what was turned away."""
    document = outcome.committed.document
    fields: dict[str, object] = {
        "filename": document.name,
        "scope": document.bucket.scope,
        "ownerKey": document.bucket.owner,
        "changed": outcome.committed.is_changed,
    }
    if outcome.judged.held:
        fields["waiting"] = waiting(outcome)
        fields["note"] = "What is waiting is not in memory yet: a person decides in the inbox."
    if outcome.judged.turned_away:
        fields["turnedAway"] = [_reason(one.operation, one.reason, one.detail) for one in outcome.judged.turned_away]
    return fields


def waiting(outcome: Outcome) -> list[Mapping[str, object]]:
    """Return what waits for a person, each with the id of its proposal."""
    held = zip(outcome.judged.held, outcome.proposals, strict=True)
    return [{"id": filed, **_reason(one.operation, one.reason, one.detail)} for one, filed in held]


def written(outcome: Outcome) -> tuple[str, ...]:
    """Return the name of the document if it was changed."""
    return (outcome.committed.document.name,) if outcome.committed.is_changed else ()


def _refuse_if_nothing_is_left(outcome: Outcome) -> None:
    judged: Judged = outcome.judged
    if outcome.committed.is_changed or judged.held or judged.corroborated or not judged.turned_away:
        return
    reasons = {f"{one.reason} {one.detail}".strip()[:_SHOWN] for one in judged.turned_away}
    raise InvalidInput(f"this cannot be kept: {'; '.join(sorted(reasons))}")


def _reason(operation: Operation, reason: str, detail: str) -> dict[str, object]:
    text = new_text_of(operation)
    return {"kind": type(operation).__name__.lower(), "text": (text or "")[:_SHOWN], "reason": reason, "detail": detail}
