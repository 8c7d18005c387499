"""What an agent works with: opened once by `Memory`, handed to every agent."""

from dataclasses import dataclass, field

from morrow.chat.turn import Chat
from morrow.clock import Clock
from morrow.conversations.recorder import Recorder
from morrow.dreaming.events import EventLog
from morrow.owners import Bucket, Owner
from morrow.recall.tracker import Tracker
from morrow.roster.roster import AgentRow
from morrow.settings import Settings
from morrow.store import Store
from morrow.writing.mirror import Mirror


@dataclass(frozen=True, slots=True)
class Parts:
    """The open store, its recorder, and the values that hold for the whole process.

    `zone` and `language` are the server's: they hold where neither the agent nor the owner says otherwise.
    """

    store: Store
    recorder: Recorder
    settings: Settings
    clock: Clock
    zone: str
    language: str
    tracker: Tracker
    dream_events: EventLog
    chat: Chat
    mirror: Mirror | None = None
    agents: dict[str, AgentRow] = field(default_factory=dict)

    def bucket(self, agent: str, owner: Owner) -> Bucket:
        """Return where what an owner says is kept: with them, or with everyone where the settings say so."""
        if not self.settings.memory.lifecycle_mediator_enabled:
            return Bucket.team(agent)
        return Bucket.personal(agent, owner)

    async def take_in(self, *buckets: Bucket) -> None:
        """Take in what somebody changed in the buckets' files; call it before they are read, outside a transaction."""
        if self.mirror is not None:
            await self.mirror.take_in(*buckets)
