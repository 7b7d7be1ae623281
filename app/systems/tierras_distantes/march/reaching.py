"""Where a miniature gets with one move or with two, as an outline to draw (TD-MOV-01): a little inside what the judge allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from app.boards import uneven
from app.boards.measured import Table
from app.boards.reach import Reach
from app.boards.wedges import Pillar, Slab, Uneven, Walker
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.space.land import Block, Body, Land, step_of

STOP_MM: Final = 3
"""What is kept of two moves, so that the first may end at a whole millimetre."""


class Mover(NamedTuple):
    """Who moves among whom: the friends that may be passed, and the enemies that may not (TD-MOV-08)."""

    body: Body
    move: int
    friends: Sequence[Body]
    enemies: Sequence[Body]


def one_move(rules: Rules, land: Land, table: Table, mover: Mover) -> tuple[Reach, ...]:
    """Where one move may end; in several parts where slow ground halves a whole move (TD-MOV-09)."""
    return _reach(rules, land, table, mover, mover.move / NM_PER_MM, moves=1)


def two_moves(rules: Rules, land: Land, table: Table, mover: Mover) -> tuple[Reach, ...]:
    """Where a second move may end: by ways on which the first may end somewhere, not over a friend nor on what cannot be stood on."""
    return _reach(rules, land, table, mover, 2 * mover.move / NM_PER_MM - STOP_MM, moves=2)


def _reach(rules: Rules, land: Land, table: Table, mover: Mover, limit: float, *, moves: int) -> tuple[Reach, ...]:
    walker = _walker(rules, mover.body)
    size = (table.width_mm / NM_PER_MM, table.height_mm / NM_PER_MM)
    factor = rules.constants.difficult_factor

    def found(slabs: Sequence[Slab], most: float) -> tuple[Reach, ...]:
        ground = Uneven(size, slabs, _pillars(mover.enemies), _pillars(mover.friends), factor)
        return uneven.reach(walker, (most,), ground, part_mm=most / moves)[0]

    slabs = [_slab(block) for block in land.blocks]
    if rules.options.difficult_ground == "per_cm":
        return found(slabs, limit)
    round_about = [slab._replace(slow=False, barred=slab.barred or slab.slow) for slab in slabs]
    through = [slab._replace(slow=False) for slab in slabs]
    return (*found(round_about, limit), *found(through, limit / factor))


def turns(rules: Rules, land: Land, table: Table, mover: Mover) -> tuple[tuple[int, int], ...]:
    """The places, in mm, at which the ways of one move turn."""
    size = (table.width_mm / NM_PER_MM, table.height_mm / NM_PER_MM)
    slabs = [_slab(block) for block in land.blocks]
    ground = Uneven(size, slabs, _pillars(mover.enemies), (), rules.constants.difficult_factor)
    return uneven.turns(_walker(rules, mover.body), mover.move / NM_PER_MM, ground)


def _walker(rules: Rules, body: Body) -> Walker:
    x, y, z, radius, height, step = (
        length / NM_PER_MM for length in (body.x, body.y, body.z, body.radius, body.height, step_of(rules, body))
    )
    return Walker(x, y, z, radius, height, step)


def _slab(block: Block) -> Slab:
    """A piece as the outline is drawn about it."""
    ground = block.ground
    points = tuple((x / NM_PER_MM, y / NM_PER_MM) for x, y in block.shape.points)
    return Slab(
        points,
        block.z0 / NM_PER_MM,
        block.z1 / NM_PER_MM,
        solid=ground.solid,
        stand=ground.stand,
        slow=ground.half,
        barred=ground.impassable,
    )


def _pillars(bodies: Iterable[Body]) -> list[Pillar]:
    return [Pillar(*(length / NM_PER_MM for length in (b.x, b.y, b.radius, b.z, b.head))) for b in bodies]
