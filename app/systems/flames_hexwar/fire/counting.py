"""Which dice of a volley hit: the number of every single team counts, not that of the easiest (FHW-HIT-02, FHW-HIT-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.engine.types import UnitId
from app.systems.flames_hexwar.fire.numbers import SIX, Number


class Die(NamedTuple):
    """A first die of a volley: what it shows, whose it is (the number of the shooter in the declaration)."""

    shows: int
    shooter: int


class Hit(NamedTuple):
    """A die that hits: its place among the dice of the volley, and the dice that must confirm it, if any."""

    die: int
    shooter: int
    confirm: tuple[int, ...] = ()


def hits_of(dice: Sequence[Die], numbers: Sequence[Mapping[UnitId, Number]]) -> list[Hit]:
    """The dice that hit, from low to high. ``numbers``: of each shooter the number of every team that it can hit, in roster order.

    A die that meets its shooter's highest number hits; a lower one must use up a team whose own number it meets, the one with the
    lowest number first. A number with confirming dice is met by no first die alone.
    """
    used: set[UnitId] = set()
    found = []
    for place in sorted(range(len(dice)), key=lambda place: dice[place].shows):
        die = dice[place]
        own = numbers[die.shooter]
        hit = hit_of(die.shows, own, used)
        if hit is not None:
            found.append(Hit(place, die.shooter, hit))
    return found


def hit_of(shows: int, own: Mapping[UnitId, Number], used: set[UnitId]) -> tuple[int, ...] | None:
    """The confirming dice of a die that hits, ``None`` for one that misses; marks the team that it uses up."""
    highest = max(own.values(), key=lambda number: number.rank)
    if not highest.confirm and shows >= highest.first:
        return ()
    plain = [team for team, number in own.items() if team not in used and not number.confirm and shows >= number.first]
    if plain:
        used.add(min(plain, key=lambda team: own[team].first))
        return ()
    if shows != SIX or not highest.confirm:
        return None
    rest = [team for team, number in own.items() if team not in used and number.confirm and number.rank < highest.rank]
    if not rest:
        return highest.confirm
    team = min(rest, key=lambda team: own[team].rank)
    used.add(team)
    return own[team].confirm
