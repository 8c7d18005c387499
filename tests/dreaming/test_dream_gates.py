"""The gates of a dream: what becomes memory, what repeats or renews it, and what is turned away and why."""

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from morrow.documents.entries import Entry, Source
from morrow.dreaming.candidates import Window, collect
from morrow.dreaming.gates import Merged, Promoted, Superseded, Thresholds, TurnedAway, Verdict, judge_all
from morrow.dreaming.notes import NoteLine, Recalled
from morrow.dreaming.reasons import Reason
from morrow.dreaming.wording import explain_distance

Say = Callable[..., NoteLine]
Enter = Callable[..., Entry]


def dream(
    lines: list[NoteLine],
    *,
    recalls: list[Recalled] | None = None,
    memory: list[Entry] | None = None,
    today: date = date(2026, 4, 4),
    thresholds: Thresholds | None = None,
) -> dict[str, Verdict]:
    """Return the verdicts of one night by the text they are about."""
    candidates = collect(lines, recalls or [], window=Window(today)).candidates
    verdicts = judge_all(candidates, thresholds=thresholds or Thresholds(), memory_entries=memory or [], today=today)
    return {verdict.candidate.best.text: verdict for verdict in verdicts}


def test_three_topics_each_said_on_the_first_three_days_are_promoted_on_day_four(said: Say) -> None:
    lines = [
        said("I'm training for the Lisbon marathon", 1),
        said("Ran 18 km today for the Lisbon marathon training", 2),
        said("Marathon training is going well, long run on Sunday", 3),
        said("我们决定后端用 PostgreSQL", 1),
        said("后端数据库定了用 PostgreSQL", 2),
        said("后端的 PostgreSQL 已经装好", 3),
        said("My daughter Mia starts school in September", 1),
        said("Mia's school starts in September, she is excited", 2),
        said("Bought a bag for Mia, school starts in September", 3),
        said("Had pizza with Tom", 2),
        said("今天下雨了", 3),
    ]

    verdicts = dream(lines)

    assert sum(isinstance(verdict, Promoted) for verdict in verdicts.values()) == 3
    away = [verdict for verdict in verdicts.values() if isinstance(verdict, TurnedAway)]
    assert {verdict.reason for verdict in away} == {Reason.ONE_OFF}
    assert len(away) == 2


def test_what_was_said_only_once_is_turned_away_with_the_distance(said: Say) -> None:
    verdict = dream([said("I like tea", 4)])["I like tea"]

    assert isinstance(verdict, TurnedAway)
    assert verdict.reason is Reason.ONE_OFF
    assert explain_distance(verdict.distance, "en") == (
        "score 0.53 of 0.60; needs 2 more mentions or uses; needs one more conversation or question; needs a second day"
    )


def test_said_five_times_on_one_day_is_still_once(said: Say) -> None:
    verdict = dream([said("I like tea", 3, hour=hour) for hour in range(8, 13)])["I like tea"]

    assert isinstance(verdict, TurnedAway)
    assert verdict.reason is Reason.ONE_OFF


def test_said_twice_and_used_once_is_enough(said: Say, used: Callable[..., Recalled]) -> None:
    lines = [said("I like tea", 1), said("I like tea", 2)]

    assert isinstance(dream(lines)["I like tea"], TurnedAway)
    assert isinstance(dream(lines, recalls=[used(lines[0], 3)])["I like tea"], Promoted)


@pytest.mark.parametrize("waiver", ["asked", "confirmed"])
def test_what_was_asked_for_or_confirmed_needs_no_counts(said: Say, waiver: str) -> None:
    assert isinstance(dream([said("The alarm code is at Anna's", 3, **{waiver: True})]).popitem()[1], Promoted)


def test_asking_waives_no_other_gate(said: Say) -> None:
    lines = [
        said("端口是 9090", 1, asked=True),
        said("端口不是 9090，是 9091", 3, replaces="9090"),
        said("I drink coffee", 1, asked=True),
        said("I don't drink coffee", 3),
        said("Appointment at the dentist on 2026-04-02", 1, asked=True),
    ]

    verdicts = dream(lines)

    reasons = {text: verdict.reason for text, verdict in verdicts.items() if isinstance(verdict, TurnedAway)}
    assert reasons["端口是 9090"] is Reason.CORRECTED
    assert reasons["I drink coffee"] is Reason.CONTRADICTED
    assert reasons["Appointment at the dentist on 2026-04-02"] is Reason.TOO_OLD


