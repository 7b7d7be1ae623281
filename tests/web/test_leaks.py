"""The leaks that other tables are known to have had, one by one: field.md 5.3. Each is shown not to be here, mostly on Masks,
a toy game full of secrets, and on War of Plastic, whose army lists are secret until both are locked.

``tests/web/test_worlds.py`` proves the same for everything at once; these tests say what it was that leaked elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest

from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.strategies import world_for
from tests.support.random_play import registry
from tests.web.worlds import Question, Twins, World, assert_same_answer
from tests.web.worlds_questions import questions

pytestmark = pytest.mark.asyncio(loop_scope="module")

SPOT = [437, 283]
"""Where a lurker goes: numbers that are found nowhere else."""


async def masks(twins: Twins, seats: int = 3, **more: Any) -> None:
    await twins.open("masks", "ball", seats, **more)


async def lists(twins: Twins, **options: Any) -> None:
    """War of Plastic with free lists, two players on each side."""
    options = {"army_lists": "free", "symmetric_armies": False} | options
    await twins.open("war_of_plastic", "garden_skirmish", 4, options=options)


async def act(twins: Twins, seat: str, action: Any) -> None:
    for world in twins.both:
        await world.act(seat, action)


async def choose_all(twins: Twins, *, spots: Sequence[Any] = ()) -> None:
    """Everybody chooses his lowest card, and the round is played on."""
    live = await twins.real.live()
    for number, seat in enumerate(live.seats):
        spot = {"spot_mm": spots[number]} if number < len(spots) and spots[number] else {}
        await act(twins, seat, {"type": "choose", "card": live.state.hands[seat][0], **spot})


async def everything(world: World, viewer: str) -> str:
    """All that a viewer can read and ask, as one text."""
    asked = await questions((world,), viewer, random.Random(1))
    answers = [(question, await world.ask(viewer, question)) for question in asked]
    return "\n".join(
        f"{answer.status} {answer.headers} {answer.content.decode()}"
        for question, answer in answers
        if question.method != "POST" and "unit=" not in question.path
    )


async def alike(twins: Twins, viewer: str) -> None:
    """That both worlds answer a viewer the same, whatever he asks."""
    for question in await questions(twins.both, viewer, random.Random(2)):
        await twins.same(viewer, question)


async def read(world: World, viewer: str, rest: str = "") -> Any:
    answer = await world.ask(viewer, Question(world.room.path + rest))
    assert answer.status == 200, answer.content
    return answer.json()


def numbers_in(text: str) -> set[int]:
    return {int(found) for found in re.findall(r"(?<![\w.])\d+(?![\w.])", text)}


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
            live.system.resample(live.state, SPECTATOR if viewer != "b" else Viewer("b"), _pick(3))
        )
        assert (await twins.other.live()).state != (await twins.real.live()).state

        async with twins.listening(viewer) as ears:
            await ears.same_until_marked()


async def test_the_dice_cannot_be_computed_from_anything_that_is_public(twins: Twins) -> None:
    """Item 1: the seed was the match's creation time, which the lobby published."""
    twins.other.names.luck = "other"
    try:
        await twins.open("pebbles", "open", 2, tables={"range_mm": 900, "bruises_out": 9}, options={"rounds": 20})
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
        await world.act(seat, live.system.sample(live.state, seat, _pick(0)))
        return await _thrown(world)
    throws = [offer for offer in live.system.offers(live.state, seat) if offer.type == "throw"]
    answer = await world.act(seat, throws[0].examples[0])
    return int(next(event["die"] for event in answer.json()["events"] if event["type"] == "pebble_thrown"))


def _pick(seed: int) -> Any:
    return random.Random(seed).randrange


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
    for seed in range(3):
        await twins.real.become(real)
        await twins.other.become(live.system.resample(real, player, _pick(seed)))
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
    """Item 3: who said he was another was believed."""
    await masks(twins)
    world = twins.real
    for by in ("token", "cookie"):
        for path in (f"{world.room.path}/position?as=b", f"/rooms/{world.room.id}?as=b"):
            assert (await world.ask("a", Question(path, by=by))).status in (401, 403, 404)


