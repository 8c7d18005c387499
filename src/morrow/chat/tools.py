"""What a turn needs of tools: their descriptions, and somebody who calls one. Has none itself."""

from dataclasses import dataclass
from typing import Protocol

from morrow.models.chat import ToolCall, ToolSpec
from morrow.tools.toolbox import Result, Running


class Tools(Protocol):
    """Tools of an agent, such as its `Toolbox`. A bad call is answered, never raised."""

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """What the model is told of the tools."""

    async def call(self, call: ToolCall, running: Running) -> Result:
        """Call a tool and return its answer."""


@dataclass(frozen=True, slots=True)
class NoTools:
    """No tools at all: for a conversation in which memory is off."""

    specs: tuple[ToolSpec, ...] = ()

    async def call(self, call: ToolCall, running: Running) -> Result:  # noqa: ARG002 - nothing is there to be called
        """Answer that there is no such tool."""
        return Result('{"error": true, "message": "there are no tools in this conversation"}', is_error=True)
