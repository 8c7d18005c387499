"""What one agent keeps under keys, as a person sees it: recall it, write it, take it out."""

from collections.abc import Callable
from dataclasses import dataclass

from morrow.agent.identity import agent_named, read_zone
from morrow.agent.parts import Parts
from morrow.clock import local_day
from morrow.curation.keeping import Kept, recall_kept, removal, structured_change
from morrow.documents.entries import Author, Document
from morrow.documents.shelf import load
from morrow.documents.structured import Section, normal_key, structured_name
from morrow.owners import Bucket, Owner, Principal
from morrow.store.statements import hold_buckets
from morrow.text.clean import clean
from morrow.writing.change import By, Change
from morrow.writing.propose import Words, propose

SOURCE = "user"


@dataclass(frozen=True, slots=True)
class Structured:
    """The structured entries of one agent: user, feedback, project and reference. `owner=None` is the shared ones."""

    parts: Parts
    agent: str

    async def recall(self, *, owner: Owner | None = None, kind: str = "", key: str = "", query: str = "") -> list[Kept]:
        """Return the owner's and the shared entries: all, of a type, of a key, or the six best for a query.

        Of two with one key the owner's own is told. Raises InvalidInput for an unknown type.
        """
        principal = await self._principal(owner)
        now = self.parts.clock()
        async with self.parts.store.read(principal) as connection:
            return await recall_kept(connection, principal, kind=kind, key=key, query=query, now=now)

    async def remember(
        self, kind: str, key: str, content: str, *, owner: Owner | None = None, shared: bool = False
    ) -> Kept:
        """Keep `content` under `key`, in place of what stands there, and return the entry.

        Raises InvalidInput for an unknown type, a key without a letter or digit, or no content.
        """
        principal = await self._principal(owner)
        async with self.parts.store.read(principal) as connection:
            agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
            day = local_day(self.parts.clock(), await read_zone(connection, self.parts, agent, owner))
        section = Section(normal_key(key), clean(content), SOURCE, day)
        bucket = self._bucket(principal, owner, shared=shared)
        await self._change(bucket, kind, lambda present: structured_change(bucket, kind, section, present), owner)
        found = await self.recall(owner=None if bucket.is_shared else owner, kind=kind, key=key)
        return next(one for one in found if one.bucket == bucket)

    async def forget(self, kind: str, key: str, *, owner: Owner | None = None, shared: bool = False) -> None:
        """Take the entry of that key out; its history stays. Raises NotFound, InvalidInput for an unknown type."""
        principal = await self._principal(owner)
        bucket = self._bucket(principal, owner, shared=shared)
        await self._change(bucket, kind, lambda present: removal(bucket, kind, key, present), owner)

    async def _change(
        self, bucket: Bucket, kind: str, make: Callable[[Document | None], Change], owner: Owner | None
    ) -> None:
        by = By(Author.PERSON, str(owner or Owner.system()), "edited by hand")
        async with self.parts.store.write() as connection:
            await hold_buckets(connection, [bucket])
            change = make(await load(connection, bucket, structured_name(kind)))
            await propose(
                connection, [change], by=by, words=Words(), settings=self.parts.settings, now=self.parts.clock()
            )

    def _bucket(self, principal: Principal, owner: Owner | None, *, shared: bool) -> Bucket:
        is_isolated = self.parts.settings.memory.lifecycle_mediator_enabled
        if shared or owner is None or not is_isolated:
            return Bucket.team(principal.agent)
        return principal.buckets[0]

    async def _principal(self, owner: Owner | None) -> Principal:
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
        principal = Principal(agent.id, owner or Owner.system())
        await self.parts.take_in(*principal.buckets)
        return principal
