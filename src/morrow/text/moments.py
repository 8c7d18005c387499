"""Dates, weekdays and times of day as they are written out, in one normal form. Relative words (tomorrow) stay text."""

import re

from morrow.text.numbers import ZH_NUMERAL, plain

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)(?![a-z])\.?"
)
_DAYS_EN = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS_ZH = {sign: at % 7 + 1 for at, sign in enumerate("一二三四五六日123456") if sign != "日"} | {"日": 7, "天": 7}
_ZH_1_99 = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_DAY = r"(?<!\d)\d{1,2}(?:st|nd|rd|th)?(?![\d:])"
DATE = re.compile(
    r"(?<![\d.])(?P<y1>[12]\d{3})(?P<sep>[-/.])(?P<m1>\d{1,2})(?P=sep)(?P<d1>\d{1,2})(?!\d)"
    rf"|(?<!\d)(?P<y2>[12]\d{{3}}|二〇[零〇一二三四五六七八九]{{2}})\s?年\s?(?P<m2>{_ZH_1_99})\s?月(?:\s?(?P<d2>{_ZH_1_99})\s?[日号])?"
    rf"|(?<!\d)(?P<m3>{_ZH_1_99})\s?月\s?(?P<d3>{_ZH_1_99})\s?[日号]"
    rf"|(?<![a-z])(?P<m4>{_MONTH})\s(?P<d4>{_DAY})(?:,?\s(?P<y4>[12]\d{{3}}))?"
    rf"|(?P<d5>{_DAY})\s(?:of\s)?(?P<m5>{_MONTH})(?:,?\s(?P<y5>[12]\d{{3}}))?"
    rf"|(?<![a-z])(?P<m6>{_MONTH}),?\s(?P<y6>[12]\d{{3}})(?!\d)"
    r"|(?<![\d-])(?P<y7>[12]\d{3})-(?P<m7>0[1-9]|1[0-2])(?![\d-])"
    rf"|(?<![\d个第])(?P<m8>{_ZH_1_99})月份?(?!\d)"
    rf"|(?:(?<= in\s)|(?<=^in\s)|(?<= of\s)|(?<=since\s)|(?<=until\s)|(?<= by\s)|(?<=next\s)|(?<=last\s)|(?<=this\s))"
    rf"(?P<m9>{_MONTH})"
    r"|(?<![\d./])(?P<slash>\d{1,2}/\d{1,2})(?![\d/.])"
    rf"|(?<![a-z])(?P<weekday>{'|'.join(_DAYS_EN)})s?(?![a-z])"
    r"|(?:周|星期|礼拜)(?P<zh_weekday>[一二三四五六日天1-6])(?![年个])"
)
TIME = re.compile(
    r"(?P<part>凌晨|早上|上午|中午|下午|傍晚|晚上|夜里)?(?<!\d)(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::[0-5]\d)?(?!\d)"
    r"\s?(?P<half>[ap]\.?m(?![a-z])\.?)?"
    r"|(?<![\d.])(?P<hour2>1[0-2]|0?[1-9])\s?(?P<half2>[ap]\.?m(?![a-z])\.?)"
    rf"|(?P<part3>凌晨|早上|上午|中午|下午|傍晚|晚上|夜里)?(?<!\d)(?P<hour3>\d{{1,2}}|[一二两三四五六七八九十]{{1,3}})点钟?"
    rf"(?:(?P<half_past>半)|(?P<quarter>一刻)|(?P<minute3>\d{{1,2}}|{ZH_NUMERAL})分?)?(?![子心击评赞滴])"
)


def date_value(match: re.Match[str]) -> str:
    """Return the normal form of a match of DATE: `2026-04-09`, `2026-04`, `--04-09`, `--04`, `weekday-5`, `4/9`."""
    found = {name.rstrip("0123456789"): value for name, value in match.groupdict().items() if value}
    if "slash" in found:
        return found["slash"]
    if "weekday" in found:
        return f"weekday-{_DAYS_EN.index(found['weekday']) + 1}"
    if "zh_weekday" in found:
        return f"weekday-{_DAYS_ZH[found['zh_weekday']]}"
    year = plain(found["y"]) if "y" in found else "-"
    day = f"-{int(plain(found['d'].rstrip('sthnrd'))):02}" if "d" in found else ""
    return f"{year}-{_month(found['m']):02}{day}"


def time_value(match: re.Match[str]) -> str:
    """Return the normal form of a match of TIME, such as `15:00`; an hour without a half of the day stays as said."""
    found = {name.rstrip("0123456789"): value for name, value in match.groupdict().items() if value}
    hour = int(plain(found["hour"]))
    half, part = found.get("half", ""), found.get("part", "")
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    elif hour < 12 and (
        part in {"下午", "傍晚"} or (part in {"晚上", "夜里"} and hour > 4) or (part == "中午" and hour < 3)
    ):
        hour += 12
    minute = 30 if "half_past" in found else 15 if "quarter" in found else int(plain(found.get("minute", "0")))
    return f"{hour:02}:{minute:02}"


def _month(text: str) -> int:
    return _MONTHS.index(text[:3]) + 1 if text[0].isascii() and text[0].isalpha() else int(plain(text))
