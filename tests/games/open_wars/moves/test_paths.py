"""Judging and walking paths."""

from __future__ import annotations

import pytest

from app.engine.dice import GivenDice
from app.systems.open_wars.book.scenarios import Approach
from app.systems.open_wars.moves import paths
from app.systems.open_wars.moves.walking import Step, walk
from tests.games.open_wars.fields import A, B, field, marked, stack
from tests.games.open_wars.tables import rules

ROAD = ("plains", "plains", "plains", "plains")


def rule_of(refusal) -> str | None:
    return None if refusal is None else str(refusal.rule)


@pytest.mark.rule("OW-MOV-09")
def test_a_group_is_tokens_of_one_unit_in_one_cell():
    two = field(
        *stack(A, "orcs.axer", "A1", 2), *stack(A, "orcs.axer", "B1", first=3), *stack(B, "orcs.axer", "A1", first=4)
    )

    assert paths.group_of(two, A, (2, 1)) is not None
    for ids in ((1, 3), (1, 4), (1, 1), (9,), ()):
        assert rule_of(paths.move_refusal(two, A, ids, ("A2",))) == "OW-MOV-09"
    assert rule_of(paths.move_refusal(two, B, (1,), ("A2",))) == "OW-MOV-09"


@pytest.mark.rule("OW-MOV-02", "OW-GEO-02")
@pytest.mark.parametrize("path", [(), ("B2",), ("C1",), ("A1",), ("A3",), ("Z9",)])
def test_a_step_goes_to_a_card_beside(path):
    lone = field(*stack(A, "amazons.zarina", "A1"))

    assert rule_of(paths.move_refusal(lone, A, (1,), path)) == "OW-MOV-02"


@pytest.mark.rule("OW-MOV-11", "OW-CARD-11")
def test_no_path_goes_beyond_a_card_that_halts():
    bay = field(*stack(A, "elves.swan_ship", "A1"), rows=(("water", "mermaids_bay", "water"),))

    assert paths.move_refusal(bay, A, (1,), ("B1",)) is None
    assert rule_of(paths.move_refusal(bay, A, (1,), ("B1", "C1"))) == "OW-MOV-11"


@pytest.mark.rule("OW-STK-06", "OW-CARD-06")
def test_on_frozen_peaks_the_stack_limit_holds_in_crossing():
    peaks = ("plains", "frozen_peaks", "plains")
    scouts = stack(A, "barbarians.scout", "A1"), stack(A, "barbarians.scout", "B1", 4, first=5)
    riders = stack(A, "orcs.wolf_rider", "A1"), stack(A, "orcs.wolf_rider", "B1", 4, first=5)

    assert (
        rule_of(paths.move_refusal(field(*scouts[0], *scouts[1], rows=(peaks,)), A, (1,), ("B1", "C1"))) == "OW-STK-02"
    )
    assert paths.move_refusal(field(*riders[0], *riders[1], rows=(peaks,)), A, (1,), ("B1", "C1")) is None


@pytest.mark.rule("OW-MOV-12")
def test_a_move_whose_first_step_is_no_longer_legal_is_void():
    scouts = stack(A, "barbarians.scout", "A1", 2)
    enemy = stack(B, "elves.warrior", "A1", first=9)
    dice = GivenDice(())

    free = walk(field(*scouts, rows=(ROAD,)), scouts, ("B1", "C1"), dice)
    void = walk(field(*scouts, *enemy, rows=(ROAD,)), scouts, ("B1", "C1"), dice)
    gone = walk(field(rows=(ROAD,)), (), ("B1",), dice)

    assert (free.cell, free.reason) == ("C1", "arrived")
    assert (void.cell, void.reason, void.steps) == ("A1", "void", ())
    assert gone.reason == "void"


@pytest.mark.rule("OW-MOV-12", "OW-MOV-13", "OW-LOCK-01")
def test_a_move_stops_where_enemies_have_appeared_meanwhile():
    scouts = stack(A, "barbarians.scout", "A1")

    walked = walk(
        field(*scouts, *stack(B, "undead.zombie", "B1", first=9), rows=(ROAD,)), scouts, ("B1", "C1"), GivenDice(())
    )

    assert walked.cell == "B1"
    assert [(step.halted, step.locked) for step in walked.steps] == [(True, True)]


