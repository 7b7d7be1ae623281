"""The reserve: coming in, being taken off for care, being treated, and stuns removed."""

from __future__ import annotations

import pytest

from app.systems.war_of_plastic.book.state import Mode, WeaponToken
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.events import Entered, Healed, Withdrawn
from tests.games.war_of_plastic.battlefield import box, jeep, soldier, tank
from tests.games.war_of_plastic.matches import (
    changed,
    handled_by,
    kept_in_reserve,
    names,
    next_turn,
    of_kind,
    turn_of_a,
)

ENEMY = soldier("B-01", 600, 700, "B")


# ------------------------------------------------------------------------------------------------------------- coming in


@pytest.mark.rule("WOP-RES-01", "WOP-RES-02", "WOP-RES-03", "WOP-RES-04", "WOP-RES-07")
def test_a_unit_comes_in_over_its_own_edge_by_a_manoeuvre_of_its_own():
    match = turn_of_a(kept_in_reserve(soldier("A-01", 0, 0)), ENEMY)

    (opened, entered) = match.does("a", a.Enter("A-01", 600))

    assert isinstance(entered, Entered)
    assert (entered.edge, entered.length_mm, entered.mode) == ("south", 0, Mode.MOVING)
    assert match.place("A-01") == (600, 15, 0)
    assert match.position.manoeuvres_used == 1
    assert opened.number == 1


@pytest.mark.rule("WOP-RES-04", "WOP-SHOT-20")
@pytest.mark.parametrize(("path", "need"), [((), 5), (((600, 215),), 5), (((600, 216),), 6)])
def test_who_comes_in_shoots_as_moving_or_forced_but_never_as_stationary(path, need):
    match = turn_of_a(kept_in_reserve(soldier("A-01", 0, 0)), soldier("B-01", 600, 400, "B"))
    match.does("a", a.Enter("A-01", 600, path))

    (shot, *_) = match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1)

    assert shot.need == need


@pytest.mark.rule("WOP-MAN-06")
def test_after_coming_in_nothing_moves_again():
    match = turn_of_a(kept_in_reserve(soldier("A-01", 0, 0)), ENEMY)
    match.does("a", a.Enter("A-01", 600))

    assert match.refuses("a", a.Move("A-01", ((600, 100),))) == "WOP-MAN-06"
    assert match.refuses("a", a.Enter("A-01", 600)) == "WOP-MAN-06"


@pytest.mark.rule("WOP-RES-03")
def test_the_entry_place_is_a_legal_end_position():
    match = turn_of_a(kept_in_reserve(tank("A-01", 0, 0)), soldier("A-02", 300, 60), box("w", "water", 700, 0, 900, 60))

    assert match.refuses("a", a.Enter("A-01", 300)) == "WOP-RES-03"
    assert match.refuses("a", a.Enter("A-01", 660)) == "WOP-RES-03"
    assert match.refuses("a", a.Enter("A-01", 1151)) == "WOP-RES-03"
    assert match.refuses("a", a.Enter("A-01", 1150)) is None


@pytest.mark.rule("WOP-RES-06")
@pytest.mark.parametrize("state", [{"damage": 1}, {"ready_from_turn": 2}])
def test_only_ready_units_come_in(state):
    match = turn_of_a(kept_in_reserve(tank("A-01", 0, 0), **state), ENEMY)

    assert match.refuses("a", a.Enter("A-01", 600)) == "WOP-RES-06"
    assert match.offered("a", "A-01") == (["heal"] if "damage" in state else [])


@pytest.mark.rule("WOP-RES-06", "WOP-MAN-11")
def test_a_stunned_unit_shakes_off_its_stun_in_the_reserve_first():
    match = turn_of_a(kept_in_reserve(soldier("A-01", 0, 0), stunned=True), ENEMY, unstun_by="helper")

    assert match.refuses("a", a.Enter("A-01", 600)) == "WOP-MAN-11"
    match.does("a", a.Unstun("A-01", "A-01"))
    next_turn(match)

    assert match.refuses("a", a.Enter("A-01", 600)) is None


