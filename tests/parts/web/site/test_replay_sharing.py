"""A game that is over, looked at through anybody's eyes, shared by a link and told in a report: nothing of the room leaks."""

from __future__ import annotations

import hashlib
import re
from html import unescape
from urllib.parse import urlsplit

import httpx
import pytest

from tests.parts.web.pages_server import hosted
from tests.parts.web.site.test_pages_replay import finished, pick, seq_of, shown, way

WHISPER = "only between us two"


@pytest.fixture
def duel(ana: httpx.Client, luis: httpx.Client) -> str:
    """A duel in which Luis has said something to his own army alone."""
    room_id, links = hosted(ana)
    assert luis.post(links["b"], data={"name": "Luis"}).status_code == 303
    assert luis.post(f"/api/v1/rooms/{room_id}/messages", json={"text": WHISPER, "to": "army"}).status_code == 200
    return room_id


def look(client: httpx.Client, path: str, **query: object) -> str:
    params = {name: str(value) for name, value in query.items()} or None
    answer = client.get(path, params=params, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def share(client: httpx.Client, room_id: str, **body: object) -> str:
    """The path of a new link to the replay."""
    answer = client.post(f"/api/v1/rooms/{room_id}/replays", json=body)
    assert answer.status_code == 201, answer.text
    url = urlsplit(answer.json()["url"])
    assert answer.json()["token"] in url.path
    return f"{url.path}?{url.query}"


def report(client: httpx.Client, path: str, language: str = "en") -> str:
    answer = client.get(path, params={"lang": language})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith("attachment")
    return answer.text


def test_only_a_game_that_is_over_is_seen_through_the_eyes_of_others(
    ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    for view in ("b", "all", "spectator"):
        refused = ana.get(f"/rooms/{duel}/replay", params={"view": view})
        assert refused.status_code == 403
    pick(ana, duel, "reach")
    assert ana.post(f"/api/v1/rooms/{duel}/replays", json={}).status_code == 409
    early = ana.get(f"/rooms/{duel}/report")
    assert early.status_code == 409
    assert "once the game has ended" in early.text
    assert luis.post(f"/api/v1/rooms/{duel}/resign", json={}).status_code == 200

    assert "As Luis (B) saw it" in look(ana, f"/rooms/{duel}/replay")
    assert ana.get(f"/rooms/{duel}/replay", params={"view": "z"}).status_code == 422


def test_what_was_said_to_an_army_stays_its_own_and_leaves_no_hole(
    ana: httpx.Client, luis: httpx.Client, stranger: httpx.Client, duel: str
) -> None:
    finished(ana, luis, duel)
    shared = share(luis, duel)

    assert WHISPER in look(luis, f"/rooms/{duel}/replay")
    for view in ("b", "all", "spectator"):
        assert WHISPER not in look(ana, f"/rooms/{duel}/replay", view=view)
        assert WHISPER not in look(stranger, shared.partition("?")[0], view=view)
    assert shown(look(ana, f"/rooms/{duel}/replay", view="b")) == seq_of(luis, duel) - 1
    assert WHISPER not in report(stranger, shared.partition("?")[0] + "/report")


def test_a_moment_stays_the_same_through_other_eyes(ana: httpx.Client, luis: httpx.Client, duel: str) -> None:
    finished(ana, luis, duel)
    own = look(luis, f"/rooms/{duel}/replay", seq=0)
    stops = []
    while (forward := way(own, "forward")) is not None:
        stops.append(forward)
        own = look(luis, f"/rooms/{duel}/replay", seq=forward)

    for seq in stops:
        there = look(luis, f"/rooms/{duel}/replay", seq=seq, of="", view="all")
        back = look(luis, f"/rooms/{duel}/replay", seq=shown(there), of="all", view="")
        headline = re.search(r'class="headline__words">([^<]*)<', there)
        assert headline is not None
        assert headline[0] in look(luis, f"/rooms/{duel}/replay", seq=seq)
        assert shown(back) <= seq


def test_only_his_own_eyes_tell_somebody_that_it_is_his_turn(ana: httpx.Client, luis: httpx.Client, duel: str) -> None:
    finished(ana, luis, duel)

    def prompts(client: httpx.Client, **query: object) -> set[str]:
        pages = [look(client, f"/rooms/{duel}/replay", seq=seq, **query) for seq in range(seq_of(client, duel) + 1)]
        return {found for page in pages for found in re.findall(r'id="prompt"[^>]*>([^<]*)<', page)}

    assert "Pick a charm." in prompts(luis) & prompts(luis, view="b")
    assert "Pick a charm." not in prompts(ana, view="b")
    assert "Waiting for b." in prompts(ana, view="b")


def test_a_link_shows_the_replay_to_anybody_and_opens_nothing_else(
    ana: httpx.Client, luis: httpx.Client, stranger: httpx.Client, duel: str
) -> None:
    finished(ana, luis, duel)
    path = share(luis, duel, seq=seq_of(luis, duel), view=None)
    secret = path.partition("?")[0].rpartition("/")[2]
    page = look(stranger, path)

    assert "view=b" in path
    assert f"/replay/{secret}?view=b" in page
    assert "/rooms/" not in page.partition("<main")[2]
    assert not stranger.cookies
    for address in (f"/join/{secret}", f"/watch/{secret}"):
        assert stranger.get(address).status_code == 404
    bearer = {"authorization": f"Bearer {secret}"}
    assert httpx.get(f"{ana.base_url}/api/v1/rooms/{duel}", headers=bearer).status_code == 401
    assert stranger.get(f"/rooms/{duel}/replay").status_code == 401
    assert stranger.post(f"/replay/{secret}").status_code == 405


def test_whoever_made_a_link_withdraws_it_and_the_host_everybodys(
    ana: httpx.Client, luis: httpx.Client, stranger: httpx.Client, duel: str
) -> None:
    finished(ana, luis, duel)
    hers, his, another = share(ana, duel), share(luis, duel), share(luis, duel)
    asked = {"as": "a"}

    assert luis.post(f"/api/v1/rooms/{duel}/replays/withdraw", json={}).status_code == 200
    assert [stranger.get(path).status_code for path in (hers, his, another)] == [200, 404, 404]
    more = share(luis, duel)
    assert ana.post(f"/api/v1/rooms/{duel}/replays/withdraw", params=asked, json={}).status_code == 200
    assert [stranger.get(path).status_code for path in (hers, more)] == [404, 200]
    host = ana.post(f"/api/v1/rooms/{duel}/replays/withdraw", params={"as": "host"}, json={})
    assert host.status_code == 200
    assert stranger.get(more).status_code == 404


def test_without_scripts_a_form_leads_to_the_page_that_is_passed_on(
    ana: httpx.Client, luis: httpx.Client, stranger: httpx.Client, duel: str
) -> None:
    finished(ana, luis, duel)
    page = look(ana, f"/rooms/{duel}/replay", view="all")
    form = re.search(
        r'<form id="share" method="post" action="([^"]+)"><input type="hidden" name="seq" value="(\d+)"', page
    )
    assert form is not None

    answer = ana.post(form[1], data={"seq": form[2]})

    assert answer.status_code == 303
    assert f"view=all&seq={form[2]}" in answer.headers["location"]
    assert look(stranger, answer.headers["location"])


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_report_is_one_file_that_asks_for_nothing_and_proves_its_dice(
    ana: httpx.Client, luis: httpx.Client, duel: str, language: str
) -> None:
    finished(ana, luis, duel)
    text = report(ana, f"/rooms/{duel}/report", language)

    assert "default-src 'none'" in unescape(text)
    assert not re.search(r"\b(?:src|action|srcset|poster)=|@import|https?://(?!www\.w3\.org)", text)
    assert all(address.startswith("#") for address in re.findall(r'href="([^"]*)"', text))
    assert all(address.startswith("#") for address in re.findall(r"url\(['\"]?([^)'\"]*)", text))
    names = re.findall(r'\bid="([^"]*)"', text)
    assert len(names) == len(set(names))
    assert set(re.findall(r'href="#([^"]*)"', text)) <= set(names)
    assert {"en": "Checking the dice", "es": "Comprobar los dados"}[language] in text
    assert text.count('<svg class="board') >= 2
    assert "Luis" in text
    commitment, secret = re.findall(r"<dd><code>([0-9a-f]{64})</code></dd>", text)
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
