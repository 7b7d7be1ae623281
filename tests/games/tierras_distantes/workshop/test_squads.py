"""Squads in the workshop: put together from their parts, open, the same as the other, ready-made; suggested places (TD-SQD, TD-DEP-08)."""

from __future__ import annotations

import pytest

from app.engine.types import Text
from app.engine.workshop.workshop import Add, Change, Copy, Draw, Move, Place, Remove
from app.systems.tierras_distantes.book.kinds import MOST_UNITS
from tests.games.tierras_distantes.workshop.shop import covered, is_taken, made, refused, shop, told

TWO = (Add("member:A:regular"), Add("member:A:veteran"), Change("count", 3, "squad.A.0"))


def squads(battle):
    return battle["squads"]


def south(battle, player="A"):
    return squads(battle)[player]["suggested_deployment"]["south"]


@pytest.mark.rule("TD-SQD-05", "TD-SQD-08")
def test_members_are_put_together_from_quality_armour_weapons_leader_and_count():
    battle = made(
        *TWO,
        Change("armour", "heavy", "squad.A.1"), Change("weapon_1", "laser_rifle", "squad.A.1"),
        Change("weapon_2", "hand_grenade", "squad.A.1"), Change("leader", True, "squad.A.1"),
        Change("member_es", "Jefa", "squad.A.1"),
        start=covered(),
    )  # fmt: skip

    assert squads(battle)["A"]["members"] == [
        {"quality": "regular", "armour": "medium", "weapons": ["assault_rifle"], "count": 3},
        {"quality": "veteran", "armour": "heavy", "weapons": ["laser_rifle", "hand_grenade"], "leader": True,
         "name_es": "Jefa", "name_en": "Jefa"},
    ]  # fmt: skip
    panel = shop().scene(battle).panels[0]
    assert panel.rows[0].detail.in_("en") == "4 miniatures, 107 points"
    details = {
        row.unit: row.detail.in_("en") for each in shop().scene(battle).panels for row in each.rows if row.detail
    }
    assert details["squad.A.0"].endswith("Assault rifle, 20 points")
    assert details["squad.A.1"].endswith(", 47 points")
    assert {field.field: field.value for field in shop().fields(battle, "squad.A.1")}["member_es"] == "Jefa"
    assert made(Remove("squad.A.1"), Remove("squad.A.0"), start=battle)["squads"]["A"]["members"] == []
    empty = made(Remove("squad.A.1"), Remove("squad.A.0"), start=battle)
    assert [fault.tool for fault in shop().faults(empty)] == ["member:A:regular"]


@pytest.mark.rule("TD-SQD-08")
def test_who_has_the_same_weapon_twice_or_something_that_there_is_not_is_at_fault():
    twice = made(*TWO, Change("weapon_2", "assault_rifle", "squad.A.0"), start=covered())
    assert told(twice)[0][0] == "squad.A"
    document = made(*TWO, start=covered())
    document["squads"]["A"]["members"][0] |= {"quality": "dragon", "weapons": ["breath"]}
    battle = shop().read(document)
    assert told(battle)[0][0] == "squad.A"
    assert not is_taken(battle)
    shop().scene(battle)


@pytest.mark.rule("TD-SQD-04", "TD-GEN-08")
def test_a_squad_is_given_open_or_the_same_as_the_other():
    battle = made(*TWO, Change("way", "same", "squad.B"), start=covered())
    assert squads(battle)["B"] == {"same_as": "A"}
    assert told(battle) == []

    own = made(Change("way", "given", "squad.B"), start=battle)
    assert squads(own)["B"]["members"] == squads(own)["A"]["members"]
    turned = made(Change("way", "same", "squad.A"), start=battle)
    assert (squads(turned)["A"]["same_as"], squads(turned)["B"]["members"]) == ("B", squads(battle)["A"]["members"])
    assert (
        squads(made(Change("way", "open", "squad.A"), start=battle))["B"]["members"] == squads(battle)["A"]["members"]
    )
    assert squads(made(Add("member:B:regular"), start=battle))["B"]["members"][-1]["quality"] == "regular"
    one = made(Add("member:A:recruit"), start=covered())
    assert told(one) == [(None, "No legal squad balances with the one that is given.")]


@pytest.mark.rule("TD-SQD-11")
def test_ready_made_squads_stand_beside_open_ones_and_say_if_they_are_not_legal():
    battle = made(Add("ready:new"), Add("ready:relay.A"), Copy("ready.0.0"), start=covered())
    assert [len(row["members"]) for row in battle["ready"]] == [2, 5]
    rows = {row.unit: row.detail.in_("en") for panel in shop().scene(battle).panels for row in panel.rows}
    assert rows["ready.0"] == "2 miniatures, 36 points, not legal under these options: will not be offered"
    assert rows["ready.1"] == "10 miniatures, 228 points"
    assert told(battle) == []
    assert made(Remove("ready.0"), start=battle)["ready"] == battle["ready"][1:]
    spanish = made(Change("squad_es", "Los otros", "ready.1"), Change("squad_en", "", "ready.1"), start=battle)
    titles = {row.unit: row.title for panel in shop().scene(spanish).panels for row in panel.rows}
    assert titles["ready.1"] == Text("Los otros", "Los otros")
    renamed = made(Change("squad_en", "Others", "ready.1"), Change("count", 2, "ready.1.0"), start=battle)["ready"]
    assert [row["name_en"] for row in renamed] == ["Squad 1", "Others"]
    assert (renamed[0], renamed[1]["members"][0]["count"]) == (battle["ready"][0], 2)
    assert refused(Add("ready:nobody")) == refused(Add("squad:A:nobody")) == refused(Add("member:A:dragon")) == "tool"


