"""Whose memory an imported chat becomes."""

from datetime import UTC, datetime

import pytest

from morrow.errors import InvalidInput, InvalidOwner
from morrow.owners import Owner
from morrow.transfer.chat_lines import Line
from morrow.transfer.chat_owners import belonging

ME = Owner.user("local")


def said(*speakers: str, role: str = "user") -> list[Line]:
    at = datetime(2026, 3, 6, tzinfo=UTC)
    return [Line(number, "c", speaker, "Hello.", role, at) for number, speaker in enumerate(speakers, 1)]


def test_what_one_person_says_is_the_owners() -> None:
    whose = belonging([*said("Mara"), *said("helper", role="assistant")], name="crew", owner=ME)

    assert (whose.owner, whose.owners) == (ME, (ME,))


def test_where_several_speak_each_is_an_owner_within_a_group() -> None:
    whose = belonging(said("Mara", "Tom", "Mara"), name="crew", owner=ME)

    assert [owner.key for owner in whose.owners] == ["group:import:crew", "import:Mara", "import:Tom"]


def test_a_single_owner_has_all_that_several_say() -> None:
    whose = belonging(said("Mara", "Tom"), name="crew", owner=ME, single_owner=True)

    assert whose.owners == (ME,)
    assert whose.outsiders == frozenset()


def test_with_me_only_ones_own_words_are_heard() -> None:
    whose = belonging(said("Mara", "Tom"), name="crew", owner=ME, single_owner=True, me="Mara")

    assert whose.owners == (ME,)
    assert whose.outsiders == {"Tom"}
    assert whose.speakers["Tom"] == Owner.channel("import", "Tom")


def test_a_chat_of_the_agent_alone_is_the_owners() -> None:
    assert belonging(said("helper", role="assistant"), name="crew", owner=ME).owner == ME


def test_me_has_to_be_among_the_speakers() -> None:
    with pytest.raises(InvalidInput, match="no line is said by 'Ana'; the speakers are Mara, Tom"):
        belonging(said("Mara", "Tom"), name="crew", owner=ME, single_owner=True, me="Ana")


def test_me_without_a_single_owner_is_refused() -> None:
    with pytest.raises(InvalidInput, match="--single-owner"):
        belonging(said("Mara", "Tom"), name="crew", owner=ME, me="Mara")


def test_the_system_holds_no_chats() -> None:
    with pytest.raises(InvalidOwner, match="name one with --owner"):
        belonging(said("Mara"), name="crew", owner=Owner.system())
