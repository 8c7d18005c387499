"""Sends the example of a route as somebody, and says what came back, every byte of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
from tests.api.matrix.examples import EXAMPLES
from tests.api.matrix.world import HERE, World

_BLANK = re.compile(r"{(\w+)}")
Route = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Ask:
    """Who asks (headers), whom the request names, with which blanks filled how, about shared memory or not."""

    headers: Mapping[str, str]
    named: Mapping[str, str]
    blanks: Mapping[str, str]
    shared: bool = False


async def send(world: World, route: Route, operation: Mapping[str, Any], ask: Ask) -> httpx.Response:
    """Send the example of `route` and return the answer."""
    example = EXAMPLES[route]
    blanks = {"agentId": HERE, "path": "MEMORY.md", "workspace": "default", "version": '"1"', **ask.blanks}
    method, path = route
    query = {key: filled(value, blanks) for key, value in example.query.items()}
    body = filled(example.body, blanks)
    if takes_query(operation, "endUserId"):
        query |= ask.named
    elif isinstance(body, dict) and takes_body(world, operation, "endUserId"):
        body |= ask.named
    if ask.shared:
        query["scope"] = "shared"
    return await world.client.request(
        method,
        filled(path, blanks),
        params=query,
        json=body if example.body is not None else None,
        headers={**filled(example.headers, blanks), **ask.headers},
    )


def filled(value: Any, blanks: Mapping[str, str]) -> Any:
    """Return `value` with its blanks filled, in every text of it."""
    if isinstance(value, str):
        return _BLANK.sub(lambda found: blanks.get(found[1], "nothing"), value)
    if isinstance(value, Mapping):
        return {key: filled(inner, blanks) for key, inner in value.items()}
    return [filled(inner, blanks) for inner in value] if isinstance(value, list) else value


def takes_query(operation: Mapping[str, Any], name: str) -> bool:
    """Whether the operation has a query parameter of that name."""
    return any(one["in"] == "query" and one["name"] == name for one in operation.get("parameters", []))


def takes_body(world: World, operation: Mapping[str, Any], name: str) -> bool:
    """Whether the operation's body has a field of that name."""
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return name in str(_resolved(world, schema).get("properties", {}))


def names_an_owner(world: World, operation: Mapping[str, Any]) -> bool:
    """Whether the operation works on the memory of somebody whom the request can name."""
    return takes_query(operation, "endUserId") or takes_body(world, operation, "endUserId")


def reaches_an_agent(world: World, route: Route, operation: Mapping[str, Any]) -> bool:
    """Whether the operation names an agent."""
    return "{agentId}" in route[1] or takes_body(world, operation, "agentId")


def all_bytes(answer: httpx.Response) -> str:
    """Return the status, the headers and the body of an answer as one text."""
    return f"{answer.status_code} {answer.headers!r} {answer.text}"


def _resolved(world: World, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" not in schema:
        return schema
    app = world.client._transport.app  # type: ignore[attr-defined]
    found: Mapping[str, Any] = app.openapi()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return found
