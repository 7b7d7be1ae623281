"""Sites, shooters, initiative, hits: the pure half of combat."""

from __future__ import annotations

import pytest

from app.engine.dice import GivenDice
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.fight import hit_checks, initiative, site_list
from app.systems.open_wars.fight.settling import settle
from tests.games.open_wars.fields import A, B, C, field, marked, stack
from tests.games.open_wars.tables import rules

LINE = ("plains", "plains", "plains")


def ref(cell: str, seat, unit: str) -> UnitRef:
    return UnitRef(cell, seat, unit)


@pytest.mark.rule("OW-RNG-01", "OW-RNG-02", "OW-GEO-06", "OW-GEO-05")
def test_a_shooter_reaches_in_straight_lines_over_whatever_lies_between():
    archer = stack(A, "elves.archer", "A1")
    far = stack(B, "orcs.axer", "C1", first=5)
    aside = stack(B, "orcs.axer", "B2", first=6)
    rows = (("plains", "mountain", "plains"), LINE)
    arrow = marked("spectral_arrow", 1, range=1)
    unit = ref("A1", A, "elves.archer")

    assert site_list.targets(field(*archer, *far, *aside, rows=rows), unit) == ()
    assert site_list.targets(field(*archer, *far, *aside, rows=rows, effects=(arrow,)), unit) == (("C1", B),)
    steps = field(*archer, *far, *aside, rows=rows, effects=(arrow,), under=rules(range_geometry="steps"))
    assert site_list.targets(steps, unit) == (("C1", B), ("B2", B))


@pytest.mark.rule("OW-RNG-05", "OW-RNG-04", "OW-ATK-01", "OW-ATK-05")
def test_an_attack_is_refused_with_the_rule_it_breaks():
    archer, near = stack(A, "elves.archer", "A1"), stack(B, "orcs.axer", "A1", first=5)
    beside, far = stack(B, "orcs.axer", "B1", first=6), stack(C, "undead.zombie", "C1", first=7)
    unit = ref("A1", A, "elves.archer")

    alone, beset = field(*archer, *beside, *far, rows=(LINE,)), field(*archer, *near, *beside, rows=(LINE,))

    assert site_list.attack_refusal(alone, unit, "B1", B) is None
    assert site_list.attack_refusal(alone, unit, "C1", C).rule == "OW-RNG-04"
    assert site_list.attack_refusal(alone, unit, "B1", C).rule == "OW-ATK-01"
    assert site_list.attack_refusal(beset, unit, "B1", B).rule == "OW-RNG-05"
    assert site_list.attack_refusal(field(*archer, rows=(LINE,)), unit, "B1", B).rule == "OW-ATK-05"


@pytest.mark.rule("OW-SITE-06", "OW-RNG-07", "OW-RNG-03")
def test_only_units_with_something_to_shoot_are_shooters():
    archers, tired = stack(A, "elves.archer", "A1"), stack(A, "elves.fairy", "A1", first=3, acted=True)
    warriors, enemy = stack(A, "elves.warrior", "A1", first=5), stack(B, "orcs.axer", "B1", first=9)

    here = field(*archers, *tired, *warriors, *enemy, rows=(LINE,))

    assert site_list.shooters(here, "A1") == (ref("A1", A, "elves.archer"),)


@pytest.mark.rule("OW-SITE-02", "OW-SITE-05", "OW-SITE-04")
def test_the_list_of_sites_is_worked_out_from_the_position():
    one, other = stack(A, "orcs.axer", "A1"), stack(B, "elves.warrior", "A1", first=2)
    late = stack(A, "orcs.axer", "C1", first=5), stack(B, "elves.warrior", "C1", first=6)

    both = field(*one, *other, *late[0], *late[1], rows=(LINE,))

    assert site_list.waiting_sites(both, "melee", ()) == ("A1", "C1")
    assert site_list.waiting_sites(both, "melee", ("A1",)) == ("C1",)
    assert site_list.site_chooser(both, "melee", ("A1", "C1")) == A
    assert site_list.site_chooser(both, "melee", ("C1",)) is None


@pytest.mark.rule("OW-UNIT-13", "OW-INI-01")
def test_a_unit_acts_with_the_lowest_initiative_of_its_tokens_still_to_act():
    pair = stack(A, "orcs.brutus", "A1", 2)
    roar = marked("jungle_roar", 1, initiative=1)
    slow = marked("aura_of_terror", 2, number=2, initiative=-1)
    unit = ref("A1", A, "orcs.brutus")

    assert initiative.contender(field(*pair, effects=(roar,)), unit).initiative == 2
    assert initiative.contender(field(*pair, effects=(roar, slow)), unit).initiative == 1
    rested = stack(A, "orcs.brutus", "A1")[0], stack(A, "orcs.brutus", "A1", first=2, acted=True)[0]
    assert initiative.contender(field(*rested, effects=(roar, slow)), unit).initiative == 3
    assert initiative.contender(field(*stack(A, "orcs.brutus", "A1", acted=True)), unit) is None


