"""Which names documents may have."""

import unicodedata
from datetime import date

import pytest

from morrow.documents.names import check_name, daily_note, is_daily_note, is_structured
from morrow.errors import FileNotAllowed

REFUSED = [
    "", "a.txt", "a", ".md", "memory/.md", "a.MD", "a.Md", "a．md",
    "/etc/x.md", "../x.md", "a/../b.md", "memory/../../x.md", "./a.md", "a//b.md", "MEMORY.md/", "..",
    "C:\\x.md", "C:/x.md", "a.md:stream.md", "..\\x.md", "\\a.md", "memory\\2026-04-09.md",
    "%2e%2e/x.md", "a%2Fb.md", "%00.md", "a%252e.md",
    "memory/．．/x.md", "memory/‥/x.md", "memory/…/x.md", "memory／a.md", "a＼b.md", "Ｃ：x.md",
    "memory/a.md\x00.md", "a\n.md", "a\x7f.md", "a\u202e.md", "a\u2066b.md", "a\u200b.md", "a\u2028b.md", "a\ud83d.md",
    "\ufeffMEMORY.md",
    "CON.md", "con.notes.md", "memory/nul.md", "LPT1.md", "COM¹.md", "aux/x.md", "ＣＯＮ.md",
    "a.md.", "a.md ", "memory./x.md", "memory /x.md", " a.md", "a/ b.md", "\u3000/x.md",
    "memory.md", "Memory.md", "soul.md", "ＭＥＭＯＲＹ.md", "MEMORY\ufe0f.md", "Memory/x.md", "STRUCTURED/user.md",
    "owners/user%3A7/MEMORY.md", "owners/x/MEMORY.md",
    "memory/2026-02-30.md", "memory/2026-13-99.md", "memory/2026-02-29.md", "memory/0000-01-01.md",
    "memory/２０２６-０４-０９.md", "memory/٢٠٢٦-٠٤-٠٩.md", "memory/2026-4-9.md", "memory/20260409.md",
    "memory/2026_04_09.md", "memory/2026–04–09.md", "memory/2026年4月9日.md", "memory/12026-04-09.md",
    "a" * 254 + ".md",
]  # fmt: skip
ALLOWED = [
    "AGENTS.md", "SOUL.md", "PROFILE.md", "MEMORY.md", "DREAMS.md", "KNOWLEDGE.md", "notes..draft.md", "a.b.md",
    "项目/计划.md", "memory/2026-04-09.md", "memory/2024-02-29.md", "memory/notes.md", "memory/2026-04-09-meeting.md",
    "memory/2026-04.md", "structured/user.md", "archive/MEMORY.md", "folder/memory.md", "a b.md", "100%.md",
    "console.md", "会议（周一）.md", "👨‍👩‍👧.md", "a" * 253 + ".md",
]  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_dangerous_or_misleading_name_is_refused(name: str) -> None:
    with pytest.raises(FileNotAllowed):
        check_name(name)


@pytest.mark.parametrize("name", ALLOWED)
def test_an_ordinary_name_is_allowed(name: str) -> None:
    assert check_name(name) == name


def test_a_name_is_kept_in_composed_form() -> None:
    assert check_name(unicodedata.normalize("NFD", "café.md")) == "café.md"


def test_a_daily_note_names_a_day_of_the_calendar() -> None:
    assert is_daily_note("memory/2026-04-09.md") == date(2026, 4, 9)
    assert is_daily_note(daily_note(date(2026, 4, 9))) == date(2026, 4, 9)


@pytest.mark.parametrize(
    "name", ["memory/2026-02-30.md", "memory/notes.md", "memory/2026-04-09.md\n", "x/memory/2026-04-09.md"]
)
def test_other_names_are_no_daily_notes(name: str) -> None:
    assert is_daily_note(name) is None


def test_structured_files_stand_directly_in_their_folder() -> None:
    assert is_structured("structured/user.md")
    assert not is_structured("structured/a/user.md")
    assert not is_structured("MEMORY.md")
