"""A setting either takes effect or says that it does not yet."""

import re
from pathlib import Path

from morrow.settings.keys import Setting, all_settings

SOURCE = Path(__file__).parent.parent.parent / "src" / "morrow"
TEXT = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py")) if "settings" not in path.parts
)


def is_read(setting: Setting) -> bool:
    """Whether some module beside the settings reads it; a short name such as `mode` counts only behind its branch."""
    branch, name = setting.path[-2:]
    pattern = rf"\.{name}\b" if len(setting.path) == 2 or name.count("_") > 1 else rf"\b{branch}\.{name}\b"
    return re.search(pattern, TEXT) is not None


def test_every_setting_that_is_not_marked_as_planned_is_read_somewhere() -> None:
    settings = [setting for setting in all_settings().values() if setting.path[0] in ("memory", "window")]

    assert [setting.key for setting in settings if not setting.is_planned and not is_read(setting)] == []


def test_a_setting_that_is_read_is_not_marked_as_planned() -> None:
    assert [setting.key for setting in all_settings().values() if setting.is_planned and is_read(setting)] == []
