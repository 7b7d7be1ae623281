"""Drawables of the table: terrain with its heights, zones, objectives, miniatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from app.boards.measured import Edge, Rectangle, Table
from app.engine.judging import Kept
from app.engine.scene import Area, Disc, Drawable, Mark, Pips, Polygon, Token
from app.engine.types import Text
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.pieces import Objective, Piece
from app.systems.tierras_distantes.book.tables import Ground, Rules
from app.systems.tierras_distantes.judge.view import SeenUnit, View
from app.systems.tierras_distantes.screen.seen import Held, actions_left, height, objectives_count, piece_names
from app.systems.tierras_distantes.screen.silhouettes import held_of, symbol_of
from app.systems.tierras_distantes.space.land import PER_CENT
from app.systems.tierras_distantes.words import names

DEPLOYING: Final = frozenset({"sides", "deployment"})
"""The phases in which zones are drawn: somebody is still to deploy."""
FACING: Final[dict[Edge, int]] = {"east": 0, "north": 90, "west": 180, "south": 270}
"""Which way an edge lies, counter-clockwise from the east."""
AHEAD: Final[dict[Edge, int]] = {"west": 0, "east": 180}
"""Which way those look who come from an edge and have not been activated; from north and south they look as their side does."""


def _terrain(rules: Rules, pieces: Sequence[Piece]) -> tuple[Area, ...]:
    names_of = piece_names(rules, pieces)
    return tuple(
        Area(
            id=piece.id,
            kind=piece.kind,
            shape=Polygon(piece.footprint),
            name=names_of[piece.id],
            layer="overhead" if piece.z0_mm > 0 else "terrain",
            tags=tuple(_tags(rules, rules.ground[piece.kind])),
            bottom=piece.z0_mm,
            top=piece.z1_mm,
            soft=rules.ground[piece.kind].soft,
        )
        for piece in sorted(pieces, key=lambda each: each.z1_mm)
    )


_drawn: Final = Kept(_terrain, 256)
"""Terrain changes only while it is placed."""


def terrain(rules: Rules, view: View) -> tuple[Area, ...]:
    """Every piece, a higher one after those below it."""
    return _drawn(rules, view.board.pieces)


def _tags(rules: Rules, ground: Ground) -> Iterator[Text]:
    """What a piece does, in a few words each; how high it is says the page."""
    say = rules.words.say
    yield from (say("tags", name) for name in effects(ground))
    if ground.inside_cover:
        yield say("tags", "inside_cover", n=ground.inside_cover)


def effects(ground: Ground) -> Iterator[str]:
    """What a kind of terrain does, by the keys of its words (TD-TER-05)."""
    if ground.soft:
        yield "soft"
    if ground.solid:
        yield "stand" if ground.stand else "no_stand"
    if ground.impassable:
        yield "impassable"
    elif ground.half:
        yield "half"


# ------------------------------------------------------------------------------------------------------------------- zones


def zones(rules: Rules, view: View) -> Iterator[Drawable]:
    """Where the players deploy, of those who have a side and of both sides while somebody chooses (TD-DEP-01, TD-DEP-02)."""
    if view.phase not in DEPLOYING:
        return
    owners = {state.side: player for player, state in view.players.items() if state.side is not None}
    table = Table(view.board.width_mm, view.board.height_mm)
    for side in view.board.sides:
        depth = table.across(side) * rules.constants.deployment_pct // PER_CENT
        owner = owners.get(side)
        words = {"side": names.side(rules, side)}
        name = rules.words.say("tags", "zone", **words)
        if owner is not None:
            name = rules.words.say("tags", "zone_of", who=names.player(rules, owner), **words)
        yield Area(f"zone-{side}", "deployment", _corners(table.strip(side, depth)), name, "zone", owner)


def _corners(box: Rectangle) -> Polygon:
    west, south, east, north = box
    return Polygon(((west, south), (east, south), (east, north), (west, north)))


def objectives(rules: Rules, view: View, held: Held | None) -> Iterator[Drawable]:
    """The discs to be held, with whose they are now (TD-END-10)."""
    for each in view.board.objectives:
        holder = None if held is None else held.by[each.id]
        yield Area(
            id=f"objective-{each.id}",
            kind="objective",
            shape=Disc(each.x_mm, each.y_mm, each.radius_mm),
            name=each.name,
            layer="zone",
            side=holder,
            tags=tuple(objective_tags(rules, view, each)),
            marks=() if holder is None else (Mark("held", held_words(rules, each, held), side=holder),),
            bottom=each.z_min_mm,
            top=each.z_max_mm,
        )


def objective_tags(rules: Rules, view: View, objective: Objective) -> Iterator[Text]:
    """What an objective counts, and at which height of the feet."""
    words = rules.words
    if objectives_count(rules, view):
        yield words.counted("tags", "points", objective.points)
    else:
        yield words.say("tags", "no_points")
    low, high = objective.z_min_mm, objective.z_max_mm
    if low == high:
        yield words.say("tags", "on_table") if low == 0 else words.say("tags", "at_height", height=height(low))
    else:
        yield words.say("tags", "at_heights", low=height(low), high=height(high))


def held_words(rules: Rules, objective: Objective, held: Held | None) -> Text:
    """Whose an objective is."""
    holder = None if held is None else held.by[objective.id]
    if holder is None:
        return rules.words.say("tags", "held_by_nobody")
    return rules.words.say("tags", "held_by", who=names.player(rules, holder))


# -------------------------------------------------------------------------------------------------------------- miniatures


def miniatures(rules: Rules, view: View) -> Iterator[Drawable]:
    """Everybody who stands on the table, as far as the viewer may know."""
    for unit in view.units.values():
        if unit.x_mm is not None and unit.y_mm is not None:
            yield _token(rules, view, unit, unit.x_mm, unit.y_mm)


def _token(rules: Rules, view: View, unit: SeenUnit, x: int, y: int) -> Token:
    """A miniature; one that has been activated is turned to its own edge (TD-ACT-06)."""
    state = view.players[unit.player]
    is_done = unit.status == "done"
    looks = FACING if is_done else AHEAD
    return Token(
        id=unit.id,
        x=x,
        y=y,
        radius=rules.qualities[unit.quality].radius_nm / NM_PER_MM,
        symbol=symbol_of(rules, unit),
        side=unit.player,
        name=unit.name,
        label=unit.id,
        seat=state.seat,
        facing_deg=None if state.side is None else looks.get(state.side),
        spent=is_done,
        active=unit.status == "active",
        marks=tuple(token_marks(rules, unit)),
        front=is_done,
        pips=tuple(actions_pips(rules, unit)),
        feet=unit.z_mm or 0,
        holds=unit.climbing,
    )


def token_marks(rules: Rules, unit: SeenUnit) -> Iterator[Mark]:
    """What is told of a miniature on the table beside its silhouette: leadership, fright, climbing, a weapon that it is not drawn with."""
    yield from state_marks(rules, unit)
    held = held_of(rules, unit)
    yield from (weapon_mark(rules, weapon) for weapon in unit.weapons if weapon != held)


def state_marks(rules: Rules, unit: SeenUnit) -> Iterator[Mark]:
    """Whether it leads, is frightened, hangs on a wall and how high."""
    say = rules.words.say
    if unit.leader:
        yield Mark("leader", say("signs", "leader"))
    if unit.frightened:
        yield Mark("fright", say("signs", "frightened"))
    if unit.climbing is not None:
        yield Mark("climbing", say("signs", "climbing", height=height(unit.z_mm or 0)))


def weapon_mark(rules: Rules, weapon: str) -> Mark:
    """The sign of a weapon."""
    return Mark(weapon, rules.weapons[weapon].name)


def armour_mark(rules: Rules, armour: str) -> Mark:
    """The sign of an armour."""
    return Mark(f"armour-{armour}", rules.armours[armour].name)


def actions_pips(rules: Rules, unit: SeenUnit) -> Iterator[Pips]:
    """The actions that an active miniature has left (TD-ACC-01)."""
    if unit.status == "active":
        yield Pips(rules.words.say("signs", "actions"), actions_left(rules, unit), rules.constants.actions)
