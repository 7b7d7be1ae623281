"""Hosting, links, joining and watching by plain forms: what a browser without scripts does, against the real server."""

from __future__ import annotations

from html import unescape

import httpx
import pytest

from tests.parts.web.pages_server import DUEL, GAME, chosen_in, hosted, links_of, reader, value_of
from tests.support.server import RunningServer


def status_of(client: httpx.Client, room_id: str, viewer: str) -> str:
    answer = client.get(f"/api/v1/rooms/{room_id}", params={"as": viewer})
    assert answer.status_code == 200, answer.text
    status: str = answer.json()["status"]
    return status


def test_the_host_sits_down_and_gets_a_link_for_every_other_seat_and_for_watching(host: httpx.Client) -> None:
    room_id, links = hosted(host)

    assert links.keys() == {"a", "b", "spectator"}
    assert links["b"].startswith("/join/")
    assert links["spectator"].startswith("/watch/")
    assert status_of(host, room_id, "a") == "setup"
    assert host.get(f"/rooms/{room_id}", params={"as": "a"}).status_code == 200


def test_the_friend_takes_the_seat_and_the_game_begins(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, links = hosted(host)

    entered = friend.post(links["b"], data={"name": " Luis  Miguel ", "contribution": "limón"})

    assert entered.status_code == 303
    assert entered.headers["location"] == f"/rooms/{room_id}?as=b"
    room = friend.get(f"/api/v1/rooms/{room_id}", params={"as": "b"}).json()
    assert room["status"] == "playing"
    assert [seat.get("name") for seat in room["seats"]] == ["Ana", "Luis Miguel"]
    assert friend.get(entered.headers["location"]).status_code == 200


def test_looking_at_a_link_does_nothing(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, links = hosted(host)

    for path in (links["b"], links["spectator"]):
        for _ in range(2):
            page = friend.get(path)
            assert page.status_code == 200
            assert page.headers["cache-control"] == "no-store"

    assert dict(friend.cookies) == {}
    assert status_of(host, room_id, "a") == "setup"


def test_the_join_page_says_who_is_there_and_which_seat_is_offered(host: httpx.Client, friend: httpx.Client) -> None:
    _, links = hosted(host)

    page = friend.get(links["b"]).text

    assert "Ana" in page
    assert "Take seat B" in page
    assert "Pebbles" in page
    assert "Duel" in page


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_seat_is_not_taken_without_a_proper_name(host: httpx.Client, friend: httpx.Client, name: str) -> None:
    room_id, links = hosted(host)

    refused = friend.post(links["b"], data={"name": name, "contribution": "kept"})

    assert refused.status_code == 422
    assert 'id="name-error"' in refused.text
    assert value_of(refused.text, "contribution") == "kept"
    assert status_of(host, room_id, "a") == "setup"


def test_the_same_link_opened_again_just_enters(
    host: httpx.Client, friend: httpx.Client, server: RunningServer
) -> None:
    room_id, links = hosted(host)
    friend.post(links["b"], data={"name": "Luis"})

    with reader(server) as telephone:
        page = telephone.get(links["b"])
        entered = telephone.post(links["b"])

        assert "Come in" in page.text
        assert 'name="name"' not in page.text
        assert entered.headers["location"] == f"/rooms/{room_id}?as=b"
        assert telephone.get(entered.headers["location"]).status_code == 200
    names = [seat.get("name") for seat in host.get(f"/api/v1/rooms/{room_id}?as=a").json()["seats"]]
    assert names == ["Ana", "Luis"]


def test_a_watching_link_leads_to_the_table_as_a_spectator(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, links = hosted(host, seat_b_kind="bot")

    page = friend.get(links["spectator"])
    entered = friend.post(links["spectator"])

    assert "Watch" in page.text
    assert entered.headers["location"] == f"/rooms/{room_id}?as=spectator"
    assert friend.get(entered.headers["location"]).status_code == 200


def test_whoever_holds_what_is_behind_a_link_is_sent_on_to_the_table(
    host: httpx.Client, friend: httpx.Client, server: RunningServer
) -> None:
    room_id, links = hosted(host)

    assert friend.get(links["b"]).status_code == 200, "nobody holds it yet"
    friend.post(links["b"], data={"name": "Luis"})
    again = friend.get(links["b"])
    watching = friend.get(links["spectator"])
    friend.post(links["spectator"])
    watching_again = friend.get(links["spectator"])

    assert (again.status_code, again.headers["location"]) == (303, f"/rooms/{room_id}?as=b")
    assert watching.status_code == 200, "a player may watch, too, and is told so first"
    assert (watching_again.status_code, watching_again.headers["location"]) == (303, f"/rooms/{room_id}?as=spectator")
    assert host.get(links["b"]).status_code == 200, "the host sits elsewhere"


def test_a_link_of_the_other_kind_is_led_to_its_page(host: httpx.Client, friend: httpx.Client) -> None:
    _, links = hosted(host)
    seat, watching = links["b"].removeprefix("/join/"), links["spectator"].removeprefix("/watch/")

    assert friend.get(f"/watch/{seat}").headers["location"] == f"/join/{seat}"
    assert friend.get(f"/join/{watching}").headers["location"] == f"/watch/{watching}"
    assert friend.post(f"/watch/{seat}").status_code == 404
    assert friend.post(f"/join/{watching}").status_code == 404


def test_a_link_that_opens_nothing_has_a_friendly_page(friend: httpx.Client) -> None:
    for path in ("/join/nothing", "/watch/" + "x" * 43, "/join/" + "á" * 30, "/join/" + "x" * 3000):
        for answer in (friend.get(path), friend.post(path, data={"name": "Luis"})):
            assert answer.status_code == 404
            assert "Ask for it again." in answer.text


def test_a_cookie_is_no_link(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, _ = hosted(host)

    cookie = host.cookies[f"t_{room_id}_a"]

    assert friend.get(f"/join/{cookie}").status_code == 404


def test_the_links_page_is_for_the_host_alone(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, links = hosted(host)
    friend.post(links["b"], data={"name": "Luis"})

    assert friend.get(f"/rooms/{room_id}/links").status_code == 404
    assert friend.post(f"/rooms/{room_id}/links", data={"viewer": "a"}).status_code == 404
    assert friend.post(f"/rooms/{room_id}/begin").status_code == 404


def test_the_links_travel_only_with_the_links_page_and_no_script_reads_them(host: httpx.Client) -> None:
    answer = host.post("/rooms/new", data=DUEL)
    cookies = [line for line in answer.headers.get_list("set-cookie") if line.startswith("links_")]

    assert len(cookies) == 1
    assert f"Path={answer.headers['location']}" in cookies[0]
    assert "HttpOnly" in cookies[0]
    assert "SameSite=lax" in cookies[0]


def test_a_new_link_takes_the_place_of_the_old_one(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, links = hosted(host)

    answer = host.post(f"/rooms/{room_id}/links", data={"viewer": "b"})
    renewed = links_of(host, room_id)

    assert answer.status_code == 303
    assert renewed["b"] != links["b"]
    assert renewed["spectator"] == links["spectator"]
    assert friend.get(links["b"]).status_code == 404
    assert friend.post(renewed["b"], data={"name": "Luis"}).status_code == 303


def test_only_links_that_exist_can_be_made_anew(host: httpx.Client) -> None:
    room_id, _ = hosted(host)

    for viewer in ("host", "g", "z", ""):
        assert host.post(f"/rooms/{room_id}/links", data={"viewer": viewer}).status_code == 404


def test_the_host_may_begin_with_the_computer_in_the_free_seats(host: httpx.Client) -> None:
    room_id, _ = hosted(host)

    begun = host.post(f"/rooms/{room_id}/begin")

    assert begun.headers["location"] == f"/rooms/{room_id}?as=a"
    assert status_of(host, room_id, "a") == "playing"


def test_one_click_leads_to_a_table_with_the_computer(host: httpx.Client) -> None:
    answer = host.post("/rooms/try", data={"game": GAME})

    assert answer.status_code == 303
    table = host.get(answer.headers["location"])
    assert table.status_code == 200
    assert 'data-viewer="a"' in table.text
    room_id = answer.headers["location"].removeprefix("/rooms/").removesuffix("?as=a")
    assert status_of(host, room_id, "a") == "playing"


def test_the_home_page_leads_back_to_the_tables_of_this_browser(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, links = hosted(host)
    waiting = host.get("/").text
    friend.post(links["b"], data={"name": "Luis"})
    playing = host.get("/").text

    assert f'href="/rooms/{room_id}?as=a"' in waiting
    assert "Waiting for players" in waiting
    assert "with Luis" in playing
    assert "Your go" in playing
    assert f'href="/rooms/{room_id}?as=b"' in friend.get("/").text


def test_a_table_whose_link_was_replaced_is_no_longer_on_the_home_page(
    host: httpx.Client, friend: httpx.Client
) -> None:
    room_id, links = hosted(host)
    friend.post(links["b"], data={"name": "Luis"})

    host.post(f"/rooms/{room_id}/links", data={"viewer": "b"})

    assert room_id not in friend.get("/").text


def test_the_home_page_of_a_stranger_shows_no_tables(friend: httpx.Client) -> None:
    friend.cookies.set("t_nothing_a", "x" * 43)

    assert "Your tables" not in friend.get("/").text


def test_a_room_that_cannot_be_is_told_at_its_fields_and_nothing_typed_is_lost(host: httpx.Client) -> None:
    typed = {
        "scenario": "ring",
        "option_rounds": "many",
        "seat_a_name": "Ana <b>",
        "seat_c_kind": "ghost",
        "take_back": "never",
    }

    refused = host.post("/rooms/new", data=DUEL | typed)

    assert refused.status_code == 422
    assert 'id="option_rounds-error"' in refused.text
    assert 'id="seat_c_kind-error"' in refused.text
    assert value_of(refused.text, "option_rounds") == "many"
    assert value_of(refused.text, "seat_a_name") == "Ana <b>"
    assert chosen_in(refused.text, "seat_b_kind") == "friend"
    assert chosen_in(refused.text, "take_back") == "never"
    assert '<input type="radio" name="scenario" value="ring" checked' in refused.text


def test_what_the_game_itself_refuses_stands_at_its_field_in_the_readers_language(server: RunningServer) -> None:
    typed = {"game": "war_of_plastic", "scenario": "garden_skirmish", "value_constants.contact_mm.value": "-7"}

    with reader(server, "es") as host:
        refused = host.post("/rooms/new", data=DUEL | typed)

    assert refused.status_code == 422
    assert 'id="value_constants.contact_mm.value-error"' in refused.text
    assert "Este valor no sirve aquí" in refused.text or "Tiene que ser" in refused.text
    assert value_of(refused.text, "value_constants.contact_mm.value") == "-7"


def test_options_reach_the_room(host: httpx.Client) -> None:
    room_id, _ = hosted(host, option_rounds="3", option_charms="false", take_back="never")

    options = host.get(f"/api/v1/rooms/{room_id}?as=a").json()["options"]

    assert options == {"rounds": 3, "charms": False, "take_back": "never"}


def test_house_values_reach_the_room(host: httpx.Client) -> None:
    typed = {"game": "war_of_plastic", "scenario": "garden_skirmish", "value_constants.contact_mm.value": "10"}

    room_id, _ = hosted(host, **typed)

    assert status_of(host, room_id, "a") == "setup"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_forms_of_other_sites_change_nothing(host: httpx.Client, friend: httpx.Client, origin: str) -> None:
    room_id, links = hosted(host)

    for client, path in (
        (host, "/rooms/new"),
        (host, "/rooms/try"),
        (host, f"/rooms/{room_id}/links"),
        (host, f"/rooms/{room_id}/begin"),
        (friend, links["b"]),
        (friend, links["spectator"]),
    ):
        answer = client.post(path, data=DUEL | {"name": "Luis", "viewer": "b"}, headers={"origin": origin})
        assert answer.status_code == 403, path

    assert status_of(host, room_id, "a") == "setup"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"game=pebbles&seat_a_name=%00", 400),
        (b"game=pebbles&seat_a_name=%ff%fe", 400),
        (b"game=pebbles&seat_a_name=\xff", 400),
        (b"&".join(b"x%d=1" % n for n in range(6000)), 400),
        (b"game=pebbles&seat_a_name=" + b"x" * 300_000, 413),
        (b"game=chess", 404),
        (b"", 404),
        (b"game=pebbles", 422),
    ],
)
def test_bodies_that_no_browser_sends_are_refused_without_harm(host: httpx.Client, body: bytes, status: int) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}

    assert host.post("/rooms/new", content=body, headers=form).status_code == status


def test_whoever_joins_is_told_what_happens_when_the_clock_reaches_zero_and_finds_it_at_the_table(
    ana: httpx.Client, luis: httpx.Client
) -> None:
    room_id, links = hosted(ana, clock="days", clock_days="2")
    has, at_zero = "a side has 2 days.", "The next time it has 2 days again."

    before = unescape(luis.get(links["b"]).text)
    assert luis.post(links["b"], data={"name": "Luis"}).status_code == 303
    table = unescape(luis.get(f"/rooms/{room_id}").text)

    assert before.count(has) == before.count(at_zero) == 1
    for dialog in ("help", "clock-rules"):
        words = table.partition(f'<dialog id="{dialog}"')[2].partition("</dialog>")[0]
        assert has in words
        assert at_zero in words
    plain, others = hosted(ana)
    assert has not in luis.get(others["b"]).text
    assert 'id="clock-rules"' not in ana.get(f"/rooms/{plain}").text
