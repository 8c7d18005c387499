"""Adds up what calls took, by day, agent, owner, job or model, for whoever may see it. Books nothing."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import Integer, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.usage.table import usage


class By(StrEnum):
    """What the sums are told apart by."""

    DAY = "day"
    AGENT = "agent"
    OWNER = "owner"
    JOB = "job"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Sum:
    """What calls of one sort took; `cost` is None where no price was known. A sort that is not told apart is empty.

    `estimated_calls` are those whose tokens no server counted. Shared memory has an empty `owner`.
    """

    day: date | None
    agent: str
    owner: str
    job: str
    provider: str
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    estimated_calls: int
    cost: float | None
    currency: str


async def sums(
    connection: AsyncConnection, *, by: Collection[By], first: date | None = None, last: date | None = None,
    agent: str | None = None, owner: str | None = None,
) -> list[Sum]:  # fmt: skip
    """Return the sums over what `connection` may see, the newest day first; each currency has a sum of its own."""
    c = usage.c
    columns = {By.DAY: (c.day,), By.AGENT: (c.agent,), By.OWNER: (c.owner,), By.JOB: (c.job,),
               By.MODEL: (c.provider, c.model)}  # fmt: skip
    chosen = [column for one in By if one in by for column in columns[one]]
    limits = ((c.day.__ge__, first), (c.day.__le__, last), (c.agent.__eq__, agent), (c.owner.__eq__, owner))
    statement = (
        select(
            *chosen, c.currency, func.count().label("calls"), func.sum(c.prompt_tokens).label("prompt_tokens"),
            func.sum(c.completion_tokens).label("completion_tokens"),
            func.sum(cast(c.is_estimated, Integer)).label("estimated_calls"), func.sum(c.cost).label("cost"),
        )
        .where(*(holds(wanted) for holds, wanted in limits if wanted is not None))
        .group_by(*chosen, c.currency)
    )  # fmt: skip
    return in_order([_sum(dict(row._mapping)) for row in await connection.execute(statement)])


def in_order(found: Iterable[Sum]) -> list[Sum]:
    """Return sums the newest day first, then by their names."""
    return sorted(found, key=lambda one: (-(one.day or date.min).toordinal(), one.agent, one.owner, one.job, one.model))


def _sum(row: dict[str, Any]) -> Sum:
    return Sum(
        day=row.get("day"),
        agent=row.get("agent", ""),
        owner=row.get("owner", ""),
        job=row.get("job", ""),
        provider=row.get("provider", ""),
        model=row.get("model", ""),
        calls=row["calls"],
        prompt_tokens=int(row["prompt_tokens"]),
        completion_tokens=int(row["completion_tokens"]),
        estimated_calls=int(row["estimated_calls"]),
        cost=row["cost"],
        currency=row["currency"],
    )
