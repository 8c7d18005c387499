"""The sentences in which diary, card and report speak of outcomes, in en and zh. Decides nothing."""

from morrow.dreaming.gates import Distance
from morrow.dreaming.reasons import Reason, SkipReason
from morrow.dreaming.report import ReportItem
from morrow.dreaming.scoring import Evidence
from morrow.i18n import msgid, translate

MAX_QUOTE_CHARACTERS = 160

_REASONS = {
    Reason.ONE_OFF: msgid("said only once"),
    Reason.BELOW_THRESHOLD: msgid("not said or used often enough"),
    Reason.TOO_OLD: msgid("over, or too long ago"),
    Reason.CONTRADICTED: msgid("contradicted later: {detail}"),
    Reason.CORRECTED: msgid("corrected later: {detail}"),
    Reason.FORGOTTEN: msgid("matches something forgotten"),
    Reason.ALREADY_KNOWN: msgid("already in MEMORY.md"),
    Reason.SHAPE: msgid("no statement ({detail})"),
    Reason.UNTRUSTED_ORIGIN: msgid("not said by the user"),
    Reason.MANAGED: msgid("written by morrow itself"),
    Reason.OVER_LIMIT: msgid("beyond what one dream looks at"),
    Reason.NOT_A_CANDIDATE: msgid("not among the candidates"),
    Reason.LEFT_OUT: msgid("the model left it out"),
    Reason.SHORTENED: msgid("the model would have shortened it to {detail}"),
    Reason.GATE: msgid("held back by a gate: {detail}"),
}
_SHAPES = {
    "punctuation": msgid("punctuation only"),
    "placeholder": msgid("a placeholder"),
    "role_token": msgid("a template or role token"),
    "heartbeat": msgid("a heartbeat"),
    "metadata": msgid("metadata"),
    "recap": msgid("a recap of a conversation"),
    "apology": msgid("an apology or refusal"),
    "banner": msgid("a tool banner"),
    "pleasantry": msgid("a pleasantry"),
    "heading": msgid("a heading"),
    "table": msgid("a table row"),
    "stack_trace": msgid("a stack trace"),
    "log": msgid("a log line"),
    "command": msgid("a command"),
    "question": msgid("a question"),
    "too_long": msgid("too long"),
}
_SKIPPED = {
    SkipReason.NOTHING_NEW: msgid("Nothing new since the last dream."),
    SkipReason.NO_DAILY_NOTES: msgid(
        "There are no daily notes of the last days. They are made of what is said: talk with the agent, or import"
        " conversations. What you asked to remember is kept already."
    ),
    SkipReason.EMERGENCE_DISABLED: msgid("Dreams are switched off (emergence-enabled)."),
    SkipReason.DREAMING_DISABLED: msgid("The nightly dream is switched off (dreaming-enabled)."),
    SkipReason.FOCUSED_DISABLED: msgid("Dreams by topic are switched off (dream.focused-enabled)."),
    SkipReason.ALREADY_RUNNING: msgid("Another dream of this memory is still running."),
    SkipReason.NO_MATCH_FOR_TOPIC: msgid("Nothing in the notes is about this topic."),
}


def explain_skip(reason: SkipReason, lang: str) -> str:
    """Return why a dream did nothing, as a sentence."""
    return translate(_SKIPPED[reason], lang)


def explain_item(item: ReportItem, lang: str) -> str:
    """Return why a candidate was turned away and what it lacked: `said only once; score 0.53 of 0.60; …`."""
    if item.reason is None:
        return explain_evidence(item.evidence, lang) if item.evidence else ""
    detail = quoted(item.detail, lang)
    if item.reason in {Reason.SHAPE, Reason.GATE}:
        detail = translate(_SHAPES[item.detail], lang) if item.detail in _SHAPES else item.detail
    reason = translate(_REASONS[item.reason], lang, detail=detail)
    is_near = item.reason in {Reason.ONE_OFF, Reason.BELOW_THRESHOLD} and item.distance is not None
    return joined([reason, explain_distance(item.distance, lang)], lang) if is_near and item.distance else reason


def explain_distance(distance: Distance, lang: str) -> str:
    """Return what a candidate lacks: `score 0.53 of 0.60; needs a second day`."""
    parts = [translate("score {score} of {least}", lang, score=two(distance.score), least=two(distance.min_score))]
    if distance.mentions == 1:
        parts.append(translate("needs one more mention or use", lang))
    elif distance.mentions:
        parts.append(translate("needs {count} more mentions or uses", lang, count=distance.mentions))
    if distance.contexts == 1:
        parts.append(translate("needs one more conversation or question", lang))
    elif distance.contexts:
        parts.append(translate("needs {count} more conversations or questions", lang, count=distance.contexts))
    if distance.days == 1:
        parts.append(translate("needs a second day", lang))
    elif distance.days:
        parts.append(translate("needs {count} more days", lang, count=distance.days))
    return joined(parts, lang)


def explain_evidence(evidence: Evidence, lang: str) -> str:
    """Return what speaks for a candidate: `said on 3 days; used twice`, in words that fit the count."""
    parts: list[str] = []
    if evidence.stated == 1:
        parts.append(translate("said on one day", lang))
    elif evidence.stated:
        parts.append(translate("said on {count} days", lang, count=evidence.stated))
    if evidence.recalled == 1:
        parts.append(translate("used once", lang))
    elif evidence.recalled:
        parts.append(translate("used {count} times", lang, count=evidence.recalled))
    return joined(parts, lang)


def quoted(text: str, lang: str) -> str:
    """Return a text on one line, cut to 160 characters, in the quotation marks of the language."""
    line = " ".join(text.split())
    short = line if len(line) <= MAX_QUOTE_CHARACTERS else f"{line[: MAX_QUOTE_CHARACTERS - 1]}…"
    return f"「{short}」" if lang == "zh" else f"“{short}”"


def joined(parts: list[str], lang: str) -> str:
    """Return parts of a sentence behind each other."""
    return ("；" if lang == "zh" else "; ").join(part for part in parts if part)


def two(number: float) -> str:
    """Return a number with two decimals, cut and not rounded, so that 0.599 never reads as 0.60."""
    return f"{int(number * 100 + 1e-9) / 100:.2f}"
