"""A command line to call: in this process for most tests, as a process of its own where that matters."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from morrow.cli.main import root


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed and with which code it ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Return the one JSON document of stdout."""
        return json.loads(self.out)


Call = Callable[..., Said]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def morrow(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call a command on the home of this test, in English and in UTC."""
    monkeypatch.setenv("MORROW_HOME", str(folder))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TZ", "UTC")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str, stdin: str | bytes | None = None) -> Said:
        done = CliRunner().invoke(root, list(arguments), input=stdin)
        return Said(done.exit_code, done.stdout, done.stderr)

    return call


@pytest.fixture
def process(folder: Path) -> Call:
    """Call a command as a process of its own, through the entry point that users have."""

    def call(*arguments: str, stdin: bytes = b"", **environ: str) -> Said:
        done = subprocess.run(
            [sys.executable, "-m", "morrow.cli", *arguments],
            input=stdin,
            capture_output=True,
            check=False,
            env={**os.environ, "MORROW_HOME": str(folder), "LANG": "C.UTF-8", "LC_ALL": "", **environ},
        )
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
