"""The demo lives the story of the plan: looked up in what it found and in what it wrote."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache
from pathlib import Path

import pytest
from rich.cells import cell_len

from morrow.clock import find_zone
from morrow.demo.findings import Keeping
from morrow.demo.prose import break_places
from morrow.demo.run import DemoResult, run
from morrow.documents.names import MEMORY, PROFILE
from morrow.dreaming.report import Outcome
from morrow.errors import InvalidInput

LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Told:
    """One run of the demo: what it found and what it wrote."""

    result: DemoResult
    text: str

    def memory_of(self, owner: str) -> list[str]:
        return [kept.entry.body for kept in self.result.findings.keeping_of(owner).kept if kept.document == MEMORY]

    def profile_of(self, owner: str) -> list[str]:
        return [kept.entry.body for kept in self.result.findings.keeping_of(owner).kept if kept.document == PROFILE]

    @property
    def keepings(self) -> tuple[Keeping, ...]:
        return (*self.result.findings.keepings, self.result.findings.group)


def tell(lang: str, home: str | None = None) -> Told:
    written: list[str] = []
    result = asyncio.run(run(lang=lang, write=written.append, home=home))
    return Told(result, "".join(written))


def at_three(night: date, zone: str) -> datetime:
    return datetime.combine(night, time(3), find_zone(zone))


Tell = Callable[[str], Told]


@pytest.fixture(scope="module")
def told() -> Tell:
    """Run the demo in a language, once for all tests of this file."""
    return cache(tell)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_topic_is_promoted_by_the_night_after_its_days(told: Tell, lang: str) -> None:
    findings = told(lang).result.findings

    for topic, night in zip(findings.plan.story.topics, findings.plan.nights, strict=True):
        reports = findings.keeping_of(topic.owner).reports
        promoting = [
            report.started_at
            for report in reports
            if any(topic.words in item.text for item in report.having(Outcome.PROMOTED))
        ]
        assert promoting == [at_three(night, findings.plan.zone)]
        assert any(topic.words in text for text in told(lang).memory_of(topic.owner))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_taken_back_is_replaced_in_memory(told: Tell, lang: str) -> None:
    story, run_ = told(lang).result.findings.plan.story, told(lang)

    kept = [*run_.memory_of(story.corrected.owner), *run_.profile_of(story.corrected.owner)]

    assert any(story.corrected.after in text for text in kept)
    assert not any(story.corrected.before in text and story.corrected.after not in text for text in kept)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_asked_to_be_kept_is_in_memory(told: Tell, lang: str) -> None:
    asked = told(lang).result.findings.plan.story.asked_to_keep

    assert any(asked.words in text for text in told(lang).memory_of(asked.owner))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_document_and_no_answer_holds_the_injection_the_secret_or_the_log(told: Tell, lang: str) -> None:
    findings, story = told(lang).result.findings, told(lang).result.findings.plan.story
    texts = [document.text for keeping in told(lang).keepings for document in keeping.documents]
    texts += [hit.text for answer in findings.answers for hit in answer.hits]
    texts += [hit.text for _, hit in findings.strangers]

    for never in (story.external.never, story.secret.never, story.pasted_log.never):
        assert not any(never in text for text in texts)
    assert story.secret.never not in told(lang).text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_play_and_supposition_become_nobodys_memory(told: Tell, lang: str) -> None:
    kept = [text for keeping in told(lang).keepings for document in keeping.documents for text in [document.text]]

    for unreal in {"en": ("Redbeard", "ship", "Madrid"), "zh": ("红胡子", "船上", "成都")}[lang]:
        assert not any(unreal in text for text in kept)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_persons_memory_holds_nothing_of_anothers(told: Tell, lang: str) -> None:
    findings = told(lang).result.findings
    said_by = {message.id: message.said_by for told_ in findings.transcript.values() for message in told_}

    for keeping in findings.keepings:
        for kept in keeping.kept:
            assert {said_by[source.message] for source in kept.entry.sources} == {keeping.owner}
    assert all(hit.owner in {owner, ""} for owner, hit in findings.strangers)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_is_answered(told: Tell, lang: str) -> None:
    answers = told(lang).result.answers

    assert [answer.found_at for answer in answers] == [1, 1, 1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_check_of_the_demo_holds(told: Tell, lang: str) -> None:
    assert [check.claim for check in told(lang).result.checks if not check.holds] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_morning_card_shows_what_the_last_night_kept(told: Tell, lang: str) -> None:
    findings = told(lang).result.findings
    lesson = findings.plan.story.topics[-1].words

    assert findings.card is not None
    assert any(lesson in entry.text for entry in findings.card.entries)
    assert findings.card.headline in told(lang).text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_the_planned_nights_are_dreamt(told: Tell, lang: str) -> None:
    findings = told(lang).result.findings
    planned = {at_three(night, findings.plan.zone) for night in findings.plan.nights}

    for keeping in findings.keepings:
        assert {report.started_at for report in keeping.reports} <= planned


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_is_wider_than_the_terminal(told: Tell, lang: str) -> None:
    assert max(cell_len(line) for line in told(lang).text.split("\n")) <= 88
    assert "\x1b" not in told(lang).text


def test_a_second_run_tells_the_same(told: Tell) -> None:
    assert tell("en").text == told("en").text


def test_postgresql_tells_the_same_as_sqlite(told: Tell, home: str) -> None:
    assert tell("zh", home).text == told("zh").text


def test_a_home_that_holds_memory_is_left_alone(tmp_path: Path) -> None:
    tell("en", str(tmp_path))

    with pytest.raises(InvalidInput, match="empty place"):
        tell("en", str(tmp_path))


def test_chinese_breaks_between_characters_and_never_before_a_closing_mark() -> None:
    words = "我早上喜欢喝咖啡。"

    assert break_places(words, 8) == [4, 7]
    assert break_places(words, 16) == [7]
    assert break_places("short words only", 11) == [12]
