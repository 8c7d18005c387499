"""docs/cli.md and the commands say the same."""

import re
from pathlib import Path

import click
from tests.cli.test_help import COMMANDS

from morrow.cli.main import root
from morrow.cli.told import CommonOption

PAGE = (Path(__file__).parent.parent.parent / "docs" / "cli.md").read_text(encoding="utf-8")
CALLS = re.findall(r"`morrow ([^`]+)`", PAGE)


def command_at(words: tuple[str, ...]) -> click.Command:
    found: click.Command = root
    for word in words:
        assert isinstance(found, click.Group)
        inner = found.get_command(click.Context(found), word)
        assert inner is not None
        found = inner
    return found


def test_every_command_is_documented() -> None:
    documented = {tuple(call.split())[: len(words)] for call in CALLS for words in COMMANDS}

    assert [words for words in COMMANDS if words not in documented] == []


def test_every_documented_command_is_there() -> None:
    known = set(COMMANDS)
    strangers = [
        call for call in CALLS if call[0].islower() and not {tuple(call.split()[:1]), tuple(call.split()[:2])} & known
    ]

    assert strangers == []


def test_every_option_of_a_command_is_documented() -> None:
    missing = []
    for words in COMMANDS:
        for option in command_at(words).params:
            if isinstance(option, click.Option) and not isinstance(option, CommonOption):
                missing += [f"{' '.join(words)} {name}" for name in option.opts if f"`{name}" not in PAGE]

    assert missing == []


def test_every_common_option_is_documented() -> None:
    common = [option for option in root.params if isinstance(option, CommonOption)]

    assert [option.opts[-1] for option in common if f"`{option.opts[-1]}" not in PAGE] == []
