"""The JSON of a morning: the card, how full memory is, what dreams cost, and the first steps."""

from typing import Annotated, Self

from pydantic import Field

from morrow.agent.today import Today
from morrow.api.report_shapes import CardOut, StatusOut, UsageOut
from morrow.api.shapes import Answer


class BudgetOut(Answer):
    """How many characters of a document are told in every turn, of how many (0: no limit)."""

    document: Annotated[str, Field(examples=["MEMORY.md"])]
    characters: int
    limit: int


class StepsOut(Answer):
    """What has been done of the four things that begin a memory."""

    talked: bool
    imported: bool
    dreamt: bool
    has_model: bool


class MonthOut(Answer):
    """How many dreams the present month had, and what they took."""

    dreams: int
    usage: UsageOut


class TodayOut(Answer):
    """One owner's morning; `card` is null before the first dream."""

    card: CardOut | None
    is_seen: Annotated[bool, Field(description="Whether the card was taken off already")]
    dreaming: StatusOut
    budgets: list[BudgetOut]
    month: MonthOut
    inbox: int
    steps: StepsOut

    @classmethod
    def of(cls, today: Today) -> Self:
        """Return the shape of a morning."""
        return cls(
            card=None if today.card is None else CardOut.model_validate(today.card),
            is_seen=today.is_seen,
            dreaming=StatusOut.of(today.dreaming),
            budgets=[BudgetOut.model_validate(budget) for budget in today.budgets],
            month=MonthOut.model_validate(today.month),
            inbox=today.inbox,
            steps=StepsOut.model_validate(today.steps),
        )
