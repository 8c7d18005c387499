"""`morrow doctor`: checks the memory and names what is wrong, each with its mend."""

import asyncio

from morrow.cli.checkup import check_up
from morrow.cli.findings import Finding
from morrow.cli.opened import configure_logs
from morrow.cli.output import Shape, print_json, print_text
from morrow.cli.problems import FAILURE, OK
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid, translate


@command(
    "doctor",
    help=msgid(
        "Check that settings can be read, the memory opens and is whole, the disk can be written, and that the"
        " configured models answer: each is asked for one word. Keys and local model servers that nobody uses are"
        " named. Changes nothing. Exit code 1 if something is wrong."
    ),
)
@with_told
def doctor(told: Told) -> int | None:
    """Check the memory."""
    configure_logs(is_verbose=told.is_verbose)
    findings = asyncio.run(check_up(told.home, told.lang))
    is_well = all(finding.is_well for finding in findings)
    if told.as_json:
        print_json({"healthy": is_well, "checks": [_shape(finding) for finding in findings]})
    else:
        print_text("\n".join(_line(finding, told.lang) for finding in findings))
    return OK if is_well else FAILURE


def _shape(finding: Finding) -> Shape:
    return {"name": finding.name, "ok": finding.is_well, "detail": finding.detail}


def _line(finding: Finding, lang: str) -> str:
    mark = translate("ok", lang) if finding.is_well else translate("WRONG", lang)
    return f"{mark:6} {finding.name}: {finding.detail}"
