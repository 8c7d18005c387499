"""Public stand-ins for tests: a model that follows a script, a clock that is set, a model server on loopback."""

from morrow.testing.clock import Clock
from morrow.testing.scripted import Request, ScriptedModel, Stalled, reply

__all__ = ["Clock", "Request", "ScriptedModel", "Stalled", "reply"]
