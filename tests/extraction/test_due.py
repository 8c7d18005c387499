from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from morrow.conversations.history import Conversation
from morrow.conversations.turns import Message
from morrow.extraction.backlog import Backlog
from morrow.extraction.due import Later, Now, Waiting, is_useful, nothing_to_read, when, why_held
from morrow.extraction.reading import Unread
from morrow.jobs.ledger import Run, Status
from morrow.owners import Bucket, Owner
from morrow.settings.tree import MemorySettings

NOON = datetime(2026, 4, 9, 12, tzinfo=UTC)
BUCKET = Bucket.personal("a1", Owner.user(1))
COOLDOWN = timedelta(minutes=5)


def _conversation(messages: int = 4, memory: str = "full") -> Conversation:
    return Conversation("c1", "c", BUCKET, messages, 0, NOON, memory)


def _unread(*texts: str, role: str = "user", messages: int | None = None, memory: str = "full") -> Unread:
    said = tuple(
        Message(f"m{n}", "c1", "t", n, role, "", "user:1", "user", text, NOON, BUCKET)
        for n, text in enumerate(texts, 1)
    )
    return Unread(_conversation(messages or len(texts), memory), said, len(said))


@pytest.mark.parametrize(
    ("unread", "reason"),
    [
        (_unread(messages=4), Waiting.NOTHING_UNREAD),
        (_unread("I see.", "Fine.", role="assistant"), Waiting.NOTHING_SAID),
        (_unread("I moved to Porto in May.", messages=2), Waiting.TOO_FEW_MESSAGES),
        (_unread("I moved to Porto in May.", "thanks", messages=4), Waiting.TOO_SHORT),
        (_unread("I moved to Porto in May.", messages=4), None),
        (_unread("Remember: the key is under the mat.", messages=1), None),
        (_unread("记住：钥匙在门垫下面", messages=1), None),
        (_unread("2026-04-09 12:00:01 ERROR [main] boot failed", "HEARTBEAT_OK", messages=9), Waiting.ONLY_PASTED),
    ],
)
def test_a_conversation_is_read_or_held_with_a_reason(unread: Unread, reason: Waiting | None) -> None:
    assert why_held(unread, MemorySettings()) is reason


@pytest.mark.parametrize(
    ("text", "useful"), [("thanks", False), ("I live in Rome", True), ("谢谢", False), ("我住在上海", True)]
)
def test_the_night_reads_what_says_something(text: str, useful: bool) -> None:
    assert is_useful(_unread(text)) is useful


@pytest.mark.parametrize(
    ("unread", "reason"),
    [
        (_unread("I live in Rome", memory="off"), Waiting.SWITCHED_OFF),
        (_unread("I live in Rome", memory="read"), Waiting.SWITCHED_OFF),
        (_unread(messages=3), Waiting.NOTHING_UNREAD),
        (_unread("I see.", role="assistant"), Waiting.NOTHING_SAID),
        (_unread("hi"), None),
    ],
)
def test_whoever_asks_for_an_extraction_hears_why_there_is_none(unread: Unread, reason: Waiting | None) -> None:
    assert nothing_to_read(unread) is reason


def _run(status: Status, **values: object) -> Run:
    ended = None if status is Status.RUNNING else NOON
    plain = Run("r1", "k1", "extraction", BUCKET, None, status, "", 1, NOON, ended, None, "")
    return replace(plain, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("last", "minutes", "is_live", "chance"),
    [
        (None, 0, False, Now()),
        (_run(Status.COMPLETED), 4, False, Later(Waiting.COOLDOWN, NOON + COOLDOWN)),
        (_run(Status.SKIPPED), 4, False, Later(Waiting.COOLDOWN, NOON + COOLDOWN)),
        (_run(Status.COMPLETED), 5, False, Now()),
        (_run(Status.RUNNING), 4, True, Later(Waiting.RUNNING, NOON + timedelta(minutes=5))),
        (_run(Status.RUNNING), 16, False, Now("k1")),
        (_run(Status.FAILED, retry_at=NOON + COOLDOWN), 4, False, Later(Waiting.RETRY, NOON + COOLDOWN)),
        (_run(Status.FAILED, retry_at=NOON + COOLDOWN), 5, False, Now("k1")),
        (_run(Status.FAILED, retry_at=None, attempts=5), 9, False, Now()),
        (_run(Status.PENDING), 0, False, Now("k1")),
    ],
)
def test_an_owner_is_extracted_now_or_later(last: Run | None, minutes: int, is_live: bool, chance: Now | Later) -> None:
    assert when(last, is_live=is_live, now=NOON + timedelta(minutes=minutes), cooldown=COOLDOWN) == chance


def test_a_held_conversation_is_judged_again_when_something_was_said() -> None:
    backlog = Backlog()

    backlog.hold(_conversation(messages=2))

    assert backlog.is_held(_conversation(messages=2))
    assert not backlog.is_held(_conversation(messages=3))
    backlog.keep_only([])
    assert not backlog.is_held(_conversation(messages=2))


def test_a_look_is_repeated_on_a_change_when_a_time_has_come_and_every_minute() -> None:
    backlog = Backlog()
    assert not backlog.is_unchanged((1, 2), NOON)

    backlog.nothing_due((1, 2), now=NOON, again=[NOON + timedelta(seconds=20)])

    assert backlog.is_unchanged((1, 2), NOON + timedelta(seconds=19))
    assert not backlog.is_unchanged((1, 3), NOON + timedelta(seconds=19))
    assert not backlog.is_unchanged((1, 2), NOON + timedelta(seconds=20))
    backlog.nothing_due((1, 2), now=NOON, again=[])
    assert not backlog.is_unchanged((1, 2), NOON + timedelta(minutes=1))
