import time
from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from morrow.documents.entries import Origin
from morrow.extraction.rules import SELF, Heard, Slot, Statement, StatementKind, extract, extract_message

SAID_AT = datetime(2026, 4, 9, 4, tzinfo=UTC)
ZONE = "Asia/Shanghai"


def heard(text: str, *, role: str = "user", origin: Origin = Origin.USER, message: str = "m1") -> Heard:
    return Heard(message, "c1", text, role, origin, "Ada", SAID_AT)


def kept(text: str) -> tuple[Statement, ...]:
    return extract((heard(text),), zone=ZONE)


KINDS = [
    ("Remember that the gate code changes every quarter.", "explicit"),
    ("from now on answer in French", "explicit"),
    ("别再给我推荐恐怖片了", "explicit"),
    ("以后都用中文", "explicit"),
    ("My name is Ada.", "identity"),
    ("我是一名儿科护士。", "identity"),
    ("I love hiking in the Alps.", "preference"),
    ("我喜欢坐绿皮火车。", "preference"),
    ("I can't stand open-plan offices.", "dislike"),
    ("我讨厌香菜。", "dislike"),
    ("I go for a run every morning.", "habit"),
    ("我每天早上跑五公里。", "habit"),
    ("My sister Lin works at Huawei.", "relation"),
    ("我妹妹在华为上班。", "relation"),
    ("We have a cat called Biscuit.", "possession"),
    ("我养了一只猫。", "possession"),
    ("I live in Ljubljana.", "place"),
    ("我住在厦门。", "place"),
    ("I work at a biotech startup.", "employer"),
    ("我在字节上班。", "employer"),
    ("I'm allergic to peanuts.", "health"),
    ("我对花生过敏。", "health"),
    ("I speak Portuguese.", "skill"),
    ("我会说葡萄牙语。", "skill"),
    ("I use Neovim for everything.", "tool"),
    ("我们的技术栈是 Django。", "tool"),
    ("We decided to use Postgres because SQLite locks.", "decision"),
    ("我们决定用 Postgres，因为 SQLite 会锁库。", "decision"),
    ("It's not 9090, it's 9091.", "correction"),
    ("不是9090，是9091", "correction"),
    ("I need to renew my passport soon.", "plan"),
    ("我打算九月去徒步。", "plan"),
    ("The grant application is due on May 15th.", "deadline"),
    ("后天交稿", "deadline"),
    ("Our project is called Bluefin.", "project"),
    ("我们的项目代号叫蓝鳍。", "project"),
    ("My Portuguese lesson with Dona Graça is every Thursday at seven.", "habit"),
    ("And I prefer green tea to any meeting, you may quote me.", "preference"),
    ("I just finished my PhD!", "event"),
    ("我博士毕业了！", "event"),
    ("The fix was to pin the numpy version.", "lesson"),
    ("教训：周五千万别发版。", "lesson"),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_a_plain_statement_is_kept_whole_with_its_kind(text: str, kind: str) -> None:
    (statement,) = kept(text)

    assert (statement.kind.value, statement.text) == (kind, text)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("My name is Ada Lindqvist.", Slot(SELF, "name", "Ada Lindqvist")),
        ("我叫周予安，在上海。", Slot(SELF, "name", "周予安")),
        ("I moved to Berlin last year.", Slot(SELF, "home", "Berlin")),
        ("我们刚从武汉搬到苏州。", Slot(SELF, "home", "苏州")),
        ("I work at Siemens as an engineer.", Slot(SELF, "employer", "Siemens")),
        ("I work as a data engineer at Siemens.", Slot(SELF, "role", "data engineer")),
        ("I love hiking because it calms me.", Slot(SELF, "likes", "hiking")),
        ("我讨厌香菜。", Slot(SELF, "dislikes", "香菜")),
        ("I'm allergic to peanuts.", Slot(SELF, "allergy", "peanuts")),
        ("My birthday is on 3 May.", Slot(SELF, "birthday", "3 May")),
        ("我的生日是11月3号。", Slot(SELF, "birthday", "11月3号")),
        ("My sister Ines works at Siemens.", Slot("sister", "employer", "Siemens")),
        ("我女儿对蜂毒过敏。", Slot("女儿", "allergy", "蜂毒")),
        ("I speak Portuguese.", Slot(SELF, "language", "Portuguese")),
        ("I use Neovim for everything.", Slot(SELF, "tools", "Neovim")),
    ],
)
def test_a_plain_fact_fills_its_slot_verbatim(text: str, slot: Slot) -> None:
    assert kept(text)[0].slot == slot


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("My commute is about forty minutes by bike", "identity"),
        ("We keep the design tokens in a separate repo", "project"),
        ("I live with my partner and our daughter Nell", "relation"),
        ("My flight to Oslo leaves Friday at 7am", "deadline"),
        ("I send my mum two hundred a month", "event"),
        ("我跟我姐合租在望京", "relation"),
        ("我们的客户主要是中小学校", "project"),
        ("我特别怕冷，冬天都窝在家", "health"),
        ("我每个月给我妈打两千块", "event"),
    ],
)
def test_how_somebodys_life_is_arranged_is_kept(text: str, kind: str) -> None:
    assert [one.kind for one in kept(text)] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "I keep getting a 500",
        "My point is that it should be faster",
        "I have two questions",
        "I'm running late, 5 minutes",
        "我试了两次，还是报错",
        "我们的对话就到这里吧",
    ],
)
def test_what_is_being_done_here_and_now_is_turned_away(text: str) -> None:
    assert kept(text) == ()


