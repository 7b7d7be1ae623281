"""The leaks that other tables are known to have had, one by one: field.md 5.3, items 1 to 5
(the others are in ``test_leaks_signs.py``). Each is shown not to be here, mostly on Masks,
a toy game full of secrets, and on War of Plastic, whose army lists are secret until both are locked.

``tests/parts/web/cheats/test_worlds.py`` proves the same for everything at once; these tests say what it was that leaked elsewhere.
"""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest

from app.engine.types import SPECTATOR, Seat, Viewer
from tests.parts.web.cheats.leaks import (
    SPOT,
    act,
    alike,
    choose_all,
    everything,
    lists,
    masks,
    numbers_in,
    pick_of,
    read,
)
from tests.parts.web.cheats.worlds import Twins, World
from tests.parts.web.cheats.worlds_wire import Question
from tests.support.random_play import bounded

pytestmark = pytest.mark.asyncio(loop_scope="module")


# -- 1: the whole initial state, and the seed of the dice ------------------------------------------------------------------


async def test_nobody_is_sent_the_whole_initial_state(twins: Twins) -> None:
    """Item 1: an unauthenticated spectator received the secret part of the state in the first message."""
    await masks(twins)
    state = (await twins.real.live()).state

    for viewer in ("a", "b", "c", "spectator", "host"):
        dealt = next(
            event for event in (await read(twins.real, viewer, "/events"))["events"] if event["type"] == "dealt"
        )
        seen = (await read(twins.real, viewer, "/position"))["view"]["position"]
        for position in (dealt["position"], seen):
            assert position["deck"] == [0] * len(state.deck)
            for seat, hand in state.hands.items():
                assert position["hands"][seat] == (list(hand) if seat == viewer else [0, 0, 0])
            lurkers = {figure["id"] for figure in position["figures"] if figure.get("lurking")}
            assert lurkers == ({f"{viewer}-lurker"} if viewer in state.hands else set())
        assert dealt.get("dice") is None


async def test_the_first_message_of_a_socket_and_of_a_stream_is_cut_for_its_viewer(twins: Twins) -> None:
    """Item 1: it was the first message of the live connection that held everything."""
    await masks(twins)
    live = await twins.real.live()
    for viewer in ("b", "spectator", "host"):
        await twins.real.become(live.state)
        await twins.other.become(
            live.system.resample(live.state, SPECTATOR if viewer != "b" else Viewer("b"), pick_of(3))
        )
        assert (await twins.other.live()).state != (await twins.real.live()).state

        async with twins.listening(viewer) as ears:
            await ears.same_until_marked()


async def test_the_dice_cannot_be_computed_from_anything_that_is_public(twins: Twins) -> None:
    """Item 1: the seed was the match's creation time, which the lobby published."""
    twins.other.names.luck = "other"
    try:
        await twins.open(
            "pebbles", "open", 2, tables={"values.range_mm": 900, "values.bruises_out": 9}, options={"rounds": 20}
        )
    finally:
        twins.other.names.luck = "usual"
    fallen = [[await _thrown(world) for _ in range(6)] for world in twins.both]
    assert fallen[0] != fallen[1], "all that is public is the same, but for the commitment"

    secrets = [(await world.live()).header.secret for world in twins.both]
    for world, secret in zip(twins.both, secrets, strict=True):
        public = await everything(world, "a") + await everything(world, "spectator")
        for form in (
            secret.hex(),
            base64.b64encode(secret).decode(),
            base64.urlsafe_b64encode(secret).decode().strip("="),
        ):
            assert form not in public


async def _thrown(world: World) -> int:
    """The die of a throw of whoever's turn it is."""
    live = await world.live()
    seat = live.to_act[0]
    if live.state.placing is not None:
        await world.act(seat, live.system.sample(live.state, seat, pick_of(0)))
        return await _thrown(world)
    throws = [offer for offer in live.system.offers(live.state, seat) if offer.type == "throw"]
    answer = await world.act(seat, throws[0].examples[0])
    return int(next(event["die"] for event in answer.json()["events"] if event["type"] == "pebble_thrown"))


# -- 2: undo stacks, and arguments in the log ------------------------------------------------------------------------------


async def test_a_choice_that_was_taken_back_is_nowhere_to_be_found(twins: Twins) -> None:
    """Item 2: undo stacks and the first state were part of what everybody was sent."""
    await masks(twins)
    card = (await twins.other.live()).state.hands["a"][1]
    await twins.other.act("a", {"type": "choose", "card": card, "spot_mm": SPOT})
    undone = await twins.other.ask("a", Question(f"{twins.other.room.path}/proposals", "POST", {"kind": "undo"}))
    assert undone.status == 200

    for viewer in ("b", "spectator", "host"):
        await alike(twins, viewer)


