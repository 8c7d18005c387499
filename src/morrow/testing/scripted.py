"""A model that answers what a test wrote down and remembers what it was asked. Opens no connection."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace

from morrow.models.chat import AnswerSchema, Delta, FinishReason, Message, Reply, Request, ToolCall, ToolSpec, Usage
from morrow.models.errors import ModelTimeout

DEFAULT_PIECE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Stalled:
    """An answer that is held back until `until` is set; a call with a deadline gives up as a real model would."""

    until: asyncio.Event
    answer: "str | Reply | Exception" = ""


Step = str | Reply | Exception | Stalled
Script = Callable[[Request], Step]


class ScriptedModel:
    """A `ChatModel` that gives its `steps` one after the other, or whatever `answering` returns for a request.

    A step is a text, a whole `Reply`, an exception to raise, or `Stalled`. `requests` holds what was asked, in order.
    A script that ends too early raises AssertionError: a test's mistake is no failing model.
    """

    provider = "scripted"
    model = "scripted"

    def __init__(
        self,
        *steps: Step,
        answering: Script | None = None,
        max_input_tokens: int | None = None,
        model: str = "scripted",
    ) -> None:
        self._steps = list(steps)
        self._answering = answering
        self.max_input_tokens = max_input_tokens
        self.model = model
        self.requests: list[Request] = []
        self.is_closed = False

    def then(self, *steps: Step) -> None:
        """Add steps to the end of the script."""
        self._steps.extend(steps)

    @property
    def steps_left(self) -> int:
        """Return how many steps have not been given yet."""
        return len(self._steps)

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSpec] = (),
        schema: AnswerSchema | None = None,
        max_tokens: int | None = None,
        deadline_seconds: float | None = None,
    ) -> Reply:
        """Return the next step's answer, or raise it."""
        request = Request(tuple(messages), tuple(tools), schema, max_tokens, deadline_seconds)
        self.requests.append(request)
        step = self._next(request)
        if isinstance(step, Stalled):
            step = await _released(step, deadline_seconds)
        if isinstance(step, Exception):
            raise step
        answer = step if isinstance(step, Reply) else reply(step)
        return replace(answer, model=answer.model or self.model, provider=answer.provider or self.provider)

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSpec] = (),
        schema: AnswerSchema | None = None,
        max_tokens: int | None = None,
        deadline_seconds: float | None = None,
    ) -> AsyncIterator[Delta]:
        """Yield the next step's answer in pieces of a few characters, then the whole reply."""
        answer = await self.complete(
            messages, tools=tools, schema=schema, max_tokens=max_tokens, deadline_seconds=deadline_seconds
        )
        for start in range(0, len(answer.text), DEFAULT_PIECE_LENGTH):
            yield Delta(answer.text[start : start + DEFAULT_PIECE_LENGTH])
        yield Delta("", answer)

    async def aclose(self) -> None:
        """Remember that the model was closed."""
        self.is_closed = True

    def _next(self, request: Request) -> Step:
        if self._steps:
            return self._steps.pop(0)
        if self._answering is not None:
            return self._answering(request)
        raise AssertionError(f"the script has ended, but the model is asked again: {request.text[-200:]!r}")


def reply(text: str = "", *tool_calls: ToolCall, truncated: bool = False, usage: Usage | None = None) -> Reply:
    """Return a whole reply as a well-behaved model gives it; `truncated` is one whose end is missing."""
    reason = FinishReason.TOOL_CALLS if tool_calls else FinishReason.STOP
    return Reply(
        text,
        tool_calls,
        FinishReason.LENGTH if truncated else reason,
        truncated=truncated,
        usage=usage or Usage(prompt_tokens=1, completion_tokens=1),
    )


async def _released(step: Stalled, deadline_seconds: float | None) -> str | Reply | Exception:
    try:
        async with asyncio.timeout(deadline_seconds):
            await step.until.wait()
    except TimeoutError as error:
        raise ModelTimeout(f"the scripted model gave no answer within {deadline_seconds} seconds") from error
    return step.answer
