"""Numbers and amounts of money in digits, English words and Chinese numerals, in one normal form."""

import re
from decimal import Decimal

_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?"
_ZH_DIGIT = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_ZH_UNIT = {"十": 10, "百": 100, "千": 1000}
_ZH_LARGE = {"万": 10_000, "亿": 100_000_000}
ZH_NUMERAL = "[零〇一二两三四五六七八九十百千万亿]{1,12}"
# A numeral is read only before a measure word: 三十天, not 三明治; 十分 alone means "very".
_MEASURE = (
    "分钟|小时|个月|公里|公斤|千米|平米|个|名|位|天|年|周|岁|次|块|元|毛|秒|条|件|本|台|辆|张|只|匹|家|间|层|楼|页|章|篇|人|口|米|里|斤|克|"
    "升|度|倍|届|轮|场|节|门|项|步|行|列|套|份|股|遍|趟|部|根|支|瓶|杯|碗|组|批|种"
)
_TWO_TO_TWENTY = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty"
)
_EN_WORDS = {word: number for number, word in enumerate(_TWO_TO_TWENTY.split(), start=2)} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
}  # fmt: skip
_SCALES = {
    "k": 1000, "thousand": 1000, "m": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9,
    "千": 1000, "万": 10**4, "百万": 10**6, "千万": 10**7, "亿": 10**8,
}  # fmt: skip
_SCALE = "thousand|million|billion|bn|百万|千万|千|万|亿"
_CURRENCIES = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "欧元": "EUR",
    "$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "美元": "USD", "美金": "USD",
    "£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP", "英镑": "GBP",
    "¥": "CNY", "￥": "CNY", "cny": "CNY", "rmb": "CNY", "yuan": "CNY", "元": "CNY", "块钱": "CNY", "块": "CNY",
    "人民币": "CNY", "jpy": "JPY", "yen": "JPY", "日元": "JPY", "円": "JPY", "hk$": "HKD", "hkd": "HKD", "港币": "HKD",
    "₹": "INR", "inr": "INR", "₽": "RUB", "₩": "KRW", "韩元": "KRW", "chf": "CHF",
}  # fmt: skip
_BEFORE = "hk\\$|[€$£¥￥₹₽₩]|(?<![a-z])(?:eur|usd|gbp|cny|rmb|jpy|hkd|chf|inr)|人民币"
_AFTER = (
    "[€$£₹₽₩]|(?:euros?|eur|dollars?|usd|pounds?|gbp|yuan|cny|rmb|yen|jpy|hkd|chf|inr)(?![a-z])|"
    "欧元|美元|美金|英镑|日元|港币|韩元|人民币|块钱|块(?!儿|头)|元(?!旦|素|宵|老|气)|円"
)
AMOUNT = re.compile(
    rf"(?P<before>{_BEFORE})\s?(?P<first>{_DIGITS})\s?(?P<first_scale>{_SCALE}|[km](?![a-z]))?"
    rf"|(?<![\d.])(?P<second>{_DIGITS}|(?:(?!万){ZH_NUMERAL})(?=[元块美欧英日港]))"
    rf"\s?(?P<second_scale>{_SCALE}|[km](?=\s?[€$£]))?\s?(?P<after>{_AFTER})"
)
NUMBER = re.compile(
    rf"百分之(?P<zh_percent>{ZH_NUMERAL}|{_DIGITS})"
    rf"|(?<![\d.])(?P<digits>{_DIGITS})(?:\s?(?P<scale>{_SCALE}|k(?![a-z]))|\s?(?P<percent>%|percent(?![a-z])))?"
    rf"|第(?P<ordinal>{ZH_NUMERAL})"
    rf"|(?P<zh>(?!一[^零〇一二两三四五六七八九十百千万亿岁])(?!十分[^钟]){ZH_NUMERAL})(?=多?(?:{_MEASURE}))"
    rf"|(?P<zh_large>(?!千万|万){ZH_NUMERAL}(?<=[万亿]))"
    rf"|(?<![a-z])(?P<word>{'|'.join(_EN_WORDS)})(?:-(?P<unit>one|two|three|four|five|six|seven|eight|nine))?(?![a-z])"
)


def number_value(match: re.Match[str]) -> str:
    """Return the normal form of a match of NUMBER: `1000`, `12.5`, `20%`."""
    found = match.groupdict()
    if found["word"]:
        return str(_EN_WORDS[found["word"]] + ({"one": 1} | _EN_WORDS).get(found["unit"] or "", 0))
    if found["digits"]:
        return plain(found["digits"], found["scale"]) + ("%" if found["percent"] else "")
    if found["zh_percent"]:
        return plain(found["zh_percent"]) + "%"
    return plain(found["ordinal"] or found["zh"] or found["zh_large"])


def amount_value(match: re.Match[str]) -> str:
    """Return the normal form of a match of AMOUNT: its ISO currency and its number, as in `EUR:1200`."""
    found = match.groupdict()
    currency = _CURRENCIES[found["before"] or found["after"]]
    return f"{currency}:{plain(found['first'] or found['second'], found['first_scale'] or found['second_scale'])}"


def plain(numeral: str, scale: str | None = None) -> str:
    """Return a numeral of digits or Chinese characters, times its scale, in digits without separators or end zeros."""
    is_latin = numeral[0].isdigit() and numeral[0] not in _ZH_DIGIT
    value = Decimal(numeral.replace(",", "")) if is_latin else Decimal(zh_number(numeral))
    value *= _SCALES[scale] if scale else 1
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def zh_number(numeral: str) -> int:
    """Return the number that Chinese numerals name: 三十 is 30, 一百零五 is 105, 二〇二六 is 2026."""
    if len(numeral) > 1 and all(character in _ZH_DIGIT for character in numeral):
        return int("".join(str(_ZH_DIGIT[character]) for character in numeral))
    total = section = digit = 0
    for character in numeral:
        if character in _ZH_DIGIT:
            digit = _ZH_DIGIT[character]
        elif character in _ZH_UNIT:
            section, digit = section + (digit or 1) * _ZH_UNIT[character], 0
        else:
            total, section, digit = (total + section + digit or 1) * _ZH_LARGE[character], 0, 0
    return total + section + digit
