"""A `ChatModel` over a vendor's SDK: deadline, retries and size are the same for all; only the dialect differs."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Protocol

from morrow.models.chat import AnswerSchema, Delta, Message, Reply, Request, ToolSpec
from morrow.models.errors import AnswerBroken, AnswerTooLarge
from morrow.models.reading import MAX_ANSWER_BYTES
from morrow.models.retry import Retrying, within
from morrow.text.hidden import strip_hidden


class Dialect(Protocol):
    """How one vendor's protocol is spoken: one attempt, no retry. Raises only the errors of `morrow.models.errors`."""

    async def send(self, request: Request) -> Reply:
        """Return the whole answer."""
        ...

    def pieces(self, request: Request) -> AsyncIterator[Delta]:
        """Yield the answer piece by piece, and the whole reply with the last piece."""
        ...

    async def aclose(self) -> None:
        """Close the connections."""
        ...


class VendorChat:
    """A model behind a vendor's SDK, or behind any server that speaks a vendor's protocol."""

    def __init__(
        self,
        dialect: Dialect,
        *,
        provider: str,
        model: str,
        max_input_tokens: int | None,
        timeout_seconds: float,
        retrying: Retrying,
    ) -> None:
        self.provider = provider
        self.model = model
        self.max_input_tokens = max_input_tokens
        self._dialect = dialect
        self._timeout_seconds = timeout_seconds
        self._retrying = retrying

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSpec] = (),
        schema: AnswerSchema | None = None,
        max_tokens: int | None = None,
        deadline_seconds: float | None = None,
    ) -> Reply:
        """Return the whole answer; without `deadline_seconds` the configured timeout bounds the call."""
        request = Request(_seen(messages), tuple(tools), schema, max_tokens, deadline_seconds)
        reply = await self._retrying.run(lambda: self._dialect.send(request), ends_at=self._ends_at(request))
        if _is_too_large(reply.text):
            raise AnswerTooLarge(f"{self.model} answered with more than {MAX_ANSWER_BYTES} bytes")
        return reply

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSpec] = (),
        schema: AnswerSchema | None = None,
        max_tokens: int | None = None,
        deadline_seconds: float | None = None,
    ) -> AsyncIterator[Delta]:
        """Yield the answer as it comes. It is asked again only as long as nothing of it was yielded."""
        request = Request(_seen(messages), tuple(tools), schema, max_tokens, deadline_seconds)
        ends_at = self._ends_at(request)
        pieces, first = await self._retrying.run(lambda: self._begun(request), ends_at=ends_at)
        delta: Delta | None = first
        size = 0
        try:
            while delta is not None:
                size += len(delta.text)
                if size > MAX_ANSWER_BYTES:
                    raise AnswerTooLarge(f"{self.model} streamed more than {MAX_ANSWER_BYTES} characters")
                yield delta
                delta = await within(ends_at, _next(pieces))
        finally:
            await _close(pieces)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._dialect.aclose()

    def _ends_at(self, request: Request) -> float:
        seconds = self._timeout_seconds if request.deadline_seconds is None else request.deadline_seconds
        return asyncio.get_running_loop().time() + seconds

    async def _begun(self, request: Request) -> tuple[AsyncIterator[Delta], Delta]:
        pieces = self._dialect.pieces(request)
        try:
            first = await _next(pieces)
        except BaseException:
            await _close(pieces)
            raise
        if first is None:
            raise AnswerBroken(f"{self.model} ended its answer before it began")
        return pieces, first


def _seen(messages: Sequence[Message]) -> tuple[Message, ...]:
    # What a person cannot see, a model shall not read: hidden characters carry instructions past every review.
    return tuple(replace(message, text=strip_hidden(message.text)) for message in messages)


def _is_too_large(text: str) -> bool:
    return len(text) > MAX_ANSWER_BYTES or len(text.encode("utf-8", "replace")) > MAX_ANSWER_BYTES


async def _next(pieces: AsyncIterator[Delta]) -> Delta | None:
    async for delta in pieces:
        return delta
    return None


async def _close(pieces: AsyncIterator[Delta]) -> None:
    close = getattr(pieces, "aclose", None)
    if close is not None:
        await close()
