"""What each viewer sees and is told. A view starts empty and is filled with what its viewer may know (TD-HID).

Secret are squads until both are open (TD-HID-02), and places in blind deployment (TD-HID-03). All else is public, places too where shots may
be lost (TD-HID-01, TD-HID-04), and spectators know no more than both players do (TD-HID-06). Neither a position nor a view holds dice to come, or
where they come from (TD-HID-05).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app.engine.types import Event, Seat, Text, UnitId, Viewer
from app.systems.tierras_distantes.book.kinds import Count, PieceId, Player, Side
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position import events_setup as e
from app.systems.tierras_distantes.position.state import (
    Batch,
    Board,
    Ending,
    Phase,
    Placing,
    PlayerState,
    Position,
    Status,
    Unit,
)
from app.systems.tierras_distantes.turn.machine import seats_asked


class PlayerView(msgspec.Struct, frozen=True):
    """A player as a viewer sees one: as in the position, but what may not be known is ``None``."""

    seat: Seat
    squad: str
    members: tuple[Member, ...] | None
    side: Side | None
    confirmed: bool
    replaced: Count | None
    start: Count
    lost: Count
    offered_in_turn: Count | None


class SeenUnit(msgspec.Struct, frozen=True):
    """A miniature as a viewer sees it; without a ``status`` and a place where it is placed unseen."""

    id: UnitId
    player: Player
    name: Text
    quality: str
    armour: str
    weapons: tuple[str, ...]
    leader: bool
    status: Status | None
    x_mm: int | None
    y_mm: int | None
    z_mm: int | None
    frightened: bool
    climbing: PieceId | None
    actions: int
    moves: int
    shots: int


class View(msgspec.Struct, frozen=True):
    """A game as ``viewer`` sees it; ``player`` is whoever's seat it is, ``None`` for a spectator. ``asked`` are the seats waited for."""

    viewer: Viewer
    player: Player | None
    asked: tuple[Seat, ...]
    scenario: str
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    board: Board
    players: Mapping[Player, PlayerView]
    units: Mapping[UnitId, SeenUnit]
    phase: Phase
    placing: Placing | None
    totals: Mapping[Player, Count] | None
    chooser: Player | None
    to_deploy: Player | None
    turn: Count
    round: Count
    initiative: Player | None
    last_initiative: Player | None
    batch: Batch | None
    quiet: Count
    lost_in_turn: Count
    draw_offer: Player | None
    result: Ending | None
    battle: Mapping[str, Any] | None


_OPEN: Final = tuple(name for name in View.__struct_fields__ if name in Position.__struct_fields__)
"""What is seen of a position as it is, but for players and units."""


def view(rules: Rules, position: Position, viewer: Viewer) -> View:
    """What a viewer sees; when the game is over, everything."""
    own = player_at(position, viewer)
    values = {name: getattr(position, name) for name in _OPEN}
    values["players"] = {name: _player(position, name, own) for name in position.players}
    values["units"] = {name: _unit(position, unit, own) for name, unit in position.units.items()}
    return View(viewer=viewer, player=own, asked=seats_asked(rules, position), **values)


def player_at(position: Position, viewer: Viewer) -> Player | None:
    """Whose seat a viewer looks from."""
    return next((player for player, state in position.players.items() if Viewer(state.seat) == viewer), None)


# -------------------------------------------------------------------------------------------------------------- who may know


def sees_squad(position: Position, player: Player, own: Player | None) -> bool:
    """Whether a squad may be known: one's own, a given one, and all once both are open (TD-HID-02, TD-SQD-10)."""
    return own == player or position.phase != "squads" or position.players[player].squad == "given"


def sees_places(position: Position, player: Player, own: Player | None) -> bool:
    """Whether the places of a player's miniatures may be known: all but the other's in blind deployment (TD-HID-03)."""
    is_blind = position.phase == "deployment" and position.options["deployment_order"] == "blind"
    return own == player or not is_blind


def _player(position: Position, player: Player, own: Player | None) -> PlayerView:
    state: PlayerState = position.players[player]
    return PlayerView(
        seat=state.seat,
        squad=state.squad,
        members=state.members if sees_squad(position, player, own) else None,
        side=state.side,
        confirmed=state.confirmed,
        replaced=state.replaced if sees_places(position, player, own) else None,
        start=state.start,
        lost=state.lost,
        offered_in_turn=state.offered_in_turn,
    )


_OF_UNIT: Final = tuple(name for name in SeenUnit.__struct_fields__ if name not in ("status", "x_mm", "y_mm", "z_mm"))


def _unit(position: Position, unit: Unit, own: Player | None) -> SeenUnit:
    seen = sees_places(position, unit.player, own)
    values = {name: getattr(unit, name) for name in _OF_UNIT}
    if not seen:
        return SeenUnit(**values, status=None, x_mm=None, y_mm=None, z_mm=None)
    return SeenUnit(**values, status=unit.status, x_mm=unit.x_mm, y_mm=unit.y_mm, z_mm=unit.z_mm)


# --------------------------------------------------------------------------------------------------------------------- told


def tell(before: Position | None, event: Event, viewer: Viewer) -> Event | None:
    """The event as a viewer may know it, ``None`` for one that may not be known of."""
    told = _TOLD.get(type(event))
    return event if told is None or before is None else told(before, event, player_at(before, viewer))


def _squad_locked(before: Position, event: e.SquadLocked, own: Player | None) -> Event:
    return event if own == event.player else replace(event, members=None)


def _deployed(before: Position, event: e.Deployed, own: Player | None) -> Event | None:
    player = before.units[event.unit].player
    return event if sees_places(before, player, own) else None


def _confirmed(before: Position, event: e.Confirmed, own: Player | None) -> Event:
    return event if sees_places(before, event.player, own) else replace(event, out=())


_TOLD: Final[Mapping[type[Event], Callable[[Position, Any, Player | None], Event | None]]] = MappingProxyType(
    {e.SquadLocked: _squad_locked, e.Deployed: _deployed, e.Confirmed: _confirmed}
)
