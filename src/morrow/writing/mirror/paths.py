"""Where a bucket's files stand below the workspace: owner keys and agent names as folder names, and back."""

from morrow.documents.names import OWNERS_FOLDER
from morrow.owners import Bucket, Scope

WORKSPACE = "workspace"
# `@` is written as a code in every encoded name, so no agent's folder is ever called so.
EVERYONE_FOLDER = "@everyone"
MAX_PART_BYTES = 200
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))})
_CONTINUED = "%"


def folders_of(bucket: Bucket, agent_name: str) -> tuple[str, ...]:
    """Return the folders below the home in which the bucket's files stand."""
    if bucket.scope is Scope.GLOBAL:
        return (WORKSPACE, EVERYONE_FOLDER)
    agent = encode(agent_name)
    if bucket.scope is Scope.TEAM:
        return (WORKSPACE, *agent)
    return (WORKSPACE, *agent, OWNERS_FOLDER, *encode(bucket.owner))


def encode(key: str) -> tuple[str, ...]:
    """Return `key` as folder names that no file system confuses: `user:Mara` is `user%3a%4dara`.

    Small ASCII letters, digits, `-`, `_` and letters without case (such as Chinese) stand as they are, all else as
    `%` and the two hex digits of each UTF-8 byte. What is longer than a folder name may be goes on in a folder below;
    a name that goes on ends with a bare `%`.
    """
    tokens = [_token(character) for character in key]
    if key in _DEVICES:
        tokens[0] = _code(key[0])
    parts, part = list[str](), ""
    for token in tokens:
        if len((part + token).encode()) > MAX_PART_BYTES:
            parts.append(part + _CONTINUED)
            part = ""
        part += token
    return (*parts, part)


def decode(parts: tuple[str, ...]) -> str | None:
    """Return the key that `encode` wrote as `parts`, or None if it never writes such names."""
    if not parts or not all(part.endswith(_CONTINUED) for part in parts[:-1]):
        return None
    joined = "".join(part[:-1] for part in parts[:-1]) + parts[-1]
    head, *codes = joined.split("%")
    raw = head.encode("utf-8", "surrogateescape")
    try:
        for code in codes:
            raw += bytes.fromhex(code[:2]) + code[2:].encode("utf-8", "surrogateescape")
        key = raw.decode("utf-8")
    except ValueError:
        return None
    return key if encode(key) == parts else None


def goes_on(part: str) -> bool:
    """Whether a folder of this name holds only the rest of longer keys."""
    return part.endswith(_CONTINUED)


def _token(character: str) -> str:
    if character in _PLAIN or _has_one_form(character):
        return character
    return _code(character)


def _has_one_form(character: str) -> bool:
    """Whether no file system folds or splits this character: CJK ideographs, kana without marks, bopomofo."""
    point = ord(character)
    return 0x4E00 <= point <= 0x9FFF or 0x3400 <= point <= 0x4DBF


def _code(character: str) -> str:
    return "".join(f"%{byte:02x}" for byte in character.encode("utf-8"))
