"""Sight from one end to another, with vision and cover (FHW-GEO-15, FHW-GEO-16)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final, Literal, NamedTuple

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.types import RuleId
from app.systems.flames_hexwar.book.kinds import BEST_LAST, Cover, Half, Weather
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.sight.bare import Around, Bare, Blocked, Vision, lines_of
from app.systems.flames_hexwar.sight.blocking import End, Profile
from app.systems.flames_hexwar.sight.lines import Item, Segment, is_towards_half, line
from app.systems.flames_hexwar.terrain.terrain import Terrain

DugIn = Literal["foxhole", "trench"]


class Target(NamedTuple):
    """The end that is looked at."""

    end: End
    half: Half | None = None
    """Of a mixed hex (FHW-COV-07)."""
    in_street: bool = False
    """FHW-COV-11."""
    dug_in: DugIn | None = None
    stack: int = 0
    """Stacking points of its side in the hex (FHW-VIS-04)."""


class Scene(NamedTuple):
    """What lies where when somebody looks: the terrain, wrecks by hex, hexes with smoke."""

    terrain: Terrain
    wrecks: Mapping[Hex, int] = {}
    smoke: frozenset[Hex] = frozenset()


class Weathered(NamedTuple):
    """What the weather does to a look: how far it goes at most, whether everything is in cover (FHW-WEA-05)."""

    limit: int | None = None
    always_cover: bool = False

    @property
    def cover(self) -> tuple[tuple[RuleId, Cover], ...]:
        """What it covers everybody with, by which rule."""
        return ((RuleId("FHW-WEA-05"), "concealed"),) if self.always_cover else ()


class Seen(NamedTuple):
    """There is: how fully, in which cover, and by which rules that cover comes."""

    vision: Vision
    cover: Cover
    reasons: tuple[tuple[RuleId, Cover], ...] = ()


NEAR: Final = Weathered()


Reasons = tuple[tuple[RuleId, Cover], ...]
"""What covers a target, by which rules."""


class Looks:
    """Looks across one board as it lies: each line is drawn once."""

    __slots__ = ("_around", "_between", "_lines", "_smoked", "rules", "scene")

    def __init__(self, rules: Rules, scene: Scene) -> None:
        self.rules: Final = rules
        self.scene: Final = scene
        self._lines: Final = lines_of(rules, scene.terrain)
        self._around: Final[dict[Hex, Around]] = {}
        self._between: Final[dict[tuple[End, End], Reasons | Blocked]] = {}
        self._smoked: Final[dict[tuple[Hex, Hex], bool]] = {}

    def sees(self, a: End, b: End, limit: int | None = None) -> bool:
        """Whether there is sight at all, no farther than ``limit``: what ``look`` answers, its cover left aside."""
        found = self.sees_across(a[0], b[0], limit)
        return self.sees_over_hills(a, b) if found is None else found

    def sees_across(self, a: Hex, b: Hex, limit: int | None) -> bool | None:
        """The same between two hexes, whoever stands there; ``None`` where that hangs on who it is, for the hills between them."""
        if a == b:
            return True
        if limit is not None and hexes.distance(a, b) > limit:
            return False
        return False if self._is_smoked(a, b) else self._lines.is_free(a, b)

    def sees_over_hills(self, a: End, b: End) -> bool:
        """The same where it hangs on who stands there."""
        return self._lines.is_free_over_hills(a, b)

    def _is_smoked(self, a: Hex, b: Hex) -> bool:
        """Whether smoke breaks the line between two different hexes (FHW-SMOKE-06)."""
        if not self.scene.smoke or hexes.distance(a, b) <= self.rules.options.smoke_max_sight:
            return False
        key = (a, b)
        found = self._smoked.get(key)
        if found is None:
            found = self._smoked[key] = smoke_on(self.scene, a, b) is not None
        return found

    def seen_among(
        self, ends: Iterable[End], cells: Set[Hex], limit: int | None
    ) -> tuple[Set[Hex], Mapping[Hex, Sequence[End]]]:
        """Those of the hexes that any of the ends sees, whoever stands there, no farther than ``limit``; and those for which that hangs on who it
        is, with the ends that might."""
        seen, open_to = set[Hex](), dict[Hex, list[End]]()
        for a in ends:
            near = cells if limit is None else cells & hexes.within(a[0], limit)
            free, unsure = self._free_among(a[0], near)
            seen |= free
            for at in unsure:
                open_to.setdefault(at, []).append(a)
        return seen, open_to

    def _free_among(self, a: Hex, cells: Set[Hex]) -> tuple[Set[Hex], Set[Hex]]:
        """What ``Lines.free_among`` answers, through smoke."""
        if not self.scene.smoke:
            return self._lines.free_among(a, cells)
        around = self._around.get(a)
        if around is None:
            around = self._around[a] = Around(a)
        new = cells - around.drawn
        if new:
            free, unsure = self._lines.free_among(a, new)
            around.free.update(at for at in free if not self._is_smoked(a, at))
            around.over_hills.update(at for at in unsure if not self._is_smoked(a, at))
            around.drawn.update(new)
        return cells & around.free, cells & around.over_hills

    def between(self, a: End, b: End) -> Reasons | Blocked:
        """What lies between two different hexes, weather left aside: what breaks the line, or what on it covers ``b`` (FHW-LOS-01)."""
        found = self._between.get((a, b))
        if found is None:
            found = self._between[a, b] = self._draw(a, b)
        return found

    def _draw(self, a: End, b: End) -> Reasons | Blocked:
        bare = self._lines.bare(a, b)
        if isinstance(bare, Blocked):
            return bare
        reasons = _covering(self.rules, self.scene, a, b, bare)
        return reasons if isinstance(reasons, Blocked) else tuple(reasons)

    def look(self, a: End, target: Target, weather: Weathered = NEAR) -> Seen | Blocked:
        """What ``a`` sees of a target: the steps of FHW-GEO-16 in their order, hidden teams in buildings left aside
        (FHW-LOS-13, FHW-COV-09, FHW-COV-10)."""
        b, rules, terrain = target.end, self.rules, self.scene.terrain
        if a.at == b.at:
            return self._look_beside(target, weather)
        if weather.limit is not None and hexes.distance(a.at, b.at) > weather.limit:
            return Blocked(RuleId("FHW-WEA-02"))
        found = self.between(a, b)
        if isinstance(found, Blocked):
            return found
        reasons = [*found, *weather.cover]
        vision = self._lines.vision(a, b)
        if vision == "limited" and _is_crowded(rules, terrain, target):
            vision = "full"
        if vision == "limited":
            reasons.append((RuleId("FHW-VIS-03"), "concealed"))
        reasons += own_cover(rules, terrain, target)
        reasons += _towards(terrain, a, target)
        return _seen(vision, reasons)

    def _look_beside(self, target: Target, weather: Weathered) -> Seen:
        """What is seen of a target in one's own hex: nothing lies between, but smoke and fog cover there too (FHW-LOS-15, FHW-SMOKE-06)."""
        smoke: Reasons = ((RuleId("FHW-SMOKE-06"), "concealed"),) if target.end.at in self.scene.smoke else ()
        return _seen("full", [*smoke, *weather.cover, *own_cover(self.rules, self.scene.terrain, target)])


