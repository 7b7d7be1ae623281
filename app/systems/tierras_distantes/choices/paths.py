"""Paths to propose: one to play at random, some to show as examples, and the outline of all (TD-MOV). Every one has been through the judge of
walks; places are whole millimetres, as in acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final

from app.boards import convex, ways
from app.boards.measured import part_of_way, round_half_away, spot_around
from app.boards.plane import Point, squared_distance
from app.boards.reach import Reach
from app.boards.ways import COMPASS, steps_toward
from app.engine.system import Picker
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.choices.lookout import lookout_of, walker_of
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.march import reaching
from app.systems.tierras_distantes.march.reaching import Mover
from app.systems.tierras_distantes.march.walking import crowding
from app.systems.tierras_distantes.position.actions import GroupMove, Move
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.land import Block, Body

Path = tuple[Point, ...]

SAMPLE_TRIES: Final = 8
LEAST_LEG_MM: Final = 20
"""Legs proposed are at least so long where a path has several."""
TOUCHING_MM: Final = 1
"""What is left free where a path ends beside somebody or something: whole millimetres cannot always touch."""
MOST_EXAMPLES: Final = 8
MOST_TRIED: Final = 24
NEAR_MM: Final = 100
"""Those who stand nearer to one another are proposed to move as a group."""
MOST_COMPANY: Final = 5
SHARES: Final = ((1, 1), (1, 2), (1, 6), (1, 18), (1, 60), (1, 600))
"""Shares of a whole move that are tried in every direction."""


def move_mm(field: Field, unit: Unit) -> int:
    """How far a miniature moves in an action, in whole millimetres (TD-MOV-01)."""
    return field.rules.qualities[unit.quality].move_nm // NM_PER_MM


def ends_for(field: Field, unit: Unit) -> Callable[[Path], Body | None]:
    """Who says where a path leads that a miniature may walk, whoever stands at its end; ``None``: it may not."""
    lookout = lookout_of(field)
    move = field.rules.qualities[unit.quality].move_nm
    return partial(lookout.way, walker_of(field, field.body(unit.id), move, field.enemies(unit.player)))


def judge_for(field: Field, unit: Unit) -> Callable[[Path], bool]:
    """Who says whether a miniature may walk so and has room where it ends, whatever it has left to do."""
    others, leads = field.others((unit.id,)), ends_for(field, unit)

    def is_legal(path: Path) -> bool:
        end = leads(path)
        return end is not None and crowding(end, others) is None

    return is_legal


def random_path(field: Field, unit: Unit, pick: Picker) -> Path:
    """A path at random, of one leg or two, legal or not."""
    return ways.random_legs(_start(unit), move_mm(field, unit), LEAST_LEG_MM, COMPASS, pick)


def sample_path(field: Field, unit: Unit, pick: Picker) -> Path | None:
    """One legal path at random; ``None`` if none of a few guesses is legal."""
    return ways.guessed(lambda: random_path(field, unit, pick), judge_for(field, unit), tries=SAMPLE_TRIES)


def example_paths(field: Field, unit: Unit) -> tuple[Path, ...]:
    """Legal paths, always the same for the same position: at the nearest enemies, into cover, onto objectives, round something, away from
    the nearest enemy, and to all sides; at least one if there is any room nearby."""
    tried = islice(dict.fromkeys(_proposals(field, unit)), MOST_TRIED)
    is_legal = judge_for(field, unit)
    legal = tuple(islice(filter(is_legal, tried), MOST_EXAMPLES))
    if legal:
        return legal
    path = ways.first_legal(_all_round(field, unit), is_legal)
    return () if path is None else (path,)


def group_paths(field: Field, unit: Unit, company: Sequence[Unit]) -> list[Move]:
    """Moves of a miniature and those of some others who stand near, all the same way: at the nearest enemy and away from it (TD-ACC-07).
    At their ends nobody is in the way of anybody (TD-MOV-13)."""
    here, body = _start(unit), field.body(unit.id)
    near = [each for each in company if squared_distance(_start(each), here) <= NEAR_MM * NEAR_MM][:MOST_COMPANY]
    enemies = sorted(field.enemies(unit.player), key=lambda each: (squared_distance(each.at, body.at), each.id))
    if not near or not enemies:
        return []
    group, goal = (unit, *near), _mm(enemies[0].at)
    others = field.others(tuple(each.id for each in group))
    most = min(move_mm(field, each) for each in group)
    ahead = steps_toward((goal[0] - here[0], goal[1] - here[1]), COMPASS)[0]
    found = []
    for step in (ahead, ahead + len(COMPASS.cos) // 2):
        x, y = spot_around((0, 0), most - TOUCHING_MM, step, COMPASS)
        moves = [(each, ((_start(each)[0] + x, _start(each)[1] + y),)) for each in group]
        ends = [ends_for(field, each)(path) for each, path in moves]
        if None not in ends and _have_room([end for end in ends if end is not None], others):
            (_, path), *rest = moves
            found.append(Move(unit.id, path, tuple(GroupMove(each.id, way) for each, way in rest)))
    return found


def _have_room(ends: Sequence[Body], others: Sequence[Body]) -> bool:
    return all(crowding(end, (*ends[:number], *others)) is None for number, end in enumerate(ends))


def reaches(field: Field, unit: Unit, *, moves: int) -> tuple[Reach, ...]:
    """Where one move or a second one may end, to draw."""
    draw = reaching.one_move if moves == 1 else reaching.two_moves
    return draw(field.rules, field.land, field.table, mover_of(field, unit))


def mover_of(field: Field, unit: Unit) -> Mover:
    """A miniature among friends and enemies, as its reach is drawn."""
    units = field.position.units.values()
    friends = field.bodies(each for each in units if each.player == unit.player and each.id != unit.id)
    move = field.rules.qualities[unit.quality].move_nm
    return Mover(field.body(unit.id), move, friends, field.enemies(unit.player))


# ---------------------------------------------------------------------------------------------------------- proposals


def _start(unit: Unit) -> Point:
    assert unit.x_mm is not None
    assert unit.y_mm is not None
    return (unit.x_mm, unit.y_mm)


def _proposals(field: Field, unit: Unit) -> Iterator[Path]:
    """Paths that may be legal, different ones first."""
    start, most = _start(unit), move_mm(field, unit)
    goals = list(_goals(field, unit))
    straight = [list(ways.straight_at(start, goal, most, gap)) for goal, gap in goals]
    yield from ((points[0],) for points in straight if points)
    if goals:
        goal = goals[0][0]
        away = steps_toward((start[0] - goal[0], start[1] - goal[1]), COMPASS)[0]
        yield (spot_around(start, most, away, COMPASS),)
        yield from ways.bent_at(start, goal, most, most // 4, COMPASS)
    yield from ((point,) for points in straight for point in points[1:])
    yield from islice(_all_round(field, unit), len(COMPASS.cos) // 3)


def _all_round(field: Field, unit: Unit) -> Iterator[Path]:
    """Straight to all sides, whole moves first; first to every third side."""
    start, most = _start(unit), move_mm(field, unit)
    steps = range(len(COMPASS.cos))
    for up, down in SHARES:
        for step in sorted(steps, key=lambda step: step % 3):
            yield (spot_around(start, max(1, most * up // down), step, COMPASS),)


def _goals(field: Field, unit: Unit) -> Iterator[tuple[Point, int]]:
    """Where a miniature may want to go, and how near its centre should get: the nearest enemies, what covers it from them, objectives."""
    here, body = _start(unit), field.body(unit.id)
    enemies = sorted(field.enemies(unit.player), key=lambda each: (squared_distance(each.at, body.at), each.id))
    for enemy in enemies[:2]:
        yield _mm(enemy.at), (enemy.radius + body.radius) // NM_PER_MM + TOUCHING_MM + 1
    if enemies:
        yield from ((point, 0) for point in _cover(field, body, enemies[0]))
    aims = [(each.x_mm, each.y_mm) for each in field.position.board.objectives]
    yield from ((aim, 0) for aim in sorted(aims, key=lambda aim: (squared_distance(aim, here), aim))[:2])


def _cover(field: Field, body: Body, enemy: Body) -> Iterator[Point]:
    """In the nearest ground that covers, and behind the nearest solid pieces, seen from an enemy."""
    inside = [block for block in field.land.blocks if block.ground.inside_cover]
    for block in _nearest(inside, body)[:1]:
        yield _mm(_middle(block))
    for block in _nearest(field.land.solids, body)[:2]:
        middle = _middle(block)
        beyond = (2 * middle[0] - enemy.x, 2 * middle[1] - enemy.y)
        part = convex.part_within(enemy.at, beyond, block.shape)
        if part is not None and enemy.at != beyond:
            edge = part_of_way(enemy.at, beyond, *part[1])
            yield _mm(_further(enemy.at, edge, body.radius + TOUCHING_MM * NM_PER_MM))


def _nearest(blocks: tuple[Block, ...] | list[Block], body: Body) -> list[Block]:
    return sorted(blocks, key=lambda block: (squared_distance(_middle(block), body.at), block.id))


def _middle(block: Block) -> Point:
    shape = block.shape
    return ((shape.west + shape.east) // 2, (shape.south + shape.north) // 2)


def _further(a: Point, b: Point, length: int) -> Point:
    """A place so much beyond b on the way from a, about."""
    full = max(1, max(abs(b[0] - a[0]), abs(b[1] - a[1])))
    return part_of_way(a, b, full + length, full)


def _mm(point: Point) -> Point:
    return (round_half_away(point[0], NM_PER_MM), round_half_away(point[1], NM_PER_MM))
