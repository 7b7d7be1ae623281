"""Edits of a battle in the making: putting down, moving, turning, taking away. Values are set as ``fields.py`` and ``things.py`` say."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from app.boards import squares
from app.boards.squares import FACINGS, STRAIGHT, Facing, Square
from app.engine.refusal import InvalidInput
from app.engine.types import UnitId
from app.engine.workshop.base import Made
from app.engine.workshop.workshop import Add, Move, Place, Remove, Turn
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.kinds import KINDS
from app.systems.splatball.book.scenarios import Ambush, ScenarioPiece, ScenarioSeat, ScenarioUnit
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.ground import in_order
from app.systems.splatball.screen.drawn import DEGREES, fence_id, key
from app.systems.splatball.workshop.document import (
    MOST_SEED,
    SIDE,
    Base,
    Battle,
    ambushed,
    base_id,
    base_of,
    next_piece_id,
    next_unit_id,
    piece_of,
    unit_of,
    with_base,
    with_scenery,
    with_seat,
    with_unit,
)
from app.systems.splatball.workshop.laid import board_of_battle, generated
from app.systems.splatball.workshop.things import LAID, away_of, marker_of, with_marker

FULL_TURN: Final = 360
STRIDE: Final = 2_654_435_769
"""What a new seed is the old one's next by: any number does as well."""
MadeBattle = Made[Battle]


# ------------------------------------------------------------------------------------------------------------ putting down


def place(rules: Rules, battle: Battle, edit: Place) -> MadeBattle:
    """Puts ground, a fence, a piece, a marker, a base, a unit or a square of an ambush into a cell, or takes a module out."""
    at = square_of(rules, battle, edit.cell)
    kind, _, what = edit.tool.partition(".")
    number, _, unit = what.partition(".")
    match kind:
        case "road" | "grass" if not what:
            return Made(_paved(battle, at, is_road=kind == "road"), key(at) if kind == "road" else None)
        case "fence" if not what:
            return _fenced(rules, battle, at, edit.turn_deg)
        case "gap" if not what:
            return _gap(battle, at)
        case "piece" if what in LAID:
            return _piece(battle, ScenarioPiece(next_piece_id(battle), what, at))
        case "marker" | "hq" | "ammo" | "ambush" | "unit" if number.isdigit() and int(number) < battle.players[1]:
            row = battle.seat[int(number)]
            if kind == "marker" and not unit:
                return _marker(rules, battle, at, row.seat)
            if kind in ("hq", "ammo") and not unit:
                found = Base(kind, row.seat, at)
                return Made(with_base(battle, kind, row.seat, at), base_id(found))
            if kind == "ambush" and not unit:
                return _ambush(battle, row, at)
            if kind == "unit" and unit in KINDS:
                return _unit(battle, row, unit, at, edit.turn_deg)
    raise InvalidInput.at("edit.tool", "a tool of this battle", edit.tool)


def square_of(rules: Rules, battle: Battle, cell: str | None) -> Square:
    """The square of a cell; raises ``InvalidInput`` for one that is not on the board."""
    board = board_of_battle(rules, battle)
    found = next((at for at in board.cells() if key(at) == cell), None)
    if found is None:
        raise InvalidInput.at("edit.cell", "a square of the board", cell)
    return found


def _paved(battle: Battle, at: Square, *, is_road: bool) -> Battle:
    roads = [each for each in battle.scenery.roads if each != at]
    return with_scenery(battle, roads=tuple([*roads, at] if is_road else roads))


def _fenced(rules: Rules, battle: Battle, at: Square, turn_deg: int) -> MadeBattle:
    """A segment on the side of a square that lies in a direction, counter-clockwise from the east."""
    facing = facing_at(turn_deg, STRAIGHT)
    segment = squares.side(at, facing)
    if not board_of_battle(rules, battle).holds(squares.step(at, facing)):
        raise InvalidInput.at("edit.turn_deg", "a side to another square", turn_deg)
    fences = battle.scenery.fences
    there = any(in_order(each) == segment for each in fences)
    return Made(battle if there else with_scenery(battle, fences=(*fences, segment)), fence_id(segment))


