"""The tools that look for something: lines of files, and earlier conversations."""

from datetime import UTC, datetime

from tests.tools.conftest import ADA, BO, Turn, turn_of

from morrow import Memory
from morrow.documents.entries import Document
from morrow.owners import Bucket
from morrow.tools.keyword import look_for


async def write(turn: Turn, name: str, text: str) -> None:
    await turn.agent.documents.write(name, text, owner=ADA)


async def test_a_hit_says_file_line_and_the_words_around_the_match(ada: Turn) -> None:
    await write(ada, "MEMORY.md", "# MEMORY\r\n\r\n- likes tea\u2028or so\r\n- deploys on Fridays\r\n")

    told = await ada.call("search_workspace_memory", query="deploys")

    [hit] = [one for one in told["hits"] if one["scope"] == "PERSONAL"]
    assert (hit["filename"], hit["lineNumber"]) == ("MEMORY.md", 4)
    assert hit["snippet"] == "- [[deploys]] on Fridays"


async def test_chinese_is_found_by_windows_of_two_characters(ada: Turn) -> None:
    await write(ada, "memory/2026-04-01.md", "- 我们决定每周五部署服务\n")

    told = await ada.call("search_workspace_memory", query="部署时间")

    assert told["hits"][0]["filename"] == "memory/2026-04-01.md"
    assert "[[部署]]" in told["hits"][0]["snippet"]


async def test_core_files_come_before_notes_and_a_file_gives_five_lines(ada: Turn) -> None:
    await write(ada, "MEMORY.md", "- the heron\n")
    await write(ada, "memory/2026-04-01.md", "".join(f"- the heron {n}\n" for n in range(9)))

    hits = (await ada.call("search_workspace_memory", query="heron", limit=30))["hits"]

    assert [one["filename"] for one in hits] == ["MEMORY.md"] + ["memory/2026-04-01.md"] * 5
    assert [one["lineNumber"] for one in hits[1:]] == [1, 2, 3, 4, 5]
    assert hits == sorted(hits, key=lambda one: -one["score"])


async def test_a_search_may_be_kept_within_one_sort_of_file(ada: Turn) -> None:
    for name in ("MEMORY.md", "memory/2026-04-01.md", "PROFILE.md", "SOUL.md", "notes.md"):
        await write(ada, name, "- heron\n")
    await write(ada, "structured/user.md", "## bird\n\nheron\n")

    async def names(within: str) -> set[str]:
        told = await ada.call("search_workspace_memory", query="heron", within=within)
        return {one["filename"] for one in told["hits"]}

    assert await names("memory") == {"MEMORY.md", "memory/2026-04-01.md"}
    assert await names("profile") == {"PROFILE.md"}
    assert await names("persona") == {"SOUL.md"}
    assert await names("structured") == {"structured/user.md"}
    assert len(await names("all")) == 6


async def test_signs_of_a_query_language_are_text(ada: Turn) -> None:
    await write(ada, "notes.md", '- 100% of it\n- "quoted" OR not\n- _under_ *star*\n')

    for query, line in (("100%", 1), ('"quoted" OR', 2), ("*star*", 3)):
        told = await ada.call("search_workspace_memory", query=query)
        assert told["hits"][0]["lineNumber"] == line, query


def test_a_line_of_megabytes_and_fifty_thousand_lines_are_looked_through() -> None:
    long, many = "- " + "word " * 600_000 + "needle\n", "- line\n" * 50_000 + "- needle\n"
    documents = [
        Document(name, Bucket.team("a"), name, text, 1, False, 100, datetime(2026, 4, 9, tzinfo=UTC))
        for name, text in (("long.md", long), ("many.md", many))
    ]

    hits = look_for("needle", documents, limit=10)

    assert {(one.line.document.name, one.line.number) for one in hits} == {("long.md", 1), ("many.md", 50_001)}


async def record(memory: Memory, name: str, text: str, *, trigger: str = "user") -> None:
    clock = memory.parts.clock
    await memory.agent("helper").record(text, "I see.", owner=ADA, conversation=name, at=clock(), trigger=trigger)


async def test_earlier_conversations_are_listed_the_latest_first_without_the_present_one(
    memory: Memory, ada: Turn
) -> None:
    for name in ("first", "second", "now"):
        await record(memory, name, f"words of {name}")
        memory.parts.clock.advance(hours=1)  # type: ignore[attr-defined]

    told = await ada.call("session_search")

    assert [one["conversation"] for one in told["sessions"]] == ["second", "first"]
    assert told["sessions"][0]["snippet"] == "I see."
    assert told["sessions"][0]["messages"] == 2


async def test_what_was_said_earlier_is_found_and_cut_short(memory: Memory, ada: Turn) -> None:
    await record(memory, "trip", "We fly to Lisbon. " + "And more. " * 100)
    await record(memory, "now", "Lisbon again")

    told = await ada.call("session_search", mode="search", query="Lisbon")

    [hit] = told["sessions"]
    assert hit["conversation"] == "trip"
    assert "[[Lisbon]]" in hit["snippet"]
    assert len(hit["snippet"]) <= 200
    assert (hit["speaker"], hit["time"]) == ("user", "2026-04-09T08:00:00+00:00")


async def test_nobody_looks_into_another_owners_conversations(memory: Memory) -> None:
    await record(memory, "trip", "We fly to Lisbon.")
    bo = await turn_of(memory, BO)

    latest = await bo.call("session_search")
    found = await bo.call("session_search", mode="search", query="Lisbon")

    assert latest["count"] == found["count"] == 0
