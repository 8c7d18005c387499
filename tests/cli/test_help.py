"""Help is quick, complete, and speaks the reader's language."""

import re
import subprocess
import sys

import click
import pytest
from tests.cli.conftest import Call

from morrow.cli.main import root


def names_of(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the words of every command, groups included."""
    context = click.Context(group)
    found: list[tuple[str, ...]] = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        found.append((*path, name))
        if isinstance(command, click.Group):
            found += names_of(command, (*path, name))
    return found


COMMANDS = names_of(root)
COMMON = ("--home", "--agent", "--owner", "--json", "--lang", "--now", "--quiet", "--verbose")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_has_help_in_both_languages_and_the_common_options(morrow: Call, words: tuple[str, ...]) -> None:
    english, chinese = morrow(*words, "--help"), morrow("--lang", "zh", *words, "--help")

    assert (english.code, chinese.code) == (0, 0)
    assert english.out.startswith("Usage: morrow ")
    assert chinese.out.startswith("用法：morrow ")
    assert "所有命令通用" in chinese.out
    assert [option for option in COMMON if option not in english.out] == []


def test_help_follows_the_locale(process: Call) -> None:
    assert process("--help", LANG="zh_CN.UTF-8").out.startswith("用法：")


def test_help_loads_nothing_that_takes_its_time() -> None:
    loaded = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "morrow.cli", "--help"], capture_output=True, check=True, text=True
    ).stderr

    heavy = (
        "sqlalchemy",
        "pydantic",
        "fastapi",
        "rich",
        "structlog",
        "yaml",
        "asyncio",
        "morrow.memory",
        "morrow.agent",
    )
    assert [name for name in heavy if re.search(rf"\| +{name}$", loaded, re.MULTILINE)] == []


def test_morrow_alone_prints_its_help(morrow: Call) -> None:
    assert "Commands:" in morrow().out + morrow().err


def test_the_version_is_one_line(morrow: Call) -> None:
    assert morrow("--version").out.count("\n") == 1


def test_output_is_chinese_where_that_is_asked_for(morrow: Call) -> None:
    assert morrow("search", "什么", "--lang", "zh").out == "没有与此有关的记忆。\n"
    assert "正常" in morrow("doctor", "--lang", "zh").out


def test_common_options_may_stand_before_the_command(morrow: Call) -> None:
    assert morrow("--json", "--agent", "ada", "status").document["agent"] == "ada"
    assert morrow("--agent", "ada", "status", "--agent", "bo", "--json").document["agent"] == "bo"
