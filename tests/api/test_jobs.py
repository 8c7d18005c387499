"""Jobs over REST: list, look, cancel, retry; and work that is asked for without waiting."""

import httpx
import pytest
from tests.api.conftest import bearer

from morrow.memory import Memory
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant

BASE = "/api/v1"
SUMMARIZE = f"{BASE}/memory/default/summarize/c"
ASYNC = {"Prefer": "respond-async"}
TURN = {"message": "Remember: the shed key is under the mat.", "conversationId": "c"}


async def _say(client: httpx.AsyncClient) -> None:
    assert (await client.post(f"{BASE}/chat/turns", json=TURN)).status_code == 201


async def test_a_conversation_is_extracted_now_and_the_answer_is_true(client: httpx.AsyncClient) -> None:
    await _say(client)

    first, second = (await client.post(SUMMARIZE)).json(), (await client.post(SUMMARIZE)).json()

    assert (first["outcome"], first["written"] > 0, first["messages"]) == ("updated", True, 1)
    assert (second["outcome"], second["reason"], second["job"]) == ("skipped", "nothing_unread", None)
    assert (await client.post(f"{BASE}/memory/default/summarize/nothing")).status_code == 404


async def test_another_users_conversation_is_not_found(client: httpx.AsyncClient, memory: Memory) -> None:
    await _say(client)
    bo = bearer((await memory.tokens.create(Grant("bo", Role.MEMBER))).secret)

    assert (await client.post(SUMMARIZE, headers=bo)).status_code == 404


async def test_who_does_not_wait_gets_a_job_and_where_it_is(client: httpx.AsyncClient, memory: Memory) -> None:
    await _say(client)

    answer = await client.post(SUMMARIZE, headers=ASYNC)
    assert (answer.status_code, answer.json()["status"]) == (202, "pending")
    assert answer.headers["preference-applied"] == "respond-async"
    await memory.tick()

    found = (await client.get(answer.headers["location"])).json()
    assert (found["id"], found["status"], found["done"], found["total"]) == (
        answer.json()["id"], "completed", 1, 1,
    )  # fmt: skip


async def test_dreams_can_be_asked_for_without_waiting(client: httpx.AsyncClient, memory: Memory) -> None:
    await _say(client)

    answer = await client.post(f"{BASE}/memory/default/emergence", headers=ASYNC)
    assert answer.status_code == 202
    assert [job["scope"] for job in answer.json()["jobs"]] == ["TEAM", "PERSONAL"]
    await memory.tick()

    for job in answer.json()["jobs"]:
        assert (await client.get(f"{BASE}/jobs/{job['id']}")).json()["status"] in {"completed", "skipped"}


async def test_jobs_are_canceled_retried_and_listed_with_what_waits(client: httpx.AsyncClient, memory: Memory) -> None:
    await _say(client)
    await client.post(f"{BASE}/chat/turns", json={"message": "Hm.", "conversationId": "short"})
    job = (await client.post(SUMMARIZE, headers=ASYNC)).json()["id"]

    canceled = (await client.post(f"{BASE}/jobs/{job}/cancel")).json()
    assert (canceled["status"], canceled["canRetry"], canceled["canCancel"]) == ("canceled", True, False)
    assert (await client.post(f"{BASE}/jobs/{job}/cancel")).status_code == 422
    assert (await client.post(f"{BASE}/jobs/{job}/retry")).json()["status"] == "pending"
    await memory.tick()

    listed = (await client.get(f"{BASE}/jobs", params={"status": "completed"})).json()
    assert [one["id"] for one in listed["jobs"]] == [job]
    assert [(one["name"], one["reason"]) for one in listed["waiting"]] == [("short", "too_few_messages")]


async def test_a_list_comes_in_pages(client: httpx.AsyncClient) -> None:
    await _say(client)
    asked = {(await client.post(SUMMARIZE, headers=ASYNC)).json()["id"] for _ in range(3)}

    first = (await client.get(f"{BASE}/jobs", params={"limit": 2})).json()
    second = (await client.get(f"{BASE}/jobs", params={"limit": 2, "cursor": first["nextCursor"]})).json()

    assert {one["id"] for one in first["jobs"] + second["jobs"]} == asked
    assert second["nextCursor"] is None
    assert (await client.get(f"{BASE}/jobs", params={"cursor": "nothing"})).status_code == 404


@pytest.mark.parametrize(("role", "status"), [(Role.MEMBER, 403), (Role.ADMIN, 200)])
async def test_everybodys_jobs_are_an_admins(
    client: httpx.AsyncClient, memory: Memory, role: Role, status: int
) -> None:
    await _say(client)
    job = (await client.post(SUMMARIZE, headers=ASYNC)).json()["id"]
    bo = bearer((await memory.tokens.create(Grant("bo", role))).secret)

    assert (await client.get(f"{BASE}/jobs/{job}", headers=bo)).status_code == 404
    answer = await client.get(f"{BASE}/jobs", params={"all": True}, headers=bo)
    assert answer.status_code == status
    if status == 200:
        assert [one["id"] for one in answer.json()["jobs"]] == [job]


async def test_a_viewer_sees_jobs_and_stops_none(client: httpx.AsyncClient, memory: Memory) -> None:
    await _say(client)
    job = (await client.post(SUMMARIZE, headers=ASYNC)).json()["id"]
    viewer = bearer((await memory.tokens.create(Grant("local", Role.VIEWER))).secret)

    assert (await client.get(f"{BASE}/jobs/{job}", headers=viewer)).status_code == 200
    assert (await client.post(f"{BASE}/jobs/{job}/cancel", headers=viewer)).status_code == 403


async def test_the_schedule_is_seen_by_all_and_set_by_admins(client: httpx.AsyncClient, memory: Memory) -> None:
    await memory.agent().row()
    path, wanted = f"{BASE}/memory/default/schedule", {"cron": "0 30 2 * * ?", "zone": "Europe/Lisbon", "enabled": True}
    member = bearer((await memory.tokens.create(Grant("bo", Role.MEMBER))).secret)

    assert (await client.put(path, json=wanted, headers=member)).status_code == 403
    assert (await client.put(path, json={"cron": "never"})).status_code == 422
    [stands] = (await client.put(path, json=wanted)).json()["schedules"]

    assert (stands["kind"], stands["cron"], stands["zone"], stands["own"]) == (
        "dream", "0 30 2 * * ?", "Europe/Lisbon", ["cron", "zone", "enabled"],
    )  # fmt: skip
    assert stands["nextRun"] == stands["nextRuns"][0] == "2026-03-03T02:30:00+00:00"
    assert (await client.get(path, headers=member)).json()["schedules"] == [stands]