@pytest.mark.parametrize("take_back", ["free", "consent"])
async def test_nobody_is_asked_to_consent_to_the_undoing_of_what_he_must_not_know_of(
    twins: Twins, take_back: str
) -> None:
    """Items 2 and 7: an undo of something secret, proposed to all, says that there was something."""
    await lists(twins, take_back=take_back)
    await twins.other.act("a", {"type": "submit_army", "list": ["bazooka"]})
    undone = await twins.other.ask("a", Question(f"{twins.other.room.path}/proposals", "POST", {"kind": "undo"}))
    assert undone.status == 200

    for viewer in ("b", "d", "spectator", "host"):
        await alike(twins, viewer)


async def test_the_log_holds_no_argument_of_a_secret_act(twins: Twins) -> None:
    """Item 2: the log told every move with its arguments."""
    await masks(twins, 2)
    await choose_all(twins, spots=(SPOT,))

    for viewer in ("b", "spectator", "host"):
        told = await everything(twins.real, viewer)
        assert not {*SPOT} & numbers_in(told)
        assert "lurker_moved" not in told
        assert (
            "chosen" not in {event["type"] for event in (await read(twins.real, viewer, "/events"))["events"]}
            or viewer == "b"
        )
    assert {*SPOT} <= numbers_in(await everything(twins.real, "a"))


# -- 3: a spectator sees everything ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["masks", "war_of_plastic", "pebbles"])
async def test_a_player_with_the_spectators_link_in_a_second_tab_learns_nothing_more(twins: Twins, game: str) -> None:
    """Item 3: who asked without a seat was told everything; so a second tab did."""
    await _with_secrets(twins, game)
    live = await twins.real.live()
    real, player = live.state, Viewer("b")
    for seed in range(bounded(2, 3)):
        await twins.real.become(real)
        await twins.other.become(live.system.resample(real, player, pick_of(seed)))
        for viewer in ("spectator", "host"):
            await alike(twins, viewer)


async def _with_secrets(twins: Twins, game: str) -> None:
    match game:
        case "masks":
            await masks(twins)
            live = await twins.real.live()
            await act(twins, "a", {"type": "choose", "card": live.state.hands["a"][0], "spot_mm": SPOT})
        case "war_of_plastic":
            await lists(twins)
            await act(twins, "a", {"type": "submit_army", "list": ["bazooka", "soldier"]})
        case _:
            await twins.open("pebbles", "duel", 2)
            await act(twins, "a", {"type": "pick_charm", "charm": "luck"})


async def test_whoever_has_no_seat_can_do_nothing(twins: Twins) -> None:
    """Item 3: spectators could act."""
    await masks(twins)
    world = twins.real
    card = (await world.live()).state.hands["a"][0]
    posts = {
        "actions": {"action": {"type": "choose", "card": card}},
        "previews": {"action": {"type": "choose", "card": card}},
        "proposals": {"kind": "undo"},
        "resign": None,
    }
    for viewer in ("spectator", "host"):
        for rest, body in posts.items():
            answer = await world.ask(viewer, Question(f"{world.room.path}/{rest}", "POST", body))
            assert (answer.status, answer.json()["code"]) == (403, "forbidden"), rest
        for rest in ("offers", "survey?unit=a0"):
            assert (await world.ask(viewer, Question(f"{world.room.path}/{rest}"))).status == 403


async def test_whoever_has_no_link_is_told_nothing(twins: Twins) -> None:
    """Item 3: no seat at all, and everything was sent."""
    await masks(twins)
    world = twins.real
    paths = ("", "/position", "/events", "/offers", "/stream", "/export")
    for path in (
        *(world.room.path + rest for rest in paths),
        f"/rooms/{world.room.id}",
        f"/rooms/{world.room.id}/parts/log",
    ):
        answer = await world.ask("a", Question(path, by="stranger"))
        assert answer.status in (401, 404), path
        assert b"position" not in answer.content


async def test_one_seats_link_does_not_open_another_seat(twins: Twins) -> None:
    """Item 3: who claimed to be another was believed."""
    await masks(twins)
    world = twins.real
    for by in ("token", "cookie"):
        for path in (f"{world.room.path}/position?as=b", f"/rooms/{world.room.id}?as=b"):
            assert (await world.ask("a", Question(path, by=by))).status in (401, 403, 404)


# -- 4: the client holds everything, and draws less ------------------------------------------------------------------------


async def test_the_source_of_a_page_holds_nothing_that_is_not_to_be_seen(twins: Twins) -> None:
    """Item 4: the page had it all, in attributes, ids, layers and names of files, and only drew less of it."""
    await masks(twins)
    await choose_all(twins, spots=(SPOT, [325, 296], [326, 297]))
    state = (await twins.real.live()).state

    for viewer in ("a", "b", "spectator", "host"):
        source = await _page(twins.real, viewer)
        drawn = set(re.findall(r"[abc]-lurker", source))
        assert drawn == ({f"{viewer}-lurker"} if viewer in state.hands else set())
        cards = {int(card) for card in re.findall(r"Card (\d+)", source)}
        assert cards == set(state.hands.get(Seat(viewer), ()))
        others = {324, 325, 326} - (
            {324, 325}.intersection({324 if viewer == "a" else 325}) if viewer in "ab" else set()
        )
        assert not others & numbers_in(source)