def smoke_on(scene: Scene, a: Hex, b: Hex) -> tuple[Hex, ...] | None:
    """The first smoke on the line between two different hexes, then in one of them (FHW-SMOKE-06)."""
    if not scene.smoke:
        return None
    item = next(line(a, b).items_within(scene.smoke), None)
    return next(((at,) for at in (a, b) if at in scene.smoke), None) if item is None else item.hexes


def _covering(rules: Rules, scene: Scene, a: End, b: End, bare: Bare) -> list[tuple[RuleId, Cover]] | Blocked:
    """What of a line that the ground leaves free covers the end ``b``: hills, smoke, trees, wrecks; thick smoke breaks it."""
    reasons: list[tuple[RuleId, Cover]] = []
    if bare.hill is not None:
        reasons.append((bare.hill, "concealed"))
    smoky = smoke_on(scene, a.at, b.at)
    if smoky is not None:
        if hexes.distance(a.at, b.at) > rules.options.smoke_max_sight:
            return Blocked(RuleId("FHW-SMOKE-06"), smoky)
        reasons.append((RuleId("FHW-SMOKE-06"), "concealed"))
    if bare.has_trees:
        reasons.append((RuleId("FHW-COV-05"), "concealed"))
    if scene.wrecks and _has_wrecks(rules, scene, a.at, b.at, line(a.at, b.at)):
        reasons.append((RuleId("FHW-COV-08"), "concealed"))
    return reasons


