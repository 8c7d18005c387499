"""The tools for whole documents."""

from typing import Any

import pytest
from sqlalchemy import select
from tests.tools.conftest import ADA, Turn

from morrow.owners import Owner
from morrow.recall.table import recall_event
from morrow.roster.roles import Role


async def write_by_hand(turn: Turn, name: str, text: str, owner: Owner | None = ADA) -> None:
    await turn.agent.documents.write(name, text, owner=owner)


async def test_the_list_is_filtered_by_prefix_and_new_files_are_not_enabled(ada: Turn) -> None:
    turn = ada.saying("Note for the days: rain, sun and wind.")
    for day, word in (("09", "rain"), ("10", "sun"), ("11", "wind")):
        await turn.call("write_workspace_memory_file", filename=f"memory/2026-04-{day}.md", content=f"- {word}\n")

    told = await turn.call("list_workspace_memory_files", agentId=turn.running.agent, filenamePrefix="memory/")

    assert told["agentId"] == turn.running.agent
    assert told["count"] == 3
    assert [(one["filename"], one["enabled"], one["fileSize"]) for one in told["files"]] == [
        ("memory/2026-04-09.md", False, 7),
        ("memory/2026-04-10.md", False, 6),
        ("memory/2026-04-11.md", False, 7),
    ]


async def test_the_list_holds_the_owners_and_the_shared_files_in_their_order(ada: Turn) -> None:
    await write_by_hand(ada, "MEMORY.md", "- mine\n")

    told = await ada.call("list_workspace_memory_files")

    assert [(one["filename"], one["scope"], one["ownerKey"]) for one in told["files"]] == [
        ("AGENTS.md", "TEAM", ""),
        ("SOUL.md", "TEAM", ""),
        ("PROFILE.md", "TEAM", ""),
        ("MEMORY.md", "PERSONAL", "user:ada"),
        ("MEMORY.md", "TEAM", ""),
    ]


async def test_a_name_means_the_owners_file_and_else_the_shared_one(ada: Turn, bo: Turn) -> None:
    await write_by_hand(ada, "MEMORY.md", "- mine\n")

    own = await ada.call("read_workspace_memory_file", filename="MEMORY.md")
    shared = await bo.call("read_workspace_memory_file", filename="MEMORY.md")
    asked = await ada.call("read_workspace_memory_file", filename="MEMORY.md", scope="shared")

    assert (own["content"], own["scope"], own["enabled"]) == ("- mine\n", "PERSONAL", True)
    assert shared["scope"] == asked["scope"] == "TEAM"
    assert shared["content"] == asked["content"] != own["content"]


async def test_what_is_written_is_read_again_byte_for_byte(ada: Turn) -> None:
    text = "# Plans\n\n### Soon\n\n1. paint the door\n2. feed the cat\n\nA paragraph between.\n\n## Later\n- rest\n"
    turn = ada.saying("Write down: paint the door, feed the cat, rest.")

    told = await turn.call("write_workspace_memory_file", filename="plans.md", content=text)

    assert (told["changed"], told["enabled"], told["fileSize"]) == (True, False, len(text))
    assert await ada.text("plans.md") == text


@pytest.mark.parametrize(
    ("old", "new", "more", "text", "count"),
    [
        ("a", "c", {}, "c b a", 1),
        ("a", "c", {"replaceAll": True}, "c b c", 2),
    ],
)
async def test_an_edit_replaces_the_first_place_or_every_one(
    ada: Turn, old: str, new: str, more: dict[str, Any], text: str, count: int
) -> None:
    turn = ada.saying("note: a b a")
    await turn.call("write_workspace_memory_file", filename="x.md", content="a b a")

    told = await turn.call("edit_workspace_memory_file", filename="x.md", oldText=old, newText=new, **more)

    assert told["replacements"] == count
    assert await ada.text("x.md") == text


