"""Documents and entries to test with."""

import itertools
from collections.abc import Callable
from datetime import UTC, datetime

from hypothesis import strategies as st

from morrow.documents.entries import Author, Origin
from morrow.documents.operations import Applied, rewrite

THEN = datetime(2026, 4, 8, 9, 0, tzinfo=UTC)
NOW = datetime(2026, 4, 9, 9, 0, tzinfo=UTC)
WORDS = ["port 8080", "likes tea", "喜欢徒步", "周五发布", "uses Rust", "a --> b", "x", "---", "## no", "```", "<!--"]
BODIES = st.one_of(st.sampled_from(WORDS), st.text("ab你 -#>`~*\\<!1.\n", min_size=1, max_size=12)).filter(
    lambda text: bool(text.strip())
)
LINES = st.sampled_from(
    ["", "# T", "## A", "## B", "### s", "- a", "- a", "* b", "1. c", "2. d", "  - n", "  more", "lazy", "> q",
     "```", "~~~", "<!-- c -->", "<!--", "-->", "---", "| a |", "- 周五发布", "words", "\u2028", "- x\u2028y"]
)  # fmt: skip
DOCUMENTS = st.builds(
    lambda bom, lines, newline, end: bom + newline.join(lines) + end,
    st.sampled_from(["", "", "\ufeff"]),
    st.lists(LINES, max_size=18),
    st.sampled_from(["\n", "\n", "\r\n"]),
    st.sampled_from(["", "\n"]),
)


def ids(prefix: str = "e") -> Callable[[], str]:
    """Return a source of ids: e1, e2, …"""
    numbers = itertools.count(1)
    return lambda: f"{prefix}{next(numbers)}"


def document(text: str, *, structured: bool = False) -> Applied:
    """Return a document that a person wrote yesterday; its entries are e1, e2, …"""
    return rewrite(
        "", (), text, author=Author.PERSON, origin=Origin.USER, now=THEN, new_id=ids(), structured=structured
    )  # fmt: skip
