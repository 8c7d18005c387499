"""The English table: what people say about themselves, their wishes and their work. Patterns only; guards are apart."""

from morrow.extraction.rules.rule import Rule, Table, rule
from morrow.extraction.rules.statement import StatementKind as Kind

_ADVERBS = (
    r"(?:(?:also|actually|really|just|absolutely|still|now|currently|honestly|particularly|especially|totally|truly"
    r"|definitely|very|so|much|do|personally|recently|lately|finally|already|only|even|quite|pretty|kinda|simply|always"
    r"|usually|typically|normally|generally|mostly|sometimes|often|all|both|both of us|have|had|been|was) ){0,3}"
)
_I_AM = r"\bI(?:'m| am|'ve been| have been) " + _ADVERBS
_I_HAVE_DONE = r"\b(?:I|we)(?:'ve| have|'d)? " + _ADVERBS
_VALUE = r"(?P<value>[^,;:!?\n]{1,80})"
_NAME = r"(?P<value>(?-i:[A-Z])[\w'-]{0,30}(?: (?-i:[A-Z])[\w'-]{0,30}){0,2})"
_PLEASE = r"(?:^|[,;:—-] ?|\b(?:please|pls|plz|also|and|so|but|ok|okay|then|can you|could you|you should|you must) )"
_RELATIVE = (
    r"(?P<subject>wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|kids?|child|children|mom|mum"
    r"|mother|dad|father|parents|sister|brother|siblings?|twins?|baby|toddler|grand(?:ma|pa|mother|father|parents|son"
    r"|daughter|kids)|aunt|uncle|cousin|niece|nephew|(?:mother|father|sister|brother)-in-law|in-laws|best friend|friend"
    r"|roommate|flatmate|housemate|neighbou?r|boss|manager|colleague|co-?worker|teammate|mentor|advis[eo]r|supervisor"
    r"|doctor|dentist|therapist|teacher|landlord|assistant|accountant|lawyer|co-?founder)"
)
_PET = r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|birds?|goldfish|turtles?|horses?|bunn(?:y|ies))"
_WHOSE = r"\bmy (?:(?:older|younger|little|big|elder|eldest|youngest|oldest|late|twin|new|former|ex|ex-) ?)?" + _RELATIVE
_NAMED = r"(?:,? (?-i:[A-Z])[\w'-]{1,20}(?: (?-i:[A-Z])[\w'-]{1,20})?,?)?"
_RECORD = (
    r"(?:budget|timeline|time ?frame|deadline|schedule|agenda(?: items?)?|attendees?|objectives?|goals?|deliverables?"
    r"|stakeholders?|recipients?(?: list)?|key[ _](?:points?|decisions?|messages?)|action items?|title|scope|milestones?"
    r"|participants?|calendar(?: events?)?|to-?dos?(?: list)?|task list|tasks?|work tasks?|shopping list|watch ?list"
    r"|hashtags?|address|phone number|due date|meeting|appointment|priorit(?:y|ies)|project lead|content type"
    r"|call to action|headcount|price|port|guest list|reading list|list|insights|(?:main )?message|methodology"
    r"|target audience|platform|purpose|next steps|risks?|requirements?)"
)
_RECORD_OR_FIELD = r"(?:" + _RECORD + r"|\w+['\"`]? (?:field|section|column))"
_PROJECT = (
    r"(?:project|repo|repository|server|database|db|back-?end|front-?end|api|service|app|port|branch|deadline|budget"
    r"|timeline|client|customer|team|proposal|agenda|lead|leader|objectives?|deliverables?|stakeholders?|attendees?"
    r"|key (?:points?|decisions?|messages?)|action items?|main (?:message|points?|goals?|idea)|purpose|release|version"
    r"|staging|production|prod|cluster|pipeline|company|website|domain|endpoint|schema|codebase|methodology|title"
    r"|hashtags?|meeting|email|post|research|study|launch|stack|test suite|build|ci|monorepo|product|target audience"
    r"|platform|content type|call to action|recipients?|goals?|wi-?fi|office|milestones?|roadmap|sprint|architecture"
    r"|code ?name|module|library|license|data ?set|thesis|dissertation|book|novel|paper|significance|impact)"
)
_BROKEN = (
    r"(?!(?:\w+ ){0,2}(?:down|broken|failing|fails|not working|crash\w*|throwing|throws|returning|slow|stuck|giving"
    r"|showing|timing|hanging|what|how|why|great|amazing|interesting|fun|nice|awesome|so|really|very|super|wonderful"
    r"|beautiful|good|bad|fine|done|here|there|too|pretty|such)\b)"
)
_ERRAND = (
    r"(?:plan|schedule|book|buy|call|visit|prepare|review|submit|pick up|pay|renew|follow up|attend|finish|organi[sz]e"
    r"|send|approve|draft|edit|practi[sc]e|clean|return|file my|register|sign up|meet|email|research|study|finali[sz]e"
    r"|present|order|cancel|get (?:my|a|some)|take (?:my|the|care)|start|update (?:my|the)|coordinate|conduct|develop"
    r"|complete|deliver|arrange|back up|migrate|publish|hire|interview|rehearse|remember|write (?:my|the)|work on"
    r"|record|design my|create my|go (?:to|for a)|read|make (?:an appointment|a reservation|sure)|track|do (?:my|the|some)"
    r"|check (?:on|in|out|with)|reach out|catch up on|set up|reserve|drop off|repair|replace|refill|reconcile|process|exercise)"
)
_LASTING_WISH = (
    r"(?:learn|visit|become|move|buy|lose|save|run a|write a book|start|quit|travel|read|improve|get better|keep|spend"
    r"|reach|stay|limit|cut (?:down|back)|reduce|walk|exercise|publish|launch|open|build up|master|hit|retire|apply|stop"
    r"|eat|drink|sleep|add a new goal|set a|work towards?|hike|see the|try|avoid|focus|spend)"
)
_TO_ASSISTANT = (
    r"(?!(?:know|ask|hear|talk|chat|understand|discuss|see (?:if|how|what)|learn (?:more|about|how)|thank|say|explore"
    r"|start (?:by|with)|try (?:this|that|it)|keep (?:talking|chatting)|continue|go\b(?! (?:to|for|on|hik))|leave|run\b(?! a)"
    r"|get (?:going|back|off|some (?:help|information))|head|remove some|update (?:an?|some|my) (?:email|post|information)"
    r"|read (?:more|about)|add (?:an?|some) (?:new )?(?:email|post|meeting|project|information|details)"
    r"|stop (?:here|now)|schedule (?:a )?chat|organi[sz]e (?:the|some) (?:information|details))\b)"
)
_TALK = (
    r"(?!(?:it|that|this|these|those|them|your?|our (?:chat|talk|conver|discussion)\w*|the (?:way|idea|sound|fact|thought"
    r"|conversation|chat|discussion|analogy|example|explanation)|how you|when you|what you|talking|chatting|discussing"
    r"|learning (?:about|more)|hearing|to (?:know|ask|hear|think|talk|chat|see (?:if|how|what)|say|learn more|understand)"
    r"|thinking about|wondering|exploring (?:these|this)|both\b|him|her\b|a (?:minute|moment|lot)|everything)\b)"
)
_AMOUNT = r"(?:about |around |over |only |nearly |almost |exactly |a whopping |another |up to )?[$€£¥]?\d"

