"""What kind of statement a line is, and under which heading of a document it belongs, in English and Chinese."""

import re
from collections.abc import Sequence
from enum import StrEnum

from morrow.text.language import Language, language_of


class StatementKind(StrEnum):
    """The kinds that MEMORY.md keeps apart."""

    DECISION = "decision"
    PERSON = "person"
    PLAN = "plan"
    PROJECT = "project"
    FACT = "fact"


_HEADINGS: dict[StatementKind, dict[Language, str]] = {
    StatementKind.DECISION: {"en": "Decisions", "zh": "决定"},
    StatementKind.PERSON: {"en": "People", "zh": "人物"},
    StatementKind.PLAN: {"en": "Plans", "zh": "计划"},
    StatementKind.PROJECT: {"en": "Projects", "zh": "项目"},
    StatementKind.FACT: {"en": "Facts", "zh": "事实"},
}
_HEADING_WORDS = {
    StatementKind.DECISION: re.compile("decision|decided|决定|决策|决议", re.IGNORECASE),
    StatementKind.PERSON: re.compile("people|person|famil|contact|team members|人物|家人|联系人|成员", re.IGNORECASE),
    StatementKind.PLAN: re.compile(
        "plan|to-?do|open thread|next step|deadline|计划|待办|安排|日程|打开的线索", re.IGNORECASE
    ),
    StatementKind.PROJECT: re.compile("project|项目", re.IGNORECASE),
    StatementKind.FACT: re.compile("fact|preference|about|knowledge|事实|偏好|关于|常识", re.IGNORECASE),
}
# In this order: "we decided that my brother plans the project" is a decision.
_SIGNS = (
    (
        StatementKind.DECISION,
        re.compile(
            r"\b(?:decided|decision|agreed|settled on|chose|chosen|going with|switch(?:ed|ing)? to|"
            r"migrat\w{0,5} to|instead of|from now on|no longer)\b"
            r"|决定|敲定|选定|选择了|改用|采用|定了|统一用|以后都|不再用|从现在起",
            re.IGNORECASE | re.ASCII,
        ),
    ),
    (
        StatementKind.PERSON,
        re.compile(
            r"\b(?:wife|husband|partner|girlfriend|boyfriend|son|daughter|child(?:ren)?|kids?|baby|mother|mom|mum|"
            r"father|dad|parents?|sister|brother|grand\w{2,8}|aunt|uncle|cousin|friend|colleague|boss|manager|"
            r"neighbou?r|teacher|doctor)\b"
            r"|妻子|老婆|丈夫|老公|女朋友|男朋友|儿子|女儿|孩子|宝宝|妈妈|母亲|爸爸|父亲|父母|姐姐|妹妹|哥哥|弟弟|爷爷|奶奶|"
            r"外公|外婆|姥姥|姥爷|叔叔|阿姨|朋友|同事|老板|经理|邻居|老师|医生",
            re.IGNORECASE | re.ASCII,
        ),
    ),
    (
        StatementKind.PLAN,
        re.compile(
            r"\b(?:deadline|due|plans? to|planning|going to|want to|i'll|we'll|will|appointment|schedul\w{1,3}|booked|"
            r"training for|preparing|needs? to|have to|must|tomorrow|next (?:week|month|year|\w{3,6}day))\b"
            r"|计划|打算|准备|截止|要交|交稿|预约|安排|待办|明天|后天|下周|下个?月|明年|备战|得去|需要在",
            re.IGNORECASE | re.ASCII,
        ),
    ),
    (
        StatementKind.PROJECT,
        re.compile(
            r"\b(?:projects?|services?|servers?|deploy\w{0,5}|repo\w{0,8}|back-?end|front-?end|ports?|databases?|releases?|api|"
            r"code|tests?|pipeline|clients?|customers?|migration|cluster|gateway|staging|production|stack)\b"
            r"|项目|服务|部署|仓库|后端|前端|端口|数据库|发布|接口|代码|测试|流水线|客户|迁移|集群|网关|版本|上线|技术栈",
            re.IGNORECASE | re.ASCII,
        ),
    ),
)


def kind_of(text: str) -> StatementKind:
    """Return the kind of a statement; FACT where nothing shows another."""
    return next((kind for kind, sign in _SIGNS if sign.search(text)), StatementKind.FACT)


def heading_for(text: str, headings: Sequence[str]) -> str:
    """Return the heading under which a statement belongs: a document's own that fits, else a new one.

    A new one is in the language of the document's headings, or of the statement if there are none.
    """
    kind = kind_of(text)
    own = next((heading for heading in headings if _HEADING_WORDS[kind].search(heading)), None)
    if own is not None:
        return own
    return _HEADINGS[kind][language_of(" ".join(headings) or text)]
