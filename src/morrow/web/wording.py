"""How the pages write times, numbers and the words of an enum, in en and zh."""

from datetime import datetime

from morrow.clock import find_zone
from morrow.dreaming.card import CardState
from morrow.dreaming.progress import Step
from morrow.dreaming.report import Outcome, Report, Status
from morrow.i18n import msgid, translate
from morrow.writing.change import Effect

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
OUTCOMES = {
    Outcome.PROMOTED: msgid("New"),
    Outcome.SUPERSEDED: msgid("Updated"),
    Outcome.MERGED: msgid("Known already"),
    Outcome.PROPOSED: msgid("Waits for you"),
    Outcome.TURNED_AWAY: msgid("Turned away"),
}
STATES = {
    CardState.CONFIRMED: msgid("Confirmed"),
    CardState.EDITED: msgid("In your words"),
    CardState.REJECTED: msgid("Turned down"),
    CardState.FORGOTTEN: msgid("Forgotten"),
    CardState.GONE: msgid("No longer in memory"),
}
TONES = {
    Outcome.PROMOTED: "ok",
    Outcome.SUPERSEDED: "warn",
    Outcome.MERGED: "plain",
    Outcome.PROPOSED: "bad",
    Outcome.TURNED_AWAY: "plain",
}
STATUSES = {
    Status.PENDING: msgid("waiting"),
    Status.RUNNING: msgid("running"),
    Status.COMPLETED: msgid("completed"),
    Status.SKIPPED: msgid("nothing to do"),
    Status.FAILED: msgid("failed"),
    Status.CANCELED: msgid("canceled"),
}
STEPS = {
    Step.LOOK: msgid("looks through the notes"),
    Step.ASK: msgid("asks the model"),
    Step.WRITE: msgid("writes down what holds"),
    Step.ARCHIVE: msgid("puts old nights away"),
}
STATUS_TONES = {Status.COMPLETED: "ok", Status.FAILED: "bad", Status.RUNNING: "accent"}
SCORE_PARTS = {
    "frequency": msgid("how often"),
    "recency": msgid("how lately"),
    "diversity": msgid("in how many contexts"),
    "freshness": msgid("how new"),
    "spread": msgid("on how many days"),
    "total": msgid("score"),
}
EFFECTS = {
    Effect.ADDED: msgid("added"),
    Effect.CHANGED: msgid("changed"),
    Effect.RETIRED: msgid("taken out"),
    Effect.MOVED: msgid("moved"),
}
EFFECT_TONES = {Effect.ADDED: "ok", Effect.CHANGED: "warn", Effect.RETIRED: "bad", Effect.MOVED: "plain"}


def date_told(at: datetime, lang: str, zone: str, *, now: datetime | None = None) -> str:
    """Return the day of an instant as people write it; the year only where it is not the present one."""
    local = at.astimezone(find_zone(zone))
    is_this_year = now is not None and now.astimezone(find_zone(zone)).year == local.year
    if lang == "zh":
        day = f"{local.month} 月 {local.day} 日"
        return day if is_this_year else f"{local.year} 年 {day}"
    day = f"{local.day} {_MONTHS[local.month - 1]}"
    return day if is_this_year else f"{day} {local.year}"


def time_told(at: datetime, zone: str) -> str:
    """Return the time of day of an instant."""
    return f"{at.astimezone(find_zone(zone)):%H:%M}"


def when_told(at: datetime, lang: str, zone: str, *, now: datetime | None = None) -> str:
    """Return day and time of an instant."""
    comma = " " if lang == "zh" else ", "
    return f"{date_told(at, lang, zone, now=now)}{comma}{time_told(at, zone)}"


def amount(number: float) -> str:
    """Return a whole number with its thousands set apart."""
    return f"{number:,.0f}"


def money(usd: float) -> str:
    """Return an amount of US dollars; what is less than a cent is not told as nothing."""
    return "< $0.01" if 0 < usd < 0.005 else f"${usd:,.2f}"


def lasted(report: Report, lang: str) -> str:
    """Return how long a dream took, or nothing while it is not known."""
    if report.finished_at is None:
        return ""
    seconds = (report.finished_at - report.started_at).total_seconds()
    if seconds < 1:
        return ""
    if seconds < 120:
        return translate("{count} s", lang, count=round(seconds))
    return translate("{count} min", lang, count=round(seconds / 60))