# -- 4: the client holds everything, and draws less ------------------------------------------------------------------------


async def test_the_source_of_a_page_holds_nothing_that_is_not_to_be_seen(twins: Twins) -> None:
    """Item 4: the page had it all, in attributes, ids, layers and names of files, and only drew less of it."""
    await masks(twins)
    await choose_all(twins, spots=(SPOT, [438, 284], [439, 285]))
    state = (await twins.real.live()).state

    for viewer in ("a", "b", "spectator", "host"):
        source = await _page(twins.real, viewer)
        drawn = set(re.findall(r"[abc]-lurker", source))
        assert drawn == ({f"{viewer}-lurker"} if viewer in state.hands else set())
        cards = {int(card) for card in re.findall(r"Card (\d+)", source)}
        assert cards == set(state.hands.get(Seat(viewer), ()))
        others = {437, 438, 439} - (
            {437, 438}.intersection({437 if viewer == "a" else 438}) if viewer in "ab" else set()
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

    moved = live.system.resample(live.state, Viewer("b"), _pick(1))
    await twins.other.become(moved)
    await twins.real.become(live.state)
    await twins.same("b", Question(f"{world.room.path}/previews", "POST", {"action": walk}))
    await twins.same("b", Question(f"{world.room.path}/survey?unit=b0"))
    await twins.same("b", Question(f"{world.room.path}/offers"))

    events = (await twins.real.act("b", walk)).json()["events"]
    assert "ambushed" in {event["type"] for event in events}


async def _walk_into_lurker(twins: Twins) -> dict[str, Any]:
    """It is b's turn to act, and the lurker of ``a`` stands where he may walk to."""
    await masks(twins, 2, tables={"longest_mm": 600})
    while True:
        live = await twins.real.live()
        hands = live.state.hands
        high = {seat: (max if seat == "b" else min)(hands[seat]) for seat in live.seats}
        if high["b"] > high["a"]:
            break
        await masks(twins, 2, tables={"longest_mm": 600})
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


# -- 6: counts and names in messages ---------------------------------------------------------------------------------------


async def test_a_secret_act_leaves_no_hole_and_no_count(twins: Twins) -> None:
    """Item 6: the number of messages, or a hole in their numbers, told how much was done in secret."""
    await masks(twins)
    hand = (await twins.other.live()).state.hands["a"]
    for card in hand:
        await twins.other.act("a", {"type": "choose", "card": card})

    for viewer in ("b", "spectator", "host"):
        await alike(twins, viewer)
        async with twins.listening(viewer) as ears:
            await twins.other.act("a", {"type": "choose", "card": hand[0]})
            told = await ears.same_until_marked()
        assert all(len(messages) == 1 for messages in told.values())
        events = (await read(twins.other, viewer, "/events"))["events"]
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))


async def test_what_is_drawn_face_down_has_the_same_words_and_the_same_length(twins: Twins) -> None:
    """Item 6: cards and chat lines named, or pictured, what was hidden."""
    await masks(twins, 2)
    await choose_all(twins)
    live = await twins.real.live()

    drawn = [
        event for event in (await read(twins.real, "spectator", "/events"))["events"] if event["type"] == "card_drawn"
    ]
    assert [event["card"] for event in drawn] == [0, 0]
    own = [event for event in (await read(twins.real, "a", "/events"))["events"] if event["type"] == "card_drawn"]
    assert [event["card"] in live.state.hands["a"] for event in own] == [True, False]


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860::1", "elsewhere"])
async def test_strangers_cannot_count_what_others_do(twins: Twins, address: str) -> None:
    """Item 6: where two play, the server's figures are figures of the other player."""
    await masks(twins)
    card = (await twins.other.live()).state.hands["a"][0]
    await twins.other.act("a", {"type": "choose", "card": card})

    real, other = [await world.request("GET", "/metrics", {}, address=address) for world in twins.both]
    assert real.status == 404
    assert_same_answer("/metrics", real, other)


