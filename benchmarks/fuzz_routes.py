"""Sends every route of the OpenAPI document what it allows and what it does not, as a root, and counts broken answers.

`python -m benchmarks.fuzz_routes [--examples 50]` over a real server on the loopback address, with an empty memory.
"""

import argparse
import asyncio
import contextlib
import socket
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode

from benchmarks.figures import report
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant
from morrow.server import application
from morrow.settings import load_settings

QUIET = {
    "server.zone": "UTC",
    "server.language": "en",
    "server.requests-per-minute": 0,
    "mate.memory.mirror.enabled": False,
}
# What the document declares where a capability is missing; every other 5xx is a fault.
DECLARED = (501, 503)
# It would take the token that asks.
LEFT_OUT = {("delete", "/api/v1/workspaces/{workspace}")}


@dataclass(slots=True)
class Fuzzed:
    """What came back: requests by status, and each broken answer as a line."""

    routes: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, case: Case[Any], status: int, media: str, text: str) -> None:
        """Count an answer; it is broken if nobody foresaw it, or if a refusal is no problem document."""
        self.statuses[status] += 1
        is_bare = status >= 400 and media != "application/problem+json"
        if is_bare or (status >= 500 and status not in DECLARED):
            self.faults.append(f"{case.method} {case.path} {status} {text[:300]} {case.query} {case.body!r:.200}")


def fuzz(home: str, *, examples: int) -> Fuzzed:
    """Return what came back for `examples` allowed and as many forbidden requests to each route."""
    token = asyncio.run(_token(home))
    headers = {"Authorization": f"Bearer {token}"}
    found = Fuzzed()
    with _served(home) as url:
        schema = schemathesis.openapi.from_url(f"{url}/api/v1/openapi.json", headers=headers)
        for result in schema.get_all_operations():
            operation = result.ok()  # type: ignore[union-attr]
            if (operation.method.lower(), operation.path) in LEFT_OUT:
                continue
            found.routes += 1
            for mode in GenerationMode:
                _ask(operation, mode, url, headers, found, examples)
    return found


def _ask(
    operation: schemathesis.schemas.APIOperation,  # type: ignore[type-arg]
    mode: GenerationMode,
    url: str,
    headers: dict[str, str],
    found: Fuzzed,
    examples: int,
) -> None:
    known = {"agentId": "default"} if "{agentId}" in operation.path else None  # made-up agents are not there
    strategy = operation.as_strategy(generation_mode=mode, path_parameters=known)

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, suppress_health_check=[*HealthCheck]
    )
    @given(case=strategy)
    def ask(case: Case[Any]) -> None:
        answer = case.call(base_url=url, headers=headers, timeout=30)
        media = answer.headers.get("content-type", [""])[0].partition(";")[0]
        found.note(case, answer.status_code, media, answer.content.decode("utf-8", "replace"))

    with contextlib.suppress(Unsatisfiable):  # a route without parameters has nothing that could be forbidden
        ask()


async def _token(home: str) -> str:
    async with Memory.open(home, settings=load_settings(None, environ={}, overrides=QUIET)) as memory:
        await memory.agent().remember("My pass is called zircon.", owner=Owner.user("local"))
        return (await memory.tokens.create(Grant("local", Role.ROOT))).secret


@contextlib.contextmanager
def _served(home: str) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = application(home, settings=load_settings(None, environ={}, overrides=QUIET))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def main() -> None:
    """Print what came back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=50)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = fuzz(str(Path(folder, "home")), examples=wanted.examples)
    for fault in found.faults:
        print(fault)
    figures = {"routes": found.routes, "requests": found.statuses.total(), "faults": len(found.faults)}
    by_status = {str(status): count for status, count in sorted(found.statuses.items())}
    report("fuzz_routes", {"answers": figures, "statuses": by_status})


if __name__ == "__main__":
    main()
