"""Requests sent again: one `Idempotency-Key` is carried out once, and its answer given again for a day."""

import hashlib
import re
from typing import Literal

from morrow.access.identity import Identity
from morrow.clock import Clock
from morrow.errors import InvalidInput, RepeatedRequest
from morrow.roster.answers import Kept, Request, begin, end, give_up
from morrow.store import Store

MAX_KEPT_CHARACTERS = 1024 * 1024
_KEY = re.compile(r"[\x21-\x7e]{1,200}")


class Repeats:
    """What was asked before under a key, by whom and where."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def begin(self, request: Request, identity: Identity) -> Kept | Literal["new"]:
        """Return the answer that this request got before, or "new" if it is to be carried out now.

        Raises InvalidInput for a key used for another request, RepeatedRequest while it is still being carried out, or
        if its answer is no longer kept.
        """
        async with self._store.write() as connection:
            standing = await begin(connection, request, identity.own, now=self._clock())
        if standing == "other":
            raise InvalidInput(f"Idempotency-Key {request.key!r} was used for another request; choose a new key")
        if standing == "running":
            raise RepeatedRequest("this very request is still being carried out; ask again when it is done")
        if isinstance(standing, Kept) and standing.text is None:
            raise RepeatedRequest(
                f"this very request was carried out (status {standing.status}); its answer is not kept"
            )
        return standing

    async def end(self, request: Request, status: int, text: str | None) -> None:
        """Keep what a request was answered; one that failed for reasons of the moment may be sent again."""
        async with self._store.write() as connection:
            if status >= 500 or status in (401, 403, 429):
                await give_up(connection, request)
            else:
                await end(connection, request, status, text)

    async def give_up(self, request: Request) -> None:
        """Forget a request that broke before it was answered."""
        async with self._store.write() as connection:
            await give_up(connection, request)


def request_of(identity: Identity, method: str, address: str, *, key: str, body: bytes) -> Request:
    """Return what tells a request from others. `address` is path and query. Raises InvalidInput for an odd key."""
    if not _KEY.fullmatch(key):
        raise InvalidInput("an Idempotency-Key has 1 to 200 visible ASCII characters, such as a UUID")
    asked = hashlib.sha256(address.encode("utf-8", "surrogatepass") + b"\x00" + body).hexdigest()
    return Request(identity.id, f"{method} {address.partition('?')[0]}", key, asked)
