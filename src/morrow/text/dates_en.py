"""The English and the numeric ways to name a day or a stretch of days, as one table."""

import re
from datetime import date, timedelta

from morrow.text import day_ranges as days
from morrow.text.day_ranges import DayRange, Finder, Reader, View

MAY_HOLD = re.compile(
    r"\d|\b(?:to(?:day|night|morrow)|yesterday|last|next|this|coming|past|by|until|before|due|end|in|ago|day"
    r"|month-end|week|weekend)\b",
    re.IGNORECASE,
)

_NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "twenty": 20,
    "thirty": 30,
    "a": 1,
    "an": 1,
}
_FIRST_LETTERS_OF_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_FIRST_LETTERS_OF_WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

_NUMBER = r"\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty"
# "may" and "march" are months only with a capital or beside a number; "mar", "sat" and "sun" only with a capital.
_MONTH = (
    r"(?:[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|Mar(?:ch)?|[Aa]pr(?:il)?|May|[Jj]une?|[Jj]uly?"
    r"|[Aa]ug(?:ust)?"
    r"|[Ss]ept?(?:ember)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|[Dd]ec(?:ember)?)"
)
_WEEKDAY = (
    r"(?:[Mm]on(?:day)?|[Tt]ue(?:s(?:day)?)?|[Ww]ed(?:nesday)?|[Tt]hu(?:rs?(?:day)?)?|[Ff]ri(?:day)?"
    r"|Sat(?:urday)?"
    r"|saturday|Sun(?:day)?|sunday)"
)
_UNIT = r"(day|week|fortnight|month|year)s?"
_UNIT_DAYS = {"day": 1, "week": 7, "fortnight": 14}


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS[text.lower()]


def _month_number(name: str) -> int:
    return _FIRST_LETTERS_OF_MONTHS.index(name[:3].lower()) + 1


def _offset(view: View, amount: int, unit: str, direction: int) -> DayRange | None:
    """Days, weeks and months ahead name a day; months back and years only the month or year they fall in."""
    if unit in _UNIT_DAYS:
        return days.shift(view.today, direction * amount * _UNIT_DAYS[unit])
    if unit == "month":
        if direction > 0:
            return days.one(days.same_day(view.today, amount))
        return days.month_of(view.today, -amount)
    return days.year(view.today.year + direction * amount)


def _ahead(match: re.Match[str], view: View) -> DayRange | None:
    return _offset(view, _number(match[1]), match[2].lower(), 1)


def _ago(match: re.Match[str], view: View) -> DayRange | None:
    return _offset(view, _number(match[1]), match[2].lower(), -1)


def _weekday(match: re.Match[str], view: View) -> DayRange | None:
    """Read "next" as in the coming week, "last" as the latest before today, "this" and "by" as the nearest ahead."""
    word, wanted = match[1].lower(), _FIRST_LETTERS_OF_WEEKDAYS.index(match[2][:3].lower())
    today = view.today
    if word == "next":
        return days.one(days.week(today, 1).start + timedelta(days=wanted))
    if word in {"last", "past", "this past"}:
        return days.shift(today, -((today.weekday() - wanted - 1) % 7) - 1)
    return days.shift(today, (wanted - today.weekday()) % 7)


def _week_word(match: re.Match[str], view: View) -> DayRange | None:
    offset = {"last": -1, "past": -1, "next": 1, "coming": 1}.get(match[1].lower(), 0)
    unit = match[2].lower()
    if unit == "week":
        return days.week(view.today, offset)
    if unit == "weekend":
        return days.weekend(view.today, offset)
    return days.month_of(view.today, offset) if unit == "month" else days.year(view.today.year + offset)


def _end_of(match: re.Match[str], view: View) -> DayRange | None:
    offset = {"next": 1, "last": -1}.get((match[1] or "").lower(), 0)
    if match[2].lower() == "year":
        return days.one(days.year(view.today.year + offset).end)
    return days.one(days.month_of(view.today, offset).end)


def _end_of_named(match: re.Match[str], view: View) -> DayRange | None:
    number = _month_number(match[1])
    found = days.nearest(view.today, number, 15)
    return days.one(days.month(int(match[2]) if match[2] else found.year, number).end)


def _month_day(match: re.Match[str], view: View) -> DayRange | None:
    return _day_of(view, match[1], match[2], match[3])


def _day_month(match: re.Match[str], view: View) -> DayRange | None:
    return _day_of(view, match[2], match[1], match[3])


def _day_of(view: View, month: str, day: str, year: str | None) -> DayRange | None:
    number = _month_number(month)
    if year:
        return days.one(date(int(year), number, int(day)))
    return days.one(days.nearest(view.today, number, int(day)))


