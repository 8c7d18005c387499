"""What is kept of an owner is shown, exported and erased whole, and of nobody else."""

from pathlib import Path

import pytest
from sqlalchemy import select
from tests.household.conftest import ADA, BO

from morrow.errors import InvalidInput, NotFound
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.store import metadata
from morrow.store.schema import personal_tables
from morrow.testing import Clock
from morrow.writing.verify import verify


async def _everything(memory: Memory) -> str:
    """Return every column of every row as one text."""
    async with memory.parts.store.read_all() as connection:
        return "\n".join(
            [str(row) for table in metadata.sorted_tables for row in await connection.execute(select(table))]
        )


def _files(home: str) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path(home).rglob("*") if path.is_file()}


async def test_every_owner_is_listed_with_the_agents_that_remember_it(memory: Memory) -> None:
    await memory.agent("other").remember("I drink tea.", owner=BO)
    await memory.owners.set(Owner.user("cy"), zone="Asia/Shanghai", language="zh")

    assert [(one.key, one.agents) for one in await memory.owners.list()] == [
        ("user:ada", ("default",)),
        ("user:bo", ("default", "other")),
        ("user:cy", ()),
    ]


async def test_what_is_set_for_an_owner_is_shown_with_the_number_of_rows(memory: Memory) -> None:
    await memory.owners.set(ADA, zone="Asia/Shanghai", language="zh")
    await memory.owners.switch(ADA, "dream", on=False)

    shown = await memory.owners.show(ADA)

    assert (shown.zone, shown.language) == ("Asia/Shanghai", "zh")
    assert (shown.switches.dream, shown.switches.recall) == (False, True)
    assert not shown.switches.in_groups
    assert shown.rows["message"] == 2
    with pytest.raises(NotFound):
        await memory.owners.show(Owner.user("nobody"))
    with pytest.raises(InvalidInput):
        await memory.owners.set(ADA, zone=None, language="xx")


async def test_an_export_holds_every_row_of_the_owner_and_of_nobody_else(memory: Memory) -> None:
    export = await memory.owners.export(ADA)

    assert {row.values["owner"] for rows in export.kept.values() for row in rows} == {ADA.key}
    told = {name: len(rows) for name, rows in export.kept.items()}
    derived = {"search_item", "search_bucket", "mirror_file"}
    assert told == {name: count for name, count in export.rows.items() if name not in derived}
    assert "zirconbo" not in str(export)


async def test_an_erased_owner_is_in_no_row_and_no_file(memory: Memory, home: str) -> None:
    before = await memory.owners.show(BO)
    preview = await memory.owners.erase(ADA, dry_run=True)
    assert "zirconada" in await _everything(memory)

    receipt = await memory.owners.erase(ADA)

    left = await _everything(memory)
    assert (receipt.is_done, preview.is_done) == (True, False)
    assert receipt.rows == preview.rows
    assert receipt.files == (0 if home.startswith("postgresql") else 2)
    assert "zirconada" not in left.lower()
    assert ADA.key not in left
    assert (await memory.owners.show(BO)).rows == before.rows
    assert [hit.text for hit in await memory.agent().recall("pass", owner=BO)]
    assert await memory.agent().recall("zirconada pass", owner=ADA) == []
    assert (await verify(memory.parts.store)).is_ok
    with pytest.raises(NotFound):
        await memory.owners.erase(ADA)


async def test_nothing_of_an_erased_owner_is_left_in_any_byte_of_the_home(memory: Memory, home: str) -> None:
    if home.startswith("postgresql"):
        pytest.skip("a database server's own files are its operator's")

    await memory.owners.erase(ADA)
    await memory.idle()

    assert [path for path, data in _files(home).items() if b"zirconada" in data.lower() or "%3aada" in path] == []
    assert [path for path in _files(home) if "%3abo" in path]


async def test_an_owner_who_comes_back_begins_anew(memory: Memory, clock: Clock) -> None:
    await memory.owners.erase(ADA)
    clock.advance(days=1)

    await memory.agent().remember("My pass is called opal.", owner=ADA)
    await memory.idle()

    [document] = [d for d in await memory.agent().documents.list(owner=ADA) if not d.bucket.is_shared]
    assert (document.name, document.version) == ("MEMORY.md", 1)


async def test_words_in_a_group_are_named_as_what_an_erasure_does_not_reach(memory: Memory) -> None:
    crew = Owner.group("slack", "crew")
    await memory.agent().record("We sell zirconcrew.", owner=crew, said_by=ADA)

    assert (await memory.owners.erase(ADA)).unreached == {"group_messages": 1}


async def test_a_look_is_written_down_in_the_owners_own_chain(memory: Memory) -> None:
    row = await memory.agent().row()

    await memory.owners.note_look(ADA, by="user:root", what="GET /x", agent=row.id)

    [look] = await memory.owners.looks(ADA)
    assert (look.by, look.what) == ("user:root", "GET /x")
    assert await memory.owners.looks(BO) == []
    assert (await verify(memory.parts.store)).is_ok


def test_every_table_that_names_an_owner_is_reached_by_an_erasure() -> None:
    named = {t.name for t in metadata.sorted_tables if "owner" in t.c}

    assert {table.name for table in personal_tables()} == named
