"""`morrow dreams card`, and what a person does with its entries: confirm, edit, forget, and taking the card off."""

import click

from morrow.agent.cards import MorningCards, Settled
from morrow.cli.card_text import card_text, receipt_text, settled_text
from morrow.cli.opened import with_memory
from morrow.cli.output import print_found, shape
from morrow.cli.problems import DECISION, NOTHING, OK
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.dreaming.card import Card
from morrow.errors import NotFound
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.owners import Owner

_REPORT = msgid("The dream whose card it is; without it, the newest.")


@command(
    "card",
    help=msgid(
        "Show the morning card: what the newest dream made of what was said, with the ids to confirm, edit or forget it"
        " by. Exit code 3 if every card was seen."
    ),
)
@click.option("--again", is_flag=True, help=msgid("Show the newest card, also if it was seen."))
@with_told
def card(told: Told, again: bool) -> int | None:
    """Show the morning card."""

    async def work(memory: Memory) -> int:
        agent = memory.agent(told.agent)
        find = agent.cards.newest if again else agent.cards.unseen
        found = await find(owner=_owner(told), lang=told.lang)
        zone = (await agent.row()).zone or memory.parts.zone
        none = translate("There is no card that you have not seen; --again shows the newest.", told.lang)
        print_found(told, {"card": shape(found)}, card_text(found, told.lang, zone) if found else none)
        return OK if found else NOTHING

    return with_memory(told, work)


@command("seen", help=msgid("Take the morning card off: it is not shown again."))
@click.option("--report", metavar="REPORT", help=_REPORT)
@with_told
def seen(told: Told, report: str | None) -> int | None:
    """Take the card off."""

    async def work(memory: Memory) -> None:
        cards = memory.agent(told.agent).cards
        wanted = report or (await _shown(cards, told)).report
        await cards.seen(wanted, owner=_owner(told))
        words = translate("The card of dream {report} is not shown again.", told.lang, report=wanted)
        print_found(told, {"report": wanted}, words)

    return with_memory(told, work)


@command("confirm", help=msgid("Confirm ENTRY of the morning card: it is trusted, and no dream changes it any more."))
@click.argument("entry")
@click.option("--report", metavar="REPORT", help=_REPORT)
@with_told
def confirm(told: Told, entry: str, report: str | None) -> int | None:
    """Confirm an entry."""

    async def work(memory: Memory) -> None:
        cards = memory.agent(told.agent).cards
        wanted = report or (await _shown(cards, told)).report
        _print_settled(told, await cards.confirm(wanted, entry, owner=_owner(told), lang=told.lang))

    return with_memory(told, work)


@command("edit", help=msgid("Write TEXT in place of ENTRY of the morning card; it is yours from then on."))
@click.argument("entry")
@click.argument("text")
@click.option("--report", metavar="REPORT", help=_REPORT)
@with_told
def edit(told: Told, entry: str, text: str, report: str | None) -> int | None:
    """Edit an entry."""

    async def work(memory: Memory) -> None:
        cards = memory.agent(told.agent).cards
        wanted = report or (await _shown(cards, told)).report
        _print_settled(told, await cards.edit(wanted, entry, text, owner=_owner(told), lang=told.lang))

    return with_memory(told, work)


@command(
    "forget",
    help=msgid(
        "Forget ENTRY of the morning card: it, the notes it was made of, and their words in messages, reports and old"
        " versions. Without --yes only say what would go: exit code 4. There is no way back."
    ),
)
@click.argument("entry")
@click.option("--report", metavar="REPORT", help=_REPORT)
@click.option("--keep-messages", is_flag=True, help=msgid("Leave what was said, and only never find it again."))
@click.option("--yes", is_flag=True, help=msgid("Do it."))
@with_told
def forget(told: Told, entry: str, report: str | None, keep_messages: bool, yes: bool) -> int | None:
    """Forget an entry."""

    async def work(memory: Memory) -> int:
        cards = memory.agent(told.agent).cards
        wanted = report or (await _shown(cards, told)).report
        done = await cards.forget(
            wanted, entry, owner=_owner(told), lang=told.lang, keep_messages=keep_messages, dry_run=not yes
        )
        _print_settled(told, done, is_done=yes)
        return OK if yes else DECISION

    return with_memory(told, work)


async def _shown(cards: MorningCards, told: Told) -> Card:
    owner = _owner(told)
    found = await cards.unseen(owner=owner, lang=told.lang) or await cards.newest(owner=owner, lang=told.lang)
    if found is None:
        raise NotFound(f"nothing was dreamt of {told.owner} yet; `morrow dream` dreams now")
    return found


def _print_settled(told: Told, done: Settled, *, is_done: bool = True) -> None:
    text = settled_text(done.entry, told.lang) if done.receipt is None else ""
    if done.receipt is not None:
        text = receipt_text(done.receipt, told.lang, is_done=is_done)
    print_found(told, shape(done), text)


def _owner(told: Told) -> Owner | None:
    return None if told.owner.is_system else told.owner
