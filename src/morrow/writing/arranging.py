"""Sets which documents of a bucket are told in every turn, and in which order. No text changes, so no version does."""

from collections.abc import Sequence

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.shelf import list_documents
from morrow.documents.table import document
from morrow.errors import InvalidInput, NotFound
from morrow.owners import Bucket
from morrow.store.statements import hold_buckets

_STEP = 10  # room for what is put between two of them by a later hand


async def arrange(connection: AsyncConnection, bucket: Bucket, names: Sequence[str]) -> None:
    """Enable the documents of these names in this order, and switch all others of the bucket off.

    Raises NotFound for a name that the bucket does not have, InvalidInput for one that stands twice.
    """
    await hold_buckets(connection, [bucket])
    found = {one.name: one for one in await list_documents(connection, bucket)}
    unknown = [name for name in names if name not in found]
    if unknown:
        raise NotFound(f"{unknown[0]!r}: there is no such document here; write it first")
    if len(set(names)) < len(names):
        raise InvalidInput("a document can stand in the list once only")
    places = {name: place * _STEP for place, name in enumerate(names, start=1)}
    for name, one in found.items():
        enabled, order = name in places, places.get(name, one.sort_order)
        if (one.enabled, one.sort_order) != (enabled, order):
            changed = update(document).where(document.c.id == one.id).values(enabled=enabled, sort_order=order)
            await connection.execute(changed)