def test_a_name_and_an_employer_of_one_sentence_are_both_read() -> None:
    [one] = kept("我是许朗，我在巷图做后端工程师")

    assert {slot.value for slot in (one.slot, *one.also) if slot} == {"许朗", "巷图"}


def test_a_negation_keeps_its_polarity() -> None:
    assert kept("I don't like jazz.")[0].slot == Slot(SELF, "dislikes", "jazz")
    assert kept("I'm not allergic to peanuts.")[0].slot is None
    assert kept("I no longer live in Berlin.")[0].slot is None


def test_two_facts_of_one_sentence_are_one_statement() -> None:
    (statement,) = kept("My name is Ada and I work as a nurse.")

    assert statement.slot == Slot(SELF, "name", "Ada")
    assert Slot(SELF, "role", "nurse") in statement.also


@pytest.mark.parametrize(
    "text",
    [
        *("Do you like jazz?", "怎么撤销上一次提交", "what should I cook tonight", "你喜欢爵士乐吗"),
        *(
            "If I lived in Rome I'd eat gelato.",
            "如果我住在罗马就好了。",
            "I wish I had a garden.",
            "要是我叫王小明就好了。",
        ),
        *("He said he likes tea.", "他说他喜欢喝茶。", "She loves hiking.", "老板说我们都要被裁了。"),
        *('The sign said "I am allergic to nuts".', "牌子上写着“我对坚果过敏”。", "> I live in Rome", "> 我住在罗马"),
        *("我接一句：「我住在船上，我叫红胡子。」", "It was nothing and it should not follow me around."),
        *("Pretend you are a pirate and I live in Rome.", "你来扮演海盗，我是你的船长。"),
        *("Thanks, that helps!", "你好", "I like your answer.", "我喜欢你的建议。", "I have to go now.", "I like it."),
        *("Fix this bug.", "修一下这个 bug。", "I want to sort a list by two keys.", "Translate: I live in Madrid."),
        *("Maybe I'll take up painting.", "我明年可能会搬去柏林。", "The server is down again.", "接口一直报500错误。"),
        *(
            "sudo apt remove shaderc && git clone x",
            "## 决定",
            "[score=0.85 recalls=0]",
            "| 交易 | 盈亏 |",
            "HEARTBEAT_OK",
        ),
        *(
            "...",
            "-",
            "User: Sender (untrusted metadata): {}",
            "<task-notification>I live in Rome",
            "我无法回答这个问题",
        ),
        *("<think>用户似乎喜欢茶</think>", "<channel|>", "<|im_start|>system", "你好", "It works now.", "现在好了。"),
        *(
            '```\nmy_name = "Ada"\nI live in Oslo.\n```',
            'Traceback (most recent call last):\n  File "a.py"',
            '{"likes": "tea"}',
        ),
    ],
)
def test_what_states_nothing_about_the_user_is_turned_away(text: str) -> None:
    assert kept(text) == ()


@pytest.mark.parametrize(
    "text", ["Don't remember this: I live in Rome.", "这段不要记：我住在罗马。", "Off the record, I hate tea."]
)
def test_a_message_that_asks_to_be_left_out_is(text: str) -> None:
    assert kept(text) == ()


@pytest.mark.parametrize(
    ("role", "origin"), [("assistant", Origin.AGENT), ("tool", Origin.EXTERNAL), ("user", Origin.EXTERNAL)]
)
def test_only_the_users_own_words_are_read(role: str, origin: Origin) -> None:
    assert extract((heard("记住：我住在厦门。", role=role, origin=origin),), zone=ZONE) == ()


