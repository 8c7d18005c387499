"""The tool that looks for words in the agent's memory files, line by line. Recall by meaning is another thing."""

import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from morrow.documents.entries import Document
from morrow.documents.names import AGENTS, MEMORY, PROFILE, SOUL, is_daily_note, is_structured
from morrow.documents.shelf import list_documents
from morrow.errors import InvalidInput
from morrow.i18n import msgid
from morrow.search.ranking import document_weight
from morrow.search.snippet import snippet
from morrow.search.tokens import index_tokens, query_tokens
from morrow.tools.arguments import Arguments, Parameter
from morrow.tools.bench import Bench, Running
from morrow.tools.tool import Answer, Tool

WITHIN = ("all", "memory", "profile", "persona", "structured")
MOST_DOCUMENTS = 50
MOST_LINES = 5  # of one file
MOST_HITS = 30
_PHRASE_BONUS = 0.3


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a document that holds a word that was looked for; `number` counts from 1, over line feeds only."""

    document: Document
    number: int
    text: str
    tokens: frozenset[str]
    has_phrase: bool


@dataclass(frozen=True, slots=True)
class Scored:
    """A line and how well it answers, in 0 to about 1.3."""

    line: Line
    score: float


def look_for(query: str, documents: Iterable[Document], *, limit: int) -> list[Scored]:
    """Return the best lines for `query`: at most five a file, the best first, then by name and line."""
    asked = query_tokens(query)
    tokens = frozenset((*asked.terms, *asked.singles)) or frozenset(asked.fillers)
    phrase = _folded(query).strip()
    lines = [line for document in documents for line in _lines(document, tokens, phrase)]
    rarity = _rarity(lines, tokens)
    total = sum(rarity.values())
    best: dict[str, list[Scored]] = {}
    for line in lines:
        told = sum(rarity[token] for token in line.tokens) / total if total else 0.0
        score = document_weight(line.document.name) * (
            max(told, float(line.has_phrase)) + _PHRASE_BONUS * line.has_phrase
        )
        best.setdefault(line.document.id, []).append(Scored(line, round(score, 4)))
    kept = [one for found in best.values() for one in sorted(found, key=_order)[:MOST_LINES]]
    return sorted(kept, key=_order)[:limit]


def candidates(documents: Sequence[Document], within: str) -> list[Document]:
    """Return the documents that are looked through: those of a sort, the weightiest and then the newest first."""
    wanted = [document for document in documents if _is_within(document.name, within)]
    ranked = sorted(wanted, key=lambda one: (-document_weight(one.name), -one.updated_at.timestamp(), one.name))
    return ranked[:MOST_DOCUMENTS]


async def _search(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    query = arguments.text("query").strip()
    if not query:
        raise InvalidInput("query is blank; write the words to look for")
    buckets = running.principal.buckets
    await bench.take_in(*buckets)
    async with bench.store.read(running.principal) as connection:
        found = candidates(await list_documents(connection, *buckets), arguments.text("within"))
    hits = look_for(query, found, limit=arguments.number("limit"))
    wanted = _wanted(query)
    return Answer({"query": query, "count": len(hits), "hits": [_told(hit, wanted) for hit in hits]})


def _wanted(query: str) -> frozenset[str]:
    asked = query_tokens(query)
    return frozenset((*asked.terms, *asked.singles, *asked.fillers))


def _lines(document: Document, tokens: frozenset[str], phrase: str) -> Iterable[Line]:
    # A stem may end otherwise than its word, so ends are left out of the quick look.
    heads = tuple(token[: max(len(token) - 2, 1)] for token in tokens)
    for number, text in enumerate(document.text.split("\n"), start=1):
        folded = _folded(text)
        has_phrase = phrase in folded
        if not has_phrase and not any(head in folded for head in heads):
            continue
        found = tokens.intersection(index_tokens(text))
        if found or has_phrase:
            yield Line(document, number, text, found, has_phrase)


def _rarity(lines: Sequence[Line], tokens: frozenset[str]) -> dict[str, float]:
    counts = {token: sum(token in line.tokens for line in lines) for token in tokens}
    return {token: math.log(1 + (len(lines) + 1) / (count + 0.5)) for token, count in counts.items()}


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _order(one: Scored) -> tuple[float, str, int]:
    return (-one.score, one.line.document.name, one.line.number)


def _is_within(name: str, within: str) -> bool:
    if within == "memory":
        return name == MEMORY or is_daily_note(name) is not None
    if within == "structured":
        return is_structured(name)
    names = {"profile": (PROFILE,), "persona": (AGENTS, SOUL)}
    return within == "all" or name in names[within]


def _told(hit: Scored, tokens: frozenset[str]) -> dict[str, object]:
    document = hit.line.document
    return {
        "filename": document.name,
        "lineNumber": hit.line.number,
        "snippet": snippet(hit.line.text.removesuffix("\r"), tokens),
        "score": hit.score,
        "scope": document.bucket.scope,
        "ownerKey": document.bucket.owner,
    }


SEARCH = Tool(
    "search_workspace_memory",
    msgid("Find lines in the memory files by keyword, such as a name or a decision, without reading whole files."),
    _search,
    (
        Parameter("query", msgid("The words to look for"), low=1, high=200),
        Parameter("within", msgid("Where to look: everywhere, or in one sort of file"), default="all", choices=WITHIN),
        Parameter("limit", msgid("Most hits"), kind=int, default=10, low=1, high=MOST_HITS),
    ),
)
