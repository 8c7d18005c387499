"""Decides what is to be done with one file, from what is known of it. Touches nothing."""

from dataclasses import dataclass
from enum import StrEnum

from morrow.writing.mirror.folder import Found, Missing, Moving, Refused, Seen
from morrow.writing.mirror.records import Record, State

RECENT_NS = 60 * 1_000_000_000
STALE_NS = 2 * 1_000_000_000


class Verdict(StrEnum):
    """What to do with a file."""

    KEEP = "keep"
    WAIT = "wait"
    REFUSE = "refuse"
    REMEMBER = "remember"
    WRITE = "write"
    TAKE_IN = "take in"
    RETIRE = "retire"
    ASK = "ask"
    REMOVE = "remove"
    ABANDON = "abandon"


@dataclass(frozen=True, slots=True)
class Present:
    """The document as it is in the store, and the hashes of the versions made since its file was last in step."""

    version: int
    hash: str
    is_empty: bool
    newer: frozenset[str]


@dataclass(frozen=True, slots=True)
class Look:
    """How the file was looked at: whether it stood still meanwhile, and what may be done if it is gone."""

    is_settled: bool
    if_gone: Verdict = Verdict.RETIRE


def decide(seen: Seen, hash_seen: str, record: Record | None, present: Present | None, how: Look) -> Verdict:
    """Return what is to be done, given what stands on disk (bytes of `hash_seen`), was last in step, and is stored."""
    if isinstance(seen, Refused):
        return Verdict.REFUSE
    if isinstance(seen, Moving):
        return Verdict.WAIT
    if isinstance(seen, Missing):
        return _decide_missing(record, present, how)
    return _decide_found(seen, hash_seen, record, present, how)


def _decide_missing(record: Record | None, present: Present | None, how: Look) -> Verdict:
    if present is None:
        return Verdict.KEEP if record is None else Verdict.REMOVE
    if record is None or record.state is State.REFUSED:
        return Verdict.WRITE
    if record.state in (State.RETIRED, State.ASKED):
        return Verdict.WRITE if present.version > record.version else Verdict.KEEP
    if present.is_empty and present.version == record.version:
        return Verdict.KEEP
    return how.if_gone if how.is_settled else Verdict.WAIT


def _decide_found(seen: Found, hash_seen: str, record: Record | None, present: Present | None, how: Look) -> Verdict:
    if present is None:
        if record is not None and record.hash:
            return Verdict.REMOVE if hash_seen == record.hash else Verdict.ABANDON
        if not seen.data.strip():
            return Verdict.KEEP
        return Verdict.TAKE_IN if how.is_settled else Verdict.WAIT
    if hash_seen == present.hash:
        return Verdict.REMEMBER
    if (record is not None and hash_seen == record.hash) or hash_seen in present.newer:
        return Verdict.WRITE
    return Verdict.TAKE_IN if how.is_settled else Verdict.WAIT
