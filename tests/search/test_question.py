"""Questions to the index, on both engines."""

from datetime import UTC, date, datetime

import pytest

from morrow.owners import Bucket, Owner, Principal
from morrow.search import Found, Item, Period, add, find, purge, remove, remove_all, remove_bucket
from morrow.store import Store

NOW = datetime(2026, 4, 9, 8, 0, tzinfo=UTC)
ADA = Principal("a1", Owner.user(7))
BO = Principal("a1", Owner.user(8))
OWN = Bucket.personal("a1", Owner.user(7))
CASE_LINES = (
    "步2 重跑gen-itgc后50条悬空引用清零",
    "今天讨论了部署方案",
    "C盘满了，改API配置",
    "端口９０９０",
    "café",
    "しりとり",
    "끝말잇기",
)


def line(text: str, ref: str = "e1", bucket: Bucket = OWN, document: str = "MEMORY.md") -> Item:
    return Item(bucket=bucket, kind="entry", ref=ref, text=text, document=document)


def message(text: str, position: int, conversation: str = "c1", **more: object) -> Item:
    ref = f"{conversation}-{position}"
    fixed = {"bucket": OWN, "kind": "message", "ref": ref, "conversation": conversation, "position": position}
    return Item(text=text, **fixed | more)  # type: ignore[arg-type]


async def put(store: Store, *items: Item) -> None:
    async with store.write() as connection:
        await add(connection, items)


async def ask(store: Store, question: str, principal: Principal = ADA, **how: object) -> list[Found]:
    async with store.read(principal) as connection:
        return await find(connection, principal, question, now=NOW, **{"limit": 10} | how)  # type: ignore[arg-type]


async def refs(store: Store, question: str, principal: Principal = ADA, **how: object) -> list[str]:
    return [hit.ref for hit in await ask(store, question, principal, **how)]


async def test_words_of_every_script_are_found(store: Store) -> None:
    await put(store, *(line(text, text) for text in CASE_LINES))
    asked = {
        "部署": 1, "悬空": 0, "itgc": 0, "gen": 0, "gen-itgc": 0, "C盘": 2, "API配置": 2, "9090": 3, "cafe\u0301": 4,
        "しりとり": 5, "끝말잇기": 6, "盘": 2, "署": 1, "り": 5, "말": 6,
    }  # fmt: skip

    found = {question: (await refs(store, question))[:1] for question in asked}

    assert found == {question: [CASE_LINES[place]] for question, place in asked.items()}


@pytest.mark.parametrize("sign", ['"', "*", "%", "_", "'"])
async def test_a_sign_of_query_syntax_is_text(store: Store, sign: str) -> None:
    await put(store, line(f"a{sign}b", "with"), line("nothing here", "without"))

    assert await refs(store, sign) == ["with"]


async def test_words_of_query_syntax_are_words(store: Store) -> None:
    await put(store, line("meet NEAR the river", "near"), line("AND OR NOT", "logic"))

    assert await refs(store, "NEAR") == ["near"]
    assert await refs(store, 'NEAR("river" AND terms:*) OR ^x -y') == ["near", "logic"]


@pytest.mark.parametrize(("question", "limit"), [("", 10), (" ", 10), ("tea", 0)])
async def test_nothing_asked_is_nothing_found(store: Store, question: str, limit: int) -> None:
    await put(store, line("tea"))

    assert await refs(store, question, limit=limit) == []


async def test_one_owner_never_finds_what_another_owner_said(store: Store) -> None:
    theirs = Bucket.personal("a1", Owner.user(8))
    await put(store, line("生日密码 0823", "mine"), line("生日密码 9999", "theirs", theirs))
    await put(
        store, line("生日 of the team", "team", Bucket.team("a1")), line("生日 for all", "all", Bucket.everyone())
    )
    await put(store, line("生日 elsewhere", "elsewhere", Bucket.team("a2")))

    assert set(await refs(store, "生日密码 0823")) == {"mine", "team", "all"}
    assert set(await refs(store, "生日密码 0823", Principal("a1", Owner.system()))) == {"team", "all"}


async def test_what_another_owner_writes_moves_no_rank_and_no_score(store: Store) -> None:
    await put(store, line("tea with the deploy crew", "e1"), line("deploy at noon", "e2"), line("tea at noon", "e3"))
    before = await ask(store, "deploy tea noon")

    theirs = Bucket.personal("a1", Owner.user(8))
    await put(store, *(line(f"deploy tea deploy {n}", f"t{n}", theirs) for n in range(50)))

    assert await ask(store, "deploy tea noon") == before


async def test_a_replaced_item_is_found_by_its_new_words_only(store: Store) -> None:
    await put(store, line("I live in Porto"))
    await put(store, line("I live in Lisbon"))

    assert await refs(store, "Porto") == []
    assert await refs(store, "Lisbon") == ["e1"]


async def test_removed_items_are_gone_and_their_counts_with_them(store: Store) -> None:
    await put(store, line("tea one", "e1"), line("coffee", "e2"))
    alone = await ask(store, "coffee")
    await put(store, *(line(f"tea {n}", f"x{n}") for n in range(20)))

    async with store.write() as connection:
        await remove(connection, OWN, "entry", [*(f"x{n}" for n in range(20)), "unknown"])

    assert await ask(store, "coffee") == alone
    assert await refs(store, "tea") == ["e1"]


