"""What a tool is: its name, what it takes, what it does, and what it answers. Every tool is one such value."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from morrow.i18n import translate
from morrow.models.chat import ToolSpec
from morrow.tools.arguments import Arguments, Parameter, schema_of
from morrow.tools.bench import Bench, Running

JsonValue = object
# By name: what these answer is memory itself and comes from nowhere outside.
MEMORY_TOOLS = frozenset({
    "list_workspace_memory_files", "read_workspace_memory_file", "write_workspace_memory_file",
    "edit_workspace_memory_file", "search_workspace_memory", "session_search", "remember", "remember_structured",
    "recall_structured", "forget_structured",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool answers: fields of a JSON object, and the names of the documents that it wrote."""

    fields: Mapping[str, JsonValue] = field(default_factory=dict)
    written: tuple[str, ...] = ()


Do = Callable[[Bench, Running, Arguments], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool; `description` is English and has a Chinese entry in the catalogue. `do` raises MorrowErrors."""

    name: str
    description: str
    do: Do
    parameters: tuple[Parameter, ...] = ()

    def spec(self, lang: str) -> ToolSpec:
        """Return the tool as a model is told of it."""
        return ToolSpec(self.name, translate(self.description, lang), schema_of(self.parameters, lang))
