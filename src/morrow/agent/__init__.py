"""What a caller may ask of one agent's memory, and what follows what."""

from morrow.agent.agent import Agent
from morrow.agent.documents import Documents
from morrow.agent.parts import Parts

__all__ = ["Agent", "Documents", "Parts"]
