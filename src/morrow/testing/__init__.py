"""Public stand-ins for tests: a model that follows a script, a clock that is set, a model server on loopback."""

from morrow.models.chat import Request
from morrow.testing.clock import Clock
from morrow.testing.faults import Fault
from morrow.testing.scripted import ScriptedModel, Stalled, reply
from morrow.testing.server import ModelServer, ServedRequest

__all__ = ["Clock", "Fault", "ModelServer", "Request", "ScriptedModel", "ServedRequest", "Stalled", "reply"]
