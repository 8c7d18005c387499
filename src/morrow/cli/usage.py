"""`morrow usage`: what calls to models took, and how much of today's budget is left."""

from collections.abc import Sequence
from datetime import date, datetime

import click

from morrow.cli.opened import with_memory
from morrow.cli.output import print_json, print_table, print_text, shape, shapes
from morrow.cli.problems import NOTHING
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.household.usage import Today
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.usage.sums import By, Sum

_DAY = click.DateTime(["%Y-%m-%d"])


@command(
    "usage",
    help=msgid(
        "Show the tokens and the cost of calls to models: the owner's, or with --all everyone's. What was said is never"
        " kept with it."
    ),
)
@click.option(
    "--by", "apart", type=click.Choice([str(by) for by in By]), multiple=True, default=("day",), show_default=True,
    help=msgid("What the sums are told apart by; may be given several times."),
)  # fmt: skip
@click.option("--all", "everyone", is_flag=True, help=msgid("Everyone's; --agent and --owner limit it."))
@click.option("--since", type=_DAY, metavar="DATE", help=msgid("The first day, such as 2026-04-01."))
@click.option("--until", type=_DAY, metavar="DATE", help=msgid("The last day."))
@with_told
def usage(
    told: Told, *, apart: tuple[str, ...], everyone: bool, since: datetime | None, until: datetime | None
) -> int | None:
    """Show what calls took."""
    by = [By(one) for one in apart]
    first, last = _day(since), _day(until)

    async def work(memory: Memory) -> int | None:
        if everyone:
            agent = told.agent if told.names_agent else None
            owner = told.owner if told.names_owner else None
            found = await memory.usage.everything(by=by, first=first, last=last, agent=agent, owner=owner)
        else:
            found = await memory.usage.own(told.owner, by=by, first=first, last=last)
        today = await memory.usage.today(told.agent, told.owner)
        if told.as_json:
            print_json({"usage": shapes(found), "today": shape(today)})
        else:
            _print(found, today, told.lang)
        return None if found else NOTHING

    return with_memory(told, work)


def _print(found: Sequence[Sum], today: Today, lang: str) -> None:
    if found:
        print_table(_heads(lang), [_row(one) for one in found])
    else:
        print_text(translate("No model was asked in that time.", lang))
    print_text(today_text(today, lang))


def today_text(today: Today, lang: str) -> str:
    """Return in words how much of today's budget is used."""
    words = msgid("Tokens today: {owner} for the owner (limit: {per_owner}), {agent} by the agent (limit: {per_agent})")
    none = translate("none", lang)
    return translate(
        words, lang, owner=f"{today.by_owner:,}", agent=f"{today.by_agent:,}",
        per_owner=f"{today.per_owner:,}" if today.per_owner else none,
        per_agent=f"{today.per_agent:,}" if today.per_agent else none,
    )  # fmt: skip


def _day(given: datetime | None) -> date | None:
    return None if given is None else given.date()


def _heads(lang: str) -> list[str]:
    heads = (msgid("Day"), msgid("Agent"), msgid("Owner"), msgid("Job"), msgid("Model"), msgid("Calls"),
             msgid("Sent"), msgid("Answered"), msgid("Cost"))  # fmt: skip
    return [translate(head, lang) for head in heads]


def _row(one: Sum) -> list[object]:
    cost = "" if one.cost is None else f"{one.cost:.4f} {one.currency}"
    model = "/".join(name for name in (one.provider, one.model) if name)
    return [one.day, one.agent, one.owner, one.job, model, one.calls, one.prompt_tokens, one.completion_tokens, cost]