async def test_an_edit_keeps_bom_and_newlines_and_matches_them_insensitively(ada: Turn) -> None:
    turn = ada.saying("note the apple and the pear")
    await turn.call(
        "write_workspace_memory_file", filename="x.md", content="\ufeff# X\r\n## 项目\r\n- apple\r\n- fig\r\n"
    )

    told = await turn.call("edit_workspace_memory_file", filename="x.md", oldText="- apple\n", newText="- pear\n")

    assert told["replacements"] == 1
    assert await ada.text("x.md") == "\ufeff# X\r\n## 项目\r\n- pear\r\n- fig\r\n"
    assert not (await ada.call("read_workspace_memory_file", filename="x.md"))["content"].startswith("\ufeff")


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("read_workspace_memory_file", {}, "filename is missing"),
        ("read_workspace_memory_file", {"filename": None}, "filename is missing"),
        ("read_workspace_memory_file", {"filename": 7}, "filename is of type string, not integer"),
        ("read_workspace_memory_file", {"filename": ["MEMORY.md"]}, "not array"),
        ("read_workspace_memory_file", {"filename": ""}, "needs a name"),
        ("read_workspace_memory_file", {"filename": "nowhere.md"}, "no such memory file"),
        ("read_workspace_memory_file", {"filename": "MEMORY.md", "mode": "r"}, "unknown argument 'mode'"),
        ("read_workspace_memory_file", {"filename": "MEMORY.md", "scope": "GLOBAL"}, "one of personal, shared"),
        ("read_workspace_memory_file", {"filename": "../x.md"}, "inside the agent's workspace"),
        ("read_workspace_memory_file", {"filename": "memory/../../x.md"}, "inside the agent's workspace"),
        ("read_workspace_memory_file", {"filename": "/etc/x.md"}, "without a leading"),
        ("read_workspace_memory_file", {"filename": "C:\\x.md"}, "no backslash"),
        ("read_workspace_memory_file", {"filename": "%2e%2e/x.md"}, "percent codes"),
        ("read_workspace_memory_file", {"filename": "a.txt"}, ".md files"),
        ("write_workspace_memory_file", {"filename": "MEMORY.md/", "content": "- a"}, "MEMORY.md/"),
        ("write_workspace_memory_file", {"filename": "x.md"}, "content is missing"),
        ("write_workspace_memory_file", {"filename": "CON.md", "content": "- a"}, "device"),
        ("write_workspace_memory_file", {"filename": "memory.MD", "content": "- a"}, "small letters"),
        ("write_workspace_memory_file", {"filename": "x.md", "content": "- a", "scope": "shared"}, "role member"),
        ("edit_workspace_memory_file", {"filename": "x.md", "oldText": "a", "newText": "b"}, "no such memory file"),
        ("edit_workspace_memory_file", {"filename": "own.md", "oldText": "", "newText": "b"}, "old text is empty"),
        ("edit_workspace_memory_file", {"filename": "own.md", "oldText": "a", "newText": "a"}, "the same"),
        ("edit_workspace_memory_file", {"filename": "own.md", "oldText": "zz", "newText": "b"}, "does not occur"),
        ("edit_workspace_memory_file", {"filename": "own.md", "oldText": "a"}, "newText is missing"),
        (
            "edit_workspace_memory_file",
            {"filename": "own.md", "oldText": "a", "newText": "b", "replaceAll": "yes"},
            "replaceAll is of type boolean",
        ),
        ("search_workspace_memory", {"query": ""}, "at least 1"),
        ("search_workspace_memory", {"query": "x" * 201}, "at most 200"),
        ("search_workspace_memory", {"query": "x", "limit": 31}, "at most 30"),
        ("search_workspace_memory", {"query": "x", "limit": True}, "not boolean"),
        ("search_workspace_memory", {"query": "x", "within": "secrets"}, "all, memory, profile"),
        ("session_search", {"mode": "search"}, "needs a query"),
        ("session_search", {"limit": 51}, "at most 50"),
        ("remember", {"content": "   "}, "nothing to remember"),
        ("remember", {"content": "x", "metadata": {"owner_key": "user:bo"}}, "unknown argument 'metadata'"),
        ("remember", {"content": "x", "owner_key": "user:bo"}, "unknown argument 'owner_key'"),
        ("remember_structured", {"type": "people", "key": "k", "content": "x"}, "user, feedback, project, reference"),
        ("remember_structured", {"type": "user", "key": "***", "content": "x"}, "at least one letter"),
        ("forget_structured", {"type": "user", "key": "none"}, "no user entry of that key"),
        ("fly_to_the_moon", {}, "no such tool"),
    ],
)
async def test_what_cannot_be_done_is_answered_with_what_to_do(
    ada: Turn, tool: str, arguments: dict[str, Any], says: str
) -> None:
    await write_by_hand(ada, "own.md", "- a\n")

    told = await ada.call(tool, **arguments)

    assert told["error"] is True
    assert says in told["message"]


