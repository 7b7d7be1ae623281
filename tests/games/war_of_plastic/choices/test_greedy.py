"""The greedy bot of War of Plastic: it beats random play, and what it expects is what previews tell."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from typing import Any

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.system import Setup
from app.engine.types import Action, Seat, UnitId
from app.rooms.values import strategies
from app.systems.war_of_plastic.book.state import Objective, Objectives, Zone
from app.systems.war_of_plastic.position import actions as a
from tests.games.war_of_plastic.battlefield import box, jeep, soldier, tank
from tests.games.war_of_plastic.matches import DESTROY_ALL, Match, changed, game, kept_in_reserve, turn_of_a
from tests.support.random_play import GAMES, bounded, played

QUICK_START = "garden_skirmish"


def won_by_greedy(number: int) -> bool:
    """One quick start of a greedy bot against a random one, by turns in the first and in the second seat."""
    me = Seat("ab"[number % 2])
    secret = f"quick start {number}".encode()
    state = play.start(game(), Setup(QUICK_START, ({}, {})), StreamDice(secret, "opening")).state
    act = 0
    while asked := game().to_act(state):
        seat, seed, act = asked[0], number * 10_000 + act, act + 1
        world = strategies.world_for(game(), state, seat, seed)
        action = strategies.decide(game(), world, seat, "greedy" if seat == me else "random", seed)
        assert action is not None
        step = play.step(game(), state, seat, action, StreamDice(secret, str(act)))
        assert isinstance(step, play.Step)
        state = step.state
    outcome = game().outcome(state)
    assert outcome is not None
    return me in outcome.winners


def test_soak_greedy_beats_random_in_four_of_five_quick_starts() -> None:
    """A draw counts as not won. Five games in every run, a hundred of them in ``make soak``."""
    games = bounded(5, 10) if GAMES == 1 else 100

    assert sum(won_by_greedy(number) for number in range(games)) >= games * 4 // 5


def test_a_decision_in_the_largest_scenario_takes_less_than_a_second_of_processor_time() -> None:
    for moment in played("war_of_plastic", "breakthrough", 2, 0).some_moments(6):
        began = time.process_time()
        strategies.decide(game(), moment.state, moment.seat, "greedy", 1)

        assert time.process_time() - began < 1


class OneUnitCounts:
    """The game, where nothing is worth anything but that nothing happens to a unit."""

    def __init__(self, match: Match, unit: str) -> None:
        self._unit = UnitId(unit)
        self._before = match.unit(unit)

    def __getattr__(self, name: str) -> Any:
        return getattr(game(), name)

    def worth(self, state: Any, seat: Seat) -> int:
        return 36 * (state.units[self._unit] == self._before)


@pytest.mark.parametrize(
    "action",
    [
        a.Shoot("A-01", "rifle", ("B-01",)),
        a.Shoot("A-01", "grenade", ("B-01",)),
        a.Shoot("A-01", "rifle", ("B-02",)),
        a.Assault("A-02", "B-03", "grenade"),
        a.Fight("A-03", "B-04"),
    ],
)
def test_what_greedy_expects_of_an_act_is_what_its_preview_tells(action: Any) -> None:
    match = turn_of_a(
        soldier("A-01", 200, 200),
        soldier("A-02", 900, 100),
        soldier("A-03", 600, 500),
        soldier("B-01", 200, 350, "B"),
        soldier("B-02", 560, 250, "B"),
        jeep("B-03", 955, 100, "B"),
        soldier("B-04", 631, 500, "B"),
        box("wall", "barricade", 520, 200, 530, 300),
    )
    target = action.targets[0] if isinstance(action, a.Shoot) else action.target
    told = game().preview(match.position, Seat("a"), action).chances[0]

    system: Any = OneUnitCounts(match, target)
    hope = strategies.expected(system, match.position, Seat("a"), action, random.Random(1).randrange)

    assert 36 - hope == pytest.approx(36 * Fraction(told.numerator, told.denominator))


def choice(match: Match, seed: int = 1) -> Action:
    """What a greedy bot in seat ``a`` does."""
    found = strategies.decide(game(), match.position, Seat("a"), "greedy", seed)
    assert found is not None
    return found


def test_greedy_finishes_a_soldier_who_cannot_fight_back() -> None:
    match = turn_of_a(
        soldier("A-01", 500, 400), soldier("B-01", 531, 400, "B", damage=1), soldier("B-02", 1150, 750, "B")
    )

    assert {choice(match, seed) for seed in range(5)} == {a.Fight("A-01", "B-01")}


def test_greedy_does_not_throw_grenades_at_its_own_feet() -> None:
    match = turn_of_a(soldier("A-01", 500, 400), soldier("A-02", 540, 440), soldier("B-01", 560, 400, "B"))

    assert all("grenade" not in repr(choice(match, seed)) for seed in range(5))


def worth(match: Match, seat: str = "a") -> int:
    return game().worth(match.position, Seat(seat))


def test_the_worth_of_a_position_falls_with_every_hurt() -> None:
    fit = turn_of_a(soldier("A-01", 100, 100), tank("A-02", 300, 100), soldier("B-01", 1100, 700, "B"))
    stunned, wounded = (changed(fit, "A-01", **state) for state in ({"stunned": True}, {"damage": 1}))
    dead = changed(fit, "A-01", status="destroyed")
    damaged = changed(fit, "A-02", damage=1)

    assert worth(fit) > worth(stunned) > worth(wounded) > worth(dead)
    assert worth(fit) > worth(damaged)
    assert worth(fit, "b") < worth(dead, "b")


def test_a_worse_hurt_counts_less_when_points_are_about_to_be_counted() -> None:
    def lost(round_number: int) -> int:
        match = turn_of_a(soldier("A-01", 100, 100), soldier("B-01", 1100, 700, "B"), max_rounds=8, at_limit="points")
        later = Match(type(match.position)(**{**as_fields(match), "round": round_number}))
        return worth(later) - worth(changed(later, "A-01", damage=1))

    assert lost(1) > lost(5) > lost(8)


def as_fields(match: Match) -> dict[str, Any]:
    """The members of a position by name."""
    return {name: getattr(match.position, name) for name in match.position.__struct_fields__}


def test_to_be_seen_by_an_enemy_in_range_costs_and_cover_helps() -> None:
    walls = box("wall", "barricade", 450, 380, 550, 390)
    exposed = turn_of_a(soldier("A-01", 800, 400), soldier("B-01", 800, 600, "B"), walls)
    covered = turn_of_a(soldier("A-01", 500, 360), soldier("B-01", 500, 560, "B"), walls)
    theirs = [changed(match, "B-01", weapons=("rifle",)) for match in (exposed, covered)]
    unarmed = [changed(match, "A-01", weapons=()) for match in theirs]

    assert worth(unarmed[1]) > worth(unarmed[0])


def test_a_unit_in_reserve_is_worth_less_than_on_the_table_but_a_wounded_one_more() -> None:
    enemy = soldier("B-01", 1100, 700, "B")
    fit, hurt = soldier("A-01", 100, 30), soldier("A-01", 100, 30, damage=1)
    there, away = (turn_of_a(unit, enemy) for unit in (fit, kept_in_reserve(fit)))
    hurt_there, hurt_away = (turn_of_a(unit, enemy) for unit in (hurt, kept_in_reserve(hurt)))

    assert worth(there) > worth(away)
    assert worth(hurt_away) > worth(hurt_there)


@pytest.mark.rule("WOP-WIN-04")
def test_to_come_nearer_to_an_edge_or_into_a_zone_that_is_an_objective_is_worth_something() -> None:
    edge = Objectives("any", (Objective("reach_edge", filter="tank", count=1, edge="enemy"),))
    zone = Objectives("any", (Objective("hold_zone", zone=Zone(((0, 0), (200, 0), (200, 200), (0, 200))), rounds=2),))

    def at(y: int, aim: Objectives) -> int:
        far_away = soldier("B-01", 1100, 400, "B", weapons=())
        aims = {"A": aim, "B": DESTROY_ALL}
        return worth(turn_of_a(tank("A-01", 100, y, weapons=()), far_away, objectives=aims))

    assert at(600, edge) > at(300, edge)
    assert at(100, zone) > at(300, zone) > at(600, zone)
