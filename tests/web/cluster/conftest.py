"""Fixtures of the cluster's tests: a new PostgreSQL database for each test."""

from __future__ import annotations

import os
from itertools import count

import psycopg
import pytest

_numbers = count(1)


@pytest.fixture
def database(postgres, monkeypatch):
    """The URL of a new database."""
    name = f"room_{next(_numbers)}"
    monkeypatch.setenv("CARDROOM_KEY", os.urandom(32).hex())
    with psycopg.connect(postgres.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return postgres.format(name)
