"""Decides whose memory an imported chat becomes: one person's, or a group's with an owner for each speaker. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from morrow.errors import InvalidInput, InvalidOwner
from morrow.owners import Owner
from morrow.transfer.chat_lines import Line

CHANNEL = "import"
_LISTED = 10


@dataclass(frozen=True, slots=True)
class Belonging:
    """To whom a file's conversations belong, and whose the words of each human speaker are.

    The words of `outsiders` are kept and found, and never extracted.
    """

    owner: Owner
    speakers: Mapping[str, Owner]
    outsiders: frozenset[str] = frozenset()

    @property
    def owners(self) -> tuple[Owner, ...]:
        """Return everyone whose memory may change, the owner of the conversations first."""
        heard = (owner for speaker, owner in self.speakers.items() if speaker not in self.outsiders)
        return tuple(dict.fromkeys((self.owner, *heard)))


def belonging(
    lines: Iterable[Line], *, name: str, owner: Owner, single_owner: bool = False, me: str | None = None
) -> Belonging:
    """Return whose the lines of the file `name` are.

    One human speaker, or `single_owner`: all of it is `owner`'s, and with `me` only that speaker's words are extracted.
    More: the conversations are the group's, and what each says is the speaker's own. Raises InvalidInput.
    """
    humans = list(dict.fromkeys(line.speaker for line in lines if line.role == "user"))
    if me is not None and not single_owner:
        raise InvalidInput("--me says whose lines are extracted in a chat of one owner; add --single-owner")
    if me is not None and me not in humans:
        raise InvalidInput(f"no line is said by {me!r}; the speakers are {_listed(humans)}")
    if len(humans) > 1 and not single_owner:
        return Belonging(Owner.group(CHANNEL, name), MappingProxyType({who: speaker_owner(who) for who in humans}))
    if owner.is_system:
        raise InvalidOwner("a chat belongs to a person or a group; name one with --owner, such as user:local")
    outsiders = frozenset(humans) - {me} if me is not None else frozenset()
    return Belonging(
        owner,
        MappingProxyType({who: speaker_owner(who) if who in outsiders else owner for who in humans}),
        outsiders,
    )


def speaker_owner(speaker: str) -> Owner:
    """Return the owner that an imported speaker becomes."""
    return Owner.channel(CHANNEL, speaker)


def _listed(humans: list[str]) -> str:
    more = f" and {len(humans) - _LISTED} more" if len(humans) > _LISTED else ""
    return ", ".join(humans[:_LISTED]) + more or "none"
