"""Why a position cannot be: only where it contradicts itself (section 11 of the rules)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.boards import squares
from app.engine.refusal import InvalidInput
from app.engine.types import SEATS
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.kinds import PieceId
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.aboard import fits
from app.systems.splatball.park.camouflage import revealed_now
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import squares_of
from app.systems.splatball.position.frames import AttackFrame, EndFrame, WreckFrame
from app.systems.splatball.position.state import Position, Unit

LARGEST = 36


def problems(book: Book, position: Position) -> Sequence[str]:
    """Every reason why a position cannot be; empty for a possible one."""
    try:
        rules = book.rules(position.options, position.tables, position.battle)
    except InvalidInput as error:
        return [f"{each.field}: expected {each.expected}, found {each.found}" for each in error.errors]
    early = [*_frame(rules, position)]
    return early or [*_Problems(rules, position).found()]


def _frame(rules: Rules, position: Position) -> Iterator[str]:
    """What must hold before anything can be looked at."""
    if position.scenario not in rules.scenarios:
        yield f"scenario: expected a known one, found {position.scenario}"
    seats = tuple(position.seats)
    if not 2 <= len(seats) <= 4 or seats != SEATS[: len(seats)]:
        yield "seats: expected two to four, a first"
        return
    sides = {state.side for state in position.seats.values()}
    if not sides <= set(seats) or set(position.points) != sides:
        yield "points: expected the sides of the seats"
    if position.order and sorted(position.order) != list(seats):
        yield "order: expected every seat once"
    if position.active is not None and position.active not in seats:
        yield "active: expected a seat"
    if not (1 <= position.board.w <= LARGEST and 1 <= position.board.h <= LARGEST):
        yield f"board: expected up to {LARGEST} squares each way"
    size = rules.constants.module_size
    if any(
        column * size >= position.board.w or row * size >= position.board.h for column, row in position.board.missing
    ):
        yield "board.missing: expected modules of the board"
    for name, unit in position.units.items():
        if unit.id != name or unit.seat not in seats:
            yield f"units.{name}: expected its own id and a seat"
    for key, piece in position.pieces.items():
        if piece.id != key or not {piece.owner, piece.objective, *piece.hold} <= {None, *seats}:
            yield f"pieces.{key}: expected its own id and seats"


class _Problems:
    """Looks for contradictions in one position."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules, self.position = rules, position
        self.field = Field.of(position, rules)
        self.ground = self.field.ground

    def found(self) -> Iterator[str]:
        yield from self.pieces()
        yield from self.fences()
        yield from self.units()
        yield from self.frames()
        yield from self.flow()

    def pieces(self) -> Iterator[str]:
        taken: dict[tuple[int, int], PieceId] = {}
        for piece in self.position.pieces.values():
            for at in squares_of(piece, self.rules):
                if at not in self.ground.squares:
                    yield f"pieces.{piece.id}: off the board"
                if at in taken:
                    yield f"pieces.{piece.id}: overlaps {taken[at]}"
                if at in self.ground.roads:
                    yield f"pieces.{piece.id}: lies on a road"
                taken[at] = piece.id
            is_bearer = piece.kind in self.rules.constants.eligible or piece.kind == "ammo"
            if piece.objective is not None and not is_bearer:
                yield f"pieces.{piece.id}: cannot bear a marker"

    def fences(self) -> Iterator[str]:
        for segment in self.ground.fences:
            (x1, y1), (x2, y2) = segment
            if abs(x1 - x2) + abs(y1 - y2) != 1 or any(at not in self.ground.squares for at in squares.beside(segment)):
                yield f"board.fences: {segment} parts no two squares"
        for at in self.ground.roads:
            if at not in self.ground.squares:
                yield f"board.roads: {at} is off the board"

    def units(self) -> Iterator[str]:
        standing: dict[tuple[int, int], str] = {}
        for unit in self.position.units.values():
            yield from self.health(unit)
            if unit.at is None:
                yield from self.riding(unit)
                continue
            if unit.inside is not None:
                yield f"units.{unit.id}: on the board and aboard"
            if unit.at in standing:
                yield f"units.{unit.id}: in the square of {standing[unit.at]}"
            standing[unit.at] = unit.id
            yield from self.standing(unit, unit.at)
        for unit in revealed_now(self.field):
            if self.position.result is None:
                yield f"units.{unit.id}: hidden, with an enemy near"

    def health(self, unit: Unit) -> Iterator[str]:
        kind = self.rules.units[unit.type]
        if kind.is_foot and not 1 <= unit.lives <= kind.lives:
            yield f"units.{unit.id}.lives: expected 1 to {kind.lives}"
        if not kind.is_foot and unit.damage >= kind.damage_to_eliminate:
            yield f"units.{unit.id}.damage: expected less than {kind.damage_to_eliminate}"
        if unit.chicken >= self.rules.constants.chicken_rounds:
            yield f"units.{unit.id}.chicken: expected less than {self.rules.constants.chicken_rounds}"

    def standing(self, unit: Unit, at: tuple[int, int]) -> Iterator[str]:
        if at not in self.ground.squares:
            yield f"units.{unit.id}: off the board"
        kind = self.rules.units[unit.type]
        is_bare = at not in self.ground.piece_at
        if not (is_bare or (kind.is_foot and self.field.may_enter_on_foot(unit.seat, at))):
            yield f"units.{unit.id}: on a piece that it cannot stand on"

    def riding(self, unit: Unit) -> Iterator[str]:
        if self.position.result is not None:
            return
        waiting = {name for frame in self.position.frames if isinstance(frame, WreckFrame) for name in frame.passengers}
        if unit.id in waiting:
            return
        vehicle = None if unit.inside is None else self.position.units.get(unit.inside)
        if vehicle is None or vehicle.seat != unit.seat or vehicle.at is None:
            yield f"units.{unit.id}: aboard no own vehicle on the board"
            return
        riders = [self.field.kind(each) for each in self.field.passengers(vehicle.id)]
        if not fits(self.rules, self.field.kind(vehicle), riders, vehicle.fences_aboard):
            yield f"units.{vehicle.id}: more aboard than it has room for"

    def frames(self) -> Iterator[str]:
        units, pieces = self.position.units, self.position.pieces
        for frame in self.position.frames:
            if isinstance(frame, AttackFrame):
                names = [frame.attacker, *([frame.target] if frame.step == "retreat" else [])]
                yield from (f"frames: {name} is not there" for name in names if name not in units)
            elif isinstance(frame, WreckFrame):
                yield from (f"frames: {name} is not there" for name in frame.passengers if name not in units)
                if not frame.passengers or frame.seat not in self.position.seats:
                    yield "frames: a wreck without passengers"
            elif isinstance(frame, EndFrame) and frame.piece not in pieces:
                yield f"frames: {frame.piece} is not there"

    def flow(self) -> Iterator[str]:
        position = self.position
        if position.phase == "turn" and (position.active is None or not position.order or not position.round):
            yield "phase: a turn is somebody's, in a round, in an order"
        if (position.phase == "over") != (position.result is not None):
            yield "phase: over exactly when there is a result"
        is_in_step = position.phase in ("turn", "deploy") or position.step == position.phase
        if not is_in_step:
            yield f"step: expected {position.phase}, found {position.step}"
        waits = position.phase not in ("army", "over", "turn")
        if waits and (position.active is None or position.round or not position.order):
            yield f"active: {position.phase} is asked of a seat, before round 1"
