"""Settings for the whole suite."""

import asyncio
import gc
import os
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, settings

from cardroom.games import game_of
from cardroom.rankings import base
from cardroom.rulebook import load, with_house_rules
from support.kernels import kernel_folder, once
from support.memory import memory_folder
from support.postgres import Unavailable, served
from support.sampling import PROOF, left_out
from support.witness import ClauseWitness

if folder := kernel_folder(Path(__file__).parents[1] / "src"):
    os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))
    os.environ.setdefault("CARDROOM_CACHE", str(folder / "counts"))
    base.jit = once(base.jit, folder)
if folder := memory_folder():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)  # where pytest makes `tmp_path`

hashing = PasswordHasher.__init__
hashing.__defaults__ = (1, 8, 1, *hashing.__defaults__[3:])  # hash passwords quickly: its time, memory and threads

# Speed is measured in benchmarks/, never here: a busy machine must not fail a test. In the suite the examples are the
# same in every run; a proof (`make proof`) tries many more, and different ones each time.
common = {"deadline": None, "print_blob": True, "suppress_health_check": list(HealthCheck)}
settings.register_profile("suite", max_examples=25, derandomize=True, **common)
settings.register_profile("proof", max_examples=1000, **common)
settings.load_profile("proof" if PROOF else "suite")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for no garbage while thousands of tests are collected, and never look at them again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


class OnlyDoctests:
    """Leaves out modules without an example when doctests are collected, because looking through them takes long."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path):
        found = yield
        if file_path.suffix == ".py" and ">>>" not in file_path.read_text("utf-8"):
            found = [each for each in found if type(each) is pytest.Module]  # a module of doctests is of another type
        return found


def pytest_configure(config):
    """The hooks of this file are for tests/ only; those of a plugin are for src/ too."""
    config.pluginmanager.register(OnlyDoctests())
    config.pluginmanager.register(ClauseWitness(), "clause-witness")


def pytest_collection_modifyitems(config, items):
    """Leave out what only a proof runs, unless a test is asked for by its name."""
    if PROOF or any("::" in each for each in config.args):
        return
    left = {*left_out(items)}
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


@contextmanager
def own_loop(item):
    """Hide the browser's event loop from tests without a browser.

    Playwright leaves its loop marked as running in the thread, and `asyncio.run` refuses to start beside it.
    """
    loop = None if "browser" in getattr(item, "fixturenames", ()) else asyncio._get_running_loop()
    if loop is None:
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    """Fixtures may run a loop of their own."""
    with own_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """So may tests."""
    with own_loop(item):
        return (yield)


@pytest.fixture
def own_game(tmp_path):
    """Makes a house's own game: the text of a file that extends a rule set, and settings."""

    def made(slug, text, **chosen):
        file = tmp_path / slug / "own.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        return game_of(with_house_rules(load(file), chosen))

    return made


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server for the session: the URL of its databases, with `{}` for the name."""
    try:
        with served() as url:
            yield url
    except Unavailable as error:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {error}")


_numbers = count(1)
_END_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""


@pytest.fixture
def databases(postgres):
    """Creates new, empty schemas in the server. They are created and dropped faster than databases."""
    names, url = [], postgres.format("postgres")
    with psycopg.connect(url, autocommit=True) as connection:

        def new():
            names.append(f"room_{next(_numbers)}")
            connection.execute(f"CREATE SCHEMA {names[-1]}")
            return f"{url}&options=-csearch_path%3D{names[-1]}"

        yield new
        connection.execute(_END_OTHERS)
        for name in names:
            connection.execute(f"DROP SCHEMA {name} CASCADE")
