"""English rules for decisions, tools, plans, deadlines, projects, lessons and events."""

from morrow.extraction.rules.en_words import (
    ADVERBS,
    AMOUNT,
    BROKEN,
    ERRAND,
    LASTING_WISH,
    PROJECT,
    TO_ASSISTANT,
    VALUE,
)
from morrow.extraction.rules.rule import Rule, rule
from morrow.extraction.rules.statement import StatementKind as Kind

WORK: tuple[Rule, ...] = (
    rule(
        Kind.DECISION,
        "decided chose chosen agreed settled opted picked approved concluded going go decision choose went",
        r"\b(?:I|we)(?:'ve| have|'re| are|'ll| will)? "
        + ADVERBS
        + r"(?:decided (?:to|on|against|that|not)|chose(?:n)? (?!me\b)|agreed (?:to|on|that)|settled on"
        r"|opted (?:for|to)|picked (?!up)|approved|concluded that|going with|go with|sticking with|stick "
        r"with|went with|mandated|authorized)"
        r" ?(?!(?:it|that|this)(?:\.|$))\w|\b(?:the|our|final) decision (?:is|was)\b",
    ),
    rule(
        Kind.DECISION,
        "let's lets",
        r"\blet(?:'s| us|s) (?:go with|use|stick (?:with|to)|standardi[sz]e on|call it|keep) (?!(?:it|this"
        r"|that|an? example|the above|\w+ing|each other|in touch|up|it real)\b)\S",
    ),
    rule(
        Kind.TOOL,
        "use using run running editor ide stack os shell terminal browser database deploy host hosted deployed write",
        r"\b(?:I|we)(?:'m| am|'re| are|'ve| have)? "
        + ADVERBS
        + r"(?:use|using|run on|running on|deploy (?:to|on|with)|host(?:ed|ing)? (?:on|at|with)|deployed "
        r"(?:to|on)|switched to|migrated to|write (?:most of )?(?:my|our) (?:code|tests|\w+) in)"
        r" (?!(?:it|this|that|these|those|them|the (?:same|following|above|word|term)|your?|an? (?:for"
        r"|while|loop|list|dict|regex))\b)" + VALUE,
        "tools",
    ),
    rule(
        Kind.TOOL,
        "stack",
        r"\b(?:my|our) (?:\w+ )?(?:tech )?stack (?:is|are|consists of|runs on) (?P<value>[^;:!?\n]{1,60})",
        "stack",
    ),
    rule(
        Kind.TOOL,
        "my our",
        r"\b(?:my|our) (?:main |default |primary |whole |tech |preferred |current )?(?:editor|ide"
        r"|os|operating system|laptop|computer|phone|keyboard|shell|terminal|browser|package "
        r"manager|text editor|note-taking app|setup) (?:is|are|runs|consists of) " + BROKEN + VALUE,
        "tools",
    ),
    rule(
        Kind.DEADLINE,
        "leaves departs lands arrives due deadline by before until must expires ends closes on submission exam "
        "interview flight launch release cutoff",
        r"\b(?:is|are|'s) due\b|\b(?:deadline|due date|cut-?off|submission|exam|interview|flight|launch"
        r"|release|defen[sc]e|wedding|surgery|trip|demo|renewal|contract|lease|visa|passport|subscription"
        r"|conference|party|exhibition|race|marathon|concert)"
        r"\b[^\n]{0,60}\b(?:is|are|will be|'s|ends?|expires?|closes?|starts?|begins?|leaves|departs|takes off"
        r"|lands|arrives|on|due)\b"
        r"|\b(?:must|needs? to|has to|have to|should) be (?:done|submitted|finished|delivered|ready|sent"
        r"|live|shipped|completed|in)\b",
        needs_day=True,
    ),
    rule(
        Kind.PLAN,
        "scheduled appointment booked reservation have meeting",
        r"\b(?:I|we)(?:'ve)? "
        + ADVERBS
        + r"(?:have|got|have got) (?:an?|my|our|the|two|some) (?:[^\n]{1,80} )?(?:scheduled|booked|planned"
        r"|coming up|appointment|reservation|interview|exam|flight|deadline)\b"
        r"|\b(?:I|we)(?:'ve| have)? "
        + ADVERBS
        + r"(?:scheduled|booked|signed up for|registered for|enrolled in) (?!it\b|that\b)\w",
    ),
    rule(
        Kind.PLAN,
        "have going will i'll we'll i'm we're am meeting flying leaving starting",
        r"\b(?:I|we)(?:(?:'ve| have| will|'ll) |(?:'m| am|'re| are) (?=(?:\w+ ){0,2}?(?:\w+ing|off to|due"
        r"|out of)\b))(?!(?:\w+ )?(?:go|run|head|leave)(?: now)?\b[^\n]{0,8}$)"
        + ADVERBS
        + r"(?:an? |my |the |our )?\w+",
        needs_day=True,
    ),
    rule(
        Kind.PLAN,
        "planning plan hoping intend aim going training preparing saving plans",
        r"\b(?:I|we)(?:'m| am|'re| are|'ve been)? "
        + ADVERBS
        + r"(?:planning (?:to|on|for|a|an|my|our)|plan (?:to|on)|hoping to|intend to|aim(?:ing)? to"
        r"|training for|preparing for|saving (?:up )?for"
        r"|going to (?!be (?:honest|a)|go\b|have to|need to|leave|ask|try (?:this|that|it)|say|get going"
        r"|run\b|head|guess|assume|think))"
        r" ?" + TO_ASSISTANT + r"\w",
    ),
    rule(
        Kind.PLAN,
        "goal goals target",
        r"\bmy (?:\w+ ){0,3}(?:goals?|target|resolution|aim)\b[^\n]{0,40}\b(?:is|are|was)\b|\bI(?:'ve| "
        r"have)? (?:set|have) (?:myself )?an? (?:\w+ ){0,2}goal (?:of|to)\b",
    ),
    rule(
        Kind.PLAN,
        "want like love excited motivated trying wanna hope",
        r"\b(?:I|we)(?:'d| would|'m| am)? "
        + ADVERBS
        + r"(?:want to|like to|love to|hope to|excited to|motivated to|excited to try and|trying to|wanna) "
        + TO_ASSISTANT
        + ADVERBS
        + LASTING_WISH
        + r"\b",
    ),
    rule(
        Kind.PLAN,
        "need must have should gotta supposed",
        r"\b(?:I|we)(?:'ve| have)? "
        + ADVERBS
        + r"(?:need to|have to|must|should(?: probably)?|got to|gotta|(?:am |are )?supposed to) "
        + TO_ASSISTANT
        + ADVERBS
        + ERRAND
        + r"\b(?! (?:it|this|that)\b)",
    ),
    rule(
        Kind.PROJECT,
        "working building developing launching writing prototyping maintaining migrating researching renovating",
        r"\b(?:I|we)(?:'m| am|'re| are|'ve been| have been) "
        + ADVERBS
        + r"(?:working on|building|developing|launching|writing|prototyping|maintaining|migrating"
        r"|researching|renovating)"
        r" (?!(?:it|this|that|some|you|these|an? (?:email|message|function|script|query|test|letter)|an? "
        r"(?:\w+ )?(?:project proposal|document)|data analysis)\b)\w",
    ),
    rule(
        Kind.PROJECT,
        "leading lead leads leader",
        r"\b(?:will be|is|are|am|'s|'m) (?:leading|heading|managing|running|the lead (?:for|of|on)|in "
        r"charge of|responsible for) (?:the|this|our|my)\b",
    ),
    rule(
        Kind.PROJECT,
        "the our my this",
        r"\b(?:the|our|my|this) (?:[\w&'-]+ ){0,4}?"
        + PROJECT
        + r"(?: (?:for|of|from|in|at|on|to) (?:the |this |our |my )?[\w-]+(?: [\w-]+){0,3}?)?(?:'s|,)?"
        r" (?:is|are|was|were|will|runs?|uses?|includes?|included|listens?|lives?|targets?|aims?"
        r"|focus(?:es)?|has|have|needs?|must|goes|depends?|consists?|belongs?|supports?|expires?|requires?"
        r"|deploys?|only|uses) " + BROKEN + r"\S",
    ),
    rule(
        Kind.PROJECT,
        "the our my this",
        r"\b(?:the|our) (?:[\w&'-]+ ){0,4}?(?:port|password|url|path|version|branch|domain|email|timezone"
        r"|code ?name|hostname|ip)(?: (?:for|of|on) [\w -]{1,40})? (?:is|are|=) \S",
    ),
    rule(
        Kind.PROJECT,
        "every",
        r"\b(?:our|the) (?:[\w&'-]+ ){1,4}?(?:rotates?|renews?|resets?|runs?|repeats?|refreshes|backs? up|syncs?"
        r"|deploys?|restarts?|expires?) every (?:\d+|other|two|three|four|few|(?:week)?day|night|week|month|quarter"
        r"|year|hour|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b",
    ),
    rule(
        Kind.PROJECT,
        "timeline budget month weeks looking will email",
        r"\bwe(?:'re| are) looking at an? [^\n]{0,30}(?:timeline|budget|month|week|year)|\bI(?:'ll| will) "
        r"be sending it to\b|\bwill be sent to\b",
    ),
    rule(
        Kind.LESSON,
        "lesson learned turns turned trick cause solution fix self realized realised note",
        r"\b(?:lessons? (?:learned|learnt|is|was)|I(?:'ve| have)? (?:\w+ )?learn(?:ed|t) (?:that|to|the "
        r"hard way|from)|(?:it )?turn(?:s|ed) out (?:that )?\w+|the (?:trick|fix|solution|root cause"
        r"|workaround) (?:is|was)|note to self)\b",
    ),
    rule(
        Kind.EVENT,
        "spent paid saved earned walked ran hit cycled swam slept weigh weighed burned drank read biked "
        "hiked lost gained logged completed get got took did steps",
        r"\bI(?:'ve| have)? (?:[\w']+ ){0,4}?(?:spent|paid|saved|earned|walked|ran|hit|cycled|swam|slept"
        r"|weigh|weighed|burned|drank|biked|hiked|lost|gained|logged|get in|got in|get|got|took|did"
        r"|completed|reached|managed) " + AMOUNT,
    ),
    rule(
        Kind.EVENT,
        "grabbed bought got had spent picked ordered treated cost paid",
        r"\bI (?:[\w']+ ){0,3}?(?:grabbed|bought|got|had|spent|picked|ordered"
        r"|treated)\b[^\n]{0,100}[$€£¥]\d|[$€£¥]\d[\d.,]* I (?:\w+ )?(?:spent|paid)\b|\bcost me "
        r"[^\n]{0,20}[$€£¥]\d",
    ),
    rule(
        Kind.EVENT,
        "finished completed done wrapped submitted taken already able managed attended",
        r"\bI(?:'ve| have|'m| am| was)? "
        + ADVERBS
        + r"(?:(?:finished|completed|wrapped up|submitted|taken care of|attended|updated my|done with"
        r"|finally finished|able to|managed to) (?!it\b|that\b|this\b|help|understand|see\b|hear|talk"
        r"|find)\S)",
    ),
    rule(
        Kind.EVENT,
        "adopted graduated married engaged passed won started quit retired promoted job house baby "
        "surgery birth marathon published enrolled"
        " accepted hired fired laid divorced broke died passed celebrated pregnant proposed moved "
        "founded sold inherited scholarship offer phd degree",
        r"\b(?:I|we)(?:'ve| have|'m| am| was| were)? "
        + ADVERBS
        + r"(?:adopted|graduated|got (?:married|engaged|divorced|promoted|hired|fired|laid off|accepted|an? "
        r"(?:\w+ ){0,2}(?:job|offer|scholarship|raise|promotion))|was (?:promoted|hired|fired|laid off"
        r"|accepted|diagnosed)|promoted|laid off"
        r"|passed (?:my|the)|won (?:an?|the|my|first)|quit (?:my|smoking|drinking)|retired|had (?:an? "
        r")?(?:baby|surgery|operation|miscarriage)|gave birth|ran (?:an?|my) (?:\w+ )?marathon|published"
        r"|enrolled|broke (?:my|up)|celebrated|proposed|sold (?:my|our)|bought (?:an?|my|our) (?:\w+ "
        r")?(?:house|home|flat|apartment|car)"
        r"|expecting|lost my (?:job|father|mother|dad|mom|dog|cat)|signed (?:a|the) (?:lease|contract)"
        r"|started (?:an?|my) (?:new )?(?:job|business|company|degree|phd|course|diet|family|podcast|blog"
        r"|band|role)|defended my|founded|turned \d\d)\b",
    ),
    rule(
        Kind.EVENT,
        "went visited traveled travelled attended met took flew hiked joined volunteered performed",
        r"\b(?:I|we)(?:'ve| have)? "
        + ADVERBS
        + r"(?:went to|visited|travel+ed to|attended|met (?:with )?|took (?:my|the kids|a)|flew to|hiked"
        r"|joined|volunteered|performed|camped|presented|gave a (?:talk|speech))\b",
        needs_day=True,
    ),
    rule(
        Kind.EVENT, "jobs job", r"\bI(?:'ve| have)? " + ADVERBS + r"(?:changed|switched|started) (?:jobs|a new job)\b"
    ),
)
