"""The real server with the toy game beside the others, for the tests of the pages; and small readers of pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape

import httpx

from tests.support.server import RunningServer, running_server

TOY = "tests.support.toy_systems"
GAME = "pebbles"
DUEL = {"game": GAME, "scenario": "duel", "seat_a_kind": "me", "seat_a_name": "Ana", "seat_b_kind": "friend"}


@contextmanager
def server_with_toy(database_url: str, **environment: str) -> Iterator[RunningServer]:
    """A running server that also has Pebbles."""
    with running_server(database_url, TAPETE_SYSTEMS=TOY, **environment) as server:
        yield server


def reader(server: RunningServer, language: str = "en") -> httpx.Client:
    """A browser of somebody: its own cookies, its own language, its posts come from the server's own pages."""
    headers = {"accept": "text/html", "accept-language": language, "origin": server.url}
    return httpx.Client(base_url=server.url, headers=headers, timeout=20)


def hosted(host: httpx.Client, **typed: str) -> tuple[str, dict[str, str]]:
    """Hosts a room by the form; answers its id and the addresses of its links by viewer, as the links page shows them."""
    answer = host.post("/rooms/new", data=DUEL | typed)
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"/rooms/([\w-]+)/links", answer.headers["location"])
    assert found is not None, answer.headers["location"]
    return found[1], links_of(host, found[1])


def links_of(host: httpx.Client, room_id: str) -> dict[str, str]:
    """What the links page shows now: viewer -> path of the link."""
    page = host.get(f"/rooms/{room_id}/links")
    assert page.status_code == 200
    fields = re.findall(r'value="([^"]+)" readonly data-link="(\w+)"', page.text)
    return {viewer: unescape(url).removeprefix(str(host.base_url).rstrip("/")) for url, viewer in fields}


def value_of(page: str, field: str) -> str:
    """What a text field of a page holds."""
    found = re.search(rf'<input[^>]*\bname="{re.escape(field)}"[^>]*\bvalue="([^"]*)"', page)
    assert found is not None, field
    return unescape(found[1])


def chosen_in(page: str, field: str) -> str:
    """Which value of a select is chosen."""
    select = re.search(rf'<select[^>]*\bname="{re.escape(field)}".*?</select>', page, re.DOTALL)
    assert select is not None, field
    found = re.search(r'<option value="([^"]*)"[^>]*\bselected', select[0])
    assert found is not None, field
    return unescape(found[1])
