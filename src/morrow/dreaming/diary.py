"""DREAMS.md: one dated entry a dream, for a person to read. Neither injected anywhere nor read by a later dream."""

import re
from collections import Counter
from collections.abc import Sequence

from morrow.clock import find_zone
from morrow.dreaming.reasons import Reason
from morrow.dreaming.report import Counts, Outcome, Report, ReportItem, Status
from morrow.dreaming.wording import explain_evidence, explain_item, explain_skip, joined, quoted, two
from morrow.i18n import msgid, translate

TITLE = "# DREAMS"
MAX_CITED = 20
_ENTRY = re.compile(r"^## \d{4}-\d{2}-\d{2} \d{2}:\d{2}$", re.MULTILINE)
_CHANGED = (
    Outcome.PROMOTED,
    Outcome.SUPERSEDED,
    Outcome.MERGED,
    Outcome.REWORDED,
    Outcome.RETIRED,
    Outcome.PROPOSED,
)
_COUNTED_ONLY = frozenset({Reason.SHAPE, Reason.UNTRUSTED_ORIGIN, Reason.FORGOTTEN, Reason.OVER_LIMIT})
_SKIPPED_LINES = msgid(
    "More than one dream looks at: the newest {most} lines were taken, spread over the days; {count} were not."
)
_LINES = {
    Outcome.PROMOTED: msgid("added under “{section}”: {text}"),
    Outcome.SUPERSEDED: msgid("replaced {old} by {text}"),
    Outcome.MERGED: msgid("said again: {text}"),
    Outcome.REWORDED: msgid("put {old} into other words: {text}"),
    Outcome.RETIRED: msgid("took out: {text}"),
    Outcome.PROPOSED: msgid("waits for you in the inbox: {text}"),
}


def render_entry(report: Report, lang: str, zone: str) -> str:
    """Return a report's diary entry, ending in a newline: heading and one line if nothing happened, else all of it.

    Cites only what changed since the last dream; the rest is counted.
    """
    heading = f"## {report.started_at.astimezone(find_zone(zone)):%Y-%m-%d %H:%M}"
    if report.status is Status.SKIPPED and report.reason is not None:
        return f"{heading}\n{explain_skip(report.reason, lang)}\n"
    if report.status is not Status.COMPLETED:
        return f"{heading}\n{_unfinished(report, lang)}\n"
    blocks = [_looked_at(report, lang), _patterns(report, lang), _changes(report, lang), _turned_away(report, lang)]
    if report.model_reason:
        words = quoted(report.model_reason, lang)
        blocks.append("> " + translate("The model's own words: {words}", lang, words=words))
    return "\n\n".join([heading, *filter(None, blocks)]) + "\n"


def append_entry(diary_text: str, entry: str) -> str:
    """Return a diary with an entry at its end; an empty diary gets its title first."""
    before = diary_text.rstrip("\n") or TITLE
    return f"{before}\n\n{entry}"


def newest_entry(diary_text: str) -> str:
    """Return the last entry of a diary, heading included, or an empty text."""
    starts = [found.start() for found in _ENTRY.finditer(diary_text)]
    return diary_text[starts[-1] :].strip("\n") if starts else ""


def change_lines(report: Report, lang: str) -> list[str]:
    """Return a list item for each change of memory, and for what waits."""
    return [f"- {_change(item, lang)}" for item in report.having(*_CHANGED)]


def _unfinished(report: Report, lang: str) -> str:
    if report.status is Status.FAILED:
        return translate("The dream failed: {error}", lang, error=quoted(report.error, lang))
    return translate("The dream was not finished.", lang)


