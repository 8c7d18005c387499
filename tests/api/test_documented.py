"""What the pages say of the routes is what there is."""

import re
from pathlib import Path

import httpx

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
_ROW = re.compile(r"^\| (GET|POST|PUT|DELETE|PATCH) \| `([^`]+)` \| (.+) \|$", re.MULTILINE)


async def test_every_route_is_documented_and_every_documented_route_is_there(client: httpx.AsyncClient) -> None:
    paths = client._transport.app.openapi()["paths"]  # type: ignore[attr-defined]

    there = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert {(method, path) for method, path, _ in _ROW.findall(PAGE.read_text())} == there
