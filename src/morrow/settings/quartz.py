"""Reads six-field Quartz cron expressions and says what is wrong with one. When one is due is not known here."""

import re
from dataclasses import dataclass

from morrow.errors import InvalidSetting

MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
DAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
LONGEST_MONTH = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}
MAX_LENGTH = 200
_ITEM = re.compile(r"(\*|[A-Z]{3}|\d{1,2})(?:-([A-Z]{3}|\d{1,2}))?(?:/(\d{1,2}))?", re.ASCII)
_NTH_DAY = re.compile(r"([A-Z]{3}|[1-7])#([1-5])")
_LAST_DAY = re.compile(r"([A-Z]{3}|[1-7])L")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an expression: what it is called, the numbers it may hold, and the names of them, if any."""

    name: str
    low: int
    high: int
    names: tuple[str, ...] = ()


FIELDS = (
    Field("seconds", 0, 59),
    Field("minutes", 0, 59),
    Field("hours", 0, 23),
    Field("days of month", 1, 31),
    Field("months", 1, 12, MONTHS),
    Field("days of week", 1, 7, DAYS),
)


@dataclass(frozen=True, slots=True)
class Quartz:
    """One expression as read: the text, and for each field the numbers it names, None where every one is meant.

    `days_of_week` counts from 1 = SUN. `last_day` is the L of the days of month; `weekday_forms` are `6L` and `6#3`
    in croniter's counting from 0 = SUN.
    """

    text: str
    seconds: tuple[int, ...] | None
    minutes: tuple[int, ...] | None
    hours: tuple[int, ...] | None
    days: tuple[int, ...] | None
    months: tuple[int, ...] | None
    days_of_week: tuple[int, ...] | None
    last_day: bool = False
    weekday_forms: tuple[str, ...] = ()


def read_quartz(text: str) -> Quartz:
    """Return the expression that `text` writes, such as `0 0 3 * * ?`.

    Raises InvalidSetting for another number of fields, a value out of range, both day fields set, or a day that no
    month has. Source: docs/settings.md, "Cron expressions".
    """
    parts = text.upper().split()
    if len(text) > MAX_LENGTH or len(parts) != len(FIELDS):
        raise InvalidSetting(
            f"{text[:MAX_LENGTH]!r}: a cron expression has six fields (seconds, minutes, hours, days of month, months, "
            "days of week), such as 0 0 3 * * ?"
        )
    seconds, minutes, hours = (_numbers(part, field) for part, field in zip(parts[:3], FIELDS[:3], strict=True))
    last_day, days = parts[3] == "L", _days(parts[3])
    months = _numbers(parts[4], FIELDS[4])
    forms, weekdays = _weekdays(parts[5])
    if (days is not None or last_day) and (weekdays is not None or forms):
        raise InvalidSetting(f"{text!r}: set the days of month or the days of week, and write ? for the other")
    if days is not None and all(days[0] > LONGEST_MONTH.get(month, 31) for month in months or range(1, 13)):
        raise InvalidSetting(f"{text!r}: no month named here has a day {days[0]}")
    return Quartz(text, seconds, minutes, hours, days, months, weekdays, last_day, forms)


def _days(part: str) -> tuple[int, ...] | None:
    return None if part in ("?", "L") else _numbers(part, FIELDS[3])


def _weekdays(part: str) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
    if part == "?":
        return (), None
    forms, plain = [], []
    for item in part.split(","):
        if nth := _NTH_DAY.fullmatch(item):
            forms.append(f"{_number(nth[1], FIELDS[5]) - 1}#{nth[2]}")
        elif last := _LAST_DAY.fullmatch(item):
            forms.append(f"L{_number(last[1], FIELDS[5]) - 1}")
        else:
            plain.append("SAT" if item == "L" else item)
    if forms and plain:
        raise InvalidSetting(f"{part!r}: days of week are either plain days or forms such as 6L and 6#3, not both")
    return tuple(forms), _numbers(",".join(plain), FIELDS[5]) if plain else None


def _numbers(part: str, field: Field) -> tuple[int, ...] | None:
    """Return the numbers that one field names in rising order, None for every one."""
    if part == "*":
        return None
    found: set[int] = set()
    for item in part.split(","):
        match = _ITEM.fullmatch(item)
        if match is None:
            raise InvalidSetting(
                f"{item!r} cannot be read as {field.name}: write *, a number from {field.low} to {field.high}, "
                "a range 1-5, a step 0/15, or a list of these"
            )
        found.update(_span(match, field))
    return tuple(sorted(found))


def _span(match: re.Match[str], field: Field) -> list[int]:
    first, last, step = match[1], match[2], int(match[3] or 1)
    if step == 0 or (first == "*" and last):
        raise InvalidSetting(f"{match[0]!r} cannot be read as {field.name}: a step is 1 or more, and * has no range")
    start = field.low if first == "*" else _number(first, field)
    whole = first == "*" or (match[3] and not last)
    end = field.high if whole else _number(last, field) if last else start
    size = field.high - field.low + 1
    length = end - start if end >= start else end - start + size  # FRI-MON runs over the week's end
    return [(start - field.low + offset) % size + field.low for offset in range(0, length + 1, step)]


def _number(text: str, field: Field) -> int:
    if text in field.names:
        return field.names.index(text) + field.low
    if text.isdigit() and field.low <= int(text) <= field.high:
        return int(text)
    names = f" or {field.names[0]} to {field.names[-1]}" if field.names else ""
    first = " (1 is SUN)" if field.names is DAYS else ""
    raise InvalidSetting(f"{text!r} is out of the range of {field.name}: {field.low} to {field.high}{first}{names}")
