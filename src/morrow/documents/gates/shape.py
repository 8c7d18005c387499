"""The shape gate: what is no statement becomes no memory. The shapes themselves are known to text.shapes."""

import re

from morrow.documents.entries import Author, Operation, Replace
from morrow.documents.gates.context import Run, new_text_of
from morrow.documents.gates.markers import is_only_markers
from morrow.documents.gates.verdict import Reason, TurnAway, Verdict
from morrow.documents.names import is_structured
from morrow.text.shapes import refused_shape

_REASONS = {
    "punctuation": Reason.PUNCTUATION,
    "placeholder": Reason.PLACEHOLDER,
    "role_token": Reason.TEMPLATE_TOKEN,
    "heartbeat": Reason.HEARTBEAT,
    "heading": Reason.BARE_HEADING,
    "metadata": Reason.METADATA,
    "recap": Reason.RECAP,
    "apology": Reason.REFUSAL,
    "banner": Reason.TOOL_BANNER,
    "table": Reason.COMMAND_OR_LOG,
    "stack_trace": Reason.COMMAND_OR_LOG,
    "log": Reason.COMMAND_OR_LOG,
    "command": Reason.COMMAND_OR_LOG,
}
_CODE = re.compile(r"`[^`\n]{1,200}`")
_TEMPLATE = re.compile(
    r"(?i)</?(?:think|thinking|channel|analysis|scratchpad)\b[^>\n]{0,40}>|<[a-z_]{1,20}\|>|\{\{[^}\n]{0,80}\}\}|\{%[^%\n]{0,80}%\}"
    r"|\$\{[a-z]{1,12}:[^}\n]{0,80}\}|<%[^%\n]{0,80}%>"
    r"|\{(?:transcript|profile|memory|memory_md|existing_memory|user_profile|today|daily_notes?|conversation|messages?|content"
    r"|context|notes?|candidates?|documents?|entries|file_content|input|output)\}"
)


def shape_gate(operation: Operation, run: Run) -> Verdict | None:
    """Turn away placeholders, tokens, headings, commands, logs, heartbeats, banners, recaps and apologies.

    What the document says already in these words is no placeholder. An explicit "remember", a workflow, and the
    content of a named `## key` may be a command, a log or a table.
    """
    text = new_text_of(operation)
    if text is None:
        return None
    statement = run.statement(text)
    if _TEMPLATE.search(_CODE.sub("", statement)):
        return TurnAway(operation, Reason.TEMPLATE_TOKEN)
    reason = _REASONS.get(refused_shape(statement) or "")
    # A sentence with a role marker in it may hold words worth a person's look: the instruction gate holds it.
    if reason is None or (reason is Reason.TEMPLATE_TOKEN and not is_only_markers(statement)):
        return None
    if reason is Reason.PLACEHOLDER and _stood_there(operation, statement, run):
        return None
    if reason is Reason.COMMAND_OR_LOG and _may_be_raw(run):
        return None
    return TurnAway(operation, reason, statement[:200])


def _stood_there(operation: Operation, statement: str, run: Run) -> bool:
    if isinstance(operation, Replace) and operation.entry in run.entries:
        return refused_shape(run.statement(run.entries[operation.entry].text)) == "placeholder"
    return any(run.statement(entry.text) == statement for entry in run.context.entries)


def _may_be_raw(run: Run) -> bool:
    context = run.context
    return context.asked or context.author is Author.WORKFLOW or is_structured(context.document)
