"""What is done when files are gone: a few are retired, many are asked about in the inbox. Opens no file."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Author, Retire
from morrow.owners import Bucket
from morrow.store import bucket_values, in_bucket
from morrow.store.ids import new_id
from morrow.writing.codec import encode_operation
from morrow.writing.mirror.decide import Verdict
from morrow.writing.table import proposal

FILES_GONE = "files_gone"
MAX_GONE_RATIO = 0.25
_OPEN, _ACCEPTED, _WITHDRAWN = "open", "accepted", "withdrawn"


def judge_gone(in_step: int, gone: Collection[str], *, is_folder_gone: bool) -> Verdict:
    """Return whether the `gone` ones of `in_step` files are retired or asked about.

    Over a quarter gone at once, or a folder gone, is an accident until somebody says otherwise; one file alone is not.
    """
    if is_folder_gone or len(gone) > max(1, in_step * MAX_GONE_RATIO):
        return Verdict.ASK
    return Verdict.RETIRE


async def ask(connection: AsyncConnection, bucket: Bucket, names: Sequence[str], *, now: datetime) -> None:
    """File the question whether the documents of `names` shall be emptied, in place of an older one.

    Accepting it retires their entries; rejecting it writes the files again. Until then nothing is done to them.
    """
    await withdraw(connection, bucket, now=now)
    await connection.execute(
        insert(proposal).values(
            id=new_id(now),
            document=names[0],
            operation=encode_operation(Retire("", "its file is gone from the folder")),
            before="\n".join(names),
            author=str(Author.DISK),
            reason=FILES_GONE,
            detail=f"{len(names)} files are gone from the folder; accept to empty these documents, reject to restore",
            run=None,
            status=_OPEN,
            made_at=now,
            **bucket_values(bucket),
        )
    )


async def answer_of(connection: AsyncConnection, bucket: Bucket) -> Verdict:
    """Return what a person said to the last question: ASK while it is open, else RETIRE or WRITE."""
    statement = (
        select(proposal.c.status)
        .where(*in_bucket(proposal, bucket), proposal.c.reason == FILES_GONE, proposal.c.status != _WITHDRAWN)
        .order_by(proposal.c.id.desc())
        .limit(1)
    )
    status = (await connection.execute(statement)).scalar_one_or_none()
    if status == _OPEN:
        return Verdict.ASK
    return Verdict.RETIRE if status == _ACCEPTED else Verdict.WRITE


async def withdraw(connection: AsyncConnection, bucket: Bucket, *, now: datetime) -> None:
    """Take an open question back: the files are there again, or more of them are gone."""
    await connection.execute(
        update(proposal)
        .where(*in_bucket(proposal, bucket), proposal.c.reason == FILES_GONE, proposal.c.status == _OPEN)
        .values(status=_WITHDRAWN, settled_at=now, settled_by="system")
    )
