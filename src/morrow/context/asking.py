"""What a model is asked to summarise, and how its answer is read. Asks nothing itself."""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from morrow.context.clipping import clip, clip_middle
from morrow.context.prompt import Placed
from morrow.context.tokens import TokenCounter
from morrow.context.wording import WORDINGS
from morrow.models.chat import Message, Reply
from morrow.models.prompts import as_data, fill, new_boundary
from morrow.models.template_tokens import without_template_tokens
from morrow.text.clean import clean
from morrow.text.hidden import strip_hidden
from morrow.text.language import Language

_HEADER = re.compile(r"<!-- (?P<name>[a-z-]+) (?P<version>\d+) -->\n")
_OUTER_FENCE = re.compile(r"\A```[a-z]*\n(?P<inside>.*)\n```\Z", re.DOTALL)
_LAST_END = re.compile(r"[.!?](?=\s|$)|[。！？；\n]")


@cache
def read_prompt(language: Language) -> tuple[str, str]:
    """Return the prompt's text and its version, such as `summary 1 zh`."""
    text = files("morrow.context").joinpath(f"summary.{language}.md").read_text(encoding="utf-8")
    header = _HEADER.match(text)
    if header is None:
        raise ValueError(f"summary.{language}.md: the first line names the prompt and its version")
    return text[header.end() :], f"{header['name']} {header['version']} {language}"


def question(
    template: str, chunk: Sequence[Placed], before: str, *, most: int, longest: int, counter: TokenCounter
) -> list[Message]:
    """Return what a model is asked: the prompt, and the messages as data, each of at most `longest` tokens."""
    boundary = new_boundary()
    told = [_told(placed.message, longest, counter) for placed in chunk]
    material = {"earlier_summary": strip_hidden(before), "messages": told} if before else {"messages": told}
    # It is asked for a little less than it may write, so that it seldom ends within a sentence.
    instruction = fill(template, boundary=boundary, max_tokens=str(most * 9 // 10))
    return [Message.system(instruction), Message.user(as_data(material, boundary=boundary))]


def read_summary(reply: Reply, most: int, counter: TokenCounter) -> str:
    """Return the summary that a model answered, whole lines and sentences only; empty if there is none."""
    text = without_template_tokens(clean(reply.text))
    fenced = _OUTER_FENCE.match(text)
    text = strip_hidden(fenced["inside"] if fenced else text).strip()
    for wording in WORDINGS.values():
        text = text.removeprefix(wording.summary.split("\n", 1)[0]).lstrip()
    shorter = clip(text, most, counter, mark="")
    return _to_last_end(shorter) if reply.truncated or shorter != text else text


def _told(message: Message, longest: int, counter: TokenCounter) -> dict[str, str]:
    told = {"role": str(message.role), "text": _short(message.text, longest, counter)}
    if message.name:
        told["tool"] = message.name
    if message.tool_calls:
        calls = "\n".join(f"{call.name}: {call.arguments}" for call in message.tool_calls)
        told["calls"] = _short(calls, longest, counter)
    return told


def _short(text: str, longest: int, counter: TokenCounter) -> str:
    return clip_middle(strip_hidden(text), longest, counter, mark=" […cut…] ")


def _to_last_end(text: str) -> str:
    """Return the text up to its last whole sentence or line, or all of it if it is one broken sentence."""
    ends = [found.end() for found in _LAST_END.finditer(text)]
    return text[: ends[-1]].rstrip() if ends else text
