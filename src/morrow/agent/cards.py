"""The morning card as a caller sees it: the newest one not yet seen, and confirm, edit and forget for each entry."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.agent.forgetting import forget_everywhere
from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.agent.standing import Target, standings, targets
from morrow.curation import settle
from morrow.curation.forgetting import Receipt, Wanted, find_receipt, words_of_entry
from morrow.documents import table
from morrow.documents.entries import Add, Author, Document, Entry, Replace
from morrow.documents.matching import text_key
from morrow.documents.shelf import load_by_id
from morrow.dreaming.card import Card, CardEntry, card, card_entry, card_id
from morrow.dreaming.past import Filter, find_report, mark_seen, page_of_reports, unseen_report
from morrow.dreaming.report import Report
from morrow.errors import InvalidInput, NotFound, VersionConflict
from morrow.owners import Bucket, Owner, Principal
from morrow.settings import Settings
from morrow.store import touched
from morrow.store.statements import hold_buckets
from morrow.text.clean import clean
from morrow.writing.change import By, Change
from morrow.writing.confirming import confirm_entry
from morrow.writing.past import history
from morrow.writing.proposals import count_proposals
from morrow.writing.propose import Words, propose

MAX_ENTRY_CHARACTERS = 4_000


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a card's entry; `receipt` says what a forgetting reached."""

    entry: CardEntry
    receipt: Receipt | None = None


