"""Summarises the turns that leave the window: by a model, or by the rules a caller brings. Stores nothing."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

import structlog

from morrow.context.cache import SummaryCache, key_of
from morrow.context.clipping import clip, clip_middle
from morrow.context.prompt import Placed
from morrow.context.tokens import TokenCounter
from morrow.context.wording import WORDINGS
from morrow.models.chat import ChatModel, Message, Reply, Role
from morrow.models.errors import ModelError
from morrow.models.prompts import as_data, fill, new_boundary
from morrow.models.template_tokens import without_template_tokens
from morrow.text.clean import clean
from morrow.text.hidden import strip_hidden
from morrow.text.language import Language, language_of

log = structlog.get_logger(__name__)
MOST_CALLS = 8  # a front too long for that many is told by rules up to what they can read
DEADLINE_SECONDS = 60.0
RULES = "rules"
_HEADER = re.compile(r"<!-- (?P<name>[a-z-]+) (?P<version>\d+) -->\n")
_OUTER_FENCE = re.compile(r"\A```[a-z]*\n(?P<inside>.*)\n```\Z", re.DOTALL)
_LAST_END = re.compile(r"[.!?。！？；](?=\s|$)|\n")
# Is given messages and a number of tokens; returns what they say in so many, verbatim, or an empty text.
Extract = Callable[[Sequence[Placed], int], str]


@dataclass(frozen=True, slots=True)
class Summary:
    """What stands for the messages of a conversation up to `message`, the last one that it covers.

    `by` names the model that wrote it, or is `rules`; `problem` says why no model did although there is one.
    """

    text: str
    message: str = ""
    position: int = 0
    by: str = RULES
    prompt: str = ""
    problem: str = ""

    @property
    def engine(self) -> str:
        """Return which engine wrote it: model or rules."""
        return RULES if self.by == RULES else "model"

    @property
    def is_lasting(self) -> bool:
        """Whether it is worth storing: one that the rules had to write for a model is asked for again."""
        return not self.problem


@dataclass(frozen=True, slots=True)
class Writer:
    """Who summarises: a model that reads `window` tokens, or `extract` where there is none or it fails."""

    model: ChatModel | None
    extract: Extract
    counter: TokenCounter
    window: int


async def summarise(
    front: Sequence[Placed],
    most: int,
    *,
    writer: Writer,
    earlier: Summary | None = None,
    whose: str = "",
    cached: SummaryCache | None = None,
    now: datetime,
) -> Summary:
    """Return a summary of `front` in at most `most` tokens, into which an `earlier` one is taken.

    `whose` is the key of the bucket, in which alone a cached text is looked for.
    """
    before = earlier.text if earlier else ""
    language = language_of("\n".join(p.message.text for p in front if p.message.role is Role.USER) or before)
    last = front[-1]
    if writer.model is None:
        return Summary(_by_rules(front, before, most, writer), last.id, last.position)
    template, version = read_prompt(language)
    name = f"{writer.model.provider}/{writer.model.model}"
    key = key_of(whose, name, version, before, [placed.message for placed in front])
    text = cached.find(key, now) if cached else None
    problem = ""
    if text is None:
        text, problem = await _by_model(writer.model, template, front, before, most, writer)
    if problem:
        log.warning("the rules summarise a conversation", model=name, problem=problem)
        return Summary(_by_rules(front, before, most, writer), last.id, last.position, problem=f"{name}: {problem}")
    if cached:
        cached.keep(key, text, now)
    return Summary(text, last.id, last.position, name, version)


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


def first_lines(front: Sequence[Placed], most: int, counter: TokenCounter) -> str:
    """Return how the user's messages begin, a line each, the latest ones as far as `most` tokens go."""
    lines: list[str] = []
    room = most
    for placed in reversed(front):
        words = " ".join(placed.message.text.split()) if placed.message.role is Role.USER else ""
        if not words:
            continue
        line = f"- {clip(words, 60, counter)}"
        room -= counter.count(f"{line}\n")
        if room < 0:
            break
        lines.append(line)
    return "\n".join(reversed(lines))


async def _by_model(
    model: ChatModel, template: str, front: Sequence[Placed], before: str, most: int, writer: Writer
) -> tuple[str, str]:
    """Return the model's summary, or an empty text and why there is none."""
    chunk_tokens = max(1, writer.window // 2)
    chunks = _chunks(front, chunk_tokens, writer.counter)
    unread = [placed for chunk in chunks[:-MOST_CALLS] for placed in chunk]
    text = _by_rules(unread, before, most, writer) if unread else before
    for chunk in chunks[-MOST_CALLS:]:
        asked = question(template, chunk, text, most=most, longest=max(1, chunk_tokens // 4), counter=writer.counter)
        try:
            reply = await model.complete(asked, max_tokens=most, deadline_seconds=DEADLINE_SECONDS)
        except ModelError as error:
            return "", str(error)
        text = read_summary(reply, most, writer.counter)
        if not text:
            return "", "its answer holds no summary"
    return text, ""


def _by_rules(front: Sequence[Placed], before: str, most: int, writer: Writer) -> str:
    kept = clip(before, most // 2, writer.counter)
    room = most - writer.counter.count(f"{kept}\n")
    text = writer.extract(front, room).strip() or first_lines(front, room, writer.counter)
    return "\n".join(part for part in (kept, clip(text, room, writer.counter)) if part)


def _chunks(front: Sequence[Placed], most: int, counter: TokenCounter) -> list[list[Placed]]:
    """Return the messages in runs of at most `most` tokens, a longer message alone in one."""
    chunks: list[list[Placed]] = [[]]
    size = 0
    for placed in front:
        tokens = min(counter.message(placed.message), most // 4)
        if chunks[-1] and size + tokens > most:
            chunks.append([])
            size = 0
        chunks[-1].append(placed)
        size += tokens
    return chunks


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
