"""Whose memory a request works on: from who asks and whom the request names, never from anything a model wrote."""

from dataclasses import dataclass

from morrow.access.identity import Identity
from morrow.agent import Agent
from morrow.errors import InvalidInput, NotAllowed, NotFound
from morrow.memory import Memory
from morrow.owners import Owner, end_user_owner
from morrow.roster.roles import Act, may

FIRST_AGENT = "default"


@dataclass(frozen=True, slots=True)
class Named:
    """Whom a request names, as it came: an end user, or a channel's sender, or an owner by its key."""

    end_user_id: str | int | None = None
    channel: str | None = None
    sender_id: str | int | None = None
    chat_id: str | int | None = None
    owner_key: str | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, whose memory the request works on, in which group, and under which name the person is known.

    `is_foreign` says that an admin looks into somebody else's memory, which is written down.
    """

    identity: Identity
    owner: Owner
    group: Owner | None = None
    said_by: Owner | None = None
    is_foreign: bool = False


def resolve(identity: Identity, named: Named) -> Caller:
    """Return the caller of a request. Source: docs/access.md, "Whose memory".

    Raises InvalidInput and InvalidOwner for what cannot be read, NotAllowed for a channel or an end user that these
    credentials do not speak for, NotFound for an owner that is not theirs to see.
    """
    found = _named_owner(identity, named) if named.owner_key is not None else _speaker(identity, named)
    if identity.owner is not None and found.owner != identity.owner:
        raise NotFound(f"{found.owner}: this token is for one owner, and this is another")
    return found


def check_reads_only(caller: Caller, *, changes: bool) -> None:
    """Raise NotAllowed for a change in somebody else's memory: an admin may look, the owner decides."""
    if caller.is_foreign and changes:
        raise NotAllowed("ownerKey is for looking; what belongs to somebody else only that owner changes")


async def known_agent(identity: Identity, memory: Memory, name: str) -> Agent:
    """Return the agent of that name or id. Raises NotFound for none, and for one beyond the caller's reach."""
    agent = await memory.known_agent(name)
    if identity.agent is not None and (await agent.row()).id != identity.agent:
        raise NotFound(f"{name!r}: no such agent; one is made when it first talks or remembers")
    return agent


async def any_agent(identity: Identity, memory: Memory, name: str) -> Agent:
    """Return the agent of that name, to be made when first used: `default` for everybody, another one for admins."""
    if identity.agent is None and (name == FIRST_AGENT or may(identity.role, Act.ADMINISTER)):
        return memory.agent(name)
    return await known_agent(identity, memory, name)


def _named_owner(identity: Identity, named: Named) -> Caller:
    if (named.end_user_id, named.channel, named.sender_id, named.chat_id) != (None, None, None, None):
        raise InvalidInput("ownerKey names the owner whole; leave out endUserId, channel, senderId and chatId")
    owner = Owner.parse(named.owner_key or "")
    if owner == identity.own:
        return Caller(identity, owner)
    if identity.owner is not None or not may(identity.role, Act.OTHER_OWNERS):
        raise NotFound(f"{owner}: no such owner, or not yours to see")
    return Caller(identity, owner, is_foreign=True)


def _speaker(identity: Identity, named: Named) -> Caller:
    if named.channel is not None:
        return _on_channel(identity, named, named.channel)
    if named.sender_id is not None or named.chat_id is not None:
        raise InvalidInput("senderId and chatId belong to a channel; name it, such as feishu")
    if named.end_user_id is None or not str(named.end_user_id).strip():
        return Caller(identity, identity.own)
    if identity.kind == "session":
        raise NotAllowed("a browser speaks for its own user; end users are an integration's, which has a token")
    if identity.channel is not None:
        raise NotAllowed(f"this token speaks for {identity.channel}; give channel and senderId, not endUserId")
    return Caller(identity, end_user_owner(named.end_user_id, user_id=identity.user, namespace=identity.namespace))


def _on_channel(identity: Identity, named: Named, channel: str) -> Caller:
    if named.end_user_id is not None:
        raise InvalidInput("give endUserId or channel and senderId, not both")
    if named.sender_id is None:
        raise InvalidInput(f"who speaks on {channel}? give senderId")
    sender = Owner.channel(channel, named.sender_id)
    if identity.channel != channel:
        raise NotAllowed(f"this caller may not speak for {channel}; `morrow tokens create --channel {channel}` can")
    if named.chat_id is None:
        return Caller(identity, sender)
    if identity.owner is not None:
        raise NotFound("this token is for one owner, and a group is not that owner's alone")
    return Caller(identity, sender, group=Owner.group(channel, named.chat_id), said_by=sender)
