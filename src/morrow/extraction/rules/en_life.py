"""English rules for how somebody's life is arranged: what belongs to it, its people, hours and places. Tried last."""

from morrow.extraction.rules.en_words import ADVERBS, BROKEN
from morrow.extraction.rules.rule import Rule, rule
from morrow.extraction.rules.statement import StatementKind as Kind

# "My question is", "our chat was": about this talk or the matter at hand, not about a life.
_OF_THE_TALK = (
    r"(?!(?:\w+ )?(?:questions?|point|problem|issue|guess|idea|thoughts?|concern|hope|bad|fault|mistake|apolog(?:y|ies)"
    r"|understanding|impression|feeling|mind|turn|code|script|function|query|prompt|message|answer|chat|conversation"
    r"|discussion|talk|heart|god|goodness|pleasure|request|main point|favou?rite)\b)"
)
_OWNED_NOT = (
    r"(?!(?:\w+ )?(?:questions?|ideas?|problems?|issues?|feeling|thought|hunch|doubts?|point|request|favou?r|moment"
    r"|minute|second|sec|look|go|try|chat|talk|suggestion|concern|good (?:time|day|one)|great (?:time|day|one)|lot"
    r"|bit|few"
    r"|couple|cold|headache|bug|error|meeting|call|long way|hard time|bad|nice|bunch|sense|list|file|table|function"
    r"|string"
    r"|variable|script|class|column|model|hope)\b)"
)
# "I got the same 500 again", "I'll send you two": what is being done here and now, with whoever reads it.
_AT_WORK_ON_IT = (
    r"(?![^\n]*\b(?:you|your|error|errors|exception|traceback|stack ?trace|output|console|warnings?|line \d+|steps? \d+"
    r"|above|below|attached|attachment|pasted|screenshot|link|reply|message|example|option|question|questions)\b)"
    r"(?!(?:'ll|'d| will| would| can| could| should| might| may| must| need| want| wish| hope| think| thought"
    r"| guess| mean"
    r"| meant| believe| feel| felt| suppose| wonder| see| saw| know| knew| understand| agree| forgot| remember| tried"
    r"| clicked| copied| get| got| keep| kept| try| found| find| heard| notice|noticed| appreciate| love| loved"
    r"|'ve (?:also |just |been )?(?:seen|heard|hearing|noticed|thinking|looking into)"
    r"|(?:'m| am|'re| are) (?:running late|sorry|sure|glad|happy|afraid|just|done|getting|seeing|trying|so|not sure"
    r"|looking|stuck"
    r"|confused|thinking|wondering))\b)"
)

