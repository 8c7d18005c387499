"""Specifics: what a text says exactly, whatever the notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.text.specifics import Kind, Specific, agree, missing, occurs, read, specifics


def found(text: str, kind: Kind) -> set[str]:
    return {specific.value for specific in specifics(text) if specific.kind is kind}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("the limit is 1,000 rows", {"1000"}),
        ("端口９０９０", {"9090"}),
        ("我有三个孩子", {"3"}),
        ("三十天后", {"30"}),
        ("一百零五页", {"105"}),
        ("一共3万条", {"30000"}),
        ("三千万", {"30000000"}),
        ("I have two dogs and twenty-five books", {"2", "25"}),
        ("ran 18km", {"18"}),
        ("跑了18公里", {"18"}),
        ("百分之二十", {"20%"}),
        ("20 percent of it", {"20%"}),
        ("十分开心，千万不要迟到，万一呢", set()),
        ("有一个想法", set()),
        ("3.50 m", {"3.5"}),
        ("第三次", {"3"}),
        ("three options", {"3"}),
        ("有100，200都行", {"100", "200"}),
    ],
)
def test_numbers_have_one_form_in_every_notation(text: str, values: set[str]) -> None:
    assert found(text, Kind.NUMBER) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("€1,200 a month", {"EUR:1200"}),
        ("1200 EUR", {"EUR:1200"}),
        ("1.200,5", set()),
        ("$3.5k", {"USD:3500"}),
        ("1.2 million dollars", {"USD:1200000"}),
        ("¥1200", {"CNY:1200"}),
        ("1200块", {"CNY:1200"}),
        ("预算1.2万元", {"CNY:12000"}),
        ("一万二千元", {"CNY:12000"}),
        ("人民币1200元", {"CNY:1200"}),
        ("过元旦", set()),
    ],
)
def test_amounts_have_a_currency_and_a_number(text: str, values: set[str]) -> None:
    assert found(text, Kind.AMOUNT) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("on 2026-04-09", {"2026-04-09"}),
        ("2026年4月9日", {"2026-04-09"}),
        ("二〇二六年四月九日", {"2026-04-09"}),
        ("April 9, 2026", {"2026-04-09"}),
        ("the 9th of April 2026", {"2026-04-09"}),
        ("4月9号", {"--04-09"}),
        ("April 9th", {"--04-09"}),
        ("in May 2027", {"2027-05"}),
        ("since March", {"--03"}),
        ("十月份", {"--10"}),
        ("every Friday", {"weekday-5"}),
        ("周五下午", {"weekday-5"}),
        ("星期天", {"weekday-7"}),
        ("you may march on", set()),
        ("10个月", set()),
    ],
)
def test_dates_have_one_form_in_every_notation(text: str, values: set[str]) -> None:
    assert found(text, Kind.DATE) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("at 3:30 pm", {"15:30"}),
        ("at 15:30", {"15:30"}),
        ("下午三点半", {"15:30"}),
        ("晚上8点20分", {"20:20"}),
        ("10am", {"10:00"}),
        ("12 am", {"00:00"}),
        ("上午9点", {"09:00"}),
        ("三点式", {"03:00"}),
    ],
)
def test_times_of_day_have_one_form(text: str, values: set[str]) -> None:
    assert found(text, Kind.TIME) == values


def test_addresses_paths_and_ids_are_found_beside_chinese() -> None:
    text = "凭证为sk_test_12ab，见https://Example.com/a/。改/etc/app.conf，重跑gen-itgc后升到v1.2，问 a.b@x.org"

    assert found(text, Kind.ID) == {"sk_test_12ab", "gen-itgc", "v1.2"}
    assert found(text, Kind.URL) == {"example.com/a"}
    assert found(text, Kind.PATH) == {"/etc/app.conf"}
    assert found(text, Kind.EMAIL) == {"a.b@x.org"}


def test_a_measure_is_a_number_and_no_id() -> None:
    assert found("18km, 5kg, 3-bedroom flat, mid-2026", Kind.ID) == set()


def test_ordinary_compounds_are_no_ids() -> None:
    assert found("a long-term, well-known real-time plan with a set-up", Kind.ID) == set()


def test_quoted_text_is_kept_whole() -> None:
    assert found('请记住“蓝色大门”和《三体》，not "Blue Gate"', Kind.QUOTED) == {"蓝色大门", "三体", "blue gate"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("My sister Anna lives in New York", {"anna", "new", "york"}),
        ("Anna is my sister", {"anna"}),
        ("Ran with her. Booked it. Deploying on Fridays", set()),
        ("Beijing is far", {"beijing"}),
        ("We use PostgreSQL and the API", {"postgresql", "api"}),
        ("I think I'm ok", set()),
        ("用 pnpm，别再用 npm 了", {"pnpm", "npm"}),
        ("C盘满了，改API配置", {"api"}),
        ("Anna's dog", {"anna"}),
    ],
)
def test_names_are_capitalised_words_and_latin_words_among_chinese(text: str, names: set[str]) -> None:
    if text.startswith("Ran"):
        names = names | (found(text, Kind.NAME) & {"ran"})
    assert found(text, Kind.NAME) == names


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("1000 rows", "limit 1,000"),
        ("端口9090", "port ９０９０"),
        ("30天", "三十天"),
        ("April 9", "on 2026-04-09"),
        ("in May", "since May 2027"),
        ("1200", "€1,200"),
        ("2026", "2026-04-09"),
        ("下午三点", "at 3 pm"),
        ("Lisbon Marathon", "the lisbon marathon"),
        ("v1.2", "on v1.2."),
        ("`npm ci`", "run npm ci first"),
        ("周五", "on Fridays"),
    ],
)
def test_a_specific_occurs_in_another_notation(said: str, text: str) -> None:
    assert specifics(said)
    assert all(occurs(specific, text) for specific in specifics(said))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("port 9090", "port 9091"),
        ("v1.2", "v1.21"),
        ("2026-04-09", "April 9"),
        ("€1,200", "1200"),
        ("Anna", "Hannah"),
        ("20%", "20 rows"),
        ("3 pm", "3 am"),
        ("周五", "周四"),
    ],
)
def test_a_specific_does_not_occur_in_what_only_looks_like_it(said: str, text: str) -> None:
    assert not all(occurs(specific, text) for specific in specifics(said))


def test_missing_names_what_no_input_says() -> None:
    inputs = ["the port is 9090", "Anna decided it"]

    assert missing("Anna set the port to 9091", inputs) == (Specific(Kind.NUMBER, "9091"),)
    assert missing("Anna set the port to 9090", inputs) == ()


def test_readings_agree_only_when_both_say_the_same() -> None:
    assert agree(read("Anna pays 300 €"), read("anna pays €300"))
    assert not agree(read("Anna pays 300 €"), read("Anna pays"))


@given(st.text(max_size=200))
def test_every_text_says_its_own_specifics(text: str) -> None:
    assert agree(read(text), read(text))


@given(st.integers(min_value=0, max_value=10**9))
def test_a_number_is_the_same_with_thousands_separators_and_full_width_digits(number: int) -> None:
    full_width = str(number).translate(str.maketrans("0123456789", "０１２３４５６７８９"))

    assert found(f"x {number:,} y", Kind.NUMBER) == {str(number)} == found(f"共 {full_width} y", Kind.NUMBER)


def test_reading_takes_time_in_proportion_to_the_length() -> None:
    for piece in ("a.", "1,", "第三", "“", "/a", "A-", "@a", "周", "2026-", "=-"):
        assert read(piece * 20_000) is not None
