"""Benefits: what a phone box, a fountain and a tree house give whoever has held them long enough (SPL-SPC)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.boards.squares import Square
from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.splatball.book.kinds import AWAY, PieceId, PieceKind, UnitKind
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import squares_of
from app.systems.splatball.park.zones import zone
from app.systems.splatball.position import events as e
from app.systems.splatball.position.actions import UseBenefit
from app.systems.splatball.position.state import Gone, Piece, Position, Unit
from app.systems.splatball.score.story import Story
from app.systems.splatball.turn.control import pieces_in_order

OTHER_PIECE = RuleId("SPL-SPC-01")
CALL = RuleId("SPL-SPC-02")
HEAL = RuleId("SPL-SPC-03")
REVIVE = RuleId("SPL-SPC-04")
ARRIVAL = RuleId("SPL-SPC-05")
NO_FACINGS = RuleId("SPL-MOVE-05")

_RULES = {"phone": CALL, "fountain": HEAL, "treehouse": REVIVE}


def is_due(rules: Rules, kind: PieceKind, counter: int) -> bool:
    """Whether a piece has been held for long enough (SPL-SPC-01)."""
    terrain = rules.terrain[kind]
    return terrain.benefit is not None and counter >= terrain.hold_rounds


def is_usable(rules: Rules, piece: Piece, seat: Seat, position: Position, field: Field) -> bool:
    """Whether a seat may use a piece now: it has held it, and there is a legal use (SPL-SPC-01, SPL-SPC-05)."""
    if not is_due(rules, piece.kind, piece.hold.get(seat, 0)):
        return False
    if piece.kind == "fountain":
        return bool(healable(field, seat, piece))
    is_of_use = not piece.used if piece.kind == "phone" else bool(revivable(position, rules, seat))
    return is_of_use and bool(arrivals(field, position, seat, piece))


def arrivals(field: Field, position: Position, seat: Seat, piece: Piece) -> tuple[Square, ...]:
    """Where a unit may arrive, in row order: free squares without piece of the seat's zone, or in contact with the piece (SPL-SPC-05)."""
    if field.rules.options.arrival == "piece":
        near = {(x + dx, y + dy) for x, y in squares_of(piece, field.rules) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        where: Iterable[Square] = near
    else:
        edge = position.seats[seat].edge
        where = () if edge is None else zone(field.rules, field.ground.board, edge, position.board.edges)
    return tuple(sorted((at for at in where if field.is_free(at)), key=lambda at: (at[1], at[0])))


def healable(field: Field, seat: Seat, piece: Piece) -> tuple[Unit, ...]:
    """Own wounded foot units that a fountain heals: any in play, or those in contact with it (SPL-SPC-03)."""
    return tuple(
        unit
        for unit in field.units.values()
        if unit.seat == seat and heals(field.rules, unit.type, unit.lives, is_near=_is_near(field, unit, piece))
    )


def heals(rules: Rules, kind: UnitKind, lives: int, *, is_near: bool) -> bool:
    """Whether a fountain does anything for a unit: a wounded one on foot, in contact with it where that is asked (SPL-SPC-03)."""
    return lives < rules.units[kind].lives and (is_near or rules.options.heal_reach == "any")


def _is_near(field: Field, unit: Unit, piece: Piece) -> bool:
    return unit.at is not None and any(each.id == piece.id for each in field.ground.contacts(unit.at))


def revivable(position: Position, rules: Rules, seat: Seat) -> tuple[Gone, ...]:
    """Own eliminated foot units, which a tree house brings back; not those that left or were chickens, nor vehicles (SPL-SPC-04)."""
    return tuple(
        gone for gone in position.gone.values() if gone.seat == seat and comes_back(rules, gone.type, gone.cause)
    )


def comes_back(rules: Rules, kind: UnitKind, cause: str) -> bool:
    """Whether a unit that is out of the game for that cause can be brought back (SPL-SPC-04)."""
    return cause == "eliminated" and rules.units[kind].is_foot


def judge(field: Field, position: Position, seat: Seat, asked: str, action: UseBenefit) -> Refusal | None:
    """Whether an answer to the question about a piece is right, in the order of section 14."""
    if action.piece != asked:
        return Refusal(OTHER_PIECE, {"piece": asked})
    if not action.use:
        return None
    piece = position.pieces[action.piece]
    refusal = _fits(field, position, seat, piece, action)
    if refusal is not None or piece.kind == "fountain":
        return refusal
    if action.at not in arrivals(field, position, seat, piece):
        return Refusal(ARRIVAL)
    if action.facing is not None and not field.rules.options.facing:
        return Refusal(NO_FACINGS)
    return None


def _fits(field: Field, position: Position, seat: Seat, piece: Piece, action: UseBenefit) -> Refusal | None:
    """Fields that do not belong to the piece, or are missing, or a unit it does nothing for (SPL-SPC-02, SPL-SPC-03, SPL-SPC-04)."""
    match piece.kind:
        case "phone":
            is_right = action.unit is None and action.at is not None
        case "fountain":
            names: Sequence[UnitId] = [unit.id for unit in healable(field, seat, piece)]
            is_right = action.unit in names and action.at is None and action.facing is None
        case _:
            names = [gone.id for gone in revivable(position, field.rules, seat)]
            is_right = action.unit in names and action.at is not None
    return None if is_right else Refusal(_RULES[piece.kind], {"piece": piece.id})


def use(story: Story, seat: Seat, action: UseBenefit) -> None:
    """What follows from a legal answer."""
    piece = story.position.pieces[action.piece]
    if not action.use:
        story.add(e.BenefitDeclined(seat, piece.id))
        return
    if piece.kind == "fountain":
        assert action.unit is not None
        unit = story.position.units[action.unit]
        story.add(e.BenefitUsed(seat, piece.id, unit.id))
        story.add(e.Healed(unit.id, story.rules.units[unit.type].lives))
        return
    arrived = _arrived(story, seat, piece, action)
    story.add(e.BenefitUsed(seat, piece.id, arrived.id, arrived))
    if piece.kind == "phone" and piece.objective is None:  # SPL-SPC-02
        story.add(e.PieceRemoved(piece.id))


def _arrived(story: Story, seat: Seat, piece: Piece, action: UseBenefit) -> Unit:
    """Who arrives: a recruit with the seat's next number, or a unit that keeps its id; at full strength and without a marker."""
    position, state = story.position, story.position.seats[seat]
    if piece.kind == "phone":
        kind = story.rules.constants.recruit
        name = UnitId(f"s{tuple(position.seats).index(seat)}u{state.next_unit}")
    else:
        assert action.unit is not None
        kind, name = position.gone[action.unit].type, action.unit
    facing = action.facing or (AWAY[state.edge] if state.edge is not None else "N")
    return Unit(name, seat, kind, at=action.at, facing=facing, lives=story.rules.units[kind].lives)


def due_pieces(story: Story, seat: Seat) -> tuple[PieceId, ...]:
    """The pieces that a seat has held for long enough, in the order of their ids: each is asked about once (SPL-SPC-01)."""
    due = (
        piece for piece in story.position.pieces.values() if is_due(story.rules, piece.kind, piece.hold.get(seat, 0))
    )
    return tuple(piece.id for piece in pieces_in_order(due))
