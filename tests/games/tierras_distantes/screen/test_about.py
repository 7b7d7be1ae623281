"""What things are: in the sentences of the rules, with what somebody might expect and is not there."""

from __future__ import annotations

import pytest

from app.engine.types import SPECTATOR, Text
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.position import actions as a
from tests.games.tierras_distantes.playing import after, opened
from tests.games.tierras_distantes.screen.looking import A, B, told
from tests.games.tierras_distantes.table import book, piece, position, unit

FOE = unit("B01", 900, 900)


def rules_of(found):
    return [rule for line in found.lines for rule in line.rules]


def numbers(found):
    return {number.name.en: number.value.en for number in found.numbers}


@pytest.mark.rule("TD-MOV-14")
def test_claws_are_a_shot_and_touching_does_nothing_and_that_is_said_of_every_miniature():
    at = position(unit("A01", weapons=("claws",)), FOE)

    claws = told(at, "weapon.claws")

    assert rules_of(claws)[0] == "TD-MOV-14"
    assert numbers(claws)["Maximum range"] == "4 cm"
    assert rules_of(told(at, "A01"))[-1] == "TD-MOV-14"


@pytest.mark.rule("TD-CLB-10")
def test_of_everything_that_can_be_climbed_it_is_said_that_nobody_falls_or_leaps():
    for kind, ground in book().rules().ground.items():
        found = told(position(unit("A01"), FOE), f"terrain.{kind}")
        climbed = ground.solid and kind != "barricade"
        assert ("TD-CLB-10" in rules_of(found)) == climbed, kind
    assert "TD-CLB-10" in rules_of(told(position(unit("A01"), FOE), "mark.climbing"))


@pytest.mark.rule("TD-MOV-03", "TD-CLB-01", "TD-MOV-05")
def test_a_miniature_is_told_with_its_state_first_and_the_numbers_that_count():
    roof = piece("roof", "building", (0, 0, 100, 100), 60)
    at = position(
        unit(
            "A01", 50, 50, 60, status="active", actions=1, frightened=True, quality="veteran", weapons=("laser_rifle",)
        ),
        FOE,
        pieces=(roof,),
    )

    found = told(at, "row-A01")

    assert found.lines[0].text.en == "Frightened"
    assert numbers(found) == {
        "Actions left": "2/3",
        "Feet": "6 cm",
        "Move": "21 cm",
        "Climb": "4 cm",
        "Free step": "1.5 cm",
        "Height": "3 cm",
        "Radius of the base": "1.25 cm",
        "Rallies below": "7",
        "Combat armour": "3",
        "Laser rifle": "4(3) dice up to 70 cm",
    }


@pytest.mark.rule("TD-GEN-05")
def test_numbers_are_those_of_the_room():
    at = position(unit("A01"), FOE, tables={"weapon.assault_rifle.total": 5, "quality.regular.move": 20.5})

    assert numbers(told(at, "A01"))["Assault rifle"] == "5(3) dice up to 60 cm"
    assert numbers(told(at, "A01"))["Move"] == "20.5 cm"


@pytest.mark.rule("TD-FRT-09", "TD-RNG-01")
def test_rallying_is_told_as_the_room_has_it_and_a_range_without_end_as_one():
    row = book().rules().qualities["militia"]
    same, varied = (
        position(unit("A01", quality="militia"), FOE, options={"quality_rally": each}) for each in ("same", "varied")
    )

    found = [numbers(told(at, "A01"))["Rallies below"] for at in (same, varied)]

    assert found == [str(row.rally_below), str(row.rally_below_varied)]
    assert found[0] != found[1]
    assert numbers(told(same, "weapon.carbine"))["Maximum range"] == "the whole table"


