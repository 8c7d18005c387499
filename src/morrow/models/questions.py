"""Asks a model for a JSON answer: once, and once more with what was wrong. Writes nothing and holds no transaction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar

import structlog

from morrow.models.answers import Unreadable
from morrow.models.chat import AnswerSchema, ChatModel, Message, Reply
from morrow.models.errors import BudgetExceeded, ModelError

log = structlog.get_logger(__name__)
Answer = TypeVar("Answer")
MAX_SHOWN_AGAIN = 4_000
_CORRECTION = (
    "Your answer could not be used: {detail}. Answer again with exactly one complete JSON object of the form asked "
    "for, and nothing else."
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What asking a model took: calls and tokens."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def plus(self, other: "Cost") -> "Cost":
        """Return both together."""
        return Cost(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )


@dataclass(frozen=True, slots=True)
class Failed:
    """The model could not answer, so nothing may be written; `reason` names it and what went wrong.

    `until` is when it may be asked again, where that is known: a budget is used up for the day.
    """

    reason: str
    cost: Cost = field(default_factory=Cost)
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Answered(Generic[Answer]):
    """What a model answered, and what it took."""

    answer: Answer
    cost: Cost


def name_of(model: ChatModel) -> str:
    """Return how reports name a model."""
    return f"{model.provider}/{model.model}"


async def ask(
    model: ChatModel,
    messages: Sequence[Message],
    read: Callable[[str | None, bool], Answer | Unreadable],
    *,
    schema: AnswerSchema,
    max_tokens: int,
    deadline_seconds: float | None = None,
) -> Answered[Answer] | Failed:
    """Return the answer as `read` takes it, or why there is none.

    An answer that cannot be read is asked for once more, with the reason. One that was cut off is never repaired.
    `deadline_seconds` bounds each of the two.
    """
    cost = Cost()
    asked = tuple(messages)
    problem = ""
    for _ in range(2):
        try:
            reply = await model.complete(asked, schema=schema, max_tokens=max_tokens, deadline_seconds=deadline_seconds)
        except BudgetExceeded as error:
            return Failed(f"{name_of(model)}: over budget: {error}", cost, error.until)
        except ModelError as error:
            return Failed(f"{name_of(model)}: {error}", cost)
        cost = cost.plus(Cost(1, reply.usage.prompt_tokens, reply.usage.completion_tokens))
        answer = read(reply.text, reply.truncated)
        if not isinstance(answer, Unreadable):
            return Answered(answer, cost)
        problem = f"{answer.reason}: {answer.detail}"
        log.info("a model's answer is asked for again", model=name_of(model), reason=str(answer.reason))
        asked = _corrected(messages, reply, answer)
    return Failed(f"{name_of(model)}: its answer could not be used, {problem}", cost)


def _corrected(messages: Sequence[Message], reply: Reply, problem: Unreadable) -> tuple[Message, ...]:
    correction = Message.user(_CORRECTION.format(detail=problem.detail))
    said = reply.text[:MAX_SHOWN_AGAIN].strip()
    return (*messages, Message.assistant(said), correction) if said else (*messages, correction)
