"""A seat is called where it asked for: once, by one process, without a secret, and only while nobody looks on from it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.engine.types import Viewer
from app.rooms.service.hooks import MOST_FAILURES, Hooks
from app.rooms.values.calls import Hook
from app.storage.database import Database
from app.storage.hooks import PostgresHooks
from app.web.api.hooks import TableCaller
from tests.parts.web.api_site import PASS, Room, Site, assert_problem, running_site
from tests.parts.web.campaigns import a_campaign, into_game
from tests.parts.web.receiver import Receiver, outgoing, receiving

pytestmark = pytest.mark.asyncio(loop_scope="module")


@asynccontextmanager
async def calling(site: Site, url: str, **how: Any) -> AsyncIterator[Hooks]:
    """A site that calls seats, at once, also on this machine."""
    state = site.app.state
    database = await Database.open(url)
    state.hooks = PostgresHooks(database)
    caller = TableCaller(state.rooms, state.registry, state.templates.texts, outgoing())
    hooks = Hooks(state.rooms, state.hooks, caller, **{"settle_s": 0, "pause_s": 0, "again_s": (0, 0), **how})
    hooks.start()
    yield hooks
    await hooks.close()
    await database.close()
    state.hooks = None


async def game(site: Site, receiver: Receiver, **hook: object) -> tuple[Room, str, str]:
    """A room, whose turn it is, and the other seat, which wants to be called."""
    room = await site.make_room(options={"rounds": 20})
    seat = await site.to_act(room)
    other = "b" if seat == "a" else "a"
    body = {"url": f"http://hooks.example:{receiver.port}/secret-path", **hook}
    answer = await site.post(room, "/hook", body, as_=other)
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"offered": True, "host": "hooks.example", "always": bool(hook.get("always"))}
    return room, seat, other


async def test_a_seat_is_called_once_when_it_is_asked_and_at_the_end_and_told_no_secret(
    site: Site, module_database_url: str
) -> None:
    async with receiving() as receiver, calling(site, module_database_url) as hooks:
        room, seat, other = await game(site, receiver)
        assert (await site.post(room, "/messages", {"text": "hello"}, as_=seat)).status_code == 200
        assert (await site.post(room, "/actions", {"action": PASS}, as_=seat)).status_code == 200

        called = await receiver.next()
        address = f"http://table.test/rooms/{room.id}?as={other}"
        words = f"It is your go in Pebbles: {address}"
        expected = {"room": room.id, "seat": other, "url": address, "content": words, "text": words}
        assert called == {**expected, "kind": "your_turn"}
        assert (await site.post(room, "/messages", {"text": "well?"}, as_=seat)).status_code == 200
        assert (await site.post(room, "/proposals", {"kind": "undo"}, as_=seat)).status_code == 200
        assert (await receiver.next())["kind"] == "proposal"
        assert (await site.post(room, "/resign", as_=seat)).status_code == 200
        assert (await receiver.next())["kind"] == "finished"
        await hooks.idle()
        assert receiver.calls.empty()
        assert not any(token in str(called) for token in (*room.tokens.values(), room.host, room.spectator))


async def test_of_two_processes_one_calls(site: Site, module_database_url: str) -> None:
    async with (
        running_site(module_database_url) as elsewhere,
        receiving() as receiver,
        calling(site, module_database_url) as here,
        calling(elsewhere, module_database_url) as there,
    ):
        room, seat, other = await game(site, receiver)
        assert (await elsewhere.get(room)).status_code == 200
        for turn in range(6):
            acting, mine = (elsewhere, other) if turn % 2 else (site, seat)
            assert (await acting.post(room, "/actions", {"action": PASS}, as_=mine)).status_code == 200
            for each in (site, elsewhere):
                await each.app.state.rooms.catch_up(room.id)
            await asyncio.gather(here.idle(), there.idle())
            assert receiver.calls.qsize() == turn // 2 + 1


async def test_whoever_looks_on_is_called_only_if_he_wants_it(site: Site, module_database_url: str) -> None:
    async with receiving() as receiver, calling(site, module_database_url) as hooks:
        for always in (False, True):
            room, seat, other = await game(site, receiver, always=always)
            hub, presence = site.app.state.hub, site.app.state.rooms.presence
            looking = hub.subscribe(room.id, Viewer(other), None, lambda change: None, "page")
            assert presence.is_here(room.id, other)
            assert (await site.post(room, "/actions", {"action": PASS}, as_=seat)).status_code == 200
            await hooks.idle()
            looking.close("gone")

            assert receiver.calls.qsize() == (1 if always else 0)


async def test_a_call_that_comes_to_nothing_is_tried_again_and_in_the_end_given_up(
    site: Site, module_database_url: str
) -> None:
    async with receiving() as receiver, calling(site, module_database_url) as hooks:
        busy, gone, fine = (b"HTTP/1.1 %s\r\n\r\n" % words for words in (b"503 Busy", b"410 Gone", b"200 OK"))
        receiver.answers = [busy, fine]
        room, seat, other = await game(site, receiver)
        assert (await site.post(room, "/actions", {"action": PASS}, as_=seat)).status_code == 200
        await hooks.idle()
        assert receiver.calls.qsize() == 2

        receiver.answers = [gone]
        for _ in range(MOST_FAILURES):
            for acting in (other, seat):
                assert (await site.get(room, "/hook", as_=other)).json()["host"] == "hooks.example"
                assert (await site.post(room, "/actions", {"action": PASS}, as_=acting)).status_code == 200
                await hooks.idle()
        assert (await site.get(room, "/hook", as_=other)).json()["host"] is None


async def test_nobody_is_called_too_often(site: Site, module_database_url: str) -> None:
    async with receiving() as receiver, calling(site, module_database_url, pause_s=3600):
        store: PostgresHooks = site.app.state.hooks
        room, _, other = await game(site, receiver)
        viewer = Viewer(other)

        assert await store.claim(room.id, viewer, 100, 3600) is not None
        assert await store.claim(room.id, viewer, 101, 3600) is None
        assert await store.claim(room.id, viewer, 100, 0) is None
        assert await store.claim(room.id, viewer, 101, 0) is not None


async def test_the_address_is_told_to_nobody_and_goes_with_the_seat(site: Site, module_database_url: str) -> None:
    async with receiving() as receiver, calling(site, module_database_url):
        room, seat, other = await game(site, receiver)
        store: PostgresHooks = site.app.state.hooks

        told = [await site.get(room, "/hook", as_=viewer) for viewer in (seat, other, "spectator", "host")]
        assert [answer.status_code for answer in told] == [200, 200, 403, 403]
        assert not any("secret-path" in answer.text for answer in told)
        assert told[0].json()["host"] is None
        await site.app.state.rooms.replace_link(room.id, Viewer(other))
        assert await store.hook_of(room.id, Viewer(other)) is None

        assert (await site.post(room, "/hook", {"url": "http://hooks.example/"}, as_=seat)).status_code == 200
        found = await store.hook_of(room.id, Viewer(seat))
        assert found == Hook(room.id, Viewer(seat), "http://hooks.example/", found.table if found else "", "en")
        assert (await site.post(room, "/hook", {"url": None}, as_=seat)).json()["host"] is None
        assert await store.hook_of(room.id, Viewer(seat)) is None
        for url in ("file:///etc/passwd", "https://a:b@c.example/", "x" * 600, 7):
            assert_problem(await site.post(room, "/hook", {"url": url}, as_=seat), 422, "invalid")


async def test_whoever_loses_his_seat_in_a_campaign_is_called_no_more_from_its_games(
    site: Site, module_database_url: str
) -> None:
    async with calling(site, module_database_url):
        store: PostgresHooks = site.app.state.hooks
        campaign = await a_campaign(site)
        games = {seat: await into_game(site, campaign, seat) for seat in ("a", "b")}
        for seat, room in games.items():
            body = {"url": f"http://{seat}.example/"}
            assert (await site.post(room, "/hook", body, as_=seat)).status_code == 200

        assert (await site.post(campaign, "/links/a", as_="host")).status_code == 200

        game = games["a"].id
        left = [await store.hook_of(game, Viewer(seat)) for seat in ("a", "b")]
        assert [hook and hook.url for hook in left] == [None, "http://b.example/"]

        await site.app.state.rooms.replace_link(game, Viewer("b"))
        await store.put(Hook(game, Viewer("b"), "http://new.example/", "", "en"))
        assert (await site.post(campaign, "/links/b", as_="host")).status_code == 200
        kept = await store.hook_of(game, Viewer("b"))
        assert kept is not None, "who was given the seat of one game has it by a link of its own"


async def test_where_the_host_does_not_allow_it_nobody_is_called(site: Site) -> None:
    room = await site.make_room()

    assert (await site.get(room, "/hook")).json() == {"offered": False, "host": None, "always": False}
    assert_problem(await site.post(room, "/hook", {"url": "https://hooks.example/"}), 409, "not_now")
