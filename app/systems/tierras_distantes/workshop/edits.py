"""Edits of a battle in the making: putting down, listing, moving, turning, taking away. Values are set as ``workshop/fields.py`` says."""

from __future__ import annotations

from msgspec.structs import replace

from app.boards.laid import Laid
from app.engine.refusal import InvalidInput
from app.engine.workshop import land as land
from app.engine.workshop.base import Made
from app.engine.workshop.forms import say, without_row
from app.engine.workshop.workshop import Add, Draw, Move, Place, Remove, Turn
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.workshop import ground, squads
from app.systems.tierras_distantes.workshop.document import (
    MOST_CORNERS,
    MOST_OBJECTIVES,
    Battle,
    ObjectiveRow,
    PieceRow,
    PoolRow,
    Spot,
)
from app.systems.tierras_distantes.workshop.places import Grounds, bodies_of, filled, proposed
from app.systems.tierras_distantes.workshop.things import (
    OBJECTIVE,
    MemberAt,
    MiniAt,
    PartAt,
    PlacesAt,
    ReadyAt,
    is_open,
    members_of,
    mini_id,
    places_id,
    side_shown,
    spots_of,
    thing_of,
    with_objective,
    with_piece,
    with_pool,
    with_spots,
)
from app.systems.tierras_distantes.workshop.tools import OBJECTIVE_MM, ToolId, named

MadeBattle = Made[Battle]


# ------------------------------------------------------------------------------------------------------------ putting down


def place(rules: Rules, battle: Battle, edit: Place) -> MadeBattle:
    """Puts a piece, a ready-made feature, an objective, or the next miniature of a squad at its suggested place."""
    tool = named(edit.tool)
    turn_deg, at = land.placed(battle.table, edit, ground.STEP_DEG), (edit.x, edit.y)
    match tool:
        case ToolId("piece", kind) if kind in ground.KINDS:
            footprint = ground.turned_at(ground.shape_of(ground.KINDS[kind]), at, turn_deg)
            return ground.put(rules, battle, ground.KINDS[kind], footprint)
        case ToolId("tier"):
            footprint = ground.turned_at(ground.shape_of("hill", ground.TIER), at, turn_deg)
            return ground.put(rules, battle, "hill", footprint)
        case ToolId("feature", template):
            return ground.put_feature(rules, battle, template, at, turn_deg)
        case ToolId("objective"):
            return _objective(rules, battle, at)
        case ToolId("mini", player) if player in PLAYERS:
            return _next_mini(rules, battle, _player(player), at)
    raise InvalidInput.at("tool", "a tool that is put at a place", edit.tool)


def draw(rules: Rules, battle: Battle, edit: Draw) -> MadeBattle:
    """Puts a piece with those corners."""
    tool, points = named(edit.tool), land.drawn(battle.table, edit, MOST_CORNERS)
    if tool.family == "area" and tool.what in ground.KINDS:
        return ground.put(rules, battle, ground.KINDS[tool.what], points)
    raise InvalidInput.at("tool", "a tool that is drawn", edit.tool)


def _objective(rules: Rules, battle: Battle, at: tuple[int, int]) -> MadeBattle:
    """An objective on the highest ground that can be stood on there (TD-END-10)."""
    if len(battle.objective) >= MOST_OBJECTIVES:
        raise InvalidInput.at("tool", f"at most {MOST_OBJECTIVES} objectives", "one more")
    number = len(battle.objective) + 1
    name = say(rules, "start", "objective", n=number)
    height = Grounds.of(rules, battle).surfaces(*at)[-1]
    row = ObjectiveRow(
        id=ground.new_id(battle, "goal"), name_es=name.es, name_en=name.en, x=at[0], y=at[1], radius=OBJECTIVE_MM,
        z_min=height, z_max=height, points=1,
    )  # fmt: skip
    return Made(replace(battle, objective=(*battle.objective, row)), OBJECTIVE + row.id)


def _next_mini(rules: Rules, battle: Battle, player: Player, at: tuple[int, int]) -> MadeBattle:
    """A suggested place for the first miniature that has none where its squad is drawn."""
    side = side_shown(battle, player)
    spots, bodies = spots_of(battle, player, side), list(bodies_of(rules, members_of(battle, player)))
    number = len(spots)
    if number >= len(bodies):
        raise InvalidInput.at("tool", "a squad with somebody who has no place yet", f"mini:{player}")
    spot = (*at, Grounds.of(rules, battle).feet(bodies[number], *at, 0))
    return Made(with_spots(battle, player, side, (*spots, spot)), mini_id(MiniAt(player, side, number)))


# ----------------------------------------------------------------------------------------------------------------- listing


