"""Renames that lose nothing: exchange two names at once, or refuse to replace. Falls back where a system cannot."""

import ctypes
import errno
import os
import sys

_NO_REPLACE = 1
_EXCHANGE = 2
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP})


def exchange(folder: int, first: str, second: str) -> bool:
    """Exchange two names in an open folder and return True; False if this system or disk cannot. Raises OSError."""
    return _renameat2(folder, first, second, _EXCHANGE)


def rename_new(folder: int, source: str, target: str) -> None:
    """Rename `source` to `target`, which must not be there. Raises FileExistsError if it is, OSError."""
    if _renameat2(folder, source, target, _NO_REPLACE):
        return
    os.link(source, target, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    os.unlink(source, dir_fd=folder)


def _renameat2(folder: int, source: str, target: str, flags: int) -> bool:
    if sys.platform != "linux":
        return False
    call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if call is None:
        return False
    if call(folder, os.fsencode(source), folder, os.fsencode(target), ctypes.c_uint(flags)) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), target)
