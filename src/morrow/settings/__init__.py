"""All settings in one typed tree: where they are read from, what they mean. Imports pydantic only to load them."""

from morrow.settings.loading import load_settings, write_setting
from morrow.settings.rows import SettingRow, explain, explain_one
from morrow.settings.tree import MemorySettings, ModelSettings, ModelsSettings, Settings, WindowSettings
from morrow.settings.zone import machine_zone

__all__ = [
    "MemorySettings",
    "ModelSettings",
    "ModelsSettings",
    "SettingRow",
    "Settings",
    "WindowSettings",
    "explain",
    "explain_one",
    "load_settings",
    "machine_zone",
    "write_setting",
]
