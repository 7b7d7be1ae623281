"""Bombardments worth trying: about enemies in a spotter's sight."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, Literal, TypeVar

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.system import Picker
from app.systems.flames_hexwar.barrage import numbers
from app.systems.flames_hexwar.barrage.designating import (
    declared_fog,
    friends,
    judge_bombard,
    pieces,
    spotters,
)
from app.systems.flames_hexwar.barrage.odds import spotted
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.position.actions import Bombard, Vertex
from app.systems.flames_hexwar.position.state import Team

Ammo = Literal["he", "smoke"]
Thing = TypeVar("Thing")
MODES: Final[tuple[numbers.Mode, ...]] = ("normal", "dispersed", "concentrated")
AMMO: Final[tuple[Ammo, ...]] = ("he", "smoke")
NOWHERE: Final = Vertex("", 0)


def bombards(field: Field, battery: PlatoonId) -> Iterator[Bombard]:
    """Legal bombardments of a battery: of each enemy hex that a spotter sees, each corner, each mode, shells and smoke; the likeliest to
    range in first, since nothing else hangs on who spots and at whom he aims (FHW-ART-06, FHW-ART-15)."""
    side = field.platoons[battery].side
    shut = too_near(field, side, field.rules.bombardment.friend_distance)
    for spotter, aim in _sightings(field, battery, side):
        yield from _at(field, battery, spotter, aim, shut)


def _sightings(field: Field, battery: PlatoonId, side: Side) -> list[tuple[Team, Team]]:
    """For each enemy hex the spotter and the team in it that are the easiest to range in with; the easiest of all first."""
    watching, fog = spotters(field, battery), declared_fog(field)
    best: dict[Hex, tuple[Fraction, Team, Team]] = {}
    for aim in field.enemies(side):
        if field.is_independent(aim) or aim.at is None:
            continue
        for spotter in watching:
            if field.sees(spotter, aim, fog):
                odds = spotted(field, spotter, aim)
                if aim.at not in best or odds > best[aim.at][0]:
                    best[aim.at] = odds, spotter, aim
    return [(spotter, aim) for _, spotter, aim in sorted(best.values(), key=lambda each: -each[0])]


def drawn_bombards(field: Field, battery: PlatoonId, pick: Picker) -> Iterator[Bombard]:
    """Legal bombardments of a battery in an order that is drawn, each found when it is asked for: of each enemy hex those of one team in it
    that one of the spotters sees."""
    side = field.platoons[battery].side
    aims = [aim for aim in field.enemies(side) if not field.is_independent(aim)]
    watching, fog, shut = spotters(field, battery), declared_fog(field), None
    seen: set[Hex | None] = set()
    for aim in shuffled(pick, field.sighted(watching, aims, fog)):
        if aim.at in seen:
            continue
        spotter = next(each for each in shuffled(pick, watching) if field.sees(each, aim, fog))
        seen.add(aim.at)
        shut = shut or too_near(field, side, field.rules.bombardment.friend_distance)
        yield from _drawn_at(field, Bombard(battery, spotter.id, aim.id, "normal", "he", NOWHERE, ()), shut, pick)


def _drawn_at(field: Field, like: Bombard, shut: frozenset[Hex], pick: Picker) -> Iterator[Bombard]:
    """Those like one: in each mode, with each ammunition, about each corner of its hex."""
    aim, side = field.teams[like.aim], field.platoons[like.battery].side
    count = len(pieces(field, like.battery, aim))
    for mode, ammo in shuffled(pick, list(itertools.product(MODES, AMMO)) if count else ()):
        size = numbers.footprint(field.rules, count, mode)
        if isinstance(size, str):
            continue
        for place in _places(field, aim, size.hexes, side, shut, shuffled(pick, range(hexes.SIDES))):
            act = Bombard(like.battery, like.spotter, like.aim, mode, ammo, *place)
            if isinstance(judge_bombard(field, act), Refusal):
                break
            yield act


def shuffled(pick: Picker, found: Iterable[Thing]) -> Iterator[Thing]:
    """All of these, each drawn when it is asked for."""
    left = list(found)
    while left:
        number = pick(len(left))
        left[number], left[-1] = left[-1], left[number]
        yield left.pop()


def too_near(field: Field, side: Side, most: int) -> frozenset[Hex]:
    """Every hex within so many of a friend (FHW-ART-14, FHW-AIR-13)."""
    return frozenset[Hex]().union(*(hexes.within(at, most) for at in friends(field, side)))


def _at(field: Field, battery: PlatoonId, spotter: Team, aim: Team, shut: frozenset[Hex]) -> Iterator[Bombard]:
    """Bombardments of one enemy hex. Those of a mode and shells differ by their place alone, which is grown to be legal: one is judged for
    all of them."""
    count, side = len(pieces(field, battery, aim)), field.platoons[battery].side
    for mode in MODES:
        size = numbers.footprint(field.rules, count, mode) if count else None
        if size is None or isinstance(size, str):
            continue
        places = list(_places(field, aim, size.hexes, side, shut))
        for ammo in AMMO:
            acts = [Bombard(battery, spotter.id, aim.id, mode, ammo, *place) for place in places]
            if acts and not isinstance(judge_bombard(field, acts[0]), Refusal):
                yield from acts


def _places(
    field: Field, aim: Team, size: int, side: Side, shut: frozenset[Hex], corners: Iterable[int] = range(hexes.SIDES)
) -> Iterator[tuple[Vertex, tuple[str, ...]]]:
    """A footprint about each corner of a hex."""
    assert aim.at is not None
    for corner in corners:
        cells = grown(field, numbers.corner_hexes(aim.at, corner), aim.at, size, side, shut)
        if cells is not None:
            yield Vertex(hexes.name(aim.at), corner), tuple(hexes.name(at) for at in cells)


def grown(
    field: Field, corner: tuple[Hex, Hex, Hex], aim: Hex, size: int, side: Side, shut: frozenset[Hex]
) -> tuple[Hex, ...] | None:
    """A footprint grown from a corner, each further hex next to two before it and over as many enemies as can be, none of it ``shut``."""
    board = field.terrain.board
    begin = corner[:2] if size == 2 else corner
    if not all(board.holds(at) and at not in shut for at in begin):
        return None
    found, worth = list(begin), dict[Hex, tuple[int, int, Hex]]()
    touched = Counter(near for at in found for near in hexes.neighbours(at))
    while len(found) < size:
        options = [
            at for at, count in touched.items() if count >= 2 and at not in found and at not in shut and board.holds(at)
        ]
        if not options:
            return None
        for at in options:
            if at not in worth:
                worth[at] = (_enemies(field, at, side), -hexes.distance(at, aim), at)
        best = max(options, key=worth.__getitem__)
        found.append(best)
        touched.update(hexes.neighbours(best))
    return tuple(found)


def _enemies(field: Field, at: Hex, side: Side) -> int:
    return sum(team.side != side for team in field.in_hex.get(at, ()))
