"""Run by Alembic, which calls this module `env_py`. The caller has opened the transaction."""

from alembic import context

if __name__ == "env_py":
    context.configure(connection=context.config.attributes["connection"])
    context.run_migrations()