def facing_at(deg: int, among: tuple[Facing, ...] = FACINGS) -> Facing:
    """The way to look that is nearest to a direction in degrees, counter-clockwise from the east."""
    return min(among, key=lambda facing: abs((DEGREES[facing] - deg + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2))


def _gap(battle: Battle, at: Square) -> MadeBattle:
    """The module of a square does not lie."""
    module = (at[0] // SIDE, at[1] // SIDE)
    missing = tuple(sorted({*battle.board.missing, module}))
    return Made(replace(battle, board=replace(battle.board, missing=missing)), f"gap.{module[0]}.{module[1]}")


def _piece(battle: Battle, piece: ScenarioPiece) -> MadeBattle:
    return Made(with_scenery(battle, pieces=(*battle.scenery.pieces, piece)), piece.id)


def _marker(rules: Rules, battle: Battle, at: Square, seat: int) -> MadeBattle:
    """A marker goes on the piece of a square; on one that bears it already it is taken off."""
    piece = next((each for each in battle.scenery.pieces if at in squares_filled(rules, each)), None)
    if piece is None:
        raise InvalidInput.at("edit.cell", "a square with a piece", key(at))
    owner = None if marker_of(battle, piece.id) == seat else seat
    return Made(with_marker(battle, piece.id, owner), piece.id)


def squares_filled(rules: Rules, piece: ScenarioPiece) -> tuple[Square, ...]:
    """The squares of a piece."""
    x, y = piece.at
    is_large = rules.terrain[piece.kind].is_large
    return ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)) if is_large else (piece.at,)


def _ambush(battle: Battle, row: ScenarioSeat, at: Square) -> MadeBattle:
    """One more square of a seat's ambush; the first one comes with a pool that is large enough (SPL-CAMO-10)."""
    name, ambush = next_unit_id(row), row.ambush
    if ambush is None:
        ambush = Ambush((), (), away_of(row), ("scamp", "scamp", "hoser"))  # type: ignore[arg-type]
    ambush = replace(ambush, ids=(*ambush.ids, name), squares=(*ambush.squares, at))
    if len(ambush.pool) <= len(ambush.squares):
        ambush = replace(ambush, pool=(*ambush.pool, "scamp"))
    return Made(with_seat(battle, replace(row, ambush=ambush)), name)


def _unit(battle: Battle, row: ScenarioSeat, kind: str, at: Square, turn_deg: int) -> MadeBattle:
    unit = ScenarioUnit(next_unit_id(row), kind, at, facing=facing_at(turn_deg))  # type: ignore[arg-type]
    return Made(with_seat(battle, replace(row, units=(*row.units, unit))), unit.id)


