"""Spells what the database indexes: a token with its bucket, hashed, so that a word is only ever looked up in a bucket.

Hashed terms also leave no word of a forgotten memory in the index's own files. Knows no table.
"""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from hashlib import blake2b

_PROPERTY = "＝"  # NFKC leaves no full-width sign in text, so no word is spelt like a property


@lru_cache(maxsize=1 << 17)
def _hashed(token: str) -> str:
    return blake2b(token.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()


def term(bucket: int, token: str) -> str:
    """Return what stands in the index for `token` in the bucket of that number: ASCII letters and digits only."""
    return f"{bucket}x{_hashed(token)}"


def terms(bucket: int, tokens: Iterable[str]) -> str:
    """Return the different terms of `tokens` in one text, in a fixed order."""
    return " ".join(sorted({term(bucket, token) for token in tokens}))


def kind_token(kind: str) -> str:
    """Return the token that all items of a kind carry, for narrowing a search before it is ranked."""
    return f"{_PROPERTY}kind{_PROPERTY}{kind}"


def document_tokens(name: str | None) -> tuple[str, ...]:
    """Return the tokens that all lines of a document carry: its name, and its folder as `memory/`."""
    if name is None:
        return ()
    folder, slash, _ = name.rpartition("/")
    return (document_token(name), document_token(folder + slash)) if slash else (document_token(name),)


def document_token(name: str) -> str:
    """Return the token of one document's name, or of a folder, written with its last slash."""
    return f"{_PROPERTY}document{_PROPERTY}{name}"


def day_token(day: date) -> str:
    """Return the token of all items dated on a day, in UTC."""
    return f"{_PROPERTY}day{_PROPERTY}{day.isoformat()}"
