"""Run by Alembic, which calls this module `env_py`."""

from alembic import context

from cardroom.house.books import metadata

if __name__ == "env_py":
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()
