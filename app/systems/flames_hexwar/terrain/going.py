"""What going a step is (FHW-TERR, FHW-WEA-11, FHW-WEA-12), and how far teams get (FHW-MOVE-04, FHW-ROAD-03, FHW-WEA-09)."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.systems.flames_hexwar.book.kinds import WORST_LAST, Going, Half, Weather
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import MobilityType
from app.systems.flames_hexwar.terrain.terrain import Ground

LIGHT_GUNS: Final = frozenset({"man_packed", "gun_light"})
"""Guns that may enter buildings (FHW-TERR-07)."""
VEHICLES: Final = frozenset({"tracked", "half_tracked", "wheeled"})
TRACKS: Final = frozenset({"tracked", "half_tracked"})


class Step(NamedTuple):
    """The going of a step: as it is by nature, and in the weather."""

    nature: Going
    going: Going
    forces_reroll: bool = False
    """A bog test that is passed is rolled again (FHW-WEA-12)."""


def step_going(
    rules: Rules,
    mobility: MobilityType,
    start: Ground,
    end: Ground,
    *,
    is_road: bool,
    is_junction: bool,
    weather: Weather = "clear",
    half: Half | None = None,
) -> Step:
    """The going of a step between neighbours for a mobility: the worst of surface, relief and junction (FHW-TERR-13), raised by
    the weather. ``half`` is that of a mixed hex in which the move ends (FHW-TERR-12, FHW-WEA-13)."""
    if is_road:
        return Step("normal", "normal")
    worst = max(
        (
            surface_going(rules, mobility, end, half),
            relief_going(rules, mobility, start, end),
            _leaving(rules, mobility, start),
            rules.going["hill_junction"][mobility.of] if is_junction else "normal",
        ),
        key=WORST_LAST.__getitem__,
    )
    return in_weather(rules, mobility, worst, weather)


def surface_going(rules: Rules, mobility: MobilityType, ground: Ground, half: Half | None = None) -> Going:
    """What the surface of a hex says, of the half that is meant (FHW-TERR-05 to FHW-TERR-07, FHW-TERR-12)."""
    if ground.mixed is not None:
        if half != "cover" or mobility.of in VEHICLES:
            return rules.going["open"][mobility.of]
        return _surface(rules, mobility, ground.mixed.feature)
    return _surface(rules, mobility, ground.surface)


def _surface(rules: Rules, mobility: MobilityType, surface: str) -> Going:
    if surface == "building" and mobility.of == "gun" and mobility.id not in LIGHT_GUNS:
        return "forbidden"
    return rules.going[surface][mobility.of]


def relief_going(rules: Rules, mobility: MobilityType, start: Ground, end: Ground) -> Going:
    """What a step onto, along or off a mountain is (FHW-TERR-03, FHW-TERR-04); the hill to which one comes down is no mountain (FHW-TERR-13)."""
    kind, of = mobility.of, rules.going
    if end.mountain is None and start.mountain is None:
        return "normal"
    if kind not in VEHICLES:
        return of["mountain"][kind] if end.mountain is not None else "normal"
    is_slope = {start.relief, end.relief} == {"hill", "mountain"}
    found = of["mountain_from_hill" if is_slope else "mountain"][kind]
    return "normal" if end.mountain is None and found != "forbidden" else found


def _leaving(rules: Rules, mobility: MobilityType, start: Ground) -> Going:
    """Vehicles leave dense woods as they enter them: by a road alone (FHW-TERR-06)."""
    if start.surface != "dense_woods" or start.mixed is not None or mobility.of not in VEHICLES:
        return "normal"
    return rules.going["dense_woods"][mobility.of]


def standing_going(
    rules: Rules, mobility: MobilityType, ground: Ground, weather: Weather, half: Half | None = None
) -> Step:
    """The going of the hex, or half of it, in which a team stands, which it is tested for when it leaves (FHW-BOG-01, FHW-TERR-12)."""
    nature = surface_going(rules, mobility, ground, half)
    if ground.mountain is not None and mobility.of in VEHICLES:
        nature = max(nature, rules.going["mountain_from_hill"][mobility.of], key=WORST_LAST.__getitem__)
    elif ground.mountain is not None:
        nature = max(nature, rules.going["mountain"][mobility.of], key=WORST_LAST.__getitem__)
    found = in_weather(rules, mobility, nature, weather)
    return Step(nature, nature) if found.going == "forbidden" else found  # mud closes it to who enters (FHW-WEA-12)


def in_weather(rules: Rules, mobility: MobilityType, nature: Going, weather: Weather) -> Step:
    """Going as the weather makes it (FHW-WEA-11, FHW-WEA-12)."""
    of = rules.weather[weather]
    if not of.raises_difficult:
        return Step(nature, nature)
    if nature == "difficult":
        return Step(nature, "very_difficult")
    if nature != "very_difficult":
        return Step(nature, nature)
    if mobility.of in of.barred:
        return Step(nature, "forbidden")
    return Step(nature, nature, mobility.of in of.rerolled)


def allowance(
    rules: Rules,
    mobility: MobilityType,
    *,
    doubled: bool,
    rough: bool = False,
    halved: bool = False,
    rounds_up: bool = True,
) -> int:
    """Hexes that a team may go (FHW-MOVE-02, FHW-MOVE-04); ``halved``: in mud, an odd half rounded as the die says (FHW-WEA-09,
    FHW-WEA-10)."""
    base = mobility.rough if rough else mobility.move
    if rules.options.half_hex_move == "one_hex" and mobility.move_cm == HALF_HEX_CM:
        base = 1  # FHW-MOVE-05
    hexes = mobility.move_double if doubled else base
    return hexes if not halved else (hexes + rounds_up) // 2


HALF_HEX_CM: Final = 5
"""Half a hex of movement (FHW-MOVE-05)."""


def has_odd_half(rules: Rules, mobility: MobilityType, *, doubled: bool) -> bool:
    """Whether halving what a team may go asks for a die: at the double, or else its move or its rough allowance (FHW-WEA-10)."""
    roughs = (False,) if doubled else (False, True)
    return any(allowance(rules, mobility, doubled=doubled, rough=rough) % 2 == 1 for rough in roughs)


def reaches(mobility: MobilityType, most: int, steps: int, road_steps: int) -> bool:
    """Whether an allowance is enough for so many steps (FHW-ROAD-03)."""
    if mobility.road_bonus:
        return steps - road_steps // (mobility.road_bonus + 1) <= most
    return steps <= most