_ASKS: tuple[Rule, ...] = (
    rule(
        Kind.EXPLICIT,
        "remember memorize memorise forget mind note record",
        _PLEASE + r"(?:(?:always |please )?(?:remember|memori[sz]e|keep in mind|bear in mind)(?! (?:when|how|the time|what|me\b|if))"
        r"|(?:don't|do not|never) forget|(?:make a |take )?note (?:that|down|to self|:)|note:|for the record)",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "memory fyi information know reference remember",
        r"\b(?:(?:add|save|store|commit|put) (?:this|that|it|the following) (?:to|in|into) (?:your |the |long-term )*(?:memory|notes)"
        r"|fyi|for your information|just so you know|for (?:future |your )?reference|I(?:'d like| want| need) you to remember)\b",
        asked=True,
    ),
    rule(
        Kind.IDENTITY,
        "call",
        r"(?:^|please |just |you can |and |everyone |friends |people |they |to )calls? me " + _NAME,
        "name",
    ),
    rule(
        Kind.EXPLICIT,
        "now forward henceforth onwards on time you",
        r"\b(?:from now on(?:wards)?|going forward|from here on|henceforth|in the future,|(?:every|each) time you|whenever you)\b",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "always never stop avoid quit ever",
        _PLEASE
        + r"(?:(?:always|never|do not ever|don't ever) (?!mind|a |an |been|the |had|heard|seen|thought|knew|really|been|again|said"
        r"|forget|something|fun|good|nice|gonna)[a-z]{2,}|(?:stop|quit|avoid) (?!by)[a-z]{2,}ing\b)",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "don't dont not",
        _PLEASE + r"(?:don't|dont|do not) (?:use|add|call me|write|reply|answer|include|mention|apologi[sz]e|explain|translate"
        r"|commit|push|deploy|send me|give me|start|end|put|suggest|recommend|talk|speak|summari[sz]e|repeat|sign)\b"
        r"(?! (?:it|this|that|here|now|yet|the (?:file|function|line|last|first|above|button))\b)",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "prefer want like you rather",
        r"\bI(?:'d| would)? (?:prefer|rather) (?:that |it (?:if|when) )?you\b"
        r"|\bI(?:'d| would)? (?:want|like|need|love) you to (?:always|never|stop|keep|use|call|answer|reply|speak|respond)\b",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "answers replies responses explanations messages comments summaries code",
        _PLEASE + r"(?:keep|make) (?:your|the|all|my) (?:\w+ )?(?:answers|replies|responses|explanations|messages|comments|summaries)\b",
        asked=True,
    ),
    rule(
        Kind.EXPLICIT,
        "answer reply respond speak talk write",
        _PLEASE + r"(?:answer|reply|respond|speak|talk|write)(?: back)?(?: to me)?(?: only)? (?:only )?in (?P<value>(?-i:[A-Z])[a-z]+)",
        "language",
        asked=True,
    ),
)

