"""Writes docs/settings.md; with --check only says whether it is up to date."""

import sys
from pathlib import Path

from morrow.settings.page import settings_page

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"


def main(arguments: list[str]) -> int:
    """Write or check the page; return 1 when a check finds it behind."""
    wanted = settings_page()
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == wanted:
        return 0
    if "--check" in arguments:
        sys.stderr.write("docs/settings.md is behind the settings: run scripts/settings-page\n")
        return 1
    PAGE.write_text(wanted, encoding="utf-8")
    sys.stdout.write("wrote docs/settings.md\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
