"""What a player can do: one small class per act, with the names of rules.md's table of actions; lengths in whole mm."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from app.engine.types import Action, Seat, UnitId
from app.systems.war_of_plastic.state import Edge, Millimetre, Name

UnitName = Annotated[UnitId, msgspec.Meta(min_length=1, max_length=64)]
Level = Annotated[int, msgspec.Meta(ge=0, le=19)]

Point3 = Annotated[tuple[Millimetre, ...], msgspec.Meta(min_length=2, max_length=3)]
Path = Annotated[tuple[Point3, ...], msgspec.Meta(max_length=64)]
"""Waypoints, the start excluded."""

Index = Annotated[int, msgspec.Meta(ge=0, le=1000)]
ArmyList = Annotated[tuple[Name, ...], msgspec.Meta(max_length=1000)]


class SubmitArmy(Action, tag="submit_army"):
    """Hands in an army list of unit kinds (WOP-ARMY-07)."""

    list: ArmyList


class LockArmy(Action, tag="lock_army"):
    """Locks the list handed in, or this one (WOP-ARMY-07)."""

    list: ArmyList | None = None


class Roll(Action, tag="roll"):
    """Rolls for both armies in a roll-off (WOP-DEPL-04, WOP-START-01)."""


class ChooseRole(Action, tag="choose_role"):
    """Method B: to place the obstacles or to choose the edge (WOP-OBST-05)."""

    role: Literal["place", "edge"]


class PlaceObstacle(Action, tag="place_obstacle"):
    """Puts a piece of the pool on the table, turned by ``step`` times 15 degrees (WOP-OBST-09)."""

    index: Index
    x_mm: Millimetre
    y_mm: Millimetre
    step: Annotated[int, msgspec.Meta(ge=0, le=23)] = 0


class PassObstacle(Action, tag="pass_obstacle"):
    """Method A: places nothing this go (WOP-OBST-06)."""


class FinishObstacles(Action, tag="finish_obstacles"):
    """Method B: leaves the rest of the pool unused (WOP-OBST-10)."""


class ChooseEdge(Action, tag="choose_edge"):
    """The edge the own army deploys on (WOP-DEPL-02, WOP-OBST-03)."""

    edge: Edge


class Deploy(Action, tag="deploy"):
    """Puts a unit on the table, or a soldier aboard a vehicle (WOP-DEPL-08 to 11)."""

    unit: UnitName
    x_mm: Millimetre | None = None
    y_mm: Millimetre | None = None
    level: Level = 0
    vehicle: UnitName | None = None


class FinishDeployment(Action, tag="finish_deployment"):
    """Leaves the rest in reserve (WOP-DEPL-12)."""


class DropWeapon(Action, tag="drop_weapon"):
    """Puts a special weapon down at the start of the manoeuvre (WOP-DROP-01)."""

    unit: UnitName
    weapon: Name


class Move(Action, tag="move"):
    """Moves along a path, perhaps into a vehicle (WOP-MOVE, WOP-VEH-04)."""

    unit: UnitName
    path_mm: Annotated[tuple[Point3, ...], msgspec.Meta(min_length=1, max_length=64)]
    board: UnitName | None = None


class Enter(Action, tag="enter"):
    """Comes in from reserve at ``along_mm`` of the own edge, and moves on (WOP-RES-03, 05)."""

    unit: UnitName
    along_mm: Millimetre
    path_mm: Path = ()
    board: UnitName | None = None
    passengers: Annotated[tuple[UnitName, ...], msgspec.Meta(max_length=64)] = ()


class Shoot(Action, tag="shoot"):
    """Shoots one weapon at a target, or at several with burst (WOP-SHOT, WOP-BURST)."""

    unit: UnitName
    weapon: Name
    targets: Annotated[tuple[UnitName, ...], msgspec.Meta(min_length=1, max_length=64)]


class Fight(Action, tag="fight"):
    """Close combat with an enemy soldier in contact (WOP-CC-04)."""

    unit: UnitName
    target: UnitName


class Assault(Action, tag="assault"):
    """Attacks an enemy vehicle in contact (WOP-CCV-01)."""

    unit: UnitName
    target: UnitName
    weapon: Name


class PickUp(Action, tag="pick_up"):
    """Picks up a weapon from the ground (WOP-DROP-03)."""

    unit: UnitName
    token: Name


class TakeWeapon(Action, tag="take_weapon", rename={"from_": "from"}):
    """Takes a special weapon from a companion in contact (WOP-DROP-08)."""

    unit: UnitName
    from_: UnitName
    weapon: Name


class Unstun(Action, tag="unstun"):
    """Spends the manoeuvre of ``unit`` to remove the stun of ``target``, by default its own (WOP-DMG-14)."""

    unit: UnitName
    target: UnitName | None = None


class Heal(Action, tag="heal"):
    """Removes a hurt from a unit in reserve (WOP-HEAL-05)."""

    unit: UnitName


class Withdraw(Action, tag="withdraw"):
    """Takes a hurt unit at its own edge off the table without moving (WOP-HEAL-03)."""

    unit: UnitName


class EndManoeuvre(Action, tag="end_manoeuvre"):
    """Closes the open manoeuvre (WOP-MAN-16)."""


class EndTurn(Action, tag="end_turn"):
    """Ends the turn (WOP-MAN-09)."""


class PlaceSurvivor(Action, tag="place_survivor"):
    """Places a survivor of a destroyed vehicle; without a point at the place offered (WOP-DMG-20)."""

    unit: UnitName
    x_mm: Millimetre | None = None
    y_mm: Millimetre | None = None


class Delegate(Action, tag="delegate"):
    """Hands a unit over to another seat of the army (WOP-TEAM-03)."""

    unit: UnitName
    seat: Annotated[Seat, msgspec.Meta(min_length=1, max_length=8)]


class OfferDraw(Action, tag="offer_draw"):
    """Offers a draw (WOP-WIN-07)."""


class AnswerDraw(Action, tag="answer_draw"):
    """Answers the other captain's offer (WOP-WIN-07)."""

    yes: bool


class Concede(Action, tag="concede"):
    """Gives the game up (WOP-WIN-07)."""


class ClaimObjective(Action, tag="claim_objective"):
    """Claims a manual objective by its index in the army's list (WOP-WIN-05)."""

    index: Index


class ConfirmObjective(Action, tag="confirm_objective"):
    """Confirms or rejects the other captain's claim (WOP-WIN-05)."""

    yes: bool


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
    | DropWeapon
    | Move
    | Enter
    | Shoot
    | Fight
    | Assault
    | PickUp
    | TakeWeapon
    | Unstun
    | Heal
    | Withdraw
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

ALIASES = {
    "x": "x_mm",
    "y": "y_mm",
    "path": "path_mm",
    "along": "along_mm",
    "rotation": "step",
    "pool_index": "index",
    "objective": "index",
}
"""Bare names of rules.md that are read as the names on the wire."""