def test_what_memory_heard_later_is_not_replaced_by_older_words(said: Say, entry: Enter) -> None:
    usual = "I prefer coffee in the morning, as always."
    lines = [said(usual, day, conversation=f"c{day}") for day in (1, 2, 3)]
    newer = entry("- I prefer tea now, not coffee.", last_seen=datetime(2026, 4, 3, 20, tzinfo=UTC))
    older = entry("- I prefer tea now, not coffee.", last_seen=datetime(2026, 4, 1, 1, tzinfo=UTC))

    verdict = dream(lines, memory=[newer])[usual]

    assert isinstance(verdict, TurnedAway)
    assert (verdict.reason, verdict.by) == (Reason.CONTRADICTED, newer)
    assert isinstance(dream(lines, memory=[older])[usual], Superseded)


def test_a_decision_of_a_past_day_is_not_too_old(said: Say) -> None:
    verdict = dream([said("We decided on 2026-04-02 to use Rust", 3, asked=True)]).popitem()[1]

    assert isinstance(verdict, Promoted)


def test_what_memory_says_already_gains_the_new_sources(said: Say, entry: Enter) -> None:
    known = entry("- I like tea.")

    verdict = dream([said("I like TEA", 3)], memory=[known])["I like TEA"]

    assert isinstance(verdict, Merged)
    assert verdict.entry is known


def test_what_memory_has_from_the_same_message_changes_nothing(said: Say, entry: Enter) -> None:
    line = said("I like tea", 3)
    known = entry("- I like tea", sources=(line.source,))

    verdict = dream([line], memory=[known])["I like tea"]

    assert isinstance(verdict, TurnedAway)
    assert verdict.reason is Reason.ALREADY_KNOWN


def test_a_topic_in_memory_is_not_promoted_again_in_other_words(said: Say, entry: Enter) -> None:
    lines = [said("Lisbon marathon training goes well", day) for day in (1, 2, 3)]

    verdict = dream(lines, memory=[entry("- I'm training for the Lisbon marathon")]).popitem()[1]

    assert isinstance(verdict, Merged)


def test_a_new_detail_of_a_topic_in_memory_is_promoted(said: Say, entry: Enter) -> None:
    lines = [said("The Lisbon marathon is on 2026-10-18, training has begun", day) for day in (1, 2, 3)]

    verdict = dream(lines, memory=[entry("- I'm training for the Lisbon marathon")]).popitem()[1]

    assert isinstance(verdict, Promoted)


def test_a_correction_takes_the_place_of_the_old_value_at_once(said: Say, entry: Enter) -> None:
    old, other = entry("- 新后端端口 9090"), entry("- 旧前端端口 8080", "e2")

    verdict = dream([said("端口不是 9090，是 9091", 3, replaces="9090")], memory=[other, old]).popitem()[1]

    assert isinstance(verdict, Superseded)
    assert verdict.entry is old


def test_a_history_that_holds_the_new_value_is_left_alone(said: Say, entry: Enter) -> None:
    lines = [said("The port is not 9090 but 9091", 3, replaces="9090")]

    verdict = dream(lines, memory=[entry("- The port moved from 9090 to 9091")]).popitem()[1]

    assert isinstance(verdict, TurnedAway)


def test_what_was_confirmed_after_a_correction_stays(said: Say, entry: Enter) -> None:
    confirmed = entry("- The port is 9090", confirmed_at=datetime(2026, 4, 3, 12, tzinfo=UTC))

    verdict = dream([said("The port is not 9090 but 9091", 3, replaces="9090")], memory=[confirmed]).popitem()[1]

    assert isinstance(verdict, TurnedAway)


def test_a_denial_said_often_takes_the_place_of_what_it_denies(said: Say, entry: Enter) -> None:
    lines = [said("I don't drink coffee any more", day) for day in (1, 2, 3)]

    verdict = dream(lines, memory=[entry("- I drink coffee every day")]).popitem()[1]

    assert isinstance(verdict, Superseded)


def test_a_dream_looks_at_the_worthiest_and_says_what_it_left(said: Say) -> None:
    lines = [said("I like tea", day) for day in (1, 2, 3)] + [said(f"thing number {n} of many", 3) for n in range(9)]

    verdicts = dream(lines, thresholds=Thresholds(max_candidates=4))

    assert isinstance(verdicts["I like tea"], Promoted)
    over = [v for v in verdicts.values() if isinstance(v, TurnedAway) and v.reason is Reason.OVER_LIMIT]
    assert len(over) == len(verdicts) - 4


def test_a_source_told_before_beside_a_new_one_still_corroborates(said: Say, entry: Enter) -> None:
    old, new = said("I like tea", 1), said("I like tea", 3)

    verdict = dream([old, new], memory=[entry("- I like tea", sources=(old.source,))])["I like tea"]

    assert isinstance(verdict, Merged)
    assert Source("talk", "m-03-09", "I like tea", new.said_at) in verdict.candidate.sources
