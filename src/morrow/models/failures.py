"""Turns what a model's server said of its failure into the project's own errors. Shared by all vendors; pure."""

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from morrow.models.errors import ContextTooLong, ModelError, ModelRefusedRequest, ModelUnavailable

MAX_DETAIL_LENGTH = 200
LONGEST_RETRY_AFTER_SECONDS = 24 * 3600.0
_TEMPORARY = frozenset({408, 409, 425, 429})
_TOO_LONG = re.compile(
    r"context.{0,20}(?:length|window|size)|maximum context|too many (?:input )?tokens"
    r"|(?:prompt|input|request) is too long|exceed.{0,40}tokens|reduce the length"
    r"|超[出过].{0,20}(?:长度|上限|限制)|输入.{0,10}过长",
    re.IGNORECASE,
)
_MENDS = {
    401: "check the key in the variable that `api-key-env` names",
    403: "the key may not use this model",
    404: "check `model` and `base-url`",
}


def from_status(who: str, status: int, headers: Mapping[str, str], detail: str) -> ModelError:
    """Return the error for an HTTP status that is no success; `detail` is the server's own message."""
    said = " ".join(detail.split())[:MAX_DETAIL_LENGTH] or "no message"
    if status in _TEMPORARY or status >= 500:
        return ModelUnavailable(f"{who} answered {status}: {said}", retry_after_seconds=retry_after(headers))
    if status == 413 or (status in {400, 422} and _TOO_LONG.search(said)):
        return ContextTooLong(f"{who} answered {status}: {said}", status=status)
    if 300 <= status < 400:
        return ModelRefusedRequest(
            f"{who} answered {status}: redirects are not followed; set `base-url` to the final address", status=status
        )
    mend = f"; {_MENDS[status]}" if status in _MENDS else ""
    return ModelRefusedRequest(f"{who} answered {status}: {said}{mend}", status=status)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that `Retry-After` (seconds or a date, told by the server's own `Date`) asks to wait."""
    asked = headers.get("retry-after", "").strip()
    if not asked:
        return None
    try:
        seconds = float(asked)
    except ValueError:
        seconds = _seconds_between(headers.get("date", ""), asked)
    return seconds if 0 <= seconds <= LONGEST_RETRY_AFTER_SECONDS else None


def _seconds_between(start: str, end: str) -> float:
    try:
        return (parsedate_to_datetime(end) - parsedate_to_datetime(start)).total_seconds()
    except (ValueError, TypeError):
        return -1.0
