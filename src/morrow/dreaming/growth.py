"""The job that lets SOUL.md grow: after every so many memory writes a model proposes how it should read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import structlog
from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents import table
from morrow.documents.entries import Add, Author, Document, Operation, Origin
from morrow.documents.gates.context import RunInput
from morrow.documents.names import MEMORY, PROFILE, SOUL, STRUCTURED_FOLDER
from morrow.documents.shelf import list_documents, load
from morrow.dreaming.soul import MOST_ANSWER_TOKENS, SCHEMA, SoulAnswer, ask_to_grow, grown, read_soul
from morrow.jobs.ledger import Due, Run, Status, fail, finish, known_keys, recent_runs
from morrow.models.chat import ChatModel
from morrow.models.config import Models, Task
from morrow.models.questions import Answered, Failed, ask, name_of
from morrow.models.usage import Payer, paid_by
from morrow.owners import Bucket, Owner, Scope
from morrow.roster.roster import list_agents
from morrow.settings import Settings
from morrow.store import Store
from morrow.writing.change import By, Change
from morrow.writing.propose import Outcome, Words, propose

log = structlog.get_logger(__name__)
KIND = "soul"
DEADLINE_SECONDS = 300
_EVER = datetime(1970, 1, 1, tzinfo=UTC)
_ENDED_WELL = (Status.COMPLETED, Status.SKIPPED)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a proposal is made from; `is_personal` if the only owner's memory is among it."""

    soul: Document
    memory: dict[str, str]
    is_personal: bool


@dataclass(frozen=True, slots=True)
class Growing:
    """Proposes a new SOUL.md for each agent, after `soul-update-interval` runs that wrote memory; only with a model."""

    store: Store
    settings: Settings
    models: Models = field(default_factory=Models)
    kind: str = KIND

    async def due(self, now: datetime, *, eager: bool) -> Sequence[Due]:  # noqa: ARG002 - growing cannot be hurried
        """Return the agents whose memory was written to often enough since their SOUL.md was last looked at."""
        interval = self.settings.memory.soul_update_interval
        if not interval or self._model() is None:
            return ()
        found: list[Due] = []
        async with self.store.read_all() as connection:
            for agent in await list_agents(connection):
                bucket = Bucket.team(agent.id)
                last = next(iter(await recent_runs(connection, bucket, KIND, limit=1, statuses=_ENDED_WELL)), None)
                writes = await count_writes(connection, agent.id, since=last.started_at if last else _EVER)
                if writes >= interval:
                    key = f"{KIND}|{bucket.key}|{last.id if last else 'first'}|{writes // interval}"
                    found.append(Due(key, KIND, bucket))
            known = await known_keys(connection, KIND, [due.key for due in found], now=now)
        return [due for due in found if due.key not in known]

    async def run(self, run: Run, due: Due, *, now: datetime) -> None:
        """Ask the model, with no transaction open, and file what it proposes; a model that fails fails the run."""
        model = self._model()
        async with self.store.read_all() as connection:
            seen = await _look(connection, due.bucket)
        if model is None or seen is None:
            async with self.store.write() as connection:
                await finish(connection, run, Status.SKIPPED, reason="there is no SOUL.md, or no model", now=now)
            return
        question = ask_to_grow(seen.soul.text, seen.memory)
        answered = await ask(
            paid_by(model, Payer(due.bucket.agent, "", KIND)),
            question.messages,
            read_soul,
            schema=SCHEMA,
            max_tokens=MOST_ANSWER_TOKENS,
            deadline_seconds=DEADLINE_SECONDS,
        )
        async with self.store.write() as connection:
            if isinstance(answered, Failed):
                log.warning("a proposal for SOUL.md failed", run=run.id, reason=answered.reason)
                await fail(connection, run, reason=f"llm_failed: {answered.reason}", now=now, until=answered.until)
                return
            await self._settle(connection, run, seen, answered, name_of(model), question.prompt, now)

    async def _settle(
        self, connection: AsyncConnection, run: Run, seen: Seen, answered: Answered[SoulAnswer], model: str,
        prompt: str, now: datetime,
    ) -> None:  # fmt: skip
        answer = answered.answer
        growth = grown(seen.soul.entries, answer.content) if answer.content else None
        outcomes: list[Outcome] = []
        if growth is not None and growth.operations:
            outcomes = await self._propose(connection, run, seen, growth.operations, now)
        waiting = sum(len(outcome.proposals) for outcome in outcomes)
        written = sum(len(outcome.judged.accepted) for outcome in outcomes)
        account = {
            "model": model,
            "prompt": prompt,
            "modelReason": answer.reason,
            "proposed": waiting,
            "written": written,
            "refused": len(growth.refused) if growth else 0,
            "calls": answered.cost.calls,
            "promptTokens": answered.cost.prompt_tokens,
            "completionTokens": answered.cost.completion_tokens,
        }
        status = Status.COMPLETED if waiting or written else Status.SKIPPED
        reason = f"{waiting} changes of SOUL.md proposed, {written} written" if waiting or written else "no change"
        await finish(connection, run, status, reason=reason, report=json.dumps(account, ensure_ascii=False), now=now)

    async def _propose(
        self, connection: AsyncConnection, run: Run, seen: Seen, operations: Sequence[Operation], now: datetime
    ) -> list[Outcome]:
        """File the changes; additions from shared memory alone are written where `soul.mode` says so."""
        by = By(Author.DREAM, run.id, "proposed how the agent has grown", run=run.id, origin=Origin.USER)
        inputs = tuple(RunInput(text) for text in (seen.soul.text, *seen.memory.values()))
        read = {entry.id: entry.text for entry in seen.soul.entries}
        outcomes: list[Outcome] = []
        added = tuple(one for one in operations if isinstance(one, Add))
        changed = tuple(one for one in operations if not isinstance(one, Add))
        for part, hold_all in ((added, seen.is_personal), (changed, True)):
            if part:
                change = Change(run.bucket, SOUL, part, seen.soul.text, read)
                outcomes += await propose(
                    connection, [change], by=by, words=Words(inputs=inputs), settings=self.settings, now=now,
                    hold_all=hold_all,
                )  # fmt: skip
        return outcomes

    def _model(self) -> ChatModel | None:
        return self.models.serving(Task.DREAM)


