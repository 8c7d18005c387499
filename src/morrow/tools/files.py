"""The tools for whole documents: list, read, write and edit. A name means the owner's document, then the shared one."""

from datetime import date

from morrow.documents.edit import edit
from morrow.documents.entries import Document
from morrow.documents.lines import newline_of, with_newlines
from morrow.documents.names import check_name, is_structured
from morrow.documents.operations import diff
from morrow.documents.shelf import list_documents, load
from morrow.errors import NotFound
from morrow.i18n import msgid
from morrow.owners import Bucket
from morrow.recall.tracker import Opened
from morrow.text.clean import split_bom
from morrow.text.secrets import redact
from morrow.tools.arguments import Arguments, Parameter
from morrow.tools.bench import Bench, Running, day_in
from morrow.tools.changing import PERSONAL, SHARED, Present, change, target, told, written
from morrow.tools.tool import Answer, JsonValue, Tool
from morrow.writing.change import Change

_FILENAME = Parameter(
    "filename", msgid("A memory file inside the workspace, such as MEMORY.md or memory/2026-04-09.md")
)
_SCOPE = Parameter(
    "scope",
    msgid("Which of two files with one name: the owner's (personal) or everyone's (shared)"),
    choices=(PERSONAL, SHARED),
    is_optional=True,
)


async def _list(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    buckets = running.principal.buckets
    await bench.take_in(*buckets)
    async with bench.store.read(running.principal) as connection:
        found = await list_documents(connection, *buckets, prefix=arguments.text("filenamePrefix"))
    return Answer({"count": len(found), "files": [_listed(document) for document in found]})


async def _read(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    found, day = await _find(bench, running, arguments)
    if running.counts_as_use:
        bench.tracker.opened(Opened(found, running.message, day))
    _, content = split_bom(found.text)
    return Answer({**_place(found), "enabled": found.enabled, "content": content})


async def _write(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    name = check_name(arguments.text("filename"))
    bucket = target(bench, running, arguments.text("scope"))
    content = redact(arguments.text("content")).text

    def whole(present: Present) -> Change:
        bom, _ = split_bom(present.text)
        newline = newline_of(present.text)
        text = bom + with_newlines(split_bom(content)[1], newline) if present.text else content
        return _rewritten(present, text)

    outcome = await change(bench, running, bucket, name, whole, reason="written by the agent")
    document = outcome.committed.document
    size = {"enabled": document.enabled, "fileSize": len(document.text.encode())}
    return Answer({**told(outcome), **size}, written(outcome))


async def _edit(bench: Bench, running: Running, arguments: Arguments) -> Answer:
    name = check_name(arguments.text("filename"))
    bucket = target(bench, running, arguments.text("scope"))
    replaced = 0

    def edited(present: Present) -> Change:
        nonlocal replaced
        if present.document is None:
            raise NotFound(_missing(name, bucket))
        old, new = arguments.text("oldText"), redact(arguments.text("newText")).text
        done = edit(present.text, old, new, replace_all=arguments.is_set("replaceAll"))
        replaced = done.replacements
        return _rewritten(present, done.text)

    outcome = await change(bench, running, bucket, name, edited, reason="edited by the agent")
    return Answer({**told(outcome), "replacements": replaced}, written(outcome))


def _rewritten(present: Present, text: str) -> Change:
    operations = diff(present.entries, text, structured=is_structured(present.name))
    return present.labelled(Change(present.bucket, present.name, operations, exactly=text))


async def _find(bench: Bench, running: Running, arguments: Arguments) -> tuple[Document, date]:
    """Return the owner's document of that name, else a shared one, and today; `scope` asks for one of both only."""
    name, scope = check_name(arguments.text("filename")), arguments.text("scope")
    buckets = running.principal.buckets
    await bench.take_in(*buckets)
    async with bench.store.read(running.principal) as connection:
        for bucket in buckets:
            if scope and bucket.is_shared != (scope == SHARED):
                continue
            found = await load(connection, bucket, name)
            if found is not None:
                return found, await day_in(connection, bench, running)
    raise NotFound(f"{name!r}: there is no such memory file; list_workspace_memory_files tells which there are")


def _missing(name: str, bucket: Bucket) -> str:
    if bucket.is_shared:
        return f"{name!r}: there is no such shared memory file to edit; write it first"
    return (
        f"{name!r}: the owner has no such memory file to edit; write it first, or edit the shared one by scope=shared"
    )


def _listed(document: Document) -> dict[str, JsonValue]:
    return {**_place(document), "enabled": document.enabled, "fileSize": len(document.text.encode())}


def _place(document: Document) -> dict[str, JsonValue]:
    return {"filename": document.name, "scope": document.bucket.scope, "ownerKey": document.bucket.owner}


LIST = Tool(
    "list_workspace_memory_files",
    msgid("List the memory files, the owner's and the shared ones, without their texts."),
    _list,
    (Parameter("filenamePrefix", msgid("Only names that begin so, such as memory/"), default=""),),
)
READ = Tool("read_workspace_memory_file", msgid("Read one memory file whole."), _read, (_FILENAME, _SCOPE))
WRITE = Tool(
    "write_workspace_memory_file",
    msgid("Create a memory file or replace its whole text. Read it first: what the new text leaves out is retired."),
    _write,
    (_FILENAME, Parameter("content", msgid("The whole new text, in Markdown")), _SCOPE),
)
EDIT = Tool(
    "edit_workspace_memory_file",
    msgid("Replace an exact passage of a memory file, the first place where it stands or every one."),
    _edit,
    (
        _FILENAME,
        Parameter("oldText", msgid("The passage as it stands in the file")),
        Parameter("newText", msgid("What takes its place; empty to take it out")),
        Parameter("replaceAll", msgid("Whether every such passage is replaced"), kind=bool, default=False),
        _SCOPE,
    ),
)
