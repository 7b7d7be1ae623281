"""An action: judged once, rolled once, stored before anybody hears of it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from app.engine.dice import act_label, draw
from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Viewer
from app.rooms.errors import Forbidden, KeyReused, NotFound, NotNow, Refused, Stale
from app.rooms.live import SNAPSHOT_EVERY
from app.rooms.ports import HOST, Append, Entry, StoreUnavailable
from tests.rooms.table import BOT, HUMAN, OPEN, PASS, A, B, C, D, Table, other
from tests.support.memory_store import MemoryStore


async def entries(table: Table, room_id: str) -> list[Entry]:
    return list(await table.store.entries(room_id, 0))


# -- what is accepted --------------------------------------------------------------------------------


async def test_an_accepted_action_is_answered_with_what_the_seat_was_told(table: Table) -> None:
    made = await table.open()

    seat, acted = await table.play(made.id, "move")

    assert acted.seq == 6
    assert [(event["seq"], event["type"], event["seat"]) for event in acted.events] == [
        (5, "unit_moved", seat),
        (6, "turn_began", other(seat)),
    ]
    assert json(acted.events) == json((await table.rooms.events(made.id, seat))[4:])


async def test_an_acknowledged_action_is_there_for_another_process(table: Table) -> None:
    made = await table.open()

    seat, acted = await table.play(made.id, "move")

    told = await table.another().rooms.events(made.id, seat)
    assert json(told[4:]) == json(acted.events)
    assert await table.another().state(made.id) == await table.state(made.id)


async def test_dice_come_from_the_secret_the_contributions_the_place_and_the_act(table: Table) -> None:
    made = await table.open([{**HUMAN, "contribution": "x"}, {**HUMAN, "contribution": "y"}])
    await table.play(made.id, "throw")

    room = await table.rooms.room(made.id)
    opening, thrown = await entries(table, made.id)
    for entry, place in ((opening, 0), (thrown, 0)):
        label = act_label({"a": "x", "b": "y"}, place, str(entry.digest)).encode()
        fallen = [roll["value"] for roll in entry.rolls]
        assert fallen == [draw(room.header.secret, label, n, roll["sides"]) for n, roll in enumerate(entry.rolls)]
        assert len(fallen) == 1
        assert entry.place == place


async def test_the_place_of_an_act_counts_the_acts_before_it(table: Table) -> None:
    made = await table.open()
    for _ in range(3):
        await table.play(made.id, "move")
    await table.rooms.say(made.id, A, "hello")
    await table.play(made.id, "pass")

    places = [entry.place for entry in await entries(table, made.id) if entry.kind == "game"]
    assert places == [0, 1, 2, 3]


async def test_short_names_of_fields_are_the_same_act(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "move")
    action["path"] = action.pop("path_mm")

    await table.rooms.act(made.id, seat, action)

    assert (await entries(table, made.id))[-1].events[0]["type"] == "unit_moved"


async def test_the_end_of_a_game_publishes_its_secret_and_its_result(table: Table) -> None:
    made = await table.open(rounds=1)
    assert (await table.rooms.info(made.id, A)).dice.secret is None
    await table.play(made.id, "pass")
    await table.play(made.id, "pass")

    info = await table.rooms.info(made.id, A)
    last = (await table.rooms.events(made.id, SPECTATOR))[-1]
    room = await table.rooms.room(made.id)
    assert info.status == "finished"
    assert info.to_act == ()
    assert info.result is not None
    assert info.result.reason == "rounds"
    assert info.dice.secret == last["secret"] == room.header.secret.hex()
    assert last["type"] == "game_finished"


# -- what is refused ---------------------------------------------------------------------------------


async def test_a_refusal_names_the_rule_and_changes_nothing(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    before = await table.state(made.id)

    with pytest.raises(Refused) as raised:
        await table.rooms.act(made.id, other(seat), PASS)

    assert raised.value.refusal.rule == "PEB-TURN-01"
    assert raised.value.text.es
    assert await table.state(made.id) is before
    assert len(await entries(table, made.id)) == 1


@pytest.mark.parametrize("viewer", [SPECTATOR, HOST])
async def test_who_only_watches_does_nothing(memory_table: Table, viewer: Viewer) -> None:
    rooms = memory_table.rooms
    made = await memory_table.open()

    for attempt in (
        rooms.act(made.id, viewer, PASS),
        rooms.preview(made.id, viewer, PASS),
        rooms.survey(made.id, viewer, "a0"),
        rooms.offers(made.id, viewer),
        rooms.say(made.id, viewer, "hello"),
        rooms.propose(made.id, viewer, "undo"),
        rooms.answer(made.id, viewer, 1, True),
        rooms.resign(made.id, viewer),
    ):
        with pytest.raises(Forbidden):
            await attempt


async def test_nobody_acts_for_a_bot(memory_table: Table) -> None:
    made = await memory_table.open([HUMAN, BOT])

    with pytest.raises(Forbidden):
        await memory_table.rooms.act(made.id, B, PASS)


@pytest.mark.parametrize("viewer", ["c", "z", ""])
async def test_a_stranger_finds_no_room(memory_table: Table, viewer: str) -> None:
    made = await memory_table.open()

    with pytest.raises(NotFound):
        await memory_table.rooms.act(made.id, Viewer(viewer), PASS)


async def test_nothing_is_played_before_the_beginning_or_after_the_end(table: Table) -> None:
    waiting = await table.open([HUMAN, OPEN])
    over = await table.open(rounds=1)
    await table.play(over.id, "pass")
    await table.play(over.id, "pass")

    for made in (waiting, over):
        for attempt in (
            table.rooms.act(made.id, A, PASS),
            table.rooms.preview(made.id, A, PASS),
            table.rooms.survey(made.id, A, "a0"),
            table.rooms.resign(made.id, A),
            table.rooms.propose(made.id, A, "undo"),
        ):
            with pytest.raises(NotNow):
                await attempt
        assert (await table.rooms.offers(made.id, A))[1] == []


@pytest.mark.parametrize(
    "action", [None, 7, "pass", [], {}, {"type": "fly"}, {"type": "pass", "x": 1}, {"type": "move"}]
)
async def test_an_action_of_the_wrong_shape_is_invalid(memory_table: Table, action: Any) -> None:
    made = await memory_table.open()

    with pytest.raises(InvalidInput):
        await memory_table.rooms.act(made.id, await memory_table.turn(made.id), action)


# -- seq: what the seat knew when it decided ---------------------------------------------------------


async def test_a_decision_on_the_present_state_is_accepted(table: Table) -> None:
    made = await table.open()
    seat, first = await table.play(made.id, "move", seq=4)

    _, second = await table.play(made.id, "move", seq=first.seq)

    assert second.seq == first.seq + 2
    assert second.events[0]["seat"] == other(seat)


async def test_a_decision_made_before_the_turn_began_is_stale(table: Table) -> None:
    made = await table.open()
    await table.play(made.id, "move")
    seat = await table.turn(made.id)

    with pytest.raises(Stale) as raised:
        await table.rooms.act(made.id, seat, PASS, seq=4)

    assert raised.value.seq == 6


async def test_a_decision_made_before_ones_own_last_act_is_stale(table: Table) -> None:
    made = await table.open()
    seat, _ = await table.play(made.id, "move")

    with pytest.raises(Stale):
        await table.rooms.act(made.id, seat, PASS, seq=4)


async def test_talk_makes_no_decision_stale(table: Table) -> None:
    made = await table.open()
    await table.rooms.say(made.id, A, "hello")
    await table.rooms.say(made.id, B, "hello")

    _, acted = await table.play(made.id, "move", seq=4)

    assert acted.seq == 8


async def test_a_proposal_makes_no_decision_stale(table: Table) -> None:
    made = await table.open(take_back="consent")
    seat, first = await table.play(made.id, "move")
    _, second = await table.play(made.id, "move")
    await table.rooms.propose(made.id, other(seat), "undo")

    _, third = await table.play(made.id, "move", seq=second.seq)

    assert third.seq == second.seq + 3
    assert first.seq < second.seq


async def test_a_secret_choice_of_another_makes_no_decision_stale(table: Table) -> None:
    made = await table.open(scenario="duel")
    seq = (await table.rooms.info(made.id, A)).seq
    await table.pick_charm(made.id, B)

    acted = await table.pick_charm(made.id, A, seq=seq)

    assert acted.events[0]["seq"] == seq + 1


async def test_an_open_act_that_leaves_ones_choices_alone_makes_no_decision_stale(table: Table) -> None:
    made = await table.open([HUMAN] * 4, scenario="ring")
    seq = (await table.rooms.info(made.id, A)).seq
    await table.rooms.resign(made.id, D)
    assert (await table.rooms.info(made.id, A)).seq > seq

    acted = await table.pick_charm(made.id, A, seq=seq)

    assert acted.events[0]["type"] == "charm_picked"


async def test_being_asked_again_after_others_acted_is_a_change(table: Table) -> None:
    made = await table.open([HUMAN, HUMAN], scenario="duel")
    seq = (await table.pick_charm(made.id, A)).seq
    await table.pick_charm(made.id, B)
    first = await table.turn(made.id)

    with pytest.raises(Stale):
        await table.rooms.act(made.id, first, PASS, seq=seq)


async def test_offering_a_draw_makes_no_decision_stale(table: Table) -> None:
    made = await table.open()
    await table.rooms.propose(made.id, A, "draw")
    n = (await table.rooms.info(made.id, A)).proposals[0].n
    await table.rooms.answer(made.id, B, n, False)

    _, acted = await table.play(made.id, "move", seq=4)

    assert acted.seq == 10


async def test_what_a_seat_may_do_is_compared_after_a_restart_too(table: Table) -> None:
    """Also when the room was read from a snapshot, which knows no earlier states."""
    made = await table.open([HUMAN] * 4, scenario="ring")
    seq = (await table.rooms.info(made.id, A)).seq
    await table.rooms.resign(made.id, D)
    for number in range(SNAPSHOT_EVERY + 1):
        await table.rooms.say(made.id, B, str(number))
    far = table.another()
    assert (await table.store.load(made.id)).snapshot is not None

    acted = await far.pick_charm(made.id, A, seq=seq)

    assert acted.events[0]["type"] == "charm_picked"


async def test_a_change_before_a_snapshot_is_a_change_after_it(table: Table) -> None:
    made = await table.open(rounds=20)
    await table.play(made.id, "move")
    for number in range(SNAPSHOT_EVERY + 1):
        await table.rooms.say(made.id, B, str(number))
    far = table.another()

    with pytest.raises(Stale):
        await far.play(made.id, "move", seq=4)


async def test_a_number_that_was_never_told_is_invalid(table: Table) -> None:
    made = await table.open()

    with pytest.raises(InvalidInput):
        await table.play(made.id, "move", seq=99)


async def test_a_stale_decision_is_stale_for_another_process_too(table: Table) -> None:
    made = await table.open()
    await table.play(made.id, "move")
    far = table.another()

    with pytest.raises(Stale):
        await far.rooms.act(made.id, await far.turn(made.id), PASS, seq=4)


# -- keys: the same act twice ------------------------------------------------------------------------


async def test_the_same_key_and_body_play_once_and_answer_twice(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "throw")

    answers = [await table.rooms.act(made.id, seat, action, seq=4, key="k") for _ in range(3)]
    answers.append(await table.another().rooms.act(made.id, seat, action, seq=4, key="k"))

    assert len({json(answer) for answer in answers}) == 1
    assert len(await entries(table, made.id)) == 2


async def test_a_known_key_with_another_body_is_refused(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "move")
    await table.rooms.act(made.id, seat, action, seq=4, key="k")

    for wrong, seq in ((PASS, 4), ({"type": "fly"}, 4), (action, 3), (action, None)):
        with pytest.raises(KeyReused):
            await table.rooms.act(made.id, seat, wrong, seq=seq, key="k")

    assert len(await entries(table, made.id)) == 2


async def test_refusals_are_not_remembered(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    with pytest.raises(Refused):
        await table.rooms.act(made.id, other(seat), PASS, key="k")
    await table.play(made.id, "move")

    acted = await table.rooms.act(made.id, other(seat), PASS, key="k")

    assert acted.events[0]["type"] == "turn_passed"


async def test_keys_of_different_seats_and_rooms_are_different_keys(table: Table) -> None:
    made, another = await table.open(), await table.open()

    for room_id in (made.id, another.id):
        await table.play(room_id, "pass", key="k")
        await table.play(room_id, "pass", key="k")

    assert len(await entries(table, made.id)) == len(await entries(table, another.id)) == 3


async def test_a_known_key_is_answered_after_the_end_of_the_game(table: Table) -> None:
    made = await table.open(rounds=1)
    await table.play(made.id, "pass")
    seat, acted = await table.play(made.id, "pass", key="last")

    assert json(await table.rooms.act(made.id, seat, PASS, key="last")) == json(acted)


async def test_the_same_act_sent_ten_times_at_once_is_played_once(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "throw")
    doors = [table, table.another()]

    answers = await asyncio.gather(
        *(doors[number % 2].rooms.act(made.id, seat, action, key="k") for number in range(10))
    )

    assert len({json(answer) for answer in answers}) == 1
    assert len(await entries(table, made.id)) == 2


# -- races and failures ------------------------------------------------------------------------------


async def test_of_two_acts_at_once_one_is_played_and_the_other_judged_anew(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    moves = [await table.choice(made.id, seat, "move", number) for number in range(2)]
    far = table.another()
    await far.rooms.info(made.id, A)

    answers = await asyncio.gather(
        table.rooms.act(made.id, seat, moves[0]), far.rooms.act(made.id, seat, moves[1]), return_exceptions=True
    )

    assert sorted(type(answer).__name__ for answer in answers) == ["Acted", "Refused"]
    assert len(await entries(table, made.id)) == 2


async def test_a_lost_race_that_changes_nothing_for_the_loser_is_not_noticed(table: Table) -> None:
    made = await table.open([HUMAN] * 4, scenario="ring")
    doors = [table, table.another(), table.another(), table.another()]
    for door in doors:
        await door.rooms.info(made.id, A)

    seq = (await table.rooms.info(made.id, A)).seq
    picks = [door.pick_charm(made.id, viewer, seq=seq) for door, viewer in zip(doors, (A, B, C, D), strict=True)]
    answers = await asyncio.gather(*picks)

    assert [answer.events[0]["seq"] for answer in answers] == [seq + 1] * 4
    assert len(await entries(table, made.id)) == 5


async def test_many_people_at_many_doors_leave_one_true_story(table: Table) -> None:
    made = await table.open([HUMAN] * 3, scenario="ring", rounds=3)
    doors = [table, table.another(), table.another()]

    async def play(door: Table, viewer: Viewer) -> None:
        """Does whatever is offered until the game is over; what comes too late is refused and no harm."""
        while (await door.rooms.info(made.id, viewer)).status == "playing":
            seq, offers = await door.rooms.offers(made.id, viewer)
            try:
                if offers:
                    await door.rooms.act(made.id, viewer, msgspec.to_builtins(offers[-1].examples[0]), seq=seq)
                else:
                    await door.rooms.say(made.id, viewer, "?")
            except (Stale, Refused, NotNow):
                pass

    await asyncio.gather(*(play(door, viewer) for door in doors for viewer in (A, B, C)))

    fresh = await table.another().rooms.room(made.id)
    assert fresh.status == "finished"
    assert [entry.version for entry in await entries(table, made.id)] == list(range(1, fresh.version + 1))
    for door in doors:
        assert (await door.rooms.room(made.id)).state == fresh.state


async def test_dice_of_an_append_that_was_lost_are_never_seen(memory_table: Table) -> None:
    table, store = memory_table, memory_table.store
    assert isinstance(store, MemoryStore)
    made = await table.open()
    tried: list[Append] = []
    far = table.another()
    await far.rooms.info(made.id, A)
    seat = await table.turn(made.id)
    throw = await table.choice(made.id, seat, "throw")
    await far.rooms.say(made.id, A, "first!")

    store.before_append = tried.append
    acted = await table.rooms.act(made.id, seat, throw)

    assert [request.entry.version for request in tried] == [2, 3]
    assert acted.events[0]["seq"] == 6
    assert await table.types(made.id, A, 4) == ["message", *(event["type"] for event in acted.events)]


async def test_nobody_hears_of_an_action_before_it_is_durable(memory_table: Table) -> None:
    table, store = memory_table, memory_table.store
    made = await table.open()
    heard: list[int] = []
    table.hub.subscribe(made.id, SPECTATOR, None, lambda delta: heard.append(delta.seq), "test")
    seen: list[tuple[int, list[int]]] = []

    async def look() -> None:
        seen.append(((await table.rooms.info(made.id, A)).seq, list(heard)))

    looks: list[asyncio.Task[None]] = []
    store.before_append = lambda _: looks.append(asyncio.ensure_future(look()))
    state = await table.state(made.id)
    await table.play(made.id, "move")
    await asyncio.gather(*looks)

    assert heard == [6]
    assert len(looks) == 1
    assert await table.state(made.id) is not state


async def test_without_a_store_nothing_is_accepted_and_nothing_changes(memory_table: Table) -> None:
    table, store = memory_table, memory_table.store
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "throw")
    before = await table.state(made.id)

    store.is_away = True
    with pytest.raises(StoreUnavailable):
        await table.rooms.act(made.id, seat, action, key="k")
    assert await table.state(made.id) is before
    store.is_away = False

    acted = await table.rooms.act(made.id, seat, action, key="k")
    assert acted.events[0]["type"] == "pebble_thrown"


async def test_an_append_whose_answer_was_lost_is_found_out_and_told(memory_table: Table) -> None:
    table, store = memory_table, memory_table.store
    made = await table.open()
    seat = await table.turn(made.id)
    action = await table.choice(made.id, seat, "throw")
    subscription = table.hub.subscribe(made.id, SPECTATOR, None, lambda delta: delta.seq, "test")
    append = store.append

    async def stored_but_not_answered(request: Append) -> Any:
        await append(request)
        raise StoreUnavailable("the line broke")

    store.append = stored_but_not_answered
    with pytest.raises(StoreUnavailable):
        await table.rooms.act(made.id, seat, action, key="k")
    store.append = append
    again = await table.rooms.act(made.id, seat, action, key="k")

    assert len(await entries(table, made.id)) == 2
    await table.rooms.say(made.id, A, "and?")
    assert await anext(subscription) == again.seq
    assert await anext(subscription) == again.seq + 1


async def test_whoever_goes_away_while_his_act_is_stored_has_acted(memory_table: Table) -> None:
    table = memory_table
    made = await table.open()
    gate = Gate(table)
    subscription = table.hub.subscribe(made.id, SPECTATOR, None, lambda delta: delta.seq, "test")

    caller = asyncio.ensure_future(table.play(made.id, "move"))
    await gate.arrived.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    gate.opened.set()

    assert await anext(subscription) == 6
    assert (await table.rooms.info(made.id, A)).seq == 6
    await table.play(made.id, "move")


async def test_closing_waits_for_what_is_under_way(memory_table: Table) -> None:
    table = memory_table
    made = await table.open()
    gate = Gate(table)

    caller = asyncio.ensure_future(table.play(made.id, "move"))
    await gate.arrived.wait()
    closing = asyncio.ensure_future(table.rooms.close())
    gate.opened.set()
    await closing

    assert caller.done() or len(await entries(table, made.id)) == 2
    _, acted = await caller
    assert acted.seq == 6


class Gate:
    """Holds every append up until it is opened."""

    def __init__(self, table: Table) -> None:
        self.arrived = asyncio.Event()
        self.opened = asyncio.Event()
        self._append = table.store.append
        table.store.append = self._wait

    async def _wait(self, request: Append) -> Any:
        self.arrived.set()
        await self.opened.wait()
        return await self._append(request)


async def test_previews_and_surveys_change_nothing(table: Table) -> None:
    made = await table.open()
    seat = await table.turn(made.id)
    before = await table.state(made.id)

    preview = await table.rooms.preview(made.id, seat, await table.choice(made.id, seat, "throw"))
    refused = await table.rooms.preview(made.id, other(seat), PASS)
    survey = await table.rooms.survey(made.id, seat, f"{seat}0")

    assert preview.legal
    assert preview.chances[0].denominator == 6
    assert not refused.legal
    assert survey.overlays
    assert await table.state(made.id) is before
    assert len(await entries(table, made.id)) == 1


def json(value: Any) -> bytes:
    return msgspec.json.encode(value)
