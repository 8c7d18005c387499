"""What calls to models took, and whether a budget has room for one more: rows and arithmetic, no table.

The order of use: `reserve` before the call, the `Reservation` kept while it runs, `settle` when it has ended.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol, runtime_checkable

from morrow.models.chat import ChatModel, Reply, Request
from morrow.models.errors import BudgetExceeded
from morrow.models.wire import rough_tokens

TOKENS_PER_MESSAGE = 4
TOKENS_PER_TOOL = 12
DEFAULT_ANSWER_TOKENS = 4096


@dataclass(frozen=True, slots=True)
class Payer:
    """For whom a call is made: an agent's id and an owner key (empty for shared memory), and the job that asked."""

    agent: str
    owner: str
    job: str


@runtime_checkable
class Payable(Protocol):
    """A model whose calls somebody pays for."""

    def paid_by(self, payer: Payer) -> ChatModel:
        """Return the same model, its calls paid by `payer`."""
        ...


def paid_by(model: ChatModel, payer: Payer) -> ChatModel:
    """Return `model` with its calls booked for `payer`; a model that nobody meters stays as it is."""
    return model.paid_by(payer) if isinstance(model, Payable) else model


@dataclass(frozen=True, slots=True)
class UsageRow:
    """What one call took; never what was said. `cost` is in `currency`, as the configured prices have it."""

    payer: Payer
    at: datetime
    day: date
    provider: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    is_estimated: bool
    cost: float | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Prices:
    """What a model's tokens cost, per million."""

    prompt: float
    completion: float
    currency: str = "USD"

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Return what so many tokens cost."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """How many tokens may be used in a day; 0 is no limit."""

    per_agent: int = 0
    per_owner: int = 0


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens of one day so far, for an agent and for an owner: settled ones and those reserved by running calls."""

    by_agent: int = 0
    by_owner: int = 0


@dataclass(frozen=True, slots=True)
class Reservation:
    """Tokens set aside for a call that has not ended; it is replaced by a row, or given back if the call failed."""

    payer: Payer
    day: date
    tokens: int


def likely_tokens(request: Request) -> int:
    """Return the most a call will likely take: all it sends and the longest answer it asks for."""
    text = "".join(
        message.text + "".join(call.arguments for call in message.tool_calls) for message in request.messages
    )
    overhead = TOKENS_PER_MESSAGE * len(request.messages) + TOKENS_PER_TOOL * len(request.tools)
    described = "".join(f"{tool.name}{tool.description}{tool.parameters}" for tool in request.tools)
    return rough_tokens(text) + rough_tokens(described) + overhead + (request.max_tokens or DEFAULT_ANSWER_TOKENS)


def reserve(request: Request, *, payer: Payer, day: date, budget: Budget, spent: Spent) -> Reservation:
    """Return what to set aside for a call. Raises BudgetExceeded, naming the limit, if a budget has no room for it."""
    tokens = likely_tokens(request)
    for limit, used, whose in (
        (budget.per_agent, spent.by_agent, f"agent {payer.agent}"),
        (budget.per_owner, spent.by_owner, f"owner {payer.owner or 'shared'}"),
    ):
        if limit and used + tokens > limit:
            raise BudgetExceeded(
                f"the call may take {tokens} tokens; {whose} has used {used} of {limit} on {day.isoformat()}"
            )
    return Reservation(payer, day, tokens)


def settle(reservation: Reservation, reply: Reply, *, at: datetime, prices: Prices | None = None) -> UsageRow:
    """Return the row that takes the reservation's place: what the call really took."""
    usage = reply.usage
    cost = None
    if prices is not None:
        cost = prices.of(usage.prompt_tokens, usage.completion_tokens)
    return UsageRow(
        reservation.payer,
        at,
        reservation.day,
        reply.provider,
        reply.model,
        usage.prompt_tokens,
        usage.completion_tokens,
        usage.is_estimated,
        cost,
        prices.currency if prices is not None else "",
    )
