"""What the journeys do over and over: say something, let a night pass, read what is kept."""

from datetime import datetime, time, timedelta

from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.clock import find_zone
from morrow.errors import NotFound
from morrow.testing import Clock


async def say(agent: Agent, owner: Owner, *words: str, conversation: str, clock: Clock) -> None:
    """Say each of `words` a minute after the other, and let the agent answer."""
    for text in words:
        clock.advance(minutes=1)
        await agent.record(text, "I see.", owner=owner, conversation=conversation, at=clock())


async def evening(memory: Memory, clock: Clock) -> None:
    """Let the day's conversations be read, an hour after the last word."""
    clock.advance(hours=1)
    await memory.tick()


def next_at(clock: Clock, hour: int, *, zone: str = "UTC") -> datetime:
    """Return the next instant at which it is `hour` in `zone`."""
    local = clock().astimezone(find_zone(zone))
    today = datetime.combine(local.date(), time(hour), find_zone(zone))
    return today if today > local else datetime.combine(local.date() + timedelta(days=1), time(hour), find_zone(zone))


async def sleep(memory: Memory, clock: Clock, *, zone: str = "UTC") -> None:
    """Let the night pass: dream at three, wake at nine."""
    clock.set(next_at(clock, 3, zone=zone))
    await memory.tick()
    clock.set(next_at(clock, 9, zone=zone))


async def text_of(agent: Agent, owner: Owner, name: str) -> str:
    """Return one of the owner's own documents; empty if it is not there."""
    try:
        document = await agent.documents.read(name, owner=owner)
    except NotFound:
        return ""
    return "" if document.bucket.is_shared else document.text


async def notes_of(agent: Agent, owner: Owner) -> dict[str, str]:
    """Return the owner's daily notes by name."""
    listed = await agent.documents.list(owner=owner, prefix="memory/")
    return {document.name: document.text for document in listed}


async def noted(agent: Agent, owner: Owner) -> str:
    """Return all daily notes of the owner as one text."""
    return "\n".join((await notes_of(agent, owner)).values())
