"""Clears temporary files that a crash left behind; what holds somebody's edit is taken in first."""

import asyncio

from morrow.writing.mirror.folder import TEMPORARY, Found, read_file
from morrow.writing.mirror.put import WHOLE, mark_of
from morrow.writing.mirror.step import Step


async def clear_leftovers(step: Step) -> None:
    """Mark the temporary files that were seen for clearing; call it within the transaction, when nobody writes.

    A `.part` may be half and is ours. A `.whole` is ours, or the file that ours replaced: an edit, if no version has
    its text.
    """
    names, step.cell.leftovers = step.cell.leftovers, set()
    for name in names:
        folder, slash, last = name.rpartition("/")
        if last.endswith(WHOLE):
            mark = last.removeprefix(TEMPORARY).partition("-")[0]
            of = next((n for n in step.records if n.startswith(folder + slash) and mark_of(n) == mark), None)
            seen = await asyncio.to_thread(read_file, step.home, step.cell.folders, name)
            if isinstance(seen, Found) and (of is None or not await step.take_text(of, seen.data, seen.stat)):
                continue
            if of is not None:
                await step.sync(of)
        step.to_clear.append(name)