@pytest.mark.rule("OW-MOV-13", "OW-STK-07")
def test_whoever_finds_the_last_card_full_does_not_enter_it_and_pays_nothing_for_it():
    scout = stack(A, "barbarians.scout", "A1")
    full = stack(A, "barbarians.scout", "C1", 4, first=5)

    walked = walk(field(*scout, *full, rows=(ROAD,)), scout, ("B1", "C1"), GivenDice(()))

    assert (walked.cell, walked.reason) == ("B1", "room")
    assert [step.cell for step in walked.steps] == ["B1"]
    assert walked.purses[0].left == 2


@pytest.mark.rule("OW-MOV-13", "OW-CARD-06", "OW-CARD-01")
def test_a_flying_group_that_can_no_longer_cross_does_not_enter():
    goblin = stack(A, "demons.evil_goblin", "A1")
    rows = (("frozen_peaks", "twisted_forest", "plains"),)

    lucky = walk(field(*goblin, rows=rows), goblin, ("B1", "C1"), GivenDice((3,)))
    unlucky = walk(field(*goblin, rows=rows), goblin, ("B1", "C1"), GivenDice((2,)))

    assert lucky.cell == "C1"
    assert (unlucky.cell, unlucky.reason, unlucky.steps) == ("A1", "way", ())


@pytest.mark.rule("OW-DICE-06", "OW-CARD-06", "OW-CARD-07", "OW-SPELL-26")
def test_dice_of_a_move_fall_mist_first_then_exit_then_entry():
    scout = stack(A, "barbarians.scout", "A1")
    mist = marked("mist_of_the_damned", 1, groups=((1,),))
    here = field(*scout, rows=(("frozen_peaks", "valley_of_giants"),), effects=(mist,))
    dice = GivenDice((4, 6, 1))

    walked = walk(here, scout, ("B1",), dice)

    assert [roll.purpose for roll in dice.rolls] == ["mist", "frozen_peaks: leave", "valley_of_giants: enter"]
    assert walked.attack_change == -1
    assert walked.cell == "B1"


@pytest.mark.rule("OW-SPELL-26")
def test_one_mist_die_is_for_the_whole_unit_and_its_failure_holds_for_the_turn():
    pair = stack(A, "barbarians.scout", "A1", 2)
    mist = marked("mist_of_the_damned", 1, 2, groups=((1, 2),))
    failed = marked("mist_of_the_damned", 1, 2, failed=(1, 2))

    walked = walk(field(*pair, rows=(ROAD,), effects=(mist,)), pair[:1], ("B1",), GivenDice((3,)))

    assert (walked.cell, walked.reason) == ("A1", "mist")
    assert walked.happenings[0].tokens == (1, 2)
    held = field(*pair, rows=(ROAD,), effects=(failed,))
    assert rule_of(paths.move_refusal(held, A, (2,), ("B1",))) == "OW-SPELL-26"
    assert list(paths.spell_step_cells(held, pair)) == []


@pytest.mark.rule("OW-RET-08", "OW-CARD-21", "OW-CARD-17", "OW-CARD-07")
def test_a_retreat_meets_the_card_but_is_not_halted_by_it():
    axer = stack(A, "orcs.slynn", "A1")
    enemy = stack(B, "elves.warrior", "A1", first=9)

    citadel = walk(
        field(*axer, *enemy, rows=(("plains", "iron_citadel"),)), axer, ("B1",), GivenDice(()), "retreat", "fresh"
    )
    desert = walk(
        field(*axer, *enemy, rows=(("plains", "desert_of_lost_souls"),)),
        axer,
        ("B1",),
        GivenDice(()),
        "retreat",
        "fresh",
    )
    valley = walk(
        field(*axer, *enemy, rows=(("plains", "valley_of_giants"),)), axer, ("B1",), GivenDice((1,)), "retreat", "fresh"
    )

    assert [(step.halted, step.cost) for step in citadel.steps] == [(False, 0)]
    assert desert.steps[0].barred
    assert valley.attack_change == -1


@pytest.mark.rule("OW-RET-09", "OW-RET-04")
def test_a_retreat_from_frozen_peaks_may_fail():
    wraith = stack(A, "undead.mummy", "A1")
    here = field(*wraith, *stack(B, "elves.warrior", "A1", first=9), rows=(("frozen_peaks", "plains"),))

    assert paths.retreat_refusal(here, wraith, "B1") is None
    walked = walk(here, wraith, ("B1",), GivenDice((1,)), "retreat", "fresh")
    assert (walked.cell, walked.reason) == ("A1", "points")


