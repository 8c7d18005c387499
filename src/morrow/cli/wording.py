"""The texts in which commands show reports, in en and zh."""

from morrow.dreaming.diary import render_entry
from morrow.dreaming.report import Report
from morrow.i18n import translate


def report_text(report: Report, lang: str, zone: str) -> str:
    """Return a report as the diary tells it, with whose memory it was about and under which id it is kept."""
    whose = report.owner or translate("the shared memory", lang)
    head = translate("Dream {id} of {owner}", lang, id=report.id, owner=whose)
    return f"{head}\n{render_entry(report, lang, zone)}"
