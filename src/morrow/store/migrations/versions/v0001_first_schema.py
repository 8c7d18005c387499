"""The first schema."""

import sqlalchemy as sa
from alembic import op

from morrow.store.types import Instant
from morrow.store.visibility import row_security

revision = "0001"
down_revision = None

FULL_TEXT: dict[str, tuple[str, ...]] = {
    "sqlite": (
        "CREATE VIRTUAL TABLE search_terms USING fts5(terms, content='', columnsize=0, detail=none, tokenize='ascii')",
        "CREATE VIRTUAL TABLE search_frequency USING fts5vocab(search_terms, row)",
    ),
    "postgresql": (
        "CREATE TABLE search_terms (n integer PRIMARY KEY, terms tsvector NOT NULL)",
        "CREATE INDEX ix_search_terms_terms ON search_terms USING gin (terms) WITH (fastupdate = off)",
    ),
}
PERSONAL = (
    "audit",
    "conversation",
    "document",
    "mirror_file",
    "proposal",
    "recall_event",
    "run",
    "search_bucket",
    "search_item",
    "entry",
    "message",
    "conversation_summary",
    "revision",
    "turn",
    "entry_source",
    "tombstone",
)


def upgrade() -> None:
    _make_audit()
    _make_conversation()
    _make_document()
    _make_mirror_file()
    _make_proposal()
    _make_recall_event()
    _make_roster_owner()
    _make_run()
    _make_search_bucket()
    _make_search_item()
    _make_workspace()
    _make_entry()
    _make_message()
    _make_conversation_summary()
    _make_revision()
    _make_roster_agent()
    _make_turn()
    _make_entry_source()
    _make_roster_token()
    _make_roster_login()
    _make_roster_session()
    _make_tombstone()
    _make_full_text()
    if op.get_bind().dialect.name == "postgresql":
        for table in PERSONAL:
            for statement in row_security(table):
                op.execute(statement)


def _switches() -> tuple[sa.Column[bool], sa.Column[bool], sa.Column[bool]]:
    return (
        sa.Column("recall", sa.Boolean(), nullable=False),
        sa.Column("capture", sa.Boolean(), nullable=False),
        sa.Column("dream", sa.Boolean(), nullable=False),
    )


def _bucket() -> tuple[sa.Column[str], sa.Column[str], sa.Column[str]]:
    return (
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
    )


def _make_full_text() -> None:
    for statement in FULL_TEXT[op.get_bind().dialect.name]:
        op.execute(statement)


def _make_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        *_bucket(),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("previous", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.UniqueConstraint("agent", "scope", "owner", "seq", name="uq_audit_agent_scope_owner_seq"),
    )


