"""Acts at random: legal ones, of every kind that there is to do."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from app.engine.refusal import Refusal
from app.engine.types import Action, Seat
from app.systems.tierras_distantes.choices.sample import sample
from app.systems.tierras_distantes.judge.acts import check
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Position
from tests.games.tierras_distantes.playing import after, moment, opened
from tests.games.tierras_distantes.table import piece, position, unit

ROCK = piece("rock", "rock", (613, 560, 700, 640), 40)


def sampled(at: Position, count: int, seat: str = "a") -> list[Any]:
    """So many acts, each drawn anew."""
    here, pick = moment(at), Random(7).randrange

    def is_legal(action: Action) -> bool:
        return not isinstance(check(here, Seat(seat), action), Refusal)

    found = [sample(here, Seat(seat), pick, is_legal) for _ in range(count)]
    assert all(act is not None and is_legal(act) for act in found)
    return found


def active(name: str, x: int, y: int, *weapons: str, **more: Any) -> Any:
    return unit(name, x, y, status="active", weapons=weapons or ("assault_rifle",), **more)


@pytest.mark.rule("TD-ACC-05", "TD-DIV-02", "TD-CON-01", "TD-ACC-07")
def test_everything_that_can_be_done_is_done_now_and_then() -> None:
    own = [
        active("A01", 500, 400, leader=True), active("A02", 450, 400, frightened=True),
        active("A03", 600, 600, "light_machine_gun"), active("A04", 500, 500, "hand_grenade"),
    ]  # fmt: skip
    at = position(*own, unit("B01", 500, 620), unit("B02", 500, 900), pieces=(ROCK,))

    found = sampled(at, 300)

    assert {type(act) for act in found} == {
        a.Move, a.Climb, a.Fire, a.FireArea, a.Rally, a.RallyOther,
    }  # fmt: skip
    shots, moves = ([act for act in found if isinstance(act, kind)] for kind in (a.Fire, a.Move))
    divided = {tuple(share.dice for share in shot.split) for shot in shots if shot.split is not None}
    assert divided == {(1, 3), (2, 2), (3, 1)}
    assert any(shot.others for shot in shots)
    assert any(act.others for act in moves)
    assert {len(act.path_mm) for act in moves} == {1, 2}


def test_the_nearest_enemy_is_shot_at_more_often_than_others() -> None:
    at = position(active("A01", 500, 500), unit("B01", 400, 800), unit("B02", 500, 690), unit("B03", 100, 500))

    shots = Counter(act.target for act in sampled(at, 80) if isinstance(act, a.Fire))

    assert set(shots) == {"B01", "B02", "B03"}
    assert shots["B02"] > shots["B01"] + shots["B03"]


@pytest.mark.rule("TD-ACT-03", "TD-ACT-05", "TD-ACC-01")
def test_whoever_must_be_named_is_named_and_who_has_done_all_ends_the_batch() -> None:
    waiting = position(*(unit(f"A0{n}", 100 * n, 500) for n in range(1, 5)), unit("B01", 500, 900), count=2)
    tired = position(active("A01", 500, 500, actions=3, moves=2, shots=1), unit("A02", 100, 100), unit("B01", 500, 900))

    named = {act.units for act in sampled(waiting, 30)}

    assert len(named) == 6
    assert all(len(units) == 2 for units in named)
    assert sampled(tired, 5) == [a.EndBatch()] * 5


@pytest.mark.rule("TD-DEP-05", "TD-DEP-07")
def test_a_deployment_is_now_and_then_left_to_the_program_and_confirmed_in_the_end() -> None:
    start = after(opened("outpost", (6, 1)).state, "a", a.ChooseSide("south"))

    begun, placed = sampled(start, 40), sampled(after(start, "a", a.DeployRest()), 20)

    assert {type(act) for act in begun} == {a.Deploy, a.DeployRest}
    assert Counter(map(type, begun))[a.Deploy] > 30
    assert {type(act) for act in placed} == {a.Deploy, a.ConfirmDeployment}
