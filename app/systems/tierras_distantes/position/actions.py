"""Everything a player can do ("Actions" in the rules), bounded, so that a wrong shape is refused before a rule looks at it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from app.engine.types import Action, UnitId
from app.systems.tierras_distantes.book.kinds import (
    FARTHEST_MM,
    LONGEST_NAME,
    MOST_UNITS,
    MOST_WEAPONS,
    Millimetre,
    PieceId,
    Point,
    Side,
)

Id = Annotated[UnitId, msgspec.Meta(max_length=64)]
Whole = Annotated[int, msgspec.Meta(ge=-FARTHEST_MM, le=FARTHEST_MM)]
RowId = Annotated[str, msgspec.Meta(max_length=64)]
PieceRef = Annotated[PieceId, msgspec.Meta(max_length=64)]
Units = Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=MOST_UNITS)]
Some = Annotated[int, msgspec.Meta(ge=1, le=MOST_UNITS)]
Path = Annotated[tuple[Point, ...], msgspec.Meta(min_length=1, max_length=20)]
"""The ends of the straight pieces of a way (TD-MOV-04)."""


class ListedMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many miniatures alike of a list (TD-SQD-08)."""

    quality: RowId
    armour: RowId
    weapons: Annotated[tuple[RowId, ...], msgspec.Meta(max_length=MOST_WEAPONS)]
    leader: bool = False
    count: Some = 1
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""


MemberList = Annotated[tuple[ListedMember, ...], msgspec.Meta(min_length=1, max_length=MOST_UNITS)]


class LockSquad(Action, frozen=True, tag="lock_squad"):
    """Hands in a squad, for good (TD-SQD-10)."""

    members: MemberList


class PlacePiece(Action, frozen=True, tag="place_piece"):
    """Puts a piece in hand onto the table, its south-west corner at a point (TD-TER-04)."""

    piece: PieceRef
    x_mm: Millimetre
    y_mm: Millimetre
    rotation_step: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class LeavePiece(Action, frozen=True, tag="leave_piece"):
    """Leaves a piece in hand out (TD-TER-04)."""

    piece: PieceRef


class ChooseSide(Action, frozen=True, tag="choose_side"):
    """Takes a side of the table (TD-DEP-01)."""

    side: Side


class Deploy(Action, frozen=True, tag="deploy"):
    """Puts a miniature into one's zone, for the first time or anew (TD-DEP-06, TD-DEP-07)."""

    unit: Id
    x_mm: Millimetre
    y_mm: Millimetre
    z_mm: Millimetre = 0


class DeployRest(Action, frozen=True, tag="deploy_rest"):
    """Puts everybody who is not placed yet to a first free place (TD-DEP-08); ``spread``: to one of a line over the zone instead."""

    spread: bool = False


class ConfirmDeployment(Action, frozen=True, tag="confirm_deployment"):
    """Ends one's deployment (TD-DEP-04)."""


class Activate(Action, frozen=True, tag="activate"):
    """Names the miniatures that act in this batch (TD-ACT-05)."""

    units: Units


class GroupMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another miniature that moves at the same time (TD-ACC-07)."""

    unit: Id
    path_mm: Path


class Move(Action, frozen=True, tag="move", rename={"others": "with"}):
    """Walks (TD-MOV-04), perhaps together with others (TD-ACC-07)."""

    unit: Id
    path_mm: Path
    others: Annotated[tuple[GroupMove, ...], msgspec.Meta(max_length=MOST_UNITS - 1)] = ()


class Climb(Action, frozen=True, tag="climb"):
    """Climbs up or down a piece (TD-CLB-01), alone, as all rally and fire at areas (TD-ACC-09); ``over``: across its crest, ``at_mm``: to where it shifts (TD-CLB-05)."""

    unit: Id
    piece: PieceRef
    to_z_mm: Millimetre
    over: bool = False
    at_mm: Point | None = None


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of divided fire at one target (TD-DIV-02)."""

    target: Id
    dice: Whole


Split = Annotated[tuple[Share, ...], msgspec.Meta(min_length=1, max_length=MOST_UNITS)]


def _one_of(target: UnitId | None, split: tuple[Share, ...] | None) -> None:
    if (target is None) == (split is None):
        raise ValueError("expected one of target and split")


class GroupShot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another miniature that shoots at the same time (TD-ACC-08)."""

    unit: Id
    weapon: RowId
    target: Id | None = None
    split: Split | None = None

    def __post_init__(self) -> None:
        _one_of(self.target, self.split)


class Fire(Action, frozen=True, tag="fire", rename={"others": "with"}):
    """Aimed fire at an enemy, or divided among several (TD-FIRE-01, TD-DIV-02), perhaps together with others (TD-CON-01)."""

    unit: Id
    weapon: RowId
    target: Id | None = None
    split: Split | None = None
    others: Annotated[tuple[GroupShot, ...], msgspec.Meta(max_length=MOST_UNITS - 1)] = ()

    def __post_init__(self) -> None:
        _one_of(self.target, self.split)


class FireArea(Action, frozen=True, tag="fire_area"):
    """Area fire at a point (TD-AREA-02)."""

    unit: Id
    weapon: RowId
    x_mm: Millimetre
    y_mm: Millimetre
    z_mm: Millimetre = 0


class Rally(Action, frozen=True, tag="rally"):
    """Tries to recover from fright (TD-FRT-01)."""

    unit: Id


class RallyOther(Action, frozen=True, tag="rally_other"):
    """A leader tries to rally somebody else (TD-FRT-05)."""

    unit: Id
    target: Id


class EndBatch(Action, frozen=True, tag="end_batch"):
    """Ends the batch (TD-ACT-13); ``rest``: with progressive naming those that are named without acting (TD-ACT-05)."""

    rest: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_UNITS)] = ()


class OfferDraw(Action, frozen=True, tag="offer_draw"):
    """Offers a draw (TD-END-12)."""


class AcceptDraw(Action, frozen=True, tag="accept_draw"):
    """Accepts a draw (TD-END-12)."""


class DeclineDraw(Action, frozen=True, tag="decline_draw"):
    """Declines a draw (TD-END-12)."""


class Resign(Action, frozen=True, tag="resign"):
    """Gives up (TD-END-11)."""


AnyAction = (
    LockSquad
    | PlacePiece
    | LeavePiece
    | ChooseSide
    | Deploy
    | DeployRest
    | ConfirmDeployment
    | Activate
    | Move
    | Climb
    | Fire
    | FireArea
    | Rally
    | RallyOther
    | EndBatch
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Resign
)
