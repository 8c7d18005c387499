"""`morrow dreams`: past dreams, in a list or one by one."""

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, print_json, print_table, shape
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.cli.wording import next_steps, report_text
from morrow.clock import find_zone
from morrow.errors import NotFound
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.owners import Owner

dreams = LazyGroup(
    "dreams",
    lazy=(
        Lazy("log", "morrow.cli.dreams:log", msgid("List the owner's dreams, the newest first.")),
        Lazy("show", "morrow.cli.dreams:show", msgid("Show one dream, or the newest.")),
        Lazy("card", "morrow.cli.cards:card", msgid("Show the morning card.")),
        Lazy("confirm", "morrow.cli.cards:confirm", msgid("Confirm an entry of the card.")),
        Lazy("edit", "morrow.cli.cards:edit", msgid("Write other words in place of an entry of the card.")),
        Lazy("forget", "morrow.cli.cards:forget", msgid("Forget an entry of the card.")),
        Lazy("seen", "morrow.cli.cards:seen", msgid("Take the card off.")),
        Lazy("timeline", "morrow.cli.timeline:timeline", msgid("Show what happened to memory.")),
        Lazy("diff", "morrow.cli.curation:dream_diff", msgid("Show what a dream changed.")),
        Lazy("revert", "morrow.cli.curation:revert_dream", msgid("Take back what a dream wrote.")),
    ),
    help=msgid("Look at past dreams, and at the morning card."),
    no_args_is_help=True,
)


@command("log", help=msgid("List the owner's dreams, the newest first: when, how they ended, and what came of them."))
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help=msgid("How many at most."))
@with_told
def log(told: Told, limit: int) -> int | None:
    """List dreams."""

    async def work(memory: Memory) -> None:
        await memory.tick()
        agent = memory.agent(told.agent)
        found = await agent.dreams.reports(owner=_owner(told), limit=limit)
        if told.as_json:
            print_json({"reports": shape(found)})
            return
        zone = find_zone((await agent.row()).zone or memory.parts.zone)
        heads = (msgid("When"), msgid("Status"), msgid("Became memory"), msgid("Turned away"), msgid("Id"))
        print_table(
            [translate(head, told.lang) for head in heads],
            [
                (
                    f"{report.started_at.astimezone(zone):%Y-%m-%d %H:%M}",
                    translate(str(report.status), told.lang),
                    len(report.promoted) + len(report.superseded),
                    len(report.turned_away),
                    report.id,
                )
                for report in found
            ],
        )

    return with_memory(told, work)


@command("show", help=msgid("Show the dream REPORT, an id from `morrow dreams log`, or the newest."))
@click.argument("report", required=False)
@with_told
def show(told: Told, report: str | None) -> int | None:
    """Show one dream."""

    async def work(memory: Memory) -> None:
        await memory.tick()
        agent = memory.agent(told.agent)
        if report is not None:
            found = await agent.dreams.report(report, owner=_owner(told))
        else:
            newest = await agent.dreams.reports(owner=_owner(told), limit=1)
            if not newest:
                raise NotFound(f"nothing was dreamt of {told.owner} yet; `morrow dream` dreams now")
            found = newest[0]
        zone = (await agent.row()).zone or memory.parts.zone
        print_found(told, shape(found), f"{report_text(found, told.lang, zone)}\n\n{next_steps(found, told.lang)}")

    return with_memory(told, work)


def _owner(told: Told) -> Owner | None:
    return None if told.owner.is_system else told.owner
