"""An import that is killed loses nothing it acknowledged, brings nothing twice, and is gone on with."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Call

from morrow.testing import Clock

LINES = 1200


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    clock, path = Clock("2026-01-05T08:00:00+00:00"), tmp_path / "long.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number in range(LINES):
            at = clock.advance(minutes=9).isoformat()
            text = f"I moved to street {number} in Lisbon." if number % 50 == 0 else f"Message number {number}."
            line = {"conversation": f"c{number % 7}", "speaker": "Mara", "text": text, "time": at}
            file.write(json.dumps(line) + "\n")
    return path


def texts_in(folder: Path) -> list[tuple[str, int, str]]:
    with sqlite3.connect(folder / "morrow.db") as connection:
        rows = connection.execute(
            "SELECT c.name, m.position, m.text FROM message AS m"
            " JOIN conversation AS c ON c.id = m.conversation ORDER BY 1, 2"
        )
        return list(rows)


def wanted(chat: Path) -> list[tuple[str, int, str]]:
    positions: dict[str, int] = {}
    found = []
    for line in chat.read_text(encoding="utf-8").strip().split("\n"):
        given = json.loads(line)
        positions[given["conversation"]] = positions.get(given["conversation"], 0) + 1
        found.append((given["conversation"], positions[given["conversation"]], given["text"]))
    return sorted(found)


def kill_after(folder: Path, chat: Path, *options: str, steps: int) -> int:
    """Import until `steps` lines are printed, kill the process, and return the last number it acknowledged."""
    started = subprocess.Popen(
        [sys.executable, "-m", "morrow.cli", "import", "chat", str(chat), "--json", *options],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, "MORROW_HOME": str(folder)}, text=True,
    )  # fmt: skip
    assert started.stderr is not None
    acknowledged = 0
    for _ in range(steps):
        step = json.loads(started.stderr.readline() or "{}")
        acknowledged = step.get("acknowledged", acknowledged)
    os.kill(started.pid, signal.SIGKILL)
    started.communicate()
    assert started.returncode == -signal.SIGKILL
    return acknowledged


def test_a_killed_import_keeps_what_it_acknowledged_and_goes_on(process: Call, folder: Path, chat: Path) -> None:
    acknowledged = kill_after(folder, chat, steps=2)
    kept = texts_in(folder)

    done = process("import", "chat", str(chat), "--json")

    assert len(kept) >= acknowledged >= 500
    assert (done.code, done.document["recorded"]) == (0, LINES - len(kept))
    assert texts_in(folder) == wanted(chat)


def test_nights_that_were_cut_short_are_all_dreamt_once(process: Call, folder: Path, chat: Path) -> None:
    for steps in (3, 8):
        kill_after(folder, chat, "--dream", steps=steps)

    done = process("import", "chat", str(chat), "--dream", "--json")

    assert done.code == 0, done.err
    assert texts_in(folder) == wanted(chat)
    reports = process("dreams", "log", "--json", "--limit", "100").document["reports"]
    dates = [report["startedAt"][:10] for report in reports if report["startedAt"] < "2026-06"]
    assert dates == sorted(set(dates), reverse=True)
    assert (dates[-1], len(dates)) == ("2026-01-06", 8)
    again = process("import", "chat", str(chat), "--dream", "--json")
    assert (again.document["recorded"], again.document["nights"]) == (0, 0)


def test_an_import_says_how_much_of_the_file_is_safe(process: Call, chat: Path) -> None:
    plain = process("import", "chat", str(chat))

    lines = plain.out.strip().split("\n")
    safe = [json.loads(line)["acknowledged"] for line in lines if line.startswith("{")]
    assert safe == [500, 1000, 1200]
    assert lines[-2:] == ["1200 messages in 7 conversations; new: 1200", "Owners: user:local"]


def test_a_chat_is_read_from_standard_input(process: Call, chat: Path) -> None:
    done = process("import", "chat", "-", "--json", "-q", stdin=chat.read_bytes())

    assert (done.code, done.document["messages"], done.err) == (0, LINES, "")


def test_two_imports_at_once_bring_nothing_twice(folder: Path, process: Call, chat: Path) -> None:
    process("init")
    command = [sys.executable, "-m", "morrow.cli", "import", "chat", str(chat), "--json", "-q"]
    environ = {**os.environ, "MORROW_HOME": str(folder)}
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environ, text=True) for _ in range(2)]

    done = [json.loads(one.communicate()[0]) for one in both]

    assert sum(one["recorded"] for one in done) == LINES
    assert texts_in(folder) == wanted(chat)
