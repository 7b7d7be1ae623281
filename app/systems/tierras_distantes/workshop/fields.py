"""What can be set of a battle in the making and of the things in it, and the battle after setting it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.engine.system import Manifest
from app.engine.types import Text
from app.engine.words import shaped
from app.engine.workshop.forms import called, chosen, form_of, names, say
from app.engine.workshop.land import corners_setting
from app.systems.tierras_distantes.book.kinds import LONGEST_NAME, GroundKind, Side
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.opening.faults import LONGEST_MM, SHORTEST_MM
from app.systems.tierras_distantes.screen.seen import height
from app.systems.tierras_distantes.workshop import ground
from app.systems.tierras_distantes.workshop.document import (
    HIGHEST_MM,
    MOST_CORNERS,
    MOST_MINUTES,
    Battle,
    ObjectiveRow,
    PieceRow,
)
from app.systems.tierras_distantes.workshop.edits import with_spot
from app.systems.tierras_distantes.workshop.fields_lists import of_list
from app.systems.tierras_distantes.workshop.forms import Form, Put, Setting
from app.systems.tierras_distantes.workshop.places import Grounds
from app.systems.tierras_distantes.workshop.things import MiniAt, spots_of, thing_of, with_objective, with_piece
from app.systems.tierras_distantes.workshop.told import name_of

ORDERS: Final[Mapping[str, tuple[Side, Side]]] = {
    "south_north": ("south", "north"),
    "north_south": ("north", "south"),
    "west_east": ("west", "east"),
    "east_west": ("east", "west"),
}
"""Which sides are given out, and on which of them A's squad and B's are drawn (TD-DEP-01)."""


def settings_of(rules: Rules, manifest: Manifest, battle: Battle, thing: str | None) -> Iterator[Setting]:
    """What can be set of a thing, or of the battle itself. Raises ``InvalidInput`` for a thing that is not there."""
    if thing is None:
        yield from _battle(rules, manifest, battle)
        return
    match thing_of(battle, thing):
        case None:
            raise InvalidInput.at("thing", "a thing of the battle", thing)
        case PieceRow() as row:
            yield from _piece(rules, battle, row)
        case ObjectiveRow() as row:
            yield from _objective(rules, battle, thing, row)
        case MiniAt() as mini:
            yield from _mini(rules, battle, thing, mini)
        case found:
            yield from of_list(rules, battle, thing, found)


# ------------------------------------------------------------------------------------------------------------- the battle


def _battle(rules: Rules, manifest: Manifest, battle: Battle) -> Iterator[Setting]:
    form: Form = form_of(rules, None, battle, lambda made: made, "battle")
    yield from called(form, battle, say(rules, "start", "name"), MOST_MINUTES)
    form = form_of(rules, None, battle, lambda made: made, "table")
    width, depth = battle.table
    yield form.length(
        "width_mm", SHORTEST_MM, LONGEST_MM, value=width, put=lambda mm: replace(battle, table=(mm, depth))
    )
    yield form.length(
        "height_mm", SHORTEST_MM, LONGEST_MM, value=depth, put=lambda mm: replace(battle, table=(width, mm))
    )
    yield form.choice(
        "sides",
        names(rules, "sides"),
        value="_".join(battle.sides),
        put=lambda code: replace(battle, sides=ORDERS[code]),
    )
    yield from chosen(battle, manifest.options, lambda group: say(rules, "groups", "options", group=group))


# --------------------------------------------------------------------------------------------------------------- a piece


def _piece(rules: Rules, battle: Battle, row: PieceRow) -> Iterator[Setting]:
    put: Put = partial(with_piece, battle)
    form: Form = form_of(rules, row.id, row, put)
    kinds = {name: rules.ground[kind].name for name, kind in ground.KINDS.items()}
    yield form.choice("kind", kinds, put=lambda kind: put(_as_kind(rules, row, kind)))
    yield form.choice("feature", _features(rules, battle, row))
    yield form.switch("base")
    kind = rules.ground[row.kind]
    if kind.flat:
        yield form.length("z", 0, HIGHEST_MM, value=max(0, row.z1), put=lambda z: put(replace(row, z0=z, z1=z)))
    else:
        if not kind.soft:
            yield form.length("z0", 0, HIGHEST_MM, value=max(0, row.z0))
        yield form.length("z1", 0, HIGHEST_MM, value=max(0, row.z1))
    yield from _plan(form, put, row)
    yield corners_setting(
        form,
        "points",
        row.footprint,
        MOST_CORNERS,
        lambda points: put(replace(row, footprint=ground.around(points))),
    )


def _as_kind(rules: Rules, row: PieceRow, kind: GroundKind) -> PieceRow:
    """The piece of another kind, as high as it was, where that kind may be."""
    bottom, top = ground.heights_for(rules.ground[kind], row.z0, row.z1)
    return replace(row, kind=kind, z0=bottom, z1=top)


def _features(rules: Rules, battle: Battle, row: PieceRow) -> dict[str, Text]:
    """A feature of its own, and those of the other pieces by the name of their first one."""
    found = {row.id: say(rules, "values", "own_feature")}
    for piece in battle.terrain:
        if piece.id != row.id:
            found.setdefault(piece.feature, say(rules, "values", "feature", name=name_of(rules, battle, piece)))
    found.setdefault(row.feature, shaped("{id}", id=row.feature))
    return found


def _plan(form: Form, put: Put, row: PieceRow) -> Iterator[Setting]:
    """How wide and deep an upright rectangle is, about its middle."""
    xs, ys = sorted({x for x, _ in row.footprint}), sorted({y for _, y in row.footprint})
    if not (len(xs) == len(ys) == 2 and len(row.footprint) == 4):
        return
    west, south, east, north = xs[0], ys[0], xs[1], ys[1]

    def sized(width: int, depth: int) -> Battle:
        x, y = (west + east - width) // 2, (south + north - depth) // 2
        made: Battle = put(replace(row, footprint=corners((x, y, x + width, y + depth))))
        return made

    width, depth = east - west, north - south
    yield form.length("plan_width", 1, LONGEST_MM, value=width, put=lambda mm: sized(mm, depth))
    yield form.length("plan_depth", 1, LONGEST_MM, value=depth, put=lambda mm: sized(width, mm))


# ------------------------------------------------------------------------------------------------ an objective, a miniature


def _objective(rules: Rules, battle: Battle, thing: str, row: ObjectiveRow) -> Iterator[Setting]:
    form: Form = form_of(rules, thing, row, partial(with_objective, battle))
    yield form.words("objective_es", 1, LONGEST_NAME, at="name_es")
    yield form.words("objective_en", 1, LONGEST_NAME, at="name_en")
    yield form.number("points_each", 0, 99, at="points")
    yield form.length("x", 0, LONGEST_MM)
    yield form.length("y", 0, LONGEST_MM)
    yield form.length("radius", 1, 1000)
    yield form.length("z_min", 0, HIGHEST_MM, value=max(0, row.z_min))
    yield form.length("z_max", 0, HIGHEST_MM, value=max(0, row.z_max))


def _mini(rules: Rules, battle: Battle, thing: str, mini: MiniAt) -> Iterator[Setting]:
    """Where it is suggested to stand; of several surfaces over one another, on which."""
    x, y, z = spots_of(battle, mini.player, mini.side)[mini.number]
    form: Form = form_of(rules, thing)
    put = partial(with_spot, battle, mini)
    yield form.length("x", 0, LONGEST_MM, value=x, put=lambda mm: put((mm, y, z)))
    yield form.length("y", 0, LONGEST_MM, value=y, put=lambda mm: put((x, mm, z)))
    heights = sorted({z, *Grounds.of(rules, battle).surfaces(x, y)})
    yield form.choice(
        "feet", {str(each): height(each) for each in heights}, value=str(z), put=lambda code: put((x, y, int(code)))
    )
