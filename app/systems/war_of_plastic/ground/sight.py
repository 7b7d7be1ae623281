"""Line of sight and screening: what the shot line runs through, and who stands in it (WOP-SIGHT, WOP-SHOT-04,
WOP-SHOT-05, WOP-SHOT-06, WOP-SHOT-07, WOP-SHOT-08, WOP-SHOT-09, WOP-SHOT-10, WOP-SHOT-11, WOP-SHOT-12, WOP-SHOT-13,
WOP-SHOT-14, WOP-SHOT-15).

The shot line runs from centre to centre; with ``sight_line = any_part`` sixteen lines to and from rim points are tried too
(WOP-SIGHT-07). A unit's eye and aim point is ``sight_height_mm`` above its floor (WOP-SIGHT-06).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from app.boards import plane
from app.boards.measured import gap_mm, rim_points
from app.engine.types import RuleId, UnitId
from app.systems.war_of_plastic.book.state import Unit, UnitType
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.position.field import Body, Field, Place

WOODS: Final = "woods"
"""What blocks when the stretches in dense pieces are too long together (WOP-SIGHT-05)."""

OUT_OF_VIEW: Final = RuleId("WOP-SHOT-04")
SCREENED: Final = RuleId("WOP-SHOT-05")

DrawnPoint = tuple[float, float]


class Break(NamedTuple):
    """Where a line breaks and on what: a piece's id, ``woods``, or a unit's id; ``rings`` are the ids to ring."""

    by: str
    at: float
    rings: tuple[str, ...]


class InView(msgspec.Struct, frozen=True):
    """Whether terrain leaves the target in view; if not, what blocks the centre line and where along it (0 to 1)."""

    in_view: bool
    broken: Break | None = None

    @property
    def blocked_by(self) -> str | None:
        """The piece's id, ``woods``, or ``None``."""
        return None if self.broken is None else self.broken.by


class Screen(msgspec.Struct, frozen=True):
    """Whether units hide the target; if so, the first in list order on the centre line."""

    screened: bool
    by: UnitId | None = None


class LineOfSight(msgspec.Struct, frozen=True):
    """Terrain and units together: the rule that forbids designating the target, or ``None``, with what a drawing needs:
    the line, the point where it breaks, and the ids of what breaks it."""

    start: DrawnPoint
    end: DrawnPoint
    refused_by: RuleId | None = None
    blocked_by: str | None = None
    breaks_at: DrawnPoint | None = None
    blockers: tuple[str, ...] = ()


class _ShotLine(NamedTuple):
    """A shot line in plan with the heights of its ends."""

    a: plane.Point
    b: plane.Point
    rise_from: int
    rise_to: int

    def is_below(self, height: int, t: plane.Fraction) -> bool:
        """Whether the line is lower than ``height`` at t."""
        return self.rise_from * t[1] + (self.rise_to - self.rise_from) * t[0] < height * t[1]


class _Blocking(NamedTuple):
    """A piece that may block, and which of the two units is inside it (buildings only)."""

    body: Body
    polygon: plane.Polygon
    holds_shooter: bool
    holds_target: bool


def terrain_sight(field: Field, shooter: Unit, target: Unit) -> InView:
    """Whether the target is in view as far as terrain goes (WOP-SIGHT-01, WOP-SIGHT-02, WOP-SIGHT-03, WOP-SIGHT-04,
    WOP-SIGHT-05, WOP-SIGHT-06, WOP-SIGHT-07, WOP-SIGHT-08)."""
    return terrain_sight_between(field, field.place_of(shooter), field.place_of(target))


def terrain_sight_between(field: Field, here: Place, there: Place) -> InView:
    """The same from one place to another."""
    blocking = _blocking(field, here, there)
    broken = None
    for index, line in enumerate(_lines(field.rules, here, there)):
        found = _broken_by_terrain(field.rules, blocking, line, here, there)
        if found is None:
            return InView(in_view=True)
        broken = found if index == 0 else broken
    return InView(in_view=False, broken=broken)


def screened(field: Field, shooter: Unit, target: Unit) -> Screen:
    """Whether other units hide the target, terrain apart (WOP-SHOT-05, WOP-SHOT-06, WOP-SHOT-07, WOP-SHOT-08,
    WOP-SHOT-09, WOP-SHOT-10, WOP-SHOT-11, WOP-SHOT-12, WOP-SHOT-13, WOP-SHOT-14, WOP-SHOT-15, WOP-GEO-11)."""
    here, there = field.place_of(shooter), field.place_of(target)
    others = _possible_screens(field, shooter, target, _box(here, there))
    by = None
    for index, line in enumerate(_lines(field.rules, here, there)):
        found = _broken_by_unit(field, others, target, line)
        if found is None:
            return Screen(screened=False)
        by = UnitId(found.by) if index == 0 else by
    return Screen(screened=True, by=by)


