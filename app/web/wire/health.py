"""Is the server alive, may it be sent requests, and what has it counted."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.rooms.values.errors import NotFound
from app.web.wire.metrics import Meters

router: Final = APIRouter(include_in_schema=False)

Readiness = Callable[[], Awaitable[str | None]]
"""Why requests cannot be served now; ``None`` if they can."""


@router.get("/healthz")
async def healthz() -> Response:
    """200 as long as the process answers at all."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """200 once the database answers and its schema is current, else 503 and why."""
    readiness: Readiness = request.app.state.readiness
    problem = await readiness()
    return PlainTextResponse("ready\n") if problem is None else PlainTextResponse(f"{problem}\n", 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Everything counted since the process started, as Prometheus reads it; only for the server's own machine and networks.

    Where few play, what is counted for all is what one's opponent did, secret acts and refused ones included.
    """
    if not _is_near(request):
        raise NotFound
    meters: Meters = request.app.state.meters
    return Response(generate_latest(meters.registry), media_type=CONTENT_TYPE_LATEST)


def _is_near(request: Request) -> bool:
    """Whether somebody asks from this machine or a private network; a named proxy's word on who asks is taken."""
    if request.client is None:
        return True  # a socket of this machine
    try:
        address = ipaddress.ip_address(request.client.host.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_private
