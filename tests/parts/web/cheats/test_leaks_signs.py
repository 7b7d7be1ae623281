"""The leaks that other tables are known to have had, one by one: field.md 5.3, items 6 to 10: counts, prompts, dice known too
early, caches and sizes. The others are in ``test_leaks.py``."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from app.engine.types import SPECTATOR, Seat, Viewer
from app.rooms.values.strategies import world_for
from tests.parts.web.cheats.leaks import act, alike, choose_all, everything, lists, masks, pick_of, read
from tests.parts.web.cheats.worlds import Twins
from tests.parts.web.cheats.worlds_questions import questions
from tests.parts.web.cheats.worlds_wire import Question, assert_same_answer
from tests.support.random_play import registry

pytestmark = pytest.mark.asyncio(loop_scope="module")


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
    found: dict[bool, Any] = {}
    while len(found) < 2:  # by some deals the actor can tell what the target holds
        await masks(twins)
        await choose_all(twins)
        live = await twins.real.live()
        actor, target = live.to_act[0], next(seat for seat in live.seats if seat != live.to_act[0])
        found = _with_and_without(live, actor, target)
    await twins.real.become(found[True])
    await twins.other.become(found[False])

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


def _with_and_without(live: Any, actor: str, target: Seat) -> dict[bool, Any]:
    """Worlds that ``actor`` and the public cannot tell apart, by whether the target can block."""
    found: dict[bool, Any] = {}
    least = live.state.house["block_from"]
    for seed in range(200):
        world = live.system.resample(live.state, Viewer(actor), pick_of(seed))
        found[any(card >= least for card in world.hands[target])] = world
    return found


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
    await twins.open("pebbles", "open", 2, tables={"values.range_mm": 900})
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
    await twins.open("pebbles", "open", 2, tables={"values.range_mm": 900})
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
        await twins.other.become(live.system.resample(live.state, Viewer("b"), pick_of(seed)))
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
    await twins.other.become(live.system.resample(live.state, SPECTATOR, pick_of(7)))
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
    worlds = [system.resample(live.state, Viewer("a"), pick_of(seed)) for seed in range(5)]

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
