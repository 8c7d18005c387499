"""Turns that are had here: begin one, watch it, stop it. The turn itself lies in `morrow.chat`."""

from dataclasses import dataclass

from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.agent.talk import conversation_name, kept_text
from morrow.chat.asked import Asked
from morrow.chat.live import Live
from morrow.chat.preview import Preview, preview
from morrow.chat.tools import Tools
from morrow.conversations.capture import MODES
from morrow.errors import InvalidInput
from morrow.owners import Bucket, Owner
from morrow.roster.roles import Role
from morrow.text.clean import clean
from morrow.tools.toolbox import Toolbox


@dataclass(frozen=True, slots=True)
class Message:
    """What somebody says to an agent: `owner` is who speaks (or the group, if `said_by` does), `group` where.

    `role` is the speaker's: with a higher one than Viewer tools may write what is shared.
    """

    text: str
    owner: Owner
    conversation: str | None = None
    group: Owner | None = None
    said_by: Owner | None = None
    speaker: str | None = None
    memory: str | None = None
    role: Role = Role.VIEWER


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of one agent that run in this process, or ended within the last ten minutes."""

    parts: Parts
    agent: str
    language: str | None = None

    async def begin(self, message: Message, *, streams: bool = True) -> Live:
        """Keep what is said, let the agent answer, and return the turn that runs; it does so whoever leaves.

        Raises InvalidInput for a message that is empty or too long, a bad name of a conversation, or no mode of memory.
        """
        asked = await self._asked(message)
        return await self.parts.chat.begin(asked, self._tools(asked), streams=streams)

    async def find(self, turn: str, *, owner: Owner, group: Owner | None = None) -> Live:
        """Return a turn of the owner's. Raises NotFound."""
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock())
        return self.parts.chat.turns.find(turn, owner=owner, group=group, agent=agent.id)

    async def stop(self, turn: str, *, owner: Owner, group: Owner | None = None) -> None:
        """Stop a turn of the owner's; what was said up to here is kept. One that has ended stays as it is."""
        await (await self.find(turn, owner=owner, group=group)).stop()

    async def preview(self, message: Message) -> Preview:
        """Return the prompt that a turn with this message would send; asks no model and writes nothing."""
        asked = await self._asked(message)
        return await preview(self.parts.chat.means, asked, self._tools(asked))

    def _tools(self, asked: Asked) -> Tools:
        return Toolbox(self.parts, asked.agent.language)

    async def _asked(self, message: Message) -> Asked:
        text = clean(message.text).strip()
        if not text:
            raise InvalidInput("there is nothing to answer in an empty message; say something")
        if message.memory is not None and message.memory not in MODES:
            raise InvalidInput(f"{message.memory!r}: memory is one of {', '.join(MODES)}")
        kept = kept_text(text)
        is_passed = self.parts.settings.memory.secrets.chat == "pass"
        agent = await agent_named(self.parts, self.agent, now=self.parts.clock(), language=self.language)
        group = message.group or (message.owner if message.owner.is_group else None)
        owner = message.said_by or message.owner
        bucket = self.parts.bucket(agent.id, group or owner)
        await self.parts.take_in(Bucket.personal(agent.id, owner), bucket, Bucket.team(agent.id), Bucket.everyone())
        name = None if message.conversation is None else conversation_name(message.conversation)
        return Asked(
            agent, text if is_passed else kept, kept, owner, group, bucket, name, clean(message.speaker or ""),
            message.memory, role=message.role,
        )  # fmt: skip
