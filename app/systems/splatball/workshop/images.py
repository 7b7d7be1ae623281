"""Likenesses in a battle in the making: another of a thing, and one half of the board that becomes the image of the other.

What is mirrored looks the other way, and what was seat 0's is seat 1's (section 24 of the rules).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from app.boards.images import Fate, Halves, Image, Way, parted
from app.boards.squares import FACINGS, Facing, Square
from app.engine.refusal import InvalidInput
from app.engine.types import UnitId
from app.engine.workshop.base import Made
from app.engine.workshop.workshop import Copy, Mirror
from app.systems.splatball.book.kinds import Segment
from app.systems.splatball.book.scenarios import Ambush, Module, ScenarioPiece, ScenarioSeat, ScenarioUnit
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.ground import in_order
from app.systems.splatball.screen.drawn import fence_id, key
from app.systems.splatball.workshop.document import (
    Base,
    Battle,
    base_id,
    base_of,
    bases,
    next_piece_id,
    next_unit_id,
    piece_of,
    unit_of,
    with_base,
    with_scenery,
    with_seat,
)
from app.systems.splatball.workshop.edits import MadeBattle, square_of
from app.systems.splatball.workshop.laid import board_of_battle
from app.systems.splatball.workshop.things import away_of, marker_of, with_marker

SWAPPED: Final = {0: 1, 1: 0}
AROUND: Final = len(FACINGS)


def opposite(seat: int) -> int:
    """Whose a thing becomes in the glass."""
    return SWAPPED.get(seat, seat)


def facing_image(facing: Facing, image: Image) -> Facing:
    """Which way the image of a unit looks; ``FACINGS`` go clockwise from the north."""
    number = FACINGS.index(facing)
    turned = {"left_right": -number, "top_bottom": AROUND // 2 - number, "half_turn": AROUND // 2 + number}
    return FACINGS[turned[image] % AROUND]


class Glass:
    """An image about the middle of a board, or a shift."""

    def __init__(self, rules: Rules, battle: Battle, image: Image) -> None:
        self._rules = rules
        self.image: Final[Image] = image
        board = board_of_battle(rules, battle)
        self.ends: Final = (board.columns - 1, board.rows - 1)
        self.way: Final = Way(*self.ends, image=image)
        self._vertices: Final = Way(board.columns, board.rows, image=image)

    def square(self, at: Square) -> Square:
        """Where a square comes to."""
        return self.way.point(*at)

    def piece(self, piece: ScenarioPiece) -> Square:
        """The north-western square of a piece's image."""
        x, y = self.square(piece.at)
        if not self._rules.terrain[piece.kind].is_large:
            return x, y
        return x - (self.image != "top_bottom"), y - (self.image != "left_right")

    def segment(self, segment: Segment) -> Segment:
        """Where a segment of fence comes to."""
        one, other = (self._vertices.point(*vertex) for vertex in segment)
        return in_order((one, other))

    def unit(self, unit: ScenarioUnit, row: ScenarioSeat, name: UnitId) -> ScenarioUnit:
        """The image of a unit that stands on the board."""
        assert unit.at is not None
        facing = facing_image(unit.facing or away_of(row), self.image)  # type: ignore[arg-type]
        return replace(unit, id=name, at=self.square(unit.at), facing=facing)


# ------------------------------------------------------------------------------------------------------ another of a thing


