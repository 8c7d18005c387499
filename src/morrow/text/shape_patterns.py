"""The patterns by which `shapes` knows text that is no statement. Every repetition is bounded or matches one class."""

import re

_PLACEHOLDERS = (
    r"(?:the )?(?:rest|remainder|remaining|other|existing|previous)[^.]{0,60}"
    r"(?:unchanged|as before|omitted|same|as is|entries|content|sections?)",
    r"unchanged|omitted|same as (?:before|above)|no changes?|truncated|existing (?:entries|content)|to be continued",
    r"(?:其余|其他|剩余|以下|以上|上述|原有|此处|中间|后续|前面)?(?:的)?(?:内容|部分|条目|章节)?(?:全部|均|都)?"
    r"(?:保持不变|不变|省略|略|同上|同前|未变|从略|未改动)",
    r"todo|tbd|tba|fixme|n/?a|none|null|undefined|lorem ipsum.{0,80}|insert .{1,40} here|placeholder",
    "待补充|待定|暂无|无",
)
PLACEHOLDER = re.compile("|".join(_PLACEHOLDERS), re.IGNORECASE)
BRACKETED_PLACEHOLDER = re.compile(
    r"[\[(（【<{][^\])）】>}\n]{0,80}"
    r"(?:unchanged|omitted|truncated|same as before|as before|existing (?:entries|content)|保持不变|省略|略去|同上)"
    r"[^\])）】>}\n]{0,40}[\])）】>}]",
    re.IGNORECASE,
)
AROUND_PLACEHOLDER = re.compile(r"[\s\[\](){}<>（）【】「」*_.…!\-—–:：。`#]+")
QUOTATION = re.compile(r"[「“\"`《][^」”\"`》\n]{0,200}[」”\"`》]")
CODE = re.compile(r"`[^`\n]{0,200}`")

