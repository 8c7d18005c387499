"""`morrow dreams card` and the acts on it: they mean the same card."""

import json
from pathlib import Path

from tests.cli.conftest import Call

QUIET = "2026-03-06T12:00:00+00:00"


def _three_days(file: Path) -> str:
    said = [
        {"conversation": f"day-{day}", "speaker": "Ada", "text": text, "time": f"2026-03-0{day}T09:0{n}:00+00:00"}
        for day in (2, 3, 4)
        for n, text in enumerate(("I am learning Portuguese every evening.", "It goes quite well so far, I think."))
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in said), encoding="utf-8")
    return str(file)


def test_an_entry_of_the_card_that_is_shown_can_be_confirmed_after_a_quiet_night(morrow: Call, tmp_path: Path) -> None:
    morrow("import", "chat", _three_days(tmp_path / "chat.jsonl"), "--dream", "--now", "2026-03-05T08:00:00+00:00")
    morrow("dream", "--now", QUIET)
    card = morrow("dreams", "card", "--json", "--now", QUIET).document["card"]
    [entry] = card["entries"]

    first, again = (morrow("dreams", "confirm", entry["id"], "--now", QUIET) for _ in range(2))

    assert (first.code, again.code) == (0, 0)
    assert card["report"] in morrow("dreams", "seen", "--now", QUIET).out
    assert morrow("dreams", "card", "--now", QUIET).code == 3
