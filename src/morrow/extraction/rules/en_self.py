"""English rules for who somebody is: name, health, family, home, work, skills."""

from morrow.extraction.rules.en_words import (
    ADVERBS,
    NAME,
    NAMED,
    PET,
    VALUE,
    WHOSE,
)
from morrow.extraction.rules.rule import Rule, rule
from morrow.extraction.rules.statement import StatementKind as Kind

SELF: tuple[Rule, ...] = (
    rule(
        Kind.HEALTH,
        "can't cannot",
        r"\bI (?:can't|cannot) " + ADVERBS + r"(?:eat|drink|tolerate|digest|have) (?!it\b|that\b|this\b|a |the )\w",
    ),
    rule(Kind.RELATION, "expecting", r"\b(?:I|we)(?:'m| am|'re| are)? " + ADVERBS + r"expecting (?:our|my|a|twins)\b"),
    rule(
        Kind.EMPLOYER,
        "team",
        r"\bwe(?:'re| are) an? (?:\w+ )?(?:team|startup|company|family|couple) (?:of|in|with|from)\b",
    ),
    rule(
        Kind.HEALTH,
        "doctor gp dentist physio cardiologist dermatologist dietitian",
        r"\bmy (?:doctor|gp|dentist|physio(?:therapist)?|cardiologist|dermatologist|dietitian) (?:has )?(?:just )?"
        r"(?:told me to|advised me to|wants me to|sa(?:ys|id) I (?:have to|need to|should|must|can't)"
        r"|put me on|prescribed(?: me)?)\b",
    ),
    rule(
        Kind.IDENTITY,
        "call",
        r"^(?:(?:please|just|you can|oh|and|so|hi|hello|hey)[,! ]+){0,3}call me " + NAME + r"(?=[,.;!]| for short|$)",
        "name",
    ),
    rule(
        Kind.HEALTH,
        "allergic allergy allergies",
        r"\b(?:I(?:'m| am) "
        + ADVERBS
        + r"(?:\w+ )?allergic to|I(?:'ve got| have) (?:an?|\w+)(?: \w+)? allergy to) "
        + VALUE,
        "allergy",
    ),
    rule(
        Kind.HEALTH,
        "allergic allergy allergies intolerant diagnosed asthma diabetes diabetic migraines adhd celiac "
        "insomnia epilepsy dyslexic"
        " medication intolerance eczema arthritis anemia",
        r"\b(?:I(?:'m| am|'ve been| was| got| have been) "
        + ADVERBS
        + r"(?:not |\w+[ -])?(?:allergic|intolerant|diagnosed with|diabetic|dyslexic)"
        r"|I(?:'ve| have)? (?:got|have|suffer from|get|take|got) (?:\w+ ){0,4}(?:allerg(?:y|ies)|asthma"
        r"|diabetes|migraines"
        r"|adhd|celiac|insomnia|epilepsy|medication"
        r"|intolerance|eczema|arthritis|anemia))\b",
    ),
    rule(Kind.IDENTITY, "name name's", r"\bmy (?:full |first |last |real |given |sur)?name(?:'s| is) " + NAME, "name"),
    rule(
        Kind.IDENTITY,
        "i'm am",
        r"(?:^|\b(?:hi|hello|hey)(?: there)?[,!. ]+)I(?:'m| am) (?!OK\b|Sorry|Fine|Done|AI\b)"
        + NAME
        + r"(?=[,.!]|$| and | from | by the way)",
        "name",
    ),
    rule(
        Kind.IDENTITY,
        "work job profession living trade",
        r"\bI work as (?:an? |the )?"
        + VALUE
        + r"|\bmy (?:job|profession|job title|role)(?: title)? is (?!to\b)(?:an? |the "
        r")?(?P<value2>[^,;:!?\n]{1,80})",
        "role",
    ),
    rule(Kind.IDENTITY, "birthday born", r"\b(?:my birthday(?:'s| is)|I was born) (?:on |in )?" + VALUE, "birthday"),
    rule(
        Kind.IDENTITY,
        "i'm am",
        r"\bI(?:'m| am) "
        + ADVERBS
        + r"(?:an?|the) (?!bit|little|lot|few|while|couple|tad|(?:\w+ )?(?:fan|believer|mess|loss|idea|fool"
        r"|sucker)\b|new to|good (?:point|idea))"
        r"(?P<value>(?:[\w/-]+ ){0,4}?(?:engineer|developer|programmer|student|nurse|teacher|doctor"
        r"|designer|manager|scientist|analyst|writer|researcher"
        r"|lawyer|accountant|architect|artist|musician|photographer|professor|consultant|founder|ceo|cto"
        r"|chef|pilot|driver|vet|therapist"
        r"|journalist|translator|freelancer|electrician|plumber|librarian|pharmacist|surgeon|dentist"
        r"|barista|farmer|editor|lead|director|admin"
        r"|administrator|marketer|specialist|technician|economist|psychologist|physicist|chemist|biologist"
        r"|mathematician|officer|trader|coach))\b",
        "role",
    ),
    rule(
        Kind.IDENTITY,
        "i'm am",
        r"\bI(?:'m| am) "
        + ADVERBS
        + r"(?:an? (?!bit|little|lot|few|while|couple|tad|(?:\w+ ){0,2}(?:fan|believer|mess|loss|idea|fool"
        r"|sucker|hurry|pickle|moment)\b|new to|good point)"
        r"(?:\w+[ -]){0,3}(?:person|vegetarian|vegan|beginner|parent|mother|father|mom|dad|introvert"
        r"|extrovert|immigrant|expat|veteran|owl|bird|widow|widower"
        r"|native|citizen|christian|muslim|buddhist|jew|runner|gamer|cyclist|gardener|twin|perfectionist"
        r"|minimalist|grad|graduate|newbie|feminist|survivor)"
        r"|married|divorced|engaged|single|pregnant|retired|vegan|vegetarian|left-handed|colou?r-?blind"
        r"|bilingual|gluten-free|transgender|trans|gay"
        r"|\d{1,2}(?: years old| now|,|$)|in my (?:early |late |mid-?)?(?:twenties|thirties|forties"
        r"|fifties|sixties|\d0s)"
        r"|originally from|from (?-i:[A-Z]))",
    ),
    rule(
        Kind.IDENTITY,
        "pronouns identify grew raised born language tongue zodiac major degree majored",
        r"\b(?:my pronouns are|I identify as|I grew up (?:in|on|near|outside)|I was (?:raised|born)|my (?:native"
        r"|first) "
        r"language is|my mother tongue is|I majored in"
        r"|my major is|I have an? (?:\w+ ){0,3}degree)\b",
    ),
    rule(
        Kind.RELATION,
        "my",
        WHOSE + r"(?:'s name is|(?:'s| is) (?:called|named)) " + NAME,
        "name",
    ),
    rule(Kind.RELATION, "my", WHOSE + NAMED + r" " + ADVERBS + r"works (?:at|for) " + VALUE, "employer"),
    rule(
        Kind.RELATION,
        "my",
        WHOSE + NAMED + r" " + ADVERBS + r"(?:lives|is living|is based|moved) (?:in|to|near) " + VALUE,
        "home",
    ),
    rule(Kind.RELATION, "my", WHOSE + NAMED + r"(?:'s| is| are) " + ADVERBS + r"allergic to " + VALUE, "allergy"),
    rule(
        Kind.RELATION,
        "my",
        WHOSE + r"(?:'s birthday is|'s birthday) " + r"(?:is )?(?:coming up )?(?:on )?" + VALUE,
        "birthday",
    ),
    rule(Kind.CORRECTION, "birthday", r"\b(?-i:[A-Z])[a-z]+'s birthday (?:is|'s) (?:coming up )?(?:on )?" + VALUE),
    rule(
        Kind.RELATION,
        "my",
        WHOSE
        + r"(?:,? (?-i:[A-Z])[\w'-]{1,20},?)? "
        + ADVERBS
        + r"(?:(?:is|are|was|will be|'s) (?:an? (?!bit|little|great|good|nice|huge)|the |called|named|\d"
        r"|from |in (?-i:[A-Z])|at (?-i:[A-Z])|pregnant|vegetarian|vegan|getting"
        r"|turning|starting|based|studying|working|also|retired|my|(?-i:[A-Z])|married|deaf|blind|diabetic"
        r"|expecting|moving|visiting|born|coming|due|arriving)"
        r"|works|lives|goes to|go to|attends?|has an?|likes|loves|hates|studies|speaks|plays|teaches|runs"
        r"|owns|moved|turned|turns"
        r"|died|passed away|graduated|got|just"
        r"|recommended|doesn't (?:eat|drink|like)|prefers|collects|drives|had an?)",
    ),
    rule(
        Kind.RELATION,
        "have",
        r"\b(?:I|we) have "
        + ADVERBS
        + r"(?P<value>(?:an?|one|two|three|four|five|\d|twin) (?:\w+ ){0,2}(?:kids?|child|children|sons?"
        r"|daughters?|sisters?|brothers?|siblings?"
        r"|girls|boys|grandchildren|twins|nieces?|nephews?|wife|husband|girlfriend|boyfriend|partner)(?: "
        r"(?:called|named) [^,;!?\n]{1,40})?)",
        "family",
    ),
    rule(
        Kind.POSSESSION,
        "have own adopted got rescued bought",
        r"\b(?:I|we)(?:'ve| have)? "
        + ADVERBS
        + r"(?:have|own|adopted|got|rescued|bought|get) (?P<value>(?:an?|one|two|three|four|\d|some) "
        r"(?:[\w-]+ ){0,3}" + PET + r"(?:,? (?:called|named) [^,;!?\n]{1,40})?)",
        "pets",
    ),
    rule(
        Kind.POSSESSION,
        "my our",
        r"\b(?:my|our) (?:\w+ ){0,2}(?P<subject>" + PET + r")(?:'s name is| is (?:called|named)) " + NAME,
        "name",
    ),
    rule(
        Kind.POSSESSION,
        "my our",
        r"\b(?:my|our) (?:\w+ ){0,2}"
        + PET
        + r",? (?:(?-i:[A-Z])\w+,? )?(?:is|are|has|loves|hates|likes|eats|needs|only|turned|died|passed|was"
        r"|and I)\b",
    ),
    rule(
        Kind.POSSESSION,
        "have own drive ride bought got",
        r"\b(?:I|we)(?:'ve| have)? "
        + ADVERBS
        + r"(?:own|drive|ride|bought|got|have) (?:an?|my|the|two|three|\d|some) (?:[\w-]+ ){0,4}?(?:car|bike"
        r"|motorcycle|house|apartment|flat|condo"
        r"|laptop|guitar|piano|violin|camera|phone|boat|van|truck|scooter|garden|farm|cabin|drone"
        r"|telescope|server|nas|printer|tesla|thinkpad"
        r"|macbook|iphone|pixel|kindle|monitor|keyboard|synth|cello|tablet|ipad|gpu|piece of land"
        r"|collection)\b",
    ),
    rule(
        Kind.POSSESSION,
        "drive ride own",
        r"\b(?:I|we) " + ADVERBS + r"(?:drive|ride|own) (?:an?|two|three|my) (?!lot|bit|little|hard)\w",
    ),
    rule(
        Kind.PLACE,
        "live living based reside located staying moved relocated",
        r"\b(?:I|we)(?:'m| am|'re| are|'ve| have)? "
        + ADVERBS
        + r"(?:(?:live|living|lived|reside|based|located)(?: (?:alone|together|with my \w+|here))? (?:in"
        r"|near|outside|on|at)|(?:moved|relocated|moving)(?: back)?(?: from [^,;!?\n]{1,30})? to) (?:the "
        r")?" + r"(?!an?\b|my\b|this\b|that\b)" + VALUE,
        "home",
    ),
    rule(
        Kind.PLACE,
        "home house apartment flat office address hometown desk",
        r"\bmy (?:\w+ )?(?:home|house|apartment|flat|office|address|hometown|desk|studio) (?:is|'s) (?!so"
        r"|very|really|a mess|messy|too|clean)",
    ),
    rule(
        Kind.EMPLOYER,
        "work working joined started intern employed job",
        r"\bI(?:'m| am|'ve| have)? "
        + ADVERBS
        + r"(?:work(?:ing|ed)? (?:remotely |full-time |part-time |as an? [\w ]{1,40}? )?(?:at"
        r"|for|in)|joined (?=[^,.]{1,40} as an? )"
        r"|started (?:working |a (?:new )?job )?(?:at|for)|intern(?:ing)? at|employed (?:at|by)"
        r"|got (?:a|the) job (?:at|with))"
        r" (?!an? (?:\w+ )?(?:while|long|few|problem|project|bug|group|club|gym|class)|the (?:same|weekend"
        r"|morning|evening)|home|my|this|that|hours|you|\d)" + VALUE,
        "employer",
    ),
    rule(
        Kind.EMPLOYER,
        "company employer startup firm business run runs teach study studying freelance",
        r"\b(?:my|our) (?:company|employer|startup|firm|business|department) (?:is|does|makes|builds|has"
        r"|uses|sells|was|requires|bans|only)\b"
        r"|\bI (?:run|own|founded|co-?founded|started) (?:an?|my|my own) (?:\w+ ){0,3}(?:company|startup"
        r"|firm|business|shop|store|bakery|restaurant|agency|studio|newsletter|podcast|blog|channel|cafe"
        r"|clinic)\b"
        r"|\bI(?:'m| am)? (?:teach|study|studying|teaching|freelance|freelancing)\b(?! (?:this|that|it)\b)",
    ),
    rule(
        Kind.SKILL,
        "speak fluent proficient experienced learning play native expert",
        r"\bI (?:can |also )*speak (?P<value>(?-i:[A-Z])[^,;!?\n]{1,60})|\bI(?:'m| am) "
        + ADVERBS
        + r"(?:fluent in|native in) (?P<value2>[^,;!?\n]{1,60})",
        "language",
    ),
    rule(
        Kind.SKILL,
        "fluent proficient experienced learning comfortable play know years self-taught good beginner "
        "certified certification expert new",
        r"\bI(?:'m| am|'ve been| have been) "
        + ADVERBS
        + r"(?:(?:proficient|experienced|comfortable|good|an expert|certified|terrible|new)"
        r" (?:in|at|with|to)|self-taught|a beginner|learning|certified) (?!(?:this|that|it|these|about|how"
        r"|more|a lot|so|with you|to (?:see|hear|know|meet)|here)\b)\w"
        r"|\bI (?:can |also |have |still )*(?:play|code in|program in|know how to)(?:ed)? (?!it|this|that"
        r"|a role|along|with|around)\w"
        r"|\bI(?:'ve| have) (?:\w+ ){0,2}(?:\d+|two|three|four|five|six|seven|eight|nine|ten|many|several"
        r"|over \w+|\w+)\+? years (?:of|in|as|with)\b"
        r"|\bI(?:'ve| have) been [\w-]+ing [^,;!?\n]{1,60}(?:for|since) (?:(?:about|over|almost|nearly"
        r"|around) )?(?:\d|an?|two|three|four|five|six|seven|eight|ten|the past|many|years|my|I )",
    ),
)
