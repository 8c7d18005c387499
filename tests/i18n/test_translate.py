"""What `translate` and `detect_language` answer."""

import pytest

from morrow.i18n import LANGUAGES, detect_language, translate


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_message_without_a_translation_comes_back_in_english(lang: str) -> None:
    assert translate("no such text, {name}", lang, name="Ada") == "no such text, Ada"


def test_a_blank_without_a_value_is_an_error_that_names_it() -> None:
    with pytest.raises(LookupError, match=r"'Hello \{name\}' has a blank \{name\}"):
        translate("Hello {name}", "en", other=1)


def test_a_value_with_braces_is_put_in_as_it_stands() -> None:
    assert translate("said: {text}", "zh", text="{name} {0}") == "said: {name} {0}"


def test_blanks_may_be_named_message_and_text() -> None:
    assert translate("{message}/{text}", "en", message="a", text="b") == "a/b"


def test_an_unknown_language_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'fr': the languages are en, zh"):
        translate("Hello", "fr")


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh-Hans"}, "zh"),
        ({"LANG": "ZH_tw"}, "zh"),
        ({"LANG": "zh.utf8"}, "zh"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "zha_CN"}, "en"),
        ({"LANG": "zh_CN", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_ALL": "zh_CN"}, "zh"),
        ({"LANG": "zh_CN", "LC_ALL": ""}, "zh"),
    ],
)
def test_the_language_is_that_of_the_first_locale_variable_that_is_set(environ: dict[str, str], lang: str) -> None:
    assert detect_language(environ) == lang
