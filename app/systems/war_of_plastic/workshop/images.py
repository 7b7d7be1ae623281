"""Likenesses in a battle that somebody makes: another of a thing, its image about the middle of the table, one half of the table
as the image of the other. Units that come to face the other way are the other army's."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from app.boards import plane
from app.engine.refusal import InvalidInput
from app.engine.workshop import Copy, Mirror
from app.systems.war_of_plastic.book.state import Army, Piece, Zone, other
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.ground.places import pieces_meet
from app.systems.war_of_plastic.opening.setup import pieces_of
from app.systems.war_of_plastic.position.field import outline_of
from app.systems.war_of_plastic.workshop.battle import (
    TURN_DEG,
    Corners,
    ObjectiveRow,
    PieceRow,
    Sheet,
    UnitRow,
)
from app.systems.war_of_plastic.workshop.edits import (
    FULL_TURN,
    Done,
    and_objective,
    and_piece,
    and_unit,
    middle_of,
    new_piece_id,
    new_unit_id,
    refuse_off,
)

LEFT_RIGHT: Final = "left_right"
TOP_BOTTOM: Final = "top_bottom"
HALF_TURN: Final = "half_turn"


class Fate(Enum):
    """What becomes of a thing when one half becomes the image of the other."""

    STAYS = "stays"
    DOUBLES = "doubles"
    GOES = "goes"


class Way(NamedTuple):
    """How a thing comes to where its like is to be: shifted, or by an ``image`` about the middle of a table of this size."""

    width: int
    height: int
    dx: int = 0
    dy: int = 0
    image: str | None = None
    swaps: bool = False

    def point(self, x: int, y: int) -> tuple[int, int]:
        """Where a point comes to."""
        if self.image is None:
            return x + self.dx, y + self.dy
        return (
            x if self.image == TOP_BOTTOM else self.width - x,
            y if self.image == LEFT_RIGHT else self.height - y,
        )

    def corners(self, points: Corners) -> Corners:
        """Where a polygon comes to, its corners the same way round."""
        moved = tuple(self.point(x, y) for x, y in points)
        return moved[::-1] if self.image in (LEFT_RIGHT, TOP_BOTTOM) else moved

    def army(self, army: Army) -> Army:
        """Whose the like of an army's thing is."""
        return other(army) if self.swaps else army


def copied(rules: Rules, sheet: Sheet, edit: Copy) -> Done:
    """The battle with another like a thing; raises ``InvalidInput`` where there is no such thing or no such place."""
    if edit.cell is not None:
        raise InvalidInput.at("cell", "no cell, as this board has none", edit.cell)
    way = Way(sheet.board.width_mm, sheet.board.height_mm, edit.dx, edit.dy)
    if edit.image is not None:
        way = _imaging(rules, sheet, edit.image)
    piece, unit, place = sheet.piece(edit.id), sheet.unit(edit.id), sheet.objective(edit.id)
    if piece is not None:
        like = _piece(rules, way, sheet, piece)
        refuse_off(sheet, *middle_of(like))
        return and_piece(sheet, like)
    if unit is not None:
        another = _unit(way, sheet, unit)
        if another.x is not None and another.y is not None:
            refuse_off(sheet, another.x, another.y)
        return and_unit(sheet, another)
    if place is None:
        raise InvalidInput.at("id", "a thing of the battle", edit.id)
    aim = _objective(way, sheet.objectives[place[0]].list[place[1]])
    for x, y in aim.zone.points if aim.zone is not None else ():
        refuse_off(sheet, x, y)
    return and_objective(sheet, way.army(place[0]), aim)


def mirrored(rules: Rules, sheet: Sheet, edit: Mirror) -> Done:
    """The battle with the image of one half on the other. An army that deploys in that half is the other's model, with all that
    it has no place for yet."""
    across = LEFT_RIGHT if edit.half in ("west", "east") else TOP_BOTTOM
    glass = Glass(rules, sheet, edit.half, _imaging(rules, sheet, HALF_TURN if edit.turned else across))
    made = _with_units(_with_pieces(sheet, glass), glass)
    return Done(_with_zones(made, glass))


