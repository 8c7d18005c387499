"""Takes an edited file's text into the store: merged with what was committed meanwhile, conflicts filed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Add, Author, Document, Entry, Operation, Replace, Retire
from morrow.documents.merge import Conflict, merge
from morrow.documents.names import is_structured
from morrow.owners import Bucket
from morrow.store import bucket_values
from morrow.store.ids import new_id
from morrow.text.clean import clean
from morrow.text.secrets import redact
from morrow.writing.change import By, Rewrite
from morrow.writing.codec import encode_operation
from morrow.writing.commit import commit
from morrow.writing.table import proposal

CONFLICT = "changed_on_disk"


@dataclass(frozen=True, slots=True)
class Taken:
    """The document after an edit was taken in, the kinds of secrets written over, and how many conflicts were filed."""

    document: Document
    secrets: tuple[str, ...]
    conflicts: int


async def take(
    connection: AsyncConnection, bucket: Bucket, name: str, *, edited: str, base: str, present: Document | None,
    now: datetime,
) -> Taken:  # fmt: skip
    """Commit `edited`, made from `base`, as a revision by `disk`; `present` is the document as it is in the store.

    Both hands' changes survive; where both changed one passage, the person's stands and the other is a proposal.
    Raises FileNotAllowed for a name that no document may have.
    """
    redacted = redact(clean(edited))
    merged = merge(base, present.text if present else "", redacted.text, is_structured(name))
    by = By(Author.DISK, bucket.owner or "system", "edited on disk" if edited else "deleted on disk")
    [done] = await commit(connection, [Rewrite(bucket, name, merged.text)], by=by, now=now)
    operations = [_other_side(conflict, done.document.entries) for conflict in merged.conflicts]
    await _file(connection, done.document, operations, merged.conflicts, now=now)
    return Taken(done.document, redacted.kinds, len(operations))


def _other_side(conflict: Conflict, entries: Sequence[Entry]) -> Operation:
    """Return the operation that would put the other side's words in place of the person's."""
    mine = next((e.id for e in entries if conflict.yours and e.text == conflict.yours.rstrip("\n")), None)
    if mine is None:
        return Add(conflict.section, conflict.theirs.rstrip("\n") or conflict.base.rstrip("\n"))
    if not conflict.theirs:
        return Retire(mine, "taken out while the same lines were edited on disk")
    return Replace(mine, conflict.theirs.rstrip("\n"))


async def _file(
    connection: AsyncConnection, document: Document, operations: Sequence[Operation], conflicts: Sequence[Conflict], *,
    now: datetime,
) -> None:  # fmt: skip
    rows = [
        {
            "id": new_id(now),
            "document": document.name,
            "operation": encode_operation(operation),
            "before": conflict.yours,
            "author": str(Author.DISK),
            "reason": CONFLICT,
            "detail": "changed on disk and by another hand at once; the person's words stand",
            "run": None,
            "status": "open",
            "made_at": now,
            **bucket_values(document.bucket),
        }
        for operation, conflict in zip(operations, conflicts, strict=True)
        if conflict.theirs or conflict.yours
    ]
    if rows:
        await connection.execute(insert(proposal), rows)
