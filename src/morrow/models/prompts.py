"""Puts values into a prompt: blanks are filled once, and text from outside stands as JSON behind a random boundary.

Holds no prompt: each stands in a `.md` file beside the code that sends it.
"""

import json
import re
import secrets
from functools import cache
from importlib.resources import files

from morrow.text.language import Language

_HEADER = re.compile(r"<!-- (?P<name>[a-z-]+) (?P<version>\d+) -->\n")
_BLANK = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def new_boundary() -> str:
    """Return a word that nobody can know beforehand; one for each call."""
    return f"data-{secrets.token_hex(8)}"


def as_data(value: object, *, boundary: str) -> str:
    """Return a JSON value between two lines that name `boundary`: no text inside can end the block or begin another."""
    written = json.dumps(value, ensure_ascii=False, indent=1)
    return f"<{boundary}>\n{written}\n</{boundary}>"


def fill(template: str, **blanks: str) -> str:
    """Return the template with each `{name}` replaced, in one pass: what a value holds is never filled again.

    Raises KeyError for a blank without a value; other braces stay as they are written.
    """
    return _BLANK.sub(lambda blank: blanks[blank.group(1)], template)


@cache
def read_prompt(folder: str, name: str, language: Language) -> tuple[str, str]:
    """Return a prompt's text from a folder such as `morrow.dreaming`, and its version, such as `dream 1 zh`."""
    text = files(folder).joinpath(f"{name}.{language}.md").read_text(encoding="utf-8")
    header = _HEADER.match(text)
    if header is None:
        raise ValueError(f"{name}.{language}.md: the first line names the prompt and its version")
    return text[header.end() :], f"{header['name']} {header['version']} {language}"
