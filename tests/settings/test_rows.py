"""What is shown of settings, on a terminal and in the docs."""

import subprocess
import sys
from pathlib import Path

import pytest

from morrow.errors import InvalidSetting
from morrow.settings import explain, explain_one, load_settings
from morrow.settings.keys import all_settings
from morrow.settings.page import settings_page

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_a_row_tells_value_origin_default_and_unit() -> None:
    settings = load_settings(None, environ={"MORROW_COOLDOWN_MINUTES": "7"})

    row = explain_one(settings, "cooldown-minutes")

    assert (row.key, row.value, row.origin, row.default, row.unit) == (
        "mate.memory.cooldown-minutes",
        7,
        "env",
        5,
        "minutes",
    )


def test_every_setting_has_one_row_and_untouched_ones_come_from_the_default() -> None:
    rows = explain(load_settings(None, environ={}))

    assert [row.key for row in rows] == list(all_settings())
    assert {row.origin for row in rows} == {"default"}


def test_every_setting_says_what_it_means_and_every_number_has_a_unit() -> None:
    for setting in all_settings().values():
        assert setting.about.description[0].isupper(), setting.key
        assert not setting.about.description.endswith("."), setting.key
        assert setting.kind not in (int, float) or setting.about.unit, setting.key


def test_a_secret_of_a_plugin_is_not_shown() -> None:
    settings = load_settings(None, environ={}, overrides={"plugins.mem0.apiKey": "m0-123", "plugins.mem0.baseUrl": "u"})

    assert [row.value for row in explain(settings)[-2:]] == ["(set)", "u"]


def test_asking_for_an_unknown_setting_names_the_nearest() -> None:
    with pytest.raises(InvalidSetting, match=r"did you mean mate\.memory\.soul\.mode\?"):
        explain_one(load_settings(None, environ={}), "mate.memory.soul.mod")


def test_the_page_of_the_docs_is_the_tree() -> None:
    assert (DOCS / "settings.md").read_text(encoding="utf-8") == settings_page(), "run scripts/settings-page"


def test_the_type_of_the_settings_is_imported_without_pydantic() -> None:
    code = "import sys, morrow.settings; sys.exit(any(n in sys.modules for n in ('pydantic', 'yaml', 'difflib')))"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
