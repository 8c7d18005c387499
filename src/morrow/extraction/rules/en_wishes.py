"""English rules for what a user asks to be kept or served by, and for what they set right or give up."""

from morrow.extraction.rules.en_words import (
    ADVERBS,
    NAME,
    ORDER,
    PLEASE,
    RECORD,
    RECORD_OR_FIELD,
)
from morrow.extraction.rules.rule import Rule, rule
from morrow.extraction.rules.statement import StatementKind as Kind

ASKS: tuple[Rule, ...] = (
    rule(
        Kind.EXPLICIT,
        "briefly concisely concise brief spelling units notation tone style bullet",
        PLEASE + r"(?:(?:answer|reply|respond|explain)(?: me)? (?:more )?(?:briefly|concisely)|be (?:more "
        r")?(?:brief|concise)"
        r"|use (?:\w+ ){1,2}(?:spelling|units|notation|tone|style|points))\b",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "remember memorize memorise forget mind note record",
        PLEASE + r"(?:(?:always |please )?(?:remember|memori[sz]e|keep in mind|bear in mind)(?! (?:when|how|the "
        r"time|what|me\b|if))"
        r"|(?:don't|do not|never) forget|(?:make a |take )?note (?:that|down|to self|:)|note:|for the "
        r"record)",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "memory fyi information know reference remember",
        r"\b(?:(?:add|save|store|commit|put) (?:this|that|it|the following) (?:to|in|into) (?:your |the "
        r"|long-term )*(?:memory|notes)"
        r"|for (?:future |your )?reference|I(?:'d like| want| "
        r"need) you to remember)\b",
        asked=True,
    ),
    rule(Kind.LESSON, "fyi information know", r"\b(?:fyi|for your information|just so you know)\b"),
    rule(
        Kind.IDENTITY,
        "call",
        r"(?:^|please |just |you can |and |everyone |friends |people |they |to )calls? me " + NAME,
        "name",
    ),
    rule(
        Kind.EXPLICIT,
        "now forward henceforth onwards on time you",
        r"\b(?:from now on(?:wards)?|going forward|from here on|henceforth|in the future,|(?:every|each) "
        r"time you|whenever you)\b",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "always never stop avoid quit ever",
        ORDER + r"(?:(?:always|never|do not ever|don't ever) (?!mind|a |an |been|the |had|heard|seen|thought|knew"
        r"|really|been|again|said"
        r"|forget|something|fun|good|nice|gonna|give up|gave|make[sd]? (?:me|us)|remind"
        r"|reminds|knew|know|stop believing"
        r"|lose|quit|underestimate|here|there|up for|happy|glad|ready|in your corner|by your"
        r" side)[a-z]{2,}|(?:stop|quit|avoid) (?!by)[a-z]{2,}ing\b)",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "don't dont not",
        PLEASE + r"(?:don't|dont|do not) (?:use|add|call me|write|reply|answer|include|mention|apologi[sz]e|explain"
        r"|translate"
        r"|commit|push|deploy|send me|give me|start|end|put|suggest|recommend|talk|speak|summari[sz]e"
        r"|repeat|sign)\b"
        r"(?! (?:it|this|that|here|now|yet|the (?:file|function|line|last|first|above|button))\b)",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "prefer want like you rather",
        r"\bI(?:'d| would)? (?:prefer|rather) (?:that |it (?:if|when) )?you\b"
        r"|\bI(?:'d| would)? (?:want|like|need|love) you to (?:always|never|stop|keep|use|call|answer"
        r"|reply|speak|respond)\b",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "answers replies responses explanations messages comments summaries code",
        PLEASE + r"(?:keep|make) (?:your|the|all|my) (?:\w+ )?(?:answers|replies|responses|explanations|messages"
        r"|comments|summaries)\b",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "answer reply respond speak talk write",
        PLEASE + r"(?:answer|reply|respond|speak|talk|write)(?: back)?(?: to me)?(?: only)? (?:only )?in "
        r"(?P<value>(?-i:[A-Z])[a-z]+)",
        "language",
        asked=True,
    ),
)


