"""Summaries are stored with the last message that they cover."""

from datetime import UTC, datetime

from sqlalchemy import delete

from morrow.context.stored import forget_summaries, load_summary, save_summary
from morrow.context.summary import Summary
from morrow.context.table import conversation_summary
from morrow.conversations.recorder import Recorder
from morrow.conversations.table import message
from morrow.conversations.turns import NewMessage, NewTurn, Recorded
from morrow.owners import Bucket, Owner, Principal
from morrow.store import Store

NOW = datetime(2026, 4, 9, 8, tzinfo=UTC)
ADA = Bucket.personal("agent", Owner("user:ada"))


def summary(recorded: Recorded, position: int, text: str = "Short.") -> Summary:
    return Summary(text, recorded.messages[position - 1], position, "scripted/scripted", "summary 1 en")


async def record(store: Store) -> Recorded:
    said = tuple(NewMessage("user", f"message {n}", NOW, said_by="user:ada") for n in range(4))
    return await Recorder(store).record(NewTurn(ADA, said, NOW))


async def save(store: Store, recorded: Recorded, *summaries: Summary) -> None:
    async with store.write() as connection:
        for one in summaries:
            await save_summary(connection, ADA, recorded.conversation, one, now=NOW)


async def load(store: Store, recorded: Recorded, *, whose: str = "user:ada", upto: int | None = None) -> Summary | None:
    async with store.read(Principal("agent", Owner(whose))) as connection:
        return await load_summary(connection, recorded.conversation, upto=upto)


async def test_the_summary_that_covers_most_is_loaded(store: Store) -> None:
    recorded = await record(store)
    short, long = summary(recorded, 2), summary(recorded, 3, "Longer.")
    await save(store, recorded, long, short)

    assert await load(store, recorded) == long
    assert await load(store, recorded, upto=2) == short
    assert await load(store, recorded, upto=1) is None


async def test_a_summary_of_just_as_much_takes_the_place_of_the_one_before(store: Store) -> None:
    recorded = await record(store)
    await save(store, recorded, summary(recorded, 2), summary(recorded, 2, "Better."))

    assert await load(store, recorded) == summary(recorded, 2, "Better.")


async def test_a_summary_of_the_rules_says_so(store: Store) -> None:
    recorded = await record(store)
    by_rules = Summary("Said so.", recorded.messages[0], 1)
    await save(store, recorded, by_rules)

    assert await load(store, recorded) == by_rules


async def test_nobody_else_sees_a_summary(store: Store) -> None:
    recorded = await record(store)
    await save(store, recorded, summary(recorded, 2))

    assert await load(store, recorded, whose="user:bo") is None


async def test_a_summary_goes_with_its_last_message(store: Store) -> None:
    recorded = await record(store)
    await save(store, recorded, summary(recorded, 2), summary(recorded, 4, "Longer."))

    async with store.write() as connection:
        await connection.execute(delete(message).where(message.c.position > 2))

    assert await load(store, recorded) == summary(recorded, 2)


async def test_summaries_are_forgotten_together(store: Store) -> None:
    recorded = await record(store)
    await save(store, recorded, summary(recorded, 2), summary(recorded, 3))

    async with store.write() as connection:
        assert await forget_summaries(connection, ADA, [recorded.conversation], ()) == 2
        assert (await connection.execute(conversation_summary.select())).first() is None
