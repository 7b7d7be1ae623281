"""What stands between two ends: surfaces and mountains (FHW-GEO-13), hills (FHW-GEO-14)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.types import RuleId
from app.systems.flames_hexwar.book.kinds import Kind
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.sight.lines import Item, Segment, feature_on
from app.systems.flames_hexwar.terrain.terrain import Ground, Terrain

Profile = Literal["infantry", "gun", "small_vehicle", "vehicle"]
"""What is looked for, or looks (part 13 of the rules)."""
PROFILES: Final[tuple[Profile, ...]] = get_args(Profile)


def profile_of(kind: Kind, *, is_small: bool) -> Profile:
    """A team as sight sees it."""
    if kind in ("infantry", "gun"):
        return "infantry" if kind == "infantry" else "gun"
    return "small_vehicle" if is_small else "vehicle"


class End(NamedTuple):
    """One end of a line."""

    at: Hex
    profile: Profile = "infantry"
    floor: int = 1


class Barrier(NamedTuple):
    """Why a line is broken, and where."""

    rule: RuleId
    hexes: tuple[Hex, ...]


class Hills(NamedTuple):
    """What hills do to a line: break it, or cover the target."""

    barrier: Barrier | None = None
    conceals: RuleId | None = None


def is_low(rules: Rules, profile: Profile) -> bool:
    """Whether hills hide it (FHW-LOS-05)."""
    return profile in ("infantry", "small_vehicle") or (profile == "gun" and rules.options.guns_profile == "low")


def barrier(rules: Rules, terrain: Terrain, a: End, b: End, segment: Segment) -> Barrier | None:
    """What blocks a segment between the ends ``a`` and ``b``, the nearest first."""
    broken = surface_barrier(rules, terrain, a.at, b.at, segment)
    return hills(rules, terrain, a, b, segment).barrier if broken is None else broken


def surface_barrier(rules: Rules, terrain: Terrain, a: Hex, b: Hex, segment: Segment) -> Barrier | None:
    """What of a segment's surfaces and mountains blocks it, the nearest to ``a`` first, whoever looks from ``a`` to ``b``."""
    for item in segment.items_among(terrain.obstacles):
        rule = surface_rule(rules, terrain, a, b, segment, item)
        if rule is not None:
            return Barrier(rule, item.hexes)
    return None


def has_hills(terrain: Terrain, segment: Segment) -> bool:
    """Whether a segment meets any hill."""
    return segment.meets_any(terrain.hilly)


def surface_rule(rules: Rules, terrain: Terrain, a: Hex, b: Hex, segment: Segment, item: Item) -> RuleId | None:
    """The rule by which an item blocks: woods, houses, mountains; a side only if both its hexes do (FHW-GEO-11)."""
    found = [_rule_of(rules, terrain, a, b, segment, item, at) for at in item.hexes]
    return None if None in found else found[0]


def _rule_of(rules: Rules, terrain: Terrain, a: Hex, b: Hex, segment: Segment, item: Item, at: Hex) -> RuleId | None:
    ground = terrain[at]
    surface = ground.surface if ground.mixed is None else feature_on(terrain, segment, item, at)
    if surface == "woods":
        if not _frees_woods(rules, terrain, a, b):
            return RuleId("FHW-LOS-09")
    elif surface == "dense_woods":
        return RuleId("FHW-LOS-11")
    elif surface in ("built_up", "building"):
        return RuleId("FHW-LOS-02")
    if ground.mountain is not None and not (
        _overlooks(rules, terrain, a, at, b) or _overlooks(rules, terrain, b, at, a)
    ):
        return RuleId(
            "FHW-LOS-04" if _is_high(rules, terrain, a, at) or _is_high(rules, terrain, b, at) else "FHW-LOS-02"
        )
    return None


