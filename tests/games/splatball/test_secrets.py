"""What nobody else is told (SPL-HID), in whole games with ambushes and markers and at single positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.engine.types import SEATS, SPECTATOR, Seat, UnitId, Viewer
from app.systems.splatball.judge.view import SeenUnit
from app.systems.splatball.muster.armies import army_value
from app.systems.splatball.position import actions as a
from app.systems.splatball.position import events as e
from app.systems.splatball.position import events_setup as es
from app.systems.splatball.position.state import Position, Unit
from tests.games.splatball.playing import game, refused, step
from tests.games.splatball.table import position, unit
from tests.support.random_play import Game, Moment, bounded, played, same_bytes

CAMOUFLAGED = (("camo_identity", "secret"), ("camo_markers", 3))
ENEMY = Viewer("b")


def secret_games() -> Iterator[Game]:
    """An ambush, and parks in which units may be hidden."""
    for seed in range(bounded(2, 20)):
        yield played("splatball", "garage_ambush", 2, seed)
        yield played("splatball", "own_park", 2, seed, CAMOUFLAGED)


def moments() -> Iterator[tuple[Game, Moment]]:
    for each in secret_games():
        for moment in each.some_moments(bounded(12, 60)):
            yield each, moment


def hidden(name: str, kind: Any, at: tuple[int, int], **more: Any) -> Unit:
    return unit(name, kind, at, marker=True, **more)


def ambushed(**more: Any) -> Position:
    """A hidden unit and one in sight of seat ``a``, an enemy far off."""
    return position(
        hidden("s0u1", "sniper", (5, 2), activated=False),
        unit("s0u2", "scamp", (8, 2), activated=False),
        unit("s1u1", "scamp", (5, 10), "b"),
        options={"camo_identity": "secret"},
        **more,
    )


def told(at: Position, action: Any, viewer: Viewer, *dice: int) -> list[Any]:
    """What a viewer is told of an act of seat ``a``."""
    found = step(at, "a", action, *dice)
    events = (game().tell(before, event, viewer) for before, event in zip(found.befores, found.events, strict=True))
    return [event for event in events if event is not None]


@pytest.mark.rule("SPL-HID-04")
def test_nobody_else_is_told_that_a_hidden_unit_is_declared_or_turns() -> None:
    declare = a.Activate((UnitId("s0u1"), UnitId("s0u2")))
    own, other = (told(ambushed(step="activate"), declare, viewer) for viewer in (Viewer("a"), ENEMY))
    assert next(each for each in own if isinstance(each, e.Activated)).units == ("s0u1", "s0u2")
    assert next(each for each in other if isinstance(each, e.Activated)).units == ("s0u2",)

    at = ambushed(step="move")
    at = replace(at, units={name: replace(each, activated=True) for name, each in at.units.items()})
    turn = a.Move("s0u1", facing="S")
    assert any(isinstance(each, e.Turned) for each in told(at, turn, Viewer("a")))
    assert told(at, turn, ENEMY) == told(at, turn, SPECTATOR) == []


@pytest.mark.rule("SPL-HID-04")
def test_of_a_side_with_hidden_units_it_is_told_how_many_are_seen_and_how_many_are_not() -> None:
    scene = game().scene(game().view(ambushed(), ENEMY))

    (row,) = (standing for standing in scene.standings if standing.seat == "a")
    assert {figure.symbol: figure.value for figure in row.figures} == {"points": 0, "units": 1, "hidden": 1}


@pytest.mark.rule("SPL-HID-06")
def test_no_view_holds_dice_to_come_and_the_seed_of_the_board_is_open() -> None:
    names: set[str] = set()

    def look(value: object) -> None:
        if isinstance(value, dict):
            names.update(value)
            value = list(value.values())
        if isinstance(value, list):
            for each in value:
                look(each)

    for each, moment in moments():
        for viewer in each.viewers:
            look(msgspec.json.decode(msgspec.json.encode(game().view(moment.state, viewer))))
    assert {name for name in names if "seed" in name or "dice" in name or "die" in name} == {"seed"}
    assert played("splatball", "own_park", 2, 0, CAMOUFLAGED).opening.state.board.made["seed"] is not None


@pytest.mark.rule("SPL-HID-07")
def test_whom_the_game_waits_for_and_what_for_depends_on_nothing_hidden() -> None:
    changed = 0
    for each, moment in moments():
        for viewer in each.viewers:
            other = game().resample(moment.state, viewer, random.Random(1).randrange)
            changed += other is not moment.state
            assert game().to_act(other) == game().to_act(moment.state)
            assert (other.phase, other.step, other.active, other.frames) == (
                moment.state.phase,
                moment.state.step,
                moment.state.active,
                moment.state.frames,
            )
    assert changed


@pytest.mark.rule("SPL-HID-08")
def test_when_the_game_is_over_everything_is_shown_to_everybody() -> None:
    for each in secret_games():
        final = each.final
        for viewer in each.viewers:
            seen = game().view(final, viewer)
            assert [unit.type for unit in seen.units.values()] == [unit.type for unit in final.units.values()]
            assert [gone.type for gone in seen.gone.values()] == [gone.type for gone in final.gone.values()]
            for seat, state in final.seats.items():
                assert (seen.seats[seat].army, seen.seats[seat].left) == (state.army, state.left)


@pytest.mark.rule("SPL-HID-09")
def test_everything_else_is_open_to_a_spectator() -> None:
    for _, moment in moments():
        at, seen = moment.state, game().view(moment.state, SPECTATOR)
        assert (seen.pieces, seen.points, seen.board, seen.splats) == (at.pieces, at.points, at.board, at.splats)
        for name, own in at.units.items():
            if not own.marker or own.revealed:
                fields = [field for field in SeenUnit.__struct_fields__ if hasattr(own, field)]
                assert [getattr(seen.units[name], field) for field in fields] == [
                    getattr(own, field) for field in fields
                ]
        for seat, state in at.seats.items():
            assert (seen.seats[seat].ambush, seen.seats[seat].markers_left) == (state.ambush, state.markers_left)


@pytest.mark.rule("SPL-HID-02", "SPL-HID-03")
def test_of_a_hidden_unit_a_spectator_sees_the_marker_alone() -> None:
    seen = game().view(ambushed(), SPECTATOR).units["s0u1"]

    assert msgspec.to_builtins(seen) == {"id": "s0u1", "seat": "a", "marker": True, "revealed": False, "at": (5, 2)}
    assert game().view(ambushed(), Viewer("a")).units["s0u1"].type == "sniper"


@pytest.mark.rule("SPL-HID-10")
def test_what_was_chosen_in_secret_is_what_is_revealed_later() -> None:
    revealed = 0
    for each in secret_games():
        noted: dict[UnitId, Any] = {}
        for moment in each.moments:
            for event in moment.step.events:
                if isinstance(event, es.Deployed):
                    noted[event.unit] = event.kind
                if isinstance(event, e.Revealed) and event.unit in noted:
                    revealed += 1
                    assert event.kind == noted[event.unit]
    assert revealed


@pytest.mark.rule("SPL-HID-10", "SPL-HID-01")
def test_a_list_that_is_handed_in_is_fixed_and_others_are_told_only_that_it_is() -> None:
    opening = played("splatball", "own_park", 2, 0, CAMOUFLAGED).opening.state
    army = a.SubmitArmy(("scamp",))
    found = step(opening, "a", army)

    assert refused(found.state, "a", army) == "SPL-ASK-01"
    ready = next(event for event in found.events if isinstance(event, es.ArmyReady))
    assert game().tell(opening, ready, Viewer("a")).list == ("scamp",)
    assert game().tell(opening, ready, ENEMY).list is None
    assert game().view(found.state, ENEMY).seats[Seat("a")].army is None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.rule("SPL-HID-11")
def test_another_world_keeps_all_that_a_viewer_knows_and_changes_only_what_it_does_not(seed: int) -> None:
    for each, moment in moments():
        at = moment.state
        for viewer in each.viewers:
            other = game().resample(at, viewer, random.Random(seed).randrange)
            assert same_bytes(game().view(at, viewer), game().view(other, viewer))
            assert other.units.keys() == at.units.keys()
            for name, own in at.units.items():
                if viewer == Viewer(own.seat) or not own.marker or own.revealed:
                    assert other.units[name] == own
            for seat in SEATS[: len(at.seats)]:
                assert drawn_from(other, seat) == drawn_from(at, seat) or at.seats[seat].army is not None
                assert spent(other, seat) <= max(army_value(game().rules(at), at), spent(at, seat))


def drawn_from(at: Position, seat: Seat) -> Counter[str]:
    """Everything of a seat's ambush, put down or not: its pool."""
    units = (each.type for each in (*at.units.values(), *at.gone.values()) if each.seat == seat)
    return Counter([*units, *at.seats[seat].left])


def spent(at: Position, seat: Seat) -> int:
    """What a seat's list comes to."""
    prices = game().rules(at).units
    return sum(prices[kind].cost for kind in at.seats[seat].army or ())
