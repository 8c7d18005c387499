"""The bundled fortnight: its form, its plot, and that both languages tell the same story."""

import json
import re
from collections import Counter
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from morrow.clock import find_zone
from morrow.owners import Owner

DEMO = Path(__file__).parents[2] / "src" / "morrow" / "demo"
LANGUAGES = ("en", "zh")
FIELDS = {"conversation", "owner", "speaker", "role", "origin", "text", "time"}
ORIGIN_OF_ROLE = {"user": "user", "assistant": "agent", "tool": "external"}

Message = dict[str, str]
Plan = dict[str, Any]


def messages_of(lang: str) -> list[Message]:
    lines = (DEMO / f"fortnight.{lang}.jsonl").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    return [json.loads(line) for line in lines]


def plan_of(lang: str) -> Plan:
    plan: Plan = json.loads((DEMO / f"fortnight.{lang}.plan.json").read_text(encoding="utf-8"))
    return plan


def said_by_owner(lang: str, owner: str, words: str) -> list[Message]:
    own = (m for m in messages_of(lang) if m["owner"] == owner and m["origin"] == "user")
    return [message for message in own if words in message["text"]]


def days_of(messages: list[Message]) -> set[str]:
    return {message["time"][:10] for message in messages}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_is_one_whole_message(lang: str) -> None:
    for message in messages_of(lang):
        assert message.keys() == FIELDS
        assert all(isinstance(value, str) and value.strip() for value in message.values())
        assert message["origin"] == ORIGIN_OF_ROLE[message["role"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_falls_in_the_fortnight_and_carries_its_zones_offset(lang: str) -> None:
    plan = plan_of(lang)
    zone = find_zone(plan["zone"])

    times = [datetime.fromisoformat(message["time"]) for message in messages_of(lang)]

    assert all(plan["first_day"] <= time.date().isoformat() <= plan["last_day"] for time in times)
    assert all(time.utcoffset() == time.astimezone(zone).utcoffset() for time in times)
    assert {time.date() for time in times} == {date(2026, 3, 2) + timedelta(days=n) for n in range(14)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_conversations_stand_in_the_order_of_their_times(lang: str) -> None:
    times = [datetime.fromisoformat(message["time"]) for message in messages_of(lang)]

    assert times == sorted(times)
    assert len(set(times)) == len(times)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_conversation_has_one_owner_and_only_the_group_has_several_speakers(lang: str) -> None:
    plan = plan_of(lang)
    speakers = {person["speaker"]: person["owner"] for person in plan["people"]}

    for message in messages_of(lang):
        if message["role"] == "user" and message["owner"] != plan["group"]:
            assert speakers[message["speaker"]] == message["owner"]
    in_group = {m["speaker"] for m in messages_of(lang) if m["owner"] == plan["group"] and m["role"] == "user"}
    assert in_group == speakers.keys()
    owner_of = {(message["conversation"], message["owner"]) for message in messages_of(lang)}
    assert len(owner_of) == len({conversation for conversation, _ in owner_of})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_owner_has_a_valid_key_and_is_known_to_the_plan(lang: str) -> None:
    plan = plan_of(lang)
    known = {person["owner"] for person in plan["people"]} | {plan["group"]}

    owners = {message["owner"] for message in messages_of(lang)}

    assert owners <= known
    assert all(Owner.parse(key).key == key for key in known)
    assert Owner.parse(plan["group"]).is_group
    assert len(owners) == 3


def test_both_languages_tell_the_same_plot() -> None:
    plans = {lang: plan_of(lang) for lang in LANGUAGES}

    def plot(lang: str) -> list[tuple[str, int, str, str]]:
        cast = [person["owner"] for person in plans[lang]["people"]] + [plans[lang]["group"]]
        return [(m["conversation"], cast.index(m["owner"]), m["role"], m["time"][:10]) for m in messages_of(lang)]

    assert plot("en") == plot("zh")
    assert plans["en"].keys() == plans["zh"].keys()
    assert plans["en"]["story"].keys() == plans["zh"]["story"].keys()
    assert 38 <= len(Counter(conversation for conversation, *_ in plot("en"))) <= 45


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_three_nights_are_in_order_and_follow_a_day_with_words(lang: str) -> None:
    plan = plan_of(lang)
    days = days_of(messages_of(lang))

    assert plan["nights"] == sorted(set(plan["nights"]))
    assert len(plan["nights"]) == 3
    for night in plan["nights"]:
        assert plan["first_day"] < night <= plan["last_day"]
        assert (date.fromisoformat(night) - timedelta(days=1)).isoformat() in days


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_can_be_answered_from_what_its_owner_said(lang: str) -> None:
    plan = plan_of(lang)

    assert len(plan["questions"]) == 3
    for question in plan["questions"]:
        own = [m["text"] for m in messages_of(lang) if m["owner"] == question["owner"] and m["role"] == "user"]
        assert question["owner"] in {person["owner"] for person in plan["people"]}
        assert any(all(word in text for word in question["expect"]) for text in own)
        assert not any(word in question["text"] for word in question["expect"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_topic_is_stated_on_three_days_before_a_night(lang: str) -> None:
    plan = plan_of(lang)

    for topic, night in zip(plan["story"]["topics"], plan["nights"], strict=True):
        stated = days_of(said_by_owner(lang, topic["owner"], topic["words"]))
        assert stated == set(topic["days"])
        assert len(stated) == 3
        week_before = (date.fromisoformat(night) - timedelta(days=7)).isoformat()
        assert all(week_before < day < night for day in stated)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_taste_is_stated_then_corrected_and_the_new_one_is_stated_again(lang: str) -> None:
    corrected = plan_of(lang)["story"]["corrected"]

    before = said_by_owner(lang, corrected["owner"], corrected["before"])
    after = said_by_owner(lang, corrected["owner"], corrected["after"])

    correction = [m for m in before if m["conversation"] == corrected["conversation"]]
    assert len(days_of(before)) == 4
    assert before[-1:] == correction
    assert corrected["after"] in correction[0]["text"]
    assert len(days_of(after)) >= 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_birthdays_stand_against_each_other_without_a_correction(lang: str) -> None:
    contradiction = plan_of(lang)["story"]["contradiction"]

    for value, conversation in zip(contradiction["values"], contradiction["conversations"], strict=True):
        said = said_by_owner(lang, contradiction["owner"], value)
        assert [message["conversation"] for message in said] == [conversation]
        assert not any(other in said[0]["text"] for other in set(contradiction["values"]) - {value})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_injection_comes_from_a_fetched_page_on_three_days_and_from_nobody_else(lang: str) -> None:
    external = plan_of(lang)["story"]["external"]

    carrying = [message for message in messages_of(lang) if external["never"] in message["text"]]

    assert {message["origin"] for message in carrying} == {"external"}
    assert [message["conversation"] for message in carrying] == external["conversations"]
    assert len(days_of(carrying)) == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_secret_log_keeping_and_forgetting_stand_where_the_plan_says(lang: str) -> None:
    story = plan_of(lang)["story"]

    def where(words: str) -> list[str]:
        return [message["conversation"] for message in messages_of(lang) if words in message["text"]]

    assert where(story["secret"]["never"]) == [story["secret"]["conversation"]]
    assert where(story["pasted_log"]["never"]) == [story["pasted_log"]["conversation"]]
    assert where(story["asked_to_keep"]["words"])[0] == story["asked_to_keep"]["conversation"]
    forgotten = story["asked_to_forget"]
    assert where(forgotten["words"]) == [*forgotten["conversations"], forgotten["conversation"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_secret_is_plainly_invented_and_addresses_lead_nowhere(lang: str) -> None:
    text = (DEMO / f"fortnight.{lang}.jsonl").read_text(encoding="utf-8")

    assert "NOTAREALKEY" in plan_of(lang)["story"]["secret"]["never"]
    assert set(re.findall(r"https?://([^/\s\"]+)", text)) <= {"tiles.example"}
    assert set(re.findall(r"@([a-z-]+\.[a-z]+)", text)) <= {"tram-refunds.example"}
