"""Writes the LoCoMo chats as files for `morrow import chat`: `python -m benchmarks.locomo_chat OUT_DIR`."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.retrieval.sets import Chat, load


def main() -> None:
    """Write one JSON Lines file a chat into the folder and print how many messages each holds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locomo_chat")
    parser.add_argument("folder", type=Path, metavar="OUT_DIR")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for chat in load("locomo"):
        path = folder / f"{chat.id}.jsonl"
        path.write_text("".join(f"{line}\n" for line in lines_of(chat)), encoding="utf-8")
        print(f"{path}: {len(chat.units)} messages")


def lines_of(chat: Chat) -> Iterator[str]:
    """Yield the lines of a chat as docs/import.md describes them; each session is a conversation."""
    for unit in chat.units:
        line = {"conversation": unit.session, "speaker": unit.speaker or unit.role, "text": unit.text}
        yield json.dumps({**line, "time": unit.at.isoformat(), "role": unit.role}, ensure_ascii=False)


if __name__ == "__main__":
    main()