@pytest.mark.parametrize("arguments", ["{", "[]", "7", "null", '{"filename": NaN}', "{'filename': 'x.md'}", '"x"'])
async def test_broken_arguments_are_answered(ada: Turn, arguments: str) -> None:
    result = await ada.raw("read_workspace_memory_file", arguments)

    assert result.is_error
    assert "JSON object" in result.text


async def test_the_agents_id_is_echoed_as_it_came_and_has_to_be_the_running_one(ada: Turn) -> None:
    as_name = await ada.call("list_workspace_memory_files", agentId="helper")
    as_number = await ada.saying("", agent_name="2041098765432109057").call(
        "list_workspace_memory_files", agentId=2041098765432109057
    )
    near = await ada.saying("", agent_name="2041098765432109057").call(
        "list_workspace_memory_files", agentId=2041098765432109058
    )
    truth = await ada.call("list_workspace_memory_files", agentId=True)

    assert as_name["agentId"] == "helper"
    assert as_number["agentId"] == 2041098765432109057
    assert "not the running agent" in near["message"]
    assert "string or an integer" in truth["message"]


async def test_shared_files_are_written_by_members_only_and_when_asked_for(ada: Turn, bo: Turn) -> None:
    turn = ada.saying("our office is open", role=Role.MEMBER)

    told = await turn.call("write_workspace_memory_file", filename="office.md", content="- open\n", scope="shared")

    assert (told["scope"], told["ownerKey"]) == ("TEAM", "")
    assert (await bo.call("read_workspace_memory_file", filename="office.md"))["content"] == "- open\n"


async def test_one_owner_reads_nothing_of_another(ada: Turn, bo: Turn) -> None:
    await write_by_hand(ada, "diary.md", "- a secret garden\n")

    read = await bo.call("read_workspace_memory_file", filename="diary.md")
    listed = await bo.call("list_workspace_memory_files", filenamePrefix="diary")
    found = await bo.call("search_workspace_memory", query="garden")

    assert read["error"] is True
    assert listed["count"] == found["count"] == 0


async def test_in_a_group_nobodys_own_files_are_told(ada: Turn) -> None:
    await write_by_hand(ada, "diary.md", "- a secret garden\n")
    in_group = ada.saying("", group=Owner.group("feishu", "oc_1"))

    read = await in_group.call("read_workspace_memory_file", filename="diary.md")

    assert read["error"] is True


async def test_broken_halves_of_characters_are_stored_whole(ada: Turn) -> None:
    turn = ada.saying("记下：好吧")

    await turn.raw("write_workspace_memory_file", '{"filename":"x.md","content":"- 好\\ud83d\\u0000吧\\n"}')

    assert await ada.text("x.md") == "- 好\ufffd吧\n"


async def test_reading_a_document_counts_as_a_use(ada: Turn) -> None:
    await write_by_hand(ada, "MEMORY.md", "- likes figs\n- has a dog\n")

    await ada.saying("what do I like?").call("read_workspace_memory_file", filename="MEMORY.md")
    await ada.saying("").call("read_workspace_memory_file", filename="AGENTS.md")

    parts = ada.agent.parts
    await parts.tracker.flush()
    async with parts.store.read_all() as connection:
        rows = (await connection.execute(select(recall_event.c.owner, recall_event.c.used))).all()
    assert [tuple(row) for row in rows] == [("user:ada", True)] * 2