@pytest.mark.rule("OW-INI-05", "OW-DICE-02")
def test_three_tied_seats_roll_in_turn_order_and_the_best_again():
    kinds = rules().units
    units = [
        initiative.Contender("x", A, kinds["orcs.axer"], 1),
        initiative.Contender("y", B, kinds["undead.wraith"], 1),
        initiative.Contender("z", C, kinds["demons.hellhound"], 1),
    ]
    dice = GivenDice((5, 2, 5, 1, 6))

    found = initiative.next_unit(rules(), units, (C, A, B), dice)

    assert found == initiative.Next(B, ("y",))
    assert [roll.purpose for roll in dice.rolls] == [f"initiative: {seat}" for seat in "cabcb"]
    assert initiative.next_unit(rules(), [], (A,), dice) is None


@pytest.mark.rule("OW-HIT-04")
def test_tokens_that_differ_are_classes_and_the_highest_id_stands_for_each():
    plain, hasty = stack(A, "orcs.axer", "A1", 2), stack(A, "orcs.axer", "A1", first=3, acted=True)
    here = field(*plain, *hasty)
    room = hit_checks.capacities(here, "A1", A)

    assert [token.id for token in hit_checks.candidates(here, "A1", A, room)] == [2, 3]
    moved = field(*plain, *stack(A, "orcs.axer", "A1", first=3, spent=1))
    assert [token.id for token in hit_checks.candidates(moved, "A1", A, room)] == [3]
    assert [token.id for token in hit_checks.candidates(moved, "A1", A, room, with_points=True)] == [2, 3]


@pytest.mark.rule("OW-HIT-05", "OW-HIT-01", "OW-HIT-12")
def test_a_unit_can_take_as_many_hits_as_it_has_hit_points():
    hero, axers = stack(A, "orcs.gorath", "A1"), stack(A, "orcs.axer", "A1", 3, first=5)
    here = field(*hero, *axers, *stack(B, "orcs.axer", "A1", first=9))

    assert hit_checks.capacities(here, "A1", A) == {"orcs.gorath": 2, "orcs.axer": 3}
    assert hit_checks.capacities(here, "A1", A, "orcs.gorath") == {"orcs.gorath": 2}
    assert hit_checks.candidates(here, "A1", A, {"orcs.axer": 0, "orcs.gorath": 0}) == ()


@pytest.mark.rule("OW-HIT-06", "OW-DICE-04")
def test_a_hit_meets_charges_then_grace_then_the_card_then_mithril():
    guards = stack(A, "dwarves.guard", "A1", 3)
    effects = (
        marked("unbreakable_walls", 1, 2, 3, number=1, groups=((1, 2, 3),)),
        marked("mystic_shield", 1, 2, 3, number=2, groups=((1, 2, 3),)),
        marked("elven_grace", 1, number=3),
        marked("mithril_armor", 1, 2, 3, number=4),
    )
    here, unit = field(*guards, rows=(("bridge_of_the_brave",),), effects=effects), ref("A1", A, "dwarves.guard")

    first = hit_checks.check_hit(here, unit, GivenDice(()), may_try_grace=True, struck=False)
    assert (first.stopped, first.charge.effect, first.uses_capacity) == ("walls", 1, False)
    second = hit_checks.check_hit(here.with_effects(effects[1:]), unit, GivenDice(()), may_try_grace=True, struck=False)
    assert second.stopped == "shield"
    third = hit_checks.check_hit(
        here.with_effects(effects[2:]), unit, GivenDice((3, 6)), may_try_grace=True, struck=True
    )
    assert (third.stopped, third.graced) == ("card", True)
    assert [entry[0] for entry in third.dice] == ["elven_grace", "bridge_of_the_brave"]
    fourth = hit_checks.check_hit(
        here.with_effects(effects[2:]), unit, GivenDice((1,)), may_try_grace=False, struck=True
    )
    assert (fourth.stopped, fourth.uses_capacity) == ("mithril", True)
    fifth = hit_checks.check_hit(
        here.with_effects(effects[2:]), unit, GivenDice((1,)), may_try_grace=False, struck=False
    )
    assert fifth.stopped is None


@pytest.mark.rule("OW-UNIT-13", "OW-HIT-07")
def test_a_charge_works_while_one_of_its_tokens_is_in_the_unit():
    guards = stack(A, "dwarves.guard", "A1", 3)
    walls = marked("unbreakable_walls", 3, groups=((3,),))

    stopped = settle(field(*guards, effects=(walls,)), "A1", A, 1, GivenDice(()), ("dwarves.guard",))
    elsewhere = settle(
        field(*guards, effects=(marked("unbreakable_walls", 9, groups=((9,),)),)), "A1", A, 1, GivenDice(())
    )

    assert stopped.stopped == 1
    assert elsewhere.lost == {"dwarves.guard": 1}


@pytest.mark.rule("OW-END-02")
def test_rounds_to_the_end_stop_after_ten():
    options = rules(combat_rounds="to_the_end").options

    def end(number: int) -> tuple[bool, bool]:
        found = site_list.site_end(options, "melee", opponents=2, units_not_acted=0, round=number, attacks=1)
        return found.over, found.new_round

    assert end(9) == (False, True)
    assert end(10) == (True, False)


@pytest.mark.rule("OW-RNG-06")
def test_a_ranged_site_has_no_second_round():
    options = rules(combat_rounds="to_the_end").options

    assert site_list.site_end(options, "ranged", opponents=1, units_not_acted=0, attacks=1).over
