"""Rules, vectors and positions for tests, in a few words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from app.engine.registry import read_tables
from app.engine.types import SEATS, Text, UnitId
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.kinds import PLAYERS, PieceId, Player, Side
from app.systems.tierras_distantes.book.pieces import Objective, Piece
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.state import Batch, Board, PlayerState, Position, Unit

FOLDER = Path(__file__).parents[3] / "app" / "systems" / "tierras_distantes"
VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


@lru_cache(maxsize=1)
def book() -> Book:
    return Book(read_tables(FOLDER))


def rules(tables: Mapping[str, Any] | None = None, **options: Any) -> Rules:
    """The rules with options that differ from their defaults; ``tables``: house values by dotted path."""
    return book().rules(options, tables)


def unit(name: str, x: int = 0, y: int = 0, z: int = 0, **more: Any) -> Unit:
    """A regular with a rifle and combat armour at a place in mm, ready unless ``more`` says otherwise; the player is the id's letter."""
    values: dict[str, Any] = {
        "quality": "regular",
        "armour": "medium",
        "weapons": ("assault_rifle",),
        "leader": False,
        "status": "ready",
        **more,
    }
    player: Any = name[0]
    place = {} if values["status"] == "lost" else {"x_mm": x, "y_mm": y, "z_mm": z}
    return Unit(id=UnitId(name), player=player, name=Text(name, name), **place, **values)


def piece(name: str, kind: Any, box: Sequence[int], z1: int = 0, z0: int = 0) -> Piece:
    """A piece of terrain on an upright rectangle in mm, a feature of its own."""
    return Piece(PieceId(name), kind, corners(box), z0, z1, name, base=True)


def position(
    *units: Unit,
    pieces: Sequence[Piece] = (),
    objectives: Sequence[Objective] = (),
    player: Player = "A",
    options: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
    count: int | None = None,
    **more: Any,
) -> Position:
    """A position in the first batch of turn 1, of a player whose active miniatures are all that had to be named; the table is
    100 x 100 cm. Starting numbers are those of the miniatures."""
    named = tuple(each.id for each in units if each.player == player and each.status == "active")
    made = Position(
        game="tierras_distantes",
        rules_version="1.0",
        scenario="",
        options=book().resolve(options or {}),
        tables=tables or {},
        board=Board(1000, 1000, ("south", "north"), tuple(pieces), tuple(objectives)),
        players={each: _player(each, units) for each in PLAYERS},
        units={each.id: each for each in units},
        phase="batch",
        turn=1,
        round=1,
        initiative=player,
        batch=Batch(player, "first", 6, len(named) if count is None else count, named),
    )
    return replace(made, **more) if more else made


def _player(player: Player, units: Sequence[Unit]) -> PlayerState:
    own = [each for each in units if each.player == player]
    side: Side = "south" if player == "A" else "north"
    lost = sum(each.status == "lost" for each in own)
    seat = SEATS[PLAYERS.index(player)]
    return PlayerState(seat, "given", (), side, confirmed=True, start=len(own), lost=lost)
