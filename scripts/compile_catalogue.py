"""Compiles src/morrow/i18n/*.po into the .mo beside it; with --check only says whether they agree. Needs babel."""

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent.parent / "src" / "morrow" / "i18n"


def compiled(source: Path) -> bytes:
    """Return what the .mo of `source` has to hold. Raises PoFileError for a file that is no catalogue."""
    with source.open("rb") as lines:
        catalogue = read_po(lines, locale=source.stem, abort_invalid=True)
    target = BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def main(arguments: list[str]) -> int:
    """Compile or check every catalogue; return 1 when a check finds one that is behind."""
    behind = 0
    for source in sorted(FOLDER.glob("*.po")):
        wanted, target = compiled(source), source.with_suffix(".mo")
        if target.exists() and target.read_bytes() == wanted:
            continue
        if "--check" in arguments:
            sys.stderr.write(f"{target.name} is behind {source.name}: run scripts/catalogue\n")
            behind = 1
        else:
            target.write_bytes(wanted)
            sys.stdout.write(f"wrote {target.name}\n")
    return behind


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
