"""Talk, extract, sleep, dream, wake, card, and the next question."""

from tests.journeys.living import evening, say, sleep, text_of

from morrow import Memory, Owner
from morrow.dreaming.report import Outcome, Status
from morrow.testing import Clock

ADA = Owner.user("ada")


async def test_what_was_said_over_days_is_found_on_the_morning_after_a_night(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    for day in range(3):
        await say(agent, ADA, "I am training for the Lisbon marathon.", conversation=f"day {day}", clock=clock)
        await evening(memory, clock)
        await sleep(memory, clock)

    card = await agent.cards.newest(owner=ADA, lang="en")
    [hit, *_] = await agent.recall("What am I training for?", owner=ADA)

    assert card is not None
    assert [entry.text for entry in card.entries] == ["I am training for the Lisbon marathon."]
    assert "marathon" in await text_of(agent, ADA, "MEMORY.md")
    assert (hit.document, hit.text) == ("MEMORY.md", "I am training for the Lisbon marathon.")


async def test_a_quiet_night_says_why_there_is_nothing_new(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    await say(agent, ADA, "My sister Lin works at the harbour.", conversation="c", clock=clock)
    await evening(memory, clock)
    await sleep(memory, clock)
    await sleep(memory, clock)

    reports = await agent.dreams.reports(owner=ADA)
    card = await agent.cards.newest(owner=ADA, lang="zh")

    assert [report.status for report in reports] == [Status.SKIPPED, Status.COMPLETED]
    assert card is not None
    assert card.empty_reason
    assert not card.entries


async def test_a_night_writes_report_diary_and_memory_together(memory: Memory, clock: Clock) -> None:
    agent = memory.agent("mate")
    for day in range(3):
        await say(agent, ADA, "我习惯早上先写一个小时。", conversation=f"第{day}天", clock=clock)
        await evening(memory, clock)
        await sleep(memory, clock)

    [report, *_] = await agent.dreams.reports(owner=ADA)
    status = await agent.dreams.status(owner=ADA)

    assert [item.text for item in report.having(Outcome.PROMOTED)] == ["我习惯早上先写一个小时。"]
    assert "我习惯早上先写一个小时。" in report.diff
    assert "我习惯早上先写一个小时。" in status.diary_entry
    assert status.last_report == report
    assert status.next_run is not None
    assert status.next_run > clock()