_CHANGES: tuple[Rule, ...] = (
    rule(
        Kind.CORRECTION,
        "not isn't aren't wasn't meant correction",
        r"\b(?:(?:it|that|this)(?:'s| is) not (?!just|only|really|like|that|about|sure|so\b|always|as\b|a matter)|(?:\w+ )?(?:isn't|aren't|wasn't|is not|are not|was not) (?!just|only|really|like|that|about|sure|so\b|always|as\b))(?P<old>[^,;.!?\n]{1,60})"
        r"[,;.]? (?:but|it's|it is|rather|they're|they are) (?P<value>[^,;!?\n]{1,60})"
        r"|\bI meant (?P<value2>[^,;!?\n]{1,60}), not (?P<old2>[^,;!?\n]{1,40})",
    ),
    rule(
        Kind.CORRECTION,
        "not",
        r"\b(?:is|are|was|be|on|at|in|to|it's|that's|use|uses) (?P<value>[^,;!?\n]{1,60}),? (?:and )?not (?!only|just|really|sure|yet|bad|so\b|a )"
        r"(?P<old>[^,;!?\n]{1,40})$",
    ),
    rule(
        Kind.CORRECTION,
        "from",
        r"\b(?:chang|updat|mov|revert|renam|switch|reschedul|postpon|push|migrat|upgrad|rais|increas|lower|reduc|cut|bump|went|go)"
        r"[a-z]{0,4} (?:[^\n]{0,80} )?from (?P<old>[^;\n]{1,60}?) to (?P<value>[^,;!?\n]{1,60})",
    ),
    rule(
        Kind.CORRECTION,
        "moved rescheduled postponed pushed shifted updated changed brought",
        r"\b(?:moved|rescheduled|postponed|pushed(?: back)?|shifted|updated|changed|brought forward) (?:[^\n]{1,60} )?(?:to|for|until|by) ",
        needs_day=True,
    ),
    rule(
        Kind.CORRECTION,
        "revert back",
        r"\brevert (?:[^\n]{0,60} )?(?:back )?to (?P<value>[^,;!?\n]{1,40}?)(?: from (?P<old>[^,;!?\n]{1,40}))?$",
    ),
    rule(
        Kind.CORRECTION,
        "update change add set correct include revise extend rename",
        r"\b(?:updat|chang|set|correct|revis|extend|adjust|renam)\w* (?:the|our|my) [`'\"]?(?:\w+ ){0,3}" + _RECORD
        + r"[`'\"]?(?: \w+){0,4}? (?:to|as|with|by)\b",
    ),
    rule(
        Kind.CORRECTION,
        "add include",
        r"\b(?:add|include) (?!an? new |some |information|it\b|this\b|that\b)[^\n]{2,300}? (?:to|in|under) (?:the|my|our) [`'\"]?(?:\w+[ _]){0,3}" + _RECORD_OR_FIELD
        + r"|\binclude:? (?=[#\"'])",
    ),
    rule(
        Kind.CORRECTION,
        "remove delete drop take cross cancel track",
        r"\b(?:remove|delete|drop|take|cross|strike) (?!some |information)(?P<old>[^\n]{2,300}?) (?:from|off) (?:of )?(?:the|my|our) [`'\"]?(?:\w+[ _]){0,3}" + _RECORD_OR_FIELD,
    ),
    rule(
        Kind.CORRECTION,
        "longer anymore",
        r"\bno longer (?:need to |want to |have to |planning (?:on )?|going to |interested in |tracking |track |using |use )*(?P<old>[^,;.!?\n]{2,100})"
        r"|\b(?:don't|doesn't|do not|not|isn't|aren't|won't|can't)\b[^\n]{0,120}\b(?:anymore|any more|any longer)\b",
    ),
    rule(
        Kind.CORRECTION,
        "used",
        r"\b(?:I|we) " + _ADVERBS + r"used to " + _ADVERBS + r"(?:be " + _ADVERBS + r"(?:into|a fan of|obsessed with)|like the idea of|think I loved"
        r"|dream of|like|love|enjoy|prefer|dislike|hate|use|live in|work (?:at|for|as)|drink|eat|play|find|avoid) (?P<old>[^,;.!?\n]{2,100}?)"
        r"(?=,|;|\.|!| but\b| and now\b| until\b|$)",
    ),
    rule(
        Kind.CORRECTION,
        "changed shifted gone outgrown grown lost mind taste tastes",
        r"\bI(?:'ve| have)? " + _ADVERBS + r"(?:changed my mind|gone off|outgrown|grown out of|grown (?:tired|bored) of|lost interest in|moved on from)\b"
        r"|\bmy (?:tastes?|preferences?|mind) (?:in \w+ )?(?:has|have)(?: really)? (?:changed|shifted|evolved)\b"
        r"|\bI(?:'ve| have)? " + _ADVERBS + r"(?:grown|come|started|begun) to " + _ADVERBS + r"(?:like|love|enjoy|prefer|appreciate|dislike|hate)\b",
    ),
    rule(
        Kind.CORRECTION,
        "correction misspoke wrong mistaken mistake incorrect incorrectly",
        r"^(?:small |quick )?correction\b|\bI (?:misspoke|mistyped|was (?:wrong|mistaken) about|made a mistake)\b|\bwas incorrectly\b"
        r"|\bI (?:told|gave) you the wrong\b",
    ),
)

