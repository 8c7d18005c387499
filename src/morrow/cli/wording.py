"""The texts in which commands show reports, in en and zh."""

from morrow.dreaming.card import card_id, shown_items
from morrow.dreaming.diary import render_entry
from morrow.dreaming.report import Report
from morrow.dreaming.wording import quoted
from morrow.i18n import msgid, translate

_FOR_A_LINE = (
    msgid("keep a line for good: `morrow dreams confirm LINE --report {id}`"),
    msgid("word it anew: `morrow dreams edit LINE TEXT --report {id}`"),
    msgid("forget it: `morrow dreams forget LINE --report {id}`"),
    msgid("see where it comes from: `morrow why LINE`"),
)
_FOR_THE_DREAM = (
    msgid("see what the dream changed: `morrow dreams diff {id}`"),
    msgid("take all of it back: `morrow dreams revert {id}`"),
)
_FOR_OTHERS = msgid("look at other dreams: `morrow dreams log`, then `morrow dreams show ID`")


def report_text(report: Report, lang: str, zone: str) -> str:
    """Return a report as the diary tells it, with whose memory it was about and under which id it is kept."""
    whose = report.owner or translate("the shared memory", lang)
    head = translate("Dream {id} of {owner}", lang, id=report.id, owner=whose)
    return f"{head}\n{render_entry(report, lang, zone).rstrip()}"


def next_steps(report: Report, lang: str) -> str:
    """Return what a reader may do about a dream: the lines it touched, by id, and the commands for them."""
    lines = [translate("What you can do:", lang)]
    touched = shown_items(report)
    lines += [f"  {card_id(item)}  {quoted(item.text, lang)}" for item in touched]
    steps = [*(_FOR_A_LINE if touched else ()), *(_FOR_THE_DREAM if touched else ()), _FOR_OTHERS]
    lines += [f"  {translate(step, lang, id=report.id)}" for step in steps]
    return "\n".join(lines)
