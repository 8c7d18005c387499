"""What somebody says in a turn, checked and with its owner resolved. Reads and writes nothing."""

from dataclasses import dataclass
from datetime import datetime

from morrow.conversations.turns import RUNNING, NewMessage, NewTurn
from morrow.owners import Bucket, Owner, Principal
from morrow.roster.roles import Role
from morrow.roster.roster import AgentRow


@dataclass(frozen=True, slots=True)
class Asked:
    """One message to an agent: who says it, in which group and conversation, and where the conversation lies.

    `text` goes to the model, `kept` (secrets written over) to the disk. `memory` is full, read or off for the
    conversation from now on, or None to leave it as it is. `speaker` is how the person is called in a group.
    """

    agent: AgentRow
    text: str
    kept: str
    owner: Owner
    group: Owner | None
    bucket: Bucket
    conversation: str | None = None
    speaker: str = ""
    memory: str | None = None
    trigger: str = "user"
    role: Role = Role.VIEWER

    def reader(self, *, told_in_groups: bool) -> Principal:
        """Return on whose behalf memory is read: a group's turn is told what is personal only where that is allowed."""
        if self.group is None:
            return Principal(self.agent.id, self.owner)
        return Principal(self.agent.id, self.owner, self.group) if told_in_groups else self.in_group

    @property
    def in_group(self) -> Principal:
        """Return who reads the conversation: the group, or whoever speaks."""
        return Principal(self.agent.id, self.group or self.owner)

    def new_turn(self, now: datetime) -> NewTurn:
        """Return the turn as it begins: with what was said, and nothing answered."""
        said = NewMessage("user", self.kept, now, speaker=self.speaker, said_by=self.owner.key)
        return NewTurn(
            self.bucket, (said,), now, self.conversation, self.trigger, status=RUNNING, memory=self.memory or "full"
        )
