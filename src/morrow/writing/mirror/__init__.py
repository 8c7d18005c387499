"""Memory as a folder of files, kept in step with the store both ways. The only place that touches memory files."""

from morrow.writing.mirror.folder import is_supported
from morrow.writing.mirror.mirror import Mirror
from morrow.writing.mirror.trouble import Trouble, Wrong

__all__ = ["Mirror", "Trouble", "Wrong", "is_supported"]
