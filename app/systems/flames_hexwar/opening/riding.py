"""Why teams cannot be aboard what they are said to be aboard (FHW-TRAN-02)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.types import UnitId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.march.ways import is_towed
from app.systems.flames_hexwar.position.state import Team


def riding(field: Field, team: Team) -> Iterator[str]:
    """Aboard an own carrier that stands on the board and has room."""
    carrier = field.teams.get(team.aboard or UnitId(""))
    if carrier is None or carrier.at is None or carrier.aboard is not None:
        yield f"teams.{team.id}: aboard nothing that stands on the board"
    elif team.at is not None:
        yield f"teams.{team.id}: on the board and aboard"
    elif not _rides(field, team, carrier):
        yield f"teams.{team.id}: aboard {carrier.id}, which has no room for it"


def _rides(field: Field, team: Team, carrier: Team) -> bool:
    of, riders = field.kind(carrier), field.aboard(carrier.id)
    guns = sum(is_towed(field, each) for each in riders)
    fits_in = carrier.side == team.side and not field.kind(team).is_vehicle
    return fits_in and guns <= int(of.tows) and len(riders) - guns <= max(of.transport, of.tank_riders)
