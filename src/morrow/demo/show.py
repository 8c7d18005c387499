"""Lays the story out for a terminal, in en and zh. Finds nothing out: every word comes from the findings."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from morrow.clock import local_day
from morrow.demo.checks import Check
from morrow.demo.findings import Answer, Findings, Keeping, Kept
from morrow.demo.fortnight import Plan
from morrow.demo.paper import Paper, below, hanging, listed
from morrow.demo.prose import Prose
from morrow.documents.entries import Source
from morrow.documents.names import MEMORY, PROFILE
from morrow.dreaming.card import Card
from morrow.dreaming.reasons import Reason
from morrow.dreaming.report import Outcome, Report, ReportItem
from morrow.dreaming.wording import explain_evidence, explain_item, explain_skip, quoted
from morrow.recall.hits import Hit

_MISSES = 3
_MESSAGE_CHARACTERS = 120


def opening(paper: Paper, plan: Plan) -> None:
    """Tell what is about to happen, before it takes its time."""
    paper.head(paper.say("A fortnight with morrow"))
    paper.put(
        Text(paper.say(
            "{people} and a group talk with one agent from {first} to {last}. What they say is read by day, and at "
            "03:00 on {nights} the agent dreams. No model, no network: the rules engine does it all, on this machine.",
            people=listed([person.speaker for person in plan.people], paper.lang),
            first=plan.first_day, last=plan.last_day,
            nights=listed([night.isoformat() for night in plan.nights], paper.lang),
        ))
    )  # fmt: skip


def story(paper: Paper, findings: Findings) -> None:
    """Tell what was kept, what the nights changed, the card of the last morning, the answers, what stayed out."""
    _told_kept(paper, findings)
    _told_nights(paper, findings)
    _told_card(paper, findings)
    paper.head(paper.say("Questions of the last morning"))
    for answer in findings.answers:
        paper.put(*_answered(paper, findings, answer))
    _told_turned_away(paper, findings)


def verdict(paper: Paper, checks: Sequence[Check], left_to_people: Sequence[str]) -> None:
    """Tell what was looked up at the end, and what is replayed and left to a person."""
    paper.head(paper.say("Looked up in the memory just now"))
    for check in checks:
        mark = Text("✓ ", style="green") if check.holds else Text("✗ ", style="bold red")
        paper.put(mark + Text(check.claim), below(Text(check.seen, style="dim")))
    if left_to_people:
        paper.head(paper.say("Replayed, and left to a person"))
        for line in left_to_people:
            paper.put(hanging("–", Text(line)))


def _told_kept(paper: Paper, findings: Findings) -> None:
    paper.head(paper.say("What was kept, and why"))
    for keeping in (*findings.keepings, findings.group):
        name = paper.say("The group") if keeping is findings.group else keeping.name
        paper.put(Text(f"{name}  ", style="bold") + Text(keeping.owner, style="dim"))
        if not keeping.kept:
            paper.put(below(Text(paper.say("Nothing yet: no line was asked for or said often enough."), style="dim")))
        told = keeping.kept or keeping.noted
        for name in dict.fromkeys(kept.document for kept in told):
            paper.put(below(Text(name, style="cyan")))
            paper.put(*(_kept(paper, findings, kept) for kept in told if kept.document == name))


def _kept(paper: Paper, findings: Findings, kept: Kept) -> RenderableType:
    why = [_why(paper, kept)]
    source = _source_of(kept)
    if source is None:
        why.append(paper.say("no source"))
    else:
        why.append(_said(paper, findings, source))
    more = len(kept.entry.sources) - 1
    if more > 0:
        why.append(paper.say("and {count} more", count=more))
    detail = Text(("；" if paper.lang == "zh" else "; ").join(why), style="dim")
    return Padding(Group(hanging("•", Text(kept.entry.body)), below(detail)), (0, 0, 0, 4))


def _why(paper: Paper, kept: Kept) -> str:
    if kept.dreamt is not None and kept.dreamt.evidence is not None:
        return paper.say("dreamt: {why}", why=explain_evidence(kept.dreamt.evidence, paper.lang))
    if kept.is_dreamt:
        return paper.say("dreamt, and no report says why")
    if kept.document == PROFILE:
        return paper.say("says who this is")
    if kept.document != MEMORY:
        return paper.say("noted that day")
    return paper.say("asked to be kept")


def _source_of(kept: Kept) -> Source | None:
    """Return the source in which the entry's own words were said, else the newest: a correction keeps the old ones."""
    own = [source for source in kept.entry.sources if source.quote in kept.entry.body]
    return max(own or kept.entry.sources, key=lambda source: source.said_at, default=None)


def _said(paper: Paper, findings: Findings, source: Source) -> str:
    day = local_day(source.said_at, findings.plan.zone)
    told = (message for messages in findings.transcript.values() for message in messages)
    message = next((message for message in told if message.id == source.message), None)
    if message is None:
        return paper.say("{day}, and its message is missing", day=day)
    speaker = f"{message.speaker} · " if message.bucket.owner == findings.group.owner else ""
    return f"{speaker}{day} {quoted(_around(message.text, source.quote), paper.lang)}"


def _around(text: str, quote: str) -> str:
    """Return the quotation with as much of its message as fits, cut where a word ends."""
    line = " ".join(text.split())
    if len(line) <= _MESSAGE_CHARACTERS:
        return line
    start = max(0, line.find(" ".join(quote.split())) - 20)
    first = min(start, len(line) - _MESSAGE_CHARACTERS)
    cut = line[first : first + _MESSAGE_CHARACTERS]
    if first and not line[first - 1].isspace() and " " in cut[:20]:
        cut = cut[cut.index(" ") :]
    return ("…" if first else "") + cut.strip() + ("…" if first + _MESSAGE_CHARACTERS < len(line) else "")