@pytest.mark.rule("TD-DIV-01", "TD-AREA-01", "TD-FIRE-04", "TD-RNG-01", "TD-RNG-03")
def test_a_weapon_is_told_with_what_it_can_do_that_others_cannot():
    at = position(unit("A01"), FOE)

    said = {name: set(rules_of(told(at, f"weapon.{name}"))) for name in book().rules().weapons}

    assert {name for name, rules in said.items() if "TD-DIV-01" in rules} == {"light_machine_gun", "heavy_machine_gun"}
    assert {name for name, rules in said.items() if "TD-AREA-01" in rules} == {
        *("flamethrower", "hand_grenade", "grenade_launcher", "rocket_launcher", "acid_spitter")
    }
    assert "TD-FIRE-04" in said["laser_rifle"]
    assert "TD-FIRE-04" not in said["carbine"]
    assert "TD-RNG-01" in said["carbine"]
    assert "TD-RNG-03" in said["pistol"]
    assert told(at, "mark.pistol") == told(at, "mark.pistol", A)


@pytest.mark.rule("TD-ACT-03", "TD-END-13")
def test_the_pips_are_told_by_the_rules_of_what_they_count():
    at = position(unit("A01"), unit("A02", 60), FOE, count=1, quiet=2)

    assert [rules_of(told(at, f"pips.{number}"))[-1] for number in (0, 1)] == ["TD-ACT-05", "TD-END-13"]


def test_terrain_is_told_with_its_bottom_and_its_top():
    at = position(unit("A01"), FOE, pieces=(piece("way", "platform", (400, 400, 600, 500), 60, 55),))

    assert numbers(told(at, "way")) == {"Its bottom, at": "5.5 cm", "Its top, at": "6 cm"}
    assert numbers(told(at, "terrain.trench")) == {"Cover inside": "+2"}


@pytest.mark.rule("TD-HID-02")
def test_the_entries_of_a_hidden_squad_are_told_to_its_owner_alone():
    members = book().rules().scenarios["unknown_world"].ready[0].members
    listed = tuple(a.ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in members)
    at = after(opened("unknown_world").state, "a", a.LockSquad(listed))

    assert numbers(told(at, "list-A-0", A))["Cost"] == "25"
    assert told(at, "list-A-0", B) is None
    assert told(at, "list-A-0", SPECTATOR) is None
    assert told(at, "list-A", SPECTATOR) is not None


@pytest.mark.parametrize(
    "thing",
    [
        "",
        "Z99",
        "mark.",
        "mark.armour",
        "unit.nobody",
        "zone-up",
        "total-A",
        "pips.7",
        "pool-1",
        "objective-x",
        "list-C",
    ],
)
def test_of_what_is_not_there_nothing_is_said(thing):
    assert told(position(unit("A01"), FOE), thing) is None


@pytest.mark.rule("TD-SQD-05", "TD-SQD-07", "TD-END-09", "TD-END-10")
def test_what_something_is_is_told_with_the_rules_that_make_it_so():
    aim = Objective("aim", Text("Pozo", "Well"), 500, 500, 60, 0, 20, 2)
    at = position(unit("A01"), FOE, objectives=(aim,))
    members = book().rules().scenarios["unknown_world"].ready[0].members
    listed = tuple(a.ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in members)
    building = after(opened("unknown_world").state, "a", a.LockSquad(listed))

    assert rules_of(told(at, "unit.veteran")) == ["TD-SQD-07", "TD-GEN-06"]
    assert rules_of(told(building, "list-A-0", A)) == ["TD-SQD-05", "TD-SQD-08"]
    assert list(numbers(told(building, "list-A-0", A)))[:2] == ["Move", "Climb"]
    assert rules_of(told(at, "objective-aim")) == ["TD-END-10", "TD-END-10", "TD-END-09"]
    assert numbers(told(at, "objective-aim")) == {"Points": "2", "Radius": "6 cm", "At heights of": "0 cm to 2 cm"}
    assert numbers(told(at, "mark.armour-heavy")) == numbers(told(at, "armour.heavy"))
    assert "TD-ACT-10" in rules_of(told(position(unit("A01", status="done"), FOE), "A01"))
