"""The toolbox of one agent: which tools there are, and calling one of them as a model asked. It never raises."""

import json
from dataclasses import dataclass
from functools import lru_cache

from morrow.errors import MorrowError, NotAllowed
from morrow.i18n import LANGUAGES
from morrow.models.chat import ToolCall, ToolSpec
from morrow.tools.arguments import AGENT_ID, Arguments, read_arguments
from morrow.tools.bench import Bench, Running
from morrow.tools.entries import FORGET, RECALL, REMEMBER, REMEMBER_STRUCTURED
from morrow.tools.files import EDIT, LIST, READ, WRITE
from morrow.tools.keyword import SEARCH
from morrow.tools.sessions import SESSIONS
from morrow.tools.tool import JsonValue, Tool

TOOLS = (LIST, READ, WRITE, EDIT, SEARCH, SESSIONS, REMEMBER, REMEMBER_STRUCTURED, RECALL, FORGET)

__all__ = ["TOOLS", "Result", "Running", "Toolbox"]


@dataclass(frozen=True, slots=True)
class Result:
    """What a model is told of its call: a JSON object as text. `written` are the documents that the call changed."""

    text: str
    is_error: bool = False
    written: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Toolbox:
    """The tools of an agent that speaks `language`; what they do is decided by the turn that calls them."""

    bench: Bench
    language: str = "en"
    tools: tuple[Tool, ...] = TOOLS

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """Return the tools as a model is told of them."""
        lang = self.language if self.language in LANGUAGES else "en"
        return tuple(_spec(tool, lang) for tool in self.tools)

    async def call(self, call: ToolCall, running: Running) -> Result:
        """Return what came of a model's call; one that cannot be done answers `error` with what to do instead."""
        tool = next((tool for tool in self.tools if tool.name == call.name), None)
        if tool is None:
            return _refused(f"{call.name[:80]!r}: no such tool; there are {', '.join(t.name for t in self.tools)}")
        try:
            arguments = read_arguments(call.arguments, tool.parameters)
            agent_id = _checked_agent(arguments, running)
            answer = await tool.do(self.bench, running, arguments)
        except MorrowError as error:
            return _refused(str(error))
        return Result(_json({AGENT_ID: agent_id, **answer.fields}), written=answer.written)


@lru_cache(maxsize=64)
def _spec(tool: Tool, lang: str) -> ToolSpec:
    return tool.spec(lang)


def _checked_agent(arguments: Arguments, running: Running) -> str | int:
    """Return the agent's id as the model gave it. Raises NotAllowed for any but the running agent's."""
    given = arguments.agent_id
    if given is None:
        return running.agent
    if str(given) not in (running.agent, running.agent_name):
        raise NotAllowed(f"{AGENT_ID} {str(given)[:80]!r} is not the running agent; leave it out")
    return given


def _refused(message: str) -> Result:
    return Result(_json({"error": True, "message": message}), is_error=True)


def _json(fields: dict[str, JsonValue]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(", ", ": "))
