"""How fast the rules engine reads messages and dreams of full notes: `python -m benchmarks.speed_night`.

Everything goes through `Memory.idle` and `Agent.dream`, on a clock of its own; all text is made up.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from benchmarks.figures import RESULTS, Figures, Meter, megabytes_in_memory, report
from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.settings import MemorySettings, Settings
from morrow.testing import Clock

_MORNING = "2026-03-02T09:00:00+00:00"
_ME = Owner.user("dreamer")
_WITHOUT_NIGHTS = Settings(memory=MemorySettings(dreaming_enabled=False))  # one dream looks at all seven days
_NAMES = (
    "Ana", "Bruno", "Carla", "Deniz", "Emre", "Farah", "Goran", "Hana", "Ines", "Jonas", "Kira", "Luca", "Mara",
    "Nils", "Olga", "Pavel",
)  # fmt: skip
_PLACES = (
    "Lisbon", "Porto", "Munich", "Oslo", "Turin", "Ghent", "Krakow", "Lyon", "Seville", "Bergen", "Zagreb", "Riga",
)  # fmt: skip
_THINGS = (
    "coffee", "tea", "cycling", "chess", "pottery", "opera", "hiking", "sushi", "jazz", "sailing", "baking", "poetry",
    "climbing", "yoga",
)  # fmt: skip
_ZH_PLACES = (
    "上海", "杭州", "成都", "南京", "厦门", "西安", "青岛", "大理",
)  # fmt: skip
_ZH_THINGS = (
    "绿茶", "咖啡", "爬山", "围棋", "京剧", "游泳", "火锅", "摄影",
)  # fmt: skip
_STATEMENTS = (
    "I prefer {thing} to {other} when I am in {place}.",
    "My friend {name} works at a bakery in {place}.",
    "I have decided to learn {thing} with {name} in {place}.",
    "I'm going to {place} with {name} on the {day}th of May.",
    "我喜欢{zh_thing}，不喜欢{zh_other}。",
    "我打算下个月和{name}去{zh_place}。",
)
_ASKED = (
    "Remember that {name} is allergic to {thing} number {number}.",
    "记住：{name}在{zh_place}的房间是{number}号。",
)
_CHATTER = (
    "That sounds lovely, {name} would say the same about {thing}!",
    "Did you see what {name} posted about {place} yesterday?",
    "Haha, {thing} again? You never change.",
    "What do you think about {thing} and {other}?",
    "哈哈，{name}也这么说！",
    "你觉得{zh_thing}怎么样？",
)


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured."""

    messages: int = 4_000
    owners: int = 10
    days: int = 7
    lines: int = 200
    dreams: int = 5


def main() -> None:
    """Measure, print, and write the figures to `benchmarks/results/speed-night.json`."""
    argparse.ArgumentParser(prog="python -m benchmarks.speed_night").parse_args()
    asyncio.run(measure(Scale(), results=RESULTS))


async def measure(scale: Scale, *, results: Path) -> dict[str, Figures]:
    """Return the figures of extraction and of a dream, and leave them in `results`."""
    figures = {"extraction": await _extracting(scale), "dream": await _dreaming(scale)}
    report("speed-night", figures, results=results)
    return figures


async def _extracting(scale: Scale) -> Figures:
    """Time the reading of chats in which every fourth message says something to keep."""
    dice = random.Random(7)  # noqa: S311 - made-up text, no secret
    texts = [_statement(dice) if n % 4 == 0 else _filled(dice, _CHATTER) for n in range(scale.messages)]
    with tempfile.TemporaryDirectory() as home:
        clock = Clock(_MORNING)
        async with Memory.open(home, clock=clock) as memory:
            agent = memory.agent("bench", language="en")
            await _say(agent, clock, [_said(n, text, owners=scale.owners) for n, text in enumerate(texts)])
            clock.advance(hours=2)
            with Meter() as reading:
                await memory.idle()
            notes = [await agent.documents.list(owner=Owner.user(n), prefix="memory/") for n in range(scale.owners)]
    return {
        "messages/s": round(len(texts) / reading.wall),
        "messages a processor second": round(len(texts) / reading.processor),
        "seconds": round(reading.wall, 2),
        "lines kept": sum(note.text.count("\n- ") for found in notes for note in found),
        "MB in memory": megabytes_in_memory(),
    }


