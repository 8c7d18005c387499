"""Takes a decision about a proposal back: what it wrote is undone, and the proposal waits again."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.curation.settle import find
from morrow.curation.undo import take_back
from morrow.errors import InvalidInput
from morrow.owners import Bucket
from morrow.store.statements import hold_buckets
from morrow.writing.audit import Act, Action, append
from morrow.writing.proposals import Proposal, Standing, unsettle


async def reopen(
    connection: AsyncConnection, wanted: str, buckets: Sequence[Bucket], *, actor: str, now: datetime
) -> Proposal:
    """Return the proposal, waiting again; what was changed since it was carried out stays, and an open one is left.

    Raises NotFound, and InvalidInput for one that was withdrawn by whoever made it.
    """
    found = await find(connection, wanted, buckets)
    await hold_buckets(connection, [found.bucket])
    found = await find(connection, wanted, buckets)
    if found.standing is Standing.OPEN:
        return found
    if found.standing is Standing.WITHDRAWN:
        raise InvalidInput(f"proposal {wanted!r} was withdrawn; there is nothing to decide any more")
    if found.revision is not None:
        await take_back(connection, found.revision, actor=actor, now=now)
    await append(connection, found.bucket, Act(actor, Action.REOPEN, found.id), now=now)
    return await unsettle(connection, found)
