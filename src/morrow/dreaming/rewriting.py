"""Reads a plan from the MEMORY.md that a model wrote. A model chooses and words; what is not a candidate stays out."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from morrow.documents.day_mark import without_mark
from morrow.documents.entries import Add, Entry, Move, Operation, Replace, Retire, body_of
from morrow.documents.operations import LEFT_OUT, diff
from morrow.dreaming.candidates import Candidate
from morrow.dreaming.contract import accepted
from morrow.dreaming.focus import accepted_for
from morrow.dreaming.gates import Merged, Promoted, Superseded, Verdict
from morrow.dreaming.kinds import heading_for
from morrow.dreaming.notes import NoteLine
from morrow.dreaming.plan import Plan, Planned
from morrow.dreaming.reasons import Reason
from morrow.dreaming.report import Outcome, ReportItem
from morrow.text.polarity import denied_tokens
from morrow.text.shapes import refused_shape
from morrow.text.words import content_tokens, topic_tokens

MOST_LINES_OF_A_CANDIDATE = 3
MAX_HEADING_CHARACTERS = 60
_REASON = "left out of memory by a model"
# These go to the gates as they are: they know by them that the answer is not whole, and hold the run.
_BROKEN = frozenset({"placeholder", "role_token"})


def plan_rewriting(
    text: str,
    *,
    shown: Sequence[Entry],
    verdicts: Sequence[Verdict],
    lines: Iterable[NoteLine],
    headings: Sequence[str],
) -> Plan:
    """Return the plan that makes the entries `shown` into those of `text`, as far as it rests on candidates.

    A new line has to say what an accepted candidate says, and a new wording what memory or a candidate says; else it is
    turned away. What the model took back of a line that a candidate corrects becomes its replacement.
    """
    operations = diff(shown, text)
    reading = _Reading(shown, verdicts, operations, frozenset(_words(lines, shown, headings)), tuple(headings))
    for operation in _paired(operations, reading):
        reading.take(operation)
    return Plan(tuple(reading.planned), tuple(reading.more))


@dataclass(slots=True)
class _Reading:
    shown: Sequence[Entry]
    verdicts: Sequence[Verdict]
    operations: Sequence[Operation]
    words: frozenset[str]
    headings: tuple[str, ...]
    planned: list[Planned] = field(default_factory=list)
    more: list[ReportItem] = field(default_factory=list)
    _used: Counter[str] = field(default_factory=Counter)

    def verdict_for(self, text: str) -> Promoted | Superseded | None:
        """Return the accepted verdict whose candidate a line puts into words, or None."""
        choices = {verdict.candidate.key: verdict for verdict in accepted(self.verdicts)}
        found = accepted_for(text, [verdict.candidate for verdict in choices.values()])
        return choices[found.key] if found else None

    def take(self, operation: Operation) -> None:
        """Plan an operation of the answer, or note why it is not done."""
        match operation:
            case Add():
                self._add(operation)
            case Replace():
                self._replace(operation)
            case Retire(entry):
                old = self._entry(entry)
                self._with_item(Retire(entry, _REASON, self._successor(old)), Outcome.RETIRED, old, text=old.body)
            case Move(entry, section):
                if self._is_sayable(section):
                    self.planned.append(Planned(Move(entry, section)))

    def _add(self, add: Add) -> None:
        body = without_mark(body_of(add.text))
        if refused_shape(body) in _BROKEN:
            self._broken(add, body, add.section)
            return
        verdict = self.verdict_for(body)
        if verdict is None or self._used[verdict.candidate.key] >= MOST_LINES_OF_A_CANDIDATE:
            self.more.append(_refused(body, add.section))
            return
        self._used[verdict.candidate.key] += 1
        section = add.section if self._is_sayable(add.section) else heading_for(body, self.headings)
        self.planned.append(Planned(Add(section, add.text, verdict.candidate.sources), verdict))

    def _replace(self, replace: Replace) -> None:
        old, new = self._entry(replace.entry), body_of(replace.text)
        if sorted(content_tokens(old.body)) == sorted(content_tokens(new)):
            return  # other signs only
        if refused_shape(new) in _BROKEN:
            self._broken(replace, new, old.section)
            return
        if _is_broken(old.body, new):
            self.more.append(_refused(new, old.section))
            return
        fresh = set(content_tokens(new)) - self._merged(old)
        backing = self._backing(without_mark(new), fresh) if fresh or _turns_round(old.body, new) else None
        if backing is None and (fresh or _turns_round(old.body, new)):
            self.more.append(_refused(new, old.section))
        elif not isinstance(backing, Superseded) and topic_tokens(old.body) - self._told(without=old.id) - _words_of(
            new
        ):
            item = ReportItem(
                f"entry:{old.id}", Outcome.TURNED_AWAY, old.body, Reason.SHORTENED, new, old.section, old.id
            )
            self.more.append(item)
        elif backing is not None:
            self._used[backing.candidate.key] += 1
            renewed = Replace(replace.entry, replace.text, backing.candidate.sources)
            self.planned.append(Planned(renewed, backing))
        else:
            self._with_item(replace, Outcome.REWORDED, old, text=new)

    def _broken(self, operation: Operation, text: str, section: str) -> None:
        key = _line_id(text)
        self.planned.append(Planned(operation, item=key))
        shape = refused_shape(text) or ""
        self.more.append(ReportItem(key, Outcome.TURNED_AWAY, text, Reason.GATE, shape, section))

    def _backing(self, new: str, fresh: set[str]) -> Promoted | Superseded | Merged | None:
        """Return the verdict whose candidate says what a new wording says beyond the old one, or None."""
        verdict = self.verdict_for(new)
        if verdict is not None:
            return verdict
        backed = [v for v in self.verdicts if isinstance(v, Promoted | Superseded | Merged)]
        return next((one for one in backed if fresh and fresh <= _tokens_of(one.candidate)), None)

    def _with_item(self, operation: Operation, outcome: Outcome, entry: Entry, *, text: str) -> None:
        item = f"entry:{entry.id}"
        self.planned.append(Planned(operation, item=item))
        told = ReportItem(item, outcome, text, section=entry.section, entry=entry.id, replaced=entry.body)
        self.more.append(told)

    def _merged(self, entry: Entry) -> set[str]:
        """Return the words of an entry and of those that the answer takes out: a merge may say them all."""
        gone = {operation.entry for operation in self.operations if isinstance(operation, Retire)}
        return {
            token for one in self.shown if one.id == entry.id or one.id in gone for token in content_tokens(one.body)
        }

    def _told(self, *, without: str) -> set[str]:
        """Return the words of all lines of the answer but one."""
        return {token for key, text in self._new_texts() if key != without for token in content_tokens(text)}

    def _successor(self, old: Entry) -> str | None:
        """Return the entry whose words in the answer are also those of an entry that it takes out, or None."""
        wanted = topic_tokens(old.body)
        return next((key for key, text in self._new_texts() if key and wanted and wanted <= _words_of(text)), None)

    def _new_texts(self) -> Iterable[tuple[str, str]]:
        changed = {op.entry: op.text for op in self.operations if isinstance(op, Replace)}
        gone = {op.entry for op in self.operations if isinstance(op, Retire)}
        yield from ((one.id, changed.get(one.id, one.text)) for one in self.shown if one.id not in gone)
        yield from (("", op.text) for op in self.operations if isinstance(op, Add))

    def _entry(self, wanted: str) -> Entry:
        return next(entry for entry in self.shown if entry.id == wanted)

    def _is_sayable(self, section: str) -> bool:
        """Whether a heading is the document's own, or says only words that the night's lines say."""
        if section in self.headings or not section:
            return True
        return len(section) <= MAX_HEADING_CHARACTERS and _words_of(section) <= self.words


def _paired(operations: Iterable[Operation], reading: _Reading) -> list[Operation]:
    """Return the operations with a correction as one: a line taken out and its new value added become a replacement."""
    found = list(operations)
    for verdict in reading.verdicts:
        if not isinstance(verdict, Superseded):
            continue
        out = next((op for op in found if op == Retire(verdict.entry.id, LEFT_OUT)), None)
        added = next((op for op in found if isinstance(op, Add) and _says(op, verdict, reading)), None)
        if out is not None and isinstance(added, Add):
            found = [op for op in found if op is not out]
            found[found.index(added)] = Replace(verdict.entry.id, added.text)
    return found


def _says(add: Add, verdict: Superseded, reading: _Reading) -> bool:
    return reading.verdict_for(without_mark(body_of(add.text))) is verdict


def _words(lines: Iterable[NoteLine], shown: Iterable[Entry], headings: Iterable[str]) -> Iterable[str]:
    for text in (*(line.text for line in lines), *(entry.text for entry in shown), *headings):
        yield from content_tokens(text)


def _words_of(text: str) -> set[str]:
    return set(content_tokens(text))


def _is_broken(old: str, new: str) -> bool:
    """Whether a wording holds what a decoder puts for bytes it could not read, or a line that ran into the next."""
    return ("\ufffd" in new and "\ufffd" not in old) or ("\n" in new and "\n" not in old)


def _turns_round(old: str, new: str) -> bool:
    """Whether a word that both say is denied in one of them only."""
    shared = _words_of(old) & _words_of(new)
    denied, now_denied = denied_tokens(old), denied_tokens(new)
    return any((token in denied) != (token in now_denied) for token in shared)


def _tokens_of(candidate: Candidate) -> set[str]:
    return {token for line in candidate.lines for token in (*content_tokens(line.text), *content_tokens(line.quote))}


def _line_id(text: str) -> str:
    return f"line:{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _refused(text: str, section: str) -> ReportItem:
    return ReportItem(_line_id(text), Outcome.TURNED_AWAY, text, Reason.NOT_A_CANDIDATE, section=section)