def _frees_woods(rules: Rules, terrain: Terrain, a: Hex, b: Hex) -> bool:
    """One woods hex between ends at distance 2 of which one is in woods (FHW-LOS-09)."""
    return hexes.distance(a, b) <= rules.constants.woods_depth and (terrain[a].is_woods or terrain[b].is_woods)


def _is_high(rules: Rules, terrain: Terrain, a: Hex, over: Hex) -> bool:
    own, level = terrain[a].mountain, terrain[over].mountain
    return own is not None and level is not None and own >= rules.constants.overlook_factor * level


def _overlooks(rules: Rules, terrain: Terrain, a: Hex, over: Hex, b: Hex) -> bool:
    """Whether one sees from mountain ``a`` over mountain ``over`` as far as ``b`` (FHW-LOS-03, FHW-LOS-04)."""
    level = terrain[over].level
    if not _is_high(rules, terrain, a, over):
        return False
    return hexes.distance(a, over) <= terrain[a].level and hexes.distance(over, b) > level


def height_at(ground: Ground, floor: int) -> int:
    """How high an end stands (FHW-GEO-10)."""
    return ground.height + floor - 1


def _hill_height(terrain: Terrain, item: Item) -> int | None:
    """The height of an item's hill; of a side the smaller of the two, none if one has none."""
    heights = [terrain[at].hill for at in item.hexes]
    return None if None in heights else min(height for height in heights if height is not None)


def hills(rules: Rules, terrain: Terrain, a: End, b: End, segment: Segment) -> Hills:
    """What the hills on a segment from ``a`` do to it; ``b`` is the target (FHW-GEO-14, FHW-COV-06, FHW-LOS-08)."""
    hilly = segment.items_among(terrain.hilly)
    items = [(item, height) for item in hilly if (height := _hill_height(terrain, item)) is not None]
    if not items:
        return Hills()
    own, its = height_at(terrain[a.at], a.floor), height_at(terrain[b.at], b.floor)
    low, high = min(own, its), max(own, its)
    conceals: RuleId | None = None
    higher = [item for item, height in items if height > high]
    if higher:
        low_ends = (is_low(rules, b.profile), rules.options.hill_low_profile == "either" and is_low(rules, a.profile))
        if any(low_ends):
            return Hills(Barrier(RuleId("FHW-LOS-05"), higher[0].hexes))
        if len(higher) >= rules.constants.hill_hexes_that_hide:
            return Hills(Barrier(RuleId("FHW-LOS-06"), higher[0].hexes))
        conceals = RuleId("FHW-LOS-05")
    if own == its:
        return Hills(None, conceals)
    plateau = _plateau(terrain, a, b, segment, own > its)
    if "infantry" in (a.profile, b.profile):
        if len(plateau) > rules.constants.plateau_most:
            return Hills(Barrier(RuleId("FHW-LOS-10"), plateau[-1].hexes))
        if len(plateau) == rules.constants.plateau_most:
            conceals = conceals or RuleId("FHW-LOS-10")
    lower = b if own > its else a
    everything = segment.items
    nearest = everything[-1] if own > its else everything[0]
    height = _hill_height(terrain, nearest)
    is_next = any(hexes.distance(lower.at, at) == 1 for at in nearest.hexes)
    if height is not None and is_next and nearest not in plateau and low < height <= high:
        if is_low(rules, lower.profile):
            return Hills(Barrier(RuleId("FHW-LOS-07"), nearest.hexes))
        if lower is b:
            conceals = conceals or RuleId("FHW-LOS-07")
    return Hills(None, conceals)


def _plateau(terrain: Terrain, a: End, b: End, segment: Segment, from_start: bool) -> list[Item]:
    """The hills of the higher end's own level, unbroken from it on (FHW-LOS-10)."""
    level = terrain[(a if from_start else b).at].hill
    found: list[Item] = []
    if level is None:
        return found
    for item in segment.items if from_start else reversed(segment.items):
        if _hill_height(terrain, item) != level:
            break
        found.append(item)
    return found
