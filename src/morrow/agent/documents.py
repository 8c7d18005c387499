"""One agent's documents as a caller sees them: read, list, write, edit. A name means the owner's document first."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.curation.undo import Reverted, revert_revision, revert_run, revert_to
from morrow.documents.edit import edit
from morrow.documents.entries import Author, Document, Origin
from morrow.documents.merge import merge
from morrow.documents.names import check_name
from morrow.documents.revisions import unified
from morrow.documents.shelf import list_documents, load, load_by_id, load_even_deleted
from morrow.errors import NotFound, PreconditionRequired, VersionConflict
from morrow.owners import Bucket, Owner, Principal
from morrow.store.statements import hold_buckets
from morrow.text.clean import clean
from morrow.text.secrets import redact
from morrow.writing.arranging import arrange
from morrow.writing.change import By, Committed, Effect, EntryChange, Rewrite
from morrow.writing.commit import commit, delete
from morrow.writing.past import Revision, history, revisions_of_run, text_at


@dataclass(frozen=True, slots=True)
class Written:
    """One revision that a run made, and the document as it is today."""

    document: Document
    revision: Revision

    def stands(self, change: EntryChange) -> bool:
        """Whether what the revision did to an entry is still so: nobody changed it or took it back since."""
        present = next((entry for entry in self.document.entries if entry.id == change.entry), None)
        if change.effect is Effect.RETIRED:
            return present is None
        return present is not None and (present.text, present.section) == (change.after, change.section)


Find = Callable[[AsyncConnection, Bucket, str], Awaitable[Document | None]]


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of one agent. `owner=None` means the shared ones alone."""

    parts: Parts
    agent: str

    async def read(self, name: str, *, owner: Owner | None = None, shared: bool = False) -> Document:
        """Return the owner's document of that name, else the shared one. Raises NotFound, FileNotAllowed."""
        principal = await self._principal(owner)
        async with self.parts.store.read(principal) as connection:
            return await self._find(connection, principal, name, shared=shared)

    async def find_past(self, name: str, *, owner: Owner | None = None, shared: bool = False) -> Document:
        """Return the document of that name as `read` does, or the deleted one whose past there is. Raises NotFound."""
        principal = await self._principal(owner)
        async with self.parts.store.read(principal) as connection:
            return await self._find_past(connection, principal, name, shared=shared)

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

    async def delete(
        self, name: str, *, owner: Owner | None = None, shared: bool = False, if_match: int | None = None
    ) -> None:
        """Take a document away by a person's word; its versions stay, and `revert` to one brings it back.

        Like `write` it needs the version that was read, and never falls back to the shared one. Raises NotFound,
        PreconditionRequired, VersionConflict.
        """
        principal = await self._principal(owner)
        bucket = Bucket.team(principal.agent) if shared or owner is None else principal.buckets[0]
        async with self.parts.store.write() as connection:
            await hold_buckets(connection, [bucket])
            present = await load(connection, bucket, check_name(name))
            if present is None:
                raise NotFound(f"{name!r}: agent {self.agent!r} has no such document to delete")
            await _check_version(connection, present, "", if_match)
            by = By(Author.PERSON, _actor(owner), "deleted by hand", origin=Origin.USER)
            await delete(connection, present, by=by, now=self.parts.clock())

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

    async def arrange(
        self, names: Sequence[str], *, owner: Owner | None = None, shared: bool = False
    ) -> Sequence[Document]:
        """Tell the documents of these names in every turn, in this order, and no other of them; return the documents.

        Raises NotFound for a name that is not there.
        """
        principal = await self._principal(owner)
        bucket = Bucket.team(principal.agent) if shared or owner is None else principal.buckets[0]
        async with self.parts.store.write() as connection:
            await arrange(connection, bucket, [check_name(name) for name in names])
            return await list_documents(connection, bucket)

    async def history(
        self, name: str, *, owner: Owner | None = None, shared: bool = False, limit: int = 100
    ) -> Sequence[Revision]:
        """Return the document's revisions, the newest first. Raises NotFound."""
        principal = await self._principal(owner)
        async with self.parts.store.read(principal) as connection:
            found = await self._find_past(connection, principal, name, shared=shared)
            return await history(connection, found.id, limit=limit)

    async def changed_by(self, run: str, *, owner: Owner | None = None, shared: bool = False) -> Sequence[Written]:
        """Return what a run (a dream, an extraction, a revert) wrote into the owner's documents; maybe nothing."""
        principal = await self._principal(owner)
        is_shared = shared or owner is None
        found = []
        async with self.parts.store.read(principal) as connection:
            for revision in await revisions_of_run(connection, run):
                document = await load_by_id(connection, revision.document)
                if document is not None and document.bucket.is_shared == is_shared:
                    found.append(Written(document, revision))
        return found

    async def diff(
        self, name: str, a: int, b: int | None = None, *, owner: Owner | None = None, shared: bool = False
    ) -> str:
        """Return how version `a` became version `b` (None: the present one) as a unified diff. Raises NotFound."""
        principal = await self._principal(owner)
        async with self.parts.store.read(principal) as connection:
            found = await self._find_past(connection, principal, name, shared=shared)
            old = await text_at(connection, found.id, a)
            new = found.text if b is None else await text_at(connection, found.id, b)
        return unified(old, new, found.name)

    async def revert(
        self, name: str, version: int, *, owner: Owner | None = None, shared: bool = False, if_match: int | None = None
    ) -> Document:
        """Give the document the text and the entries it had at `version`, as a new revision, and return it.

        Raises NotFound for no such version, or one whose words were forgotten; VersionConflict if the document moved
        on from version `if_match`.
        """
        principal = await self._principal(owner)
        async with self.parts.store.write() as connection:
            await hold_buckets(connection, principal.buckets)
            found = await self._find_past(connection, principal, name, shared=shared)
            if if_match is not None:
                await _check_version(connection, found, await text_at(connection, found.id, version), if_match)
            done = await revert_to(connection, found, version, actor=_actor(owner), now=self.parts.clock())
        return done.documents[0].document

    async def revert_change(
        self, name: str, version: int, *, entry: str | None = None, owner: Owner | None = None, shared: bool = False
    ) -> Reverted:
        """Take back what one version did (to one entry, if given), and return what became; later changes stay."""
        principal = await self._principal(owner)
        async with self.parts.store.write() as connection:
            await hold_buckets(connection, principal.buckets)
            found = await self._find_past(connection, principal, name, shared=shared)
            return await revert_revision(
                connection, found, version, entry=entry, actor=_actor(owner), now=self.parts.clock()
            )

    async def revert_run(self, run: str, *, owner: Owner | None = None, shared: bool = False) -> Reverted:
        """Take back what a run (a dream, an extraction, a revert) wrote into the owner's documents; later changes stay.

        Raises NotFound for a run that wrote nothing there.
        """
        principal = await self._principal(owner)
        buckets = _looked_in(principal, shared=shared or owner is None)
        mine = [bucket for bucket in buckets if bucket.is_shared == (shared or owner is None)]
        async with self.parts.store.write() as connection:
            return await revert_run(connection, run, mine, actor=_actor(owner), now=self.parts.clock())

    async def _find(self, connection: AsyncConnection, principal: Principal, name: str, *, shared: bool) -> Document:
        return await self._look_for(load, connection, principal, name, shared=shared)

    async def _find_past(
        self, connection: AsyncConnection, principal: Principal, name: str, *, shared: bool
    ) -> Document:
        """Return what `_find` does; where nothing stands under the name, a deleted document."""
        try:
            return await self._find(connection, principal, name, shared=shared)
        except NotFound:
            return await self._look_for(load_even_deleted, connection, principal, name, shared=shared)

    async def _look_for(
        self, find: Find, connection: AsyncConnection, principal: Principal, name: str, *, shared: bool
    ) -> Document:
        wanted = check_name(name)
        for bucket in _looked_in(principal, shared=shared):
            found = await find(connection, bucket, wanted)
            if found is not None:
                return found
        raise NotFound(f"{wanted!r}: agent {self.agent!r} has no such document for {principal.owner}")

    async def _rewrite(
        self, connection: AsyncConnection, bucket: Bucket, name: str, text: str, *, owner: Owner | None
    ) -> Committed:
        by = By(Author.PERSON, _actor(owner), "edited by hand", origin=Origin.USER)
        kept = redact(clean(text)).text
        [done] = await commit(connection, [Rewrite(bucket, name, kept)], by=by, now=self.parts.clock())
        return done

    async def _principal(self, owner: Owner | None) -> Principal:
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
        principal = Principal(agent.id, owner or Owner.system())
        await self.parts.take_in(*principal.buckets)
        return principal


def _actor(owner: Owner | None) -> str:
    return str(owner or Owner.system())


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
        base = await _base(connection, present, if_match)
        raise VersionConflict(
            f"{present.name!r} moved on from version {if_match} to {present.version}; save the merged text, or yours",
            version=present.version,
            base=base,
            theirs=present.text,
            yours=text,
            merged=merge(base, present.text, text).text,
        )


async def _base(connection: AsyncConnection, present: Document, version: int) -> str:
    """Return the text a writer read, or nothing if there is no such version, or its words were forgotten."""
    try:
        return await text_at(connection, present.id, version)
    except NotFound:
        return ""
