"""A campaign as it stands: plain frozen values, what players decide in it, what happens, and the fold (OW-CAM)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec.structs import replace

from app.engine.refusal import EngineError
from app.engine.types import Action, Event, Seat, Viewer
from app.systems.open_wars.campaign import Legacy
from app.systems.open_wars.kinds import Count, Name

Stage = Literal["game", "promotions", "veterans", "over"]
"""The game is due or played; units are promoted; veterans are chosen; all is over."""

Promoted = Literal["initiative", "movement", "attack"]

STAGES: Final[tuple[Stage, ...]] = ("promotions", "veterans", "game")


class Warlord(msgspec.Struct, frozen=True):
    """A seat of a campaign: its faction, points, what the last game left it, the gold it carries on, what it keeps for the next
    game and what its units have learned. ``gone``: two-sided units lost for good."""

    seat: Seat
    faction: Name
    points: Count = 0
    survivors: Mapping[Name, Count] = {}
    treasury: Count = 0
    kept: Mapping[Name, Count] = {}
    promotions: Mapping[Name, Promoted] = {}
    gone: tuple[Name, ...] = ()


class War(msgspec.Struct, frozen=True):
    """A campaign at one moment. ``number`` is the game that is due or was played last; ``waiting`` are the seats that have
    something to decide; ``last_winner`` won the last game alone."""

    campaign: Name
    seats: Mapping[Seat, Warlord]
    options: Mapping[str, Any] = {}  # option values are words or booleans
    tables: Mapping[str, Any] = {}  # house values
    number: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    stage: Stage = "game"
    waiting: tuple[Seat, ...] = ()
    last_winner: Seat | None = None


class WarView(msgspec.Struct, frozen=True):
    """A campaign as it is seen: all of it is open (OW-CAM-04)."""

    viewer: Viewer
    war: War
    to_act: tuple[Seat, ...]


# what players decide


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Veterans of one unit."""

    unit: Name
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class KeepVeterans(Action, frozen=True, tag="keep_veterans"):
    """Which survivors go into the next game (OW-ACT-14)."""

    list: Annotated[tuple[Kept, ...], msgspec.Meta(max_length=100)] = ()


class Promote(Action, frozen=True, tag="promote"):
    """Which unit gains 1 in which value; neither: none (OW-ACT-15)."""

    unit: Name | None = None
    stat: Name | None = None


AnyDecision = KeepVeterans | Promote


# what happens


class WarBegan(Event, frozen=True, tag="war_began"):
    """A campaign begins."""

    war: War


class GameScored(Event, frozen=True, tag="game_scored"):
    """A game is over: what it leaves to each seat and the campaign points it brings."""

    number: int
    legacies: Mapping[Seat, Legacy]
    points: Mapping[Seat, int]
    treasuries: Mapping[Seat, int]


class UnitPromoted(Event, frozen=True, tag="unit_promoted"):
    """A seat has promoted a unit, or none."""

    seat: Seat
    unit: Name | None = None
    stat: Promoted | None = None


class VeteransKept(Event, frozen=True, tag="veterans_kept"):
    """A seat has chosen its veterans."""

    seat: Seat
    kept: Mapping[Name, Count]


class StageBegan(Event, frozen=True, tag="stage_began"):
    """What comes next in the campaign, and who has something to decide in it."""

    stage: Stage
    number: int
    waiting: tuple[Seat, ...] = ()


AnyWarEvent = WarBegan | GameScored | UnitPromoted | VeteransKept | StageBegan


def evolve(war: War | None, event: Event) -> War:
    """The campaign after an event."""
    if isinstance(event, WarBegan):
        return event.war
    if war is None:
        raise EngineError(f"expected the beginning of a campaign, found {type(event).__name__}")
    match event:
        case GameScored():
            return _scored(war, event)
        case UnitPromoted():
            lord = war.seats[event.seat]
            if event.unit is not None and event.stat is not None:
                lord = replace(lord, promotions={**lord.promotions, event.unit: event.stat})
            return _decided(war, lord)
        case VeteransKept():
            return _decided(war, replace(war.seats[event.seat], kept=dict(event.kept)))
        case StageBegan():
            return replace(war, stage=event.stage, number=event.number, waiting=event.waiting)
    raise EngineError(f"expected an event of a campaign, found {type(event).__name__}")


def _scored(war: War, event: GameScored) -> War:
    """Nobody keeps anything yet; what was kept for the game that is over is among its survivors (OW-CAM-03)."""
    seats = {}
    for seat, lord in war.seats.items():
        legacy = event.legacies[seat]
        seats[seat] = replace(
            lord,
            points=lord.points + event.points[seat],
            survivors=dict(legacy.survivors),
            treasury=event.treasuries[seat],
            kept={},
            gone=tuple(dict.fromkeys((*lord.gone, *legacy.gone))),
        )
    winners = [seat for seat, legacy in event.legacies.items() if legacy.result == "win"]
    return replace(war, seats=seats, last_winner=winners[0] if len(winners) == 1 else None)


def _decided(war: War, lord: Warlord) -> War:
    waiting = tuple(seat for seat in war.waiting if seat != lord.seat)
    return replace(war, seats={**war.seats, lord.seat: lord}, waiting=waiting)
