"""A campaign's page by plain forms: hosted, decided in, left for its games, its seats given away, played again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest

from tests.parts.web.pages_server import GAME, reader
from tests.support.server import RunningServer

LEAGUE = {"game": GAME, "scenario": "league", "seat_a_kind": "me", "seat_a_name": "Ana", "seat_b_kind": "friend"}


@pytest.fixture
def friend(server: RunningServer) -> Iterator[httpx.Client]:
    with reader(server, "es") as client:
        yield client


def hosted(host: httpx.Client, **typed: str) -> tuple[str, dict[str, str]]:
    """The campaign's page and the paths of its links."""
    answer = host.post("/campaigns/new", data=LEAGUE | typed)
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"(/campaigns/c-\w+)/links", answer.headers["location"])
    assert found is not None, answer.headers["location"]
    return found[1], links_of(host, found[1])


def links_of(host: httpx.Client, campaign: str) -> dict[str, str]:
    page = host.get(f"{campaign}/links")
    assert page.status_code == 200, page.text
    fields = re.findall(r'value="([^"]+)" readonly data-link="(\w+)"', page.text)
    return {viewer: unescape(url).removeprefix(str(host.base_url).rstrip("/")) for url, viewer in fields}


def begun(host: httpx.Client, friend: httpx.Client) -> str:
    """A campaign of Ana, who hosts it, and of Luis; its first game is played."""
    campaign, links = hosted(host)
    taken = friend.post(links["b"], data={"name": "Luis"})
    assert taken.headers["location"] == f"{campaign}?as=b"
    return campaign


def enter(who: httpx.Client, campaign: str, seat: str, number: int = 1) -> str:
    """Goes to the table of a game; answers its address."""
    answer = who.post(f"{campaign}/games/{number}?as={seat}")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].partition("?")[0]


def give_up(who: httpx.Client, campaign: str, seat: str, number: int = 1) -> None:
    room = enter(who, campaign, seat, number)
    answer = who.post(f"/api/v1{room}/resign?as={seat}")
    assert answer.status_code == 200, answer.text


def form_of(page: str) -> dict[str, str]:
    """The fields of the first decision as a browser would send them, the first choice chosen."""
    form = re.search(r'<form class="decision card".*?</form>', page, re.DOTALL)
    assert form is not None, "nothing to decide"
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
    chosen = re.search(r'name="action" value="([^"]*)" checked', form[0])
    assert chosen is not None
    return {**hidden, "action": unescape(chosen[1])}


def api(who: httpx.Client, campaign: str, seat: str) -> dict[str, Any]:
    answer = who.get(f"/api/v1{campaign}", params={"as": seat})
    assert answer.status_code == 200, answer.text
    info: dict[str, Any] = answer.json()
    return info


def test_the_games_page_leads_to_the_form_and_the_form_to_the_links(host: httpx.Client) -> None:
    assert f"/campaigns/new?game={GAME}&amp;scenario=league" in host.get(f"/games/{GAME}").text
    assert "/campaigns/new" not in host.get("/games/war_of_plastic").text
    assert 'action="/campaigns/new"' in host.get(f"/campaigns/new?game={GAME}").text

    campaign, links = hosted(host)

    assert links.keys() == {"a", "b", "spectator"}
    assert "Players are missing" in host.get(campaign).text


@pytest.mark.parametrize("game", ["war_of_plastic", "nothing", ""])
def test_a_game_without_campaigns_has_no_form(host: httpx.Client, game: str) -> None:
    assert host.get("/campaigns/new", params={"game": game}).status_code == 404
    assert host.post("/campaigns/new", data=LEAGUE | {"game": game}).status_code == 404


def test_a_wrong_form_says_what_is_wrong_and_keeps_what_was_typed(host: httpx.Client) -> None:
    answer = host.post("/campaigns/new", data=LEAGUE | {"seat_a_team": "red", "seat_b_team": "red"})

    assert answer.status_code == 422
    assert 'action="/campaigns/new"' in answer.text
    assert 'value="Ana"' in answer.text


def test_whoever_takes_a_seat_is_in_every_game(host: httpx.Client, friend: httpx.Client) -> None:
    campaign = begun(host, friend)

    assert "Se juega la partida 1" in friend.get(campaign).text
    room = enter(friend, campaign, "b")

    table = friend.get(f"{room}?as=b")
    assert table.status_code == 200
    assert f'href="{campaign}?as=b"' in table.text
    assert host.get(room).status_code in (401, 404)  # until she goes there herself
    assert enter(host, campaign, "a") == room
    assert host.get(f"{room}/links").status_code == 200  # she hosts the rooms of her campaign


def test_a_new_link_is_told_on_the_campaigns_page_and_at_the_table_of_its_game(
    host: httpx.Client, friend: httpx.Client
) -> None:
    campaign = begun(host, friend)
    room = enter(friend, campaign, "b")

    assert host.post(f"{campaign}/links", data={"viewer": "a"}).status_code == 303

    for page in (friend.get(campaign), friend.get(f"{room}?as=b")):
        assert "Quien montó la mesa hace un enlace nuevo para Ana (asiento A)" in page.text


def test_a_decision_is_made_by_a_plain_form_once(host: httpx.Client, friend: httpx.Client) -> None:
    campaign = begun(host, friend)
    give_up(host, campaign, "a")
    typed = form_of(host.get(f"{campaign}?as=a").text)

    first, again = [host.post(f"{campaign}/decide?as=a", data=typed) for _ in range(2)]

    assert [first.status_code, again.status_code] == [303, 303]
    assert api(host, campaign, "a")["to_act"] == ["b"]
    assert 'class="decision card"' not in host.get(f"{campaign}?as=a").text


