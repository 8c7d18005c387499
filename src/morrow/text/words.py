"""What counts as a word in English and Chinese: folding, splitting, light stems, words without a meaning of their own.

Search has its own, richer tokens; these serve comparisons of one statement with another.
"""

import re
import unicodedata
from functools import lru_cache

_STOP_EN_TEXT = """
    a an the this that these those i me my mine we us our ours you your yours he him his she her hers it its they
    them their theirs am is are was were be been being do does did doing done have has had having will would shall
    should can could may might must and or but if then so because as at by for from in into of on onto to with about
    over up out off than too very just also again still really actually please there here what which who whom whose
    when where how why it's i'm i've i'd i'll we're we've we'll you're you've he's she's that's there's let's s t re
    ve ll d m today yesterday tomorrow now ok okay yes well some any own such user
"""
_STOP_EN = frozenset(_STOP_EN_TEXT.split())
_WEAK_EN = """
    like love prefer use go get make want need think know say tell see look take give put keep let try start begin
    work live plan prepare decide come new good great bad nice fine lot much many more most thing stuff way time day
    week month year morning evening night hour minute soon late lately recently currently always never often usually
    sometimes every each all both other another same first last next long short big small old remember note project
    team people person one monday tuesday wednesday thursday friday saturday sunday weekend not no don't doesn't
    didn't isn't aren't won't can't cannot without feel happen ask help talk meet hate dislike enjoy stop quit run
    thank thanks wow hey hi hello yeah yep sure awesome amazing cool glad happy congrats congratulations totally
    definitely absolutely sound appreciate encourage encouragement support important inspire inspiring incredible
    wonderful fantastic excited exciting fun enjoyable lovely beautiful special moment kind word mean hope wish
    wonder guess seem bit lots truly pretty quite maybe perhaps together hard easy different difference better idea
    point place side part sort share catch chat send hear listen believe understand agree care matter worth proud
    luck lucky blast pleasure experience journey life world everyone someone something anything everything nothing
    thankful grateful stoked man girl boy guy friend family check turn bring become able got gotta wanna gonna let's
    etc end back down around away through during after before while until since later ago already yet almost enough
    far else ever actually basically probably possible question issue problem reason example case number add change
    set show open close call move finish done miss pick
"""
_IRREGULAR = {
    "ran": "run", "went": "go", "gone": "go", "bought": "buy", "ate": "eat", "eaten": "eat", "wrote": "write",
    "written": "write", "met": "meet", "took": "take", "taken": "take", "made": "make", "said": "say", "told": "tell",
    "began": "begin", "begun": "begin", "chose": "choos", "chosen": "choos", "drove": "drive", "flew": "fly",
    "got": "get", "gave": "give", "given": "give", "kept": "keep", "knew": "know", "left": "leav", "lost": "lose",
    "paid": "pay", "sold": "sell", "sent": "send", "slept": "sleep", "spoke": "speak", "swam": "swim",
    "taught": "teach", "thought": "think", "children": "child", "better": "good", "best": "good",
}  # fmt: skip
_STOP_ZH = re.compile(
    "我们|你们|他们|她们|咱们|今天|昨天|明天|后天|前天|今晚|刚才|现在|已经|因为|所以|但是|不过|而且|就是|可以|这个|那个|"
    "这些|那些|什么|怎么|一下|一个|觉得|时候|有点|还是|然后|或者|如果|还有|真的|一直|正在|自己|用户|们|"
    "[的了吗呢吧啊呀哦嗯呗嘛我你您他她它这那是在有和与也都就还很太又被把给让跟对从到为以着过之其而且但或及等个些再]"
)
_WEAK_ZH = (
    "喜欢 工作 项目 公司 需要 准备 开始 使用 一起 问题 时间 朋友 知道 最近 计划 决定 记住 早上 晚上 上午 下午 "
    "中午 周一 周二 周三 周四 周五 周六 周日 周末 星期 每天 每周 上周 下周 本周 今年 明年 去年 下个 上个 个月 "
    "希望 打算 不要 不是 没有 不再 谢谢 感谢 你好 开心 高兴 加油 好吃 好玩 不错 有趣 太好 好了 厉害 支持 分享 "
    "重要 大家 事情 东西 地方 以后 之后 之前 感觉 非常 特别 可能 应该 讨厌 想要 不想 不喜"
)
CJK = (
    "\u3040-\u30ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\uac00-\ud7af"  # hangul syllables
    "\U00020000-\U0003134f"  # Han, rare
    "々〇"
)
CJK_CHARACTER = re.compile(f"[{CJK}]")
_PIECE = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:['’.:_+#-]?[^\W_{CJK}]+)*(?:\+\+|#)?")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_FULL_WIDTH_COMMA = re.compile("(?<![０-９])，|，(?![０-９])")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def is_cjk(character: str) -> bool:
    """Return whether a character is Han, kana or hangul."""
    return character > "\u3000" and CJK_CHARACTER.match(character) is not None


def fold_width(text: str) -> str:
    """Return `text` in NFKC without invisible characters; `９０９０` becomes `9090`, `１，０００` becomes `1,000`.

    A full-width comma elsewhere ends a phrase and never joins two numbers, so it becomes a comma with a space.
    """
    return unicodedata.normalize("NFKC", _FULL_WIDTH_COMMA.sub(", ", _INVISIBLE.sub("", text)))


def fold(text: str) -> str:
    """Return `text` in NFKC, without invisible characters, thousands separators or differences of case."""
    return _THOUSANDS.sub("", fold_width(text)).casefold().replace("’", "'")


def pieces(text: str) -> list[str]:
    """Return the runs that a folded text consists of, in order: Latin words and numbers, and unbroken CJK runs."""
    return _PIECE.findall(text)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a folded English word without its commonest endings; other words come back as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.isascii() or not word.isalpha() or len(word) < 4:
        return word.removesuffix("'s")
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word.removesuffix("s")
    for ending in ("ing", "ed"):
        bare = word.removesuffix(ending)
        if bare != word and len(bare) > 2 and any(vowel in bare for vowel in "aeiouy"):
            word = bare[:-1] if bare[-1] == bare[-2] and bare[-1] not in "lsz" else bare
            break
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


_WEAK = frozenset((*_WEAK_ZH.split(), *map(stem, _WEAK_EN.split())))


def content_runs(text: str) -> list[str]:
    """Return what is said in a text, in order: stems of its meaningful Latin words, and its meaningful CJK runs."""
    runs: list[str] = []
    for piece in pieces(fold(text)):
        if is_cjk(piece[0]):
            runs.extend(part for part in _STOP_ZH.split(piece) if part)
        elif piece not in _STOP_EN:
            runs.append(stem(piece))
    return runs


def content_tokens(text: str) -> list[str]:
    """Return the content of a text as comparable tokens: Latin stems, and each CJK run as its two-character windows."""
    return [token for run in content_runs(text) for token in windows(run)]


def windows(run: str) -> list[str]:
    """Return a run's tokens: itself if it is Latin or one character, else its two-character windows."""
    if len(run) < 3 or not is_cjk(run[0]):
        return [run]
    return [run[at : at + 2] for at in range(len(run) - 1)]


def is_function_word(word: str) -> bool:
    """Return whether a folded English word only holds a sentence together (`the`, `with`, `i'm`)."""
    return word in _STOP_EN


def is_weak(token: str) -> bool:
    """Return whether a token is too common to tell one topic from another (`like`, `week`, 项目), or is a number."""
    return token in _WEAK or len(token) < 2 or token[0].isdigit()


def topic_tokens(text: str) -> frozenset[str]:
    """Return the content tokens of a text that are rare enough to tell its topic from another."""
    return frozenset(token for token in content_tokens(text) if not is_weak(token))
