"""Lays an imported chat out: each line as a message at its position, batches, turns, and the nights between. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from morrow.agent.talk import Said, new_turn
from morrow.conversations.turns import NewMessage, NewTurn
from morrow.errors import InvalidInput
from morrow.jobs.cron import Occurrence, next_occurrence
from morrow.owners import Bucket
from morrow.transfer.chat_lines import Line
from morrow.transfer.chat_owners import Belonging

BATCH_LINES = 500
BATCH_CHARACTERS = 4_000_000
TRIGGER = "import"


@dataclass(frozen=True, slots=True)
class Placed:
    """One line as a message: `position` counts from 1 within its conversation.

    `replayed_at` is its time, or that of a later one before it: within a conversation nothing overtakes.
    """

    line: int
    conversation: str
    position: int
    message: NewMessage
    replayed_at: datetime


@dataclass(frozen=True, slots=True)
class Stretch:
    """The lines between two nights, and the night that follows them."""

    lines: tuple[Placed, ...]
    night: Occurrence

    @property
    def day(self) -> date:
        """Return the local date whose night it is."""
        return self.night.day


Hashes = Mapping[str, Mapping[int, str]]
"""For each known conversation by name, the hash of each of its messages by position."""


def lay_out(lines: Iterable[Line], bucket: Bucket, whose: Belonging) -> list[Placed]:
    """Return every line as the message it becomes, in the order of the file. Raises InvalidInput naming the line."""
    positions: Counter[str] = Counter()
    latest: dict[str, datetime] = {}
    placed = []
    for line in lines:
        positions[line.conversation] += 1
        latest[line.conversation] = max(latest.get(line.conversation, line.at), line.at)
        try:
            turn = new_turn(bucket, _said(line, whose), conversation=line.conversation, trigger=TRIGGER)
        except InvalidInput as error:
            raise InvalidInput(f"line {line.number}: {error}") from error
        where = positions[line.conversation]
        placed.append(Placed(line.number, line.conversation, where, turn.messages[0], latest[line.conversation]))
    return placed


def unknown_of(placed: Iterable[Placed], known: Hashes) -> list[Placed]:
    """Return the lines that are not recorded yet. Raises InvalidInput for one that was recorded with other words."""
    fresh = []
    for one in placed:
        recorded = known.get(one.conversation, {}).get(one.position)
        if recorded is None:
            fresh.append(one)
        elif recorded != one.message.hash:
            raise InvalidInput(
                f"line {one.line}: message {one.position} of the conversation {one.conversation!r} is recorded with"
                " other words, speaker or time; change the line back, or give the conversation another name"
            )
    return fresh


def batches(placed: Iterable[Placed]) -> Iterator[list[Placed]]:
    """Yield the lines in batches for one transaction each."""
    batch: list[Placed] = []
    size = 0
    for one in placed:
        if batch and (len(batch) == BATCH_LINES or size + len(one.message.text) > BATCH_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += len(one.message.text)
    if batch:
        yield batch


def turns_of(placed: Iterable[Placed], bucket: Bucket) -> list[NewTurn]:
    """Return the lines as turns: each begins with somebody's words, and what the agent answers belongs to it."""
    groups: list[list[Placed]] = []
    for one in placed:
        is_answer = groups and one.message.role != "user" and groups[-1][-1].conversation == one.conversation
        if is_answer:
            groups[-1].append(one)
        else:
            groups.append([one])
    return [_turn(group, bucket) for group in groups]


def stretches(placed: Iterable[Placed], *, cron: str, zone: str) -> list[Stretch]:
    """Return the lines by the night that follows them, in rising order; nights after days without lines are left out.

    Such a night would find what the night before it found.
    """
    found: list[tuple[Occurrence, list[Placed]]] = []
    for one in sorted(placed, key=lambda one: one.replayed_at):
        if not found or one.replayed_at >= found[-1][0].instant:
            found.append((next_occurrence(cron, one.replayed_at, zone), []))
        found[-1][1].append(one)
    return [Stretch(tuple(lines), night) for night, lines in found]


def _said(line: Line, whose: Belonging) -> Said:
    owner = whose.speakers.get(line.speaker, whose.owner)
    origin = "external" if line.role == "user" and line.speaker in whose.outsiders else "user"
    return Said(line.text, None, role=line.role, origin=origin, speaker=line.speaker, said_by=owner, at=line.at)


def _turn(group: Sequence[Placed], bucket: Bucket) -> NewTurn:
    messages = tuple(one.message for one in group)
    return NewTurn(bucket, messages, messages[0].at, conversation=group[0].conversation, trigger=TRIGGER)
