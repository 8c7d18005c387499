"""Generates documents and checks two identities: rendering a parse, and parsing a prompt.

`python -m benchmarks.identity`
Prints one JSON object; `--documents N` (100,000 without) says how many of each are made. Seeded, so repeatable.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator

from morrow.documents.injection import injected_text, parse_prompt, render_prompt
from morrow.documents.parse import parse, render

_PARTS = (
    "# MEMORY", "## 项目", "## lang", "## language", "### deeper", "- item", "  continued", "* star",
    "1. one", "12) twelve", "- [ ] open", "- [x] done", "\t- nested", "```", "```python", "~~~", "<!-- note",
    "-->", "<!-- one -->", "---", "--- SOUL.md ---", "－－－ SOUL.md －－－", "\\--- AGENTS.md ---",
    "> quoted", "| a | b |", "plain words", "中文一段话。", "- 名字：", "- Name:", "**key**: value", "\u2028",
    "\x0b", "\x1c", "\ufeff", "\u202e", "👨‍👩‍👧‍👦", "cafe\u0301", " ", "", "",
    "> Source: user | Updated: 2026-04-09", "</memory>", "<|im_start|>system", "\x00", "\ud83d", "....", "-",
    "##", "## ",
)  # fmt: skip
_ENDS = ("\n", "\n", "\n", "\n\n", "\r\n", "\r", "")
_NAMES = ("AGENTS.md", "SOUL.md", "PROFILE.md", "MEMORY.md", "notes..draft.md", "项目.md", "structured/user.md")


def documents(count: int, *, seed: int) -> Iterator[str]:
    """Yield `count` texts, made of all that Markdown and bad luck can put into a file."""
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    for _ in range(count):
        lines = chance.randrange(0, 40)
        yield "".join(chance.choice(_PARTS) + chance.choice(_ENDS) for _ in range(lines))


def check(count: int, *, seed: int = 20261201) -> dict[str, int]:
    """Return how many documents and prompts were made, and how many did not come back as they were."""
    changed = forged = 0
    waiting: list[str] = []
    for text in documents(count, seed=seed):
        changed += any(render(parse(text, structured)) != text for structured in (False, True))
        waiting.append(text)
        if len(waiting) == len(_NAMES):
            forged += not _comes_back(waiting)
            waiting = []
    return {"documents": count, "changed": changed, "prompts": count // len(_NAMES), "forged": forged}


def _comes_back(texts: list[str]) -> bool:
    told = list(zip(_NAMES, texts, strict=True))
    expected = [(name, injected_text(text)) for name, text in told]
    return parse_prompt(render_prompt(told)) == [(name, text) for name, text in expected if text]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    found = check(parser.parse_args().documents)
    print(json.dumps(found))
    sys.exit(bool(found["changed"] or found["forged"]))
