"""Takes the chat template's own marks out of a model's text, so that none of them is ever remembered or sent again."""

import re

_THOUGHT_START = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_ROLE = re.compile(
    r"<[|｜](?:im_start|start_header_id|start|turn|channel)[|｜]?>[ \t]*"
    r"(?:system|user|assistant|model|tool|analysis|final)?",
    re.IGNORECASE,
)
_MARK = re.compile(r"<[|｜][\w ▁/-]{1,40}[|｜]?>|<[\w/-]{1,40}[|｜]>|\[/?INST\]|<</?SYS>>|</?s>", re.IGNORECASE)
_LAST_MARK = re.compile(rf"(?:{_MARK.pattern})\Z", re.IGNORECASE)
_LONGEST_MARK = 48


def without_template_tokens(text: str) -> str:
    """Return `text` without thinking blocks and template marks, trimmed; what is nothing else becomes empty.

    For short texts that a model composed itself, such as a note. A whole document goes through `without_outer_tokens`.
    """
    text = _without_thoughts(text)
    for pattern in (_THOUGHT_END, _ROLE, _MARK):
        text = pattern.sub("", text)
    return text.strip()


def without_outer_tokens(text: str) -> str:
    """Return a whole document without marks at its beginning and end only: its lines may well speak of such marks."""
    if not without_template_tokens(text):
        return ""
    while mark := _ROLE.match(text) or _MARK.match(text):
        text = text[mark.end() :].lstrip()
    while mark := _LAST_MARK.search(text.rstrip()[-_LONGEST_MARK:]):
        text = text.rstrip()[: -len(mark.group())]
    return text


def _without_thoughts(text: str) -> str:
    kept: list[str] = []
    position = 0
    while start := _THOUGHT_START.search(text, position):
        kept.append(text[position : start.start()])
        end = _THOUGHT_END.search(text, start.end())
        position = end.end() if end else len(text)
    return "".join([*kept, text[position:]])
