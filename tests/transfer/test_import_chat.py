"""Importing chats into a real memory: once, with their nights, and as if it had listened all along."""

from collections.abc import AsyncIterator

import pytest
from tests.transfer.chats import CREW, as_file, line, text_of

from morrow import Memory, Owner
from morrow.errors import InvalidInput, NotFound
from morrow.jobs.ledger import Due, claim
from morrow.owners import Bucket
from morrow.settings import load_settings
from morrow.testing import Clock
from morrow.transfer.chat import Acknowledged, ChatImport, Imported, NightDreamt, import_chat
from morrow.transfer.nights import dream_night

ME, MARA, TOM = Owner.user("local"), Owner.channel("import", "Mara"), Owner.channel("import", "Tom")
GROUP = Owner.group("import", "crew")
HERE = {"server.zone": "UTC", "server.language": "en"}


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-04-01T12:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    settings = load_settings(None, environ={}, overrides=HERE)
    async with Memory.open(home, clock=clock, settings=settings) as opened:
        yield opened


async def bring(memory: Memory, text: str, **wanted: object) -> tuple[Imported, list[object]]:
    told: list[object] = []
    done = await import_chat(memory, as_file(text), ChatImport("crew", **wanted), progress=told.append)  # type: ignore[arg-type]
    return done, told


async def said(memory: Memory, owner: Owner, conversation: str = "kitchen") -> list[str]:
    return [message.text for message in await memory.agent().messages(conversation, owner=owner)]


async def test_every_line_is_recorded_on_its_own_date(memory: Memory) -> None:
    done, told = await bring(memory, text_of())

    messages = await memory.agent().messages("kitchen", owner=GROUP)
    assert [(m.text, m.at.isoformat(), m.speaker) for m in messages] == [
        (text, at, speaker) for conversation, speaker, text, at in CREW if conversation == "kitchen"
    ]
    assert (done.messages, done.recorded, done.conversations, done.nights) == (6, 6, 2, 0)
    assert done.owners == (GROUP, MARA, TOM)
    assert told == [Acknowledged(6, 6)]


async def test_what_each_speaker_says_becomes_that_speakers_memory(memory: Memory) -> None:
    await bring(memory, text_of())

    found, strange = [await memory.agent().recall("Siemens", owner=owner) for owner in (TOM, MARA)]
    assert [hit.owner for hit in found] == [TOM.key]
    assert strange == []


async def test_importing_again_changes_nothing(memory: Memory) -> None:
    await bring(memory, text_of(), with_nights=True)
    before = [await said(memory, GROUP), await files_of(memory, MARA), await files_of(memory, TOM)]

    done, told = await bring(memory, text_of(), with_nights=True)

    assert (done.recorded, done.nights) == (0, 0)
    assert told[0] == Acknowledged(6, 6)
    assert [await said(memory, GROUP), await files_of(memory, MARA), await files_of(memory, TOM)] == before


async def files_of(memory: Memory, owner: Owner) -> list[tuple[str, int, str]]:
    return [(d.name, d.version, d.text) for d in await memory.agent().documents.list(owner=owner)]


async def test_a_longer_copy_adds_the_new_lines(memory: Memory) -> None:
    await bring(memory, text_of(CREW[:4]))

    done, _ = await bring(memory, text_of())

    assert (done.messages, done.recorded) == (6, 2)
    assert await said(memory, GROUP) == [text for conversation, _, text, _ in CREW if conversation == "kitchen"]


async def test_a_line_that_changed_is_refused_and_nothing_is_written(memory: Memory) -> None:
    await bring(memory, text_of(CREW[:2]))
    changed = text_of([("kitchen", "Mara", "I moved to Porto in May.", CREW[0][3]), *CREW[1:]])

    with pytest.raises(InvalidInput, match="line 1: message 1 of the conversation 'kitchen'"):
        await bring(memory, changed)

    assert await said(memory, GROUP) == [CREW[0][2], CREW[1][2]]
    with pytest.raises(NotFound):
        await said(memory, GROUP, "office")


async def test_a_line_that_cannot_be_read_stops_before_anything_is_written(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="line 7"):
        await bring(memory, f"{text_of()}{{")

    with pytest.raises(NotFound):
        await said(memory, GROUP)


async def test_with_nights_what_was_said_on_several_days_becomes_memory(memory: Memory) -> None:
    done, told = await bring(memory, text_of(), with_nights=True)

    kept = await memory.agent().documents.read("MEMORY.md", owner=MARA)
    assert "Lisbon marathon" in kept.text
    assert all(entry.sources for entry in kept.entries)
    assert done.nights == 3
    assert [str(step.day) for step in told if isinstance(step, NightDreamt)] == [
        "2026-03-07", "2026-03-08", "2026-03-09",
    ]  # fmt: skip
    reports = await memory.agent().dreams.reports(owner=MARA)
    assert [report.started_at.isoformat() for report in reversed(reports)] == [
        f"2026-03-0{day}T03:00:00+00:00" for day in (7, 8, 9)
    ]


