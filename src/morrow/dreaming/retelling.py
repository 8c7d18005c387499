"""Asks a model to say in few words what old nights came to, and takes of it what those nights say. Writes nothing."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from morrow.dreaming.archive import DiaryNight
from morrow.models.answers import Unreadable
from morrow.models.chat import AnswerSchema, ChatModel, JsonObject, Message
from morrow.models.prompts import as_data, fill, new_boundary, read_prompt
from morrow.models.questions import Cost, Failed, ask
from morrow.models.reading import MisfitError, read_as
from morrow.models.template_tokens import without_template_tokens
from morrow.models.wire import rough_tokens
from morrow.text.hidden import strip_hidden
from morrow.text.language import language_of
from morrow.text.secrets import redact
from morrow.text.shapes import refused_shape
from morrow.text.specifics import read

MOST_TOLD_TOKENS = 16_000
MOST_SUMMARY_CHARACTERS = 600
DEADLINE_SECONDS = 120
_TEXT = {"type": "string"}
_NIGHT = {"type": "object", "properties": {"night": _TEXT, "summary": _TEXT}, "required": ["night", "summary"]}
SCHEMA = AnswerSchema(
    "archive",
    {
        "type": "object",
        "properties": {"summaries": {"type": "array", "items": _NIGHT}},
        "required": ["summaries"],
    },
)


@dataclass(frozen=True, slots=True)
class Retold:
    """A model's summaries by the time of the night, and what asking took; the rules sum up a night without one."""

    summaries: Mapping[str, str] = field(default_factory=dict)
    cost: Cost = field(default_factory=Cost)


async def retell(model: ChatModel, nights: Sequence[DiaryNight]) -> Retold:
    """Return what the model says of `nights`, as far as it says nothing else. No transaction may be open."""
    told = _told(nights)
    if not told:
        return Retold()
    boundary = new_boundary()
    template, _ = read_prompt("morrow.dreaming", "archive", language_of("\n".join(told.values())))
    data = as_data({"nights": told}, boundary=boundary)
    asked = (Message.system(fill(template, boundary=boundary)), Message.user(data))
    most = math.ceil(MOST_SUMMARY_CHARACTERS * len(told) * 1.2)
    answered = await ask(model, asked, _read, schema=SCHEMA, max_tokens=most, deadline_seconds=DEADLINE_SECONDS)
    if isinstance(answered, Failed):
        return Retold(cost=answered.cost)
    said = {time: " ".join(text.split()) for time, text in answered.answer if time in told}
    kept = {time: f"- {text}" for time, text in said.items() if _is_faithful(text, told[time], boundary)}
    return Retold(kept, answered.cost)


def _told(nights: Sequence[DiaryNight]) -> dict[str, str]:
    room = MOST_TOLD_TOKENS
    told: dict[str, str] = {}
    for night in nights:
        text = redact(strip_hidden(night.text)).text
        room -= rough_tokens(text) + 20
        if room < 0:
            break
        told[night.time] = f"{told[night.time]}\n{text}" if night.time in told else text
    return told


def _read(text: str | None, truncated: bool) -> tuple[tuple[str, str], ...] | Unreadable:
    return read_as(text, _summaries, truncated=truncated)


def _summaries(value: JsonObject) -> tuple[tuple[str, str], ...]:
    listed = value.get("summaries")
    if not isinstance(listed, list):
        raise MisfitError("summaries is no list")
    pairs = [(one.get("night"), one.get("summary")) for one in listed if isinstance(one, dict)]
    return tuple(
        (night, without_template_tokens(said))
        for night, said in pairs
        if isinstance(night, str) and isinstance(said, str)
    )


def _is_faithful(text: str, night: str, boundary: str) -> bool:
    """Whether a summary is a short sentence with no number, date or name that the night lacks."""
    if not text or len(text) > MOST_SUMMARY_CHARACTERS or boundary in text or refused_shape(text) is not None:
        return False
    known = read(night)
    return all(known.has(one) for one in read(text).specifics) and redact(text).text == text
