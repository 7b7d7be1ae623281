"""Rounds and turns: what a turn consists of, what its end looks at and in which order, and when a game is over."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from app.engine.types import Seat, UnitId
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events as e
from app.systems.splatball.position.state import Contacts, Position
from tests.games.splatball.playing import after, game, refused, step
from tests.games.splatball.table import piece, position, unit


def two(**more: object) -> Position:
    """One unit each, far apart."""
    return position(unit("s0u1", "scamp", (5, 1)), unit("s1u1", "scamp", (5, 10), "b"), **more)


def undeclared(**more: object) -> Position:
    """The same before seat ``a`` has declared anything."""
    at = two(step="activate", **more)
    return replace(at, units={name: replace(each, activated=False) for name, each in at.units.items()})


# ------------------------------------------------------------------------------------------------------------------- a turn


@pytest.mark.rule("SPL-TURN-02")
def test_a_turn_goes_from_declaring_over_moving_and_fighting_to_its_end() -> None:
    at = undeclared()
    everybody = a.Activate((UnitId("s0u1"),))
    assert [refused(at, "a", act) for act in (a.Move("s0u1", ((5, 2),)), a.EndMovement(), a.EndTurn())] == [
        "SPL-ASK-02"
    ] * 3

    at = after(at, "a", everybody)
    assert (at.step, refused(at, "a", everybody)) == ("move", "SPL-ASK-02")

    at = after(at, "a", a.EndMovement())
    assert (at.step, refused(at, "a", a.Move("s0u1", ((5, 2),)))) == ("fight", "SPL-TURN-03")

    at = after(at, "a", a.EndTurn())
    assert (at.active, at.step) == ("b", "activate")


@pytest.mark.rule("SPL-ACT-03")
def test_whoever_is_declared_need_not_do_anything() -> None:
    declared = after(undeclared(), "a", a.Activate((UnitId("s0u1"),)))

    assert refused(declared, "a", a.EndTurn()) is None
    assert after(declared, "a", a.EndTurn()).active == "b"


@pytest.mark.rule("SPL-ADV-04", "SPL-TRN-10")
def test_what_every_unit_touches_is_noted_when_its_seat_declares_of_passengers_that_it_is_nothing() -> None:
    at = position(
        unit("s0u1", "scamp", (5, 5)),
        unit("s0u2", "armadillo", (2, 5), lives=0),
        unit("s0u3", "scamp", inside=UnitId("s0u2")),
        unit("s1u1", "scamp", (5, 10), "b"),
        pieces=[piece("p10", "hedge", (5, 5)), piece("p2", "tree", (6, 6))],
        fences=[((5, 6), (6, 6))],
        step="activate",
    )

    found = after(at, "a", a.Activate()).units
    assert {name: each.contacts for name, each in found.items()} == {
        "s0u1": Contacts(pieces=("p10", "p2"), fences=(((5, 6), (6, 6)),)),
        "s0u2": Contacts(),
        "s0u3": Contacts(),
        "s1u1": None,
    }


@pytest.mark.rule("SPL-TURN-01")
def test_everybody_has_one_turn_in_a_round_in_the_order_of_the_game() -> None:
    at = position(
        *(unit(f"s{number}u1", "scamp", (2 + 3 * number, 5), seat) for number, seat in enumerate("abc")), seats="abc"
    )
    at = replace(at, order=(Seat("c"), Seat("a"), Seat("b")), active=Seat("c"))
    turns = []
    for _ in range(4):
        assert at.active is not None
        turns.append((at.round, at.active))
        at = after(replace(at, step="fight"), at.active, a.EndTurn())

    assert turns == [(2, "c"), (2, "a"), (2, "b"), (3, "c")]


@pytest.mark.rule("SPL-TURN-01")
def test_a_seat_without_units_has_no_turn() -> None:
    at = position(unit("s0u1", "scamp", (2, 5)), unit("s2u1", "scamp", (8, 5), "c"), seats="abc")

    assert after(at, "a", a.EndTurn()).active == "c"


@pytest.mark.rule("SPL-TURN-06")
def test_no_step_and_no_turn_ends_by_itself_while_a_unit_is_left() -> None:
    at = after(two(step="move"), "a", a.Move("s0u1", ((5, 2),)))
    assert (at.active, at.step) == ("a", "move")

    shot = position(unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "scamp", (5, 7), "b"))
    at = after(shot, "a", a.Attack("s0u1", "s1u1"), 1, 1)
    assert (at.active, at.step, game().to_act(at)) == ("a", "fight", ("a",))


def test_units_that_may_move_together_do_so_one_right_after_the_other() -> None:
    at = position(
        unit("s0u1", "scamp", (5, 1)), unit("s0u2", "scamp", (6, 1)), unit("s1u1", "scamp", (5, 10), "b"), step="move"
    )
    assert [each.unit for each in game().offers(at, Seat("a")) if each.together] == ["s0u1", "s0u2"]

    for n, name in enumerate(("s0u1", "s0u2")):
        at = after(at, "a", a.Move(UnitId(name), ((5 + n, 2),)))
    assert [each.unit for each in game().offers(at, Seat("a")) if each.together] == []


@pytest.mark.rule("SPL-TURN-06")
def test_a_turn_ends_when_the_last_unit_of_whoever_is_playing_has_left() -> None:
    at = position(
        unit("s0u1", "scamp", (5, 0)),
        unit("s1u1", "scamp", (2, 9), "b"),
        unit("s2u1", "scamp", (9, 9), "c"),
        seats="abc",
        step="move",
    )

    found = step(at, "a", a.Move("s0u1", exit=True))

    assert (found.state.active, found.state.step) == ("b", "activate")
    assert any(isinstance(event, e.TurnEnded) and event.seat == "a" for event in found.events)


# --------------------------------------------------------------------------------------------------------- the end of a turn


def an_eventful_end(**more: object) -> Position:
    """Seat ``a`` has a unit that lingers for the third time, a counter to come, a marker to take and a fountain to use."""
    return position(
        unit("s0u1", "scamp", (1, 0), chicken=2),
        unit("s0u2", "scamp", (6, 6)),
        unit("s0u3", "scamp", (10, 4), lives=1),
        unit("s0u4", "scamp", (10, 5)),
        unit("s1u1", "scamp", (11, 11), "b"),
        pieces=(
            piece("p1", "hq", (0, 0), owner="a"),
            replace(piece("p2", "hedge", (6, 7), objective="b"), hold={Seat("a"): 1}),
            replace(piece("p3", "fountain", (8, 4)), hold={Seat("a"): 2}),
        ),
        options={"objective_hold": 2, **(more.pop("options", {}))},  # type: ignore[dict-item]
        **more,
    )


ORDER = (e.Chicken, e.Controlled, e.ObjectiveCaptured)


@pytest.mark.rule("SPL-TURN-04")
def test_the_end_of_a_turn_looks_at_chickens_control_markers_and_benefits_in_this_order() -> None:
    found = step(an_eventful_end(), "a", a.EndTurn())

    kinds = [type(event) for event in found.events if isinstance(event, ORDER)]
    assert [kind for kind, before in zip(kinds, [None, *kinds], strict=False) if kind is not before] == list(ORDER)
    assert found.state.active == "a"  # and now asks about the fountain
    assert game().to_act(found.state) == ("a",)
    answered = step(found.state, "a", a.UseBenefit("p3", True, unit="s0u3"))
    assert [type(event) for event in answered.events if isinstance(event, e.BenefitUsed | e.TurnEnded)] == [
        e.BenefitUsed,
        e.TurnEnded,
    ]


@pytest.mark.rule("SPL-TURN-04")
def test_where_the_game_ends_on_the_way_the_rest_is_left_out() -> None:
    at = an_eventful_end(options={"victory": "points", "points_target": 5})

    found = step(at, "a", a.EndTurn())

    assert found.state.result is not None
    assert found.state.result.winners == ("b",)  # a chicken of four lives is worth 5
    assert not any(isinstance(event, e.Controlled | e.ObjectiveCaptured) for event in found.events)


@pytest.mark.rule("SPL-OBJ-08", "SPL-VP-03")
def test_a_marker_is_captured_once_and_its_piece_stays() -> None:
    at = after(an_eventful_end(), "a", a.EndTurn())

    assert (at.points["a"], at.pieces["p2"].objective, at.pieces["p2"].kind) == (10, None, "hedge")  # type: ignore[index]
    at = replace(after(at, "a", a.UseBenefit("p3", False)), active=Seat("a"), step="fight", frames=())
    again = step(at, "a", a.EndTurn())
    assert not any(isinstance(event, e.ObjectiveCaptured) for event in again.events)
    assert again.state.points["a"] == 10  # type: ignore[index]


# ------------------------------------------------------------------------------------------------------------------- points


@pytest.mark.rule("SPL-VP-04")
def test_points_are_the_sides_as_they_are_won_and_are_not_counted_again_at_the_end() -> None:
    at = position(
        unit("s0u1", "scamp", (5, 5), facing="S"),
        unit("s1u1", "scamp", (5, 7), "b"),
        unit("s2u1", "scamp", (11, 11), "c"),
        unit("s3u1", "scamp", (0, 11), "d"),
        seats="abcd",
        sides={"c": "a", "d": "b"},
        options={"rounds": 2},
        order=tuple(Seat(seat) for seat in "dcba"),
        round=2,
    )

    hit = after(at, "a", a.Attack("s0u1", "s1u1"), 6, 6, 6, 6)
    assert hit.points == {"a": 2, "b": 0}
    over = after(hit, "a", a.EndTurn())

    assert over.points == {"a": 2, "b": 0}
    assert over.result is not None
    assert over.result.winners == ("a", "c")


@pytest.mark.rule("SPL-VP-07")
def test_healed_lives_score_again_and_so_does_whoever_was_brought_back() -> None:
    hurt = position(unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "scamp", (5, 7), "b"))
    first = after(hurt, "a", a.Attack("s0u1", "s1u1"), 6, 1, 6)
    assert first.points["a"] == 1  # type: ignore[index]
    healed = game().evolve(first, e.Healed(UnitId("s1u1"), 4))
    ready = replace(
        healed,
        units={name: replace(each, attacked=False) for name, each in healed.units.items()},
        frames=(),
        step="fight",
    )

    assert after(ready, "a", a.Attack("s0u1", "s1u1"), 6, 1, 6).points["a"] == 2  # type: ignore[index]


# ------------------------------------------------------------------------------------------------------------------ the end


def last_life(**more: object) -> Position:
    return position(unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "scamp", (5, 7), "b", lives=1), **more)


@pytest.mark.rule("SPL-WIN-03")
def test_by_annihilation_whoever_alone_has_units_left_wins() -> None:
    over = after(last_life(options={"victory": "annihilation"}), "a", a.Attack("s0u1", "s1u1"), 6, 6)

    assert over.result is not None
    assert (over.result.winners, over.result.reason) == (("a",), "last_side")


@pytest.mark.rule("SPL-WIN-03")
def test_whoever_rides_still_counts_as_left() -> None:
    at = position(
        unit("s0u1", "scamp", (5, 5), facing="S"),
        unit("s1u1", "scamp", (5, 7), "b", lives=1),
        unit("s1u2", "armadillo", (9, 9), "b", lives=0),
        unit("s1u3", "scamp", None, "b", inside=UnitId("s1u2")),
        options={"victory": "annihilation"},
    )

    assert after(at, "a", a.Attack("s0u1", "s1u1"), 6, 6).result is None


@pytest.mark.parametrize("victory", ["points", "annihilation"])
@pytest.mark.rule("SPL-WIN-05")
def test_without_a_number_of_rounds_the_agreed_cap_ends_the_game_for_whoever_has_most_points(victory: str) -> None:
    at = two(options={"victory": victory, "round_cap": 5}, active=Seat("b"), points={Seat("a"): 3, Seat("b"): 1})

    assert after(replace(at, round=4), "b", a.EndTurn()).round == 5
    over = after(replace(at, round=5), "b", a.EndTurn())

    assert over.result is not None
    assert (over.result.winners, over.result.reason) == (("a",), "cap")


@pytest.mark.rule("SPL-GEN-08")
def test_the_rounds_of_a_game_go_up_by_one_and_end_at_their_number() -> None:
    """Moves and attacks of a turn are counted, too, so that there is nothing to do for ever."""
    at, rounds = two(options={"rounds": 4}), [2]
    while not at.result:
        assert at.active is not None
        at = after(replace(at, step="fight"), at.active, a.EndTurn())
        rounds.append(at.round)

    assert rounds == [2, 2, 3, 3, 4, 4, 4]
    assert all(later - sooner in (0, 1) for sooner, later in pairwise(rounds))


@pytest.mark.rule("SPL-GEN-08")
def test_a_unit_moves_and_attacks_once_in_a_turn() -> None:
    at = position(unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "scamp", (5, 8), "b"), step="move")
    moved = after(at, "a", a.Move("s0u1", ((4, 5),)))
    assert refused(moved, "a", a.Move("s0u1", ((3, 5),))) is not None

    shot = after(
        position(unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "scamp", (5, 7), "b")),
        "a",
        a.Attack("s0u1", "s1u1"),
        1,
        1,
    )
    assert refused(shot, "a", a.Attack("s0u1", "s1u1")) is not None