async def test_the_figures_of_the_server_depend_on_nothing_hidden(twins: Twins) -> None:
    """Item 6: not even its host learns more than how much is done."""
    await masks(twins)
    figures = []
    live = await twins.real.live()
    card = live.state.hands["b"]
    for number, world in enumerate(twins.both):
        before = _figures((await world.request("GET", "/metrics", {})).content.decode())
        await world.act("b", {"type": "choose", "card": card[number]})
        after = _figures((await world.request("GET", "/metrics", {})).content.decode())
        figures.append({name: value - before[name] for name, value in after.items()})
    assert figures[0] == figures[1]
    assert figures[0]["tapete_action_seconds_count"] == 1


def _figures(text: str) -> Counter[str]:
    """What is counted, without times, processes and memory."""
    found: Counter[str] = Counter()
    for line in text.splitlines():
        name, _, value = re.sub(r"\{.*\}", "", line).partition(" ")
        if name.startswith("tapete_") and name.endswith(("_count", "_total", "_appended")):
            found[name] += int(float(value))
    return found


# -- 7: prompts, skips, waiting texts, timing ------------------------------------------------------------------------------


async def test_a_window_opens_whether_or_not_there_is_anything_to_respond_with(twins: Twins) -> None:
    """Item 7: who held nothing was skipped, so who was asked held something."""
    await masks(twins)
    await choose_all(twins)
    live = await twins.real.live()
    actor = live.to_act[0]
    target = next(seat for seat in live.seats if seat != actor)
    holding, empty = _with_and_without(live, actor, target)
    await twins.real.become(holding)
    await twins.other.become(empty)

    async with twins.listening(actor) as ears:
        await act(twins, actor, {"type": "strike", "seat": target})
        await ears.same_until_marked()
        for world in twins.both:
            assert (await world.live()).to_act == tuple(seat for seat in live.seats if seat != actor)
        for viewer in (actor, "spectator", "host"):
            await alike(twins, viewer)
        await act(twins, target, {"type": "answer", "block": False})
        await ears.same_until_marked()
    for viewer in (actor, "spectator", "host"):
        await alike(twins, viewer)


def _with_and_without(live: Any, actor: str, target: Seat) -> tuple[Any, Any]:
    """Two worlds that ``actor`` and the public cannot tell apart: in one the target can block, in the other not."""
    found: dict[bool, Any] = {}
    least = live.state.house["block_from"]
    for seed in range(200):
        world = live.system.resample(live.state, Viewer(actor), _pick(seed))
        found[any(card >= least for card in world.hands[target])] = world
    return found[True], found[False]


async def test_nobody_sees_who_has_chosen_already(twins: Twins) -> None:
    """Item 7: "waiting for ..." told who was still thinking, and so who had something to think about."""
    await masks(twins)
    hand = (await twins.other.live()).state.hands["a"]
    for viewer in ("b", "spectator", "host"):
        async with twins.listening(viewer) as ears:
            await twins.other.act("a", {"type": "choose", "card": hand[0]})
            await ears.same_until_marked()
        assert (await read(twins.other, viewer))["to_act"] == ["a", "b", "c"]


async def test_nobody_learns_in_which_order_others_chose(twins: Twins) -> None:
    """Item 7: the order of keys, of lines or of turns told who had to think and who had not."""
    await masks(twins)
    live = await twins.real.live()
    cards = {seat: {"type": "choose", "card": hand[0]} for seat, hand in live.state.hands.items()}
    async with twins.listening("c") as ears:
        for world, order in zip(twins.both, (("a", "b"), ("b", "a")), strict=True):
            for seat in order:
                await world.act(seat, cards[Seat(seat)])
        await act(twins, "c", cards[Seat("c")])
        await ears.same_until_marked()
    for viewer in ("c", "spectator", "host"):
        await alike(twins, viewer)


