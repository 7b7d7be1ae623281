"""What can be put into a battle in the making: ground by the hex, roads, halves, junctions, objectives, zones, platoons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.workshop.forms import say
from app.engine.workshop.workshop import Tool
from app.systems.flames_hexwar.book.kinds import SIDES, Side
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.screen.silhouettes import silhouette
from app.systems.flames_hexwar.workshop.document import Battle, side_of
from app.systems.flames_hexwar.workshop.forms import whose

STEP_DEG: Final = 60
"""From one side of a hex to the next."""
SURFACES: Final = {"open": ".", "woods": "w", "dense_woods": "d", "built_up": "t", "building": "b"}
RELIEFS: Final = {
    "flat": ".", "hill1": "1", "hill2": "2", "hill3": "3",
    "mountain1": "A", "mountain2": "B", "mountain3": "C", "mountain4": "D",
}  # fmt: skip
SYMBOLS: Final = {
    **{name: f"tool-{name}" for name in ("open", "flat", "hill1", "hill2", "hill3", "road", "no_road", "bare", "no_zone", "zone", "line")},
    "woods": "cell-woods", "dense_woods": "cell-dense_woods", "built_up": "cell-built_up", "building": "cell-building_stone",
    "mountain1": "cell-mountain", "mountain2": "cell-mountain", "mountain3": "cell-mountain", "mountain4": "cell-mountain",
    "trees": "stain-trees", "trench": "stain-trench", "wreck": "stain-wreck",
    "half_woods": "mark-half", "half_building": "mark-half", "junction": "edge-junction", "objective": "mark-objective",
}  # fmt: skip
LYING: Final = ("road", "no_road", "trees", "trench", "wreck", "bare")
"""What is painted into hexes on their ground."""


def tools_of(rules: Rules, battle: Battle) -> Iterator[Tool]:
    """Every tool, those of a group together."""
    for group, painted in (("surface", SURFACES), ("relief", RELIEFS), ("lying", LYING)):
        for name in painted:
            yield _tool(rules, f"{group}.{name}" if group != "lying" else name, name, group, "paint")
    for name in ("half_woods", "half_building", "junction"):
        yield _tool(rules, name, name, "sides", "place", STEP_DEG)
    yield _tool(rules, "objective", "objective", "aims", "place")
    for side in SIDES:
        yield from _bounds(rules, side)
    yield _tool(rules, "no_zone", "no_zone", "aims", "paint")
    for side in SIDES:
        yield from _platoons(rules, battle, side)


def _bounds(rules: Rules, side: Side) -> Iterator[Tool]:
    """A side's zone and its line of arrival."""
    for name in ("zone", "line"):
        title, group = say(rules, "tools", name, who=whose(rules, side)), say(rules, "tool_groups", "aims")
        yield Tool(f"{name}.{side}", title, group, "paint", SYMBOLS[name], side, about=say(rules, "about", name))


def _tool(rules: Rules, name: str, word: str, group: str, how: str, turn_deg: int | None = None) -> Tool:
    about = rules.words.table("workshop_about").get(word)
    return Tool(
        name,
        say(rules, "tools", word),
        say(rules, "tool_groups", group),
        how,  # type: ignore[arg-type]
        SYMBOLS.get(word),
        turn_deg=turn_deg,
        about=about,
    )


def _platoons(rules: Rules, battle: Battle, side: Side) -> Iterator[Tool]:
    """The army list of a side's nation, headquarters first."""
    group = say(rules, "tool_groups", "army", who=whose(rules, side))
    about, nation = say(rules, "about", "platoon"), side_of(battle, side).nation
    kinds = sorted((of for of in rules.platoons.values() if of.nation == nation), key=lambda of: not of.is_hq)
    for of in kinds:
        symbol = f"unit-{silhouette(rules, rules.teams[of.teams[0]])}"
        yield Tool(
            f"platoon.{side}.{of.id}",
            of.name,
            group,
            "place",
            symbol,
            side,
            turn_deg=STEP_DEG,
            cost=of.points,
            about=about,
        )
