"""A `ChatModel` whose calls are booked: reserved before, settled after, given back when they failed."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

import structlog

from morrow.clock import Clock, find_zone, in_utc, local_day
from morrow.errors import StoreError
from morrow.models.chat import AnswerSchema, ChatModel, Delta, Message, Reply, Request, ToolSpec, Usage
from morrow.models.config import Models
from morrow.models.errors import BudgetExceeded
from morrow.models.usage import Budget, Payer, Prices, Reservation, likely_tokens, settle
from morrow.models.wire import rough_tokens
from morrow.owners import Owner
from morrow.roster.roster import find_agent, find_owner, zone_of
from morrow.settings.tree import ModelSettings, ModelsSettings
from morrow.store import Store
from morrow.usage.ledger import book, give_back, set_aside

log = structlog.get_logger(__name__)
NOBODY = Payer(agent="", owner="", job="unnamed")


@dataclass(frozen=True, slots=True)
class Meter:
    """Where calls are booked, at which prices and within which budgets; `zone` is the server's."""

    store: Store
    settings: ModelsSettings
    clock: Clock
    zone: str

    @property
    def budget(self) -> Budget:
        """Return how many tokens a day may take."""
        return Budget(self.settings.daily_tokens_per_agent, self.settings.daily_tokens_per_owner)

    async def open(self, request: Request, payer: Payer) -> "Opened":
        """Reserve what a call may take. Raises BudgetExceeded; without a budget nothing is written yet."""
        now = self.clock()
        zone = await self._zone(payer)
        day = local_day(now, zone)
        if self.budget == Budget() or not payer.agent:
            return Opened("", Reservation(payer, day, likely_tokens(request)))
        try:
            async with self.store.write() as connection:
                made, reservation = await set_aside(
                    connection, request, payer=payer, day=day, budget=self.budget, now=now
                )  # fmt: skip
        except BudgetExceeded as error:
            tomorrow = datetime.combine(day + timedelta(days=1), time(), tzinfo=find_zone(zone))
            raise BudgetExceeded(str(error), until=in_utc(tomorrow)) from error
        return Opened(made, reservation)

    async def close(self, opened: "Opened", reply: Reply | None) -> None:
        """Book what the call took, or give back what was reserved for it if there is no reply."""
        if reply is None and not opened.id:
            return
        async with self.store.write() as connection:
            if opened.id:
                await give_back(connection, opened.id)
            if reply is not None:
                prices = prices_of(self.settings, reply.provider, reply.model)
                await book(connection, settle(opened.reservation, reply, at=self.clock(), prices=prices))

    async def _zone(self, payer: Payer) -> str:
        """Return the zone that names the payer's days: the owner's if set, else the agent's, else the server's."""
        if not payer.agent:
            return self.zone
        async with self.store.read_all() as connection:
            agent = await find_agent(connection, payer.agent)
            owner = await find_owner(connection, Owner(payer.owner)) if payer.owner else None
        return self.zone if agent is None else zone_of(agent, owner, self.zone)

    async def close_quietly(self, opened: "Opened", reply: Reply | None) -> None:
        """Do what `close` does; an answer that is here is not lost because it could not be booked."""
        try:
            await self.close(opened, reply)
        except StoreError:
            log.exception("a call to a model was not booked", job=opened.reservation.payer.job)


@dataclass(frozen=True, slots=True)
class Opened:
    """A call that may be made; `id` is empty where no budget holds and nothing was reserved."""

    id: str
    reservation: Reservation


@dataclass(frozen=True, slots=True)
class MeteredModel:
    """A model whose calls `payer` pays for."""

    inner: ChatModel
    meter: Meter
    payer: Payer = NOBODY

    @property
    def provider(self) -> str:
        """Return the vendor or server, as reports name it."""
        return self.inner.provider

    @property
    def model(self) -> str:
        """Return the model's name, as reports name it."""
        return self.inner.model

    @property
    def max_input_tokens(self) -> int | None:
        """Return how many tokens the model reads, or None if nobody said."""
        return self.inner.max_input_tokens

    def paid_by(self, payer: Payer) -> ChatModel:
        """Return the same model, its calls paid by `payer`."""
        return replace(self, payer=payer)

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSpec] = (),
        schema: AnswerSchema | None = None,
        max_tokens: int | None = None,
        deadline_seconds: float | None = None,
    ) -> Reply:
        """Return the whole answer, booked. Raises BudgetExceeded before anything is sent."""
        request = Request(tuple(messages), tuple(tools), schema, max_tokens, deadline_seconds)
        opened = await self.meter.open(request, self.payer)
        reply: Reply | None = None
        try:
            reply = await self.inner.complete(
                messages, tools=tools, schema=schema, max_tokens=max_tokens, deadline_seconds=deadline_seconds
            )
            return reply
        finally:
            await self.meter.close_quietly(opened, None if reply is None else self._named(reply))

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSpec] = (),
        schema: AnswerSchema | None = None,
        max_tokens: int | None = None,
        deadline_seconds: float | None = None,
    ) -> AsyncIterator[Delta]:
        """Yield the answer as it comes; one that is broken off is booked by an estimate of what came."""
        request = Request(tuple(messages), tuple(tools), schema, max_tokens, deadline_seconds)
        opened = await self.meter.open(request, self.payer)
        came: list[str] = []
        reply: Reply | None = None
        pieces = self.inner.stream(
            messages, tools=tools, schema=schema, max_tokens=max_tokens, deadline_seconds=deadline_seconds
        )
        try:
            async for delta in pieces:
                came.append(delta.text)
                reply = delta.reply or reply
                yield delta
        finally:
            close = getattr(pieces, "aclose", None)
            if close is not None:
                await close()
            took = reply or (_broken_off(request, "".join(came)) if came else None)
            await self.meter.close_quietly(opened, None if took is None else self._named(took))

    async def aclose(self) -> None:
        """Close the connections."""
        await self.inner.aclose()

    def _named(self, reply: Reply) -> Reply:
        """Return the reply under the configured names: a server may answer under another one, or under none."""
        return replace(reply, provider=self.provider, model=self.model)


def metered(models: Models, meter: Meter) -> Models:
    """Return the models, each call of which is booked."""
    return Models(*(None if one is None else MeteredModel(one, meter) for one in _all(models)))


def prices_of(settings: ModelsSettings, provider: str, model: str) -> Prices | None:
    """Return what the configured model of that name costs, if a price is set."""
    for known in (settings.chat, settings.extraction, settings.dream):
        if (known.provider, known.model) == (provider, model) and _has_price(known):
            return Prices(known.price_prompt, known.price_completion, known.price_currency)
    return None


def _has_price(known: ModelSettings) -> bool:
    return bool(known.price_prompt or known.price_completion)


def _all(models: Models) -> tuple[ChatModel | None, ...]:
    return (models.chat, models.extraction, models.dream)


def _broken_off(request: Request, text: str) -> Reply:
    """Return what came of an answer that never ended, with the tokens it likely took."""
    asked = likely_tokens(replace(request, max_tokens=1)) - 1
    return Reply(text, truncated=True, usage=Usage(asked, rough_tokens(text), is_estimated=True))
