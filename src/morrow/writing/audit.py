"""The audit chain: one row for each thing done to memory, linked to the row before it. Holds no content.

Each bucket has a chain of its own: its writers wait for each other anyway, and one owner can be erased without breaking
the chains of the others. `verify` lies in `morrow.writing.verify`.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.owners import Bucket
from morrow.store import bucket_values, in_bucket
from morrow.writing.table import audit


class Action(StrEnum):
    """What was done. The subject of a revision and of a revert is the revision, of a settlement the proposal.

    What is confirmed, forgotten or shared is an entry.
    A look is what somebody who is not the owner read; its subject says what. An erasure stands in the shared chain; its
    subject is a hash of the owner's key.
    """

    REVISION = "revision"
    REVERT = "revert"
    ACCEPT = "accept"
    EDIT = "edit"
    REJECT = "reject"
    REOPEN = "reopen"
    CONFIRM = "confirm"
    FORGET = "forget"
    SHARE = "share"
    LOOK = "look"
    ERASE = "erase"


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that somebody did; `detail` is a hash of what the row it speaks of must say."""

    actor: str
    action: Action
    subject: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """One row of a chain; `previous` is the hash of the row before it, empty in the first."""

    seq: int
    previous: str
    hash: str
    at: datetime
    act: Act


async def append(connection: AsyncConnection, bucket: Bucket, act: Act, *, now: datetime) -> None:
    """Add `act` to the chain of `bucket`, whose writers the caller holds (`hold_buckets`)."""
    c = audit.c
    last = (
        await connection.execute(select(c.seq, c.hash).where(*in_bucket(audit, bucket)).order_by(c.seq.desc()).limit(1))
    ).one_or_none()
    seq, previous = (last.seq + 1, last.hash) if last else (1, "")
    await connection.execute(
        insert(audit).values(
            seq=seq,
            previous=previous,
            hash=link_hash(bucket, seq, previous, now, act),
            at=now,
            actor=act.actor,
            action=act.action,
            subject=act.subject,
            detail=act.detail,
            **bucket_values(bucket),
        )
    )


def link_hash(bucket: Bucket, seq: int, previous: str, at: datetime, act: Act) -> str:
    """Return what one row of a chain must have as its hash."""
    instant = at.astimezone(UTC).isoformat(timespec="microseconds")
    return digest(bucket.key, str(seq), previous, instant, act.actor, act.action, act.subject, act.detail)


def digest(*parts: str) -> str:
    """Return the SHA-256 of several texts, in hex; no two different lists of texts share one."""
    plain = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def revision_detail(parent_hash: str, text_hash: str, author: str, actor: str, reason: str, operations: str) -> str:
    """Return the hash of all that a revision's row says."""
    return digest(parent_hash, text_hash, author, actor, reason, operations)
