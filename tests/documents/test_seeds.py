"""What a new agent starts with."""

import re

import pytest

from morrow.documents.injection import injected_text
from morrow.documents.names import check_name
from morrow.documents.parse import parse
from morrow.documents.seeds import seed_documents
from morrow.tools.toolbox import TOOLS

SECTIONS = {
    "en": {
        "PROFILE.md": ("Identity", "Preferences", "Background"),
        "MEMORY.md": ("Decisions", "Projects", "People", "Plans", "Facts", "Recent Lessons"),
    },
    "zh": {
        "PROFILE.md": ("身份", "偏好", "背景"),
        "MEMORY.md": ("决定", "项目", "人物", "计划", "事实", "近期心得"),
    },
}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_new_agent_has_four_enabled_documents_in_order(lang: str) -> None:
    seeds = seed_documents(lang)

    assert [check_name(seed.name) for seed in seeds] == ["AGENTS.md", "SOUL.md", "PROFILE.md", "MEMORY.md"]
    assert [(seed.enabled, seed.sort_order) for seed in seeds] == [(True, 0), (True, 1), (True, 2), (True, 3)]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_profile_and_memory_have_their_sections_and_nothing_to_say_yet(lang: str) -> None:
    texts = {seed.name: seed.text for seed in seed_documents(lang)}

    for name, sections in SECTIONS[lang].items():
        assert parse(texts[name]).sections == sections
        assert injected_text(texts[name]) == ""


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_agents_and_soul_are_read_whole(lang: str) -> None:
    agents, soul, *_ = seed_documents(lang)

    assert injected_text(agents.text) == agents.text.strip()
    assert injected_text(soul.text) == soul.text.strip()


def test_the_language_is_chinese_for_every_kind_of_chinese_and_english_otherwise() -> None:
    assert seed_documents("zh-CN") == seed_documents("zh")
    assert seed_documents("de") == seed_documents("en")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_agent_is_told_of_every_tool_it_has_and_of_no_other(lang: str) -> None:
    agents, *_ = seed_documents(lang)

    assert set(re.findall(r"`([a-z]+(?:_[a-z]+)+|remember)`", agents.text)) == {tool.name for tool in TOOLS}
