"""Runs a command's work over an open memory, with logs on stderr and in lines: never a traceback unasked."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from morrow.cli.told import Told
from morrow.memory import Memory

Result = int | None


def with_memory(told: Told, work: Callable[[Memory], Awaitable[Result]]) -> Result:
    """Open the memory that the command is told of, do `work`, close it, and return the exit code."""
    configure_logs(is_verbose=told.is_verbose)
    return asyncio.run(_with_memory(told, work))


def configure_logs(*, is_verbose: bool) -> None:
    """Send what is logged to stderr, a line each; tracebacks only if asked for."""
    import structlog  # noqa: PLC0415 - not for commands that open nothing

    shown: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.format_exc_info if is_verbose else _briefly,
    ]
    structlog.configure(
        processors=[*shown, structlog.dev.ConsoleRenderer(colors=False)],
        wrapper_class=structlog.make_filtering_bound_logger("INFO" if is_verbose else "WARNING"),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _briefly(_logger: object, _method: str, event: Any) -> Any:
    """Replace a traceback by the error's own words."""
    if event.pop("exc_info", None):
        error = sys.exc_info()[1]
        event["error"] = f"{type(error).__name__}: {error}"
    return event


async def _with_memory(told: Told, work: Callable[[Memory], Awaitable[Result]]) -> Result:
    async with Memory.open(told.home, clock=told.clock) as memory:
        return await work(memory)