async def test_without_nights_nothing_is_dreamt(memory: Memory) -> None:
    await bring(memory, text_of())

    assert await memory.agent().dreams.reports(owner=MARA) == []
    assert (await memory.agent().documents.read("memory/2026-03-07.md", owner=MARA)).text


async def test_a_night_that_has_not_come_is_left_to_come(memory: Memory, clock: Clock) -> None:
    clock.set("2026-03-09T02:59:30+00:00")

    await bring(memory, text_of(), with_nights=True)

    assert len(await memory.agent().dreams.reports(owner=MARA)) == 2


async def test_an_import_leaves_everyone_elses_work_alone(memory: Memory) -> None:
    await memory.agent().record("I moved to Bergen in May.", "Nice.", owner=ME, at=Clock("2026-03-01T09:00Z")())

    await bring(memory, text_of(), with_nights=True)

    assert await memory.agent().dreams.reports(owner=ME) == []


async def test_an_import_that_died_in_a_night_is_gone_on_with(memory: Memory) -> None:
    await bring(memory, text_of(CREW[:3]))
    row = await memory.agent().row()
    bucket = Bucket.personal(row.id, MARA)
    dead = Due(f"dream|{bucket.key}|2026-03-07", "dream", bucket)
    async with memory.parts.store.write() as connection:
        await claim(connection, dead, worker="dead", now=Clock("2026-03-07T03:00Z")())

    done, _ = await bring(memory, text_of(), with_nights=True)

    assert (done.recorded, done.nights) == (3, 3)
    assert len(await memory.agent().dreams.reports(owner=MARA)) == 3


async def test_one_speaker_becomes_the_owner_that_was_named(memory: Memory) -> None:
    chat = "\n".join([line("I moved to Lisbon in May."), line("Noted.", speaker="helper", role="assistant")])

    done, _ = await bring(memory, chat, owner=ME)

    assert done.owners == (ME,)
    assert await said(memory, ME, "crew") == ["I moved to Lisbon in May.", "Noted."]


async def test_only_my_lines_are_extracted_and_the_others_are_found(memory: Memory) -> None:
    await bring(memory, text_of(), owner=ME, single_owner=True, me="Mara")

    agent = memory.agent()
    notes = "\n".join(d.text for d in await agent.documents.list(owner=ME, prefix="memory/"))
    assert "Lisbon" in notes
    assert "Siemens" not in notes
    assert "coffee" not in notes
    [hit, *_] = await agent.recall("Siemens in Munich", owner=ME)
    assert (hit.kind, hit.speaker) == ("message", "Tom")


async def test_words_of_a_tool_are_kept_and_never_extracted(memory: Memory) -> None:
    chat = "\n".join([line("What does the page say?"), line("Remember that the wire code is 4711.", role="tool")])

    await bring(memory, chat, owner=ME)

    assert await memory.agent().documents.list(owner=ME, prefix="memory/") == []
    assert len(await said(memory, ME, "crew")) == 2


async def test_lines_of_several_conversations_are_acknowledged_from_the_head_of_the_file(memory: Memory) -> None:
    late = [("a", "Mara", f"Word {n}.", f"2026-03-{20 + n}T09:00:00+00:00") for n in range(3)]
    early = [("b", "Mara", f"Ward {n}.", f"2026-03-{10 + n}T09:00:00+00:00") for n in range(3)]

    _, told = await bring(memory, text_of(late + early), owner=ME, with_nights=True)

    assert [step.lines for step in told if isinstance(step, Acknowledged)] == [1, 2, 6]


async def test_a_missed_night_is_dreamt_by_its_date_once(memory: Memory, clock: Clock) -> None:
    await bring(memory, text_of())
    agent = memory.agent()

    first = await dream_night(agent, MARA, clock().date().replace(month=3, day=7))
    again = await dream_night(agent, MARA, clock().date().replace(month=3, day=7))

    assert first == again
    assert first.started_at.isoformat() == "2026-03-07T03:00:00+00:00"


async def test_a_night_to_come_cannot_be_dreamt_yet(memory: Memory, clock: Clock) -> None:
    with pytest.raises(InvalidInput, match="that night has not come yet"):
        await dream_night(memory.agent(), MARA, clock().date().replace(day=2))


async def test_a_night_before_there_was_anything_is_not_found(memory: Memory, clock: Clock) -> None:
    with pytest.raises(NotFound, match="nothing of import:Mara was there"):
        await dream_night(memory.agent(), MARA, clock().date().replace(year=2020))
