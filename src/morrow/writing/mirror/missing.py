"""Says for each file of a step that is gone whether its document is emptied or asked about, and carries answers out."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

from morrow.writing.mirror.decide import Verdict
from morrow.writing.mirror.folder import open_folder
from morrow.writing.mirror.gone import answer_of, ask, judge_gone, withdraw
from morrow.writing.mirror.records import Record, State
from morrow.writing.mirror.step import Step


async def judge_missing(step: Step, wanted: dict[str, None]) -> bool:
    """Set what the step does about missing files, and return whether a question about them is open then.

    What an answer decides is added to `wanted`.
    """
    asked = [name for name, record in step.records.items() if record.state is State.ASKED]
    is_open = bool(asked) and await _is_still_asked(step, asked, wanted)
    in_step = {name for name, record in step.records.items() if record.state is State.IN_STEP}
    gone = sorted(n for n, stat in step.settled.items() if stat is None and n in in_step and n not in step.if_gone)
    if not gone:
        return is_open
    is_folder_gone = await asyncio.to_thread(_is_a_folder_gone, step.home, step.cell.folders, gone)
    verdict = judge_gone(len(in_step), gone, is_folder_gone=is_folder_gone)
    step.if_gone |= dict.fromkeys(gone, verdict)
    if verdict is Verdict.ASK:
        await ask(step.connection, step.bucket, [*asked, *gone], now=step.now)
    return is_open or verdict is Verdict.ASK


async def _is_still_asked(step: Step, asked: list[str], wanted: dict[str, None]) -> bool:
    answer = await answer_of(step.connection, step.bucket)
    if answer is Verdict.ASK:
        if not all(step.settled.get(name) is not None for name in asked):
            return True
        await withdraw(step.connection, step.bucket, now=step.now)
        return False
    for name in asked:
        record = step.records[name]
        state = State.IN_STEP if answer is Verdict.RETIRE else State.REFUSED  # a refused file is written again
        step.records[name] = Record(record.version, record.hash, record.stat, state)
        step.settled[name] = None
    step.if_gone |= dict.fromkeys(asked, Verdict.RETIRE)
    wanted |= dict.fromkeys(asked)
    return False


def _is_a_folder_gone(home: Path, folders: tuple[str, ...], gone: Iterable[str]) -> bool:
    for folder in {name.rpartition("/")[0] for name in gone}:
        try:
            with open_folder(home, (*folders, *(folder.split("/") if folder else ()))):
                pass
        except OSError:
            return True
    return False
