"""Looks at a home from outside in: settings, disk, database, index, models. Changes nothing, mends nothing."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

import morrow.memory  # noqa: F401 - declares every table
from morrow.errors import InvalidSetting, StoreError
from morrow.i18n import msgid
from morrow.models.config import PROVIDERS, Task, configured, found_keys
from morrow.settings import Settings, load_settings
from morrow.store import Store
from morrow.store.engines import DATABASE_NAME

_LEAST_FREE_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `detail` says how it is and, if it is not well, the mend."""

    name: str
    is_well: bool
    detail: str


async def check_up(home: str) -> list[Finding]:
    """Return what was found at `home`, in the order in which it should be mended."""
    folder = home_folder(home)
    findings: list[Finding] = []
    settings = Settings()
    try:
        settings = load_settings(folder, environ=os.environ)
        findings.append(Finding(msgid("Settings"), True, f"{len(settings.origins)} changed from their defaults"))
    except InvalidSetting as error:
        findings.append(Finding(msgid("Settings"), False, str(error)))
    if folder is not None:
        findings += _disk(folder)
    findings.append(await _database(home))
    findings += _models(settings)
    return findings


def home_folder(home: str) -> Path | None:
    """Return the folder that `home` names, or None for a database server."""
    return None if home.startswith(("postgresql:", "postgres:")) else Path(home).expanduser()


def _disk(folder: Path) -> Iterator[Finding]:
    if not folder.is_dir():
        yield Finding(
            msgid("Folder"), False, f"{folder} is not there; `morrow init` makes it, or choose another --home"
        )
        return
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"morrow")
            file.flush()
            os.fsync(file.fileno())
        yield Finding(msgid("Folder"), True, f"{folder} can be written")
    except OSError as error:
        yield Finding(msgid("Folder"), False, f"{folder} cannot be written ({error.strerror}); check its permissions")
    free = shutil.disk_usage(folder).free
    room = f"{free // 1_000_000:,} MB are free"
    is_enough = free >= _LEAST_FREE_BYTES
    yield Finding(msgid("Disk"), is_enough, room if is_enough else f"{room}; make room before the disk is full")


async def _database(home: str) -> Finding:
    folder = home_folder(home)
    if folder is not None and not (folder / DATABASE_NAME).is_file():
        return Finding(msgid("Database"), False, "there is none yet; `morrow init` makes it")
    try:
        store = await Store.open(home)
    except StoreError as error:
        return Finding(msgid("Database"), False, str(error))
    try:
        faults = await _faults(store)
    except StoreError as error:
        faults = [str(error)]
    finally:
        await store.close()
    if faults:
        return Finding(msgid("Database"), False, "; ".join(faults) + "; restore the last backup")
    return Finding(msgid("Database"), True, f"{store.place} is whole")


async def _faults(store: Store) -> list[str]:
    async with store.read_all() as connection:
        if store.dialect != "sqlite":
            await connection.execute(text("SELECT 1"))
            return []
        found = list((await connection.execute(text("PRAGMA integrity_check(20)"))).scalars())
        strays = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    faults = [str(fault) for fault in found if fault != "ok"]
    return [*faults, *(f"a row of {stray[0]} belongs to nothing" for stray in strays[:5])]


def _models(settings: Settings) -> Iterator[Finding]:
    models = configured(settings.models)
    named = False
    for task in Task:
        config = models.serving(task)
        if config is None:
            continue
        named = True
        known = PROVIDERS.get(config.provider)
        variable = config.api_key_env or (known.api_key_env if known and config.base_url is None else None)
        is_set = variable is None or bool(os.environ.get(variable, "").strip())
        detail = f"{task}: {config.provider} {config.model}"
        mend = f"{detail}; the variable {variable} holds no key: set it, or choose another with api-key-env"
        yield Finding(msgid("Model"), is_set, detail if is_set else mend)
    if not named:
        keys = ", ".join(key.variable for key in found_keys(os.environ))
        hint = f"; {keys} could be used, see docs/settings.md" if keys else ""
        yield Finding(msgid("Model"), True, f"none: the rules engine works alone{hint}")
