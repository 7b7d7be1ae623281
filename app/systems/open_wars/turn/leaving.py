"""Resignations and draws, and what is done for a seat that has left (OW-VIC-08, OW-VIC-09, OW-PRM-09)."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.open_wars.book.geometry import reading_order
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.fight import attacks, sites
from app.systems.open_wars.magic import casting
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.events import DrawAnswered, DrawOffered, GaveUp
from app.systems.open_wars.position.state import Position, Result
from app.systems.open_wars.turn import machine, turn

DRAWS: Final = RuleId("OW-VIC-09")


def offer_refusal(position: Position, seat: Seat) -> Refusal | None:
    """One offer at a time, and one per seat and turn."""
    return None if position.draw is None and seat not in position.offered else Refusal(DRAWS)


def answer_refusal(position: Position, seat: Seat) -> Refusal | None:
    """Only an open offer of another seat is answered, once."""
    draw = position.draw
    return None if draw is not None and seat != draw.seat and seat not in draw.accepted else Refusal(DRAWS)


def offer(story: Story, seat: Seat, action: object) -> None:
    """A draw is offered to all."""
    story.add(DrawOffered(seat))


def accept(story: Story, seat: Seat, action: object) -> None:
    """A seat accepts."""
    story.add(DrawAnswered(seat, accept=True))


def decline(story: Story, seat: Seat, action: object) -> None:
    """A seat declines; the offer lapses."""
    story.add(DrawAnswered(seat, accept=False))


def resign(story: Story, seat: Seat, action: object) -> None:
    """A seat gives up: its tokens leave the map, it is waited for no more. What it was asked falls away, and what others were
    asked about it is worked out again."""
    ask = story.asked.ask if story.asked is not None else None
    if ask is not None and (ask.seat == seat or ask.kind in ("bonus_target", "choose_site", "act", "pact_cast")):
        story.answer()
    story.add(GaveUp(seat))
    if ask is not None and ask.kind == "choose_unit" and ask.seat != seat and _fight_is_over(story):
        story.answer()
    for index, frame in enumerate(story.frames):
        if isinstance(frame, f.WindowFrame | f.TurnFrame) and seat in frame.queue:
            story.amend(index, replace(frame, queue=tuple(each for each in frame.queue if each != seat)))


def _fight_is_over(story: Story) -> bool:
    top = story.frames[-1]
    return isinstance(top, f.SiteFrame) and sites.end_of(story, top).over


def settle(story: Story) -> None:
    """Goes on until a seat that plays must decide; the game may be over before (OW-VIC-08, OW-VIC-09)."""
    while story.frames and not _ended(story):
        machine.run(story)
        waiting = machine.waiting_for(story.position)
        if not waiting or story.seat(waiting[0]).plays:
            return
        _default(story, waiting[0])


def _ended(story: Story) -> bool:
    """One side is left, or everybody has agreed to a draw."""
    position = story.position
    playing = [state for state in position.seats.values() if state.plays]
    sides = {state.side for state in playing}
    draw = position.draw
    if any(state.resigned for state in position.seats.values()) and len(sides) == 1:
        seats = tuple(state.seat for state in playing)
        turn.end_game(story, Result(sides.pop(), "resignation", seats))
        return True
    if draw is not None and all(state.seat in (draw.seat, *draw.accepted) for state in playing):
        turn.end_game(story, Result("draw", "agreed", (), tuple(sorted(sides))))
        return True
    return False


def first_target(ask: f.Prompt | None) -> f.Place | None:
    """In order of seat, then row, then column."""
    targets = ask.targets if ask is not None else ()
    return min(targets, key=lambda target: (target.seat, reading_order(target.cell)), default=None)


def _default(story: Story, seat: Seat) -> None:
    """What is done for a seat that has resigned: its tokens are gone, so most questions put to it fall away (OW-PRM-09)."""
    top: Any = story.frames[-1]
    if isinstance(top, f.MovementFrame):
        turn.end_movement(story, seat)
    elif isinstance(top, f.AttackFrame) and top.step == "second_attack":
        attacks.second_target(story, top, first_target(top.ask))
    elif isinstance(top, f.CastFrame) and top.step == "bonus":
        casting.bonus_target(story, top, first_target(top.ask))
    elif isinstance(top, f.CastFrame):
        story.put(replace(top, step="done", ask=None))
    else:
        story.put(replace(top, ask=None))