@pytest.mark.rule("TD-DEP-08")
def test_suggested_places_are_dragged_and_put_one_by_one_or_all_at_once():
    battle = made(*TWO, Add("places:A:south"), Move("A02", dx=-100, dy=80), start=covered())
    assert south(battle) == [[600, 20, 0], [530, 100, 0], [570, 20, 0], [660, 20, 0]]
    assert told(made(Move("A02", dy=600), start=battle)) == [
        ("places.A.south", "Side A, in the south: a suggested place is not legal.")
    ]

    built = made(Add("places:A:north"), Place("piece:building", 600, 1120), start=battle)
    assert told(built) == [("places.A.north", "Side A, in the north: a suggested place is not legal.")]
    both = made(Add("places:A:north"), Change("sides", "north_south"), Move("A02", dy=-600), start=battle)
    assert told(both) == [("places.A.north", "Side A, in the north: a suggested place is not legal.")]

    assert south(made(Remove("A04"), start=battle)) == south(battle)[:3]
    assert south(made(Remove("A02"), start=battle)) == [[600, 20, 0], [630, 20, 0], [570, 20, 0], [660, 20, 0]]
    bare = made(Remove("places.A.south"), start=battle)
    assert "suggested_deployment" not in squads(bare)["A"]
    assert south(made(Place("mini:A", 300, 100), Place("mini:A", 400, 100), start=bare)) == [
        [300, 100, 0],
        [400, 100, 0],
    ]
    assert refused(Place("mini:A", 300, 100), battle) == "tool"
    flooded = made(Draw("area:water", ((0, 0), (1200, 0), (1200, 300), (0, 300))), *TWO)
    assert refused(Add("places:A:south"), flooded) == "tool"


@pytest.mark.rule("TD-DEP-06", "TD-DEP-08")
def test_a_miniature_stands_on_the_ground_that_it_is_dragged_to():
    hill = made(
        Place("piece:hill", 300, 200), Place("tier", 300, 200), Place("piece:building", 900, 200), *TWO, start=covered()
    )
    battle = made(Place("mini:A", 300, 200), Place("mini:A", 205, 125), Place("mini:A", 900, 200), start=hill)

    assert south(battle) == [[300, 200, 20], [205, 125, 10], [900, 200, 0]]
    heights = next(field for field in shop().fields(battle, "A03") if field.field == "feet")
    assert heights.schema["enum"] == ["0", "60"]
    roof = made(Change("feet", "60", "A03"), Move("A03", dx=20), Move("A01", dy=-180), start=battle)
    assert south(roof) == [[300, 20, 0], [205, 125, 10], [920, 200, 60]]
    assert told(roof) == []


@pytest.mark.rule("TD-DEP-06", "TD-MOV-05")
def test_a_miniature_steps_up_tier_by_tier_as_far_as_they_go():
    tiers = (Place("piece:hill", 300, 200), *[Place("tier", 300, 200)] * 3)
    battle = made(*tiers, *TWO, Place("mini:A", 300, 200), start=covered())

    assert south(battle) == [[300, 200, 40]]


@pytest.mark.rule("TD-SQD-08")
def test_a_squad_has_no_more_entries_than_miniatures_may_be_and_each_is_told_with_its_cost():
    battle = made(*TWO, *[Add("member:A:regular")] * (MOST_UNITS - 2), start=covered())
    assert refused(Add("member:A:regular"), battle) == refused(Copy("squad.A.0"), battle) == "tool"

    fields = {field.field: field for field in shop().fields(battle, "squad.A.1")}
    assert list(fields) == [
        "count", "quality", "armour", "weapon_1", "weapon_2", "leader", "member_es", "member_en",
    ]  # fmt: skip
    assert (fields["quality"].value, fields["count"].schema["maximum"]) == ("veteran", MOST_UNITS)
    changed = made(Change("quality", "recruit", "squad.A.1"), start=battle)
    assert squads(changed)["A"]["members"][1] == squads(battle)["A"]["members"][1] | {"quality": "recruit"}


@pytest.mark.rule("TD-DEP-08")
def test_who_stays_in_the_squad_keeps_the_place_when_others_come_and_go():
    battle = made(*TWO, Change("way", "same", "squad.B"), Add("places:A:south"), Add("places:B:north"), start=covered())
    veteran = south(battle)[3]

    fewer = made(Change("count", 1, "squad.A.0"), start=battle)
    assert south(fewer) == [south(battle)[0], veteran]
    assert len(squads(fewer)["B"]["suggested_deployment"]["north"]) == 2
    more = made(Change("count", 4, "squad.A.0"), start=battle)
    assert (south(more)[:3], south(more)[4]) == (south(battle)[:3], veteran)
    assert told(more) == []
    assert south(made(Remove("squad.A.0"), start=battle)) == [veteran]
    assert south(made(Add("member:A:regular"), start=battle)) == south(battle)


@pytest.mark.rule("TD-DEP-01")
def test_each_squad_is_drawn_on_its_own_side():
    battle = made(*TWO, Change("way", "same", "squad.B"), Add("places:A:south"), Add("places:A:north"), start=covered())
    drawn = {each.id: each.y for each in shop().scene(battle).drawables if type(each).__name__ == "Token"}
    assert drawn == {"A01": 20, "A02": 20, "A03": 20, "A04": 20, "B01": 1180, "B02": 1180, "B03": 1180, "B04": 1180}
    swapped = made(Change("sides", "north_south"), start=battle)
    assert {
        each.y for each in shop().scene(swapped).drawables if getattr(each, "side", "") == "A" and hasattr(each, "feet")
    } == {1180}
    assert refused(Add("places:A:west"), battle) == refused(Add("places:B:south")) == "tool"
    assert refused(Add("places:C:south"), battle) == "tool"
