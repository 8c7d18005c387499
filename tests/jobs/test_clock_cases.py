# ruff: noqa: E501 - one line a case
"""Whatever the clock, the zone and the schedule do, each local date is dreamt once: one line a case."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from morrow import Memory, Owner
from morrow.jobs.table import run as runs
from morrow.settings import load_settings
from morrow.testing import Clock

THREE = "0 0 3 * * ?"
HALF_PAST = "0 30 3 * * ?"
Step = str | tuple[str, str]


def hourly(start: str, hours: int, *, every: int = 3) -> list[Step]:
    """Return looks every few hours from `start` on."""
    first = datetime.fromisoformat(start)
    return [(first + timedelta(hours=n)).isoformat() for n in range(0, hours + 1, every)]


def days(*dates: str) -> list[str]:
    return [f"2026-{date}" if len(date) == 5 else date for date in dates]


# name, zone, cron, looks and changes in order, the dates that are dreamt
CASES: list[tuple[str, str, str, list[Step], list[str]]] = [
    ("plain days", "UTC", THREE, hourly("2026-04-09T00:00+00:00", 48), days("04-08", "04-09", "04-10")),
    ("just before", "UTC", THREE, ["2026-04-09T02:59:59+00:00"], days("04-08")),
    ("just at", "UTC", THREE, ["2026-04-09T03:00:00+00:00"], days("04-09")),
    ("asked ten times", "UTC", THREE, ["2026-04-09T03:00:01+00:00"] * 10, days("04-09")),
    ("spring, 03:00", "Europe/Helsinki", THREE, hourly("2026-03-28T01:30+00:00", 48, every=1), days("03-28", "03-29", "03-30")),
    ("spring, 03:30", "Europe/Helsinki", HALF_PAST, hourly("2026-03-28T01:30+00:00", 48, every=1), days("03-28", "03-29", "03-30")),
    ("spring, before the jump", "Europe/Helsinki", THREE, ["2026-03-28T02:00+00:00", "2026-03-29T00:59:59+00:00"], days("03-28")),
    ("spring, at the jump", "Europe/Helsinki", HALF_PAST, ["2026-03-28T02:00+00:00", "2026-03-29T01:00+00:00"], days("03-28", "03-29")),
    ("autumn, 03:00", "Europe/Helsinki", THREE, hourly("2026-10-24T00:10+00:00", 49, every=1), days("10-24", "10-25", "10-26")),
    ("autumn, 03:30", "Europe/Helsinki", HALF_PAST, hourly("2026-10-24T00:40+00:00", 49, every=1), days("10-24", "10-25", "10-26")),
    ("autumn, both threes", "Europe/Helsinki", THREE, ["2026-10-25T00:00+00:00", "2026-10-25T01:00+00:00"], days("10-25")),
    ("New York, spring", "America/New_York", "0 30 2 * * ?", hourly("2026-03-07T08:00+00:00", 48), days("03-07", "03-08", "03-09")),
    ("New York, autumn", "America/New_York", "0 30 1 * * ?", hourly("2026-10-31T06:00+00:00", 49, every=1), days("10-31", "11-01", "11-02")),
    ("half an hour, spring", "Australia/Lord_Howe", "0 15 2 * * ?", hourly("2026-10-02T17:00+00:00", 48), days("10-03", "10-04", "10-05")),
    ("half an hour, autumn", "Australia/Lord_Howe", "0 45 1 * * ?", hourly("2026-04-03T16:00+00:00", 48), days("04-04", "04-05", "04-06")),
    ("midnight lost", "Africa/Cairo", "0 30 0 * * ?", hourly("2026-04-22T23:00+00:00", 48), days("04-23", "04-24", "04-25")),
    ("late in Cairo's autumn", "Africa/Cairo", "0 30 23 * * ?", hourly("2026-10-28T22:00+00:00", 48), days("10-28", "10-29", "10-30")),
    ("Shanghai", "Asia/Shanghai", THREE, hourly("2026-04-08T19:00+00:00", 48), days("04-09", "04-10", "04-11")),
    ("Kathmandu", "Asia/Kathmandu", THREE, hourly("2026-04-08T21:15+00:00", 24), days("04-09", "04-10")),
    ("first of all zones", "Pacific/Kiritimati", THREE, hourly("2026-04-08T13:00+00:00", 24), days("04-09", "04-10")),
    ("last of all zones", "Pacific/Pago_Pago", THREE, hourly("2026-04-09T14:00+00:00", 24), days("04-09", "04-10")),
    ("year end", "UTC", THREE, hourly("2026-12-31T03:00+00:00", 48), ["2026-12-31", "2027-01-01", "2027-01-02"]),
    ("year end, east", "Pacific/Kiritimati", THREE, hourly("2026-12-30T13:00+00:00", 24), ["2026-12-31", "2027-01-01"]),
    ("leap day", "UTC", THREE, hourly("2028-02-28T03:00+00:00", 48), ["2028-02-28", "2028-02-29", "2028-03-01"]),
    ("no leap day", "UTC", THREE, hourly("2027-02-28T03:00+00:00", 24), ["2027-02-28", "2027-03-01"]),
    ("clock set back an hour", "UTC", THREE, ["2026-04-09T03:10+00:00", "2026-04-09T02:10+00:00", "2026-04-09T03:10+00:00"], days("04-08", "04-09")),
    ("clock set back two days", "UTC", THREE, [*hourly("2026-04-09T03:00+00:00", 48), *hourly("2026-04-09T03:00+00:00", 48)], days("04-09", "04-10", "04-11")),
    ("clock set forward over the night", "UTC", THREE, ["2026-04-09T03:00+00:00", "2026-04-10T02:00+00:00", "2026-04-10T07:00+00:00"], days("04-09", "04-10")),
    ("down for the night", "UTC", THREE, ["2026-04-09T22:00+00:00"], days("04-09")),
    ("down for a day", "UTC", THREE, ["2026-04-10T02:59+00:00"], days("04-09")),
    ("down for a week", "UTC", THREE, ["2026-04-09T03:00+00:00", "2026-04-16T12:00+00:00"], days("04-09", "04-16")),
    ("another cron after the night", "UTC", THREE, ["2026-04-09T03:00+00:00", ("cron", "0 0 5 * * ?"), "2026-04-09T05:00+00:00", "2026-04-10T05:00+00:00"], days("04-09", "04-10")),
    ("an earlier cron before it", "UTC", "0 0 5 * * ?", ["2026-04-08T05:00+00:00", "2026-04-09T04:00+00:00", ("cron", THREE), "2026-04-09T04:01+00:00", "2026-04-09T05:00+00:00"], days("04-08", "04-09")),
    ("cron changed and back", "UTC", THREE, ["2026-04-09T03:00+00:00", ("cron", "0 0 23 * * ?"), "2026-04-09T12:00+00:00", ("cron", THREE), "2026-04-10T03:00+00:00"], days("04-08", "04-09", "04-10")),
    ("moved west after the night", "Asia/Shanghai", THREE, ["2026-04-08T19:00+00:00", ("zone", "America/Los_Angeles"), *hourly("2026-04-08T20:00+00:00", 48)], days("04-08", "04-09", "04-10")),
    ("moved east after the night", "America/Los_Angeles", THREE, ["2026-04-09T10:00+00:00", ("zone", "Asia/Shanghai"), *hourly("2026-04-09T11:00+00:00", 36)], days("04-09", "04-10", "04-11")),
    ("moved over the date line", "Pacific/Pago_Pago", THREE, ["2026-04-09T14:00+00:00", ("zone", "Pacific/Kiritimati"), *hourly("2026-04-09T15:00+00:00", 30)], days("04-09", "04-10", "04-11")),
    ("switched off and on again", "UTC", THREE, ["2026-04-09T03:00+00:00", ("enabled", "no"), *hourly("2026-04-09T12:00+00:00", 24), ("enabled", "yes"), "2026-04-10T13:00+00:00"], days("04-09", "04-10")),
    ("Sundays are 1", "UTC", "0 0 3 ? * 1", hourly("2026-04-09T00:00+00:00", 120, every=6), days("04-12")),
    ("last of the month", "UTC", "0 0 3 L * ?", hourly("2026-04-29T00:00+00:00", 72, every=6), days("04-30")),
    ("several times a day are the earliest", "UTC", "0 0 3,15 * * ?", hourly("2026-04-09T03:00+00:00", 24), days("04-09", "04-10")),
    ("a date that the zone never had", "Pacific/Apia", THREE, hourly("2011-12-28T13:00+00:00", 72), ["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01"]),
]  # fmt: skip


async def _dreamt(memory: Memory) -> list[str]:
    async with memory.parts.store.read_all() as connection:
        rows = await connection.execute(
            select(runs.c.scheduled_date).where(runs.c.scheduled_date.is_not(None), runs.c.scope == "PERSONAL")
        )
        return sorted(str(day) for day in rows.scalars())


@pytest.mark.parametrize(("zone", "cron", "steps", "dates"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
async def test_each_local_date_is_dreamt_once(
    tmp_path: Path, zone: str, cron: str, steps: list[Step], dates: list[str]
) -> None:
    clock = Clock("2011-01-01T00:00:00+00:00")
    settings = load_settings(None, environ={}, overrides={"server.zone": "UTC", "mate.memory.mirror.enabled": False})
    own = {"cron": cron, "zone": zone, "enabled": "yes"}
    async with Memory.open(tmp_path / "home", clock=clock, settings=settings) as memory:
        agent = memory.agent()
        await agent.record("Hm.", owner=Owner.user("ada"))
        for step in [("zone", zone), *steps]:
            if isinstance(step, tuple):
                own[step[0]] = step[1]
                await agent.set_schedule(cron=own["cron"], zone=own["zone"], enabled=own["enabled"] == "yes")
            else:
                clock.set(step)
                await memory.tick()

        assert await _dreamt(memory) == dates
