from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import update

from morrow import Memory, Owner
from morrow.agent.agent import Agent
from morrow.documents import table
from morrow.documents.entries import Add, Author, Document, Move, Replace, Retire
from morrow.documents.names import MEMORY
from morrow.errors import NotFound, VersionConflict
from morrow.testing import Clock
from morrow.writing.change import Effect
from morrow.writing.propose import Outcome

ME, BO = Owner.user(42), Owner.user(7)
Write = Callable[..., Awaitable[Outcome]]
Texts = Callable[..., Awaitable[list[str]]]
Save = Callable[..., Awaitable[Document]]

THREE = "# MEMORY\n\n## Facts\n- The port is 9090.\n- Lin likes tea.\n- The cat is Momo.\n"


async def _read(agent: Agent) -> Document:
    return await agent.documents.read(MEMORY, owner=ME)


@pytest.fixture
async def ids(add: Texts) -> list[str]:
    return await add("The port is 9090.", "Lin likes tea.", "The cat is Momo.")


async def test_history_tells_who_did_what_and_why(agent: Agent, ids: list[str], save: Save) -> None:
    await save("tea", "green tea")

    newest, oldest = await agent.documents.history(MEMORY, owner=ME)

    assert (newest.version, newest.author, newest.actor, newest.reason) == (2, "person", "user:42", "edited by hand")
    [change] = newest.changes
    assert (change.effect, change.before, change.after) == (
        Effect.CHANGED,
        "- Lin likes tea.",
        "- Lin likes green tea.",
    )
    assert [change.entry for change in oldest.changes] == ids
    assert newest.parent_hash == oldest.hash


async def test_a_diff_shows_what_one_version_changed(agent: Agent, ids: list[str], save: Save) -> None:
    await save("tea", "green tea")

    diff = await agent.documents.diff(MEMORY, 1, 2, owner=ME)

    assert "-- Lin likes tea.\n+- Lin likes green tea.\n" in diff
    assert await agent.documents.diff(MEMORY, 2, owner=ME) == ""


async def test_a_revert_brings_an_old_text_back_with_the_same_entries(
    agent: Agent, ids: list[str], save: Save, write: Write
) -> None:
    await save("- The port is 9090.\n", "")
    await write(Replace(ids[1], "- Lin likes tea and cake."), Add("Plans", "- Sail in May."))

    done = await agent.documents.revert(MEMORY, 1, owner=ME)

    assert (done.text, done.version) == (THREE, 4)
    assert [entry.id for entry in (await _read(agent)).entries] == ids
    assert [entry.sources[0].quote for entry in (await _read(agent)).entries] == [
        "The port is 9090.", "Lin likes tea.", "The cat is Momo.",
    ]  # fmt: skip


async def test_what_a_revert_brings_back_is_found_again(agent: Agent, ids: list[str], save: Save) -> None:
    await save("- The port is 9090.\n", "")
    assert "9090" not in "".join(hit.text for hit in await agent.recall("port", owner=ME))

    await agent.documents.revert(MEMORY, 1, owner=ME)

    assert [hit.id for hit in await agent.recall("which port?", owner=ME)] == [ids[0]]


async def test_a_revert_can_itself_be_reverted(agent: Agent, ids: list[str], save: Save) -> None:
    saved = await save("tea", "green tea")
    await agent.documents.revert(MEMORY, 1, owner=ME)

    again = await agent.documents.revert(MEMORY, 2, owner=ME)

    assert again.text == saved.text
    assert [r.reason for r in await agent.documents.history(MEMORY, owner=ME)][:2] == [
        "reverted to version 2", "reverted to version 1",
    ]  # fmt: skip


async def test_a_version_that_never_was_is_named(agent: Agent, ids: list[str]) -> None:
    for version in (7, -1):
        with pytest.raises(NotFound, match=f"version {version}"):
            await agent.documents.revert(MEMORY, version, owner=ME)
        with pytest.raises(NotFound, match=f"version {version}"):
            await agent.documents.diff(MEMORY, 1, version, owner=ME)


async def test_a_version_of_which_nothing_is_kept_is_not_given_out(
    agent: Agent, memory: Memory, ids: list[str], save: Save, clock: Clock
) -> None:
    await save("tea", "green tea")
    async with memory.parts.store.write() as connection:
        first = table.revision.c.version == 1
        await connection.execute(update(table.revision).where(first).values(redacted_at=clock(), whole=None))

    with pytest.raises(NotFound, match="forgotten"):
        await agent.documents.revert(MEMORY, 1, owner=ME)
    assert (await agent.documents.history(MEMORY, owner=ME))[1].redacted_at == clock()


async def test_a_revert_of_a_document_that_moved_on_is_refused(agent: Agent, ids: list[str], save: Save) -> None:
    await save("tea", "green tea")

    with pytest.raises(VersionConflict):
        await agent.documents.revert(MEMORY, 1, owner=ME, if_match=1)


async def test_taking_back_a_version_leaves_what_was_changed_since(
    agent: Agent, ids: list[str], write: Write, save: Save
) -> None:
    await write(
        Replace(ids[1], "- Lin likes tea and cake."), Retire(ids[0], "the port is 9090."), Add("Plans", "- Sail.")
    )
    await save("The cat is Momo.", "The cat is called Momo.")

    done = await agent.documents.revert_change(MEMORY, 2, owner=ME)

    text = "# MEMORY\n\n## Facts\n- The port is 9090.\n- Lin likes tea.\n- The cat is called Momo.\n"
    assert (done.documents[0].document.text, done.kept) == (text, ())
    assert [entry.id for entry in (await _read(agent)).entries] == ids


