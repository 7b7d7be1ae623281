"""A game played again by those who sat at it: agreed to once it is over, entered by the links of the game before."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from app.web.wire.templating import STATIC
from tests.parts.web.api_site import Room, Site, assert_problem
from tests.parts.web.cheats.test_import_fuzz import chained, unchained

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def over(site: Site) -> Room:
    room = await site.make_room("open", options={"rounds": 3})
    assert (await site.post(room, "/resign", as_="a")).status_code == 200
    return room


async def agreed(site: Site, room: Room, *, swap: bool = False) -> None:
    made = await site.post(room, "/proposals", {"kind": "rematch", "swap": swap}, as_="a")
    yes = await site.post(room, f"/proposals/{made.json()['n']}", {"accept": True}, as_="b")
    assert yes.status_code == 200


async def test_a_rematch_is_for_players_once_the_game_is_over(site: Site) -> None:
    playing = await site.make_room()
    assert_problem(await site.post(playing, "/proposals", {"kind": "rematch"}, as_="a"), 409, "not_now")
    room = await over(site)

    assert_problem(await site.post(room, "/proposals", {"kind": "rematch"}, as_="spectator"), 403, "forbidden")
    assert_problem(await site.post(room, "/proposals", {"kind": "rematch"}, as_="host"), 403, "forbidden")
    for kind in ("undo", "draw", "pause", "replace"):
        assert (await site.post(room, "/proposals", {"kind": kind, "seat": "b"}, as_="a")).status_code == 409
    assert_problem(await site.post(room, "/rematch", as_="a"), 409, "not_now")

    n = (await site.post(room, "/proposals", {"kind": "rematch"}, as_="a")).json()["n"]
    assert_problem(await site.post(room, "/rematch", as_="a"), 409, "not_now")
    assert (await site.post(room, f"/proposals/{n}", {"accept": False}, as_="b")).status_code == 200
    assert_problem(await site.post(room, "/rematch", as_="b"), 409, "not_now")


@pytest.mark.parametrize("swap", [False, True])
async def test_everybody_goes_to_the_next_room_by_the_link_they_have(site: Site, swap: bool) -> None:
    room = await over(site)
    await agreed(site, room, swap=swap)

    found = {each: (await site.post(room, "/rematch", as_=each)).json() for each in ("a", "b", "spectator", "host")}

    assert {each["room"] for each in found.values()} == {(await site.get(room)).json()["next_room"]}
    moved = {"a": "b", "b": "a"} if swap else {"a": "a", "b": "b"}
    assert {each: told["seat"] for each, told in found.items()} == {**moved, "spectator": "spectator", "host": "host"}
    assert len({each["token"] for each in found.values()}) == 4
    before = (await site.get(room, as_="a")).json()
    path = f"/api/v1/rooms/{found['a']['room']}"
    for each, told in found.items():
        headers = {"authorization": f"Bearer {told['token']}"}
        seen = (await site.client.get(path, headers=headers)).json()
        assert (seen["status"], seen["game"], seen["options"]) == ("playing", before["game"], before["options"])
        names = {seat["seat"]: seat["name"] for seat in seen["seats"]}
        assert names == {moved[seat["seat"]]: seat["name"] for seat in before["seats"]}
        assert seen["dice"]["commitment"] != before["dice"]["commitment"]
        offers = await site.client.get(f"{path}/offers", headers=headers)
        assert offers.status_code == (200 if each in "ab" else 403)


async def test_it_is_agreed_to_once_and_made_once(site: Site) -> None:
    room = await over(site)
    await agreed(site, room)

    twice = [(await site.post(room, "/rematch", as_="a")).json() for _ in range(2)]

    assert twice[0]["room"] == twice[1]["room"]
    assert twice[0]["token"] != twice[1]["token"]
    assert_problem(await site.post(room, "/proposals", {"kind": "rematch"}, as_="b"), 403, "forbidden")
    stranger = {"authorization": "Bearer " + "x" * 32}
    assert (await site.client.post(f"{room.path}/rematch", headers=stranger)).status_code == 401


async def test_one_who_played_computers_alone_asks_nobody(site: Site) -> None:
    bot = {"kind": "bot", "strategy": "random"}
    room = await site.make_room("open", seats=[{"kind": "human", "name": "Ana"}, bot], options={"rounds": 3})
    assert (await site.post(room, "/resign", as_="a")).status_code == 200

    assert (await site.post(room, "/proposals", {"kind": "rematch", "swap": True}, as_="a")).status_code == 200

    assert (await site.post(room, "/rematch", as_="a")).json()["seat"] == "b"


async def test_the_file_of_a_game_that_was_followed_by_another_is_as_good(site: Site, tmp_path: Path) -> None:
    room = await over(site)
    await agreed(site, room)
    file = tmp_path / "game.jsonl"
    file.write_bytes((await site.get(room, "/export", as_="a")).content)

    assert b'"rematch_agreed"' in file.read_bytes()
    command = [sys.executable, STATIC / "verify_dice.py", file]
    checked = await asyncio.to_thread(partial(subprocess.run, command, capture_output=True, text=True))
    assert checked.returncode == 0, checked.stdout
    imported = await site.client.post("/api/v1/rooms/import", content=file.read_bytes())
    assert imported.status_code == 201, imported.text


async def test_a_file_in_which_a_game_that_is_over_goes_on_is_refused(site: Site, tmp_path: Path) -> None:
    room = await over(site)
    await agreed(site, room)
    file = (await site.get(room, "/export", as_="a")).content.replace(b'"kind":"rematch"', b'"kind":"pause"')
    forged = chained(unchained(file.replace(b"rematch_agreed", b"room_paused")))
    path = tmp_path / "game.jsonl"
    path.write_bytes(forged)

    command = [sys.executable, STATIC / "verify_dice.py", path]
    checked = await asyncio.to_thread(partial(subprocess.run, command, capture_output=True, text=True))
    assert checked.returncode != 0
    assert (await site.client.post("/api/v1/rooms/import", content=forged)).status_code == 422


@pytest.mark.parametrize("is_made", [True, False])
async def test_whoever_imports_the_file_of_a_game_has_no_part_in_its_rematch(site: Site, is_made: bool) -> None:
    room = await over(site)
    await agreed(site, room)
    if is_made:
        assert (await site.post(room, "/rematch", as_="a")).status_code == 200
    file = (await site.get(room, "/export", as_="spectator")).content

    copy = Room((await site.client.post("/api/v1/rooms/import", content=file)).json())

    for each in ("host", "spectator"):
        assert "next_room" not in (await site.get(copy, as_=each)).json()
        assert_problem(await site.post(copy, "/rematch", as_=each), 409, "not_now")
    assert (await site.post(room, "/rematch", as_="a")).status_code == 200
