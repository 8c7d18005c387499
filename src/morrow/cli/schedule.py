"""`morrow schedule`: when the agent's nightly jobs run; `morrow schedule set` changes it."""

from datetime import datetime

import click

from morrow.agent.nights import Planned
from morrow.cli.opened import with_memory
from morrow.cli.output import print_json, print_table, shape
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, told_of, with_told
from morrow.clock import find_zone
from morrow.i18n import msgid, translate
from morrow.jobs.cron import describe
from morrow.jobs.schedule import DREAM
from morrow.memory import Memory


@click.pass_context
def _show(context: click.Context) -> int | None:
    """Show the schedule, unless it is to be set."""
    if context.invoked_subcommand is not None:
        return None
    told = told_of(context)

    async def work(memory: Memory) -> None:
        _print(told, await memory.agent(told.agent).schedule())

    return with_memory(told, work)


schedule = LazyGroup(
    "schedule",
    lazy=(Lazy("set", "morrow.cli.schedule:set_", msgid("Set when the agent dreams.")),),
    help=msgid("Show when the agent dreams: last, next, and the times after that."),
    invoke_without_command=True,
    callback=_show,
)


@command(
    "set",
    help=msgid(
        "Set when the agent dreams. What is not given is as morrow.yaml says; nothing given takes all of it back."
    ),
)
@click.option("--cron", metavar="CRON", help=msgid('Quartz, six fields, such as "0 30 2 * * ?"; 1 is Sunday.'))
@click.option("--zone", metavar="ZONE", help=msgid("The time zone of it, such as Europe/Lisbon."))
@click.option("--enabled/--disabled", default=None, help=msgid("Whether there are nightly dreams."))
@with_told
def set_(told: Told, cron: str | None, zone: str | None, enabled: bool | None) -> int | None:
    """Set the schedule."""

    async def work(memory: Memory) -> None:
        _print(told, await memory.agent(told.agent).set_schedule(DREAM, cron=cron, zone=zone, enabled=enabled))

    return with_memory(told, work)


def _print(told: Told, planned: list[Planned]) -> None:
    if told.as_json:
        print_json(
            {
                "schedules": [
                    {
                        "kind": one.schedule.kind,
                        "cron": one.schedule.cron,
                        "zone": one.schedule.zone,
                        "enabled": one.schedule.is_enabled,
                        "own": [
                            name for name in ("cron", "zone", "enabled") if getattr(one.schedule.own, name) is not None
                        ],
                        "lastRun": shape(one.last_run),
                        "nextRun": shape(one.next_run),
                        "nextRuns": shape(one.next_runs),
                    }
                    for one in planned
                ]
            }
        )
        return
    heads = (msgid("Job"), msgid("When"), msgid("Zone"), msgid("Last run"), msgid("Next runs"))
    print_table([translate(head, told.lang) for head in heads], [_row(one, told.lang) for one in planned])


def _row(one: Planned, lang: str) -> tuple[str, ...]:
    known = one.schedule
    off = translate("switched off", lang)
    last = _local(one.last_run, known.zone) if one.last_run else translate("never", lang)
    return (
        translate(known.kind, lang),
        describe(known.cron, lang),
        known.zone,
        last,
        ", ".join(_local(instant, known.zone) for instant in one.next_runs) or off,
    )


def _local(instant: datetime, zone: str) -> str:
    return f"{instant.astimezone(find_zone(zone)):%Y-%m-%d %H:%M}"
