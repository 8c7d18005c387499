"""The queue of several nodes on PostgreSQL: Procrastinate's own tables, as its release 3.10 has them."""

from importlib.resources import files

from alembic import op

from morrow.errors import StoreError

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    bind = op.get_bind()
    if bind.dialect.name != "postgresql":
        return
    try:
        schema = files("procrastinate.sql").joinpath("schema.sql").read_text("utf-8")
    except ModuleNotFoundError as error:
        raise StoreError("procrastinate is missing: PostgreSQL takes `pip install 'morrow[postgres]'`") from error
    bind.exec_driver_sql(schema, execution_options={"no_parameters": True})
