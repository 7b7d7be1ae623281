"""What an own team or card may not do now, and by which rule."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from app.engine.about import Withheld
from app.engine.refusal import Refusal
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.choices.withheld import withheld
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.position import actions as a
from tests.games.flames_hexwar.fights.test_assaults import ONE_ON_ONE, writing
from tests.games.flames_hexwar.playing import played
from tests.games.flames_hexwar.scenes import Table, platoon
from tests.games.flames_hexwar.test_moves import moving
from tests.games.flames_hexwar.test_steps import GRENADIERS, MORTARS, SMG, covering


def found(at: Table, unit: str, seat: str = "a") -> dict[str, Withheld]:
    return {each.type: each for each in withheld(at.moment, Seat(seat), UnitId(unit))}


def rule(at: Table, unit: str, kind: str) -> str:
    return found(at, unit)[kind].refusal.rule.removeprefix("FHW-")


@pytest.mark.rule("FHW-BAIL-02", "FHW-BOG-05", "FHW-MOVE-07")
@pytest.mark.parametrize(("state", "expected"), [({"bailed_out": True}, "BAIL-02"), ({"bogged": True}, "BOG-05")])
def test_a_tank_without_crew_or_in_the_bog_says_why_it_stays(state: dict[str, bool], expected: str) -> None:
    at = moving("sov_t34_76_4", "0306")
    assert "move" not in found(at, "A1.0")
    assert rule(at.change("A1.0", **state), "A1.0", "move") == expected


@pytest.mark.rule("FHW-SHOT-02", "FHW-MOVE-02")
def test_who_cannot_shoot_names_the_rule_and_the_enemy_it_tried() -> None:
    near = [platoon("B1", "ger_grenadiers_small", {0: "1006", **{n: f"190{n}" for n in range(1, 5)}})]
    at = moving("sov_smg", "0706", defenders=near)

    told = found(at, "A1.0")["fire"]

    assert told.refusal.rule == "FHW-SHOT-02"
    assert told.whom == "B1.0"
    assert told.label.en == "Fire"
    assert rule(moving("sov_smg", "0706", "MT", defenders=near), "A1.0", "fire") == "MOVE-02"


@pytest.mark.rule("FHW-TRAN-01")
def test_who_has_no_carrier_is_told_nothing_of_getting_up() -> None:
    assert "mount" not in found(moving("sov_smg", "0706"), "A1.0")
    assert "dismount" not in found(moving("sov_smg", "0706"), "A1.0")


@pytest.mark.rule("FHW-PLAN-10", "FHW-PLAN-09", "FHW-REC-05")
def test_cards_say_which_orders_they_may_not_get() -> None:
    at = Table([SMG, MORTARS], [GRENADIERS])
    assert found(at, "A1") == {}
    own = replace(at.platoon("A1"), disorganised=True)
    at.changed(lambda position: replace(position, platoons={**position.platoons, own.id: own}))
    assert set(found(at, "A1")) >= {"order.FC", "order.FO"}
    assert found(at, "B1") == {}  # not one's own


@pytest.mark.rule("FHW-ART-14", "FHW-ART-06", "FHW-FC-01")
def test_a_battery_that_sees_nobody_says_so() -> None:
    at = covering(surface={f"12{row:02d}": "d" for row in range(12)} | {f"13{row:02d}": "d" for row in range(12)})
    assert at.prompt == "a1_designate"
    assert rule(at, "A2", "bombard") == "ART-06"
    assert "bombard" not in found(at, "A1")  # it has no guns


@pytest.mark.rule("FHW-ASLT-03", "FHW-ASLT-04")
def test_a_platoon_that_is_too_far_may_not_assault() -> None:
    far = platoon("A2", "sov_smg", {n: f"02{n:02d}" for n in range(10)})
    at = writing([*ONE_ON_ONE[0], far], ONE_ON_ONE[1])
    assert "assault" not in found(at, "A1")
    assert rule(at, "A2", "assault") == "ASLT-04"
    assert found(at, "A2")["assault"].whom == "B1.1"


def test_what_is_withheld_is_refused_and_what_is_offered_is_not_withheld() -> None:
    pick = random.Random(8)
    for number, each in enumerate(played("evening_village", 2, 5)):
        if number % 60:
            continue
        moment, seat = each.moment, each.seat
        offered = {(offer.unit, offer.type) for offer in offers(moment, seat)}
        own = [unit for unit, team in moment.field.teams.items() if moment.field.seat(team.platoon) == seat]
        cards = [name for name in moment.field.platoons if moment.field.seat(name) == seat]
        for unit in (*pick.sample(own, min(8, len(own))), *cards):
            for told in withheld(moment, seat, UnitId(unit)):
                assert isinstance(told.refusal, Refusal)
                assert told.label.es
                assert (unit, told.type) not in offered, (unit, told)


def test_nothing_is_withheld_of_others_or_from_nobody() -> None:
    at = moving("sov_smg", "0706")
    assert withheld(at.moment, Seat("b"), UnitId("A1.0")) == ()
    assert withheld(at.moment, Seat("a"), UnitId("nobody")) == ()
    assert withheld(at.moment, Seat("z"), UnitId("A1.0")) == ()
    assert isinstance(acts.check(at.moment, Seat("b"), a.Close()), Refusal)
