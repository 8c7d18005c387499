"""What a line of a chat may look like, and what is said of one that cannot be read."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from tests.transfer.chats import as_file, line

from morrow.errors import InvalidInput, InvalidTime
from morrow.transfer.chat_lines import Line, read_lines


def read(data: bytes | str) -> list[Line]:
    return read_lines(BytesIO(data.encode() if isinstance(data, str) else data), name="crew", zone="Asia/Shanghai")


def test_a_line_has_a_speaker_a_text_and_a_time() -> None:
    [found] = read(line("I moved to Lisbon."))

    assert found == Line(1, "crew", "Mara", "I moved to Lisbon.", "user", datetime(2026, 3, 6, 18, 5, tzinfo=UTC))


def test_role_and_conversation_may_be_given() -> None:
    [found] = read(line("It rains.", role="tool", conversation=" kitchen "))

    assert (found.role, found.conversation) == ("tool", "kitchen")


def test_a_time_without_offset_is_taken_in_the_agents_zone() -> None:
    [found] = read(line(time="2026-03-06T18:05:00"))

    assert found.at == datetime(2026, 3, 6, 10, 5, tzinfo=UTC)


def test_blank_lines_are_passed_over_and_counted() -> None:
    assert [found.number for found in read(f"\n{line()}\n   \n{line()}")] == [2, 4]


def test_a_byte_order_mark_and_windows_line_ends_are_accepted() -> None:
    data = b"\xef\xbb\xbf" + f"{line('one')}\r\n{line('two')}\r\n".encode()

    assert [found.text for found in read(data)] == ["one", "two"]


def test_a_line_separator_inside_a_text_ends_no_line() -> None:
    assert [found.text for found in read(line("one\u2028two"))] == ["one\u2028two"]


def test_half_a_surrogate_pair_becomes_a_replacement_and_nul_goes() -> None:
    [found] = read('{"speaker": "M\\ud800", "text": "a\\udfffb\\u0000c", "time": "2026-03-06T18:05:00Z"}')

    assert (found.speaker, found.text) == ("M\ufffd", "a\ufffdbc")


def test_a_speakers_name_stands_on_one_line_and_in_one_form() -> None:
    assert [found.speaker for found in read(line(speaker="  Ine\u0302s\t\n Dias "))] == ["In\u00eas Dias"]


def test_a_text_of_five_megabytes_is_read() -> None:
    [found] = read(line("wörter " * 800_000))

    assert len(found.text) == 5_600_000


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ("{", "this is no JSON"),
        ("[1]", "a JSON object is expected"),
        ('"text"', "a JSON object is expected"),
        ("[" * 100_000, "nested too deep"),
        ('{"a": ' + "1" * 5000 + "}", "a number is too long"),
        (line(speaker=None), "'speaker' is missing"),
        (line(text=None), "'text' is missing"),  # type: ignore[arg-type]
        (line(time=None), "'time' is missing"),
        (line(speaker=7), "'speaker' is a text, not 7"),
        (line(speaker=" \t"), "a speaker is a name of 1 to 180 characters"),
        (line(speaker="x" * 181), "a speaker is a name of 1 to 180 characters"),
        (line(" \u0000 "), "the text is empty; leave the line out"),
        (line(role="system"), "role 'system': a message is of one of assistant, tool, user"),
        (line(conversation="x" * 201), "a conversation's name has 1 to 200 characters"),
        (line(conversation=["a"]), "'conversation' is a text"),
        (line(speeker="Mara"), "there is no field 'speeker'; did you mean 'speaker'?"),
        (line(zzz=1), "there is no field 'zzz'; the fields are speaker, text, time, role, conversation"),
        (line(time="yesterday"), "write a time as"),
        (line(time="2026-03-06"), "a time of day is missing"),
        (line(time="0001-01-01T00:00:00+14:00"), "out of the range"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_mend(bad: str, told: str) -> None:
    with pytest.raises(InvalidInput) as error:
        read(f"{line()}\n\n{bad}\n{line()}\n")

    assert str(error.value).startswith("line 3: ")
    assert told in str(error.value)


def test_a_time_that_cannot_be_read_is_an_invalid_time() -> None:
    with pytest.raises(InvalidTime, match="line 1"):
        read(line(time="soon"))


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_a_file_that_is_no_utf_8_is_told_so(encoding: str) -> None:
    with pytest.raises(InvalidInput, match=r"line 1: byte \d+ of it is no UTF-8; save the file as UTF-8"):
        read(line("wörter").encode(encoding))


def test_an_empty_file_has_no_lines() -> None:
    assert read_lines(as_file(""), name="crew", zone="UTC") == []
