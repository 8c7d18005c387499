"""The words of orders, thefts and new identities, in English and Chinese. Which of them make one is told elsewhere."""

import re


def _words(en: str, zh: str) -> re.Pattern[str]:
    """Return a pattern for whole English words and Chinese ones; ` | ` stands between two of them."""
    english = "|".join(" ".join(en.split()).split(" | "))
    chinese = "|".join(" ".join(zh.split()).split(" | "))
    return re.compile(rf"(?<![a-z])(?:{english})(?![a-z])|{chinese}", re.IGNORECASE)


OVERRIDE = _words(
    en=r"(?:ignore|disregard|forget|override|bypass|overrule)"
    r"(?: (?:all|any|the|your|of|these|those|previous|prior|above|earlier|safety|system|former|other)){1,6}"
    r" (?:instructions?|rules|prompts?|guidelines|directives|restrictions|policy|policies)",
    zh=r"(?:忽略|无视|忘掉|忘记|绕过|抛弃|不要?遵守|不用遵守)[^。！？]{0,12}(?:指令|提示词|系统提示|规则|限制|约束|设定)",
)
GIVE_AWAY = _words(
    en="""send | sends | sending | post | upload | forward | e-?mail | transmit | leak | submit | exfiltrate | report
    | copy | append | share | deliver""",
    zh="发送 | 发到 | 发给 | 发往 | 上传 | 转发 | 提交 | 泄露 | 传到 | 传给 | 外发 | 寄到 | 附上 | 附加 | 抄送",
)
TREASURE = _words(
    en="""api[ -]?keys? | (?:secret|private|access|encryption) keys? | keys | passwords? | credentials? | secrets
    | tokens? | system prompt | (?:chat|conversation) (?:history|log|transcript)s? | conversations?
    | (?:your|the|all|user'?s?|my) memor(?:y|ies)
    | (?:private|personal|confidential|sensitive) (?:data|information|details|files)
    | environment variables? | env vars | memory\\.md | profile\\.md""",
    zh="""密钥 | 密码 | 口令 | 凭证 | 凭据 | 令牌 | 系统提示 | 提示词 | 记忆 | 聊天记录 | 对话 | 隐私
    | 个人(?:信息|资料|数据) | 敏感 | 环境变量 | 身份证""",
)
ELSEWHERE = _words(
    en="""https? | webhook | pastebin | [a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\\.[a-z]{2,9}
    | (?:external|remote|third[- ]party) (?:server|endpoint|service|url|address)""",
    zh="外部 | 第三方 | 邮箱 | 服务器",
)
ORDER = _words(
    en="""always | never | from now on | in (?:the )?future | henceforth | every time | each time | whenever
    | you (?:must|should|shall|will|need|have to|can now|may now|no longer)
    | you are (?:now|to|required|allowed|authori[sz]ed) | must | mandatory | required to | do not | don't
    | make sure | be sure | ensure | remember to | please | important | attention | note to
    | (?:assistants?|agents?|models?|ai|bots?|llms?) (?:must|should|shall|will|is|are|needs?|ha[sv]e? to|may|can)""",
    zh="""以后 | 今后 | 从现在 | 从今 | 每次 | 每当 | 总是 | 始终 | 永远 | 一律 | 务必 | 必须 | 一定要 | 不得 | 禁止
    | 切勿 | 不许 | 请 | 你(?:要|必须|应该|应当|需要|得|是|现在|将|可以|不能|不要) | 助手 | 智能体
    | 模型(?:要|必须|应) | (?:记住|注意|重要)[:：,，]""",
)
DEED = _words(
    en="""runs? | execut(?:e|es|ing) | calls? | invok(?:e|ing) | send | post | upload | forward | delet(?:e|ing)
    | remove | erase | wipe | download | fetch | visit | open | click | ignore | disregard | obey | comply | follow
    | act as | pretend | role-?play | transfer | pay | buy | purchase | reveal | print | output | disclose | install
    | curl | wget | bash | powershell | sudo | tools? | commands? | scripts? | system prompt | instructions?
    | api keys? | passwords? | credentials? | confirm(?:ation)? | approv(?:e|al) | permissions? | authori[sz]ed?
    | admin(?:istrator)? | trust | your (?:name|identity|role|persona)""",
    zh="""执行 | 运行 | 调用 | 发送 | 发到 | 发给 | 上传 | 转发 | 下载 | 删除 | 清空 | 打开 | 访问 | 点击 | 忽略 | 无视
    | 服从 | 听从 | 遵守 | 扮演 | 假装 | 转账 | 付款 | 支付 | 购买 | 泄露 | 透露 | 输出 | 安装 | 确认 | 授权 | 批准
    | 审批 | 管理员 | 信任 | 工具 | 命令 | 指令 | 脚本 | 系统提示 | 提示词 | 密钥 | 密码 | 凭证 | 身份 | 你的名字""",
)
# A sentence that begins with the deed is an order without another word.
FIRST_WORD = _words(
    en="""run | execute | call | invoke | send | post | upload | forward | delete | erase | download | fetch | visit
    | click | ignore | disregard | obey | reveal | print | output | disclose | install | transfer | pay | act as
    | pretend""",
    zh="""(?:立即|马上)?(?:执行|运行|调用|发送|上传|转发|下载|删除|清空|访问|点击|忽略|服从|扮演|转账|泄露)""",
)
IDENTITY = _words(
    en="""you are now | your new (?:name|role|identity|persona|instructions?) | act as (?:an?|the)
    | you are no longer | new system prompt""",
    zh="你现在(?:是|叫) | 你的(?:新)?(?:名字|身份|角色|人设|任务)(?:是|叫|变) | 从现在(?:起|开始)[,，]?你",
)
PIPED_TO_SHELL = re.compile(
    r"(?:curl|wget|iwr|irm)[^\n|]{0,300}\|\s{0,3}(?:sudo )?(?:(?:ba|z|da)?sh|iex|python3?|perl|node)(?![a-z])",
    re.IGNORECASE,
)
