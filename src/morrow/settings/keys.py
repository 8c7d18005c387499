"""Names of settings: the one true key of each, the spellings that are read for it, and the nearest for a wrong one."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import MappingProxyType

from morrow.errors import InvalidSetting
from morrow.settings.about import About
from morrow.settings.tree import PLANNED, Scalar, Settings

ROOTS = {
    "memory": "mate.memory",
    "window": "mate.agent.conversation.window",
    "chat": "mate.agent.chat",
    "models": "models",
    "server": "server",
}
# A key may leave out where it hangs: `cooldown-minutes`, `memory.cooldown-minutes` and the full key are one setting.
PREFIXES = ("", "mate.", "mate.memory.", "mate.agent.", "mate.agent.conversation.")
PLUGINS = "plugins."
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Value = Scalar | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its key, the attributes that lead to it from `Settings`, its default, and what is known of it."""

    key: str
    path: tuple[str, ...]
    default: Value
    about: About

    @property
    def kind(self) -> type:
        """The type of its values: bool, int, float, str or tuple."""
        return type(self.default)

    @property
    def is_planned(self) -> bool:
        """Whether the feature behind it is not built yet."""
        return self.key.startswith(PLANNED)


@cache
def all_settings() -> Mapping[str, Setting]:
    """Return every setting by its key, in the order of the tree."""
    defaults = Settings()
    found: dict[str, Setting] = {}
    for root, prefix in ROOTS.items():
        for setting in _walk(getattr(defaults, root), prefix, (root,)):
            found[setting.key] = setting
    return MappingProxyType(found)


def spelled(key: str) -> str:
    """Return `key` in kebab-case: `memory__coolDown_minutes` is read as `memory.cool-down-minutes`."""
    return _HUMP.sub("-", key.strip().replace("__", ".")).replace("_", "-").lower()


def find_key(key: str) -> str | None:
    """Return the true key that `key` spells, or None if there is no such setting."""
    name = spelled(key)
    if name.startswith(PLUGINS) and len(name.split(".")) == 3:
        return name
    candidates = [prefix + name for prefix in PREFIXES] + [name.removeprefix("mate.")]
    return next((candidate for candidate in candidates if candidate in all_settings()), None)


def is_group(key: str) -> bool:
    """Whether settings hang under `key`, as under `mate.memory.dream`."""
    names = tuple(f"{prefix}{spelled(key)}." for prefix in PREFIXES)
    return f"{spelled(key)}." == PLUGINS or any(known.startswith(names) for known in all_settings())


def require_setting(key: str) -> Setting:
    """Return the setting that `key` spells. Raises InvalidSetting with the nearest name for an unknown one."""
    found = find_key(key)
    if found is None or found not in all_settings():
        raise InvalidSetting(unknown(key))
    return all_settings()[found]


def unknown(key: str, *, shown: str = "") -> str:
    """Return the sentence that says there is no setting `key` (written as `shown`) and names the nearest one."""
    near = nearest(key)
    hint = f"did you mean {near}?" if near else "`morrow config show` lists all settings"
    return f"{shown or key}: there is no such setting; {hint}"


def nearest(key: str, *, likeness: float = 0.6) -> str | None:
    """Return the true key that looks most like `key`, whole or by its last part, or None if none is like it."""
    from difflib import get_close_matches  # noqa: PLC0415  wrong keys are rare, and every start would pay for it

    name = spelled(key)
    whole = get_close_matches(name, [*all_settings()], n=1, cutoff=max(likeness, 0.8))
    if whole:
        return whole[0]
    by_end = {known.removeprefix(prefix): known for known in all_settings() for prefix in PREFIXES[::-1]}
    by_end |= {known.rsplit(".", 1)[1]: known for known in all_settings()}
    for text in (name, name.rsplit(".", 1)[-1]):
        if match := get_close_matches(text, [*by_end], n=1, cutoff=likeness):
            return by_end[match[0]]
    return None


def _walk(branch: object, prefix: str, path: tuple[str, ...]) -> Iterator[Setting]:
    if not is_dataclass(branch):
        raise TypeError(f"{prefix} is no branch of the settings")
    for field in fields(branch):
        key, value = f"{prefix}.{field.name.replace('_', '-')}", getattr(branch, field.name)
        if is_dataclass(value):
            yield from _walk(value, key, (*path, field.name))
        else:
            yield Setting(key, (*path, field.name), value, field.metadata["about"])