_SELF: tuple[Rule, ...] = (
    rule(
        Kind.HEALTH,
        "allergic allergy allergies",
        r"\b(?:I(?:'m| am) " + _ADVERBS + r"(?:\w+ )?allergic to|I have (?:an?|\w+)(?: \w+)? allergy to) " + _VALUE,
        "allergy",
    ),
    rule(
        Kind.HEALTH,
        "allergic allergy allergies intolerant diagnosed asthma diabetes diabetic migraines adhd celiac insomnia epilepsy dyslexic"
        " medication intolerance eczema arthritis anemia",
        r"\b(?:I(?:'m| am|'ve been| was| got| have been) " + _ADVERBS + r"(?:not |\w+[ -])?(?:allergic|intolerant|diagnosed with|diabetic|dyslexic)"
        r"|I (?:have|suffer from|get|take|got) (?:\w+ ){0,4}(?:allerg(?:y|ies)|asthma|diabetes|migraines|adhd|celiac|insomnia|epilepsy|medication"
        r"|intolerance|eczema|arthritis|anemia))\b",
    ),
    rule(Kind.IDENTITY, "name name's", r"\bmy (?:full |first |last |real |given |sur)?name(?:'s| is) " + _NAME, "name"),
    rule(
        Kind.IDENTITY,
        "i'm am",
        r"(?:^|\b(?:hi|hello|hey)(?: there)?[,!. ]+)I(?:'m| am) (?!OK\b|Sorry|Fine|Done|AI\b)" + _NAME + r"(?=[,.!]|$| and | from | by the way)",
        "name",
    ),
    rule(
        Kind.IDENTITY,
        "work job profession living trade",
        r"\bI work as (?:an? |the )?" + _VALUE + r"|\bmy (?:job|profession|job title|role)(?: title)? is (?!to\b)(?:an? |the )?(?P<value2>[^,;:!?\n]{1,80})",
        "role",
    ),
    rule(Kind.IDENTITY, "birthday born", r"\b(?:my birthday(?:'s| is)|I was born) (?:on |in )?" + _VALUE, "birthday"),
    rule(
        Kind.IDENTITY,
        "i'm am",
        r"\bI(?:'m| am) " + _ADVERBS + r"(?:an?|the) (?!bit|little|lot|few|while|couple|tad|(?:\w+ )?(?:fan|believer|mess|loss|idea|fool|sucker)\b|new to|good (?:point|idea))"
        r"(?P<value>(?:[\w/-]+ ){0,4}?(?:engineer|developer|programmer|student|nurse|teacher|doctor|designer|manager|scientist|analyst|writer|researcher"
        r"|lawyer|accountant|architect|artist|musician|photographer|professor|consultant|founder|ceo|cto|chef|pilot|driver|vet|therapist"
        r"|journalist|translator|freelancer|electrician|plumber|librarian|pharmacist|surgeon|dentist|barista|farmer|editor|lead|director|admin"
        r"|administrator|marketer|specialist|technician|economist|psychologist|physicist|chemist|biologist|mathematician|officer|trader|coach))\b",
        "role",
    ),
    rule(
        Kind.IDENTITY,
        "i'm am",
        r"\bI(?:'m| am) " + _ADVERBS + r"(?:an? (?!bit|little|lot|few|while|couple|tad|(?:\w+ ){0,2}(?:fan|believer|mess|loss|idea|fool|sucker|hurry|pickle|moment)\b|new to|good point)"
        r"(?:\w+[ -]){0,3}(?:person|vegetarian|vegan|beginner|parent|mother|father|mom|dad|introvert|extrovert|immigrant|expat|veteran|owl|bird|widow|widower"
        r"|native|citizen|christian|muslim|buddhist|jew|runner|gamer|cyclist|gardener|twin|perfectionist|minimalist|grad|graduate|newbie|feminist|survivor)"
        r"|married|divorced|engaged|single|pregnant|retired|vegan|vegetarian|left-handed|colou?r-?blind|bilingual|gluten-free|transgender|trans|gay"
        r"|\d{1,2}(?: years old| now|,|$)|in my (?:early |late |mid-?)?(?:twenties|thirties|forties|fifties|sixties|\d0s)"
        r"|originally from|from (?-i:[A-Z]))",
    ),
    rule(
        Kind.IDENTITY,
        "pronouns identify grew raised born language tongue zodiac major degree majored",
        r"\b(?:my pronouns are|I identify as|I grew up in|I was (?:raised|born)|my (?:native|first) language is|my mother tongue is|I majored in"
        r"|my major is|I have an? (?:\w+ ){0,3}degree)\b",
    ),
    rule(
        Kind.RELATION,
        "my",
        _WHOSE + r"(?:'s name is|(?:'s| is) (?:called|named)) " + _NAME,
        "name",
    ),
    rule(Kind.RELATION, "my", _WHOSE + _NAMED + r" " + _ADVERBS + r"works (?:at|for) " + _VALUE, "employer"),
    rule(Kind.RELATION, "my", _WHOSE + _NAMED + r" " + _ADVERBS + r"(?:lives|is living|is based|moved) (?:in|to|near) " + _VALUE, "home"),
    rule(Kind.RELATION, "my", _WHOSE + _NAMED + r"(?:'s| is| are) " + _ADVERBS + r"allergic to " + _VALUE, "allergy"),
    rule(Kind.RELATION, "my", _WHOSE + r"(?:'s birthday is|'s birthday) " + r"(?:is )?(?:coming up )?(?:on )?" + _VALUE, "birthday"),
    rule(Kind.CORRECTION, "birthday", r"\b(?-i:[A-Z])[a-z]+'s birthday (?:is|'s) (?:coming up )?(?:on )?" + _VALUE),
    rule(
        Kind.RELATION,
        "my",
        _WHOSE + r"(?:,? (?-i:[A-Z])[\w'-]{1,20},?)? " + _ADVERBS
        + r"(?:(?:is|are|was|will be|'s) (?:an? (?!bit|little|great|good|nice|huge)|the |called|named|\d|from |in (?-i:[A-Z])|at (?-i:[A-Z])|pregnant|vegetarian|vegan|getting"
        r"|turning|starting|based|studying|working|also|retired|my|(?-i:[A-Z])|married|deaf|blind|diabetic|expecting|moving|visiting|born|coming|due|arriving)"
        r"|works|lives|has an?|likes|loves|hates|studies|speaks|plays|teaches|runs|owns|moved|turned|turns|died|passed away|graduated|got|just"
        r"|recommended|doesn't (?:eat|drink|like)|prefers|collects|drives|had an?)",
    ),
    rule(
        Kind.RELATION,
        "have",
        r"\b(?:I|we) have " + _ADVERBS + r"(?P<value>(?:an?|one|two|three|four|five|\d|twin) (?:\w+ ){0,2}(?:kids?|child|children|sons?|daughters?|sisters?|brothers?|siblings?"
        r"|girls|boys|grandchildren|twins|nieces?|nephews?|wife|husband|girlfriend|boyfriend|partner)(?: (?:called|named) [^,;!?\n]{1,40})?)",
        "family",
    ),
    rule(
        Kind.POSSESSION,
        "have own adopted got rescued bought",
        r"\b(?:I|we)(?:'ve| have)? " + _ADVERBS + r"(?:have|own|adopted|got|rescued|bought|get) (?P<value>(?:an?|one|two|three|four|\d|some) (?:[\w-]+ ){0,3}" + _PET
        + r"(?:,? (?:called|named) [^,;!?\n]{1,40})?)",
        "pets",
    ),
    rule(
        Kind.POSSESSION,
        "my our",
        r"\b(?:my|our) (?:\w+ ){0,2}(?P<subject>" + _PET + r")(?:'s name is| is (?:called|named)) " + _NAME,
        "name",
    ),
    rule(
        Kind.POSSESSION,
        "my our",
        r"\b(?:my|our) (?:\w+ ){0,2}" + _PET + r",? (?:(?-i:[A-Z])\w+,? )?(?:is|are|has|loves|hates|likes|eats|needs|only|turned|died|passed|was|and I)\b",
    ),
    rule(
        Kind.POSSESSION,
        "have own drive ride bought got",
        r"\b(?:I|we)(?:'ve| have)? " + _ADVERBS + r"(?:own|drive|ride|bought|got|have) (?:an?|my|the|two|three|\d|some) (?:[\w-]+ ){0,4}?(?:car|bike|motorcycle|house|apartment|flat|condo"
        r"|laptop|guitar|piano|violin|camera|phone|boat|van|truck|scooter|garden|farm|cabin|drone|telescope|server|nas|printer|tesla|thinkpad"
        r"|macbook|iphone|pixel|kindle|monitor|keyboard|synth|cello|tablet|ipad|gpu|piece of land|collection)\b",
    ),
    rule(Kind.POSSESSION, "drive ride own", r"\b(?:I|we) " + _ADVERBS + r"(?:drive|ride|own) (?:an?|two|three|my) (?!lot|bit|little|hard)\w"),
    rule(
        Kind.PLACE,
        "live living based reside located staying moved relocated",
        r"\b(?:I|we)(?:'m| am|'re| are|'ve| have)? " + _ADVERBS
        + r"(?:(?:live|living|lived|reside|based|located)(?: (?:alone|together|with my \w+|here))? (?:in|near|outside|on|at)|(?:moved|relocated|moving)(?: back)?(?: from [^,;!?\n]{1,30})? to) (?:the )?"
        + r"(?!an?\b|my\b|this\b|that\b)" + _VALUE,
        "home",
    ),
    rule(
        Kind.PLACE,
        "home house apartment flat office address hometown desk",
        r"\bmy (?:\w+ )?(?:home|house|apartment|flat|office|address|hometown|desk|studio) (?:is|'s) (?!so|very|really|a mess|messy|too|clean)",
    ),
    rule(
        Kind.EMPLOYER,
        "work working joined started intern employed job",
        r"\bI(?:'m| am|'ve| have)? " + _ADVERBS
        + r"(?:work(?:ing|ed)? (?:remotely |full-time |part-time |as an? [\w ]{1,40}? )?(?:at|for|in)|joined|started (?:working |a (?:new )?job )?(?:at|for)|intern(?:ing)? at|employed (?:at|by)"
        r"|got (?:a|the) job (?:at|with))"
        r" (?!an? (?:\w+ )?(?:while|long|few|problem|project|bug|group|club|gym|class)|the (?:same|weekend|morning|evening)|home|my|this|that|hours|you|\d)" + _VALUE,
        "employer",
    ),
    rule(
        Kind.EMPLOYER,
        "company employer startup firm business run runs teach study studying freelance",
        r"\b(?:my|our) (?:company|employer|startup|firm|business|department) (?:is|does|makes|builds|has|uses|sells|was|requires|bans|only)\b"
        r"|\bI (?:run|own|founded|co-?founded|started) (?:an?|my|my own) (?:\w+ ){0,3}(?:company|startup|firm|business|shop|store|bakery|restaurant|agency|studio|newsletter|podcast|blog|channel|cafe|clinic)\b"
        r"|\bI(?:'m| am)? (?:teach|study|studying|teaching|freelance|freelancing)\b(?! (?:this|that|it)\b)",
    ),
    rule(
        Kind.SKILL,
        "speak fluent proficient experienced learning play native expert",
        r"\bI (?:can |also )*speak (?P<value>(?-i:[A-Z])[^,;!?\n]{1,60})|\bI(?:'m| am) " + _ADVERBS + r"(?:fluent in|native in) (?P<value2>[^,;!?\n]{1,60})",
        "language",
    ),
    rule(
        Kind.SKILL,
        "fluent proficient experienced learning comfortable play know years self-taught good beginner certified certification expert new",
        r"\bI(?:'m| am|'ve been| have been) " + _ADVERBS + r"(?:(?:proficient|experienced|comfortable|good|an expert|certified|terrible|new)"
        r" (?:in|at|with|to)|self-taught|a beginner|learning|certified) (?!(?:this|that|it|these|about|how|more|a lot|so|with you|to (?:see|hear|know|meet)|here)\b)\w"
        r"|\bI (?:can |also |have |still )*(?:play|code in|program in|know how to)(?:ed)? (?!it|this|that|a role|along|with|around)\w"
        r"|\bI(?:'ve| have) (?:\w+ ){0,2}(?:\d+|two|three|four|five|six|seven|eight|nine|ten|many|several|over \w+|\w+)\+? years (?:of|in|as|with)\b"
        r"|\bI(?:'ve| have) been [\w-]+ing [^,;!?\n]{1,60}(?:for|since) (?:(?:about|over|almost|nearly|around) )?(?:\d|an?|two|three|four|five|six|seven|eight|ten|the past|many|years|my|I )",
    ),
)

