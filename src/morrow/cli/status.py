"""`morrow status`: what is there, what waits, and when the next dream is."""

from datetime import datetime

from morrow.agent.morning import DreamingStatus
from morrow.cli.opened import with_memory
from morrow.cli.output import Shape, print_found, shape
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.cli.usage import today_text
from morrow.clock import find_zone
from morrow.conversations.history import behind
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.owners import Principal


@command("status", help=msgid("Show what the owner's memory holds, what waits to be read, and when the next dream is."))
@with_told
def status(told: Told) -> int | None:
    """Show how the memory stands."""

    async def work(memory: Memory) -> None:
        await memory.tick()
        agent = memory.agent(told.agent)
        row = await agent.row()
        files = await agent.documents.list(owner=told.owner)
        dreaming = await agent.dreams.status(owner=told.owner)
        today = await memory.usage.today(row.id, told.owner)
        async with memory.parts.store.read(Principal(row.id, told.owner)) as connection:
            waiting = sum(one.messages - one.read_position for one in await behind(connection))
        document: Shape = {
            "home": memory.parts.store.place,
            "agent": row.name,
            "owner": told.owner.key,
            "files": len(files),
            "unreadMessages": waiting,
            "tokensToday": shape(today),
            "dreaming": _dreaming(dreaming),
        }
        words = _text(told, memory, row.name, len(files), waiting, dreaming)
        print_found(told, document, f"{words}\n{today_text(today, told.lang)}")

    return with_memory(told, work)


def _dreaming(found: DreamingStatus) -> Shape:
    last = found.last_report
    newest: Shape = None
    if last is not None:
        newest = {
            "id": last.id,
            "startedAt": shape(last.started_at),
            "status": str(last.status),
            "reason": shape(last.reason),
            "promoted": len(last.promoted),
            "turnedAway": len(last.turned_away),
        }
    return {
        "enabled": found.is_enabled,
        "cron": found.cron,
        "zone": found.zone,
        "running": found.is_running,
        "nextRun": shape(found.next_run),
        "lastReport": newest,
    }


def _text(told: Told, memory: Memory, agent: str, files: int, waiting: int, dreaming: DreamingStatus) -> str:
    lang, zone = told.lang, dreaming.zone
    lines = [
        translate("Memory: {home}", lang, home=memory.parts.store.place),
        translate("Agent: {agent}", lang, agent=agent),
        translate("Owner: {owner}", lang, owner=told.owner.key),
        translate("Files: {count}", lang, count=files),
        translate("Messages not read yet: {count}", lang, count=waiting),
    ]
    if dreaming.next_run is None:
        lines.append(translate("Nightly dreams are switched off.", lang))
    else:
        lines.append(translate("Next dream: {time} ({zone})", lang, time=_local(dreaming.next_run, zone), zone=zone))
    if dreaming.last_report is not None:
        last = dreaming.last_report
        words = msgid("Last dream: {time}, {status}; became memory: {promoted}, turned away: {turned_away}")
        lines.append(
            translate(
                words, lang, time=_local(last.started_at, zone), status=translate(str(last.status), lang),
                promoted=len(last.promoted), turned_away=len(last.turned_away),
            )
        )  # fmt: skip
    return "\n".join(lines)


def _local(instant: datetime, zone: str) -> str:
    return f"{instant.astimezone(find_zone(zone)):%Y-%m-%d %H:%M}"
