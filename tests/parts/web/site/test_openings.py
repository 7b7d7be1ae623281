"""The picture of an opening under options that change it, and the form that asks for it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import httpx
import pytest

from tests.support.server import RunningServer

YARD = {"scenario": "yard", "seats": "2"}
PATH = "/games/daubs/opening"
FOR_EVER = "public, max-age=31536000, immutable"


@pytest.fixture
def somebody(server: RunningServer) -> Any:
    with httpx.Client(base_url=server.url, timeout=20) as client:
        yield client


def board_of(text: str) -> str:
    found = re.search(r'<svg class="picture".*</svg>', text, re.DOTALL)
    assert found is not None
    return found[0]


def in_short(text: str) -> str:
    """With whole numbers written as such."""
    return re.sub(r"(\d)\.0\b", r"\1", text)


def asked_by_the_form(host: httpx.Client, game: str) -> str | None:
    page = host.get("/rooms/new", params={"game": game})
    found = re.search(r'data-opening="([^"]+)"', page.text)
    return None if found is None else unescape(found[1])


def test_another_number_gives_another_picture_and_the_same_one_the_same(somebody: httpx.Client) -> None:
    usual, one, other, again = (
        somebody.get(PATH, params=YARD | seed)
        for seed in ({}, {"option_seed": "5"}, {"option_seed": "6"}, {"option_seed": "5"})
    )

    assert {each.status_code for each in (usual, one, other, again)} == {200}
    assert len({board_of(each.text) for each in (usual, one, other)}) == 3
    assert one.text == again.text


def test_a_picture_brings_the_drawings_it_uses(somebody: httpx.Client) -> None:
    drawn = somebody.get(PATH, params=YARD).text

    defined = set(re.findall(r'\bid="([^"]+)"', drawn))
    assert {"cell-tree", "cell-rough"} <= defined
    assert set(re.findall(r'href="#([^"]+)"', board_of(drawn))) <= defined


def test_the_usual_picture_is_the_one_on_the_page(host: httpx.Client, somebody: httpx.Client) -> None:
    page = host.get("/rooms/new", params={"game": "daubs"}).text

    assert in_short(board_of(somebody.get(PATH, params=YARD).text)) in in_short(page)


def test_what_is_asked_for_under_the_version_of_the_page_may_be_kept_for_ever(
    host: httpx.Client, somebody: httpx.Client
) -> None:
    url = asked_by_the_form(host, "daubs")
    assert url is not None

    current = somebody.get(f"{url}&scenario=yard&seats=2&option_seed=5")
    former = somebody.get(f"{PATH}?v=0123456789ab&scenario=yard&seats=2&option_seed=5")

    assert current.headers["cache-control"] == FOR_EVER
    assert former.headers["cache-control"] == "no-cache"
    assert current.text == former.text


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"option_seed": "x"}, "options.seed"),
        ({"option_seed": "4294967296"}, "options.seed"),
        ({"option_seed": ""}, "options.seed"),
        ({"option_rounds": "3"}, "option_rounds"),
        ({"<b>": "3"}, "<b>"),
        ({"scenario": "nowhere"}, "scenario"),
        ({"scenario": "lawn", "option_seed": "3"}, "options.seed"),
        ({"seats": "1"}, "seats"),
        ({"seats": "99999"}, "seats"),
        ({"seats": "two"}, "seats"),
    ],
)
def test_what_cannot_be_is_said_as_everywhere(somebody: httpx.Client, given: dict[str, str], field: str) -> None:
    answer = somebody.get(PATH, params=YARD | given)

    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid"
    assert [each["field"] for each in answer.json()["facts"]["errors"]] == [field]


def test_a_game_whose_openings_no_option_changes_has_none_to_ask_for(
    host: httpx.Client, somebody: httpx.Client
) -> None:
    assert asked_by_the_form(host, "masks") is None
    assert somebody.get("/games/masks/opening", params={"scenario": "masks", "seats": "2"}).status_code == 404
    assert somebody.get("/games/nowhere/opening", params=YARD).status_code == 404


def test_the_form_says_what_a_scenario_settles_and_what_can_be_drawn(host: httpx.Client) -> None:
    lawn = host.get("/rooms/new", params={"game": "daubs", "scenario": "lawn"}).text
    yard = host.get("/rooms/new", params={"game": "daubs", "scenario": "yard"}).text
    field = r'<input id="option_seed"[^>]*>'

    for page in (lawn, yard):
        assert 'data-draw="option_seed" data-least="0" data-most="4294967295"' in page
    settled, free = (re.search(field, page) for page in (lawn, yard))
    assert settled is not None
    assert free is not None
    assert 'value="0"' in settled[0]
    assert " disabled" in settled[0]
    assert 'value=""' in free[0]
    assert " disabled" not in free[0]
    assert "The scenario settles it." in re.sub(r"<input[^>]*>", "", lawn)
