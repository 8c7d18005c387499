"""Saves how a turn came out, in one transaction: its messages, what was recalled for it, a new summary. Asks nobody."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.chat.asked import Asked
from morrow.chat.progress import Progress
from morrow.chat.table import turn_recall
from morrow.context.fence import cut_blocks
from morrow.context.record import ContextRecord
from morrow.context.stored import save_summary
from morrow.conversations.ending import end_turn
from morrow.conversations.table import message
from morrow.conversations.turns import Ending, NewMessage
from morrow.models.chat import Message, Role, ToolCall
from morrow.models.template_tokens import without_template_tokens
from morrow.owners import Bucket
from morrow.recall.hits import Hit
from morrow.recall.tracker import makes_use
from morrow.store import bucket_values
from morrow.text.clean import clean
from morrow.text.secrets import redact


async def save_ending(
    connection: AsyncConnection, asked: Asked, turn: str, ending: Ending, progress: Progress
) -> tuple[str, ...] | None:
    """Write how a turn came out, and return the ids of the messages that it adds; None if the turn is gone."""
    ids = await end_turn(connection, asked.bucket, turn, ending)
    if ids is None:
        return None
    if progress.told:
        reply = next((said.text for said in reversed(ending.messages) if said.role == "assistant"), "")
        rows = _recall_rows(asked.bucket, turn, progress.told, asked.text, reply)
        await connection.execute(insert(turn_recall), rows)
    summary = progress.summary
    if summary is not None and summary.is_lasting:
        where = select(message.c.conversation).where(message.c.id == summary.message)
        conversation = (await connection.execute(where)).scalar_one_or_none()
        if conversation is not None:  # else its last message was taken back meanwhile
            await save_summary(connection, asked.bucket, conversation, summary, now=ending.at)
    return ids


def messages_of(progress: Progress, reply: str, now: datetime, *, nonce: str, origin: str) -> tuple[NewMessage, ...]:
    """Return what is kept of a turn: tool calls, their results, and the reply, if there is any of it.

    Without what memory put into the prompt, template marks and secrets: none of it is ever learned from.
    """
    steps = [_step(step, now, nonce) for step in progress.steps]
    text = kept(reply, nonce)
    return (*steps, NewMessage("assistant", text, now, origin=origin)) if text else tuple(steps)


def kept(text: str, nonce: str) -> str:
    """Return the words of an agent as they are kept."""
    return redact(without_template_tokens(cut_blocks(clean(text), nonce))).text


def record_as_json(record: ContextRecord | None) -> str:
    """Return a prompt's record as a turn's row has it."""
    return "" if record is None else json.dumps(asdict(record), ensure_ascii=False, separators=(",", ":"))


def _step(step: Message, now: datetime, nonce: str) -> NewMessage:
    text = redact(cut_blocks(clean(step.text), nonce)).text
    if step.role is Role.TOOL:
        return NewMessage(
            "tool", text, now, origin="external", call_id=step.tool_call_id or "", tool=clean(step.name or "")
        )
    calls = tuple(ToolCall(clean(c.id), clean(c.name), redact(clean(c.arguments)).text) for c in step.tool_calls)
    return NewMessage("assistant", text, now, origin="agent", calls=calls)


def _recall_rows(bucket: Bucket, turn: str, told: Sequence[Hit], question: str, reply: str) -> list[dict[str, object]]:
    return [
        {
            "turn": turn,
            "rank": rank,
            "kind": hit.kind,
            "ref": hit.id,
            "score": hit.score,
            "used": makes_use(hit.text, question, reply),
            **bucket_values(bucket),
        }
        for rank, hit in enumerate(told, start=1)
    ]
