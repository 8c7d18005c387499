"""Opens and reads files below the home without following a link anywhere. Decides nothing, blocks while it works."""

import errno
import os
import stat as modes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from morrow.writing.mirror.trouble import Wrong

MAX_FILE_BYTES = 16 * 1024 * 1024
TEMPORARY = ".morrow-"
_CLOSED_ON_EXEC = getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_ANY_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _CLOSED_ON_EXEC
_FOLDER = _ANY_FOLDER | _NO_LINK
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _CLOSED_ON_EXEC
# A pipe must not make us wait for somebody who writes to it.
PLAIN_FILE = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0) | _CLOSED_ON_EXEC
_LINKS = frozenset({errno.ELOOP, errno.EMLINK})


@dataclass(frozen=True, slots=True)
class Stat:
    """What tells one state of a file from another; no edit leaves all of it as it was."""

    mtime_ns: int
    ctime_ns: int
    size: int
    inode: int

    @classmethod
    def of(cls, result: os.stat_result) -> "Stat":
        """Return the part of a stat that matters."""
        return cls(result.st_mtime_ns, result.st_ctime_ns, result.st_size, result.st_ino)


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no such file, and perhaps not even its folder."""

    is_folder_missing: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """Something stands there that is not read or written."""

    wrong: Wrong
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A regular file, whole. It did not change while it was read."""

    data: bytes
    stat: Stat


@dataclass(frozen=True, slots=True)
class Moving:
    """The file changed while it was read."""


Seen = Missing | Refused | Found | Moving


def is_supported() -> bool:
    """Whether this system can open files relative to an open folder and refuse links; without, there is no mirror."""
    return bool(_NO_LINK) and {os.open, os.stat, os.mkdir, os.rename, os.unlink} <= os.supports_dir_fd


@contextmanager
def open_folder(home: Path, folders: tuple[str, ...], *, make: bool = False) -> Iterator[int]:
    """Give a descriptor of a folder below `home`, made (0700) on the way if asked. The home itself may be a link.

    Raises OSError, also where a link stands in the way.
    """
    descriptor = os.open(home, _ANY_FOLDER)
    try:
        for name in folders:
            below = _open_below(descriptor, name, make=make)
            os.close(descriptor)
            descriptor = below
        yield descriptor
    finally:
        os.close(descriptor)


def read_file(home: Path, folders: tuple[str, ...], name: str) -> Seen:
    """Return what stands at `name` (may hold folders) below `folders`."""
    *subfolders, last = name.split("/")
    try:
        with open_folder(home, (*folders, *subfolders)) as folder:
            return read_in(folder, last)
    except OSError as error:
        if error.errno == errno.ENOENT:
            return Missing(is_folder_missing=True)
        return refused(error)


def read_in(folder: int, name: str) -> Seen:
    """Return what stands at `name` in an open folder."""
    try:
        descriptor = os.open(name, PLAIN_FILE, dir_fd=folder)
    except OSError as error:
        if error.errno == errno.ENOENT:
            return Missing(is_folder_missing=False)
        return refused(error, is_last=True)
    try:
        return read_open(descriptor)
    except OSError as error:
        return refused(error)
    finally:
        os.close(descriptor)


def read_open(descriptor: int, *, links: int = 1) -> Seen:
    """Return the whole content of an open file, if it is a plain one with `links` names."""
    before = os.fstat(descriptor)
    wrong = _wrong_kind(before, links)
    if wrong is not None:
        return wrong
    parts, left = [], before.st_size + 1
    while left > 0 and (part := os.pread(descriptor, left, before.st_size + 1 - left)):
        parts.append(part)
        left -= len(part)
    data, after = b"".join(parts), os.fstat(descriptor)
    if Stat.of(after) != Stat.of(before) or len(data) != after.st_size:
        return Moving()
    return Found(data, Stat.of(after))


def refused(error: OSError, *, is_last: bool = False) -> Refused:
    """Return the refusal that an error of the system means. `is_last`: it met the file, not a folder on the way."""
    if error.errno in _LINKS:
        return Refused(Wrong.LINK)
    if error.errno in (errno.ENOTDIR, errno.EISDIR, errno.ENXIO):
        return Refused(Wrong.NO_FILE if is_last else Wrong.LINK)
    return Refused(Wrong.UNREADABLE, os.strerror(error.errno or 0))


def check_target(folder: int, name: str) -> Refused | None:
    """Return why a file of that name may not be put in the folder, or None. Reads no content."""
    try:
        present = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return _twin(folder, name)
    return _wrong_kind(present, 1)


def _open_below(folder: int, name: str, *, make: bool) -> int:
    try:
        return os.open(name, _FOLDER, dir_fd=folder)
    except FileNotFoundError:
        if not make:
            raise
    with suppress(FileExistsError):
        os.mkdir(name, 0o700, dir_fd=folder)
    os.fsync(folder)
    return os.open(name, _FOLDER, dir_fd=folder)


def _wrong_kind(found: os.stat_result, links: int) -> Refused | None:
    if modes.S_ISLNK(found.st_mode):
        return Refused(Wrong.LINK)
    if not modes.S_ISREG(found.st_mode):
        return Refused(Wrong.NO_FILE)
    if found.st_nlink > links:
        return Refused(Wrong.HARD_LINK)
    return Refused(Wrong.TOO_LARGE) if found.st_size > MAX_FILE_BYTES else None


def _twin(folder: int, name: str) -> Refused | None:
    plain = name.casefold()
    with os.scandir(folder) as items:
        twin = next((item.name for item in items if item.name.casefold() == plain and item.name != name), None)
    return Refused(Wrong.CASE_TWIN, twin) if twin is not None else None
