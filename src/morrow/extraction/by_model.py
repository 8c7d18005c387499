"""The model engine at work on a stretch of conversation: asks, checks what each line rests on, and places it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from morrow.conversations.turns import Message
from morrow.documents.entries import Add, Entry, Operation, Origin, Replace, Source, body_of
from morrow.documents.gates.context import RunInput, new_text_of
from morrow.documents.names import MEMORY, PROFILE, daily_note
from morrow.documents.notes import append_to_note
from morrow.documents.operations import diff
from morrow.documents.structured import Section, structured_name, upsert
from morrow.errors import InvalidInput
from morrow.extraction.by_rules import is_asked, said_words
from morrow.extraction.contract import Question, ask_about, with_true_ids
from morrow.extraction.evidence import Window
from morrow.extraction.groups import is_group
from morrow.extraction.listening import Listening, Shelf
from morrow.extraction.openers import opening_verbs
from morrow.extraction.placing import item
from morrow.extraction.wanted import Found, Wanted
from morrow.models.answers import EXTRACTION_SCHEMA, ExtractionAnswer, StructuredEntry, read_extraction
from morrow.models.chat import ChatModel
from morrow.models.questions import Answered, Cost, Failed, ask, name_of
from morrow.models.usage import Payer, paid_by
from morrow.models.wire import rough_tokens
from morrow.text.similarity import Duplicates, normalise
from morrow.text.words import content_tokens
from morrow.writing.change import Change
from morrow.writing.propose import Words

SOURCE = "auto-summary"
PAID_AS = "extraction"
_CLAUSE_END = re.compile(r"[;；，\n]")


async def find_by_model(listening: Listening, model: ChatModel, *, summary_max_tokens: int) -> Found | Failed:
    """Return what the model proposes for each memory that may learn from these words, or why it could not be asked."""
    wanted: list[Wanted] = []
    cost, prompt = Cost(), ""
    for bucket, messages in listening.heard_by.items():
        if not any(message.role == "user" for message in messages):
            continue
        shelf = listening.shelves[bucket]
        whose = _whose(listening, shelf)
        today = shelf.day_of(messages[-1])
        question = ask_about(messages, shelf, whose=whose, today=today, summary_max_tokens=summary_max_tokens)
        answered = await ask(
            paid_by(model, Payer(bucket.agent, bucket.owner, PAID_AS)),
            question.messages,
            read_extraction,
            schema=EXTRACTION_SCHEMA,
            max_tokens=question.max_tokens,
        )
        cost, prompt = cost.plus(answered.cost), question.prompt
        if isinstance(answered, Failed):
            return replace(answered, cost=cost)
        found = _wanted(
            answered, question, messages, shelf, most_tokens=summary_max_tokens, keeps_own=whose == "person"
        )
        wanted += [found] if found.changes else []
    return Found(name_of(model), tuple(wanted), prompt, cost)


def _whose(listening: Listening, shelf: Shelf) -> str:
    bucket = listening.unread.conversation.bucket
    if not is_group(bucket):
        return "person"
    return "group" if shelf.bucket == bucket else "member"


def _wanted(
    answered: Answered[ExtractionAnswer], question: Question, messages: Sequence[Message], shelf: Shelf, *,
    most_tokens: int, keeps_own: bool,
) -> Wanted:  # fmt: skip
    window = Window(tuple(messages), with_true_ids(answered.answer.evidence, question.ids), shelf.zone)
    changes = Plan(shelf, window, shelf.day_of(messages[-1]), keeps_own).changes(answered.answer, most_tokens)
    return Wanted(shelf.bucket, changes, words_of(changes, messages, shelf))


def words_of(changes: Sequence[Change], messages: Sequence[Message], shelf: Shelf) -> Words:
    """Return what the gates check a model's changes against: the messages, and all that the model was shown."""
    texts = [*(document.text for document in shelf.documents.values()), *shelf.background.values()]
    asked = is_asked(messages, shelf.zone)
    lines = [text for change in changes for operation in change.operations if (text := new_text_of(operation))]
    verbs = opening_verbs(lines, [message.text for message in messages])
    inputs = [RunInput(text) for text in (*texts, " ".join(verbs)) if text]
    return said_words(messages, asked=asked, zone=shelf.zone, more=inputs)