LIFE: tuple[Rule, ...] = (
    rule(
        Kind.RELATION,
        "live living share",
        r"\bI(?:'m| am)? " + ADVERBS + r"(?:live|living|share (?:a|an|my) (?:flat|house|apartment|room|office)) with "
        r"(?!(?:it|that|this|the (?:fact|pain|consequences))\b)\w",
    ),
    rule(
        Kind.HEALTH,
        "deaf blind dyslexic diabetic asthmatic autistic epileptic anaemic anemic intolerant vegan vegetarian sober",
        r"\bI(?:'m| am|'ve been| have been) "
        + ADVERBS
        + r"(?:\w+ly )?(?:deaf|blind|dyslexic|diabetic|asthmatic|autistic"
        r"|epileptic|an(?:a)?emic|(?:lactose|gluten|dairy)[- ]intolerant|vegan|vegetarian|sober)\b",
    ),
    rule(
        Kind.POSSESSION,
        "have own got",
        r"^(?:(?:and|but|so|also|oh|well|at home)[, ]+)?(?:I|we)(?:'ve)? "
        + ADVERBS
        + r"(?:have|own|got) (?:an?|two|three|four|\d+) "
        + _OWNED_NOT
        + r"(?!\w+ (?:to|for you)\b)(?:[\w-]+ ){0,3}[\w-]+"
        r"(?: (?:and|at|in|on|with|from|called|named|every) [^\n]{1,60})?[.!]*$",
    ),
    rule(
        Kind.TOOL,
        "run",
        r"\b(?:I|we) " + ADVERBS + r"run (?-i:[A-Z])[\w.+-]+ (?:on|at) (?:my|our|the)\b",
    ),
    rule(
        Kind.PROJECT,
        "keep store put track manage file archive",
        r"\b(?:I|we) "
        + ADVERBS
        + r"(?:keep|store|put|track|manage|file|archive) (?!(?:it|this|that|you|going|in (?:mind|touch)"
        r"|on|an eye|calm|up|getting|seeing)\b)(?:[\w'-]+ ){1,5}?(?:in|on|under|at) (?!the attachment|attachment"
        r"|mind\b|touch\b|case\b|time\b)\w",
    ),
    rule(
        Kind.HEALTH,
        "wear use",
        r"\bI "
        + ADVERBS
        + r"(?:wear|use) (?:an? )?(?:hearing aids?|glasses|contacts|contact lenses|wheelchair|cane|braces|inhaler)\b",
    ),
    rule(
        Kind.HABIT,
        "take write drink eat sleep wear walk cycle cook work",
        r"^I (?:take|drink|have) my (?:coffee|tea|eggs|steak) \w+|^I (?:write|keep|draw|plan|read) (?:my|all my"
        r"|everything) [^\n]{2,40}"
        r" (?:on paper|by hand|in [\w' -]{2,30}|with [\w' -]{2,30})",
    ),
    rule(
        Kind.HABIT,
        "can't cannot don't never won't",
        r"^(?:I|we) (?:can't|cannot|don't|do not|never|won't) (?:work|meet|release|deploy|ship|publish|merge"
        r"|take calls|answer|eat|drink"
        r"|drive|fly|travel|come in) (?:\w+ ){0,3}?(?:before|after|on|between|until|during) (?!that|this|it\b|you)\w+",
    ),
    rule(
        Kind.PROJECT,
        "deploy release merge ship build publish branch test",
        r"^we (?:always |only |usually )?(?:deploy|release|merge|ship|build|publish|branch|test|review) (?!it\b"
        r"|this\b|that\b)(?:[\w-]+ )*?"
        r"(?:from|to|on|off|into|with|every|by|behind) [\w-]+",
    ),
    rule(
        Kind.PLAN,
        "want hope",
        r"^I (?:want|hope|'d like) to (?:get|pass|finish|renew|earn) (?:my|the|an?) [^\n]{3,40} (?:this|next|by"
        r"|before|within) \w+",
    ),
    rule(
        Kind.EVENT,
        "hired",
        r"\bwe(?:'ve| have)? " + ADVERBS + r"hired (?!you\b)\w",
    ),
    rule(
        Kind.IDENTITY,
        "my",
        r"^(?:(?:and|but|so|also|oh|well|by the way|btw)[, ]+)?my "
        + _OF_THE_TALK
        + r"(?:[\w'-]+ ){1,4}?(?:is|are|was|takes?|lasts?|costs?|lives?|starts?|ends?|begins?|opens?|closes?|has|have) "
        + BROKEN
        + r"(?!(?:that|if|whether|because|not|to|wrong|a mess|it|me)\b)(?:\S+(?: \S+)+|\S*[\d_@/-]\S*)",
    ),
    rule(
        Kind.PROJECT,
        "our",
        r"^(?:(?:and|but|so|also|oh|well|by the way|btw)[, ]+)?our "
        + _OF_THE_TALK
        + r"(?:[\w'-]+ ){1,3}?(?:is|are|takes?|lasts?|costs?|lives?|starts?|ends?|begins?|opens?|closes?|has|have|sits?"
        r"|runs?|meets?|ships?|pays?|covers?) "
        + BROKEN
        + r"(?!(?:that|if|whether|because|not|wrong|a mess|it|me)\b)\S+(?: \S+)*",
    ),
    rule(
        Kind.PROJECT,
        "the",
        r"^the (?:[\w'-]+ ){1,4}?(?:notes|docs|documents|files|designs|specs?|logs|backups|invoices|contracts|photos"
        r"|keys?|slides|minutes|templates?|recordings?|credentials|dashboards?|runbooks?) (?:live|lives|are kept"
        r"|is kept"
        r"|are stored|is stored|sit|sits|belong|belongs|go|goes) (?:in|on|at|under|to)\b",
    ),
    rule(
        Kind.EVENT,
        "i i'm i've i'd we we're we've my our",
        r"^(?:(?:and|but|so|also|oh|well|today|yesterday|tomorrow|this \w+|last \w+|next \w+)[, ]+)?(?:I|we|my|our)\b"
        + _OF_THE_TALK
        + _AT_WORK_ON_IT
        + r"[^?]{12,200}$",
        needs_specific=True,
    ),
)
