"""The prompt of one turn: its parts, the order in which they stand, and what each part takes. Leaves nothing out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from morrow.context.pairs import mended
from morrow.context.tokens import TokenCounter
from morrow.context.wording import WORDINGS
from morrow.models.chat import Message, Role, ToolSpec
from morrow.text.language import Language


@dataclass(frozen=True, slots=True)
class Placed:
    """One message of a conversation with its id and its place (from 1) there."""

    message: Message
    id: str = ""
    position: int = 0


@dataclass(frozen=True, slots=True)
class Prompt:
    """All that a model may be given in one turn, part by part.

    `instructions` is the agent's own prompt, `shared` the rendered shared documents: together the system message, in
    which nothing personal stands. `history` is what was said before `current`, the user's message of this turn;
    `steps` are the tool calls and results that followed it. `block` is the recall block, told before the text of
    `current` and never part of it. `summary` stands for turns that are no longer in `history`, `first` is the first
    user message of the conversation, told when it is no longer there. `left_out` counts the messages that are in
    neither.
    """

    current: Message
    instructions: str = ""
    shared: str = ""
    history: tuple[Placed, ...] = ()
    steps: tuple[Message, ...] = ()
    block: str = ""
    summary: str = ""
    first: Placed | None = None
    goal: str = ""
    left_out: int = 0
    tools: tuple[ToolSpec, ...] = ()
    language: Language = "en"

    @property
    def system(self) -> str:
        """Return the system message's text: the same bytes for every owner and turn while no shared text changes."""
        return "\n\n".join(part for part in (self.instructions.strip(), self.shared) if part)

    @property
    def preface(self) -> str:
        """Return the user message that stands for what is no longer shown; empty if all is."""
        wording = WORDINGS[self.language]
        parts = [f"{wording.summary}\n\n{self.summary}"] if self.summary else []
        if self.goal and self._misses_first:
            parts.append(f"{wording.goal}\n{self.goal}")
        if self.left_out:
            parts.append(wording.left_out.format(count=self.left_out))
        return "\n\n".join(parts)

    @property
    def asked(self) -> Message:
        """Return the current message as the model gets it: the recall block, a blank line, the user's own text."""
        if not self.block:
            return self.current
        return replace(self.current, text=f"{self.block}\n\n{self.current.text}")

    @property
    def messages(self) -> tuple[Message, ...]:
        """Return the messages in the order in which they go to the model."""
        system = (Message.system(self.system),) if self.system else ()
        # A user message on purpose: what a user once typed must not gain the rank of the system prompt in a summary.
        preface = (Message.user(self.preface),) if self.preface else ()
        return (*system, *preface, *(placed.message for placed in self.history), self.asked, *self.steps)

    @property
    def is_shortened(self) -> bool:
        """Whether messages of the conversation are no longer shown."""
        return bool(self.summary or self.left_out)

    @property
    def _misses_first(self) -> bool:
        return self.is_shortened and self.first is not None and self.first not in self.history


def tokens_of(prompt: Prompt, counter: TokenCounter) -> int:
    """Return the tokens of a whole prompt, tool definitions included."""
    return counter.messages(prompt.messages) + counter.tools(prompt.tools)


def without_halves(prompt: Prompt) -> Prompt:
    """Return the prompt without tool calls and results that lack their other half, which vendors refuse."""
    history = zip(prompt.history, mended([placed.message for placed in prompt.history]), strict=True)
    return replace(
        prompt,
        history=tuple(replace(placed, message=message) for placed, message in history if message is not None),
        steps=tuple(message for message in mended(prompt.steps) if message is not None),
    )


def first_said(history: Sequence[Placed]) -> Placed | None:
    """Return the first message in which a user said something, and not one that stands for others."""
    ours = tuple(text.split("\n", 1)[0] for wording in WORDINGS.values() for text in (wording.summary, wording.goal))
    for placed in history:
        text = placed.message.text.strip()
        if placed.message.role is Role.USER and text and not text.startswith(ours):
            return placed
    return None
