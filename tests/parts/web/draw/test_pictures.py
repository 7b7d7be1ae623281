"""Pictures of boards on pages: the pieces of the table, and of their drawings those that are used."""

from __future__ import annotations

import re

import httpx
import pytest

from app.web.draw.sprites import drawings_of, sprite_for, used_in
from tests.support.server import RunningServer


def test_a_drawing_ends_where_its_own_element_does() -> None:
    sprite = '<g id="row"><g><path d="M0 0"/></g><g/></g><symbol id="one" viewBox="0 0 1 1"><use href="#row"/></symbol>'

    found = drawings_of(sprite)

    assert found["row"] == '<g id="row"><g><path d="M0 0"/></g><g/></g>'
    assert found["one"] == '<symbol id="one" viewBox="0 0 1 1"><use href="#row"/></symbol>'


def test_a_sprite_holds_what_is_used_and_what_that_uses_itself() -> None:
    sprite = (
        '<symbol id="a"><use href="#b"/></symbol><symbol id="b"><path fill="url(#c)"/></symbol>'
        '<pattern id="c"/><symbol id="d"/>'
    )

    found = sprite_for(sprite, used_in('<use href="#a"/>'))

    assert [f'id="{name}"' in found for name in "abcd"] == [True, True, True, False]
    assert sprite_for(sprite, used_in("nothing")) == ""


@pytest.mark.parametrize("game", ["war_of_plastic", "open_wars"])
def test_every_drawing_that_a_games_page_uses_is_on_it_once_and_no_other(server: RunningServer, game: str) -> None:
    page = httpx.get(f"{server.url}/games/{game}").text
    sprite = re.findall(r'<svg class="sprite".*?</svg>', page, re.DOTALL)
    drawn = re.findall(r'\bid="([^"]+)"', "".join(sprite))
    used = set(re.findall(r'(?:<use [^>]*?href="#|url\(#)([^")]+)', page))

    assert len(sprite) == 1
    assert sorted(drawn) == sorted(used)
    assert used
    assert [name for name in used if name.endswith("-plain")] == []


def test_pages_with_pictures_load_the_sheets_of_their_game_and_no_others(server: RunningServer) -> None:
    for game, kind in (("war_of_plastic", "measured"), ("open_wars", "cards")):
        page = httpx.get(f"{server.url}/rooms/new", params={"game": game}).text
        sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)

        assert next(each for each in sheets if "/games/" in each).startswith(f"/games/{game}/board.css?v=")
        assert {kind} == set(re.findall(r"css/boards/(measured|cards)", " ".join(sheets)))
        assert all(httpx.get(f"{server.url}{sheet}").is_success for sheet in sheets)