# -- 8: one sees what the other does not; dice known too early -------------------------------------------------------------


async def test_what_one_side_does_not_see_the_other_does_not_see_either(twins: Twins) -> None:
    """Item 8: sight was computed one way for the one and another way for the other."""
    await masks(twins)
    seen = {}
    for viewer in ("a", "b", "c"):
        view = (await read(twins.real, viewer, "/position"))["view"]["position"]
        seen[viewer] = {figure["id"][0] for figure in view["figures"] if figure.get("lurking")}

    for one in seen:
        for two in seen:
            assert (two in seen[one]) == (one in seen[two])


async def test_no_answer_depends_on_dice_that_have_not_fallen(twins: Twins) -> None:
    """Item 8: the seed was delivered before the player decided."""
    await twins.open("pebbles", "open", 2, tables={"range_mm": 900})
    live = await twins.real.live()
    seat = live.to_act[0]
    throw = next(offer for offer in live.system.offers(live.state, seat) if offer.type == "throw").examples[0]
    body = {"action": msgspec.to_builtins(throw)}
    secret = live.header.secret
    other = await twins.other.live()
    changed = msgspec.structs.replace(other.header, secret=hashlib.sha256(b"other").digest())
    commitment = (await read(twins.real, seat))["dice"]["commitment"]

    for viewer in (seat, "spectator"):
        for question in await questions(twins.both, viewer, random.Random(4)):
            real = await twins.real.ask(viewer, question)
            other.header = changed
            meant = await twins.other.ask(viewer, question)
            other.header = msgspec.structs.replace(changed, secret=secret)
            public = hashlib.sha256(changed.secret).hexdigest()
            assert_same_but(f"{viewer}: {question}", real, meant, {public: commitment})
    for _ in range(3):
        again = await twins.real.ask(seat, Question(f"{twins.real.room.path}/previews", "POST", body))
        assert again.json()["legal"] is True
        assert "die" not in again.json()


def assert_same_but(name: str, real: Any, meant: Any, words: dict[str, str]) -> None:
    """That two answers are the same but for public words that belong to each room."""
    content = meant.content
    for there, here in words.items():
        content = content.replace(there.encode(), here.encode())
    assert real.status == meant.status, name
    assert real.content == content, name


async def test_trying_out_and_being_refused_rolls_nothing(twins: Twins) -> None:
    """Item 8: what would fall could be found out by trying."""
    await twins.open("pebbles", "open", 2, tables={"range_mm": 900})
    live = await twins.real.live()
    seat = live.to_act[0]
    throw = next(offer for offer in live.system.offers(live.state, seat) if offer.type == "throw").examples[0]
    action = msgspec.to_builtins(throw)
    for _ in range(5):
        await twins.other.ask(seat, Question(f"{twins.other.room.path}/previews", "POST", {"action": action}))
        stale = {"action": action, "seq": 99}
        refused = await twins.other.ask(seat, Question(f"{twins.other.room.path}/actions", "POST", stale))
        assert refused.status == 422

    await twins.same(seat, Question(f"{twins.real.room.path}/actions", "POST", {"action": action}))


# -- 9: a leak that came back ----------------------------------------------------------------------------------------------
# ``test_worlds_planted.py`` plants leaks, one after the other, and proves that they are found.


# -- 10: caches, tags, ids, fragments, errors, indices, sizes, exports, bots -----------------------------------------------


async def test_nothing_that_depends_on_its_viewer_may_be_kept_or_has_a_tag(twins: Twins) -> None:
    """Item 10: caches and tags handed one viewer's answer to another."""
    await masks(twins)
    for viewer in ("a", "spectator", "host"):
        for question in await questions((twins.real,), viewer, random.Random(5)):
            headers = dict((await twins.real.ask(viewer, question)).headers)
            assert headers["cache-control"] == "no-store", question
            assert not {"etag", "last-modified", "expires"} & headers.keys()


