"""Positions, actions, events and views of Pebbles: frozen values, whole millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from app.engine.types import Action, Event, Seat, UnitId, Viewer

Charm = Literal["luck", "reach"]
CHARMS: tuple[Charm, ...] = ("luck", "reach")
RADIUS_MM = 20
Millimetre = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]


class Unit(msgspec.Struct, frozen=True):
    id: UnitId
    seat: Seat
    x_mm: Millimetre
    y_mm: Millimetre
    bruises: int = 0


class Player(msgspec.Struct, frozen=True):
    seat: Seat
    team: str
    charm: Charm | None = None


class Ended(msgspec.Struct, frozen=True):
    winners: tuple[Seat, ...]
    side: str
    reason: str


class Position(msgspec.Struct, frozen=True):
    """``placing`` is the unit that its owner must place; ``thrower`` who hit it; ``accepted`` who agrees to a draw."""

    width_mm: Millimetre
    height_mm: Millimetre
    house: Mapping[str, int]
    rounds: int
    players: tuple[Player, ...]
    units: tuple[Unit, ...]
    phase: Literal["charms", "play", "finished"]
    round: int
    turn: Seat
    first: Seat
    placing: UnitId | None = None
    thrower: UnitId | None = None
    offered: Seat | None = None
    accepted: tuple[Seat, ...] = ()
    ended: Ended | None = None


class View(msgspec.Struct, frozen=True):
    """A position as ``viewer`` sees it: charms not shown are ``None``; ``to_act`` says who is asked."""

    viewer: Viewer
    position: Position
    to_act: tuple[Seat, ...]


class PickCharm(Action, frozen=True, tag="pick_charm"):
    charm: Charm


class Move(Action, frozen=True, tag="move"):
    unit: UnitId
    path_mm: Annotated[tuple[tuple[Millimetre, Millimetre], ...], msgspec.Meta(min_length=1, max_length=20)]


class Throw(Action, frozen=True, tag="throw"):
    unit: UnitId
    target: UnitId


class Pass(Action, frozen=True, tag="pass"):
    pass


class PlaceUnit(Action, frozen=True, tag="place_unit"):
    unit: UnitId
    x_mm: Millimetre
    y_mm: Millimetre


class Concede(Action, frozen=True, tag="concede"):
    pass


class OfferDraw(Action, frozen=True, tag="offer_draw"):
    pass


class AnswerDraw(Action, frozen=True, tag="answer_draw"):
    accept: bool


AnyAction = PickCharm | Move | Throw | Pass | PlaceUnit | Concede | OfferDraw | AnswerDraw


class GameSet(Event, frozen=True, tag="game_set"):
    """``die`` decided who begins."""

    position: Position
    die: int | None = None


class CharmPicked(Event, frozen=True, tag="charm_picked"):
    """Told to nobody but its seat."""

    seat: Seat
    charm: Charm


class CharmsShown(Event, frozen=True, tag="charms_shown"):
    charms: Mapping[Seat, Charm]


class UnitMoved(Event, frozen=True, tag="unit_moved"):
    unit: UnitId
    path_mm: tuple[tuple[int, int], ...]


class PebbleThrown(Event, frozen=True, tag="pebble_thrown"):
    unit: UnitId
    target: UnitId
    die: int
    need: int
    hit: bool


class UnitPlaced(Event, frozen=True, tag="unit_placed"):
    unit: UnitId
    x_mm: int
    y_mm: int


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    seat: Seat


class TurnBegan(Event, frozen=True, tag="turn_began"):
    seat: Seat
    round: int


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    seat: Seat


class DrawAnswered(Event, frozen=True, tag="draw_answered"):
    seat: Seat
    accept: bool


class Conceded(Event, frozen=True, tag="conceded"):
    seat: Seat


class GameEnded(Event, frozen=True, tag="game_ended"):
    ended: Ended


AnyEvent = (
    GameSet
    | CharmPicked
    | CharmsShown
    | UnitMoved
    | PebbleThrown
    | UnitPlaced
    | TurnPassed
    | TurnBegan
    | DrawOffered
    | DrawAnswered
    | Conceded
    | GameEnded
)