def add(book: Book, rules: Rules, battle: Battle, edit: Add) -> MadeBattle:
    """Draws another seed, or takes the board of this one over as pieces."""
    scenery = battle.scenery
    if scenery.mode != "configurator" or edit.tool not in ("another_seed", "take_over"):
        raise InvalidInput.at("edit.tool", "a tool of this battle", edit.tool)
    if edit.tool == "another_seed":
        return Made(with_scenery(battle, seed=((scenery.seed or 0) + STRIDE) % (MOST_SEED + 1)))
    pieces, board = generated(book, rules, battle)
    laid = tuple(ScenarioPiece(each.id, each.kind, each.at) for each in pieces)
    return Made(
        with_scenery(
            battle, mode="fixed", pieces=laid, roads=board.roads, fences=board.fences, objective_markers=(),
            elements=None, large=None, road_count=None, fence_count=None, seed=None,
        )
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------------- moving, turning


def move(rules: Rules, battle: Battle, edit: Move) -> MadeBattle:
    """Moves a thing into another square; whoever rides gets off there."""
    at, name = square_of(rules, battle, edit.cell), edit.id
    if (piece := piece_of(battle, name)) is not None:
        return Made(with_scenery(battle, pieces=_put(battle.scenery.pieces, replace(piece, at=at))), name)
    if (base := base_of(battle, name)) is not None:
        return Made(with_base(battle, base.kind, base.seat, at), name)
    if (standing := unit_of(battle, name)) is not None:
        row, unit = standing
        return Made(with_unit(battle, row, replace(unit, at=at, inside=None)), name)
    if (hidden := ambushed(battle, name)) is not None:
        row, ambush, number = hidden
        places = tuple(at if n == number else each for n, each in enumerate(ambush.squares))
        return Made(with_seat(battle, replace(row, ambush=replace(ambush, squares=places))), name)
    raise InvalidInput.at("edit.id", "a piece, a unit, headquarters or ammunition", name)


def _put(pieces: tuple[ScenarioPiece, ...], piece: ScenarioPiece) -> tuple[ScenarioPiece, ...]:
    return tuple(piece if each.id == piece.id else each for each in pieces)


def turn(battle: Battle, edit: Turn) -> MadeBattle:
    """Turns a unit, or all of an ambush, by whole eighths counter-clockwise, by one at least."""
    steps = round(edit.by_deg / (FULL_TURN / len(FACINGS))) or (edit.by_deg > 0) - (edit.by_deg < 0)
    unit, ambush = unit_of(battle, edit.id), ambushed(battle, edit.id)
    if unit is not None:
        row, own = unit
        now = own.facing or away_of(row)
        return Made(with_unit(battle, row, replace(own, facing=turned(now, steps))), own.id)  # type: ignore[arg-type]
    if ambush is not None:
        row, found, _ = ambush
        return Made(with_seat(battle, replace(row, ambush=replace(found, facing=turned(found.facing, steps)))), edit.id)
    raise InvalidInput.at("edit.id", "a unit", edit.id)


def turned(facing: Facing, steps: int) -> Facing:
    """So many eighths further counter-clockwise; ``FACINGS`` go clockwise."""
    return FACINGS[(FACINGS.index(facing) - steps) % len(FACINGS)]


# ------------------------------------------------------------------------------------------------------------ taking away


def remove(battle: Battle, edit: Remove) -> Battle:
    """Takes a thing away; what rode in a vehicle stands nowhere then. A gap that is taken away is a module that lies again."""
    name = edit.id
    if (piece := piece_of(battle, name)) is not None:
        rest = tuple(each for each in battle.scenery.pieces if each.id != name)
        return with_scenery(with_marker(battle, piece.id, None), pieces=rest)
    if (base := base_of(battle, name)) is not None:
        return with_base(battle, base.kind, base.seat, None)
    if (standing := unit_of(battle, name)) is not None:
        row, _ = standing
        left = (replace(each, inside=None) if each.inside == name else each for each in row.units if each.id != name)
        return with_seat(battle, replace(row, units=tuple(left)))
    if (hidden := ambushed(battle, name)) is not None:
        return _without_square(battle, *hidden)
    return _without_ground(battle, name)


def _without_square(battle: Battle, row: ScenarioSeat, ambush: Ambush, number: int) -> Battle:
    ids: tuple[UnitId, ...] = ambush.ids[:number] + ambush.ids[number + 1 :]
    places = ambush.squares[:number] + ambush.squares[number + 1 :]
    return with_seat(battle, replace(row, ambush=replace(ambush, ids=ids, squares=places) if ids else None))


def _without_ground(battle: Battle, name: str) -> Battle:
    fences = tuple(each for each in battle.scenery.fences if fence_id(in_order(each)) != name)
    roads = tuple(each for each in battle.scenery.roads if key(each) != name)
    missing = tuple(each for each in battle.board.missing if f"gap.{each[0]}.{each[1]}" != name)
    if (len(fences), len(roads), len(missing)) == tuple(
        map(len, (battle.scenery.fences, battle.scenery.roads, battle.board.missing))
    ):
        raise InvalidInput.at("edit.id", "a thing of the battle that can be taken away", name)
    return replace(with_scenery(battle, fences=fences, roads=roads), board=replace(battle.board, missing=missing))