def _imaging(rules: Rules, sheet: Sheet, image: str) -> Way:
    """An image swaps the armies unless it leaves their edges where they are; edges that are rolled for are any."""
    beside = {LEFT_RIGHT: ("south", "north"), TOP_BOTTOM: ("west", "east")}.get(image, ())
    return Way(sheet.board.width_mm, sheet.board.height_mm, image=image, swaps=sheet.edges.A not in beside)


# ------------------------------------------------------------------------------------------------------------ one half's image


class Glass:
    """A half of the table, and the way from it to the other one."""

    def __init__(self, rules: Rules, sheet: Sheet, half: str, way: Way) -> None:
        self.rules: Final = rules
        self.way: Final = way
        self.model: Final[Army | None] = next((army for army, edge in _edges(sheet) if edge == half), None)
        """The army whose edge is in that half, where the other army is to be its image."""
        self._half: Final = half

    def fate(self, x: int, y: int, *, meets_itself: bool) -> Fate:
        """What becomes of a thing with its middle at half of ``x`` and ``y``; on the line between the halves, where a turn changes
        ends, one end is the model."""
        if meets_itself:
            return Fate.STAYS
        along, beyond = y - self.way.height, x - self.way.width
        if self._half in ("west", "east"):
            along, beyond = beyond, along
        depth = along if self._half in ("north", "east") else -along
        if depth == 0:
            depth = -beyond if self.way.image == HALF_TURN else 0
        return Fate.STAYS if depth == 0 else Fate.DOUBLES if depth > 0 else Fate.GOES

    def fate_of_piece(self, row: PieceRow) -> Fate:
        """What becomes of an obstacle."""
        like = _like(self.rules, self.way, row, row.id)
        one, two = (shape_of(self.rules, each) for each in (row, like))
        is_sound = not one.points_mm or plane.is_simple(one.points_mm)
        return self.fate(*_twice_middle(row), meets_itself=is_sound and pieces_meet(outline_of(one), outline_of(two)))

    def fate_of_unit(self, sheet: Sheet, row: UnitRow) -> Fate:
        """What becomes of a unit: one aboard goes with its vehicle, one without a place with its army."""
        vehicle = None if row.aboard is None else sheet.unit(row.aboard)
        if vehicle is not None and vehicle.aboard is None:
            return self.fate_of_unit(sheet, vehicle)
        if row.x is None or row.y is None:
            if self.model is None or not self.way.swaps:
                return Fate.STAYS
            return Fate.DOUBLES if row.army == self.model else Fate.GOES
        radius, (x, y) = self.rules.kinds[row.kind].radius_mm, self.way.point(row.x, row.y)
        near = (x - row.x) ** 2 + (y - row.y) ** 2 <= (2 * radius) ** 2
        return self.fate(2 * row.x, 2 * row.y, meets_itself=near)

    def fate_of_zone(self, points: Corners) -> Fate:
        """What becomes of a zone."""
        image = self.way.corners(points)
        meets = plane.is_simple(points) and plane.polygons_meet(plane.polygon(points), plane.polygon(image))
        return self.fate(*_twice_middle(points), meets_itself=meets)


def _twice_middle(thing: PieceRow | Corners) -> tuple[int, int]:
    """The middle of an obstacle or a zone twice over, so that nothing is rounded and an image is exactly opposite."""
    points = thing.points if isinstance(thing, PieceRow) else thing
    if points is None:
        x, y = middle_of(thing)
        return 2 * x, 2 * y
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) + max(xs), min(ys) + max(ys)


def _edges(sheet: Sheet) -> Iterator[tuple[Army, str]]:
    if sheet.edges.A is not None and sheet.edges.B is not None:
        yield "A", sheet.edges.A
        yield "B", sheet.edges.B


def _with_pieces(sheet: Sheet, glass: Glass) -> Sheet:
    fates = {row.id: glass.fate_of_piece(row) for row in sheet.pieces}
    made = replace(sheet, pieces=tuple(row for row in sheet.pieces if fates[row.id] is not Fate.GOES))
    for row in sheet.pieces:
        if fates[row.id] is Fate.DOUBLES:
            made = and_piece(made, _piece(glass.rules, glass.way, made, row)).sheet
    return made