async def test_taking_back_a_version_keeps_a_passage_that_was_changed_since(
    agent: Agent, ids: list[str], write: Write, save: Save
) -> None:
    await write(Replace(ids[1], "- Lin likes tea and cake."), Add("Facts", "- Sail in May."))
    await save("tea and cake", "tea, cake and rum")

    done = await agent.documents.revert_change(MEMORY, 2, owner=ME)

    assert "- Lin likes tea, cake and rum." in done.documents[0].document.text
    assert "Sail" not in done.documents[0].document.text
    assert [(kept.document, kept.conflict.yours) for kept in done.kept] == [(MEMORY, "- Lin likes tea, cake and rum.")]


@pytest.mark.parametrize("effect", ["changed", "retired", "added", "moved"])
async def test_one_change_of_a_version_can_be_taken_back_alone(
    agent: Agent, ids: list[str], write: Write, effect: str
) -> None:
    port, tea, cat = ids
    outcome = await write(
        Replace(tea, "- Lin likes tea and cake."), Retire(port, "the port is 9090"), Move(cat, "Pets"),
        Add("Plans", "- Sail in May."),
    )  # fmt: skip
    changes = {change.effect: change.entry for change in outcome.committed.changes}

    await agent.documents.revert_change(MEMORY, 2, entry=changes[Effect(effect)], owner=ME)

    texts = {
        "changed": "## Facts\n- Lin likes tea.\n\n## Pets\n- The cat is Momo.\n\n## Plans\n- Sail in May.\n",
        "retired": "## Facts\n- The port is 9090.\n- Lin likes tea and cake.\n\n## Pets\n- The cat is Momo.\n"
        "\n## Plans\n- Sail in May.\n",
        "added": "## Facts\n- Lin likes tea and cake.\n\n## Pets\n- The cat is Momo.\n\n## Plans\n",
        "moved": "## Facts\n- Lin likes tea and cake.\n- The cat is Momo.\n\n## Pets\n\n## Plans\n- Sail in May.\n",
    }
    document = await _read(agent)
    assert document.text == "# MEMORY\n\n" + texts[effect]
    assert {cat, tea} <= {entry.id for entry in document.entries}
    assert (port in {entry.id for entry in document.entries}) is (effect == "retired")


async def test_a_version_did_nothing_to_an_entry_it_does_not_name(agent: Agent, ids: list[str], save: Save) -> None:
    await save("tea", "green tea")

    with pytest.raises(NotFound, match="did nothing to entry"):
        await agent.documents.revert_change(MEMORY, 2, entry=ids[0], owner=ME)


async def test_a_run_is_taken_back_in_every_document_it_wrote(
    agent: Agent, ids: list[str], add: Texts, write: Write, save: Save
) -> None:
    await add("Sail in May.", section="Plans", run="night")
    await write(Add("Identity", "- Ada is a sailor."), name="PROFILE.md", run="night")
    await write(Retire(ids[0], "the port is 9090"), run="night")
    await save("tea", "green tea")

    done = await agent.documents.revert_run("night", owner=ME)

    assert {committed.document.name for committed in done.documents} == {MEMORY, "PROFILE.md"}
    assert (await _read(agent)).text == THREE.replace("tea", "green tea")
    assert [entry.id for entry in (await _read(agent)).entries] == ids
    assert "sailor" not in (await agent.documents.read("PROFILE.md", owner=ME)).text


async def test_taking_back_a_run_can_be_taken_back(agent: Agent, ids: list[str], add: Texts) -> None:
    [sail] = await add("Sail in May.", section="Plans", run="night")
    before = (await _read(agent)).text
    done = await agent.documents.revert_run("night", owner=ME)

    await agent.documents.revert_run(done.id, owner=ME)

    document = await _read(agent)
    assert document.text == before
    assert sail in {entry.id for entry in document.entries}


async def test_a_run_of_another_owner_is_not_taken_back(agent: Agent, add: Texts) -> None:
    await add("Bo has a boat.", run="night", owner=BO)

    with pytest.raises(NotFound, match="night"):
        await agent.documents.revert_run("night", owner=ME)
    assert "boat" in (await agent.documents.read(MEMORY, owner=BO)).text


async def test_a_taken_back_night_is_not_written_again_by_the_next_one(
    agent: Agent, memory: Memory, clock: Clock
) -> None:
    for _ in range(4):
        await agent.record("I'm training for the Lisbon marathon, ran 18 km today.", owner=ME)
        await memory.idle()
        clock.advance(days=1)
    await agent.dream(owner=ME)
    [night] = await agent.documents.history(MEMORY, owner=ME)
    clock.advance(hours=1)

    await agent.documents.revert_run(night.run or "", owner=ME)
    again = await agent.dream(owner=ME)

    assert "marathon" not in (await _read(agent)).text
    assert again.promoted == ()
    assert (await agent.documents.read("DREAMS.md", owner=ME)).text


async def test_a_reverted_text_is_the_persons_own(agent: Agent, ids: list[str], write: Write) -> None:
    await write(Replace(ids[1], "- Lin likes tea and cake."))

    await agent.documents.revert(MEMORY, 1, owner=ME)

    assert [entry.author for entry in (await _read(agent)).entries] == [Author.DREAM, Author.PERSON, Author.DREAM]
