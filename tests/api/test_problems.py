import json

import pytest

from morrow import errors
from morrow.api.problems import STATUSES, TITLES, describe
from morrow.errors import MorrowError, VersionConflict
from morrow.models.errors import ModelError


def _kinds(kind: type[MorrowError]) -> set[type[MorrowError]]:
    return {kind}.union(*map(_kinds, kind.__subclasses__()))


def test_every_kind_of_error_says_more_than_that_something_is_not_possible() -> None:
    told = tuple(kind for kind, _, _ in STATUSES[:-1])

    kinds = {kind for kind in _kinds(MorrowError) if kind.__module__ in (errors.__name__, ModelError.__module__)}
    assert [kind for kind in kinds - {MorrowError} if not issubclass(kind, told)] == []


def test_a_kind_stands_before_the_one_it_is_made_from() -> None:
    kinds = [kind for kind, _, _ in STATUSES]

    assert [
        (first, later) for place, first in enumerate(kinds) for later in kinds[place + 1 :] if issubclass(later, first)
    ] == []


def test_every_status_has_a_title_and_every_problem_a_name_of_its_own() -> None:
    names = [name for _, _, name in STATUSES]

    assert {status for _, status, _ in STATUSES} <= set(TITLES)
    assert len(names) == len(set(names))


def test_a_conflict_brings_every_text_that_mends_it() -> None:
    conflict = VersionConflict("it moved on", version=3, base="a", theirs="b", yours="\ud800", merged="bc")

    answer = describe(conflict)

    told = json.loads(bytes(answer.body))
    assert answer.media_type == "application/problem+json"
    assert (told["status"], told["type"], told["version"]) == (412, "urn:morrow:problem:version-conflict", 3)
    assert (told["base"], told["theirs"], told["yours"], told["merged"]) == ("a", "b", "\ufffd", "bc")


@pytest.mark.parametrize("kind", ["StoreFull", "SchemaTooNew", "StoreCorrupt", "StoreReadOnly", "StoreError"])
def test_what_is_wrong_with_the_store_is_no_fault_of_the_caller(kind: str) -> None:
    assert describe(getattr(errors, kind)("no room")).status_code in (503, 507)
