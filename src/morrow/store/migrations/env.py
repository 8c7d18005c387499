"""How Alembic runs here: on the connection it is handed, inside that connection's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
