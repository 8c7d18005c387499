"""Routes that say whether the process lives and can work; no memory is read."""

from fastapi import APIRouter

from morrow.api.caller import OpenMemory
from morrow.api.rights import open_to_all
from morrow.api.shapes import Answer

router = APIRouter(tags=["health"])


class Health(Answer):
    """How the process is."""

    status: str


@router.get("/healthz", summary="Is the process alive?", openapi_extra=open_to_all())
async def healthz() -> Health:
    """Answer as long as the process runs."""
    return Health(status="ok")


@router.get("/readyz", summary="Can it work?", openapi_extra=open_to_all())
async def readyz(memory: OpenMemory) -> Health:
    """Answer 200 when the store answers, else 503 with the reason."""
    await memory.agents()
    return Health(status="ready")
