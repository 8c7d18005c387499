"""`python -m morrow.demo [zh|en]`: the demo without the command line around it."""

import asyncio
import os
import shutil
import sys

from morrow.demo.run import run
from morrow.i18n import LANGUAGES, detect_language


def main() -> int:
    """Run the demo in the language asked for, or the terminal's; return 1 if something in it is wrong."""
    asked = sys.argv[1] if len(sys.argv) > 1 else detect_language(os.environ)
    if asked not in LANGUAGES:
        sys.stderr.write(f"{asked!r}: the languages are {', '.join(LANGUAGES)}\n")
        return 2
    is_terminal = sys.stdout.isatty()
    result = asyncio.run(
        run(
            lang=asked,
            write=sys.stdout.write,
            width=min(shutil.get_terminal_size((88, 24)).columns, 100),
            is_coloured=is_terminal and "NO_COLOR" not in os.environ,
            progress=_tell if sys.stderr.isatty() else None,
        )
    )
    return 0 if result.is_sound else 1


def _tell(done: int, total: int, day: str) -> None:
    bar = "━" * (done * 24 // total)
    sys.stderr.write(f"\r  {bar:<24} {day}" if done < total else "\r" + " " * 40 + "\r")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
