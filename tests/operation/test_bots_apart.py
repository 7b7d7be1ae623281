"""Bots on a real server play on, whatever the rules service is asked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.support.playing import PATIENCE_S, Room, until
from tests.support.server import RunningServer, running_server

PATIENT = "tests.support.patient_systems,tests.support.toy_systems"
BOT = {"kind": "bot"}
ASKERS = 110
SLEEP_S = 4.0  # the service stops what takes longer than 5 s


@pytest.fixture
def server(database_url: str) -> Iterator[RunningServer]:
    with running_server(database_url, TAPETE_SYSTEMS=PATIENT) as running:
        yield running


def ask(server: RunningServer, seconds: float) -> httpx.Response:
    """A question that takes a worker for so long."""
    url = f"{server.url}/api/v1/games/patient/queries/sleep"
    return httpx.post(url, json=seconds, timeout=PATIENCE_S)


def test_a_game_of_bots_goes_on_while_a_hundred_and_ten_questions_are_asked_without_end(server: RunningServer) -> None:
    is_over = threading.Event()
    answers: list[httpx.Response] = []

    def ask_always() -> None:
        while not is_over.is_set():
            answers.append(ask(server, SLEEP_S))
            if answers[-1].status_code == 429:
                is_over.wait(float(answers[-1].headers["retry-after"]))

    with ThreadPoolExecutor(ASKERS) as askers:
        asking = [askers.submit(ask_always) for _ in range(ASKERS)]
        try:
            until(lambda: any(answer.status_code == 429 for answer in answers))  # all that may wait do
            room = Room(server, BOT, BOT, rounds=3)
            until(lambda: room.get(server, viewer="spectator")["status"] == "finished")
            assert not any(each.done() for each in asking)
        finally:
            is_over.set()

    assert {answer.status_code for answer in answers} <= {200, 429}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.json()["code"] == "too_fast"
    assert int(refused.headers["retry-after"]) == refused.json()["retry_after_s"] > 0
