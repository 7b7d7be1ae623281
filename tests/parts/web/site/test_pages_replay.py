"""The replay of a room and the page that opens saved games, by plain requests: what a browser without scripts does."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import httpx
import pytest

from app.web.wire.texts import load_texts
from tests.parts.web.pages_server import hosted, links_of, reader
from tests.support.server import RunningServer

TEXTS = load_texts()
FRAGMENT = {"hx-request": "true"}


@pytest.fixture
def duel(ana: httpx.Client, luis: httpx.Client) -> str:
    """A duel in which both have still to pick a charm, Ana in seat a and Luis in seat b."""
    room_id, links = hosted(ana)
    assert luis.post(links["b"], data={"name": "Luis"}).status_code == 303
    return room_id


def act(client: httpx.Client, room_id: str, action: dict[str, Any]) -> None:
    answer = client.post(f"/api/v1/rooms/{room_id}/actions", json={"action": action})
    assert answer.status_code == 200, answer.text


def pick(client: httpx.Client, room_id: str, charm: str) -> None:
    act(client, room_id, {"type": "pick_charm", "charm": charm})


def finished(ana: httpx.Client, luis: httpx.Client, room_id: str) -> None:
    """Both pick, whoever is first passes, and Ana gives up."""
    pick(ana, room_id, "reach")
    pick(luis, room_id, "luck")
    (turn,) = ana.get(f"/api/v1/rooms/{room_id}").json()["to_act"]
    act({"a": ana, "b": luis}[turn], room_id, {"type": "pass"})
    assert ana.post(f"/api/v1/rooms/{room_id}/resign", json={}).status_code == 200


def seq_of(client: httpx.Client, room_id: str) -> int:
    seq: int = client.get(f"/api/v1/rooms/{room_id}").json()["seq"]
    return seq


def page(client: httpx.Client, room_id: str, *, status: int = 200, **query: object) -> str:
    """The replay page as text."""
    answer = client.get(f"/rooms/{room_id}/replay", params={key: str(value) for key, value in query.items()})
    assert answer.status_code == status, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return unescape(answer.text)


def shown(text: str) -> int:
    """The moment that a page shows."""
    found = re.search(r'<body[^>]*\bdata-seq="(\d+)"', text)
    assert found is not None
    return int(found[1])


def way(text: str, step: str) -> int | None:
    """Where a button leads; ``None``: nowhere."""
    found = re.search(rf'data-step="{step}"[^>]*?(?:seq=(\d+)"|aria-disabled="true")', text)
    assert found is not None, step
    return None if found[1] is None else int(found[1])


def words(text: str) -> list[str]:
    """The lines of the log."""
    return re.findall(r'class="entry__words">([^<]*)<', text)


# -- looking back ----------------------------------------------------------------------------------------------------


def test_without_a_moment_the_replay_shows_the_present_and_leads_back(ana: httpx.Client, duel: str) -> None:
    pick(ana, duel, "reach")
    end = seq_of(ana, duel)

    text = page(ana, duel)

    assert shown(text) == end
    assert (way(text, "first"), way(text, "forward"), way(text, "last")) == (0, None, None)
    assert f'max="{end}" value="{end}"' in text
    assert f'aria-valuetext="{end} of {end}"' in text
    assert f'href="/rooms/{duel}?as=a"' in text
    assert f'href="/api/v1/rooms/{duel}/export?as=a"' in text


def test_the_buttons_lead_through_every_moment_and_back(ana: httpx.Client, luis: httpx.Client, duel: str) -> None:
    finished(ana, luis, duel)
    end = seq_of(ana, duel)

    there = [0]
    while (forward := way(page(ana, duel, seq=there[-1]), "forward")) is not None:
        there.append(forward)
    back = [end]
    while (before := way(page(ana, duel, seq=back[-1]), "back")) is not None:
        back.append(before)

    assert there[-1] == end
    assert there == sorted(set(there))
    assert back == there[::-1]
    assert [stop for stop in there if stop] == [shown(page(ana, duel, seq=stop)) for stop in there if stop]


def test_the_log_ends_where_the_moment_does_and_marks_what_just_happened(
    ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    finished(ana, luis, duel)

    for seq in range(seq_of(ana, duel) + 1):
        text = page(ana, duel, seq=seq)
        lines = re.findall(r'class="told" role="listitem" data-seq="(\d+)"( aria-current="step")?', text)
        assert all(int(line) <= shown(text) for line, _ in lines)
        before = way(text, "back") or 0
        assert all(bool(current) == (int(line) > before) for line, current in lines)


def test_a_number_within_what_was_told_at_once_shows_all_of_it(ana: httpx.Client, duel: str) -> None:
    first = way(page(ana, duel, seq=0), "forward")
    assert first is not None
    stops = [0, first]
    while (forward := way(page(ana, duel, seq=stops[-1]), "forward")) is not None:
        stops.append(forward)

    for seq in range(stops[-1] + 1):
        assert shown(page(ana, duel, seq=seq)) == min(stop for stop in stops if stop >= seq)


def test_the_page_s_own_code_is_sent_only_the_parts_and_the_lines_it_lacks(ana: httpx.Client, duel: str) -> None:
    pick(ana, duel, "reach")
    end = seq_of(ana, duel)

    answer = ana.get(f"/rooms/{duel}/replay", params={"seq": end, "after": end - 1}, headers=FRAGMENT)

    assert answer.headers["cache-control"] == "no-store"
    assert "<html" not in answer.text
    assert 'id="layer-tokens" class="layer layer-tokens" hx-swap-oob="outerMorph"' in answer.text
    assert re.findall(r'class="told" role="listitem" data-seq="(\d+)"', answer.text) == [str(end)]


@pytest.mark.parametrize("seq", ["abc", "1.5", "9" * 40])
def test_a_moment_that_is_none_is_refused(ana: httpx.Client, duel: str, seq: str) -> None:
    assert "Something is wrong with: seq." in page(ana, duel, status=422, seq=seq)


def test_nobody_looks_back_further_than_he_sees_and_a_moment_beyond_the_ends_is_the_end(
    ana: httpx.Client, duel: str
) -> None:
    end = seq_of(ana, duel)

    asked = {"-5": 0, "": end, str(end): end, str(end + 1): end, "99999": end}
    assert {seq: shown(page(ana, duel, seq=seq)) for seq in asked} == asked


def test_the_replay_is_for_whoever_has_a_part_in_the_room(ana: httpx.Client, luis: httpx.Client, duel: str) -> None:
    other, _ = hosted(luis)

    assert ana.get(f"/rooms/{'0' * 16}/replay").status_code == 404
    assert ana.get(f"/rooms/{other}/replay").status_code == 404
    assert ana.get(f"/rooms/{duel}/replay", params={"as": "b"}).status_code == 403
    with httpx.Client(base_url=ana.base_url, headers={"accept": "text/html"}) as stranger:
        assert stranger.get(f"/rooms/{duel}/replay").status_code == 401


def test_spectators_and_the_host_look_back_too(server: RunningServer, ana: httpx.Client, duel: str) -> None:
    with reader(server, "es") as watcher:
        assert watcher.post(links_of(ana, duel)["spectator"]).status_code == 303
        text = page(watcher, duel)
    assert 'data-viewer="spectator"' in text
    assert "Volver a la mesa" in text
    assert 'data-viewer="host"' in page(ana, duel, **{"as": "host"})


# -- what is hidden stays hidden -------------------------------------------------------------------------------------


def test_the_replay_of_one_player_never_tells_what_the_other_hid(
    ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    """What Luis is sent of each moment before the charms were shown is the same, whichever charm Ana picked."""
    rooms = {"reach": duel, "luck": hosted_duel(ana, luis)}
    told = {}
    for charm, room_id in rooms.items():
        pick(ana, room_id, charm)
        pages = [page(luis, room_id, seq=seq) for seq in range(seq_of(luis, room_id) + 1)]
        told[charm] = [plain(text, room_id) for text in pages]

    assert told["reach"] == told["luck"]
    for room_id in rooms.values():
        assert any("has picked a charm" in line for line in words(page(ana, room_id)))
        assert not any("has picked a charm" in line for line in words(page(luis, room_id)))


def hosted_duel(ana: httpx.Client, luis: httpx.Client) -> str:
    room_id, links = hosted(ana)
    assert luis.post(links["b"], data={"name": "Luis"}).status_code == 303
    return room_id


def plain(text: str, room_id: str) -> str:
    """A page without its room and its moments in time."""
    return re.sub(r'datetime="[^"]*"', "", text.replace(room_id, "ROOM"))


# -- playing on ------------------------------------------------------------------------------------------------------


def test_a_finished_game_is_played_on_from_a_moment_by_whoever_was_in_it(
    ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    finished(ana, luis, duel)
    before_the_end = way(page(luis, duel), "back")
    assert before_the_end is not None

    made = luis.post(f"/rooms/{duel}/replay", params={"as": "b"}, data={"seq": str(before_the_end)})

    assert made.status_code == 303
    found = re.fullmatch(r"/rooms/([\w-]+)/links", made.headers["location"])
    assert found is not None
    new = luis.get(f"/api/v1/rooms/{found[1]}").json()
    assert new["status"] == "playing"
    assert luis.get(f"/rooms/{found[1]}", params={"as": "b"}).status_code == 200
    assert links_of(luis, found[1]).keys() == {"a", "b", "spectator"}
    old = luis.get(f"/api/v1/rooms/{duel}/events").json()["events"]
    known = [event["type"] for event in luis.get(f"/api/v1/rooms/{found[1]}/events").json()["events"]]
    assert known.count("turn_passed") == sum(event["type"] == "turn_passed" for event in old) == 1
    assert "conceded" not in known


def test_the_moment_of_a_player_is_found_in_the_file_that_numbers_everything(
    ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    """Luis is not told what Ana picked or said to her army: his numbers fall behind those of the file."""
    pick(ana, duel, "reach")
    assert ana.post(f"/api/v1/rooms/{duel}/messages", json={"text": "psst", "to": "army"}).status_code == 200
    pick(luis, duel, "luck")
    after_charms = seq_of(luis, duel)
    (turn,) = ana.get(f"/api/v1/rooms/{duel}").json()["to_act"]
    act({"a": ana, "b": luis}[turn], duel, {"type": "pass"})
    assert ana.post(f"/api/v1/rooms/{duel}/resign", json={}).status_code == 200

    made = luis.post(f"/rooms/{duel}/replay", params={"as": "b"}, data={"seq": str(after_charms)})

    new = made.headers["location"].split("/")[2]
    types = [event["type"] for event in luis.get(f"/api/v1/rooms/{new}/events").json()["events"]]
    assert "charms_shown" in types
    assert "turn_passed" not in types
    assert luis.get(f"/api/v1/rooms/{new}").json()["to_act"] == [turn]


def test_nobody_plays_on_a_game_that_goes_on_or_from_before_or_after_a_game(
    ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    assert '/replay?as=a"><input' not in page(ana, duel)
    assert ana.post(f"/rooms/{duel}/replay", data={"seq": "1"}).status_code == 409
    finished(ana, luis, duel)

    for seq in ("0", str(seq_of(ana, duel)), "99999", "-1", "x", ""):
        assert ana.post(f"/rooms/{duel}/replay", data={"seq": seq}).status_code == 422, seq
    assert TEXTS.say("replay.go_on_where", "en") in page(ana, duel)


def test_only_our_own_pages_play_on(ana: httpx.Client, luis: httpx.Client, duel: str) -> None:
    finished(ana, luis, duel)

    for origin in ("http://elsewhere.test", "null"):
        answer = ana.post(f"/rooms/{duel}/replay", data={"seq": "5"}, headers={"origin": origin})
        assert answer.status_code == 403


# -- saved games -----------------------------------------------------------------------------------------------------


def saved(client: httpx.Client, room_id: str) -> bytes:
    return client.get(f"/api/v1/rooms/{room_id}/export").content


def opened(client: httpx.Client, file: bytes, **typed: str) -> httpx.Response:
    return client.post("/rooms/import", files={"file": ("game.jsonl", file)}, data=typed)


def test_the_home_page_leads_to_saved_games(ana: httpx.Client) -> None:
    assert 'href="/rooms/import"' in ana.get("/").text
    assert 'enctype="multipart/form-data"' in ana.get("/rooms/import").text


def test_a_saved_game_is_opened_to_be_looked_at(
    server: RunningServer, ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    finished(ana, luis, duel)
    with reader(server) as somebody:
        made = opened(somebody, saved(ana, duel), what="look")

        assert made.status_code == 303
        assert re.fullmatch(r"/rooms/[\w-]+/replay\?as=spectator", made.headers["location"])
        text = unescape(somebody.get(made.headers["location"]).text)
    assert words(text)[-1] == words(page(ana, duel))[-1]
    assert "Ana" in text


def test_a_saved_game_that_goes_on_is_looked_at_as_its_viewer_knew_it(
    server: RunningServer, ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    pick(ana, duel, "reach")
    with reader(server) as somebody:
        made = opened(somebody, saved(luis, duel))
        room_id = made.headers["location"].split("/")[2]
        for seq in range(seq_of(luis, duel) + 1):
            assert words(page(somebody, room_id, seq=seq)) == words(page(luis, duel, seq=seq))
        assert somebody.post(f"/rooms/{room_id}/replay", data={"seq": "4"}).status_code == 409


def text_of(answer: httpx.Response) -> str:
    return unescape(answer.text)


def test_a_saved_game_is_played_on_from_an_event(
    server: RunningServer, ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    finished(ana, luis, duel)
    with reader(server) as somebody:
        made = opened(somebody, saved(ana, duel), what="play", play_from=" 6 ")

        assert made.status_code == 303
        room_id = made.headers["location"].split("/")[2]
        assert made.headers["location"] == f"/rooms/{room_id}/links"
        assert links_of(somebody, room_id).keys() == {"a", "b", "spectator"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_tampered_file_is_refused_in_words(
    server: RunningServer, ana: httpx.Client, luis: httpx.Client, duel: str, language: str
) -> None:
    finished(ana, luis, duel)
    file = saved(ana, duel)
    with reader(server, language) as somebody:
        for data in (file.replace(b"reach", b"rench", 1), file[: len(file) // 2], b"a letter to my aunt", b"\xff\xfe"):
            answer = opened(somebody, data)
            assert answer.status_code == 422
            assert TEXTS.say("import.error_broken", language) in text_of(answer)


def test_whatever_else_keeps_a_file_closed_is_said_at_its_field(
    server: RunningServer, ana: httpx.Client, luis: httpx.Client, duel: str
) -> None:
    unfinished = saved(ana, duel)
    finished(ana, luis, duel)
    file = saved(ana, duel)
    with reader(server) as somebody:
        cases = {
            "import.error_none": opened(somebody, b""),
            "import.error_number": opened(somebody, file, what="play", play_from="soon"),
            "import.error_play_from": opened(somebody, unfinished, what="play", play_from="3"),
        }
        too_early = opened(somebody, file, what="play", play_from="0")
        large = opened(somebody, b" " * (8 * 1024 * 1024 + 1))
    for key, answer in cases.items():
        assert answer.status_code == 422, key
        assert TEXTS.say(key, "en") in text_of(answer)
        assert 'aria-invalid="true"' in answer.text
    assert 'value="soon"' in cases["import.error_number"].text
    assert TEXTS.say("import.error_play_from", "en") in text_of(too_early)
    assert large.status_code == 413
    assert TEXTS.say("import.error_large", "en", most=8) in text_of(large)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "application/x-www-form-urlencoded"),
        (b"x", "multipart/form-data"),
        (b"x", "multipart/form-data; boundary=y"),
        (b"--y\r\nnonsense\r\n--y--\r\n", "multipart/form-data; boundary=y"),
        (b"--y\r\ncontent-disposition: form-data\r\n\r\nx\r\n--y--\r\n", "multipart/form-data; boundary=y"),
    ],
)
def test_what_is_no_form_is_refused(ana: httpx.Client, content: bytes, kind: str) -> None:
    answer = ana.post("/rooms/import", content=content, headers={"content-type": kind})

    assert answer.status_code in (400, 422)


def test_only_our_own_page_opens_files(ana: httpx.Client) -> None:
    answer = ana.post("/rooms/import", files={"file": b"x"}, headers={"origin": "http://elsewhere.test"})

    assert answer.status_code == 403
