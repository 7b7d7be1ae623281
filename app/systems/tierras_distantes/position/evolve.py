"""A position after each event: no judging, no rolling."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from app.engine.story import Evolve, evolving
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.position import events as e
from app.systems.tierras_distantes.position import events_fights as ef
from app.systems.tierras_distantes.position.changes import player_with, spent, unit_with, units_with, without
from app.systems.tierras_distantes.position.evolve_setup import SET_UP
from app.systems.tierras_distantes.position.state import Batch, Position

# -------------------------------------------------------------------------------------------------------- turns and batches


def _turn_began(position: Position, event: e.TurnBegan) -> Position:
    """With the first turn the starting numbers are counted (TD-DEP-09)."""
    if event.turn == 1:
        for player in PLAYERS:
            position = player_with(position, player, start=_living(position, player))
    ready = [unit.id for unit in position.units.values() if unit.living]
    begun = units_with(position, ready, status="ready")
    return replace(begun, phase="batch", turn=event.turn, round=0, batch=None, lost_in_turn=0, to_deploy=None)


def _living(position: Position, player: Player) -> int:
    return sum(unit.living for unit in position.units.values() if unit.player == player)


def _initiative_rolled(position: Position, event: e.InitiativeRolled) -> Position:
    return replace(
        position, round=event.round, initiative=event.winner, last_initiative=position.initiative, batch=None
    )


def _batch_began(position: Position, event: e.BatchBegan) -> Position:
    return replace(position, batch=Batch(event.player, event.kind, event.roll, event.count))


def _activated(position: Position, event: e.Activated) -> Position:
    batch = position.batch
    assert batch is not None
    named = replace(batch, named=(*batch.named, *event.units))
    active = units_with(position, event.units, status="active", actions=0, moves=0, shots=0)
    return replace(active, batch=named)


def _batch_ended(position: Position, event: e.BatchEnded) -> Position:
    active = [unit.id for unit in position.units.values() if unit.status == "active"]
    return replace(units_with(position, (*active, *event.rest), status="done"), batch=None)


def _turn_ended(position: Position, event: e.TurnEnded) -> Position:
    return replace(position, quiet=event.quiet)


# ------------------------------------------------------------------------------------------------------------------ actions


def _moved(position: Position, event: e.Moved) -> Position:
    x, y = event.path_mm[-1]
    walked = unit_with(position, event.unit, x_mm=x, y_mm=y, z_mm=event.heights_mm[-1])
    return spent(walked, (event.unit,), moves=1)


def _climbed(position: Position, event: e.Climbed) -> Position:
    x, y, z = event.end_mm
    there = unit_with(position, event.unit, x_mm=x, y_mm=y, z_mm=z, climbing=event.climbing)
    return spent(there, (event.unit,), moves=int(event.is_move))


def _fired(position: Position, event: ef.Fired) -> Position:
    return spent(position, [shot.unit for shot in event.shots], shots=1)


def _burst(position: Position, event: ef.Burst) -> Position:
    return spent(position, (event.unit,), shots=1)


def _frightened(position: Position, event: ef.Frightened) -> Position:
    return unit_with(position, event.unit, frightened=True)


def _lost(position: Position, event: ef.Lost) -> Position:
    return without(position, event.unit)


def _rallied(position: Position, event: ef.Rallied) -> Position:
    tried = spent(position, (event.by,))
    return unit_with(tried, event.unit, frightened=False) if event.success else tried


# --------------------------------------------------------------------------------------------------------------------- ends


def _draw_offered(position: Position, event: e.DrawOffered) -> Position:
    return replace(player_with(position, event.player, offered_in_turn=position.turn), draw_offer=event.player)


def _draw_gone(position: Position, event: e.DrawDeclined | e.DrawLapsed) -> Position:
    return replace(position, draw_offer=None)


def _game_ended(position: Position, event: e.GameEnded) -> Position:
    return replace(position, phase="over", batch=None, to_deploy=None, draw_offer=None, result=event.ending)


evolve: Final[Evolve[Position]] = evolving(
    e.Opened,
    {
        **SET_UP,
        e.TurnBegan: _turn_began,
        e.InitiativeRolled: _initiative_rolled,
        e.BatchBegan: _batch_began,
        e.Activated: _activated,
        e.BatchEnded: _batch_ended,
        e.TurnEnded: _turn_ended,
        e.Moved: _moved,
        e.Climbed: _climbed,
        ef.Fired: _fired,
        ef.Burst: _burst,
        ef.Frightened: _frightened,
        ef.Lost: _lost,
        ef.Rallied: _rallied,
        e.DrawOffered: _draw_offered,
        e.DrawDeclined: _draw_gone,
        e.DrawLapsed: _draw_gone,
        e.GameEnded: _game_ended,
    },
)
"""The position after an event."""
