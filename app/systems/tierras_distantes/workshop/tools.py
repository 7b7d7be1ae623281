"""What can be put into a battle in the making: terrain, objectives, miniatures and whole squads, suggested places, a pool to be placed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from app.engine.scene import Disc, Polygon, Shape
from app.engine.types import Text
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import Tool
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, PLAYERS, GroundKind, Player
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.book.tables import Rules, Template
from app.systems.tierras_distantes.screen.silhouettes import symbol_of
from app.systems.tierras_distantes.squads.lists import cost_of, points_of
from app.systems.tierras_distantes.words import names
from app.systems.tierras_distantes.workshop import ground, squads
from app.systems.tierras_distantes.workshop.document import Battle
from app.systems.tierras_distantes.workshop.things import is_open, members_of, side_shown, spots_of

OBJECTIVE_MM: Final = 80
"""The radius of a new objective."""


class ToolId(NamedTuple):
    """A tool's id, taken apart: ``piece:hill``, ``tier``, ``feature:ruins``, ``area:woods``, ``objective``, ``mini:A``, ``member:A:veteran``,
    ``squad:A:relay.B``, ``places:A:south``, ``ready:new``, ``pool:hill``, ``stack:ruins``."""

    family: str
    what: str = ""
    more: str = ""


def named(tool: str) -> ToolId:
    """The parts of a tool's id, whether or not there is such a tool."""
    return ToolId(*tool.split(":", 2))


def tools_of(rules: Rules, battle: Battle) -> Iterator[Tool]:
    """Every tool, those of a group together."""
    yield from _terrain(rules)
    about = say(rules, "about", "objective")
    yield Tool(
        "objective", say(rules, "tools", "objective"), say(rules, "tool_groups", "objectives"), "place", "held",
        ghost=Disc(0, 0, OBJECTIVE_MM), about=about,
    )  # fmt: skip
    for player in PLAYERS:
        yield from _squad(rules, battle, player)
    yield from _ready(rules)
    yield from _pool(rules)


def _terrain(rules: Rules) -> Iterator[Tool]:
    group = say(rules, "tool_groups", "pieces")
    for kind in ground.KINDS.values():
        yield _piece(rules, f"piece:{kind}", kind, rules.ground[kind].name, group, ground.shape_of(kind))
        if kind == "hill":
            shape = ground.shape_of("hill", ground.TIER)
            yield _piece(rules, "tier", kind, say(rules, "tools", "tier"), group, shape, say(rules, "about", "tier"))
    group = say(rules, "tool_groups", "features")
    for template in features(rules):
        name, about = say(rules, "templates", template.id), say(rules, "about", "feature")
        shape = corners(_whole(template))
        kind = template.pieces[0].kind
        yield _piece(rules, f"feature:{template.id}", kind, name, group, shape, about)
    group, about = say(rules, "tool_groups", "drawn"), say(rules, "about", "draw")
    for kind in ground.KINDS.values():
        yield Tool(f"area:{kind}", rules.ground[kind].name, group, "draw", kind, about=about)


def _piece(
    rules: Rules,
    code: str,
    kind: GroundKind,
    name: Text,
    group: Text,
    shape: tuple[tuple[int, int], ...],
    about: Text | None = None,
) -> Tool:
    xs, ys = zip(*shape, strict=True)
    size = say(rules, "about", "size", width=(max(xs) - min(xs)) // 10, height=(max(ys) - min(ys)) // 10)
    return Tool(code, name, group, "place", kind, ghost=Polygon(shape), turn_deg=ground.STEP_DEG, about=about or size)


def features(rules: Rules) -> list[Template]:
    """The ready-made features that are more than a single piece."""
    return [each for each in rules.generator.templates.values() if len(each.pieces) > 1]


def stacks(rules: Rules) -> list[Template]:
    """Those of them that are one piece with parts stacked on it, as pieces of a pool are (TD-TER-04)."""
    return [each for each in features(rules) if sum(piece.base for piece in each.pieces) == 1]


def _whole(template: Template) -> tuple[int, int, int, int]:
    west, south, east, north = zip(*(piece.box for piece in template.pieces), strict=True)
    return min(west), min(south), max(east), max(north)


def _squad(rules: Rules, battle: Battle, player: Player) -> Iterator[Tool]:
    group = say(rules, "tool_groups", "squad", who=names.player(rules, player))
    if not is_open(battle, player):
        yield from _places(rules, battle, player, group)
    for quality in rules.qualities.values():
        row = squads.soldier(quality.id)
        yield Tool(
            f"member:{player}:{quality.id}", quality.name, group, "add", symbol_of(rules, row), player,
            cost=cost_of(rules, row), about=say(rules, "about", "member"),
        )  # fmt: skip
    group = say(rules, "tool_groups", "known", who=names.player(rules, player))
    for code, (name, members) in squads.known_squads(rules).items():
        cost, about = points_of(rules, members), say(rules, "about", "known")
        symbol = symbol_of(rules, members[0])
        yield Tool(f"squad:{player}:{code}", name, group, "add", symbol, player, cost=cost, about=about)


def _places(rules: Rules, battle: Battle, player: Player, group: Text) -> Iterator[Tool]:
    """The next miniature that has no place yet, and places for all on either side."""
    members = members_of(battle, player)
    ghost: Shape | None = None
    left = [row for row in members for _ in range(row.count)][
        len(spots_of(battle, player, side_shown(battle, player))) :
    ]
    if left and left[0].quality in rules.qualities:
        ghost = Disc(0, 0, rules.qualities[left[0].quality].radius_nm / NM_PER_MM)
        yield Tool(
            f"mini:{player}", say(rules, "tools", "mini"), group, "place", symbol_of(rules, left[0]), player, ghost=ghost,
            about=say(rules, "about", "mini"),
        )  # fmt: skip
    for side in battle.sides if members else ():
        name, about = say(rules, "tools", "places", side=names.side(rules, side)), say(rules, "about", "places")
        yield Tool(f"places:{player}:{side}", name, group, "add", side=player, about=about)


def _ready(rules: Rules) -> Iterator[Tool]:
    group, about = say(rules, "tool_groups", "ready"), say(rules, "about", "ready")
    yield Tool(f"ready:{squads.NEW}", say(rules, "tools", "ready"), group, "add", about=about)
    for code, (name, members) in squads.known_squads(rules).items():
        cost, symbol = points_of(rules, members), symbol_of(rules, members[0])
        yield Tool(f"ready:{code}", name, group, "add", symbol, cost=cost, about=about)


def _pool(rules: Rules) -> Iterator[Tool]:
    group, about = say(rules, "tool_groups", "pool"), say(rules, "about", "pool")
    for template in stacks(rules):
        name = say(rules, "templates", template.id)
        yield Tool(f"stack:{template.id}", name, group, "add", template.pieces[0].kind, about=about)
    for kind in ground.POOLED.values():
        yield Tool(f"pool:{kind}", rules.ground[kind].name, group, "add", kind, about=about)
