"""What planted faults left unseen in offers: who is offered what beside what is drafted already."""

from __future__ import annotations

from typing import Any

import pytest

from app.boards import hexes
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.choices.offers import offers
from tests.games.flames_hexwar.scenes import Table, shot, squad

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
