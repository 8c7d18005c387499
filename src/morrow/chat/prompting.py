"""Makes of what is known the prompt of one turn, and says which memory it tells. Decides only; reads nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from morrow.chat.reading import Known
from morrow.context.block import BlockBudget, Material, RecallBlock, recall_block
from morrow.context.fence import Fence
from morrow.context.items import items_of
from morrow.context.limits import Limits
from morrow.context.prompt import Placed, Prompt
from morrow.context.record import LeftOut
from morrow.context.shared import Caps, Shared, render_shared
from morrow.context.standing import StandingBudget
from morrow.context.tokens import TokenCounter
from morrow.conversations.turns import Message as Said
from morrow.documents.names import MEMORY, PROFILE
from morrow.models.chat import Message, Role, ToolSpec
from morrow.owners import ANY_AGENT, Bucket, Owner, Scope
from morrow.recall.hits import Hit
from morrow.settings import Settings
from morrow.text.hidden import strip_hidden
from morrow.text.language import Language

MOST_MATCHED = 6  # project and reference entries
MOST_SPEAKER = 64  # characters of a name; a longer one is no name


@dataclass(frozen=True, slots=True)
class Frame:
    """What holds for a prompt besides what is known.

    `agent` is the agent's id, `nonce` the word of this process that fences memory, `day` the owner's day.
    """

    agent: str
    settings: Settings
    limits: Limits
    counter: TokenCounter
    nonce: str
    language: Language
    day: date
    tools: tuple[ToolSpec, ...] = ()


@dataclass(frozen=True, slots=True)
class Drafted:
    """A prompt before it is made to fit, what its documents and its recall block leave out, and the memory it tells."""

    prompt: Prompt
    left_out: tuple[LeftOut, ...]
    told: tuple[Hit, ...]


def draft(known: Known, current: Message, frame: Frame) -> Drafted:
    """Return the prompt of a turn in which `current` is said."""
    caps = Caps(_most_characters(frame.settings), frame.limits.shared_tokens)
    shared = render_shared(known.shared, caps, frame.counter, language=frame.language)
    block = _block(known, shared, frame) if known.recalls else RecallBlock()
    prompt = Prompt(
        current=current,
        shared=shared.text,
        history=tuple(placed for said in known.history if (placed := _placed(said)) is not None),
        block=block.text,
        summary=known.summary.text if known.summary else "",
        first=_placed(known.first) if known.first else None,
        tools=frame.tools,
        language=frame.language,
    )
    return Drafted(prompt, (*shared.left_out, *block.left_out), _told(known.hits, block, shared, frame.agent))


def user_message(text: str, *, speaker: str, said_by: Owner, group: Owner | None) -> Message:
    """Return what somebody says as a model is told it: in a group, with a name in front."""
    return Message.user(text if group is None else f"{_called(speaker, said_by.key)}: {text}")


def _called(speaker: str, key: str) -> str:
    name = " ".join(strip_hidden(speaker).replace(":", " ").split())[:MOST_SPEAKER].strip()
    return name or key


def _placed(said: Said) -> Placed | None:
    message = _as_told(said)
    is_empty = not message.text.strip() and not message.tool_calls
    return None if is_empty else Placed(message, said.id, said.position)


def _as_told(said: Said) -> Message:
    if said.role == "tool":
        return Message(Role.TOOL, said.text, tool_call_id=said.call_id or None, name=said.tool or None)
    if said.role == "assistant":
        return Message.assistant(said.text, *said.calls)
    group = Owner(said.bucket.owner) if said.bucket.owner and Owner(said.bucket.owner).is_group else None
    return user_message(said.text, speaker=said.speaker, said_by=Owner(said.said_by), group=group)


def _block(known: Known, shared: Shared, frame: Frame) -> RecallBlock:
    memory = frame.settings.memory
    hits = [hit for hit in known.hits if _place(hit, frame.agent) not in shared.whole]
    recalled = items_of(hits, zone=known.zone, unconfirmed=known.unconfirmed)
    material = Material(
        documents=known.own,
        standing=known.standing,
        recalled=replace(recalled, matched=recalled.matched[:MOST_MATCHED]),
        told_elsewhere=frozenset(said.id for said in known.history),
    )
    standing = StandingBudget(memory.system_block_max_chars, memory.system_block_max_entries_per_type)
    budget = BlockBudget(frame.limits.block_tokens_beside(frame.counter.count(shared.text)), standing)
    fence = Fence(frame.nonce, frame.day, frame.language)
    return recall_block(material, budget, fence, frame.counter, zone=known.zone)


def _told(hits: tuple[Hit, ...], block: RecallBlock, shared: Shared, agent: str) -> tuple[Hit, ...]:
    told = frozenset(block.told)
    return tuple(hit for hit in hits if hit.id in told or _place(hit, agent) in shared.whole)


def _place(hit: Hit, agent: str) -> tuple[str, str]:
    bucket = Bucket(ANY_AGENT if hit.scope is Scope.GLOBAL else agent, hit.scope, hit.owner)
    return bucket.key, hit.document or ""


def _most_characters(settings: Settings) -> Mapping[str, int]:
    return {PROFILE: settings.memory.profile_max_chars, MEMORY: settings.memory.memory_md_max_chars}
