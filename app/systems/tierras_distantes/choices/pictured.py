"""What the picture of a scenario shows that has no terrain of its own: as dice or players may lay it (TD-TER-03)."""

from __future__ import annotations

from msgspec.structs import replace

from app.boards.plane import Polygon, polygon
from app.engine.dice import Dice
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.choices.places import sample_laid
from app.systems.tierras_distantes.land.lots import table_of
from app.systems.tierras_distantes.land.placing import pieces_of_pool
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.position.story import Story
from app.systems.tierras_distantes.turn.machine import roll_terrain


def pictured(rules: Rules, opening: Position, dice: Dice) -> Position:
    """An opening with terrain on its table, always the same for the same dice."""
    match rules.options.terrain_mode:
        case "generator":
            story = Story(rules, opening, dice)
            roll_terrain(story)
            return story.position
        case "players":
            return replace(opening, board=replace(opening.board, pieces=_lots_laid(opening, dice)))
    return opening


def _lots_laid(opening: Position, dice: Dice) -> tuple[Piece, ...]:
    """The pieces of the pool, each somewhere where it may lie; one that finds no place is left out (TD-TER-04)."""
    table = table_of(opening)
    placed: list[Polygon] = []
    found: list[Piece] = []
    for lot in opening.placing.pool if opening.placing is not None else ():
        laid = sample_laid(table, placed, lot.piece.size_mm, lambda sides: dice.roll("terrain", sides) - 1)
        if laid is not None:
            x, y, turns = laid
            base, *parts = pieces_of_pool(lot.piece, (x, y), turns)
            placed.append(polygon(base.footprint))
            found += [base, *parts]
    return tuple(found)
