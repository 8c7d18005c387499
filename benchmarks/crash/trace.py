"""Reads a system call trace of the writer as the operations that reach a disk: writes, syncs, names. Needs strace."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_CALLS = (
    "openat,creat,pwrite64,write,pwritev,writev,fsync,fdatasync,ftruncate,fallocate,rename,renameat,renameat2,"
    "unlink,unlinkat,link,linkat,mkdir,mkdirat"
)
_LINE = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+)")
_HEX = re.compile(r"\\x([0-9a-f]{2})")
_FD = re.compile(r"(?:\d+|AT_FDCWD)<([^>]*)>")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Operation:
    """One effect: `write`, `truncate`, `sync`, `create`, `mkdir`, `rename`, `exchange`, `link` or `unlink`.

    Paths are relative to the traced folder; `offset` of a write is -1 at the end of the file.
    """

    kind: str
    path: str
    other: str = ""
    offset: int = -1
    data: bytes = b""


def has_strace() -> bool:
    """Whether a trace can be made here."""
    return shutil.which("strace") is not None


def trace(base: Path, versions: int) -> list[Operation]:
    """Run the writer for `versions` writes in `base` and return what it did to the disk, in order."""
    log = base.with_name(base.name + ".trace")
    strace = ["strace", "-f", "-y", "-xx", "-s", "4000000", "-e", f"trace={_CALLS}", "-o", str(log)]
    writer = [sys.executable, "-m", "benchmarks.crash.writer", str(base), str(versions)]
    subprocess.run([*strace, *writer], check=True)  # noqa: S603 - our own command
    with log.open(errors="replace") as lines:
        return [operation for line in _whole(lines) for operation in _read(line, str(base))]


def _whole(lines: object) -> list[str]:
    """Return the calls as one line each, in the order in which they ended; another thread may cut in."""
    begun: dict[str, str] = {}
    whole = []
    for line in lines:  # type: ignore[attr-defined]
        pid, _, rest = line.rstrip("\n").partition(" ")
        rest = rest.lstrip()
        if rest.endswith("<unfinished ...>"):
            begun[pid] = rest.removesuffix("<unfinished ...>").rstrip()
        elif rest.startswith("<... "):
            whole.append(begun.pop(pid, "") + rest.partition(" resumed>")[2])
        else:
            whole.append(rest)
    return whole


def _read(line: str, base: str) -> list[Operation]:
    match = _LINE.match(line)
    if match is None or int(match[3]) < 0:
        return []
    call, arguments, result = match[1], match[2], int(match[3])
    if call in ("pwrite64", "write", "fsync", "fdatasync", "ftruncate"):
        return _on_descriptor(call, arguments, result, base)
    if call in ("pwritev", "writev", "fallocate"):
        path = _inside(_descriptor_path(arguments), base)
        if path is not None:
            raise ValueError(f"{call} on {path}: this trace cannot be replayed")
        return []
    return _on_names(call, arguments, base)


def _on_descriptor(call: str, arguments: str, result: int, base: str) -> list[Operation]:
    path = _inside(_descriptor_path(arguments), base)
    if path is None:
        return []
    if call in ("fsync", "fdatasync"):
        return [Operation("sync", path)]
    if call == "ftruncate":
        return [Operation("truncate", path, offset=int(arguments.rsplit(", ", 1)[1]))]
    data = _text(_STRING.search(arguments))[:result]
    offset = int(arguments.rsplit(", ", 1)[1]) if call == "pwrite64" else -1
    return [Operation("write", path, offset=offset, data=data)]


def _on_names(call: str, arguments: str, base: str) -> list[Operation]:
    paths = [_inside(path, base) for path in _paths(arguments)]
    if not paths or paths[0] is None:
        return []
    first, second = paths[0], paths[1] if len(paths) > 1 else None
    if call in ("openat", "creat"):
        made = [Operation("create", first)] if "O_CREAT" in arguments else []
        return [*made, *([Operation("truncate", first, offset=0)] if "O_TRUNC" in arguments else [])]
    if call.startswith("mkdir"):
        return [Operation("mkdir", first)]
    if call.startswith("unlink"):
        return [Operation("unlink", first)]
    kind = "exchange" if "RENAME_EXCHANGE" in arguments else "link" if call.startswith("link") else "rename"
    return [Operation(kind, first, second or "")]


def _paths(arguments: str) -> list[str]:
    """Return the paths named in a call, each joined to the folder that its descriptor stands for."""
    parts = re.findall(r'(?:(?:\d+|AT_FDCWD)<([^>]*)>, )?"((?:\\x[0-9a-f]{2})*)"', arguments)
    return [os.path.join(_plain(folder), _text_of(name)) for folder, name in parts]


def _descriptor_path(arguments: str) -> str:
    match = _FD.match(arguments)
    return _plain(match[1]) if match else ""


def _inside(path: str, base: str) -> str | None:
    path = path.removesuffix(" (deleted)")
    return os.path.relpath(path, base) if path == base or path.startswith(base + "/") else None


def _plain(text: str) -> str:
    return _text_of(text) if "\\x" in text else text


def _text_of(text: str) -> str:
    return _bytes(text).decode("utf-8", "surrogateescape")


def _text(match: re.Match[str] | None) -> bytes:
    return _bytes(match[1]) if match else b""


def _bytes(text: str) -> bytes:
    return bytes.fromhex("".join(_HEX.findall(text)))
