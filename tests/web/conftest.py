"""Fixtures of the tests of the web."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.web.api_site import Site, running_site


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site(module_database_url: str) -> AsyncIterator[Site]:
    """The real site without limits, shared by the tests of one module; every test makes its own rooms.

    Its tests run in the module's event loop: ``pytestmark = pytest.mark.asyncio(loop_scope="module")``.
    """
    async with running_site(module_database_url) as running:
        yield running
