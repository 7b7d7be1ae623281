"""Fixtures that every part of the tests may use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.postgres import Databases, throw_away_server


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """Makes databases on one real PostgreSQL that lives as long as the session."""
    with throw_away_server() as url:
        yield Databases(url)


@pytest.fixture
def database_url(databases: Databases) -> Iterator[str]:
    """A fresh, migrated database for one test."""
    url = databases.fresh()
    yield url
    databases.drop(url)


@pytest.fixture
def empty_database_url(databases: Databases) -> Iterator[str]:
    """A fresh database without schema for one test."""
    url = databases.empty()
    yield url
    databases.drop(url)


@pytest.fixture(scope="module")
def module_database_url(databases: Databases) -> Iterator[str]:
    """A fresh, migrated database shared by the tests of one module."""
    url = databases.fresh()
    yield url
    databases.drop(url)
