"""Serves the pages' own files under an address that names their content, so that a browser may keep them for good."""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Response

from morrow.errors import NotFound

FOLDER = Path(__file__).parent / "static"
KEPT = "public, max-age=31536000, immutable"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

router = APIRouter(prefix="/assets")


@router.get("/{version}/{name:path}")
async def asset(version: str, name: str) -> Response:
    """Return one file; an address of another version still finds it, but is not kept."""
    content = files().get(name)
    if content is None:
        raise NotFound(f"{name!r}: there is no such file")
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    caching = KEPT if version == tree_hash() else "no-store"
    return Response(content, media_type=kind, headers={"Cache-Control": caching})


def address_of(name: str) -> str:
    """Return where a file is served. Raises NotFound for one that is not there."""
    if name not in files():
        raise NotFound(f"{name!r}: there is no such file")
    return f"/assets/{tree_hash()}/{name}"


@cache
def files() -> dict[str, bytes]:
    """Return every file by its name, read once."""
    found = (path for path in sorted(FOLDER.rglob("*")) if path.is_file())
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in found}


@cache
def tree_hash() -> str:
    """Return what names the content of all files: modules import each other by relative names, so it is one for all."""
    whole = hashlib.sha256()
    for name, content in files().items():
        whole.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return whole.hexdigest()[:12]