def view_of(field: Field, shooter: Unit, target: Unit) -> LineOfSight:
    """Whether the target can be designated as far as sight and screening go: one line must be free of both (WOP-SHOT-04,
    WOP-SHOT-05, WOP-SIGHT-07)."""
    here, there = field.place_of(shooter), field.place_of(target)
    blocking = _blocking(field, here, there)
    others = _possible_screens(field, shooter, target, _box(here, there))
    broken: list[tuple[RuleId, _ShotLine, Break]] = []
    for line in _lines(field.rules, here, there):
        wall = _broken_by_terrain(field.rules, blocking, line, here, there)
        if wall is not None:
            broken.append((OUT_OF_VIEW, line, wall))
            continue
        unit = _broken_by_unit(field, others, target, line)
        if unit is None:
            return LineOfSight(line.a, line.b)
        broken.append((SCREENED, line, unit))
    # One line free of terrain is enough to blame the units (WOP-SIGHT-07).
    rule, line, at_fault = next((entry for entry in broken if entry[0] == SCREENED), broken[0])
    (ax, ay), (bx, by) = line.a, line.b
    point = (ax + at_fault.at * (bx - ax), ay + at_fault.at * (by - ay))
    return LineOfSight(line.a, line.b, rule, at_fault.by, point, at_fault.rings)


def screens(
    rules: Rules,
    target: UnitType,
    other: UnitType,
    *,
    damage: int = 0,
    stunned: bool = False,
    gap_to_target_mm: int | None = None,
) -> bool:
    """Whether a unit that stands in the shot line forbids designating the target (WOP-SHOT-06, WOP-SHOT-07,
    WOP-SHOT-08, WOP-SHOT-09, WOP-SHOT-10, WOP-SHOT-11, WOP-SHOT-12, WOP-SHOT-13, WOP-SHOT-15).

    ``gap_to_target_mm`` is the gap of the two bases, rounded up; a soldier uses a vehicle that near as cover. ``None``:
    it is far.
    """
    if not _may_screen(rules, target, other, damage=damage, stunned=stunned):
        return False
    if target != "infantry" or other == "infantry":
        return True
    return gap_to_target_mm is None or gap_to_target_mm > rules.constants.cover_reach_mm


def _may_screen(rules: Rules, target: UnitType, other: UnitType, *, damage: int, stunned: bool) -> bool:
    """Whether a unit of that class and state screens such a target at all."""
    if other not in rules.screens[target]:
        return False
    if other == "infantry":
        return damage == 0 and (rules.options.stunned_screen or not stunned)
    if target == "light" and other == "heavy":
        return rules.options.light_behind_heavy == "blocked"
    return True


def _lines(rules: Rules, here: Place, there: Place) -> Iterator[_ShotLine]:
    """The lines that are tried, the centre line first, then those to rim points (WOP-SIGHT-01, WOP-SIGHT-07,
    WOP-GEO-08)."""
    floor, eye = rules.constants.floor_mm, rules.constants.sight_height_mm
    rise_from, rise_to = eye + floor * here.level, eye + floor * there.level
    a, b = (here.x, here.y), (there.x, there.y)
    yield _ShotLine(a, b, rise_from, rise_to)
    if rules.options.sight_line == "any_part":
        for rim in rim_points(there):
            yield _ShotLine(a, rim, rise_from, rise_to)
        for rim in rim_points(here):
            yield _ShotLine(rim, b, rise_from, rise_to)


def _box(here: Place, there: Place) -> tuple[int, int, int, int]:
    """West, south, east and north of everything between two bases."""
    return (
        min(here.x - here.radius, there.x - there.radius),
        min(here.y - here.radius, there.y - there.radius),
        max(here.x + here.radius, there.x + there.radius),
        max(here.y + here.radius, there.y + there.radius),
    )


def _blocking(field: Field, here: Place, there: Place) -> list[_Blocking]:
    """The pieces that can block a line between two bases, in list order: bounding boxes first."""
    west, south, east, north = _box(here, there)
    found = []
    for body in field.sight_blockers:
        outline = body.outline
        if outline.west > east or outline.east < west or outline.south > north or outline.north < south:
            continue
        if outline.polygon is not None:
            inside = body.terrain.building
            holds_shooter = inside and outline.contains(here.x, here.y)
            holds_target = inside and outline.contains(there.x, there.y)
            found.append(_Blocking(body, outline.polygon, holds_shooter, holds_target))
    return found


