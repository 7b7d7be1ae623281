"""What scenarios do during play: tokens that appear, second lives, seats that must approach."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.dice import StreamDice
from app.engine.system import Setup
from app.engine.types import Seat
from app.systems.open_wars.opening.setup import open_game
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events_combat import Returned
from app.systems.open_wars.position.state import Position, Token
from tests.games.open_wars.table import Game, book, fighting, moving

MORVEN = "undead.morven"


def opening(scenario: str, seats: int, **options: object) -> Position:
    setup = Setup(scenario, tuple({} for _ in range(seats)), options)
    return open_game(book(), setup, StreamDice(bytes(32), "opening")).position


def stand(turn: int = 3, *tokens: tuple[str, str, str], flags: tuple[str, ...] = ()) -> Position:
    """The Last Stand with these tokens alone: seat, unit, cell."""
    position = opening("the_last_stand", 2)
    placed = {
        number: Token(number, unit, Seat(seat), cell, form="imperfect" if unit == MORVEN else None)
        for number, (seat, unit, cell) in enumerate(tokens, 1)
    }
    order = tuple(position.seats)
    return replace(
        position, tokens=placed or position.tokens, next_token=40, turn=turn, order=order, phase="movement", flags=flags
    )


def at_start_of(turn: int, position: Position, *dice: int) -> Game:
    return Game(replace(position, turn=turn - 1, frames=(f.TurnFrame("turn_start"),))).run(*dice)


@pytest.mark.rule("OW-SCN-01", "OW-DICE-09", "OW-TURN-05")
def test_tokens_appear_where_and_when_the_scenario_says_and_a_die_is_rolled_again():
    game = at_start_of(3, stand(2), 6, 2)

    assert [(event.die, event.cell) for event in game.happened(e.SpawnRolled)] == [(6, None), (2, "C2")]
    spawned = [(token.unit, token.cell) for event in game.happened(e.Spawned) for token in event.tokens]
    assert spawned == [
        ("undead.skeleton", "B2"),
        (MORVEN, "B2"),
        ("undead.zombie", "B2"),
        ("undead.zombie", "B2"),
        ("undead.mummy", "B3"),
        ("undead.mummy", "B3"),
        ("undead.skeleton", "C2"),
        ("undead.skeleton", "C2"),
    ]
    morven = next(token for token in game.position.tokens.values() if token.unit == MORVEN)
    assert morven.form == "imperfect"


@pytest.mark.rule("OW-SCN-01", "OW-STK-07")
def test_what_the_stack_limit_forbids_is_left_out():
    full = [("b", "undead.skeleton", "B2")] * 4 + [("a", "barbarians.scout", "A2")]
    game = at_start_of(2, stand(2, *full))

    assert game.count("b", "undead.skeleton", "B2") == 4
    assert not game.happened(e.Spawned)


@pytest.mark.rule("OW-SCN-06", "OW-SCN-02", "OW-VIC-03")
def test_before_its_turn_a_first_life_lost_waits_for_the_second():
    tokens = [("a", "barbarians.thorin", "B1"), ("a", "barbarians.scout", "A2"), ("b", MORVEN, "B1")]
    game = fighting(stand(3, *tokens)).run(6, 1)
    assert game.asked == "a"

    game.do("a", a.Attack("B1", Seat("b")), 1)

    assert game.position.flags == ("undead.morven:waiting",)
    assert game.position.turn == 4
    assert not game.position.seats[Seat("b")].eliminated
    later = at_start_of(5, game.position)
    second = next(token for token in later.position.tokens.values() if token.unit == MORVEN)
    assert (second.cell, second.form) == ("B2", "perfect")
    assert later.position.flags == ()


@pytest.mark.rule("OW-SCN-06")
def test_from_its_turn_on_the_second_life_begins_at_once_and_fights_on():
    tokens = [
        ("a", "barbarians.thorin", "B1"),
        ("a", "barbarians.scout", "A2"),
        ("b", MORVEN, "B1"),
        ("b", "undead.zombie", "B3"),
    ]
    game = fighting(stand(5, *tokens)).run(6, 1)

    game.do("a", a.Attack("B1", Seat("b")), 1)

    returned = game.happened(Returned)[0]
    assert (returned.by, returned.token.form, returned.token.cell) == ("two_lives", "perfect", "B1")
    assert (game.asked, game.ask.kind) == ("b", "act")
    assert game.field.values(game.position.tokens[returned.token.id]).movement == 4


@pytest.mark.rule("OW-SCN-05")
def test_a_seat_that_must_approach_moves_nearer_or_not_at_all_and_does_not_stop_before():
    tokens = [("a", "barbarians.scout", "A2"), ("b", "undead.zombie", "C2"), ("b", "undead.skeleton", "B2")]
    game = moving(stand(3, *tokens), seat="b")

    assert game.refused("b", a.EndMovement()) == "OW-SCN-05"
    assert game.refused("b", a.Move((3,), ("B3",))) == "OW-SCN-05"
    game.do("b", a.Move((2,), ("B2",)))
    assert game.refused("b", a.EndMovement()) is None


@pytest.mark.rule("OW-SCN-05")
def test_before_the_turn_stated_a_seat_goes_where_it_likes():
    tokens = [("a", "barbarians.scout", "A2"), ("b", "undead.zombie", "C2"), ("b", "undead.skeleton", "B2")]
    game = moving(stand(1, *tokens), seat="b")

    assert game.refused("b", a.EndMovement()) is None
    assert game.refused("b", a.Move((3,), ("B3",))) is None


@pytest.mark.rule("OW-SCN-07")
def test_seats_without_recruitment_are_not_asked_for_lists():
    game = Game(replace(stand(2), frames=(f.TurnFrame("recruit"),))).run()

    assert game.position.phase == "movement"
    assert not game.happened(e.Committed)


@pytest.mark.rule("OW-SCN-03", "OW-SCN-04", "OW-GEN-07")
def test_the_scenario_changes_a_card_and_an_attack():
    tokens = [
        ("a", "barbarians.scout", "B2"),
        ("a", "barbarians.lancer", "B2"),
        ("b", "undead.rider", "B2"),
        ("a", "barbarians.lancer", "B1"),
    ]
    field = Game(stand(3, *tokens)).field

    # a Rider costs more than the Graveyard itself would help
    assert field.values(field.tokens[3]).attack == field.rules.units["undead.rider"].printed.attack + 1
    assert field.values(field.tokens[2]).attack == field.rules.units["barbarians.lancer"].printed.attack + 1
    assert field.values(field.tokens[4]).attack == field.rules.units["barbarians.lancer"].printed.attack


@pytest.mark.rule("OW-SCN-01", "OW-VIC-03")
def test_azrak_arrives_where_the_room_says():
    position = replace(opening("siege_of_the_infernal_bastion", 3, azrak_spawn="A1"), order=("a", "b", "c"))
    tokens = {number: token for number, token in position.tokens.items() if token.cell != "A1"}

    game = Game(replace(position, tokens=tokens, turn=4, frames=(f.TurnFrame("turn_start"),)))
    game.run()

    assert game.count("c", "demons.azrak", "A1") == 1
