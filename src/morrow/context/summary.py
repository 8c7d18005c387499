"""Summarises the turns that leave the window: by a model, or by the rules a caller brings. Stores nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog

from morrow.context.asking import question, read_prompt, read_summary
from morrow.context.cache import SummaryCache, key_of
from morrow.context.clipping import clip
from morrow.context.prompt import Placed
from morrow.context.tokens import TokenCounter
from morrow.models.chat import ChatModel, Role
from morrow.models.errors import ModelError
from morrow.text.language import language_of

log = structlog.get_logger(__name__)
MOST_CALLS = 8  # a front too long for that many is told by rules up to what they can read
DEADLINE_SECONDS = 30.0
RULES = "rules"
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
    known = cached.find(key, now) if cached else None
    if known is not None:
        return Summary(known, last.id, last.position, name, version)
    text, problem = await _by_model(writer.model, template, front, before, most, writer)
    if problem:
        log.warning("the rules summarise a conversation", model=name, problem=problem)
        return Summary(_by_rules(front, before, most, writer), last.id, last.position, problem=f"{name}: {problem}")
    if cached:
        cached.keep(key, text, now)
    return Summary(text, last.id, last.position, name, version)


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
