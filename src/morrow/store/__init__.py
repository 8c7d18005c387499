"""The database: engines, transactions, visibility, migrations. The only folder that opens one."""

from morrow.store.schema import bucket_columns, bucket_values, in_bucket, metadata
from morrow.store.store import Store, touch, touched

__all__ = ["Store", "bucket_columns", "bucket_values", "in_bucket", "metadata", "touch", "touched"]
