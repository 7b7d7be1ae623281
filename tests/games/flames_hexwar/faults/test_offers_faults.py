"""What planted faults left unseen in offers: who is offered what beside what is drafted already."""

from __future__ import annotations

from typing import Any

import pytest

from app.boards import hexes
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.choices.plans import preview
from tests.games.flames_hexwar.opening.test_frames import falling_back, flown_at
from tests.games.flames_hexwar.scenes import Table, act, shot, squad

FOE = squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1206"})


def examples(at: Table, seat: str, kind: str, unit: str | None = None) -> list[Any]:
    found = offers(at.moment, Seat(seat), None if unit is None else UnitId(unit))
    return [act for offer in found if offer.type == kind for act in offer.examples]


@pytest.mark.rule("FHW-EXEC-08", "FHW-FC-02")
def test_headquarters_drafted_with_one_platoon_are_offered_with_no_other() -> None:
    own = [
        squad("A1", "sov_maxims", {1: "0806"}),
        squad("A2", "sov_maxims", {1: "0806"}),
        squad("A3", "sov_hq", {0: "1106"}),
    ]
    at = Table(own, [FOE]).plan(A1="FC", A2="FC", B1="FO").until("a2_designate")

    def teams(platoon: str) -> set[str]:
        return {each.team for act in examples(at, "a", "fire", platoon) for each in act.shots}

    assert "A3.0" in teams("A1") & teams("A2")
    weapon = next(each.weapon for act in examples(at, "a", "fire", "A1") for each in act.shots if each.team == "A3.0")
    at.acts("a", "fire", platoon="A1", shots=[shot("A3.0", weapon, 1, "B1")])
    assert "A3.0" in teams("A1")
    assert "A3.0" not in teams("A2")


@pytest.mark.rule("FHW-FO-16")
def test_standing_orders_are_offered_for_cards_that_are_set_aside() -> None:
    own = [squad("A1", "sov_maxims"), squad("A2", "sov_maxims"), squad("A3", "sov_smg")]
    at = Table(own, [FOE]).acts("a", "order", platoon="A1", order="FO").acts("a", "order", platoon="A2", order="MD")
    named = {each.platoon for act in examples(at, "a", "standing") for each in act.fire}
    assert named == {"A1"}


@pytest.mark.rule("FHW-ART-14")
def test_hexes_near_friends_are_not_among_those_that_a_bombardment_may_take() -> None:
    own = [squad("A1", "sov_mortars", {0: "0906", 1: "0906"} | dict.fromkeys(range(2, 8), "0306"))]
    at = Table(own, [FOE]).plan(A1="FC", B1="FO").until("a1_designate")
    (domain, *_) = [offer.domain for offer in offers(at.moment, Seat("a")) if offer.type == "bombard"]
    assert domain is not None
    cells = [hexes.named(cell) for cell in domain.cells]
    assert hexes.from_offset(12, 6) in cells
    assert all(hexes.distance(cell, hexes.from_offset(9, 6)) > 2 for cell in cells if cell is not None)
    assert len(cells) < 20 * 12 - 19


@pytest.mark.rule("FHW-AIR-05", "FHW-AIR-10")
def test_flak_that_reaches_an_attack_is_offered_its_dice() -> None:
    at = flown_at()
    shots = [each for act in examples(at, "b", "assign_aa") for each in act.shots]
    assert {(each.team, each.attack) for each in shots} == {("B2.1", 0), ("B2.2", 0)}
    assert () in [act.shots for act in examples(at, "b", "assign_aa")]
    out = flown_at().change("B2.1", suppressed=True).change("B2.2", bogged=True)
    assert [act.shots for act in examples(out, "b", "assign_aa")] == [()]


@pytest.mark.rule("FHW-ASLT-24")
def test_losers_are_offered_their_shortest_way() -> None:
    at = falling_back()
    found = examples(at, "a", "fall_back")
    assert {act.team for act in found} == {"A1.0", "A1.1"}
    assert min(len(act.path) for act in found) == 1
    for each in found:
        assert at.refused("a", each) is None


@pytest.mark.rule("FHW-ASLT-04", "FHW-TERR-07")
def test_assault_moves_up_and_down_a_house_are_offered() -> None:
    own = squad("A1", "sov_smg", {0: "1306", 1: "1306/2"})
    at = Table([own], [squad("B1", "ger_grenadiers_small", {1: "1406"})],
               surface={"1306": "b"}, buildings=[{"at": (13, 6), "floors": 3}])  # fmt: skip
    at.plan(A1="FO", B1="FO").acts("a", "assault", platoons=("A1",), at="1406").commit()
    at.acts("a", "next_assault", at="1406")
    inside = {(act.team, act.at) for act in examples(at, "a", "assault_move") if act.at.startswith("1306")}
    assert inside == {("A1.0", "1306/2"), ("A1.1", "1306"), ("A1.1", "1306/3")}


@pytest.mark.rule("FHW-ASLT-12")
@pytest.mark.parametrize(("own", "fears"), [("sov_smg", True), ("sov_t34_76_4", False)])
def test_what_infantry_that_faces_tanks_must_pass_is_told(own: str, fears: bool) -> None:
    at = Table([squad("A1", own, {0: "1306" if fears else "1306>0"})], [squad("B1", "ger_panzer4", {0: "1406>3"})])
    at.plan(A1="FO", B1="FO")
    told = preview(at.moment, Seat("a"), act("assault", platoons=("A1",), at="1406"), None)
    rules = {rule for chance in told.chances for rule in chance.rules}
    assert ("FHW-ASLT-12" in rules) == fears
