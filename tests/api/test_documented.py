"""What the pages and the description say of the routes is what there is."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from morrow.api.problems import STATUSES

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
STREAMS = {
    "/api/v1/chat/stream",
    "/api/v1/chat/turns/{turnId}/events",
    "/api/v1/memory/{agentId}/dream/events",
}
_ROW = re.compile(r"^\| (GET|POST|PUT|DELETE|PATCH) \| `([^`]+)` \| (.+) \|$", re.MULTILINE)


@pytest.fixture
async def described(client: httpx.AsyncClient) -> dict[str, Any]:
    return dict((await client.get("/api/v1/openapi.json")).json())


def _operations(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


async def test_every_route_is_documented_and_every_documented_route_is_there(described: dict[str, Any]) -> None:
    there = {(method, path) for method, path, _ in _operations(described)}

    assert {(method, path) for method, path, _ in _ROW.findall(PAGE.read_text("utf-8"))} == there


async def test_every_operation_says_what_it_does_and_answers(described: dict[str, Any]) -> None:
    assert described["openapi"].startswith("3.1")
    for method, path, operation in _operations(described):
        assert operation["summary"], (method, path)
        assert operation["description"], (method, path)
        for status, answer in operation["responses"].items():
            if status == "204":
                assert "content" not in answer
                continue
            [media] = answer["content"]
            sound = "text/event-stream" if path in STREAMS else "application/json"
            assert media == (sound if status < "300" else "application/problem+json"), (method, path)
            assert answer["content"][media]["schema"], (method, path, status)


async def test_every_blank_in_a_path_is_declared_and_every_operation_has_a_name(described: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in _operations(described)]

    assert len(names) == len(set(names))
    for method, path, operation in _operations(described):
        declared = {one["name"] for one in operation.get("parameters", []) if one["in"] == "path"}
        assert declared == set(re.findall(r"{(\w+)}", path)), (method, path)


async def test_every_reference_leads_somewhere_and_every_schema_is_explained(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    wanted = set(re.findall(r"#/components/schemas/(\w+)", str(described)))

    assert wanted <= set(schemas)
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []
    ids = [
        key
        for schema in schemas.values()
        for key, value in schema.get("properties", {}).items()
        if key == "id" and value["type"] != "string"
    ]
    assert ids == []


async def test_tags_are_explained(described: dict[str, Any]) -> None:
    used = {tag for _, _, operation in _operations(described) for tag in operation["tags"]}

    assert used == {tag["name"] for tag in described["tags"]}


def test_every_kind_of_problem_is_documented() -> None:
    text = PAGE.read_text("utf-8")

    assert [kind for _, _, kind in STATUSES if f"`{kind}`" not in text] == []
