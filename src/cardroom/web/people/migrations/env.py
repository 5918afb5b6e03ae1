"""Run by Alembic, which calls this module `env_py`. The caller has opened the transaction."""

from alembic import context

from cardroom.web.people import METADATA

if __name__ == "env_py":
    context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
    context.run_migrations()
