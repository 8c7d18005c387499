"""`morrow jobs`: what runs in the background, what waits and why; stop a job, try one again, or work here."""

from datetime import datetime, tzinfo

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import Shape, print_found, print_json, print_table, print_text, shape
from morrow.cli.problems import NOTHING
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.clock import find_zone
from morrow.extraction.held import Held
from morrow.i18n import msgid, translate
from morrow.jobs.ledger import Run, Status
from morrow.jobs.requests import is_cancelable, is_retriable
from morrow.memory import Memory
from morrow.owners import Owner

jobs = LazyGroup(
    "jobs",
    lazy=(
        Lazy("list", "morrow.cli.jobs:list_", msgid("List jobs and what waits, each with its reason.")),
        Lazy("show", "morrow.cli.jobs:show", msgid("Show one job.")),
        Lazy("cancel", "morrow.cli.jobs:cancel", msgid("Stop a job.")),
        Lazy("retry", "morrow.cli.jobs:retry", msgid("Try a failed or canceled job again.")),
        Lazy("work", "morrow.cli.working:work", msgid("Run what is due until Ctrl-C.")),
    ),
    help=msgid("Look at background work, stop it, and try it again."),
    no_args_is_help=True,
)
_EVERYBODY = msgid("Everybody's jobs, of all agents.")


@command(
    "list",
    help=msgid("List the owner's jobs, the newest first, and the conversations that wait, each with its reason."),
)
@click.option("--status", type=click.Choice([*Status]), multiple=True, help=msgid("Only jobs that stand so."))
@click.option("--all", "everybody", is_flag=True, help=_EVERYBODY)
@click.option("--limit", type=click.IntRange(1, 200), default=20, show_default=True, help=msgid("How many at most."))
@with_told
def list_(told: Told, status: tuple[str, ...], everybody: bool, limit: int) -> int | None:
    """List jobs."""

    async def work(memory: Memory) -> None:
        owner = None if everybody else told.owner
        agent = None if everybody else told.agent
        runs = await memory.jobs.list(owner=owner, agent=agent, statuses=status, limit=limit)
        waiting = await memory.jobs.waiting(owner=told.owner, agent=told.agent) if owner and not status else []
        if told.as_json:
            cursor = runs[-1].id if runs and len(runs) == limit else None
            print_json({"jobs": [job_shape(run) for run in runs], "waiting": _held(waiting), "nextCursor": cursor})
            return
        _print_jobs(runs, waiting, told.lang, await _zone(memory, told))

    return with_memory(told, work)


@command("show", help=msgid("Show the job JOB, an id from `morrow jobs list`."))
@click.argument("job")
@with_told
def show(told: Told, job: str) -> int | None:
    """Show one job."""

    async def work(memory: Memory) -> None:
        found = await memory.jobs.get(job, owner=_owner(told))
        print_found(told, job_shape(found), _told(found, told.lang, await _zone(memory, told)))

    return with_memory(told, work)


@command(
    "cancel",
    help=msgid("Stop the job JOB: one that works stops after its present step, one that waits at once."),
)
@click.argument("job")
@with_told
def cancel(told: Told, job: str) -> int | None:
    """Stop a job."""

    async def work(memory: Memory) -> None:
        found = await memory.jobs.cancel(job, owner=_owner(told))
        stops = msgid("It stops after its present step.")
        done = msgid("Canceled.")
        print_found(told, job_shape(found), translate(stops if found.status is Status.RUNNING else done, told.lang))

    return with_memory(told, work)


@command("retry", help=msgid("Try the failed or canceled job JOB again, now. Exit code 1 if it fails again."))
@click.argument("job")
@with_told
def retry(told: Told, job: str) -> int | None:
    """Try a job again."""

    async def work(memory: Memory) -> int | None:
        found = await memory.jobs.retry(job, owner=_owner(told))
        await memory.tick()
        after = await memory.jobs.get(found.id, owner=_owner(told))
        print_found(told, job_shape(after), _told(after, told.lang, await _zone(memory, told)))
        return 1 if after.status is Status.FAILED else None

    return with_memory(told, work)


