"""What a unit may not do now: the judge's own refusal, with its rule, of every kind of act it has in the game."""

from __future__ import annotations

import time

import pytest

from app.engine.about import Withheld
from app.engine.types import Seat
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.choices.withheld import withheld
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.words.describe import Describer
from tests.games.open_wars.table import Game, a_position, book, fighting, moving, when_acts
from tests.support.random_play import played

AXER, ARCHER, MAGICIAN, CASTLE = "orcs.axer", "elves.archer", "elves.magician", "barbarians.castle"


def told(game: Game, cell: str, unit: str, seat: str = "a") -> tuple[Withheld, ...]:
    """What is withheld from a unit."""
    return withheld(game.moment, Seat(seat), UnitRef(cell, Seat(seat), unit).id)


def refused(game: Game, cell: str, unit: str, seat: str = "a") -> dict[str, str]:
    """Every act withheld from a unit, by its English words, with the rule that refuses it."""
    return {each.label.en: each.refusal.rule for each in told(game, cell, unit, seat)}


def reasons(game: Game, cell: str, unit: str, seat: str = "a") -> dict[str, str]:
    """The same, with what is said of it in English."""
    describer = Describer(book().rules())
    return {each.label.en: describer.explain(each.refusal).in_("en") for each in told(game, cell, unit, seat)}


@pytest.mark.rule("OW-LOCK-02", "OW-MOV-08")
def test_what_cannot_move_says_why():
    locked = moving(a_position([("a", AXER, "B2", 1), ("b", ARCHER, "B2", 1)]))
    building = moving(a_position([("a", CASTLE, "B2", 1), ("b", ARCHER, "D1", 1)]))

    assert refused(locked, "B2", AXER)["Move"] == "OW-LOCK-02"
    assert refused(building, "B2", CASTLE)["Move"] == "OW-MOV-08"


@pytest.mark.rule("OW-TURN-01")
def test_out_of_ones_turn_everything_is_withheld_and_nothing_is_told_of_others():
    game = moving(a_position([("a", AXER, "B2", 1), ("b", ARCHER, "D1", 1)]))

    assert reasons(game, "D1", ARCHER, "b") == {
        "Move": "It is not your time to do that: A is to act.",
        "Attack": "That belongs to another phase: Combat. Now: Movement.",
    }
    assert withheld(game.moment, Seat("a"), UnitRef("D1", Seat("b"), ARCHER).id) == ()


@pytest.mark.rule("OW-MAG-02", "OW-MAG-04", "OW-MAG-11")
def test_each_spell_that_cannot_be_cast_says_whether_it_is_the_moment_the_mana_or_the_target():
    seats = {"a": "elves", "b": "orcs"}
    poor = moving(a_position([("a", MAGICIAN, "B2", 1), ("b", AXER, "D1", 1)], mana=1, seats=seats))
    rich = moving(a_position([("a", MAGICIAN, "B2", 1), ("b", AXER, "D1", 1)], mana=9, seats=seats))

    assert refused(poor, "B2", MAGICIAN)["Cast Arcane Wind (2 mana)"] == "OW-MAG-02"
    assert refused(rich, "B2", MAGICIAN)["Cast Mystic Shield (2 mana)"] == "OW-MAG-04"
    assert refused(rich, "B2", MAGICIAN)["Cast Dispel (2 mana)"] == "OW-MAG-11"
    assert "Cast Arcane Wind (2 mana)" not in refused(rich, "B2", MAGICIAN)


@pytest.mark.rule("OW-MAG-09")
def test_a_spell_that_is_not_for_those_around_names_one_of_them():
    seats = {"a": "elves", "b": "orcs"}
    game = moving(a_position([("a", MAGICIAN, "B2", 1), ("a", ARCHER, "B2", 1), ("b", AXER, "D1", 1)], seats=seats))

    (found,) = [each for each in told(game, "B2", MAGICIAN) if "Convergence" in each.label.en]

    assert (found.refusal.rule, found.whom) == ("OW-MAG-09", UnitRef("B2", Seat("a"), ARCHER).id)
    assert Describer(book().rules()).explain(found.refusal).in_("en").startswith("The spell is not for that unit:")


@pytest.mark.rule("OW-INI-01", "OW-INI-07")
def test_in_a_combat_it_is_first_told_whose_go_it_is():
    seats = {"a": "elves", "b": "orcs"}
    tokens = [("a", MAGICIAN, "B2", 1), ("a", ARCHER, "B2", 1), ("b", AXER, "B2", 1)]
    game = when_acts(fighting(a_position(tokens, seats=seats, mana=0, phase="combat")).run(), "a", MAGICIAN)

    archer, magician = reasons(game, "B2", ARCHER), reasons(game, "B2", MAGICIAN)

    assert {archer[act] for act in ("Attack", "Retreat", "Hold")} == {"It is another unit's go: Magician, at B2."}
    assert "Attack" not in magician
    assert reasons(game, "B2", AXER, "b")["Attack"] == "It is not your time to do that: Magician, A is to act."
    game = when_acts(game.do("a", a.Hold()), "a", ARCHER)
    assert reasons(game, "B2", MAGICIAN)["Retreat"] == "It has acted already: Magician."


def test_nothing_is_both_offered_and_withheld_and_it_takes_no_more_than_10_ms():
    played_game = played("open_wars", "seven_crowns", 7, 0)
    system, took = played_game.system, []
    for moment in played_game.moments[40:600:80]:
        offered = {(offer.unit, offer.label) for offer in system.offers(moment.state, moment.seat)}
        stacks = {UnitRef(token.cell, token.seat, token.unit) for token in moment.state.tokens.values()}
        for ref in stacks:
            began = time.process_time()
            found = system.withheld(moment.state, moment.seat, ref.id)
            took.append(time.process_time() - began)
            assert bool(found) <= (ref.seat == moment.seat)
            assert not {(ref.id, each.label) for each in found} & offered
            assert all(system.explain(each.refusal).es for each in found)

    assert sorted(took)[int(len(took) * 0.99)] < 0.010