@pytest.mark.rule("WOP-RES-05", "WOP-VEH-03", "WOP-VEH-07")
def test_a_light_vehicle_brings_soldiers_of_the_reserve_who_keep_their_own_manoeuvre():
    riders = [kept_in_reserve(soldier(f"A-0{n}", 0, 0)) for n in (2, 3, 4, 5)]
    match = turn_of_a(kept_in_reserve(jeep("A-01", 0, 0)), *riders, soldier("B-01", 600, 600, "B"))
    aboard = ("A-02", "A-03", "A-04")

    assert match.refuses("a", a.Enter("A-01", 600, passengers=(*aboard, "A-05"))) == "WOP-VEH-03"
    match.does("a", a.Enter("A-01", 600, ((600, 300),), passengers=aboard))
    match.does("a", a.EndManoeuvre())
    (opened, shot, _) = match.does("a", a.Shoot("A-02", "rifle", ("B-01",)), 1)

    assert [match.unit(name).aboard for name in aboard] == ["A-01"] * 3
    assert opened.number == 2
    assert (shot.mode, shot.need) == (Mode.MOVING, 5)


@pytest.mark.rule("WOP-VEH-01", "WOP-VEH-13", "WOP-RES-06", "WOP-TEAM-03")
def test_who_may_not_ride_in_from_the_reserve():
    match = turn_of_a(
        kept_in_reserve(jeep("A-01", 0, 0)),
        kept_in_reserve(tank("A-02", 0, 0)),
        kept_in_reserve(soldier("A-03", 0, 0), damage=1),
        soldier("A-04", 900, 300),
        handled_by(kept_in_reserve(soldier("A-05", 0, 0)), "c"),
        kept_in_reserve(soldier("A-06", 0, 0)),
        ENEMY,
        seats=4,
    )

    def ride(vehicle: str, *riders: str) -> str | None:
        return match.refuses("a", a.Enter(vehicle, 600, passengers=riders))

    assert ride("A-01", "A-02") == "WOP-VEH-01"
    assert ride("A-02", "A-06") == "WOP-VEH-01"
    assert ride("A-01", "A-03") == "WOP-RES-06"
    assert ride("A-01", "A-04") == "WOP-RES-06"
    assert ride("A-01", "A-06", "A-06") == "WOP-RES-06"
    assert ride("A-01", "A-05") == "WOP-TEAM-03"
    assert ride("A-01", "B-01") == "WOP-TEAM-03"
    assert ride("A-01", "nobody") == "WOP-TEAM-03"
    assert ride("A-01", "A-06") is None


@pytest.mark.rule("WOP-RES-03", "WOP-VEH-04")
def test_a_soldier_may_come_in_and_board_a_vehicle():
    match = turn_of_a(kept_in_reserve(soldier("A-01", 0, 0)), jeep("A-02", 600, 200), ENEMY)

    events = match.does("a", a.Enter("A-01", 600, ((600, 180),), board="A-02"))

    assert names(events) == ["manoeuvre_opened", "entered", "boarded"]
    assert match.unit("A-01").aboard == "A-02"


# ----------------------------------------------------------------------------------------------- taken off for care


@pytest.mark.rule("WOP-HEAL-01", "WOP-HEAL-02")
def test_a_hurt_unit_whose_move_ends_at_its_own_edge_is_taken_off():
    match = turn_of_a(soldier("A-01", 300, 100, damage=1), ENEMY)

    events = match.does("a", a.Move("A-01", ((300, 20),)))

    assert names(events) == ["manoeuvre_opened", "moved", "withdrawn", "manoeuvre_closed"]
    assert (match.unit("A-01").status, match.place("A-01")) == ("reserve", (None, None, 0))


@pytest.mark.rule("WOP-HEAL-01", "WOP-HEAL-02")
@pytest.mark.parametrize("start", [soldier("A-01", 300, 100, damage=1), soldier("A-01", 300, 101)])
def test_who_is_unhurt_or_not_quite_there_stays(start):
    match = turn_of_a(start, ENEMY)

    match.does("a", a.Move("A-01", ((300, 21 if start.damage else 15),)))

    assert match.unit("A-01").status == "table"


