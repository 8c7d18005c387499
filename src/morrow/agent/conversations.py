"""One agent's conversations as a caller sees them: list, read, take back, and what memory may do in one."""

from collections.abc import Sequence
from dataclasses import dataclass

from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.conversations.capture import set_conversation_memory
from morrow.conversations.history import Conversation, find_conversation, read_messages
from morrow.conversations.listing import Page, list_conversations
from morrow.conversations.taking_back import delete_conversation, rewind
from morrow.conversations.turns import Message
from morrow.errors import NotFound
from morrow.owners import Bucket, Owner, Principal


@dataclass(frozen=True, slots=True)
class Conversations:
    """The conversations of one agent with an owner; with a group's key as `owner`, those of the group."""

    parts: Parts
    agent: str

    async def list(self, *, owner: Owner, limit: int = 50, after: str | None = None) -> Page:
        """Return the owner's conversations, the newest first; `after` is the `next` of the page before.

        Raises InvalidInput for a limit outside 1 to 200.
        """
        bucket, now = await self._bucket(owner), self.parts.clock()
        since = now - self.parts.chat.means.longest_turn
        async with self.parts.store.read(Principal(bucket.agent, owner)) as connection:
            return await list_conversations(connection, bucket, limit=limit, after=after, since=since)

    async def get(self, conversation: str, *, owner: Owner) -> Conversation:
        """Return one conversation by its id or name. Raises NotFound, also for another owner's."""
        bucket = await self._bucket(owner)
        async with self.parts.store.read(Principal(bucket.agent, owner)) as connection:
            found = await find_conversation(connection, bucket, conversation)
        if found is None:
            raise NotFound(f"{conversation!r}: no such conversation of this owner")
        return found

    async def messages(
        self, conversation: str, *, owner: Owner, after: int = 0, limit: int | None = None
    ) -> Sequence[Message]:
        """Return the messages behind position `after`, in order. Raises NotFound."""
        found = await self.get(conversation, owner=owner)
        async with self.parts.store.read(Principal(found.bucket.agent, owner)) as connection:
            return await read_messages(connection, found.id, after=after, limit=limit)

    async def delete(self, conversation: str, *, owner: Owner) -> int:
        """Delete a conversation and return how many messages went.

        What was learnt from it stays, with the words it rests on: `forget` takes that. What was not read yet is never
        learnt. Raises NotFound.
        """
        found = await self._still(conversation, owner)
        async with self.parts.store.write() as connection:
            return await delete_conversation(connection, found)

    async def rewind(self, conversation: str, message: str, *, owner: Owner, keeps_it: bool = True) -> int:
        """Take back what follows a message, and return how many messages went.

        Without `keeps_it` the message goes too, so that it can be asked in other words. Summaries that cover what went
        go with it, and it is never learnt. Raises NotFound.
        """
        found = await self._still(conversation, owner)
        async with self.parts.store.write() as connection:
            return await rewind(connection, found, message, keeps_it=keeps_it)

    async def set_memory(self, conversation: str, mode: str, *, owner: Owner) -> Conversation:
        """Set what memory may do in a conversation and return it: `full`, `read` (recalled, never learnt) or `off`.

        Raises NotFound, and InvalidInput for another mode.
        """
        bucket = await self._bucket(owner)
        async with self.parts.store.write() as connection:
            await set_conversation_memory(connection, bucket, conversation, mode)
        return await self.get(conversation, owner=owner)

    async def _still(self, conversation: str, owner: Owner) -> Conversation:
        """Return a conversation in which no turn runs any more."""
        found = await self.get(conversation, owner=owner)
        await self.parts.chat.forget(conversation=found.id)
        return found

    async def _bucket(self, owner: Owner) -> Bucket:
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
        return self.parts.bucket(agent.id, owner)
