import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from morrow import Memory, Owner
from morrow.cli.main import root
from morrow.documents.entries import Add, Author
from morrow.documents.gates.context import RunInput
from morrow.owners import Bucket
from morrow.testing import Clock
from morrow.writing.change import By, Change
from morrow.writing.propose import Words, propose

DAY = "2026-04-09T08:00:00+00:00"


class Shell:
    """Runs `morrow` on one home."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(self, *words: str, code: int = 0, **more: Any) -> Result:
        done = CliRunner().invoke(root, ["--home", str(self.home), "--lang", "en", "--now", DAY, *words], **more)
        assert done.exit_code == code, done.output
        return done

    def json(self, *words: str, code: int = 0) -> Any:
        return json.loads(self(*words, "--json", code=code).stdout)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    found = Shell(tmp_path)
    found("remember", "The door code is 4711.")
    found("remember", "Lin likes tea.")
    return found


def test_why_names_the_words_and_the_history(shell: Shell) -> None:
    told = shell("why", "MEMORY.md:4").stdout

    assert "- The door code is 4711." in told
    assert "“The door code is 4711.”" in told
    assert "added  (agent: asked to remember)" in told


def test_why_in_chinese_is_chinese(shell: Shell) -> None:
    told = shell("why", "MEMORY.md:4", "--lang", "zh").stdout

    assert "被要求记住" in told
    assert "asked" not in told


def test_why_of_nothing_ends_with_3(shell: Shell) -> None:
    assert "no entry" in shell("why", "MEMORY.md:1", code=3).stderr


def test_a_history_lists_versions(shell: Shell) -> None:
    versions = shell.json("files", "history", "MEMORY.md")["versions"]

    assert [(one["version"], one["author"], one["reason"]) for one in versions] == [
        (2, "agent", "asked to remember"), (1, "agent", "asked to remember"),
    ]  # fmt: skip
    assert [row.split("\t")[0] for row in shell("files", "history", "MEMORY.md").stdout.split("\n")] == ["2", "1", ""]


def test_a_file_is_compared_and_brought_back(shell: Shell) -> None:
    assert "+- Lin likes tea." in shell("files", "diff", "MEMORY.md", "1", "2").stdout

    shell("files", "revert", "MEMORY.md", "--to", "1")

    assert "Lin" not in shell("files", "show", "MEMORY.md").stdout
    assert shell("files", "diff", "MEMORY.md", "1", code=3).stdout == ""


def test_one_change_of_a_file_is_taken_back(shell: Shell) -> None:
    done = shell.json("files", "revert", "MEMORY.md", "--change", "1")

    assert [file["version"] for file in done["files"]] == [3]
    assert "4711" not in shell("files", "show", "MEMORY.md").stdout
    assert "Lin likes tea." in shell("files", "show", "MEMORY.md").stdout


def test_a_revert_says_what_it_needs(shell: Shell) -> None:
    assert "--to VERSION or --change VERSION" in shell("files", "revert", "MEMORY.md", code=2).stderr
    assert "version 9" in shell("files", "revert", "MEMORY.md", "--to", "9", code=3).stderr


def test_an_empty_inbox_ends_with_3(shell: Shell) -> None:
    assert shell.json("review", "list", code=3) == {"items": []}


@pytest.mark.parametrize(("act", "kept"), [("accept", "- Sail in May."), ("edit", "In my words."), ("reject", "")])
def test_what_waits_is_settled(shell: Shell, act: str, kept: str) -> None:
    asyncio.run(_propose(shell.home, "- Sail in May."))
    [item] = shell.json("review", "list")["items"]

    shell("review", act, item["id"], *([kept] if act == "edit" else []))

    assert shell.json("review", "list", code=3)["items"] == []
    assert kept in shell("files", "show", "MEMORY.md").stdout
    assert "no such proposal" in shell("review", act, "none", *([kept] if act == "edit" else []), code=3).stderr


async def _propose(home: Path, text: str) -> None:
    clock = Clock(DAY)
    async with Memory.open(home, clock=clock) as memory:
        agent = await memory.agent().row()
        change = Change(Bucket.personal(agent.id, Owner.user("local")), "MEMORY.md", (Add("Plans", text),))
        words = Words(inputs=(RunInput(text),))
        async with memory.parts.store.write() as connection:
            await propose(
                connection, [change], by=By(Author.DREAM, "night", "for a test"), words=words,
                settings=memory.parts.settings, now=clock(), hold_all=True,
            )  # fmt: skip


def test_verify_finds_nothing_where_nothing_was_touched(shell: Shell) -> None:
    assert shell.json("verify")["problems"] == []


def test_verify_ends_with_1_where_a_row_was_changed(shell: Shell) -> None:
    change = "UPDATE document SET text = text || char(10) WHERE name = 'MEMORY.md' AND owner <> ''"
    _change_behind_its_back(shell, change)

    found = shell.json("verify", code=1)

    assert [problem["what"] for problem in found["problems"]] == ["its text is not the one of its last revision"]


def _change_behind_its_back(shell: Shell, statement: str) -> None:
    with sqlite3.connect(shell.home / "morrow.db") as connection:
        connection.execute(statement)
    connection.close()
