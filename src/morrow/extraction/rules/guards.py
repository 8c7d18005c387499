"""What may not become memory, whatever it says: questions, hypotheses, other people's words, play, pasted matter."""

import re

from morrow.documents.entries import Origin
from morrow.extraction.rules.statement import Heard
from morrow.text.language import Language
from morrow.text.sentences import Span

LONGEST_SENTENCE = 600
"""Longer runs without an end are pasted matter, not something a person says."""

_SUPPRESS = re.compile(
    r"\b(?:don't|do not|dont|never|no need to|please don't) (?:you )?(?:remember|save|store|record"
    r"|memori[sz]e|keep|note)"
    r"(?: down)?(?: any of)? (?:this|that|it|these|what I)\b|\boff the record\b|\bforget (?:I (?:said"
    r"|mentioned)|what I said"
    r"|(?:about )?this message)\b|\bkeep this (?:one )?out of (?:your )?memory\b"
    r"|(?:不要|别|不用|无需|不必|请勿|不许)(?:把)?(?:这段|这条|这句|这些|这个|它|此|下面|上面|以下"
    r"|刚才)?[^，。！？\n]{0,6}?"
    r"(?:记住|记下|记录|存进|存下|保存|写进记忆|存入记忆|记到|记(?=这|这段|我|$|[，。！]))"
    r"|(?:这段|这条|这句|这些|这个)[^，。！？\n]{0,4}(?:不要|别|不用|不必)(?:记|存|保存)|当我没说"
    r"|别当真",
    re.IGNORECASE,
)
_NOT_SUPPRESSED = re.compile(r"(?:不要|别)忘")
_PLAY_BEGINS = re.compile(
    r"\brole-?\s?play(?:ing)?\b|\bpretend (?:that )?(?:you|to be|I|we)\b|\b(?:act|behave|respond) as "
    r"(?:if|though|an?|my|the)\b"
    r"|\bimagine (?:that )?(?:you|I|we)(?:'re| are| were)\b|\byou are now an?\b|\bin this (?:story"
    r"|game|scenario)\b"
    r"|\blet's (?:play|imagine|pretend)\b|\bmy character\b|\bplay the (?:role|part) of\b"
    r"|扮演|角色扮演|假装(?!没)|假设(?:你|我)是|你现在是(?:一|个)|演一(?:个|段|出)|我们来玩"
    r"|玩个?(?:角色|游戏)|在(?:这个|我的)(?:故事|小说|剧本|游戏)里"
    r"|我的角色|想象(?:一下)?(?:你|我)是",
    re.IGNORECASE,
)
_PLAY_ENDS = re.compile(
    r"\b(?:end|stop|enough|done with|out of) (?:of )?(?:the )?(?:role-?\s?play|playing|pretending"
    r"|character|game)\b|\bback to reality\b"
    r"|\bfor real now\b|(?:结束|停止|不)(?:角色)?(?:扮演|演了?|玩了|游戏)|回到(?:现实|正题)|说正经的"
    r"|演完了|出戏",
    re.IGNORECASE,
)
# "Translate: …", "polish this email: …": what follows is material to work on, not a word about its sender.
_MATERIAL = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|help me|hey|hi)[, ]+)*(?:translate|proofread|rewrite"
    r"|rephrase|paraphrase"
    r"|summari[sz]e|polish|edit|correct|improve|fix|shorten|classify|analy[sz]e|review|parse|explain"
    r"|convert)\b"
    r"[^\n]{0,80}?(?:[:：]|\n)"
    r"|^(?:请|你|能|可以|帮我|帮忙|麻烦|给我|把)*(?:(?:下面|以下|这)[^\n:：]{0,12})?"
    r"(?:翻译|润色|改写|改得|改成|写得|总结|校对|改一下|缩写|扩写|续写|仿写|分析|解释|检查语法|概括"
    r"|提取)[^\n]{0,40}?(?:[:：]|\n)",
    re.IGNORECASE,
)
_WRITE_FOR_ME = re.compile(
    r"^\W*(?:please |can you |could you |help me )*(?:write|draft|compose|generate|make up|tell me) "
    r"(?:me )?(?:an?|the|some) (?:[\w-]+ ){0,4}"
    r"(?:story|poem|song|dialog(?:ue)?|script|essay|joke|novel|letter|speech|email|cover letter|bio"
    r"|tweet|post|blog|lyrics|scene|haiku|sample)\b"
    r"|^(?:请|帮我|帮忙|麻烦|给我)*(?:写|编|生成|创作|来)(?:一|个)?(?:篇|首|封|个|段"
    r"|则)[^，。！？\n]{0,16}(?:故事|诗|小说|作文|邮件|情书|歌词|剧本|对话|文案|演讲稿|检讨|日记|信"
    r"|笑话|例句)",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_NOT_PROSE = re.compile(
    r"^\s*(?:>|\||\$ |# ?!|% |>>>|\.\.\.\s|at [\w$.<>]+\(|File \"|Traceback|Caused by|Exception in"
    r"|</?[a-zA-Z!]|\{|\}|\[(?:INFO|WARN|ERROR|DEBUG|\d|[A-Z]{3,})"
    r"|(?:INFO|WARN(?:ING)?|ERROR|DEBUG|FATAL|TRACE)\b[ :\]]|\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
    r"|\d\d:\d\d:\d\d"
    r"|(?:user|assistant|system|human|ai|bot|tool|客服|用户|助手|系统)\s?[:：]|(?:From|To|Subject|Sent"
    r"|Cc|Date|发件人|收件人|主题)\s?[:：]|-{3,}|={3,}|\+{3}|@@|diff --git"
    r"|(?:import|from|def|class|const|let|var|function|return|public|private|SELECT|INSERT|UPDATE"
    r"|DELETE|CREATE|sudo|git|npm|pip|docker|curl|cd|apt|kubectl)\s[^，。]*[;(){}=/]"
    r"|\[score=|HEARTBEAT|\w+Error:|\w+Exception\b|//|/\*|#include)",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"^.{0,20}(?:forwarded message|original message|转发|原文如下|原始邮件|begin quote).{0,20}$",
    re.IGNORECASE | re.MULTILINE,
)
_SYMBOLS = re.compile(r"[{}()\[\]<>=;|\\/_*&^%$@~`]")
_HYPOTHETICAL: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"^(?:so |and |but |well |now |even |as |only )*if\b|\bif (?:I|we|my|only)\b(?! (?:remember|recall"
        r"|may)\b)|\bwhat if\b|\bsuppos(?:e|ing)\b(?<!was suppose)|\bhypothetical|\bassum(?:e|ing) "
        r"(?:that )?(?:I|we)\b"
        r"|\blet's say\b|\bimagine\b|\bI wish\b|\bI would have\b|\b(?:as|like) if\b|\bas though\b|\bfor "
        r"example, (?:if|someone)\b|\bin case\b|\bsay I\b|\bunless\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"如果|假如|(?<![主重需])要是|假设|万一|倘若|若是|设想|要不是|但愿|(?:比如|譬如)说?我|假使|的话[，,]|好像我"
        r"|就当我|哪怕|即使|想象一下"
    ),
}
_UNCERTAIN: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:I|we|he|she) (?:\w+ )?(?:might|may|could)\b|\b(?:maybe|perhaps|possibly)\b(?! because)"
        r"|\bnot sure (?:if|whether|yet|what|how)\b|\bI don't know (?:if|whether|what|how|why)\b"
        r"|\bI(?:'m| am) (?:thinking (?:about|of)|considering|wondering|curious)\b|\b(?:it makes|makes) "
        r"me wonder\b|\bI (?:was )?wonder(?:ing)?\b|\bjust kidding\b|\bjk\b|\blol jk\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"也许|或许|说不定|没准|大概会|可能(?:会|要|是|得|去|不)|还没(?:想好|决定|定)|不确定|不知道(?:该"
        r"|要|是|能)|考虑(?:要不要|是不是|是否)|开玩笑|犹豫|在想要不要|我在想"
    ),
}
_REPORTED: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:he|she|they|someone|somebody|people|everyone|nobody|(?-i:[A-Z])[a-z]+|the (?:article|book"
        r"|author|teacher|client|paper|post|character|narrator)|(?:my|our|a|his|her) (?:\w+ )?\w+)(?:'s)? "
        r"(?:just |also |always |once |keeps? )?(?:said|says|saying|told (?:me|us)|tells (?:me|us)|thinks"
        r"|thought|claims|claimed|wrote|asked|asks|mentioned|replied|texted|insists|argues|reckons|posted"
        r"|tweeted|believes)\b(?<!I said)(?<!I thought)"
        r"|\baccording to\b|\bI(?:'ve)? (?:heard|read) (?:that|about|somewhere)\b|\bapparently\b"
        r"|\brumou?r has it\b|\bquote\b(?! me\b)|\bas they say\b|^(?:he|she|they)(?:'s|'re| is| are| has| have| was"
        r"| were| will|'ll|'d)? ",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:他|她|他们|她们|有人|网友|别人|人家|大家|朋友|同事|老板|领导|客户|老师|同学|我妈|我爸|妈妈"
        r"|爸爸|我老婆|我老公|作者|主角|文章里?|书里|小[\u4e00-\u9fff]|老[\u4e00-\u9fff])(?:刚|总|经常"
        r"|之前|昨天|今天|都|也|跟我|告诉我|对我|又)*(?:说(?!服)|告诉我|问我|觉得|认为|表示|写道|提到|回复"
        r"|发来|留言|讲过?)"
        r"|据说|听说|传闻|网上说|^(?:他|她|他们|她们)(?!们?说的对)"
    ),
}
_SELF_KNOWLEDGE = re.compile(r"\b(?:doctor|dentist|physician|vet)\b|医生|大夫", re.IGNORECASE)
_QUESTION: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"[?？][\s\"'”’)\]]*$|^(?:(?:and|so|but|ok|okay|well|hey|hi|please|also|then|now|by the way|oh)[, "
        r"]+)*(?:what|how|why|who|whose|where|when(?! I| we)|which|whether)(?:'s|'re)? (?:is|are|was|were"
        r"|do|does|did|can|could|should|would|will|to|about|if|much|many|long|often)\b"
        r"|^(?:(?:and|so|but|ok|okay|well|hey|hi|also|then|oh)[, ]+)*(?:is|are|was|were|do|does|did|can"
        r"|could|would|will|should|have|has|may|shall|am|isn't|aren't|don't you|doesn't|didn't|can't you) "
        r"(?:I|you|we|he|she|they|it|there|this|that|the|my|your|anyone|someone)\b"
        r"|\b(?:tell me|explain|let me know|I(?:'d like| want) to know|I wonder|do you know|any (?:idea"
        r"|tips|advice|suggestions?)|can you|could you|would you|will you|help me|could use (?:your|some) "
        r"help|I need (?:your |some )?help)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"[?？][\s”’」』）)]*$|(?:吗|么|呢|嘛)[。！!~～…]*$|(?<!没)(?<!不管)(?<!无论)(?:怎么(?!都|也)"
        r"|为什么|为啥|什么(?!都|也|的)(?!时候都)|哪里|哪个|哪些|哪儿|多少(?!都)|几点|是不是|有没有|能不能"
        r"|可不可以|会不会|要不要|该不该|好不好|对不对|如何|谁(?!都|也))"
        r"|^(?:请|帮我|帮忙|麻烦|给我|能否|可以)(?!记|叫我)(?:你)?(?:帮|看|写|查|找|解释|翻译|总结|推荐"
        r"|介绍|列|改|修|生成|分析|画|算|讲|说|告诉|想|整理|检查|优化|搜|做)|推荐(?:一下|几|个|点)|告诉我"
        r"|解释一下|介绍一下|帮我(?!记)"
    ),
}
# "If the build fails, always tell me which commit": a standing wish may name a question without being one.
_STANDING = re.compile(
    r"\b(?:always|never|from now on|going forward|every time you|whenever you|remember that|keep in "
    r"mind)\b|以后|从现在起|今后|往后|每次|一律|记住|记下|记一下",
    re.IGNORECASE,
)
_POLITE_ASK = re.compile(
    r"\b(?:could|can|will|would) you (?:please |always )*(?:remember that|remember I|note that|make a "
    r"note|keep in mind|always|never|stop)\b"
    r"|(?:能|可以|请|麻烦)(?:你)?(?:帮我)?(?:记住|记下|记一下)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"[,，]\s?(?:right|ok|okay|isn't it|don't I|got it|alright|deal|please|you know|eh|对吧|好吗|好吧"
    r"|行吗|可以吗|对吗|知道吗|懂吗|明白吗|是吧|没问题吧|好不好|行不行)[?？!！。.]*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,，;；]| - | — |——")
_CHATTER: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:nice|great|good|lovely|pleasure|fun|enjoyed|enjoying|enjoy|like|love|loved|appreciate"
        r"|appreciated) (?:\w+ ){0,3}(?:chat(?:ting)?|talk(?:ing)?|conversation|discussion|discussing"
        r"|exchange|your help|your time|insights?|perspective|explanation|thoughts|answer)\b"
        r"|^(?:ok|okay|thanks|thank you|cool|wow|great|sure|hi|hello|hey|bye|goodbye|good (?:morning|night"
        r"|evening)|no problem|you're welcome|see you|haha|lol)\b[^,;]{0,24}$"
        r"|\bI(?:'ll| will)? "
        r"(?:\w+ )?(?:have to|need to|should|must|gotta|'m going to|am going to|going to have to)(?: "
        r"\w+){0,2} (?:go|run|leave|head out|get going|sign off|step away|get back|be going)\b(?! (?:to"
        r"|for|on|a)\b)"
        r"|\bI(?:'m| am| was) (?:also |just |actually |really )?(?:curious|pondering|intrigued)\b|\bmy day (?:is"
        r"|was|has been)\b"
        r"|\bI had(?:n't| not) (?:thought|considered|reali[sz]ed|noticed)\b|\bI had no idea\b"
        r"|\bI never (?:really )?thought\b"
        r"|\bI(?:'ve| have) (?:also |just |been )?(?:been (?:hearing|thinking|wondering)|heard|noticed)\b"
        r"|\b(?:I|we) (?:totally |completely |fully |100% |really |so )?agree\b[^\n]{0,16}$|\b(?:here"
        r"|there) for you\b|\blet me know\b"
        r"|\bI(?:'d| would) (?:really )?love to (?:\w+ ){1,2}(?:it|that|one|them|this|those)\b[^\n]{0,8}$"
        r"|\bI(?:'m| am) (?:just )?(?:off|going|heading) (?:to bed|to sleep|back to (?:bed|work)|home|out)\b"
        r"|\b(?:I|we)(?:'ve)? (?:had|have) (?:an? |such an? )(?:really |very |pretty )?(?:great|good|nice|lovely|bad"
        r"|long|rough|busy|fun|wonderful) (?:day|night|time|evening|morning|weekend|week)(?: (?:today|so far|too))?\W*$"
        r"|\bI(?:'d| would) (?:like|love) to (?:\w+ )?(?:talk|chat|know|hear|learn more|ask|discuss"
        r"|explore)\b"
        r"|\b(?:look forward|looking forward) to (?:our|talking|chatting|hearing|the next)\b|\bI was "
        r"(?:hoping|wondering|curious|just thinking|thinking|trying to understand)\b(?! (?:about "
        r")?(?:classic|how much I))"
        r"|\b(?:remove some|update|change some|add (?:an?|some) new?"
        r"|organi[sz]e)\b[^\n]{0,60}\b(?:information|details|titled|meeting notes)\b(?! to include)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^(?:你好|您好|谢谢|多谢|好的|嗯|哈哈|再见|晚安|早安|早上好|辛苦了|收到|明白了?|知道了|没事|行"
        r"|可以|不客气)[^，,]{0,6}$|喜欢(?:你|和你|跟你|这个(?:回答|解释|方案|想法))|(?:和|跟)你聊"
    ),
}
_PRONOUN_FIRST: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"^(?:(?:and|but|so|also|oh|yes|yeah|well|actually)[, ]+)*(?:it|its|it's|they|their|them|that's"
        r"|this is|those|these|he|his|she|her|hers)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^(?:而且|但|但是|所以|还有|其实)?[，,]?(?:它|他|她|(?:这|那)(?:是|就|让|也|真|太|还|样"
        r"|些?(?:个)?(?:是|很|挺|也|都))|其(?!实|他|中))"
    ),
}
_LONGEST_ADDITION = 160
_CONTINUES: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?:his|her|its|their) name|(?:he|she|it|they)(?:'s|'re| is| are| works| lives| has| likes| loves"
        r"| was) |because\b|otherwise\b|the reason\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:它|他|她)?(?:的)?(?:名字)?(?:叫|是|今年|在|住)|因为|否则|不然|原因|(?:它|他|她)(?:们)?(?:的"
        r"|喜欢|很)"
    ),
}


