"""What is told of those aboard is exact, too: every possible roll goes through the judge."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from app.engine.telling import Chance
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import Shot
from tests.games.flames_hexwar.scenes import Table, platoon, squad
from tests.games.flames_hexwar.test_steps import MORTARS, SMG, bombard
from tests.games.flames_hexwar.told.rolls import odds_of, share_of, told
from tests.games.flames_hexwar.told.test_plans_odds import FAR_AWAY, lost


def share(chance: Chance) -> Fraction:
    return Fraction(chance.numerator, chance.denominator)


def ridden(*shots: Shot) -> tuple[list[Chance], Table]:
    """Shots at a tank with a rider, told and then drafted; all else is out of range."""
    tanks = platoon("A1", "sov_t34_76_4", {0: "1206>0", 1: "0000>0", 2: "0001>0", 3: "0002>0"})
    guns = platoon("B1", "ger_panthers", {0: "1606>3", **{n: FAR_AWAY[n] for n in range(1, 5)}})
    foot = platoon("B2", "ger_hmg", {0: "1911", 1: "1606", 2: "1910", 3: "1909", 4: "1908"})
    at = Table([tanks, squad("A2", "sov_smg")], [guns, foot]).change("A2.1", aboard="A1.0", at=None)
    at.plan(A1="FC", A2="FC", B1="FC", B2="FC").until("a2_designate")
    act = a.Fire(PlatoonId(shots[0].team.split(".")[0]), shots)
    found = told(at, "b", act).chances
    return list(found), at.do("b", act).do("b", a.Commit())


def on_board(found: list[Chance]) -> Fraction:
    """How likely one hit on the tank takes its rider."""
    return next(share(each) for each in found if "on T-34/76 A1.0 destroys" in each.text.en)


@pytest.mark.rule("FHW-SAVE-07")
def test_a_shell_on_a_tank_may_take_its_rider_as_told() -> None:
    found, at = ridden(Shot(UnitId("B1.0"), "tg75kwk42", 1, UnitId("A1")))

    dice = ("armour", "firepower", "rider")
    anybody, rider = share_of(at, "a", a.Commit(), lost("A1.0", "A2.1"), lost("A2.1"), only=dice)

    assert odds_of(found, "At least one team destroyed") == odds_of(found, "At least one hit") * anybody
    assert on_board(found) == rider


@pytest.mark.rule("FHW-SAVE-07")
def test_every_hit_on_a_tank_that_it_does_not_hurt_may_take_its_rider() -> None:
    found, at = ridden(Shot(UnitId("B2.1"), "hmg", 2, UnitId("A1")))

    (twice,) = share_of(at, "a", a.Commit(), lost("A1.0", "A2.1"), only=("rider",))

    told_hits = odds_of(found, "One hit"), odds_of(found, "2 hits")
    assert odds_of(found, "At least one team destroyed") == told_hits[0] * on_board(found) + told_hits[1] * twice
    assert twice > on_board(found) > 0


@pytest.mark.rule("FHW-SAVE-01", "FHW-ART-18")
def test_shells_on_a_carrier_may_take_its_passengers_as_told() -> None:
    grenadiers = squad("B1", "ger_panzergrenadiers", {7: "1506>3"})
    at = Table([SMG, MORTARS], [grenadiers]).change("B1.1", aboard="B1.7", at=None)
    at.plan(A1="FC", A2="FC", B1="FO")
    act = replace(bombard(mode="concentrated"), aim=UnitId("B1.7"))
    chances = told(at, "a", act).chances
    at.do("a", act)

    dice = ("bombardment", "armour", "firepower", "passenger")
    carrier, passenger = share_of(at, "a", a.Commit(), lost("B1.7"), lost("B1.1"), only=dice)

    ranged = odds_of(chances, "The shells fall")
    told_lost = [share(each) for each in chances if each.text.en.endswith("destroyed")]
    assert told_lost == [ranged * carrier, ranged * carrier, ranged * passenger]
    assert 0 < passenger < carrier
