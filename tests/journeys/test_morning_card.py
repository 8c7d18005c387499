"""The morning after a dream: the card, and what confirm, edit and forget do to memory from then on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select

from morrow import Memory, Owner
from morrow.agent.cards import MorningCard
from morrow.documents.entries import Author
from morrow.documents.names import DREAMS, MEMORY
from morrow.dreaming.card import CardState
from morrow.dreaming.report import Report
from morrow.errors import InvalidInput, NotFound, VersionConflict
from morrow.settings import load_settings
from morrow.store import metadata
from morrow.testing import Clock
from morrow.writing.verify import verify

ADA, BO = Owner.user("ada"), Owner.user("bo")
WORD = "Trondheim"
SAID = (
    f"I'm training for the {WORD} marathon in October.",
    f"I train for the {WORD} marathon every morning.",
    f"I'm still training for the {WORD} marathon every morning.",
)
HERE = {"server.zone": "UTC", "server.language": "en", "mate.memory.dreaming-enabled": False}


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-03-02T12:00:00+00:00")


@pytest.fixture
async def memory(home: str, clock: Clock) -> AsyncIterator[Memory]:
    async with Memory.open(home, clock=clock, settings=load_settings(None, environ={}, overrides=HERE)) as opened:
        yield opened


async def _night(memory: Memory, clock: Clock, owner: Owner = ADA, said: tuple[str, ...] = SAID) -> Report:
    for text in said:
        await memory.agent().record(text, "I see.", owner=owner, conversation="talk")
        await memory.agent().record(
            "I am learning the cello with Ms Lindqvist.", "Nice.", owner=owner, conversation="cello"
        )
        await memory.idle()
        clock.advance(days=1)
    return await memory.agent().dream(owner=owner)


async def _morning(memory: Memory, owner: Owner = ADA) -> MorningCard:
    found = await memory.agent().morning_card(owner=owner)
    assert found is not None
    return found


async def _marathon(memory: Memory) -> str:
    return next(entry.id for entry in (await _morning(memory)).card.entries if WORD in entry.text)


async def _rows_with(memory: Memory, word: str) -> dict[str, int]:
    """Return in how many rows of each table the word stands."""
    found: dict[str, int] = {}
    async with memory.parts.store.read_all() as connection:
        for table in metadata.sorted_tables:
            rows = (await connection.execute(select(table))).all()
            count = sum(word in str(tuple(row)) for row in rows)
            found |= {table.name: count} if count else {}
    return found


def _files_with(home: str, word: str) -> list[str]:
    return [path.name for path in Path(home).rglob("*.md") if word in path.read_text("utf-8")]


async def test_the_card_of_an_unseen_dream_is_shown_until_it_is_seen(memory: Memory, clock: Clock) -> None:
    report = await _night(memory, clock)

    card = await _morning(memory)
    await card.seen()
    await card.seen()

    assert card.card.report == report.id
    assert await memory.agent().morning_card(owner=ADA) is None
    assert await memory.agent().morning_card(owner=BO) is None


async def test_a_quiet_night_does_not_hide_what_was_dreamt_before(memory: Memory, clock: Clock) -> None:
    report = await _night(memory, clock)
    clock.advance(days=1)
    await memory.agent().dream(owner=ADA)

    card = await _morning(memory)
    await card.seen()

    assert card.card.report == report.id
    assert await memory.agent().morning_card(owner=ADA) is None


async def test_a_night_without_news_says_why(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)
    await (await _morning(memory)).seen()
    clock.advance(days=1)
    await memory.agent().dream(owner=ADA)

    card = await _morning(memory)

    assert card.card.entries == ()
    assert card.card.empty_reason == "Nothing new since the last dream."


async def test_what_was_confirmed_is_protected_and_says_so(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)
    entry = await _marathon(memory)

    first = await (await _morning(memory)).confirm(entry)
    clock.advance(hours=1)
    second = await (await _morning(memory)).confirm(entry)

    assert first == second
    assert first.entry.state is CardState.CONFIRMED
    [kept] = [one for one in (await memory.agent().documents.read(MEMORY, owner=ADA)).entries if one.id == entry]
    assert kept.confirmed_at is not None
    assert kept.confirmed_at < clock()


async def test_what_was_edited_is_the_persons_own(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)
    entry = await _marathon(memory)

    first = await (await _morning(memory)).edit(entry, "I train for the Oslo marathon.")
    second = await (await _morning(memory)).edit(entry, "I train for the Oslo marathon.")

    assert first == second
    assert (first.entry.state, first.entry.text) == (CardState.EDITED, "I train for the Oslo marathon.")
    [kept] = [one for one in (await memory.agent().documents.read(MEMORY, owner=ADA)).entries if one.id == entry]
    assert kept.author is Author.PERSON
    assert len(await memory.agent().documents.history(MEMORY, owner=ADA)) == 2


async def test_a_card_that_was_read_before_a_change_overwrites_nothing(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)
    entry, card = await _marathon(memory), await _morning(memory)
    await memory.agent().documents.edit(MEMORY, WORD, "Bergen", owner=ADA)

    with pytest.raises(VersionConflict) as edited:
        await card.edit(entry, "I run no more.")
    with pytest.raises(VersionConflict):
        await card.forget(entry)

    assert WORD in edited.value.base
    assert "Bergen" in edited.value.theirs
    assert edited.value.yours == "I run no more."
    assert "Bergen" in (await memory.agent().documents.read(MEMORY, owner=ADA)).text


async def test_a_change_beside_the_entry_is_no_conflict(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)
    entry, card = await _marathon(memory), await _morning(memory)
    await memory.agent().remember("The deploy key rotates every Friday.", owner=ADA)

    settled = await card.confirm(entry)

    assert settled.entry.state is CardState.CONFIRMED


async def test_only_an_exact_id_of_this_card_is_acted_on(memory: Memory, clock: Clock) -> None:
    report = await _night(memory, clock)
    entry, cards = await _marathon(memory), memory.agent().cards

    for wrong in (entry[:-1], entry + "0", "", "go"):
        with pytest.raises(NotFound):
            await cards.confirm(report.id, wrong, owner=ADA, lang="en")
    with pytest.raises(NotFound):
        await cards.confirm(report.id, entry, owner=BO, lang="en")
    with pytest.raises(InvalidInput):
        await cards.edit(report.id, entry, "  ", owner=ADA, lang="en")


async def test_what_was_forgotten_stands_nowhere(memory: Memory, clock: Clock, home: str) -> None:
    await _night(memory, clock)
    entry = await _marathon(memory)

    settled = await (await _morning(memory)).forget(entry)

    assert settled.entry.state is CardState.FORGOTTEN
    assert settled.receipt is not None
    assert settled.receipt.removed["messages"] == 3
    assert WORD not in str(settled)
    assert await _rows_with(memory, WORD) == {}
    assert await _rows_with(memory, WORD.lower()) == {}
    assert await memory.agent().recall(f"{WORD} marathon", owner=ADA) == []
    assert _files_with(home, WORD) == []
    assert (await verify(memory.parts.store)).problems == ()


async def test_what_stands_beside_it_stays(memory: Memory, clock: Clock) -> None:
    report = await _night(memory, clock)
    await (await _morning(memory)).forget(await _marathon(memory))

    kept = (await memory.agent().documents.read(MEMORY, owner=ADA)).text
    diary = (await memory.agent().documents.read(DREAMS, owner=ADA)).text
    again = await memory.agent().dreams.report(report.id, owner=ADA)

    assert "Lindqvist" in kept
    assert "[forgotten]" in diary
    assert "Lindqvist" in diary
    assert len(again.items) == len(report.items)
    assert [
        hit for hit in await memory.agent().recall("who teaches me the cello?", owner=ADA) if "Lindqvist" in hit.text
    ]


async def test_forgetting_twice_answers_the_same_receipt(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)
    entry, card = await _marathon(memory), await _morning(memory)

    first = await card.forget(entry)
    clock.advance(hours=1)
    second = await card.forget(entry)

    assert first == second


async def test_what_was_forgotten_is_neither_dreamt_nor_learned_again(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)
    await (await _morning(memory)).forget(await _marathon(memory))
    clock.advance(days=1)
    await memory.idle()

    report = await memory.agent().dream(owner=ADA)

    assert WORD not in str(report)
    assert await _rows_with(memory, WORD) == {}


async def test_what_is_told_again_later_is_learned_again(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)
    await (await _morning(memory)).forget(await _marathon(memory))
    clock.advance(days=1)
    await memory.agent().record(f"Remember that {SAID[1]}", "I will.", owner=ADA)
    await memory.idle()

    assert WORD in (await memory.agent().documents.read(MEMORY, owner=ADA)).text


async def test_a_trial_of_forgetting_removes_nothing(memory: Memory, clock: Clock) -> None:
    report = await _night(memory, clock)
    before = await _rows_with(memory, WORD)

    tried = await memory.agent().cards.forget(report.id, await _marathon(memory), owner=ADA, lang="en", dry_run=True)

    assert tried.receipt is not None
    assert tried.receipt.removed["messages"] == 3
    assert await _rows_with(memory, WORD) == before


async def test_messages_that_are_to_stay_are_named_and_found_no_more(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)

    settled = await (await _morning(memory)).forget(await _marathon(memory), keep_messages=True)

    assert settled.receipt is not None
    assert len(settled.receipt.kept) == 3
    assert set(await _rows_with(memory, WORD)) == {"message"}
    assert await memory.agent().recall(f"{WORD} marathon", owner=ADA) == []


async def test_one_owners_forgetting_reaches_no_other_owner(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock, BO)
    await _night(memory, clock)
    await (await _morning(memory)).forget(await _marathon(memory))

    hits = await memory.agent().recall(f"{WORD} marathon", owner=BO)

    assert hits
    assert WORD in (await memory.agent().documents.read(MEMORY, owner=BO)).text


async def test_old_versions_are_given_out_without_what_was_forgotten(memory: Memory, clock: Clock) -> None:
    await _night(memory, clock)
    await (await _morning(memory)).forget(await _marathon(memory))
    documents = memory.agent().documents

    versions = await documents.history(MEMORY, owner=ADA)
    texts = [await documents.diff(MEMORY, 0, version.version, owner=ADA) for version in versions]

    assert all("Lindqvist" in text and WORD not in text for text in texts)
    assert WORD not in str(versions)


async def test_a_dream_can_be_taken_back_after_one_line_of_it_was_forgotten(memory: Memory, clock: Clock) -> None:
    report = await _night(memory, clock)
    card = await _morning(memory)
    await card.forget(await _marathon(memory))

    await memory.agent().documents.revert_run(report.id, owner=ADA)

    states = {entry.state for entry in (await _morning(memory)).card.entries}
    assert states == {CardState.FORGOTTEN, CardState.GONE}
    assert "Lindqvist" not in (await memory.agent().documents.read(MEMORY, owner=ADA)).text
    assert await _rows_with(memory, WORD) == {}


async def test_the_card_of_a_dream_that_was_taken_back_says_that_nothing_is_left(memory: Memory, clock: Clock) -> None:
    report = await _night(memory, clock)
    await memory.agent().documents.revert_run(report.id, owner=ADA)

    card = (await _morning(memory)).card

    assert {entry.state for entry in card.entries} == {CardState.GONE}
    assert card.headline == "Good morning. Nothing of last night is kept any more."


async def test_a_proposal_on_the_card_is_confirmed_edited_or_forgotten_like_anything_else(
    home: str, clock: Clock
) -> None:
    asking = load_settings(None, environ={}, overrides={**HERE, "mate.memory.dream.mode": "propose"})
    async with Memory.open(home, clock=clock, settings=asking) as memory:
        await _night(memory, clock)
        card = await _morning(memory)
        marathon = next(entry for entry in card.card.entries if WORD in entry.text)
        cello = next(entry for entry in card.card.entries if "Lindqvist" in entry.text)

        confirmed = await card.confirm(cello.id)
        forgotten = await card.forget(marathon.id)

        assert (cello.state, confirmed.entry.state) == (CardState.WAITING, CardState.CONFIRMED)
        assert confirmed == await card.confirm(cello.id)
        assert forgotten.entry.state is CardState.FORGOTTEN
        assert await _rows_with(memory, WORD) == {}
        assert (await verify(memory.parts.store)).problems == ()
