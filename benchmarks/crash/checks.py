"""Whether a home holds all that was acknowledged, and no half file. Opens it the way a person would after a crash."""

import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.crash.writer import AGENT, ME, NAME, hash_of, text_of
from morrow import Memory
from morrow.errors import MorrowError

FILE = Path("workspace", AGENT, "owners", "user%3a1", NAME)
_HEAD = re.compile(r"# MEMORY v([0-9]+)\n")


@dataclass(frozen=True, slots=True)
class Acked:
    """What was acknowledged: versions of the document, and ids of messages."""

    versions: frozenset[int] = frozenset()
    messages: frozenset[str] = frozenset()

    @classmethod
    def read(cls, lines: Iterable[str]) -> "Acked":
        """Return what the writer's lines say; the last may be torn and then says nothing."""
        pairs = [line.split() for line in lines]
        return cls(
            frozenset(int(pair[1]) for pair in pairs if len(pair) == 2 and pair[0] == "d"),
            frozenset(pair[1] for pair in pairs if len(pair) == 2 and pair[0] == "t"),
        )


@dataclass(slots=True)
class Found:
    """What was wrong with one home."""

    lost: int = 0
    half: int = 0
    corrupt: int = 0
    not_in_step: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether nothing was."""
        return not (self.lost or self.half or self.corrupt or self.not_in_step)


def check_cold(home: Path, acked: Acked) -> Found:
    """Look at the database and the file as they lie there."""
    found = Found()
    found.half += _is_half(home / FILE)
    if not (home / "morrow.db").exists():
        found.lost += len(acked.versions) + len(acked.messages)
        return found
    connection = sqlite3.connect(home / "morrow.db")
    try:
        found.corrupt += connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok"
        revisions = _rows(connection, "SELECT version, hash FROM revision WHERE scope = 'PERSONAL'")
        messages = {row[0] for row in _rows(connection, "SELECT id FROM message")}
    except sqlite3.DatabaseError as error:
        found.corrupt += 1
        found.notes.append(str(error))
        return found
    finally:
        connection.close()
    hashes = {row[0]: row[1] for row in revisions}
    found.lost += sum(hashes.get(version) != hash_of(version) for version in acked.versions)
    found.lost += len(acked.messages - messages)
    return found


async def check_opened(home: Path, acked: Acked) -> Found:
    """Open the memory and look whether the file is in step with the document, and the document is the newest."""
    found = Found()
    try:
        async with Memory.open(home) as memory:
            documents = await memory.agent(AGENT).documents.list(owner=ME, prefix=NAME)
            mine = next((document for document in documents if not document.bucket.is_shared), None)
            troubles = memory.parts.mirror.troubles if memory.parts.mirror else ()
    except MorrowError as error:
        return Found(corrupt=1, notes=[str(error)])
    if mine is None:
        found.lost += len(acked.versions)
        return found
    found.lost += mine.version < max(acked.versions, default=0) or mine.text != text_of(mine.version)
    on_disk = (home / FILE).read_text("utf-8") if (home / FILE).exists() else ""
    found.not_in_step += on_disk != mine.text or bool(troubles)
    return found


def _is_half(path: Path) -> bool:
    if not path.exists():
        return False
    text = path.read_text("utf-8", errors="replace")
    head = _HEAD.match(text)
    return head is None or text != text_of(int(head[1]))


def _rows(connection: sqlite3.Connection, statement: str) -> list[tuple[object, ...]]:
    """Return the rows, or none where the tables were not yet made."""
    try:
        return connection.execute(statement).fetchall()
    except sqlite3.OperationalError:
        return []
