"""Response windows: when they open, whom they ask, and the chain of Dispels."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Target
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events_magic import EffectBegan, EffectEnded, SpellAnnulled, SpellCast
from app.systems.open_wars.position.state import Effect, Position
from tests.games.open_wars.table import Game, a_position, fighting, moving

WIND = "arcane_wind"


def wind(caster: int, seat: str, unit: str, cell: str) -> a.Cast:
    return a.Cast(caster, WIND, Target(cell=cell, seat=Seat(seat), unit=unit))


def mages(**more: object) -> Position:
    """Three seats, each with a mage of Range 1 in a row of three cards, and a soldier."""
    return a_position(
        [
            ("a", "orcs.shaman", "A1", 1),
            ("a", "orcs.axer", "A1", 1),
            ("b", "elves.magician", "B1", 1),
            ("c", "dwarves.mage", "C1", 1),
        ],
        seats={"a": "orcs", "b": "elves", "c": "dwarves"},
        **{"order": "abc", **more},  # type: ignore[arg-type]
    )


def window(game: Game) -> f.WindowFrame:
    top = game.position.frames[-1]
    assert isinstance(top, f.WindowFrame)
    return top


# -- when, and whom


@pytest.mark.rule("OW-WIN-01", "OW-ACT-06")
def test_a_window_asks_in_turn_order_who_can_cast_and_closes_when_all_have_passed():
    game = moving(mages(order="cab"), seat="a").do("a", a.Move((2,), ("A2",)))

    assert window(game).kind == "move"
    assert game.asked == "c"
    game.do("c", a.Pass())
    assert game.asked == "b"
    game.do("b", a.Pass())
    assert game.position.tokens[2].cell == "A2"


@pytest.mark.rule("OW-WIN-01")
def test_a_window_does_not_open_if_nobody_can_cast():
    game = moving(mages(mana=1)).do("a", a.Move((2,), ("A2",)))

    assert game.position.tokens[2].cell == "A2"


@pytest.mark.rule("OW-WIN-02")
def test_who_opened_the_window_is_asked_once_another_has_cast_in_it():
    game = moving(mages()).do("a", a.Move((2,), ("A2",)))
    assert window(game).queue == ("b", "c")

    game.do("b", wind(3, "b", "elves.magician", "B1")).do("a", a.Pass()).do("c", a.Pass())

    assert window(game).kind == "move"
    assert window(game).queue == ("a", "b", "c")


@pytest.mark.rule("OW-WIN-03")
@pytest.mark.parametrize(("step", "kind"), [("collect", "collect"), ("recruit", "recruit")])
def test_collection_and_recruitment_begin_with_a_window(step, kind):
    game = Game(replace(mages(), frames=(f.TurnFrame(step),))).run()

    assert window(game).kind == kind
    assert window(game).queue == ("a", "b", "c")


@pytest.mark.rule("OW-WIN-05")
def test_every_end_of_a_movement_turn_has_a_window_the_last_one_too():
    game = moving(mages(), seat="c").do("c", a.EndMovement())

    assert window(game).kind == "end_move"
    assert window(game).queue == ("a", "b")
    game.do("a", a.Pass())
    assert game.position.phase == "movement"
    game.do("b", a.Pass())
    assert not [event for event in game.events if isinstance(event, e.MovementBegan)]


def brawl(**more: object) -> Game:
    return fighting(
        a_position(
            [("a", "orcs.shaman", "A1", 1), ("a", "orcs.axer", "A1", 1), ("b", "elves.swordsman", "A1", 1)],
            **more,  # type: ignore[arg-type]
        )
    ).run()


@pytest.mark.rule("OW-WIN-06", "OW-MAG-04")
def test_before_the_first_and_after_every_action_there_is_a_window():
    game = brawl()
    assert (window(game).kind, game.asked) == ("act", "a")
    assert game.refused("a", a.Cast(1, "mystic_shield", Target(cell="A1", seat=Seat("a"), unit="orcs.axer"))) is None

    game.do("a", a.Pass())
    actor = game.asked
    game.do(actor, a.Hold())

    assert (window(game).kind, game.asked) == ("act", "a")


@pytest.mark.rule("OW-WIN-07", "OW-MAG-05")
def test_between_the_dice_and_the_hits_only_instants_are_cast():
    position = a_position(
        [("a", "orcs.shaman", "A1", 1), ("a", "orcs.axer", "A1", 1), ("b", "elves.elyria", "A1", 1)], mana=10
    )
    game = fighting(position).run().do("a", a.Pass()).do("b", a.Attack("A1", Seat("a")), 1)

    assert window(game).kind == "roll"
    assert game.count("a", "orcs.axer", "A1") == 1
    shield = a.Cast(1, "mystic_shield", Target(cell="A1", seat=Seat("a"), unit="orcs.axer"))
    assert game.refused("a", shield) == "OW-MAG-04"
    assert game.refused("a", wind(1, "a", "orcs.axer", "A1")) is None
    game.do("a", a.Pass())
    assert game.count("a", "orcs.axer", "A1") == 0


@pytest.mark.rule("OW-WIN-10")
def test_only_who_is_asked_answers_a_window():
    game = moving(mages()).do("a", a.Move((2,), ("A2",)))

    assert game.refused("c", a.Pass()) == "OW-WIN-10"
    assert game.refused("c", wind(4, "c", "dwarves.mage", "C1")) == "OW-WIN-10"


@pytest.mark.rule("OW-MAG-05")
def test_outside_windows_and_the_own_movement_no_instant_is_cast():
    game = moving(mages(), seat="a")

    assert game.refused("b", wind(3, "b", "elves.magician", "B1")) == "OW-MAG-05"
    assert game.refused("b", a.Cast(3, "elven_grace", Target(cell="B1"))) == "OW-MAG-04"


@pytest.mark.rule("OW-HID-02", "OW-HID-04", "OW-WIN-02")
def test_with_closed_reserves_every_owner_of_a_magic_unit_is_asked_mana_or_not():
    closed = mages(mana=0, options={"open_reserves": False})

    game = moving(closed).do("a", a.Move((2,), ("A2",)))

    assert window(game).queue == ("b", "c")
    game.do("b", a.Pass()).do("c", a.Pass()).do("a", a.EndMovement())
    assert window(game).queue == ("b", "c")


@pytest.mark.rule("OW-HID-02", "OW-WIN-08")
def test_with_closed_reserves_all_but_the_caster_are_asked_for_a_dispel():
    rich = mages(options={"open_reserves": False})
    seats = {seat: replace(state, mana=2 if seat == "a" else 0) for seat, state in rich.seats.items()}
    game = moving(replace(rich, seats=seats)).do("a", wind(1, "a", "orcs.axer", "A1"))

    assert window(game).kind == "dispel"
    assert window(game).queue == ("b", "c")


# -- the chain


@pytest.mark.rule("OW-WIN-08", "OW-MAG-02", "OW-MAG-10")
def test_a_spell_is_paid_at_once_and_waits_for_a_dispel():
    game = moving(mages()).do("a", wind(1, "a", "orcs.axer", "A1"))

    assert window(game) == f.WindowFrame("dispel", (Seat("b"),), fresh=False, opener=Seat("a"))
    assert game.position.seats[Seat("a")].mana == 8
    assert game.position.effects == ()
    assert game.refused("b", wind(3, "b", "elves.magician", "B1")) == "OW-WIN-08"
    game.do("b", a.Pass())
    assert [effect.code for effect in game.position.effects] == [WIND]
    assert not game.position.tokens[1].acted
    assert game.asked == "a"


@pytest.mark.rule("OW-DSP-01", "OW-DSP-03", "OW-SPELL-01")
def test_a_dispelled_spell_does_nothing_and_stays_paid():
    game = moving(mages()).do("a", wind(1, "a", "orcs.axer", "A1")).do("b", a.Cast(3, "dispel"))
    assert game.asked == "a"

    game.do("a", a.Pass()).do("c", a.Pass())

    assert [event.spell for event in game.happened(SpellAnnulled)] == [WIND]
    assert game.position.effects == ()
    assert game.position.seats[Seat("a")].mana == 8
    assert game.position.tokens[3].dispelled


@pytest.mark.rule("OW-DSP-01", "OW-DSP-02")
def test_a_dispel_is_dispelled_and_nobody_is_asked_again_on_the_way_down():
    game = moving(mages()).do("a", wind(1, "a", "orcs.axer", "A1")).do("b", a.Cast(3, "dispel"))

    game.do("a", a.Cast(1, "dispel"))
    # b's Dispel of this turn is spent, c is out of reach of A1: nobody is left to answer, and nobody is asked again
    assert [effect.code for effect in game.position.effects] == [WIND]
    assert game.asked == "a"
    assert isinstance(game.position.frames[-1], f.MovementFrame)


@pytest.mark.rule("OW-SPELL-01", "OW-DSP-01")
def test_dispel_is_cast_once_a_turn_by_a_token_in_reach_and_never_on_the_own_spell():
    game = moving(mages()).do("a", wind(1, "a", "orcs.axer", "A1"))
    assert game.refused("c", a.Cast(4, "dispel")) == "OW-WIN-10"
    game.do("b", a.Cast(3, "dispel")).do("a", a.Pass()).do("c", a.Pass())

    game.do("a", wind(1, "a", "orcs.axer", "A1"))

    # the only one in reach has cast Dispel this turn already
    assert [effect.code for effect in game.position.effects] == [WIND]


@pytest.mark.rule("OW-DSP-04", "OW-SPELL-01")
def test_dispel_ends_a_lasting_effect_but_undoes_nothing():
    effect = Effect(5, "spell", WIND, "turn", (2,), 1, Seat("a"), "A1", movement=1)
    card = Effect(6, "card", "frozen_peaks", "turn", (2,), movement=-1)
    position = mages(effects=(effect, card), next_effect=7)
    game = moving(position, seat="b")
    assert game.refused("b", a.Cast(3, "dispel", Target(effect=6))) == "OW-MAG-11"
    assert game.refused("b", a.Cast(3, "dispel", Target(effect=9))) == "OW-MAG-11"

    game.do("b", a.Cast(3, "dispel", Target(effect=5))).do("a", a.Pass()).do("c", a.Pass())

    assert [(event.effect, event.reason) for event in game.happened(EffectEnded)] == [(5, "dispelled")]
    assert [each.id for each in game.position.effects] == [6]


@pytest.mark.rule("OW-MAG-16", "OW-MAG-12")
def test_an_effect_outlives_its_caster():
    effect = Effect(5, "spell", WIND, "turn", (2,), 99, Seat("a"), "A1", movement=1)
    position = mages(effects=(effect,), next_effect=6)

    assert Game(position).field.values(position.tokens[2]).movement == 3


@pytest.mark.rule("OW-MAG-15")
def test_effects_of_the_same_name_add_up():
    game = moving(mages()).do("a", wind(1, "a", "orcs.axer", "A1")).do("b", a.Pass())
    game.do("a", wind(1, "a", "orcs.axer", "A1")).do("b", a.Pass())

    assert len(game.position.effects) == 2
    assert game.field.values(game.position.tokens[2]).movement == 4


@pytest.mark.rule("OW-MAG-08", "OW-UNIT-13")
def test_a_spell_marks_the_tokens_that_are_there_and_they_keep_it():
    position = a_position(
        [
            ("a", "orcs.shaman", "A1", 1),
            ("a", "orcs.axer", "A1", 2),
            ("a", "orcs.axer", "B1", 1),
            ("b", "elves.archer", "D3", 1),
        ],
        mana=2,
    )
    game = moving(position).do("a", wind(1, "a", "orcs.axer", "A1")).do("a", a.Move((2,), ("B1",)))

    began = game.position.effects[0]
    assert began.tokens == (2, 3)
    assert [game.field.values(game.position.tokens[n]).movement for n in (2, 3, 4)] == [3, 3, 2]


@pytest.mark.rule("OW-MAG-10", "OW-ACT-05")
def test_as_many_spells_are_cast_as_there_is_mana_for():
    position = a_position([("a", "orcs.shaman", "A1", 1), ("b", "elves.archer", "D3", 1)], mana=6)
    game = moving(position)
    for left in (4, 2, 0):
        game.do("a", wind(1, "a", "orcs.shaman", "A1"))
        assert game.happened(SpellCast)
        assert game.happened(EffectBegan)
        assert game.position.seats[Seat("a")].mana == left

    assert game.refused("a", wind(1, "a", "orcs.shaman", "A1")) == "OW-MAG-02"
    assert game.position.tokens[1].spent == 0
