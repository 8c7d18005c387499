"""Decides whose memory words said in a group belong to: the speaker's, or the group's. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from morrow.conversations.turns import Message
from morrow.extraction.rules import Statement, StatementKind
from morrow.owners import Bucket, Owner, Scope
from morrow.text.language import language_of

_I = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself)\b|(?<!我)我(?!们)|(?:本人|自己)", re.IGNORECASE)
_WE = re.compile(
    r"\b(?:we|we're|we've|we'll|our|ours|us|let's|everyone|the (?:team|group))\b|我们|咱们|大家|全组|团队",
    re.IGNORECASE,
)
_AGREED = re.compile(
    r"\bwe(?:'ve| have| all| both)* (?:decided|agreed|chose|chosen|voted|settled|picked)\b"
    r"|(?:我们|咱们|大家)(?:都|已经|一起|最后|最终)*(?:决定|约定|商定|说好|约好|选了|选定|同意|定了)",
    re.IGNORECASE,
)
_OF_A_GROUP = frozenset(
    {StatementKind.DECISION, StatementKind.PROJECT, StatementKind.DEADLINE, StatementKind.PLAN, StatementKind.TOOL}
)
_HEARSAY = {"en": "{speaker} said about {about}: {text}", "zh": "{speaker}谈到{about}：{text}"}


@dataclass(frozen=True, slots=True)
class Hearsay:
    """What one person of a group said about another: worth little, and never the other's memory."""

    statement: Statement
    speaker: str
    about: str

    @property
    def text(self) -> str:
        """Return the words with who said them about whom in front."""
        template = _HEARSAY[language_of(self.statement.text)]
        return template.format(speaker=self.speaker, about=self.about, text=self.statement.text)


@dataclass(frozen=True, slots=True)
class Belongs:
    """What of a group's statements belongs to one bucket."""

    statements: tuple[Statement, ...] = ()
    hearsay: tuple[Hearsay, ...] = ()


def is_group(bucket: Bucket) -> bool:
    """Whether a bucket is a group chat's."""
    return bucket.scope is Scope.PERSONAL and Owner(bucket.owner).is_group


def whose(message: Message, bucket: Bucket) -> Bucket:
    """Return the bucket of whoever said `message` in a conversation of `bucket`: in a group, the speaker's own."""
    said_by = message.owner
    if is_group(bucket) and said_by is not None:
        return Bucket.personal(bucket.agent, said_by)
    return bucket


def audiences(messages: Sequence[Message], bucket: Bucket) -> dict[Bucket, tuple[Message, ...]]:
    """Return which messages each memory may learn from: in a group everyone's own, and all of them the group's."""
    if not is_group(bucket):
        return {bucket: tuple(messages)}
    own: dict[Bucket, list[Message]] = defaultdict(list)
    for message in messages:
        if message.role == "user" and message.owner is not None:
            own[whose(message, bucket)].append(message)
    own.pop(bucket, None)
    return {**{speaker: tuple(said) for speaker, said in own.items()}, bucket: tuple(messages)}


def belonging(statements: Iterable[Statement], *, messages: Sequence[Message], bucket: Bucket) -> dict[Bucket, Belongs]:
    """Return the statements by the bucket they belong to.

    The first person singular is the speaker's; "we decided" and what a project needs is the group's; what is said of
    another speaker by name goes to the group as hearsay; everything else stays with who said it.
    """
    if not is_group(bucket):
        kept = tuple(statements)
        return {bucket: Belongs(kept)} if kept else {}
    by_id = {message.id: message for message in messages}
    names = {message.speaker for message in messages if message.speaker and message.role == "user"}
    own: dict[Bucket, list[Statement]] = defaultdict(list)
    hearsay: list[Hearsay] = []
    for statement in statements:
        message = by_id[statement.message]
        about = _another(statement, message, names)
        if _is_the_groups(statement):
            own[bucket].append(replace(statement, slot=None, also=()))
        elif about is not None:
            hearsay.append(Hearsay(statement, message.speaker or message.said_by, about))
        else:
            own[whose(message, bucket)].append(statement)
    buckets = [*own, *([bucket] if hearsay and bucket not in own else [])]
    return {b: Belongs(tuple(own.get(b, ())), tuple(hearsay) if b == bucket else ()) for b in buckets}


def _is_the_groups(statement: Statement) -> bool:
    if _AGREED.search(statement.text):
        return True
    if _I.search(statement.text) or statement.asked:
        return False
    return statement.kind is StatementKind.PROJECT or (
        statement.kind in _OF_A_GROUP and _WE.search(statement.text) is not None
    )


def _another(statement: Statement, message: Message, names: set[str]) -> str | None:
    """Return the other speaker whom a statement without an "I" names, or None."""
    if _I.search(statement.text):
        return None
    found = (name for name in sorted(names - {message.speaker}, key=len, reverse=True) if _names(statement.text, name))
    return next(found, None)


def _names(text: str, name: str) -> bool:
    if not name.isascii():
        return name in text
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", text, re.IGNORECASE) is not None
