"""One agent's documents as a caller sees them: read, list, write, edit. A name means the owner's document first."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.documents.edit import edit
from morrow.documents.entries import Author, Document, Origin
from morrow.documents.merge import merge
from morrow.documents.names import check_name
from morrow.documents.shelf import list_documents, load
from morrow.errors import NotFound, PreconditionRequired, VersionConflict
from morrow.owners import Bucket, Owner, Principal
from morrow.store.statements import hold_buckets
from morrow.text.clean import clean
from morrow.text.secrets import redact
from morrow.writing.change import By, Committed, Rewrite
from morrow.writing.commit import commit
from morrow.writing.past import text_at


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of one agent. `owner=None` means the shared ones alone."""

    parts: Parts
    agent: str

    async def read(self, name: str, *, owner: Owner | None = None, shared: bool = False) -> Document:
        """Return the owner's document of that name, else the shared one. Raises NotFound, FileNotAllowed."""
        wanted = check_name(name)
        principal = await self._principal(owner)
        async with self.parts.store.read(principal) as connection:
            for bucket in _looked_in(principal, shared=shared):
                found = await load(connection, bucket, wanted)
                if found is not None:
                    return found
        raise NotFound(f"{wanted!r}: agent {self.agent!r} has no such document for {owner or 'the shared memory'}")

    async def list(self, *, owner: Owner | None = None, prefix: str = "") -> list[Document]:
        """Return the owner's and the shared documents, without entries, by sort order, then name."""
        principal = await self._principal(owner)
        async with self.parts.store.read(principal) as connection:
            return await list_documents(connection, *_looked_in(principal, shared=False), prefix=prefix)

    async def write(
        self, name: str, text: str, *, owner: Owner | None = None, shared: bool = False, if_match: int | None = None
    ) -> Document:
        """Store a person's whole new text and return the document; the version read is `if_match` (0: none yet).

        A document that exists needs `if_match`: PreconditionRequired without one, VersionConflict (with both texts
        and their merge) if it moved on meanwhile. Nothing is written in either case.
        """
        principal = await self._principal(owner)
        bucket = Bucket.team(principal.agent) if shared or owner is None else principal.buckets[0]
        async with self.parts.store.write() as connection:
            await hold_buckets(connection, [bucket])
            present = await load(connection, bucket, check_name(name))
            await _check_version(connection, present, text, if_match)
            done = await self._rewrite(connection, bucket, name, text, owner=owner)
        return done.document

    async def edit(
        self, name: str, old: str, new: str, *, owner: Owner | None = None, shared: bool = False,
        replace_all: bool = False,
    ) -> int:  # fmt: skip
        """Replace `old` by `new` where it stands exactly, and return how often. Raises EditFailed, NotFound."""
        principal = await self._principal(owner)
        async with self.parts.store.write() as connection:
            await hold_buckets(connection, principal.buckets)
            for bucket in _looked_in(principal, shared=shared):
                found = await load(connection, bucket, check_name(name))
                if found is not None:
                    edited = edit(found.text, old, new, replace_all=replace_all)
                    await self._rewrite(connection, bucket, name, edited.text, owner=owner)
                    return edited.replacements
        raise NotFound(f"{name!r}: agent {self.agent!r} has no such document to edit")

    async def _rewrite(
        self, connection: AsyncConnection, bucket: Bucket, name: str, text: str, *, owner: Owner | None
    ) -> Committed:
        by = By(Author.PERSON, str(owner or "system"), "edited by hand", origin=Origin.USER)
        kept = redact(clean(text)).text
        [done] = await commit(connection, [Rewrite(bucket, name, kept)], by=by, now=self.parts.clock())
        return done

    async def _principal(self, owner: Owner | None) -> Principal:
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
        principal = Principal(agent.id, owner or Owner.system())
        await self.parts.take_in(*principal.buckets)
        return principal


def _looked_in(principal: Principal, *, shared: bool) -> tuple[Bucket, ...]:
    return tuple(bucket for bucket in principal.buckets if bucket.is_shared or not shared)


async def _check_version(
    connection: AsyncConnection, present: Document | None, text: str, if_match: int | None
) -> None:
    if present is None:
        if if_match:
            raise NotFound(f"version {if_match} was read of a document that is gone; write without a version")
        return
    if if_match is None:
        raise PreconditionRequired(
            f"{present.name!r} exists (version {present.version}); say which version you read, so that nothing is lost"
        )
    if if_match != present.version:
        base = await text_at(connection, present.id, if_match) if if_match else ""
        raise VersionConflict(
            f"{present.name!r} moved on from version {if_match} to {present.version}; save the merged text, or yours",
            version=present.version,
            base=base,
            theirs=present.text,
            yours=text,
            merged=merge(base, present.text, text).text,
        )
