"""Whom a memory belongs to: owner keys, scopes, buckets and principals. Knows no table and no door."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from morrow.errors import InvalidOwner

RESERVED_PREFIXES = frozenset({"user", "api", "group", "system"})
MAX_OWNER_LENGTH = 200
ANY_AGENT = "*"
_CHANNEL = re.compile(r"[a-z][a-z0-9_.-]{0,39}")
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Scope(StrEnum):
    """Who may read a memory: its owner, everyone who uses the agent, or everyone."""

    PERSONAL = "PERSONAL"
    TEAM = "TEAM"
    GLOBAL = "GLOBAL"


@dataclass(frozen=True, slots=True)
class Owner:
    """One owner by its key, such as `user:42`, `feishu:ou_1`, `api:shop/7`, `group:feishu:oc_1` or `system`.

    Compared exactly: case matters, and a full-width digit is another owner. Source: docs/memory.md, "owner_key".
    """

    key: str

    @classmethod
    def user(cls, user_id: str | int) -> "Owner":
        """Return the owner of a web console user."""
        return cls(f"user:{_checked(user_id, 'user id')}")

    @classmethod
    def channel(cls, channel: str, sender_id: str | int) -> "Owner":
        """Return the owner of a sender on an IM channel. Raises InvalidOwner for a reserved channel name."""
        return cls(f"{_checked_channel(channel)}:{_checked(sender_id, 'sender id')}")

    @classmethod
    def group(cls, channel: str, chat_id: str | int) -> "Owner":
        """Return the owner of what a group chat as a whole knows."""
        return cls(f"group:{_checked_channel(channel)}:{_checked(chat_id, 'chat id')}")

    @classmethod
    def api(cls, end_user_id: str | int, namespace: str | None = None) -> "Owner":
        """Return the owner of a third-party end user; `%` and `/` in the id are written %25 and %2F."""
        value = _checked(end_user_id, "endUserId").replace("%", "%25").replace("/", "%2F")
        if namespace is None:
            return cls(f"api:{value}")
        return cls(f"api:{_checked(namespace, 'namespace').replace('%', '%25').replace('/', '%2F')}/{value}")

    @classmethod
    def system(cls) -> "Owner":
        """Return the owner of cron and of the system itself; it writes shared memory only."""
        return cls("system")

    @classmethod
    def parse(cls, key: str) -> "Owner":
        """Return the owner that a full key names. Raises InvalidOwner for anything else."""
        if key == "system":
            return cls.system()
        prefix, colon, value = key.partition(":")
        if not colon:
            raise InvalidOwner(f"{key!r}: an owner key has a prefix, such as user:42 or feishu:ou_1")
        if prefix == "user":
            return cls.user(value)
        if prefix == "api":
            return cls(f"api:{_checked(value, 'endUserId')}")
        if prefix == "group":
            channel, _, chat = value.partition(":")
            return cls.group(channel, chat)
        return cls.channel(prefix, value)

    @property
    def is_system(self) -> bool:
        """Whether this is the system, which has no personal memory."""
        return self.key == "system"

    @property
    def is_group(self) -> bool:
        """Whether this is a group chat and not a person."""
        return self.key.startswith("group:")

    def __str__(self) -> str:
        return self.key


@dataclass(frozen=True, slots=True)
class Bucket:
    """One agent × scope × owner: where a document lives and what a dream works on.

    `agent` is an agent's id (`*` for GLOBAL), `owner` an owner key (empty for shared scopes).
    """

    agent: str
    scope: Scope
    owner: str

    @classmethod
    def personal(cls, agent: str, owner: Owner) -> "Bucket":
        """Return the owner's own bucket with this agent; the system has none and gets the shared one."""
        return cls.team(agent) if owner.is_system else cls(agent, Scope.PERSONAL, owner.key)

    @classmethod
    def team(cls, agent: str) -> "Bucket":
        """Return the bucket that everyone who uses this agent reads."""
        return cls(agent, Scope.TEAM, "")

    @classmethod
    def everyone(cls) -> "Bucket":
        """Return the instance's own bucket, read by every agent."""
        return cls(ANY_AGENT, Scope.GLOBAL, "")

    @property
    def is_shared(self) -> bool:
        """Whether more than one owner reads this bucket."""
        return self.scope is not Scope.PERSONAL

    @property
    def key(self) -> str:
        """Return a text that names this bucket and no other: agent, scope and owner, joined by `|`."""
        return f"{self.agent}|{self.scope}|{self.owner}"


@dataclass(frozen=True, slots=True)
class Principal:
    """On whose behalf rows are read: one owner with one agent, and the group it is speaking in, if any."""

    agent: str
    owner: Owner
    group: Owner | None = None

    @property
    def buckets(self) -> tuple[Bucket, ...]:
        """Return every bucket whose rows this principal sees, its own first. This is the visibility rule."""
        own = () if self.owner.is_system else (Bucket.personal(self.agent, self.owner),)
        group = () if self.group is None else (Bucket.personal(self.agent, self.group),)
        return (*own, *group, Bucket.team(self.agent), Bucket.everyone())


def end_user_owner(end_user_id: str | int | None, *, user_id: str | int, namespace: str | None = None) -> Owner:
    """Return whose memory an API call works on: the end user's, or the token's user if none is given or it is blank."""
    if end_user_id is None or not str(end_user_id).strip():
        return Owner.user(user_id)
    return Owner.api(end_user_id, namespace)


def _checked(value: str | int, what: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InvalidOwner(f"{value!r}: an owner's {what} is a string or an integer")
    text = unicodedata.normalize("NFC", str(value).strip())
    if not text or len(text) > MAX_OWNER_LENGTH:
        raise InvalidOwner(f"an owner's {what} has 1 to {MAX_OWNER_LENGTH} characters, not {len(text)}")
    if _FORBIDDEN.search(text):
        raise InvalidOwner(f"{text!r}: an owner's {what} may hold no control characters")
    return text


def _checked_channel(channel: str) -> str:
    if channel in RESERVED_PREFIXES:
        raise InvalidOwner(f"{channel!r} is a reserved word and no channel name")
    if not _CHANNEL.fullmatch(channel):
        raise InvalidOwner(f"{channel!r}: a channel name is lower-case ASCII, such as feishu or slack")
    return channel
