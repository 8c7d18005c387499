"""Prints what was erased, or would be."""

from morrow.cli.output import print_found, shape
from morrow.cli.told import Told
from morrow.household.erasing import Receipt
from morrow.i18n import msgid, translate

_HEADS = {True: msgid("Erased for good:"), False: msgid("This would be erased for good; --yes does it:")}


def print_receipt(told: Told, receipt: Receipt) -> None:
    """Print a receipt: rows by kind, files, and what is not reached."""
    lines = [translate(_HEADS[receipt.is_done], told.lang)]
    lines += [f"  {count:>7} {kind}" for kind, count in receipt.rows.items()]
    if receipt.is_done:
        lines.append(f"  {receipt.files:>7} {translate('files', told.lang)}")
    if "group_messages" in receipt.unreached:
        count = receipt.unreached["group_messages"]
        lines.append(translate("Left: {count} messages in groups, whose memory they are.", told.lang, count=count))
    print_found(told, shape(receipt), "\n".join(lines))