def _seen(vision: Vision, reasons: list[tuple[RuleId, Cover]]) -> Seen:
    """The best cover counts once (FHW-COV-01, FHW-COV-12)."""
    best: Cover = max((cover for _, cover in reasons), key=BEST_LAST.__getitem__, default="none")
    return Seen(vision, best, tuple(reasons))


def _is_crowded(rules: Rules, terrain: Terrain, target: Target) -> bool:
    """Whether too many stand in a hex for limited vision of it; of who is inside a building it does not matter (FHW-VIS-04)."""
    is_inside = in_building(terrain, target.end.at, target.half)
    return target.stack > rules.constants.limited_cancelled_above and not is_inside


def own_cover(rules: Rules, terrain: Terrain, target: Target) -> list[tuple[RuleId, Cover]]:
    """The cover of the target's own ground and of what it has dug (FHW-COV-02, FHW-COV-07, FHW-COV-11)."""
    ground, is_foot = terrain[target.end.at], target.end.profile in ("infantry", "gun")
    found: list[tuple[RuleId, Cover]] = []
    surface, rule = ground.surface, "FHW-COV-02"
    if ground.mixed is not None:
        surface, rule = (ground.mixed.feature, "FHW-COV-07") if target.half == "cover" and is_foot else ("open", rule)
    if surface == "built_up" and target.in_street:
        surface = "open"
    of = rules.surfaces.get(surface)
    if of is not None:
        cover = of.cover if is_foot else of.cover_vehicles
        if cover != "none":
            found.append((RuleId(rule), cover))
    if target.dug_in is not None and is_foot:
        found.append((RuleId("FHW-COV-02"), "bulletproof"))
    return found


def _towards(terrain: Terrain, a: End, target: Target) -> list[tuple[RuleId, Cover]]:
    """Cover that hangs on where the shot comes from: the other half of a mixed hex, a change of slope (FHW-COV-04, FHW-COV-07)."""
    at = target.end.at
    ground, found = terrain[at], list[tuple[RuleId, Cover]]()
    if ground.mixed is not None and target.half != "cover" and is_towards_half(at, ground.mixed, hexes.centre(a.at)):
        found.append((RuleId("FHW-COV-07"), "concealed"))
    if ground.mountain is not None and all(
        terrain.board.holds(near) and terrain[near].height != ground.height
        for near in (hexes.step(at, side) for side in hexes.sides_towards(at, a.at))
    ):
        found.append((RuleId("FHW-COV-04"), "concealed"))
    return found


def _has_wrecks(rules: Rules, scene: Scene, a: Hex, b: Hex, segment: Segment) -> bool:
    """Two wrecks in a hex of the line; one where the shot follows a road (FHW-COV-08, FHW-GEO-17)."""
    items = (*segment.items_among(scene.wrecks), Item((b,)))
    most = max(min(scene.wrecks.get(at, 0) for at in item.hexes) for item in items)
    limits = rules.constants
    if most >= limits.wrecks_cover:
        return True
    return most >= limits.wrecks_cover_road and follows_road(scene.terrain, a, b, segment)


def follows_road(terrain: Terrain, a: Hex, b: Hex, segment: Segment) -> bool:
    """Whether every hex of a line is joined to the next by road (FHW-GEO-17)."""
    if segment.has_edges:
        return False
    chain = (a, *(item.hexes[0] for item in segment.items), b)
    return all(terrain.joined(one, two) for one, two in itertools.pairwise(chain))


def in_building(terrain: Terrain, at: Hex, half: Half | None) -> bool:
    """Whether a team there is inside a building (FHW-TERR-12)."""
    ground = terrain[at]
    if ground.mixed is not None:
        return half == "cover" and ground.mixed.feature == "building"
    return ground.surface == "building"


def sight_limit(rules: Rules, weather: Weather, profile: Profile, die: int | None = None) -> int | None:
    """How far a target of that profile is seen in a weather, with a die in fog (FHW-WEA-02, FHW-WEA-06); ``None``: any distance."""
    of = rules.weather[weather]
    if of.sight_die is not None:
        return of.limit_without_die if die is None else max(of.sight_minimum, die)
    return of.sight_low if profile in ("infantry", "small_vehicle") else of.sight_other


def is_in_sight_inside(*, gone_to_ground: bool, seen_entering: bool) -> bool:
    """Whether a team inside a building can be seen at all (FHW-LOS-13)."""
    return not gone_to_ground or seen_entering
