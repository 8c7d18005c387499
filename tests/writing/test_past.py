"""The past of one document, however it was written: every version stays what it was."""

import asyncio
import tempfile
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.curation.undo import revert_revision, revert_to
from morrow.documents.entries import Add, Author, Move, Operation, Replace, Retire
from morrow.documents.names import MEMORY
from morrow.documents.shelf import load
from morrow.errors import InvalidInput
from morrow.owners import Bucket, Owner
from morrow.store import Store
from morrow.writing.change import By, Change, Rewrite
from morrow.writing.commit import commit
from morrow.writing.past import entries_at, text_at
from morrow.writing.verify import verify

NOW = datetime(2026, 4, 9, 8, tzinfo=UTC)
BUCKET = Bucket.personal("a1", Owner.user(42))
BY = By(Author.PERSON, "user:42", "for a test")

words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=12)
lines = st.one_of(
    words.map(lambda text: f"- {text}"), words, st.sampled_from(["## A", "## B", "```", "<!--", "", "\r"])
)
texts = st.lists(lines, max_size=8).map("\n".join)
places = st.integers(0, 9)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("rewrite"), texts),
        st.tuples(st.just("add"), words),
        st.tuples(st.just("replace"), places, words),
        st.tuples(st.just("retire"), places),
        st.tuples(st.just("move"), places),
        st.tuples(st.just("revert"), places),
        st.tuples(st.just("take back"), places),
    ),
    max_size=10,
)


async def _do(store: Store, step: tuple[object, ...]) -> None:
    async with store.write() as connection:
        present = await load(connection, BUCKET, MEMORY)
        version = present.version if present else 0
        match step:
            case ("rewrite", str(text)):
                await commit(connection, [Rewrite(BUCKET, MEMORY, text)], by=BY, now=NOW)
            case ("revert", int(n)) if present:
                await revert_to(connection, present, n % (version + 1), actor="user:42", now=NOW)
            case ("take back", int(n)) if present:
                await revert_revision(connection, present, n % version + 1, actor="user:42", now=NOW)
            case _:
                ids = [entry.id for entry in present.entries] if present else []
                operation = _operation(step, ids)
                if operation is not None:
                    await commit(connection, [Change(BUCKET, MEMORY, (operation,))], by=BY, now=NOW)


def _operation(step: tuple[object, ...], ids: list[str]) -> Operation | None:
    match step:
        case ("add", str(text)):
            return Add("A", text)
        case ("replace", int(n), str(text)) if ids:
            return Replace(ids[n % len(ids)], text)
        case ("retire", int(n)) if ids:
            return Retire(ids[n % len(ids)], "because")
        case ("move", int(n)) if ids:
            return Move(ids[n % len(ids)], "B")
    return None


async def _play(played: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(folder)
        told: dict[int, tuple[str, set[tuple[str, str]]]] = {0: ("", set())}
        for step in played:
            try:
                await _do(store, step)
            except InvalidInput:
                continue  # words that are none, such as a blank line
            async with store.read_all() as connection:
                present = await load(connection, BUCKET, MEMORY)
            if present is not None:
                told[present.version] = (present.text, {(entry.id, entry.text) for entry in present.entries})
        await _check(store, told)
        await store.close()


async def _check(store: Store, told: dict[int, tuple[str, set[tuple[str, str]]]]) -> None:
    async with store.read_all() as connection:
        present = await load(connection, BUCKET, MEMORY)
        for version, (text, entries) in told.items():
            if present is not None:
                assert await text_at(connection, present.id, version) == text
                stood = await entries_at(connection, present, version)
                assert {(entry.id, entry.text) for entry in stood} == entries
    assert (await verify(store)).problems == ()


@settings(max_examples=25, deadline=None)
@given(played=steps)
def test_every_version_stays_what_it_was_whatever_is_written_and_reverted(played: list[tuple[object, ...]]) -> None:
    asyncio.run(_play(played))
