from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from morrow.conversations.table import conversation
from morrow.errors import NotFound, SchemaTooNew, StoreCorrupt, StoreError
from morrow.owners import Bucket, Owner, Principal
from morrow.store import Store, bucket_values
from morrow.store.ids import new_id

ADA, BO = Owner.user("ada"), Owner.user("bo")


async def _converse(store: Store, bucket: Bucket, now: datetime) -> str:
    row = {"id": new_id(now), "memory": "full", "messages": 1, "read_position": 0, "last_at": now, "created_at": now}
    async with store.write() as connection:
        await connection.execute(insert(conversation).values(**row, name=row["id"], **bucket_values(bucket)))
    return str(row["id"])


async def _seen_by(store: Store, principal: Principal) -> set[str]:
    async with store.read(principal) as connection:
        return set((await connection.execute(select(conversation.c.id))).scalars())


async def test_a_reader_sees_its_own_rows_the_shared_ones_and_no_others(store: Store, morning: datetime) -> None:
    own = await _converse(store, Bucket.personal("a1", ADA), morning)
    shared = await _converse(store, Bucket.team("a1"), morning)
    everyones = await _converse(store, Bucket.everyone(), morning)
    await _converse(store, Bucket.personal("a1", BO), morning)
    await _converse(store, Bucket.personal("a2", ADA), morning)
    await _converse(store, Bucket.team("a2"), morning)

    assert await _seen_by(store, Principal("a1", ADA)) == {own, shared, everyones}


async def test_the_system_has_no_personal_rows(store: Store, morning: datetime) -> None:
    await _converse(store, Bucket.personal("a1", ADA), morning)

    assert await _seen_by(store, Principal("a1", Owner.system())) == set()


async def test_a_group_is_seen_only_from_inside_it(store: Store, morning: datetime) -> None:
    crew = Owner.group("slack", "crew")
    row = await _converse(store, Bucket.personal("a1", crew), morning)

    assert await _seen_by(store, Principal("a1", ADA)) == set()
    assert await _seen_by(store, Principal("a1", ADA, group=crew)) == {row}


async def test_one_connection_never_remembers_whom_it_read_for_before(store: Store, morning: datetime) -> None:
    adas = await _converse(store, Bucket.personal("a1", ADA), morning)
    bos = await _converse(store, Bucket.personal("a1", BO), morning)

    for _ in range(6):  # more turns than there are connections
        assert await _seen_by(store, Principal("a1", ADA)) == {adas}
        assert await _seen_by(store, Principal("a1", BO)) == {bos}


async def test_a_reading_that_fails_leaves_no_principal_behind(store: Store, morning: datetime) -> None:
    await _converse(store, Bucket.personal("a1", ADA), morning)
    bos = await _converse(store, Bucket.personal("a1", BO), morning)
    await _seen_by(store, Principal("a1", ADA))

    with pytest.raises(NotFound):
        async with store.read(Principal("a1", BO)):
            raise NotFound("nothing by that name")

    assert await _seen_by(store, Principal("a1", BO)) == {bos}


async def test_a_reader_cannot_go_around_the_rule(store: Store, morning: datetime) -> None:
    await _converse(store, Bucket.personal("a1", BO), morning)
    schema = "main" if store.dialect == "sqlite" else "public"

    if store.dialect == "sqlite":
        with pytest.raises(Exception, match=r"prohibited|not authorized"):
            async with store.read(Principal("a1", ADA)) as connection:
                await connection.execute(text(f"SELECT * FROM {schema}.conversation"))
        return
    async with store.read(Principal("a1", ADA)) as connection:
        assert (await connection.execute(text(f"SELECT * FROM {schema}.conversation"))).all() == []


async def test_a_failed_write_leaves_nothing(store: Store, morning: datetime) -> None:
    with pytest.raises(RuntimeError):
        async with store.write() as connection:
            values = {"id": "x", "memory": "full", "messages": 0, "read_position": 0, "name": "x"}
            values |= bucket_values(Bucket.team("a1"))
            await connection.execute(insert(conversation).values(**values, last_at=morning, created_at=morning))
            raise RuntimeError("stop")

    async with store.read_all() as connection:
        assert (await connection.execute(select(conversation))).all() == []


async def test_times_come_back_as_they_went_in(store: Store, morning: datetime) -> None:
    await _converse(store, Bucket.team("a1"), morning)

    async with store.read_all() as connection:
        assert (await connection.execute(select(conversation.c.last_at))).scalar_one() == morning


async def test_a_newer_schema_is_refused_by_name(home: str) -> None:
    store = await Store.open(home)
    async with store.write() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()

    with pytest.raises(SchemaTooNew, match="newer morrow"):
        await Store.open(home)


async def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "morrow.db").write_bytes(b"this is no database, but somebody's notes" * 50)

    with pytest.raises(StoreCorrupt, match="no SQLite database"):
        await Store.open(tmp_path)
    assert (tmp_path / "morrow.db").read_bytes().startswith(b"this is no database")


async def test_a_home_that_cannot_be_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")

    with pytest.raises(StoreError, match="folder"):
        await Store.open(tmp_path / "file" / "home")


async def test_a_login_that_bypasses_row_security_is_refused(postgres: object) -> None:
    url = postgres.get_uri()  # type: ignore[attr-defined]

    with pytest.raises(StoreError, match="bypasses row security"):
        await Store.open(url)
