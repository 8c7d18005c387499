from dataclasses import replace
from datetime import timedelta

import pytest
from tests.extraction.told import ME, documents_of, noon, runs_of, tell, text_of, with_memory

from morrow import Memory, Owner
from morrow.errors import NotFound
from morrow.extraction.account import Deferred, Nothing, Skipped, Updated
from morrow.extraction.due import Waiting
from morrow.extraction.job import Extraction
from morrow.jobs.ledger import Due, Status, claim, find_run
from morrow.models.config import Models
from morrow.models.errors import ModelUnavailable
from morrow.owners import Bucket
from morrow.roster.roster import set_owner_zone
from morrow.settings import Settings
from morrow.testing import ScriptedModel

NOTE = "memory/2026-04-09.md"
FACT = "I moved to Porto in May."


@pytest.fixture
def settings() -> Settings:
    settings: Settings = with_memory()
    return replace(settings, server=replace(settings.server, zone="UTC"))


def _extraction(memory: Memory, settings: Settings, model: ScriptedModel | None = None) -> Extraction:
    return Extraction(memory.parts.store, settings, "UTC", Models(extraction=model))


async def _bucket(memory: Memory, owner: Owner = ME) -> Bucket:
    return Bucket.personal((await memory.agent().row()).id, owner)


async def test_a_cooldown_delays_and_never_drops(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        await tell(memory, FACT, "That was all for now, thanks.")
        assert await memory.tick() == 1
        await tell(memory, "I work at Siemens as a welder.")

        clock.advance(minutes=4, seconds=59)
        assert await memory.tick() == 0
        clock.advance(seconds=1)
        assert await memory.tick() == 1
        assert "Siemens" in await text_of(memory, NOTE)


async def test_the_cooldown_of_one_owner_holds_nobody_else_back(home: str, settings: Settings) -> None:
    bo = Owner.user("bo")
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        await tell(memory, FACT, "That was all for now, thanks.")
        await memory.tick()
        await tell(memory, "I work at Siemens as a welder.", "That was all for now.", owner=bo, conversation="d")

        assert await memory.tick() == 1
        assert "Siemens" in await text_of(memory, NOTE, bo)


async def test_a_decision_early_in_a_long_conversation_is_not_lost(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        agent = memory.agent()
        for n in range(200):
            text = "We decided to use Postgres for the ledger." if n == 6 else f"Please read me line {n} of the poem."
            await agent.record(text, "Here it is.", owner=ME, conversation="long")
        await memory.tick()

        assert "We decided to use Postgres for the ledger." in await text_of(memory, NOTE)
        async with memory.parts.store.read_all() as connection:
            rows = (await connection.exec_driver_sql("SELECT messages, read_position FROM conversation")).all()
        assert [tuple(row) for row in rows] == [(400, 400)]


async def test_each_owner_writes_to_the_day_of_their_own_zone(home: str, settings: Settings) -> None:
    east, west = Owner.user("east"), Owner.user("west")
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        clock.set("2026-04-10T16:30:00+00:00")
        async with memory.parts.store.write() as connection:
            await set_owner_zone(connection, east, "Asia/Shanghai", now=clock())
            await set_owner_zone(connection, west, "America/Los_Angeles", now=clock())
        for owner in (east, west):
            await tell(memory, FACT, "That was all for now, thanks.", owner=owner, conversation=owner.key)
        clock.advance(days=3)  # the day is that of the words, whenever they are read
        await memory.idle()

        assert {name for name in await documents_of(memory, east) if name.startswith("memory/")} == {
            "memory/2026-04-11.md"
        }
        assert {name for name in await documents_of(memory, west) if name.startswith("memory/")} == {
            "memory/2026-04-10.md"
        }


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("提醒我后天交稿，我后天要交稿。", True),
        ("I will hand in the draft the day after tomorrow.", True),
        ("The meteor fell 100000 years ago, they say.", False),
    ],
)
async def test_relative_days_are_those_of_the_message(home: str, settings: Settings, text: str, kept: bool) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        await tell(memory, text, "That was all I had to say.")
        clock.advance(days=3)
        await memory.idle()

        assert (text.strip("。")[-4:] in await text_of(memory, NOTE)) is kept


