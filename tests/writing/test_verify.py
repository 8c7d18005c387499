from collections.abc import Sequence
from datetime import datetime

import pytest
from sqlalchemy import delete, update

from morrow.documents import table
from morrow.documents.entries import Add, Author, Operation
from morrow.documents.names import MEMORY
from morrow.owners import Bucket, Owner
from morrow.settings import Settings
from morrow.store import Store
from morrow.writing.change import By, Change
from morrow.writing.propose import Words, propose
from morrow.writing.table import audit, proposal
from morrow.writing.verify import verify

BUCKET = Bucket.personal("a1", Owner.user(42))


async def _write(store: Store, now: datetime, *operations: Operation, hold: bool = False) -> None:
    by = By(Author.PERSON, "user:42", "for a test")
    change = Change(BUCKET, MEMORY, operations, "# MEMORY\n")
    async with store.write() as connection:
        await propose(connection, [change], by=by, words=Words(), settings=Settings(), now=now, hold_all=hold)


@pytest.fixture
async def written(store: Store, morning: datetime) -> Store:
    for n in range(3):
        await _write(store, morning, Add("Facts", f"- Fact {n}."))
    return store


async def _problems(store: Store) -> Sequence[str]:
    return [problem.what for problem in (await verify(store)).problems]


async def test_what_nobody_touched_is_found_in_order(written: Store) -> None:
    found = await verify(written)

    assert found.is_ok
    assert (found.documents, found.revisions, found.acts) == (1, 3, 3)


async def test_a_changed_text_of_a_document_is_found(written: Store) -> None:
    async with written.write() as connection:
        await connection.execute(update(table.document).values(text="# MEMORY\n\n## Facts\n- Fact 0.\n"))

    assert "its text is not the one of its last revision" in await _problems(written)


async def test_a_changed_text_of_a_revision_is_found(written: Store) -> None:
    async with written.write() as connection:
        await connection.execute(update(table.revision).where(table.revision.c.version == 2).values(delta="9:0:x"))

    assert "its text was changed after it was written" in await _problems(written)


@pytest.mark.parametrize("column", ["author", "actor", "reason", "operations"])
async def test_a_changed_account_of_a_revision_is_found(written: Store, column: str) -> None:
    async with written.write() as connection:
        changed = {column: "[]" if column == "operations" else "someone else"}
        await connection.execute(update(table.revision).where(table.revision.c.version == 2).values(changed))

    assert await _problems(written) == ["its author, reason or changes are not those that were written"]


async def test_a_deleted_revision_is_found(written: Store) -> None:
    async with written.write() as connection:
        await connection.execute(delete(table.revision).where(table.revision.c.version == 2))

    problems = await _problems(written)
    assert "version 2 is missing" in problems
    assert "speaks of a revision that is gone" in problems


async def test_a_deleted_row_of_the_audit_chain_is_found(written: Store) -> None:
    async with written.write() as connection:
        await connection.execute(delete(audit).where(audit.c.seq == 2))

    assert "number 2 of the chain is missing" in await _problems(written)


async def test_a_deleted_end_of_the_audit_chain_is_found(written: Store) -> None:
    async with written.write() as connection:
        await connection.execute(delete(audit).where(audit.c.seq == 3))

    assert await _problems(written) == ["stands in no audit chain"]


async def test_a_changed_row_of_the_audit_chain_is_found(written: Store) -> None:
    async with written.write() as connection:
        await connection.execute(update(audit).where(audit.c.seq == 2).values(actor="user:7"))

    assert await _problems(written) == ["was changed after it was written"]


async def test_an_entry_whose_words_were_changed_is_found(written: Store) -> None:
    async with written.write() as connection:
        await connection.execute(update(table.entry).where(table.entry.c.text == "- Fact 1.").values(text="- Fact 9."))

    assert await _problems(written) == ["its words do not stand in MEMORY.md"]


async def test_a_proposal_settled_behind_its_back_is_found(written: Store, morning: datetime) -> None:
    await _write(written, morning, Add("Facts", "- Fact 4."), hold=True)
    async with written.write() as connection:
        await connection.execute(update(proposal).values(status="accepted", settled_by="user:42", settled_at=morning))

    assert await _problems(written) == ["was settled, but stands in no audit chain"]


async def test_redacted_versions_are_no_problem(written: Store, morning: datetime) -> None:
    async with written.write() as connection:
        gone = {"whole": "", "delta": None, "operations": "[]", "redacted_at": morning}
        await connection.execute(update(table.revision).where(table.revision.c.version == 1).values(gone))
        text = "# MEMORY\n\n## Facts\n- Fact 0.\n- Fact 1.\n"
        second = {"whole": text, "delta": None}
        await connection.execute(update(table.revision).where(table.revision.c.version == 2).values(second))

    assert await _problems(written) == []
