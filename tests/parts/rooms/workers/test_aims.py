"""The odds of a unit's acts at targets, side by side."""

from __future__ import annotations

from app.engine.types import Seat, UnitId
from app.rooms.workers.aims import MOST_AIMS, aims_of
from app.systems.open_wars.position import actions as cards
from app.systems.war_of_plastic.position import actions as plastic
from tests.games.open_wars.table import a_position, fighting
from tests.games.tierras_distantes.table import piece, position, unit
from tests.games.war_of_plastic.battlefield import soldier
from tests.games.war_of_plastic.matches import game, turn_of_a
from tests.support.random_play import registry

A = Seat("a")


def test_every_shot_at_one_target_has_the_chance_that_its_preview_tells_first():
    gunner = soldier("A-01", 300, 300, special=("machine_gun",))
    state = turn_of_a(gunner, *(soldier(f"B-0{n}", 250 + 50 * n, 500, "B") for n in (1, 2))).position
    offers = game().offers(state, A, UnitId("A-01"))

    found = aims_of(game(), state, A, offers)

    shots = [aim.action for aim in found]
    assert shots
    assert all(isinstance(shot, plastic.Shoot) and len(shot.targets) == 1 for shot in shots)
    assert {shot.targets[0] for shot in shots if isinstance(shot, plastic.Shoot)} == {"B-01", "B-02"}
    for aim in found:
        first = game().preview(state, A, aim.action).chances[0]
        assert (aim.numerator, aim.denominator, aim.text) == (first.numerator, first.denominator, first.text)


def test_attacks_have_odds_and_acts_without_any_have_none():
    system = registry()["open_wars"]
    fight = fighting(a_position([("a", "orcs.axer", "B2", 3), ("b", "elves.swordsman", "B2", 2)])).run()
    seat = Seat(fight.asked)
    unit = UnitId(f"B2.{seat}.{'orcs.axer' if seat == A else 'elves.swordsman'}")

    found = aims_of(system, fight.position, seat, system.offers(fight.position, seat, unit))

    assert [type(aim.action) for aim in found] == [cards.Attack]


def test_what_is_divided_among_several_aims_at_none_of_them_alone():
    system = registry()["tierras_distantes"]
    gunner = unit("A01", 500, 100, status="active", weapons=("light_machine_gun",))
    state = position(gunner, unit("B01", 450, 300), unit("B02", 550, 300))

    found = aims_of(system, state, A, system.offers(state, A, UnitId("A01")))

    assert [aim.action.target for aim in found] == ["B01", "B02"]  # type: ignore[attr-defined]


def test_where_an_act_leads_has_no_odds_of_its_own():
    system = registry()["tierras_distantes"]
    house = piece("house", "building", (500, 500, 600, 600), 30)
    state = position(unit("A01", 550, 485, status="active"), unit("B01", 550, 800), pieces=[house])
    offers = system.offers(state, A, UnitId("A01"))
    climbs = [action for offer in offers if offer.type == "climb" for action in offer.examples]

    assert any(system.preview(state, A, action).chances for action in climbs)
    assert not {type(aim.action) for aim in aims_of(system, state, A, offers)} & {type(action) for action in climbs}


def test_no_more_are_looked_at_than_a_unit_may_cost():
    crowd = (soldier(f"B-{n:02}", 100 + 30 * n, 500, "B") for n in range(1, 33))
    state = turn_of_a(soldier("A-01", 500, 300), *crowd).position

    assert len(aims_of(game(), state, A, game().offers(state, A, UnitId("A-01")))) <= MOST_AIMS
