"""What happens before play: squads, terrain, sides, deployment."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.types import Event, UnitId
from app.systems.tierras_distantes.book.kinds import Count, GroundKind, Millimetre, PieceId, Place, Player, Side
from app.systems.tierras_distantes.book.pieces import Member, Piece
from app.systems.tierras_distantes.position.of_unit import OfUnit
from app.systems.tierras_distantes.position.state import Unit

Dice = tuple[int, ...]


class SquadLocked(Event, frozen=True, tag="squad_locked"):
    """A squad was locked; ``members`` is told to its owner alone (TD-SQD-10)."""

    player: Player
    members: tuple[Member, ...] | None = None


class SquadsUnbalanced(Event, frozen=True, tag="squads_unbalanced"):
    """The squads do not balance: both totals, and whose squad is unlocked (TD-SQD-12)."""

    totals: Mapping[Player, Count]
    unlocked: Player


class SquadsOpened(Event, frozen=True, tag="squads_opened"):
    """Both squads are open to all (TD-SQD-10)."""

    members: Mapping[Player, tuple[Member, ...]]
    units: tuple[Unit, ...]


class TerrainGenerated(Event, frozen=True, tag="terrain_generated"):
    """Dice placed the terrain (TD-TER-03)."""

    dice: Dice
    sectors: tuple[str | None, ...]
    pieces: tuple[Piece, ...]


class LotRolled(Event, frozen=True, tag="lot_rolled"):
    """Who gets the greater half of the pool and places first (TD-TER-04)."""

    dice: Dice
    winner: Player


class PiecesDealt(Event, frozen=True, tag="pieces_dealt"):
    """Whose every piece of the pool is, and who places first (TD-TER-04)."""

    dice: Dice
    owners: Mapping[PieceId, Player]
    kinds: Mapping[PieceId, GroundKind]
    first: Player


class PiecePlaced(Event, frozen=True, tag="piece_placed"):
    """A piece of the pool was placed; ``next`` is whose turn it is then (TD-TER-04)."""

    player: Player
    piece: PieceId
    x_mm: Millimetre
    y_mm: Millimetre
    pieces: tuple[Piece, ...]
    """It and its parts, as they were turned."""
    next: Player | None = None


class PieceLeft(Event, frozen=True, tag="piece_left"):
    """A piece of the pool was left out (TD-TER-04)."""

    player: Player
    piece: PieceId
    kind: GroundKind
    next: Player | None = None


class SidesRolled(Event, frozen=True, tag="sides_rolled"):
    """Who chooses a side (TD-DEP-01)."""

    dice: Dice
    winner: Player


class SideChosen(Event, frozen=True, tag="side_chosen"):
    """Who deploys where; ``to_deploy`` has the first go where they do not deploy at once (TD-DEP-01, TD-DEP-04)."""

    sides: Mapping[Player, Side]
    to_deploy: Player | None = None


class Deployed(OfUnit, frozen=True, kw_only=True, tag="deployed"):
    """A miniature was placed, or placed ``anew``; in blind deployment its owner alone is told (TD-DEP-04, TD-DEP-07)."""

    x_mm: Millimetre
    y_mm: Millimetre
    z_mm: Millimetre
    anew: bool = False
    to_deploy: Player | None = None


class Confirmed(Event, frozen=True, tag="confirmed"):
    """A deployment was ended; ``out`` are those without a place, in blind deployment told to their owner alone (TD-DEP-09)."""

    player: Player
    out: tuple[UnitId, ...] = ()
    to_deploy: Player | None = None


class GoPassed(Event, frozen=True, tag="go_passed"):
    """Where the players place in turn: whose go it is now (TD-DEP-04). Never told in words."""

    to: Player


class DeploymentOpened(Event, frozen=True, tag="deployment_opened"):
    """Blind deployment: where everybody stands (TD-DEP-04)."""

    places: Mapping[UnitId, Place]
    out: tuple[UnitId, ...] = ()
