"""Everything a player can do: one small class per row of rules.md, "Actions".

Lengths are whole millimetres (``_mm``). Everything is bounded, so that a wrong shape is refused before a rule looks at it;
an empty list of targets and an empty path of ``move`` are wrong in shape and name no rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from app.engine.types import Action
from app.systems.war_of_plastic.book.state import Edge, KindList, Level, Millimetre

MOST_LEVEL: Final = 19

Id = Annotated[str, msgspec.Meta(max_length=64)]
"""An id as it is sent: it may name nothing, which is for the rules to refuse."""

Waypoint = Annotated[tuple[int, ...], msgspec.Meta(min_length=2, max_length=3)]
"""``[x, y]`` or ``[x, y, level]`` in mm; level 0 if missing (WOP-GEO-01)."""

SomePath = Annotated[tuple[Waypoint, ...], msgspec.Meta(min_length=1, max_length=40)]
AnyPath = Annotated[tuple[Waypoint, ...], msgspec.Meta(max_length=40)]
Index = Annotated[int, msgspec.Meta(ge=0, le=1_000)]

ALIASES: Final[Mapping[str, str]] = {
    "x": "x_mm",
    "y": "y_mm",
    "path": "path_mm",
    "along": "along_mm",
    "rotation": "rotation_step",
    "step": "rotation_step",
    "pool_index": "index",
}
"""The bare names that rules.md uses, and the names on the wire."""


def _check_path(path: tuple[tuple[int, ...], ...]) -> None:
    """Coordinates and levels are bounded like everywhere; raises ``ValueError``, which decoding turns into a wrong field."""
    for index, (x, y, *level) in enumerate(path):
        if abs(x) > 100_000 or abs(y) > 100_000:
            raise ValueError(f"path_mm[{index}]: expected coordinates within 100000 mm")
        if level and not 0 <= level[0] <= MOST_LEVEL:
            raise ValueError(f"path_mm[{index}]: expected a level from 0 to {MOST_LEVEL}")


class SubmitArmy(Action, frozen=True, tag="submit_army"):
    """Puts forward an army list (WOP-ARMY-07)."""

    list: KindList


class LockArmy(Action, frozen=True, tag="lock_army"):
    """Locks the list put forward, or ``list`` if it is given; with equal armies captain B accepts A's (WOP-ARMY-07)."""

    list: KindList | None = None


class Roll(Action, frozen=True, tag="roll"):
    """Rolls off for both armies (WOP-DEPL-04)."""


class ChooseRole(Action, frozen=True, tag="choose_role"):
    """Method B: to place the obstacles or to choose the edge (WOP-OBST-05)."""

    role: Literal["place", "edge"]


class PlaceObstacle(Action, frozen=True, tag="place_obstacle"):
    """Places the piece of the pool at ``index``, turned by ``rotation_step`` times 15 degrees (WOP-OBST-06,
    WOP-OBST-07, WOP-OBST-08, WOP-OBST-09)."""

    index: Index
    x_mm: Millimetre
    y_mm: Millimetre
    rotation_step: Annotated[int, msgspec.Meta(ge=0, le=23)] = 0


class PassObstacle(Action, frozen=True, tag="pass_obstacle"):
    """Method A: places nothing at this go (WOP-OBST-06)."""


class FinishObstacles(Action, frozen=True, tag="finish_obstacles"):
    """Method B: the field is ready (WOP-OBST-10)."""


class ChooseEdge(Action, frozen=True, tag="choose_edge"):
    """Chooses the own deployment edge; the other army gets the opposite one (WOP-DEPL-02, WOP-DEPL-03)."""

    edge: Edge


class Deploy(Action, frozen=True, tag="deploy"):
    """Deploys a unit at a place, or a soldier aboard a vehicle already deployed (WOP-DEPL-08, WOP-DEPL-09,
    WOP-DEPL-10, WOP-DEPL-11)."""

    unit: Id
    x_mm: Millimetre | None = None
    y_mm: Millimetre | None = None
    level: Level = 0
    vehicle: Id | None = None

    def __post_init__(self) -> None:
        placed = (self.x_mm is not None, self.y_mm is not None)
        if self.vehicle is None and not all(placed):
            raise ValueError("expected x_mm and y_mm, or a vehicle")
        if self.vehicle is not None and (any(placed) or self.level):
            raise ValueError("expected either a place or a vehicle")


class FinishDeployment(Action, frozen=True, tag="finish_deployment"):
    """Sends what is not deployed to the reserve (WOP-DEPL-12)."""


class DropWeapon(Action, frozen=True, tag="drop_weapon"):
    """Lays a special weapon down at the start of the manoeuvre (WOP-DROP-01)."""

    unit: Id
    weapon: Id


