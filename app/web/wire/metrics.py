"""What the server counts: requests and sockets by route, refusals by code, actions, and what other parts keep count of.

No label holds an address, a room or anything else that somebody outside can choose: routes, codes, games and rule ids
are all among a known few.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal
from urllib.parse import quote

import msgspec
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
STREAM_ROUTES: Final = ("/api/v1/rooms/{room_id}/stream", "/api/v1/campaigns/{room_id}/stream")
PROCESS: Final = "tapete_process"
"""The metric that is nothing but the name of a process."""
_PLAIN: Final = "/:@!$&()*+,;=~"
METERS: Final = "tapete_meters"
"""Where the state of a request or socket keeps the meters."""

logger = logging.getLogger(__name__)

Reading = float | Mapping[str, float]


class Figure(msgspec.Struct, frozen=True):
    """A number that some part of the server keeps: a ``counter`` only grows, a ``gauge`` goes up and down.

    With ``label``, ``read`` answers one number for each of the label's values.
    """

    kind: Literal["counter", "gauge"]
    name: str
    help: str
    read: Callable[[], Reading]
    label: str | None = None


class Meters:
    """Everything that one app counts; ``registry`` is what Prometheus is shown. Its rooms tell it what is done (``Tally``).

    Where several processes answer at one address, ``process`` tells them apart in every sample.
    """

    def __init__(self, figures: Sequence[Figure], process: str | None = None) -> None:
        self.registry: Final = CollectorRegistry() if process is None else _OneOfSeveral(process)
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.registry.register(_Figures(figures))
        self.requests: Final = self._seconds(
            "tapete_http_request_seconds",
            "From the request's head to the end of its answer.",
            ("method", "route", "status"),
        )
        self.actions: Final = self._seconds(
            "tapete_action_seconds", "Actions acknowledged: from being asked for to being durable.", ("game", "by")
        )
        self.sockets: Final = Gauge(
            "tapete_sockets_open", "Live connections of programs and pages.", ("kind",), registry=self.registry
        )
        for kind in ("programs", "pages", "streams"):
            self.sockets.labels(kind).set(0)
        self.refusals: Final = Counter(
            "tapete_refusals", "What was refused, by the code of its problem.", ("code",), registry=self.registry
        )
        self.rules: Final = Counter(
            "tapete_rule_refusals", "Actions that the rules refused.", ("game", "rule"), registry=self.registry
        )
        self.bots: Final = Counter(
            "tapete_bot_decisions", "What bots decided.", ("game", "outcome"), registry=self.registry
        )

        self._played: dict[tuple[str, str], Histogram] = {}

    def acted(self, game: str, by: Literal["player", "bot"], seconds: float) -> None:
        """As ``Tally.acted`` of the rooms."""
        if (game, by) not in self._played:
            self._played[game, by] = self.actions.labels(game, by)
        self._played[game, by].observe(seconds)

    def rules_refused(self, game: str, rule: str) -> None:
        """As ``Tally.rules_refused`` of the rooms."""
        self.rules.labels(game, rule).inc()

    def bot_decided(self, game: str, outcome: Literal["accepted", "refused"]) -> None:
        """As ``Tally.bot_decided`` of the rooms."""
        self.bots.labels(game, outcome).inc()

    def _seconds(self, name: str, about: str, labels: tuple[str, ...]) -> Histogram:
        return Histogram(name, about, labels, registry=self.registry, buckets=BUCKETS_S)


class _OneOfSeveral(CollectorRegistry):
    """Labels every sample with the process that counted it."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def collect(self) -> Iterator[Metric]:
        for metric in super().collect():
            if metric.name == PROCESS:
                yield metric
                continue
            metric.samples = [
                sample._replace(labels={**sample.labels, "process": self._process}) for sample in metric.samples
            ]
            yield metric


class _Figures(Collector):
    def __init__(self, figures: Sequence[Figure]) -> None:
        self._figures = tuple(figures)

    def collect(self) -> Iterable[Metric]:
        for figure in self._figures:
            family = CounterMetricFamily if figure.kind == "counter" else GaugeMetricFamily
            reading = figure.read()
            if not isinstance(reading, Mapping):
                yield family(figure.name, figure.help, value=reading)
                continue
            labelled = family(figure.name, figure.help, labels=(figure.label or "kind",))
            for value, number in reading.items():
                labelled.add_metric((value,), number)
            yield labelled


def note_refusal(connection: HTTPConnection, document: Mapping[str, Any]) -> None:
    """Counts a request or message that was refused with a problem document, and writes down who was refused what, by which
    rule."""
    state = connection.scope.get("state", {})
    meters: Meters | None = state.get(METERS)
    if meters is not None:
        meters.refusals.labels(document["code"]).inc()
    about = {
        "room": connection.path_params.get("room_id"),
        "seat": state.get("viewer"),
        "code": document["code"],
        "rule": document.get("rule"),
    }
    fields = {name: value for name, value in about.items() if value is not None}
    logger.info("refused: %s", document["code"], extra={"fields": fields})


class Measured:
    """Times and writes down every request and socket: counted by its route as written, since an address itself may hold a
    secret, and is one of many."""

    def __init__(self, app: ASGIApp, meters: Meters) -> None:
        self._app = app
        self._meters = meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})[METERS] = self._meters
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 0
        streams = self._meters.sockets.labels("streams")
        is_stream = False

        async def send_noting_status(message: Message) -> None:
            nonlocal status, is_stream
            if message["type"] == "http.response.start":
                status = message["status"]
                if status == 200 and route_of(scope) in STREAM_ROUTES:
                    is_stream = True
                    streams.inc()
            await send(message)

        begun = time.perf_counter()
        try:
            await self._app(scope, receive, send_noting_status)
        finally:
            seconds = time.perf_counter() - begun
            if is_stream:
                streams.dec()
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._meters.requests.labels(method, route_of(scope), str(status or "none")).observe(seconds)
            _write_down(scope, method, seconds, status)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Counts only: the server's own ``send`` is handed on, since a wrapper would cost a sixth of all pushes."""
        sockets = self._meters.sockets.labels("programs" if scope["path"].startswith("/api/") else "pages")
        sockets.inc()
        begun = time.perf_counter()
        try:
            await self._app(scope, receive, send)
        finally:
            sockets.dec()
            _write_down(scope, "WEBSOCKET", time.perf_counter() - begun, None)


def route_of(scope: Scope) -> str:
    """The path as its route writes it; ``other`` where there is no such route."""
    return str(getattr(scope.get("route"), "path", "other"))


def _write_down(scope: Scope, method: str, seconds: float, status: int | None) -> None:
    """One line of the log; ``without_secrets`` of the log takes links' secrets out of the path."""
    # As an address is written: a blank in the midst of a secret does not end it.
    path, client = quote(scope["path"], safe=_PLAIN), scope.get("client")
    fields = {
        "method": method,
        "path": path,
        "route": route_of(scope),
        "seconds": round(seconds, 6),
        "address": client[0] if client else None,
    }
    if status is not None:
        fields["status"] = status
    logger.info("%s %s %s", method, path, "closed" if status is None else status, extra={"fields": fields})
