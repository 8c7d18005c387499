"""The JSON of background work: jobs, what waits, and what an extraction by request came to."""

from datetime import date
from typing import Annotated, Self

from pydantic import Field

from morrow.api.shapes import Answer, Moment
from morrow.extraction.account import Deferred, Outcome, Skipped, Updated
from morrow.extraction.held import Held
from morrow.jobs.ledger import Run
from morrow.jobs.requests import is_cancelable, is_retriable
from morrow.owners import Scope


class JobOut(Answer):
    """One run of a job: `reason` says why it failed or what it did, `step`, `done` and `total` how far it is.

    `subject` is the conversation or topic that was asked for, and empty for all there is. `retryAt` is when it is tried
    again; a failed one without it waits for a retry by hand.
    """

    id: str
    kind: Annotated[str, Field(examples=["extraction", "dream", "nudge"])]
    agent: str
    scope: Scope
    owner: Annotated[str, Field(examples=["user:local"])]
    status: Annotated[str, Field(examples=["running", "completed", "failed"])]
    reason: str
    subject: str
    attempts: int
    scheduled_date: Annotated[date | None, Field(description="The local date of a scheduled run")]
    started_at: Moment
    finished_at: Moment | None
    retry_at: Moment | None
    step: str
    done: int
    total: int
    can_cancel: bool
    can_retry: bool

    @classmethod
    def of(cls, run: Run) -> Self:
        """Return the shape of a run."""
        return cls(
            id=run.id,
            kind=run.kind,
            agent=run.bucket.agent,
            scope=run.bucket.scope,
            owner=run.bucket.owner,
            status=str(run.status),
            reason=run.reason,
            subject=run.subject,
            attempts=run.attempts,
            scheduled_date=run.scheduled_date,
            started_at=run.started_at,
            finished_at=run.finished_at,
            retry_at=run.retry_at,
            step=run.progress.step,
            done=run.progress.done,
            total=run.progress.total,
            can_cancel=is_cancelable(run),
            can_retry=is_retriable(run),
        )


class HeldOut(Answer):
    """A conversation that waits to be read; `until` is null where the wait depends on words, the night or a person."""

    conversation: str
    name: str
    unread: int
    reason: Annotated[str | None, Field(description="Null: the next look reads it", examples=["too_short", "cooldown"])]
    until: Moment | None

    @classmethod
    def of(cls, held: Held) -> Self:
        """Return the shape of what waits."""
        reason = None if held.reason is None else str(held.reason)
        return cls(conversation=held.conversation, name=held.name, unread=held.unread, reason=reason, until=held.until)


class JobsOut(Answer):
    """A page of jobs, the newest first; `nextCursor` is null on the last one. `waiting` stands on the first page."""

    jobs: list[JobOut]
    waiting: list[HeldOut]
    next_cursor: str | None

    @classmethod
    def of(cls, runs: list[Run], waiting: list[Held], *, limit: int) -> Self:
        """Return the shape of a page that was asked for with `limit`."""
        return cls(
            jobs=[JobOut.of(run) for run in runs],
            waiting=[HeldOut.of(held) for held in waiting],
            next_cursor=runs[-1].id if runs and len(runs) == limit else None,
        )


class SummarizedOut(Answer):
    """What an extraction by request came to: `updated`, `nothing`, `skipped` or `deferred`, and why.

    `held` waits in the inbox. What was deferred is read from `until` on by the job `job`; without `until` by hand only.
    """

    outcome: Annotated[str, Field(examples=["updated", "nothing", "skipped", "deferred"])]
    reason: str
    until: Moment | None = None
    job: str | None = None
    messages: int = 0
    written: int = 0
    held: int = 0
    engines: tuple[str, ...] = ()

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        """Return the shape of an outcome."""
        if isinstance(outcome, Skipped):
            return cls(outcome="skipped", reason=str(outcome.reason))
        if isinstance(outcome, Deferred):
            return cls(outcome="deferred", reason=_why(outcome), until=outcome.until, job=outcome.run)
        account = outcome.account
        return cls(
            outcome="updated" if isinstance(outcome, Updated) else "nothing",
            reason=account.reason,
            job=outcome.run,
            messages=account.messages,
            written=account.changes,
            held=sum(account.held.values()),
            engines=account.engines,
        )


def _why(deferred: Deferred) -> str:
    return f"{deferred.reason}: {deferred.detail}" if deferred.detail else str(deferred.reason)
