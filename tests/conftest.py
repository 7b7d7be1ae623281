"""Fixtures that every part of the tests may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser
from xdist.remote import Producer

from tests.support import chosen
from tests.support.browser import launched_browser
from tests.support.postgres import Databases, seed_home, temporary_home, throw_away_server
from tests.support.server import RunningServer, running_server
from tests.support.spent import Spent

# Nobody here speaks TLS: without this every httpx.get() reads all certificates of the world first.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)

# How long an example takes is for the machine to say, and for `make bench`.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

MOST_WORKERS = 12


def pytest_xdist_auto_num_workers() -> int:
    """Two for each processor: many tests wait for a server or a page as long as they compute."""
    return min(MOST_WORKERS, 2 * (os.cpu_count() or 1))


def pytest_addoption(parser: pytest.Parser) -> None:
    """What the Makefile says to choose tests, and how long they may take."""
    chosen.add_options(parser)
    parser.getgroup("tapete").addoption(
        "--budget", type=float, help="seconds; tell the slowest tests and whether it was kept"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Whoever runs the tests is told where the time went."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Spent(config.getoption("--budget")), "spent")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The long files are begun first."""
    chosen.choose(config, items)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> chosen.Shared:
    """Tests that share something go to one worker."""
    return chosen.Shared(config, log)


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


@pytest.fixture(scope="session")
def seed() -> Iterator[Path]:
    """A home with a migrated database, to be copied."""
    with seed_home() as home:
        yield home


@pytest.fixture
def prepared_home(seed: Path) -> Iterator[Path]:
    """A home for one test whose embedded database was used before: it need not be made first, nor migrated."""
    with temporary_home(seed) as home:
        yield home


@pytest.fixture
def server(database_url: str) -> Iterator[RunningServer]:
    """The real server as a process of its own over a fresh database, for one test."""
    with running_server(database_url) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real headless Chromium, shared by the tests of one module.

    Its API is the blocking one, which cannot live beside a running event loop: the tests of such a module are ordinary
    functions.
    """
    with launched_browser() as launched:
        yield launched
