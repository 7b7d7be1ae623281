"""The pages to read, from the real server: both languages, every game, errors that help."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.parts.web.pages_server import GAME, reader
from tests.support.server import RunningServer


@pytest.fixture
def english(server: RunningServer) -> Iterator[httpx.Client]:
    with reader(server) as client:
        yield client


@pytest.fixture
def spanish(server: RunningServer) -> Iterator[httpx.Client]:
    with reader(server, "es-ES,es;q=0.9,en;q=0.5") as client:
        yield client


def paths_of(client: httpx.Client) -> list[str]:
    games = [game["id"] for game in client.get("/api/v1/games").json()]
    pages = [f"/games/{game}{page}" for game in games for page in ("", "/rules", "/tables")]
    return ["/", "/about", "/rooms/new", *(f"/rooms/new?game={game}" for game in games), *pages]


def test_every_page_reads_in_both_languages(english: httpx.Client, spanish: httpx.Client) -> None:
    for path in paths_of(english):
        in_english, in_spanish = english.get(path), spanish.get(path)

        assert (in_english.status_code, in_spanish.status_code) == (200, 200), path
        assert '<html lang="en">' in in_english.text, path
        assert '<html lang="es">' in in_spanish.text, path
        assert "text/html" in in_english.headers["content-type"]


def test_every_page_has_one_title_one_main_heading_and_a_way_past_the_header(english: httpx.Client) -> None:
    titles = set()
    for path in paths_of(english):
        page = english.get(path).text
        found = re.findall(r"<title>(.+?)</title>", page)

        assert len(found) == 1, path
        assert page.count("<h1>") == 1, path
        assert 'href="#main"' in page, path
        titles.add(found[0])

    assert len(titles) >= len(paths_of(english)) - 1  # with two games /rooms/new is a page of its own


def test_a_language_asked_for_in_the_address_is_remembered(english: httpx.Client) -> None:
    asked = english.get("/about", params={"lang": "es"})
    later = english.get("/")

    assert '<html lang="es">' in asked.text
    assert '<html lang="es">' in later.text
    assert english.cookies["lang"] == "es"


def test_a_language_that_is_not_spoken_changes_nothing(english: httpx.Client) -> None:
    page = english.get("/", params={"lang": "de"})

    assert '<html lang="en">' in page.text
    assert "lang" not in english.cookies


def test_the_switch_keeps_the_rest_of_the_address(english: httpx.Client) -> None:
    page = english.get(f"/games/{GAME}/rules", params={"q": "walk & run"}).text

    assert 'href="?q=walk+%26+run&amp;lang=es"' in page


def test_the_home_page_leads_to_every_game_and_to_hosting(english: httpx.Client) -> None:
    home = english.get("/").text

    assert 'href="/rooms/new"' in home
    for game in english.get("/api/v1/games").json():
        assert f'href="/games/{game["id"]}"' in home
        assert f'href="/rooms/new?game={game["id"]}"' in home


def test_a_game_shows_its_scenarios_each_with_its_board(english: httpx.Client) -> None:
    for game in english.get("/api/v1/games").json():
        page = english.get(f"/games/{game['id']}").text
        scenarios = english.get(f"/api/v1/games/{game['id']}").json()["scenarios"]

        for scenario in scenarios:
            assert f'id="{scenario["id"]}"' in page
            assert f'href="/rooms/new?game={game["id"]}&amp;scenario={scenario["id"]}"' in page
        if game["id"] not in (GAME, "masks"):  # the toy games draw no boards of their scenarios
            assert page.count('<svg class="picture"') == len(scenarios)


def test_the_rules_page_has_an_anchor_for_every_rule(english: httpx.Client) -> None:
    for game in english.get("/api/v1/games").json():
        page = english.get(f"/games/{game['id']}/rules").text

        for rule in english.get(f"/api/v1/games/{game['id']}/rules").json():
            assert page.count(f'id="{rule["id"]}"') == 1, rule["id"]


def test_a_search_on_the_server_keeps_the_rules_that_have_its_words(spanish: httpx.Client) -> None:
    every = spanish.get(f"/games/{GAME}/rules").text
    found = spanish.get(f"/games/{GAME}/rules", params={"q": "peb-move amuleto"}).text
    moves = spanish.get(f"/games/{GAME}/rules", params={"q": "PEB-MOVE"}).text

    assert "PEB-CHARM-01" in every
    assert 'id="PEB-' not in found
    assert "Ninguna regla tiene todas esas palabras" in found
    assert 'id="PEB-MOVE-01"' in moves
    assert 'id="PEB-CHARM-01"' not in moves
    assert 'value="PEB-MOVE"' in moves


def test_what_is_searched_for_is_printed_as_words_and_never_as_markup(english: httpx.Client) -> None:
    page = english.get(f"/games/{GAME}/rules", params={"q": '"><script>alert(1)</script>'}).text

    assert "<script>alert" not in page


def test_the_tables_page_shows_every_value_with_its_source(english: httpx.Client) -> None:
    page = english.get(f"/games/{GAME}/tables").text

    assert "longest_mm" in page
    assert ">150</td>" in page
    assert 'class="badge badge--house"' in page


def test_the_about_page_credits_every_rulebook_and_the_code(english: httpx.Client) -> None:
    about = english.get("/about").text

    assert "MIT licence" in about
    assert "htmx 4.0.1" in about
    assert "Made for the tests." in about


def test_an_address_that_leads_nowhere_has_a_friendly_page_in_the_readers_language(spanish: httpx.Client) -> None:
    for path in ("/nowhere", "/games/chess", "/games/chess/rules", "/games/chess/cover.svg", "/rooms/new?game=chess"):
        answer = spanish.get(path)

        assert answer.status_code == 404, path
        assert '<html lang="es">' in answer.text
        assert 'href="/"' in answer.text


def test_pages_may_load_nothing_from_elsewhere_and_run_nothing_inline(english: httpx.Client) -> None:
    answer = english.get("/")
    policy = answer.headers["content-security-policy"]

    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["referrer-policy"] == "same-origin"


def test_every_picture_style_and_script_of_the_pages_is_there(english: httpx.Client) -> None:
    wanted = {
        address
        for path in paths_of(english)
        for address in re.findall(r'(?:src|href)="(/(?:static|games/\w+/cover)[^"]+)"', english.get(path).text)
    }

    assert any("+base/base+" in address for address in wanted)
    for address in wanted:
        answer = english.get(address)
        assert answer.status_code == 200, address
        assert "max-age=31536000" in answer.headers["cache-control"], address