async def count_writes(connection: AsyncConnection, agent: str, *, since: datetime) -> int:
    """Return how many runs, and edits by hand, have written memory of an agent since then, whosesoever it is.

    Memory is MEMORY.md, PROFILE.md and structured entries: no notes, no diaries, no SOUL.md, and not what is seeded.
    """
    r, d = table.revision.c, table.document.c
    is_memory = or_(d.name.in_((MEMORY, PROFILE)), d.name.startswith(f"{STRUCTURED_FOLDER}/", autoescape=True))
    statement = (
        select(func.count(func.distinct(func.coalesce(r.run, r.id))))
        .join(table.document, d.id == r.document)
        .where(r.agent == agent, r.at > since, r.actor != "system", is_memory)
    )
    return int((await connection.execute(statement)).scalar_one())


async def _look(connection: AsyncConnection, bucket: Bucket) -> Seen | None:
    """Return SOUL.md, shared memory, and that of the only owner where there is one only; None without a SOUL.md."""
    soul = await load(connection, bucket, SOUL)
    if soul is None:
        return None
    memory = dict(await _memory_of(connection, bucket))
    owners = await _owners(connection, bucket.agent)
    if len(owners) == 1:
        [owner] = owners
        own = await _memory_of(connection, Bucket.personal(bucket.agent, Owner(owner)))
        memory |= {f"owner/{name}": text for name, text in own}
    return Seen(soul, memory, len(owners) == 1)


async def _memory_of(connection: AsyncConnection, bucket: Bucket) -> list[tuple[str, str]]:
    found = await list_documents(connection, bucket)
    wanted = [one for one in found if one.name in (MEMORY, PROFILE) or one.name.startswith(f"{STRUCTURED_FOLDER}/")]
    return [(one.name, one.text) for one in wanted if one.text.strip()]


async def _owners(connection: AsyncConnection, agent: str) -> list[str]:
    d = table.document.c
    rows = await connection.execute(select(d.owner).where(d.agent == agent, d.scope == Scope.PERSONAL).distinct())
    return sorted(rows.scalars())
