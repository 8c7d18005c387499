"""The tool that looks into earlier conversations: the latest, or those in which something was said."""

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.conversations import table
from morrow.conversations.capture import FULL
from morrow.errors import InvalidInput
from morrow.i18n import msgid
from morrow.search.question import Found, find
from morrow.store import in_bucket
from morrow.tools.arguments import Arguments, Parameter
from morrow.tools.bench import Bench, Running
from morrow.tools.tool import Answer, Tool

MODES = ("recent", "search")
MOST_SESSIONS = 50
MOST_CHARACTERS = 200
_RUNNING = "running"


async def _sessions(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    mode, query, limit = arguments.text("mode"), arguments.text("query").strip(), arguments.number("limit")
    if mode == "search" and not query:
        raise InvalidInput("mode=search needs a query: the words that were said; or use mode=recent")
    async with bench.store.read(running.principal) as connection:
        found = (
            await _said(connection, running, query, limit)
            if mode == "search"
            else await _latest(connection, running, limit)
        )
    return Answer({"mode": mode, "count": len(found), "sessions": found})


async def _latest(connection: AsyncConnection, running: Running, limit: int) -> list[dict[str, object]]:
    """Return the conversations that ended last, each with what was said last in it."""
    c = table.conversation.c
    mine = in_bucket(table.conversation, running.principal.buckets[0])
    rows = await connection.execute(
        select(c.id, c.name, c.messages, c.last_at)
        .where(*mine, *_others(running), c.messages > 0)
        .order_by(c.last_at.desc(), c.id.desc())
        .limit(limit)
    )
    return [
        {"conversation": row.name, "messages": row.messages, **await _last_words(connection, row.id)}
        for row in rows.all()
    ]


async def _last_words(connection: AsyncConnection, conversation: str) -> dict[str, object]:
    m = table.message.c
    last = select(m.role, m.speaker, m.text, m.at).where(m.conversation == conversation, m.role != "tool")
    row = (await connection.execute(last.order_by(m.position.desc()).limit(1))).first()
    if row is None:
        return {"snippet": "", "speaker": "", "time": ""}
    return {"snippet": _cut(row.text), "speaker": row.speaker or row.role, "time": row.at.isoformat()}


async def _said(connection: AsyncConnection, running: Running, query: str, limit: int) -> list[dict[str, object]]:
    """Return messages of other conversations that answer the query, the best first, one a conversation."""
    found = await find(
        connection, running.principal, query, now=running.now, limit=4 * MOST_SESSIONS, kinds=("message",),
        left_out_roles=("tool",),
    )  # fmt: skip
    c = table.conversation.c
    wanted = {one.conversation for one in found if one.conversation is not None}
    mine = in_bucket(table.conversation, running.principal.buckets[0])
    rows = await connection.execute(select(c.id, c.name).where(c.id.in_(wanted), *mine, *_others(running)))
    names = {row.id: row.name for row in rows}
    best: dict[str, Found] = {}
    for one in found:
        if one.conversation is not None and one.conversation in names:
            best.setdefault(one.conversation, one)
    return [_hit(one, names[conversation]) for conversation, one in list(best.items())[:limit]]


def _others(running: Running) -> tuple[ColumnElement[bool], ...]:
    """Say of a conversation that it is neither the present one, nor a running one, nor off the record."""
    c, t = table.conversation.c, table.turn.c
    runs = select(t.conversation).where(t.status == _RUNNING)
    return (c.memory == FULL, c.id != running.conversation, c.name != running.conversation, c.id.not_in(runs))


def _hit(one: Found, name: str) -> dict[str, object]:
    return {
        "conversation": name,
        "snippet": _cut(one.snippet),
        "speaker": one.speaker or one.role,
        "time": one.date.isoformat() if one.date else "",
        "score": round(one.score, 4),
    }


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[: MOST_CHARACTERS - 1]}…"


SESSIONS = Tool(
    "session_search",
    msgid("Look into earlier conversations with this person: the latest ones, or those in which words were said."),
    _sessions,
    (
        Parameter("mode", msgid("The latest conversations, or a search in them"), default="recent", choices=MODES),
        Parameter("query", msgid("The words to look for, with mode=search"), is_optional=True, high=1000),
        Parameter("limit", msgid("Most conversations"), kind=int, default=10, low=1, high=MOST_SESSIONS),
    ),
)
