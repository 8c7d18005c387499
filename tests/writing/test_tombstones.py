from datetime import datetime, timedelta

from sqlalchemy import select

from morrow.documents.entries import Add, Author
from morrow.documents.gates.context import RunInput, UserMessage
from morrow.documents.gates.verdict import Reason
from morrow.documents.names import MEMORY
from morrow.owners import Bucket, Owner
from morrow.settings import Settings
from morrow.store import Store
from morrow.writing.change import By, Change
from morrow.writing.propose import Outcome, Words, propose
from morrow.writing.table import tombstone
from morrow.writing.tombstones import lay, standing

ADA, BO = (Bucket.personal("a1", Owner.user(name)) for name in ("ada", "bo"))
SECRET = "My birthday password is orchid 0823, please keep it."


async def _learn(store: Store, now: datetime, *, bucket: Bucket = ADA, said_at: datetime | None = None) -> Outcome:
    """Let an extraction write the words down, from a note or from what the user says at `said_at`."""
    told = (UserMessage("m1", SECRET, said_at),) if said_at else ()
    words = Words(user_messages=told, inputs=(RunInput(SECRET),))
    change = Change(bucket, MEMORY, (Add("Facts", f"- {SECRET}"),), "# MEMORY\n")
    async with store.write() as connection:
        [outcome] = await propose(
            connection, [change], by=By(Author.EXTRACTION, "run", "a test"), words=words, settings=Settings(), now=now
        )
    return outcome


async def test_what_was_forgotten_is_not_learned_again(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        await lay(connection, ADA, [SECRET], now=morning)

    outcome = await _learn(store, morning + timedelta(days=1))

    assert [refused.reason for refused in outcome.judged.turned_away] == [Reason.FORGOTTEN]
    assert outcome.committed.document.version == 0


async def test_what_its_owner_says_again_later_is_learned_and_stays(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        await lay(connection, ADA, [SECRET], now=morning)
    later = morning + timedelta(days=1)

    told_again = await _learn(store, later, said_at=later)

    assert SECRET in told_again.committed.document.text
    async with store.write() as connection:
        assert (await standing(connection, ADA)).stones == ()


async def test_one_owners_forgetting_is_no_others(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        await lay(connection, ADA, [SECRET], now=morning)

    outcome = await _learn(store, morning, bucket=BO)

    assert SECRET in outcome.committed.document.text


async def test_a_tombstone_holds_none_of_the_words(store: Store, morning: datetime) -> None:
    async with store.write() as connection:
        await lay(connection, ADA, [SECRET, "  "], now=morning)
        [row] = (await connection.execute(select(tombstone))).all()
        assert not any(word in str(tuple(row)) for word in ("birthday", "orchid", "0823"))
        stones = await standing(connection, ADA)
    assert [stone.id for stone in stones.matching(f"Note: {SECRET}")] == [row.id]
    assert stones.matching("My birthday party is on Saturday.") == ()
