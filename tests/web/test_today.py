"""Today as it is answered: first steps, the card, and what stands around every page."""

import re
from hashlib import sha256

import httpx
from tests.web.told import dreamt_on_the_page, live_three_days

from morrow.memory import Memory
from morrow.testing import Clock
from morrow.web.assets import FOLDER
from morrow.web.headers import POLICY


async def test_the_first_visit_makes_an_agent_and_shows_how_to_begin(client: httpx.AsyncClient) -> None:
    begun = await client.get("/")

    page = await client.get(begun.headers["location"])

    assert begun.status_code == 303
    assert page.status_code == 200
    assert "Four steps to begin" in page.text
    assert "No dream yet" in page.text


async def test_the_morning_after_a_dream_shows_what_became_memory(
    client: httpx.AsyncClient, memory: Memory, clock: Clock
) -> None:
    await live_three_days(memory, clock)
    await dreamt_on_the_page(client, memory)

    page = (await client.get("/agents/default/today", headers={"Accept-Language": "zh-CN"})).text

    assert "晨报" in page
    assert "the release goes out on Thursday" in page


async def test_every_answer_carries_the_policy_and_no_page_is_kept(client: httpx.AsyncClient) -> None:
    await client.get("/")

    for path in ("/agents/default/today", "/agents/nobody/today", "/no-such-page"):
        answer = await client.get(path)
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_no_page_holds_a_script_or_a_style_of_its_own(client: httpx.AsyncClient) -> None:
    await client.get("/")

    page = (await client.get("/agents/default/today")).text

    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page
    assert " onclick" not in page


async def test_what_is_not_there_is_told_as_a_page_and_to_the_api_as_a_problem(client: httpx.AsyncClient) -> None:
    page = await client.get("/agents/nobody/today")
    problem = await client.get("/api/v1/no-such-route")

    assert page.status_code == 404
    assert "There is nothing here" in page.text
    assert problem.status_code == 404
    assert problem.headers["content-type"] == "application/problem+json"


async def test_a_script_that_asks_for_what_is_not_there_gets_a_notice(client: httpx.AsyncClient) -> None:
    answer = await client.get("/agents/nobody/today", headers={"HX-Request": "true"})

    assert answer.headers["hx-retarget"] == "#notices"
    assert "<html" not in answer.text


async def test_language_and_light_are_chosen_once_and_kept(client: httpx.AsyncClient) -> None:
    await client.get("/")
    chosen = await client.post(
        "/preferences", data={"language": "zh", "theme": "dark", "back": "/agents/default/today"}
    )

    page = (await client.get(chosen.headers["location"])).text

    assert 'lang="zh-CN"' in page
    assert 'data-theme="dark"' in page


async def test_going_back_leads_to_no_other_site(client: httpx.AsyncClient) -> None:
    for back in ("//evil.example", "https://evil.example", "/\\evil.example"):
        answer = await client.post("/preferences", data={"theme": "light", "back": back})
        assert answer.headers["location"] == "/"


async def test_a_file_of_the_pages_is_kept_for_good_under_the_name_of_its_content(client: httpx.AsyncClient) -> None:
    await client.get("/")
    page = (await client.get("/agents/default/today")).text
    style = page.split('rel="stylesheet" href="')[1].split('"')[0]

    kept = await client.get(style)
    stale = await client.get("/assets/000000000000/morrow.css")

    assert "immutable" in kept.headers["cache-control"]
    assert kept.headers["content-type"].startswith("text/css")
    assert stale.headers["cache-control"] == "no-store"
    assert (await client.get("/assets/x/../today.py")).status_code == 404


def test_what_others_wrote_is_what_its_name_says_and_has_its_licence() -> None:
    vendored = [path for path in (FOLDER / "vendor").iterdir() if path.suffix == ".js"]

    assert len(vendored) == 2
    for path in vendored:
        assert sha256(path.read_bytes()).hexdigest()[:8] in path.name
        assert (path.parent / f"{re.split('[-.]', path.name)[0]}.LICENSE").exists()
