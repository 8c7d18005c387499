"""The conserve gate: no number, date, name or quote leaves a document unless the same run writes it down again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from morrow.documents.day_mark import without_mark
from morrow.documents.entries import Entry, Replace, Retire
from morrow.documents.gates.context import Run, joined, new_text_of
from morrow.documents.gates.correction import correction_of
from morrow.documents.gates.verdict import Accept, Hold, Reason, Verdict
from morrow.text.similarity import Duplicates
from morrow.text.specifics import Reading, Specific, read

# A held replacement takes its words out of the run, which may hold a retirement that relied on them, and so on.
# Real runs settle in two rounds; a longer chain is built to cost time, and the rest of it is held unread.
MAX_ROUNDS = 6
_NUMBER = re.compile(r"\d[\d.,:/-]*")
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Part:
    """One document of a run, with the verdicts on its operations so far."""

    run: Run
    verdicts: tuple[Verdict, ...]

    def with_verdicts(self, verdicts: Sequence[Verdict]) -> "Part":
        """Return the part with other verdicts."""
        return replace(self, verdicts=tuple(verdicts))

    @property
    def survivors(self) -> tuple[Entry, ...]:
        """Return the entries that the accepted operations leave as they are."""
        gone = {operation.entry for verdict in self.verdicts if (operation := _taking(verdict))}
        return tuple(entry for entry in self.run.context.entries if entry.id not in gone)


def conserve(parts: Sequence[Part]) -> list[Part]:
    """Hold each replacement and retirement that would lose a specific, until those left lose none together."""
    settled = list(parts)
    if not any(_taking(verdict) for part in settled for verdict in part.verdicts):
        return settled
    for _ in range(MAX_ROUNDS):
        written = joined([text for part in settled for text in _new_texts(part)])
        judged = [part.with_verdicts(_judged_again(part, written)) for part in settled]
        if not any(_count_held(after) > _count_held(before) for before, after in zip(settled, judged, strict=True)):
            return judged
        settled = judged
    return [part.with_verdicts([_held_unread(verdict, part) for verdict in part.verdicts]) for part in settled]


def _judged_again(part: Part, written: Reading) -> list[Verdict]:
    kept = {entry.id: entry for entry in part.survivors}
    duplicates = Duplicates((entry.id, part.run.statement(entry.text)) for entry in kept.values())
    return [_judge(verdict, part.run, written=written, kept=kept, duplicates=duplicates) for verdict in part.verdicts]


def _judge(verdict: Verdict, run: Run, *, written: Reading, kept: dict[str, Entry], duplicates: Duplicates) -> Verdict:
    operation = _taking(verdict)
    if operation is None or not isinstance(verdict, Accept) or verdict.corrected_by:
        return verdict
    old = without_mark(run.entries[operation.entry].text)  # a correction is said on another day: that loses nothing
    lost = [specific for specific in run.exactly(old) if not written.has(specific)]
    if isinstance(operation, Retire):
        elsewhere = read(operation.reason + "\n" + (kept[operation.by].text if operation.by in kept else ""))
        is_repeated = bool(lost) and duplicates.find(run.statement(old)) is not None
        lost = [] if is_repeated else [specific for specific in lost if not elsewhere.has(specific)]
    is_changed_value = isinstance(operation, Replace) and _only_numbers_differ(
        run.statement(old), run.statement(without_mark(operation.text))
    )
    if not (lost or is_changed_value) or run.context.whole_by_contract:
        return verdict
    message = correction_of(run, run.entries[operation.entry], new_text_of(operation), is_strict=False)
    if message:
        return replace(verdict, corrected_by=message.id)
    return Hold(operation, Reason.WOULD_LOSE, _named(lost))


def _only_numbers_differ(old: str, new: str) -> bool:
    """Whether the words are the same and a number in them is not: what other entries say of numbers is no excuse."""
    if _SIGNS.sub(" ", _NUMBER.sub(" 0 ", old)) != _SIGNS.sub(" ", _NUMBER.sub(" 0 ", new)):
        return False
    numbers, changed = _NUMBER.findall(old), _NUMBER.findall(new)
    return [_value(one) for one in numbers] != [_value(one) for one in changed]


def _value(number: str) -> str:
    """Return a number without what only groups its digits."""
    return number.replace(",", "").rstrip(".:/-")


def _held_unread(verdict: Verdict, part: Part) -> Verdict:
    operation = _taking(verdict)
    if operation is None or part.run.context.whole_by_contract:
        return verdict
    return Hold(operation, Reason.WOULD_LOSE)


def _taking(verdict: Verdict) -> Replace | Retire | None:
    """Return the accepted operation that takes an entry's words away, if the verdict is one."""
    operation = verdict.operation if isinstance(verdict, Accept) else None
    return operation if isinstance(operation, Replace | Retire) else None


def _new_texts(part: Part) -> list[str]:
    accepted = [v.operation for v in part.verdicts if isinstance(v, Accept)]
    texts = [text for operation in accepted if (text := new_text_of(operation)) is not None]
    return [*texts, *part.run.context.written_elsewhere]


def _count_held(part: Part) -> int:
    return sum(isinstance(verdict, Hold) for verdict in part.verdicts)


def _named(lost: list[Specific]) -> str:
    return ", ".join(specific.value for specific in sorted(lost))[:200]
