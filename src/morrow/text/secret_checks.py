"""Tells a secret from an ordinary word at the same place: checksums, strength, placeholders. Searches nothing."""

import base64
import binascii
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A value that may be a secret, with what stands around it; `link` is what joins it to its keyword."""

    value: str
    link: str
    before: str
    after: str


_PLACEHOLDER = re.compile(
    r"(?i)[*•.x_<>\[\]{}?#-]+|<.*|\$\{?[A-Z_].*|\{\{.*|%[a-z_]+%?|\[redacted.*|(?:your|my|the|some|new|old|example)[_-].*|redacted"
    r"|none|null|nil|true|false|undefined|string|changeme|required|optional|hidden|secret|empty|example|placeholder"
    r"|[A-Z0-9_]*_?(?:password|passwd|pwd|token|secret|key)s?|os\.environ.*|process\.env.*|getenv.*|env\..*|self\..*|config\..*|settings\..*"
)
_NOT_SECRET = re.compile(
    r"(?i)https?://.*|www\..*|[12][0-9]{3}[-/.年][0-9]{1,2}([-/.月][0-9]{1,2}.*)?|[0-9]{1,2}:[0-9]{2}.*|[0-9]{1,3}(?:[-~][0-9]{1,3})?%?"
    r"|[0-9]+-?(?:chars?|characters?|digits?|days?|words?|bits?|months?|weeks?|years?|letters?|hours?|minutes?|factor|step)\b.*"
    r"|(?:sha|md|rsa|aes|base|utf|argon|ed|pkcs|oauth|http|python|py|ipv|ps|win|node|v)-?[0-9]+[a-z]?(?:[-.][a-z0-9]{1,9}){0,3}"
    r"|(?:1password|2fa|mfa|totp|lastpass|keepass|keepassxc|bitwarden|dashlane|keychain|hashicorp|vault|oauth|bcrypt|webauthn|passkeys?).*"
    r"|[a-z_][a-z0-9_.]*[(\[].*|[a-z]+-(?:encrypted|protected|hashed|encoded|only|based|sensitive|free|less|managed|specific)"
)
_UNIT = re.compile(
    r"\s?(?:[年月日天个位次元块分条小]|days?|characters?|chars|digits?|times|words|bits|months?|weeks?|years?|letters)"
)
_ADJECTIVE = re.compile(
    r".*(?:ed|able|ible|ent|ant|ing|al|ous|ive|ary|ful|less|ly|ure|ten|ken)"
    r"|(?:wrong|weak|strong|correct|incorrect|same|different|known|unknown|good|simple|complex|short|long|enough|gone|fine|okay|unique"
    r"|stolen|shown|here|there|there's|below|above|somewhere|with|under|from|this|that|what|when|where|which|never|always|only|also|just"
    r"|very|more|less|about|between|again|because|still|must|should|will|needs?|case|part|something|anything|nothing|invalid|valid|public|private"
    r"|based|back|over|easy|hard|unsafe|safe|mine|yours|theirs|ours)"
)  # fmt: skip
_CLAUSE_END = re.compile(r"[\"'`」”]{0,2}(?:$|[\s]*$|[.,;!?)）。，；！？、\n]|\s{0,2}[一-鿿])")
_STRONG_SYMBOL = re.compile(r"[!@#$%^&*+=~?|\\]")
_ORDER_WORD = re.compile(
    r"(?i)(?:订单|单号|流水|快递|运单|编号|工单|order|tracking|invoice|ticket|serial|isbn|ean|imei|no\.|id)[^0-9]{0,12}$"
)
_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "CH": 21, "CY": 28,
    "CZ": 28, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GR": 27,
    "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LI": 21,
    "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MT": 31, "NL": 18, "NO": 15, "PK": 24,
    "PL": 28, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TN": 24,
    "TR": 26, "UA": 29,
}  # fmt: skip


def is_password(found: Found) -> bool:
    """Whether what follows a password word is the password and not the rest of a sentence about passwords."""
    value = found.value
    if len(value) < 4 or _is_ordinary(value) or (value.isdigit() and _UNIT.match(found.after)):
        return False
    if "=" in found.link or "://" in found.link:
        return True
    if any(c.isdigit() for c in value) or _STRONG_SYMBOL.search(value[:-1]):
        return True
    is_stated = any(mark in found.link for mark in (":", "：", " is ", " was ", "是", "为", "成", "叫"))
    is_last = _CLAUSE_END.match(found.after) is not None
    return is_stated and is_last and len(value) >= 6 and not _ADJECTIVE.fullmatch(value.lower())


def is_strong(found: Found) -> bool:
    """Whether the value mixes letters and digits as no word does."""
    value = found.value
    has_both = any(c.isalpha() for c in value) and any(c.isdigit() for c in value)
    return len(value) >= 6 and has_both and not _is_ordinary(value)


def is_key(found: Found) -> bool:
    """Whether a value with a known prefix is a key and not the `xoxb-your-token` of a manual."""
    has_mark = any(c.isdigit() or c.isupper() for c in found.value)
    return has_mark and "your" not in found.value.lower() and "xxxx" not in found.value.lower()


def is_token(found: Found) -> bool:
    """Whether what follows a key word is a key: long, letters and digits; more so where no `=` or `:` joins them."""
    is_joined = "=" in found.link or ":" in found.link or "：" in found.link
    digits = sum(c.isdigit() for c in found.value)
    return is_strong(found) and len(found.value) >= (8 if is_joined else 10) and digits >= (1 if is_joined else 2)


def is_user_and_password(found: Found) -> bool:
    """Whether the value is `user:password` in base64."""
    try:
        return b":" in base64.b64decode(found.value, validate=True)
    except (binascii.Error, ValueError):
        return False


def is_card(found: Found) -> bool:
    """Whether the digits are a payment card: known first digits, their length, Luhn, and no order number."""
    digits = re.sub(r"[ -]", "", found.value)
    is_grouped = re.fullmatch(
        r"[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{1,7}|[0-9]{4}([ -])[0-9]{6}\2[0-9]{4,5}", found.value
    )
    if digits != found.value and not is_grouped:
        return False
    if not is_grouped and _ORDER_WORD.search(found.before):
        return False
    return _has_issuer(digits) and _luhn(digits) and len(set(digits)) > 1


def is_chinese_id(found: Found) -> bool:
    """Whether the 18 characters of a Chinese identity number agree with their checksum."""
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    total = sum(int(digit) * weight for digit, weight in zip(found.value, weights, strict=False))
    return "10X98765432"[total % 11] == found.value[17].upper()


def is_iban(found: Found) -> bool:
    """Whether the value is an account number of a known country with a right checksum."""
    iban = found.value.replace(" ", "")
    if _IBAN_LENGTHS.get(iban[:2]) != len(iban):
        return False
    return int("".join(str(int(c, 36)) for c in iban[4:] + iban[:4])) % 97 == 1


def _is_ordinary(value: str) -> bool:
    return _PLACEHOLDER.fullmatch(value) is not None or _NOT_SECRET.fullmatch(value) is not None


def _has_issuer(digits: str) -> bool:
    two, four, length = int(digits[:2]), int(digits[:4]), len(digits)
    if digits[0] == "4" or two == 35:
        return length == 16
    if 51 <= two <= 55 or 2221 <= four <= 2720 or four == 6011 or 644 <= int(digits[:3]) <= 659:
        return length == 16
    if two in (34, 37):
        return length == 15
    return (two == 62 and 16 <= length <= 19) or (two in (30, 36, 38) and length == 14)


def _luhn(digits: str) -> bool:
    total = 0
    for index, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + index % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0