@pytest.mark.rule("WOP-HEAL-02", "WOP-HEAL-03")
def test_a_unit_hurt_at_its_edge_stays_until_it_withdraws():
    match = turn_of_a(soldier("A-01", 300, 15, damage=1), ENEMY)
    assert match.unit("A-01").status == "table"

    events = match.does("a", a.Withdraw("A-01"))

    assert names(events) == ["manoeuvre_opened", "withdrawn", "manoeuvre_closed"]
    assert match.unit("A-01").status == "reserve"


@pytest.mark.rule("WOP-HEAL-03", "WOP-MAN-08", "WOP-MAN-11")
def test_withdrawing_needs_a_hurt_unit_that_is_not_stunned_at_its_own_edge():
    match = turn_of_a(
        soldier("A-01", 300, 15),
        soldier("A-02", 400, 21, damage=1),
        soldier("A-03", 500, 15, damage=1, stunned=True),
        soldier("A-04", 600, 785, damage=1),
        soldier("B-01", 900, 600, "B"),
    )

    refused = [match.refuses("a", a.Withdraw(f"A-0{n}")) for n in (1, 2, 3, 4)]

    assert refused == ["WOP-HEAL-03", "WOP-HEAL-03", "WOP-MAN-11", "WOP-HEAL-03"]


@pytest.mark.rule("WOP-HEAL-04", "WOP-HEAL-06")
def test_a_vehicle_taken_off_takes_everybody_aboard_along():
    match = turn_of_a(
        jeep("A-01", 300, 150, damage=1),
        soldier("A-02", 0, 0, aboard="A-01"),
        soldier("A-03", 0, 0, aboard="A-01", damage=1),
        ENEMY,
    )

    events = match.does("a", a.Move("A-01", ((300, 45),)))

    assert [(event.unit, event.with_vehicle) for event in of_kind(events, Withdrawn)] == [
        ("A-02", "A-01"),
        ("A-03", "A-01"),
        ("A-01", None),
    ]
    assert {match.unit(f"A-0{n}").status for n in (1, 2, 3)} == {"reserve"}
    assert match.unit("A-02").ready_from_turn == 2
    assert match.refuses("a", a.Enter("A-02", 300)) == "WOP-RES-06"
    next_turn(match)
    assert match.refuses("a", a.Enter("A-02", 300)) is None


@pytest.mark.rule("WOP-HEAL-04")
def test_an_unhurt_vehicle_at_its_edge_hands_over_only_its_wounded():
    match = turn_of_a(
        jeep("A-01", 300, 150),
        soldier("A-02", 0, 0, aboard="A-01"),
        soldier("A-03", 0, 0, aboard="A-01", damage=1),
        ENEMY,
    )

    events = match.does("a", a.Move("A-01", ((300, 45),)))

    assert [event.unit for event in of_kind(events, Withdrawn)] == ["A-03"]
    assert [match.unit(f"A-0{n}").status for n in (1, 2, 3)] == ["table", "aboard", "reserve"]
    assert match.position.open is not None


@pytest.mark.rule("WOP-HEAL-01")
def test_getting_aboard_a_vehicle_at_the_edge_is_not_enough():
    match = turn_of_a(jeep("A-01", 300, 40), soldier("A-02", 300, 120, damage=1), ENEMY)

    match.does("a", a.Move("A-02", ((300, 60),), board="A-01"))

    assert match.unit("A-02").status == "aboard"


# ----------------------------------------------------------------------------------------------------------- treated


@pytest.mark.rule("WOP-HEAL-05", "WOP-HEAL-06", "WOP-MAN-03")
def test_one_hurt_goes_in_a_turn_and_the_last_one_makes_the_unit_ready_for_the_next():
    match = turn_of_a(kept_in_reserve(tank("A-01", 0, 0), damage=2), ENEMY)

    (_, first, _) = match.does("a", a.Heal("A-01"))
    assert match.refuses("a", a.Heal("A-01")) == "WOP-MAN-03"
    next_turn(match)
    (_, second, _) = match.does("a", a.Heal("A-01"))

    assert [(event.damage, event.ready_from_turn) for event in (first, second)] == [(1, None), (0, 3)]
    assert isinstance(first, Healed)
    assert match.refuses("a", a.Enter("A-01", 600)) == "WOP-MAN-03"
    next_turn(match)
    assert match.refuses("a", a.Enter("A-01", 600)) is None


