"""Boards, positions and moves at random, cluttered enough that every rule of moving has its turn."""

from __future__ import annotations

from random import Random

from app.boards import squares
from app.boards.squares import FACINGS, Square
from app.systems.splatball.book.kinds import FOOT_KINDS, KINDS
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import squares_of
from app.systems.splatball.position.actions import Move, Unload
from app.systems.splatball.position.state import Piece, Position, Unit
from tests.games.splatball.table import piece, position, rules, unit

SIZE = (6, 6)
SMALL = ("hedge", "rocks", "playground", "tree", "ammo", "phone", "hq")
LARGE = ("fountain", "treehouse")


def random_position(pick: Random) -> Position:
    """A small board with pieces, a fence or two, perhaps a road, and units of which ``u`` is the one to be moved."""
    free = [(x, y) for x in range(SIZE[0]) for y in range(SIZE[1])]
    pick.shuffle(free)
    roads = _road(pick)
    pieces = _pieces(pick, free, set(roads))
    units = _units(pick, free)
    sides = [side for x in range(SIZE[0]) for y in range(SIZE[1]) for side in squares.sides((x, y))]
    inner = [((a, b), (c, d)) for (a, b), (c, d) in sides if 0 < a + c < 12 and 0 < b + d < 12]
    fences = set(pick.sample(inner, pick.choice((0, 4, 10))))
    return position(
        *units,
        pieces=pieces,
        fences=fences,
        roads=roads,
        size=SIZE,
        options={"diagonals": pick.random() < 0.8, "facing": pick.random() < 0.8},
    )


def _road(pick: Random) -> list[Square]:
    row = pick.randrange(SIZE[1])
    return [(x, row) for x in range(SIZE[0])] if pick.random() < 0.4 else []


def _pieces(pick: Random, free: list[Square], roads: set[Square]) -> list[Piece]:
    found: list[Piece] = []
    for number in range(pick.randrange(7)):
        kind = pick.choice(SMALL + LARGE if number < 2 else SMALL)
        made = piece(f"p{number}", kind, pick.choice(free), pick.choice("ab"), "b" if pick.random() < 0.2 else None)
        filled = squares_of(made, rules())
        if all(at in free and at not in roads for at in filled):
            found.append(made)
            for at in filled:
                free.remove(at)
    return found


def _units(pick: Random, free: list[Square]) -> list[Unit]:
    kind = pick.choice(KINDS)
    damage = pick.choice((0, 0, 1, 2)) if kind not in FOOT_KINDS else 0
    carried = {"fences_aboard": pick.randrange(3)} if kind == "armadillo" else {}
    found = [unit("u", kind, free.pop(), damage=damage, facing=pick.choice(FACINGS), **carried)]
    if kind in ("armadillo", "cart"):
        found += [unit(f"r{n}", pick.choice(FOOT_KINDS), inside="u") for n in range(1 if kind == "cart" else 2)]
    found += [
        unit(f"o{n}", pick.choice(KINDS), free.pop(), pick.choice("ab"), marker=pick.random() < 0.3)
        for n in range(pick.randrange(1, 5))
    ]
    return found


def random_move(field: Field, pick: Random) -> Move:
    """A move of ``u`` that may be legal."""
    u = field.units["u"]
    at, path = u.at, []
    assert at is not None
    for _ in range(pick.choice((0, 1, 1, 2, 2, 3, 4, 5))):
        at = squares.step(at, pick.choice(FACINGS))
        path.append(at)
    riders = [unit for unit in field.units.values() if unit.inside == "u"]
    one_more = pick.random() < 0.4
    return Move(
        u.id,
        tuple(path),
        facing=pick.choice(FACINGS) if one_more and pick.random() < 0.3 else None,
        exit=True if one_more and pick.random() < 0.2 else None,
        embark="o1" if one_more and pick.random() < 0.2 else None,
        unload=tuple(
            Unload(r.id, squares.step(at, pick.choice(FACINGS))) for r in riders if one_more and pick.random() < 0.5
        ),
        pickup=(pick.randrange(1, 4),) if one_more and pick.random() < 0.3 else (),
        place_fences=(pick.choice(squares.sides(at)),) if one_more and pick.random() < 0.3 else (),
    )
