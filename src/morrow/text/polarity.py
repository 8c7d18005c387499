"""Whether something is affirmed or denied, in English and Chinese. Knows no grammar: it counts negations by clause."""

import re

from morrow.text.words import content_tokens, fold

_NEGATION = re.compile(
    # English words, and whatever ends in n't
    r"(?<![a-z])(?:not(?! only| just| to mention)|no(?! problem| doubt| matter| worries)|never|neither|nor|without|"
    r"cannot|cant|dont|doesnt|didnt|wont|isnt|stop(?:s|ped|ping)?|quit(?:s|ting)?|cancel(?:s|led|ed|ling)?|refuse[sd]?|"
    r"avoid(?:s|ed|ing)?|hate[sd]?|dislike[sd]?|instead of|rather than|[a-z]{2,8}n't)(?![a-z])"
    # Chinese, without the words in which the character denies nothing
    r"|不(?!过|仅|但|错|好意思|如|断|同|久|管|论|光|只是|得不|由得|少)|没(?!收)|(?<![特区类级分性识个告离])别(?![人的墅名])|"
    r"无(?!论|锡|数|限|非)|未(?!来|必)|勿|并非|禁止|停止|取消|放弃|拒绝|讨厌|戒掉|戒了"
)
_CLAUSE_END = re.compile(
    r"[,.;:!?\n，。；：！？、…—]+(?!\d)|(?<![a-z])(?:but|however|although|though)(?![a-z])"
    r"|(?=instead of|rather than|而不是)|但是|但|不过|可是|而是|却"
)


def polarity(text: str) -> int:
    """Return how many negations a text holds; two statements of one thing agree only if they hold equally many."""
    return sum(1 for _ in _NEGATION.finditer(fold(text)))


def denied_tokens(text: str) -> frozenset[str]:
    """Return the content tokens that stand only in denied clauses (those with an odd number of negations)."""
    affirmed: set[str] = set()
    denied: set[str] = set()
    for clause in _CLAUSE_END.split(fold(text)):
        if clause and not clause.isspace():
            (denied if polarity(clause) % 2 else affirmed).update(content_tokens(clause))
    return frozenset(denied - affirmed)
