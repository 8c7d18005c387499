"""English rules for what somebody did and how their undertakings go: the stuff of a daily note."""

from morrow.extraction.rules.en_words import ADVERBS, RELATIVE, TALK
from morrow.extraction.rules.rule import Rule, rule
from morrow.extraction.rules.statement import StatementKind as Kind

_DID = (
    "went ran walked hiked swam cycled biked rode visited met finished completed started began painted cooked baked "
    "built wrote drew fixed repaired joined volunteered attended hosted organized organised celebrated bought sold "
    "adopted planted passed failed won lost travelled traveled flew drove moved taught performed presented submitted "
    "published launched deployed shipped migrated merged released upgraded tested camped climbed harvested sewed "
    "knitted carved recorded rehearsed competed signed applied interviewed graduated proposed married broke donated "
    "adopted fostered mentored coached raised installed refactored renovated decorated packed spent took made hung "
    "caught dropped picked gave got had saw tried received"
)
_VERBS = "|".join(dict.fromkeys(_DID.split()))
_DOING = (
    "training working preparing planning studying learning practicing practising building writing painting migrating "
    "renovating saving rehearsing volunteering researching applying organizing organising developing testing moving "
    "reading coaching teaching helping recovering healing exploring designing"
)
_GERUNDS = "|".join(_DOING.split())
# Verbs so common that they say something only with an object of some weight behind them.
_LIGHT = r"(?:took|made|gave|got|had|saw|tried|received|spent|picked|dropped|caught|lost|won)"
_NO_TALK = (
    TALK + r"(?!(?:to (?:know|think|wonder|ask)|into (?:a|this|that) (?:chat|discussion)|a (?:good|great|nice|lot of) "
    r"(?:chat|talk|laugh|time|question|point|idea)|me (?:thinking|wondering|curious)|some (?:time|questions?|ideas?)|"
    r"any|no idea|the (?:chance|feeling|same)|curious|stuck|used to|it|you)\b)"
)
_STATE = (
    r"(?:going (?:well|great|badly|slowly|ok|okay|fine|better|strong)|coming (?:along|together)|progressing"
    r"|(?:almost|nearly|half|finally|already|just|not) (?:done|finished|complete|completed|ready)|half[- ]done|done"
    r"|finished|complete|completed|on track|behind schedule|ahead of schedule|delayed|postponed|cancelled|canceled"
    r"|underway|blocked|live|approved|rejected|improving|getting (?:better|worse|easier|harder))"
)

DAYS: tuple[Rule, ...] = (
    rule(
        Kind.EVENT,
        _DID,
        r"\b(?:I|we|my (?:\w+ )?"
        + RELATIVE
        + r" and I)(?:'ve| have|'d| had)? "
        + ADVERBS
        + r"(?!"
        + _LIGHT
        + r"\b)(?:"
        + _VERBS
        + r")\b (?:\w+ ){0,2}?"
        + _NO_TALK
        + r"[\w$€£¥'\"]",
    ),
    rule(
        Kind.EVENT,
        _DID,
        r"\b(?:I|we)(?:'ve| have|'d| had)? "
        + ADVERBS
        + _LIGHT
        + r" (?:an?|the|my|our|our first|some|two|three|four|five|\d+|(?-i:[A-Z])\w+) "
        + _NO_TALK
        + r"(?:\w+ ){0,4}?(?:class|classes|course|lesson|lessons|trip|walk|hike|run|ride|photo|photos|picture|pictures"
        r"|painting|exam|test|interview|meeting|offer|job|award|prize|race|match|game|concert|show|movie|play|dinner"
        r"|lunch|breakfast|party|picnic|appointment|surgery|flight|train|train ride|weekend"
        r"|week|month|days?|hours?|kids"
        r"|dog|cat|puppy|kitten|bowl|cake|bread|garden|pottery|workshop|conference|promotion|raise|letter|package"
        r"|scholarship|grant|ticket|tickets|keys?|necklace|gift|present|book|guitar|piano|friend|friends|family|sunset"
        r"|sunrise|beach|mountains?|museum|park|lake|camp|road trip|break|accident|injury|cold|flu|fever)\b",
    ),
    rule(
        Kind.EVENT,
        _DID + " just finally",
        r"^(?:(?:today|yesterday|last \w+|this morning|just|finally|also|so|and)[, ]+){0,2}(?:(?!"
        + _LIGHT
        + r"\b)(?:"
        + _VERBS
        + r")|had (?:an?|another|my|our)) (?:\w+ ){0,2}?"
        + _NO_TALK
        + r"[\w$€£¥'\"]+(?: [\w'-]+){2,}",
    ),
    rule(
        Kind.PROJECT,
        _DOING,
        r"(?:\b(?:I|we)(?:'m| am|'re| are|'ve been| have been) "
        + ADVERBS
        + r"|^(?:(?:also|still|just|today|now)[, ]+)?)"
        r"(?:busy |hard at work )?(?:"
        + _GERUNDS
        + r") (?:hard |really hard |a lot )?(?:for|on|to|in|with|at|out|my|our|an?|the"
        r"|(?-i:[A-Z])\w+) " + _NO_TALK + r"\w",
    ),
    rule(
        Kind.PROJECT,
        "going coming progressing done finished complete completed ready track schedule delayed postponed cancelled "
        "canceled underway blocked live approved rejected improving getting half-done",
        r"^(?:(?:and|but|so|also|oh|well|good news:|update:)[, ]*)?(?:my|our|the (?!chat"
        r"|conversation|talk|idea|only|thing"
        r"|way|point)) ?(?:[\w'-]+ ){0,7}?(?:is|are|was|were|got|has been|'s) (?:still |now |finally |really |all )?"
        + _STATE
        + r"\b",
    ),
    rule(
        Kind.EVENT,
        "my our the",
        r"^(?:(?:and|but|so|also|oh|well)[, ]+)?(?:my|our|the) (?:[\w'-]+ ){0,3}?(?:kids?"
        r"|children|family|friends?|team|class"
        r"|group|grandma|grandpa) (?:and I )?(?:\w+ )?(?:love|loved|went|made|helped|enjoyed"
        r"|started|are|were|got|had|is|was"
        r"|visited|painted|won|finished|celebrated) (?!so (?:helpful|kind)|very kind|great\b|nice\b|fine\b)\w+",
    ),
)
