"""Air attacks worth trying: about every corner that has an enemy within its radius, and at batteries off the board (FHW-AIR)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from app.boards import hexes
from app.boards.hexes import Board, Hex
from app.engine.system import Picker
from app.systems.flames_hexwar.barrage import numbers
from app.systems.flames_hexwar.barrage.designating import guns_of
from app.systems.flames_hexwar.book.kinds import Side, other
from app.systems.flames_hexwar.choices.barrages import shuffled, too_near
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.position.actions import AirAttack, Strike, Vertex

About = tuple[Hex, Hex, Hex]
"""The hexes of a corner."""
REMEMBERED: Final = 1 << 13
SELDOM: Final = 4
"""Once in so many times a battery off the board is attacked, where there is one."""


class Area(NamedTuple):
    """A corner about which planes may attack: the hexes that they may choose among, those with most enemies first."""

    corner: About
    hexes: tuple[Hex, ...]
    enemies: frozenset[Hex]
    """Those of them with enemies."""

    def attack(self, field: Field, planes: int) -> AirAttack:
        """So many planes where there is most to hit."""
        most = field.rules.air.hexes_per_attack
        at = next(at for at in self.corner if field.terrain.board.holds(at))
        v = next(v for v in range(hexes.SIDES) if set(numbers.corner_hexes(at, v)) == set(self.corner))
        return AirAttack(planes, Vertex(hexes.name(at), v), tuple(map(hexes.name, self.hexes[:most])))


def areas(field: Field, side: Side, near: tuple[About, ...] = ()) -> list[Area]:
    """Every corner with enemies within reach of it and hexes enough that are far from friends, those first that leave out least;
    ``near``: corners from which it may not be too far (FHW-AIR-03, FHW-AIR-06, FHW-AIR-13)."""
    of = field.rules.air
    shut, count = _beyond_friends(field, side)
    found = []
    for corner in dict.fromkeys(corner for at in count for corner in _corners(at, of.radius)):
        if any(numbers.corners_apart(corner, each) > of.max_distance_between_vertices for each in near):
            continue
        area = _area(field, corner, shut, count)
        if area is not None:
            found.append(area)
    return _widest_first(found, count)


def _beyond_friends(field: Field, side: Side) -> tuple[frozenset[Hex], Counter[Hex]]:
    """The hexes that are too near to friends, and how many enemies stand in each of the others (FHW-AIR-13)."""
    shut = too_near(field, side, field.rules.options.air_friend_distance)
    return shut, Counter(team.at for team in field.enemies(side) if team.at is not None and team.at not in shut)


def _area(field: Field, corner: About, shut: frozenset[Hex], count: Counter[Hex]) -> Area | None:
    """About a corner, if there are hexes enough."""
    of, board = field.rules.air, field.terrain.board
    free = [at for at in _about(board, corner, of.radius) if at not in shut]
    if len(free) < of.hexes_per_attack or not any(map(board.holds, corner)):
        return None
    free.sort(key=count.__getitem__, reverse=True)
    return Area(corner, tuple(free), frozenset(at for at in free if at in count))


@lru_cache(maxsize=REMEMBERED)
def _corners(at: Hex, radius: int) -> tuple[About, ...]:
    """Every corner within whose radius a hex lies, each under one name (FHW-GEO-05, FHW-GEO-09)."""
    found = (sorted(numbers.corner_hexes(near, v)) for near in hexes.disc(at, radius - 1) for v in range(hexes.SIDES))
    return tuple(dict.fromkeys((one, two, three) for one, two, three in found))


@lru_cache(maxsize=REMEMBERED)
def _about(board: Board, corner: About, radius: int) -> tuple[Hex, ...]:
    """The hexes of a board within the radius of a corner, the nearest first (FHW-GEO-09)."""
    found = {near for at in corner for near in hexes.disc(at, radius - 1) if board.holds(near)}
    return tuple(sorted(found, key=lambda at: (numbers.corner_distance(corner, at), at)))


def _widest_first(found: list[Area], count: Counter[Hex]) -> list[Area]:
    """Corners that reach enemies whom none with more of them reaches together, then the others; each with more enemies first."""
    found.sort(key=lambda area: -sum(count[at] for at in area.enemies))
    widest: dict[frozenset[Hex], Area] = {}
    for area in found:
        if not any(area.enemies <= each for each in widest):
            widest[area.enemies] = area
    first = set(widest.values())
    return [*widest.values(), *(area for area in found if area not in first)]


def batteries(field: Field, side: Side, planes: int) -> Iterator[AirAttack]:
    """Attacks at enemy batteries off the board (FHW-AIR-09)."""
    for name, platoon in field.platoons.items():
        if platoon.side == other(side) and platoon.status == "off_board" and guns_of(field, name):
            yield AirAttack(planes, battery=name)


def drawn_strikes(field: Field, side: Side, pick: Picker) -> Iterator[Strike]:
    """Attacks of a whole flight together in an order that is drawn, each found when it is asked for: at batteries off the board, and about
    every corner with enemies within reach (FHW-AIR-06)."""
    planes = field.position.sides[side].flight
    if not planes:
        return
    found = list(batteries(field, side, planes))
    if found and not pick(SELDOM):
        yield from (Strike((each,)) for each in shuffled(pick, found))
    shut, count = _beyond_friends(field, side)
    for at in shuffled(pick, count):
        for corner in shuffled(pick, _corners(at, field.rules.air.radius)):
            area = _area(field, corner, shut, count)
            if area is not None:
                yield Strike((area.attack(field, planes),))
    yield from (Strike((each,)) for each in shuffled(pick, found))
