"""Puts a whole file in its place, and finds out what it replaced. Follows no link and leaves no half file."""

import hashlib
import os
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from morrow.writing.mirror.exchange import exchange, rename_new
from morrow.writing.mirror.folder import (
    NEW_FILE,
    PLAIN_FILE,
    TEMPORARY,
    Found,
    Moving,
    Refused,
    Seen,
    Stat,
    check_target,
    open_folder,
    read_in,
    read_open,
    refused,
)
from morrow.writing.mirror.trouble import Wrong

PART = ".part"
WHOLE = ".whole"
_SETTLE_SECONDS = 0.025
_SETTLE_TIMES = 40


@dataclass(frozen=True, slots=True)
class Left:
    """The file that was replaced, still open: an editor that had it open may write to it a moment longer.

    `kept` is the name under which it still stands, if its content was not the expected one: somebody's edit.
    """

    descriptor: int
    data: bytes
    stat: Stat
    kept: str | None

    def has_changed(self) -> bool:
        """Whether something was written to the file since it was replaced."""
        now = Stat.of(os.fstat(self.descriptor))
        return (now.mtime_ns, now.size) != (self.stat.mtime_ns, self.stat.size)

    def read_again(self) -> Found | None:
        """Return the file as it is now, if something was written to it since it was replaced."""
        if not self.has_changed():
            return None
        seen = _read_settled(self.descriptor)
        return seen if isinstance(seen, Found) and seen.data != self.data else None

    def close(self) -> None:
        """Let go of the file."""
        os.close(self.descriptor)


@dataclass(frozen=True, slots=True)
class Put:
    """The file stands as asked; `left` is what it replaced."""

    stat: Stat
    left: Left | None


def put_file(
    home: Path, folders: tuple[str, ...], name: str, data: bytes, *, expected: str | None
) -> Put | Refused | Moving:
    """Write `data` to `name` below `folders`, whole or not at all, in place of a file whose hash is `expected`.

    `expected=None` means that there is none yet. Moving: something else stands there by now, and nothing was done.
    """
    *subfolders, last = name.split("/")
    try:
        with open_folder(home, (*folders, *subfolders), make=True) as folder:
            wrong = check_target(folder, last)
            return wrong or _put(folder, last, data, expected)
    except OSError as error:
        wrong = refused(error)
        return Refused(Wrong.UNWRITABLE, wrong.detail) if wrong.wrong is Wrong.UNREADABLE else wrong


def remove_file(home: Path, folders: tuple[str, ...], name: str) -> Refused | None:
    """Remove `name` below `folders`, if it is there."""
    *subfolders, last = name.split("/")
    try:
        with open_folder(home, (*folders, *subfolders)) as folder:
            os.unlink(last, dir_fd=folder)
            os.fsync(folder)
    except FileNotFoundError:
        return None
    except OSError as error:
        return Refused(Wrong.UNWRITABLE, os.strerror(error.errno or 0))
    return None


def remove_leftover(home: Path, folders: tuple[str, ...], name: str) -> None:
    """Remove a temporary file that is no longer needed."""
    with suppress(OSError):
        *subfolders, last = name.split("/")
        with open_folder(home, (*folders, *subfolders)) as folder:
            os.unlink(last, dir_fd=folder)


def put_back(home: Path, folders: tuple[str, ...], name: str, kept: str) -> None:
    """Give the file that was replaced its place again: it is somebody's, and cannot be taken in."""
    *subfolders, last = name.split("/")
    with suppress(OSError), open_folder(home, (*folders, *subfolders)) as folder:
        exchange(folder, kept, last)
        os.unlink(kept, dir_fd=folder)


def mark_of(name: str) -> str:
    """Return what stands in the name of a temporary file for the file that it is to become."""
    return hashlib.sha256(name.rpartition("/")[2].encode("utf-8", "surrogateescape")).hexdigest()[:16]


def hash_of_bytes(data: bytes) -> str:
    """Return the SHA-256 of `data` in hex: equal to the hash of a revision whose text it is."""
    return hashlib.sha256(data).hexdigest()


def _put(folder: int, name: str, data: bytes, expected: str | None) -> Put | Refused | Moving:
    token = secrets.token_hex(16)
    part, whole = f"{TEMPORARY}{token}{PART}", f"{TEMPORARY}{mark_of(name)}-{token}{WHOLE}"
    descriptor = os.open(part, NEW_FILE, 0o600, dir_fd=folder)
    try:
        try:
            _write_all(descriptor, data)
            os.fsync(descriptor)
            os.rename(part, whole, src_dir_fd=folder, dst_dir_fd=folder)
            is_exchanged = _replace(folder, whole, name, has_one=expected is not None)
        except OSError as error:
            for temporary in (part, whole):
                with suppress(OSError):
                    os.unlink(temporary, dir_fd=folder)
            if isinstance(error, FileExistsError | FileNotFoundError):
                return Moving()
            raise
        os.fsync(folder)
        left = _look_at_left(folder, whole, name, expected) if is_exchanged and expected is not None else None
        return left if isinstance(left, Refused) else Put(Stat.of(os.fstat(descriptor)), left)
    finally:
        os.close(descriptor)


def _replace(folder: int, whole: str, name: str, *, has_one: bool) -> bool:
    """Give the whole file its name and return whether the file it replaced stands under the temporary one now."""
    if not has_one:
        rename_new(folder, whole, name)
        return False
    if exchange(folder, whole, name):
        return True
    os.rename(whole, name, src_dir_fd=folder, dst_dir_fd=folder)
    return False


def _look_at_left(folder: int, whole: str, name: str, expected: str) -> Left | Refused:
    """See what the exchange took out. What is no plain file goes back where it was."""
    try:
        descriptor = os.open(whole, PLAIN_FILE, dir_fd=folder)
    except OSError:
        return _take_back(folder, whole, name)
    seen = _read_settled(descriptor)
    if not isinstance(seen, Found):
        os.close(descriptor)
        return _take_back(folder, whole, name)
    is_expected = hash_of_bytes(seen.data) == expected
    if is_expected:
        os.unlink(whole, dir_fd=folder)
    return Left(descriptor, seen.data, seen.stat, None if is_expected else whole)


def _take_back(folder: int, whole: str, name: str) -> Refused:
    exchange(folder, whole, name)
    os.unlink(whole, dir_fd=folder)
    seen = read_in(folder, name)
    return seen if isinstance(seen, Refused) else Refused(Wrong.UNREADABLE)


def _read_settled(descriptor: int) -> Seen:
    """Return the content once it has stopped changing, or after a second as it is then. Called in a thread."""
    before: Seen | None = None
    for _ in range(_SETTLE_TIMES):
        seen = read_open(descriptor)
        if isinstance(seen, Refused) or (isinstance(seen, Found) and before == seen):
            return seen
        if isinstance(seen, Found) and before is None and seen.stat.size:
            return seen
        before = seen
        time.sleep(_SETTLE_SECONDS)
    return before if before is not None else Moving()


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
