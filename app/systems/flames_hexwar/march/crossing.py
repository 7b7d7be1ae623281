"""What a step from one hex to another is by the ground alone, for whoever moves so: worked out once for a board."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.engine.refusal import Refusal
from app.systems.flames_hexwar.book.kinds import Half, Weather
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import MobilityType
from app.systems.flames_hexwar.terrain import going
from app.systems.flames_hexwar.terrain.going import TRACKS, VEHICLES, Step
from app.systems.flames_hexwar.terrain.terrain import Terrain

BOARDS: Final = 16
"""The crossings of so many boards are remembered."""
NATURAL: Final = Step("normal", "normal")


class Crossing(NamedTuple):
    """A step: whether it is a road step, what closes the ground to it, its going, and that of the hex that it leaves."""

    is_road: bool = False
    closed: Refusal | None = None
    of: Step = NATURAL
    left: Step = NATURAL


INSIDE: Final = Crossing()
"""From floor to floor."""


class Crossings:
    """Steps across one board, each looked at once."""

    __slots__ = ("_found", "_rules", "_terrain")

    def __init__(self, rules: Rules, terrain: Terrain) -> None:
        self._rules: Final = rules
        self._terrain: Final = terrain
        self._found: Final[dict[tuple[str, Weather, Hex, Hex, Half | None], Crossing]] = {}

    def between(self, mobility: MobilityType, weather: Weather, start: Hex, to: Hex, half: Half | None) -> Crossing:
        """A step between two neighbours; ``half``: that of a mixed hex in which the way ends (FHW-TERR-13)."""
        key = (mobility.id, weather, start, to, half)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._between(mobility, weather, start, to, half)
        return found

    def _between(self, mobility: MobilityType, weather: Weather, start: Hex, to: Hex, half: Half | None) -> Crossing:
        rules, terrain = self._rules, self._terrain
        is_road = terrain.joined(start, to)
        of = going.step_going(
            rules,
            mobility,
            terrain[start],
            terrain[to],
            is_road=is_road,
            is_junction=terrain.is_junction(start, to),
            weather=weather,
            half=half,
        )
        if is_road:
            return Crossing(True, None, of)
        left = going.standing_going(rules, mobility, terrain[start], weather)
        return Crossing(False, closed_to(rules, terrain, mobility, start, to), of, left)

    def onto(self, mobility: MobilityType, weather: Weather, to: Hex, half: Half | None, *, is_road: bool) -> Crossing:
        """A step from beside the board."""
        rules, terrain = self._rules, self._terrain
        ground = terrain[to]
        of = going.step_going(
            rules, mobility, ground, ground, is_road=is_road, is_junction=False, weather=weather, half=half
        )
        return Crossing(is_road, None if is_road else closed_to(rules, terrain, mobility, None, to), of)


crossings_of: Final = Kept(Crossings, BOARDS)


def closed_to(rules: Rules, terrain: Terrain, mobility: MobilityType, start: Hex | None, to: Hex) -> Refusal | None:
    """Ground that is closed to a mobility, whatever the weather (FHW-TERR-03, FHW-TERR-04, FHW-TERR-06, FHW-TERR-07). ``start`` is ``None``
    where a team is placed, or comes from beside the board."""
    end = terrain[to]
    begin = end if start is None else terrain[start]
    if start is None:
        if end.mountain is not None and mobility.of in VEHICLES:
            return Refusal.by("FHW-TERR-03", at=hexes.name(to))
    elif going.relief_going(rules, mobility, begin, end) == "forbidden":
        is_climber = mobility.of in TRACKS and begin.mountain is not None
        return Refusal.by("FHW-TERR-04" if is_climber else "FHW-TERR-03", at=hexes.name(to))
    is_dense = (begin, end) if start is not None else (end,)
    if mobility.of in VEHICLES and any(each.surface == "dense_woods" and each.mixed is None for each in is_dense):
        return Refusal.by("FHW-TERR-06", at=hexes.name(to))
    if going.surface_going(rules, mobility, end) == "forbidden":
        return Refusal.by("FHW-TERR-07", at=hexes.name(to))
    return None
