"""A deleted document is nowhere, its past stays, and it can be brought back."""

import asyncio
from pathlib import Path

import pytest
from tests.household.conftest import ADA, BO

from morrow.errors import FileNotAllowed, NotFound, PreconditionRequired, VersionConflict
from morrow.memory import Memory
from morrow.writing.verify import verify

NAME = "plan.md"


@pytest.fixture
async def planned(memory: Memory) -> Memory:
    documents = memory.agent().documents
    await documents.write(NAME, "# Plan\n\n- The zircon is green.\n", owner=ADA)
    await documents.write(NAME, "# Plan\n\n- The zircon is green.\n- We ship opals.\n", owner=ADA, if_match=1)
    return memory


async def _names(memory: Memory) -> list[str]:
    return [one.name for one in await memory.agent().documents.list(owner=ADA) if not one.bucket.is_shared]


async def test_a_deleted_document_is_nowhere_and_its_past_is(planned: Memory) -> None:
    documents = planned.agent().documents

    await documents.delete(NAME, owner=ADA, if_match=2)

    assert NAME not in await _names(planned)
    for asked in (documents.read(NAME, owner=ADA), documents.delete(NAME, owner=ADA, if_match=3)):
        with pytest.raises(NotFound):
            await asked
    assert not [hit for hit in await planned.agent().recall("zircon green", owner=ADA) if "green" in hit.text]
    history = await documents.history(NAME, owner=ADA)
    assert (history[0].version, history[0].reason) == (3, "deleted by hand")
    assert (await verify(planned.parts.store)).is_ok


async def test_a_revert_brings_a_deleted_document_back_with_its_entries(planned: Memory) -> None:
    documents = planned.agent().documents
    before = await documents.read(NAME, owner=ADA)
    await documents.delete(NAME, owner=ADA, if_match=2)

    await documents.revert(NAME, 2, owner=ADA)

    after = await documents.read(NAME, owner=ADA)
    assert (after.text, after.version) == (before.text, 4)
    assert [entry.id for entry in after.entries] == [entry.id for entry in before.entries]
    assert NAME in await _names(planned)
    assert [hit for hit in await planned.agent().recall("zircon green", owner=ADA) if "green" in hit.text]


async def test_a_new_document_of_a_deleted_ones_name_goes_on_at_its_version(planned: Memory) -> None:
    documents = planned.agent().documents
    await documents.delete(NAME, owner=ADA, if_match=2)

    written = await documents.write(NAME, "- new\n", owner=ADA)

    assert (written.version, written.text) == (4, "- new\n")
    assert len(await documents.history(NAME, owner=ADA)) == 4


async def test_deleting_needs_the_version_that_was_read_and_takes_nobody_elses(planned: Memory) -> None:
    documents = planned.agent().documents
    await documents.write("shared.md", "- ours\n")

    for refused, kind in (
        (documents.delete(NAME, owner=ADA), PreconditionRequired),
        (documents.delete(NAME, owner=ADA, if_match=1), VersionConflict),
        (documents.delete(NAME, owner=BO, if_match=2), NotFound),
        (documents.delete("shared.md", owner=ADA, if_match=1), NotFound),
        (documents.delete("../x.md", owner=ADA, if_match=1), FileNotAllowed),
    ):
        with pytest.raises(kind):
            await refused
    assert (await documents.read(NAME, owner=ADA)).version == 2
    assert (await documents.read("shared.md")).version == 1


async def test_the_file_of_a_deleted_document_goes_and_one_put_there_again_brings_it_back(
    planned: Memory, home: str
) -> None:
    if home.startswith("postgresql"):
        pytest.skip("a database server has no folder of files")
    file = Path(home, "workspace", "default", "owners", "user%3aada", NAME)
    assert await asyncio.to_thread(file.exists)

    await planned.agent().documents.delete(NAME, owner=ADA, if_match=2)
    await planned.idle()
    assert not await asyncio.to_thread(file.exists)
    assert NAME not in await _names(planned)

    await asyncio.to_thread(file.write_text, "- put there again\n")
    for _ in range(3):
        await planned.idle()
    assert (await planned.agent().documents.read(NAME, owner=ADA)).text == "- put there again\n"