async def test_a_bucket_and_the_whole_index_can_be_emptied(store: Store) -> None:
    await put(store, line("tea", "mine"), line("tea", "team", Bucket.team("a1")))

    async with store.write() as connection:
        await remove_bucket(connection, OWN)
        await purge(connection)
    assert await refs(store, "tea") == ["team"]

    async with store.write() as connection:
        await remove_all(connection)
    assert await refs(store, "tea") == []


async def test_kinds_and_documents_narrow_the_search_before_it_is_ranked(store: Store) -> None:
    notes = [line(f"tea {n}", f"n{n}", document=f"memory/2026-04-{n:02}.md") for n in range(1, 4)]
    await put(store, line("tea", "core"), *notes, message("tea", 1))

    assert await refs(store, "tea", kinds=["message"]) == ["c1-1"]
    assert await refs(store, "tea", documents=["MEMORY.md"]) == ["core"]
    assert set(await refs(store, "tea", documents=["memory/"])) == {"n1", "n2", "n3"}
    assert await refs(store, "tea", documents=["memory/2026-04-02.md", "MEMORY.md"]) == ["core", "n2"]
    assert await refs(store, "tea", kinds=[]) == []


async def test_a_turn_is_found_by_the_turn_before_it(store: Store) -> None:
    await put(store, message("What did you name the puppy?", 4), message("Biscuit!", 5), message("Good night", 9))

    hits = await ask(store, "puppy name")

    assert [(hit.message, hit.position) for hit in hits] == [("c1-4", 4), ("c1-5", 5)]


async def test_the_speakers_name_finds_what_he_said(store: Store) -> None:
    await put(store, message("I adopted a cat", 1, speaker="Melanie"), message("A cat too", 9, speaker="Jon"))

    assert (await refs(store, "Melanie's cat"))[0] == "c1-1"


async def test_a_time_asked_about_brings_what_is_dated_in_it(store: Store) -> None:
    dated = datetime(2026, 3, 31, 10, 0, tzinfo=UTC)
    await put(
        store, message("dentist", 1, at=dated), message("dentist again", 7, at=NOW), message("rain", 13, at=dated)
    )

    period = Period.of_days(date(2026, 3, 31), date(2026, 3, 31), "UTC")

    assert await refs(store, "dentist", period=period) == ["c1-1", "c1-7", "c1-13"]
    assert await refs(store, "what happened?", period=period) == ["c1-1", "c1-13"]


async def test_a_hit_says_where_it_stands(store: Store) -> None:
    item = Item(OWN, "note", "n1", "tea without milk", document="memory/2026-04-09.md", line=3, at=NOW)
    await put(store, item)

    (hit,) = await ask(store, "milk")

    assert (hit.kind, hit.document, hit.line, hit.date) == ("note", "memory/2026-04-09.md", 3, NOW)
    assert (hit.snippet, hit.text, hit.message) == ("tea without [[milk]]", "tea without milk", None)
    assert (hit.agent, hit.scope, hit.owner) == (OWN.agent, OWN.scope, OWN.owner)


async def test_the_best_of_many_is_found_however_common_its_words(store: Store) -> None:
    await put(store, line("the deploy key of the tea shop", "best"))
    await put(
        store, *(line(f"deploy {n} tea", f"a{n}") for n in range(300)), *(line(f"key {n}", f"b{n}") for n in range(300))
    )

    assert (await refs(store, "deploy key of the tea shop"))[0] == "best"


async def test_a_match_at_the_end_of_three_megabytes_is_found_and_shown_short(store: Store) -> None:
    await put(store, line("填充的文字没有意义，" * 100_000 + "密钥轮换", "long"), line("tea", "short"))

    (hit,) = await ask(store, "密钥轮换")

    assert len(hit.snippet) < 200
    assert "[[密钥轮换]]" in hit.snippet


async def test_both_engines_give_the_same_hits_with_the_same_scores(store: Store) -> None:
    said = (
        "I adopted a puppy in May",
        "What did you name it?",
        "Biscuit, after the cookie",
        "部署方案改到周二",
        "Deploy on Tuesday",
    )
    roles = ("user", "assistant")
    await put(store, *(message(text, n, role=roles[n % 2]) for n, text in enumerate(said)))
    await put(store, line("The puppy is called Biscuit"), line("Puppy food for the team", "e2", Bucket.team("a1")))

    hits = await ask(store, "what is the name of the puppy?")

    # The same figures stand for SQLite and PostgreSQL.
    scores = [("e1", 0.5659), ("c1-0", 0.5227), ("e2", 0.4138), ("c1-2", 0.353), ("c1-1", 0.3343)]
    assert [(hit.ref, round(hit.score, 4)) for hit in hits[:5]] == scores


async def test_a_pasted_page_asks_too(store: Store) -> None:
    page = " ".join(f"word{n} 第{n}页的内容" for n in range(2_000))
    await put(store, line("word7 is the one"), line("nothing of it", "e2"))

    assert await refs(store, page) == ["e1"]
