"""A clock that shows what a test has set. Never reads the time."""

from datetime import datetime, timedelta

from morrow.clock import in_utc, read_instant


class Clock:
    """A settable clock: call it for the present instant (aware, UTC).

    >>> clock = Clock("2026-04-09T21:30:00+08:00")
    >>> clock.advance(minutes=5).isoformat()
    '2026-04-09T13:35:00+00:00'
    """

    def __init__(self, start: datetime | str) -> None:
        self._now = _instant(start)

    def __call__(self) -> datetime:
        """Return the instant this clock shows."""
        return self._now

    def set(self, instant: datetime | str) -> datetime:
        """Show `instant` from now on (going back is allowed) and return it."""
        self._now = _instant(instant)
        return self._now

    def advance(self, **amount: float) -> datetime:
        """Go on by `days`, `hours`, `minutes` or `seconds`, as `timedelta` names them, and return the new instant."""
        self._now += timedelta(**amount)
        return self._now


def _instant(value: datetime | str) -> datetime:
    return read_instant(value) if isinstance(value, str) else in_utc(value)
