"""`run`: lives through the bundled fortnight in a memory of its own and tells what became of it."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from morrow.demo.checks import Check, check_all, left_to_people
from morrow.demo.findings import Answer, Findings, find_out
from morrow.demo.fortnight import Fortnight, load_fortnight
from morrow.demo.replay import Progress, dreaming_cron, replay
from morrow.errors import InvalidInput
from morrow.memory import Memory
from morrow.settings.tree import MemorySettings, ServerSettings, Settings
from morrow.testing import Clock

AGENT = "morrow"


@dataclass(frozen=True, slots=True)
class DemoResult:
    """What the demo found; `is_sound` if every check held and every question was answered."""

    findings: Findings
    checks: tuple[Check, ...]
    left_to_people: tuple[str, ...]

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Return the questions with what was found."""
        return self.findings.answers

    @property
    def is_sound(self) -> bool:
        """Whether nothing that the demo looks for is missing or wrong."""
        return all(check.holds for check in self.checks) and all(answer.found_at for answer in self.answers)


async def run(
    *, lang: str, write: Callable[[str], object], home: str | Path | None = None, progress: Progress | None = None,
    width: int = 88, is_coloured: bool = False,
) -> DemoResult:  # fmt: skip
    """Live through the fortnight in `lang`, write the story in pieces of whole lines, and return what was found.

    `home` keeps the memory in that folder (or at that `postgresql://` URL), which must be empty; None uses a folder
    that is gone afterwards. `width` is that of the terminal. Raises InvalidInput for a home that holds memory.
    """
    # Rich takes its time to load, and only the telling needs it.
    from morrow.demo import show  # noqa: PLC0415
    from morrow.demo.paper import Paper  # noqa: PLC0415

    fortnight = load_fortnight(lang)
    paper = Paper(write, lang=lang, width=width, is_coloured=is_coloured)
    show.opening(paper, fortnight.plan)
    async with _opened(fortnight, home) as (memory, clock):
        agent = memory.agent(AGENT, language=lang)
        await replay(memory, agent, fortnight, clock, progress or _silent)
        findings = await find_out(agent, fortnight, now=clock())
    result = DemoResult(findings, check_all(findings), left_to_people(findings))
    show.story(paper, findings)
    show.verdict(paper, result.checks, result.left_to_people)
    return result


@asynccontextmanager
async def _opened(fortnight: Fortnight, home: str | Path | None) -> AsyncIterator[tuple[Memory, Clock]]:
    plan, clock = fortnight.plan, Clock(fortnight.lines[0].time)
    settings = Settings(
        memory=MemorySettings(dreaming_cron=dreaming_cron(plan)),
        server=ServerSettings(zone=plan.zone, language="zh" if plan.lang == "zh" else "en"),
    )
    with tempfile.TemporaryDirectory(prefix="morrow-demo-") as folder:
        async with Memory.open(home or folder, settings=settings, clock=clock) as memory:
            if await memory.agents():
                raise InvalidInput(f"{str(home)!r} holds memory already; the demo wants an empty place")
            yield memory, clock


def _silent(done: int, total: int, day: str) -> None:
    """Tell nobody how far it is."""
