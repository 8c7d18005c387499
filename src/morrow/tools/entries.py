"""The tools for single memories: keep a line, and keep, recall or take out a structured entry by its key."""

from dataclasses import replace

from morrow.clock import local_day
from morrow.curation.keeping import Kept, lesson, recall_kept, removal, structured_change
from morrow.documents.names import MEMORY
from morrow.documents.structured import MAX_KEY_LENGTH, TYPES, Section, normal_key, structured_name
from morrow.i18n import msgid
from morrow.text.secrets import redact
from morrow.tools.arguments import Arguments, Parameter
from morrow.tools.bench import Bench, Running
from morrow.tools.changing import PERSONAL, SHARED, Present, change, target, told, written
from morrow.tools.tool import Answer, Tool
from morrow.writing.change import Change

SOURCE = "agent"
_KEY = Parameter("key", msgid("A short name for it, such as reply_language"), low=1, high=MAX_KEY_LENGTH)
_TYPE = Parameter(
    "type",
    msgid("user: who the person is; feedback: how to serve them; project; reference: where something is found"),
    choices=TYPES,
)
_SCOPE = Parameter(
    "scope", msgid("Whose memory: the owner's (personal) or everyone's (shared)"), choices=(PERSONAL, SHARED),
    is_optional=True,
)  # fmt: skip


async def _remember(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    content = redact(arguments.text("content")).text

    def kept(present: Present) -> Change:
        return present.labelled(lesson(present.bucket, content))

    bucket = running.bucket(bench.settings)
    outcome = await change(bench, running, bucket, MEMORY, kept, reason="remembered by the agent")
    return Answer({**told(outcome), "known": bool(outcome.judged.corroborated)}, written(outcome))


async def _remember_structured(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    kind, key = arguments.text("type"), normal_key(arguments.text("key"))
    content = redact(arguments.text("content")).text

    def kept(present: Present) -> Change:
        day = local_day(running.now, present.hearing.zone)
        section = Section(key, content, SOURCE, day)
        return present.labelled(structured_change(present.bucket, kind, section, present.document))

    bucket = target(bench, running, arguments.text("scope"))
    outcome = await change(bench, running, bucket, structured_name(kind), kept, reason="remembered by the agent")
    fields = {**told(outcome), "type": kind, "key": key, "known": bool(outcome.judged.corroborated)}
    return Answer(fields, written(outcome))


async def _recall(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    await bench.take_in(*running.principal.buckets)
    kind, key, query = (arguments.text(name) for name in ("type", "key", "query"))
    async with bench.store.read(running.principal) as connection:
        found = await recall_kept(connection, running.principal, kind=kind, key=key, query=query, now=running.now)
    return Answer({"count": len(found), "entries": [_told(one) for one in found]})


async def _forget(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    kind, key = arguments.text("type"), arguments.text("key")
    bucket = target(bench, running, arguments.text("scope"))

    def gone(present: Present) -> Change:
        return removal(present.bucket, kind, key, present.document)

    outcome = await change(
        bench, running, bucket, structured_name(kind), gone, reason="taken out by the agent", is_removal=True
    )
    return Answer({**told(outcome), "type": kind, "key": normal_key(key)}, written(outcome))


def _told(one: Kept) -> dict[str, object]:
    return {
        "type": one.type,
        "key": one.key,
        "content": one.content,
        "source": one.source,
        "updated": one.updated.isoformat() if one.updated else None,
        "scope": one.bucket.scope,
        "ownerKey": one.bucket.owner,
    }


REMEMBER = Tool(
    "remember",
    msgid("Keep one line in the person's MEMORY.md, in the words in which it was said."),
    _remember,
    (Parameter("content", msgid("What to keep, one statement"), low=1, high=8_000),),
)
REMEMBER_STRUCTURED = Tool(
    "remember_structured",
    msgid("Keep one fact under a key; a fact that is there under this key is replaced."),
    _remember_structured,
    (_TYPE, _KEY, Parameter("content", msgid("What to keep, one statement"), low=1, high=8_000), _SCOPE),
)
RECALL = Tool(
    "recall_structured",
    msgid("Recall the facts that are kept under keys: all of a type, one by its key, or those that answer a query."),
    _recall,
    (
        replace(_TYPE, is_optional=True),
        replace(_KEY, description=msgid("Only the entry of this key"), is_optional=True, low=None),
        Parameter("query", msgid("Only what answers this, the best first"), is_optional=True, high=1_000),
    ),
)
FORGET = Tool(
    "forget_structured",
    msgid("Take the fact of a key out of memory. Its history stays, and it can be brought back."),
    _forget,
    (_TYPE, _KEY, _SCOPE),
)
