"""What a model is asked: the prompt beside this module, and the material as data behind a random boundary."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from morrow.clock import find_zone
from morrow.conversations.turns import Message
from morrow.documents.names import MEMORY, PROFILE, daily_note, is_structured
from morrow.extraction.listening import Shelf
from morrow.models.answers import Evidence
from morrow.models.chat import Message as Asked
from morrow.models.prompts import as_data, fill, new_boundary, read_prompt
from morrow.models.wire import rough_tokens
from morrow.text.hidden import strip_hidden
from morrow.text.language import Language, language_of

MAX_MESSAGE_CHARACTERS = 2_000
_CUT_MARK = " […cut: {left} more characters]"
_WHOSE: Mapping[str, Mapping[Language, str]] = {
    "person": {
        "en": "The memory is that of the person who speaks as `user`.",
        "zh": "这份记忆属于以 `user` 身份说话的人。",
    },
    "member": {
        "en": "The memory is that of one member of a group chat; all messages are theirs. Keep what they say of "
        "themselves, and leave out what they say of the group or of others.",
        "zh": "这份记忆属于群聊中的一位成员，所有消息都是此人说的。只记此人谈自己的内容，谈群体或他人的内容不要记。",
    },
    "group": {
        "en": "The memory is that of a group chat as a whole. Keep what holds for the group: what it decided, agreed "
        "on or plans together. Leave out what one member says of themselves or of another. `profile_update` is null.",
        "zh": "这份记忆属于整个群聊。只记对群体成立的内容：共同的决定、约定和计划。某位成员谈自己或他人的内容不要记。"
        "`profile_update` 为 null。",
    },
}


@dataclass(frozen=True, slots=True)
class Question:
    """The messages to a model, with what its answer needs to be understood: `ids` are message ids by the ones given."""

    messages: tuple[Asked, ...]
    ids: Mapping[str, str]
    prompt: str
    max_tokens: int


def ask_about(
    messages: Sequence[Message], shelf: Shelf, *, whose: str, today: date, summary_max_tokens: int
) -> Question:
    """Return the question what of `messages` is worth remembering for the owner of `shelf`.

    `whose` is person, member or group; `today` is the day whose note is shown and written.
    """
    language = _language(messages)
    blanks = {"whose": _WHOSE[whose][language], "today": today.isoformat(), "max_tokens": str(summary_max_tokens)}
    present = rough_tokens(shelf.text(PROFILE)) + rough_tokens(shelf.text(MEMORY))
    # Evidence quotes what the note and the entries say once more.
    most = math.ceil((2 * summary_max_tokens + present) * 1.2)
    shown = [PROFILE, MEMORY, daily_note(today), *(name for name in shelf.documents if is_structured(name))]
    return _question("prompt", language, blanks, _material(messages, shelf, shown), most)


def ask_for_entries(messages: Sequence[Message], shelf: Shelf, *, summary_max_tokens: int) -> Question:
    """Return the question which single facts of `messages` have no structured entry yet."""
    blanks = {"max_tokens": str(summary_max_tokens)}
    material = _material(messages, shelf, list(shelf.documents))
    return _question("nudge", _language(messages), blanks, material, math.ceil(2 * summary_max_tokens * 1.2))


@dataclass(frozen=True, slots=True)
class _Material:
    shown: Mapping[str, object]
    ids: Mapping[str, str]


def _question(
    prompt: str, language: Language, blanks: Mapping[str, str], material: _Material, max_tokens: int
) -> Question:
    boundary = new_boundary()
    text, version = read_prompt("morrow.extraction", prompt, language)
    instruction = fill(text, boundary=boundary, **blanks)
    data = as_data(dict(material.shown), boundary=boundary)
    return Question((Asked.system(instruction), Asked.user(data)), material.ids, version, max_tokens)


def _material(messages: Sequence[Message], shelf: Shelf, names: Sequence[str]) -> _Material:
    told, ids = as_transcript(messages, shelf.zone)
    shown = {
        "messages": told,
        "remembered": {name: strip_hidden(shelf.text(name)) for name in names},
        "shared_for_reading_only": {name: strip_hidden(text) for name, text in shelf.background.items()},
    }
    return _Material(shown, ids)


def _language(messages: Sequence[Message]) -> Language:
    return language_of("\n".join(message.text for message in messages if message.role == "user"))


def as_transcript(messages: Sequence[Message], zone: str) -> tuple[list[dict[str, str]], dict[str, str]]:
    """Return the messages as a model is shown them, under short ids, and the true ids by the short ones."""
    where = find_zone(zone)
    told = [
        {
            "id": f"m{number}",
            "role": message.role,
            "speaker": strip_hidden(message.speaker),
            "said_at": message.at.astimezone(where).strftime("%Y-%m-%d %H:%M, %A"),
            "text": cut_for_model(message.text),
        }
        for number, message in enumerate(messages, start=1)
    ]
    return told, {f"m{number}": message.id for number, message in enumerate(messages, start=1)}


def cut_for_model(text: str) -> str:
    """Return a message's text with its invisible characters gone, and its end if it is long; a mark says so."""
    shown = strip_hidden(text)
    if len(shown) <= MAX_MESSAGE_CHARACTERS:
        return shown
    return shown[:MAX_MESSAGE_CHARACTERS] + _CUT_MARK.format(left=len(shown) - MAX_MESSAGE_CHARACTERS)


def with_true_ids(evidence: Sequence[Evidence], ids: Mapping[str, str]) -> tuple[Evidence, ...]:
    """Return the evidence with the ids of messages in place of those the model was given; others are left out."""
    return tuple(
        Evidence(one.text, tuple(ids[given] for given in one.message_ids if given in ids), one.quote)
        for one in evidence
    )
