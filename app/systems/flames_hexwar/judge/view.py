"""What each viewer sees and is told. A view starts empty and is filled with what its viewer may know (FHW-HID).

Secret are drafts, orders of cards face down, the order of decks, which cards lie apart, what standing orders say, and what is planned of a
way and not announced. All else is public, dice too (FHW-HID-05, FHW-HID-06).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app.engine.types import Event, Seat, Viewer
from app.systems.flames_hexwar.book.kinds import Count, Side
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.frames import Activation, Frame, Window
from app.systems.flames_hexwar.position.state import (
    NO_DRAFTS,
    Company,
    CompanyKey,
    Platoon,
    Position,
    SeatState,
)
from app.systems.flames_hexwar.turn.machine import asked


class Sizes(msgspec.Struct, frozen=True):
    """How many cards of a company lie in its deck and apart; ``None`` where that is not shown (FHW-HID-02)."""

    size: Count | None
    aside: Count | None


class View(msgspec.Struct, frozen=True):
    """A game as ``viewer`` sees it: ``seat`` and ``side`` are its own, ``None`` for a spectator; ``asked`` are the seats that are waited
    for; ``known`` is the position without what may not be known."""

    viewer: Viewer
    seat: Seat | None
    side: Side | None
    asked: tuple[Seat, ...]
    decks: Mapping[CompanyKey, Sizes]
    known: Position

    @property
    def options(self) -> Mapping[str, Any]:
        """The room's options."""
        return self.known.options

    @property
    def tables(self) -> Mapping[str, Any]:
        """The room's house values."""
        return self.known.tables

    @property
    def battle(self) -> Mapping[str, Any] | None:
        """The document of a battle of somebody's own."""
        return self.known.battle


def side_of(position: Position, viewer: Viewer) -> Side | None:
    """The side of a viewer (FHW-SEAT-04)."""
    state = position.seats.get(Seat(viewer))
    return None if state is None else state.side


def view(field: Field, viewer: Viewer) -> View:
    """What a viewer sees; when the game is over, everything (FHW-HID-08, FHW-HID-04)."""
    position = field.position
    seat = Seat(viewer) if Seat(viewer) in position.seats else None
    side = side_of(position, viewer)
    return View(viewer, seat, side, asked(field), _decks(position, side), known(field, side))


def _decks(position: Position, side: Side | None) -> dict[CompanyKey, Sizes]:
    is_open = position.options["fo_count_public"] or position.result is not None
    return {
        key: Sizes(len(each.deck), len(each.aside)) if is_open or each.side == side else Sizes(None, None)
        for key, each in position.companies.items()
    }


def known(field: Field, side: Side | None) -> Position:
    """A position as a side knows it; ``None``: spectators."""
    position = field.position
    if position.result is not None:
        return position
    return Position(
        scenario=position.scenario,
        options=position.options,
        tables=position.tables,
        turn=position.turn,
        phase=position.phase,
        seats={seat: _seat(field, state, side) for seat, state in position.seats.items()},
        sides=position.sides,
        companies={key: _company(position, each, side) for key, each in position.companies.items()},
        platoons={name: _platoon(each, side) for name, each in position.platoons.items()},
        teams=position.teams,
        gone=position.gone,
        active=position.active,
        last=position.last,
        frames=frames_for(position, position.frames, side),
        wrecks=position.wrecks,
        smoke=position.smoke,
        seen_entering=position.seen_entering,
        hurts=position.hurts,
        tally=position.tally,
        losers=position.losers,
        entries=position.entries,
        draw=position.draw,
        result=position.result,
        battle=position.battle,
        weather=position.weather,
    )


def _seat(field: Field, state: SeatState, side: Side | None) -> SeatState:
    """Another side's drafts and standing orders are secret, the attacker's open designations not (FHW-HID-03, FHW-FC-02)."""
    if state.side == side:
        return state
    drafts = state.drafts if is_open(field, state) else NO_DRAFTS
    return SeatState(
        state.side, state.companies, state.committed, reopened=state.reopened, drafts=drafts, in_force=state.in_force
    )


