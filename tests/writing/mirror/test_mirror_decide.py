"""What is done with a file follows from what stands on disk, what was last in step, and what is stored."""

import pytest

from morrow.writing.mirror.decide import Look, Present, Verdict, decide
from morrow.writing.mirror.folder import Found, Missing, Moving, Refused, Seen, Stat
from morrow.writing.mirror.records import Record, State
from morrow.writing.mirror.trouble import Wrong

STAT = Stat(1, 1, 3, 1)
FILE = Found(b"abc", STAT)
GONE = Missing(is_folder_missing=False)
STORED = Present(version=2, hash="v2", is_empty=False, newer=frozenset({"v2"}))
SETTLED, UNSETTLED = Look(is_settled=True), Look(is_settled=False)


def record(version: int = 2, of: str = "v2", state: State = State.IN_STEP) -> Record:
    return Record(version, of, STAT, state)


@pytest.mark.parametrize(
    ("seen", "hash_seen", "known", "stored", "verdict"),
    [
        (FILE, "v2", record(), STORED, Verdict.REMEMBER),
        (FILE, "v2", None, STORED, Verdict.REMEMBER),
        (FILE, "v1", record(1, "v1"), STORED, Verdict.WRITE),
        (FILE, "v2", record(1, "v1"), Present(3, "v3", is_empty=False, newer=frozenset({"v2", "v3"})), Verdict.WRITE),
        (FILE, "edit", record(), STORED, Verdict.TAKE_IN),
        (FILE, "edit", record(1, "v1"), STORED, Verdict.TAKE_IN),
        (FILE, "edit", None, None, Verdict.TAKE_IN),
        (Found(b" \n", STAT), "blank", None, None, Verdict.KEEP),
        (FILE, "edit", record(2, "", State.RETIRED), STORED, Verdict.TAKE_IN),
        (FILE, "v2", record(2, "v2", State.ASKED), STORED, Verdict.REMEMBER),
        (FILE, "v2", record(), None, Verdict.REMOVE),
        (FILE, "edit", record(), None, Verdict.ABANDON),
        (GONE, "", None, STORED, Verdict.WRITE),
        (GONE, "", None, None, Verdict.KEEP),
        (GONE, "", record(), None, Verdict.REMOVE),
        (GONE, "", record(), STORED, Verdict.RETIRE),
        (GONE, "", record(1, "v1"), STORED, Verdict.RETIRE),
        (GONE, "", record(2, "v2", State.REFUSED), STORED, Verdict.WRITE),
        (GONE, "", record(2, "", State.RETIRED), STORED, Verdict.KEEP),
        (GONE, "", record(1, "", State.RETIRED), STORED, Verdict.WRITE),
        (GONE, "", record(2, "v2", State.ASKED), STORED, Verdict.KEEP),
        (Moving(), "", record(), STORED, Verdict.WAIT),
        (Refused(Wrong.LINK), "", record(), STORED, Verdict.REFUSE),
    ],
)
def test_each_case_has_its_verdict(
    seen: Seen, hash_seen: str, known: Record | None, stored: Present | None, verdict: Verdict
) -> None:
    assert decide(seen, hash_seen, known, stored, SETTLED) is verdict


@pytest.mark.parametrize(("seen", "hash_seen"), [(FILE, "edit"), (GONE, "")])
def test_what_has_not_settled_waits(seen: Seen, hash_seen: str) -> None:
    assert decide(seen, hash_seen, record(), STORED, UNSETTLED) is Verdict.WAIT


def test_what_is_to_be_asked_about_is_not_retired() -> None:
    assert decide(GONE, "", record(), STORED, Look(is_settled=True, if_gone=Verdict.ASK)) is Verdict.ASK