CHANGES: tuple[Rule, ...] = (
    rule(
        Kind.CORRECTION,
        "not isn't aren't wasn't meant correction",
        r"\b(?:(?:it|that|this)(?:'s| is) not (?!just|only|really|like|that|about|sure|so\b|always|as\b|a "
        r"matter)|(?:\w+ )?(?:isn't|aren't|wasn't|is not|are not|was not) (?!just|only|really|like|that"
        r"|about|sure|so\b|always|as\b))(?P<old>[^,;.!?\n]{1,60})"
        r"[,;.]? (?:but|it's|it is|rather|they're|they are) (?P<value>[^,;!?\n]{1,60})"
        r"|\bI meant (?P<value2>[^,;!?\n]{1,60}), not (?P<old2>[^,;!?\n]{1,40})",
    ),
    rule(
        Kind.CORRECTION,
        "not",
        r"\b(?:is|are|was|be|on|at|in|to|it's|that's|use|uses) (?P<value>[^,;!?\n]{1,60}),? (?:and )?"
        # "it should not follow me" says what is to be, and takes nothing back.
        r"(?<!'s )(?<!'m )(?<!'re )(?<!do )(?<!does )(?<!did )(?<!is )(?<!was )(?<!are )(?<!can )(?<!will )"
        r"(?<!must )(?<!have )(?<!has )"
        r"(?<!should )(?<!would )(?<!could )(?<!may )(?<!might )not (?!only|just|really|sure|yet|bad|so\b|a )"
        r"(?P<old>[^,;!?\n]{1,40})$",
    ),
    rule(
        Kind.CORRECTION,
        "instead",
        r"\b(?:is|are|was|be|on|at|in|to|it's|that's|use|uses) (?P<value>[^,;!?\n]{1,40}?) instead of (?!just|only"
        r"|having|being|the usual|that|this)(?P<old>[^,;.!?\n]{1,40})[.!]?$",
    ),
    rule(
        Kind.CORRECTION,
        "now",
        r"\bI (?:prefer|like|love|enjoy|want|use|drink|eat|play) (?P<value>[^,;!?\n]{1,60}?) (?:right )?now, "
        r"(?:and )?not (?!only|just|really|sure|yet|so\b)(?P<old>[^,;.!?\n]{1,40})[.!]?$",
    ),
    rule(
        Kind.CORRECTION,
        "from",
        r"\b(?:chang|updat|mov|revert|renam|switch|reschedul|postpon|push|migrat|upgrad|rais|increas|lower"
        r"|reduc|cut|bump|went|go)"
        r"[a-z]{0,4} (?:[^\n]{0,80} )?from (?P<old>[^;\n]{1,60}?) to (?P<value>[^,;!?\n]{1,60})",
    ),
    rule(
        Kind.CORRECTION,
        "moved rescheduled postponed pushed shifted updated changed brought",
        r"\b(?:moved|rescheduled|postponed|pushed(?: back)?|shifted|updated|changed|brought forward) "
        r"(?:[^\n]{1,60} )?(?:to|for|until|by) ",
        needs_day=True,
    ),
    rule(
        Kind.CORRECTION,
        "revert back",
        r"\brevert (?:[^\n]{0,60} )?(?:back )?to (?P<value>[^,;!?\n]{1,40}?)(?: from "
        r"(?P<old>[^,;!?\n]{1,40}))?$",
    ),
    rule(
        Kind.CORRECTION,
        "update change add set correct include revise extend rename",
        r"\b(?:updat|chang|set|correct|revis|extend|adjust|renam)\w* (?:the|our|my) [`'\"]?(?:\w+ ){0,3}"
        + RECORD
        + r"[`'\"]?(?: \w+){0,4}? (?:to|as|with|by)\b",
    ),
    rule(
        Kind.CORRECTION,
        "add include",
        r"\b(?:add|include) (?!an? new |some |information|it\b|this\b|that\b)[^\n]{2,300}? (?:to|in"
        r"|under) (?:the|my|our) [`'\"]?(?:\w+[ _]){0,3}" + RECORD_OR_FIELD + r"|\binclude:? (?=[#\"'])",
    ),
    rule(
        Kind.CORRECTION,
        "remove delete drop take cross cancel track",
        r"\b(?:remove|delete|drop|take|cross|strike) (?!some |information)(?P<old>[^\n]{2,300}?) (?:from"
        r"|off) (?:of )?(?:the|my|our) [`'\"]?(?:\w+[ _]){0,3}" + RECORD_OR_FIELD,
    ),
    rule(
        Kind.CORRECTION,
        "longer anymore",
        r"\bno longer (?:need to |want to |have to |planning (?:on )?|going to |interested in |tracking "
        r"|track |using |use )*(?P<old>[^,;.!?\n]{2,100})"
        r"|\b(?:don't|doesn't|do not|not|isn't|aren't|won't|can't)\b[^\n]{0,120}\b(?:anymore|any more|any "
        r"longer)\b",
    ),
    rule(
        Kind.CORRECTION,
        "used",
        r"\b(?:I|we) "
        + ADVERBS
        + r"used to "
        + ADVERBS
        + r"(?:be "
        + ADVERBS
        + r"(?:into|a fan of|obsessed with)|like the idea of|think I loved"
        r"|dream of|like|love|enjoy|prefer|dislike|hate|use|live in|work (?:at|for|as)|drink|eat|play|find"
        r"|avoid) (?P<old>[^,;.!?\n]{2,100}?)"
        r"(?=,|;|\.|!| but\b| and now\b| until\b|$)",
    ),
    rule(
        Kind.CORRECTION,
        "changed shifted gone outgrown grown lost mind taste tastes",
        r"\bI(?:'ve| have)? "
        + ADVERBS
        + r"(?:changed my mind|gone off|outgrown|grown out of|grown (?:tired|bored) of|lost interest in"
        r"|moved on from)\b"
        r"|\bmy (?:tastes?|preferences?|mind) (?:in \w+ )?(?:has|have)(?: really)? (?:changed|shifted"
        r"|evolved)\b"
        r"|\bI(?:'ve| have)? "
        + ADVERBS
        + r"(?:grown|come|started|begun) to "
        + ADVERBS
        + r"(?:like|love|enjoy|prefer|appreciate|dislike|hate)\b",
    ),
    rule(
        Kind.CORRECTION,
        "correction misspoke wrong mistaken mistake incorrect incorrectly",
        r"^(?:small |quick )?correction\b|\bI (?:misspoke|mistyped|was (?:wrong|mistaken) about|made a "
        r"mistake)\b|\bwas incorrectly\b"
        r"|\bI (?:told|gave) you the wrong\b",
    ),
)
