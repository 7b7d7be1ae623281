"""What can be put into a battle: ready-made obstacles, round ones, terrain drawn freely, units of both armies, objectives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from app.engine.scene import Disc, Polygon
from app.engine.types import Text
from app.engine.workshop.workshop import Tool
from app.systems.war_of_plastic.book.state import ARMIES, Army
from app.systems.war_of_plastic.book.tables import Rules, Shape, Terrain
from app.systems.war_of_plastic.workshop.battle import TURN_DEG
from app.systems.war_of_plastic.workshop.words import ShopWords

STATES: Final = ("placed", "undeployed", "reserve")
ROUND_MM: Final = 40
"""The radius of a round obstacle that no ready-made shape gives one."""
BOTH: Final = "AB"


class Named(NamedTuple):
    """A tool's id, taken apart: ``unit:placed:A:tank``, ``shape:house_16``, ``disc:tree``, ``area:wood``, ``zone:A``,
    ``objective:A:survive``."""

    family: str
    kind: str
    army: str = ""
    state: str = ""


def named(tool: str) -> Named:
    """The parts of a tool's id, whether or not there is such a tool."""
    parts = tool.split(":")
    if parts[0] == "unit" and len(parts) == 4:
        return Named("unit", parts[3], parts[2], parts[1])
    if parts[0] == "objective" and len(parts) == 3:
        return Named("objective", parts[2], parts[1])
    if parts[0] == "zone" and len(parts) == 2:
        return Named("zone", "hold_zone", parts[1])
    return Named(parts[0], ":".join(parts[1:]))


def tools(words: ShopWords, rules: Rules) -> tuple[Tool, ...]:
    """Every tool, the tools of a group together."""
    return (*_shapes(words, rules), *_discs(words, rules), *_areas(words, rules), *_units(words, rules), *_aims(words))


def round_kinds(rules: Rules) -> dict[str, int]:
    """The terrain that comes as a disc, with its radius: what a ready-made shape makes round, and what none makes at all
    and hides nothing (WOP-GEO-05)."""
    shaped = {shape.kind for shape in rules.shapes.values()}
    found = {shape.kind: shape.disc_radius for shape in rules.shapes.values() if shape.disc_radius is not None}
    bare = (kind for kind, row in rules.terrain.items() if kind not in shaped and _may_be_round(row))
    return {**found, **{kind: rules.classes["light"].radius_mm if kind == "wreck" else ROUND_MM for kind in bare}}


def _may_be_round(terrain: Terrain) -> bool:
    return terrain.sight == "open" and not terrain.building


def _shapes(words: ShopWords, rules: Rules) -> Iterator[Tool]:
    group = words.say("groups", "pieces")
    for shape in rules.shapes.values():
        if shape.disc_radius is None:
            name = _shape_name(words, shape)
            yield Tool(f"shape:{shape.id}", name, group, "place", ghost=Polygon(shape.points), turn_deg=TURN_DEG,
                       symbol=shape.kind, about=_size(words, shape))  # fmt: skip


def _shape_name(words: ShopWords, shape: Shape) -> Text:
    name = words.game.terrain(shape.kind)
    return words.say("tools", "levels", name=name, levels=shape.levels) if shape.levels > 1 else name


def _size(words: ShopWords, shape: Shape) -> Text:
    xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    return words.say("tools", "size", width=round((max(xs) - min(xs)) / 10), height=round((max(ys) - min(ys)) / 10))


def _discs(words: ShopWords, rules: Rules) -> Iterator[Tool]:
    group = words.say("groups", "discs")
    for kind, radius in round_kinds(rules).items():
        about = words.say("tools", "radius", width=round(2 * radius / 10))
        yield Tool(f"disc:{kind}", words.game.terrain(kind), group, "place", ghost=Disc(0, 0, radius), symbol=kind,
                   about=about)  # fmt: skip


def _areas(words: ShopWords, rules: Rules) -> Iterator[Tool]:
    group, about = words.say("groups", "polygons"), words.say("tools", "draw")
    for kind in rules.terrain:
        if kind != "wreck":
            yield Tool(f"area:{kind}", words.game.terrain(kind), group, "draw", symbol=kind, about=about)


def _units(words: ShopWords, rules: Rules) -> Iterator[Tool]:
    for army in ARMIES:
        for state in STATES:
            group = words.say("groups", state, army=words.army(army))
            for kind in rules.kinds.values():
                ghost = Disc(0, 0, kind.radius_mm) if state == "placed" else None
                how: Literal["place", "add"] = "place" if state == "placed" else "add"
                yield Tool(f"unit:{state}:{army}:{kind.id}", words.game.kind(kind.id), group, how, symbol=kind.id,
                           side=army, ghost=ghost, cost=kind.points)  # fmt: skip


def _aims(words: ShopWords) -> Iterator[Tool]:
    group, about = words.say("groups", "zones"), words.say("tools", "draw")
    for whose in (*ARMIES, BOTH):
        side: Army | None = None if whose == BOTH else whose
        name = words.say("tools", "zone_both") if side is None else words.say("tools", "zone", army=words.army(side))
        yield Tool(f"zone:{whose}", name, group, "draw", side=side, about=about)
    for army in ARMIES:
        group = words.say("groups", "objectives", army=words.army(army))
        for kind in ("destroy_all", "destroy_matching", "reach_edge", "survive", "manual"):
            yield Tool(f"objective:{army}:{kind}", words.game.objective(kind), group, "add", side=army)