def is_open(field: Field, state: SeatState) -> bool:
    """Whether what a seat has designated is shown to everybody already: no seat of the attacker is asked any more (FHW-FC-02)."""
    position = field.position
    designating = position.phase in ("a1_designate", "a2_designate") and position.options["fc_designation"] == "open"
    return designating and state.side == "A" and all(position.seats[seat].side != "A" for seat in asked(field))


def _company(position: Position, company: Company, side: Side | None) -> Company:
    """Of another side's cards one knows those that have been turned up."""
    if company.side == side:
        return company
    turned = tuple(name for name in company.aside if position.platoons[name].turned)
    return replace(company, deck=(), aside=turned)


def _platoon(platoon: Platoon, side: Side | None) -> Platoon:
    """The order of a card face down is its side's alone (FHW-HID-01)."""
    if platoon.side == side or platoon.turned:
        return platoon
    return replace(platoon, order=None, ae=None)


def frames_for(position: Position, frames: tuple[Frame, ...], side: Side | None) -> tuple[Frame, ...]:
    """What is being resolved, without the rest of a way and without whose standing orders were looked at."""
    return tuple(frame_for(position, frame, side) for frame in frames)


def frame_for(position: Position, frame: Frame, side: Side | None) -> Frame:
    """The same of one frame; the frame itself where nothing of it is hidden."""
    if isinstance(frame, Window):
        mover = next((each for each in frames_moving(position) if each is not None), None)
        is_passive = side is not None and mover != side
        return frame if is_passive else replace(frame, tried=())
    if isinstance(frame, Activation) and frame.moving is not None:
        if position.platoons[frame.platoon].side == side:
            return frame
        return replace(frame, moving=replace(frame.moving, rest=(), halt=True, half=None, facing=None))
    return frame


def frames_moving(position: Position) -> list[Side | None]:
    """The side whose platoon is active, if any."""
    active = [frame for frame in position.frames if isinstance(frame, Activation)]
    return [position.platoons[frame.platoon].side for frame in active]


# --------------------------------------------------------------------------------------------------------------------- told


def tell(before: Position | None, event: Event, viewer: Viewer) -> Event | None:
    """The event as a viewer may know it, ``None`` for one that may not be known of (FHW-HID-10)."""
    told = _TOLD.get(type(event))
    if told is None or before is None:
        return event
    found: Event | None = told(before, event, side_of(before, viewer))
    return found


def _own_alone(before: Position, event: ep.Drafted | ep.Withdrawn, side: Side | None) -> Event | None:
    return event if before.seats[event.seat].side == side else None


def _plans(before: Position, event: ep.PlansRevealed, side: Side | None) -> Event:
    """Others are told how many cards lie where, and the joins (FHW-HID-02, FHW-HID-03)."""
    return replace(
        event,
        orders={name: order for name, order in event.orders.items() if before.platoons[name].side == side},
        decks={key: cards for key, cards in event.decks.items() if before.companies[key].side == side},
        aside={key: cards for key, cards in event.aside.items() if before.companies[key].side == side},
    )


def _standing(before: Position, event: ep.StandingSet, side: Side | None) -> Event:
    return event if before.seats[event.seat].side == side else replace(event, fire=())


def _flow(before: Position, event: e.Flow, side: Side | None) -> Event | None:
    """Nobody is told where nothing changes that he may know: how often it does says what standing orders hold (FHW-HID-10)."""
    frames = _told_frames(before, event.frames, side)
    is_known = (event.phase, event.active, event.last) == (before.phase, before.active, before.last)
    if is_known and frames == _told_frames(before, before.frames, side):
        return None
    return event if frames == event.frames else replace(event, frames=frames)


def _told_frames(before: Position, frames: tuple[Frame, ...], side: Side | None) -> tuple[Frame, ...]:
    return tuple(_told_frame(before, frame, side) for frame in frames)


def _told_frame(before: Position, frame: Frame, side: Side | None) -> Frame:
    if isinstance(frame, Window):
        return replace(frame, tried=())
    return frame_for(before, frame, side)


_TOLD: Final[Mapping[type[Event], Callable[[Position, Any, Side | None], Event | None]]] = MappingProxyType(
    {
        ep.Drafted: _own_alone,
        ep.Withdrawn: _own_alone,
        ep.PlansRevealed: _plans,
        ep.StandingSet: _standing,
        e.Flow: _flow,
    }
)
