"""What a position is worth: who is left, who may shoot, how near a side is to breaking, what is held; nothing that the seat may not know."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.dice import StreamDice
from app.engine.types import Seat, Text, UnitId
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.choices.worth import WON, worth
from app.systems.tierras_distantes.choices.worth_places import HELD, holding
from app.systems.tierras_distantes.nerve.objectives import held, scores
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.changes import player_with, unit_with
from app.systems.tierras_distantes.position.state import Ending, Position, Unit
from tests.games.tierras_distantes.playing import after, moment, opened, stepped
from tests.games.tierras_distantes.table import piece, position, rules, unit

FRIEND, ENEMY = unit("A01", 500, 300), unit("B01", 500, 700)


def of(at: Position, seat: str = "a") -> int:
    return worth(at, moment(at).rules, Seat(seat))


def both(*units: Any, **more: Any) -> int:
    """What it is worth to A that these stand there beside one of each side."""
    return of(position(FRIEND, ENEMY, *units, **more))


def test_the_end_outweighs_all_and_nobody_else_is_asked() -> None:
    at = position(FRIEND, ENEMY)
    won = position(FRIEND, ENEMY, result=Ending("A", "losses"), phase="over")
    drawn = position(FRIEND, ENEMY, result=Ending("draw", "quiet"), phase="over")

    assert (of(won), of(won, "b"), of(drawn)) == (WON, -WON, 0)
    assert abs(of(at)) < WON
    assert of(at, "spectator") == 0


def test_who_is_left_counts_and_who_is_frightened_or_climbs_counts_less() -> None:
    wall = piece("wall", "wall", (100, 113, 300, 120), 60)
    calm = both(unit("A02", 200, 100), pieces=[wall])
    climbing = both(unit("A02", 200, 100, 20, climbing="wall"), pieces=[wall])
    frightened = both(unit("A02", 200, 100, frightened=True), pieces=[wall])

    assert calm > climbing > both(unit("A02", status="lost"), pieces=[wall])
    assert calm > frightened > both(unit("A02", status="lost"), pieces=[wall])


@pytest.mark.rule("TD-FRT-05", "TD-FRT-10")
def test_a_leader_nearby_and_attempts_left_raise_what_is_left_of_the_frightened() -> None:
    hidden = [piece("wall", "wall", (0, 150, 1000, 160), 60)]
    scared = unit("A02", 500, 100, frightened=True)
    near, far = unit("A03", 400, 100, leader=True), unit("A03", 250, 100, leader=True)
    tired = unit("A02", 500, 100, status="active", frightened=True, actions=3)

    assert both(scared, near, pieces=hidden) > both(scared, far, pieces=hidden)
    assert both(scared, pieces=hidden) > both(tired, pieces=hidden)


@pytest.mark.rule("TD-END-06")
def test_each_loss_counts_more_the_nearer_a_side_is_to_breaking() -> None:
    def lost(count: int) -> int:
        fallen = [unit(f"B{n:02}", status="lost") for n in range(2, 2 + count)]
        others = [unit(f"B{n:02}", 100 * n, 950, status="done", frightened=True) for n in range(2 + count, 7)]
        return both(*fallen, *others)

    steps = [lost(n + 1) - lost(n) for n in range(3)]

    assert 0 < steps[0] < steps[1] < 30_000 < steps[2]  # what it counts that a side breaks


def test_a_shot_is_worth_most_while_it_may_be_fired_at_once() -> None:
    def acting(**state: Any) -> int:
        return of(position(unit("A01", 500, 300, **state), ENEMY))

    assert acting(status="active") > acting(status="ready") > acting(status="done")
    assert 0 < acting(status="done") - acting(status="active", shots=1, actions=1) < 20


def test_what_gains_nothing_is_better_left_alone() -> None:
    wall = [piece("wall", "wall", (300, 500, 700, 510), 60)]
    still, moved = (unit("A01", 500, 300, status="active", actions=used, moves=used) for used in (0, 1))

    assert of(position(still, ENEMY, pieces=wall)) > of(position(moved, ENEMY, pieces=wall))


def test_after_the_last_turn_nobody_is_expected_to_shoot() -> None:
    wall = [piece("wall", "wall", (300, 500, 700, 510), 60)]
    seen, hidden = unit("A01", 150, 300, status="done"), unit("A01", 500, 300, status="done")
    enemy = unit("B01", 150, 700, status="done", weapons=("pistol",))

    def gained(turn: int) -> int:
        at = [position(each, enemy, pieces=wall, turn=turn, options={"turn_limit": 4}) for each in (seen, hidden)]
        return of(at[0]) - of(at[1])

    assert gained(3) > gained(4)


@pytest.mark.rule("TD-SEE-01")
def test_after_its_shot_a_miniature_is_better_out_of_sight() -> None:
    wall = [piece("wall", "wall", (450, 490, 550, 500), 60)]
    spent = {"status": "active", "actions": 2, "shots": 1}
    seen, hidden = unit("A01", 400, 400, **spent), unit("A01", 500, 400, **spent)
    armed = unit("A01", 400, 400, status="active")
    idle = unit("A01", 500, 400, status="active")
    enemy = unit("B01", 500, 600)

    assert of(position(hidden, enemy, pieces=wall)) > of(position(seen, enemy, pieces=wall))
    assert of(position(armed, enemy, pieces=wall)) > of(position(idle, enemy, pieces=wall))


def test_who_has_nobody_in_sight_is_better_nearer() -> None:
    wall = [piece("wall", "wall", (300, 500, 700, 510), 60)]

    assert of(position(unit("A01", 500, 400), ENEMY, pieces=wall)) > of(position(FRIEND, ENEMY, pieces=wall))


@pytest.mark.rule("TD-END-09", "TD-END-10")
def test_objectives_count_where_they_are_counted_and_more_with_every_turn() -> None:
    aim = Objective("aim", Text("", ""), 200, 200, 60, 0, 0, 2)

    def held(place: int, turn: int, **options: Any) -> int:
        holder = unit("A02", place, 200, frightened=False, weapons=("pistol",))
        return both(holder, objectives=[aim], turn=turn, options=options)

    late = held(200, 4, turn_limit=4) - held(300, 4, turn_limit=4)
    early = held(200, 1, turn_limit=4) - held(300, 1, turn_limit=4)
    never = held(200, 4, turn_limit=0) - held(300, 4, turn_limit=0)

    assert late > early > never


@pytest.mark.rule("TD-END-07")
def test_with_dice_for_morale_a_side_that_is_likelier_to_break_is_worth_less() -> None:
    """Of eight, each loss from the first that asks for a roll makes it likelier that the side breaks."""

    def lost(count: int) -> int:
        fallen = [unit(f"A{n:02}", status="lost") for n in range(2, 2 + count)]
        others = [unit(f"A{n:02}", 100 * n, 50, status="done", frightened=True) for n in range(2 + count, 9)]
        return both(*fallen, *others, options={"morale": "roll"})

    found = [lost(count) for count in range(5)]
    drops = [one - two for one, two in pairwise(found)]

    assert all(drop > 0 for drop in drops)


@pytest.mark.rule("TD-END-09")
def test_the_share_of_losses_counts_at_the_limit() -> None:
    def level(turn: int, **limit: Any) -> int:
        fallen = [unit("B02", status="lost"), unit("B03", 100, 950, status="done", frightened=True)]
        return both(*fallen, unit("A02", 100, 50, status="done", frightened=True), turn=turn, options=limit)

    assert level(6, turn_limit=6) - level(1, turn_limit=6) > 2_000


@pytest.mark.rule("TD-END-10")
def test_nobody_frightened_holds_anything() -> None:
    aim = Objective("aim", Text("", ""), 200, 200, 60, 0, 0, 2)

    def held(*, frightened: bool, turn: int) -> int:
        holder = unit("A02", 200, 200, frightened=frightened, weapons=("pistol",))
        return both(holder, objectives=[aim], turn=turn, options={"turn_limit": 4})

    calm, scared = (held(frightened=each, turn=4) - held(frightened=each, turn=1) for each in (False, True))

    assert calm > 10_000 > scared


def test_to_be_in_play_is_worth_more_than_any_deployment() -> None:
    at = opened("outpost", side_choice="random").state
    for seat in ("a", "b"):
        at = after(at, seat, a.DeployRest())
    confirmed = after(at, "b", a.ConfirmDeployment())
    played = stepped(confirmed, "a", a.ConfirmDeployment(), StreamDice(bytes(32), "first turn")).state

    assert played.phase == "batch"
    assert of(played, "b") > of(confirmed, "b") > of(at, "b")


@pytest.mark.rule("TD-HID-03")
def test_in_deployment_only_the_own_places_count() -> None:
    at = opened("outpost", side_choice="random").state
    assert at.phase == "deployment"
    placed = after(at, "a", a.DeployRest())

    assert of(after(placed, "b", a.DeployRest())) == of(placed)
    assert of(placed) != of(at)
    assert of(after(placed, "a", a.ConfirmDeployment())) > of(placed)
    anew = player_with(placed, "A", replaced=1)
    assert of(anew) < of(placed)


@pytest.mark.rule("TD-HID-02")
def test_squads_in_the_making_are_worth_nothing_to_anybody() -> None:
    at = opened("unknown_world").state

    assert of(at) == of(at, "b") == 0


def test_places_where_enemies_will_see_somebody_are_worth_less() -> None:
    at = after(opened("outpost", side_choice="random").state, "a", a.DeployRest())
    name = next(iter(at.units))
    behind = min(range(50, 1000, 50), key=lambda x: -of(unit_with(at, name, x_mm=x, y_mm=60, z_mm=0)))
    open_ = min(range(50, 1000, 50), key=lambda x: of(unit_with(at, name, x_mm=x, y_mm=60, z_mm=0)))

    assert of(unit_with(at, name, x_mm=behind, y_mm=60, z_mm=0)) > of(unit_with(at, name, x_mm=open_, y_mm=60, z_mm=0))


@pytest.mark.rule("TD-END-09", "TD-END-10")
@pytest.mark.parametrize(
    ("place", "state", "holds"),
    [
        ((260, 200, 10), {}, True),
        ((261, 200, 10), {}, False),
        ((200, 140, 20), {}, True),
        ((200, 139, 20), {}, False),
        ((200, 200, 9), {}, False),
        ((200, 200, 21), {}, False),
        ((200, 200, 10), {"frightened": True}, False),
        ((200, 200, 10), {"climbing": "wall"}, False),
    ],
)
def test_who_holds_is_the_same_for_whoever_judges_and_whoever_weighs(
    place: tuple[int, int, int], state: dict[str, Any], holds: bool
) -> None:
    aim = Objective("aim", Text("", ""), 200, 200, 60, 10, 20, 2)
    at = position(unit("A01", *place, **state), ENEMY, objectives=[aim])

    assert held(at) == {"aim": "A" if holds else None}
    assert scores(at) == {"A": 2 if holds else 0, "B": 0}
    assert (holding(at, "A", 1.0) > HELD) is (holding(at, "B", 1.0) < -HELD) is holds


@pytest.mark.rule("TD-END-10")
def test_more_than_are_needed_hold_more_firmly_and_the_two_nearest_are_looked_at() -> None:
    aim = Objective("aim", Text("", ""), 200, 200, 60, 0, 0, 1)
    crowd = [unit("A01", 900, 900), unit("A02", 200, 230), unit("A03", 200, 170), unit("A04", 300, 200)]

    found = [holding(position(*crowd[:count], ENEMY, objectives=[aim]), "A", 1.0) for count in (2, 3, 4)]
    turned = [replace(each, id=UnitId(f"A{9 - number:02}")) for number, each in enumerate(crowd)]

    assert found[0] < found[1] == found[2]
    assert holding(position(*reversed(turned), ENEMY, objectives=[aim]), "A", 1.0) == found[2]


@pytest.mark.rule("TD-SQD-05")
def test_each_miniature_is_worth_its_points() -> None:
    """Out of sight of everybody and frightened, so that nothing else counts."""
    wall = [piece("wall", "wall", (0, 150, 1000, 160), 60)]
    changes: list[dict[str, Any]] = [
        {}, {"leader": True}, {"armour": "heavy"}, {"quality": "veteran"}, {"weapons": ("assault_rifle", "pistol")},
    ]  # fmt: skip
    minis = [unit("A02", 200, 100, frightened=True, **each) for each in changes]

    usual, leading, *others = (both(each, pieces=wall) for each in minis)
    costs = [cost(each) for each in minis]

    of_a_point = (leading - usual) / (costs[1] - costs[0])
    assert [round((found - usual) / of_a_point) for found in others] == [each - costs[0] for each in costs[2:]]


def cost(mini: Unit) -> int:
    """What the tables say that it costs."""
    made = rules()
    weapons = sum(made.weapons[name].cost for name in mini.weapons)
    return made.qualities[mini.quality].cost + made.armours[mini.armour].cost + weapons + 5 * mini.leader


@pytest.mark.rule("TD-FRT-05", "TD-FRT-06", "TD-FRT-10")
def test_only_leaders_who_are_calm_help_and_actions_of_another_turn_count_for_nothing() -> None:
    """Two places that are alike but for how far the leader is from the one who is frightened."""
    hidden = [piece("wall", "wall", (0, 150, 1000, 160), 60)]
    scared = unit("A02", 400, 100, frightened=True)

    def led(x: int, **state: Any) -> int:
        return both(scared, unit("A03", x, 100, leader=True, **state), pieces=hidden)

    assert led(300) > led(700)
    assert led(300, frightened=True) == led(700, frightened=True)
    assert both(replace(scared, actions=3), pieces=hidden) == both(scared, pieces=hidden)


@pytest.mark.rule("TD-RNG-02")
def test_who_shoots_from_beyond_effective_range_is_better_nearer() -> None:
    def at(y: int) -> int:
        return of(position(unit("A01", 50, y), unit("B01", 50, 950, frightened=True)))

    assert at(300) - at(200) == 30  # hundredths of points for as many tenths of centimetres
    assert at(450) - at(400) == at(400) - at(350) == 0


@pytest.mark.rule("TD-END-09")
def test_at_the_limit_losses_count_by_their_share() -> None:
    own = [unit(f"A{number:02}", 90 * number, 50, frightened=True) for number in range(1, 10)]
    foes = [unit(f"B{number:02}", 90 * number, 950, frightened=True) for number in range(1, 4)]
    lost = unit("A10", status="lost"), unit("B04", status="lost")

    limited, free = (
        of(position(*own, *foes, *lost, turn=6, options={"turn_limit": limit, "quiet_turns": 4})) for limit in (6, 0)
    )

    assert limited - free == 3_000  # a quarter less a tenth of the whole


@pytest.mark.rule("TD-END-06")
def test_a_shot_is_worth_more_at_a_side_that_is_near_its_breaking_point() -> None:
    def gained(losses: int) -> int:
        fallen = [unit(f"B{number:02}", status="lost") for number in range(2, 2 + losses)]
        others = [unit(f"B{number:02}", 90 * number, 950, frightened=True) for number in range(2 + losses, 10)]
        armed, spent = ({"status": "active", "actions": 1, "shots": shots} for shots in (0, 1))
        at = [position(unit("A01", 500, 300, **each), ENEMY, *fallen, *others) for each in (armed, spent)]
        return of(at[0]) - of(at[1])

    assert 0 < gained(0) < gained(2) < gained(4)


def test_an_enemy_that_has_yet_to_act_is_feared_more_than_one_that_has_acted() -> None:
    fresh, spent = (position(FRIEND, unit("B01", 500, 700, status=status)) for status in ("ready", "done"))

    assert of(spent) > of(fresh)
