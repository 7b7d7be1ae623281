"""How good a position is for a seat: what bots compare (section 24 of the rules). Any unit of its own, nothing that the seat does not know."""

from __future__ import annotations

from typing import Final

from app.engine.types import Seat
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.choices.outlook import expected_points
from app.systems.splatball.fire.attack import targets_from
from app.systems.splatball.march.allowance import may_fight
from app.systems.splatball.park.field import Field
from app.systems.splatball.park.ground import squares_of
from app.systems.splatball.position.state import Piece, Position, Unit
from app.systems.splatball.score.points import still_in

WON: Final = 1_000_000
POINT: Final = 100
HIDDEN: Final = 5
"""What an unrevealed enemy counts for, whatever it is."""
DOT: Final = 60
"""A counter on a piece that can be scored or used."""
STEP: Final = 6
"""A step nearer to a marker that can be scored."""
FARTHEST: Final = 20
CHICKEN: Final = 150
TO_COME: Final = 9
"""Tenths of what an activated unit may still expect to score."""
THREAT: Final = 4
"""Tenths of what enemies may expect to score against own units."""
MARKER: Final = 25


def worth(position: Position, rules: Rules, seat: Seat) -> int:
    """What a position is worth to a seat."""
    state = position.seats.get(seat)
    if state is None:
        return 0
    if position.result is not None:
        winners = position.result.winners
        return (WON if seat in winners else -WON) // (1 if len(winners) == 1 else 2)
    return _Appraisal(position, rules, seat).total()


class _Appraisal:
    """Looks at a position with the eyes of one seat."""

    def __init__(self, position: Position, rules: Rules, seat: Seat) -> None:
        self.position, self.rules, self.seat = position, rules, seat
        self.field = Field.of(position, rules)
        self.side = position.seats[seat].side

    def total(self) -> int:
        return self.score() + self.forces() + self.pieces() + self.fire()

    def score(self) -> int:
        """Own points against the best of the others'."""
        points = self.position.points
        others = max((count for side, count in points.items() if side != self.side), default=0)
        return POINT * (points[self.side] - others)

    def forces(self) -> int:
        """What could still be scored for each unit, own ones against the others'."""
        total = 0
        for unit in self.position.units.values():
            is_enemy = self.field.are_enemies(self.seat, unit.seat)
            if is_enemy and self.field.is_hidden(unit):
                total -= HIDDEN * POINT
                continue
            value = POINT * still_in(self.field.kind(unit), unit.lives, unit.damage)
            total += -value if is_enemy else value - CHICKEN * (unit.chicken**2) + MARKER * unit.marker
        return total

    def pieces(self) -> int:
        """How near own units are to what can be scored or used, and what is held already."""
        total = 0
        own = [unit.at for unit in self.position.units.values() if unit.seat == self.seat and unit.at is not None]
        for piece in self.position.pieces.values():
            is_goal = piece.objective is not None and self.field.are_enemies(self.seat, piece.objective)
            if is_goal or self.rules.terrain[piece.kind].benefit is not None:
                total += DOT * piece.hold.get(self.seat, 0)
            if is_goal and own:
                total += STEP * (FARTHEST - min(self.distance(piece, at) for at in own))
                total -= DOT * sum(count for seat, count in piece.hold.items() if seat != self.seat)
        return total

    def distance(self, piece: Piece, at: tuple[int, int]) -> int:
        """Squares from a square to the nearest one of a piece."""
        return min(self.field.distance(at, each) for each in squares_of(piece, self.rules))

    def fire(self) -> int:
        """What the seat's units may still score in this turn, and what enemies may score against them in theirs."""
        position, total = self.position, 0
        is_turn = position.active == self.seat and position.phase == "turn" and position.step != "end"
        for unit in position.units.values():
            if unit.at is None:
                continue
            if unit.seat == self.seat:
                if is_turn and self.may_still_fire(unit):
                    total += TO_COME * self.best(unit) // 10
            elif self.field.are_enemies(self.seat, unit.seat) and not self.field.is_hidden(unit):
                total -= THREAT * self.best(unit) // 10
        return total

    def may_still_fire(self, unit: Unit) -> bool:
        is_ready = (unit.activated or self.position.step == "activate") and not unit.attacked
        return is_ready and may_fight(self.rules, unit, self.field.passengers(unit.id))

    def best(self, unit: Unit) -> int:
        """The best points that a unit can expect from where it stands, in hundredths."""
        assert unit.at is not None
        shots = targets_from(self.field, unit, unit.at, unit.facing)
        return max((expected_points(self.rules, self.field, shot) for shot in shots), default=0)