_TASTES: tuple[Rule, ...] = (
    rule(
        Kind.DISLIKE,
        "dislike hate detest despise loathe don't can't didn't not never dislikes disliked hated cannot",
        r"\bI " + _ADVERBS + r"(?:dislike|disliked|hate|hated|detest|despise|loathe|can't stand|cannot stand|can't bear|(?:don't|do not|didn't|did not|never) " + _ADVERBS
        + r"(?:like|enjoy|love|eat|drink|care for|trust|cared for|liked|enjoyed|want to use)) " + _TALK + r"(?!to (?:say|admit|interrupt|break|ask|bother)\b|when you)" + _VALUE,
        "dislikes",
    ),
    rule(
        Kind.DISLIKE,
        "fan thing tea resonate appeal click bored boring bores into tired me",
        r"\b(?:not|isn't|aren't|never been|wasn't|don't|doesn't|didn't)\b[^\n]{0,40}\b(?:fan of|my thing|cup of tea|for me\b|resonate with me|appeal to (?:me|my)|click with me|grab me|into )"
        r"|\bI(?:'m| am) " + _ADVERBS + r"(?:tired of|sick of|bored (?:of|by|with)|put off by) (?!this (?:chat|conversation)|waiting)\w"
        r"|\b(?:bores?|annoys?|irritates?) me\b",
    ),
    rule(
        Kind.PREFERENCE,
        "favorite favourite go-to",
        r"\bmy (?:all-time |absolute |current |new )?(?:favou?rites?|go-to)(?: [\w-]+){0,4} (?:is|are|was|has always been|would be|has to be) " + _VALUE
        + r"|(?P<value2>[^,;:!?\n]{2,60}) (?:is|are) (?:still |definitely |probably )?(?:one of )?my (?:all-time |absolute )?(?:favou?rites?|go-to)\b",
        "likes",
    ),
    rule(
        Kind.PREFERENCE,
        "like love enjoy prefer adore admire likes loved enjoyed liked favor appreciate enjoying liking loving preferring",
        r"\b(?:I|we)(?:'ve| have|'d| would|'m| am)? " + _ADVERBS
        + r"(?:like|love|enjoy|prefer|adore|admire|loved|enjoyed|liked|much prefer|enjoying|loving|can't live without|am really enjoying)"
        r" " + _TALK + r"(?!to[.!]*$|to (?:remind|pick|add|update|remove|revert|start|set|make|get|schedule|book|change|plan|share|include|focus|discuss)\b|some\b|them to|you to|a (?:recommendation|suggestion)|more (?:information|details))"
        + _VALUE,
        "likes",
    ),
    rule(
        Kind.PREFERENCE,
        "into fond drawn fan obsessed passionate crazy keen partial interested hooked gravitating gravitate",
        r"\b(?:I|we)(?:'m| am|'ve| have|'re| are)? (?:been |become |gotten |grown |got )?(?:found myself |find myself |finding myself )?" + _ADVERBS
        + r"(?:more |much more |even more |most |super |pretty |big |huge )?"
        r"(?:into|fond of|drawn (?:more )?to(?:wards)?|an? (?:(?:really|very|pretty) )?(?:big |huge |massive |lifelong |great )?fan of|obsessed with|passionate about|crazy about|keen on|partial to"
        r"|hooked on|gravitat(?:e|ing) to(?:wards?)?) " + _TALK + _VALUE,
        "likes",
    ),
    rule(
        Kind.PREFERENCE,
        "interested",
        r"\bI(?:'m| am) " + _ADVERBS + r"interested in (?!(?:how|what|why|learning|hearing|knowing|your|the|its?|their|this|that|these|your|more|seeing|understanding|ai|exploring)\b)" + _VALUE,
    ),
    rule(
        Kind.PREFERENCE,
        "wanted dreamed dream rather",
        r"\bI(?:'ve| have) always (?:wanted|dreamed|dreamt|loved|liked|enjoyed) |\bI(?:'d| would) rather (?!not (?:say|talk)|you)\w",
    ),
)

