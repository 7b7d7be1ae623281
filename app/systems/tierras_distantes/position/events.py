"""Everything that can happen ("Events" in the rules): facts, with the dice that fell and all that is needed to fold and to draw them again.

Events are public unless they say otherwise; ``judge/view.py`` tells each viewer what may be known.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.types import Event, Text, UnitId
from app.systems.tierras_distantes.book.kinds import Count, Millimetre, PieceId, Place, Player, Point
from app.systems.tierras_distantes.position.events_fights import (
    Attacked,
    Burst,
    Fired,
    Frightened,
    Lost,
    Rallied,
    ShotLost,
)
from app.systems.tierras_distantes.position.events_setup import (
    Confirmed,
    Deployed,
    DeploymentOpened,
    GoPassed,
    LotRolled,
    PieceLeft,
    PiecePlaced,
    PiecesDealt,
    SideChosen,
    SidesRolled,
    SquadLocked,
    SquadsOpened,
    SquadsUnbalanced,
    TerrainGenerated,
)
from app.systems.tierras_distantes.position.of_unit import OfUnit
from app.systems.tierras_distantes.position.state import BatchKind, Ending, Position

Dice = tuple[int, ...]


class Opened(Event, frozen=True, tag="opened"):
    """The game as it begins."""

    position: Position


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A turn begins: every living miniature is ready (TD-END-05); with the first one play begins."""

    turn: Count


class InitiativeRolled(Event, frozen=True, tag="initiative_rolled"):
    """A round begins: who has the initiative (TD-INI-01); the dice are A's and B's by turns."""

    round: Count
    dice: Dice
    winner: Player


class BatchBegan(Event, frozen=True, tag="batch_began"):
    """A batch begins: how many must be activated (TD-ACT-01, TD-ACT-03); a final one has no dice (TD-ACT-08)."""

    player: Player
    kind: BatchKind
    count: Count
    dice: Dice = ()
    roll: Count | None = None


class Activated(Event, frozen=True, tag="activated"):
    """Miniatures become active (TD-ACT-04, TD-ACT-05)."""

    player: Player
    units: tuple[UnitId, ...]


class Moved(OfUnit, frozen=True, kw_only=True, tag="moved"):
    """A miniature walked (TD-MOV-01): its way, the heights of its feet along it, and what it cost, rounded up."""

    start_mm: Place
    path_mm: tuple[Point, ...]
    heights_mm: tuple[Millimetre, ...]
    cost_mm: Count


class Climbed(OfUnit, frozen=True, kw_only=True, tag="climbed"):
    """A miniature climbed (TD-CLB-01); ``climbing``: the piece that it hangs on still."""

    piece: PieceId
    start_mm: Place
    end_mm: Place
    climbing: PieceId | None
    is_move: bool
    """Whether it was one of the moves (TD-CLB-09)."""


class BatchEnded(Event, frozen=True, tag="batch_ended"):
    """A batch ends: whoever was active, or is named only now, is done (TD-ACT-06, TD-ACT-13)."""

    player: Player
    rest: tuple[UnitId, ...] = ()


class ObjectivesHeld(Event, frozen=True, tag="objectives_held"):
    """Who holds what at the end of a turn (TD-END-10)."""

    holders: Mapping[str, Player | None]
    names: Mapping[str, Text]


class MoraleRolled(Event, frozen=True, tag="morale_rolled"):
    """A side rolls for its morale (TD-END-07)."""

    player: Player
    dice: Dice
    below: Count
    holds: bool


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn ends: what each side has lost in the whole game, and quiet turns in a row (TD-END-01, TD-END-13)."""

    turn: Count
    lost: Mapping[Player, Count]
    quiet: Count


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    """A draw was offered (TD-END-12)."""

    player: Player


class DrawDeclined(Event, frozen=True, tag="draw_declined"):
    """The offer was declined (TD-END-12)."""

    player: Player


class DrawLapsed(Event, frozen=True, tag="draw_lapsed"):
    """The offer lapsed, since its player acted or the batch ended (TD-END-12)."""


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game is over ("Victory" in the rules)."""

    ending: Ending


AnyEvent = (
    Opened
    | SquadLocked
    | SquadsUnbalanced
    | SquadsOpened
    | TerrainGenerated
    | LotRolled
    | PiecesDealt
    | PiecePlaced
    | PieceLeft
    | SidesRolled
    | SideChosen
    | Deployed
    | Confirmed
    | DeploymentOpened
    | GoPassed
    | TurnBegan
    | InitiativeRolled
    | BatchBegan
    | Activated
    | Moved
    | Climbed
    | Fired
    | ShotLost
    | Attacked
    | Burst
    | Frightened
    | Lost
    | Rallied
    | BatchEnded
    | ObjectivesHeld
    | MoraleRolled
    | TurnEnded
    | DrawOffered
    | DrawDeclined
    | DrawLapsed
    | GameEnded
)
