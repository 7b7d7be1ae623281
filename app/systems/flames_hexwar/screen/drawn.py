"""Drawables of the board above its ground: zones and lines of arrival, objectives, whoever fights whom."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.judging import Kept
from app.engine.lattice import Lattice
from app.engine.scene import Area, Disc, Drawable, Link, Polygon
from app.engine.types import Text
from app.systems.flames_hexwar.assault.numbers import REACH
from app.systems.flames_hexwar.book.kinds import SIDES, Side
from app.systems.flames_hexwar.book.scenarios import Rectangle, Scenario
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.position.frames import Assault, Volleys
from app.systems.flames_hexwar.screen.counters import counters
from app.systems.flames_hexwar.screen.designated import aimed, struck
from app.systems.flames_hexwar.screen.grounds import KEPT, ground, lattice_of, middle, outlines
from app.systems.flames_hexwar.turn.ending import held_by
from app.systems.flames_hexwar.words.names import side_name

OBJECTIVE: Final = 46
DEPLOYING: Final = {"deploy_defender": "B", "deploy_attacker": "A"}
ON_THE_WAY: Final = frozenset({"reserve", "coming", "arriving"})


def drawables(field: Field, view: View) -> Iterator[Drawable]:
    """Everything, from the bottom up."""
    yield from ground(field.rules, field.position)
    yield from zones(field)
    yield from objectives(field)
    yield from struck(field, view)
    yield from counters(field, view)
    yield from links(field)
    yield from aimed(field, view)


# ------------------------------------------------------------------------------------------------------------------- zones


@lru_cache(maxsize=KEPT)
def shapes(lattice: Lattice, cells: frozenset[Hex]) -> tuple[Polygon, ...]:
    """The outlines round some hexes, remembered: a workshop draws the same zones on ever other ground."""
    return tuple(outlines(lattice, cells))


def _deployments_of(scenario: Scenario, side: Side) -> tuple[Polygon, ...]:
    cells = frozenset(at for row in scenario.side_of(side).deploy for at in _within(row))
    return shapes(lattice_of(scenario), cells)


def _within(row: Rectangle) -> Iterator[Hex]:
    c0, r0, c1, r1 = row
    return (hexes.from_offset(column, row) for row in range(r0, r1 + 1) for column in range(c0, c1 + 1))


def _lines_of(scenario: Scenario, side: Side) -> tuple[Polygon, ...]:
    cells = frozenset(hexes.from_offset(*at) for at in scenario.side_of(side).reinforcement_line or ())
    return shapes(lattice_of(scenario), cells)


_deployments: Final = Kept(_deployments_of, KEPT)
_lines: Final = Kept(_lines_of, KEPT)


def zones(field: Field) -> Iterator[Drawable]:
    """Where a side deploys, while anybody does (FHW-SET-06); where its reinforcements come on, while it has any (FHW-SET-07)."""
    say, scenario = field.rules.words.say, field.scenario
    for side in SIDES:
        whose = side_name(field.rules, side)
        if field.position.phase in DEPLOYING:
            for number, shape in enumerate(_deployments(scenario, side)):
                name = say("panels", "zone", who=whose)
                yield Area(f"zone-{side}-{number}", "deployment", shape, name, layer="zone", side=side)
        if any(each.side == side and each.status in ON_THE_WAY for each in field.platoons.values()):
            for number, shape in enumerate(_lines(scenario, side)):
                name = say("panels", "line", who=whose)
                yield Area(f"line-{side}-{number}", "reinforcements", shape, name, layer="zone", side=side)


# -------------------------------------------------------------------------------------------------------------- objectives


def objectives(field: Field) -> Iterator[Drawable]:
    """Objectives in the colour of whoever holds them (FHW-VIC-02)."""
    lattice = lattice_of(field.scenario)
    for row in field.scenario.objectives:
        at = hexes.from_offset(*row.at)
        x, y = middle(lattice, at)
        side = held_by(field, at)
        name = f"objective-{hexes.name(at)}"
        yield Area(name, "objective", Disc(x, y, OBJECTIVE), row.name, side=side, tags=(holder(field, side),))


def holder(field: Field, side: Side | None) -> Text:
    """Who holds an objective, in words."""
    say = field.rules.words.say
    return say("panels", "held_by_none") if side is None else say("panels", "held_by", who=side_name(field.rules, side))


# ------------------------------------------------------------------------------------------------------------------- links


CLEAR: Final = 0.35
"""How far from the middle of its hex a pile no longer lies beneath."""


def links(field: Field) -> Iterator[Drawable]:
    """Who shoots at whom, and who assaults what, while it is worked out."""
    for frame in field.position.frames:
        if isinstance(frame, Volleys) and frame.left:
            volley = frame.left[0]
            targets = field.target_teams(volley.target)
            starts = dict.fromkeys(shot.at for shot in volley.shots)
            if targets and targets[0].at is not None:
                for number, start in enumerate(starts):
                    yield _link(field, f"fire-{number}", "fire", start, targets[0].at)
        if isinstance(frame, Assault):
            stood = (team.at for name in frame.teams if (team := field.teams.get(name)) and team.at is not None)
            near = (at for at in stood if 0 < hexes.distance(at, frame.at) <= REACH)
            for number, start in enumerate(dict.fromkeys(near)):
                yield _link(field, f"assault-{number}", "assault", start, frame.at, clear=CLEAR)


def _link(field: Field, name: str, kind: str, start: Hex, end: Hex, clear: float = 0) -> Link:
    """From hex to hex, ``clear`` of both middles where teams stand there, in widths of a hex."""
    lattice = lattice_of(field.scenario)
    (x1, y1), (x2, y2) = middle(lattice, start), middle(lattice, end)
    share = clear / max(1, hexes.distance(start, end))
    dx, dy = (x2 - x1) * share, (y2 - y1) * share
    return Link(name, x1 + dx, y1 + dy, x2 - dx, y2 - dy, kind, field.rules.words.say("panels", kind))
