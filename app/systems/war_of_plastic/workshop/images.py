"""Likenesses in a battle that somebody makes: another of a thing, its image about the middle of the table, one half of the table
as the image of the other. Units that come to face the other way are the other army's."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from app.boards import plane
from app.boards.images import Fate, Halves, Way, parted
from app.boards.laid import Laid
from app.engine.refusal import InvalidInput
from app.engine.workshop import land as land
from app.engine.workshop.workshop import Copy, Mirror
from app.systems.war_of_plastic.book.state import ARMIES, Army, Piece, Zone, other
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.opening.setup import pieces_of
from app.systems.war_of_plastic.position.field import outline_of
from app.systems.war_of_plastic.workshop.battle import (
    TURN_DEG,
    ObjectiveRow,
    PieceRow,
    Sheet,
    UnitRow,
)
from app.systems.war_of_plastic.workshop.edits import (
    Done,
    and_objective,
    and_piece,
    and_unit,
    new_piece_id,
    new_unit_id,
    piece_laid,
    piece_lying,
    size_of,
)

_ALONG: Final = {"left_right": ("south", "north"), "top_bottom": ("west", "east")}
"""The edges that an image leaves where they are."""


def copied(rules: Rules, sheet: Sheet, edit: Copy) -> Done:
    """The battle with another like a thing; raises ``InvalidInput`` where there is no such thing or no such place."""
    land.no_cell(edit.cell)
    size = size_of(sheet)
    likes = _Likes(rules, sheet, Way(*size, edit.dx, edit.dy, edit.image))
    piece, unit, place = sheet.piece(edit.id), sheet.unit(edit.id), sheet.objective(edit.id)
    if piece is not None:
        like = likes.piece(piece, new_piece_id(sheet, piece.kind))
        land.on_table(size, piece_lying(like))
        return and_piece(sheet, like)
    if unit is not None:
        another = likes.unit(sheet, unit)
        if another.x is not None and another.y is not None:
            land.refuse_off(size, (another.x, another.y))
        return and_unit(sheet, another)
    if place is None:
        raise InvalidInput.at("id", "a thing of the battle", edit.id)
    aim = likes.objective(sheet.objectives[place[0]].list[place[1]])
    if aim.zone is not None:
        land.on_table(size, Laid(aim.zone.points))
    return and_objective(sheet, likes.army(place[0]), aim)


def mirrored(rules: Rules, sheet: Sheet, edit: Mirror) -> Done:
    """The battle with the image of one half on the other. An army that deploys in that half is the other's model, with all that
    it has no place for yet."""
    glass = _Glass(rules, sheet, Halves.of(*size_of(sheet), edit.half, turned=edit.turned))
    return Done(glass.with_zones(glass.with_units(glass.with_pieces(sheet))))


# -------------------------------------------------------------------------------------------------------------- one thing's like


class _Likes:
    """Others like the things of a battle, each where its ``way`` leads."""

    def __init__(self, rules: Rules, sheet: Sheet, way: Way) -> None:
        self.rules: Final = rules
        self.way: Final = way
        self.swaps: Final = way.image is not None and sheet.edges.A not in _ALONG.get(way.image, ())
        """Whether what is one army's comes to be the other's: it does unless an image leaves their edges where they are; edges that are
        rolled for are any."""

    def army(self, army: Army) -> Army:
        """Whose the like of an army's thing is."""
        return other(army) if self.swaps else army

    def piece(self, row: PieceRow, name: str) -> PieceRow:
        """The like of an obstacle. A ready-made shape stays one where its image is itself, turned; any other is drawn."""
        ready = () if row.shape is None else self.rules.shapes[row.shape].points
        like = piece_lying(row).like(self.way, ready, TURN_DEG)
        if like is not None:
            return replace(piece_laid(row, like), id=name)
        shape = _shape_of(self.rules, row)
        levels = shape.levels if shape.levels > 1 else None
        return PieceRow(name, row.kind, points=self.way.corners(shape.points_mm), levels=levels)

    def unit(self, sheet: Sheet, row: UnitRow) -> UnitRow:
        """The like of a unit; nobody is aboard an enemy."""
        army = self.army(row.army)
        like = replace(row, id=new_unit_id(sheet, army), army=army)
        if row.aboard is not None and self.swaps:
            return replace(like, aboard=None)
        if row.x is None or row.y is None:
            return like
        x, y = self.way.point(row.x, row.y)
        return replace(like, x=x, y=y)

    def objective(self, row: ObjectiveRow) -> ObjectiveRow:
        """The like of an objective."""
        return row if row.zone is None else replace(row, zone=Zone(self.way.corners(row.zone.points)))


