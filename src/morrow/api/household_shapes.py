"""The JSON of who is here: tokens, members, agents and owners, and the receipts of what was erased."""

from base64 import b64encode
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from morrow.api.shapes import Answer, Moment, Shape
from morrow.household.erasing import Receipt
from morrow.household.owners import Export, Shown
from morrow.roster.roles import Role
from morrow.roster.tokens import NewToken, Token

SwitchName = Literal["recall", "capture", "dream"]
_Zone = Annotated[str | None, Field(description="An IANA name", examples=["Europe/Lisbon"])]
_Language = Annotated[Literal["en", "zh"] | None, Field(examples=["en"])]


class TokenIn(Shape):
    """What a new token allows; its role is at most its maker's, and at most the user's as a member."""

    role: Annotated[Literal["viewer", "member", "admin", "root"], Field(examples=["member"])]
    user: Annotated[str | None, Field(description="Whose it is; yours if left out", examples=["ada"])] = None
    agent: Annotated[str | None, Field(description="The only agent it reaches: a name or an id")] = None
    owner_key: Annotated[str | None, Field(description="The only owner it reaches", examples=["user:7"])] = None
    namespace: Annotated[str | None, Field(description="Keeps its end users apart", examples=["shop"])] = None
    channel: Annotated[str | None, Field(description="The channel it speaks for", examples=["feishu"])] = None
    expires_at: Annotated[str | None, Field(description="ISO 8601 with offset", examples=["2030-01-01T00:00Z"])] = None


class TokenOut(Answer):
    """A token without its secret."""

    id: str
    user: str
    role: Role
    agent: str | None
    owner_key: str | None
    namespace: str | None
    channel: str | None
    expires_at: Moment | None
    created_at: Moment
    last_used_at: Moment | None
    revoked_at: Moment | None

    @classmethod
    def of(cls, token: Token) -> Self:
        """Return the shape of a token."""
        grant = token.grant
        return cls(
            id=token.id, user=grant.user, role=grant.role, agent=grant.agent, owner_key=grant.owner,
            namespace=grant.namespace, channel=grant.channel, expires_at=grant.expires_at,
            created_at=token.created_at, last_used_at=token.last_used_at, revoked_at=token.revoked_at,
        )  # fmt: skip


class NewTokenOut(TokenOut):
    """A token just made; `token` is its secret, shown now and never again."""

    token: Annotated[str, Field(examples=["mrw_…"])]

    @classmethod
    def made(cls, made: NewToken) -> Self:
        """Return the shape of a new token."""
        return cls(token=made.secret, **dict(TokenOut.of(made.token)))


class TokensOut(Answer):
    """Tokens, the newest first."""

    tokens: list[TokenOut]


class WorkspaceOut(Answer):
    """A group of people and agents; roles are held in it."""

    id: str
    name: Annotated[str, Field(examples=["default"])]
    created_at: Moment


class WorkspacesOut(Answer):
    """The workspaces."""

    workspaces: list[WorkspaceOut]


class MemberIn(Shape):
    """What somebody is in a workspace."""

    role: Annotated[Literal["viewer", "member", "admin", "root"], Field(examples=["viewer"])]


class MemberOut(Answer):
    """A member; no token of theirs may do more than `role`."""

    user: Annotated[str, Field(examples=["ada"])]
    role: Role
    since: Moment


class MembersOut(Answer):
    """Members, by user."""

    members: list[MemberOut]


class SwitchesOut(Answer):
    """Whether memory is recalled, captured and dreamt of."""

    recall: bool
    capture: bool
    dream: bool


class SwitchIn(Shape):
    """One of the three switches, on or off."""

    switch: Annotated[SwitchName, Field(examples=["dream"])]
    on: bool


class OwnSwitchesOut(SwitchesOut):
    """An owner's switches; `inGroups`: whether a group in which they speak is told what is theirs."""

    in_groups: bool


class OwnSwitchIn(Shape):
    """One of an owner's four switches, on or off."""

    switch: Annotated[SwitchName | Literal["inGroups"], Field(examples=["inGroups"])]
    on: bool


class AgentIn(Shape):
    """A new agent."""

    name: Annotated[str, Field(examples=["ada"])]
    language: Annotated[_Language, Field(description="In which its documents begin; the server's if left out")] = None
    zone: Annotated[_Zone, Field(description="Where its nights are; the server's if left out")] = None


class AgentOut(Answer):
    """An agent; a zone of null is the server's."""

    id: str
    name: Annotated[str, Field(examples=["default"])]
    language: str
    zone: str | None
    created_at: Moment
    switches: SwitchesOut


class AgentsOut(Answer):
    """Agents, by name."""

    agents: list[AgentOut]


class ListedOwnerOut(Answer):
    """An owner; `agents` are the names of those that remember it."""

    key: Annotated[str, Field(examples=["user:local"])]
    agents: list[str]


class OwnersOut(Answer):
    """Owners, by key."""

    owners: list[ListedOwnerOut]


class LookOut(Answer):
    """Somebody else looked into this owner's memory."""

    by: Annotated[str, Field(examples=["user:ada"])]
    what: Annotated[str, Field(examples=["GET /api/v1/memory/default/search"])]
    at: Moment


class OwnerOut(ListedOwnerOut):
    """What is set for an owner, how many rows of each kind are kept, and who else looked at them."""

    zone: str | None
    language: str | None
    switches: OwnSwitchesOut
    rows: Annotated[dict[str, int], Field(examples=[{"message": 12}])]
    looks: Annotated[list[LookOut], Field(default_factory=list)]

    @classmethod
    def of(cls, shown: Shown) -> Self:
        """Return the shape of an owner."""
        return cls.model_validate(shown)


class OwnerIn(Shape):
    """What is set for an owner; null takes the agent's."""

    zone: _Zone = None
    language: _Language = None


class ExportOut(OwnerOut):
    """All that is kept of an owner: `kept` holds every row by table, its columns as they are stored."""

    exported_at: Moment
    kept: dict[str, list[dict[str, Any]]]

    @classmethod
    def exported(cls, export: Export) -> Self:
        """Return the shape of an export."""
        kept = {table: [_plain(row.values) for row in rows] for table, rows in export.kept.items()}
        told = dict(OwnerOut.of(export))
        return cls(**told, exported_at=export.exported_at, kept=kept)


class ReceiptOut(Answer):
    """What was erased, or (`isDone` is false) would be: rows by table, and files; `unreached` is what stays."""

    is_done: bool
    agents: list[str]
    rows: Annotated[dict[str, int], Field(examples=[{"message": 12}])]
    files: int
    unreached: Annotated[dict[str, int], Field(description="`group_messages`: words in groups, which are the group's")]

    @classmethod
    def of(cls, receipt: Receipt) -> Self:
        """Return the shape of a receipt."""
        return cls.model_validate(receipt)


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    """Return a row's columns as JSON has them."""
    return {name: _told(value) for name, value in values.items()}


def _told(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return b64encode(value).decode() if isinstance(value, bytes) else value
