"""Removes the folders of buckets that are erased, without following a link. Decides nothing."""

import asyncio
import os
import shutil
import stat
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from morrow.documents.names import OWNERS_FOLDER
from morrow.writing.mirror.folder import open_folder

Folders = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Erasure:
    """The folders of buckets whose rows are about to be gone.

    Files go before the rows' deletion is committed: if that fails, rows without files are written out again, while
    files without rows would be taken in as new.
    """

    home: Path
    folders: Sequence[Folders]

    async def remove_files(self) -> int:
        """Remove the folders with all that is in them, and return how many files that were."""
        return sum([await asyncio.to_thread(_remove, self.home, folders) for folders in sorted(self.folders)[::-1]])


def _remove(home: Path, folders: Folders) -> int:
    *above, last = folders
    try:
        with open_folder(home, tuple(above)) as folder:
            if stat.S_ISLNK(os.stat(last, dir_fd=folder, follow_symlinks=False).st_mode):
                os.unlink(last, dir_fd=folder)  # what stands behind a link is not ours
                return 1
            count = _count(folder, last)
            shutil.rmtree(last, dir_fd=folder)
    except FileNotFoundError:
        return 0
    _prune(home, folders)
    return count


def _count(folder: int, name: str) -> int:
    return sum(len(files) for _, _, files, _ in os.fwalk(name, dir_fd=folder, follow_symlinks=False))


def _prune(home: Path, folders: Folders) -> None:
    """Remove the folders above that only held the beginning of a long key."""
    for depth in range(len(folders) - 1, 0, -1):
        if folders[depth - 1] == OWNERS_FOLDER or OWNERS_FOLDER not in folders[:depth]:
            return
        with suppress(OSError), open_folder(home, folders[: depth - 1]) as folder:
            os.rmdir(folders[depth - 1], dir_fd=folder)
