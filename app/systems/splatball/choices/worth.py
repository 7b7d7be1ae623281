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
from app.systems.splatball.turn.control import controllers, lingers

WON: Final = 1_000_000
POINT: Final = 100
HIDDEN: Final = 5
"""What an unrevealed enemy counts for, whatever it is."""
DOT: Final = 60
"""A counter on a piece that can be scored or used."""
SURE: Final = 9
"""Tenths of what the end of a turn will bring as things stand: a marker that is captured then, a unit that is taken off."""
UNSURE: Final = 4
"""Tenths of a marker that an enemy would capture at the end of his."""
STEP: Final = 6
"""A step nearer to a marker that can be scored."""
FARTHEST: Final = 20
CLOSER: Final = 4
"""A step nearer to the nearest enemy, for whoever is farther from all of them than ``NEAR``."""
NEAR: Final = 4
READY: Final = 3
"""A unit that was declared: whoever was not can do nothing."""
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
        return self.score() + self.forces() + self.pieces() + self.fire() - self.apart() - self.undeclared()

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
            total += -value if is_enemy else value - self.shame(unit, value) + MARKER * unit.marker
        return total

    def shame(self, unit: Unit, value: int) -> int:
        """What lingering at the headquarters will cost, should the turn end now (SPL-HQ-06)."""
        if not self.rules.options.chicken or not lingers(self.field, unit):
            return 0
        count = unit.chicken + 1
        return SURE * 2 * value // 10 if count >= self.rules.constants.chicken_rounds else CHICKEN * count**2

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
            if piece.objective is not None:
                total += self.marker(piece, is_goal=is_goal)
        return total

    def marker(self, piece: Piece, *, is_goal: bool) -> int:
        """What a marker is worth to whoever controls its piece as things stand (SPL-CTL-04, SPL-OBJ-07)."""
        total, needed = 0, self.rules.options.objective_hold
        prize = POINT * self.rules.constants.objective_points
        for seat in controllers(self.field, piece):
            held = min(needed, piece.hold.get(seat, 0) + 1)
            if seat == self.seat and is_goal:
                total += SURE * prize * held // (10 * needed)
            elif piece.objective == self.seat and self.field.are_enemies(self.seat, seat):
                total -= UNSURE * prize * held // (10 * needed)
        return total

    def undeclared(self) -> int:
        """What the running turn cannot do any more because somebody was not declared (SPL-ACT-01)."""
        if self.position.active != self.seat or self.position.step not in ("move", "fight"):
            return 0
        return READY * sum(unit.seat == self.seat and not unit.activated for unit in self.position.units.values())

    def apart(self) -> int:
        """How far armed units are from every enemy: whoever stays away scores nothing."""
        enemies = [unit.at for unit in self.field.enemies_of(self.seat) if unit.at is not None]
        own = [
            unit.at
            for unit in self.position.units.values()
            if unit.seat == self.seat and unit.at is not None and self.field.kind(unit).armed
        ]
        if not enemies:
            return 0
        far = (min(self.field.distance(at, enemy) for enemy in enemies) for at in own)
        return CLOSER * sum(max(0, min(FARTHEST, each) - NEAR) for each in far)

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