async def _dreaming(scale: Scale) -> Figures:
    """Time dreams of notes of which every line is worth a look: a quarter is said again on another day."""
    dice = random.Random(11)  # noqa: S311 - made-up text, no secret
    again = list(_different(dice, scale.lines // 4))
    with tempfile.TemporaryDirectory() as home:
        clock = Clock(_MORNING)
        async with Memory.open(home, clock=clock, settings=_WITHOUT_NIGHTS) as memory:
            agent = memory.agent("bench", language="en")
            for day in range(scale.days):
                said = [*again, *_different(dice, scale.lines - len(again))]
                await _say(agent, clock, [(_ME, f"day {day} {n // 40}", text) for n, text in enumerate(said)])
                clock.advance(hours=2)
                await memory.idle()
                clock.advance(hours=22)
            dry = [await _timed_dream(agent, dry_run=True) for _ in range(scale.dreams)]
            real = await _timed_dream(agent, dry_run=False)
            [written] = await agent.dreams.reports(owner=_ME, limit=1)
            memory_text = (await agent.documents.read("MEMORY.md", owner=_ME)).text
    return {
        "notes": written.counts.notes,
        "lines": written.counts.lines,
        "candidates": written.counts.candidates,
        "lines kept": memory_text.count("\n- "),
        "seconds first": round(dry[0].wall, 3),  # no line was read in this process before
        "seconds dry": round(statistics.median(one.wall for one in dry), 3),
        "processor seconds dry": round(statistics.median(one.processor for one in dry), 3),
        "seconds": round(real.wall, 3),
    }


async def _say(agent: Agent, clock: Clock, said: Sequence[tuple[Owner, str, str]]) -> None:
    """Record the texts in conversations, a second after each other."""
    await agent.row()
    began = clock()
    await asyncio.gather(
        *(
            agent.record(text, owner=owner, conversation=name, at=began + timedelta(seconds=n))
            for n, (owner, name, text) in enumerate(said)
        )
    )


def _said(place: int, text: str, *, owners: int) -> tuple[Owner, str, str]:
    """Return whose message a text is and in which conversation: of 40 messages each, owner by owner."""
    conversation = place // 40
    return Owner.user(conversation % owners), f"c{conversation}", text


async def _timed_dream(agent: Agent, *, dry_run: bool) -> Meter:
    with Meter() as dreaming:
        await agent.dream(owner=_ME, dry_run=dry_run)
    return dreaming


def _different(dice: random.Random, count: int) -> Iterator[str]:
    """Yield so many statements of which none is another's word for word."""
    known: set[str] = set()
    while len(known) < count:
        text = _statement(dice)
        if text not in known:
            known.add(text)
            yield text


def made_up_message(dice: random.Random) -> str:
    """Return something that people say; every fourth holds something to keep."""
    return _statement(dice) if dice.random() < 0.25 else _filled(dice, _CHATTER)


def _statement(dice: random.Random) -> str:
    """Return something worth keeping; one in 20 says that it is to be kept."""
    return _filled(dice, _ASKED if dice.random() < 0.05 else _STATEMENTS)


def _filled(dice: random.Random, templates: Sequence[str]) -> str:
    thing, other = dice.sample(_THINGS, 2)
    zh_thing, zh_other = dice.sample(_ZH_THINGS, 2)
    return dice.choice(templates).format(
        thing=thing, other=other, zh_thing=zh_thing, zh_other=zh_other, name=dice.choice(_NAMES),
        place=dice.choice(_PLACES), zh_place=dice.choice(_ZH_PLACES), number=dice.randrange(100, 999),
        day=dice.randrange(4, 20),
    )  # fmt: skip


if __name__ == "__main__":
    main()
