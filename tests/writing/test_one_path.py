"""There is one way into memory: every row of it is written below `writing/`, and documents by its commit alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "morrow"
ROWS = {"document", "revision", "entry", "entry_source", "proposal", "audit"}
STATEMENTS = {"insert", "update", "delete", "insert_new"}


def _written(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (statement, table) for each statement of a module that writes a row of memory."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in STATEMENTS:
            continue
        for argument in node.args:
            named = argument.attr if isinstance(argument, ast.Attribute) else getattr(argument, "id", "")
            if named in ROWS and not (isinstance(argument, ast.Name) and "draft" in ast.unparse(node)):
                yield node.func.id, named


def _writers(*tables: str) -> set[str]:
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for _, table in _written(path)
        if table in tables
    }
    return {name for name in found if not name.startswith("store/migrations/")}


def test_the_text_of_documents_and_their_versions_are_written_in_one_place() -> None:
    """Forgetting takes words out of versions that stand there; it adds none."""
    assert _writers("revision") == {"writing/commit.py", "writing/forgetting.py"}
    assert {name for name in _writers("document") if not name.startswith("writing/")} == set()


def test_every_row_of_memory_is_written_below_the_one_path() -> None:
    assert {name for name in _writers(*ROWS) if not name.startswith("writing/")} == set()


def test_nobody_commits_without_the_gates_but_who_is_named_here() -> None:
    """A person's own text meets the secret and name gates before; the diary and the mirror say why they need none."""
    calls = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "commit"
    }

    assert {name for name in calls if not name.startswith("writing/")} == {
        "agent/documents.py",  # a person saves
        "curation/undo.py",  # a person takes back what had been written
        "dreaming/dream.py",  # the diary, made of the report and never read by a dream
    }