def _shape_of(rules: Rules, row: PieceRow) -> Piece:
    """An obstacle as it stands on the table."""
    (piece,) = pieces_of(rules, {"pieces": [msgspec.to_builtins(row)]})
    return piece


# ------------------------------------------------------------------------------------------------------------ one half's image


class _Glass(_Likes):
    """A half of the table, and the image of what is there on the other one."""

    def __init__(self, rules: Rules, sheet: Sheet, halves: Halves) -> None:
        super().__init__(rules, sheet, halves.way)
        self._halves: Final = halves
        edges: dict[Army, str | None] = {"A": sheet.edges.A, "B": sheet.edges.B}
        self._model: Final = next((army for army, edge in edges.items() if edge == halves.half), None)
        """The army whose edge is in that half, where the other army is to be its image."""

    def with_pieces(self, sheet: Sheet) -> Sheet:
        """The battle with the obstacles of that half on both."""
        kept, doubled = parted(sheet.pieces, self._fate_of_piece)
        made = replace(sheet, pieces=kept)
        for row in doubled:
            made = and_piece(made, self.piece(row, new_piece_id(made, row.kind))).sheet
        return made

    def with_units(self, sheet: Sheet) -> Sheet:
        """The battle with the units of that half, or of the army that deploys there, on both."""
        kept, doubled = parted(sheet.units, lambda row: self._fate_of_unit(sheet, row))
        made = replace(sheet, units=kept)
        images: dict[str, str] = {}
        for row in sorted(doubled, key=lambda row: row.aboard is not None):
            like = self.unit(made, row)
            images[row.id] = like.id
            if row.aboard is not None:
                like = replace(like, aboard=images.get(row.aboard, row.aboard))
            made = and_unit(made, like).sheet
        return made

    def with_zones(self, sheet: Sheet) -> Sheet:
        """The battle with the zones of that half on both."""
        rows = {army: parted(listed.list, self._fate_of_objective) for army, listed in sheet.objectives.items()}
        kept = {army: replace(listed, list=rows[army][0]) for army, listed in sheet.objectives.items()}
        made = replace(sheet, objectives=kept)
        for army in ARMIES:
            for row in rows[army][1]:
                made = and_objective(made, self.army(army), self.objective(row)).sheet
        return made

    def _fate_of_piece(self, row: PieceRow) -> Fate:
        one, two = (_shape_of(self.rules, each) for each in (row, self.piece(row, row.id)))
        is_sound = not one.points_mm or plane.is_simple(one.points_mm)
        meets = is_sound and outline_of(one).meets(outline_of(two))
        return piece_lying(row).fate(self._halves, meets_itself=meets)

    def _fate_of_unit(self, sheet: Sheet, row: UnitRow) -> Fate:
        """One aboard goes with its vehicle, one without a place with its army."""
        vehicle = None if row.aboard is None else sheet.unit(row.aboard)
        if vehicle is not None and vehicle.aboard is None:
            return self._fate_of_unit(sheet, vehicle)
        if row.x is None or row.y is None:
            if self._model is None or not self.swaps:
                return Fate.STAYS
            return Fate.DOUBLES if row.army == self._model else Fate.GOES
        here, reach = (row.x, row.y), 2 * self.rules.kinds[row.kind].radius_mm
        near = plane.squared_distance(here, self.way.point(*here)) <= reach**2
        return Laid((here,)).fate(self._halves, meets_itself=near)

    def _fate_of_objective(self, row: ObjectiveRow) -> Fate:
        """One without a zone is of both halves."""
        if row.zone is None:
            return Fate.STAYS
        points = row.zone.points
        image = self.way.corners(points)
        meets = plane.is_simple(points) and plane.polygons_meet(plane.polygon(points), plane.polygon(image))
        return Laid(points).fate(self._halves, meets_itself=meets)
