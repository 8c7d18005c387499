from datetime import UTC, datetime

import pytest

from morrow.conversations.turns import Message
from morrow.documents.entries import Origin
from morrow.extraction.evidence import Window
from morrow.models.answers import Evidence
from morrow.owners import Bucket, Owner

NOON = datetime(2026, 4, 9, 12, tzinfo=UTC)


def _said(name: str, text: str, role: str = "user", origin: str = "user") -> Message:
    return Message(name, "c", "t", 1, role, "Ada", "user:1", origin, text, NOON, Bucket.personal("a", Owner.user(1)))


MESSAGES = (
    _said("m1", "I moved to Porto in May. The flat is on the third floor."),
    _said("m2", "Shall I note the code 4417?", "assistant", "agent"),
    _said("m3", "The page says the bridge opened in 1886.", "tool", "external"),
    _said("m4", "我后天要去杭州出差。"),
)


def _window(*evidence: Evidence) -> Window:
    return Window(MESSAGES, evidence, "UTC")


def test_a_cited_message_counts_with_its_quote() -> None:
    cited = Evidence("Lives in Porto.", ("m1",), "I moved to Porto in May.")

    traced = _window(cited).trace("Lives in Porto.")

    assert [(source.message, source.quote) for source in traced.sources] == [("m1", "I moved to Porto in May.")]
    assert traced.is_users


@pytest.mark.parametrize(
    "cited",
    [
        Evidence("Keeps bees.", ("m1",), "I keep bees"),
        Evidence("Keeps bees.", ("m9",), "I moved to Porto in May."),
        Evidence("Keeps bees.", ("m1",), ""),
        Evidence("Something else.", ("m1",), "I moved to Porto in May."),
    ],
)
def test_a_citation_that_does_not_hold_is_none(cited: Evidence) -> None:
    traced = _window(cited).trace("Keeps bees.")

    assert traced.sources == ()
    assert traced.origin is Origin.AGENT


def test_the_sentence_that_says_it_is_quoted() -> None:
    traced = _window().trace("The flat is on the third floor")

    assert [source.quote for source in traced.sources] == ["The flat is on the third floor."]


def test_a_day_counts_as_said_where_a_word_means_it() -> None:
    traced = _window().trace("2026-04-11 去杭州出差")

    assert [source.message for source in traced.sources] == ["m4"]
    assert traced.origin is Origin.USER


@pytest.mark.parametrize(
    ("text", "origin", "message"),
    [("The code is 4417.", Origin.AGENT, "m2"), ("The bridge opened in 1886.", Origin.EXTERNAL, "m3")],
)
def test_what_only_others_say_is_theirs(text: str, origin: Origin, message: str) -> None:
    traced = _window().trace(text)

    assert traced.origin is origin
    assert [source.message for source in traced.sources] == [message]