_WORK: tuple[Rule, ...] = (
    rule(
        Kind.DECISION,
        "decided chose chosen agreed settled opted picked approved concluded going go decision choose went",
        r"\b(?:I|we)(?:'ve| have|'re| are|'ll| will)? " + _ADVERBS
        + r"(?:decided (?:to|on|against|that|not)|chose(?:n)? (?!me\b)|agreed (?:to|on|that)|settled on|opted (?:for|to)|picked (?!up)|approved|concluded that|going with|go with|sticking with|stick with|went with|mandated|authorized)"
        r" ?(?!(?:it|that|this)(?:\.|$))\w|\b(?:the|our|final) decision (?:is|was)\b",
    ),
    rule(
        Kind.DECISION,
        "let's lets",
        r"\blet(?:'s| us|s) (?:go with|use|stick (?:with|to)|standardi[sz]e on|call it|keep) (?!(?:it|this|that|an? example|the above|going|talking|chatting|in touch)\b)\S",
    ),
    rule(
        Kind.TOOL,
        "use using run running editor ide stack os shell terminal browser database deploy host hosted deployed write",
        r"\b(?:I|we)(?:'m| am|'re| are|'ve| have)? " + _ADVERBS + r"(?:use|using|run on|running on|deploy (?:to|on|with)|host(?:ed|ing)? (?:on|at|with)|deployed (?:to|on)|switched to|migrated to|write (?:most of )?(?:my|our) (?:code|tests|\w+) in)"
        r" (?!(?:it|this|that|these|those|them|the (?:same|following|above|word|term)|your?|an? (?:for|while|loop|list|dict|regex))\b)" + _VALUE,
        "tools",
    ),
    rule(
        Kind.TOOL,
        "my our",
        r"\b(?:my|our) (?:main |default |primary |whole |tech |preferred |current )?(?:editor|ide|stack|tech stack|os|operating system|laptop|computer|phone|keyboard|shell|terminal|browser|package manager|text editor|note-taking app|setup) (?:is|are|runs|consists of) " + _BROKEN
        + _VALUE,
        "tools",
    ),
    rule(
        Kind.DEADLINE,
        "due deadline by before until must expires ends closes on submission exam interview flight launch release cutoff",
        r"\b(?:is|are|'s) due\b|\b(?:deadline|due date|cut-?off|submission|exam|interview|flight|launch|release|defen[sc]e|wedding|surgery|trip|demo|renewal|contract|lease|visa|passport|subscription|conference|party|exhibition|race|marathon|concert)"
        r"\b[^\n]{0,60}\b(?:is|are|will be|'s|ends?|expires?|closes?|starts?|begins?|on|due)\b"
        r"|\b(?:must|needs? to|has to|have to|should) be (?:done|submitted|finished|delivered|ready|sent|live|shipped|completed|in)\b",
        needs_day=True,
    ),
    rule(
        Kind.PLAN,
        "scheduled appointment booked reservation have meeting",
        r"\b(?:I|we)(?:'ve)? " + _ADVERBS + r"(?:have|got|have got) (?:an?|my|our|the|two|some) (?:[^\n]{1,80} )?(?:scheduled|booked|planned|coming up|appointment|reservation|interview|exam|flight|deadline)\b"
        r"|\b(?:I|we)(?:'ve| have)? " + _ADVERBS + r"(?:scheduled|booked|signed up for|registered for|enrolled in) (?!it\b|that\b)\w",
    ),
    rule(
        Kind.PLAN,
        "have going will i'll we'll i'm we're am meeting flying leaving starting",
        r"\b(?:I|we)(?:(?:'ve| have| will|'ll) |(?:'m| am|'re| are) (?=(?:\w+ ){0,2}?(?:\w+ing|off to|due|out of)\b))(?!(?:\w+ )?(?:go|run|head|leave)(?: now)?\b[^\n]{0,8}$)" + _ADVERBS + r"(?:an? |my |the |our )?\w+",
        needs_day=True,
    ),
    rule(
        Kind.PLAN,
        "planning plan hoping intend aim going training preparing saving plans",
        r"\b(?:I|we)(?:'m| am|'re| are|'ve been)? " + _ADVERBS + r"(?:planning (?:to|on|for|a|an|my|our)|plan (?:to|on)|hoping to|intend to|aim(?:ing)? to|training for|preparing for|saving (?:up )?for"
        r"|going to (?!be (?:honest|a)|go\b|have to|need to|leave|ask|try (?:this|that|it)|say|get going|run\b|head|guess|assume|think))"
        r" ?" + _TO_ASSISTANT + r"\w",
    ),
    rule(
        Kind.PLAN,
        "goal goals target",
        r"\bmy (?:\w+ ){0,3}(?:goals?|target|resolution|aim)\b[^\n]{0,40}\b(?:is|are|was)\b|\bI(?:'ve| have)? (?:set|have) (?:myself )?an? (?:\w+ ){0,2}goal (?:of|to)\b",
    ),
    rule(
        Kind.PLAN,
        "want like love excited motivated trying wanna hope",
        r"\b(?:I|we)(?:'d| would|'m| am)? " + _ADVERBS + r"(?:want to|like to|love to|hope to|excited to|motivated to|excited to try and|trying to|wanna) " + _TO_ASSISTANT + _ADVERBS + _LASTING_WISH + r"\b",
    ),
    rule(
        Kind.PLAN,
        "need must have should gotta supposed",
        r"\b(?:I|we)(?:'ve| have)? " + _ADVERBS + r"(?:need to|have to|must|should(?: probably)?|got to|gotta|(?:am |are )?supposed to) " + _TO_ASSISTANT + _ADVERBS + _ERRAND + r"\b(?! (?:it|this|that)\b)",
    ),
    rule(
        Kind.PROJECT,
        "working building developing launching writing prototyping maintaining migrating researching renovating",
        r"\b(?:I|we)(?:'m| am|'re| are|'ve been| have been) " + _ADVERBS + r"(?:working on|building|developing|launching|writing|prototyping|maintaining|migrating|researching|renovating)"
        r" (?!(?:it|this|that|some|you|these|an? (?:email|message|function|script|query|test|letter)|an? (?:\w+ )?(?:project proposal|document)|data analysis)\b)\w",
    ),
    rule(
        Kind.PROJECT,
        "leading lead leads leader",
        r"\b(?:will be|is|are|am|'s|'m) (?:leading|heading|managing|running|the lead (?:for|of|on)|in charge of|responsible for) (?:the|this|our|my)\b",
    ),
    rule(
        Kind.PROJECT,
        "the our my this",
        r"\b(?:the|our|my|this) (?:[\w&'-]+ ){0,4}?" + _PROJECT + r"(?: (?:for|of|from|in|at|on|to) (?:the |this |our |my )?[\w-]+(?: [\w-]+){0,3}?)?(?:'s|,)?"
        r" (?:is|are|was|were|will|runs?|uses?|includes?|included|listens?|lives?|targets?|aims?|focus(?:es)?|has|have|needs?|must|goes|depends?|consists?|belongs?|supports?|expires?|requires?|deploys?|only|uses) "
        + _BROKEN + r"\S",
    ),
    rule(
        Kind.PROJECT,
        "the our my this",
        r"\b(?:the|our) (?:[\w&'-]+ ){0,4}?(?:port|password|url|path|version|branch|domain|email|timezone|code ?name|hostname|ip)(?: (?:for|of|on) [\w -]{1,40})? (?:is|are|=) \S",
    ),
    rule(
        Kind.PROJECT,
        "timeline budget month weeks looking will email",
        r"\bwe(?:'re| are) looking at an? [^\n]{0,30}(?:timeline|budget|month|week|year)|\bI(?:'ll| will) be sending it to\b|\bwill be sent to\b",
    ),
    rule(
        Kind.LESSON,
        "lesson learned turns turned trick cause solution fix self realized realised note",
        r"\b(?:lessons? (?:learned|learnt|is|was)|I(?:'ve| have)? (?:\w+ )?learn(?:ed|t) (?:that|to|the hard way|from)|(?:it )?turn(?:s|ed) out (?:that )?\w|the (?:trick|fix|solution|root cause|workaround) (?:is|was)|note to self)\b",
    ),
    rule(
        Kind.EVENT,
        "spent paid saved earned walked ran hit cycled swam slept weigh weighed burned drank read biked hiked lost gained logged completed get got took did steps",
        r"\bI(?:'ve| have)? (?:[\w']+ ){0,4}?(?:spent|paid|saved|earned|walked|ran|hit|cycled|swam|slept|weigh|weighed|burned|drank|biked|hiked|lost|gained|logged|get in|got in|get|got|took|did|completed|reached|managed) " + _AMOUNT,
    ),
    rule(
        Kind.EVENT,
        "grabbed bought got had spent picked ordered treated cost paid",
        r"\bI (?:[\w']+ ){0,3}?(?:grabbed|bought|got|had|spent|picked|ordered|treated)\b[^\n]{0,100}[$€£¥]\d|[$€£¥]\d[\d.,]* I (?:\w+ )?(?:spent|paid)\b|\bcost me [^\n]{0,20}[$€£¥]\d",
    ),
    rule(
        Kind.EVENT,
        "finished completed done wrapped submitted taken already able managed attended",
        r"\bI(?:'ve| have|'m| am| was)? " + _ADVERBS + r"(?:(?:finished|completed|wrapped up|submitted|taken care of|attended|updated my|done with|finally finished|able to|managed to) (?!it\b|that\b|this\b|help|understand|see\b|hear|talk|find)\S)",
    ),
    rule(
        Kind.EVENT,
        "adopted graduated married engaged passed won started quit retired promoted job house baby surgery birth marathon published enrolled"
        " accepted hired fired laid divorced broke died passed celebrated pregnant proposed moved founded sold inherited scholarship offer phd degree",
        r"\b(?:I|we)(?:'ve| have|'m| am| was| were)? " + _ADVERBS + r"(?:adopted|graduated|got (?:married|engaged|divorced|promoted|hired|fired|laid off|accepted|an? (?:\w+ ){0,2}(?:job|offer|scholarship|raise|promotion))|was (?:promoted|hired|fired|laid off|accepted|diagnosed)|promoted|laid off"
        r"|passed (?:my|the)|won (?:an?|the|my|first)|quit (?:my|smoking|drinking)|retired|had (?:an? )?(?:baby|surgery|operation|miscarriage)|gave birth|ran (?:an?|my) (?:\w+ )?marathon|published|enrolled|broke (?:my|up)|celebrated|proposed|sold (?:my|our)|bought (?:an?|my|our) (?:\w+ )?(?:house|home|flat|apartment|car)"
        r"|expecting|lost my (?:job|father|mother|dad|mom|dog|cat)|signed (?:a|the) (?:lease|contract)|started (?:an?|my) (?:new )?(?:job|business|company|degree|phd|course|diet|family|podcast|blog|band|role)|defended my|founded|turned \d\d)\b",
    ),
    rule(
        Kind.EVENT,
        "went visited traveled travelled attended met took flew hiked joined volunteered performed",
        r"\b(?:I|we)(?:'ve| have)? " + _ADVERBS + r"(?:went to|visited|travel+ed to|attended|met (?:with )?|took (?:my|the kids|a)|flew to|hiked|joined|volunteered|performed|camped|presented|gave a (?:talk|speech))\b",
        needs_day=True,
    ),
)

