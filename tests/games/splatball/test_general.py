"""What holds everywhere: dice, squares, vehicles as units, no shooting out of turn, whole numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.boards.squares import Facing
from app.engine import play
from app.engine.dice import StreamDice
from app.engine.refusal import Refusal
from app.engine.scene import Token
from app.engine.system import Setup
from app.engine.types import SPECTATOR
from app.systems.splatball.march.moves import judge_move
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.state import Contacts
from app.web.draw.render import Renderer, load_symbols
from app.web.wire.templating import build_templates
from tests.games.splatball.playing import after, game, refused
from tests.games.splatball.table import field, position, unit
from tests.support.random_play import played

SET_UPS = [("quick_start", 2), ("garage_ambush", 2), ("t_junction", 3), ("four_gangs", 4)]


def opened(scenario: str, seats: int, **options: Any) -> Any:
    setup = Setup(scenario, tuple({"kind": "human"} for _ in range(seats)), options)
    return play.start(game(), setup, StreamDice(bytes(32), "opening")).state


@pytest.mark.parametrize(("scenario", "seats"), SET_UPS)
@pytest.mark.rule("SPL-GEN-03")
def test_dice_have_six_faces_but_the_draw_of_an_ambush_as_many_as_its_pool(scenario: str, seats: int) -> None:
    played_out = played("splatball", scenario, seats, 0)
    for moment in played_out.moments:
        drawn = [event.sides for event in moment.step.events if isinstance(event, es.Deployed) and event.sides]
        assert [roll.sides for roll in moment.step.rolls] == (drawn or [6] * len(moment.step.rolls))
        if drawn:
            assert drawn == [len(moment.state.seats[moment.seat].left)]


@pytest.mark.parametrize(("scenario", "seats"), SET_UPS)
@pytest.mark.rule("SPL-GEN-06")
def test_a_unit_fills_one_square_and_has_it_alone(scenario: str, seats: int) -> None:
    for moment in played("splatball", scenario, seats, 1).moments:
        places = [each.at for each in moment.state.units.values() if each.at is not None]
        assert len(places) == len(set(places))


@pytest.mark.rule("SPL-GEN-06", "SPL-GEN-05")
def test_nobody_stops_where_another_unit_is_on_foot_or_on_wheels() -> None:
    for kind in ("scamp", "marmot"):
        for other in ("scamp", "marmot"):
            full = field(unit("s0u1", kind, (5, 5), facing="S"), unit("s0u2", other, (5, 6)))
            assert isinstance(judge_move(full, a.Move("s0u1", ((5, 6),))), Refusal)


@pytest.mark.rule("SPL-GEN-05")
def test_vehicles_are_declared_moved_and_attacked_like_any_unit() -> None:
    at = position(
        unit("s0u1", "marmot", (5, 5), facing="S", lives=0, activated=False),
        unit("s1u1", "scamp", (5, 8), "b"),
        step="activate",
    )
    at = after(at, "a", a.Activate(("s0u1",)))  # type: ignore[arg-type]
    assert refused(at, "a", a.Move("s0u1", ((5, 6),))) is None

    other = position(unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "marmot", (5, 7), "b", lives=0))
    assert refused(other, "a", a.Attack("s0u1", "s1u1")) is None


@pytest.mark.rule("SPL-GEN-07")
def test_nobody_shoots_in_anothers_turn_nor_without_dice_next_door_and_paint_never_runs_out() -> None:
    at = position(unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "scamp", (5, 6), "b", facing="N"))
    assert refused(at, "b", a.Attack("s1u1", "s0u1")) == "SPL-ASK-01"

    for _ in range(30):  # next door one shoots, too: there is no other fighting
        at = after(at, "a", a.Attack("s0u1", "s1u1"), 1, 1, 1)
        at = replace(at, units={name: replace(each, attacked=False) for name, each in at.units.items()})
        assert refused(at, "a", a.Attack("s0u1", "s1u1")) is None


@pytest.mark.parametrize(("scenario", "seats"), SET_UPS)
@pytest.mark.rule("SPL-GEO-01")
def test_everything_is_counted_in_whole_numbers(scenario: str, seats: int) -> None:

    def numbers(value: object) -> Iterator[object]:
        if isinstance(value, dict):
            value = list(value.values())
        if isinstance(value, list):
            for each in value:
                yield from numbers(each)
        elif isinstance(value, float):
            yield value

    final = msgspec.json.decode(msgspec.json.encode(played("splatball", scenario, seats, 0).final))
    assert list(numbers(final)) == []


@pytest.mark.rule("SPL-CFG-16")
def test_a_scenarios_own_numbers_hold_unless_the_room_takes_the_configurator() -> None:
    own = opened("four_gangs", 4)
    assert (own.board.made["elements"], own.board.made["seed"], len(own.pieces)) == (33, 525, 33 - 3 * 3)
    assert opened("four_gangs", 4, seed=9, scenery_amount="light").pieces == own.pieces

    room = opened("four_gangs", 4, scenery="configurator", seed=9)
    assert room.board.made["seed"] == 9
    assert room.board.made["elements"] != 33
    assert room.pieces != own.pieces


@pytest.mark.parametrize(("scenario", "players"), [("four_gangs", 4), ("own_park", 3)])
@pytest.mark.rule("SPL-SET-04", "SPL-CFG-01")
def test_a_board_by_the_configurator_has_with_it_what_makes_the_same_one_again(scenario: str, players: int) -> None:
    at = opened(
        scenario, players, modules_wide=3, modules_high=3, shape="cross" if scenario == "own_park" else "rectangle"
    )
    given = play.encode(at)["board"]["made"]

    answer = game().queries["configure"](given | {"seed": str(given["seed"])})
    assert answer["pieces"] == [[each.kind, list(each.at)] for each in at.pieces.values()]
    assert answer["roads"] == [list(square) for square in at.board.roads]


@pytest.mark.rule("SPL-SET-04")
def test_any_other_board_says_in_a_word_how_it_came_about() -> None:
    assert opened("quick_start", 2).board.made == "scenario"
    assert opened("own_park", 2, scenery="alternate").board.made == "alternate"
    assert opened("four_gangs", 4, scenery="alternate").board.made == "alternate"


@pytest.mark.parametrize(("facing", "west"), [("E", False), ("NE", False), ("W", True), ("SW", True)])
@pytest.mark.parametrize("seat", ["a", "b"])
def test_a_figure_looks_where_its_unit_faces_whosever_it_is(seat: str, facing: Facing, west: bool) -> None:
    shown = game().view(position(unit("u1", "scamp", (5, 5), seat, facing=facing)), SPECTATOR)
    (token,) = (each for each in game().scene(shown).drawables if isinstance(each, Token))

    assert Renderer(build_templates(), load_symbols(None), "en").piece(token, 1200).mirrored is west


NAMED = {
    "units": "id seat type at in facing lives damage marker revealed fences_aboard chicken activated moved has_moved turned"
    " has_unloaded boarded unloaded_from attacked contacts",
    "pieces": "id kind at owner objective used hold",
    "seats": "side edge army left to_lay ambush markers_left objectives_left resigned offered next_unit",
    "gone": "id seat type cause",
}


def test_a_position_holds_every_value_that_its_rules_name_whatever_it_is() -> None:
    for at in (opened("quick_start", 2), played("splatball", "garage_ambush", 2, 0).final):
        told = play.encode(at)
        for group, names in NAMED.items():
            for each in told[group].values():
                assert not {*names.split()} - each.keys()


def test_in_a_position_that_somebody_made_a_segment_of_fence_begins_at_either_end() -> None:
    fences = [((5, 6), (6, 6)), ((6, 6), (6, 7))]
    touched = Contacts(fences=tuple(fences))
    at = position(
        unit("s0u1", "cart", (5, 5), lives=0, contacts=touched), unit("s1u1", "scamp", (0, 0), "b"), fences=fences
    )
    plain = play.encode(replace(at, step="move", scenario="own_park"))
    turned = [[[6, 7], [6, 6]], [[6, 6], [5, 6]]]
    plain["board"]["fences"] = plain["units"]["s0u1"]["contacts"]["fences"] = turned

    read = play.decode_state(game(), plain)
    assert (read.board.fences, read.units["s0u1"].contacts) == (tuple(fences), touched)
    assert refused(read, "a", a.Move("s0u1", ((5, 6),))) == "SPL-VEH-13"  # type: ignore[arg-type]
