"""Loads the settings: defaults, then `<home>/morrow.yaml`, then MORROW_… variables, then what the caller overrides."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from morrow.errors import InvalidSetting
from morrow.settings.file import FILE_NAME, changed, flat_keys, read_text, write_whole
from morrow.settings.keys import PLUGINS, Value, all_settings, find_key, unknown
from morrow.settings.layers import Given, gather
from morrow.settings.tree import Scalar, Settings

NOTHING: Mapping[str, Any] = MappingProxyType({})


def load_settings(
    home: Path | None, *, environ: Mapping[str, str], overrides: Mapping[str, object] = NOTHING
) -> Settings:
    """Return the settings of `home` (None: no file), of the variables in `environ` and of `overrides`; the last wins.

    Keys may be written in full or without `mate.memory.`, dotted or nested, in kebab-, snake- or camelCase.
    Raises InvalidSetting naming every unknown key with the nearest known one, or every value that is not allowed.
    """
    path = None if home is None else home / FILE_NAME
    file = {} if path is None else flat_keys(read_text(path), source=path)
    return _settings(gather(file, environ=environ, overrides=overrides))


def write_setting(home: Path, key: str, value: object) -> str:
    """Set one value in `<home>/morrow.yaml`, leaving comments and all else alone; return the full key of the setting.

    Raises InvalidSetting, and writes nothing, for an unknown key or a value that is not allowed.
    """
    full, path = find_key(key), home / FILE_NAME
    if full is None:
        raise InvalidSetting(unknown(key))
    _settings({full: Given(value, key, "override")})
    old = read_text(path)
    written = next((name for name in flat_keys(old, source=path) if find_key(name) == full), None)
    new = changed(old, written=written, key=full, value=_as_yaml(full, value))
    _settings(gather(flat_keys(new, source=path), environ=NOTHING, overrides=NOTHING))
    write_whole(path, new)
    return full


def _settings(given: Mapping[str, Given]) -> Settings:
    from morrow.settings.checking import checked  # noqa: PLC0415  only loading pays for pydantic

    values = checked({key: item for key, item in given.items() if key in all_settings()})
    origins = {key: item.layer for key, item in given.items()}
    grown = _grown(Settings(), {all_settings()[key].path: value for key, value in values.items()})
    settings: Settings = replace(grown, plugins=_plugins(given), origins=MappingProxyType(origins))
    return settings


def _grown(branch: Any, values: Mapping[tuple[str, ...], Value], path: tuple[str, ...] = ()) -> Any:
    """Return a copy of one branch of the tree that holds the values whose paths lead through it."""
    changes: dict[str, Any] = {}
    for field in fields(branch):
        here = (*path, field.name)
        if here in values:
            changes[field.name] = values[here]
        elif is_dataclass(below := getattr(branch, field.name)):
            changes[field.name] = _grown(below, values, here)
    return replace(branch, **changes)


def _plugins(given: Mapping[str, Given]) -> Mapping[str, Mapping[str, Scalar]]:
    found: dict[str, dict[str, Scalar]] = {}
    for key, item in given.items():
        if not key.startswith(PLUGINS):
            continue
        if not isinstance(item.value, str | int | float | bool):
            raise InvalidSetting(
                f"{key}: {item.value!r} is not allowed; a plugin's setting is a text, number or switch"
            )
        _, plugin, name = key.split(".")
        found.setdefault(plugin, {})[name] = item.value
    return MappingProxyType({plugin: MappingProxyType(values) for plugin, values in found.items()})


def _as_yaml(key: str, value: object) -> str:
    import yaml  # noqa: PLC0415  only a change of the file needs it here

    from morrow.settings.checking import as_typed  # noqa: PLC0415  as above

    known = all_settings().get(key)
    typed = value if known is None else as_typed(value, known.kind)
    plain = list(typed) if isinstance(typed, tuple) else typed
    return (
        str(yaml.safe_dump(plain, default_flow_style=True, width=10**6, allow_unicode=True))
        .removesuffix("...\n")
        .strip()
    )
