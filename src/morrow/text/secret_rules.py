"""What secrets look like, in code and in Chinese and English prose. Whether a match is one, secret_checks decides."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from morrow.text.secret_checks import (
    Found,
    is_card,
    is_chinese_id,
    is_iban,
    is_key,
    is_password,
    is_strong,
    is_token,
    is_user_and_password,
)


def _always(_found: Found) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """One look of a secret: the group `v` of the pattern is written over if `check` agrees.

    A text that holds none of `words`, case folded, cannot match: looking for a word costs a hundredth of the pattern.
    """

    kind: str
    pattern: re.Pattern[str]
    check: Callable[[Found], bool] = _always
    words: tuple[str, ...] = ()

    def may_match(self, folded: str) -> bool:
        """Return whether a text, given case folded, is worth the pattern."""
        return not self.words or any(word in folded for word in self.words)


# ASCII look-arounds and no \b: to \b a Chinese character is a letter, and 「凭证为sk_…」 would hide the key.
_L = r"(?<![A-Za-z0-9_-])"
_R = r"(?![A-Za-z0-9_-])"
_VALUE = r"(?P<v>[!-~]{4,200})"
_JOIN = r"[\"'`]?[ \t]{0,3}(?::=|=>|[=:：])[ \t]{0,3}[\"'`「“]?"
_ABOUT = r"(?: (?:for|of|to|on) [A-Za-z0-9 ._'-]{1,40}?)?"
_IS = r",? (?:is|was|are|has been|will be)(?: now| still| currently)?(?: set to| changed to)? [\"'`]?"
_ZH_GAP = r"[\s是为：:=「“‘\"'`就叫已经改成设换了我你他她的现在这个初始默认统一都先还应该写定更重置新]{0,14}"

_KEY_SHAPES = (
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
    r"AKID[A-Za-z0-9]{13,60}",
    r"LTAI[A-Za-z0-9]{12,30}",
    r"AKLT[A-Za-z0-9]{16,60}",
    r"gh[pousr]_[A-Za-z0-9]{20,255}",
    r"github_pat_[A-Za-z0-9_]{22,255}",
    r"gl(?:pat|rt|dt|ptt|cbt|ft)-[A-Za-z0-9_-]{16,255}",
    r"(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{8,255}",
    r"sk_[A-Za-z0-9]{16,255}",
    r"whsec_[A-Za-z0-9+/=]{16,255}",
    r"xox[abeoprs]-[A-Za-z0-9-]{10,255}",
    r"xapp-[A-Za-z0-9-]{10,255}",
    r"AIza[A-Za-z0-9_-]{30,45}",
    r"ya29\.[A-Za-z0-9_-]{20,255}",
    r"GOCSPX-[A-Za-z0-9_-]{20,60}",
    r"hf_[A-Za-z0-9]{20,60}",
    r"npm_[A-Za-z0-9]{30,60}",
    r"pypi-[A-Za-z0-9_-]{16,255}",
    r"(?:dop|doo|dor)_v1_[a-f0-9]{40,80}",
    r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}",
    r"(?:AC|SK)[a-f0-9]{32}",
    r"key-[a-f0-9]{32}",
    r"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,60}",
    r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    r"(?:secret|ntn)_[A-Za-z0-9]{40,60}",
    r"lin_api_[A-Za-z0-9]{30,60}",
    r"dapi[a-f0-9]{32}",
    r"gsk_[A-Za-z0-9]{30,80}",
    r"(?:pplx|xai)-[A-Za-z0-9]{30,120}",
    r"r8_[A-Za-z0-9]{30,60}",
    r"hvs\.[A-Za-z0-9_-]{20,200}",
    r"dckr_pat_[A-Za-z0-9_-]{20,60}",
    r"figd_[A-Za-z0-9_-]{20,80}",
    r"ATATT3[A-Za-z0-9_=-]{20,255}",
    r"AGE-SECRET-KEY-1[A-Z0-9]{40,80}",
)
_KEY_WORD = (
    r"(?:(?:api|access|secret|private|account|encryption|signing|master|license|auth|app)[ _-]?(?:key|secret|token)"
    r"|secret[ _-]?access[ _-]?key|access[ _-]?key[ _-]?(?:id|secret)|client[ _-]?secret"
    r"|(?:bot|refresh|session|bearer)[ _-]?token|credentials?|token|secret)"
)
_EN_WORD = r"(?:pass(?:word|wd|code|phrase)s?|pwd)"
_ZH_WORD = r"(?:密码|口令|密钥|秘钥|私钥|凭证|凭据|令牌|通行码|暗号|访问码|验证码|PIN ?码)"


# What each of the patterns above cannot do without. No word has an i: patterns that ignore case take İ and ı for it.
_KEY_WORDS = ("key", "secret", "token", "creden")
_EN_WORDS = ("pass", "pwd")
_ZH_WORDS = ("密", "口令", "钥", "凭", "令牌", "码", "暗号")


def _rule(kind: str, *parts: str, check: Callable[[Found], bool] = _always, words: tuple[str, ...] = ()) -> Rule:
    return Rule(kind, re.compile("".join(parts)), check, words)


_KEYS = (
    _rule("api_key", _L, rf"(?P<v>{'|'.join(_KEY_SHAPES)})", _R, check=is_key),
    _rule("api_key", _L, r"(?P<v>sk-[A-Za-z0-9_-]{16,255})", check=is_strong, words=("sk-",)),
    _rule(
        "jwt",
        _L,
        r"(?P<v>eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{4,8000}(?:\.[A-Za-z0-9_-]{0,2000}){0,3})",
        words=("eyj",),
    ),
    _rule("bot_token", _L, r"(?P<v>[0-9]{8,10}:[A-Za-z0-9_-]{30,40})", _R, check=is_strong),
    _rule("bot_token", _L, r"(?P<v>[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})", _R),
    _rule(
        "webhook",
        r"(?:hooks\.slack\.com/services/|open\.feishu\.cn/open-apis/bot/v2/hook/|discord(?:app)?\.com/api/webhooks/"
        r"|webhook/send\?key=)(?P<v>[A-Za-z0-9/_-]{16,200})",
        words=("hook",),
    ),
    _rule(
        "token",
        r"(?i)(?<![A-Za-z])bearer[ \t]{1,3}(?P<v>[A-Za-z0-9._~+/=-]{16,2000})",
        check=is_strong,
        words=("bearer",),
    ),
    _rule(
        "token",
        r"(?i)(?<![A-Za-z])basic[ \t]{1,3}(?P<v>[A-Za-z0-9+/]{8,500}={0,2})(?![A-Za-z0-9+/=])",
        check=is_user_and_password,
        words=("bas",),
    ),
    _rule(
        "token",
        r"(?i)(?<![A-Za-z0-9])(?:access_token|auth_token|api_?key|client_secret|sig|signature)="
        r"(?P<v>[A-Za-z0-9%._~+/-]{16,500})",
        check=is_strong,
        words=("=",),
    ),
    _rule("token", rf"(?i){_KEY_WORD}{_JOIN}{_VALUE}", check=is_token, words=_KEY_WORDS),
    _rule(
        "token",
        rf"(?i)(?<![A-Za-z]){_KEY_WORD}{_ABOUT}(?:{_IS}| [\"'`]?){_VALUE}",
        check=is_token,
        words=_KEY_WORDS,
    ),
)
_PASSWORDS = (
    _rule(
        "connection_password",
        r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@]{0,100}:(?P<v>[^\s/]{1,200})@(?=[A-Za-z0-9\[.-])",
        check=is_password,
        words=("://",),
    ),
    _rule("password", rf"(?i){_EN_WORD}{_JOIN}{_VALUE}", check=is_password, words=_EN_WORDS),
    _rule(
        "password",
        rf"(?i)(?<![!-~])--?(?:password|passwd|pass|pwd)[ =][\"']?{_VALUE}",
        check=is_strong,
        words=_EN_WORDS,
    ),
    _rule(
        "password",
        r"(?<![!-~])(?:-u|--user)[ \t]{1,3}[A-Za-z0-9._@-]{1,60}:(?P<v>[!-~]{4,100})",
        check=is_strong,
        words=("-u",),
    ),
    _rule("password", rf"(?i)(?<![A-Za-z]){_EN_WORD}{_ABOUT}{_IS}{_VALUE}", check=is_password, words=_EN_WORDS),
    _rule("password", rf"(?i)(?<![A-Za-z]){_EN_WORD} [\"'`]?{_VALUE}", check=is_strong, words=_EN_WORDS),
    _rule(
        "password",
        rf"(?i)(?:chang|reset|set|updat)[a-z]{{0,4}} [a-z0-9' -]{{0,40}}?{_EN_WORD}{_ABOUT} to [\"'`]?{_VALUE}",
        check=is_strong,
        words=_EN_WORDS,
    ),
    _rule(
        "password",
        r"(?i)(?<![A-Za-z])(?:pin(?: code)?|passcode|cvv2?|cvc|security code)",
        _ABOUT,
        r"[ :=#]{1,3}(?:is |was |to )?(?P<v>[0-9]{3,12})(?![0-9A-Za-z-])",
    ),
    _rule("password", rf"(?i){_ZH_WORD}{_ZH_GAP}{_VALUE}", check=is_password, words=_ZH_WORDS),
    _rule(
        "password",
        r"(?<![!-~])(?P<v>[!-~]{6,64}?)[」”\"'` ]{0,2}(?:就是|是|为)[一-鿿 A-Za-z-]{0,12}?(?:密码|口令|密钥)",
        check=is_strong,
        words=("密", "口令"),
    ),
    _rule(
        "password",
        r"(?i)(?<![!-~])(?P<v>[!-~]{6,64}) is (?:my|our|the|his|her|their) [a-z' -]{0,30}?pass(?:word|code|phrase)",
        check=is_strong,
        words=_EN_WORDS,
    ),
)
_NUMBERS = (
    _rule(
        "identity_number",
        r"(?<![A-Za-z0-9])(?P<v>[1-9][0-9]{5}(?:18|19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
        r"[0-9]{3}[0-9Xx])(?![A-Za-z0-9])",
        check=is_chinese_id,
    ),
    _rule("identity_number", r"身份证[号码是为：: ]{0,6}(?P<v>[0-9]{14,17}[0-9Xx])(?![A-Za-z0-9])"),
    _rule("identity_number", r"(?<![A-Za-z0-9])(?P<v>[A-Z]{1,2}[0-9]{6}[(（][0-9A][)）])"),
    _rule(
        "identity_number",
        r"(?<![A-Za-z0-9-])(?P<v>(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4})(?![A-Za-z0-9-])",
    ),
    _rule(
        "identity_number",
        r"(?i)(?<![A-Za-z])(?:ssn|social security(?: number| no\.?)?)[ :=#]{1,3}(?:is )?"
        r"(?P<v>[0-9]{3}[ -]?[0-9]{2}[ -]?[0-9]{4})(?![0-9])",
    ),
    _rule(
        "identity_number",
        r"(?i)(?:passport(?: (?:number|num|no\.?|id))?|护照号?码?)[ :：=#是为]{0,4}(?:is )?"
        r"(?P<v>[A-Za-z]{1,2}[0-9]{6,8}|[0-9]{9})(?![A-Za-z0-9])",
    ),
    _rule(
        "bank_account",
        r"(?<![A-Za-z0-9])(?P<v>[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])",
        check=is_iban,
    ),
    _rule("card", r"卡号?码?[是为：: ]{0,4}(?P<v>[0-9](?:[ -]?[0-9]){14,18})(?![0-9A-Za-z])"),
    _rule("card", r"(?<![A-Za-z0-9.])(?P<v>[0-9](?:[ -]?[0-9]){13,18})(?![A-Za-z0-9])", check=is_card),
)
RULES = (*_KEYS, *_PASSWORDS, *_NUMBERS)
