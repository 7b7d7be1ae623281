"""What ``/metrics`` counts while people and bots play, and that none of it tells of anybody."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.sync.client import connect

from app.rooms.live.hub import Hub
from app.web.wire.metrics import Figure, Meters
from tests.operation.test_serving import TOYS, Table, until
from tests.support.server import RunningServer, running_server

LABELS = {"method", "route", "status", "le", "game", "by", "kind", "code", "rule", "outcome", "pid", "process"}
OF_PYTHON = {"generation", "version", "implementation", "major", "minor", "patchlevel"}


@pytest.fixture(scope="module")
def server(module_database_url: str) -> Iterator[RunningServer]:
    with running_server(module_database_url, TAPETE_SYSTEMS=TOYS) as running:
        yield running


def counted(server: RunningServer, name: str, **labels: str) -> float:
    """A figure, 0 if nothing was counted yet."""
    for family in text_string_to_metric_families(httpx.get(f"{server.url}/metrics").text):
        for sample in family.samples:
            if sample.name == name and sample.labels == labels:
                return float(sample.value)
    return 0.0


def refused(table: Table) -> str:
    """Lets the seat that is not asked try what the other one may do; answers the rule that refused it."""
    while len(table.get()["to_act"]) > 1:
        table.act()
    (seat,) = table.get()["to_act"]
    action = table.get("/offers", seat)["offers"][0]["examples"][0]
    headers = {"Authorization": f"Bearer {table.tokens['b' if seat == 'a' else 'a']}"}
    url = f"{table.server.url}/api/v1/rooms/{table.id}/actions"
    answer = httpx.post(url, headers=headers, json={"action": action}).json()
    assert answer["code"] == "illegal_action"
    return str(answer["rule"])


def test_actions_and_refusals_are_counted_by_game_code_and_rule(server: RunningServer) -> None:
    by_player = {"game": "pebbles", "by": "player"}
    table = Table(server)
    acts = counted(server, "tapete_action_seconds_count", **by_player)
    table.act()
    assert counted(server, "tapete_action_seconds_count", **by_player) == acts + 1
    assert counted(server, "tapete_action_seconds_sum", **by_player) > 0

    before = counted(server, "tapete_refusals_total", code="illegal_action")
    rule = refused(table)
    assert counted(server, "tapete_refusals_total", code="illegal_action") == before + 1
    assert counted(server, "tapete_rule_refusals_total", game="pebbles", rule=rule) >= 1


def test_refusals_on_a_socket_are_counted_too(server: RunningServer) -> None:
    table = Table(server)
    before = counted(server, "tapete_refusals_total", code="invalid")
    headers = {"Authorization": f"Bearer {table.tokens['a']}"}
    with connect(table.socket_url(), additional_headers=headers, proxy=None) as line:
        line.send('{"type": "dance"}')
        while json.loads(line.recv())["type"] != "refused":
            pass

    assert counted(server, "tapete_refusals_total", code="invalid") == before + 1


def test_live_connections_are_counted_by_kind_while_they_last(server: RunningServer) -> None:
    table = Table(server)
    headers = {"Authorization": f"Bearer {table.tokens['a']}"}
    with (
        connect(table.socket_url(), additional_headers=headers, proxy=None) as line,
        httpx.stream("GET", f"{server.url}/api/v1/rooms/{table.id}/stream", headers=headers) as stream,
    ):
        line.recv()
        lines = stream.iter_lines()  # kept, since the stream ends with it
        next(lines)
        assert counted(server, "tapete_sockets_open", kind="programs") == 1
        assert counted(server, "tapete_sockets_open", kind="streams") == 1
        assert counted(server, "tapete_sockets_open", kind="pages") == 0
        assert counted(server, "tapete_rooms_in_memory") >= 1
    until(lambda: counted(server, "tapete_sockets_open", kind="programs") == 0)
    until(lambda: counted(server, "tapete_sockets_open", kind="streams") == 0)


def test_what_bots_decide_is_counted(server: RunningServer) -> None:
    wish = {"game": "pebbles", "scenario": "duel", "seats": [{"kind": "bot", "strategy": "random"}] * 2}
    assert httpx.post(f"{server.url}/api/v1/rooms", json=wish).status_code == 201

    until(lambda: counted(server, "tapete_bot_decisions_total", game="pebbles", outcome="accepted") > 0)
    until(lambda: counted(server, "tapete_action_seconds_count", game="pebbles", by="bot") > 0)


def test_no_label_tells_of_anybody_or_grows_without_end(server: RunningServer) -> None:
    table = Table(server)
    refused(table)
    for token in table.tokens.values():
        httpx.get(f"{server.url}/join/{token}")
        httpx.get(f"{server.url}/nowhere/{token}?token={token}")
        httpx.request(f"X{token}", f"{server.url}/{token}", headers={"Authorization": f"Bearer {token}"})
    text = httpx.get(f"{server.url}/metrics").text

    for secret in (table.id, *table.tokens.values(), "127.0.0.1"):
        assert secret not in text
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            assert sample.labels.keys() <= LABELS | OF_PYTHON, sample
    routes = set(re.findall(r'route="([^"]*)"', text))
    assert "/join/{secret}" in routes
    assert "other" in routes
    assert set(re.findall(r'method="([^"]*)"', text)) <= {"GET", "POST", "other"}


def test_resyncs_and_full_outboxes_are_counted() -> None:
    hub = Hub(outbox=2)
    slow = hub.subscribe("r1", "spectator", None, lambda change: change, "words")  # type: ignore[arg-type]
    for _ in range(2):
        slow.put("news")
    assert (hub.outboxes(), hub.count.resyncs) == ([2], 0)

    slow.put("more")

    assert (hub.outboxes(), hub.count.resyncs) == ([1], 1)


def test_several_processes_are_told_apart_in_every_sample() -> None:
    figures = (
        Figure("gauge", "tapete_process", "Which.", lambda: {"17": 1.0}, label="pid"),
        Figure("counter", "tapete_things", "Things.", lambda: 3.0),
    )
    several, alone = Meters(figures, process="17"), Meters(figures)
    several.sockets.labels("pages").inc()

    for meters, label in ((several, {"process": "17"}), (alone, {})):
        samples = [sample for metric in meters.registry.collect() for sample in metric.samples]
        assert {tuple(sample.labels) for sample in samples if sample.name == "tapete_process"} == {("pid",)}
        assert [sample.labels for sample in samples if sample.name == "tapete_things_total"] == [label]
        assert all(sample.labels.items() >= label.items() for sample in samples if sample.name != "tapete_process")
