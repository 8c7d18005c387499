"""Memory: opens the store and everything that stands on it, and closes it again."""

import morrow.conversations.table
import morrow.documents.table
import morrow.jobs.table
import morrow.recall.table
import morrow.roster.table  # noqa: F401