def _with_units(sheet: Sheet, glass: Glass) -> Sheet:
    fates = {row.id: glass.fate_of_unit(sheet, row) for row in sheet.units}
    made = replace(sheet, units=tuple(row for row in sheet.units if fates[row.id] is not Fate.GOES))
    images: dict[str, str] = {}
    for row in sorted(sheet.units, key=lambda row: row.aboard is not None):
        if fates[row.id] is Fate.DOUBLES:
            like = _unit(glass.way, made, row)
            images[row.id] = like.id
            if row.aboard is not None:
                like = replace(like, aboard=images.get(row.aboard, row.aboard))
            made = and_unit(made, like).sheet
    return made


def _with_zones(sheet: Sheet, glass: Glass) -> Sheet:
    places = list(sheet.objective_places())
    rows = {place: sheet.objectives[place[0]].list[place[1]] for place in places}
    fates = {
        place: Fate.STAYS if row.zone is None else glass.fate_of_zone(row.zone.points) for place, row in rows.items()
    }
    kept = {
        army: replace(listed, list=tuple(rows[p] for p in places if p[0] == army and fates[p] is not Fate.GOES))
        for army, listed in sheet.objectives.items()
    }
    made = replace(sheet, objectives=kept)
    for place in places:
        if fates[place] is Fate.DOUBLES:
            army = glass.way.army(place[0])
            made = and_objective(made, army, _objective(glass.way, rows[place])).sheet
    return made


# -------------------------------------------------------------------------------------------------------------- one thing's like


def _piece(rules: Rules, way: Way, sheet: Sheet, row: PieceRow) -> PieceRow:
    return _like(rules, way, row, new_piece_id(sheet, row.kind))


def _like(rules: Rules, way: Way, row: PieceRow, name: str) -> PieceRow:
    """The like of an obstacle. A ready-made shape stays one where its image is itself, turned; any other is drawn."""
    if row.points is not None:
        return replace(row, id=name, points=way.corners(row.points))
    x, y = way.point(row.x or 0, row.y or 0)
    turned = _turned(rules, way, row)
    if turned is not None:
        return replace(row, id=name, x=x, y=y, turn_deg=turned)
    shape = shape_of(rules, row)
    levels = shape.levels if shape.levels > 1 else None
    return PieceRow(name, row.kind, points=way.corners(shape.points_mm), levels=levels)


def _turned(rules: Rules, way: Way, row: PieceRow) -> int | None:
    """How far the like of a disc or a ready-made shape is turned; ``None`` for the mirror image of a crooked one."""
    if way.image is None or row.shape is None:
        return row.turn_deg
    if way.image == HALF_TURN:
        return (row.turn_deg + FULL_TURN // 2) % FULL_TURN
    points = rules.shapes[row.shape].points
    if {(-x, y) for x, y in points} == {*points}:
        about = FULL_TURN if way.image == LEFT_RIGHT else FULL_TURN // 2
    elif {(x, -y) for x, y in points} == {*points}:
        about = FULL_TURN // 2 if way.image == LEFT_RIGHT else FULL_TURN
    else:
        return None
    return (about - row.turn_deg) % FULL_TURN // TURN_DEG * TURN_DEG


def shape_of(rules: Rules, row: PieceRow) -> Piece:
    """An obstacle as it stands on the table."""
    (piece,) = pieces_of(rules, {"pieces": [msgspec.to_builtins(row)]})
    return piece


def _unit(way: Way, sheet: Sheet, row: UnitRow) -> UnitRow:
    army = way.army(row.army)
    like = replace(row, id=new_unit_id(sheet, army), army=army)
    if row.aboard is not None and way.swaps:
        return replace(like, aboard=None)
    if row.x is None or row.y is None:
        return like
    x, y = way.point(row.x, row.y)
    return replace(like, x=x, y=y)


def _objective(way: Way, row: ObjectiveRow) -> ObjectiveRow:
    return row if row.zone is None else replace(row, zone=Zone(way.corners(row.zone.points)))
