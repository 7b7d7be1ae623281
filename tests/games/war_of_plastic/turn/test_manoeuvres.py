"""Manoeuvres: who may act, which refusal comes first, what opens and closes one."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.offering import name_of
from app.systems.war_of_plastic.book.state import WeaponToken
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.turn.manoeuvres import Readiness, may_act
from tests.games.war_of_plastic.battlefield import jeep, rules, soldier, tank
from tests.games.war_of_plastic.matches import (
    Match,
    changed,
    handled_by,
    kept_in_reserve,
    names,
    next_turn,
    turn_of_a,
)


def five(**options: Any) -> Match:
    """Five soldiers of A in a row in the south, one enemy far away."""
    row = [soldier(f"A-0{n}", 100 * n, 100) for n in range(1, 6)]
    return turn_of_a(*row, soldier("B-01", 600, 700, "B"), **options)


def walk(name: str, x: int, y: int = 150) -> a.Move:
    """A short straight move."""
    return a.Move(name, ((x, y),))


# --------------------------------------------------------------------------------------- the order of refusals, pure


EVERYTHING_WRONG: dict[str, Any] = {
    "own_turn": False,
    "handles": False,
    "status": "destroyed",
    "other_open": True,
    "acted": True,
    "manoeuvres_used": 3,
    "stunned": True,
    "damage": 1,
    "engaged": True,
    "moved": True,
}


@pytest.mark.rule("WOP-MAN-14", "WOP-TEAM-03", "WOP-MAN-15", "WOP-MAN-05", "WOP-MAN-03", "WOP-MAN-01", "WOP-MAN-13")
@pytest.mark.rule("WOP-MAN-11", "WOP-DMG-06", "WOP-CC-03", "WOP-VEH-11", "WOP-DMG-13")
def test_the_first_reason_of_the_table_is_the_refusal():
    wrong = dict(EVERYTHING_WRONG)
    seen = []

    for right in (
        {},
        {"own_turn": True},
        {"handles": True},
        {"status": "reserve"},
        {"other_open": False},
        {"acted": False},
        {"manoeuvres_used": 2},
        {"status": "aboard"},
        {"stunned": False},
        {"damage": 0},
        {"engaged": False},
    ):
        wrong |= right
        seen.append(may_act(Readiness("pick_up", **wrong), rules()))

    assert seen == [
        "WOP-MAN-14",
        "WOP-TEAM-03",
        "WOP-MAN-15",
        "WOP-MAN-05",
        "WOP-MAN-03",
        "WOP-MAN-01",
        "WOP-MAN-13",
        "WOP-MAN-11",
        "WOP-DMG-06",
        "WOP-CC-03",
        "WOP-VEH-11",
    ]


@pytest.mark.rule("WOP-MAN-14", "WOP-MAN-06", "WOP-MAN-08")
@pytest.mark.parametrize(
    ("standing", "rule"),
    [
        (Readiness("move", prompt_waiting=True), "WOP-MAN-14"),
        (Readiness("move", is_open=True, moved=True), "WOP-MAN-06"),
        (Readiness("move", is_open=True, entered=True), "WOP-MAN-06"),
        (Readiness("move", is_open=True, dropped=True), None),
        (Readiness("shoot", is_open=True, moved=True), None),
        (Readiness("withdraw", is_open=True, moved=True), "WOP-MAN-08"),
        (Readiness("withdraw", is_open=True, dropped=True), "WOP-MAN-08"),
        (Readiness("unstun", is_open=True, entered=True), "WOP-MAN-08"),
        (Readiness("shoot", is_open=True, manoeuvres_used=3), None),
        (Readiness("shoot", manoeuvres_used=2), None),
        (Readiness("shoot", manoeuvres_used=3), "WOP-MAN-01"),
    ],
)
def test_the_open_manoeuvre_decides_what_may_follow(standing, rule):
    assert may_act(standing, rules()) == rule


@pytest.mark.rule("WOP-MAN-13", "WOP-DMG-06", "WOP-MAN-07")
def test_what_each_state_leaves_open():
    acts = (
        *("move", "enter", "shoot", "fight", "assault", "pick_up", "take_weapon"),
        *("drop_weapon", "unstun", "heal", "withdraw"),
    )

    def left(**state: Any) -> set[str]:
        return {act for act in acts if may_act(Readiness(act, **state), rules()) is None}

    assert left(status="reserve") == {"enter", "heal", "unstun"}
    assert left(stunned=True) == {"unstun"}
    assert left(damage=1) == {"move", "enter", "unstun", "heal", "withdraw"}
    assert left(damage=1, type="light") == set(acts)
    assert left(engaged=True) == {"fight"}
    assert left(status="aboard") == {"move", "enter", "shoot", "unstun", "heal", "withdraw"}


# ----------------------------------------------------------------------------------------------------------- at the table


@pytest.mark.rule("WOP-MAN-01", "WOP-MAN-10", "WOP-MAN-16")
def test_a_turn_has_three_manoeuvres_and_ends_by_itself_when_the_third_is_closed():
    match = five()
    for number in (1, 2, 3):
        match.does("a", walk(f"A-0{number}", 100 * number))
        assert match.position.manoeuvres_used == number
        events = match.does("a", a.EndManoeuvre())

    assert names(events) == ["manoeuvre_closed", "turn_ended", "turn_started"]
    assert match.position.army_to_act == "B"


@pytest.mark.rule("WOP-MAN-01")
def test_a_fourth_manoeuvre_is_refused_and_the_third_may_still_act():
    match = five()
    for number in (1, 2):
        match.does("a", walk(f"A-0{number}", 100 * number))
        match.does("a", a.EndManoeuvre())
    match.does("a", walk("A-03", 300))

    assert match.refuses("a", a.Shoot("A-03", "rifle", ("B-01",))) == "WOP-SHOT-18"
    assert match.refuses("a", walk("A-04", 400)) == "WOP-MAN-05"


@pytest.mark.rule("WOP-MAN-03", "WOP-MAN-04")
def test_a_unit_makes_one_manoeuvre_in_a_turn_and_none_after_it_acted():
    match = turn_of_a(soldier("A-01", 100, 100), soldier("B-01", 100, 400, "B"))
    match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1)

    assert match.refuses("a", walk("A-01", 100)) == "WOP-MAN-03"
    assert match.refuses("a", a.Shoot("A-01", "rifle", ("B-01",))) == "WOP-MAN-03"
    next_turn(match)
    assert match.refuses("a", walk("A-01", 100)) is None


@pytest.mark.rule("WOP-MAN-02", "WOP-MAN-04", "WOP-MAN-06")
def test_a_manoeuvre_is_one_move_then_one_action():
    match = turn_of_a(soldier("A-01", 100, 100), soldier("B-01", 100, 400, "B"))

    match.does("a", walk("A-01", 100))
    assert match.refuses("a", walk("A-01", 200)) == "WOP-MAN-06"
    events = match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1)

    assert names(events) == ["shot", "manoeuvre_closed"]
    assert match.position.open is None


@pytest.mark.rule("WOP-MAN-02", "WOP-MAN-16")
def test_either_part_of_a_manoeuvre_may_be_left_out():
    match = turn_of_a(soldier("A-01", 100, 100), soldier("A-02", 300, 100), soldier("B-01", 100, 400, "B"))

    events = match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1)
    match.does("a", walk("A-02", 300))
    match.does("a", a.EndManoeuvre())

    assert names(events) == ["manoeuvre_opened", "shot", "manoeuvre_closed"]
    assert match.position.manoeuvres_used == 2


@pytest.mark.rule("WOP-MAN-05")
def test_manoeuvres_are_done_one_after_the_other():
    match = five()
    match.does("a", walk("A-01", 100))

    assert match.refuses("a", walk("A-02", 200)) == "WOP-MAN-05"
    assert match.refuses("a", a.Shoot("A-02", "rifle", ("B-01",))) == "WOP-MAN-05"
    match.does("a", a.EndManoeuvre())
    assert match.refuses("a", walk("A-02", 200)) is None


@pytest.mark.rule("WOP-MAN-08")
def test_withdrawing_and_unstunning_take_the_complete_manoeuvre():
    hurt = jeep("A-01", 300, 100, damage=1, weapons=("machine_gun",))
    match = turn_of_a(hurt, soldier("A-02", 600, 100), soldier("A-03", 630, 100, stunned=True), unstun_by="helper")
    match.does("a", walk("A-01", 300, 45))
    assert match.unit("A-01").status == "reserve"

    match.does("a", walk("A-02", 600, 101))
    assert match.refuses("a", a.Unstun("A-02", "A-03")) == "WOP-MAN-08"


@pytest.mark.rule("WOP-MAN-09")
def test_the_captain_may_end_the_turn_with_manoeuvres_unused():
    unused, moved = five(), five()
    moved.does("a", walk("A-01", 100))

    unused.does("a", a.EndTurn())
    events = moved.does("a", a.EndTurn())

    assert unused.position.army_to_act == moved.position.army_to_act == "B"
    assert names(events)[0] == "manoeuvre_closed"
    assert moved.unit("A-01").acted_on_turn == 1


@pytest.mark.rule("WOP-MAN-11", "WOP-DMG-13", "WOP-DMG-14")
def test_a_stunned_unit_does_nothing_but_shake_off_its_stun():
    match = turn_of_a(soldier("A-01", 100, 100, stunned=True), soldier("B-01", 100, 400, "B"))

    assert match.refuses("a", walk("A-01", 100)) == "WOP-MAN-11"
    assert match.refuses("a", a.Shoot("A-01", "rifle", ("B-01",))) == "WOP-MAN-11"
    events = match.does("a", a.Unstun("A-01", "A-01"))

    assert names(events) == ["manoeuvre_opened", "unstunned", "manoeuvre_closed"]
    assert match.refuses("a", walk("A-01", 100)) == "WOP-MAN-03"


@pytest.mark.rule("WOP-MAN-12", "WOP-VEH-08", "WOP-VEH-12")
def test_being_carried_costs_a_passenger_nothing():
    match = turn_of_a(jeep("A-01", 300, 300, stunned=False), soldier("A-02", 0, 0, aboard="A-01"))
    match.does("a", walk("A-01", 300, 500))
    match.does("a", a.EndManoeuvre())
    match = changed(match, "A-01", stunned=True)

    match.does("a", walk("A-02", 300, 560))

    assert match.place("A-02") == (300, 560, 0)
    assert match.position.manoeuvres_used == 2


@pytest.mark.rule("WOP-MAN-15")
def test_a_destroyed_unit_does_nothing_any_more():
    fallen = soldier("A-01", 100, 100, status="destroyed")
    match = turn_of_a(fallen, soldier("A-02", 300, 100), seats=4)

    assert match.refuses("a", walk("A-01", 100)) == "WOP-MAN-15"
    assert match.refuses("a", a.Delegate("A-01", "c")) == "WOP-MAN-15"
    assert match.offered("a", "A-01") == []


@pytest.mark.rule("WOP-MAN-16")
def test_a_move_of_wounded_infantry_closes_its_manoeuvre():
    match = turn_of_a(soldier("A-01", 300, 300, damage=1))

    events = match.does("a", walk("A-01", 300, 350))

    assert names(events) == ["manoeuvre_opened", "moved", "manoeuvre_closed"]


@pytest.mark.rule("WOP-MAN-16", "WOP-DROP-01", "WOP-DROP-02")
def test_dropping_a_weapon_opens_the_manoeuvre_and_leaves_move_and_action():
    gunner = soldier("A-01", 100, 100, special=("machine_gun",))
    match = turn_of_a(gunner, soldier("B-01", 100, 400, "B"))

    events = match.does("a", a.DropWeapon("A-01", "machine_gun"))
    assert names(events) == ["manoeuvre_opened", "weapon_dropped"]
    assert match.position.manoeuvres_used == 1
    match.does("a", walk("A-01", 100))
    match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1)

    assert [(token.id, token.weapon, token.x_mm, token.y_mm) for token in match.position.tokens] == [
        ("token-1", "machine_gun", 100, 100)
    ]


@pytest.mark.rule("WOP-MAN-16", "WOP-AREA-05")
def test_a_manoeuvre_closes_when_its_unit_is_destroyed():
    thrower, target = soldier("A-01", 300, 300), soldier("B-01", 300, 340, "B", damage=1)
    match = turn_of_a(thrower, soldier("A-02", 800, 100), target, soldier("B-02", 800, 700, "B"))

    match.does("a", a.Shoot("A-01", "grenade", ("B-01",)), 6, 1, 1)

    assert match.unit("A-01").status == match.unit("B-01").status == "destroyed"
    assert match.position.open is None
    assert match.position.manoeuvres_used == 1


@pytest.mark.rule("WOP-MAN-16", "WOP-TEAM-03", "WOP-TEAM-04")
def test_an_open_manoeuvre_is_ended_by_its_handler_or_the_captain():
    match = turn_of_a(
        soldier("A-01", 100, 100), handled_by(soldier("A-02", 300, 100), "c"), seats=6, team_control="owner"
    )
    match.does("c", walk("A-02", 300))

    assert match.refuses("e", a.EndManoeuvre()) == "WOP-TEAM-03"
    assert match.refuses("a", a.EndManoeuvre()) is None
    assert match.refuses("c", a.EndManoeuvre()) is None
    assert match.refuses("b", a.EndManoeuvre()) == "WOP-MAN-14"


# ------------------------------------------------------------------------------------------------------- whose unit it is


@pytest.mark.rule("WOP-TEAM-03")
def test_only_a_units_handler_acts_with_it():
    mine, his = soldier("A-01", 100, 100), handled_by(soldier("A-02", 300, 100), "c")
    match = turn_of_a(mine, his, soldier("B-01", 600, 700, "B"), seats=4)

    assert match.refuses("a", walk("A-02", 300)) == "WOP-TEAM-03"
    assert match.refuses("c", walk("A-01", 100)) == "WOP-TEAM-03"
    assert match.refuses("a", walk("B-01", 600, 650)) == "WOP-TEAM-03"
    assert match.refuses("a", walk("nobody", 600, 650)) == "WOP-TEAM-03"
    assert match.refuses("c", walk("A-02", 300)) is None


@pytest.mark.rule("WOP-TEAM-03")
def test_with_shared_control_any_seat_of_the_army_acts_with_any_of_its_units():
    mine, his = soldier("A-01", 100, 100), handled_by(soldier("A-02", 300, 100), "c")
    match = turn_of_a(mine, his, soldier("B-01", 600, 700, "B"), seats=4, team_control="shared")

    assert match.refuses("a", walk("A-02", 300)) is None
    assert match.refuses("c", walk("A-01", 100)) is None
    assert match.refuses("a", walk("B-01", 600, 650)) == "WOP-TEAM-03"


@pytest.mark.rule("WOP-TEAM-03")
def test_a_unit_is_handed_over_by_its_owner_or_the_captain_at_any_time():
    his = handled_by(soldier("A-02", 300, 100), "c")
    match = turn_of_a(soldier("A-01", 100, 100), his, soldier("B-01", 600, 700, "B"), seats=6)
    match.does("a", a.EndTurn())
    assert match.refuses("e", a.Delegate("A-02", "e")) == "WOP-TEAM-03"
    assert match.refuses("b", a.Delegate("A-02", "a")) == "WOP-TEAM-03"

    match.does("c", a.Delegate("A-02", "e"))
    assert match.refuses("e", a.Delegate("A-02", "c")) == "WOP-TEAM-03"
    match.does("a", a.Delegate("A-02", "a"))

    assert match.unit("A-02").handler == "a"
    assert match.unit("A-02").owner == "c"
    match.does("b", a.EndTurn())
    assert match.refuses("a", walk("A-02", 300)) is None


@pytest.mark.rule("WOP-TEAM-03")
@pytest.mark.parametrize("seat", ["b", "g", "a"])
def test_a_unit_is_handed_over_only_to_another_seat_of_its_army(seat):
    match = turn_of_a(soldier("A-01", 100, 100), soldier("B-01", 600, 700, "B"), seats=4)

    assert match.refuses("a", a.Delegate("A-01", seat)) == "WOP-TEAM-03"
    assert match.refuses("a", a.Delegate("A-01", "c")) is None


# --------------------------------------------------------------------------------------------- one refusal for each attempt


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (a.Move("A-03", ((300, 60),)), "WOP-MAN-13"),
        (a.Shoot("A-03", "rifle", ("B-01",)), "WOP-MAN-13"),
        (a.Fight("A-02", "B-01"), "WOP-VEH-11"),
        (a.PickUp("A-02", "token-1"), "WOP-VEH-11"),
        (a.DropWeapon("A-04", "heavy_weapon"), "WOP-DROP-04"),
        (a.PickUp("A-04", "token-1"), "WOP-DROP-04"),
        (a.TakeWeapon("A-04", "A-05", "machine_gun"), "WOP-DROP-04"),
        (a.DropWeapon("A-05", "rifle"), "WOP-DROP-02"),
        (a.DropWeapon("A-05", "heavy_weapon"), "WOP-DROP-02"),
        (a.PickUp("A-05", "token-2"), "WOP-DROP-05"),
        (a.PickUp("A-05", "token-1"), "WOP-DROP-05"),
        (a.TakeWeapon("A-05", "A-06", "machine_gun"), "WOP-DROP-05"),
        (a.Fight("A-05", "B-01"), "WOP-CC-09"),
        (a.Fight("A-04", "B-01"), "WOP-CC-09"),
        (a.Assault("A-05", "B-02", "grenade"), "WOP-CCV-07"),
        (a.Assault("A-06", "B-02", "artillery"), "WOP-CCV-04"),
        (a.Assault("A-06", "B-02", "machine_gun"), "WOP-SHOT-02"),
        (a.Assault("A-04", "B-02", "heavy_weapon"), "WOP-CCV-07"),
        (a.Shoot("A-05", "pistol", ("B-01",)), "WOP-SHOT-02"),
        (a.Shoot("A-05", "nothing", ("B-01",)), "WOP-SHOT-02"),
        (a.Shoot("A-05", "rifle", ("A-06",)), "WOP-SHOT-03"),
        (a.Shoot("A-05", "rifle", ("B-01",) * 30), "WOP-BURST-01"),
        (a.Heal("A-05"), "WOP-HEAL-08"),
        (a.Heal("A-03"), "WOP-HEAL-08"),
        (a.Unstun("A-05", "A-05"), "WOP-DMG-14"),
        (a.Unstun("A-05", "nobody"), "WOP-DMG-14"),
        (a.Withdraw("A-05"), "WOP-HEAL-03"),
        (a.Withdraw("A-02"), "WOP-HEAL-03"),
        (a.Enter("A-05", 300), "WOP-RES-06"),
        (a.Move("A-05", ((505, 100),), board="A-04"), "WOP-VEH-01"),
        (a.Move("A-05", ((505, 100),), board="nobody"), "WOP-VEH-01"),
        (a.Move("A-05", ((505, 100),), board="A-01"), "WOP-VEH-04"),
    ],
    ids=lambda value: name_of(value) if not isinstance(value, str) else value,
)
@pytest.mark.rule("WOP-MAN-13", "WOP-VEH-11", "WOP-DROP-02", "WOP-DROP-04", "WOP-DROP-05", "WOP-CC-09", "WOP-CCV-07")
@pytest.mark.rule("WOP-CCV-04", "WOP-SHOT-02", "WOP-SHOT-03", "WOP-BURST-01", "WOP-HEAL-08", "WOP-DMG-14")
@pytest.mark.rule("WOP-HEAL-03", "WOP-RES-06", "WOP-VEH-01", "WOP-VEH-04")
def test_each_attempt_is_refused_by_the_rule_of_the_table(action, rule):
    match = turn_of_a(
        jeep("A-01", 300, 300),
        soldier("A-02", 0, 0, aboard="A-01"),
        kept_in_reserve(soldier("A-03", 0, 0)),
        tank("A-04", 700, 100),
        soldier("A-05", 500, 100, special=("machine_gun",)),
        soldier("A-06", 835, 600, special=("artillery",)),
        soldier("B-01", 500, 400, "B"),
        tank("B-02", 900, 600, "B"),
        WeaponToken("token-1", "heavy_weapon", 100, 600),
    )

    assert match.refuses("a", action) == rule


@pytest.mark.rule("WOP-SHOT-23")
def test_damaged_vehicles_shoot_only_where_the_room_lets_them():
    hurt, enemy = tank("A-01", 300, 300, damage=1), soldier("B-01", 300, 500, "B")

    allowed = turn_of_a(hurt, enemy)
    forbidden = turn_of_a(hurt, enemy, damaged_vehicles_shoot=False)

    assert allowed.refuses("a", a.Shoot("A-01", "heavy_weapon", ("B-01",))) is None
    assert forbidden.refuses("a", a.Shoot("A-01", "heavy_weapon", ("B-01",))) == "WOP-SHOT-23"
    assert "shoot" not in forbidden.offered("a", "A-01")


@pytest.mark.rule("WOP-DROP-02")
def test_a_weapon_is_not_dropped_after_moving():
    match = turn_of_a(soldier("A-01", 100, 100, special=("machine_gun",)), soldier("B-01", 600, 700, "B"))
    match.does("a", walk("A-01", 100))

    assert match.refuses("a", a.DropWeapon("A-01", "machine_gun")) == "WOP-DROP-02"
