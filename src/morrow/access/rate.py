"""How often one caller may ask: the requests of the last minute, counted in memory, each process for itself."""

from collections import deque
from datetime import datetime, timedelta
from math import ceil

from morrow.errors import TooManyRequests

WINDOW = timedelta(minutes=1)
_MOST_CALLERS = 10_000


class Rate:
    """A sliding window for each token and session; `per_minute` of 0 lets everything pass."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._asked: dict[str, deque[datetime]] = {}

    def count(self, caller: str, *, now: datetime) -> None:
        """Count one request of `caller`. Raises TooManyRequests, with the seconds to wait, for one too many."""
        if not self._per_minute:
            return
        if len(self._asked) >= _MOST_CALLERS and caller not in self._asked:
            self._forget_the_quiet(now)
        asked = self._asked.setdefault(caller, deque())
        while asked and now - asked[0] >= WINDOW:
            asked.popleft()
        if len(asked) >= self._per_minute:
            wait = ceil((asked[0] + WINDOW - now).total_seconds())
            raise TooManyRequests(
                f"{self._per_minute} requests a minute are the most for one token; ask again in {wait} seconds,"
                " or raise server.requests-per-minute",
                retry_after_seconds=max(1, wait),
            )
        asked.append(now)

    def _forget_the_quiet(self, now: datetime) -> None:
        quiet = [caller for caller, asked in self._asked.items() if not asked or now - asked[-1] >= WINDOW]
        for caller in quiet:
            del self._asked[caller]
