"""A dream takes a bounded slice of very long notes, says what it skipped, and takes seconds."""

import time
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow import Memory, Owner
from morrow.dreaming.inputs import MOST_LINES, last_of_each
from morrow.settings import load_settings
from morrow.testing import Clock

ADA = Owner.user("ada")
OFF = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}


@pytest.fixture
async def memory(home: str) -> AsyncIterator[Memory]:
    """Give a memory on the third of March that dreams only when asked to."""
    clock = Clock("2026-03-03T12:00:00+00:00")
    settings = load_settings(None, environ={}, overrides=OFF)
    async with Memory.open(home, clock=clock, settings=settings) as opened:
        yield opened


async def test_fifteen_thousand_lines_are_dreamt_in_seconds_the_rest_is_counted_and_no_day_is_hidden(
    memory: Memory,
) -> None:
    agent = memory.agent()
    await agent.documents.write("memory/2026-03-01.md", "# 2026-03-01\n\n- I live in Lisbon.\n", owner=ADA)
    for day, first in ((2, 10_000), (3, 20_000)):
        lines = "".join(
            f"- I tested valve {number} of the gateway at noon.\n" for number in range(first, first + 7_500)
        )
        await agent.documents.write(f"memory/2026-03-0{day}.md", f"# 2026-03-0{day}\n\n{lines}", owner=ADA)
    started = time.process_time()

    report = await agent.dream(owner=ADA)

    assert time.process_time() - started < 10  # a bound against work that grows with the square, above what it takes
    assert (report.counts.lines, report.counts.lines_skipped) == (MOST_LINES, 12_001)
    assert any(item.text == "I live in Lisbon." for item in report.items)
    diary = await agent.documents.read("DREAMS.md", owner=ADA)
    assert "the newest 3000 lines were taken, spread over the days; 12001 were not" in diary.text


@given(st.lists(st.lists(st.integers(), max_size=9), max_size=9), st.integers(min_value=0, max_value=40))
def test_a_slice_is_the_end_of_each_part_and_as_long_as_there_is_room(parts: list[list[int]], most: int) -> None:
    kept = last_of_each(parts, most)

    assert all(part[len(part) - len(some) :] == some for part, some in zip(parts, kept, strict=True))
    assert sum(map(len, kept)) == min(most, sum(map(len, parts)))
    cut = [len(some) for part, some in zip(parts, kept, strict=True) if len(some) < len(part)]
    assert not cut or max(map(len, kept)) <= min(cut) + 1  # no day takes more than a cut one got
