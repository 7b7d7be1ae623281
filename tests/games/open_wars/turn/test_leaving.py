"""Resigning, draws, and what becomes of what a seat that left was asked."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events_combat import AttackDeclared
from app.systems.open_wars.position.state import Fallen
from tests.games.open_wars.table import Game, a_position, fighting, leaping, moving

SEATS = {"a": "orcs", "b": "elves", "c": "dwarves"}
AXER, WARRIOR, GUARD = "orcs.axer", "elves.warrior", "dwarves.guard"
TOKENS = [("a", AXER, "A1", 2), ("b", WARRIOR, "D1", 1), ("c", GUARD, "D3", 1)]


def three(**more: object) -> Game:
    return moving(a_position(TOKENS, seats=SEATS, **more), rest="bc")  # type: ignore[arg-type]


@pytest.mark.rule("OW-VIC-08", "OW-ACT-12")
def test_the_tokens_of_a_seat_that_resigns_leave_at_once_and_not_as_fallen():
    game = three().do("b", a.Resign())

    assert all(token.seat != "b" for token in game.position.tokens.values())
    assert game.position.fallen == ()
    assert (game.position.seats[Seat("b")].gold, game.position.seats[Seat("b")].mana) == (0, 0)
    assert game.asked == "a"
    assert game.refused("b", a.Resign()) == "OW-TURN-01"


@pytest.mark.rule("OW-VIC-08")
def test_the_last_side_wins_at_once():
    game = three().do("b", a.Resign()).do("c", a.Resign())

    assert game.position.result is not None
    assert (game.position.result.seats, game.position.result.reason) == (("a",), "resignation")
    assert game.asked == ""


@pytest.mark.rule("OW-VIC-08", "OW-GEN-06")
def test_team_mates_win_together():
    position = a_position(TOKENS, seats=SEATS, sides={"a": "1", "b": "2", "c": "1"})
    game = moving(position).do("b", a.Resign())

    assert game.position.result is not None
    assert game.position.result.seats == ("a", "c")


@pytest.mark.rule("OW-PRM-09", "OW-VIC-08")
def test_the_movement_turn_of_who_resigns_is_over_and_the_next_one_moves():
    game = three().do("a", a.Resign())

    assert game.happened(e.MovementEnded)
    assert game.asked == "b"


@pytest.mark.rule("OW-PRM-09")
def test_a_window_goes_on_without_who_resigned():
    tokens = [("a", AXER, "A1", 1), ("b", "elves.magician", "B1", 1), ("c", "dwarves.mage", "C1", 1)]
    game = moving(a_position(tokens, seats=SEATS)).do("a", a.Move((1,), ("A2",)))
    assert game.asked == "b"

    game.do("b", a.Resign())
    assert game.asked == "c"
    game.do("c", a.Resign())

    assert game.position.result is not None


@pytest.mark.rule("OW-PRM-09", "OW-VIC-08")
def test_a_list_that_was_committed_lapses():
    position = a_position(TOKENS, seats=SEATS, gold=5)
    frames = (f.TurnFrame("reveal_orders"), f.OrdersFrame("recruit", (Seat("a"), Seat("b"), Seat("c"))))
    game = Game(replace(position, frames=frames, phase="recruit")).do("b", a.Recruit()).do("b", a.Resign())
    assert game.position.seats[Seat("b")].orders is None
    assert game.asked == "ac"

    game.do("a", a.Recruit()).do("c", a.Resign())

    assert game.position.result is not None


@pytest.mark.rule("OW-PRM-09")
def test_a_fight_goes_on_without_who_was_to_act():
    tokens = [("a", AXER, "A1", 1), ("b", "elves.swordsman", "A1", 1), ("c", GUARD, "A1", 1)]
    game = fighting(a_position(tokens, seats=SEATS, mana=0)).run()
    assert game.asked == "b"

    game.somehow("b", a.Resign())

    assert game.asked in ("a", "c")
    assert game.ask.kind == "act"


@pytest.mark.rule("OW-PRM-09", "OW-ATK-06")
def test_the_first_target_is_taken_for_a_caster_who_has_resigned():
    game = leaping()
    assert (game.asked, game.ask.kind) == ("a", "bonus_target")

    game.somehow("a", a.Resign())

    assert game.happened(AttackDeclared)[0].seat == "b"


@pytest.mark.rule("OW-PRM-09", "OW-CARD-18")
def test_nothing_is_brought_back_for_who_resigned():
    position = a_position(
        [("a", "undead.zombie", "A1", 1), ("b", WARRIOR, "C1", 1), ("c", GUARD, "D1", 1)],
        rows=(("skeleton_desert", "plains", "capital", "plains"),),
        seats={"a": "undead", "b": "elves", "c": "dwarves"},
        fallen=(Fallen(9, "undead.zombie", Seat("a"), "B1"),),
        mana=0,
        next_token=10,
    )
    game = Game(replace(position, frames=(f.TurnFrame("turn_end"),))).run()
    assert game.ask.kind == "resurrect"

    game.somehow("a", a.Resign())

    assert game.position.turn == 3
    assert "a" not in game.asked


# -- draws


@pytest.mark.rule("OW-VIC-09", "OW-ACT-13")
def test_a_draw_needs_everybody():
    game = three().do("b", a.OfferDraw())
    assert game.refused("b", a.AcceptDraw()) == "OW-VIC-09"
    assert game.refused("a", a.OfferDraw()) == "OW-VIC-09"

    game.do("a", a.AcceptDraw())
    assert game.position.result is None
    assert game.refused("a", a.AcceptDraw()) == "OW-VIC-09"
    game.do("c", a.AcceptDraw())

    assert game.position.result is not None
    assert (game.position.result.side, game.position.result.reason) == ("draw", "agreed")


@pytest.mark.rule("OW-VIC-09")
def test_an_offer_lapses_at_the_first_refusal_and_is_made_once_a_turn():
    game = three().do("a", a.OfferDraw()).do("b", a.DeclineDraw())

    assert game.position.draw is None
    assert game.refused("c", a.AcceptDraw()) == "OW-VIC-09"
    assert game.refused("a", a.OfferDraw()) == "OW-VIC-09"
    assert game.refused("c", a.OfferDraw()) is None


@pytest.mark.rule("OW-VIC-09")
def test_an_offer_lapses_when_its_seat_acts():
    game = three().do("a", a.OfferDraw()).do("a", a.Move((1,), ("B1",)))

    assert game.position.draw is None
    assert game.happened(e.DrawLapsed)


@pytest.mark.rule("OW-VIC-08", "OW-VIC-09")
def test_whoever_resigns_need_not_agree():
    game = three().do("a", a.OfferDraw()).do("b", a.AcceptDraw()).do("c", a.Resign())

    assert game.position.result is not None
    assert game.position.result.side == "draw"
