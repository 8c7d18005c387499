"""Full-text search over entries, note lines, messages and facts, for the asker's own buckets, on both engines."""

from morrow.search.index import Item, add, purge, remove, remove_all, remove_bucket
from morrow.search.question import Found, find
from morrow.search.ranking import Period

__all__ = ["Found", "Item", "Period", "add", "find", "purge", "remove", "remove_all", "remove_bucket"]
