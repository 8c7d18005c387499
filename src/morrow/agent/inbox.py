"""What waits for a person, as a caller sees it: the items of the inbox, and what can be done with each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.curation import settle
from morrow.curation.reopen import reopen
from morrow.documents.entries import Add, Move, Replace, Retire
from morrow.documents.gates.verdict import Reason
from morrow.documents.shelf import load
from morrow.owners import Bucket, Owner, Principal, Scope
from morrow.writing.proposals import Proposal, count_proposals, list_proposals

# Reasons for which words from outside wait: they were not the user's, or they look like an order or a trick.
SUSPECT = frozenset(
    {
        Reason.UNTRUSTED_ORIGIN, Reason.INSTRUCTION, Reason.EXFILTRATION, Reason.ROLE_MARKER, Reason.FORGED_STRUCTURE,
        Reason.ACTIVE_MARKUP, Reason.HIDDEN_TEXT,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class InboxItem:
    """One proposal. `kind` is add, replace, retire, move or question; `text` is what would stand there afterwards.

    `before` is the entry's text when this was filed, `present` its text now: None once it is gone, or if there is none.
    `status` is open, accepted, edited, rejected or withdrawn.
    """

    id: str
    kind: str
    document: str
    section: str
    entry: str | None
    text: str
    before: str
    present: str | None
    quotes: tuple[str, ...]
    author: str
    reason: str
    detail: str
    run: str | None
    status: str
    made_at: datetime
    settled_at: datetime | None
    settled_by: str | None
    scope: Scope
    owner: str


@dataclass(frozen=True, slots=True)
class Inbox:
    """The inbox of one agent. `owner=None` means the shared memory; `shared` adds it to the owner's own."""

    parts: Parts
    agent: str

    async def list(
        self, *, owner: Owner | None = None, shared: bool = False, suspect: bool = False, after: str = "",
        limit: int = 200,
    ) -> list[InboxItem]:  # fmt: skip
        """Return what waits behind the item `after`, the oldest first; `suspect`: only what came from outside."""
        principal, buckets = await self._scope(owner, shared=shared)
        async with self.parts.store.read(principal) as connection:
            reasons = SUSPECT if suspect else ()
            found = await list_proposals(connection, buckets, reasons=reasons, after=after, limit=limit)
            texts: dict[str, str] = {}
            for bucket, name in {(one.bucket, one.document) for one in found}:
                document = await load(connection, bucket, name)
                texts |= {entry.id: entry.text for entry in document.entries} if document else {}
        return [_item(one, texts) for one in found]

    async def show(self, item: str, *, owner: Owner | None = None, shared: bool = False) -> InboxItem:
        """Return one item, also a settled one. Raises NotFound."""
        principal, buckets = await self._scope(owner, shared=shared)
        async with self.parts.store.read(principal) as connection:
            return _item(await settle.find(connection, item, buckets), {})

    async def count(self, *, owner: Owner | None = None, shared: bool = False) -> int:
        """Return how many items wait."""
        principal, buckets = await self._scope(owner, shared=shared)
        async with self.parts.store.read(principal) as connection:
            return await count_proposals(connection, buckets)

    async def accept(self, item: str, *, owner: Owner | None = None, shared: bool = False) -> InboxItem:
        """Carry an item out as it was filed; a second time changes nothing.

        Raises NotFound; VersionConflict if its entry was changed or taken out since; InvalidInput if it was rejected.
        """
        _, buckets = await self._scope(owner, shared=shared)
        async with self.parts.store.write() as connection:
            done = await settle.accept(
                connection, item, buckets, actor=_actor(owner), settings=self.parts.settings, now=self.parts.clock()
            )
        return _item(done, {})

    async def edit(self, item: str, text: str, *, owner: Owner | None = None, shared: bool = False) -> InboxItem:
        """Carry an item out with other words. Raises NotFound, and InvalidInput if it is settled already."""
        _, buckets = await self._scope(owner, shared=shared)
        async with self.parts.store.write() as connection:
            done = await settle.edit(
                connection, item, text, buckets, actor=_actor(owner), settings=self.parts.settings,
                now=self.parts.clock(),
            )  # fmt: skip
        return _item(done, {})

    async def reject(self, item: str, *, owner: Owner | None = None, shared: bool = False) -> InboxItem:
        """Turn an item down; a second time changes nothing. Raises NotFound, and InvalidInput if it was carried out."""
        _, buckets = await self._scope(owner, shared=shared)
        async with self.parts.store.write() as connection:
            done = await settle.reject(connection, item, buckets, actor=_actor(owner), now=self.parts.clock())
        return _item(done, {})

    async def reopen(self, item: str, *, owner: Owner | None = None, shared: bool = False) -> InboxItem:
        """Take the decision about an item back: what it wrote is undone, and it waits again.

        Raises NotFound, and InvalidInput for one that was withdrawn.
        """
        _, buckets = await self._scope(owner, shared=shared)
        async with self.parts.store.write() as connection:
            done = await reopen(connection, item, buckets, actor=_actor(owner), now=self.parts.clock())
        return _item(done, {})

    async def _scope(self, owner: Owner | None, *, shared: bool) -> tuple[Principal, Sequence[Bucket]]:
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
        principal = Principal(agent.id, owner or Owner.system())
        await self.parts.take_in(*principal.buckets)
        with_shared = shared or owner is None
        return principal, [bucket for bucket in principal.buckets if with_shared or not bucket.is_shared]


def _actor(owner: Owner | None) -> str:
    return str(owner or Owner.system())


def _item(found: Proposal, texts: dict[str, str]) -> InboxItem:
    operation = found.operation
    entry = None if isinstance(operation, Add) else operation.entry or None
    kind = "question" if found.is_question else type(operation).__name__.lower()
    sources = operation.sources if isinstance(operation, Add | Replace) else ()
    return InboxItem(
        id=found.id,
        kind=kind,
        document=found.document,
        section=operation.section if isinstance(operation, Add | Move) else "",
        entry=entry,
        text=_text_after(found),
        before=found.before,
        present=texts.get(entry) if entry else None,
        quotes=tuple(source.quote for source in sources),
        author=found.author,
        reason=found.reason,
        detail=found.detail,
        run=found.run,
        status=found.standing,
        made_at=found.made_at,
        settled_at=found.settled_at,
        settled_by=found.settled_by,
        scope=found.bucket.scope,
        owner=found.bucket.owner,
    )


def _text_after(found: Proposal) -> str:
    match found.operation:
        case Add(text=text) | Replace(text=text):
            return text
        case Retire():
            return ""
        case Move():
            return found.before
