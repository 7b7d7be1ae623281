"""The drawing of a battle in the making: the board as it is at the table, and lists of everything that can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from app.boards import squares
from app.engine.scene import Panel, Row, Scene
from app.engine.types import SEATS, SPECTATOR, BoardKind, Text, UnitId
from app.engine.workshop.base import plain
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import OWN, Fault
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.kinds import KINDS
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.view import view
from app.systems.splatball.park.ground import in_order, squares_of
from app.systems.splatball.position.state import BoardState, Piece, Position, SeatState, Unit
from app.systems.splatball.screen import drawn
from app.systems.splatball.words.names import cell, kinds, piece_name, unit_name
from app.systems.splatball.workshop.document import Battle, base_id, bases
from app.systems.splatball.workshop.forms import gang
from app.systems.splatball.workshop.laid import board_of_battle, edges_of, generated, is_legal, modules_of
from app.systems.splatball.workshop.things import away_of, marker_of

GAP: Final = "gap"


def draw(book: Book, battle: Battle, faults: Iterable[Fault] = ()) -> Scene:
    """The drawing of a battle; what lies beyond the board is on the lists alone."""
    rules = book.fresh_rules(book.resolve(battle.options), None, plain(battle))
    seen = view(_position(book, rules, battle), SPECTATOR)
    board = drawn.Board.of(rules, seen)
    parts = (drawn.ground, drawn.zones, drawn.fences, drawn.pieces, drawn.units)
    count = len(tuple(faults))
    return Scene(
        BoardKind.SQUARES,
        board.lattice.width,
        board.lattice.height,
        tuple(each for part in parts for each in part(board, seen)),
        say(rules, "drawn", "playable" if count == 0 else "to_mend", n=count),
        Text(battle.name_es, battle.name_en),
        panels=tuple(panel for panel in _panels(rules, battle) if panel.rows),
        lattice=board.lattice,
    )


def _position(book: Book, rules: Rules, battle: Battle) -> Position:
    """A position to draw: whatever has a place on the board there is."""
    board = board_of_battle(rules, battle)
    there = frozenset(board.cells())
    missing = modules_of(rules, battle)[2]
    roads, fences, pieces = _laid(book, rules, battle, there)
    if battle.deployment == "fixed":
        for base in bases(battle):
            if base.at in there:
                seat = SEATS[base.seat]
                objective = seat if base.kind == "ammo" else None
                pieces.append(Piece(base_id(base), base.kind, base.at, seat, objective))  # type: ignore[arg-type]
    return Position(
        scenario=OWN,
        options=book.resolve(battle.options),
        tables={},
        round=0,
        phase="deploy",
        step="deploy",
        active=None,
        starting_seat=None,
        order=(),
        board=BoardState(board.columns, board.rows, missing, edges_of(battle), roads, fences),  # type: ignore[arg-type]
        pieces={piece.id: piece for piece in pieces},
        seats={
            SEATS[row.seat]: SeatState(SEATS[row.seat], None if row.edge == "free" else row.edge) for row in battle.seat
        },
        points={SEATS[row.seat]: 0 for row in battle.seat},
        units={unit.id: unit for unit in _units(rules, battle, there)},
    )


def _laid(
    book: Book, rules: Rules, battle: Battle, there: frozenset[squares.Square]
) -> tuple[tuple[squares.Square, ...], tuple[squares.Side, ...], list[Piece]]:
    """Roads, fences and pieces that are to be seen."""
    scenery = battle.scenery
    if scenery.mode == "configurator" and is_legal(rules, battle):
        pieces, board = generated(book, rules, battle)
        return board.roads, board.fences, list(pieces)
    if scenery.mode != "fixed":
        return (), (), []
    owners = ((each, marker_of(battle, each.id)) for each in scenery.pieces)
    found = [Piece(each.id, each.kind, each.at, None, None if n is None else SEATS[n]) for each, n in owners]
    roads = tuple(sorted((at for at in scenery.roads if at in there), key=lambda at: (at[1], at[0])))
    fences = tuple(sorted(each for each in map(in_order, scenery.fences) if _parts(each, there)))
    return roads, fences, [piece for piece in found if all(at in there for at in squares_of(piece, rules))]


def _parts(segment: squares.Side, there: frozenset[squares.Square]) -> bool:
    (x1, y1), (x2, y2) = segment
    return abs(x1 - x2) + abs(y1 - y2) == 1 and all(at in there for at in squares.beside(segment))


def _units(rules: Rules, battle: Battle, there: frozenset[squares.Square]) -> Iterator[Unit]:
    for row in battle.seat if battle.deployment == "fixed" else ():
        seat, away = SEATS[row.seat], away_of(row)
        aboard = {unit.id for unit in row.units if unit.at in there}
        for unit in row.units:
            if unit.at in there or (unit.at is None and unit.inside in aboard):
                lives = rules.units[unit.type].lives if unit.lives is None else unit.lives
                facing = unit.facing or away
                yield Unit(unit.id, seat, unit.type, unit.at, unit.inside, facing, lives, unit.damage or 0)  # type: ignore[arg-type]
        if row.ambush is not None:
            for name, at in zip(row.ambush.ids, row.ambush.squares, strict=True):
                if at in there:
                    yield Unit(name, seat, "scamp", at, None, row.ambush.facing, 1, marker=True)


# --------------------------------------------------------------------------------------------------------------- the lists


def _panels(rules: Rules, battle: Battle) -> Iterator[Panel]:
    lists = {"seats": _seats(rules, battle), "units": _gangs(rules, battle), "laid": _things(rules, battle)}
    for name, rows in lists.items():
        yield Panel(name, say(rules, "panels", name), tuple(rows))


def _row(
    thing: str, title: Text, detail: Text | None = None, symbol: str | None = None, seat: int | None = None
) -> Row:
    side = None if seat is None else SEATS[seat].upper()
    return Row(f"thing-{thing}", title, detail, UnitId(thing), symbol, side)


def _seats(rules: Rules, battle: Battle) -> Iterator[Row]:
    for row in battle.seat:
        edge = say(rules, "values", "free_edge") if row.edge == "free" else rules.words.say("edges", row.edge)
        army = [kind for kind in KINDS for _ in range(min(row.suggested_army.get(kind, 0), 50))]
        pool = row.ambush.pool if row.ambush is not None else ()
        told = army if battle.deployment == "free" else pool
        detail = say(rules, "drawn", "seat_detail", edge=edge, army=kinds(rules, told)) if told else edge
        yield _row(f"seat.{row.seat}", gang(rules, row.seat), detail, seat=row.seat)


def _gangs(rules: Rules, battle: Battle) -> Iterator[Row]:
    for row in battle.seat if battle.deployment == "fixed" else ():
        for unit in row.units:
            where = say(rules, "drawn", "nowhere") if unit.at is None else cell(unit.at)
            if unit.inside is not None:
                vehicle = next((each for each in row.units if each.id == unit.inside), None)
                known = unit_name(rules, None if vehicle is None else vehicle.type, unit.inside)
                where = say(rules, "drawn", "aboard", vehicle=known)
            yield _row(unit.id, unit_name(rules, unit.type, unit.id), where, unit.type, row.seat)
        if row.ambush is not None:
            for name, at in zip(row.ambush.ids, row.ambush.squares, strict=True):
                yield _row(name, say(rules, "drawn", "ambush_square"), cell(at), "marker", row.seat)


def _things(rules: Rules, battle: Battle) -> Iterator[Row]:
    for base in bases(battle) if battle.deployment == "fixed" else ():
        yield _row(base_id(base), piece_name(rules, base.kind), cell(base.at), seat=base.seat)
    scenery = battle.scenery
    if scenery.mode == "fixed":
        for piece in scenery.pieces:
            owner = marker_of(battle, piece.id)
            yield _row(piece.id, piece_name(rules, piece.kind), cell(piece.at), seat=owner)
        board = frozenset(board_of_battle(rules, battle).cells())
        for segment in map(in_order, scenery.fences):
            if _parts(segment, board):
                one, other = squares.beside(segment)
                where = say(rules, "drawn", "between", one=cell(one), other=cell(other))
                yield _row(drawn.fence_id(segment), piece_name(rules, "fence"), where)
        for at in scenery.roads:
            yield _row(drawn.key(at), say(rules, "tools", "road"), cell(at))
    for column, line in battle.board.missing if battle.board.size == "fixed" else ():
        yield _row(f"{GAP}.{column}.{line}", say(rules, "drawn", "gap", column=column + 1, row=line + 1))
