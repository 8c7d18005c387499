import itertools
import re
from collections import defaultdict
from typing import Any

import httpx
import pytest

from morrow.api.cards import language_of
from morrow.memory import Memory
from morrow.testing import Clock

TURNS, FILES = "/api/v1/chat/turns", "/api/v1/agents/default/workspace/files"
MEMORY = "/api/v1/memory/default"


async def _say(client: httpx.AsyncClient, message: str, **more: Any) -> dict[str, Any]:
    answer = await client.post(TURNS, json={"message": message, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def _paths(client: httpx.AsyncClient) -> dict[str, Any]:
    app = client._transport.app  # type: ignore[attr-defined]
    return dict(app.openapi()["paths"])


async def test_what_was_said_is_found_by_a_search(client: httpx.AsyncClient) -> None:
    turn = await _say(client, "I moved to Lisbon in May.", reply="How do you like it?")

    answer = await client.get(f"{MEMORY}/search", params={"q": "Lisbon"})

    hit = answer.json()["hits"][0]
    assert hit["message"] == turn["messages"][0]
    assert hit["owner"] == "user:local"
    assert set(hit) >= {"id", "score", "text", "kind", "document", "line", "conversation", "snippet", "date", "scope"}


async def test_a_long_question_may_be_posted(client: httpx.AsyncClient) -> None:
    await _say(client, "I moved to Lisbon in May.")

    answer = await client.post(f"{MEMORY}/search", json={"query": "Lisbon " * 2000, "limit": 3})

    assert answer.json()["hits"]


async def test_two_end_users_are_two_owners_down_to_the_last_digit(client: httpx.AsyncClient) -> None:
    body = '{"message": "My code word is Zanzibar.", "endUserId": 2041098765432109057}'
    await client.post(TURNS, content=body, headers={"Content-Type": "application/json"})
    await _say(client, "nothing of note here", endUserId="2041098765432109058")

    mine = await client.get(f"{MEMORY}/search", params={"q": "Zanzibar", "endUserId": "2041098765432109057"})
    others = await client.get(f"{MEMORY}/search", params={"q": "Zanzibar", "endUserId": "2041098765432109058"})
    nobodys = await client.get(f"{MEMORY}/search", params={"q": "Zanzibar"})

    assert mine.json()["hits"][0]["owner"] == "api:2041098765432109057"
    assert "Zanzibar" not in others.text
    assert "Zanzibar" not in nobodys.text


async def test_what_is_said_in_a_group_is_found_in_that_group_only(client: httpx.AsyncClient, feishu: str) -> None:
    lin = {"channel": "feishu", "senderId": "ou_lin"}
    root = client.headers["Authorization"]
    client.headers["Authorization"] = f"Bearer {feishu}"
    await _say(client, "The canary flies at noon.", **lin, chatId="oc_1", speaker="Lin")

    async def finds(**who: str) -> bool:
        return "noon" in (await client.get(f"{MEMORY}/search", params={"q": "canary", **who})).text

    assert await finds(channel="feishu", senderId="ou_bo", chatId="oc_1")
    assert not await finds(channel="feishu", senderId="ou_bo", chatId="oc_2")
    assert not await finds(channel="slack", senderId="ou_bo", chatId="oc_1")
    assert not await finds()
    client.headers["Authorization"] = root
    assert not await finds()
    assert not await finds(channel="feishu", senderId="ou_bo", chatId="oc_1")


async def test_no_route_shows_one_owner_what_another_said(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    for _ in range(3):
        turn = await _say(client, "Remember that my canary is called Xylophon42.", endUserId="mine")
        await memory.idle()
        clock.advance(days=1)
    await client.post(f"{MEMORY}/emergence", params={"endUserId": "mine"})
    reports = (await client.get(f"{MEMORY}/dream/reports", params={"endUserId": "mine"})).json()["reports"]
    blanks = {"agentId": "default", "conversationId": turn["conversationId"], "reportId": reports[0]["id"]}
    asked = await client.post("/api/v1/chat", json={"message": "My canary?", "endUserId": "mine"})
    blanks["turnId"] = asked.json()["turnId"]
    words = {"q": "canary Xylophon42", "message": "What is my canary called?"}
    words |= {"target": turn["messages"][0], "from": "0"}

    shown = set()
    for path in (path for path, methods in _paths(client).items() if "get" in methods and not path.endswith("events")):
        address = path.format_map(defaultdict(lambda: "nothing", blanks, path="MEMORY.md"))
        own = await client.get(address, params={**words, "endUserId": "mine"})
        foreign = await client.get(address, params={**words, "endUserId": "other"})
        shown |= {path} if "Xylophon42" in own.text else set()
        assert "Xylophon42" not in foreign.text, path
        assert foreign.status_code in (200, 404, 422), path

    assert len(shown) >= 8


async def test_a_document_is_made_read_changed_and_guarded(client: httpx.AsyncClient) -> None:
    made = await client.put(f"{FILES}/plan.md", json={"content": "# Plan\n\n- one\n"})
    assert (made.status_code, made.headers["etag"], made.json()["enabled"]) == (201, '"1"', False)

    unsaid = await client.put(f"{FILES}/plan.md", json={"content": "x\n"})
    assert unsaid.status_code == 428

    changed = await client.put(
        f"{FILES}/plan.md", json={"content": "# Plan\n\n- one\n- two\n"}, headers={"If-Match": made.headers["etag"]}
    )
    assert (changed.status_code, changed.headers["etag"]) == (200, '"2"')

    late = await client.put(
        f"{FILES}/plan.md", json={"content": "# Plan\n\n- zero\n- one\n"}, headers={"If-Match": '"1"'}
    )
    told = late.json()
    assert late.status_code == 412
    assert told["version"] == 2
    assert (told["base"], told["theirs"]) == ("# Plan\n\n- one\n", "# Plan\n\n- one\n- two\n")
    assert told["merged"] == "# Plan\n\n- zero\n- one\n- two\n"
    assert (await client.get(f"{FILES}/plan.md")).json()["text"] == "# Plan\n\n- one\n- two\n"


@pytest.mark.parametrize("never_was", ['"0"', '"99"'])
async def test_a_version_that_never_was_is_a_conflict(client: httpx.AsyncClient, never_was: str) -> None:
    await client.put(f"{FILES}/plan.md", json={"content": "- one\n"})

    answer = await client.put(f"{FILES}/plan.md", json={"content": "- two\n"}, headers={"If-Match": never_was})

    assert answer.status_code == 412
    assert (answer.json()["theirs"], answer.json()["yours"]) == ("- one\n", "- two\n")


async def test_of_two_documents_with_one_name_the_callers_comes_first(client: httpx.AsyncClient) -> None:
    await _say(client, "hello there, good morning")
    shared = await client.get(f"{FILES}/MEMORY.md")
    assert shared.json()["scope"] == "TEAM"
    assert (await client.get(f"{FILES}/MEMORY.md", params={"scope": "personal"})).status_code == 404

    await client.put(f"{FILES}/MEMORY.md", json={"content": "# mine\n"})

    assert (await client.get(f"{FILES}/MEMORY.md")).json()["text"] == "# mine\n"
    assert (await client.get(f"{FILES}/MEMORY.md", params={"scope": "shared"})).json() == shared.json()
    listed = (await client.get(FILES)).json()
    assert [f["name"] for f in listed["files"]].count("MEMORY.md") == 2
    assert listed["count"] == len(listed["files"])


async def test_a_dream_on_demand_answers_with_reports_status_and_card(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    for said in ("I train for the Lisbon marathon.", "I'm training for the Lisbon marathon in October."):
        await _say(client, said)
        await memory.idle()
        clock.advance(days=1)

    dreamt = (await client.post(f"{MEMORY}/emergence")).json()["reports"]
    status = (await client.get(f"{MEMORY}/dreaming/status")).json()
    listed = (await client.get(f"{MEMORY}/dream/reports")).json()["reports"]
    card = (await client.get(f"{MEMORY}/dream/morning-card", headers={"Accept-Language": "zh-CN"})).json()["card"]

    assert [report["scope"] for report in dreamt] == ["TEAM", "PERSONAL"]
    assert dreamt[1]["items"][0]["outcome"] == "turned_away"
    assert status["lastReport"] == dreamt[1]
    assert [report["id"] for report in listed] == [dreamt[1]["id"]]
    assert (await client.get(f"{MEMORY}/dream/reports/{dreamt[1]['id']}")).json() == dreamt[1]
    assert "早安" in card["headline"]


async def test_a_trial_writes_nothing(client: httpx.AsyncClient, memory: Memory) -> None:
    await _say(client, "I adopted a cat called Momo.")
    await memory.idle()

    tried = await client.post(f"{MEMORY}/dreaming/simulate", json={"topic": "cat"})

    assert tried.json()["reports"][1]["items"]
    assert (await client.get(f"{MEMORY}/dream/reports")).json()["reports"] == []


async def test_nobody_is_made_by_asking_about_them(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/v1/memory/nobody/search", params={"q": "x"})).status_code == 404
    assert (await client.get("/api/v1/agents/nobody/workspace/files")).status_code == 404


async def test_an_agents_id_is_as_good_as_its_name(client: httpx.AsyncClient, memory: Memory) -> None:
    await _say(client, "hello there, good morning")
    row = await memory.agent("default").row()

    await client.put(f"/api/v1/agents/{row.id}/workspace/files/plan.md", json={"content": "x\n"})
    await _say(client, "I moved to Lisbon in May.", agentId=row.id)

    assert (await client.get(f"{FILES}/plan.md")).json()["text"] == "x\n"
    assert [agent.name for agent in await memory.agents()] == ["default"]


async def test_a_living_server_says_so(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz")).json() == {"status": "ok"}
    assert (await client.get("/readyz")).status_code == 200


BAD: list[tuple[str, str, bytes | str | None, int]] = [
    ("POST", TURNS, b"{", 400),
    ("POST", TURNS, b"", 422),
    ("POST", TURNS, b"\xff\xfe", 400),
    ("POST", TURNS, b'{"message": "x", "owner": "user:8"}', 422),
    ("POST", TURNS, b'{"message": 7}', 422),
    ("POST", TURNS, b'{"message": "x", "endUserId": true}', 422),
    ("POST", TURNS, b'{"message": "x", "endUserId": 1.5}', 422),
    ("POST", TURNS, b'{"message": "x", "endUserId": "' + b"x" * 201 + b'"}', 422),
    ("POST", TURNS, b'{"message": "x", "channel": "user", "senderId": "7"}', 422),
    ("POST", TURNS, b'{"message": "x", "channel": "feishu"}', 422),
    ("POST", TURNS, b'{"message": "x", "time": "yesterday"}', 422),
    ("POST", TURNS, b'{"message": "x", "time": "2026-04-09"}', 422),
    ("POST", TURNS, b'{"message": "x", "role": "system"}', 422),
    ("POST", TURNS, b'{"message": "x", "agentId": "a/b"}', 422),
    ("POST", TURNS, b'{"message": "x", "conversationId": "   "}', 422),
    ("POST", TURNS, b'{"message": ' + b"[" * 70 + b"]" * 70 + b"}", 400),
    ("POST", TURNS, b'{"message": ' + b"9" * 6000 + b"}", 400),
    ("POST", TURNS, b'{"message": "x", "endUserId": "\\u0000"}', 422),
    ("POST", TURNS, b'{"message": "x", "endUserId": "\\ud800"}', 422),
    ("POST", TURNS, b'{"message": "x", "time": "0001-01-01T00:00:00+14:00"}', 422),
    ("POST", TURNS, b"NaN", 422),
    ("POST", TURNS, b"[]", 422),
    ("POST", TURNS, b"null", 422),
    ("GET", f"{MEMORY}/search?q=x&limit=0", None, 422),
    ("GET", f"{MEMORY}/search?q=x&limit=9999", None, 422),
    ("GET", f"{MEMORY}/search", None, 422),
    ("GET", f"{FILES}/..%2f..%2fetc%2fpasswd", None, 422),
    ("GET", f"{FILES}/%ff.md", None, 400),
    ("GET", f"{FILES}/%00.md", None, 400),
    ("GET", f"{MEMORY}/search?q=%ed%a0%80", None, 400),
    ("GET", f"{MEMORY}/search?q=x&endUserId=%00", None, 400),
    ("POST", f"{MEMORY}/search", b'{"query": "' + b"x" * 100_001 + b'"}', 422),
    ("POST", f"{MEMORY}/emergence", b'{"dryRun": "yes"}', 422),
    ("GET", f"{FILES}/notes.txt", None, 422),
    ("GET", f"{FILES}/absent.md", None, 404),
    ("PUT", f"{FILES}/memory/2026-02-30.md", b'{"content": "x"}', 422),
    ("GET", f"{FILES}/MEMORY.md?scope=GLOBAL", None, 422),
    ("POST", f"{MEMORY}/dreaming/focused", b'{"topic": "  "}', 422),
    ("GET", f"{MEMORY}/dream/reports/nothing", None, 404),
    ("GET", "/api/v1/nothing", None, 404),
    ("DELETE", TURNS, None, 405),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), BAD)
async def test_bad_input_gets_a_problem_document_and_loses_nothing(
    client: httpx.AsyncClient, method: str, path: str, body: bytes | None, status: int
) -> None:
    await _say(client, "This stays whatever comes.")

    answer = await client.request(method, path, content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code == status, answer.text
    told = answer.json()
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert told["type"].startswith("urn:morrow:problem:")
    assert told["status"] == status
    assert told["detail"]
    found = await client.get(f"{MEMORY}/search", params={"q": "whatever comes", "limit": 1})
    assert found.json()["hits"][0]["text"] == "This stays whatever comes."


async def test_odd_characters_are_stored_as_what_can_be_stored(client: httpx.AsyncClient) -> None:
    body = '{"message": "\\u597d\\ud83d\\u0000\\u5427 kept", "endUserId": "odd"}'
    answer = await client.post(TURNS, content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code == 201
    hits = (await client.get(f"{MEMORY}/search", params={"q": "kept", "endUserId": "odd"})).json()["hits"]
    assert hits[0]["text"] == "好\ufffd吧 kept"


async def test_no_route_breaks_at_odd_names_and_bodies(client: httpx.AsyncClient) -> None:
    await _say(client, "This stays whatever comes.")
    odd = b'{"content": "\\ud800\\u0000"}', b'{"text": "\\u0000"}', b'{"change": 1, "entry": "\\u0000"}'
    for path, methods in _paths(client).items():
        for method, name in itertools.product(methods, ("%2e%2e%2f", "%0a", "9" * 30, "MEMORY.md")):
            address = re.sub(r"{\w+}", name, path.replace("{agentId}", "default"))
            asked = {"target": name, "from": name, "q": name}
            for body in odd if method != "get" else [None]:
                answer = await client.request(method, address, content=body, params=asked)

                assert answer.status_code < 500, (method, path, name, body, answer.text)
                assert answer.is_success or answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("header", "language"),
    [(None, "en"), ("zh-CN", "zh"), ("fr, zh;q=0.8, en;q=0.5", "zh"), ("fr", "en"), ("EN-gb", "en"), ("", "en")],
)
def test_the_first_language_that_there_are_texts_in_is_spoken(header: str | None, language: str) -> None:
    assert language_of(header) == language
