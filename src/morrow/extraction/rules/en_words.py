"""Fragments that the English rules are built of. No rule is here."""

ADVERBS = (
    r"(?:(?:also|actually|really|just|absolutely|still|now|currently|honestly|particularly|especially"
    r"|totally|truly"
    r"|definitely|very|so|much|do|personally|recently|lately|finally|already|only|even|quite|pretty"
    r"|kinda|simply|always"
    r"|usually|typically|normally|generally|mostly|sometimes|often|all|both|both of us|have|had|been"
    r"|was) ){0,3}"
)
I_AM = r"\bI(?:'m| am|'ve been| have been) " + ADVERBS
I_HAVE_DONE = r"\b(?:I|we)(?:'ve| have|'d)? " + ADVERBS
VALUE = r"(?P<value>[^,;:!?\n]{1,80})"
NAME = r"(?P<value>(?-i:[A-Z])[\w'-]{0,30}(?: (?-i:[A-Z])[\w'-]{0,30}){0,2})"
PLEASE = (
    r"(?:^|[,;:—-] ?|\b(?:please|pls|plz|also|and|so|but|ok|okay|then|can you|could you|you should"
    r"|you must) )"
)
# An order stands at the beginning of a clause: "they always make us smile" is none.
ORDER = (
    r"(?:^(?:(?:also|and|so|but|ok|okay|then|oh|hey|from now on)[, ]+)?|[;:—] ?|\b(?:please|pls|plz|can you|could you"
    r"|you should|you must|from now on,?|in the future,?|fails?,|passes,|whenever [^,]{1,60},) )"
)
RELATIVE = (
    r"(?P<subject>wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|kids?"
    r"|child|children|mom|mum"
    r"|mother|dad|father|parents|sister|brother|siblings?|twins?|baby|toddler|grand(?:ma|pa|mother"
    r"|father|parents|son"
    r"|daughter|kids)|aunt|uncle|cousin|niece|nephew|(?:mother|father|sister|brother)-in-law|in-laws"
    r"|best friend|friend"
    r"|roommate|flatmate|housemate|neighbou?r|boss|manager|colleague|co-?worker|teammate|mentor"
    r"|advis[eo]r|supervisor"
    r"|doctor|dentist|therapist|teacher|landlord|assistant|accountant|lawyer|co-?founder)"
)
PET = (
    r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|birds?|goldfish|turtles?"
    r"|horses?|bunn(?:y|ies))"
)
WHOSE = (
    r"\bmy (?:(?:older|younger|little|big|elder|eldest|youngest|oldest|late|twin|new|former|ex|ex-) "
    r"?)?" + RELATIVE
)
NAMED = r"(?:,? (?-i:[A-Z])[\w'-]{1,20}(?: (?-i:[A-Z])[\w'-]{1,20})?,?)?"
RECORD = (
    r"(?:budget|timeline|time ?frame|deadline|schedule|agenda(?: items?)?|attendees?|objectives?"
    r"|goals?|deliverables?"
    r"|stakeholders?|recipients?(?: list)?|key[ _](?:points?|decisions?|messages?)|action items?|title"
    r"|scope|milestones?"
    r"|participants?|calendar(?: events?)?|to-?dos?(?: list)?|task list|tasks?|work tasks?|shopping "
    r"list|watch ?list"
    r"|hashtags?|address|phone number|due date|meeting|appointment|priorit(?:y|ies)|project lead"
    r"|content type"
    r"|call to action|headcount|price|port|guest list|reading list|list|insights|(?:main )?message"
    r"|methodology"
    r"|target audience|platform|purpose|next steps|risks?|requirements?)"
)
RECORD_OR_FIELD = r"(?:" + RECORD + r"|\w+['\"`]? (?:field|section|column))"
PROJECT = (
    r"(?:project|repo|repository|server|database|db|back-?end|front-?end|api|service|app|port|branch"
    r"|deadline|budget"
    r"|timeline|client|customer|team|proposal|agenda|lead|leader|objectives?|deliverables?"
    r"|stakeholders?|attendees?"
    r"|key (?:points?|decisions?|messages?)|action items?|main (?:message|points?|goals?|idea)|purpose"
    r"|release|version"
    r"|staging|production|prod|cluster|pipeline|company|website|domain|endpoint|schema|codebase"
    r"|methodology|title"
    r"|hashtags?|meeting|email|post|research|study|launch|stack|test suite|build|ci|monorepo|product"
    r"|target audience"
    r"|platform|content type|call to action|recipients?|goals?|wi-?fi|office|milestones?|roadmap"
    r"|sprint|architecture"
    r"|code ?name|module|library|license|data ?set|thesis|dissertation|book|novel|paper|significance"
    r"|impact)"
)
BROKEN = (
    r"(?!(?:\w+ ){0,2}(?:down|broken|failing|fails|not working|crash\w*|throwing|throws|returning|slow"
    r"|stuck|giving"
    r"|showing|timing|hanging|what|how|why|great|amazing|interesting|fun|nice|awesome|so|really|very"
    r"|super|wonderful"
    r"|beautiful|good|bad|fine|done|here|there|too|pretty|such)\b)"
)
ERRAND = (
    r"(?:plan|schedule|book|buy|call|visit|prepare|review|submit|pick up|pay|renew|follow up|attend"
    r"|finish|organi[sz]e"
    r"|send|approve|draft|edit|practi[sc]e|clean|return|file my|register|sign up|meet|email|research"
    r"|study|finali[sz]e"
    r"|present|order|cancel|get (?:my|a|some)|take (?:my|the|care)|start|update (?:my|the)|coordinate"
    r"|conduct|develop"
    r"|complete|deliver|arrange|back up|migrate|publish|hire|interview|rehearse|remember|write (?:my"
    r"|the)|work on"
    r"|record|design my|create my|go (?:to|for a)|read|make (?:an appointment|a reservation|sure)"
    r"|track|do (?:my|the|some)"
    r"|check (?:on|in|out|with)|reach out|catch up on|set up|reserve|drop off|repair|replace|refill"
    r"|reconcile|process|exercise)"
)
LASTING_WISH = (
    r"(?:learn|visit|become|move|buy|lose|save|run a|write a book|start|quit|travel|read|improve|get "
    r"better|keep|spend"
    r"|reach|stay|limit|cut (?:down|back)|reduce|walk|exercise|publish|launch|open|build up|master|hit"
    r"|retire|apply|stop"
    r"|eat|drink|sleep|add a new goal|set a|work towards?|hike|see the|try|avoid|focus|spend)"
)
TO_ASSISTANT = (
    r"(?!(?:know|ask|hear|talk|chat|understand|discuss|see (?:if|how|what)|learn (?:more|about|how)"
    r"|thank|say|explore"
    r"|start (?:by|with)|try (?:this|that|it)|keep (?:talking|chatting)|continue|go\b(?! (?:to|for|on"
    r"|hik))|leave|run\b(?! a)"
    r"|get (?:going|back|off|some (?:help|information))|head|remove some|update (?:an?|some|my) "
    r"(?:email|post|information)"
    r"|read (?:more|about)|add (?:an?|some) (?:new )?(?:email|post|meeting|project|information"
    r"|details)"
    r"|stop (?:here|now)|schedule (?:a )?chat|organi[sz]e (?:the|some) (?:information|details))\b)"
)
TALK = (
    r"(?!(?:it|that|this|these|those|them|your?|our (?:chat|talk|conver|discussion)\w*|the (?:way|idea"
    r"|sound|fact|thought"
    r"|conversation|chat|discussion|analogy|example|explanation)|how you|how \w+ (?:it|that|this"
    r"|you)\b|when you|what you|talking"
    r"|chatting|discussing"
    r"|learning (?:about|more)|hearing|to (?:know|ask|hear|think|talk|chat|see (?:if|how|what)|say"
    r"|learn more|understand)"
    r"|thinking about|wondering|exploring (?:these|this)|both\b|him|her\b|a (?:minute|moment|lot)"
    r"|everything)\b)"
)
AMOUNT = r"(?:about |around |over |only |nearly |almost |exactly |a whopping |another |up to )?[$€£¥]?\d"
