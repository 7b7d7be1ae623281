"""Positions, actions, events and views of Masks: frozen values, whole millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from app.engine.types import Action, Event, Seat, UnitId, Viewer

FACE_DOWN = 0
"""A card that the viewer does not see."""
CARDS = tuple(range(1, 13))
RADIUS_MM = 20
Millimetre = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
Card = Annotated[int, msgspec.Meta(ge=0, le=12)]


class Figure(msgspec.Struct, frozen=True):
    """A figure; a lurker is seen by nobody but its owner until somebody walks into it."""

    id: UnitId
    seat: Seat
    x_mm: Millimetre
    y_mm: Millimetre
    lurking: bool = False


class Choice(msgspec.Struct, frozen=True):
    """A card laid face down and, if the lurker is to move, where to."""

    card: Card
    spot_mm: tuple[Millimetre, Millimetre] | None = None


class Strike(msgspec.Struct, frozen=True):
    """A blow that everybody else may answer; ``answers`` are secret until the last one is given."""

    by: Seat
    target: Seat
    waiting: tuple[Seat, ...]
    answers: Mapping[Seat, bool] = {}


class Ended(msgspec.Struct, frozen=True):
    winners: tuple[Seat, ...]
    side: str
    reason: str


class Position(msgspec.Struct, frozen=True):
    """``order`` are the seats still to act in this round; ``given_up`` play no more."""

    house: Mapping[str, int]
    rounds: int
    seats: tuple[Seat, ...]
    hands: Mapping[Seat, tuple[Card, ...]]
    deck: tuple[Card, ...]
    figures: tuple[Figure, ...]
    scores: Mapping[Seat, int]
    phase: Literal["choose", "act", "answer", "finished"] = "choose"
    round: int = 1
    chosen: Mapping[Seat, Choice] = {}
    shown: Mapping[Seat, Card] = {}
    order: tuple[Seat, ...] = ()
    strike: Strike | None = None
    given_up: tuple[Seat, ...] = ()
    offered: Seat | None = None
    accepted: tuple[Seat, ...] = ()
    ended: Ended | None = None


class View(msgspec.Struct, frozen=True):
    """A position as ``viewer`` sees it: cards face down, choices and answers of others, others' lurkers left out."""

    viewer: Viewer
    position: Position
    to_act: tuple[Seat, ...]


class Choose(Action, frozen=True, tag="choose"):
    card: Annotated[int, msgspec.Meta(ge=1, le=12)]
    spot_mm: tuple[Millimetre, Millimetre] | None = None


class Walk(Action, frozen=True, tag="walk"):
    unit: UnitId
    x_mm: Millimetre
    y_mm: Millimetre


class StrikeAt(Action, frozen=True, tag="strike"):
    seat: Seat


class Rest(Action, frozen=True, tag="rest"):
    pass


class Answer(Action, frozen=True, tag="answer"):
    block: bool


class Concede(Action, frozen=True, tag="concede"):
    pass


class OfferDraw(Action, frozen=True, tag="offer_draw"):
    pass


class AnswerDraw(Action, frozen=True, tag="answer_draw"):
    accept: bool


AnyAction = Choose | Walk | StrikeAt | Rest | Answer | Concede | OfferDraw | AnswerDraw


class Dealt(Event, frozen=True, tag="dealt"):
    """The opening; told with every card face down but one's own, and without the dice that shuffled them."""

    position: Position
    dice: tuple[int, ...] | None = None


class Chosen(Event, frozen=True, tag="chosen"):
    """Told to nobody but its seat: others do not even learn that there is a choice."""

    player: Seat
    choice: Choice


class CardsShown(Event, frozen=True, tag="cards_shown"):
    cards: Mapping[Seat, Card]


class LurkerMoved(Event, frozen=True, tag="lurker_moved"):
    """Told to nobody but its owner."""

    unit: UnitId
    x_mm: int
    y_mm: int


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """Told to others with the card face down."""

    player: Seat
    card: Card


class Walked(Event, frozen=True, tag="walked"):
    unit: UnitId
    x_mm: int
    y_mm: int


class Ambushed(Event, frozen=True, tag="ambushed"):
    """A figure walked into a lurker: it stays where it was, and the lurker is seen from now on."""

    unit: UnitId
    lurker: Figure


class Struck(Event, frozen=True, tag="struck"):
    by: Seat
    target: Seat
    waiting: tuple[Seat, ...]


class Answered(Event, frozen=True, tag="answered"):
    """Told to others without the answer."""

    player: Seat
    block: bool | None


class Blocked(Event, frozen=True, tag="blocked"):
    player: Seat
    card: Card


class BlowFell(Event, frozen=True, tag="blow_fell"):
    by: Seat
    target: Seat
    die: int
    need: int
    hit: bool


class Rested(Event, frozen=True, tag="rested"):
    player: Seat


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    pass


class RoundBegan(Event, frozen=True, tag="round_began"):
    round: int


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    player: Seat


class DrawAnswered(Event, frozen=True, tag="draw_answered"):
    player: Seat
    accept: bool


class Conceded(Event, frozen=True, tag="conceded"):
    player: Seat


class GameEnded(Event, frozen=True, tag="game_ended"):
    ended: Ended


AnyEvent = (
    Dealt
    | Chosen
    | CardsShown
    | LurkerMoved
    | CardDrawn
    | Walked
    | Ambushed
    | Struck
    | Answered
    | Blocked
    | BlowFell
    | Rested
    | TurnPassed
    | RoundBegan
    | DrawOffered
    | DrawAnswered
    | Conceded
    | GameEnded
)
