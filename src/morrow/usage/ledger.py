"""Books what calls take, and reserves it before they are made: two processes never take the same last tokens."""

from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.models.chat import Request
from morrow.models.usage import Budget, Payer, Reservation, Spent, UsageRow, reserve
from morrow.owners import Bucket, Owner
from morrow.store import bucket_values
from morrow.store.ids import new_id
from morrow.store.statements import hold
from morrow.usage.table import usage, usage_reservation

LONGEST_CALL = timedelta(hours=2)  # longer than any call with its retries; what is reserved by a dead process ends then


async def set_aside(
    connection: AsyncConnection, request: Request, *, payer: Payer, day: date, budget: Budget, now: datetime
) -> tuple[str, Reservation]:
    """Reserve what a call may take and return the reservation with its id; the caller's transaction has to commit.

    Raises BudgetExceeded, naming the limit, if a budget of that day has no room for it.
    """
    own = budget if payer.owner else Budget(per_agent=budget.per_agent)
    await hold(connection, [f"usage|{payer.agent}", f"usage||{payer.owner}"])
    spent = await spent_on(connection, payer, day, now=now)
    reservation = reserve(request, payer=payer, day=day, budget=own, spent=spent)
    made = new_id(now)
    values = {"id": made, "tokens": reservation.tokens, "day": day, "until": now + LONGEST_CALL}
    await connection.execute(insert(usage_reservation).values(**values, **_bucket(payer)))
    return made, reservation


async def give_back(connection: AsyncConnection, reservation: str) -> None:
    """Take a reservation away: its call took nothing, or what it took is booked."""
    await connection.execute(delete(usage_reservation).where(usage_reservation.c.id == reservation))


async def book(connection: AsyncConnection, row: UsageRow) -> None:
    """Write down what one call took."""
    await connection.execute(
        insert(usage).values(
            id=new_id(row.at), job=row.payer.job, provider=row.provider, model=row.model,
            prompt_tokens=row.prompt_tokens, completion_tokens=row.completion_tokens, is_estimated=row.is_estimated,
            cost=row.cost, currency=row.currency, at=row.at, day=row.day, **_bucket(row.payer),
        )
    )  # fmt: skip


async def spent_on(connection: AsyncConnection, payer: Payer, day: date, *, now: datetime) -> Spent:
    """Return the tokens of a day that the payer's agent and owner have used or reserved."""
    return Spent(
        by_agent=await _tokens(connection, day, now, agent=payer.agent),
        by_owner=await _tokens(connection, day, now, owner=payer.owner) if payer.owner else 0,
    )


async def _tokens(connection: AsyncConnection, day: date, now: datetime, **whose: str) -> int:
    total = 0
    for table, amount in (
        (usage, usage.c.prompt_tokens + usage.c.completion_tokens),
        (usage_reservation, usage_reservation.c.tokens),
    ):
        mine: list[Any] = [table.c[name] == value for name, value in whose.items()]
        if table is usage_reservation:
            mine.append(usage_reservation.c.until > now)
        counted = select(func.coalesce(func.sum(amount), 0)).where(table.c.day == day, *mine)
        total += int((await connection.execute(counted)).scalar_one())
    return total


def _bucket(payer: Payer) -> dict[str, Any]:
    bucket = Bucket.personal(payer.agent, Owner(payer.owner)) if payer.owner else Bucket.team(payer.agent)
    return bucket_values(bucket)
