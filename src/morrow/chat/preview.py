"""The prompt of the next turn as it would be sent, block by block. Asks no model and writes nothing."""

from dataclasses import dataclass, replace

from morrow.chat.asked import Asked
from morrow.chat.preparing import Means
from morrow.chat.tools import Tools
from morrow.context.fit import fit
from morrow.context.record import ContextRecord
from morrow.models.chat import Message, ToolSpec
from morrow.recall.hits import Hit

BY_RULES_HERE = "the rules wrote this summary for the preview; in the turn the model is asked for one"


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message of a prompt, and what it takes."""

    role: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Preview:
    """A prompt: its messages in order, the tools it offers, its record, and the memory it tells, the best first.

    `model` is who would be asked, empty where nobody is.
    """

    messages: tuple[PromptMessage, ...]
    tools: tuple[ToolSpec, ...]
    record: ContextRecord
    recalled: tuple[Hit, ...]
    model: str = ""


async def preview(means: Means, asked: Asked, tools: Tools) -> Preview:
    """Return the prompt that a turn in which `asked` is said would send. Raises ContextTooSmall as it would."""
    now, model = means.clock(), means.model
    prepared = await means.prepare(asked, now=now, tools=tools.specs if model else ())
    summary = prepared.known.summary
    write = means.summariser(asked, prepared, model=None, now=now)
    fitted = await fit(
        prepared.drafted.prompt,
        prepared.frame.limits,
        summarise=lambda front, most: write(front, most, summary),
        counter=means.counter,
        left_out=prepared.drafted.left_out,
        summary_by=summary.by if summary else "",
    )
    record = fitted.record
    if fitted.summary is not None and model is not None:
        record = replace(record, summary_problem=BY_RULES_HERE)
    messages = tuple(_shown(message, means) for message in fitted.prompt.messages)
    name = f"{model.provider}/{model.model}" if model else ""
    return Preview(messages, fitted.prompt.tools, record, prepared.drafted.told, name)


def _shown(message: Message, means: Means) -> PromptMessage:
    calls = "\n".join(f"{call.name}({call.arguments})" for call in message.tool_calls)
    text = "\n".join(part for part in (message.text, calls) if part)
    return PromptMessage(str(message.role), text, means.counter.message(message))
