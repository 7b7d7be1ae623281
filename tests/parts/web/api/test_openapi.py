"""The description of the API: complete, readable by programs, without anything from other sites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute

from app.web.api.openapi import ERROR_ROWS
from app.web.api.operations import OPERATIONS
from app.web.wire.limits import DEFAULT
from tests.parts.web.api_site import Site

pytestmark = pytest.mark.asyncio(loop_scope="module")

DOCS = Path(__file__).parents[4] / "docs" / "api.md"


def api_routes(site: Site) -> set[tuple[str, str]]:
    """Every method and path below ``/api/v1``."""
    from app.main import ROUTERS

    found = set()
    for route in (route for module in ROUTERS for route in module.router.routes):
        if isinstance(route, Route) and route.path.startswith("/api/v1/"):
            found |= {(method, route.path) for method in (route.methods or ()) if method != "HEAD"}
    return found


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, item in value.items():
            if name == "$ref":
                yield item
            else:
                yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


async def test_every_route_is_described_and_nothing_else(site: Site) -> None:
    document = (await site.client.get("/api/openapi.json")).json()

    described = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}

    assert described == api_routes(site)


async def test_every_reference_leads_somewhere(site: Site) -> None:
    document = (await site.client.get("/api/openapi.json")).json()

    for reference in set(references(document)):
        assert reference.startswith("#/")
        found: Any = document
        for part in reference.removeprefix("#/").split("/"):
            assert part in found, reference
            found = found[part]


async def test_every_game_has_its_schemas(site: Site) -> None:
    document = (await site.client.get("/api/openapi.json")).json()
    games = [game["id"] for game in (await site.client.get("/api/v1/games")).json()]

    for game in games:
        for kind in ("action", "event", "position", "view", "seat"):
            assert f"{game}.{kind}" in document["components"]["schemas"]


async def test_every_operation_tells_its_errors_and_every_error_is_in_the_table(site: Site) -> None:
    document = (await site.client.get("/api/openapi.json")).json()
    codes = {row.code for row in ERROR_ROWS}

    assert document["openapi"].startswith("3.1")
    for operation in OPERATIONS:
        assert set(operation.errors) <= codes
        told = document["paths"][operation.path][operation.method.lower()]
        assert told["summary"]
        assert str(operation.status) in told["responses"]
        if operation.method == "POST" and operation.sent is not None:
            assert told["requestBody"]["content"]["application/json"]["example"] is not None
        if operation.tag != "rules" and operation.needs_token:
            assert {"401", "403", "404"} <= told["responses"].keys()
            assert told["security"]


async def test_the_page_shows_every_route_error_and_limit(site: Site) -> None:
    answer = await site.client.get("/api/docs", headers={"Accept": "text/html"})

    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    for operation in OPERATIONS:
        assert operation.path in answer.text
    for row in ERROR_ROWS:
        assert f'id="{row.code}"' in answer.text
    for kind, limit in DEFAULT.items():
        for by, figure in limit.figures():
            cells = "".join(f"<td>{cell}</td>" for cell in (kind.value, by, figure.burst, figure.per_minute))
            assert cells in answer.text


async def test_the_page_takes_nothing_from_other_sites_and_runs_nothing_inline(site: Site) -> None:
    html = (await site.client.get("/api/docs")).text

    assert not re.findall(r'(?:src|href)="(?:https?:)?//', html)
    assert not re.findall(r"<script(?![^>]*\bsrc=)", html)
    assert not re.findall(r"\sstyle=|\son\w+=", html)


async def test_fastapis_own_description_is_off(site: Site) -> None:
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert (await site.client.get(path)).status_code == 404


async def test_the_table_of_limits_in_the_manual_is_the_codes() -> None:
    section = DOCS.read_text("utf-8").partition("\n## Limits\n")[2].partition("\n## ")[0]
    printed = [line for line in section.splitlines() if line.startswith("| `")]

    assert printed == [
        f"| `{kind.value}` | {limit.about} | {by} | {figure.burst} | {figure.per_minute} | {figure.open or ''} |".replace(
            "  |", " |"
        )
        for kind, limit in DEFAULT.items()
        for by, figure in limit.figures()
    ]


async def test_the_manual_names_every_error_and_every_route() -> None:
    manual = DOCS.read_text("utf-8")

    for row in ERROR_ROWS:
        if row.status != 500:
            assert f"`{row.code}`" in manual
            assert f"| {row.status} |" in manual
    for operation in OPERATIONS:
        short = re.sub(r"^/api/v1/(rooms|campaigns|games)(/\{(room_id|game)\})?", "", operation.path)
        assert short in manual, operation.path


async def test_sockets_stand_where_the_contract_says() -> None:
    from app.web.api import socket
    from app.web.table import page_socket

    routes = (*socket.router.routes, *page_socket.router.routes)
    paths = {route.path for route in routes if isinstance(route, WebSocketRoute)}

    assert paths == {"/api/v1/rooms/{room_id}/socket", "/rooms/{room_id}/socket"}
