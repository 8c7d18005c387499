"""How an imported chat is laid out: positions, turns, batches, nights."""

from datetime import UTC, datetime

import pytest
from tests.transfer.chats import CREW, as_file, line, text_of

from morrow.errors import InvalidInput
from morrow.owners import Bucket, Owner
from morrow.transfer.chat_lines import read_lines
from morrow.transfer.chat_owners import belonging
from morrow.transfer.chat_plan import Placed, batches, lay_out, stretches, turns_of, unknown_of

ME = Owner.user("local")
BUCKET = Bucket.personal("a1", ME)
THREE = "0 0 3 * * ?"


def placed(text: str) -> list[Placed]:
    lines = read_lines(as_file(text), name="crew", zone="UTC")
    return lay_out(lines, BUCKET, belonging(lines, name="crew", owner=ME))


def test_positions_count_within_a_conversation() -> None:
    found = [(one.conversation, one.position) for one in placed(text_of())]

    assert found == [("kitchen", 1), ("kitchen", 2), ("office", 1), ("kitchen", 3), ("kitchen", 4), ("kitchen", 5)]


def test_what_is_recorded_with_the_same_words_is_known() -> None:
    lines = placed(text_of())
    known = {"kitchen": {one.position: one.message.hash for one in lines if one.conversation == "kitchen"}}

    assert [one.conversation for one in unknown_of(lines, known)] == ["office"]


def test_a_line_that_changed_since_is_named() -> None:
    with pytest.raises(InvalidInput, match="line 4: message 3 of the conversation 'kitchen' is recorded with other"):
        unknown_of(placed(text_of()), {"kitchen": {3: "0" * 32}})


def test_an_answer_belongs_to_the_turn_of_what_it_answers() -> None:
    chat = "\n".join([line("Hi."), line("Hello!", role="assistant"), line("It rains.", role="tool"), line("Oh.")])

    turns = turns_of(placed(chat), BUCKET)

    assert [[message.role for message in turn.messages] for turn in turns] == [["user", "assistant", "tool"], ["user"]]
    assert {message.origin for turn in turns for message in turn.messages} == {"user", "agent", "external"}


def test_batches_are_bounded_by_lines_and_by_characters() -> None:
    short, long = placed("\n".join([line("x")] * 1201)), placed("\n".join([line("x" * 1_500_000)] * 5))

    assert [len(batch) for batch in batches(short)] == [500, 500, 201]
    assert [len(batch) for batch in batches(long)] == [2, 2, 1]


def test_each_day_with_lines_is_followed_by_its_night() -> None:
    found = stretches(placed(text_of()), cron=THREE, zone="UTC")

    assert [(stretch.day.isoformat(), len(stretch.lines)) for stretch in found] == [
        ("2026-03-07", 3),
        ("2026-03-08", 2),
        ("2026-03-09", 1),
    ]


def test_what_is_said_after_midnight_comes_before_the_night_and_at_three_after_it() -> None:
    chat = "\n".join(line(time=f"2026-03-07T{hour}:00+00:00") for hour in ("02:59", "03:00"))

    assert [stretch.day.day for stretch in stretches(placed(chat), cron=THREE, zone="UTC")] == [7, 8]


def test_nights_are_those_of_the_agents_zone() -> None:
    [stretch] = stretches(placed(line(time="2026-03-06T18:59:00+00:00")), cron=THREE, zone="Asia/Shanghai")

    assert stretch.night.instant == datetime(2026, 3, 6, 19, tzinfo=UTC)


def test_within_a_conversation_nothing_overtakes() -> None:
    days = ("2026-03-09", "2026-03-06", "2026-03-10")
    chat = "\n".join(line(day, time=f"{day}T12:00:00+00:00") for day in days)

    found = stretches(placed(chat), cron=THREE, zone="UTC")

    assert [[one.message.text for one in stretch.lines] for stretch in found] == [list(days[:2]), [days[2]]]


def test_the_crew_talks_in_two_conversations() -> None:
    assert {conversation for conversation, *_ in CREW} == {"kitchen", "office"}
