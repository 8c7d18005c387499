"""Reads `morrow.yaml` into flat keys, and changes one value in it in place. What the keys mean is not known here."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from morrow.errors import InvalidSetting

FILE_NAME = "morrow.yaml"
MAX_BYTES = 1_000_000
MAX_DEPTH = 20


def read_text(path: Path) -> str:
    """Return the text of the settings file at `path`, empty without one. Raises InvalidSetting if it is unreadable."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise InvalidSetting(f"{path}: the settings cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise InvalidSetting(f"{path}: a settings file has at most {MAX_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidSetting(f"{path}: the file is not UTF-8 (byte {error.start})") from error


def flat_keys(text: str, *, source: Path) -> dict[str, object]:
    """Return the dotted keys of a YAML text with their values; `a: {b: 1}` and `a.b: 1` are the same.

    `source` is named in errors. Raises InvalidSetting for a text that is no YAML mapping, or sets a key twice.
    """
    import yaml  # noqa: PLC0415  most starts find no file

    try:
        tree = yaml.load(text, Loader=_loader())  # noqa: S506  a SafeLoader that refuses doubled keys
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise InvalidSetting(f"{source}: this is no YAML: {' '.join(str(error).split())}") from error
    if tree is None:
        return {}
    if not isinstance(tree, dict):
        raise InvalidSetting(
            f"{source}: the file holds no settings; write lines such as `mate.memory.cooldown-minutes: 5`"
        )
    found: dict[str, object] = {}
    for key, value in flattened(tree, source=str(source)):
        if key in found:
            raise InvalidSetting(f"{source}: {key} is set twice")
        found[key] = value
    return found


def flattened(
    tree: dict[Any, object], *, source: str, prefix: str = "", depth: int = 0
) -> Iterator[tuple[str, object]]:
    """Yield (dotted key, value) for every leaf of a nested mapping; an empty mapping is a leaf of value None."""
    if depth > MAX_DEPTH:
        raise InvalidSetting(f"{source}: {prefix[:80]} is nested more than {MAX_DEPTH} deep")
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict) and value:
            yield from flattened(value, source=source, prefix=f"{key}.", depth=depth + 1)
        else:
            yield key, None if value == {} else value


def changed(text: str, *, written: str | None, key: str, value: str) -> str:
    """Return the YAML `text` with one value replaced, or added at the end; comments and all else stay as they are.

    `written` is the dotted key as the text spells it, None if it does not stand there. `value` is YAML on one line.
    """
    span = None if written is None else _span(text, written.split("."))
    if span is None:
        body = text if not text or text.endswith("\n") else f"{text}\n"
        return f"{body}{key}: {value}\n"
    return f"{text[: span[0]]} {value}{text[span[1] :]}"


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path` so that a crash leaves the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _span(text: str, names: list[str]) -> tuple[int, int] | None:
    """Return where the value of the key made of `names` stands, from behind its colon, or None if it is not there."""
    import yaml  # noqa: PLC0415  as above

    def search(node: Any, rest: list[str]) -> tuple[int, int] | None:
        for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
            parts = str(key.value).split(".")
            if parts == rest:
                colon = text.index(":", key.end_mark.index) + 1
                return colon, colon + len(text[colon : _end(value)].rstrip())
            if parts == rest[: len(parts)] and (found := search(value, rest[len(parts) :])):
                return found
        return None

    return search(yaml.compose(text, Loader=yaml.SafeLoader), names)


def _end(node: Any) -> int:
    """Return where a value ends; a block list ends with its last item, not with the comments behind it."""
    is_block_list = node.id == "sequence" and not node.flow_style and node.value
    end: int = (node.value[-1] if is_block_list else node).end_mark.index
    return end


def _loader() -> Any:
    import yaml  # noqa: PLC0415  as above

    class Loader(yaml.SafeLoader):
        """Refuses a key that stands twice in one mapping, which YAML libraries let pass in silence."""

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            names = [str(key.value) for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
            for name in names:
                if names.count(name) > 1:
                    raise yaml.constructor.ConstructorError(None, None, f"{name} is set twice", node.start_mark)
            return super().construct_mapping(node, deep=deep)

    return Loader
