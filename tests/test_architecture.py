"""The rules of the house that a machine can check: STYLE.md, the floors, and what each decision names."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "morrow"
MODULES = sorted(SOURCE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))

# Where `except Exception` stands, by module, and the promise it keeps there. At most one a module.
CATCHES_ALL: dict[str, str] = {
    "jobs/runner.py": "one job's failure is its own: it is written down, and the other jobs run",
    "api/faults.py": "a caller hears of a fault, and no other request is touched",
    "cli/main.py": "the top of a door: whatever it was, one line tells it, and no traceback",
    "recall/tracker.py": "a statistic that is not written costs no turn",
    "dreaming/events.py": "a dream that nobody hears of is dreamt all the same",
    "chat/turn.py": "a turn's failure is its own: what was said is kept, and the turn is told to have failed",
    "conversations/recorder.py": "every caller of a group commit is told, and the next commit still runs",
}
# Where a function takes or gives dict[str, Any], by module, and why it is no dataclass.
LOOSE_DICTS: dict[str, str] = {
    "api/rights.py": "what a route says of itself beyond what FastAPI knows, as FastAPI takes it",
    "api/description.py": "answers as FastAPI takes them, and the OpenAPI document as it gives it",
    "store/schema.py": "column values as SQLAlchemy takes them",
}
# Where an exception is a signal inside one folder, by module; it never leaves the folder, so it is no MorrowError.
SIGNALS: dict[str, str] = {
    "jobs/nodes.py": "the queue of several nodes asks for one: it is how a task says when to look again",
    "models/loose_json.py": "the reader of answers gives up on one reading and tries the next",
    "models/reading.py": "the reader of answers gives up on one reading and tries the next",
}
# Calls that read the time; only clock.py makes them. Measuring with time.monotonic is no reading of the time.
TIME_READERS = {"datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time", "time.time_ns"}
# Packages that only one folder may import: what it opens is its own.
OWNED_PACKAGES = {
    "aiosqlite": "store",
    "sqlite3": "store",
    "psycopg": "store",
    "openai": "models",
    "anthropic": "models",
}
EMPTY_FOLDER_NAMES = {"utils", "util", "helpers", "common", "services", "managers", "misc", "core"}
EMPTY_CLASS_NAMES = re.compile(r"(Manager|Service|Helper|Handler|Util|Utils|Mixin)$")
SOMEONES_PATH = re.compile(r"(?<![\w.])/(?:root|work|Users/\w+)/\w")


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def offenders(is_wrong: Callable[[ast.AST], bool], paths: list[Path] = MODULES) -> list[str]:
    """Return path:line of every node that is wrong."""
    return [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
        for path in paths
        for node in nodes(path)
        if is_wrong(node)
    ]


def imported(path: Path) -> set[str]:
    """Return the top packages that a module imports."""
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


def test_every_module_says_what_lives_in_it() -> None:
    silent = [name_of(path) for path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]

    assert [name for name in silent if (SOURCE / name).stat().st_size] == []


def test_no_module_is_longer_than_400_lines() -> None:
    hand_written = [path for path in MODULES if "migrations" not in path.parts]  # a migration lists columns
    lines = {name_of(path): path.read_text(encoding="utf-8").count("\n") for path in hand_written}
    long = {name: count for name, count in lines.items() if count > 400}

    assert long == {}


def test_at_most_two_functions_of_a_hundred_are_longer_than_50_lines() -> None:
    lengths = [
        ((node.end_lineno or 0) - node.lineno + 1, f"{name_of(path)}:{node.name}")
        for path in MODULES
        for node in functions(path)
    ]
    long = sorted((length, name) for length, name in lengths if length > 50)

    assert len(long) <= 0.02 * len(lengths), long


def test_every_folder_is_named_after_an_idea() -> None:
    folders = {folder.name for folder in SOURCE.rglob("*") if folder.is_dir()} | {path.stem for path in MODULES}

    assert folders & EMPTY_FOLDER_NAMES == set()


def test_no_class_is_a_manager_or_a_helper() -> None:
    assert offenders(lambda node: isinstance(node, ast.ClassDef) and bool(EMPTY_CLASS_NAMES.search(node.name))) == []


def test_imports_look_down_the_floors_and_form_no_circles() -> None:
    checked = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_imports_are_absolute() -> None:
    assert offenders(lambda node: isinstance(node, ast.ImportFrom) and node.level > 0) == []


@pytest.mark.parametrize("package", sorted(OWNED_PACKAGES))
def test_what_a_folder_opens_is_imported_there_only(package: str) -> None:
    strangers = [
        name_of(path)
        for path in MODULES
        if package in imported(path) and name_of(path).split("/")[0] != OWNED_PACKAGES[package]
    ]

    assert strangers == []


def test_only_the_clock_reads_the_time() -> None:
    others = [path for path in MODULES if path != SOURCE / "clock.py"]

    assert offenders(lambda node: isinstance(node, ast.Attribute) and dotted(node) in TIME_READERS, others) == []


def dotted(node: ast.Attribute) -> str:
    """Return the last two names of an attribute: `datetime.datetime.now` is `datetime.now`."""
    owner = node.value
    before = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
    return f"{before}.{node.attr}"


def catches_all(node: ast.AST) -> bool:
    """Whether this catches every error and keeps it; one that tidies up and raises it again does not."""
    if not isinstance(node, ast.ExceptHandler) or (isinstance(node.body[-1], ast.Raise) and not node.body[-1].exc):
        return False
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in _EVERYTHING) for kind in kinds)


_EVERYTHING = {"Exception", "BaseException"}


def test_every_error_is_caught_by_its_kind_but_where_a_reason_stands() -> None:
    found = [name_of(path) for path in MODULES for node in nodes(path) if catches_all(node)]

    assert sorted(found) == sorted(CATCHES_ALL)


def test_every_error_is_defined_in_a_module_of_errors() -> None:
    others = [path for path in MODULES if path.name != "errors.py" and name_of(path) not in SIGNALS]

    def is_error(node: ast.AST) -> bool:
        bases = node.bases if isinstance(node, ast.ClassDef) else []
        return any(isinstance(base, ast.Name) and re.search(r"(Error|Exception)$", base.id) for base in bases)

    assert offenders(is_error, others) == []


def test_no_untyped_dict_crosses_a_module() -> None:
    found = {
        name_of(path)
        for path in MODULES
        for node in functions(path)
        if not node.name.startswith("_") and "dict[str, Any]" in signature(node)
    }

    assert found == set(LOOSE_DICTS)


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return a function's parameters and result as text."""
    return f"{ast.unparse(node.args)} -> {ast.unparse(node.returns) if node.returns else ''}"


