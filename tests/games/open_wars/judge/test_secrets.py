"""Who may know what (section 25): lists before they are revealed, closed reserves, and that nothing tells of them."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.engine.system import Correction
from app.engine.types import SPECTATOR, Seat, Viewer
from app.systems.open_wars.book.kinds import Order, Target
from app.systems.open_wars.choices.offers import offers
from app.systems.open_wars.judge.view import resample, tell, view
from app.systems.open_wars.opening.corrections import correct, correctables
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events import Committed, Mustered, SetUp
from app.systems.open_wars.position.state import Position
from tests.games.open_wars.table import Game, a_position, moving

CITY = (("capital", "plains", "capital"), ("plains", "plains", "plains"))
LIST = (Order("orcs.slynn", 2, "A1"),)


def recruiting(**more: object) -> Game:
    position = a_position(
        [("a", "orcs.axer", "A1", 1), ("b", "elves.swordsman", "C1", 1)],
        rows=CITY,
        gold=8,
        mana=1,
        phase="recruit",
        **more,  # type: ignore[arg-type]
    )
    frames = (f.TurnFrame("reveal_orders"), f.OrdersFrame("recruit", (Seat("a"), Seat("b"))))
    return Game(replace(position, frames=frames))


def seen(position: Position, viewer: str) -> bytes:
    return msgspec.json.encode(view(position, Viewer(viewer)))


def committed() -> Game:
    return recruiting().do("a", a.Recruit(LIST))


@pytest.mark.rule("OW-HID-03", "OW-HID-07", "OW-HID-01")
def test_a_committed_list_is_seen_by_its_owner_alone():
    position = committed().position

    assert view(position, Viewer("a")).seats[Seat("a")].orders == LIST
    for viewer in ("b", SPECTATOR):
        shown = view(position, Viewer(viewer)).seats[Seat("a")]
        assert (shown.orders, shown.committed, shown.gold) == (None, True, 8)


@pytest.mark.rule("OW-HID-04", "OW-HID-03")
def test_what_is_told_of_a_list_is_that_there_is_one():
    game = committed()
    event = game.happened(Committed)[0]

    assert tell(game.position, event, Viewer("a")) is event
    for viewer in ("b", SPECTATOR):
        assert tell(game.position, event, Viewer(viewer)) == Committed(Seat("a"), "recruit")


@pytest.mark.rule("OW-HID-04", "OW-HID-03")
def test_different_lists_look_the_same_to_everybody_else():
    short, long_ = recruiting().do("a", a.Recruit()), committed()

    for viewer in ("b", SPECTATOR):
        assert seen(short.position, viewer) == seen(long_.position, viewer)
    assert short.asked == long_.asked == "b"
    assert offers(short.moment, Seat("b")) == offers(long_.moment, Seat("b"))
    assert offers(short.moment, Seat("a")) == ()
    assert short.refused("b", a.Pass()) == long_.refused("b", a.Pass())


@pytest.mark.rule("OW-HID-05")
def test_team_mates_see_no_lists_either():
    game = recruiting(sides={"a": "x", "b": "x"}).do("a", a.Recruit(LIST))

    assert view(game.position, Viewer("b")).seats[Seat("a")].orders is None


@pytest.mark.rule("OW-HID-04")
def test_token_numbers_tell_nothing_of_who_committed_first():
    first = committed().do("b", a.Recruit((Order("elves.warrior", 1, "C1"),)))
    second = recruiting().do("b", a.Recruit((Order("elves.warrior", 1, "C1"),))).do("a", a.Recruit(LIST))

    assert first.position.tokens == second.position.tokens


@pytest.mark.rule("OW-HID-04", "OW-HID-03")
def test_nothing_is_put_right_while_a_list_is_in_since_whether_it_still_fits_would_tell_of_it():
    for game in (recruiting().do("a", a.Recruit()), committed()):
        assert correctables(game.moment.rules, view(game.position, SPECTATOR)) == ()
        with pytest.raises(InvalidInput):
            correct(game.moment.rules, game.position, Correction("gold_a", 1), "changes[0]")


@pytest.mark.rule("OW-HID-02")
def test_reserves_are_open_or_by_option_seen_by_their_owner_alone():
    opened, closed = recruiting(), recruiting(options={"open_reserves": False})

    assert view(opened.position, SPECTATOR).seats[Seat("a")].gold == 8
    shown = view(closed.position, Viewer("b")).seats
    assert (shown[Seat("a")].gold, shown[Seat("a")].mana) == (None, None)
    assert (shown[Seat("b")].gold, shown[Seat("b")].mana) == (8, 1)


@pytest.mark.rule("OW-HID-02", "OW-HID-04")
def test_with_closed_reserves_no_event_tells_of_gold():
    game = recruiting(options={"open_reserves": False})
    told = tell(game.position, Mustered(Seat("a"), (), 4), Viewer("b"))
    assert told == Mustered(Seat("a"), (), None)

    opening = tell(None, SetUp(game.position), SPECTATOR)
    assert isinstance(opening, SetUp)
    assert {state.gold for state in opening.position.seats.values()} == {0}


@pytest.mark.rule("OW-HID-02", "OW-HID-04", "OW-WIN-01")
def test_with_closed_reserves_windows_open_whatever_others_hold():
    tokens = [("a", "orcs.axer", "A1", 1), ("b", "elves.magician", "C1", 1), ("b", "elves.warrior", "C1", 1)]
    rich = a_position(tokens, mana=9, options={"open_reserves": False})
    poor = replace(rich, seats={s: replace(state, mana=0) for s, state in rich.seats.items()})
    games = [moving(position).do("a", a.Move((1,), ("B1",))) for position in (rich, poor)]

    assert games[0].position.frames == games[1].position.frames
    assert games[0].asked == "b"
    cast = a.Cast(2, "arcane_wind", Target(cell="C1", seat=Seat("b"), unit="elves.warrior"))
    assert [game.refused("b", cast) for game in games] == [None, "OW-MAG-02"]


@pytest.mark.rule("OW-HID-03", "OW-HID-06")
def test_another_world_has_another_list_that_could_be():
    position = committed().position
    moment = Game(position).moment

    worlds = [resample(moment, Viewer("b"), random.Random(seed).randrange) for seed in range(20)]

    assert len({world.seats[Seat("a")].orders for world in worlds}) > 3
    assert {seen(world, "b") for world in worlds} == {seen(position, "b")}
    assert resample(moment, Viewer("a"), random.Random(1).randrange) is position


@pytest.mark.rule("OW-HID-02")
def test_another_world_has_other_reserves_where_they_are_closed():
    game = recruiting(options={"open_reserves": False})

    world = resample(game.moment, Viewer("a"), random.Random(1).randrange)

    assert world.seats[Seat("a")] == game.position.seats[Seat("a")]
    assert world.seats[Seat("b")].gold != game.position.seats[Seat("b")].gold
    assert seen(world, "a") == seen(game.position, "a")


@pytest.mark.rule("OW-HID-01")
def test_everything_on_the_table_is_open():
    position = recruiting().position

    shown = view(position, SPECTATOR)

    assert (shown.tokens, shown.effects, shown.fallen, shown.frames) == (
        position.tokens,
        position.effects,
        position.fallen,
        position.frames,
    )
    assert shown.asked == ("a", "b")
