"""Settings as rows for people: value, where it came from, default, unit, meaning. Prints nothing."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from morrow.settings.keys import PLUGINS, Setting, Value, all_settings, require_setting
from morrow.settings.tree import Settings

_SECRET = re.compile(r"key|token|secret|password")


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting as `morrow config show` prints it. `origin` is default, file, env or override.

    A planned one is read and checked, and changes nothing yet.
    """

    key: str
    value: Value
    origin: str
    default: Value | None
    unit: str
    allowed: str
    description: str
    is_planned: bool = False


def explain(settings: Settings) -> list[SettingRow]:
    """Return one row for every setting in the order of the tree, then one for each plugin's; secrets are not shown."""
    return [*(_row(settings, setting) for setting in all_settings().values()), *_plugin_rows(settings)]


def explain_one(settings: Settings, key: str) -> SettingRow:
    """Return the row of the setting that `key` spells. Raises InvalidSetting for an unknown one."""
    return _row(settings, require_setting(key))


def _row(settings: Settings, setting: Setting) -> SettingRow:
    about = setting.about
    return SettingRow(
        key=setting.key,
        value=value_of(settings, setting),
        origin=settings.origins.get(setting.key, "default"),
        default=setting.default,
        unit=about.unit,
        allowed=about.allowed(setting.kind),
        description=about.description,
        is_planned=setting.is_planned,
    )


def value_of(settings: Settings, setting: Setting) -> Value:
    """Return the value that `setting` has in `settings`."""
    found: object = settings
    for name in setting.path:
        found = getattr(found, name)
    if not isinstance(found, str | int | float | bool | tuple):
        raise TypeError(f"{setting.key} leads to a branch of the tree, not to a value")
    return found


def _plugin_rows(settings: Settings) -> Iterable[SettingRow]:
    for plugin, values in settings.plugins.items():
        for name, value in values.items():
            key = f"{PLUGINS}{plugin}.{name}"
            shown = "(set)" if _SECRET.search(name) and not name.endswith("-env") else value
            origin = settings.origins.get(key, "default")
            yield SettingRow(key, shown, origin, None, "", "as the plugin says", f"A setting of the plugin {plugin}")
