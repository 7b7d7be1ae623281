"""Drawables of the board: its squares, zones, fences, paint, pieces, units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from app.boards import squares
from app.boards.squares import FACINGS, Facing, Square
from app.engine.lattice import SIZE, Lattice
from app.engine.scene import Area, Cell, Disc, Drawable, Edge, Mark, Pips, Polygon, Stain, Token
from app.systems.splatball.book.kinds import Segment
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.view import HiddenUnit, View, known_units
from app.systems.splatball.park.ground import board_of
from app.systems.splatball.park.zones import zone
from app.systems.splatball.position.frames import AttackFrame, WreckFrame
from app.systems.splatball.position.state import Piece, Unit
from app.systems.splatball.words.names import kind_name, number_of, piece_name, player

RADIUS: Final = 33
PAINT: Final = 30
MOST_PAINT: Final = 3
ALL_ROUND: Final = frozenset({"cart", "marmot"})
"""Units whose facing means nothing (SPL-VEH-17)."""
DEGREES: Final[dict[Facing, int]] = {facing: (90 - 45 * n) % 360 for n, facing in enumerate(FACINGS)}
"""Counter-clockwise from the east."""
_CHALK: Final = ("road_sun", "road_hopscotch", "road_star")


class Board(NamedTuple):
    """What everything on a board is drawn by."""

    rules: Rules
    lattice: Lattice
    squares: squares.Board

    @classmethod
    def of(cls, rules: Rules, view: View) -> Board:
        """The board of a view."""
        return cls(rules, lattice_of(view.board.w, view.board.h), board_of(view.board, rules))


def lattice_of(columns: int, rows: int) -> Lattice:
    """How so many columns and rows lie: columns A, B, ... and rows 1, 2, ... from the north."""
    along = tuple(map(squares.column_name, range(columns)))
    return Lattice("square", columns, rows, along=along, upright=tuple(str(row + 1) for row in range(rows)))


def key(at: Square) -> str:
    """The id of a square: ``5,4``."""
    return f"{at[0]},{at[1]}"


def ground(board: Board, view: View) -> Iterator[Drawable]:
    """Every square: grass, or road with its chalk."""
    names = board.rules.words.table("grounds")
    roads = frozenset(view.board.roads)
    for at in board.squares.cells():
        x, y = board.lattice.middle(at)
        shade = _road(at, roads) if at in roads else _grass(at)
        name = names["road" if at in roads else "grass"]
        yield Cell(key(at), x, y, at[0], at[1], squares.name(at), name, shade)


def _grass(at: Square) -> str:
    """Daisies grow here and there, always in the same places."""
    return "grass_daisies" if (7 * at[0] + 13 * at[1] + at[0] * at[1]) % 9 == 0 else "grass"


def _road(at: Square, roads: frozenset[Square]) -> str:
    """Which way the dashes of a road run, and where children have drawn on it."""
    chalk = (11 * at[0] + 5 * at[1]) % 17
    if chalk < len(_CHALK):
        return _CHALK[chalk]
    x, y = at
    along, upright = {(x - 1, y), (x + 1, y)} & roads, {(x, y - 1), (x, y + 1)} & roads
    if along and not upright:
        return "road_along"
    return "road_upright" if upright and not along else "road"


def zones(board: Board, view: View) -> Iterator[Drawable]:
    """Deployment zones, while they matter: of edges that somebody has, or may still choose (SPL-DEP-02, SPL-DEP-03)."""
    if view.phase not in ("army", "scenery", "deploy"):
        return
    owners = {state.edge: seat for seat, state in view.seats.items() if state.edge is not None}
    for edge in view.board.edges:
        held = frozenset(zone(board.rules, board.squares, edge, view.board.edges))
        seat = owners.get(edge)
        name = board.rules.words.say("panels", "edge_of", edge=board.rules.words.say("edges", edge))
        for number, shape in enumerate(_rectangles(board, held)):
            side = None if seat is None else seat.upper()
            yield Area(f"zone-{edge}-{number}", "deployment", shape, name, layer="zone", side=side)


def _rectangles(board: Board, held: frozenset[Square]) -> Iterator[Polygon]:
    """Some squares as rectangles: columns that hold the same rows belong together."""
    columns: list[tuple[int, int, tuple[int, ...]]] = []
    for x in sorted({x for x, _ in held}):
        rows = tuple(sorted(y for column, y in held if column == x))
        if columns and columns[-1][1] == x - 1 and columns[-1][2] == rows:
            columns[-1] = (columns[-1][0], x, rows)
        else:
            columns.append((x, x, rows))
    for first, last, rows in columns:
        start = rows[0]
        for row, after in zip(rows, (*rows[1:], None), strict=True):
            if after != row + 1:
                yield _box(board, first, start, last, row)
                start = after if after is not None else row


def _box(board: Board, left: int, top: int, right: int, bottom: int) -> Polygon:
    height = board.lattice.height
    west, east = SIZE * left, SIZE * (right + 1)
    north, south = height - SIZE * top, height - SIZE * (bottom + 1)
    return Polygon(((west, south), (east, south), (east, north), (west, north)))


def fence_id(segment: Segment) -> str:
    """The id of a segment of fence: by the two squares that it parts."""
    return "fence-" + "-".join(map(squares.name, squares.beside(segment)))


def fences(board: Board, view: View) -> Iterator[Drawable]:
    """Fences, each segment on the line between its two squares."""
    name = piece_name(board.rules, "fence")
    for segment in view.board.fences:
        one, other = squares.beside(segment)
        (x1, y1), (x2, y2) = board.lattice.side(one, other)
        between = (squares.name(one), squares.name(other))
        yield Edge(fence_id(segment), x1, y1, x2, y2, "fence", name, between)


def paint(board: Board, view: View) -> Iterator[Drawable]:
    """Splats stay where they landed: one for each success, a few for each square (section 24 of the rules)."""
    for number, splat in enumerate(view.splats):
        x, y = board.lattice.middle(splat.square)
        for drop in range(min(splat.count, MOST_PAINT)):
            spin = 37 * number + 101 * drop
            kind = ("splat", "splat-2", "splat-3")[spin % 3]
            dx, dy = spin * 7 % 53 - 26, spin * 11 % 53 - 26
            yield Stain(
                f"splat-{number}-{drop}", x + dx, y + dy, PAINT + spin % 9, kind, splat.side.upper(), spin % 360
            )


def pieces(board: Board, view: View) -> Iterator[Drawable]:
    """Scenery: each piece on its square, or its four, with the flag of its marker and the counters of who controls it."""
    for piece in view.pieces.values():
        x, y = board.lattice.middle(piece.at)
        is_large = board.rules.terrain[piece.kind].is_large
        shape = Disc(x + SIZE / 2, y - SIZE / 2, SIZE) if is_large else Disc(x, y, SIZE / 2)
        yield Area(
            piece.id,
            piece.kind,
            shape,
            piece_name(board.rules, piece.kind),
            side=None if piece.owner is None else piece.owner.upper(),
            marks=tuple(_flags(board.rules, piece)),
            pips=tuple(_counters(board.rules, piece)),
        )


def _flags(rules: Rules, piece: Piece) -> Iterator[Mark]:
    if piece.objective is not None:
        text = rules.words.say("signs", "flag", who=player(rules, piece.objective))
        yield Mark("flag", text, side=piece.objective.upper())
    if piece.used:
        yield Mark("used", rules.words.say("signs", "used"))


def _counters(rules: Rules, piece: Piece) -> Iterator[Pips]:
    """Ends of turns that a seat has held it, as far as they count for anything (SPL-CTL-04)."""
    most = max(rules.terrain[piece.kind].hold_rounds, rules.options.objective_hold if piece.objective else 0)
    for seat, count in piece.hold.items():
        if most:
            text = rules.words.say("signs", "control", who=player(rules, seat))
            yield Pips(text, min(count, most), most, seat.upper())


def units(board: Board, view: View) -> Iterator[Drawable]:
    """Units on the board; of a hidden one a leaf, the same whatever lies under it (SPL-HID-02)."""
    riding: dict[str, int] = {}
    for unit in known_units(view).values():
        if isinstance(unit, Unit) and unit.inside is not None:
            riding[unit.inside] = riding.get(unit.inside, 0) + 1
    for unit in known_units(view).values():
        if unit.at is None:
            continue
        if isinstance(unit, HiddenUnit):
            yield _hidden(board, unit)
        else:
            yield _token(board, view, unit, riding.get(unit.id, 0))


def _hidden(board: Board, unit: HiddenUnit) -> Token:
    x, y = board.lattice.middle(unit.at)
    return Token(
        id=unit.id,
        x=x,
        y=y,
        radius=RADIUS,
        symbol="marker",
        side=unit.seat.upper(),
        name=kind_name(board.rules, "hidden"),
        label=number_of(unit.id),
        seat=unit.seat,
        on=key(unit.at),
    )


def _token(board: Board, view: View, unit: Unit, riding: int) -> Token:
    assert unit.at is not None
    x, y = board.lattice.middle(unit.at)
    return Token(
        id=unit.id,
        x=x,
        y=y,
        radius=RADIUS,
        symbol=unit.type,
        side=unit.seat.upper(),
        name=kind_name(board.rules, unit.type),
        label=number_of(unit.id),
        seat=unit.seat,
        facing_deg=DEGREES[unit.facing],
        spent=is_spent(view, unit),
        active=is_active(view, unit),
        marks=tuple(marks(board.rules, unit)),
        passengers=riding,
        front=board.rules.options.facing and unit.type not in ALL_ROUND,
        on=key(unit.at),
        pips=(health(board.rules, unit),),
    )


def is_spent(view: View, unit: Unit) -> bool:
    """Whether a unit of the seat whose turn it is does nothing more in it: not declared, or it has attacked."""
    if unit.seat != view.active or view.phase != "turn" or view.step == "activate":
        return False
    return not unit.activated or unit.attacked or (view.step == "fight" and unit.turned)


def is_active(view: View, unit: Unit) -> bool:
    """Whether something is being decided about a unit."""
    frame = view.frames[-1] if view.frames else None
    if isinstance(frame, AttackFrame):
        return unit.id == (frame.target if frame.step == "retreat" else frame.attacker)
    return isinstance(frame, WreckFrame) and unit.id in frame.passengers


def marks(rules: Rules, unit: Unit) -> Iterator[Mark]:
    """What a unit has done in this turn, its marker, how long it has lingered, what it carries."""
    say = rules.words.say
    for sign, holds in (("moved", unit.has_moved), ("turned", unit.turned), ("attacked", unit.attacked)):
        if holds:
            yield Mark(sign, say("signs", sign))
    if unit.marker:
        yield Mark("leaf", say("signs", "leaf"))
    if unit.chicken:
        most = rules.constants.chicken_rounds
        yield Mark("chicken", say("signs", "chicken", n=unit.chicken, most=most), unit.chicken)
    if unit.fences_aboard:
        yield Mark("fences", say("signs", "fences", n=unit.fences_aboard), unit.fences_aboard)


def health(rules: Rules, unit: Unit) -> Pips:
    """Lives left of a foot unit, damage of a vehicle."""
    kind = rules.units[unit.type]
    if kind.is_foot:
        return Pips(rules.words.say("signs", "lives"), unit.lives, kind.lives)
    return Pips(rules.words.say("signs", "damage"), unit.damage, kind.damage_to_eliminate)
