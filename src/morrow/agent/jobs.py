"""Background work as a caller sees it: what runs, what waits and why; stop a job, try one again."""

from collections.abc import Collection
from dataclasses import dataclass

from morrow.agent.identity import agent_named
from morrow.agent.parts import Parts
from morrow.errors import InvalidInput, NotFound
from morrow.extraction.held import Held
from morrow.extraction.job import Extraction
from morrow.jobs.ledger import Run, Status, find_run
from morrow.jobs.requests import Wanted, cancel, list_runs, retry
from morrow.owners import Owner, Principal

MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class Jobs:
    """The jobs of all agents. `owner` says whose are meant: that one's and the shared ones; None, all of everybody."""

    parts: Parts
    extraction: Extraction

    async def waiting(self, *, owner: Owner, agent: str = "default") -> list[Held]:
        """Return the owner's conversations that wait to be read, each with the reason, the longest waiting first."""
        principal = Principal(await self._agent(agent), owner)
        now = self.parts.clock()
        async with self.parts.store.read(principal) as connection:
            return [
                held for bucket in principal.buckets for held in await self.extraction.held(connection, bucket, now)
            ]

    async def list(
        self, *, owner: Owner | None = None, agent: str | None = None, kind: str = "",
        statuses: Collection[str] = (), limit: int = 50, before: str = "",
    ) -> list[Run]:  # fmt: skip
        """Return jobs, the newest first; `before` is the id at which the last page ended.

        One owner's are looked for with one agent (`default`, if none is named). Raises InvalidInput, NotFound.
        """
        if not 1 <= limit <= MOST_LISTED:
            raise InvalidInput(f"{limit}: a page holds 1 to {MOST_LISTED} jobs")
        named = await self._agent(agent or "default") if agent is not None or owner is not None else ""
        wanted = Wanted(named, kind, [_status(name) for name in statuses])
        if owner is None:
            async with self.parts.store.read_all() as connection:
                return await list_runs(connection, wanted, limit=limit, before=before)
        async with self.parts.store.read(Principal(named, owner)) as connection:
            return await list_runs(connection, wanted, limit=limit, before=before)

    async def get(self, job: str, *, owner: Owner | None = None) -> Run:
        """Return one job by its id. Raises NotFound, also for one that the owner may not see."""
        async with self.parts.store.read_all() as connection:
            found = await find_run(connection, job)
        if found is not None and owner is not None:
            async with self.parts.store.read(Principal(found.bucket.agent, owner)) as connection:
                found = await find_run(connection, job)
        if found is None:
            raise NotFound(f"{job!r}: no such job; `morrow jobs list` has their ids")
        return found

    async def cancel(self, job: str, *, owner: Owner | None = None) -> Run:
        """Stop a job and return it: one that works stops after its present step, one that waits at once.

        Raises NotFound, InvalidInput for one that has ended.
        """
        found = await self.get(job, owner=owner)
        async with self.parts.store.write() as connection:
            return await cancel(connection, found.id, now=self.parts.clock())

    async def retry(self, job: str, *, owner: Owner | None = None) -> Run:
        """Make a failed or canceled job due again at once and return it. Raises NotFound, InvalidInput for another."""
        found = await self.get(job, owner=owner)
        async with self.parts.store.write() as connection:
            return await retry(connection, found.id, now=self.parts.clock())

    async def _agent(self, name: str) -> str:
        return (await agent_named(self.parts, name, now=self.parts.clock())).id


def _status(name: str) -> Status:
    try:
        return Status(name)
    except ValueError as error:
        raise InvalidInput(f"{name!r}: a job is one of {', '.join(Status)}") from error