@dataclass(frozen=True, slots=True)
class Plan:
    """How an answer becomes changes of one owner's documents.

    A line that no user message supports goes to the daily note only, and nowhere if it is remembered already or if
    several people spoke (`keeps_own` is then false): whose it is cannot be known.
    """

    shelf: Shelf
    window: Window
    today: date
    keeps_own: bool
    source: str = SOURCE

    def changes(self, answer: ExtractionAnswer, most_tokens: int) -> tuple[Change, ...]:
        """Return the changes, one a document at most."""
        note, entries = _within(answer, most_tokens)
        asked: dict[str, list[Operation]] = {}
        leftover: list[Add] = []
        for name, text in ((PROFILE, answer.profile_update), (MEMORY, answer.memory_update)):
            for operation in diff(self.shelf.entries(name), text) if text else ():
                self._sort(asked.setdefault(name, []), leftover, operation, name)
        for entry in entries:
            self._upsert(asked, leftover, entry)
        for add in [*self._note_lines(note), *leftover]:
            for name, operation in self._for_note(add):
                asked.setdefault(name, []).append(operation)
        return tuple(self._change(name, operations) for name, operations in asked.items() if operations)

    def _sort(self, kept: list[Operation], leftover: list[Add], operation: Operation, name: str) -> None:
        """Keep what a user message supports; another new line is left over for the note, another rewording dropped."""
        if isinstance(operation, Add):
            traced = self.window.trace(body_of(operation.text))
            if traced.sources and traced.origin is not Origin.AGENT:
                kept.append(Add(operation.section, operation.text, traced.sources, traced.origin))
            else:
                leftover.append(Add("", item(body_of(operation.text)), traced.sources, traced.origin))
        elif isinstance(operation, Replace):
            sources = self._reworded(operation, self.shelf.entries(name))
            if sources is not None:
                kept.append(Replace(operation.entry, operation.text, sources))
        else:
            kept.append(operation)

    def _reworded(self, operation: Replace, entries: Sequence[Entry]) -> tuple[Source, ...] | None:
        """Return the sources of an entry's new words, or None if neither a user nor the document says them."""
        old = next(entry for entry in entries if entry.id == operation.entry)
        if _is_same_or_broken(old.body, body_of(operation.text)):
            return None
        known = {token for entry in entries for token in content_tokens(entry.text)}
        if set(content_tokens(operation.text)) <= known:
            return ()
        added = _words_added(old.body, body_of(operation.text))
        traced = self.window.trace(body_of(operation.text))
        traced = traced if traced.is_users else self.window.trace(added)
        return traced.sources if traced.is_users else None

    def _upsert(self, asked: dict[str, list[Operation]], leftover: list[Add], entry: StructuredEntry) -> None:
        traced = self.window.trace(entry.content)
        if not traced.sources or traced.origin is Origin.AGENT:
            leftover.append(Add("", item(f"{entry.key}: {entry.content}"), traced.sources, traced.origin))
            return
        name = structured_name(entry.type)
        said = [m for m in self.window.messages if any(m.id == source.message for source in traced.sources)]
        section = Section(entry.key, entry.content, self.source, max(self.shelf.day_of(message) for message in said))
        try:
            operation = upsert(self.shelf.entries(name), section, sources=traced.sources)
        except InvalidInput:  # a key of marks only names nothing
            return
        if isinstance(operation, Replace) and traced.origin is not Origin.USER:
            return  # words from outside replace nobody's
        placed = operation if isinstance(operation, Replace) else _from(operation, traced.origin)
        operations = asked.setdefault(name, [])
        if not any(_same_place(placed, other) for other in operations):
            operations.append(placed)

    def _note_lines(self, note: str | None) -> Iterable[Add]:
        if not note:
            return
        before = self.shelf.text(daily_note(self.today))
        entries = self.shelf.entries(daily_note(self.today))
        for operation in diff(entries, append_to_note(before, note, self.today)):
            if isinstance(operation, Add):
                traced = self.window.trace(body_of(operation.text))
                yield Add(operation.section, operation.text, traced.sources, traced.origin)

    def _for_note(self, add: Add) -> Iterable[tuple[str, Add]]:
        """Give the note of the day on which a line's words were said, unless nobody said them and they are known."""
        text = body_of(add.text)
        if not add.sources and (not self.keeps_own or self._is_remembered(text) or not self.window.touches(text)):
            return
        said = [m for m in self.window.messages if any(m.id == source.message for source in add.sources)]
        day = self.shelf.day_of(said[0]) if said else self.today
        yield daily_note(day), add

    def _is_remembered(self, text: str) -> bool:
        known = Duplicates(
            (entry.id, entry.body) for name in self.shelf.documents for entry in self.shelf.entries(name)
        )
        wanted = set(content_tokens(text))
        return known.find(text) is not None or any(
            wanted and wanted <= set(content_tokens(entry.text))
            for name in self.shelf.documents
            for entry in self.shelf.entries(name)
        )

    def _change(self, name: str, operations: Sequence[Operation]) -> Change:
        first = f"# {name.rpartition('/')[2].removesuffix('.md')}\n"
        return Change(self.shelf.bucket, name, tuple(operations), first, self.shelf.read(name))


def _is_same_or_broken(old: str, new: str) -> bool:
    """Whether a rewording changes signs only, or holds what a decoder puts for bytes that it could not read."""
    return sorted(content_tokens(old)) == sorted(content_tokens(new)) or ("\ufffd" in new and "\ufffd" not in old)


def _within(answer: ExtractionAnswer, most_tokens: int) -> tuple[str | None, tuple[StructuredEntry, ...]]:
    """Return as much of the note and the structured entries as their bound allows, whole lines and entries only."""
    room = most_tokens
    lines: list[str] = []
    for line in (answer.daily_entry or "").split("\n"):
        room -= rough_tokens(line) if line.strip() else 0
        if room < 0:
            break
        lines.append(line)
    entries: list[StructuredEntry] = []
    for entry in answer.structured_entries:
        room -= rough_tokens(entry.key) + rough_tokens(entry.content)
        if room < 0:
            break
        entries.append(entry)
    return "\n".join(lines).strip("\n") or None, tuple(entries)


def _words_added(old: str, new: str) -> str:
    """Return the clauses of `new` that `old` does not hold."""
    known = normalise(old)
    clauses = _CLAUSE_END.split(new)
    return "\n".join(clause for clause in clauses if normalise(clause) not in known) or new


def _from(add: Add, origin: Origin) -> Add:
    return Add(add.section, add.text, add.sources, origin)


def _same_place(one: Operation, other: Operation) -> bool:
    if isinstance(one, Replace) and isinstance(other, Replace):
        return one.entry == other.entry
    return isinstance(one, Add) and isinstance(other, Add) and one.section == other.section
