"""Changing one value of `morrow.yaml` in place."""

from pathlib import Path

import pytest

from morrow.errors import InvalidSetting
from morrow.settings import load_settings, write_setting

FILE = """# mine
mate:
  memory:
    cooldown-minutes: 5   # patience
    disabled-providers:
    - mem0
    # the next one matters
    dreaming-cron: "0 0 3 * * ?"
    soul:
window.preserve-recent-pairs: 2
"""


@pytest.mark.parametrize(
    ("key", "value", "old", "new"),
    [
        ("cooldown-minutes", "9", "cooldown-minutes: 5 ", "cooldown-minutes: 9 "),
        ("dreaming-cron", "0 30 2 * * ?", '"0 0 3 * * ?"', "0 30 2 * * ?"),
        ("disabled-providers", "facts,mem0", "\n    - mem0\n", " [facts, mem0]\n"),
        ("window.preserve-recent-pairs", 4, "pairs: 2", "pairs: 4"),
    ],
)
def test_only_the_value_changes(tmp_path: Path, key: str, value: object, old: str, new: str) -> None:
    (tmp_path / "morrow.yaml").write_text(FILE)

    write_setting(tmp_path, key, value)

    assert (tmp_path / "morrow.yaml").read_text() == FILE.replace(old, new)


def test_a_setting_that_is_not_in_the_file_is_added_at_its_end(tmp_path: Path) -> None:
    (tmp_path / "morrow.yaml").write_text("cooldown-minutes: 5")

    key = write_setting(tmp_path, "soul.mode", "auto")

    assert key == "mate.memory.soul.mode"
    assert (tmp_path / "morrow.yaml").read_text() == "cooldown-minutes: 5\nmate.memory.soul.mode: auto\n"


def test_the_file_and_its_folder_are_made_when_missing(tmp_path: Path) -> None:
    home = tmp_path / "new"

    write_setting(home, "dreaming-enabled", "off")

    assert load_settings(home, environ={}).memory.dreaming_enabled is False
    assert [path.name for path in home.iterdir()] == ["morrow.yaml"]


@pytest.mark.parametrize(("key", "value"), [("cooldown-minutes", "soon"), ("cooldwn-minutes", "5")])
def test_what_is_not_allowed_is_not_written(tmp_path: Path, key: str, value: str) -> None:
    (tmp_path / "morrow.yaml").write_text(FILE)

    with pytest.raises(InvalidSetting):
        write_setting(tmp_path, key, value)

    assert (tmp_path / "morrow.yaml").read_text() == FILE


def test_texts_that_look_like_something_else_come_back_as_texts(tmp_path: Path) -> None:
    for value in ("5", "true", "null", "a: b", "# x", "记忆"):
        write_setting(tmp_path, "models.chat.model", value)

        assert load_settings(tmp_path, environ={}).models.chat.model == value
