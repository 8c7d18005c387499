"""Looks at a home from outside in: settings, disk, database, index, models. Changes nothing, mends nothing."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import text

import morrow.memory  # noqa: F401 - declares every table
from morrow.cli.findings import Finding
from morrow.cli.model_checkup import look_at_models
from morrow.errors import InvalidSetting, StoreError
from morrow.i18n import msgid, translate
from morrow.settings import Settings, load_settings
from morrow.store import Store
from morrow.store.engines import DATABASE_NAME

_LEAST_FREE_BYTES = 100_000_000


async def check_up(home: str, lang: str) -> list[Finding]:
    """Return what was found at `home`, in the order in which it should be mended, told in `lang`."""
    folder = home_folder(home)
    findings: list[Finding] = []
    settings = Settings()
    name = translate("Settings", lang)
    try:
        settings = load_settings(folder, environ=os.environ)
        changed = translate("{count} changed from their defaults", lang, count=len(settings.origins))
        findings.append(Finding(name, True, changed))
    except InvalidSetting as error:
        findings.append(Finding(name, False, str(error)))
    if folder is not None:
        findings += _disk(folder, lang)
    findings.append(await _database(home, lang))
    return [*findings, *await look_at_models(settings, os.environ, lang)]


def home_folder(home: str) -> Path | None:
    """Return the folder that `home` names, or None for a database server."""
    return None if home.startswith(("postgresql:", "postgres:")) else Path(home).expanduser()


def _disk(folder: Path, lang: str) -> Iterator[Finding]:
    name = translate("Folder", lang)
    if not folder.is_dir():
        missing = msgid("{folder} is not there; `morrow init` makes it, or choose another --home")
        yield Finding(name, False, translate(missing, lang, folder=folder))
        return
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"morrow")
            file.flush()
            os.fsync(file.fileno())
        yield Finding(name, True, translate("{folder} can be written", lang, folder=folder))
    except OSError as error:
        broken = msgid("{folder} cannot be written ({reason}); check its permissions and the disk")
        yield Finding(name, False, translate(broken, lang, folder=folder, reason=error.strerror))
    free = shutil.disk_usage(folder).free
    room = translate("{count} MB are free", lang, count=f"{free // 1_000_000:,}")
    if free < _LEAST_FREE_BYTES:
        room = translate("only {count} MB are free; make room", lang, count=f"{free // 1_000_000:,}")
    yield Finding(translate("Disk", lang), free >= _LEAST_FREE_BYTES, room)


async def _database(home: str, lang: str) -> Finding:
    name, folder = translate("Database", lang), home_folder(home)
    if folder is not None and not (folder / DATABASE_NAME).is_file():
        return Finding(name, False, translate("there is none yet; `morrow init` makes it", lang))
    try:
        store = await Store.open(home)
    except StoreError as error:
        return Finding(name, False, str(error))
    try:
        faults = await _faults(store)
    except StoreError as error:
        faults = [str(error)]
    finally:
        await store.close()
    if faults:
        damaged = msgid("{place} is damaged; restore the last backup ({faults})")
        return Finding(name, False, translate(damaged, lang, place=store.place, faults="; ".join(faults)))
    return Finding(name, True, translate("{place} is whole", lang, place=store.place))


async def _faults(store: Store) -> list[str]:
    """Return what the database says is wrong with itself."""
    async with store.read_all() as connection:
        if store.dialect != "sqlite":
            await connection.execute(text("SELECT 1"))
            return []
        found = list((await connection.execute(text("PRAGMA integrity_check(20)"))).scalars())
        strays = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    faults = [str(fault) for fault in found if fault != "ok"]
    return [*faults, *(f"a row of {stray[0]} belongs to nothing" for stray in strays[:5])]
