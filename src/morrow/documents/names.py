"""The *name* gate: which names a document may have. Opens no file; the mirror guards links and folders itself."""

import re
import unicodedata
from datetime import date

from morrow.errors import FileNotAllowed

AGENTS = "AGENTS.md"
SOUL = "SOUL.md"
PROFILE = "PROFILE.md"
MEMORY = "MEMORY.md"
DREAMS = "DREAMS.md"
KNOWLEDGE = "KNOWLEDGE.md"
CORE_NAMES = (AGENTS, SOUL, PROFILE, MEMORY, DREAMS, KNOWLEDGE)
NOTES_FOLDER = "memory"
STRUCTURED_FOLDER = "structured"
ARCHIVE_FOLDER = "archive"
OWNERS_FOLDER = "owners"
MAX_NAME_LENGTH = 256

_FOLDERS = (NOTES_FOLDER, STRUCTURED_FOLDER, ARCHIVE_FOLDER, OWNERS_FOLDER)
_DAILY_NOTE = re.compile(r"memory/([0-9]{4})-([0-9]{2})-([0-9]{2})\.md")
_STRUCTURED = re.compile(r"structured/[^/]+\.md")
# `\d` takes the digits of every script on purpose: a date in other digits looks like a date and is none.
_LIKE_A_DATE = re.compile(r"\d{8}|\d+[-‐‑‒–—―−_. 年]\d+[-‐‑‒–—―−_. 月]\d+日?")
_PERCENT_CODE = re.compile(r"%[0-9A-Fa-f]{2}")
_DEVICE = re.compile(r"(?:CON|PRN|AUX|NUL|CLOCK\$|CONIN\$|CONOUT\$|COM[0-9]|LPT[0-9])")
_JOINERS = "\u200c\u200d"  # emoji and Persian words need them; every other invisible character is a trick in a name
_REFUSED_CATEGORIES = {"Cc": "a control", "Cf": "an invisible", "Cs": "a broken", "Zl": "a line", "Zp": "a paragraph"}


def check_name(name: str) -> str:
    """Return `name` in Unicode NFC if a document may be called so. Raises FileNotAllowed with the reason otherwise."""
    checked = unicodedata.normalize("NFC", name)
    reason = (
        _wrong_characters(checked)
        or _wrong_path(checked)
        or _wrong_suffix(checked)
        or _wrong_twin(checked)
        or _wrong_date(checked)
    )
    if reason:
        raise FileNotAllowed(f"{name[:MAX_NAME_LENGTH]!r}: {reason}")
    return checked


def is_daily_note(name: str) -> date | None:
    """Return the day whose note `name` is, or None. `memory/2026-02-30.md` is no note: that day does not exist."""
    parts = _DAILY_NOTE.fullmatch(name)
    if parts is None:
        return None
    try:
        return date(int(parts[1]), int(parts[2]), int(parts[3]))
    except ValueError:
        return None


def daily_note(day: date) -> str:
    """Return the name of the note of `day`, such as `memory/2026-04-09.md`."""
    return f"{NOTES_FOLDER}/{day.isoformat()}.md"


def is_structured(name: str) -> bool:
    """Whether each entry of this document is a whole `## key` section."""
    return _STRUCTURED.fullmatch(name) is not None


def _wrong_characters(name: str) -> str | None:
    if not name:
        return "a memory file needs a name"
    if len(name) > MAX_NAME_LENGTH:
        return f"a name has at most {MAX_NAME_LENGTH} characters, not {len(name)}"
    for character in name:
        kind = _REFUSED_CATEGORIES.get(unicodedata.category(character))
        if kind and character not in _JOINERS:
            return f"{kind} character (U+{ord(character):04X}) stands in the name"
    if "\\" in name or ":" in name:
        return "write folders with `/`; a name holds no backslash, drive or colon"
    if _PERCENT_CODE.search(name):
        return "write the characters themselves, not their percent codes"
    return None


def _wrong_path(name: str) -> str | None:
    if name.startswith("/"):
        return "name files relative to the agent's workspace, without a leading `/`"
    # Look-alikes such as ．．／ become dots and slashes in the compatibility form: both forms must be harmless.
    lookalike = unicodedata.normalize("NFKC", name)
    if lookalike.count("/") != name.count("/") or "\\" in lookalike or lookalike.count(":") != name.count(":"):
        return "a look-alike of `/`, `\\` or `:` stands in the name"
    for part in (*name.split("/"), *lookalike.split("/")):
        if not part or not part.strip(". \u3000"):
            return "memory files are .md names inside the agent's workspace, without empty, `.` or `..` parts"
        if part != part.strip() or part.endswith("."):
            return "no part of a name begins with a space or ends with a space or dot"
        if _DEVICE.fullmatch(part.partition(".")[0].strip().upper()):
            return f"{part!r} is the name of a device on Windows"
    return None


def _wrong_suffix(name: str) -> str | None:
    if not name.endswith(".md"):
        wrong_case = name.lower().endswith(".md")
        return "write the suffix in small letters: .md" if wrong_case else "memory files are .md files"
    return "a name stands before .md" if name.rpartition("/")[2] == ".md" else None


def _wrong_twin(name: str) -> str | None:
    plain = _plain(name)
    for core in CORE_NAMES:
        if plain == _plain(core) and name != core:
            return f"too like {core}; write it exactly so"
    folder, slash, _ = name.partition("/")
    for own in _FOLDERS:
        if slash and _plain(folder) == own and folder != own:
            return f"too like the folder {own}/; write it exactly so"
    if slash and folder == OWNERS_FOLDER:
        return f"{OWNERS_FOLDER}/ is where the files of owners stand; name the file as its owner sees it"
    return None


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in folded if unicodedata.category(c) != "Cf" and not "\ufe00" <= c <= "\ufe0f")


def _wrong_date(name: str) -> str | None:
    folder, _, rest = name.partition("/")
    if folder != NOTES_FOLDER or is_daily_note(name):
        return None
    stem = unicodedata.normalize("NFKC", rest.removesuffix(".md"))
    if _LIKE_A_DATE.fullmatch(stem):
        return "a daily note is called memory/YYYY-MM-DD.md after a day of the calendar, such as memory/2026-04-09.md"
    return None