class Move(Action, frozen=True, tag="move"):
    """Moves along a path, the start excluded; ``board`` is the vehicle it ends in (WOP-MOVE, WOP-VEH-04)."""

    unit: Id
    path_mm: SomePath
    board: Id | None = None

    def __post_init__(self) -> None:
        _check_path(self.path_mm)


class Enter(Action, frozen=True, tag="enter"):
    """Comes in from the reserve at ``along_mm`` of the own edge, moves on if a path is given, with ``passengers`` aboard
    (WOP-RES-01, WOP-RES-02, WOP-RES-03, WOP-RES-04, WOP-RES-05, WOP-RES-06)."""

    unit: Id
    along_mm: Millimetre
    path_mm: AnyPath = ()
    board: Id | None = None
    passengers: Annotated[tuple[Id, ...], msgspec.Meta(max_length=40)] = ()

    def __post_init__(self) -> None:
        _check_path(self.path_mm)


class Shoot(Action, frozen=True, tag="shoot"):
    """Shoots a weapon at a target, with burst at several (WOP-SHOT-01)."""

    unit: Id
    weapon: Id
    targets: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=30)]


class Fight(Action, frozen=True, tag="fight"):
    """Fights one enemy soldier in contact (WOP-CC-04)."""

    unit: Id
    target: Id


class Assault(Action, frozen=True, tag="assault"):
    """Attacks an enemy vehicle in contact with one weapon (WOP-CCV-01)."""

    unit: Id
    target: Id
    weapon: Id


class PickUp(Action, frozen=True, tag="pick_up"):
    """Picks up a weapon from the ground (WOP-DROP-03)."""

    unit: Id
    token: Id


class TakeWeapon(Action, frozen=True, tag="take_weapon", rename={"from_": "from"}):
    """Takes a special weapon from a companion in contact (WOP-DROP-08)."""

    unit: Id
    from_: Id
    weapon: Id


class Unstun(Action, frozen=True, tag="unstun"):
    """``unit`` spends its manoeuvre to remove the stun of ``target``, by the default option its own (WOP-DMG-14)."""

    unit: Id
    target: Id


class Heal(Action, frozen=True, tag="heal"):
    """Removes one hurt from a unit in reserve (WOP-HEAL-05)."""

    unit: Id


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Takes a hurt unit that touches its own edge into the reserve (WOP-HEAL-03)."""

    unit: Id


class EndManoeuvre(Action, frozen=True, tag="end_manoeuvre"):
    """Closes the open manoeuvre (WOP-MAN-16)."""


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Ends the turn with manoeuvres unused (WOP-MAN-09)."""


class PlaceSurvivor(Action, frozen=True, tag="place_survivor"):
    """Places a survivor of a destroyed vehicle; without a place at the default one (WOP-DMG-20)."""

    unit: Id
    x_mm: Millimetre | None = None
    y_mm: Millimetre | None = None

    def __post_init__(self) -> None:
        if (self.x_mm is None) != (self.y_mm is None):
            raise ValueError("expected x_mm and y_mm, or neither")


class Delegate(Action, frozen=True, tag="delegate"):
    """Hands a unit over to another seat of the army (WOP-TEAM-03)."""

    unit: Id
    seat: Id


class OfferDraw(Action, frozen=True, tag="offer_draw"):
    """Offers a draw (WOP-WIN-07)."""


class AnswerDraw(Action, frozen=True, tag="answer_draw"):
    """Answers the other army's draw offer."""

    yes: bool


class Concede(Action, frozen=True, tag="concede"):
    """Gives up: the other army wins (WOP-WIN-07)."""


class ClaimObjective(Action, frozen=True, tag="claim_objective"):
    """Claims an own objective agreed by hand, by its index (WOP-WIN-05)."""

    index: Index


class ConfirmObjective(Action, frozen=True, tag="confirm_objective"):
    """Answers the other army's claim."""

    yes: bool


UnitAct = DropWeapon | Move | Enter | Shoot | Fight | Assault | PickUp | TakeWeapon | Unstun | Heal | Withdraw
"""Acts that belong to a manoeuvre of ``unit``."""

AnyAction = (
    SubmitArmy
    | LockArmy
    | Roll
    | ChooseRole
    | PlaceObstacle
    | PassObstacle
    | FinishObstacles
    | ChooseEdge
    | Deploy
    | FinishDeployment
    | UnitAct
    | EndManoeuvre
    | EndTurn
    | PlaceSurvivor
    | Delegate
    | OfferDraw
    | AnswerDraw
    | Concede
    | ClaimObjective
    | ConfirmObjective
)
