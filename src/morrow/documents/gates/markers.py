"""Finds text that pretends to be something else: role markers, forged headings, markup that acts. Judges nothing."""

import re
import unicodedata

from morrow.documents.names import CORE_NAMES

_CORE = "|".join(name.removesuffix(".md") for name in CORE_NAMES)
_DASH = r"=_~—–―─━═\-"
_ROLE = re.compile(
    r"(?i)<\|[\w ]{0,40}\|?>|\[/?INST\]|<</?SYS>>"
    r"|(?<!\w)</?(?:system|assistant|user|developer|tool|tool_call|tool_response|function_calls?|memory"
    r"|memories|recalled?"
    r"|instructions?|im_start|im_end|task-notification|system-reminder|context|untrusted|data)(?:\s[^>\n]{0,200})?/?>"
    r"|^[ \t]*#{2,4}[ \t]*(?:instruction|response|system|human|assistant)[ \t]*:?[ \t]*$"
    r"|^[ \t]*(?:human|assistant|system|developer)[ \t]*:[ \t]*$",
    re.MULTILINE,
)
_FORGED = re.compile(
    rf"^[ \t>]*[{_DASH}]{{3,}}[ \t]*[^\n]{{0,80}}?\.md(?!\w)"
    rf"|^[ \t>]*[{_DASH}]{{3,}}[ \t]*[^\s{_DASH}][^\n]{{0,80}}?[{_DASH}]{{3,}}[ \t]*$"
    rf"|^[ \t]*(?:[-*+][ \t]+)?#{{1,6}}[ \t]+(?:{_CORE})(?:\.md)?[ \t]*$"
    r"|^(?:---|\+\+\+)[ \t]*$"
    r"|<!--|-->",
    re.MULTILINE | re.IGNORECASE,
)
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:[ \t]|$)|^ {0,3}(?:={3,}|-{3,})[ \t]*$", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})", re.MULTILINE)
_CODE = re.compile(r"`[^`\n]{1,400}`")
_MARKUP = re.compile(
    r"(?i)<(?:script|iframe|frame|object|embed|svg|img|link|meta|form|base|style|video|audio|body|input|button"
    r"|math|details|marquee"
    r"|template|noscript|textarea|applet)(?=[\s/>])|</?(?:script|style|iframe)>"
    r"|<[a-z][a-z0-9]{0,20}[\s/][^>\n]{0,300}?on[a-z]{3,20}[ \t]{0,3}="
    r"|[(\"'=<][ \t]{0,3}(?:javascript:|vbscript:|data:text/html)"
)
_BEACON = re.compile(r"!\[[^\]\n]{0,300}\][ ]?(?:\([ \t]{0,3}<?[ \t]{0,3}(?:[a-z]{1,10}:)?//|\[)", re.IGNORECASE)


def role_marker(text: str) -> str | None:
    """Return a marker with which a model's prompt tells speakers apart, or None."""
    return _found(_ROLE, text)


def is_only_markers(text: str) -> bool:
    """Whether nothing but role markers, and perhaps a speaker's name, stands in the text."""
    rest = re.sub(r"(?i)\b(?:system|assistant|user|developer|tool)\b", "", _ROLE.sub("", text))
    return not any(c.isalnum() for c in rest)


def forged_structure(text: str, *, section: str, structured: bool) -> str | None:
    """Return what would end the entry and begin another part of the document, or None.

    That is a `--- FILE.md ---` line, front matter, a comment, a heading, or a fence that is never closed.
    """
    plain = _plain(text)
    found = _found(_FORGED, plain) or _found(_FORGED, f"# {_plain(section)}" if section else "")
    if found:
        return found
    if "\n" in section or "\r" in section:
        return section[:80]
    fences = _FENCE.findall(plain)
    if len(fences) % 2:
        return str(fences[-1])
    body = plain.partition("\n")[2] if structured and plain.startswith("## ") else plain
    return None if fences else _found(_HEADING, body)


def active_markup(text: str) -> str | None:
    """Return HTML that acts when it is shown, outside of code, or None."""
    return _found(_MARKUP, _CODE.sub("", _without_fences(_plain(text))))


def beacon(text: str) -> str | None:
    """Return a Markdown image that calls a server when it is shown, or None."""
    return _found(_BEACON, _plain(text))


def _without_fences(text: str) -> str:
    kept: list[str] = []
    is_code = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        elif not is_code:
            kept.append(line)
    return "\n".join(kept)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _found(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match[0].strip()[:80] if match else None
