"""Edits of a battle in the making: painting, putting down, moving, turning, taking away. Values are set as ``fields.py`` and
``things.py`` say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from app.boards import hexes
from app.engine.refusal import InvalidInput
from app.engine.types import UnitId
from app.engine.workshop.base import Made
from app.engine.workshop.forms import listed, without_row
from app.engine.workshop.workshop import Move, Place, Remove, Turn
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.book.kinds import SIDES, Facing
from app.systems.flames_hexwar.book.scenarios import Cell, JunctionRow, MixedRow, ObjectiveRow, PlatoonRow
from app.systems.flames_hexwar.workshop.document import (
    COMPANY,
    MOST_PLATOONS,
    MOST_TEAMS,
    Battle,
    cell_of,
    hex_of,
    key,
    next_platoon_id,
    placement_of,
    platoon_of,
    side_of,
    team_of,
    with_placement,
    with_platoon,
    with_side,
)
from app.systems.flames_hexwar.workshop.ground import junction_key, lot_of, paved, unpaved, with_lot, with_lots
from app.systems.flames_hexwar.workshop.laid import around, field_of, placed
from app.systems.flames_hexwar.workshop.tools import RELIEFS, STEP_DEG, SURFACES

MadeBattle = Made[Battle]
Putting = Callable[[Battle, Cell, Facing], MadeBattle]
MOST_WRECKS: Final = 9
FULL_TURN: Final = 360


# ------------------------------------------------------------------------------------------------------------ putting down


def place(book: Book, battle: Battle, edit: Place) -> MadeBattle:
    """Paints a hex, or puts a thing or a whole platoon down in it."""
    at = on_board(battle, edit.cell)
    kind, _, what = edit.tool.partition(".")
    side, _, of = what.partition(".")
    if kind == "surface" and what in SURFACES:
        return Made(with_lot(battle, at, surface=SURFACES[what]), key(at))
    if kind == "relief" and what in RELIEFS:
        return Made(with_lot(battle, at, relief=RELIEFS[what]), key(at))
    if kind in ("zone", "line") and side in SIDES and not of:
        return Made(_with_zone(battle, at, kind, side), key(at))
    if kind == "platoon" and side in SIDES and of in book.rules().platoons:
        return _platoon(book, battle, at, side, of, facing_at(edit.turn_deg))
    if not what and kind in _SIMPLE:
        return _SIMPLE[kind](battle, at, facing_at(edit.turn_deg))
    raise InvalidInput.at("edit.tool", "a tool of this battle", edit.tool)


def on_board(battle: Battle, cell: str | None) -> Cell:
    """The cell of a name; raises ``InvalidInput`` for one that is not on the board."""
    found = cell_of(battle, cell)
    if found is None:
        raise InvalidInput.at("edit.cell", "a hex of the board", cell)
    return found


def facing_at(deg: int) -> Facing:
    """The side of a hex that is nearest to a direction in degrees, counter-clockwise from the east."""
    return round(deg / STEP_DEG) % hexes.SIDES


def _with_zone(battle: Battle, at: Cell, kind: str, side: str) -> Battle:
    """A hex of a zone is one side's; lines may be both sides'."""
    lot = lot_of(battle, at)
    if kind == "zone":
        return with_lots(battle, {at: replace(lot, zones=(side,))})
    return with_lots(battle, {at: replace(lot, lines=tuple(each for each in SIDES if each in (*lot.lines, side)))})


def _wreck(battle: Battle, at: Cell, facing: Facing) -> MadeBattle:
    return Made(with_lot(battle, at, wrecks=max(1, lot_of(battle, at).wrecks)), key(at))


def _half(feature: str) -> Putting:
    def put(battle: Battle, at: Cell, facing: Facing) -> MadeBattle:
        lot = lot_of(battle, at)
        mixed = MixedRow(at, facing, feature)  # type: ignore[arg-type]
        return Made(with_lots(battle, {at: replace(lot, surface=".", mixed=mixed)}), key(at))

    return put


def _junction(battle: Battle, at: Cell, facing: Facing) -> MadeBattle:
    """On the side of a hex to which it points; once more takes it off."""
    if cell_of(battle, hexes.name(hexes.step(hex_of(at), facing))) is None:
        raise InvalidInput.at("edit.turn_deg", "a side to another hex", facing * STEP_DEG)
    new = JunctionRow(at, facing)
    rest = tuple(each for each in battle.junctions if junction_key(each) != junction_key(new))
    if len(rest) < len(battle.junctions):
        return Made(replace(battle, junctions=rest), key(at))
    return Made(replace(battle, junctions=(*rest, new)), f"junction.{len(rest)}")


def _objective(battle: Battle, at: Cell, facing: Facing) -> MadeBattle:
    lot = lot_of(battle, at)
    found = lot.objective or ObjectiveRow(at, f"Objetivo {key(at)}", f"Objective {key(at)}")
    made = with_lots(battle, {at: replace(lot, objective=found)})
    return Made(made, f"objective.{[each.at for each in made.objectives].index(at)}")


def _bare(battle: Battle, at: Cell, facing: Facing) -> MadeBattle:
    """Everything that lies on the ground of a hex is cleared away; the ground stays."""
    lot = lot_of(battle, at)
    made = with_lots(battle, {at: replace(lot, trees=False, trench=False, mixed=None, wrecks=0)})
    sides = {junction_key(JunctionRow(at, side)) for side in range(hexes.SIDES)}
    rest = tuple(each for each in made.junctions if junction_key(each) not in sides)
    return Made(unpaved(replace(made, junctions=rest), at), key(at))


_SIMPLE: Final[Mapping[str, Putting]] = {
    "road": lambda battle, at, _: Made(paved(battle, at), key(at)),
    "no_road": lambda battle, at, _: Made(unpaved(battle, at), key(at)),
    "trees": lambda battle, at, _: Made(with_lot(battle, at, trees=True), key(at)),
    "trench": lambda battle, at, _: Made(with_lot(battle, at, trench=True), key(at)),
    "no_zone": lambda battle, at, _: Made(with_lot(battle, at, zones=(), lines=()), key(at)),
    "wreck": _wreck,
    "bare": _bare,
    "half_woods": _half("woods"),
    "half_building": _half("building"),
    "junction": _junction,
    "objective": _objective,
}


# ----------------------------------------------------------------------------------------------------------------- platoons


def _platoon(book: Book, battle: Battle, at: Cell, side: str, kind: str, facing: Facing) -> MadeBattle:
    row = side_of(battle, side)  # type: ignore[arg-type]
    company = row.platoon[-1].company if row.platoon else COMPANY
    return mustered(book, battle, PlatoonRow(next_platoon_id(row), company, kind, "board"), at, facing)


def mustered(book: Book, battle: Battle, platoon: PlatoonRow, at: Cell | None, facing: Facing | None) -> MadeBattle:
    """The battle with one more platoon, its teams about a hex. Raises ``InvalidInput`` where there are too many already."""
    row = side_of(battle, "A" if platoon.id.startswith("A") else "B")
    check_room(book, battle, row.platoon, platoon)
    made = with_side(battle, replace(row, platoon=(*row.platoon, platoon)))
    if at is not None:
        spots = around(field_of(book, made), platoon, at, facing)
        made = with_platoon(made, replace(platoon, placements=spots))
    return Made(made, platoon.id)


def check_room(book: Book, battle: Battle, own: tuple[PlatoonRow, ...], new: PlatoonRow) -> None:
    """Raises ``InvalidInput`` where a battle would grow too large."""
    kinds = book.rules().platoons
    teams = sum(len(kinds[each.platoon].teams) for row in battle.side for each in row.platoon)
    if len(own) >= MOST_PLATOONS or teams + len(kinds[new.platoon].teams) > MOST_TEAMS:
        raise InvalidInput.at("edit.tool", f"up to {MOST_PLATOONS} platoons a side, {MOST_TEAMS} teams in all", teams)


def move(book: Book, battle: Battle, edit: Move) -> MadeBattle:
    """Moves a team, a whole platoon or an objective into another hex."""
    at, name = on_board(battle, edit.cell), edit.id
    found, platoon = team_of(battle, name), platoon_of(battle, name)
    if found is not None:
        _, row, index = found
        field = field_of(book, battle)
        team = field.teams.get(UnitId(name))
        if row.start != "board" or team is None:
            raise InvalidInput.at("edit.id", "a team that starts on the board", name)
        return Made(with_placement(battle, row, index, placed(field, team, at)), name)
    if platoon is not None:
        _, row = platoon
        row = replace(row, start="board")
        made = with_platoon(battle, row)
        return Made(with_platoon(made, replace(row, placements=around(field_of(book, made), row, at))), name)
    on_list = listed(name, {"objective": battle.objectives})
    if on_list is not None:
        row_at = battle.objectives[on_list[1]]
        if any(each.at == at and each is not row_at for each in battle.objectives):
            raise InvalidInput.at("edit.cell", "a hex without an objective", edit.cell)
        moved = tuple(replace(each, at=at) if each is row_at else each for each in battle.objectives)
        return Made(replace(battle, objectives=moved), name)
    raise InvalidInput.at("edit.id", "a team, a platoon or an objective", name)


def turn(battle: Battle, edit: Turn) -> MadeBattle:
    """Turns a team that has a facing, the covering half of a hex, or a junction, by whole sides counter-clockwise."""
    steps = round(edit.by_deg / STEP_DEG) or (edit.by_deg > 0) - (edit.by_deg < 0)
    found, at = team_of(battle, edit.id), cell_of(battle, edit.id)
    if found is not None:
        _, row, index = found
        spot = placement_of(row, index)
        if spot is not None and spot.facing is not None:
            facing = (spot.facing + steps) % hexes.SIDES
            return Made(with_placement(battle, row, index, replace(spot, facing=facing)), edit.id)
    mixed = None if at is None else lot_of(battle, at).mixed
    if at is not None and mixed is not None:
        return Made(with_lot(battle, at, mixed=replace(mixed, dir=(mixed.dir + steps) % hexes.SIDES)), edit.id)
    raise InvalidInput.at("edit.id", "a vehicle, a gun or a covering half", edit.id)


def remove(battle: Battle, edit: Remove) -> Battle:
    """Takes a thing away: a platoon, a team's place, what lies in a hex, what is on a list."""
    name, at = edit.id, cell_of(battle, edit.id)
    found, platoon = team_of(battle, name), platoon_of(battle, name)
    if found is not None:
        _, row, index = found
        return with_placement(battle, row, index, None)
    if platoon is not None:
        side, row = platoon
        return with_side(battle, replace(side, platoon=tuple(each for each in side.platoon if each.id != row.id)))
    if at is not None:
        return _bare(with_lot(battle, at, surface=".", relief="."), at, 0).doc
    on_list = listed(name, {"objective": battle.objectives, "road": battle.roads, "junction": battle.junctions})
    if on_list is None:
        raise InvalidInput.at("edit.id", "a thing of the battle that can be taken away", name)
    kind, number = on_list
    field = f"{kind}s"
    return replace(battle, **{field: without_row(getattr(battle, field), number)})