@pytest.mark.rule("OW-RET-05", "OW-RET-03", "OW-RET-07")
def test_who_has_acted_does_not_retreat():
    tired = stack(A, "orcs.axer", "A1", acted=True)
    here = field(*tired, *stack(B, "elves.warrior", "A1", first=9), rows=(ROAD,))

    assert rule_of(paths.retreat_refusal(here, tired, "B1")) == "OW-RET-05"
    assert list(paths.retreat_cells(here, tired)) == []


@pytest.mark.rule("OW-MAG-14", "OW-LOCK-05", "OW-MOV-08")
def test_a_spell_moves_a_locked_unit_by_the_rules_of_the_ground():
    axer, castle = stack(A, "orcs.axer", "B1"), stack(A, "orcs.castle", "B1", first=5)
    rows = (("mountain", "plains", "water"), ("plains", "plains", "plains"))
    here = field(*axer, *castle, *stack(B, "elves.warrior", "B1", first=9), rows=rows)

    assert rule_of(paths.move_refusal(here, A, (1,), ("B2",))) == "OW-LOCK-02"
    assert list(paths.spell_step_cells(here, axer)) == ["A1", "B2"]
    assert list(paths.spell_step_cells(here, castle)) == []
    assert rule_of(paths.path_refusal(here, axer, ("C1",), "free")) == "OW-LOC-05"


@pytest.mark.rule("OW-MAG-14")
def test_a_spell_move_spends_nothing_and_locks_among_enemies():
    axer = stack(A, "orcs.axer", "A1")

    walked = walk(
        field(*axer, *stack(B, "elves.warrior", "B1", first=9), rows=(ROAD,)),
        axer,
        ("B1",),
        GivenDice(()),
        "spell",
        "fresh",
    )

    assert walked.steps == (Step("A1", "B1", 0, halted=True, barred=False, locked=True),)


@pytest.mark.rule("OW-WAT-04", "OW-SPELL-14")
def test_a_teleport_keeps_to_the_water_rules():
    ship, imp = stack(A, "demons.styx_barge", "A1"), stack(A, "demons.evil_goblin", "A1", first=5)
    here = field(*ship, *imp, rows=(("water", "water", "plains"), ("plains", "twisted_forest", "free_port")))

    assert paths.teleport_refusal(here, ship, "B1") is None
    assert rule_of(paths.teleport_refusal(here, ship, "C1")) == "OW-WAT-02"
    assert rule_of(paths.teleport_refusal(here, ship, "C2")) == "OW-WAT-02"
    assert rule_of(paths.teleport_refusal(here, imp, "B2")) == "OW-CARD-01"


@pytest.mark.rule("OW-GEO-09")
def test_reach_takes_the_cheapest_way_and_stops_where_a_move_must():
    rows = (("plains", "mountain", "plains"), ("plains", "plains", "plains"), ("plains", "plains", "plains"))
    scout = stack(A, "barbarians.scout", "A1")
    here = field(*scout, *stack(B, "undead.zombie", "B2", first=9), rows=rows)

    reach = paths.reach_of(here, A, (1,))

    assert reach["B1"] == ("B1",)
    assert reach["B2"] == ("A2", "B2")
    assert reach["C1"] == ("B1", "C1")
    assert "C2" not in reach
    assert all(paths.move_refusal(here, A, (1,), path) is None for path in reach.values())


@pytest.mark.rule("OW-SCN-05")
def test_who_must_approach_may_not_end_while_a_step_nearer_is_open():
    rows = rules().scenarios["the_last_stand"].map
    goal = Approach("B2", 2)
    zombies = field(*stack(B, "undead.zombie", "C2", 2), *stack(B, "undead.skeleton", "B2", first=5), rows=rows)
    full = field(*stack(B, "undead.zombie", "C2", 2), *stack(B, "undead.zombie", "B2", 4, first=5), rows=rows)
    tired = field(*stack(B, "undead.zombie", "C2", 2, spent=2), rows=rows)

    assert paths.approaching_step(zombies, B, goal) == ((1,), "B2")
    assert paths.approaching_step(full, B, goal) is None
    assert paths.approaching_step(tired, B, goal) is None
    assert rule_of(paths.move_refusal(zombies, B, (5,), ("B3",), goal)) == "OW-SCN-05"
    assert paths.move_refusal(zombies, B, (5,), ("B3",)) is None


@pytest.mark.rule("OW-MOV-15", "OW-MOV-01")
def test_own_tokens_are_passed_freely():
    scout = stack(A, "barbarians.scout", "A1")

    crossing = field(*scout, *stack(A, "barbarians.lancer", "B1", 4, first=5), rows=(ROAD,))

    assert paths.move_refusal(crossing, A, (1,), ("B1", "C1", "D1")) is None
