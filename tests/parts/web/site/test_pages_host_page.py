"""The host's page of a room, by plain forms: seats given away by consent, links made anew, the room closed."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.parts.web.pages_server import hosted, links_of, reader
from tests.support.server import RunningServer


def begun(host: httpx.Client, friend: httpx.Client) -> tuple[str, dict[str, str]]:
    """A game of Ana, who hosts it, and of Luis."""
    room_id, links = hosted(host)
    assert friend.post(links["b"], data={"name": "Luis"}).status_code == 303
    return room_id, links


def info_of(client: httpx.Client, room_id: str, viewer: str) -> dict[str, Any]:
    answer = client.get(f"/api/v1/rooms/{room_id}", params={"as": viewer})
    assert answer.status_code == 200, answer.text
    info: dict[str, Any] = answer.json()
    return info


def page_of(host: httpx.Client, room_id: str) -> str:
    page = host.get(f"/rooms/{room_id}/links")
    assert page.status_code == 200
    return page.text


def give(host: httpx.Client, room_id: str, **typed: str) -> httpx.Response:
    return host.post(f"/rooms/{room_id}/seats", data={"seat": "b", "by": "bot", "strategy": "random"} | typed)


def agree(host: httpx.Client, room_id: str) -> None:
    """Ana, who has a seat too, agrees to what the host proposes."""
    (proposal,) = info_of(host, room_id, "a")["proposals"]
    path = f"/api/v1/rooms/{room_id}/proposals/{proposal['n']}?as=a"
    assert host.post(path, json={"accept": True}).status_code == 200


def test_a_seat_is_given_to_the_computer_once_the_others_agree(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, links = begun(host, friend)

    assert give(host, room_id).headers["location"] == f"/rooms/{room_id}/links"
    awaiting = page_of(host, room_id)
    assert "You proposed that the computer plays on for Luis (seat B)." in awaiting
    assert "Still to answer: Ana." in awaiting
    assert f'action="/rooms/{room_id}/seats"' not in awaiting
    agree(host, room_id)

    settled = page_of(host, room_id)
    assert "You proposed" not in settled
    assert "The computer plays it: Makes any legal move, for learning." in settled
    assert info_of(host, room_id, "a")["seats"][1]["kind"] == "bot"
    assert links["b"] not in settled
    assert friend.get(links["b"]).status_code == 404


def test_a_seat_is_given_to_another_person_by_a_new_link(
    host: httpx.Client, friend: httpx.Client, server: RunningServer
) -> None:
    room_id, _ = begun(host, friend)

    give(host, room_id, by="human")
    agree(host, room_id)
    free = page_of(host, room_id)
    assert "Free again. Make a new link" in free
    assert "b" not in links_of(host, room_id)
    made = host.post(f"/rooms/{room_id}/links", data={"viewer": "b"})
    assert made.headers["location"] == f"/rooms/{room_id}/links?new=b#card-b"
    assert "This is the new link." in host.get(made.headers["location"]).text

    with reader(server) as eva:
        assert eva.post(links_of(host, room_id)["b"], data={"name": "Eva"}).status_code == 303
        assert info_of(eva, room_id, "b")["seats"][1]["name"] == "Eva"
    assert "Eva sits here." in page_of(host, room_id)


def test_the_page_says_who_is_not_at_the_table_and_nothing_of_that_to_whoever_reads_it(
    host: httpx.Client, friend: httpx.Client
) -> None:
    room_id, _ = begun(host, friend)

    page = page_of(host, room_id)

    assert "Luis sits here. Not at the table now.</p>" in page
    assert "Away:" not in page
    assert "The game is on." in page, "nobody is awaited any more"
    assert page.count("Not at the table now.") == 1


def test_the_host_withdraws_what_he_proposed(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, _ = begun(host, friend)
    give(host, room_id)

    assert host.post(f"/rooms/{room_id}/withdraw").status_code == 303

    assert info_of(host, room_id, "a")["proposals"] == []
    assert "You proposed" not in page_of(host, room_id)
    assert host.post(f"/rooms/{room_id}/withdraw").status_code == 303


def test_a_seat_of_the_computer_can_be_given_to_a_person_and_not_to_the_computer(host: httpx.Client) -> None:
    room_id, _ = hosted(host, seat_b_kind="bot")

    page = page_of(host, room_id)
    bot = page[page.index('id="card-b"') :]
    assert 'value="human"' in bot
    assert 'value="bot"' not in bot
    refused = give(host, room_id)

    assert refused.status_code == 422
    assert 'role="alert"' in refused.text


def test_what_cannot_be_proposed_now_is_said_on_the_page(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, _ = hosted(host)
    early = give(host, room_id)
    assert early.status_code == 409
    assert "The game is not being played at the moment." in early.text

    room_id, _ = begun(host, friend)
    give(host, room_id)
    twice = give(host, room_id)
    assert twice.status_code == 403
    assert "You have proposed it already" in twice.text


def test_the_host_begins_with_the_strategy_he_chooses(host: httpx.Client) -> None:
    room_id, _ = hosted(host)
    assert 'name="strategy"' in page_of(host, room_id)

    assert host.post(f"/rooms/{room_id}/begin", data={"strategy": "cheating"}).status_code == 422
    assert host.post(f"/rooms/{room_id}/begin", data={"strategy": "random"}).status_code == 303

    assert info_of(host, room_id, "a")["seats"][1]["strategy"] == "random"


def test_a_link_of_a_seat_that_the_computer_plays_cannot_be_made(host: httpx.Client) -> None:
    room_id, _ = hosted(host, seat_b_kind="bot")

    refused = host.post(f"/rooms/{room_id}/links", data={"viewer": "b"})

    assert refused.status_code == 403
    assert "That seat is played by the program." in refused.text


def test_the_room_is_closed_only_when_the_host_is_sure(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, _ = begun(host, friend)

    asked = host.post(f"/rooms/{room_id}/close")
    assert asked.status_code == 422
    assert 'id="sure-error"' in asked.text
    assert info_of(host, room_id, "a")["status"] == "playing"
    assert host.post(f"/rooms/{room_id}/close", data={"sure": "yes"}).status_code == 303

    assert info_of(host, room_id, "a")["status"] == "finished"
    closed = page_of(host, room_id)
    assert "The game is over." in closed
    assert f"/rooms/{room_id}/close" not in closed
    assert f"/rooms/{room_id}/seats" not in closed
    assert host.post(f"/rooms/{room_id}/close", data={"sure": "yes"}).status_code == 303


def test_a_host_who_gave_his_own_seat_away_comes_to_the_table_as_host(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, _ = begun(host, friend)
    give(host, room_id, seat="a")
    (proposal,) = info_of(friend, room_id, "b")["proposals"]
    friend.post(f"/api/v1/rooms/{room_id}/proposals/{proposal['n']}?as=b", json={"accept": True})

    page = page_of(host, room_id)

    assert f'href="/rooms/{room_id}?as=host"' in page
    assert 'data-viewer="host"' in host.get(f"/rooms/{room_id}?as=host").text


@pytest.mark.parametrize("form", ["seats", "withdraw", "close", "begin", "links"])
def test_only_the_host_and_only_by_our_own_forms(host: httpx.Client, friend: httpx.Client, form: str) -> None:
    room_id, _ = begun(host, friend)
    typed = {"seat": "b", "by": "bot", "sure": "yes", "viewer": "a"}

    assert friend.post(f"/rooms/{room_id}/{form}", data=typed).status_code == 404
    foreign = host.post(f"/rooms/{room_id}/{form}", data=typed, headers={"origin": "http://evil.example"})

    assert foreign.status_code == 403
    info = info_of(host, room_id, "a")
    assert (info["status"], info["proposals"]) == ("playing", [])


def test_the_page_speaks_spanish(server: RunningServer) -> None:
    with reader(server, "es") as host, reader(server, "es") as friend:
        room_id, _ = begun(host, friend)
        give(host, room_id, by="human")

        page = page_of(host, room_id)

    assert "Has propuesto que otra persona siga por Luis (asiento B)." in page
    assert "Faltan por contestar: Ana." in page


def test_whoever_lost_his_seat_reads_what_happened_and_is_shown_nothing(
    host: httpx.Client, friend: httpx.Client
) -> None:
    room_id, _ = begun(host, friend)
    give(host, room_id)
    agree(host, room_id)

    farewell = friend.get(f"/rooms/{room_id}?as=b")

    assert farewell.status_code == 401
    assert "somebody else plays on in your seat" in farewell.text
    assert "Ana" not in farewell.text
    assert (
        friend.get(f"/rooms/{room_id}?as=b", headers={"accept": "application/json"}).json()["code"] == "unknown_token"
    )


def test_a_room_that_is_not_there_says_no_more_than_a_lost_seat(friend: httpx.Client) -> None:
    friend.cookies.set("t_nothing_b", "x" * 43)

    farewell = friend.get("/rooms/nothing?as=b")

    assert farewell.status_code == 401
    assert "somebody else plays on in your seat" in farewell.text


def test_whoever_lost_one_seat_is_led_to_what_he_still_is(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, links = begun(host, friend)
    friend.post(links["spectator"])
    host.post(f"/rooms/{room_id}/links", data={"viewer": "b"})

    farewell = friend.get(f"/rooms/{room_id}?as=b").text

    assert f'href="/rooms/{room_id}?as=spectator"' in farewell
    assert f'href="/rooms/{room_id}?as=b"' not in farewell


def test_what_could_not_be_done_leads_back_to_the_links(host: httpx.Client, friend: httpx.Client) -> None:
    room_id, _ = begun(host, friend)

    refused = host.post(f"/rooms/{room_id}/close")

    assert "Back to the links" in refused.text
    assert "The link is not here" not in refused.text
    assert "Back to the links" not in page_of(host, room_id)
