"""Scenarios as typed values (``scenarios.toml``); a battle of the workshop is one, too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.engine.types import Text
from app.engine.words import name_of
from app.systems.tierras_distantes.book.kinds import PLAYERS, Count, Place, Player, Point, Side
from app.systems.tierras_distantes.book.pieces import Member, Objective, Part, Piece, PoolPiece

SIDES: tuple[Side, Side] = ("south", "north")
"""The sides of a table whose scenario names none (TD-DEP-01)."""


class Squad(msgspec.Struct, frozen=True):
    """A squad of a scenario; ``open``: its player builds it (TD-SQD-04)."""

    name: Text | None
    open: bool
    members: tuple[Member, ...] = ()
    suggested: Mapping[Side, tuple[Place, ...]] = {}
    """For each side a place for each miniature, in order (TD-DEP-08)."""


class ReadySquad(msgspec.Struct, frozen=True):
    """A squad ready to be locked (TD-SQD-11)."""

    name: Text
    members: tuple[Member, ...]


class Scenario(msgspec.Struct, frozen=True):
    """A ready-to-play game."""

    id: str
    name: Text
    summary: Text
    minutes: Count
    table: tuple[Count, Count]
    """Its width and its height in mm (TD-BRD-01)."""
    sides: tuple[Side, Side]
    options: Mapping[str, Any]
    terrain: tuple[Piece, ...]
    objectives: tuple[Objective, ...]
    pool: tuple[PoolPiece, ...]
    squads: Mapping[Player, Squad]
    ready: tuple[ReadySquad, ...]


def corners(footprint: Sequence[Any]) -> tuple[Point, ...]:
    """The corners of a footprint that may be given as an upright rectangle ``[x0, y0, x1, y1]`` (TD-TER-05)."""
    if len(footprint) == 4 and all(isinstance(each, int) for each in footprint):
        x0, y0, x1, y1 = footprint
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return tuple((x, y) for x, y in footprint)


def scenario_of(row: Mapping[str, Any]) -> Scenario:
    """A row of ``scenarios.toml``. Raises ``KeyError``, ``TypeError``, ``ValueError`` or what ``msgspec.convert`` raises for a row that is
    none."""
    squads = {player: _squad(row["squads"], player) for player in PLAYERS}
    found = {
        **row,
        "name": name_of(row),
        "summary": name_of(row, "summary"),
        "sides": row.get("sides", SIDES),
        "options": row.get("options", {}),
        "terrain": [_piece(each) for each in row.get("terrain", ())],
        "objectives": [_objective(each) for each in row.get("objective", ())],
        "pool": [_pool_piece(each) for each in row.get("pool", ())],
        "squads": squads,
        "ready": [
            {"name": name_of(each), "members": [member_of(entry) for entry in each["members"]]}
            for each in row.get("ready", ())
        ],
    }
    return msgspec.convert(found, Scenario)


def member_of(entry: Mapping[str, Any]) -> Member:
    """An entry of a squad, as files write it."""
    name = name_of(entry) if "name_es" in entry else None
    return msgspec.convert({**entry, "name": name}, Member)


def _squad(rows: Mapping[str, Any], player: Player) -> Squad:
    row = rows[player]
    like = rows[row["same_as"]] if "same_as" in row else row
    is_open = bool(like.get("open"))
    return Squad(
        name=name_of(row) if "name_es" in row else None,
        open=is_open,
        members=() if is_open else tuple(member_of(entry) for entry in like["members"]),
        suggested=msgspec.convert(
            row.get("suggested_deployment", like.get("suggested_deployment", {})), dict[Side, tuple[Place, ...]]
        ),
    )


def _piece(row: Mapping[str, Any]) -> Piece:
    found = {**row, "footprint": corners(row["footprint"]), "z0_mm": row["z0"], "z1_mm": row["z1"]}
    return msgspec.convert(found, Piece)


def _objective(row: Mapping[str, Any]) -> Objective:
    lengths = {f"{name}_mm": row[name] for name in ("x", "y", "radius", "z_min", "z_max")}
    return msgspec.convert({**row, **lengths, "name": name_of(row)}, Objective)


def _pool_piece(row: Mapping[str, Any]) -> PoolPiece:
    parts = tuple(msgspec.convert(_part(part), Part) for part in row.get("parts", ()))
    return msgspec.convert({**row, "size_mm": row["size"], "z1_mm": row["z1"], "parts": parts}, PoolPiece)


def _part(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": row["kind"], "box_mm": row["box"], "z1_mm": row["z1"]}
