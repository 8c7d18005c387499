"""What a listener hears of a dream while it runs."""

from dataclasses import replace

from morrow import Memory, Owner
from morrow.dreaming.progress import DreamEvent, Happening, Step
from morrow.settings import load_settings
from morrow.testing import Clock

ADA = Owner.user("ada")
HERE = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}


async def test_a_dream_tells_its_beginning_its_steps_and_its_end(home: str) -> None:
    settings = load_settings(None, environ={}, overrides=HERE)
    heard: list[DreamEvent] = []
    async with Memory.open(home, clock=Clock("2026-03-02T12:00:00+00:00"), settings=settings) as memory:
        agent = memory.agent()
        await agent.record("I'm training for the Lisbon marathon in October.", owner=ADA)
        await memory.idle()
        agent = replace(agent, dreaming=replace(agent.dreaming, observe=heard.append))

        report = await agent.dream(owner=ADA)

    assert [event.happening for event in heard] == [Happening.STARTED, Happening.PROGRESS, Happening.COMPLETED]
    assert {(event.run, event.bucket.owner) for event in heard} == {(report.id, "user:ada")}
    assert heard[1].step is Step.LOOK
    assert [event.happening.is_end for event in heard] == [False, False, True]
