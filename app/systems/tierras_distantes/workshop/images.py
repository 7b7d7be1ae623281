"""Likenesses in a battle in the making: another of a thing, its image about the middle of the table, one half of the table as the image of
the other. Both squads may come to deploy on either side, so each has the image of its own places there (TD-DEP-01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from app.boards import convex, plane
from app.boards.images import Fate, Halves, Point, Way, parted
from app.boards.laid import Laid
from app.engine.refusal import InvalidInput
from app.engine.workshop import land as land
from app.engine.workshop.base import Made
from app.engine.workshop.workshop import Copy, Mirror
from app.systems.tierras_distantes.book.kinds import PLAYERS, Side
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.workshop import ground, squads
from app.systems.tierras_distantes.workshop.document import (
    MOST_OBJECTIVES,
    MOST_PARTS,
    MOST_READY,
    Battle,
    ObjectiveRow,
    PieceRow,
    Spot,
)
from app.systems.tierras_distantes.workshop.things import (
    OBJECTIVE,
    MemberAt,
    PartAt,
    PlacesAt,
    ReadyAt,
    own_members,
    part_id,
    places_id,
    ready_id,
    spots_of,
    thing_of,
    with_pool,
    with_spots,
)

OPPOSITE: Final[dict[Side, Side]] = {"south": "north", "north": "south", "west": "east", "east": "west"}
ALONG: Final = {"left_right": ("south", "north"), "top_bottom": ("west", "east")}
"""The sides that an image leaves where they are."""


def copied(rules: Rules, battle: Battle, edit: Copy) -> Made[Battle]:
    """The battle with another like a thing. Raises ``InvalidInput`` where there is no such thing or no such place."""
    land.no_cell(edit.cell)
    way = Way(*battle.table, edit.dx, edit.dy, edit.image)
    match thing_of(battle, edit.id):
        case PieceRow() as row:
            return _piece(battle, row, way)
        case ObjectiveRow() as row:
            return _objective(battle, row, way)
        case PlacesAt() as places:
            return _places(battle, places, way)
        case found:
            return _listed(battle, found, edit.id)


def _piece(battle: Battle, row: PieceRow, way: Way) -> Made[Battle]:
    """Another piece: a base is a feature of its own, anything else belongs to the base that it comes to lie on."""
    name, like = ground.new_id(battle, row.kind), _like(way, row)
    land.on_table(battle.table, Laid(like.footprint))
    base = None if row.base else ground.below(battle, like.footprint, bases_only=True)
    feature = name if row.base else row.feature if base is None else base.feature
    return Made(ground.with_new(battle, replace(like, id=name, feature=feature)), name)


def _like(way: Way, row: PieceRow) -> PieceRow:
    return replace(row, footprint=way.corners(row.footprint))


def _objective(battle: Battle, row: ObjectiveRow, way: Way) -> Made[Battle]:
    x, y = way.point(row.x, row.y)
    land.refuse_off(battle.table, (x, y))
    if len(battle.objective) >= MOST_OBJECTIVES:
        raise InvalidInput.at("id", f"at most {MOST_OBJECTIVES} objectives", "one more")
    like = replace(row, id=ground.new_id(battle, "goal"), x=x, y=y)
    return Made(replace(battle, objective=(*battle.objective, like)), OBJECTIVE + like.id)


def _places(battle: Battle, places: PlacesAt, way: Way) -> Made[Battle]:
    """The image of a squad's places, for the side on which they come to lie."""
    if way.image is None or places.side in ALONG.get(way.image, ()):
        raise InvalidInput.at("image", "an image on the other side", way.image)
    side = OPPOSITE[places.side]
    made = with_spots(battle, places.player, side, _imaged(way, spots_of(battle, places.player, places.side)))
    return Made(made, places_id(PlacesAt(places.player, side)))


def _imaged(way: Way, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return tuple((*way.point(x, y), z) for x, y, z in spots)


def _listed(battle: Battle, found: object, thing: str) -> Made[Battle]:
    """Another of what stands on a list alone."""
    match found:
        case MemberAt(of, number):
            return squads.and_member(battle, of, own_members(battle, of)[number])
        case ReadyAt(number) if len(battle.ready) < MOST_READY:
            made = replace(battle, ready=(*battle.ready, battle.ready[number]))
            return Made(made, ready_id(len(battle.ready)))
        case PartAt(piece, number) if len(piece.parts) < MOST_PARTS:
            changed = replace(piece, parts=(*piece.parts, piece.parts[number]))
            return Made(with_pool(battle, changed), part_id(PartAt(changed, len(piece.parts))))
    row = next((row for row in battle.pool if row.id == thing), None)
    if row is None:
        raise InvalidInput.at("id", "a thing of the battle that there may be another of", thing)
    return ground.and_pooled(battle, replace(row, id=ground.new_id(battle, row.kind)))


# ------------------------------------------------------------------------------------------------------------ one half's image


def mirrored(battle: Battle, edit: Mirror) -> Made[Battle]:
    """The battle with the image of one half on the other: terrain, objectives, and the places of each squad that has any on that side."""
    halves = Halves.of(*battle.table, edit.half, turned=edit.turned)
    battle = _with_objectives(_with_terrain(battle, halves), halves)
    for player in PLAYERS:
        spots = spots_of(battle, player, halves.half)
        if spots and halves.half in battle.sides:
            battle = with_spots(battle, player, OPPOSITE[halves.half], _imaged(halves.way, spots))
    return Made(battle)


def _with_terrain(battle: Battle, halves: Halves) -> Battle:
    """What is doubled of a feature that stays belongs to it; of any other it is a feature of its own."""
    kept, doubled = parted(battle.terrain, lambda row: _fate_of_piece(halves, row))
    made = replace(battle, terrain=kept)
    twice = {row.id for row in doubled}
    staying = {row.feature for row in kept if row.id not in twice}
    features: dict[str, str] = {}
    for row in doubled:
        name = ground.new_id(made, row.kind)
        feature = row.feature if row.feature in staying else features.setdefault(row.feature, name)
        made = ground.with_new(made, replace(_like(halves.way, row), id=name, feature=feature))
    return made


def _fate_of_piece(halves: Halves, row: PieceRow) -> Fate:
    """What overlaps its own image stays; touching is no overlap (TD-TER-06)."""
    image = halves.way.corners(row.footprint)
    is_sound = convex.is_convex(row.footprint) and convex.is_convex(image)
    meets = is_sound and convex.interiors_meet(plane.polygon(row.footprint), plane.polygon(image))
    return Laid(row.footprint).fate(halves, meets_itself=meets)


def _with_objectives(battle: Battle, halves: Halves) -> Battle:
    kept, doubled = parted(battle.objective, _fate_of_disc(halves))
    made = replace(battle, objective=kept)
    for row in doubled:
        made = _objective(made, row, halves.way).doc
    return made


def _fate_of_disc(halves: Halves) -> Callable[[ObjectiveRow], Fate]:
    def fate(row: ObjectiveRow) -> Fate:
        here: Point = (row.x, row.y)
        near = plane.squared_distance(here, halves.way.point(*here)) < (2 * row.radius) ** 2
        return Laid((here,)).fate(halves, meets_itself=near)

    return fate