@command(
    "summarize",
    help=msgid(
        "Read what is unread of the owner's conversation CONVERSATION now, whatever its length, and say what came of"
        " it. Exit code 3 if there was nothing to read or to remember."
    ),
)
@click.argument("conversation")
@with_told
def summarize(told: Told, conversation: str) -> int | None:
    """Extract one conversation."""
    from morrow.api.job_shapes import SummarizedOut  # noqa: PLC0415 - pydantic, for this command alone

    async def work(memory: Memory) -> int | None:
        outcome = await memory.agent(told.agent).summarize(conversation, owner=told.owner)
        out = SummarizedOut.of(outcome)
        text = f"{translate(out.outcome, told.lang)}: {translate(out.reason, told.lang)}"
        print_found(told, out.model_dump(mode="json", by_alias=True), text)
        return NOTHING if out.outcome in {"nothing", "skipped"} else None

    return with_memory(told, work)


def job_shape(run: Run) -> Shape:
    """Return a run as the REST door has it."""
    return {
        "id": run.id,
        "kind": run.kind,
        "agent": run.bucket.agent,
        "scope": str(run.bucket.scope),
        "owner": run.bucket.owner,
        "status": str(run.status),
        "reason": run.reason,
        "subject": run.subject,
        "attempts": run.attempts,
        "scheduledDate": shape(run.scheduled_date),
        "startedAt": shape(run.started_at),
        "finishedAt": shape(run.finished_at),
        "retryAt": shape(run.retry_at),
        "step": run.progress.step,
        "done": run.progress.done,
        "total": run.progress.total,
        "canCancel": is_cancelable(run),
        "canRetry": is_retriable(run),
    }


def _held(waiting: list[Held]) -> Shape:
    return [
        {
            "conversation": held.conversation,
            "name": held.name,
            "unread": held.unread,
            "reason": shape(held.reason),
            "until": shape(held.until),
        }
        for held in waiting
    ]


def _print_jobs(runs: list[Run], waiting: list[Held], lang: str, zone: tzinfo) -> None:
    heads = (msgid("When"), msgid("Job"), msgid("Of"), msgid("Status"), msgid("Reason"), msgid("Id"))
    shared = translate("the shared memory", lang)
    rows = [
        (_local(run.started_at, zone), translate(run.kind, lang), run.bucket.owner or shared, _stands(run, lang, zone),
         run.reason, run.id)
        for run in runs
    ]  # fmt: skip
    rows += [
        (_local(held.until, zone) if held.until else "", translate("extraction", lang), held.bucket.owner or shared,
         translate("waiting", lang), translate(str(held.reason or "next"), lang), held.name)
        for held in waiting
    ]  # fmt: skip
    print_table([translate(head, lang) for head in heads], rows)
    if any(is_retriable(run) for run in runs):
        print_text(translate("`morrow jobs retry ID` tries a failed or canceled one again.", lang))


def _stands(run: Run, lang: str, zone: tzinfo) -> str:
    status = translate(str(run.status), lang)
    if run.status is Status.RUNNING and run.progress.total:
        return f"{status} {run.progress.done}/{run.progress.total}"
    if run.status is Status.FAILED and run.retry_at:
        return translate("{status}, again at {time}", lang, status=status, time=_local(run.retry_at, zone))
    return translate("{status}: retry", lang, status=status) if is_retriable(run) else status


def _told(run: Run, lang: str, zone: tzinfo) -> str:
    lines = [f"{translate(run.kind, lang)} {run.id}", _stands(run, lang, zone), run.reason]
    return "\n".join(line for line in lines if line)


async def _zone(memory: Memory, told: Told) -> tzinfo:
    return find_zone((await memory.agent(told.agent).row()).zone or memory.parts.zone)


def _local(instant: datetime, zone: tzinfo) -> str:
    return f"{instant.astimezone(zone):%Y-%m-%d %H:%M}"


def _owner(told: Told) -> Owner | None:
    return None if told.owner.is_system else told.owner