async def _page(world: World, viewer: str) -> str:
    page = await world.ask(viewer, Question(f"/rooms/{world.room.id}?as={viewer}", by="cookie"))
    assert page.status == 200
    return page.content.decode()


async def test_a_page_loads_the_same_files_whatever_is_hidden(twins: Twins) -> None:
    """Items 4 and 10: the names of pictures and the loading screen said who was there."""
    await masks(twins, 2)
    before = _files(await _page(twins.real, "b"))
    await choose_all(twins, spots=(SPOT,))

    assert _files(await _page(twins.real, "b")) == before
    assert _files(await _page(twins.real, "spectator")) == before


def _files(source: str) -> list[str]:
    return sorted(re.findall(r'(?:src|href)="(/static/[^"]+)"', source))


# -- 5: helpers computed from the truth ------------------------------------------------------------------------------------


async def test_a_plan_that_leads_into_somebody_unseen_looks_like_any_other(twins: Twins) -> None:
    """Item 5: path-finders went round unseen units, and reach had holes where they stood."""
    walk = await _walk_into_lurker(twins)
    world = twins.real
    live = await world.live()

    preview = await world.ask("b", Question(f"{world.room.path}/previews", "POST", {"action": walk}))
    assert preview.json()["legal"] is True
    far = dict(walk, y_mm=walk["y_mm"] - 1)  # nobody lurks by so small a difference less
    other = await world.ask("b", Question(f"{world.room.path}/previews", "POST", {"action": far}))
    assert preview.json().keys() == other.json().keys()

    moved = live.system.resample(live.state, Viewer("b"), pick_of(1))
    await twins.other.become(moved)
    await twins.real.become(live.state)
    await twins.same("b", Question(f"{world.room.path}/previews", "POST", {"action": walk}))
    await twins.same("b", Question(f"{world.room.path}/survey?unit=b0"))
    await twins.same("b", Question(f"{world.room.path}/offers"))

    events = (await twins.real.act("b", walk)).json()["events"]
    assert "ambushed" in {event["type"] for event in events}


async def _walk_into_lurker(twins: Twins) -> dict[str, Any]:
    """It is b's turn to act, and the lurker of ``a`` stands where b may walk to."""
    await masks(twins, 2, tables={"values.longest_mm": 600})
    while True:
        live = await twins.real.live()
        hands = live.state.hands
        high = {seat: (max if seat == "b" else min)(hands[seat]) for seat in live.seats}
        if high["b"] > high["a"]:
            break
        await masks(twins, 2, tables={"values.longest_mm": 600})
    await act(twins, "a", {"type": "choose", "card": high["a"], "spot_mm": SPOT})
    await act(twins, "b", {"type": "choose", "card": high["b"]})
    return {"type": "walk", "unit": "b0", "x_mm": SPOT[0], "y_mm": SPOT[1]}


async def test_asking_about_an_unseen_figure_is_asking_about_none(twins: Twins) -> None:
    """Item 5: context menus and info lists answered for units that were not to be seen."""
    await masks(twins)
    world = twins.real
    for path in ("/survey?unit={}", "/offers?unit={}", "/correctables?unit={}"):
        real, none = [
            await world.ask("b", Question(world.room.path + path.format(unit))) for unit in ("a-lurker", "x-lurker")
        ]
        assert real.content.replace(b"a-lurker", b"x-lurker") == none.content
        assert real.status == none.status
    for unit in ("a-lurker", "x-lurker"):
        body = {"action": {"type": "walk", "unit": unit, "x_mm": 300, "y_mm": 200}}
        answer = await world.ask("b", Question(f"{world.room.path}/actions", "POST", body))
        assert answer.status == 422


async def test_a_correction_is_judged_as_if_the_unseen_were_not_there(twins: Twins) -> None:
    """Item 5: a helper added later, in another phase, knew everything again."""
    await _walk_into_lurker(twins)
    world = twins.real
    answers = []
    for spot in (SPOT, [SPOT[0] + 90, SPOT[1] + 60]):
        changes = [{"unit": "b0", "field": "x_mm", "value": spot[0]}, {"unit": "b0", "field": "y_mm", "value": spot[1]}]
        body = {"kind": "correction", "changes": changes, "reason": ""}
        made = await world.ask("b", Question(f"{world.room.path}/proposals", "POST", body))
        withdrawn = await world.ask(
            "b", Question(f"{world.room.path}/proposals/{made.json().get('n')}", "POST", {"accept": False})
        )
        answers.append((made.status, withdrawn.status))
    assert answers == [(200, 200)] * 2
    listed = json.dumps(await read(world, "b", "/correctables"))
    assert "lurker" not in listed
