"""What a person changes on disk is in memory at the next read, and nothing of it or of others' work is lost."""

# ruff: noqa: ASYNC240 - a test has the loop to itself

import asyncio
import os
from pathlib import Path

import pytest

from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.curation.settle import accept
from morrow.documents.entries import Author
from morrow.testing import Clock
from morrow.writing.mirror import Wrong
from morrow.writing.past import history

NOTE = "the deploy key rotates every Friday"


def troubles(memory: Memory) -> dict[str, Wrong]:
    assert memory.parts.mirror is not None
    return {trouble.name: trouble.wrong for trouble in memory.parts.mirror.troubles}


def save(path: Path, text: str) -> None:
    """Save as most editors do: a new file takes the name of the old one."""
    new = path.with_name(path.name + "~")
    new.write_bytes(text.encode())
    new.replace(path)


async def test_an_edit_is_a_revision_by_disk(memory: Memory, ada: Agent, me: Owner, mine: Path) -> None:
    await ada.remember(NOTE, owner=me)
    path = mine / "MEMORY.md"

    save(path, path.read_text() + "- tea, not coffee\n")
    document = await ada.documents.read("MEMORY.md", owner=me)

    assert [(e.body, e.author) for e in document.entries] == [(NOTE, Author.AGENT), ("tea, not coffee", Author.DISK)]
    async with memory.parts.store.read_all() as connection:
        newest = (await history(connection, document.id))[0]
    assert (newest.author, newest.actor, newest.version) == ("disk", "user:42", 2)


async def test_an_edit_in_place_is_found_by_recall(ada: Agent, me: Owner, mine: Path) -> None:
    await ada.remember(NOTE, owner=me)

    with mine.joinpath("MEMORY.md").open("a") as file:
        file.write("- the spare bicycle stands in the cellar\n")

    assert "bicycle" in (await ada.recall("where is the bicycle?", owner=me))[0].text


