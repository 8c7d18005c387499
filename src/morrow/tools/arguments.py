"""Reads the arguments of a tool call: JSON that a model wrote, against what the tool takes. Knows no single tool."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from morrow.errors import InvalidInput
from morrow.i18n import msgid, translate
from morrow.models.chat import JsonObject
from morrow.text.clean import clean

MAX_ARGUMENT_CHARACTERS = 1024 * 1024
AGENT_ID = "agentId"
_AGENT_ID = msgid("The id of the running agent; may be left out")
_KINDS: Mapping[type, str] = {str: "string", bool: "boolean", int: "integer"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument that a tool takes; without a `default` it has to be given, unless it `is_optional`.

    `choices` names all values it may have, `low` and `high` bound a number or a text's length.
    """

    name: str
    description: str
    kind: type[str] | type[bool] | type[int] = str
    default: str | bool | int | None = None
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    is_optional: bool = False

    @property
    def is_required(self) -> bool:
        """Whether a call without it is refused."""
        return self.default is None and not self.is_optional


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call, each of the kind its tool asks for; `agent_id` is as the model gave it."""

    values: Mapping[str, str | bool | int]
    agent_id: str | int | None = None

    def text(self, name: str) -> str:
        """Return a text; empty if it may be left out and was."""
        return str(self.values.get(name, ""))

    def number(self, name: str) -> int:
        """Return a whole number."""
        return int(self.values[name])

    def is_set(self, name: str) -> bool:
        """Return whether a switch is on."""
        return bool(self.values[name])


def schema_of(parameters: Sequence[Parameter], lang: str) -> JsonObject:
    """Return the JSON schema of a tool's arguments, described in `lang`."""
    known = {parameter.name: _property(parameter, lang) for parameter in parameters}
    known[AGENT_ID] = {"type": ["string", "integer"], "description": translate(_AGENT_ID, lang)}
    required = [parameter.name for parameter in parameters if parameter.is_required]
    return {"type": "object", "properties": known, "required": required, "additionalProperties": False}


def read_arguments(text: str, parameters: Sequence[Parameter]) -> Arguments:
    """Return the arguments that a model wrote. Raises InvalidInput, saying what to write instead."""
    given = _read_json(text)
    agent_id = given.pop(AGENT_ID, None)
    if agent_id is not None and (isinstance(agent_id, bool) or not isinstance(agent_id, str | int)):
        raise InvalidInput(f"{AGENT_ID} is a string or an integer; leave it out if you do not know it")
    names = [parameter.name for parameter in parameters]
    unknown = sorted(set(given) - set(names))
    if unknown:
        takes = ", ".join(names) or "no arguments"
        raise InvalidInput(f"unknown argument {_shown(unknown[0])}: this tool takes {takes}")
    values = {parameter.name: _value(given, parameter) for parameter in parameters}
    return Arguments({name: value for name, value in values.items() if value is not None}, agent_id)


def _property(parameter: Parameter, lang: str) -> dict[str, object]:
    described: dict[str, object] = {
        "type": _KINDS[parameter.kind],
        "description": translate(parameter.description, lang),
    }
    if parameter.choices:
        described["enum"] = list(parameter.choices)
    if parameter.default is not None:
        described["default"] = parameter.default
    bounds = ("minLength", "maxLength") if parameter.kind is str else ("minimum", "maximum")
    limits = zip(bounds, (parameter.low, parameter.high), strict=True)
    return described | {name: limit for name, limit in limits if limit is not None}


def _read_json(text: str) -> dict[str, Any]:
    if len(text) > MAX_ARGUMENT_CHARACTERS:
        raise InvalidInput(f"the arguments have more than {MAX_ARGUMENT_CHARACTERS} characters; write less at once")
    try:
        found = json.loads(text, parse_constant=_refuse_constant) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise InvalidInput("the arguments are no valid JSON; write one JSON object, its strings escaped") from error
    if not isinstance(found, dict):
        raise InvalidInput("the arguments are one JSON object, such as {}")
    return found


def _refuse_constant(name: str) -> float:
    raise ValueError(name)


def _value(given: Mapping[str, Any], parameter: Parameter) -> str | bool | int | None:
    value = given.get(parameter.name)
    if value is None:
        if parameter.is_required:
            raise InvalidInput(f"{parameter.name} is missing: {parameter.description}")
        return parameter.default
    is_kind = isinstance(value, parameter.kind) and (parameter.kind is not int or not isinstance(value, bool))
    if not is_kind:
        raise InvalidInput(f"{parameter.name} is of type {_KINDS[parameter.kind]}, not {_kind_of(value)}")
    if isinstance(value, str):
        value = clean(value)
    if parameter.choices and value not in parameter.choices:
        raise InvalidInput(f"{parameter.name} is one of {', '.join(parameter.choices)}, not {_shown(value)}")
    return _bounded(parameter, value)


def _bounded(parameter: Parameter, value: Any) -> str | bool | int:
    size = len(value) if isinstance(value, str) else int(value)
    what = f"{parameter.name} has" if isinstance(value, str) else f"{parameter.name} is"
    unit = " characters" if isinstance(value, str) else ""
    if parameter.low is not None and size < parameter.low:
        raise InvalidInput(f"{what} at least {parameter.low}{unit}")
    if parameter.high is not None and size > parameter.high:
        raise InvalidInput(f"{what} at most {parameter.high}{unit}")
    kept: str | bool | int = value
    return kept


def _kind_of(value: object) -> str:
    names = {dict: "object", list: "array", float: "number", **_KINDS}
    return next((name for kind, name in names.items() if type(value) is kind), "null")


def _shown(value: object) -> str:
    return repr(clean(str(value))[:80])