def _broken_by_terrain(
    rules: Rules, blocking: Iterable[_Blocking], line: _ShotLine, here: Place, there: Place
) -> Break | None:
    """The first piece in list order that blocks a line; woods count where they become too much (WOP-SIGHT-05)."""
    woods: list[plane.Stretch] = []
    names: list[str] = []
    for piece in blocking:
        if piece.holds_shooter and piece.holds_target:
            if here.level != there.level or not plane.segment_within(line.a, line.b, piece.polygon):
                return Break(piece.body.piece.id, 0.5, (piece.body.piece.id,))
            continue
        parts = plane.stretches(line.a, line.b, piece.polygon)
        if not parts:
            continue
        if piece.body.terrain.sight == "solid":
            at = _blocked_stretch(piece, parts, line, here, there)
            if at is not None:
                return Break(piece.body.piece.id, at, (piece.body.piece.id,))
            continue
        counted = [part for part in parts if _is_low(line, piece.body.height_mm, part)]
        woods += counted
        names += [piece.body.piece.id] * bool(counted)
        if not plane.stretches_at_most(woods, line.a, line.b, rules.constants.dense_limit_mm):
            return Break(WOODS, _depth_reached(woods, line, rules.constants.dense_limit_mm), tuple(names))
    return None


def _blocked_stretch(
    piece: _Blocking, parts: Iterable[plane.Stretch], line: _ShotLine, here: Place, there: Place
) -> float | None:
    """Where along the line a solid piece blocks it: through a window only near the wall, else below its height
    (WOP-SIGHT-02, WOP-SIGHT-03, WOP-SIGHT-06). ``None`` if it does not."""
    window = piece.body.terrain.window_mm
    for start, end in parts:
        if piece.holds_shooter and start[0] == 0:
            if not plane.stretches_at_most([(start, end)], line.a, line.b, here.radius + window):
                return end[0] / end[1]
        elif piece.holds_target and end[0] == end[1]:
            if not plane.stretches_at_most([(start, end)], line.a, line.b, there.radius + window):
                return start[0] / start[1]
        elif _is_low(line, piece.body.height_mm, (start, end)):
            return start[0] / start[1]
    return None


def _is_low(line: _ShotLine, height: int, part: plane.Stretch) -> bool:
    """Whether the line is below a height at one end of a stretch (WOP-SIGHT-06)."""
    return line.is_below(height, part[0]) or line.is_below(height, part[1])


def _depth_reached(woods: Iterable[plane.Stretch], line: _ShotLine, limit: int) -> float:
    """Where along the line, about, the stretches inside dense pieces have used up the limit; for drawing."""
    length = max(1, plane.squared_distance(line.a, line.b)) ** 0.5
    left = limit / length
    at = 0.0
    for start, end in sorted((s[0] / s[1], e[0] / e[1]) for s, e in woods):
        at = min(end, start + left)
        left -= end - start
        if left < 0:
            break
    return at


def _possible_screens(
    field: Field, shooter: Unit, target: Unit, box: tuple[int, int, int, int]
) -> list[tuple[Unit, Place]]:
    """The units that could hide the target if they stand in a line, in list order (WOP-SHOT-14): bounding boxes first."""
    ignored = (shooter.id, target.id, shooter.aboard)
    west, south, east, north = box
    found = []
    for unit in field.on_table():
        place = field.place_of(unit)
        x, y, radius, _ = place
        if x + radius < west or x - radius > east or y + radius < south or y - radius > north or unit.id in ignored:
            continue
        if _may_screen(field.rules, target.type, unit.type, damage=unit.damage, stunned=unit.stunned):
            found.append((unit, place))
    return found


def _broken_by_unit(field: Field, others: Iterable[tuple[Unit, Place]], target: Unit, line: _ShotLine) -> Break | None:
    """The first unit in list order that stands in a line and hides the target (WOP-GEO-11, WOP-SHOT-11)."""
    for unit, place in others:
        centre = (place.x, place.y)
        if plane.point_segment_at_least(centre, line.a, line.b, place.radius):
            continue
        t = plane.nearest_on_segment(centre, line.a, line.b)
        foot = field.rules.constants.floor_mm * place.level
        if line.is_below(foot, t) or not line.is_below(foot + field.class_of(unit).height_mm, t):
            continue
        gap = gap_mm(place, field.place_of(target))
        if screens(field.rules, target.type, unit.type, damage=unit.damage, stunned=unit.stunned, gap_to_target_mm=gap):
            return Break(unit.id, t[0] / t[1], (unit.id,))
    return None
