"""What an engine is given of a conversation: its unread words, and what the owners concerned remember already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import local_day
from morrow.conversations.turns import Message
from morrow.documents.entries import Document, Entry
from morrow.documents.names import MEMORY, PROFILE, daily_note
from morrow.documents.shelf import list_documents, load
from morrow.documents.structured import TYPES, structured_name
from morrow.extraction.reading import Unread
from morrow.owners import Bucket, Owner, Scope
from morrow.roster.roster import find_agent, find_owner, zone_of


@dataclass(frozen=True, slots=True)
class Needs:
    """Which documents an engine is shown: some by name, the notes of the days spoken of, shared texts to read only."""

    names: tuple[str, ...]
    notes: bool = False
    background: tuple[str, ...] = ()


FOR_RULES = Needs((PROFILE,))
FOR_MODEL = Needs(
    (PROFILE, MEMORY, *(structured_name(kind) for kind in TYPES)), notes=True, background=(PROFILE, MEMORY)
)


@dataclass(frozen=True, slots=True)
class Shelf:
    """What one bucket remembers, as far as an engine asked; `background` are shared texts that it may only read."""

    bucket: Bucket
    zone: str
    documents: Mapping[str, Document] = field(default_factory=dict)
    background: Mapping[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return a document's text, empty if there is none."""
        found = self.documents.get(name)
        return found.text if found else ""

    def entries(self, name: str) -> tuple[Entry, ...]:
        """Return a document's entries, none if there is none."""
        found = self.documents.get(name)
        return found.entries if found else ()

    def read(self, name: str) -> dict[str, str]:
        """Return the texts of a document's entries by id, as they were read here."""
        return {entry.id: entry.text for entry in self.entries(name)}

    def day_of(self, message: Message) -> date:
        """Return the day on which a message was said, where its owner lives."""
        return local_day(message.at, self.zone)


@dataclass(frozen=True, slots=True)
class Listening:
    """A stretch of conversation and the memory of everyone who may learn from it."""

    unread: Unread
    heard_by: Mapping[Bucket, tuple[Message, ...]]
    shelves: Mapping[Bucket, Shelf]


async def read_shelf(
    connection: AsyncConnection, bucket: Bucket, zone: str, *, needs: Needs, messages: Sequence[Message]
) -> Shelf:
    """Return what `bucket` remembers, as far as an engine needs it to read `messages`."""
    days = sorted({local_day(message.at, zone) for message in messages}) if needs.notes else []
    wanted = [*needs.names, *(daily_note(day) for day in days)]
    found = {name: document for name in wanted if (document := await load(connection, bucket, name)) is not None}
    shared: dict[str, str] = {}
    if needs.background and not bucket.is_shared:
        names = [*needs.background, *(daily_note(day) for day in days)]
        documents = await list_documents(connection, Bucket.team(bucket.agent), names=names)
        shared = {document.name: document.text for document in documents}
    return Shelf(bucket, zone, found, shared)


async def zone_in(connection: AsyncConnection, bucket: Bucket, server_zone: str) -> str:
    """Return the zone that names the days of `bucket`: its owner's if set, else its agent's, else the server's."""
    agent = await find_agent(connection, bucket.agent)
    owner = await find_owner(connection, Owner(bucket.owner)) if bucket.scope is Scope.PERSONAL else None
    return zone_of(agent, owner, server_zone) if agent is not None else server_zone
