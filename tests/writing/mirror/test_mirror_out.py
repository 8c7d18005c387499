"""What is committed stands in the folder; what stands in its way is refused and told, and never a caller's problem."""

# ruff: noqa: ASYNC240 - a test has the loop to itself

import os
import stat
from pathlib import Path

import pytest

from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.writing.mirror import Wrong

NOTE = "the deploy key rotates every Friday"


def troubles(memory: Memory) -> dict[str, Wrong]:
    assert memory.parts.mirror is not None
    return {trouble.name: trouble.wrong for trouble in memory.parts.mirror.troubles}


async def test_a_new_agents_documents_stand_in_its_folder(ada: Agent, shared: Path) -> None:
    await ada.row()

    assert sorted(path.name for path in shared.iterdir()) == ["AGENTS.md", "MEMORY.md", "PROFILE.md", "SOUL.md"]
    assert shared.joinpath("SOUL.md").read_text("utf-8") == (await ada.documents.read("SOUL.md")).text


async def test_what_is_remembered_is_in_the_owners_file_when_the_call_returns(
    ada: Agent, me: Owner, mine: Path
) -> None:
    await ada.remember(NOTE, owner=me)

    assert mine.joinpath("MEMORY.md").read_bytes() == (await ada.documents.read("MEMORY.md", owner=me)).text.encode()


async def test_files_and_folders_are_their_owners_alone(ada: Agent, me: Owner, mine: Path, base: Path) -> None:
    await ada.remember(NOTE, owner=me)

    assert stat.S_IMODE(mine.joinpath("MEMORY.md").stat().st_mode) == 0o600
    folders = [mine, *mine.parents[:4]]
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}
    assert folders[-1] == base


async def test_no_temporary_file_stays(ada: Agent, me: Owner, base: Path) -> None:
    for number in range(5):
        await ada.documents.write(f"n{number}.md", "# n\n", owner=me)
    await ada.remember(NOTE, owner=me)

    assert list(base.rglob(".morrow-*")) == []


async def test_a_turn_that_touches_no_document_writes_no_file(ada: Agent, me: Owner, base: Path) -> None:
    await ada.row()
    before = {path: path.stat().st_mtime_ns for path in base.joinpath("workspace").rglob("*")}

    await ada.record("hello there", "hi", owner=me)

    assert {path: path.stat().st_mtime_ns for path in base.joinpath("workspace").rglob("*")} == before


async def test_a_link_in_the_place_of_a_file_is_refused(
    memory: Memory, ada: Agent, me: Owner, mine: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "outside.md"
    secret.write_text("- not for memory\n")
    mine.mkdir(parents=True)
    mine.joinpath("MEMORY.md").symlink_to(secret)

    entry = await ada.remember(NOTE, owner=me)

    assert entry.body == NOTE
    assert secret.read_text() == "- not for memory\n"
    assert troubles(memory) == {"MEMORY.md": Wrong.LINK}
    assert "not for memory" not in (await ada.documents.read("MEMORY.md", owner=me)).text


async def test_a_folder_that_is_a_link_is_not_followed(
    memory: Memory, ada: Agent, me: Owner, mine: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    outside.joinpath("ideas.md").write_text("- not for memory\n")
    mine.parent.mkdir(parents=True)
    mine.symlink_to(outside)

    await ada.remember(NOTE, owner=me)

    assert [path.name for path in outside.iterdir()] == ["ideas.md"]
    assert troubles(memory)["MEMORY.md"] is Wrong.LINK
    assert [d.name for d in await ada.documents.list(owner=me) if not d.bucket.is_shared] == ["MEMORY.md"]


async def test_the_workspace_itself_is_not_followed_elsewhere(
    memory: Memory, ada: Agent, me: Owner, base: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    base.joinpath("workspace").symlink_to(outside)

    await ada.remember(NOTE, owner=me)

    assert list(outside.iterdir()) == []
    assert set(troubles(memory).values()) == {Wrong.LINK}


@pytest.mark.parametrize(
    ("thing", "wrong"), [("fifo", Wrong.NO_FILE), ("folder", Wrong.NO_FILE), ("hard link", Wrong.HARD_LINK)]
)
async def test_what_is_no_plain_file_is_left_alone(
    memory: Memory, ada: Agent, me: Owner, mine: Path, tmp_path: Path, thing: str, wrong: Wrong
) -> None:
    mine.mkdir(parents=True)
    place = mine / "MEMORY.md"
    if thing == "fifo":
        os.mkfifo(place)
    elif thing == "folder":
        place.mkdir()
    else:
        tmp_path.joinpath("other.md").write_text("- another's\n")
        place.hardlink_to(tmp_path / "other.md")
    before = place.stat(follow_symlinks=False).st_ino

    await ada.remember(NOTE, owner=me)

    assert place.stat(follow_symlinks=False).st_ino == before
    assert troubles(memory) == {"MEMORY.md": wrong}
    assert [hit.kind for hit in await ada.recall("deploy key", owner=me)]


async def test_a_file_comes_when_what_stood_in_its_way_is_gone(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    mine.mkdir(parents=True)
    mine.joinpath("MEMORY.md").mkdir()
    await ada.remember(NOTE, owner=me)

    mine.joinpath("MEMORY.md").rmdir()
    text = (await ada.documents.read("MEMORY.md", owner=me)).text

    assert mine.joinpath("MEMORY.md").read_text() == text
    assert NOTE in text
    assert troubles(memory) == {}


async def test_two_documents_that_differ_only_in_capitals_do_not_share_a_file(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    await ada.documents.write("ideas.md", "- small\n", owner=me)
    await ada.documents.write("Ideas.md", "- large\n", owner=me)

    assert [path.name for path in mine.iterdir()] == ["ideas.md"]
    assert troubles(memory) == {"Ideas.md": Wrong.CASE_TWIN}
    assert (await ada.documents.read("Ideas.md", owner=me)).text == "- large\n"


async def test_a_name_too_long_for_the_disk_is_kept_in_the_store(memory: Memory, ada: Agent, me: Owner) -> None:
    name = "备" * 200 + ".md"

    await ada.documents.write(name, "- a\n", owner=me)

    assert (await ada.documents.read(name, owner=me)).text == "- a\n"
    assert troubles(memory)[name] in (Wrong.UNREADABLE, Wrong.UNWRITABLE)


async def test_every_trouble_can_be_told_in_both_languages(memory: Memory, ada: Agent, me: Owner, mine: Path) -> None:
    mine.mkdir(parents=True)
    mine.joinpath("MEMORY.md").mkdir()
    await ada.remember(NOTE, owner=me)

    assert memory.parts.mirror is not None
    [trouble] = memory.parts.mirror.troubles
    assert trouble.describe("en").startswith("MEMORY.md: a folder")
    assert trouble.describe("zh") != trouble.describe("en")
