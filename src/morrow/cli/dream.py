"""`morrow dream`: dreams now, about a topic, as a trial, or the night of a date."""

from datetime import date, datetime

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, shape
from morrow.cli.problems import FAILURE, NOTHING, OK
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.cli.wording import report_text
from morrow.dreaming.report import Report, Status
from morrow.i18n import msgid
from morrow.memory import Memory
from morrow.owners import Owner
from morrow.transfer.nights import dream_night


@command(
    "dream",
    help=msgid(
        "Read what waits, then dream the owner's memory now and print the report; below it that of a missed night, if"
        " one was caught up. Exit code 3 if there was nothing to do."
    ),
)
@click.option(
    "--topic", metavar="TEXT", help=msgid("Look only at what is about this; what it finds waits in the inbox.")
)
@click.option("--dry-run", is_flag=True, help=msgid("Print what a dream would do, and write nothing."))
@click.option("--date", "day", metavar="DATE", help=msgid("Dream the night of this local date, if that was not done."))
@with_told
def dream(told: Told, topic: str | None, dry_run: bool, day: str | None) -> int | None:
    """Dream."""
    night = None if day is None else _day(day)
    if night is not None and (topic or dry_run):
        raise click.UsageError("--date dreams a whole night; leave --topic and --dry-run out")

    async def work(memory: Memory) -> int:
        if night is not None:
            reports = [await dream_night(memory.agent(told.agent), told.owner, night)]
        else:
            reports = await _dream(memory, told, topic, dry_run=dry_run)
        zone = (await memory.agent(told.agent).row()).zone or memory.parts.zone
        texts = [report_text(report, told.lang, zone) for report in reports]
        print_found(told, {"reports": shape(reports)}, "\n".join(texts))
        return _exit_code([report.status for report in reports])

    return with_memory(told, work)


def _exit_code(statuses: list[Status]) -> int:
    """Return 1 if the dream that was asked for failed, 0 if any did something, else 3."""
    if statuses[0] is Status.FAILED:
        return FAILURE
    return OK if Status.COMPLETED in statuses else NOTHING


async def _dream(memory: Memory, told: Told, topic: str | None, *, dry_run: bool) -> list[Report]:
    agent = memory.agent(told.agent)
    owner: Owner | None = None if told.owner.is_system else told.owner
    if dry_run:
        return [await agent.dream(owner=owner, topic=topic, dry_run=True)]
    before = {report.id for report in await agent.dreams.reports(owner=owner, limit=10)}
    await memory.idle()
    caught_up = [report for report in await agent.dreams.reports(owner=owner, limit=10) if report.id not in before]
    return [await agent.dream(owner=owner, topic=topic), *caught_up]


def _day(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 - a local date has no zone
    except ValueError as error:
        raise click.UsageError(f"{text!r}: write a date as 2026-04-09") from error