@pytest.mark.parametrize("rest", ["", "/parts/log", "/parts/ending"])
async def test_the_same_fragment_is_made_anew_for_each_viewer(twins: Twins, rest: str) -> None:
    """Item 10: a fragment made for one viewer was handed to the next."""
    await masks(twins, 2)
    await choose_all(twins)
    question = Question(f"/rooms/{twins.real.room.id}{rest}", by="cookie")
    first = {viewer: await twins.real.ask(viewer, question) for viewer in ("a", "b", "spectator")}
    for viewer in ("spectator", "b", "a"):
        assert_same_answer(viewer, first[viewer], await twins.real.ask(viewer, question))
    if rest == "/parts/log":
        own = {viewer: re.findall(r"draws card (\d+)", answer.content.decode()) for viewer, answer in first.items()}
        assert own["spectator"] == ["0", "0"]
        assert own["a"][1] == own["b"][0] == "0"
        assert "0" not in (own["a"][0], own["b"][1])


async def test_errors_are_the_same_whatever_is_hidden(twins: Twins) -> None:
    """Item 10: the text of an error named what it had run into."""
    await masks(twins)
    live = await twins.real.live()
    for seed in range(3):
        await twins.real.become(live.state)
        await twins.other.become(live.system.resample(live.state, Viewer("b"), _pick(seed)))
        for action in _strange_acts(live.state.hands["a"]):
            for rest in ("actions", "previews"):
                for language in ("en", "es"):
                    body = {"action": action}
                    await twins.same("b", Question(f"{twins.real.room.path}/{rest}", "POST", body, language=language))


def _strange_acts(cards: Iterable[int]) -> list[dict[str, Any]]:
    return [
        *({"type": "choose", "card": card} for card in cards),
        {"type": "walk", "unit": "a-lurker", "x_mm": 1, "y_mm": 1},
        {"type": "walk", "unit": "b-lurker", "x_mm": 100, "y_mm": 100},
        {"type": "strike", "seat": "a"},
        {"type": "answer", "block": True},
        {"type": "choose", "card": 13},
        {"type": "choose", "card": 1, "spot_mm": [1, 2, 3]},
        {"type": "answer_draw", "accept": True},
    ]


async def test_answers_are_as_long_when_compressed_whatever_is_hidden(twins: Twins) -> None:
    """Item 10: compression made a difference that the text did not show."""
    await masks(twins)
    live = await twins.real.live()
    await twins.real.become(live.state)
    await twins.other.become(live.system.resample(live.state, SPECTATOR, _pick(7)))
    for path in (f"/rooms/{twins.real.room.id}", f"/rooms/{twins.real.room.id}/parts/log"):
        real, other = [await world.ask("spectator", Question(path, by="cookie")) for world in twins.both]
        assert len(real.body) == len(other.body)
    page = await twins.real.ask("spectator", Question(f"/rooms/{twins.real.room.id}", by="cookie"))
    assert ("content-encoding", "gzip") in page.headers


async def test_a_bot_thinks_about_a_world_in_which_nothing_hidden_is_real(twins: Twins) -> None:
    """Item 10: bots were sent what players are not."""
    await masks(twins)
    live = await twins.real.live()
    system = registry()["masks"]
    worlds = [system.resample(live.state, Viewer("a"), _pick(seed)) for seed in range(5)]

    for seed in range(10):
        own = world_for(system, live.state, Seat("a"), seed)
        assert system.view(own, Viewer("a")) == system.view(live.state, Viewer("a"))
        assert all(world_for(system, world, Seat("a"), seed) == own for world in worlds)


async def test_chat_to_ones_own_army_is_for_nobody_else(twins: Twins) -> None:
    """Items 6 and 10: what was said aside was in the log of everybody, or counted there."""
    await lists(twins)
    said = Question(f"{twins.other.room.path}/messages", "POST", {"text": "plan zebra", "to": "army"})
    assert (await twins.other.ask("a", said)).status == 200

    for viewer in ("b", "d", "spectator", "host"):
        await alike(twins, viewer)
    assert "plan zebra" in await everything(twins.other, "c")
