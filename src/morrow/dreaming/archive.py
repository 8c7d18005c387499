"""The monthly archive of DREAMS.md: which nights leave it, and what is kept of each. One transaction moves them.

An archived night is a summary of a few lines in `archive/dreams/YYYY-MM.md`, which can be searched. Run and report stay
in the ledger: undo and why need them. Dream output is never dream input.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.clock import find_zone
from morrow.documents.entries import Author, Origin
from morrow.documents.names import ARCHIVE_FOLDER
from morrow.documents.shelf import load_plain
from morrow.dreaming.diary import TITLE, change_lines
from morrow.dreaming.report import RUN_KIND, Outcome, Report, Status, decode
from morrow.dreaming.wording import explain_skip, quoted
from morrow.i18n import translate
from morrow.jobs.ledger import recent_runs
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.writing.change import By, Rewrite

_HEADING = re.compile(r"^## (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})[ \t]*$", re.MULTILINE | re.ASCII)
_MOST_RUNS = 5_000
NIGHTS_AT_ONCE = 7  # a model is asked about a week of old nights, not about each


@dataclass(frozen=True, slots=True)
class DiaryNight:
    """One entry of DREAMS.md: the time in its heading, and the text below it."""

    time: str
    day: date
    text: str

    @property
    def whole(self) -> str:
        """Return the entry as it stands in the diary, without the blank lines around it."""
        return f"## {self.time}\n{self.text}".rstrip("\n")

    @property
    def month(self) -> str:
        """Return the month whose archive it belongs to, such as `2026-03`."""
        return self.time[:7]


@dataclass(frozen=True, slots=True)
class Diary:
    """DREAMS.md taken apart: what stands before the first night, and the nights."""

    head: str
    nights: tuple[DiaryNight, ...]

    @classmethod
    def of(cls, text: str) -> "Diary":
        """Return a diary's parts; a heading whose date does not exist belongs to the night before it."""
        found = [(mark, day) for mark in _HEADING.finditer(text) if (day := _day(mark[1])) is not None]
        if not found:
            return cls(text, ())
        ends = [*(mark.start() for mark, _ in found[1:]), len(text)]
        nights = [
            DiaryNight(f"{mark[1]} {mark[2]}", day, text[mark.end() : end].strip("\n"))
            for (mark, day), end in zip(found, ends, strict=True)
        ]
        return cls(text[: found[0][0].start()], tuple(nights))

    def without(self, gone: Iterable[DiaryNight]) -> str:
        """Return the text of a diary that lacks some nights."""
        away = set(gone)
        kept = [night.whole for night in self.nights if night not in away]
        return "\n\n".join([self.head.strip("\n") or TITLE, *kept]) + "\n"


def nights_to_archive(diary: Diary, *, today: date, settings: Settings, at_once: int = 1) -> tuple[DiaryNight, ...]:
    """Return the nights that leave the diary, oldest first: those too old, then months and nights over its length.

    Old nights wait for each other until there are `at_once` of them, or as many days have gone by. The newest stays.
    """
    dream = settings.memory.dream
    nights = sorted(diary.nights[:-1], key=lambda night: night.time)
    limit = today - timedelta(days=dream.archive_keep_days)
    old = [night for night in nights if night.day < limit] if dream.archive_enabled else []
    if len(old) < at_once and not (old and old[0].day < limit - timedelta(days=at_once)):
        old = []
    rest = [night for night in nights if night not in old]
    return (*old, *_over_length(diary, old, rest, most=dream.diary_max_chars, this_month=today.isoformat()[:7]))


async def archive_nights(
    connection: AsyncConnection, bucket: Bucket, nights: Sequence[DiaryNight], summaries: Mapping[str, str], *,
    lang: str, zone: str,
) -> list[Rewrite]:  # fmt: skip
    """Return the archives as they are with `nights` in them; without a model's summary one is made from the report."""
    known = await _reports_of(connection, bucket, nights, zone)
    changes = []
    for month in dict.fromkeys(night.month for night in nights):
        name = archive_name(month)
        present = await load_plain(connection, bucket, name)
        text = present.text if present else f"# {translate('Dreams of {month}', lang, month=month)}\n"
        for night in (one for one in nights if one.month == month):
            text = _with(text, night, summaries.get(night.time) or _summary(night, known.get(night.time, ()), lang))
        changes.append(Rewrite(bucket, name, text))
    return changes


def archived_by(run: str) -> By:
    """Return who archives. It is no part of the run: taking a dream back moves no old night."""
    return By(Author.DREAM, run, "moved old nights to the monthly archive", origin=Origin.SYSTEM)


def archive_name(month: str) -> str:
    """Return the name of a month's archive."""
    return f"{ARCHIVE_FOLDER}/dreams/{month}.md"


def summarise(report: Report, lang: str) -> str:
    """Return what a night came to, in a line that counts and one for each change of memory."""
    if report.status is Status.SKIPPED and report.reason is not None:
        return f"- {explain_skip(report.reason, lang)}"
    if report.status is not Status.COMPLETED:
        return "- " + translate("The dream failed: {error}", lang, error=quoted(report.error, lang))
    counted = translate(
        "Candidates {candidates}, became memory {new}, waited {waiting}, turned away {away}.",
        lang,
        candidates=report.counts.candidates,
        new=len(report.having(Outcome.PROMOTED, Outcome.SUPERSEDED)),
        waiting=len(report.proposed),
        away=len(report.turned_away),
    )
    return "\n".join([f"- {counted}", *change_lines(report, lang)])


def _over_length(
    diary: Diary, old: Sequence[DiaryNight], rest: Sequence[DiaryNight], *, most: int, this_month: str
) -> list[DiaryNight]:
    """Return the oldest of the other nights, by whole months up to this one, until what is left is short enough."""
    gone: list[DiaryNight] = []
    left = list(rest)
    while left and len(diary.without([*old, *gone])) > most:
        month = left[0].month
        count = sum(night.month == month for night in left) if month < this_month else 1
        gone += left[:count]
        left = left[count:]
    return gone


async def _reports_of(
    connection: AsyncConnection, bucket: Bucket, nights: Sequence[DiaryNight], zone: str
) -> dict[str, list[Report]]:
    wanted = {night.time for night in nights}
    found: dict[str, list[Report]] = {}
    for run in await recent_runs(connection, bucket, RUN_KIND, limit=_MOST_RUNS):
        time = _time_of(run.started_at, zone)
        if time in wanted and run.report:
            found.setdefault(time, []).append(decode(run.report))
    return found


def _time_of(started_at: datetime, zone: str) -> str:
    return f"{started_at.astimezone(find_zone(zone)):%Y-%m-%d %H:%M}"


def _summary(night: DiaryNight, reports: Sequence[Report], lang: str) -> str:
    """Return what is kept of a night; one that no report knows, such as a person's own entry, is kept as it is."""
    return "\n".join(summarise(report, lang) for report in reversed(reports)) or night.text


def _with(text: str, night: DiaryNight, summary: str) -> str:
    entry = f"## {night.time}\n{summary.strip()}\n"
    return text if entry in text else f"{text.rstrip()}\n\n{entry}"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
