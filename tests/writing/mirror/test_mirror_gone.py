"""Files that are gone: one is a wish, many are an accident until somebody says otherwise."""

# ruff: noqa: ASYNC240 - a test has the loop to itself

import shutil
from pathlib import Path

import pytest

from morrow import Memory, Owner
from morrow.agent import Agent
from morrow.owners import Bucket
from morrow.writing.mirror import Wrong
from morrow.writing.mirror.decide import Verdict
from morrow.writing.mirror.gone import judge_gone
from morrow.writing.past import history, text_at
from morrow.writing.proposals import Proposal, Settled, Standing, list_proposals, settle


async def write_files(ada: Agent, me: Owner, count: int) -> None:
    for number in range(count):
        await ada.documents.write(f"n{number}.md", f"- note {number}\n", owner=me)


async def questions(memory: Memory, ada: Agent, me: Owner) -> list[Proposal]:
    bucket = Bucket.personal((await ada.row()).id, me)
    async with memory.parts.store.read_all() as connection:
        return await list_proposals(connection, [bucket])


async def answer(memory: Memory, ada: Agent, me: Owner, standing: Standing) -> None:
    [question] = await questions(memory, ada, me)
    async with memory.parts.store.write() as connection:
        await settle(connection, question, Settled(standing, me.key), now=question.made_at)
    await memory.tick()


async def texts(ada: Agent, me: Owner) -> dict[str, str]:
    return {d.name: d.text for d in await ada.documents.list(owner=me, prefix="n")}


@pytest.mark.parametrize(
    ("in_step", "gone", "is_folder_gone", "verdict"),
    [
        (1, 1, False, Verdict.RETIRE),
        (2, 1, False, Verdict.RETIRE),
        (8, 2, False, Verdict.RETIRE),
        (8, 3, False, Verdict.ASK),
        (3, 2, False, Verdict.ASK),
        (100, 1, True, Verdict.ASK),
    ],
)
def test_over_a_quarter_or_a_whole_folder_is_asked_about(
    in_step: int, gone: int, is_folder_gone: bool, verdict: Verdict
) -> None:
    assert judge_gone(in_step, [str(n) for n in range(gone)], is_folder_gone=is_folder_gone) is verdict


async def test_a_deleted_file_retires_its_entries_and_the_past_keeps_them(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    await write_files(ada, me, 4)

    mine.joinpath("n1.md").unlink()
    document = await ada.documents.read("n1.md", owner=me)

    assert (document.text, document.entries) == ("", ())
    async with memory.parts.store.read_all() as connection:
        newest, *_ = await history(connection, document.id)
        assert (newest.author, newest.reason) == ("disk", "deleted on disk")
        assert await text_at(connection, document.id, 1) == "- note 1\n"
    assert not mine.joinpath("n1.md").exists()
    assert await questions(memory, ada, me) == []


async def test_an_emptied_document_gets_its_file_back_with_its_next_words(ada: Agent, me: Owner, mine: Path) -> None:
    await write_files(ada, me, 4)
    mine.joinpath("n1.md").unlink()
    version = (await ada.documents.read("n1.md", owner=me)).version

    await ada.documents.write("n1.md", "- again\n", owner=me, if_match=version)

    assert mine.joinpath("n1.md").read_text() == "- again\n"


async def test_many_gone_files_retire_nothing_and_ask(memory: Memory, ada: Agent, me: Owner, mine: Path) -> None:
    await write_files(ada, me, 8)

    for number in range(3):
        mine.joinpath(f"n{number}.md").unlink()
    now = await texts(ada, me)

    assert now == {f"n{number}.md": f"- note {number}\n" for number in range(8)}
    [question] = await questions(memory, ada, me)
    assert question.is_question
    assert question.before == "n0.md\nn1.md\nn2.md"
    assert memory.parts.mirror is not None
    assert {trouble.wrong for trouble in memory.parts.mirror.troubles} == {Wrong.FILES_GONE}


async def test_a_missing_folder_retires_nothing_and_asks_once(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    await write_files(ada, me, 1)
    shutil.rmtree(mine)

    for _ in range(3):
        assert await texts(ada, me) == {"n0.md": "- note 0\n"}

    assert len(await questions(memory, ada, me)) == 1


async def test_yes_empties_the_documents(memory: Memory, ada: Agent, me: Owner, mine: Path) -> None:
    await write_files(ada, me, 4)
    shutil.rmtree(mine)
    await texts(ada, me)

    await answer(memory, ada, me, Standing.ACCEPTED)

    assert set((await texts(ada, me)).values()) == {""}
    assert not mine.exists()


async def test_no_writes_the_files_again(memory: Memory, ada: Agent, me: Owner, mine: Path) -> None:
    await write_files(ada, me, 4)
    shutil.rmtree(mine)
    await texts(ada, me)

    await answer(memory, ada, me, Standing.REJECTED)

    assert {path.name: path.read_text() for path in mine.iterdir()} == await texts(ada, me)
    assert len(list(mine.iterdir())) == 4


async def test_a_question_is_taken_back_when_the_files_are_there_again(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    await write_files(ada, me, 4)
    mine.rename(mine.with_name("away"))
    await texts(ada, me)
    assert len(await questions(memory, ada, me)) == 1

    mine.with_name("away").rename(mine)
    await texts(ada, me)

    assert await questions(memory, ada, me) == []
    assert memory.parts.mirror is not None
    assert memory.parts.mirror.troubles == ()


async def test_an_open_question_is_still_there_after_a_restart(
    memory: Memory, ada: Agent, me: Owner, mine: Path
) -> None:
    await write_files(ada, me, 4)
    shutil.rmtree(mine)
    await texts(ada, me)
    home = Path(memory.parts.store.place).parent

    async with Memory.open(home, clock=memory.parts.clock) as again:
        agent = again.agent("ada")
        assert len(set((await texts(agent, me)).values())) == 4
        assert len(await questions(again, agent, me)) == 1
