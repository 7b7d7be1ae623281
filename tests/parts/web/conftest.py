"""Fixtures of the tests of the web."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import pytest_asyncio

from tests.parts.web.api_site import Site, running_site
from tests.parts.web.cheats.worlds import Twins, running_twins
from tests.parts.web.live_table import PATIENCE_S, Table
from tests.parts.web.pages_server import reader, server_with_toy
from tests.support.postgres import Databases
from tests.support.server import RunningServer


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site(module_database_url: str) -> AsyncIterator[Site]:
    """The real site without limits, shared by the tests of one module; every test makes its own rooms.

    Its tests run in the module's event loop: ``pytestmark = pytest.mark.asyncio(loop_scope="module")``.
    """
    async with running_site(module_database_url) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def twins(databases: Databases) -> AsyncIterator[Twins]:
    """Two sites over two databases, alike to the last byte; a test makes them differ in what somebody may not know."""
    urls = [databases.fresh(), databases.fresh()]
    async with running_twins(urls) as running:
        yield running
    for url in urls:
        databases.drop(url)


@pytest.fixture(scope="session")
def server(databases: Databases) -> Iterator[RunningServer]:
    """The real server with the toy game, as a process of its own, shared by all of these tests; every one makes its own rooms."""
    url = databases.fresh()
    with server_with_toy(url) as running:
        yield running
    databases.drop(url)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(server: RunningServer) -> AsyncIterator[Table]:
    """The same server, to make rooms on and to be heard live, shared by the tests of one module."""
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_S) as client:
        yield Table(server.url, client)


@pytest.fixture
def host(server: RunningServer) -> Iterator[httpx.Client]:
    """The browser of somebody who hosts."""
    with reader(server) as client:
        yield client


@pytest.fixture
def ana(server: RunningServer) -> Iterator[httpx.Client]:
    """The browser of one player."""
    with reader(server) as client:
        yield client


@pytest.fixture
def luis(server: RunningServer) -> Iterator[httpx.Client]:
    """The browser of the other."""
    with reader(server) as client:
        yield client


@pytest.fixture
def stranger(server: RunningServer) -> Iterator[httpx.Client]:
    """The browser of somebody who has no part in anything."""
    with reader(server) as client:
        yield client


@pytest.fixture
def friend(server: RunningServer) -> Iterator[httpx.Client]:
    """The browser of somebody whom a link was sent."""
    with reader(server) as client:
        yield client
