"""A meter over both stores, and an agent whose calls it books."""

from datetime import UTC, datetime

import pytest

from morrow.models.usage import Payer
from morrow.settings.tree import ModelSettings, ModelsSettings
from morrow.store import Store
from morrow.testing import Clock
from morrow.usage.metered import Meter

NOON = datetime(2026, 4, 9, 12, tzinfo=UTC)
ADA, BO = Payer("agent-1", "user:ada", "chat"), Payer("agent-1", "user:bo", "chat")
PRICED = ModelSettings(provider="openai", model="m-1", price_prompt=2.0, price_completion=8.0, price_currency="EUR")


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


def meter_of(store: Store, clock: Clock, *, agent: int = 0, owner: int = 0, zone: str = "UTC") -> Meter:
    models = ModelsSettings(chat=PRICED, daily_tokens_per_agent=agent, daily_tokens_per_owner=owner)
    return Meter(store, models, clock, zone)
