"""Terrain by dice ("Terrain generator" in the rules, TD-TER-03)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.systems.tierras_distantes.book.kinds import PieceId
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.book.tables import Rules, Template, TemplatePiece


def fits(rules: Rules, width_mm: int, height_mm: int) -> bool:
    """Whether a table can be cut into sectors (TD-TER-03)."""
    return width_mm % rules.generator.sector == 0 and height_mm % rules.generator.sector == 0


def generated(
    rules: Rules, width_mm: int, height_mm: int, roll: Callable[[str], int]
) -> tuple[list[str | None], list[int]]:
    """The template of every sector, row by row from the south-west, ``None`` for an empty one, with the dice that fell; topped up until
    a third is covered (TD-TER-01)."""
    table = rules.generator
    dice: list[int] = []
    found: list[str | None] = []
    for _ in range(width_mm // table.sector * (height_mm // table.sector)):
        dice.append(roll("sector"))
        if dice[-1] <= table.empty_up_to:
            found.append(None)
            continue
        dice.append(roll("template"))
        found.append(table.templates[dice[-1]].id)
    _top_up(rules, found, width_mm * height_mm)
    return found, dice


def _top_up(rules: Rules, found: list[str | None], whole: int) -> None:
    """Puts the filler into the first empty sector, or where none is empty in place of the first that may give way."""
    table, constants = rules.generator, rules.constants
    while constants.terrain_den * covered(rules, found) < constants.terrain_num * whole:
        found[found.index(None if None in found else table.replaced)] = table.filler


def covered(rules: Rules, sectors: Sequence[str | None]) -> int:
    """The area in mm² that the bases of the sectors cover (TD-TER-06)."""
    area = {template.id: sum(map(_area, template.pieces)) for template in rules.generator.templates.values()}
    return sum(area[name] for name in sectors if name is not None)


def _area(piece: TemplatePiece) -> int:
    x0, y0, x1, y1 = piece.box
    return (x1 - x0) * (y1 - y0) if piece.base else 0


def pieces_of(rules: Rules, width_mm: int, sectors: Sequence[str | None]) -> tuple[Piece, ...]:
    """The pieces that lie in the sectors."""
    templates = {template.id: template for template in rules.generator.templates.values()}
    across, side = width_mm // rules.generator.sector, rules.generator.sector
    found: list[Piece] = []
    for number, name in enumerate(sectors):
        if name is not None:
            row, column = divmod(number, across)
            centre = column * side + side // 2, row * side + side // 2
            found += _laid(templates[name], f"s{number + 1:02}", *centre)
    return tuple(found)


def _laid(template: Template, feature: str, x: int, y: int) -> list[Piece]:
    found = []
    for number, piece in enumerate(template.pieces, start=1):
        x0, y0, x1, y1 = piece.box
        outline = corners((x + x0, y + y0, x + x1, y + y1))
        found.append(Piece(PieceId(f"{feature}_{number}"), piece.kind, outline, 0, piece.z1, feature, piece.base))
    return found