@pytest.mark.rule("WOP-HEAL-05")
def test_an_army_may_use_all_its_manoeuvres_for_care():
    match = turn_of_a(*(kept_in_reserve(soldier(f"A-0{n}", 0, 0), damage=1) for n in (1, 2, 3)), ENEMY)

    match.does("a", a.Heal("A-01"))
    match.does("a", a.Heal("A-02"))
    events = match.does("a", a.Heal("A-03"))

    assert names(events)[-2:] == ["turn_ended", "turn_started"]
    assert [match.unit(f"A-0{n}").damage for n in (1, 2, 3)] == [0, 0, 0]


@pytest.mark.rule("WOP-HEAL-07", "WOP-MAN-03")
def test_who_left_the_table_by_his_own_manoeuvre_is_not_treated_this_turn():
    match = turn_of_a(
        soldier("A-01", 300, 100, damage=1),
        jeep("A-02", 600, 150),
        soldier("A-03", 0, 0, aboard="A-02", damage=1),
        ENEMY,
    )
    match.does("a", a.Move("A-01", ((300, 15),)))
    match.does("a", a.Move("A-02", ((600, 40),)))
    match.does("a", a.EndManoeuvre())

    assert match.refuses("a", a.Heal("A-01")) == "WOP-MAN-03"
    assert match.refuses("a", a.Heal("A-03")) is None


@pytest.mark.rule("WOP-HEAL-08")
def test_there_is_no_care_on_the_field_nor_for_the_unhurt():
    match = turn_of_a(soldier("A-01", 300, 100, damage=1), kept_in_reserve(soldier("A-02", 0, 0)), ENEMY)

    assert match.refuses("a", a.Heal("A-01")) == "WOP-HEAL-08"
    assert match.refuses("a", a.Heal("A-02")) == "WOP-HEAL-08"


# --------------------------------------------------------------------------------------------------------------- stuns


@pytest.mark.rule("WOP-DMG-14")
def test_by_the_default_option_nobody_else_removes_a_stun():
    match = turn_of_a(soldier("A-01", 300, 300), soldier("A-02", 330, 300, stunned=True), ENEMY)

    assert match.refuses("a", a.Unstun("A-01", "A-02")) == "WOP-DMG-14"
    assert match.refuses("a", a.Unstun("A-02", "A-02")) is None


@pytest.mark.rule("WOP-DMG-14", "WOP-DMG-15")
def test_a_helper_in_contact_removes_a_stun_and_the_freed_unit_may_act():
    match = turn_of_a(
        soldier("A-01", 300, 300), soldier("A-02", 330, 300, stunned=True, damage=1), ENEMY, unstun_by="helper"
    )

    assert match.refuses("a", a.Unstun("A-02", "A-02")) == "WOP-DMG-14"
    match.does("a", a.Unstun("A-01", "A-02"))

    assert (match.unit("A-02").stunned, match.unit("A-02").damage) == (False, 1)
    assert match.refuses("a", a.Move("A-02", ((400, 300),))) is None
    assert match.refuses("a", a.Move("A-01", ((200, 300),))) == "WOP-MAN-03"


@pytest.mark.rule("WOP-DMG-14")
@pytest.mark.parametrize(
    ("helper", "rule"),
    [
        (soldier("A-01", 300, 300), None),
        (soldier("A-01", 294, 300), "WOP-DMG-14"),
        (soldier("A-01", 300, 300, damage=1), "WOP-DMG-14"),
        (jeep("A-01", 275, 300), "WOP-DMG-14"),
        (soldier("A-01", 300, 300, stunned=True), "WOP-DMG-14"),
    ],
)
def test_a_helper_is_a_fit_soldier_in_contact(helper, rule):
    match = turn_of_a(helper, soldier("A-02", 330, 300, stunned=True), ENEMY, unstun_by="helper")

    assert match.refuses("a", a.Unstun("A-01", "A-02")) == rule