def _month_year(match: re.Match[str], view: View) -> DayRange | None:
    del view
    return days.month(int(match[2]), _month_number(match[1]))


def _in_month(match: re.Match[str], view: View) -> DayRange | None:
    number = _month_number(match[2])
    if match[1].lower() == "this":
        return days.month(view.today.year, number)
    if match[1].lower() == "next":
        return days.month(view.today.year + (number <= view.today.month), number)
    latest = days.latest_month(view.today, number)
    is_running = match[1].lower() == "last" and number == view.today.month
    return days.month(latest.start.year - 1, number) if is_running else latest


def _iso(match: re.Match[str], view: View) -> DayRange | None:
    del view
    return days.one(date(int(match[1]), int(match[3]), int(match[4])))


def _slashes(match: re.Match[str], view: View) -> DayRange | None:
    first, second, year = int(match[1]), int(match[2]), int(match[3])
    month, day = (second, first) if first > 12 or (view.day_first and second <= 12) else (first, second)
    return days.one(date(year, month, day))


def _past(match: re.Match[str], view: View) -> DayRange | None:
    amount = _number(match[1]) if match[1] else 1
    length = {"day": 1, "week": 7, "month": 30, "year": 365}[match[2].lower()] * amount
    return DayRange(view.today - timedelta(days=length), view.today)


def _shift_by(amount: int) -> Reader:
    return lambda _match, view: days.shift(view.today, amount)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_YEAR = r"((?:19|20)\d\d)"
_ORDINAL = r"(\d{1,2})(?:st|nd|rd|th)?"

FINDERS: tuple[Finder, ...] = (
    (_compiled(r"\bthe day after tomorrow\b|\bday after tomorrow\b"), _shift_by(2)),
    (_compiled(r"\bthe day before yesterday\b|\bday before yesterday\b"), _shift_by(-2)),
    (_compiled(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b"), _shift_by(0)),
    (_compiled(r"\btomorrow\b"), _shift_by(1)),
    (_compiled(r"\b(?:yesterday|last night)\b"), _shift_by(-1)),
    (
        re.compile(
            r"\b((?i:next|last|past|this past|this|coming|this coming|by|until|before|due|due on|by next)) ("
            + _WEEKDAY
            + r")\b(?! (?:of|in)\b)"
        ),
        _weekday,
    ),
    # A bare weekday may be a past one or a habit; behind these verbs it is the coming one.
    (
        re.compile(
            r"\b((?i:leaves|leaving|departs|lands|arrives|arriving|flying|starts|begins|ends|closes|opens))(?i: on)? ("
            + _WEEKDAY
            + r")\b"
        ),
        _weekday,
    ),
    (_compiled(r"\b(last|past|this|next|coming) (week|weekend|month|year)\b(?! (?:of|in)\b)"), _week_word),
    (_compiled(rf"\b(?:in|within) ({_NUMBER}) {_UNIT}\b(?:'s?)?(?: time)?(?! of\b)"), _ahead),
    (_compiled(rf"\b({_NUMBER}) {_UNIT} from (?:now|today)\b"), _ahead),
    (_compiled(rf"\b({_NUMBER}) {_UNIT} ago\b"), _ago),
    (_compiled(r"\bend of (?:the |this )?(?:(next|last) )?(month|year)\b"), _end_of),
    (_compiled(r"\b()(month|year)[- ]end\b"), _end_of),
    (re.compile(rf"\b(?i:end of) ({_MONTH})\b(?:,? {_YEAR})?"), _end_of_named),
    (re.compile(rf"\b({_MONTH})\.? {_ORDINAL}\b(?!:)(?:,? {_YEAR}\b)?"), _month_day),
    (re.compile(rf"\b{_ORDINAL} (?:of )?({_MONTH})\b\.?(?:,? {_YEAR}\b)?"), _day_month),
    (re.compile(rf"\b({_MONTH}),? (?:of )?{_YEAR}\b"), _month_year),
    (re.compile(rf"\b(?i:(in|during|since|of|last|next|this)) ({_MONTH})\b(?!\.?,? (?:of )?\d)"), _in_month),
    (re.compile(rf"\b(?i:in|during|since|of|year) {_YEAR}\b"), lambda match, _view: days.year(int(match[1]))),
    (re.compile(r"(?<![\d./-])((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?![\d/-]|\.\d)"), _iso),
    (re.compile(r"(?<![\d./-])(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)(?![\d/])"), _slashes),
    (_compiled(rf"\b(?:past|last|previous) (?:({_NUMBER}) )?(day|week|month|year)s\b"), _past),
)
