"""What is left of forgotten words: salted hashes from which nothing can be read, but which know the words again."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from morrow.text.similarity import normalise
from morrow.text.specifics import specifics

SHINGLE_CHARACTERS = 5
MAX_SHINGLES = 64
MIN_SHARE = 0.8
MIN_SHARE_WITH_SPECIFICS = 0.4
MIN_SHINGLES = 6


@dataclass(frozen=True, slots=True)
class Tombstone:
    """One forgotten text. Shingles and specifics are short hashes on purpose: each fits many words."""

    id: str
    forgotten_at: datetime
    exact: str
    normalised: str
    shingles: frozenset[int] = frozenset()
    specifics: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Tombstones:
    """All forgotten texts of a bucket, with the salt of their hashes; `told_again` names those lifted already."""

    salt: bytes = b""
    stones: tuple[Tombstone, ...] = ()
    told_again: frozenset[str] = frozenset()

    def matching(self, text: str) -> tuple[Tombstone, ...]:
        """Return the standing tombstones whose words the text holds, as a whole, in part of it or nearly."""
        standing = [stone for stone in self.stones if stone.id not in self.told_again]
        if not standing:
            return ()
        traces = _traces(text, self.salt)
        return tuple(stone for stone in standing if _knows(stone, traces))


@dataclass(frozen=True, slots=True)
class _Traces:
    exact: str
    normalised: str
    lines: frozenset[str]
    shingles: frozenset[int]
    specifics: frozenset[int]


def bury(text: str, *, id: str, salt: bytes, forgotten_at: datetime) -> Tombstone:  # noqa: A002 - the glossary's word
    """Return the tombstone of a text, which holds none of its words."""
    traces = _traces(text, salt)
    return Tombstone(
        id=id,
        forgotten_at=forgotten_at,
        exact=traces.exact,
        normalised=traces.normalised,
        shingles=frozenset(sorted(traces.shingles)[:MAX_SHINGLES]),
        specifics=traces.specifics,
    )


def _knows(stone: Tombstone, traces: _Traces) -> bool:
    if stone.exact == traces.exact or stone.normalised in traces.lines:
        return True
    if len(stone.shingles) < MIN_SHINGLES:
        return False
    share = len(stone.shingles & traces.shingles) / len(stone.shingles)
    has_specifics = bool(stone.specifics) and stone.specifics <= traces.specifics
    return share >= (MIN_SHARE_WITH_SPECIFICS if has_specifics else MIN_SHARE)


def _traces(text: str, salt: bytes) -> _Traces:
    normal = normalise(text)
    dense = normal.replace(" ", "")
    windows = {dense[at : at + SHINGLE_CHARACTERS] for at in range(len(dense) - SHINGLE_CHARACTERS + 1)}
    whole = _long(normal, salt)
    return _Traces(
        exact=_long(text.strip(), salt),
        normalised=whole,
        lines=frozenset({whole, *(_long(normalise(line), salt) for line in text.split("\n") if line.strip())}),
        shingles=frozenset(_short(window, salt, 0xFFFF) for window in windows),
        specifics=frozenset(_short(f"{s.kind}={s.value}", salt, 0xFFF) for s in specifics(text)),
    )


def _long(text: str, salt: bytes) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), key=salt[:64], digest_size=16).hexdigest()


def _short(text: str, salt: bytes, mask: int) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), key=salt[:64], digest_size=8).digest()
    return int.from_bytes(digest) & mask
