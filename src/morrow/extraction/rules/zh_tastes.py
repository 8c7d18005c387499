"""Chinese rules for likes, dislikes and habits."""

from morrow.extraction.rules.rule import Rule, rule
from morrow.extraction.rules.statement import StatementKind as Kind
from morrow.extraction.rules.zh_words import (
    SPEAKER,
    TALK,
    TIMES,
    VALUE,
)

TASTES: tuple[Rule, ...] = (
    rule(
        Kind.DISLIKE,
        "不喜欢 讨厌 受不了 不爱 反感 不吃 吃不惯 吃不了 不喝 最怕 不习惯 恨 害怕 不太喜欢 不想用 无感 "
        "不感冒 喝不了 不能吃 忌",
        SPEAKER + r"[^，。！？!?]{0,4}?(?:不(?:太|怎么|大|是很|是特别)?喜欢|讨厌|受不了|不(?:太|怎么)?爱|反感"
        r"|从?不吃|吃不惯|吃不了|从?不喝|喝不了|最怕|不(?:太)?习惯|痛恨|害怕|不想用|不能吃)"
        + TALK
        + r"(?!亏|过|了这)"
        + VALUE,
        "dislikes",
    ),
    rule(
        Kind.DISLIKE,
        "无感 不感冒 没兴趣 不感兴趣",
        r"我?对(?P<value>[^，。！？；,!?;这那]{1,16})(?:都|完全|实在|真的|一直|不太|很)*(?:无感|不感冒"
        r"|没(?:什么|有)?兴趣|不(?:太)?感兴趣)",
        "dislikes",
    ),
    rule(
        Kind.PREFERENCE,
        "喜欢 爱 偏爱 热爱 钟爱 迷上 偏好 倾向 痴迷 着迷 沉迷 欣赏 离不开 爱上",
        SPEAKER + r"(?:会|有点|开始|越来越|主要|倾向于|倒是|跟[^，。]{1,4})?(?:喜欢|爱(?!人|好是|情|心)|偏爱|热爱"
        r"|钟爱|迷上了?|偏好|痴迷|着迷于?|沉迷|欣赏|离不开|爱上了?|喜爱)" + TALK + VALUE,
        "likes",
    ),
    rule(
        Kind.PREFERENCE,
        "最喜欢的 爱好 最爱的 兴趣 口味 喜欢的",
        r"我(?:个人)?(?:最|更|比较)?(?:喜欢|爱)的?[^，。！？!?]{1,10}?(?:是|有|还是|就是)(?!什么"
        r"|哪)(?P<value>[^，。！？；,!?;]{1,30})|我的?(?:业余)?(?:爱好|兴趣|口味|最爱)(?:是|有|偏"
        r"|比较)(?P<value2>[^，。！？；!?;]{1,40})",
        "likes",
    ),
    rule(
        Kind.PREFERENCE,
        "感兴趣 兴趣",
        r"我[^，。！？!?]{0,6}对(?P<value>[^，。！？；,!?;这那你不]{1,16}?)(?:特别|很|非常|比较|一直"
        r"|最)*感兴趣",
        "likes",
    ),
    rule(
        Kind.PREFERENCE,
        "宁愿 宁可 更愿意 习惯用 更倾向 更想",
        SPEAKER + r"(?:宁愿|宁可|愿意|习惯(?:用|于)?|倾向于?)" + TALK + VALUE,
    ),
)


HABITS: tuple[Rule, ...] = (
    rule(
        Kind.HABIT,
        "周",
        r"(?:^|[，,])(?:逢)?周[一二三四五六日末](?:晚上|早上|下午)?(?:我|我们)(?:都|会|通常|一般|不|从来"
        r"|固定)[^。！？!?]{2,}",
    ),
    rule(
        Kind.HABIT,
        "每天 每晚 每周 每个 每星期 每月 每年 天天 每早 每逢 通常 一般 习惯 总是 经常 常常 平时 从来不 "
        "从不 很少 早上 睡前 下班后 周末都 周末会 只喝",
        r"(?:我|我们)(?!觉得|想)[^，。！？!?]{0,10}"
        + TIMES
        + r"[^。！？!?]{2,40}|"
        + TIMES
        + r"[^，。！？!?]{0,8}(?:我|我们)(?:都|会|要|通常|一般|先|就)[^。！？!?]{2,40}",
    ),
)
