"""Turns text into the tokens that both database engines index and that questions are made of. Knows no table.

Latin text goes by stemmed word, identifiers whole and by parts, CJK by two-character windows and single characters.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import snowballstemmer

from morrow.search.words import IRREGULAR, STOP_CHARACTERS, STOP_PHRASES, STOP_WORDS

MAX_TOKEN_LENGTH = 64

# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, Han, kana and hangul.
_SOLID = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3040-\u30fa"
    "\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\U00016f00-\U000187ff\U0001b000-\U0001b16f\U00020000-\U000323af"
)
# Combining marks are letters here, which \w leaves out: without them Hindi, Hebrew or Arabic words fall apart.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0dff"
)
_LETTER = rf"(?:[^\W_{_SOLID}]|[{_MARKS}])"
_EMOJI = "\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
# A word of megabytes is cut: words are kept in a cache, which has to stay small.
_RUN = re.compile(rf"({_LETTER}{{1,128}}(?:[-_.@'’]{_LETTER}{{1,128}}){{0,15}}(?:\+\+|\#)?)|([{_SOLID}]+)|[{_EMOJI}]")
_ASCII_WORD = re.compile(r"[A-Za-z0-9]{1,128}(?:[-_.@'][A-Za-z0-9]{1,128}){0,15}(?:\+\+|#)?")
_SOLID_CHARACTER = re.compile(rf"[{_SOLID}]")
_JOINT = re.compile(r"[-_.@']")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_CONTRACTION = re.compile(r"(?:n't|'(?:s|m|d|re|ve|ll))$")
_SYMBOLS = frozenset("\"*%_'#$&+=<>|\\^~@/`")
_TO_FULL_WIDTH = 0xFEE0  # NFKC leaves no full-width sign in text, so a symbol's token meets no other token
_stemmer = snowballstemmer.stemmer("porter")


@dataclass(frozen=True, slots=True)
class Query:
    """What a question asks the index for.

    `terms` decide the rank. `fillers` (question words and their like) only fill places left empty. `singles` are single
    characters of CJK text, a weak sign beside the two-character windows in `terms`. None of these repeats a token.
    `phrase` is the whole question in reading order, as `index_tokens` gives it.
    """

    terms: tuple[str, ...]
    fillers: tuple[str, ...] = ()
    singles: tuple[str, ...] = ()
    phrase: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.terms or self.fillers)

    @property
    def is_symbols(self) -> bool:
        """Whether nothing but symbols is asked for, such as `%`."""
        return bool(self.terms) and not self.phrase


def index_tokens(text: str) -> list[str]:
    """Return the tokens of `text` in reading order, repeats included."""
    if not text.isascii():
        return [token for _, tokens in _runs(_plain(text)) for token in tokens]
    tokens: list[str] = []
    for word in _ASCII_WORD.findall(_THOUSANDS.sub("", text) if "," in text else text):
        tokens += _word_tokens(word)
    return tokens


def symbol_tokens(text: str) -> list[str]:
    """Return one token for each kind of symbol in `text`, such as `%` or `_`; they are found but never ranked."""
    return [chr(ord(symbol) + _TO_FULL_WIDTH) for symbol in sorted(_SYMBOLS.intersection(text))]


def query_tokens(question: str) -> Query:
    """Return what `question` asks for; what a database's query language would read as a sign is text here."""
    terms: dict[str, None] = {}
    fillers: dict[str, None] = {}
    singles: dict[str, None] = {}
    phrase = tuple(index_tokens(question))
    for run, tokens in _runs(_plain(question)):
        lone = len(run) == 1
        for token in tokens:
            if token in _STOP_TOKENS or _is_stop_window(token):
                fillers[token] = None
            elif len(token) == 1 and not lone and _SOLID_CHARACTER.match(token):
                singles[token] = None
            else:
                terms[token] = None
    if not terms and not fillers:
        terms = dict.fromkeys(symbol_tokens(question))
    return Query(tuple(terms), tuple(fillers), tuple(s for s in singles if s not in terms), phrase)


def places(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield where words and windows of characters stand in `text` (start, end), with the tokens that find them."""
    for run in _RUN.finditer(text):
        start, end = run.span()
        if run[1] and run[1].isascii():
            yield start, end, _word_tokens(run[1])
        elif run[2] and _plain(run[2]) == run[2]:
            yield from ((at, at + 1, (text[at],)) for at in range(start, end))
            yield from ((at, at + 2, (text[at : at + 2],)) for at in range(start, end - 1))
        else:
            yield start, end, tuple(token for _, tokens in _runs(_plain(run[0])) for token in tokens)


def _plain(text: str) -> str:
    return _THOUSANDS.sub("", unicodedata.normalize("NFKC", text))


def _runs(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    end, last = -1, ""
    for run in _RUN.finditer(text):
        piece = run[0]
        tokens = _word_tokens(piece) if run[2] is None else (*piece, *_windows(piece))
        if run.start() == end:  # scripts meet, as in C盘 or API配置: the word with its neighbour is one more token
            meeting = last + piece[0] if run[2] else last[-1] + piece
            tokens = (*tokens, meeting.casefold()[:MAX_TOKEN_LENGTH])
        yield piece, tokens
        end, last = run.end(), piece


def _windows(run: str) -> Iterator[str]:
    return map("".join, pairwise(run))


@lru_cache(maxsize=1 << 16)
def _word_tokens(word: str) -> tuple[str, ...]:
    lowered = unicodedata.normalize("NFKC", word.casefold()).replace("’", "'")
    lowered = _CONTRACTION.sub("", lowered)
    tokens = dict.fromkeys(_forms(lowered.replace("'", "")))
    parts = _JOINT.split(lowered)
    if len(parts) == 1 and word.isascii() and not word[1:].islower() and not word.isupper():
        parts = _CAMEL.findall(word)
    if len(parts) > 1:
        for part in parts:
            tokens.update(dict.fromkeys(_forms(part.lower())))
    return tuple(token[:MAX_TOKEN_LENGTH] for token in tokens if token)


def _forms(word: str) -> tuple[str, ...]:
    if word.isascii():
        return (_stem(word),)
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return (word, _stem(bare)) if bare.isascii() else (word,)


def _stem(word: str) -> str:
    if not word.isalpha() or len(word) < 3:
        return word
    return str(_stemmer.stemWord(IRREGULAR.get(word, word)))


def _is_stop_window(token: str) -> bool:
    return token in _STOP_WINDOWS or all(character in STOP_CHARACTERS for character in token)


_STOP_TOKENS = frozenset(token for word in STOP_WORDS for token in _word_tokens(word))
_STOP_WINDOWS = frozenset(window for phrase in STOP_PHRASES for window in _windows(phrase))