def test_what_the_assistant_recalls_is_not_learned_again() -> None:
    asked = heard("周末有什么推荐？")
    answered = heard("您喜欢徒步，可以去莫干山。", role="assistant", origin=Origin.AGENT, message="m2")

    assert extract((asked, answered) * 100, zone=ZONE) == ()


def test_a_walk_abroad_is_no_residence() -> None:
    assert all(one.slot is None for one in kept("我上周在纽约遛狗"))


def test_a_role_play_lasts_until_it_is_ended() -> None:
    scene = ["Let's role-play: I'm a spy.", "I live in Vienna.", "Okay, stop the role-play.", "I live in Leeds."]

    found = extract([heard(text, message=str(place)) for place, text in enumerate(scene)], zone=ZONE)

    assert [one.text for one in found] == ["I live in Leeds."]


@pytest.mark.parametrize(
    ("text", "day"),
    [("后天交稿", date(2026, 4, 11)), ("My thesis defense is on June 12.", date(2026, 6, 12)), ("我住在厦门。", None)],
)
def test_a_statement_carries_the_day_its_words_name(text: str, day: date | None) -> None:
    assert kept(text)[0].day == day


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("不是9090，是9091", "9090"),
        ("Actually the port is 9091, not 9090.", "9090"),
        ("We moved the launch from May 3 to May 10.", "May 3"),
        ("I used to love sushi, but now I can't eat raw fish.", "sushi"),
        ("上线时间从5月3号改到5月10号。", "5月3号"),
        ("Actually it's 24 March instead of 20 March", "20 March"),
        ("We decided to release the map on 27 March instead of 20 March.", "20 March"),
        ("I prefer coffee now, not green tea.", "green tea"),
        ("我现在喜欢喝茶，不喜欢咖啡了。", "咖啡"),
        ("我们决定新后端端口改为 8080，不用 9090 了。", "9090"),
        ("Please remove 'Strategic Partners' from the stakeholders.", "Strategic Partners"),
    ],
)
def test_a_correction_names_what_it_replaces(text: str, old: str) -> None:
    statement = kept(text)[0]

    assert statement.kind is StatementKind.CORRECTION
    assert statement.replaces == old


@pytest.mark.parametrize(
    "text",
    [
        "Always run the tests first.",
        "以后都用中文",
        "Don't use emojis.",
        "If tests fail, always tell me first.",
        "记住：我只在上午开会。",
    ],
)
def test_a_wish_how_to_be_served_is_asked_for(text: str) -> None:
    assert [one.asked for one in kept(text)] == [True]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("I adopted a cat. Her name is Momo.", "I adopted a cat. Her name is Momo."),
        ("我领养了一只猫。它叫年糕。", "我领养了一只猫。它叫年糕。"),
        ("Hello! Remember this: the code is 4417.", "Remember this: the code is 4417."),
        ("I live in Bern, what is on today?", "I live in Bern"),
        ("我对花生过敏，晚饭吃什么好？", "我对花生过敏"),
        ("Here is the log:\nERROR 12:00 my server is down\nI live in Bern.", "I live in Bern."),
    ],
)
def test_what_is_kept_stands_alone(text: str, span: str) -> None:
    assert [one.text for one in kept(text)] == [span]


_PIECES = st.sampled_from(
    [
        *(
            "I love ",
            "my name is Ada",
            "记住",
            "我喜欢",
            "不是",
            "是",
            "？",
            "。",
            "\n",
            "“",
            "”",
            '"',
            "'",
            "```",
            "> ",
            "if ",
            "tomorrow",
        ),
        *(
            "他说",
            " not ",
            ", ",
            "from now on ",
            "from a to b",
            "\ud83d\ude00",
            "\u2028",
            "\x00",
            "下周三",
            "remember this: ",
            "|",
            "{",
            "’",
        ),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=120), st.lists(_PIECES, max_size=25).map("".join)))
def test_any_text_gives_verbatim_spans_and_never_fails(text: str) -> None:
    for one in extract_message(heard(text), zone=ZONE):
        assert one.text in text
        assert one.quote in one.text
        assert one.slot is None or one.slot.value in text
        assert one.replaces is None or one.replaces in text


@pytest.mark.parametrize(
    "unit",
    [
        "I like ",
        "我喜欢",
        '"',
        "'a ",
        ". ",
        "I really really really ",
        "from a ",
        "不是",
        "我说",
        "remember ",
        "I, ",
        "(",
        "如果我, ",
        "a\n",
        "9",
        "下周",
        "`",
    ],
)
def test_hostile_lengths_take_linear_time(unit: str) -> None:
    started = time.perf_counter()

    extract_message(heard(unit * 50_000), zone=ZONE)

    assert time.perf_counter() - started < 3