@dataclass(frozen=True, slots=True)
class MorningCards:
    """The morning cards of one agent. `owner=None` means the shared memory.

    Each act names a report and the exact id of an entry on its card; done twice it answers the same. `if_match` is the
    version that the card showed: if the entry was changed since, VersionConflict says how, and nothing is written.
    """

    parts: Parts
    agent: str

    async def unseen(self, *, owner: Owner | None, lang: str) -> Card | None:
        """Return the card of the newest report that was not seen yet, or None if all were, or nothing was dreamt."""
        bucket = await self._bucket(owner)
        async with self.parts.store.read(_principal(bucket, owner)) as connection:
            report = await unseen_report(connection, bucket)
            return None if report is None else await _card(connection, bucket, report, lang)

    async def newest(self, *, owner: Owner | None, lang: str) -> Card | None:
        """Return the card of the newest report, seen or not; None before any dream."""
        bucket = await self._bucket(owner)
        async with self.parts.store.read(_principal(bucket, owner)) as connection:
            page = await page_of_reports(connection, bucket, Filter(), limit=1)
            return await _card(connection, bucket, page.reports[0], lang) if page.reports else None

    async def seen(self, report: str, *, owner: Owner | None) -> None:
        """Note that a report's card was seen; again changes nothing. Raises NotFound."""
        bucket = await self._bucket(owner)
        async with self.parts.store.write() as connection:
            found = await _report(connection, bucket, report)
            await mark_seen(connection, bucket, found, now=self.parts.clock())

    async def confirm(
        self, report: str, entry: str, *, owner: Owner | None, lang: str, if_match: int | None = None
    ) -> Settled:
        """Confirm an entry: it is trusted, and no dream changes it any more. A proposal is carried out.

        Raises NotFound; VersionConflict if it is no longer in memory, or was changed since `if_match`.
        """
        bucket, actor = await self._bucket(owner), _actor(owner)
        async with self.parts.store.write() as connection:
            target = await self._target(connection, bucket, report, entry)
            if not target.entry and target.proposal is not None:
                await settle.accept(connection, target.proposal.id, [bucket], actor=actor, **self._how())
                target = await self._target(connection, bucket, report, entry)
            else:
                await _present(connection, target, if_match, yours=target.item.text)
            await confirm_entry(connection, bucket, target.entry, actor=actor, now=self.parts.clock())
            return Settled(await self._now(connection, bucket, report, entry, lang))

    async def edit(
        self, report: str, entry: str, text: str, *, owner: Owner | None, lang: str, if_match: int | None = None
    ) -> Settled:
        """Give an entry a person's words; it is theirs from then on.

        Raises NotFound, InvalidInput for no words; VersionConflict, with both texts, as `confirm` does.
        """
        words = clean(text).strip()
        if not words or len(words) > MAX_ENTRY_CHARACTERS:
            raise InvalidInput(f"an entry has 1 to {MAX_ENTRY_CHARACTERS} characters; write some, or forget it instead")
        bucket, actor = await self._bucket(owner), _actor(owner)
        async with self.parts.store.write() as connection:
            target = await self._target(connection, bucket, report, entry)
            if not target.entry and target.proposal is not None:
                await settle.edit(connection, target.proposal.id, words, [bucket], actor=actor, **self._how())
            else:
                await self._rewrite(connection, target, words, actor=actor, if_match=if_match)
            return Settled(await self._now(connection, bucket, report, entry, lang))

    async def forget(
        self, report: str, entry: str, *, owner: Owner | None, lang: str, if_match: int | None = None,
        keep_messages: bool = False, dry_run: bool = False,
    ) -> Settled:  # fmt: skip
        """Forget an entry with the notes it was made of, and return a receipt of what was removed and what stays.

        `keep_messages` leaves what was said as it is, and only keeps it from being found. `dry_run` removes nothing:
        its receipt says what would be. Raises as `confirm` does.
        """
        bucket, actor = await self._bucket(owner), _actor(owner)
        async with self.parts.store.write() as connection:
            target = await self._target(connection, bucket, report, entry)
            receipt = await find_receipt(connection, bucket, entry)
            trial = await connection.begin_nested()
            if receipt is None:
                wanted = await _wanted(connection, target, entry, if_match)
                receipt = await forget_everywhere(
                    connection, bucket, wanted, actor=actor, keep_messages=keep_messages, now=self.parts.clock()
                )
            if dry_run:
                await trial.rollback()
                touched(connection).clear()
            return Settled(await self._now(connection, bucket, report, entry, lang), receipt)

    async def _rewrite(
        self, connection: AsyncConnection, target: Target, words: str, *, actor: str, if_match: int | None
    ) -> None:
        document, present = await _present(connection, target, if_match, yours=words)
        if present.body == words and present.author is Author.PERSON:
            return
        change = Change(document.bucket, document.name, (Replace(present.id, words),))
        by = By(Author.PERSON, actor, "edited on the morning card")
        [outcome] = await propose(connection, [change], by=by, words=Words(), **self._how())
        if outcome.judged.turned_away:
            raise InvalidInput(f"this cannot be kept: {outcome.judged.turned_away[0].detail}")

    async def _target(self, connection: AsyncConnection, bucket: Bucket, report: str, entry: str) -> Target:
        await hold_buckets(connection, [bucket])
        found = await targets(connection, await _report(connection, bucket, report))
        if entry not in found:
            raise NotFound(f"{entry!r}: the card of dream {report!r} has no such entry; take an id as it stands there")
        return found[entry]

    async def _now(self, connection: AsyncConnection, bucket: Bucket, report: str, entry: str, lang: str) -> CardEntry:
        found = (await targets(connection, await _report(connection, bucket, report)))[entry]
        return card_entry(found.item, (await standings(connection, [found]))[card_id(found.item)], lang)

    def _how(self) -> "_How":
        return {"settings": self.parts.settings, "now": self.parts.clock()}

    async def _bucket(self, owner: Owner | None) -> Bucket:
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
        bucket = Bucket.team(agent.id) if owner is None else Bucket.personal(agent.id, owner)
        await self.parts.take_in(bucket)
        return bucket