def copied(rules: Rules, battle: Battle, edit: Copy) -> MadeBattle:
    """The battle with another like a piece, a unit or a road's square in a cell; as its image, of a base or a fence, too."""
    glass = None if edit.image is None else Glass(rules, battle, edit.image)
    goal = None if glass is not None else square_of(rules, battle, edit.cell)
    name = edit.id
    if (piece := piece_of(battle, name)) is not None:
        return _piece_again(
            battle, piece, glass.piece(piece) if glass else goal or piece.at, is_image=glass is not None
        )
    if (standing := unit_of(battle, name)) is not None:
        return _unit_again(battle, *standing, glass, goal)
    if glass is not None and (base := base_of(battle, name)) is not None:
        like = Base(base.kind, opposite(base.seat), glass.square(base.at))
        return Made(with_base(battle, like.kind, like.seat, like.at), base_id(like))
    fence = next((each for each in battle.scenery.fences if fence_id(in_order(each)) == name), None)
    if glass is not None and fence is not None:
        image = glass.segment(fence)
        fences = tuple(each for each in battle.scenery.fences if in_order(each) != image)
        return Made(with_scenery(battle, fences=(*fences, image)), fence_id(image))
    road = next((at for at in battle.scenery.roads if key(at) == name), None)
    if road is not None:
        at = glass.square(road) if glass else goal or road
        roads = tuple(each for each in battle.scenery.roads if each != at)
        return Made(with_scenery(battle, roads=(*roads, at)), key(at))
    raise InvalidInput.at("edit.id", "a thing of the battle of which there may be several", name)


def _piece_again(battle: Battle, piece: ScenarioPiece, at: Square, *, is_image: bool) -> MadeBattle:
    name, owner = next_piece_id(battle), marker_of(battle, piece.id)
    made = with_scenery(battle, pieces=(*battle.scenery.pieces, replace(piece, id=name, at=at)))
    return Made(with_marker(made, name, opposite(owner)) if is_image and owner is not None else made, name)


def _unit_again(
    battle: Battle, row: ScenarioSeat, unit: ScenarioUnit, glass: Glass | None, goal: Square | None
) -> MadeBattle:
    if glass is None:
        like = replace(unit, id=next_unit_id(row), at=goal, inside=None)
        return Made(with_seat(battle, replace(row, units=(*row.units, like))), like.id)
    if unit.at is None:
        raise InvalidInput.at("edit.id", "a unit on the board", unit.id)
    other = battle.seat[opposite(row.seat)]
    like = glass.unit(unit, row, next_unit_id(other))
    return Made(with_seat(battle, replace(other, units=(*other.units, like))), like.id)


# ----------------------------------------------------------------------------------------------------------- one half's image


def mirrored(rules: Rules, battle: Battle, edit: Mirror) -> MadeBattle:
    """The battle with the image of one half of its board on the other, with all that lies and stands there."""
    across: Image = "left_right" if edit.half in ("west", "east") else "top_bottom"
    glass = Glass(rules, battle, "half_turn" if edit.turned else across)
    halves = Halves.of(*glass.ends, edit.half, turned=edit.turned, north=-1)
    made = _with_modules(battle, edit)
    made = _with_ground(made, glass, halves)
    made = _with_pieces(rules, made, glass, halves)
    return Made(_with_gangs(made, glass, halves))


def _with_modules(battle: Battle, edit: Mirror) -> Battle:
    board = battle.board
    if board.size == "free" or not board.missing:
        return battle
    halves = Halves.of(board.modules_wide - 1, board.modules_high - 1, edit.half, turned=edit.turned, north=-1)

    def fate(module: Module) -> Fate:
        image = halves.way.point(*module)
        return halves.fate(2 * module[0], 2 * module[1], meets_itself=image == module)

    kept, doubled = parted(board.missing, fate)
    missing = {*kept, *(halves.way.point(*module) for module in doubled)}
    return replace(battle, board=replace(board, missing=tuple(sorted(missing))))


def _fate(glass: Glass, halves: Halves, at: Square) -> Fate:
    return halves.fate(2 * at[0], 2 * at[1], meets_itself=glass.square(at) == at)


def _with_ground(battle: Battle, glass: Glass, halves: Halves) -> Battle:
    def fate_of_fence(segment: Segment) -> Fate:
        (x1, y1), (x2, y2) = segment
        return halves.fate(x1 + x2 - 1, y1 + y2 - 1, meets_itself=glass.segment(segment) == in_order(segment))

    roads, road_images = parted(battle.scenery.roads, lambda at: _fate(glass, halves, at))
    fences, fence_images = parted(battle.scenery.fences, fate_of_fence)
    return with_scenery(
        battle,
        roads=tuple(dict.fromkeys((*roads, *map(glass.square, road_images)))),
        fences=tuple(dict.fromkeys((*map(in_order, fences), *map(glass.segment, fence_images)))),
    )


