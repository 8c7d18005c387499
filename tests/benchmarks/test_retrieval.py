from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from benchmarks.locomo_chat import lines_of
from benchmarks.retrieval.adapter import answer
from benchmarks.retrieval.scoring import Asked, by_category, interval, summarise
from benchmarks.retrieval.sets import Chat, Question, Unit

from morrow.transfer.chat_lines import read_lines

_SAID = (
    ("D1", "Mara", "I adopted a grey cat called Miso in May."),
    ("D1", "Tom", "We painted the kitchen yellow last weekend."),
    ("D2", "Mara", "The ferry to Cacilhas was cancelled because of the fog."),
    ("D2", "Tom", "我在上海学了三年围棋。"),
)


@pytest.fixture
def chat() -> Chat:
    began = datetime(2026, 3, 2, 9, tzinfo=UTC)
    units = tuple(
        Unit(f"u{n}", session, speaker, "user", began + timedelta(minutes=n), text)
        for n, (session, speaker, text) in enumerate(_SAID)
    )
    questions = (
        Question("What is Mara's cat called?", "1-fact", frozenset({"u0"}), frozenset({"D1"})),
        Question("Why was the ferry cancelled?", "1-fact", frozenset({"u2"}), frozenset({"D2"})),
        Question("谁学过围棋？", "2-zh", frozenset({"u3"}), frozenset({"D2"})),
    )
    return Chat("tiny", units, questions)


async def test_questions_about_a_chat_bring_back_what_answers_them(chat: Chat) -> None:
    found = await answer(chat, limit=10)

    assert [ids[0] for ids in found] == ["u0", "u2", "u3"]


def test_recall_is_the_share_of_the_evidence_found_and_rank_counts_from_the_first() -> None:
    asked = Asked("a", ("x", "e1", "y", "e2"), frozenset({"e1", "e2", "e3", "e4"}))

    assert (asked.recall(2), asked.recall(4), asked.hit(1), asked.reciprocal_rank()) == (0.25, 0.5, 0.0, 0.5)


def test_a_summary_holds_its_mean_between_the_bounds_of_its_interval() -> None:
    asked = [Asked(str(n % 2), ("e",) if n % 3 else (), frozenset({"e"})) for n in range(60)]

    figures = summarise(asked)

    assert figures["R@10 low"] < figures["R@10"] < figures["R@10 high"]
    assert interval([1.0] * 20) == (100.0, 100.0)
    assert set(by_category(asked)) == {"0", "0 low", "0 high", "1", "1 low", "1 high"}


def test_a_chat_written_for_the_import_reads_as_the_import_reads_it(chat: Chat) -> None:
    file = BytesIO("".join(f"{line}\n" for line in lines_of(chat)).encode())

    read = read_lines(file, name="tiny", zone="UTC")

    assert [(line.conversation, line.speaker, line.text) for line in read] == list(_SAID)
    assert [line.at for line in read] == [unit.at for unit in chat.units]