def _looked_at(report: Report, lang: str) -> str:
    parts = [_counts(report.counts, lang)]
    if report.topic:
        parts.append(translate("Topic: {topic}.", lang, topic=quoted(report.topic, lang)))
    engine = f"{report.engine} ({report.model})" if report.model else str(report.engine)
    parts.append(translate("Engine: {engine}.", lang, engine=engine))
    if report.usage.calls:
        taken = translate(
            "Calls: {calls}, tokens: {read} read, {written} written.",
            lang,
            calls=report.usage.calls,
            read=report.usage.input_tokens,
            written=report.usage.output_tokens,
        )
        parts.append(taken)
    if report.counts.lines_skipped:
        count, most = report.counts.lines_skipped, report.counts.lines
        parts.append(translate(_SKIPPED_LINES, lang, most=most, count=count))
    if report.counts.lines_left_out:
        count = report.counts.lines_left_out
        parts.append(translate("The model was not told {count} lines: there was no room for them.", lang, count=count))
    if report.in_place_of:
        why = quoted(report.in_place_of, lang)
        parts.append(translate("The rules wrote in place of the model: {why}", lang, why=why))
    return ("" if lang == "zh" else " ").join(parts)


def _counts(counts: Counts, lang: str) -> str:
    if counts.first_day is None or counts.last_day is None:
        return translate(
            "Looked at: daily notes {notes}, lines {lines}, candidates {candidates}.",
            lang,
            notes=counts.notes,
            lines=counts.lines,
            candidates=counts.candidates,
        )
    return translate(
        "Looked at: daily notes {notes} ({first} – {last}), lines {lines}, candidates {candidates}.",
        lang,
        notes=counts.notes,
        first=counts.first_day,
        last=counts.last_day,
        lines=counts.lines,
        candidates=counts.candidates,
    )


def _patterns(report: Report, lang: str) -> str:
    recurring = [item for item in report.items if item.is_new and item.evidence and item.evidence.days > 1]
    recurring.sort(key=lambda item: -item.score.total if item.score else 0.0)
    lines = [f"- {quoted(item.text, lang)}{_colon(lang)}{_worth(item, lang)}" for item in recurring[:MAX_CITED]]
    return _block(translate("Patterns:", lang), lines)


def _worth(item: ReportItem, lang: str) -> str:
    said = explain_evidence(item.evidence, lang) if item.evidence else ""
    scored = translate("score {score}", lang, score=two(item.score.total)) if item.score else ""
    return joined([said, scored], lang)


def _changes(report: Report, lang: str) -> str:
    lines = change_lines(report, lang)
    if not report.diff:
        lines.append("- " + translate("The text of MEMORY.md is unchanged.", lang))
    return _block(translate("What changed in MEMORY.md:", lang), lines)


def _change(item: ReportItem, lang: str) -> str:
    return translate(
        _LINES[item.outcome],
        lang,
        text=quoted(item.text, lang),
        old=quoted(item.replaced, lang),
        section=item.section,
    )


def _turned_away(report: Report, lang: str) -> str:
    away = report.having(Outcome.TURNED_AWAY)
    cited = [item for item in away if item.is_new and item.reason not in _COUNTED_ONLY][:MAX_CITED]
    lines = [f"- {quoted(item.text, lang)}{_colon(lang)}{explain_item(item, lang)}" for item in cited]
    rest = _rest(away, cited, lang)
    if rest:
        lines.append(f"- {rest}")
    if report.having(*_CHANGED) or not report.nearest_misses():
        return _block(translate("Turned away:", lang), lines)
    nearest = [
        f"- {quoted(item.text, lang)}{_colon(lang)}{explain_item(item, lang)}" for item in report.nearest_misses()
    ]
    misses = _block(translate("Nothing became memory. Nearest to it:", lang), nearest)
    others = [line for line in lines if line not in nearest]
    return "\n\n".join(filter(None, [misses, _block(translate("Turned away:", lang), others)]))


def _rest(away: Sequence[ReportItem], cited: Sequence[ReportItem], lang: str) -> str:
    """Return the counts of what is not cited, by reason; an empty text if all is."""
    named = {item.id for item in cited}
    uncited = [item for item in away if item.id not in named]
    counts = Counter(explain_item(item, lang) for item in uncited if item.reason in _COUNTED_ONLY)
    parts = [f"{reason}{_colon(lang)}{count}" for reason, count in sorted(counts.items())]
    as_before = len(uncited) - sum(counts.values())
    if as_before:
        parts.append(translate("others, as before: {count}", lang, count=as_before))
    return joined(parts, lang)


def _block(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *lines]) if lines else ""


def _colon(lang: str) -> str:
    return "：" if lang == "zh" else ": "
