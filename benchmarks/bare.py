"""The floors: what SQLite alone does on the same disk with the same durability, without anything that morrow adds."""

import re
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

AT_ONCE = 500
_Pair = tuple[str, str]


def record_pairs(path: Path, pairs: Sequence[_Pair], *, in_one_transaction: int) -> list[float]:
    """Insert each pair of texts as two plain rows, so many pairs a transaction; return each transaction's seconds."""
    taken = []
    bare = _open(path)
    bare.execute("CREATE TABLE IF NOT EXISTS message (n INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    for start in range(0, len(pairs), in_one_transaction):
        rows = [(text,) for pair in pairs[start : start + in_one_transaction] for text in pair]
        started = time.perf_counter()
        with bare:
            bare.executemany("INSERT INTO message (text) VALUES (?)", rows)
        taken.append(time.perf_counter() - started)
    bare.close()
    return taken


def fill_index(path: Path, lines: Sequence[str]) -> float:
    """Put `lines` into an FTS5 table and return the seconds it took."""
    started = time.perf_counter()
    bare = _open(path)
    bare.execute("CREATE VIRTUAL TABLE line USING fts5(text, tokenize='porter unicode61')")
    for start in range(0, len(lines), AT_ONCE):
        with bare:
            bare.executemany("INSERT INTO line VALUES (?)", [(line,) for line in lines[start : start + AT_ONCE]])
    bare.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    bare.close()
    return time.perf_counter() - started


def ask_index(path: Path, questions: Sequence[str]) -> list[float]:
    """Ask the FTS5 table for the ten best lines of each question, by any of its words; return each answer's seconds."""
    taken = []
    bare = _open(path)
    for question in questions:
        started = time.perf_counter()
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question))
        bare.execute("SELECT text FROM line WHERE line MATCH ? ORDER BY rank LIMIT 10", [words]).fetchall()
        taken.append(time.perf_counter() - started)
    bare.close()
    return taken


def _open(path: Path) -> sqlite3.Connection:
    bare = sqlite3.connect(path)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    return bare
