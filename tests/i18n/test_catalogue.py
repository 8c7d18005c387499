"""The Chinese catalogue is complete, compiled, and fills the same blanks as the English."""

import ast
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "morrow"
PO = SOURCE / "i18n" / "zh.po"
MARKS = {"translate", "msgid"}


@pytest.fixture(scope="module")
def catalogue() -> Catalog:
    with PO.open("rb") as lines:
        return read_po(lines, locale="zh", abort_invalid=True)


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_compiled_catalogue_is_the_source_compiled() -> None:
    checked = subprocess.run(
        [sys.executable, ROOT / "scripts" / "compile_catalogue.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stderr


def test_every_message_in_the_source_has_a_chinese_text(catalogue: Catalog) -> None:
    missing = {
        text: place
        for text, place in literal_messages().items()
        if (entry := catalogue.get(text)) is None or not entry.string or entry.fuzzy
    }

    assert missing == {}


def test_no_chinese_text_is_left_without_its_message(catalogue: Catalog) -> None:
    strings = all_strings()

    stale = [entry.id for entry in catalogue if entry.id and entry.id not in strings]

    assert stale == []


def test_both_languages_of_a_message_have_the_same_blanks(catalogue: Catalog) -> None:
    unlike = [
        entry.id
        for entry in catalogue
        if isinstance(entry.id, str)
        and isinstance(entry.string, str)
        and entry.id
        and blanks(entry.id) != blanks(entry.string)
    ]

    assert unlike == []


def test_every_message_stands_once_in_the_catalogue() -> None:
    lines = PO.read_text(encoding="utf-8").split("\n")
    ids = [line for line in lines if line.startswith("msgid ") and line != 'msgid ""']

    assert sorted(ids) == sorted(set(ids))


def literal_messages() -> dict[str, str]:
    """Return every literal first argument of `translate` and `msgid`, with the place where it stands."""
    found: dict[str, str] = {}
    for path, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node.func) in MARKS and node.args:
                for text in _texts(node.args[0]):
                    found.setdefault(text, f"{path.relative_to(SOURCE)}:{node.lineno}")
    for path, template in _templates():
        for call in template.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "t" and call.args:
                for text in _template_texts(call.args[0]):
                    found.setdefault(text, f"{path.relative_to(SOURCE)}:{call.lineno}")
    return found


def all_strings() -> set[str]:
    """Return every string constant of the source: a catalogue entry that is not among them is stale."""
    in_code = {
        node.value
        for _, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return in_code | {
        node.value
        for _, template in _templates()
        for node in template.find_all(nodes.Const)
        if isinstance(node.value, str)
    }


def _trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def _templates() -> Iterator[tuple[Path, nodes.Template]]:
    environment = Environment(autoescape=True)
    for path in sorted((SOURCE / "web" / "templates").rglob("*.html")):
        yield path, environment.parse(path.read_text(encoding="utf-8"))


def _template_texts(argument: nodes.Expr) -> Iterator[str]:
    if isinstance(argument, nodes.Const) and isinstance(argument.value, str):
        yield argument.value
    if isinstance(argument, nodes.CondExpr):
        yield from _template_texts(argument.expr1)
        if argument.expr2 is not None:
            yield from _template_texts(argument.expr2)


def _texts(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    if isinstance(argument, ast.IfExp):
        yield from _texts(argument.body)
        yield from _texts(argument.orelse)


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
