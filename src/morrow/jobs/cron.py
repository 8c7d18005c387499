"""Says when a Quartz cron expression is due in a time zone, over days on which the clock jumps. Starts nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from croniter import CroniterBadDateError, croniter

from morrow.clock import find_zone, in_utc
from morrow.errors import InvalidSetting
from morrow.i18n import msgid, translate
from morrow.settings.quartz import Quartz, read_quartz

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
WEEKDAYS = (
    msgid("Sunday"),
    msgid("Monday"),
    msgid("Tuesday"),
    msgid("Wednesday"),
    msgid("Thursday"),
    msgid("Friday"),
    msgid("Saturday"),
)


@dataclass(frozen=True, slots=True, order=True)
class Occurrence:
    """One time at which an expression is due: the instant in UTC, and the local date whose run it is.

    The date is the one the expression means. A time that the clock jumps over runs at the first moment after the
    jump, and still belongs to the date it was meant for.
    """

    instant: datetime
    day: date


def next_after(cron: str, instant: datetime, zone: str) -> datetime:
    """Return the first instant after `instant` at which `cron` is due in `zone`, in UTC.

    Raises InvalidSetting for an expression that cannot be read, InvalidTime for an unknown zone.
    """
    return next_occurrence(cron, instant, zone).instant


def next_occurrence(cron: str, instant: datetime, zone: str) -> Occurrence:
    """Return the first occurrence after `instant`. Raises as `next_after` does."""
    after = in_utc(instant)
    # Occurrences rise with local time, and the local time of `instant` is never later than `instant` itself.
    for occurrence in _occurrences(read_quartz(cron), after=_local(after, find_zone(zone)), zone=find_zone(zone)):
        if occurrence.instant > after:
            return occurrence
    raise InvalidSetting(f"{cron!r} is never due after {after.isoformat()}")


def instants_between(cron: str, start: datetime, end: datetime, zone: str) -> list[Occurrence]:
    """Return every occurrence in (start, end], each instant once, in rising order."""
    first, last = in_utc(start), in_utc(end)
    found: list[Occurrence] = []
    for occurrence in _occurrences(read_quartz(cron), after=_local(first, find_zone(zone)), zone=find_zone(zone)):
        if occurrence.instant > last:
            break
        if occurrence.instant > first and (not found or found[-1].instant < occurrence.instant):
            found.append(occurrence)
    return found


def scheduled_dates(cron: str, start: datetime, end: datetime, zone: str) -> list[Occurrence]:
    """Return the first occurrence of every local date, as far as it lies in (start, end], in rising order.

    This is the schedule of a job that runs once a date: an expression with several times a day means its earliest.
    """
    first = in_utc(start)
    midnight = datetime.combine(_local(first, find_zone(zone)).date(), datetime.min.time())
    found: dict[date, Occurrence] = {}
    for occurrence in _occurrences(read_quartz(cron), after=midnight - SECOND, zone=find_zone(zone)):
        if occurrence.instant > in_utc(end):
            break
        found.setdefault(occurrence.day, occurrence)
    return [occurrence for occurrence in found.values() if occurrence.instant > first]


def upcoming(cron: str, instant: datetime, zone: str, *, count: int) -> list[Occurrence]:
    """Return the first occurrences of the next dates after `instant`, at most `count`, in rising order."""
    after, place = in_utc(instant), find_zone(zone)
    day, found = _local(after, place).date(), list[Occurrence]()
    while len(found) < count:
        eve = datetime.combine(day, datetime.min.time()) - SECOND
        first = next(_occurrences(read_quartz(cron), after=eve, zone=place), None)
        if first is None:
            break
        if first.instant > after:
            found.append(first)
        day = first.day + DAY
    return found


def describe(cron: str, lang: str) -> str:
    """Return in words when `cron` is due, as far as it is simple; else the expression itself."""
    quartz = read_quartz(cron)
    is_plain = not (quartz.days or quartz.months or quartz.last_day or quartz.weekday_forms)
    if not is_plain or quartz.seconds != (0,) or quartz.minutes is None:
        return cron
    if quartz.hours is None and quartz.days_of_week is None and len(quartz.minutes) > 1:
        gaps = {later - earlier for earlier, later in zip(quartz.minutes, (*quartz.minutes[1:], 60), strict=True)}
        every = translate("every {count} minutes", lang, count=quartz.minutes[1] - quartz.minutes[0])
        return every if len(gaps) == 1 and quartz.minutes[0] == 0 else cron
    if quartz.hours is None or len(quartz.hours) > 1 or len(quartz.minutes) > 1:
        return cron
    time = f"{quartz.hours[0]:02}:{quartz.minutes[0]:02}"
    if quartz.days_of_week is None:
        return translate("every day at {time}", lang, time=time)
    days = ("、" if lang == "zh" else ", ").join(translate(WEEKDAYS[day - 1], lang) for day in quartz.days_of_week)
    return translate("on {days} at {time}", lang, days=days, time=time)


def _occurrences(quartz: Quartz, *, after: datetime, zone: ZoneInfo) -> Iterator[Occurrence]:
    """Yield what is due after the local time `after`, in rising order; local times in a gap share one instant."""
    times = croniter(_as_croniter(quartz), after.replace(microsecond=0), second_at_beginning=True)
    while True:
        try:
            local: datetime = times.get_next(datetime)
        except (CroniterBadDateError, OverflowError, ValueError):
            return
        naive = local.replace(tzinfo=None)
        if _has_day(naive.date(), zone):
            yield Occurrence(_first_valid(naive, zone), naive.date())


def _as_croniter(quartz: Quartz) -> str:
    weekdays = ",".join(quartz.weekday_forms) or _listed(quartz.days_of_week, shift=-1)
    days = "L" if quartz.last_day else _listed(quartz.days)
    parts = (_listed(quartz.seconds), _listed(quartz.minutes), _listed(quartz.hours), days, _listed(quartz.months))
    return " ".join((*parts, weekdays))


def _listed(numbers: tuple[int, ...] | None, *, shift: int = 0) -> str:
    return "*" if numbers is None else ",".join(str(number + shift) for number in numbers)


def _local(instant: datetime, zone: ZoneInfo) -> datetime:
    """Return the time on the wall in `zone`, without a zone."""
    return instant.astimezone(zone).replace(tzinfo=None)


def _has_day(day: date, zone: ZoneInfo) -> bool:
    """Whether `day` exists in `zone`; a zone that changes sides of the date line skips one."""
    midnight = datetime.combine(day, datetime.min.time())
    return _first_valid(midnight, zone) < _first_valid(midnight + DAY, zone)


def _first_valid(local: datetime, zone: ZoneInfo) -> datetime:
    """Return the first instant at which the clock of `zone` shows `local` or, if it jumps over that, a later time."""
    early = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if _local(early, zone) == local:
        return early
    # `local` lies in a gap: read with the offset after the jump it falls before the jump, and the other way round.
    before, after = local.replace(tzinfo=zone, fold=1).astimezone(UTC), early
    while after - before > SECOND:
        middle = before + (after - before) // 2 // SECOND * SECOND
        if _local(middle, zone) < local:
            before = middle
        else:
            after = middle
    return after
