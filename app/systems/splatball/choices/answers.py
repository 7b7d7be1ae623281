"""Every answer there is to a prompt: squares of a retreat, advancing or not, places for passengers, uses of a benefit."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.types import Seat
from app.systems.splatball.fire.retreat import retreat_squares
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.march.transport import passenger_squares
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.frames import AttackFrame, EndFrame, WreckFrame
from app.systems.splatball.turn.benefits import arrivals, healable, revivable


def retreats(moment: Moment, seat: Seat) -> list[a.RetreatTo]:
    """Every square of a retreat, in row order (SPL-RET-04)."""
    frame = moment.position.frames[-1]
    assert isinstance(frame, AttackFrame)
    return [a.RetreatTo(at) for at in retreat_squares(moment.field, moment.position.units[frame.target])]


def advances(moment: Moment, seat: Seat) -> list[a.Advance]:
    """Yes or no (SPL-ADV-01)."""
    return [a.Advance(True), a.Advance(False)]


def passengers_placed(moment: Moment, seat: Seat) -> list[a.PlacePassenger]:
    """Every passenger and square (SPL-TRN-12)."""
    frame = moment.position.frames[-1]
    assert isinstance(frame, WreckFrame)
    units = moment.position.units
    return [
        a.PlacePassenger(unit, at)
        for unit in frame.passengers
        for at in passenger_squares(moment.field, frame.at, units[unit].type, frame.seat, first=frame.first)
    ]


def benefit_uses(moment: Moment, seat: Seat) -> list[a.UseBenefit]:
    """Every use of the piece that is asked about, with the default facing, and leaving it (SPL-SPC)."""
    return [*_uses(moment, seat), not_used(moment)]


def not_used(moment: Moment) -> a.UseBenefit:
    """Leaving a benefit for later."""
    frame = moment.position.frames[-1]
    assert isinstance(frame, EndFrame)
    return a.UseBenefit(frame.piece, False)


def _uses(moment: Moment, seat: Seat) -> Iterator[a.UseBenefit]:
    rules, position, field = moment
    frame = position.frames[-1]
    assert isinstance(frame, EndFrame)
    piece = position.pieces[frame.piece]
    if piece.kind == "fountain":
        for unit in healable(field, seat, piece):
            yield a.UseBenefit(piece.id, True, unit=unit.id)
        return
    where = arrivals(field, position, seat, piece)
    if piece.kind == "phone":
        for at in where:
            yield a.UseBenefit(piece.id, True, at=at)
        return
    for gone in revivable(position, rules, seat):
        for at in where:
            yield a.UseBenefit(piece.id, True, unit=gone.id, at=at)
