"""What keeps a battle in the making from being played, as far as one can see: each with the rule that says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from app.boards import squares
from app.boards.squares import Square
from app.engine.workshop.base import Found, fault, worded
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import Fault
from app.systems.splatball.book.scenarios import ScenarioSeat, ScenarioUnit
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.muster.connection import connection_of
from app.systems.splatball.park.aboard import fits
from app.systems.splatball.park.ground import Ground, in_order
from app.systems.splatball.park.zones import are_edges
from app.systems.splatball.position.state import Piece
from app.systems.splatball.screen.drawn import key
from app.systems.splatball.words.names import cell
from app.systems.splatball.workshop.document import Battle, base_id, bases, piece_of
from app.systems.splatball.workshop.edits import squares_filled
from app.systems.splatball.workshop.forms import gang
from app.systems.splatball.workshop.laid import board_of_battle, edges_of, is_legal
from app.systems.splatball.workshop.things import thing_name

MOST_TOLD: Final = 24
BEARERS: Final = frozenset({"ammo"})
"""What bears a marker from the start beside what may be chosen for one (SPL-OBJ-06)."""


def faults_of(rules: Rules, battle: Battle) -> tuple[Fault, ...]:
    """Everything that can be seen, each once."""

    def told(found: Found) -> object:
        name = {} if found.thing is None else {"thing": thing_name(rules, battle, found.thing)}
        return say(rules, "faults", found.key, **{**name, **found.places})

    return worded(_Faults(rules, battle).found(), told, MOST_TOLD)  # type: ignore[arg-type]


class _Faults:
    """Looks through one battle."""

    def __init__(self, rules: Rules, battle: Battle) -> None:
        self.rules, self.battle = rules, battle
        self.board = board_of_battle(rules, battle)
        self.squares = frozenset(self.board.cells())
        self.filled: dict[Square, str] = {}

    def found(self) -> Iterator[Found]:
        yield from self.ways()
        if not is_legal(self.rules, self.battle):
            yield fault("board", field="size" if self.battle.board.size == "free" else "shape")
            return
        yield from self.edges()
        if self.battle.scenery.mode == "fixed":
            yield from self.ground()
            yield from self.pieces()
        if self.battle.deployment == "fixed":
            yield from self.bases()
            for row in self.battle.seat:
                yield from self.gang(row)
        if self.battle.scenery.mode == "fixed":
            yield from self.connection()
            yield from self.markers()

    def ways(self) -> Iterator[Found]:
        """What goes with what (SPL-SET-13): whatever lies from the start lies on a board and among pieces of its own."""
        battle = self.battle
        is_fixed = "fixed" in (battle.deployment, battle.objectives)
        if is_fixed and battle.board.size == "free":
            yield fault("fixed_on_free", field="size")
        if is_fixed and battle.scenery.mode != "fixed":
            yield fault("fixed_needs_pieces", field="mode")
        if battle.board.size == "free" and battle.scenery.mode == "fixed":
            yield fault("pieces_on_free", field="mode")

    def edges(self) -> Iterator[Found]:
        """Enough edges for everybody, and those of the seats among them (SPL-SET-12, SPL-DEP-02)."""
        edges, battle = edges_of(self.battle), self.battle
        is_own = battle.board.size == "fixed"
        if is_own and not all(are_edges(edges, number) for number in range(battle.players[0], battle.players[1] + 1)):  # type: ignore[arg-type]
            yield fault("edges", field="edges")
        taken = [row.edge for row in battle.seat if row.edge != "free"]
        for row in battle.seat:
            if row.edge != "free" and (row.edge not in edges or taken.count(row.edge) > 1):
                yield fault("edge", f"seat.{row.seat}", who=gang(self.rules, row.seat))
            if row.edge == "free" and battle.deployment == "fixed":
                yield fault("no_edge", f"seat.{row.seat}", who=gang(self.rules, row.seat))

    # -- what lies

    def ground(self) -> Iterator[Found]:
        for at in self.battle.scenery.roads:
            if at not in self.squares:
                yield fault("road_off", key(at), cell=cell(at))
        for segment in map(in_order, self.battle.scenery.fences):
            if not self.parts_two(segment):
                yield fault("fence_off", field="modules_wide")

    def parts_two(self, segment: tuple[Square, Square]) -> bool:
        (x1, y1), (x2, y2) = segment
        return abs(x1 - x2) + abs(y1 - y2) == 1 and all(at in self.squares for at in squares.beside(segment))

    def pieces(self) -> Iterator[Found]:
        """Each piece on squares of the board that are neither road nor another's (SPL-SET-07)."""
        roads = frozenset(self.battle.scenery.roads)
        for piece in self.battle.scenery.pieces:
            yield from self.lies(piece.id, squares_filled(self.rules, piece), roads)

    def bases(self) -> Iterator[Found]:
        roads = frozenset(self.battle.scenery.roads)
        for base in bases(self.battle):
            yield from self.lies(base_id(base), (base.at,), roads)

    def lies(self, thing: str, filled: Sequence[Square], roads: frozenset[Square]) -> Iterator[Found]:
        if any(at not in self.squares for at in filled):
            yield fault("piece_off", thing)
        elif any(at in roads for at in filled):
            yield fault("piece_on_road", thing)
        elif any(at in self.filled for at in filled):
            yield fault("piece_on_piece", thing)
        self.filled.update(dict.fromkeys(filled, thing))

    def connection(self) -> Iterator[Found]:
        """No piece cuts the board in two (SPL-SET-08); the last one of those that do together is named."""
        laid: list[Piece] = []
        things = [Piece(each.id, each.kind, each.at) for each in self.battle.scenery.pieces]
        if self.battle.deployment == "fixed":
            things += [Piece(base_id(each), each.kind, each.at) for each in bases(self.battle)]  # type: ignore[arg-type]
        if self.is_whole(things):
            return
        for piece in things:
            laid.append(piece)
            if not self.is_whole(laid):
                yield fault("parted", piece.id)
                return

    def is_whole(self, pieces: Sequence[Piece]) -> bool:
        return connection_of(Ground(self.rules, self.board, pieces, (), ())).is_whole

    def markers(self) -> Iterator[Found]:
        """Markers lie on pieces that may bear one, of seats that play (SPL-OBJ-02)."""
        for marker in self.battle.scenery.objective_markers:
            piece = piece_of(self.battle, marker.piece)
            if piece is None:
                yield fault("marker_nowhere", field="objectives")
            elif piece.kind not in self.rules.constants.eligible:
                yield fault("no_bearer", marker.piece)
            elif marker.owner >= self.battle.players[0]:
                yield fault("marker_of_nobody", marker.piece)

    # -- who stands there

    def gang(self, row: ScenarioSeat) -> Iterator[Found]:
        """Every unit stands somewhere alone, or rides where there is room (SPL-DEP-06, SPL-TRN-01, SPL-TRN-02); an ambush has a pool that
        is larger than its squares (SPL-CAMO-10)."""
        ambush = row.ambush
        if not row.units and ambush is None:
            yield fault("no_units", f"seat.{row.seat}", who=gang(self.rules, row.seat), tool=f"unit.{row.seat}.scamp")
        for unit in row.units:
            yield from self.stands(row, unit)
        if ambush is not None:
            if len(ambush.pool) <= len(ambush.squares):
                yield fault("pool", f"seat.{row.seat}", who=gang(self.rules, row.seat))
            for name, at in zip(ambush.ids, ambush.squares, strict=True):
                yield from self.stands(row, ScenarioUnit(name, "scamp", at))

    def stands(self, row: ScenarioSeat, unit: ScenarioUnit) -> Iterator[Found]:
        kind = self.rules.units[unit.type]
        if unit.inside is not None:
            vehicle = next((each for each in row.units if each.id == unit.inside), None)
            riders = [self.rules.units[each.type] for each in row.units if each.inside == unit.inside]
            if vehicle is None or not fits(self.rules, self.rules.units[vehicle.type], riders, 0):
                yield fault("no_room", unit.id)
        elif unit.at is None or unit.at not in self.squares or unit.at in self.filled:
            yield fault("stands_nowhere", unit.id)
        else:
            self.filled[unit.at] = unit.id
        wrong_lives = unit.lives is not None and not (kind.is_foot and 1 <= unit.lives <= kind.lives)
        wrong_damage = unit.damage is not None and not 0 <= unit.damage < max(1, kind.damage_to_eliminate)
        if wrong_lives or wrong_damage:
            yield fault("health", unit.id)
