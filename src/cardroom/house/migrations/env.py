"""Run by Alembic."""

from alembic import context

from cardroom.house.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
