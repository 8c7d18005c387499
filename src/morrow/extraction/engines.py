"""Chooses who extracts: the rules, or a model if one is configured. A model that is missing or fails is named."""

from dataclasses import dataclass, field, replace

from morrow.extraction.by_model import find_by_model
from morrow.extraction.by_rules import find_by_rules
from morrow.extraction.listening import Listening
from morrow.extraction.wanted import Found
from morrow.models.config import Models, Task
from morrow.models.questions import Failed
from morrow.settings.tree import MemorySettings


@dataclass(frozen=True, slots=True)
class Engines:
    """The rules engine and the models there are; `missing` says why a configured model could not be opened."""

    settings: MemorySettings
    models: Models = field(default_factory=Models)
    missing: str = ""

    @property
    def asks_a_model(self) -> bool:
        """Whether a model is to extract: it is set so, or one is configured and nothing else is set."""
        wanted = self.settings.engine.extraction
        has_one = self.models.serving(Task.EXTRACTION) is not None or bool(self.missing)
        return wanted == "model" or (wanted == "auto" and has_one)

    async def find(self, listening: Listening) -> Found | Failed:
        """Return what is worth remembering, or why nobody could tell. No transaction may be open."""
        if not listening.unread.messages:
            return Found("")
        if not self.asks_a_model:
            return find_by_rules(listening)
        found = await self._ask(listening)
        if isinstance(found, Failed) and self.settings.engine.fallback == "rules":
            return replace(find_by_rules(listening), cost=found.cost, note=f"in place of {found.reason}")
        return found

    async def _ask(self, listening: Listening) -> Found | Failed:
        model = self.models.serving(Task.EXTRACTION)
        if model is None:
            return Failed(self.missing or "no model is configured; set models.extraction or models.chat")
        return await find_by_model(listening, model, summary_max_tokens=self.settings.summary_max_tokens)