def _with_pieces(rules: Rules, battle: Battle, glass: Glass, halves: Halves) -> Battle:
    def fate(piece: ScenarioPiece) -> Fate:
        (x, y), more = piece.at, int(rules.terrain[piece.kind].is_large)
        return halves.fate(2 * x + more, 2 * y + more, meets_itself=glass.piece(piece) == piece.at)

    pieces, doubled = parted(battle.scenery.pieces, fate)
    there = {piece.id for piece in pieces}
    markers = tuple(each for each in battle.scenery.objective_markers if each.piece in there)
    made = with_scenery(battle, pieces=pieces, objective_markers=markers)
    for piece in doubled:
        made = _piece_again(made, piece, glass.piece(piece), is_image=True).doc
    return made


def _with_gangs(battle: Battle, glass: Glass, halves: Halves) -> Battle:
    """Bases, units with whoever rides in them, and ambushes of the half that stays, and their images for the opposite seats."""
    base_kept, base_doubled = parted(bases(battle), lambda base: _fate(glass, halves, base.at))
    made = battle
    for base in bases(battle):
        made = with_base(made, base.kind, base.seat, None)
    for base in base_kept:
        made = with_base(made, base.kind, base.seat, base.at)
    for base in base_doubled:
        made = with_base(made, base.kind, opposite(base.seat), glass.square(base.at))
    for row in battle.seat:
        made = with_seat(made, _kept(made.seat[row.seat], glass, halves))
    for row in battle.seat:
        made = _with_images(made, row, glass, halves)
    return made


def _kept(row: ScenarioSeat, glass: Glass, halves: Halves) -> ScenarioSeat:
    units, _ = parted(
        (unit for unit in row.units if unit.at is not None), lambda unit: _fate(glass, halves, unit.at or (0, 0))
    )
    there = {unit.id for unit in units}
    riding = tuple(unit for unit in row.units if unit.at is None and (unit.inside is None or unit.inside in there))
    ambush = row.ambush
    if ambush is not None:
        stays = [
            (n, at)
            for n, at in zip(ambush.ids, ambush.squares, strict=True)
            if _fate(glass, halves, at) is not Fate.GOES
        ]
        ids, places = tuple(n for n, _ in stays), tuple(at for _, at in stays)
        ambush = replace(ambush, ids=ids, squares=places) if stays else None
    return replace(row, units=(*units, *riding), ambush=ambush)


def _with_images(battle: Battle, row: ScenarioSeat, glass: Glass, halves: Halves) -> Battle:
    other = battle.seat[opposite(row.seat)]
    for unit in row.units:
        if unit.at is None or _fate(glass, halves, unit.at) is not Fate.DOUBLES:
            continue
        like = glass.unit(unit, row, next_unit_id(other))
        other = replace(other, units=(*other.units, like))
        for rider in (each for each in row.units if each.inside == unit.id):
            other = replace(other, units=(*other.units, replace(rider, id=next_unit_id(other), inside=like.id)))
    ambush = row.ambush
    places = [] if ambush is None else [at for at in ambush.squares if _fate(glass, halves, at) is Fate.DOUBLES]
    for at in places:
        other = _ambush_image(other, ambush, glass, at)
    return with_seat(battle, other)


def _ambush_image(row: ScenarioSeat, model: Ambush | None, glass: Glass, at: Square) -> ScenarioSeat:
    assert model is not None
    own = row.ambush or replace(model, ids=(), squares=(), facing=facing_image(model.facing, glass.image))
    name = next_unit_id(row)
    return replace(row, ambush=replace(own, ids=(*own.ids, name), squares=(*own.squares, glass.square(at))))