def test_a_decision_that_the_rules_refuse_says_so_on_the_page(host: httpx.Client, friend: httpx.Client) -> None:
    campaign = begun(host, friend)
    give_up(host, campaign, "a")
    typed = form_of(friend.get(f"{campaign}?as=b").text) | {"action": '{"type": "stake", "amount": 9}'}

    refused = friend.post(f"{campaign}/decide?as=b", data=typed)
    nonsense = friend.post(f"{campaign}/decide?as=b", data=typed | {"action": '{"type": "fly"}'})
    old = friend.post(f"{campaign}/decide?as=b", data=typed | {"action": '{"type":"stake","amount":1}', "seq": "1"})

    for strange in ({"seq": "9" * 9000}, {"seq": "٣"}, {"key": "k" * 9000}):
        assert friend.post(f"{campaign}/decide?as=b", data=typed | strange).status_code == 422
    assert refused.status_code == 422
    assert "Se apuesta de 0 a 3." in refused.text
    assert nonsense.status_code == 422
    assert old.status_code == 409
    assert 'class="decision card"' in old.text
    assert api(friend, campaign, "b")["to_act"] == ["a", "b"]


def test_a_closed_game_is_played_again_from_the_page(host: httpx.Client, friend: httpx.Client) -> None:
    campaign = begun(host, friend)
    room = enter(host, campaign, "a")
    assert host.post(f"{room}/close", data={"sure": "yes"}).status_code == 303
    page = host.get(f"{campaign}?as=a").text
    assert "Closed without a result" in page
    assert f'action="{campaign}/again?as=a"' in page

    answer = friend.post(f"{campaign}/again?as=b")

    assert answer.headers["location"] == f"{campaign}?as=b"
    assert enter(host, campaign, "a") != room
    assert friend.post(f"{campaign}/again?as=b").status_code == 303  # it is played already


def test_a_game_that_has_not_begun_has_no_door(host: httpx.Client, friend: httpx.Client) -> None:
    campaign = begun(host, friend)

    early = host.post(f"{campaign}/games/2?as=a")

    assert early.status_code == 409
    assert "data-campaign" in early.text
    assert host.post(f"{campaign}/games/9?as=a").status_code == 404
    assert host.post(f"{campaign}/games/x?as=a").status_code == 404


def test_a_seat_is_given_away_by_consent_on_the_page(host: httpx.Client, friend: httpx.Client) -> None:
    campaign = begun(host, friend)
    asked = host.post(f"{campaign}/seats", data={"seat": "b", "by": "bot", "strategy": "random"})
    assert asked.headers["location"] == f"{campaign}/links"
    page = host.get(f"{campaign}?as=a").text
    assert "The host proposes that the computer plays on for Luis" in page

    refused = host.post(f"{campaign}/proposals/1?as=a", data={"accept": "no"})
    assert refused.status_code == 303
    host.post(f"{campaign}/seats", data={"seat": "b", "by": "bot", "strategy": "random"})
    agreed = host.post(f"{campaign}/proposals/2?as=a", data={"accept": "yes"})

    assert agreed.status_code == 303
    assert api(host, campaign, "a")["seats"][1]["kind"] == "bot"
    assert friend.get(f"{campaign}?as=b").status_code == 401
    assert host.post(f"{campaign}/proposals/7?as=a", data={"accept": "yes"}).status_code == 404


def test_a_spectator_sees_the_standing_and_no_form_to_decide(
    server: RunningServer, host: httpx.Client, friend: httpx.Client
) -> None:
    campaign = begun(host, friend)
    give_up(host, campaign, "a")
    with reader(server) as watcher:
        watching = watcher.post(links_of(host, campaign)["spectator"])
        assert watching.headers["location"] == f"{campaign}?as=spectator"

        page = watcher.get(f"{campaign}?as=spectator").text

        assert "Luis" in page
        assert 'class="decision card"' not in page
        assert watcher.post(f"{campaign}/decide", data={"action": "{}"}).status_code == 403
        assert watcher.post(f"{campaign}/again").status_code == 403
        assert enter(watcher, campaign, "spectator").startswith("/rooms/")


def test_the_home_page_leads_back_to_a_campaign(host: httpx.Client, friend: httpx.Client) -> None:
    campaign = begun(host, friend)
    give_up(host, campaign, "a")

    home = friend.get("/").text

    assert f'href="{campaign}?as=b"' in home
    assert "Te toca" in home


def test_the_campaigns_pages_are_not_the_rooms(host: httpx.Client, friend: httpx.Client) -> None:
    campaign = begun(host, friend)
    room = enter(host, campaign, "a")
    as_room, as_campaign = campaign.replace("/campaigns/", "/rooms/"), room.replace("/rooms/", "/campaigns/")

    for path in (as_room, f"{as_room}/links", f"{as_room}/replay", as_campaign, f"{as_campaign}/links"):
        assert host.get(path).status_code == 404


def test_a_campaign_is_closed_by_its_host_who_is_asked_twice(host: httpx.Client, friend: httpx.Client) -> None:
    campaign = begun(host, friend)

    unsure = host.post(f"{campaign}/close")
    sure = host.post(f"{campaign}/close", data={"sure": "yes"})

    assert unsure.status_code == 422
    assert "Close the campaign" in unsure.text
    assert sure.headers["location"] == f"{campaign}/links"
    assert "closed without a winner" in host.get(f"{campaign}?as=a").text
    assert "sin vencedor" in friend.get(f"{campaign}?as=b").text