def test_lines_of_text_end_with_a_line_feed_and_nothing_else() -> None:
    assert offenders(lambda node: isinstance(node, ast.Attribute) and node.attr == "splitlines") == []


def test_nothing_unfinished_lands() -> None:
    unfinished = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in MODULES
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if re.search(r"#.*\b(TODO|FIXME|XXX|HACK)\b", line)
    ]

    assert unfinished == []


def test_tests_stand_in_for_nothing_and_wait_for_nothing() -> None:
    mocked = [str(path.relative_to(ROOT)) for path in TESTS if imported(path) & {"unittest", "mock", "pytest_mock"}]

    assert mocked == []
    assert offenders(lambda node: isinstance(node, ast.Attribute) and dotted(node) == "time.sleep", TESTS) == []


def test_the_names_of_tests_are_sentences() -> None:
    short = [
        f"{path.relative_to(ROOT)}:{node.name}"
        for path in TESTS
        for node in functions(path)
        if node.name.startswith("test_") and len(node.name.split("_")) < 4
    ]

    assert short == []


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    files = [
        path
        for folder in ("src", "docs", "scripts", "requirements")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {"", ".py", ".md", ".sh", ".txt", ".toml", ".po"} and path.is_file()
    ]

    assert [str(path.relative_to(ROOT)) for path in files if SOMEONES_PATH.search(path.read_text("utf-8"))] == []


def test_every_dependency_is_pinned_and_has_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {"run": project["project"]["dependencies"], "dev": project["dependency-groups"]["dev"]}
    reasons = (ROOT / "docs" / "decisions" / "0005-dependencies.md").read_text(encoding="utf-8").lower()

    for name, requirements in wanted.items():
        pins = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").lower()
        packages = [re.split(r"[\[<>=~! ;]", requirement)[0].lower() for requirement in requirements]
        assert [package for package in packages if f"\n{package}==" not in f"\n{pins}"] == [], "run scripts/lock"
        assert [package for package in packages if f"`{package}`" not in reasons] == []


@pytest.mark.parametrize("name", ["run", "dev"])
def test_pins_have_hashes_and_name_no_place_to_load_from(name: str) -> None:
    pins = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")

    assert "://" not in pins
    assert not re.search(r"^--?\w", pins, re.MULTILINE)
    assert all("--hash=sha256:" in pin for pin in re.split(r"\n(?=\S)", pins.strip()))
