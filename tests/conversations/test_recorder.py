import asyncio
from datetime import datetime, timedelta

import pytest

from morrow.conversations.history import behind, find_conversation, message_hashes, move_cursor, read_messages
from morrow.conversations.recorder import Recorder, record_all
from morrow.conversations.turns import NewMessage, NewTurn
from morrow.owners import Bucket, Owner, Principal
from morrow.search.question import find
from morrow.store import Store

ADA = Bucket.personal("a1", Owner.user("ada"))
BO = Bucket.personal("a1", Owner.user("bo"))


def _turn(text: str, at: datetime, *, bucket: Bucket = ADA, conversation: str | None = "talk") -> NewTurn:
    said = NewMessage("user", text, at, said_by=bucket.owner)
    return NewTurn(bucket, (said, NewMessage("assistant", f"about {text}", at, origin="agent")), at, conversation)


async def test_what_is_recorded_can_be_read_back_in_order(store: Store, morning: datetime) -> None:
    [first, second] = await record_all(store, [_turn("tea", morning), _turn("coffee", morning + timedelta(hours=1))])

    async with store.read(Principal("a1", Owner.user("ada"))) as connection:
        messages = await read_messages(connection, first.conversation)
    assert first.conversation == second.conversation
    assert [m.text for m in messages] == ["tea", "about tea", "coffee", "about coffee"]
    assert [m.position for m in messages] == [1, 2, 3, 4]
    assert [m.id for m in messages] == [*first.messages, *second.messages]
    assert (messages[0].said_by, messages[1].said_by, messages[2].at) == (ADA.owner, "", morning + timedelta(hours=1))


async def test_turns_of_many_callers_share_transactions_and_all_arrive(store: Store, morning: datetime) -> None:
    recorder = Recorder(store)

    recorded = await asyncio.gather(*(recorder.record(_turn(f"word{n}", morning)) for n in range(60)))
    await recorder.close()

    async with store.read(Principal("a1", Owner.user("ada"))) as connection:
        messages = await read_messages(connection, recorded[0].conversation)
    assert [m.text for m in messages if m.role == "user"] == [f"word{n}" for n in range(60)]
    assert [m.position for m in messages] == list(range(1, 121))


async def test_two_recorders_on_one_store_never_take_the_same_position(store: Store, morning: datetime) -> None:
    one, two = Recorder(store), Recorder(store)

    await asyncio.gather(*((one, two)[n % 2].record(_turn(f"word{n}", morning)) for n in range(40)))

    async with store.read_all() as connection:
        found = await find_conversation(connection, ADA, "talk")
        assert found is not None
        positions = [m.position for m in await read_messages(connection, found.id)]
    assert positions == list(range(1, 81))


async def test_without_a_name_each_turn_begins_its_own_conversation(store: Store, morning: datetime) -> None:
    recorded = await record_all(store, [_turn("a", morning, conversation=None), _turn("b", morning, conversation=None)])

    assert len({turn.conversation for turn in recorded}) == 2


async def test_one_name_is_two_conversations_for_two_owners(store: Store, morning: datetime) -> None:
    [adas, bos] = await record_all(store, [_turn("a", morning), _turn("b", morning, bucket=BO)])

    assert adas.conversation != bos.conversation
    async with store.read(Principal("a1", Owner.user("bo"))) as connection:
        assert await read_messages(connection, adas.conversation) == []


async def test_the_id_that_was_handed_out_goes_on_with_the_conversation(store: Store, morning: datetime) -> None:
    [begun] = await record_all(store, [_turn("a", morning, conversation=None)])
    [gone_on] = await record_all(store, [_turn("b", morning, conversation=begun.conversation)])

    assert gone_on.conversation == begun.conversation


async def test_a_message_is_found_as_soon_as_it_is_recorded(store: Store, morning: datetime) -> None:
    [turn] = await record_all(store, [_turn("部署方案今天定了", morning)])

    principal = Principal("a1", Owner.user("ada"))
    async with store.read(principal) as connection:
        found = await find(connection, principal, "部署", now=morning, limit=5)
    assert turn.messages[0] in [hit.ref for hit in found]


async def test_what_is_unread_is_behind_until_the_cursor_moves(store: Store, morning: datetime) -> None:
    [turn] = await record_all(store, [_turn("a", morning)])

    async with store.write() as connection:
        [waiting] = await behind(connection)
        assert (waiting.id, waiting.messages, waiting.read_position) == (turn.conversation, 2, 0)
        assert await move_cursor(connection, waiting.id, read=0, to=2)
        assert not await move_cursor(connection, waiting.id, read=0, to=2)
        assert await behind(connection) == []


async def test_a_failing_batch_tells_every_caller_and_the_next_one_is_written(store: Store, morning: datetime) -> None:
    recorder = Recorder(store)
    broken = _turn("x", morning.replace(tzinfo=None))

    with pytest.raises(Exception, match="zone"):
        await recorder.record(broken)
    kept = await recorder.record(_turn("y", morning))

    assert len(kept.messages) == 2


async def test_a_hash_tells_messages_apart_by_what_was_said_when_and_by_whom(store: Store, morning: datetime) -> None:
    one = NewMessage("user", "tea", morning, speaker="Ada")

    assert one.hash == NewMessage("user", "tea", morning, speaker="Ada").hash
    assert one.hash != NewMessage("user", "tea", morning, speaker="Bo").hash
    assert one.hash != NewMessage("user", "tea!", morning, speaker="Ada").hash
    [turn] = await record_all(store, [NewTurn(ADA, (one,), morning)])
    async with store.read_all() as connection:
        assert await message_hashes(connection, turn.conversation) == {1: one.hash}
