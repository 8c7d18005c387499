"""Addresses, paths, ids, quoted text and proper names, as they stand in a text of full-width-folded characters."""

import re

from morrow.text.words import CJK, CJK_CHARACTER, is_function_word, is_weak, stem

_ALNUM = "A-Za-z0-9"
_EXTENSIONS = (
    "md|py|js|ts|tsx|jsx|json|ya?ml|toml|txt|csv|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg|sh|sql|html?|css|go|rs|java|zip|"
    "log|ini|conf|env"
)
URL = re.compile(r"(?:https?://|(?<![A-Za-z0-9.])www\.)[^\s<>\"'`“”「」『』《》（）()，。；、！？\x00]+", re.IGNORECASE)
EMAIL = re.compile(rf"(?<![{_ALNUM}._%+-])[{_ALNUM}._%+-]{{1,64}}@[{_ALNUM}-]{{1,63}}(?:\.[{_ALNUM}-]{{1,63}}){{1,5}}")
PATH = re.compile(
    rf"(?<![{_ALNUM}._~/\\-])(?:"
    r"[A-Za-z]:\\[\w.\\-]+"
    r"|(?:~|\.{1,2})?/[\w.-]+(?:/[\w.-]*)*"
    rf"|[{_ALNUM}_.-]+(?:/[{_ALNUM}_.-]+){{2,}}/?"
    rf"|(?:[{_ALNUM}_-]+/)?[{_ALNUM}_.-]{{1,80}}\.(?:{_EXTENSIONS})(?![{_ALNUM}])"
    ")",
    re.ASCII,
)
ID = re.compile(rf"(?<![{_ALNUM}_])[{_ALNUM}_]+(?:[.#-]+[{_ALNUM}_]+)*")
QUOTED = re.compile(
    r"“([^“”\n]{1,200})”|\"([^\"\n]{1,200})\"|「([^「」\n]{1,200})」|『([^『』\n]{1,200})』|《([^《》\n]{1,200})》"
    r"|`([^`\n]{1,200})`|(?<![\w])'([^'\n]{1,200})'(?![\w])|‘([^‘’\n]{1,200})’(?![\w])"
)
_MEASURED = re.compile(
    r"\d+(?:\.\d+)?(?:km|kg|cm|mm|mg|ml|min|mins|hrs?|gb|mb|kb|tb|px|mph|kmh|kwh|st|nd|rd|th|am|pm|ms|bn|[kmglhsxdwyt])"
    r"|\d+-[a-z]+(?:-[a-z]+)?|[a-z]+-[12]\d{3}|[12]\d{3}[.-]\d{1,2}[.-]\d{1,2}|[12]\d{3}-\d{1,2}-\d{1,2}t\d{1,2}",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\d+(?:\.\d+){2,}")
# English words do not end like this; `gen-itgc` does.
_UNENGLISH = re.compile(r"(?:^|[-_])(?:[^aeiouy\W\d_]{2,}|\w*[^aeiouy\W\d_]{2}[bcgjqv])(?:$|[-_])")
_NAME_WORD = re.compile(rf"[^\W\d_{CJK}]+(?:['’-][^\W\d_{CJK}]+)*")
_SENTENCE_END = frozenset('.!?:;。！？；：\n•*-–—>(（"“「')
_CALENDAR_TEXT = (
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun "
    "am pm eur usd gbp cny rmb jpy hkd"
)
_CALENDAR = frozenset(_CALENDAR_TEXT.split())
_SENTENCE_STARTERS_TEXT = """
    add after although another ask asked avoid back because been before both bring build call change check choose
    close create cut deploy despite don't drop during each either ensure even everyone everything except fix for
    found from given got great had hello hey hi hold however important in instead is keep later latest lets likely
    made main mainly maybe meeting met might mom move mum must name need neither never new no nobody none nor
    nothing now often old once only our ours paid please possibly prefers read release remember replace run runs
    said saw sell sent several she since some someone something sometimes sorry spent still stop such takes thanks
    the then there therefore these they thinks this those though thus tip title today todo together tomorrow took
    tonight treat two under unless until update upgrade use uses user usually wants was we went were what when
    whenever where whether which while who whole why will with without won wrote yes yesterday yet you your lives
    works likes dislikes goes has plans deadline birthday wife husband son daughter mother father brother sister dad
    friend boss colleague dog cat home office budget port server database client customer language favourite
    favorite allergic vegetarian vegan status goal target owner task bug issue decision agreed chose switched picked
    booked speaks
"""
_SENTENCE_STARTERS = frozenset(_SENTENCE_STARTERS_TEXT.split())


def is_id(token: str) -> bool:
    """Return whether a token is an identifier: letters with digits, an underscore, a version, or no word at all."""
    if _MEASURED.fullmatch(token):
        return False
    has_digit = any(character.isdigit() for character in token)
    has_letter = any(character.isalpha() for character in token)
    if (has_digit and has_letter) or ("_" in token.strip("_") and has_letter):
        return True
    if has_digit:
        return _VERSION.fullmatch(token) is not None
    return "-" in token and token.islower() and _UNENGLISH.search(token) is not None


def url_value(url: str) -> str:
    """Return the normal form of an address: no scheme, no `www.`, lower case, no end mark."""
    bare = url.rstrip(".,;:!?").casefold()
    for start in ("https://", "http://", "www."):
        bare = bare.removeprefix(start)
    return bare.rstrip("/")


def name_words(text: str) -> list[str]:
    """Return the folded words of a text's proper names: capitalised ones, and among Chinese every Latin word."""
    latin = list(_NAME_WORD.finditer(text))
    is_chinese = sum(1 for _ in CJK_CHARACTER.finditer(text)) > len(latin)
    return [_bare(word.group()) for word in latin if _is_name(word, text, is_chinese=is_chinese)]


def _is_name(match: re.Match[str], text: str, *, is_chinese: bool) -> bool:
    word = match.group()
    bare = _bare(word)
    if (
        len(bare) < 2
        or bare.removesuffix("s") in _CALENDAR
        or is_function_word(word.casefold().replace("’", "'"))
        or is_function_word(bare)
    ):
        return False
    if word.islower():
        return is_chinese
    if not word[1:].islower() and not text.isupper():
        return True
    before = text[max(0, match.start() - 20) : match.start()].rstrip(" \t")[-1:]
    opens_sentence = not before or before in _SENTENCE_END
    return not opens_sentence or not _is_common(bare)


def _bare(word: str) -> str:
    return word.casefold().replace("’", "'").removesuffix("'s")


def _is_common(word: str) -> bool:
    if word in _SENTENCE_STARTERS or is_weak(stem(word)):
        return True
    return len(word) > 4 and word.endswith(("ing", "ed", "ly")) and not word.endswith(("jing", "qing"))
