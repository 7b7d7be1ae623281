"""Counts requests by route, and shows what the other parts of the server count."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

import msgspec
from prometheus_client import CollectorRegistry, GCCollector, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Figure(msgspec.Struct, frozen=True):
    """A number that some part of the server keeps: a ``counter`` only grows, a ``gauge`` goes up and down."""

    kind: Literal["counter", "gauge"]
    name: str
    help: str
    read: Callable[[], float]


def new_registry(figures: Sequence[Figure]) -> CollectorRegistry:
    """A registry of one app: the process, Python, and the figures, read when they are asked for."""
    registry = CollectorRegistry()
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    registry.register(_Figures(figures))
    return registry


class _Figures(Collector):
    def __init__(self, figures: Sequence[Figure]) -> None:
        self._figures = tuple(figures)

    def collect(self) -> Iterable[Metric]:
        for figure in self._figures:
            family = CounterMetricFamily if figure.kind == "counter" else GaugeMetricFamily
            yield family(figure.name, figure.help, value=figure.read())


class Measured:
    """Times every HTTP request, by its route as written: an address itself may hold a secret, and is one of many."""

    def __init__(self, app: ASGIApp, registry: CollectorRegistry) -> None:
        self._app = app
        self._seconds = Histogram(
            "tapete_http_request_seconds",
            "From the request's head to the end of its answer.",
            ("method", "route", "status"),
            registry=registry,
            buckets=BUCKETS_S,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = "none"

        async def send_noting_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        begun = time.perf_counter()
        try:
            await self._app(scope, receive, send_noting_status)
        finally:
            route = str(getattr(scope.get("route"), "path", "other"))
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._seconds.labels(method, route, status).observe(time.perf_counter() - begun)


METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
