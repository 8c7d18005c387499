"""English rules for likes, dislikes and habits."""

from morrow.extraction.rules.en_words import (
    ADVERBS,
    TALK,
    VALUE,
)
from morrow.extraction.rules.rule import Rule, rule
from morrow.extraction.rules.statement import StatementKind as Kind

TASTES: tuple[Rule, ...] = (
    rule(
        Kind.DISLIKE,
        "dislike hate detest despise loathe don't can't didn't not never dislikes disliked hated cannot",
        r"\bI " + ADVERBS + r"(?:dislike|disliked|hate|hated|detest|despise|loathe|can't stand|cannot stand|can't bear"
        r"|(?:don't|do not|didn't|did not|never) "
        + ADVERBS
        + r"(?:like|enjoy|love|eat|drink|care for|trust|cared for|liked|enjoyed|want to use)) "
        + TALK
        + r"(?!to (?:say|admit|interrupt|break|ask|bother)\b|when you)"
        + VALUE,
        "dislikes",
    ),
    rule(
        Kind.DISLIKE,
        "fan thing tea resonate appeal click bored boring bores into tired me",
        r"\b(?:not|isn't|aren't|never been|wasn't|don't|doesn't|didn't)\b[^\n]{0,40}\b(?:fan of|my thing"
        r"|cup of tea|for me\b|resonate with me|appeal to (?:me|my)|click with me|grab me|into )"
        r"|\bI(?:'m| am) "
        + ADVERBS
        + r"(?:tired of|sick of|bored (?:of|by|with)|put off by) (?!this (?:chat|conversation)|waiting)\w"
        r"|\b(?:bores?|annoys?|irritates?) me\b",
    ),
    rule(
        Kind.PREFERENCE,
        "favorite favourite go-to",
        r"\bmy (?:all-time |absolute |current |new )?(?:favou?rites?|go-to)(?: [\w-]+){0,4} (?:is|are|was"
        r"|has always been|would be|has to be) "
        + VALUE
        + r"|(?P<value2>[^,;:!?\n]{2,60}) (?:is|are) (?:still |definitely |probably )?(?:one of )?my "
        r"(?:all-time |absolute )?(?:favou?rites?|go-to)\b",
        "likes",
    ),
    rule(
        Kind.PREFERENCE,
        "like love enjoy prefer adore admire likes loved enjoyed liked favor appreciate enjoying liking "
        "loving preferring",
        r"\b(?:I|we)(?:'ve| have|'d| would|'m| am)? "
        + ADVERBS
        + r"(?:like|love|enjoy|prefer|adore|admire|loved|enjoyed|liked|much prefer|enjoying|loving|can't "
        r"live without|am really enjoying)"
        r" " + TALK + r"(?!to[.!]*$|to (?:remind|pick|add|update|remove|revert|start|set|make|get|schedule|book|change"
        r"|plan|share|include|focus|discuss)\b|some\b|them to|you to|how (?:the|my|our)|a (?:recommendation"
        r"|suggestion)|more (?:information|details))" + VALUE,
        "likes",
    ),
    rule(
        Kind.PREFERENCE,
        "into fond drawn fan obsessed passionate crazy keen partial interested hooked gravitating gravitate",
        r"\b(?:I|we)(?:'m| am|'ve| have|'re| are)? (?:been |become |gotten |grown |got )?(?:found myself "
        r"|find myself |finding myself )?"
        + ADVERBS
        + r"(?:more |much more |even more |most |super |pretty |big |huge )?"
        r"(?:into|fond of|drawn (?:more )?to(?:wards)?|an? (?:(?:really|very|pretty) )?(?:big |huge "
        r"|massive |lifelong |great )?fan of|obsessed with|passionate about|crazy about|keen on|partial to"
        r"|hooked on|gravitat(?:e|ing) to(?:wards?)?) " + TALK + VALUE,
        "likes",
    ),
    rule(
        Kind.PREFERENCE,
        "interested",
        r"\bI(?:'m| am) "
        + ADVERBS
        + r"interested in (?!(?:how|what|why|learning|hearing|knowing|your|the|its?|their|this|that|these"
        r"|your|more|seeing|understanding|ai|exploring)\b)" + VALUE,
    ),
    rule(
        Kind.PREFERENCE,
        "wanted dreamed dream rather",
        r"\bI(?:'ve| have) always (?:wanted|dreamed|dreamt|loved|liked|enjoyed) |\bI(?:'d| would) rather "
        r"(?!not (?:say|talk)|you)\w",
    ),
)


HABITS: tuple[Rule, ...] = (
    rule(
        Kind.HABIT,
        "every each mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends weekdays "
        "twice once times daily nightly weekly",
        r"\b(?:I|we)\b[^\n]{1,100}\b(?:every (?:single |other )?(?:day|morning|evening|night|week|weekend"
        r"|month|year|weekday|afternoon|summer|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
        r"|each (?:day|morning|night|week|month)|on (?:\w+days|weekends|weekdays)|(?:once|twice|\w+ "
        r"times) (?:a|per|each) (?:day|week|month|year)|daily|nightly|weekly)\b"
        r"|^on \w+days?,? (?:I|we) \w|\b(?:every|each) (?:day|morning|evening|night|week|weekend|month"
        r"|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b[^\n]{0,30}\b(?:I|we) \w",
    ),
    rule(
        Kind.HABIT,
        "usually always often typically normally generally rarely tend seldom never habit routine",
        r"\b(?:I|we)(?:'m| am)? (?:\w+ )?(?:usually|always|often|typically|normally|generally|rarely"
        r"|seldom|tend to|never|have a habit of) (?!(?:thought|knew|heard|considered|realized|realised"
        r"|noticed|wondered|been|be|wanted|found|had|imagined|felt|mind|think|guess|hear|learn|would|could"
        r"|did|realize|here|interested|curious|happy|glad|open|up for|busy|down for|welcome)\b)\w"
        r"|\bmy (?:\w+ )?(?:routine|habit)s? (?:is|are|includes?)\b",
    ),
    rule(
        Kind.HABIT,
        "wake get bed asleep commute meditate journal",
        r"\bI "
        + ADVERBS
        + r"(?:wake up|get up|go to (?:bed|sleep)|commute|meditate|journal|work out|eat dinner|start work"
        r"|finish work) (?:at|around|by|early|late|before|after|to|for|with) ",
    ),
    rule(
        Kind.HABIT,
        "every each mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends weekdays daily weekly",
        r"^(?:(?:and|but|so|also|well|oh)[, ]+)?(?:my|our) (?:[\w'-]+ ){1,8}(?:is|are|takes? place|meets?) "
        r"(?:still |now |always )?(?:(?:every|each) (?:other |second )?(?:day|morning|evening|night|week|weekend|month"
        r"|weekday|afternoon|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|on (?:\w+days|weekends)|daily|weekly)\b",
    ),
    rule(
        Kind.HABIT,
        "take drink",
        r"\bI " + ADVERBS + r"(?:take|drink) my (?:coffee|tea|\w+) (?:with|without|black|iced|plain)\b",
    ),
)
