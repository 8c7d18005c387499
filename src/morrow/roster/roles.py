"""Who may do what: four roles, and the least one for each act. Asks no store."""

from enum import StrEnum

from morrow.errors import NotAllowed


class Role(StrEnum):
    """What somebody is in a workspace, from the least to the most."""

    VIEWER = "viewer"
    MEMBER = "member"
    ADMIN = "admin"
    ROOT = "root"

    @property
    def rank(self) -> int:
        """Return where the role stands: 0 for a viewer, 3 for root."""
        return _RANKS[self]

    def covers(self, other: "Role") -> bool:
        """Whether this role may do all that `other` may."""
        return self.rank >= other.rank


_RANKS = {Role.VIEWER: 0, Role.MEMBER: 1, Role.ADMIN: 2, Role.ROOT: 3}


class Act(StrEnum):
    """What can be asked for, as far as roles tell it apart."""

    OWN_MEMORY = "own_memory"  # chat; see, search, export, correct and forget one's own; own card and inbox
    READ_SHARED = "read_shared"  # shared documents, facts, reports; export a snapshot
    WRITE_SHARED = "write_shared"  # shared documents, contradictions, jobs, import, prompt files
    WRITE_SOUL = "write_soul"  # SOUL.md and AGENTS.md
    OTHER_OWNERS = "other_owners"  # other owners' memory; each access stands in the audit
    ADMINISTER = "administer"  # tokens, agents, settings, providers
    WRITE_GLOBAL = "write_global"  # documents of the whole instance
    DELETE_WORKSPACE = "delete_workspace"


# Source: docs/access.md, "Roles".
LEAST_ROLE: dict[Act, Role] = {
    Act.OWN_MEMORY: Role.VIEWER,
    Act.READ_SHARED: Role.VIEWER,
    Act.WRITE_SHARED: Role.MEMBER,
    Act.WRITE_SOUL: Role.ADMIN,
    Act.OTHER_OWNERS: Role.ADMIN,
    Act.ADMINISTER: Role.ADMIN,
    Act.WRITE_GLOBAL: Role.ROOT,
    Act.DELETE_WORKSPACE: Role.ROOT,
}


def may(role: Role, act: Act) -> bool:
    """Whether `role` is enough for `act`."""
    return role.covers(LEAST_ROLE[act])


def demand(role: Role, act: Act) -> None:
    """Raise NotAllowed, naming the role it takes, if `role` is not enough for `act`."""
    if not may(role, act):
        raise NotAllowed(f"{act.replace('_', ' ')} takes the role {LEAST_ROLE[act]}; this caller is a {role}")
