"""`morrow config`: settings, with where each value comes from."""

import os
from pathlib import Path

import click

from morrow.cli.output import print_found, print_json, print_table, shape
from morrow.cli.shell import Lazy, LazyGroup, command
from morrow.cli.told import Told, with_told
from morrow.errors import InvalidSetting
from morrow.i18n import msgid, translate
from morrow.settings import Settings, explain, explain_one, load_settings, write_setting

config = LazyGroup(
    "config",
    lazy=(
        Lazy("show", "morrow.cli.config:show", msgid("Show every setting.")),
        Lazy("get", "morrow.cli.config:get", msgid("Print the value of one setting.")),
        Lazy("set", "morrow.cli.config:set_value", msgid("Change one setting in morrow.yaml.")),
    ),
    help=msgid("Show and change settings."),
    no_args_is_help=True,
)


@command("show", help=msgid("Show every setting with its value, where that comes from, its default and its unit."))
@click.option("--changed", is_flag=True, help=msgid("Only those that differ from their defaults."))
@with_told
def show(told: Told, changed: bool) -> int | None:
    """Show settings."""
    rows = [row for row in explain(_settings(told)) if not changed or row.origin != "default"]
    if told.as_json:
        print_json({"settings": shape(rows)})
        return None
    heads = (msgid("Setting"), msgid("Value"), msgid("From"), msgid("Default"), msgid("Unit"))
    print_table(
        [translate(head, told.lang) for head in heads],
        [(row.key, _shown(row.value), row.origin, _shown(row.default), row.unit) for row in rows],
    )
    return None


@command("get", help=msgid("Print the value of the setting KEY; `mate.memory.` may be left out."))
@click.argument("key")
@with_told
def get(told: Told, key: str) -> int | None:
    """Print one setting."""
    row = explain_one(_settings(told), key)
    print_found(told, shape(row), _shown(row.value))
    return None


@command(
    "set", help=msgid("Set KEY to VALUE in morrow.yaml; its comments and all else stay as they are."), takes_dashes=True
)
@click.argument("key")
@click.argument("value")
@with_told
def set_value(told: Told, key: str, value: str) -> int | None:
    """Change one setting."""
    folder = _folder(told)
    if folder is None:
        raise InvalidSetting("settings are kept in a folder; set MORROW_… variables for a postgresql:// home")
    full = write_setting(folder, key, value)
    row = explain_one(_settings(told), full)
    if row.origin == "env":
        words = translate(
            "{key} is set in the file, but a variable overrides it: {value}", told.lang, key=full, value=row.value
        )
    else:
        words = translate("{key} is now {value}", told.lang, key=full, value=_shown(row.value))
    print_found(told, shape(row), words)
    return None


def _settings(told: Told) -> Settings:
    return load_settings(_folder(told), environ=os.environ)


def _folder(told: Told) -> Path | None:
    """Return the folder that may hold settings; a database server has none."""
    return None if told.home.startswith(("postgresql:", "postgres:")) else Path(told.home).expanduser()


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
