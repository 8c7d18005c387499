"""Looks messages up in the compiled catalogue `zh.mo`. Compiling it from `zh.po` is the work of `scripts/catalogue`."""

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "zh")
CATALOGUE_FOLDER = Path(__file__).parent


def translate(message: str, /, lang: str, **values: object) -> str:
    """Return `message` in `lang` ("en" or "zh") with every `{name}` blank filled from `values`.

    `message` is the English text itself; what the Chinese catalogue lacks comes back in English.
    Raises LookupError for a blank without a value, ValueError for another language.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"{lang!r}: the languages are {', '.join(LANGUAGES)}")
    text = message if lang == "en" else _catalogue(lang).gettext(message)
    try:
        return text.format_map(values)
    except KeyError as error:
        raise LookupError(f"{message!r} has a blank {{{error.args[0]}}} and got no value for it") from error


def msgid(message: str) -> str:
    """Return `message` as it is: marks a text in a table that `translate` is given later, so that tests find it."""
    return message


def detect_language(environ: Mapping[str, str]) -> str:
    """Return the language a terminal asks for in LC_ALL, LC_MESSAGES or LANG, the first that is set: "zh" or "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environ.get(name, "").strip():
            return "zh" if locale.replace("-", "_").split("_")[0].split(".")[0].lower() == "zh" else "en"
    return "en"


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    path = CATALOGUE_FOLDER / f"{lang}.mo"
    if not path.exists():
        return gettext.NullTranslations()
    with path.open("rb") as compiled:
        return gettext.GNUTranslations(compiled)
