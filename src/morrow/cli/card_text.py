"""How the morning card, what became of an entry, and a receipt read on a terminal, in en and zh."""

from morrow.clock import find_zone
from morrow.curation.forgetting import Receipt
from morrow.curation.wording import removed_told
from morrow.dreaming.card import Card, CardEntry, CardState
from morrow.dreaming.report import Outcome
from morrow.dreaming.wording import quoted
from morrow.i18n import msgid, translate

_STATES = {
    CardState.NEW: msgid("new"),
    CardState.WAITING: msgid("waits for you"),
    CardState.CONFIRMED: msgid("confirmed"),
    CardState.EDITED: msgid("in your words"),
    CardState.REJECTED: msgid("rejected"),
    CardState.FORGOTTEN: msgid("forgotten"),
    CardState.GONE: msgid("no longer in memory"),
}
_DONE, _PLANNED = msgid("Forgotten. Removed: {what}"), msgid("Would remove: {what}")


def card_text(card: Card, lang: str, zone: str) -> str:
    """Return a card with an id below each entry, and the commands that act on it at the end."""
    lines = [card.headline]
    for entry in card.entries:
        lines += ["", f"• {entry.text or translate(_STATES[entry.state], lang)}", f"  {_about(entry, lang)}"]
        if entry.replaced:
            lines.append("  " + translate("in place of: {text}", lang, text=quoted(entry.replaced, lang)))
        lines.append(f"  {entry.id}")
    if card.empty_reason:
        lines += ["", card.empty_reason]
    if card.inbox:
        lines += ["", translate("In the inbox: {count}. `morrow review list` shows them.", lang, count=card.inbox)]
    if any(entry.state in (CardState.NEW, CardState.WAITING) for entry in card.entries):
        lines += ["", translate("`morrow dreams confirm|edit|forget ID` for what stands here.", lang)]
    when = f"{card.dreamt_at.astimezone(find_zone(zone)):%Y-%m-%d %H:%M}"
    told = translate("Dreamt {when}. `morrow dreams show {report}` says why; `morrow dreams seen` takes this off.",
                     lang, when=when, report=card.report)  # fmt: skip
    return "\n".join([*lines, "", told])


def settled_text(entry: CardEntry, lang: str) -> str:
    """Return how an entry stands after an act."""
    state = translate(_STATES[entry.state], lang)
    return f"{state}: {entry.text}" if lang != "zh" else f"{state}：{entry.text}"


def receipt_text(receipt: Receipt, lang: str, *, is_done: bool = True) -> str:
    """Return what a forgetting removed or would remove, what it does not reach, and what stands near by."""
    lines = [translate(_DONE if is_done else _PLANNED, lang, what=removed_told(receipt.removed, lang))]
    if receipt.kept:
        lines.append(translate("Messages that still hold the words: {ids}", lang, ids=", ".join(receipt.kept)))
    if receipt.related:
        lines.append(translate("Made of the same messages and kept: {ids}", lang, ids=", ".join(receipt.related)))
    lines.append(translate("Not reached: backups, exported files, and what others wrote in their own words.", lang))
    if not is_done:
        lines.append(translate("Nothing was removed; say --yes to do it. There is no way back.", lang))
    return "\n".join(lines)


def _about(entry: CardEntry, lang: str) -> str:
    label = translate("known already; one more source", lang) if entry.outcome is Outcome.MERGED else entry.why
    return " · ".join(filter(None, [translate(_STATES[entry.state], lang), entry.section, label]))