_TAGS = (
    "think|thinking|channel|analysis|system|assistant|user|tool|tool_call|tool_response|memory|instructions?|"
    "function_calls?|im_start|im_end|task-notification|system-reminder"
)
ROLE_TOKEN = re.compile(
    rf"<\|[\w ]{{0,40}}\|?>|</?(?:{_TAGS})\b[^>\n]{{0,200}}>|<[a-z_]{{1,20}}\|>|\[/?INST\]|<</?SYS>>"
    r"|\{\{[^}\n]{0,80}\}\}|^###\s?(?:instruction|response|system|human|assistant)",
    re.IGNORECASE,
)
HEARTBEAT = re.compile(
    r"heartbeat(?:[_ ](?:ok|ack|check|ping|poll))?|(?:ping|pong|keep-?alive|noop|no_reply|silent_reply)(?:[_ ]?ok)?"
    r"|心跳(?:正常|检测)?",
    re.IGNORECASE,
)
_FIELD = r"\w{1,30}\s?[=:]\s?[\w.\"-]{1,60}"
METADATA = re.compile(
    r"\((?:un)?trusted metadata\)"
    r"|^(?:user|assistant|system|human|sender|tool|用户|助手)\s?[:：]\s?[\[{(<]"
    r"|^\[?(?:score|recalls?|confidence|trust|id|session|conversation_id|message_id|timestamp|source)\s?[=:]\s?"
    rf"[\w.\"-]{{1,60}}(?:[\s,;]{{1,3}}{_FIELD}){{0,20}}\]?$"
    r"|^(?:\{.{0,4000}\}|\[\s{0,8}[{\"\[].{0,4000}\])$"
    r"|^>?\s?(?:source|来源)\s?[:：].{0,80}(?:updated|更新)\s?[:：]",
    re.IGNORECASE | re.DOTALL,
)
RECAP = re.compile(
    r"this (?:session|conversation) is being continued"
    r"|(?:here is |here's )?(?:a |the )?(?:summary|recap) of (?:the|our) (?:conversation|session|chat)"
    r"|\[?(?:conversation|context|session) (?:summary|compact(?:ed|ion)|recap)|previous conversation summary"
    r"|(?:以下|这)是(?:之前|此前|上文|前面)?的?对话(?:的)?(?:摘要|总结|压缩)"
    r"|\[?(?:对话|会话|上下文)(?:摘要|压缩|总结)",
    re.IGNORECASE,
)
_REFUSED = r"(?:help|assist|comply|fulfil|provide|access|do that|answer|share)(?! (?:her|him|my|our|them)(?![a-z]))"
_CANNOT = (
    rf"i (?:cannot|can't|can not|won't|am unable to|am not able to) {_REFUSED}|i'm (?:unable|not able) to {_REFUSED}"
)
_REFUSED_ZH = "(?:帮|协助|提供|回答|访问|满足|为您|为你|执行|处理|直接|查看|分享|完成(?:这|该|您|你))"
_AS_A_MODEL_ZH = "作为(?:一个|一名)?(?:ai|人工智能|语言模型|大?模型|智能助手)"
APOLOGY = re.compile(
    rf"{_CANNOT}|(?:i(?:'m| am) )?(?:so |very |really )?sorry[,.;]? (?:but )?(?:{_CANNOT}|as an? (?:ai|large|language))"
    r"|(?:i(?:'m| am) )?(?:so |very |really )?sorry(?: about (?:that|the confusion)| for (?:the|any) \w{1,20})?[.!]?$"
    r"|i apologi[sz]e|my apologies|as an? (?:ai|large language|language)(?![a-z])"
    rf"|(?:非常|很|十分)?(?:抱歉|对不起|不好意思)[,，!！。 ]{{0,2}}"
    rf"(?:我?(?:无法|不能|没法|没有办法){_REFUSED_ZH}|{_AS_A_MODEL_ZH}|$)"
    rf"|{_AS_A_MODEL_ZH}|我(?:是一个)?(?:ai|人工智能|语言模型)(?:[,，。助]|$)|我(?:无法|不能|没有办法|没办法){_REFUSED_ZH}",
    re.IGNORECASE,
)
BANNER = re.compile(
    r"(?:[=\-*#_~]{3,40}.{0,80}[=\-*#_~]{3,40}"
    r"|\[?(?:tool|function)[ _](?:call|result|output|use|response)s?\b.{0,200}"
    r"|(?:calling|using|invoking|running) (?:the )?tool\b.{0,200}"
    r"|---\s?[\w./-]{1,60}\s?---|\[(?:\w+ )?(?:recall|memory|injected)\]?.{0,80}"
    r"|调用工具.{0,200}|工具(?:调用|结果|返回).{0,200})$",
    re.IGNORECASE | re.DOTALL,
)
_COMMANDS = (
    "sudo|apt|apt-get|yum|dnf|brew|npm|pnpm|yarn|npx|pip|pip3|pipx|uv|poetry|cargo|go|git|docker|docker-compose|"
    "kubectl|helm|ssh|scp|rsync|curl|wget|cd|ls|cat|rm|cp|mv|mkdir|chmod|chown|grep|sed|awk|find|tar|unzip|make|cmake|"
    "python|python3|node|java|mvn|gradle|systemctl|journalctl|service|export|source|echo|tail|head|less|ps|kill|psql|"
    "mysql|redis-cli|terraform|ansible|aws|gcloud|az|pytest|ruff|mypy"
)
_AT_PROMPT = r"\$|❯|PS [A-Z]:\\[^>\n]{0,80}>|[\w.-]{1,64}@[\w.-]{1,64}:[^\s$#]{0,80}[$#]"
PROMPT = re.compile(rf"(?:{_AT_PROMPT})\s\S")
COMMAND = re.compile(rf"(?:[#>%]\s)?(?P<name>{_COMMANDS})(?: (?P<rest>.*))?$", re.DOTALL)
SHELL_MARK = re.compile(
    r"&&|\|\||\s\|\s|\s--?[a-zA-Z][\w-]*(?:[\s=]|$)|[\w.-]+/[\w./-]+|\$\{?\w|>\s?/|https?://|\*\.\w"
)
PROSE_WORD = re.compile(
    r"(?<![\w/-])(?:i|we|my|our|you|the|a|an|is|are|was|were|to|for|with|because|should|must|instead|always|never|when|"
    r"before|after|uses?|every|not)(?![\w/-])",
    re.IGNORECASE,
)
_LEVEL = "TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL"
LOG = re.compile(
    rf"\[?\d{{4}}-\d{{2}}-\d{{2}}[T ]\d{{2}}:\d{{2}}:\d{{2}}[^\n]{{0,40}}?\b(?:{_LEVEL})\b"
    rf"|(?:\[[^\]\n]{{1,40}}\]\s?){{0,3}}\[?(?:{_LEVEL})\]?\s?[:|\]\[(]"
    rf"|(?:{_LEVEL})\s{{1,8}}\[?[\w.-]{{1,200}}\]?\s?[:\-]"
    r"|\[?\d{2}:\d{2}:\d{2}(?:[.,]\d{1,6})?\]?\s"
    r"|[A-Z][a-z]{2}\s{1,2}\d{1,2} \d{2}:\d{2}:\d{2} \S{1,80} \S{1,80}:"
    r"|\d{1,3}(?:\.\d{1,3}){3} - - \["
    r"|npm (?:ERR!|WARN)|E\s{2,8}\w|(?:error|warning)(?:\[\w{1,20}\]|:\s\w{1,80}\.\w{1,20}:\d)"
)
STACK_TRACE = re.compile(
    r"Traceback \(most recent call last\)|File \"[^\"\n]{1,300}\", line \d|at [\w.$<>]{1,200}\([^)\n]{0,200}\)"
    r"|[\w.]{0,200}(?:Error|Exception)(?::\s|$)|Caused by:|goroutine \d{1,9} \[|panic: |thread '[^'\n]{0,80}' panicked"
    r"|\.\.\. \d{1,9} more$|Segmentation fault",
)
TABLE_ROW = re.compile(r"\|.*\|$|[^|\n]{0,80}(?:\|[^|\n]{0,80}){2,40}$|[^\t\n]{0,80}(?:\t[^\t\n]{0,80}){2,40}$")
PLEASANTRY = re.compile(
    r"(?:(?:oh|well|yeah|yes|no|ok(?:ay)?|hey|hi|hello|wow|haha|thanks?(?: (?:you|so much|a lot|again|very much))*|bye|"
    r"good (?:morning|night|evening|luck)|great|cool|nice|perfect|awesome|sure|got it|sounds good|see you|take care|"
    r"you're welcome|no problem|congrats|congratulations|welcome back)(?:[,!. ]+|$)){1,4}(?:[A-Z][\w'’-]{1,20}[!. ]*)?$"
    r"|(?:好的?|嗯+|哈+|哦+|谢谢(?:你|您|啦)?|感谢|多谢|你好|您好|早安?|早上好|晚安|晚上好|再见|拜拜|收到|明白了?|知道了|没问题|"
    r"辛苦了?|加油|不客气|太好了|真棒|可以|是的?|行|对)(?:[呀啊哦呢吧啦了的~!！。,， ]{0,4})$",
    re.IGNORECASE,
)
HEADING = re.compile(r"#{1,6}(?:\s|$)")
FENCE = re.compile(r"(?:```|~~~)\w{0,20}$")
LIST_MARKER = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])(?:\s+|$)(?:\[[ xX]\]\s+)?")
# Nothing but dots: the place of words that somebody left out.
ELLIPSIS = re.compile(r"[\[(<]?\s*(?:\.{3,}|…+)\s*[\])>]?")
