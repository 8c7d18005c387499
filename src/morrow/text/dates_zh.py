"""The Chinese ways to name a day or a stretch of days, as one table, with Chinese numerals."""

import re
from datetime import date, timedelta

from morrow.text import day_ranges as days
from morrow.text.day_ranges import DayRange, Finder, Reader, View

MAY_HOLD = re.compile(r"[天日月周年号夕晚早期拜节]|[后前]|初一")

_DIGITS = {digit: n for n, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_SCALES = {"十": 10, "百": 100, "千": 1000}
_WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
# First day of the lunar year; its eve is 除夕.
_SPRING_FESTIVALS = {
    2019: (2, 5), 2020: (1, 25), 2021: (2, 12), 2022: (2, 1), 2023: (1, 22), 2024: (2, 10), 2025: (1, 29),
    2026: (2, 17), 2027: (2, 6), 2028: (1, 26), 2029: (2, 13), 2030: (2, 3), 2031: (1, 23), 2032: (2, 11),
    2033: (1, 31), 2034: (2, 19), 2035: (2, 8), 2036: (1, 28),
}  # fmt: skip
_DAY_WORDS = {
    "大后天": 3,
        "后天": 2,
        "后日": 2,
        "明天": 1,
        "明日": 1,
        "明早": 1,
        "明晚": 1,
        "今天": 0,
        "今日": 0,
        "今早": 0,
        "今晚": 0,
    "今晨": 0,
        "昨天": -1,
        "昨日": -1,
        "昨晚": -1,
        "昨夜": -1,
        "前天": -2,
        "前日": -2,
        "前晚": -2,
        "大前天": -3,
        "后晚": 2,
}  # fmt: skip
_YEAR_WORDS = {"今年": 0, "本年": 0, "明年": 1, "后年": 2, "去年": -1, "前年": -2}


def chinese_number(text: str) -> int:
    """Return the value of digits or of Chinese numerals below ten thousand. Raises ValueError for anything else."""
    if text.isdecimal():
        return int(text)
    total, digit = 0, 0
    for character in text:
        if character in _DIGITS:
            digit = digit * 10 + _DIGITS[character]
        elif character in _SCALES:
            total += (digit or 1) * _SCALES[character]
            digit = 0
        else:
            raise ValueError(f"{text!r} is no number below ten thousand")
    return total + digit


def _day_word(match: re.Match[str], view: View) -> DayRange | None:
    return days.shift(view.today, _DAY_WORDS[match[1]])


def _offset(match: re.Match[str], view: View) -> DayRange | None:
    amount = chinese_number(match[1])
    direction = 1 if match[3].endswith("后") else -1
    unit = match[2]
    if unit in {"天", "日"}:
        return days.shift(view.today, direction * amount)
    if unit in {"周", "星期", "礼拜"}:
        return days.shift(view.today, direction * amount * 7)
    if unit == "月":
        ahead = days.one(days.same_day(view.today, amount)) if direction > 0 else None
        return ahead or days.month_of(view.today, -amount)
    return days.year(view.today.year + direction * amount)


def _weekday(match: re.Match[str], view: View) -> DayRange | None:
    offset = _near(match[1])
    if match[2] == "末":
        return days.weekend(view.today, offset)
    return days.one(days.week(view.today, offset).start + timedelta(days=_WEEKDAYS[match[2]]))


def _due_weekday(match: re.Match[str], view: View) -> DayRange | None:
    return days.shift(view.today, (_WEEKDAYS[match[1]] - view.today.weekday()) % 7)


def _near(word: str) -> int:
    """Return -2 for 上上, 1 for 下, 0 for 这 and 本."""
    return word.count("下") - word.count("上")


def _week(match: re.Match[str], view: View) -> DayRange | None:
    return days.week(view.today, _near(match[1]))


def _month(match: re.Match[str], view: View) -> DayRange | None:
    whole = days.month_of(view.today, _near(match[1]))
    if not match[2]:
        return whole
    if match[2] in {"底", "末"}:
        return days.one(whole.end)
    return days.one(whole.start.replace(day=chinese_number(match[2])))


def _month_end(match: re.Match[str], view: View) -> DayRange | None:
    if match[1]:
        number = chinese_number(match[1])
        return days.one(days.month(days.nearest(view.today, number, 15).year, number).end)
    return days.one(days.month_of(view.today, 0).end)


def _year_end(match: re.Match[str], view: View) -> DayRange | None:
    return days.one(date(view.today.year + _YEAR_WORDS.get(match[1] or "今年", 0), 12, 31))


def _full_date(match: re.Match[str], view: View) -> DayRange | None:
    year, month, day = match[1], chinese_number(match[2]), match[3]
    if year and year not in _YEAR_WORDS:
        number = chinese_number(year.rstrip("年"))
        number += 2000 if number < 100 else 0
    elif year:
        number = view.today.year + _YEAR_WORDS[year]
    elif day:
        return days.one(days.nearest(view.today, month, chinese_number(day)))
    else:
        return days.latest_month(view.today, month)
    return days.one(date(number, month, chinese_number(day))) if day else days.month(number, month)


def _year(match: re.Match[str], view: View) -> DayRange | None:
    if match[0] in _YEAR_WORDS:
        return days.year(view.today.year + _YEAR_WORDS[match[0]])
    return days.year(chinese_number(match[1]))


def _festival(match: re.Match[str], view: View) -> DayRange | None:
    back = timedelta(days=1 if match[2] in {"除夕", "年三十", "大年三十"} else 0)
    if match[1]:
        year = view.today.year + _YEAR_WORDS[match[1]]
        return days.one(date(year, *_SPRING_FESTIVALS[year]) - back) if year in _SPRING_FESTIVALS else None
    known = [date(year, *day) - back for year, day in _SPRING_FESTIVALS.items() if abs(year - view.today.year) <= 1]
    return days.one(min(known, key=lambda day: abs(day - view.today))) if known else None


def _recent(match: re.Match[str], view: View) -> DayRange | None:
    length = {"天": 1, "日": 1, "周": 7, "星期": 7, "礼拜": 7, "月": 30, "年": 365}[match[2]] * chinese_number(match[1])
    return DayRange(view.today - timedelta(days=length), view.today)


def _finder(pattern: str, read: Reader) -> Finder:
    return re.compile(pattern), read


_N = r"[零〇一二三四五六七八九十百千两俩\d]{1,6}"
_UNIT = r"(?:个)?(天|日|周|星期|礼拜|月|年)"
_NO_NUMBER_BEFORE = r"(?<![零〇一二三四五六七八九十百千万亿两几数\d.])"
_YEAR_NUMBER = r"(?:(?:19|20)\d\d|[一二][零〇一二三四五六七八九]{3}|(?<!\d)\d\d)年"
_MONTH_NUMBER = r"(1[0-2]|0?[1-9]|十[一二]|[一二三四五六七八九十])"
_DAY_NUMBER = r"(\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"

FINDERS: tuple[Finder, ...] = (
    _finder("(?<!先天)(" + "|".join(sorted(_DAY_WORDS, key=len, reverse=True)) + ")", _day_word),
    _finder(rf"{_NO_NUMBER_BEFORE}({_N}){_UNIT}(之?以?[前后])(?!世|半)", _offset),
    _finder(r"((?:上|下){1,3}|这|本)(?:个)?(?:周|星期|礼拜)([一二三四五六日天末])", _weekday),
    _finder(r"(?<![上下这本每一两个])(?:周|星期|礼拜)([一二三四五六日天])(?=之?前|截止|到期|要?交)", _due_weekday),
    _finder(r"((?:上|下){1,3}|这|本)(?:个)?(?:周|星期|礼拜)(?![一二三四五六日天末])", _week),
    _finder(rf"((?:上|下){{1,2}}|这|本)(?:个)?月(?:(底|末|{_DAY_NUMBER})[号日]?)?", _month),
    _finder(rf"(?<![上下这本每个\d]){_MONTH_NUMBER}?月[底末]", _month_end),
    _finder(r"(今年|明年|去年|后年|前年)?年[底末]", _year_end),
    _finder(r"(今年|明年|去年|后年|前年)[底末]", _year_end),
    _finder(rf"(?<![\d一二三四五六七八九十])((?:{_YEAR_NUMBER}|今年|明年|去年|后年|前年))?的?{_MONTH_NUMBER}月"
            rf"(?:份|{_DAY_NUMBER}[号日]?)?(?![\d个])", _full_date),
    _finder(r"今年|明年|去年|后年|前年(?!底|末)", _year),
    _finder(r"(?<!\d)((?:19|20)\d\d|[一二][零〇一二三四五六七八九]{3})年", _year),
    _finder(r"(今年|明年|去年)?的?(除夕|大?年三十|大年初一|春节)", _festival),
    _finder(rf"(?:最近|近|过去|这)(?:的)?({_N}){_UNIT}(?![前后])", _recent),
)  # fmt: skip
