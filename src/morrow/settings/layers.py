"""Gathers what file, environment and caller say, by true key and not yet checked. A later layer wins."""

from collections.abc import Mapping
from dataclasses import dataclass

from morrow.errors import InvalidSetting
from morrow.settings.file import flattened
from morrow.settings.keys import all_settings, find_key, is_group, nearest, unknown

VARIABLE = "MORROW_"
TYPO = 0.88  # a variable without `__` that is less like a setting's name belongs to someone else


@dataclass(frozen=True, slots=True)
class Given:
    """One value as someone wrote it: under which name, and in which layer (file, env or override)."""

    value: object
    written: str
    layer: str


def gather(
    file: Mapping[str, object], *, environ: Mapping[str, str], overrides: Mapping[str, object]
) -> dict[str, Given]:
    """Return the winning value of every key that is set anywhere. `file` has dotted keys, as `flat_keys` gives them.

    Raises InvalidSetting for unknown keys, all of them at once, and for a key that one layer sets twice.
    """
    problems: list[str] = []
    found = _named(file, layer="file", problems=problems)
    found |= _from_environment(environ, problems=problems)
    found |= _named(dict(flattened(dict(overrides), source="override")), layer="override", problems=problems)
    if problems:
        raise InvalidSetting("\n".join(problems))
    return found


def _named(values: Mapping[str, object], *, layer: str, problems: list[str]) -> dict[str, Given]:
    found: dict[str, Given] = {}
    for written, value in values.items():
        key = find_key(written)
        if key is None and not (value is None and is_group(written)):
            problems.append(unknown(written))
        elif key is not None and key in found:
            problems.append(f"{key} is set twice, as {found[key].written} and as {written}")
        elif key is not None and value is not None:  # `key:` without a value leaves the default
            found[key] = Given(value, written, layer)
    return found


def _from_environment(environ: Mapping[str, str], *, problems: list[str]) -> dict[str, Given]:
    found: dict[str, Given] = {}
    for variable in sorted(name for name in environ if name.startswith(VARIABLE)):
        written = variable.removeprefix(VARIABLE).lower()
        key = find_key(written)
        if key is not None:
            found[key] = Given(environ[variable], variable, "env")
        elif "__" in written or _is_typo(written):
            problems.append(unknown(written, shown=variable))
    return found


def _is_typo(written: str) -> bool:
    """Whether a variable that is no setting is so like one that it must be meant; MORROW_HOME and such are not."""
    near = nearest(written, likeness=TYPO)
    return near is not None and near in all_settings()
