"""The memory files on their page: tree, reading, editing beside somebody else, versions, what is told in every turn."""

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.told import ME, signed_in

from morrow.agent.documents import Documents
from morrow.documents.entries import Document
from morrow.memory import Memory
from morrow.owners import Bucket, Owner
from morrow.roster.roles import Role
from morrow.testing import Clock
from morrow.web.files import Step, rearranged

FILES = "/agents/default/files"


@pytest.fixture
async def documents(client: httpx.AsyncClient, memory: Memory) -> Documents:
    """Give the local user's documents, with one that has two versions."""
    await client.get("/")
    own = memory.agent().documents
    first = await own.write("ideas.md", "# Ideas\n\n- A lamp.\n- A chair.\n", owner=ME)
    await own.write("ideas.md", "# Ideas\n\n- A lamp of paper.\n- A chair.\n", owner=ME, if_match=first.version)
    return own


async def test_the_tree_shows_ones_own_and_the_shared_files(client: httpx.AsyncClient, documents: Documents) -> None:
    page = (await client.get(FILES)).text

    assert f'href="{FILES}/ideas.md"' in page
    assert f'href="{FILES}/AGENTS.md?shared=true"' in page
    assert "Nothing is remembered yet" in page


async def test_a_file_is_read_as_markdown_without_html(client: httpx.AsyncClient, documents: Documents) -> None:
    await documents.write(
        "wild.md", "# Wild\n\n<img src=x onerror=alert(1)> ![far](https://far.example/a.png)\n", owner=ME
    )

    page = (await client.get(f"{FILES}/wild.md")).text

    assert "<img" not in page
    assert "&lt;img" in page
    assert '<a href="https://far.example/a.png"' in page


async def test_saving_makes_a_version(client: httpx.AsyncClient, documents: Documents) -> None:
    answer = await client.post(f"{FILES}/ideas.md", data={"version": 2, "content": "# Ideas\r\n\r\n- A boat.\r\n"})

    assert answer.status_code == 303
    assert "Saved." in (await client.get(answer.headers["location"])).text
    assert (await documents.read("ideas.md", owner=ME)).text == "# Ideas\n\n- A boat.\n"


async def test_whoever_saves_second_sees_both_texts_and_their_merge(
    client: httpx.AsyncClient, documents: Documents
) -> None:
    mine = "# Ideas\n\n- A lamp.\n- A chair.\n- A boat.\n"

    answer = await client.post(f"{FILES}/ideas.md", data={"version": 1, "content": mine})

    assert answer.status_code == 412
    assert "Somebody else changed this file meanwhile" in answer.text
    merged = answer.text.split("<textarea")[1].split("</textarea>")[0]
    assert "- A lamp of paper." in merged
    assert "- A boat." in merged
    assert 'name="version" value="2"' in answer.text


async def test_an_old_text_comes_back_and_goes_again(client: httpx.AsyncClient, documents: Documents) -> None:
    back = await client.post("/agents/default/revert/ideas.md", data={"version": 1})
    after = (await documents.read("ideas.md", owner=ME)).text
    page = (await client.get(back.headers["location"])).text
    await client.post("/agents/default/revert/ideas.md", data={"version": 2})

    assert "A lamp.\n" in after
    assert "The older text is back" in page
    assert "A lamp of paper." in (await documents.read("ideas.md", owner=ME)).text


async def test_two_versions_are_compared(client: httpx.AsyncClient, documents: Documents) -> None:
    page = (await client.get(f"{FILES}/ideas.md?view=diff&from=1&to=2")).text

    assert '<span class="del" dir="auto">-- A lamp.</span>' in page
    assert '<span class="add" dir="auto">+- A lamp of paper.</span>' in page


async def test_a_file_is_told_in_every_turn_once_it_is_switched_on(
    client: httpx.AsyncClient, documents: Documents
) -> None:
    await client.post("/agents/default/arrange", data={"name": "ideas.md", "step": "on"})

    listed = (await client.get("/api/v1/agents/default/workspace/prompt-files")).json()
    await client.post("/agents/default/arrange", data={"name": "ideas.md", "step": "off"})

    assert listed == {"files": ["ideas.md"]}
    assert (await client.get("/api/v1/agents/default/workspace/prompt-files")).json() == {"files": []}


async def test_a_new_file_begins_empty_and_is_written_when_it_is_saved(
    client: httpx.AsyncClient, documents: Documents
) -> None:
    begun = await client.get("/agents/default/new-file", params={"name": "plans"})
    page = (await client.get(begun.headers["location"])).text
    await client.post(f"{FILES}/plans.md", data={"version": 0, "content": "- Sleep.\n"})

    assert "not written yet" in page
    assert (await documents.read("plans.md", owner=ME)).text == "- Sleep.\n"


async def test_a_preview_is_what_will_be_read(client: httpx.AsyncClient, documents: Documents) -> None:
    part = await client.post("/agents/default/preview", data={"content": "**bold** <script>x</script>"})

    assert "<strong>bold</strong>" in part.text
    assert "<script" not in part.text


async def test_a_viewer_reads_shared_files_and_changes_none(memory: Memory, documents: Documents) -> None:
    async with signed_in(memory, "vi", Role.VIEWER) as viewer:
        page = await viewer.get(f"{FILES}/AGENTS.md?shared=true")
        refused = await viewer.post(f"{FILES}/AGENTS.md", data={"version": 1, "content": "x", "shared": "true"})
        own = await viewer.post(f"{FILES}/mine.md", data={"version": 0, "content": "x"})

        assert page.status_code == 200
        assert "view=edit" not in page.text
        assert refused.status_code == 403
        assert own.status_code == 303


async def test_nobody_reads_the_file_of_another(memory: Memory, documents: Documents) -> None:
    async with signed_in(memory, "vi", Role.VIEWER) as other:
        assert "A lamp" not in (await other.get(f"{FILES}/ideas.md")).text


def _document(name: str, *, enabled: bool) -> Document:
    now = Clock("2026-03-02T12:00:00+00:00")()
    bucket = Bucket.personal("a", Owner.user(1))
    return Document(
        id=name, bucket=bucket, name=name, text="", version=1, enabled=enabled, sort_order=0, updated_at=now
    )


@given(st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1), st.data())
def test_moving_a_file_keeps_all_others_in_their_order(names: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(names))
    steps: list[Step] = ["on", "off", "up", "down"]
    step = data.draw(st.sampled_from(steps))
    told = [_document(one, enabled=True) for one in names]

    after = rearranged(told, name, step)

    assert [one for one in after if one != name] == [one for one in names if one != name]
    assert (name in after) == (step != "off")
