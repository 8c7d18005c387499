"""What becomes of a message on its way to the disk: its row, and its item in the index, if it is to be found again."""

from dataclasses import dataclass

from morrow.conversations.calls import write_calls
from morrow.conversations.turns import COMPLETED, RUNNING, NewMessage
from morrow.owners import Bucket
from morrow.search.index import Item
from morrow.store import bucket_values


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a message stands: its id, its conversation and turn, its position (from 1), its bucket."""

    id: str
    conversation: str
    turn: str
    position: int
    bucket: Bucket


def is_found_again(message: NewMessage, status: str) -> bool:
    """Whether a message goes into the index.

    A reply that was broken off is no memory, an answer that was made of memory is none again, and a tool's result can
    be had again from the tool.
    """
    if message.role == "user":
        return True
    return status in {COMPLETED, RUNNING} and message.origin != "system" and not message.call_id and bool(message.text)


def row_of(message: NewMessage, standing: Standing) -> dict[str, object]:
    """Return the row of a message."""
    return {
        "id": standing.id,
        "conversation": standing.conversation,
        "turn": standing.turn,
        "position": standing.position,
        "role": message.role,
        "speaker": message.speaker,
        "said_by": message.said_by,
        "origin": message.origin,
        "text": message.text,
        "hash": message.hash,
        "at": message.at,
        "calls": write_calls(message.calls),
        "call_id": message.call_id,
        "tool": message.tool,
        **bucket_values(standing.bucket),
    }


def item_of(message: NewMessage, standing: Standing) -> Item:
    """Return the item of a message in the index."""
    return Item(
        bucket=standing.bucket,
        kind="message",
        ref=standing.id,
        text=message.text,
        conversation=standing.conversation,
        position=standing.position,
        speaker=message.speaker,
        role=message.role,
        at=message.at,
    )
