"""Fixtures of the tests of the web."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.support.postgres import Databases
from tests.web.api_site import Site, running_site
from tests.web.worlds import Twins, running_twins


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
