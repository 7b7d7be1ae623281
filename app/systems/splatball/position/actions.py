"""Everything a player can do (section 13 of the rules), bounded, so that a wrong shape is refused before a rule looks at it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from app.boards.squares import Facing
from app.engine.types import Action, UnitId
from app.systems.splatball.book.kinds import Edge, PieceId, PieceKind, Segment, Square, UnitKind, Vertex

Id = Annotated[UnitId, msgspec.Meta(max_length=64)]
PieceRef = Annotated[PieceId, msgspec.Meta(max_length=64)]
Army = Annotated[tuple[UnitKind, ...], msgspec.Meta(min_length=1, max_length=50)]
Units = Annotated[tuple[Id, ...], msgspec.Meta(max_length=60)]
Path = Annotated[tuple[Square, ...], msgspec.Meta(max_length=20)]
StepNumber = Annotated[int, msgspec.Meta(ge=1)]


def _only_true(value: bool | None, name: str) -> None:
    if value is False:
        raise ValueError(f"expected {name} to be true, or left out")


class SubmitArmy(Action, frozen=True, tag="submit_army"):
    """Hands in an army, in secret and for good (SPL-ARMY-02)."""

    list: Army


class PlacePiece(Action, frozen=True, tag="place_piece"):
    """Lays a piece of scenery by hand (SPL-SET-05)."""

    kind: PieceKind
    at: Square


class PlaceRoad(Action, frozen=True, tag="place_road", rename={"start": "from", "end": "to"}):
    """Names the ends of a road, which is routed (SPL-SET-09)."""

    start: Square
    end: Square


class PlaceFence(Action, frozen=True, tag="place_fence", rename={"start": "from", "end": "to"}):
    """Names the ends of a fence, which is routed (SPL-SET-09)."""

    start: Vertex
    end: Vertex


class Pass(Action, frozen=True, tag="pass"):
    """Lays nothing (SPL-SET-05, SPL-SET-09)."""


class ChooseEdge(Action, frozen=True, tag="choose_edge"):
    """Takes an edge for the whole game (SPL-DEP-02)."""

    edge: Edge


class Deploy(Action, frozen=True, tag="deploy", rename={"inside": "in"}):
    """Puts a unit onto the board, or aboard an own transport (SPL-DEP-06); in an ambush without ``kind``: one that is drawn
    (SPL-CAMO-11)."""

    kind: UnitKind | None = None
    at: Square | None = None
    inside: Id | None = None
    facing: Facing | None = None
    hidden: bool | None = None

    def __post_init__(self) -> None:
        if (self.at is None) == (self.inside is None):
            raise ValueError("expected one of at and in")
        if self.inside is not None and self.facing is not None:
            raise ValueError("expected no facing with in")
        _only_true(self.hidden, "hidden")


class DeployHq(Action, frozen=True, tag="deploy_hq"):
    """Lays one's headquarters (SPL-DEP-08)."""

    at: Square


class DeployAmmo(Action, frozen=True, tag="deploy_ammo"):
    """Lays one's ammunition supply (SPL-DEP-08)."""

    at: Square


class FinishDeploy(Action, frozen=True, tag="finish_deploy"):
    """Ends one's deployment (SPL-DEP-09)."""


class PlaceObjective(Action, frozen=True, tag="place_objective"):
    """Lays one of one's objective markers on a piece (SPL-OBJ-01)."""

    piece: PieceRef


class AssignMarkers(Action, frozen=True, tag="assign_markers"):
    """Lays camouflage markers where identities are open (SPL-CAMO-04)."""

    units: Units = ()


class Activate(Action, frozen=True, tag="activate"):
    """Declares which units move and fight in this turn (SPL-ACT-01)."""

    units: Units = ()


class Unload(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A passenger that gets off (SPL-TRN-05)."""

    unit: Id
    at: Square
    facing: Facing | None = None


class Move(Action, frozen=True, tag="move"):
    """One unit's move (SPL-MOVE-02): the squares entered, one after the other, and what belongs to the move.

    ``exit``: leaves the board after the path (SPL-MOVE-11); ``embark``: goes aboard that vehicle (SPL-TRN-03); ``unload``: who gets off
    (SPL-TRN-05); ``pickup``: numbers of the steps, from 1, whose fence is taken aboard (SPL-TRN-08); ``place_fences``: segments that
    are set (SPL-TRN-09); ``facing``: turns on the spot at the end (SPL-MOVE-05).
    """

    unit: Id
    path: Path = ()
    facing: Facing | None = None
    exit: bool | None = None
    embark: Id | None = None
    unload: Annotated[tuple[Unload, ...], msgspec.Meta(max_length=3)] = ()
    pickup: Annotated[tuple[StepNumber, ...], msgspec.Meta(max_length=8)] = ()
    place_fences: Annotated[tuple[Segment, ...], msgspec.Meta(max_length=3)] = ()

    def __post_init__(self) -> None:
        _only_true(self.exit, "exit")


class EndMovement(Action, frozen=True, tag="end_movement"):
    """Ends the step of movement (SPL-TURN-03)."""


class Attack(Action, frozen=True, tag="attack"):
    """One unit's attack on an enemy (SPL-FIRE)."""

    unit: Id
    target: Id


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Ends one's turn (SPL-TURN-04)."""


class RetreatTo(Action, frozen=True, tag="retreat_to"):
    """The next square of a retreat (SPL-RET-04)."""

    at: Square


class Advance(Action, frozen=True, tag="advance"):
    """Whether the attacker steps into the vacated square (SPL-ADV-01)."""

    accept: bool


class PlacePassenger(Action, frozen=True, tag="place_passenger"):
    """Places a passenger of an eliminated transport (SPL-TRN-12)."""

    unit: Id
    at: Square


class UseBenefit(Action, frozen=True, tag="benefit"):
    """Whether the benefit of a piece is used, and how (SPL-SPC)."""

    piece: PieceRef
    use: bool
    unit: Id | None = None
    at: Square | None = None
    facing: Facing | None = None

    def __post_init__(self) -> None:
        if not self.use and (self.unit, self.at, self.facing) != (None, None, None):
            raise ValueError("expected nothing but the piece where its benefit is not used")


class Resign(Action, frozen=True, tag="resign"):
    """Gives up (SPL-WIN-07)."""


class OfferDraw(Action, frozen=True, tag="offer_draw"):
    """Offers a draw (SPL-WIN-07)."""


class AnswerDraw(Action, frozen=True, tag="answer_draw"):
    """Answers a draw offer (SPL-WIN-07)."""

    accept: bool


AnyAction = (
    SubmitArmy
    | PlacePiece
    | PlaceRoad
    | PlaceFence
    | Pass
    | ChooseEdge
    | Deploy
    | DeployHq
    | DeployAmmo
    | FinishDeploy
    | PlaceObjective
    | AssignMarkers
    | Activate
    | Move
    | EndMovement
    | Attack
    | EndTurn
    | RetreatTo
    | Advance
    | PlacePassenger
    | UseBenefit
    | Resign
    | OfferDraw
    | AnswerDraw
)
