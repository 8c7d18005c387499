"""Finds the time zone of the machine. Zones of agents and owners, which come first, are not known here."""

from collections.abc import Mapping
from pathlib import Path

from morrow.clock import find_zone
from morrow.errors import InvalidTime

LOCALTIME = Path("/etc/localtime")
FOLDER = "zoneinfo/"


def machine_zone(environ: Mapping[str, str], *, localtime: Path = LOCALTIME) -> str:
    """Return the IANA zone of the machine: that of TZ, else the one `localtime` links to, else UTC."""
    candidates = [environ.get("TZ", "").removeprefix(":")]
    if localtime.is_symlink():
        candidates.append(str(localtime.readlink()).partition(FOLDER)[2])
    return next((name for name in candidates if _is_zone(name)), "UTC")


def _is_zone(name: str) -> bool:
    try:
        return bool(name) and find_zone(name) is not None
    except InvalidTime:
        return False
