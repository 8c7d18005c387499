"""Whatever a model writes as arguments: nothing is raised, and nothing is written outside of the owner's bucket."""

import json
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from tests.tools.conftest import ADA, turn_of

from morrow import Memory
from morrow.documents.table import document, entry, revision
from morrow.settings.tree import ServerSettings, Settings
from morrow.testing import Clock
from morrow.tools.toolbox import TOOLS

_NAMES = sorted({parameter.name for tool in TOOLS for parameter in tool.parameters} | {"agentId", "metadata", "owner"})
_WORDS = st.sampled_from(
    ["MEMORY.md", "structured/user.md", "../x.md", "owners/user%3Abo/MEMORY.md", "AGENTS.md", "memory/2026-04-09.md",
     "user", "project", "shared", "personal", "GLOBAL", "user:bo", "system", "- a\n", "## k\n\nv\n", "k", "search", "a"]
)  # fmt: skip
_VALUES = st.one_of(_WORDS, st.text(max_size=30), st.integers(), st.booleans(), st.none(), st.floats(allow_nan=True))
_JSON = st.recursive(_VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner))
_ARGUMENTS = st.one_of(
    st.dictionaries(st.sampled_from(_NAMES), _VALUES, max_size=6).map(json.dumps),
    st.dictionaries(st.sampled_from(_NAMES), _JSON, max_size=6).map(json.dumps),
    _JSON.map(json.dumps),
    st.text(max_size=60),
)
_CALLS = st.lists(
    st.tuples(st.sampled_from([tool.name for tool in TOOLS]), _ARGUMENTS), min_size=1, max_size=6
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls=_CALLS)
async def test_no_arguments_raise_or_write_outside_of_the_owners_bucket(
    calls: list[tuple[str, str]], tmp_path: Path
) -> None:
    known = Settings(server=ServerSettings(zone="UTC", language="en"))
    async with Memory.open(tmp_path, settings=known, clock=Clock(datetime(2026, 4, 9, tzinfo=UTC))) as memory:
        turn = await turn_of(memory, ADA, "please do as you like")

        for name, arguments in calls:
            told = json.loads((await turn.raw(name, arguments)).text)
            assert isinstance(told, dict)

        async with memory.parts.store.read_all() as connection:
            for table in (document, entry, revision):
                rows = await connection.execute(select(table.c.owner, table.c.scope).distinct())
                assert {tuple(row) for row in rows} <= {("user:ada", "PERSONAL"), ("", "TEAM")}
            shared = await connection.execute(select(revision.c.actor).where(revision.c.scope == "TEAM").distinct())
            assert set(shared.scalars()) <= {"system"}
