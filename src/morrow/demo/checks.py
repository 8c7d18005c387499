"""Looks at what was found, whether what must never become memory stayed out, and what is left to a person. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from morrow.conversations.turns import Message
from morrow.demo.findings import Findings
from morrow.documents.entries import Document, Source
from morrow.i18n import translate

_REDACTED = "[REDACTED:"


@dataclass(frozen=True, slots=True)
class Check:
    """A claim about the memory, whether it holds, and what was looked at to know."""

    claim: str
    holds: bool
    seen: str


def check_all(findings: Findings) -> tuple[Check, ...]:
    """Return every check of the demo."""
    return (
        _everything_is_recorded(findings),
        _quotes_stand(findings),
        _injection_stays_out(findings),
        _secret_is_written_over(findings),
        _log_stays_out(findings),
        _correction_is_respected(findings),
        _owners_are_apart(findings),
    )


def left_to_people(findings: Findings) -> tuple[str, ...]:
    """Return what the fortnight holds and morrow leaves to a person, each with what the memory shows of it now."""
    return tuple(line for line in (_contradiction(findings), _forgetting(findings)) if line)


def _everything_is_recorded(findings: Findings) -> Check:
    lang = findings.plan.lang
    stored = sum(len(messages) for messages in findings.transcript.values())
    return Check(
        translate("Every message is on disk.", lang),
        stored == findings.said,
        translate("{stored} of {said} messages", lang, stored=stored, said=findings.said),
    )


def _quotes_stand(findings: Findings) -> Check:
    lang, texts = findings.plan.lang, {message.id: message.text for message in _messages(findings)}
    sources = [source for _, source in _sources(findings)]
    right = sum(source.quote in texts.get(source.message, "") for source in sources)
    return Check(
        translate("Every kept line leads to the words it was made of.", lang),
        right == len(sources) > 0,
        translate("{right} of {total} quotations stand in their message, word for word", lang, right=right,
                  total=len(sources)),
    )  # fmt: skip


def _injection_stays_out(findings: Findings) -> Check:
    lang, external = findings.plan.lang, findings.plan.story.external
    carrying = [message for message in _messages(findings) if external.never in message.text]
    marked = [message for message in carrying if message.origin == "external"]
    inside = _documents_with(findings, external.never)
    return Check(
        translate("Orders from a fetched page are recorded as external and become no memory.", lang),
        len(carrying) == len(marked) == len(external.conversations) and not inside,
        translate("in {count} messages, {marked} of them marked external; in {documents} documents", lang,
                  count=len(carrying), marked=len(marked), documents=len(inside)),
    )  # fmt: skip


def _secret_is_written_over(findings: Findings) -> Check:
    lang, secret = findings.plan.lang, findings.plan.story.secret
    told = findings.transcript.get(secret.conversation, ())
    redacted = sum(_REDACTED in message.text for message in told)
    places = sum(secret.never in message.text for message in _messages(findings))
    places += len(_documents_with(findings, secret.never))
    return Check(
        translate("The key that was pasted into a chat is stored nowhere.", lang),
        redacted == 1 and places == 0,
        translate("messages with the key written over: {redacted}; messages and documents that hold it: {places}", lang,
                  redacted=redacted, places=places),
    )  # fmt: skip


def _log_stays_out(findings: Findings) -> Check:
    lang, log = findings.plan.lang, findings.plan.story.pasted_log
    told = findings.transcript.get(log.conversation, ())
    inside = _documents_with(findings, log.never)
    return Check(
        translate("“Remember” in a pasted log asks for nothing.", lang),
        any(log.never in message.text for message in told) and not inside,
        translate("the log is in its conversation; documents that hold it: {documents}", lang, documents=len(inside)),
    )


def _correction_is_respected(findings: Findings) -> Check:
    lang, corrected = findings.plan.lang, findings.plan.story.corrected
    kept = [kept.entry.body for kept in findings.keeping_of(corrected.owner).kept]
    stale = [text for text in kept if corrected.before in text and corrected.after not in text]
    answer = next(answer for answer in findings.answers if corrected.after in answer.question.expect)
    return Check(
        translate("What was taken back is no longer told.", lang),
        not stale and answer.found_at == 1,
        translate(
            "kept lines that still say “{before}”: {count}; place of the first answer that says “{after}”: {place}",
            lang, count=len(stale), before=corrected.before, after=corrected.after,
            place=answer.found_at or translate("none", lang),
        ),
    )  # fmt: skip


def _owners_are_apart(findings: Findings) -> Check:
    lang, said_by = findings.plan.lang, {message.id: message.said_by for message in _messages(findings)}
    sources = list(_sources(findings))
    foreign = sum(said_by.get(source.message) != owner for owner, source in sources)
    leaked = sum(hit.owner not in {owner, ""} for owner, hit in findings.strangers)
    return Check(
        translate("Nobody's memory holds or finds what somebody else said.", lang),
        foreign == leaked == 0,
        translate("{foreign} of {sources} sources and {leaked} of {hits} hits are another person's", lang,
                  foreign=foreign, sources=len(sources), leaked=leaked, hits=len(findings.strangers)),
    )  # fmt: skip


def _contradiction(findings: Findings) -> str:
    plan, told = findings.plan, findings.plan.story.contradiction
    kept = [kept.entry.body for kept in findings.keeping_of(told.owner).kept]
    held = [value for value in told.values if any(value in text for text in kept)]
    return translate(
        "{name} gave two birthdays, {values}. Kept now: {held}; `morrow why` shows in place of what: {replaced}. The "
        "later one was taken, and nobody was asked which is right.",
        plan.lang, name=plan.name_of(told.owner), values=_listed(told.values, plan.lang),
        held=_listed(held, plan.lang) or translate("neither", plan.lang),
        replaced=_listed(findings.replaced, plan.lang) or translate("none", plan.lang),
    )  # fmt: skip


def _forgetting(findings: Findings) -> str:
    plan, told = findings.plan, findings.plan.story.asked_to_forget
    names = [document.name for document in findings.keeping_of(told.owner).documents if told.words in document.text]
    messages = sum(told.words in message.text for message in _messages(findings))
    if not names and not messages:
        return ""
    return translate(
        "{name} asked to forget “{words}”. What is said forgets nothing by itself: a person does, by `morrow dreams "
        "forget`. Messages that still hold the word: {messages}; documents: {documents}.",
        plan.lang, name=plan.name_of(told.owner), words=told.words, messages=messages,
        documents=_listed(names, plan.lang) or translate("none", plan.lang),
    )  # fmt: skip


def _messages(findings: Findings) -> Iterator[Message]:
    return (message for messages in findings.transcript.values() for message in messages)


def _sources(findings: Findings) -> Iterator[tuple[str, Source]]:
    for keeping in findings.keepings:
        for kept in keeping.kept:
            yield from ((keeping.owner, source) for source in kept.entry.sources)


def _documents_with(findings: Findings, words: str) -> list[Document]:
    keepings = (*findings.keepings, findings.group)
    return [document for keeping in keepings for document in keeping.documents if words in document.text]


def _listed(parts: list[str] | tuple[str, ...], lang: str) -> str:
    return ("、" if lang == "zh" else ", ").join(parts)
