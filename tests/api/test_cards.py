"""The morning card and the list of reports, over HTTP."""

import httpx

from morrow.memory import Memory
from morrow.owners import Owner
from morrow.testing import Clock

MEMORY = "/api/v1/memory/default"


async def _dreamt(memory: Memory, clock: Clock) -> str:
    me = Owner.user("local")
    for text in ("I'm training for the Lisbon marathon.", "I train for the Lisbon marathon every morning.") * 2:
        await memory.agent().record(text, "I see.", owner=me, conversation="talk")
        await memory.idle()
        clock.advance(days=1)
    clock.advance(days=-1)
    return (await memory.agent().dream(owner=me)).id


async def test_an_entry_of_the_card_is_confirmed_edited_and_forgotten_by_its_id(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    await _dreamt(memory, clock)
    card = (await client.get(f"{MEMORY}/dream/morning-card")).json()["card"]
    entry, version = card["entries"][0]["id"], card["entries"][0]["version"]
    acts = f"{MEMORY}/dream/reports/{card['report']}/entries"

    confirmed = await client.post(f"{acts}/{entry}/confirm", headers={"If-Match": f'"{version}"'})
    edited = await client.post(f"{acts}/{entry}/edit", json={"text": "I train for the Oslo marathon."})
    stale = await client.post(f"{acts}/{entry}/edit", json={"text": "No more."}, headers={"If-Match": f'"{version}"'})
    forgotten = [await client.post(f"{acts}/{entry}/forget") for _ in range(2)]
    near = await client.post(f"{acts}/{entry[:-1]}/confirm")

    assert confirmed.json()["entry"]["state"] == "confirmed"
    assert edited.json()["entry"]["text"] == "I train for the Oslo marathon."
    assert (stale.status_code, stale.json()["theirs"]) == (412, "- I train for the Oslo marathon.")
    assert forgotten[0].json() == forgotten[1].json()
    assert forgotten[0].json()["receipt"]["removed"]["entries"] > 1
    assert near.status_code == 404


async def test_an_answer_given_before_something_was_forgotten_is_not_given_again(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    await _dreamt(memory, clock)
    question, key = {"query": "marathon"}, {"Idempotency-Key": "k1"}
    assert "Lisbon" in (await client.post(f"{MEMORY}/search", json=question, headers=key)).text
    card = (await client.get(f"{MEMORY}/dream/morning-card")).json()["card"]

    await client.post(f"{MEMORY}/dream/reports/{card['report']}/entries/{card['entries'][0]['id']}/forget")

    again = await client.post(f"{MEMORY}/search", json=question, headers=key)
    assert (again.status_code, "Lisbon" in again.text) == (409, False)


async def test_a_card_that_was_seen_is_shown_only_when_asked_for(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    report = await _dreamt(memory, clock)

    after = await client.post(f"{MEMORY}/dream/morning-card/seen", json={"report": report})

    assert after.json() == {"card": None}
    assert (await client.get(f"{MEMORY}/dream/morning-card")).json() == {"card": None}
    again = await client.get(f"{MEMORY}/dream/morning-card", params={"seen": True})
    assert again.json()["card"]["report"] == report


async def test_reports_come_in_pages_and_by_day_and_mode(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    ids = [await _dreamt(memory, clock) for _ in range(2)]
    await memory.agent().dream(owner=Owner.user("local"), topic="marathon")

    first = (await client.get(f"{MEMORY}/dream/reports", params={"limit": 1, "mode": "NIGHTLY"})).json()
    second = (
        await client.get(f"{MEMORY}/dream/reports", params={"limit": 1, "mode": "NIGHTLY", "after": first["next"]})
    ).json()
    day = (await client.get(f"{MEMORY}/dream/reports", params={"day": "2026-03-05"})).json()
    failed = (await client.get(f"{MEMORY}/dream/reports", params={"status": "failed"})).json()

    assert [page["reports"][0]["id"] for page in (first, second)] == ids[::-1]
    assert second["next"] is None
    assert [report["id"] for report in day["reports"]] == [ids[0]]
    assert failed == {"reports": [], "next": None}


async def test_the_status_and_the_candidates_say_what_is_missing(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    me = Owner.user("local")
    await memory.agent().record("I'm training for the Lisbon marathon.", "I see.", owner=me, conversation="talk")
    await memory.idle()

    [item] = (await client.get(f"{MEMORY}/dreaming/candidates")).json()["items"]
    report = await memory.agent().dream(owner=me)
    status = (await client.get(f"{MEMORY}/dreaming/status")).json()

    assert item["distance"]["days"] == 1
    assert status["thresholds"]["minScore"] == item["distance"]["minScore"]
    assert status["lastRun"]["id"] == report.id
    assert [near["text"] for near in status["nearest"]] == [item["text"]]
    assert status["pending"] == 1
