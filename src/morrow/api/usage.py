"""The route of usage: what calls to models took, one's own or everyone's."""

from datetime import date
from typing import Annotated, Literal, Self

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from morrow.api.caller import Asking, OpenMemory
from morrow.api.rights import needs
from morrow.api.shapes import Answer
from morrow.owners import Owner
from morrow.roster.roles import Act
from morrow.usage.sums import By, Sum

router = APIRouter(prefix="/usage", tags=["usage"])


class UsageQuery(BaseModel):
    """What is added up."""

    by: Annotated[list[By] | None, Field(description="What the sums are told apart by; day if left out")] = None
    whose: Annotated[Literal["own", "all"], Field(description="One's own, or everyone's: for admins")] = "own"
    since: Annotated[date | None, Field(description="The first day", examples=["2026-04-01"])] = None
    until: Annotated[date | None, Field(description="The last day", examples=["2026-04-30"])] = None
    agent: Annotated[str | None, Field(description="With whose=all: of this agent only")] = None
    owner: Annotated[str | None, Field(description="With whose=all: of this owner only", examples=["user:7"])] = None


class SumOut(Answer):
    """What calls of one sort took; what the sums are not told apart by is left empty."""

    day: date | None
    agent: str
    owner_key: str
    job: str
    provider: str
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    estimated_calls: int = Field(description="Calls whose tokens no server counted")
    cost: float | None = Field(description="None where no price is set")
    currency: str

    @classmethod
    def of(cls, found: Sum) -> Self:
        """Return the shape of one sum."""
        names = ("day", "agent", "job", "provider", "model", "calls", "prompt_tokens", "completion_tokens")
        more = ("estimated_calls", "cost", "currency")
        return cls(owner_key=found.owner, **{name: getattr(found, name) for name in (*names, *more)})


class UsageOut(Answer):
    """Sums of what calls took, the newest day first."""

    usage: list[SumOut]


@router.get("", summary="What calls to models took", openapi_extra=needs(Act.OWN_MEMORY))
async def usage(memory: OpenMemory, asking: Asking, wanted: Annotated[UsageQuery, Query()]) -> UsageOut:
    """Return tokens and cost, never what was said. `whose=all` takes an admin."""
    by, first, last = wanted.by or [By.DAY], wanted.since, wanted.until
    if wanted.whose == "own":
        found = await memory.usage.own(asking.owner, by=by, first=first, last=last)
    else:
        asking.identity.demand(Act.ADMINISTER)
        asking.identity.demand_whole("everyone's usage")
        owner = None if wanted.owner is None else Owner.parse(wanted.owner)
        found = await memory.usage.everything(by=by, first=first, last=last, agent=wanted.agent, owner=owner)
    return UsageOut(usage=[SumOut.of(one) for one in found])