def _make_conversation() -> None:
    op.create_table(
        "conversation",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("memory", sa.String(), nullable=False),
        sa.Column("messages", sa.Integer(), nullable=False),
        sa.Column("read_position", sa.Integer(), nullable=False),
        sa.Column("last_at", Instant(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.UniqueConstraint("agent", "scope", "owner", "name", name="uq_conversation_agent_scope_owner_name"),
    )
    op.create_index(
        "ix_conversation_due",
        "conversation",
        ["agent"],
        sqlite_where=sa.text("messages > read_position"),
        postgresql_where=sa.text("messages > read_position"),
    )


def _make_document() -> None:
    op.create_table(
        "document",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("sort_order", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("updated_at", Instant(), nullable=False),
        sa.UniqueConstraint("agent", "scope", "owner", "name", name="uq_document_agent_scope_owner_name"),
    )


def _make_mirror_file() -> None:
    op.create_table(
        "mirror_file",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        *_bucket(),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("mtime_ns", sa.BigInteger(), nullable=False),
        sa.Column("ctime_ns", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("inode", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.UniqueConstraint("agent", "scope", "owner", "name", name="uq_mirror_file_agent_scope_owner_name"),
    )


def _make_proposal() -> None:
    op.create_table(
        "proposal",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("document", sa.String(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("run", sa.String(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("made_at", Instant(), nullable=False),
        sa.Column("settled_at", Instant(), nullable=True),
        sa.Column("settled_by", sa.String(), nullable=True),
        sa.Column("revision", sa.String(), nullable=True),
    )
    op.create_index("ix_proposal_bucket", "proposal", ["agent", "scope", "owner", "status"])


def _make_recall_event() -> None:
    op.create_table(
        "recall_event",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        *_bucket(),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("question_hash", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
    )
    op.create_index(
        "uq_recall_event",
        "recall_event",
        ["agent", "scope", "owner", "kind", "ref", "question_hash", "day"],
        unique=True,
    )


def _make_roster_owner() -> None:
    op.create_table(
        "roster_owner",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("zone", sa.String(), nullable=True),
        sa.Column("language", sa.String(), nullable=True),
        *_switches(),
        sa.Column("created_at", Instant(), nullable=False),
    )


def _make_run() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        *_bucket(),
        sa.Column("scheduled_date", sa.Date(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(), nullable=False),
        sa.Column("lease_until", Instant(), nullable=True),
        sa.Column("started_at", Instant(), nullable=False),
        sa.Column("finished_at", Instant(), nullable=True),
        sa.Column("retry_at", Instant(), nullable=True),
        sa.Column("report", sa.Text(), nullable=False),
        sa.UniqueConstraint("key", name="uq_run_key"),
    )
    op.create_index("ix_run_bucket", "run", ["agent", "scope", "owner", "kind", "started_at"])


def _make_search_bucket() -> None:
    op.create_table(
        "search_bucket",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        *_bucket(),
        sa.Column("items", sa.Integer(), nullable=False),
        sa.Column("passages", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.UniqueConstraint("agent", "scope", "owner", name="uq_search_bucket_agent_scope_owner"),
    )


def _make_search_item() -> None:
    op.create_table(
        "search_item",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        *_bucket(),
        sa.Column("bucket", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("document", sa.String(), nullable=True),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("conversation", sa.String(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.Column("speaker", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("tokens", sa.Text(), nullable=False),
        sa.Column("passages", sa.Integer(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("at", Instant(), nullable=True),
        sa.UniqueConstraint("agent", "scope", "owner", "kind", "ref", name="uq_search_item_agent_scope_owner_kind_ref"),
    )
    op.create_index("ix_search_item_conversation_position", "search_item", ["conversation", "position"])


def _make_workspace() -> None:
    op.create_table(
        "workspace",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.UniqueConstraint("name", name="uq_workspace_name"),
    )


def _make_entry() -> None:
    op.create_table(
        "entry",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("document", sa.String(), sa.ForeignKey("document.id", ondelete="CASCADE"), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("confirmed_at", Instant(), nullable=True),
        sa.Column("first_seen", Instant(), nullable=False),
        sa.Column("last_seen", Instant(), nullable=False),
        sa.Column("supersedes", sa.String(), nullable=True),
        sa.Column("retired_at", Instant(), nullable=True),
        sa.Column("retired_by", sa.String(), nullable=True),
        sa.Column("retired_reason", sa.Text(), nullable=True),
    )
    op.create_index("ix_entry_document", "entry", ["document", "retired_at"])


def _make_message() -> None:
    op.create_table(
        "message",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("conversation", sa.String(), sa.ForeignKey("conversation.id", ondelete="CASCADE"), nullable=False),
        sa.Column("turn", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("speaker", sa.String(), nullable=False),
        sa.Column("said_by", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.UniqueConstraint("conversation", "position", name="uq_message_conversation_position"),
    )


def _make_conversation_summary() -> None:
    op.create_table(
        "conversation_summary",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("conversation", sa.String(), sa.ForeignKey("conversation.id", ondelete="CASCADE"), nullable=False),
        sa.Column("message", sa.String(), sa.ForeignKey("message.id", ondelete="CASCADE"), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("prompt", sa.String(), nullable=False),
        sa.Column("made_at", Instant(), nullable=False),
        sa.UniqueConstraint("conversation", "position", name="uq_conversation_summary_conversation_position"),
    )
    op.create_index("ix_conversation_summary_message", "conversation_summary", ["message"])


def _make_revision() -> None:
    op.create_table(
        "revision",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("document", sa.String(), sa.ForeignKey("document.id", ondelete="CASCADE"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("parent_hash", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("run", sa.String(), nullable=True),
        sa.Column("whole", sa.Text(), nullable=True),
        sa.Column("delta", sa.Text(), nullable=True),
        sa.Column("operations", sa.Text(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("redacted_at", Instant(), nullable=True),
        sa.UniqueConstraint("document", "version", name="uq_revision_document_version"),
    )
    op.create_index("ix_revision_run", "revision", ["run"])


def _make_roster_agent() -> None:
    op.create_table(
        "roster_agent",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("workspace", sa.String(), sa.ForeignKey("workspace.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=True),
        *_switches(),
        sa.Column("created_at", Instant(), nullable=False),
        sa.UniqueConstraint("workspace", "name", name="uq_roster_agent_workspace_name"),
    )


def _make_turn() -> None:
    op.create_table(
        "turn",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("conversation", sa.String(), sa.ForeignKey("conversation.id", ondelete="CASCADE"), nullable=False),
        sa.Column("started_at", Instant(), nullable=False),
        sa.Column("ended_at", Instant(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("trigger", sa.String(), nullable=False),
    )
    op.create_index("ix_turn_conversation", "turn", ["conversation"])


def _make_entry_source() -> None:
    op.create_table(
        "entry_source",
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=True),
        *_bucket(),
        sa.Column("entry", sa.String(), sa.ForeignKey("entry.id", ondelete="CASCADE"), nullable=False),
        sa.Column("conversation", sa.String(), nullable=False),
        sa.Column("message", sa.String(), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("said_at", Instant(), nullable=False),
        sa.Column("speaker", sa.String(), nullable=False),
    )
    op.create_index("ix_entry_source_entry", "entry_source", ["entry"])
    op.create_index("ix_entry_source_message", "entry_source", ["message"])


def _make_roster_token() -> None:
    op.create_table(
        "roster_token",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("user", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=True),
        sa.Column("only_owner", sa.String(), nullable=True),
        sa.Column("namespace", sa.String(), nullable=True),
        sa.Column("channel", sa.String(), nullable=True),
        sa.Column("expires_at", Instant(), nullable=True),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("last_used_at", Instant(), nullable=True),
        sa.Column("revoked_at", Instant(), nullable=True),
        sa.UniqueConstraint("hash", name="uq_roster_token_hash"),
    )


def _make_roster_login() -> None:
    op.create_table(
        "roster_login",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("user", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("expires_at", Instant(), nullable=False),
        sa.Column("used_at", Instant(), nullable=True),
        sa.UniqueConstraint("hash", name="uq_roster_login_hash"),
    )


def _make_roster_session() -> None:
    op.create_table(
        "roster_session",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("user", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("csrf", sa.String(), nullable=False),
        sa.Column("expires_at", Instant(), nullable=False),
        sa.UniqueConstraint("hash", name="uq_roster_session_hash"),
    )


def _make_tombstone() -> None:
    op.create_table(
        "tombstone",
        sa.Column("id", sa.String(), primary_key=True),
        *_bucket(),
        sa.Column("salt", sa.String(), nullable=False),
        sa.Column("stone", sa.Text(), nullable=False),
        sa.Column("forgotten_at", Instant(), nullable=False),
        sa.Column("told_again_at", Instant(), nullable=True),
    )
    op.create_index("ix_tombstone_bucket", "tombstone", ["agent", "scope", "owner"])