async def test_an_edit_of_the_same_length_within_one_tick_is_found(ada: Agent, me: Owner, mine: Path) -> None:
    await ada.documents.write("ideas.md", "- one\n", owner=me)
    path = mine / "ideas.md"
    before = path.stat()

    with path.open("r+") as file:
        file.write("- two\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert (await ada.documents.read("ideas.md", owner=me)).text == "- two\n"


async def test_a_new_file_is_a_new_document_that_is_not_told_at_once(ada: Agent, me: Owner, mine: Path) -> None:
    mine.joinpath("projects").mkdir(parents=True)
    mine.joinpath("projects", "house.md").write_text("# House\n- the roof is red\n")

    document = await ada.documents.read("projects/house.md", owner=me)

    assert (document.version, document.enabled) == (1, False)
    assert [entry.author for entry in document.entries] == [Author.DISK]


async def test_a_new_core_file_is_told_at_once(ada: Agent, me: Owner, mine: Path) -> None:
    mine.mkdir(parents=True)
    mine.joinpath("PROFILE.md").write_text("# PROFILE\n- lives in Lisbon\n")

    assert (await ada.documents.read("PROFILE.md", owner=me)).enabled


@pytest.mark.parametrize("name", ["memory.md", "a.MD", "memory/2026-02-30.md", "CON.md", " note.md", "a\u202eb.md"])
async def test_a_file_by_a_name_that_no_document_may_have_is_told_and_left(
    memory: Memory, ada: Agent, me: Owner, mine: Path, name: str
) -> None:
    path = mine / name
    path.parent.mkdir(parents=True)
    path.write_text("- a\n")

    mine_now = [d.name for d in await ada.documents.list(owner=me) if not d.bucket.is_shared]

    assert mine_now == []
    assert troubles(memory) == {name: Wrong.NAME}
    assert path.read_text() == "- a\n"


async def test_a_trouble_goes_with_the_file_that_made_it(memory: Memory, ada: Agent, me: Owner, mine: Path) -> None:
    mine.mkdir(parents=True)
    mine.joinpath("memory.md").write_text("- a\n")
    mine.joinpath(os.fsdecode(b"caf\xe9.md")).write_text("- a\n")
    await ada.documents.list(owner=me)
    assert set(troubles(memory).values()) == {Wrong.NAME}

    for path in list(mine.iterdir()):
        path.unlink()
    await ada.documents.list(owner=me)

    assert troubles(memory) == {}


async def test_hidden_files_and_other_kinds_are_nobodys_business(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    mine.joinpath(".git").mkdir(parents=True)
    for name in (".git/x.md", ".MEMORY.md.swp", "notes.txt", "MEMORY.md~", ".hidden.md"):
        mine.joinpath(name).write_text("- a\n")

    assert [d.name for d in await ada.documents.list(owner=me) if not d.bucket.is_shared] == []
    assert troubles(memory) == {}


async def test_what_was_edited_while_nobody_ran_is_taken_in_at_open(base: Path, mine: Path, clock: Clock) -> None:
    me = Owner.user(42)
    async with Memory.open(base, clock=clock) as memory:
        await memory.agent("ada").remember(NOTE, owner=me)
    save(mine / "MEMORY.md", mine.joinpath("MEMORY.md").read_text() + "- tea, not coffee\n")

    async with Memory.open(base, clock=clock) as memory, memory.parts.store.read_all() as connection:
        assert memory.parts.mirror is not None
        rows = (await connection.exec_driver_sql("SELECT text FROM document WHERE scope = 'PERSONAL'")).all()

    assert [row.text for row in rows] == [mine.joinpath("MEMORY.md").read_text()]
    assert "tea, not coffee" in rows[0].text


async def test_an_owner_who_has_only_files_is_taken_in_at_open(base: Path, shared: Path, clock: Clock) -> None:
    async with Memory.open(base, clock=clock) as memory:
        await memory.agent("ada").row()
    folder = shared / "owners" / "feishu%3aou_1"
    folder.mkdir(parents=True)
    folder.joinpath("MEMORY.md").write_text("- likes tea\n")

    async with Memory.open(base, clock=clock) as memory:
        found = await memory.agent("ada").documents.read("MEMORY.md", owner=Owner.channel("feishu", "ou_1"))

    assert found.text == "- likes tea\n"


async def test_bytes_stay_as_the_editor_wrote_them(ada: Agent, me: Owner, mine: Path) -> None:
    written = "\ufeff# MEMORY\r\n## 项目\r\n- a\u2028b\x0bc\r\n- last line without newline".encode()
    mine.mkdir(parents=True)
    mine.joinpath("MEMORY.md").write_bytes(written)

    document = await ada.documents.read("MEMORY.md", owner=me)
    await ada.documents.edit("MEMORY.md", "- last", "- the last", owner=me)

    assert [entry.section for entry in document.entries] == ["项目", "项目"]
    assert document.text.encode() == written
    assert mine.joinpath("MEMORY.md").read_bytes() == written.replace(b"- last", b"- the last")


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"- caf\xe9\n", Wrong.NOT_UTF8),
        ("- 我喜欢喝茶\n".encode("gbk"), Wrong.NOT_UTF8),
        ("- tea\n".encode("utf-16"), Wrong.NUL_BYTES),
        (b"- tea\n" + bytes(4096), Wrong.NUL_BYTES),
        (b"x" * (16 * 1024 * 1024 + 1), Wrong.TOO_LARGE),
    ],
)
async def test_what_is_no_text_is_kept_as_it_is_and_told(
    memory: Memory, ada: Agent, me: Owner, mine: Path, data: bytes, wrong: Wrong
) -> None:
    await ada.remember(NOTE, owner=me)
    mine.joinpath("MEMORY.md").write_bytes(data)

    await ada.remember("tea is better than coffee", owner=me)

    assert mine.joinpath("MEMORY.md").read_bytes() == data
    assert troubles(memory) == {"MEMORY.md": wrong}
    assert len((await ada.documents.read("MEMORY.md", owner=me)).entries) == 2


