"""Giving up, and draws by agreement (SPL-WIN-07)."""

from __future__ import annotations

from app.engine.types import Seat
from app.systems.splatball.position import events as e
from app.systems.splatball.position.frames import AttackFrame, Frame, WreckFrame
from app.systems.splatball.position.state import Position
from app.systems.splatball.score.story import Story
from app.systems.splatball.score.victory import result_of, seats_in_play


def resign(story: Story, seat: Seat) -> None:
    """A seat gives up: its units are gone, what it was asked lapses, and the end is looked at. What goes on then is for the machine."""
    position = story.position
    if position.draw is not None:
        story.add(e.DrawLapsed())
    story.add(e.SeatResigned(seat, tuple(name for name, unit in position.units.items() if unit.seat == seat)))
    if position.round:
        story.count({})
    else:
        _look_in_set_up(story)
    if not story.is_over:
        story.flow(frames=tuple(frame for frame in position.frames if _stays(position, frame, seat)))


def _look_in_set_up(story: Story) -> None:
    """In the set-up the last side in play wins."""
    sides = {story.position.seats[seat].side for seat in seats_in_play(story.position)}
    if len(sides) == 1:
        story.add(e.GameOver(result_of(story.position, sides, "last_side")))


def _stays(position: Position, frame: Frame, seat: Seat) -> bool:
    """Whether what is being resolved goes on without a seat: an attack of its own does not, nor one on its unit that goes back, nor a
    wreck of its own, nor the end of its turn; the passengers of another's wreck are still placed."""
    if isinstance(frame, AttackFrame):
        if position.units[frame.attacker].seat == seat:
            return False
        target = position.units.get(frame.target)
        return frame.step == "advance" or target is None or target.seat != seat
    if isinstance(frame, WreckFrame):
        return frame.seat != seat
    return position.active != seat


def lapse(story: Story, before: Position) -> None:
    """An offer of a draw stands no more once a seat is out of play for want of units that was in play before (SPL-WIN-07)."""
    after = story.position
    if after.draw is not None and not story.is_over and seats_in_play(after) != seats_in_play(before):
        story.add(e.DrawLapsed())


def offer_draw(story: Story, seat: Seat) -> None:
    """A draw is offered."""
    story.add(e.DrawOffered(seat))


def answer_draw(story: Story, seat: Seat, *, accept: bool) -> None:
    """It is answered; when every other seat in play has accepted, the sides of the seats in play draw."""
    story.add(e.DrawAnswered(seat, accept))
    draw = story.position.draw
    in_play = seats_in_play(story.position)
    if draw is not None and set(in_play) <= {draw.by, *draw.accepted}:
        sides = {story.position.seats[each].side for each in in_play}
        story.add(e.GameOver(result_of(story.position, sides, "draw_agreed")))