def is_users_own(message: Heard) -> bool:
    """Return whether the user wrote this message: neither the assistant, a tool, nor someone a channel passes on."""
    return message.role == "user" and message.origin is Origin.USER


def is_kept_out(text: str) -> bool:
    """Return whether the message asks not to be remembered."""
    found = _SUPPRESS.search(text)
    return found is not None and _NOT_SUPPRESSED.match(found.group()) is None


def begins_play(text: str) -> bool:
    """Return whether the message opens a role-play or a made-up scene."""
    return _PLAY_BEGINS.search(text) is not None


def ends_play(text: str) -> bool:
    """Return whether the message closes a role-play."""
    return _PLAY_ENDS.search(text) is not None


def own_prose(text: str) -> tuple[Span, ...]:
    """Return the line-wise spans of `text` that are its sender's own prose.

    Left out: code fences, quoted and forwarded lines, tables, logs, traces, commands, transcripts, and the material
    that a request such as "translate:" hands over.
    """
    end = len(text)
    for pattern in (_MATERIAL, _FORWARDED):
        found = pattern.search(text)
        if found:
            end = min(end, found.start() if pattern is _FORWARDED else found.end())
    if _WRITE_FOR_ME.search(text):
        return ()
    return tuple(_prose_lines(text, end))


def _prose_lines(text: str, end: int) -> list[Span]:
    spans: list[Span] = []
    start, in_fence = 0, False
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        line = text[start:stop]
        if _FENCE.match(line):
            in_fence = not in_fence
        elif not in_fence and line and not line.isspace() and not _is_no_prose(line):
            spans.append((start, stop))
        start = stop + 1
    return spans