_HABITS: tuple[Rule, ...] = (
    rule(
        Kind.HABIT,
        "every each mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends weekdays twice once times daily nightly weekly",
        r"\b(?:I|we)\b[^\n]{1,100}\b(?:every (?:single |other )?(?:day|morning|evening|night|week|weekend|month|year|weekday|afternoon|summer|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
        r"|each (?:day|morning|night|week|month)|on (?:\w+days|weekends|weekdays)|(?:once|twice|\w+ times) (?:a|per|each) (?:day|week|month|year)|daily|nightly|weekly)\b"
        r"|^on \w+days?,? (?:I|we) \w|\b(?:every|each) (?:day|morning|evening|night|week|weekend|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b[^\n]{0,30}\b(?:I|we) \w",
    ),
    rule(
        Kind.HABIT,
        "usually always often typically normally generally rarely tend seldom never habit routine",
        r"\b(?:I|we)(?:'m| am)? (?:\w+ )?(?:usually|always|often|typically|normally|generally|rarely|seldom|tend to|never|have a habit of) (?!(?:thought|knew|heard|considered|realized|realised|noticed|wondered|been|be|wanted|found|had|imagined|felt|mind|think|guess|hear|learn|would|could|did|realize|here|interested|curious|happy|glad|open|up for|busy|down for|welcome)\b)\w"
        r"|\bmy (?:\w+ )?(?:routine|habit)s? (?:is|are|includes?)\b",
    ),
    rule(
        Kind.HABIT,
        "wake get bed asleep commute meditate journal",
        r"\bI " + _ADVERBS + r"(?:wake up|get up|go to (?:bed|sleep)|commute|meditate|journal|work out|eat dinner|start work|finish work) (?:at|around|by|early|late|before|after|to|for|with) ",
    ),
)

TABLE = Table(_ASKS + _CHANGES + _SELF + _TASTES + _HABITS + _WORK)
