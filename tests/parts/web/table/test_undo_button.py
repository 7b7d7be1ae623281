"""The button that takes back says what it does at this table: at once, with the others asked, or not at all."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.support.server import RunningServer

PERSON = {"kind": "human", "name": "Luis", "team": "blue"}
BOT = {"kind": "bot", "team": "blue"}


def label(server: RunningServer, options: dict[str, Any], other: dict[str, str]) -> str | None:
    """What the button of seat ``a`` is called; ``None`` where there is none."""
    seats = [{"kind": "human", "name": "Ana", "team": "red"}, other]
    with httpx.Client(
        base_url=server.url, timeout=20, headers={"origin": server.url, "accept-language": "en"}
    ) as client:
        made = client.post(
            "/api/v1/rooms", json={"game": "pebbles", "scenario": "open", "seats": seats, "options": options}
        )
        assert made.status_code == 201, made.text
        page = client.post(made.json()["seats"][0]["url"], follow_redirects=True)
    assert page.status_code == 200, page.text
    found = re.search(r'data-do="undo"[^>]*aria-label="([^"]*)"', page.text)
    return None if found is None else found[1]


@pytest.mark.parametrize(
    ("how", "other", "expected"),
    [
        (
            "free",
            PERSON,
            "Take back; where a die fell, something was revealed or the rules make it final, ask the others",
        ),
        ("consent", PERSON, "Ask the others whether it may be taken back"),
        ("consent", BOT, "Take back"),
        ("free", BOT, "Take back"),
        ("never", PERSON, None),
        ("never", BOT, None),
    ],
)
def test_the_button_says_what_it_does(
    server: RunningServer, how: str, other: dict[str, str], expected: str | None
) -> None:
    options = {} if how == "free" else {"take_back": how}

    assert label(server, options, other) == expected
