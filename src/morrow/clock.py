"""The one place that reads the time, and the one function that turns an instant into a day's name."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from morrow.errors import InvalidTime

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Return the present instant in UTC."""
    return datetime.now(UTC)


def read_instant(text: str, *, default_zone: str = "UTC") -> datetime:
    """Return the UTC instant that ISO 8601 `text` names; text without an offset is taken in `default_zone`.

    Raises InvalidTime for anything else, a date without a time of day included.
    """
    try:
        instant = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InvalidTime(f"{text!r}: write a time as 2026-04-09T21:30:00+08:00") from error
    if len(text.strip()) <= 10:
        raise InvalidTime(f"{text!r}: a time of day is missing; write it as 2026-04-09T21:30:00+08:00")
    if instant.tzinfo is None:
        instant = instant.replace(tzinfo=find_zone(default_zone))
    return in_utc(instant)


def in_utc(instant: datetime) -> datetime:
    """Return `instant` in UTC. Raises InvalidTime for a time without a zone, or one that UTC cannot name."""
    if instant.tzinfo is None:
        raise InvalidTime(f"{instant.isoformat()}: the time carries no zone; add an offset such as +08:00")
    try:
        return instant.astimezone(UTC)
    except OverflowError as error:
        raise InvalidTime(f"{instant.isoformat()}: out of the range of years 1 to 9999 in UTC") from error


def find_zone(name: str) -> ZoneInfo:
    """Return the IANA zone `name`. Raises InvalidTime for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidTime(f"{name!r}: no such time zone; use an IANA name such as Asia/Shanghai") from error


def local_day(instant: datetime, zone: str) -> date:
    """Return the calendar day of `instant` in `zone`: the one way in which a day gets its name."""
    return instant.astimezone(find_zone(zone)).date()


def start_of(day: date, zone: str) -> datetime:
    """Return the UTC instant at which `day` begins in `zone`; where the clock jumps over midnight, the jump."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=find_zone(zone))
    begun = midnight.astimezone(UTC)
    return begun if begun.astimezone(find_zone(zone)).date() >= day else begun + timedelta(hours=1)