@pytest.mark.rule("WOP-DMG-14")
def test_a_helper_reaches_a_passenger_through_the_vehicle():
    match = turn_of_a(
        soldier("A-01", 300, 300),
        jeep("A-02", 355, 300),
        soldier("A-03", 0, 0, aboard="A-02", stunned=True),
        ENEMY,
        unstun_by="helper",
    )

    match.does("a", a.Unstun("A-01", "A-03"))

    assert not match.unit("A-03").stunned


@pytest.mark.rule("WOP-DMG-14", "WOP-CC-03")
def test_a_helper_in_close_combat_can_only_fight():
    match = turn_of_a(
        soldier("A-01", 300, 300),
        soldier("A-02", 330, 300, stunned=True),
        soldier("B-01", 270, 300, "B"),
        unstun_by="helper",
    )

    assert match.refuses("a", a.Unstun("A-01", "A-02")) == "WOP-CC-03"


# --------------------------------------------------------------------------------------------------- weapons change hands


@pytest.mark.rule("WOP-DROP-03", "WOP-DROP-06", "WOP-MAN-07")
def test_a_soldier_who_moved_next_to_a_weapon_picks_it_up_as_his_action():
    match = turn_of_a(soldier("A-01", 300, 300), ENEMY, WeaponToken("token-1", "machine_gun", 300, 430))

    assert match.refuses("a", a.PickUp("A-01", "token-1")) == "WOP-DROP-05"
    match.does("a", a.Move("A-01", ((300, 400),)))
    events = match.does("a", a.PickUp("A-01", "token-1"))

    assert names(events) == ["weapon_taken", "manoeuvre_closed"]
    assert match.unit("A-01").special == ("machine_gun",)
    assert match.position.tokens == ()
    assert match.refuses("a", a.Shoot("A-01", "machine_gun", ("B-01",))) == "WOP-MAN-03"


@pytest.mark.rule("WOP-DROP-07")
def test_he_changes_weapons_by_dropping_one_and_picking_up_another():
    bearer = soldier("A-01", 300, 300, special=("machine_gun",))
    match = turn_of_a(bearer, ENEMY, WeaponToken("token-1", "heavy_weapon", 300, 320))

    assert match.refuses("a", a.PickUp("A-01", "token-1")) == "WOP-DROP-07"
    match.does("a", a.DropWeapon("A-01", "machine_gun"))
    match.does("a", a.PickUp("A-01", "token-1"))

    assert match.unit("A-01").special == ("heavy_weapon",)
    assert [(token.id, token.weapon) for token in match.position.tokens] == [("token-2", "machine_gun")]


@pytest.mark.rule("WOP-DROP-08")
def test_he_takes_the_weapon_of_a_stunned_companion_who_spends_nothing():
    bearer = soldier("A-02", 330, 300, special=("heavy_weapon",), stunned=True)
    match = turn_of_a(soldier("A-01", 300, 300), bearer, ENEMY)

    match.does("a", a.TakeWeapon("A-01", "A-02", "heavy_weapon"))

    assert (match.unit("A-01").special, match.unit("A-02").special) == (("heavy_weapon",), ())
    assert match.unit("A-02").acted_on_turn is None


@pytest.mark.rule("WOP-DROP-09", "WOP-DMG-06")
@pytest.mark.parametrize(("state", "rule"), [({"damage": 1}, "WOP-DMG-06"), ({"stunned": True}, "WOP-MAN-11")])
def test_the_wounded_and_the_stunned_touch_no_weapons(state, rule):
    match = turn_of_a(
        soldier("A-01", 300, 300, **state),
        soldier("A-02", 330, 300, special=("machine_gun",)),
        ENEMY,
        WeaponToken("token-1", "heavy_weapon", 300, 320),
    )
    bearing = changed(match, "A-01", special=("artillery",))

    assert match.refuses("a", a.PickUp("A-01", "token-1")) == rule
    assert match.refuses("a", a.TakeWeapon("A-01", "A-02", "machine_gun")) == rule
    assert bearing.refuses("a", a.DropWeapon("A-01", "artillery")) == rule