def add(rules: Rules, battle: Battle, edit: Add) -> MadeBattle:
    """Puts a miniature, a ready-made squad, places for a whole squad, or a piece of the pool on its list."""
    tool = named(edit.tool)
    match tool:
        case ToolId("pool", kind) if kind in ground.POOLED:
            return ground.new_in_pool(rules, battle, ground.KINDS[kind])
        case ToolId("stack", template):
            return ground.stacked(rules, battle, template)
        case ToolId("member", player, quality) if player in PLAYERS and quality in rules.qualities:
            return squads.new_member(rules, battle, _player(player), quality)
        case ToolId("squad", player, which) if player in PLAYERS:
            return squads.taken_over(rules, battle, _player(player), which)
        case ToolId("ready", which):
            return squads.new_ready(rules, battle, which)
        case ToolId("places", player, side) if player in PLAYERS and not is_open(battle, _player(player)):
            return _places(rules, battle, _player(player), side)
    raise InvalidInput.at("tool", "a tool that has no place", edit.tool)


def _player(name: str) -> Player:
    return "A" if name == "A" else "B"


def _places(rules: Rules, battle: Battle, player: Player, name: str) -> MadeBattle:
    """A suggested place for everybody of a squad on a side of the battle (TD-DEP-08)."""
    side = next((side for side in battle.sides if side == name), None)
    spots = () if side is None else proposed(rules, battle, PlacesAt(player, side))
    if side is None or not spots:
        raise InvalidInput.at("tool", "a side of the battle on which there is room", name)
    return Made(with_spots(battle, player, side, spots), places_id(PlacesAt(player, side)))


# --------------------------------------------------------------------------------------------------------- moving, turning


def move(rules: Rules, battle: Battle, edit: Move) -> MadeBattle:
    """Moves a piece, an objective, or a miniature's place."""
    return Made(laid_anew(rules, battle, edit.id, land.moved(battle.table, edit, lying(battle, edit.id))), edit.id)


def turn(rules: Rules, battle: Battle, edit: Turn) -> MadeBattle:
    """Turns a piece, or takes anything round a point."""
    found = land.turned(battle.table, edit, lying(battle, edit.id), ground.TURNS, ground.STEP_DEG)
    return Made(laid_anew(rules, battle, edit.id, found), edit.id)


def lying(battle: Battle, thing: str) -> Laid | None:
    """How a thing lies on the table; ``None`` for what has no place there."""
    match thing_of(battle, thing):
        case PieceRow(footprint=footprint):
            return Laid(footprint)
        case ObjectiveRow(x=x, y=y):
            return Laid(((x, y),))
        case MiniAt(player, side, number):
            x, y, _ = spots_of(battle, player, side)[number]
            return Laid(((x, y),))
    return None


def laid_anew(rules: Rules, battle: Battle, thing: str, lies: Laid) -> Battle:
    """The battle with a thing lying otherwise; a miniature stands on the ground that it steps on there."""
    match thing_of(battle, thing):
        case PieceRow() as row:
            return with_piece(battle, replace(row, footprint=ground.around(lies.points)))
        case ObjectiveRow() as row:
            ((x, y),) = lies.points
            return with_objective(battle, replace(row, x=x, y=y))
        case MiniAt() as mini:
            ((x, y),) = lies.points
            body = list(bodies_of(rules, members_of(battle, mini.player)))[mini.number]
            z = spots_of(battle, mini.player, mini.side)[mini.number][2]
            return with_spot(battle, mini, (x, y, Grounds.of(rules, battle).feet(body, x, y, z)))
    return battle


def with_spot(battle: Battle, mini: MiniAt, spot: Spot) -> Battle:
    """The battle with another suggested place of a miniature."""
    spots = spots_of(battle, mini.player, mini.side)
    changed = (*spots[: mini.number], spot, *spots[mini.number + 1 :])
    return with_spots(battle, mini.player, mini.side, changed)


# ------------------------------------------------------------------------------------------------------------ taking away


def remove(rules: Rules, battle: Battle, edit: Remove) -> Battle:
    """Takes a thing away; a place taken away is the first free one again, as at the table (TD-DEP-08)."""
    match thing_of(battle, edit.id):
        case PieceRow(id=name):
            return replace(battle, terrain=tuple(row for row in battle.terrain if row.id != name))
        case PoolRow(id=name):
            return replace(battle, pool=tuple(row for row in battle.pool if row.id != name))
        case PartAt(piece, number):
            return with_pool(battle, replace(piece, parts=without_row(piece.parts, number)))
        case ObjectiveRow(id=name):
            return replace(battle, objective=tuple(row for row in battle.objective if row.id != name))
        case ReadyAt(number):
            return replace(battle, ready=without_row(battle.ready, number))
        case MemberAt(of, number):
            return squads.without_member(rules, battle, of, number)
        case MiniAt() as mini:
            return _without_spot(rules, battle, mini)
        case PlacesAt(player, side):
            return with_spots(battle, player, side, ())
    raise InvalidInput.at("id", "a thing of the battle that can be taken away", edit.id)


def _without_spot(rules: Rules, battle: Battle, mini: MiniAt) -> Battle:
    spots = spots_of(battle, mini.player, mini.side)
    left: list[Spot | None] = [*spots[: mini.number], None, *spots[mini.number + 1 :]]
    kept = left[:-1] if left[-1] is None else left
    places = PlacesAt(mini.player, mini.side)
    return with_spots(battle, mini.player, mini.side, filled(rules, battle, places, kept))