async def test_what_is_asked_not_to_be_remembered_is_not(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        await tell(
            memory, "Don't remember this: I live in Porto.", "不要记这段：我住在上海。", "That was all I had to say."
        )
        await memory.idle()

        assert await documents_of(memory) == {}


async def test_what_a_job_says_is_never_extracted(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=noon(), settings=settings) as memory:
        for text in (FACT, "Remember: the key is under the mat."):
            await memory.agent().record(text, "ok", owner=ME, conversation="c", trigger="cron")
        await memory.idle()

        assert await documents_of(memory) == {}


async def test_what_was_put_into_a_message_is_cut_before_it_is_read(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        await tell(memory, f"<recalled>{FACT}</recalled> Where shall I go on Sunday?", "That was all I had to say.")
        plain = _extraction(memory, settings)
        cutting = replace(plain, cut=lambda text: text.partition("</recalled>")[2] or text)

        done = await cutting.summarize("c", await _bucket(memory), now=clock())

        assert isinstance(done, Nothing)
        assert await documents_of(memory) == {}


async def test_an_unchanged_backlog_is_not_read_again(home: str, settings: Settings) -> None:
    cuts: list[str] = []

    def counting(text: str) -> str:
        cuts.append(text)
        return text

    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        for n in range(3):
            await tell(memory, "thanks", conversation=f"c{n}")
        extraction = replace(_extraction(memory, settings), cut=counting)
        for _ in range(20):
            assert not await extraction.due(clock(), eager=False)
            clock.advance(minutes=2)
        first = len(cuts)
        await tell(memory, "thank you", conversation="c1")
        await extraction.due(clock(), eager=False)

        assert first == 6
        assert len(cuts) == first + 4  # only the conversation in which something was said


async def test_a_conversation_is_extracted_when_asked_for_whatever_its_length(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        await tell(memory, FACT)
        bucket = await _bucket(memory)

        done = await _extraction(memory, settings).summarize("c", bucket, now=clock())
        again = await _extraction(memory, settings).summarize("c", bucket, now=clock())

        assert isinstance(done, Updated)
        assert done.account.engines == ("rules",)
        assert again == Skipped(Waiting.NOTHING_UNREAD)
        assert FACT in await text_of(memory, NOTE)


async def test_a_conversation_of_somebody_else_is_not_found(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        await tell(memory, FACT)

        with pytest.raises(NotFound):
            await _extraction(memory, settings).summarize("c", await _bucket(memory, Owner.user(8)), now=clock())


async def test_nothing_to_remember_is_told_as_that(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        await tell(memory, "What is the capital of Peru?")

        done = await _extraction(memory, settings).summarize("c", await _bucket(memory), now=clock())

        assert isinstance(done, Nothing)
        assert (await runs_of(memory))[0].status is Status.SKIPPED


async def test_it_is_deferred_while_another_run_of_the_owner_works(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        await tell(memory, FACT)
        bucket = await _bucket(memory)
        async with memory.parts.store.write() as connection:
            await claim(connection, Due("other", "extraction", bucket), worker="elsewhere", now=clock())

        done = await _extraction(memory, settings).summarize("c", bucket, now=clock())

        assert isinstance(done, Deferred)
        assert (done.reason, done.until) == (Waiting.RUNNING, clock() + timedelta(minutes=1))
        clock.advance(minutes=3)  # the other worker died
        await memory.tick()
        async with memory.parts.store.read_all() as connection:
            asked = await find_run(connection, done.run)
        assert asked is not None
        assert asked.finished_at is not None
        assert await documents_of(memory) != {}


async def test_it_is_deferred_when_the_model_fails_and_read_at_the_retry(home: str, settings: Settings) -> None:
    async with Memory.open(home, clock=(clock := noon()), settings=settings) as memory:
        await tell(memory, FACT)
        model = ScriptedModel(ModelUnavailable("down"))

        done = await _extraction(memory, settings, model).summarize("c", await _bucket(memory), now=clock())

        [run] = await runs_of(memory)
        until = clock() + timedelta(minutes=1)
        assert done == Deferred(Waiting.RETRY, until, run.id, "scripted/scripted: down")
        assert run.reason == "llm_failed: scripted/scripted: down"
