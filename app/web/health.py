"""Is the server alive, may it be sent requests, and what has it counted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.web.metrics import Meters

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
    """Everything counted since the process started, as Prometheus reads it."""
    meters: Meters = request.app.state.meters
    return Response(generate_latest(meters.registry), media_type=CONTENT_TYPE_LATEST)
