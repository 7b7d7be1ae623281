"""What no other chapter has: draws asked twice, acts in one wording, what of a hidden unit is told, boards with missing modules."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.types import Seat, UnitId, Viewer
from app.systems.splatball.fire.ranges import farthest
from app.systems.splatball.judge.steps import of_any_time
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.evolve_fights import MOST_SPLATS
from app.systems.splatball.position.state import DrawOffer, Position, Splat
from tests.games.splatball.playing import after, game
from tests.games.splatball.table import position, rules, unit

A, B, C = (Seat(letter) for letter in "abc")


def two(**more: Any) -> Position:
    return position(unit("s0u1", "scamp", (5, 5), facing="S"), unit("s1u1", "scamp", (5, 7), "b"), **more)


# -------------------------------------------------------------------------------------------------------------------- draws


def answered(seat: Seat, draw: DrawOffer | None, *, kind: str = "answer_draw", offered: tuple[Seat, ...] = ()) -> Any:
    return of_any_time("turn", seat, kind, in_play=True, draw=draw, offered=offered)


@pytest.mark.rule("SPL-WIN-07")
def test_a_draw_is_answered_once_and_by_the_others() -> None:
    offer = DrawOffer(A, accepted=(B,))
    assert answered(A, None) == answered(A, offer) == answered(B, offer) == "SPL-WIN-07"
    assert answered(C, offer) is None
    assert answered(C, offer, kind="offer_draw") == "SPL-WIN-07"
    assert answered(C, None, kind="offer_draw", offered=(C,)) == "SPL-WIN-07"
    assert answered(C, None, kind="offer_draw", offered=(A,)) is None


@pytest.mark.rule("SPL-ASK-01")
def test_whoever_is_not_in_play_may_do_nothing_though_it_were_asked() -> None:
    given = {"step": "move", "asked": [0, 1], "seat": 0, "action": "move"}
    may_act = game().queries["may_act"]

    assert may_act(given) == {"allowed": True}
    assert may_act(given | {"in_play": False}) == {"allowed": False, "rule": "SPL-ASK-01"}
    assert may_act(given | {"in_play": False, "step": "over"}) == {"allowed": False, "rule": "SPL-ASK-03"}


# -------------------------------------------------------------------------------------------------------------------- words


def test_a_facing_away_from_ones_edge_says_nothing_new_and_any_other_does() -> None:
    at = two(edges={"a": "N", "b": "S"})

    def worded(facing: Any) -> Any:
        return game().understood(at, A, a.Deploy("scamp", (3, 1), facing=facing)).facing  # type: ignore[arg-type]

    assert [worded(facing) for facing in ("S", "N", "E", None)] == [None, "N", "E", None]

    def used(facing: Any) -> Any:
        return game().understood(at, A, a.UseBenefit("p1", True, at=(3, 1), facing=facing)).facing  # type: ignore[arg-type]

    assert [used(facing) for facing in ("S", "N", "E", None)] == [None, "N", "E", None]


# -------------------------------------------------------------------------------------------------------------------- told


DEPLOYED = es.Deployed(
    A, UnitId("s0u1"), (5, 2), kind="sniper", facing="S", lives=2, hidden=True, ambush=True, die=3, sides=6
)


@pytest.mark.rule("SPL-HID-02", "SPL-DICE-04")
def test_of_a_hidden_unit_an_ally_is_told_all_but_the_die_and_an_enemy_the_marker() -> None:
    at = two(seats="abc", sides={"a": "a", "b": "b", "c": "a"}, options={"camo_identity": "secret"})
    owner, ally, enemy = (game().tell(at, DEPLOYED, Viewer(seat)) for seat in "acb")

    assert (owner.kind, owner.die, owner.sides) == ("sniper", 3, 6)
    assert (ally.kind, ally.lives, ally.die, ally.sides) == ("sniper", 2, None, None)
    assert (enemy.kind, enemy.facing, enemy.lives, enemy.die, enemy.sides) == (None, None, 0, None, None)


@pytest.mark.rule("SPL-HID-02")
def test_where_identities_are_open_an_enemy_is_told_who_it_is_and_never_the_die() -> None:
    told = game().tell(two(options={"camo_identity": "open"}), DEPLOYED, Viewer("b"))
    assert (told.kind, told.lives, told.die, told.sides) == ("sniper", 2, None, None)


# ------------------------------------------------------------------------------------------------------------------ numbers


def test_the_farthest_distance_with_dice_is_told_of_every_kind() -> None:
    for kind in rules().units.values():
        far = farthest(kind)
        assert far == 0 if not any(kind.dice) else kind.dice[far - 1] and not any(kind.dice[far:])
    assert farthest(replace(rules().units["scamp"], dice=(0, 0))) == 0


def test_a_module_that_is_missing_is_one_of_the_board() -> None:
    size = rules().constants.module_size
    at = two(size=(2 * size, size))

    def faults(module: tuple[int, int]) -> list[str]:
        return list(game().problems(replace(at, board=replace(at.board, missing=(module,)))))

    fault = "board.missing: expected modules of the board"
    assert fault not in faults((1, 0))
    assert fault in faults((2, 0))
    assert fault in faults((0, 1))


def test_of_many_splats_on_a_square_the_last_are_kept_and_those_elsewhere_all() -> None:
    old = tuple(Splat(A, (5, 7), number + 1) for number in range(MOST_SPLATS))
    elsewhere = Splat(B, (1, 1), 9)
    at = two(splats=(old[0], elsewhere, *old[1:]))
    shot = after(at, "a", a.Attack("s0u1", "s1u1"), 6, 6, 6, 1, 1, 1)  # type: ignore[arg-type]

    assert shot.splats[:-1] == (elsewhere, *old[1:])
    assert shot.splats[-1].square == (5, 7)


def test_nothing_is_painted_where_nothing_hits() -> None:
    assert after(two(), "a", a.Attack("s0u1", "s1u1"), 1, 1, 1).splats == ()  # type: ignore[arg-type]
