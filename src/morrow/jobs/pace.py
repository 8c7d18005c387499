"""How much of the time background work may take, so that whoever talks meanwhile hardly notices it."""

import asyncio
from dataclasses import dataclass

BEHIND_TALK = 0.1  # of the time; measured with benchmarks.reply_beside_extraction
_LONGEST_REST = 0.5  # seconds: time that a model took was not ours


@dataclass(slots=True)
class Pace:
    """The share of the time that all work of one process may take together: 1 means without a rest."""

    share: float = 1.0
    _free_at: float = 0.0

    async def rest(self, since: float) -> None:
        """Rest from work that began at `since`, in the event loop's time; others may go on in any case."""
        now = asyncio.get_running_loop().time()
        owed = min((now - since) * (1 / self.share - 1), _LONGEST_REST)
        self._free_at = max(self._free_at, now) + owed
        await asyncio.sleep(self._free_at - now)