async def test_a_file_that_is_text_again_is_merged_with_what_was_committed_meanwhile(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    await ada.remember(NOTE, owner=me)
    path = mine / "MEMORY.md"
    good = path.read_text()
    path.write_bytes(good.encode() + b"- caf\xe9\n")
    await ada.remember("tea is better than coffee", owner=me)

    path.write_bytes(good.encode() + "- café\n".encode())
    document = await ada.documents.read("MEMORY.md", owner=me)

    assert sorted(entry.body for entry in document.entries) == ["café", "tea is better than coffee", NOTE]
    assert path.read_text() == document.text
    assert troubles(memory) == {}


async def test_a_stray_zero_byte_is_dropped_in_store_and_file(ada: Agent, me: Owner, mine: Path) -> None:
    mine.mkdir(parents=True)
    mine.joinpath("MEMORY.md").write_bytes(b"# MEMORY\n- go\x00od\n")

    assert (await ada.documents.read("MEMORY.md", owner=me)).text == "# MEMORY\n- good\n"
    assert mine.joinpath("MEMORY.md").read_bytes() == b"# MEMORY\n- good\n"


async def test_a_secret_is_written_over_in_the_store_and_in_the_file(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    await ada.remember(NOTE, owner=me)
    path = mine / "MEMORY.md"

    save(path, path.read_text() + "- the key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD\n")
    document = await ada.documents.read("MEMORY.md", owner=me)

    assert "[REDACTED:" in document.text
    assert path.read_text() == document.text
    assert "abcdefghijkl" not in document.text
    assert troubles(memory) == {"MEMORY.md": Wrong.REDACTED}


async def test_a_save_over_a_newer_file_keeps_what_was_added_meanwhile(ada: Agent, me: Owner, mine: Path) -> None:
    await ada.remember(NOTE, owner=me)
    path = mine / "MEMORY.md"
    read_before = path.read_text()
    await ada.remember("tea is better than coffee", owner=me)

    save(path, read_before + "- my own line\n")
    document = await ada.documents.read("MEMORY.md", owner=me)

    assert sorted(entry.body for entry in document.entries) == ["my own line", "tea is better than coffee", NOTE]
    assert path.read_text() == document.text


async def test_two_saves_taken_in_by_two_processes_undo_nothing(base: Path, mine: Path, clock: Clock) -> None:
    me, path = Owner.user(42), mine / "ideas.md"
    async with Memory.open(base, clock=clock) as one, Memory.open(base, clock=clock) as two:
        await one.agent("ada").documents.write("ideas.md", "- first\n", owner=me)
        await one.agent("ada").documents.edit("ideas.md", "- first\n", "- first\n- meanwhile\n", owner=me)
        save(path, "- first\n- by hand\n")
        await one.agent("ada").documents.read("ideas.md", owner=me)
        save(path, "- first\n- by hand\n- by hand again\n")
        document = await two.agent("ada").documents.read("ideas.md", owner=me)

    assert sorted(e.body for e in document.entries) == ["by hand", "by hand again", "first", "meanwhile"]


async def test_the_rest_of_a_save_that_came_late_loses_nothing(ada: Agent, me: Owner, mine: Path) -> None:
    lines = "".join(f"- line {number}\n" for number in range(9))
    await ada.documents.write("ideas.md", lines, owner=me)
    path = mine / "ideas.md"
    path.write_text("- line 0\n- line 1\n")
    await ada.documents.read("ideas.md", owner=me)
    await ada.documents.edit("ideas.md", "- line 0\n", "- line 0\n- meanwhile\n", owner=me)

    path.write_text(lines + "- by hand\n")
    document = await ada.documents.read("ideas.md", owner=me)

    wanted = {*(f"line {number}" for number in range(9)), "meanwhile", "by hand"}
    assert sorted(entry.body for entry in document.entries) == sorted(wanted)


async def test_an_old_line_taken_out_just_after_morrow_wrote_is_gone(
    ada: Agent, me: Owner, mine: Path, clock: Clock
) -> None:
    for line in ("first", "second", "third"):
        await ada.remember(f"the {line} word", owner=me)
        clock.advance(days=1)
    path = mine / "MEMORY.md"

    save(path, path.read_text().replace("- the second word\n", "") + "- by hand\n")
    document = await ada.documents.read("MEMORY.md", owner=me)

    assert [entry.body for entry in document.entries] == ["the first word", "the third word", "by hand"]


async def test_an_old_copy_saved_again_at_once_undoes_nothing(ada: Agent, me: Owner, mine: Path) -> None:
    await ada.remember(NOTE, owner=me)
    path = mine / "MEMORY.md"
    read_before = path.read_text()
    await ada.remember("tea is better than coffee", owner=me)

    save(path, read_before)
    document = await ada.documents.read("MEMORY.md", owner=me)

    assert document.version == 2
    assert path.read_text() == document.text


async def test_a_line_taken_out_by_hand_is_retired(ada: Agent, me: Owner, mine: Path) -> None:
    await ada.remember(NOTE, owner=me)
    await ada.remember("tea is better than coffee", owner=me)
    path = mine / "MEMORY.md"

    save(path, path.read_text().replace(f"- {NOTE}\n", ""))

    assert [e.body for e in (await ada.documents.read("MEMORY.md", owner=me)).entries] == ["tea is better than coffee"]


async def test_a_conflict_keeps_the_persons_words_and_files_the_others(
    memory: Memory, ada: Agent, me: Owner, base: Path, mine: Path, clock: Clock
) -> None:
    await ada.documents.write("ideas.md", "- the roof is red\n", owner=me)
    async with without_mirror(base, clock) as other:
        await other.agent("ada").documents.edit("ideas.md", "red", "green", owner=me)

    save(mine / "ideas.md", "- the roof is blue\n")
    document = await ada.documents.read("ideas.md", owner=me)

    assert document.text == "- the roof is blue\n"
    async with memory.parts.store.read_all() as connection:
        rows = (await connection.exec_driver_sql("SELECT id, document, reason, status FROM proposal")).all()
    assert [(row.document, row.reason, row.status) for row in rows] == [("ideas.md", "changed_on_disk", "open")]
    async with memory.parts.store.write() as connection:
        await accept(
            connection, rows[0].id, [document.bucket], actor=me.key, settings=memory.parts.settings, now=clock()
        )
    assert mine.joinpath("ideas.md").read_text() == "- the roof is green\n"


async def test_what_another_process_commits_without_files_is_written_at_open(
    base: Path, mine: Path, clock: Clock
) -> None:
    me = Owner.user(42)
    async with Memory.open(base, clock=clock) as memory:
        await memory.agent("ada").remember(NOTE, owner=me)
    async with without_mirror(base, clock) as memory:
        await memory.agent("ada").remember("tea is better than coffee", owner=me)
    assert "tea" not in mine.joinpath("MEMORY.md").read_text()

    async with Memory.open(base, clock=clock) as memory:
        document = await memory.agent("ada").documents.read("MEMORY.md", owner=me)

    assert mine.joinpath("MEMORY.md").read_text() == document.text
    assert "tea" in document.text


async def test_an_edit_and_a_commit_that_missed_each_other_both_survive(base: Path, mine: Path, clock: Clock) -> None:
    me = Owner.user(42)
    async with Memory.open(base, clock=clock) as memory:
        await memory.agent("ada").remember(NOTE, owner=me)
    async with without_mirror(base, clock) as memory:
        await memory.agent("ada").remember("tea is better than coffee", owner=me)
    save(mine / "MEMORY.md", mine.joinpath("MEMORY.md").read_text() + "- my own line\n")

    async with Memory.open(base, clock=clock) as memory:
        document = await memory.agent("ada").documents.read("MEMORY.md", owner=me)

    assert sorted(entry.body for entry in document.entries) == ["my own line", "tea is better than coffee", NOTE]
    assert mine.joinpath("MEMORY.md").read_text() == document.text


async def test_two_processes_on_one_home_see_each_others_files(base: Path, mine: Path, clock: Clock) -> None:
    me = Owner.user(42)
    async with Memory.open(base, clock=clock) as one, Memory.open(base, clock=clock) as two:
        await one.agent("ada").documents.write("ideas.md", "- one\n", owner=me)
        await two.agent("ada").documents.edit("ideas.md", "- one\n", "- one\n- two\n", owner=me)
        save(mine / "ideas.md", "- one\n- two\n- three\n")
        document = await one.agent("ada").documents.read("ideas.md", owner=me)

        assert document.text == "- one\n- two\n- three\n"
        assert (await two.agent("ada").documents.read("ideas.md", owner=me)).version == document.version


async def test_a_save_that_empties_the_file_first_is_waited_for(ada: Agent, me: Owner, mine: Path) -> None:
    await ada.remember(NOTE, owner=me)
    path = mine / "MEMORY.md"
    text = path.read_text()
    path.write_text("")

    async def write_the_rest() -> None:
        await asyncio.sleep(0.1)
        path.write_text(text + "- my own line\n")

    saving = asyncio.create_task(write_the_rest())
    document = await ada.documents.read("MEMORY.md", owner=me)
    await saving

    assert [entry.body for entry in document.entries] == [NOTE, "my own line"]
    assert document.version == 2


async def test_an_editor_that_had_the_replaced_file_open_loses_nothing(ada: Agent, me: Owner, mine: Path) -> None:
    await ada.remember(NOTE, owner=me)
    with mine.joinpath("MEMORY.md").open("a") as editor:
        await ada.remember("tea is better than coffee", owner=me)
        editor.write("- my own line\n")
        editor.flush()

        document = await ada.documents.read("MEMORY.md", owner=me)

    assert sorted(entry.body for entry in document.entries) == ["my own line", "tea is better than coffee", NOTE]
    assert mine.joinpath("MEMORY.md").read_text() == document.text


async def test_temporary_files_of_a_crash_are_cleared_and_an_edit_among_them_taken_in(
    base: Path, mine: Path, clock: Clock
) -> None:
    me = Owner.user(42)
    async with Memory.open(base, clock=clock) as memory:
        await memory.agent("ada").documents.write("ideas.md", "- one\n", owner=me)
    from morrow.writing.mirror.put import mark_of  # noqa: PLC0415 - only this test knows how temporary files are named

    mine.joinpath(f".morrow-{'0' * 32}.part").write_text("- o")
    mine.joinpath(f".morrow-{mark_of('ideas.md')}-{'1' * 32}.whole").write_text("- one\n- swapped out\n")
    mine.joinpath(f".morrow-{mark_of('ideas.md')}-{'2' * 32}.whole").write_text("- one\n")

    async with Memory.open(base, clock=clock) as memory:
        document = await memory.agent("ada").documents.read("ideas.md", owner=me)

    assert document.text == "- one\n- swapped out\n"
    assert [path.name for path in mine.iterdir()] == ["ideas.md"]


async def test_with_the_mirror_switched_off_there_is_no_folder(base: Path, clock: Clock) -> None:
    async with without_mirror(base, clock) as memory:
        await memory.agent("ada").remember(NOTE, owner=Owner.user(42))

    assert [path.name for path in base.iterdir() if path.is_dir()] == []


async def test_an_edit_of_the_shared_files_is_everyones(ada: Agent, me: Owner, shared: Path) -> None:
    await ada.row()

    save(shared / "AGENTS.md", "# AGENTS\n- answer briefly\n")

    assert (await ada.documents.read("AGENTS.md", owner=me)).text == "# AGENTS\n- answer briefly\n"
    assert (await ada.documents.read("AGENTS.md", owner=Owner.user(7))).version == 2


def without_mirror(base: Path, clock: Clock):  # type: ignore[no-untyped-def]  # noqa: ANN201
    """Open the memory as a process that writes no files."""
    from morrow.settings import load_settings  # noqa: PLC0415

    settings = load_settings(None, environ={}, overrides={"mate.memory.mirror.enabled": False})
    return Memory.open(base, settings=settings, clock=clock)
