"""The four documents that a new agent starts with, in its language. Only texts: who stores them, and when, is above."""

from dataclasses import dataclass
from importlib.resources import files

from morrow.documents.names import AGENTS, MEMORY, PROFILE, SOUL

_NAMES = (AGENTS, SOUL, PROFILE, MEMORY)


@dataclass(frozen=True, slots=True)
class Seed:
    """One document of a new agent, and where it stands in the prompt."""

    name: str
    text: str
    enabled: bool
    sort_order: int


def seed_documents(lang: str) -> tuple[Seed, ...]:
    """Return AGENTS.md, SOUL.md, PROFILE.md and MEMORY.md in Chinese for `zh` (`zh-CN`, …), in English otherwise."""
    folder = files(__name__) / ("zh" if lang.lower().startswith("zh") else "en")
    return tuple(
        Seed(name, (folder / name).read_text(encoding="utf-8"), enabled=True, sort_order=order)
        for order, name in enumerate(_NAMES)
    )