def _told_nights(paper: Paper, findings: Findings) -> None:
    owner = findings.plan.story.corrected.owner
    keeping = findings.keeping_of(owner)
    paper.head(paper.say("{name}'s MEMORY.md, night by night", name=keeping.name))
    for report in keeping.reports:
        paper.put(Text(_night(paper, findings, report), style="bold"))
        if report.diff:
            paper.put(*(below(_diff_line(line)) for line in _changed_lines(report.diff)))
        elif report.reason is not None:
            paper.put(below(Text(explain_skip(report.reason, paper.lang), style="dim")))
        else:
            paper.put(below(Text(paper.say("The text of MEMORY.md is unchanged."), style="dim")))


def _night(paper: Paper, findings: Findings, report: Report) -> str:
    return paper.say(
        "{day}: {lines} lines of {notes} notes; {promoted} promoted, {replaced} replaced, {away} turned away",
        day=local_day(report.started_at, findings.plan.zone), lines=report.counts.lines, notes=report.counts.notes,
        promoted=len(report.promoted), replaced=len(report.superseded), away=len(report.turned_away),
    )  # fmt: skip


def _changed_lines(diff: str) -> list[str]:
    return [line for line in diff.split("\n") if line.strip() and not line.startswith(("---", "+++", "@@"))]


def _diff_line(line: str) -> RenderableType:
    style = {"+": "green", "-": "red"}.get(line[0], "dim")
    return hanging(line[0], Text(line[1:], style=style), style=style)


def _told_card(paper: Paper, findings: Findings) -> None:
    name = findings.plan.people[0].speaker
    paper.head(paper.say("{name}'s morning card", name=name))
    card = findings.card
    if card is None:
        paper.put(Text(paper.say("There is none: no dream has ended."), style="red"))
        return
    day = local_day(card.dreamt_at, findings.plan.zone)
    title = paper.say("dreamt on {day}, engine: {engine}", day=day, engine=card.engine)
    paper.put(Panel(_card(paper, card), title=title, title_align="left", border_style="cyan", padding=(1, 2)))


def _card(paper: Paper, card: Card) -> RenderableType:
    lines: list[RenderableType] = [Prose(Text(card.headline, style="bold"))]
    for entry in card.entries:
        label = paper.say("known already; one more source") if entry.outcome is Outcome.MERGED else entry.why
        detail = below(Text(f"{entry.section} · {label}", style="dim"))
        lines += [Text(), hanging("•", Text(entry.text)), detail]
        if entry.replaced:
            lines.append(below(Text(f"← {entry.replaced}", style="red")))
    if card.empty_reason:
        lines.append(Prose(Text(card.empty_reason)))
    return Group(*lines)


def _answered(paper: Paper, findings: Findings, answer: Answer) -> list[RenderableType]:
    lines: list[RenderableType] = [Text(f"{answer.name}  ", style="bold") + Text(answer.question.text)]
    for place, hit in enumerate(answer.hits[:3], start=1):
        lines.append(below(_hit(findings, hit, is_answer=place == answer.found_at)))
    if answer.found_at is None:
        lines.append(below(Text(paper.say("The answer was not found."), style="bold red")))
    return lines


def _hit(findings: Findings, hit: Hit, *, is_answer: bool) -> RenderableType:
    row = Table.grid(padding=(0, 1, 0, 0), expand=True)
    row.add_column(width=1)
    row.add_column(width=4)
    row.add_column(ratio=1)
    words = Prose(Text(_without_marks(hit), style="green" if is_answer else ""))
    row.add_row("→" if is_answer else "", Text(f"{hit.score:.2f}", style="dim"), Group(words, _place(findings, hit)))
    return row


def _without_marks(hit: Hit) -> str:
    return " ".join(hit.snippet.replace("[[", "").replace("]]", "").split())


def _place(findings: Findings, hit: Hit) -> Text:
    if hit.document is not None:
        return Text(f"{hit.document}:{hit.line}" if hit.line else hit.document, style="cyan")
    day = local_day(hit.date, findings.plan.zone).isoformat() if hit.date else ""
    names = [name for name, told in findings.transcript.items() for message in told if message.id == hit.message]
    return Text(" ".join([*names, day, hit.speaker]).strip(), style="cyan")


def _told_turned_away(paper: Paper, findings: Findings) -> None:
    paper.head(paper.say("What was turned away"))
    for keeping in findings.keepings:
        items = _turned_away(keeping)
        if items:
            paper.put(Text(keeping.name, style="bold"))
        for item in items:
            reason = Text(explain_item(item, paper.lang), style="dim")
            paper.put(below(Group(hanging("•", Text(quoted(item.text, paper.lang))), below(reason))))


def _turned_away(keeping: Keeping) -> list[ReportItem]:
    """Return the nearest misses of the last night that looked at something, and what was held back for its content."""
    worked = [report for report in keeping.reports if report.items]
    if not worked:
        return []
    against = {Reason.CORRECTED, Reason.CONTRADICTED, Reason.TOO_OLD, Reason.GATE, Reason.UNTRUSTED_ORIGIN}
    held = {item.id: item for report in worked for item in report.turned_away if item.reason in against}
    return [*worked[-1].nearest_misses(_MISSES), *held.values()]