def _is_no_prose(line: str) -> bool:
    if _NOT_PROSE.match(line):
        return True
    return len(line) > 12 and len(_SYMBOLS.findall(line)) * 8 > len(line)


def is_hypothetical(text: str, language: Language) -> bool:
    """Return whether the sentence supposes, wishes or exemplifies rather than states."""
    return _HYPOTHETICAL[language].search(text) is not None


def is_uncertain(text: str, language: Language) -> bool:
    """Return whether the speaker has not made up their mind, or jokes."""
    return _UNCERTAIN[language].search(text) is not None


def is_reported(text: str, language: Language) -> bool:
    """Return whether the words are somebody else's; what one's doctor said of one counts as one's own."""
    return _REPORTED[language].search(text) is not None and _SELF_KNOWLEDGE.search(text) is None


def is_question(text: str, language: Language) -> bool:
    """Return whether the sentence asks, or orders a piece of work, rather than states."""
    if _POLITE_ASK.search(text):
        return False
    found = _QUESTION[language].search(text)
    if found is None:
        return False
    return found.group()[:1] in "?？" or _STANDING.search(text) is None


def is_chatter(text: str, language: Language) -> bool:
    """Return whether the sentence is about the conversation itself: greeting, thanks, taking leave, praise."""
    return _CHATTER[language].search(text) is not None


def needs_what_came_before(text: str, language: Language) -> bool:
    """Return whether the sentence begins with a pronoun that only its predecessor explains."""
    return _PRONOUN_FIRST[language].match(text) is not None


def continues(text: str, language: Language) -> bool:
    """Return whether the sentence only adds to the one before it, such as "Her name is Momo." or 因为…."""
    return len(text) <= _LONGEST_ADDITION and _CONTINUES[language].match(text) is not None


def stated_part(text: str, language: Language) -> int:
    """Return how much of a question's beginning is a statement: "I live in Bern, what is on today?" gives its 12."""
    tag = _TAG.search(text)
    if tag:
        return tag.start() if not is_question(text[: tag.start()], language) else 0
    best = 0
    for match in _CLAUSE.finditer(text):
        if is_question(text[: match.start()], language):
            break
        best = match.start()
    return best
