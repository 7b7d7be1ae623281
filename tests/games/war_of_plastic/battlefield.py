"""Small battlefields for tests: units and pieces by few words, the tables of a room by its options."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import app.systems.war_of_plastic
from app.engine.dice import GivenDice
from app.engine.refusal import Refusal
from app.engine.registry import read_tables
from app.engine.types import Seat, UnitId
from app.systems.war_of_plastic.book.state import Mode, Piece, Unit
from app.systems.war_of_plastic.book.tables import Book, Rules
from app.systems.war_of_plastic.fire.resolution import Damaged, Resolution, ShotFired, resolve_shots
from app.systems.war_of_plastic.fire.shooting import Designation, designate
from app.systems.war_of_plastic.position.field import Field

FOLDER = Path(app.systems.war_of_plastic.__file__).parent


@lru_cache(maxsize=1)
def book() -> Book:
    """The game's data files."""
    return Book(read_tables(FOLDER))


def rules(**options: Any) -> Rules:
    """The tables of a room with these options."""
    return book().rules(options)


def soldier(name: str, x: int, y: int, army: str = "A", **more: Any) -> Unit:
    """A soldier on the table with rifle and grenades; ``aboard`` makes him a passenger."""
    return unit("infantry", "soldier", 15, name, x, y, army, **{"weapons": ("rifle", "grenade"), **more})


def jeep(name: str, x: int, y: int, army: str = "A", **more: Any) -> Unit:
    """A jeep on the table."""
    return unit("light", "jeep", 40, name, x, y, army, **more)


def tank(name: str, x: int, y: int, army: str = "A", **more: Any) -> Unit:
    """A tank on the table."""
    return unit("heavy", "tank", 50, name, x, y, army, **{"weapons": ("heavy_weapon", "machine_gun"), **more})


def unit(type_: str, kind: str, radius: int, name: str, x: int, y: int, army: str, **more: Any) -> Unit:
    """Any unit; seat a handles army A, seat b army B."""
    seat = Seat(army.lower())
    place: dict[str, Any] = {"x_mm": x, "y_mm": y, "status": "table", "weapons": ()}
    if "aboard" in more:
        place |= {"x_mm": None, "y_mm": None, "status": "aboard"}
    return Unit(UnitId(name), army, seat, seat, kind, type_, radius, **{**place, **more})  # type: ignore[arg-type]


def box(name: str, kind: str, west: int, south: int, east: int, north: int, levels: int = 1) -> Piece:
    """A rectangular piece."""
    return Piece(name, kind, ((west, south), (east, south), (east, north), (west, north)), levels=levels)


def disc(name: str, kind: str, x: int, y: int, radius: int) -> Piece:
    """A round piece."""
    return Piece(name, kind, x_mm=x, y_mm=y, radius_mm=radius)


def field(*things: Unit | Piece, **options: Any) -> Field:
    """The field with these units and pieces under the room's options."""
    units = {thing.id: thing for thing in things if isinstance(thing, Unit)}
    pieces = tuple(thing for thing in things if isinstance(thing, Piece))
    return Field(units, pieces, rules(**options))  # type: ignore[arg-type]


def by_id(where: Field, name: str) -> Unit:
    """A unit of a field."""
    return where.units[UnitId(name)]


def shot(where: Field, shooter: str, weapon: str, *targets: str, mode: Mode = Mode.STATIONARY) -> Designation | Refusal:
    """The designation of targets by a unit, or its refusal."""
    return designate(where, by_id(where, shooter), weapon, targets, mode=mode)


def accepted(judged: Designation | Refusal) -> Designation:
    """A designation that was not refused."""
    assert isinstance(judged, Designation), judged
    return judged


def refused_by(judged: object) -> str | None:
    """The rule of a refusal, ``None`` if there is none."""
    return judged.rule if isinstance(judged, Refusal) else None


def fire(
    where: Field, shooter: str, weapon: str, *targets: str, dice: list[int], mode: Mode = Mode.STATIONARY
) -> Resolution:
    """A shot resolved with given dice, every one of which must fall."""
    designation = accepted(shot(where, shooter, weapon, *targets, mode=mode))
    return rolled(where, shooter, designation, dice)


def rolled(where: Field, shooter: str, designation: Designation, dice: list[int]) -> Resolution:
    """A designation resolved with given dice, every one of which must fall."""
    given = GivenDice(dice)
    resolution = resolve_shots(where, by_id(where, shooter), designation, given)
    assert given.left_over == 0
    return resolution


def damages(resolution: Resolution) -> list[tuple[str, str]]:
    """Who was damaged and how, in the order of the dice."""
    return [(done.unit, done.result.value) for done in resolution.outcomes if isinstance(done, Damaged)]


def hits(resolution: Resolution) -> list[bool]:
    """Which shots hit."""
    return [fired.hit for fired in resolution.outcomes if isinstance(fired, ShotFired)]