@dataclass(frozen=True, slots=True)
class MorningCard:
    """A card in a caller's hands: its acts say by themselves which version of an entry was read."""

    card: Card
    cards: MorningCards
    owner: Owner
    lang: str

    async def confirm(self, entry: str) -> Settled:
        """Confirm an entry of the card. Raises as `MorningCards.confirm` does."""
        return await self.cards.confirm(self.card.report, entry, if_match=self._version(entry), **self._whose())

    async def edit(self, entry: str, text: str) -> Settled:
        """Give an entry of the card other words. Raises as `MorningCards.edit` does."""
        return await self.cards.edit(self.card.report, entry, text, if_match=self._version(entry), **self._whose())

    async def forget(self, entry: str, *, keep_messages: bool = False) -> Settled:
        """Forget an entry of the card. Raises as `MorningCards.forget` does."""
        return await self.cards.forget(
            self.card.report, entry, if_match=self._version(entry), keep_messages=keep_messages, **self._whose()
        )

    async def seen(self) -> None:
        """Note that the card was seen: it is not shown again."""
        await self.cards.seen(self.card.report, owner=self.owner)

    def _version(self, entry: str) -> int | None:
        return next((one.version or None for one in self.card.entries if one.id == entry), None)

    def _whose(self) -> "_Whose":
        return {"owner": self.owner, "lang": self.lang}


class _Whose(TypedDict):
    owner: Owner
    lang: str


class _How(TypedDict):
    settings: Settings
    now: datetime


async def _report(connection: AsyncConnection, bucket: Bucket, wanted: str) -> Report:
    found = await find_report(connection, bucket, wanted)
    if found is None:
        raise NotFound(f"{wanted!r}: no such dream report of {bucket.owner or 'the shared memory'}")
    return found


async def _card(connection: AsyncConnection, bucket: Bucket, report: Report, lang: str) -> Card:
    found = list((await targets(connection, report)).values())
    waiting = await count_proposals(connection, [bucket])
    return card(report, lang, await standings(connection, found), inbox=waiting)


async def _wanted(connection: AsyncConnection, target: Target, subject: str, if_match: int | None) -> Wanted:
    """Return what forgetting a card's entry means, after a look whether it is still the one that was read."""
    sources = target.item.sources
    if not target.entry:
        proposal = target.proposal
        texts = {target.item.text, *(source.quote for source in sources)}
        if proposal is not None and isinstance(proposal.operation, Add | Replace):
            texts.add(proposal.operation.text)
        return Wanted(subject, tuple(sorted(texts)), sources)
    document, present = await _present(connection, target, if_match, yours="")
    found = await words_of_entry(connection, document.bucket, target.entry, (*present.sources, *sources))
    return Wanted(subject, (*found.texts, target.item.text), found.sources)


async def _present(
    connection: AsyncConnection, target: Target, if_match: int | None, *, yours: str
) -> tuple[Document, Entry]:
    """Return the entry as it stands in its document. Raises VersionConflict if it is gone, or changed since."""
    row = (await connection.execute(table.entry.select().where(table.entry.c.id == target.entry))).one_or_none()
    document = await load_by_id(connection, row.document) if row else None
    if row is None or document is None:
        raise NotFound(f"{target.entry!r}: the entry is gone with its document")
    present = next((entry for entry in document.entries if entry.id == target.entry), None)
    changed = await _changed_since(connection, document, target.entry, if_match)
    is_same = present is not None and text_key(present.body) == text_key(yours)
    if present is None or (changed is not None and not is_same):
        theirs = present.text if present else ""
        what = "was changed" if present else "was taken out of memory"
        raise VersionConflict(
            f"the entry {what} since the card was shown (version {document.version} of {document.name});"
            " read the card again, then decide",
            version=document.version, base=changed or row.text, theirs=theirs, yours=yours, merged=theirs,
        )  # fmt: skip
    return document, present


async def _changed_since(
    connection: AsyncConnection, document: Document, entry: str, version: int | None
) -> str | None:
    """Return the text that an entry had at `version`, if it has another one now, else None."""
    if version is None or version >= document.version:
        return None
    since = await history(connection, document.id, limit=None, after=version, entry=entry)
    texts = [change.before for revision in since for change in revision.changes if change.entry == entry]
    return texts[-1] if texts else None


def _principal(bucket: Bucket, owner: Owner | None) -> Principal:
    return Principal(bucket.agent, owner or Owner.system())


def _actor(owner: Owner | None) -> str:
    return str(owner or Owner.system())
