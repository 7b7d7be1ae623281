"""What each viewer sees and is told. A view starts empty and is filled with what its viewer may know (OW-HID).

Everything on the table is open. Secret are muster and recruitment lists until they are revealed, and, with closed reserves,
the gold and mana of others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from app.engine.system import Picker
from app.engine.types import Event, Seat, Viewer
from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.judge.acts import Moment
from app.systems.open_wars.judge.sample_lists import sample_muster, sample_recruits
from app.systems.open_wars.position.events import Committed, Mustered, SetUp
from app.systems.open_wars.position.frames import Frame, OrdersFrame
from app.systems.open_wars.position.state import (
    Combat,
    DrawOffer,
    Effect,
    Fallen,
    Position,
    Result,
    SeatState,
    Token,
)
from app.systems.open_wars.turn.machine import waiting_for

MOST_HIDDEN = 20
"""Reserves of another world, at most."""


class SeatView(msgspec.Struct, frozen=True):
    """A seat as a viewer sees it: as in the position, but what he may not know is ``None``."""

    seat: Seat
    side: str
    faction: str
    start: str
    gold: int | None
    mana: int | None
    budget: int
    eliminated: bool
    resigned: bool
    committed: bool
    orders: tuple[Order, ...] | None
    promotions: Mapping[str, str]
    used: tuple[str, ...]
    converged: tuple[str, ...]
    converged_before: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def plays(self) -> bool:
        """Still in the game."""
        return not (self.eliminated or self.resigned)


class View(msgspec.Struct, frozen=True):
    """A game as ``viewer`` sees it; ``seat`` is his own, ``None`` for a spectator. ``asked`` are the seats that are waited for."""

    viewer: Viewer
    seat: Seat | None
    asked: tuple[Seat, ...]
    game: Literal["open_wars"]
    rules_version: str
    scenario: str
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    map: tuple[tuple[str, ...], ...]
    seats: Mapping[Seat, SeatView]
    tokens: Mapping[int, Token]
    phase: str
    turn: int
    order: tuple[Seat, ...]
    values: Mapping[Seat, int]
    effects: tuple[Effect, ...]
    fallen: tuple[Fallen, ...]
    movement: Seat | None
    combat: Combat | None
    points: Mapping[str, int]
    flags: tuple[str, ...]
    draw: DrawOffer | None
    offered: tuple[Seat, ...]
    target: int | None
    frames: tuple[Frame, ...]
    result: Result | None
    battle: Mapping[str, Any] | None


def view(position: Position, viewer: Viewer) -> View:
    """What a viewer sees; of what will be drawn and rolled there is nothing to see (OW-HID-01, OW-HID-06,
    OW-HID-07)."""
    seat = Seat(viewer) if Seat(viewer) in position.seats else None
    return View(
        viewer=viewer,
        seat=seat,
        asked=waiting_for(position),
        game=position.game,
        rules_version=position.rules_version,
        scenario=position.scenario,
        options=position.options,
        tables=position.tables,
        map=position.map,
        seats={name: _seat_view(position, state, viewer) for name, state in position.seats.items()},
        tokens=position.tokens,
        phase=position.phase,
        turn=position.turn,
        order=position.order,
        values=position.values,
        effects=position.effects,
        fallen=position.fallen,
        movement=position.movement,
        combat=position.combat,
        points=position.points,
        flags=position.flags,
        draw=position.draw,
        offered=position.offered,
        target=position.target,
        frames=position.frames,
        result=position.result,
        battle=position.battle,
    )


def sees_reserves(options: Mapping[str, Any], seat: Seat, viewer: Viewer) -> bool:
    """Whether a viewer sees a seat's gold and mana (OW-HID-02)."""
    return options["open_reserves"] is True or viewer == Viewer(seat)


def _seat_view(position: Position, state: SeatState, viewer: Viewer) -> SeatView:
    own, open_ = viewer == Viewer(state.seat), sees_reserves(position.options, state.seat, viewer)
    return SeatView(
        seat=state.seat,
        side=state.side,
        faction=state.faction,
        start=state.start,
        gold=state.gold if open_ else None,
        mana=state.mana if open_ else None,
        budget=state.budget,
        eliminated=state.eliminated,
        resigned=state.resigned,
        committed=state.committed,
        orders=state.orders if own else None,
        promotions=state.promotions,
        used=state.used,
        converged=state.converged,
        converged_before=state.converged_before,
        gone=state.gone,
    )


def tell(before: Position | None, event: Event, viewer: Viewer) -> Event:
    """The event as a viewer may know it: lists are told to their owner alone, reserves as the option says (OW-HID-03,
    OW-HID-04)."""
    if isinstance(event, Committed):
        return event if viewer == Viewer(event.seat) else replace(event, orders=None)
    if isinstance(event, Mustered) and before is not None:
        return event if sees_reserves(before.options, event.seat, viewer) else replace(event, gold=None)
    if isinstance(event, SetUp):
        return _told_set_up(event, viewer)
    return event


def _told_set_up(event: SetUp, viewer: Viewer) -> SetUp:
    """The opening position without what the viewer may not know; the same event if there is nothing."""
    position = event.position
    hidden = [seat for seat in position.seats if not sees_reserves(position.options, seat, viewer)]
    if not hidden:
        return event
    seats = {seat: replace(s, gold=0, mana=0) if seat in hidden else s for seat, s in position.seats.items()}
    return replace(event, position=replace(position, seats=seats))


def resample(moment: Moment, viewer: Viewer, pick: Picker) -> Position:
    """Another position that a viewer cannot tell apart: other reserves and other lists where they are secret from him; the same
    position if nothing is."""
    position = moment.position
    seats = dict(position.seats)
    for seat, state in position.seats.items():
        if viewer == Viewer(seat):
            continue
        if not sees_reserves(position.options, seat, viewer):
            state = replace(state, gold=pick(MOST_HIDDEN + 1), mana=pick(MOST_HIDDEN + 1))
        if state.committed:
            top = next(frame for frame in position.frames if isinstance(frame, OrdersFrame))
            sampler = sample_muster if top.list == "muster" else sample_recruits
            state = replace(state, orders=sampler(moment.field, state, pick))
        seats[seat] = state
    if seats == position.seats:
        return position
    return replace(position, seats=seats)
