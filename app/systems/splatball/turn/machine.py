"""Who is asked, and what goes on by itself: after every act until somebody must decide (section 12 of the rules)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.engine.types import Seat
from app.systems.splatball.fire import resolving
from app.systems.splatball.muster import course
from app.systems.splatball.position.frames import AttackFrame, EndFrame, Frame, WreckFrame
from app.systems.splatball.position.state import Phase, Position, Step
from app.systems.splatball.score.story import Story
from app.systems.splatball.score.victory import seats_in_play
from app.systems.splatball.turn import turns

SET_UP: Final = frozenset({"army", "scenery", "roads", "fences", "deploy", "objectives", "markers"})
"""The phases before round 1."""


def asked(position: Position) -> tuple[Seat, ...]:
    """Every seat that the game waits for, in seat order: of what is being resolved whoever the innermost frame asks, else the seat
    whose turn or place it is; lists are handed in by all at once (SPL-ASK-01). It follows from public facts alone (SPL-HID-07)."""
    if position.phase == "over":
        return ()
    if position.frames:
        return (_asked_by_frame(position),)
    if position.phase == "army":
        return tuple(seat for seat, state in position.seats.items() if not state.is_in and not state.resigned)
    return () if position.active is None else (position.active,)


def _asked_by_frame(position: Position) -> Seat:
    frame = position.frames[-1]
    if isinstance(frame, AttackFrame):
        return position.units[frame.target if frame.step == "retreat" else frame.attacker].seat
    if isinstance(frame, WreckFrame):
        return frame.seat
    assert position.active is not None
    return position.active


def step_of(position: Position) -> str:
    """The name under which section 12 knows what is asked."""
    return name_of_step(position.phase, position.step, position.frames)


def name_of_step(phase: Phase, step: Step, frames: Sequence[Frame]) -> str:
    """The same of a phase, its step and what is being resolved: a prompt's name, or the step's."""
    if phase == "over":
        return "over"
    if not frames:
        return step
    frame = frames[-1]
    if isinstance(frame, AttackFrame):
        return frame.step
    return "passengers" if isinstance(frame, WreckFrame) else "benefit"


def begin(story: Story) -> None:
    """What follows from the set-up before anybody decides."""
    course.begin(story)
    go_on(story)


def go_on(story: Story) -> None:
    """Goes on until somebody must decide, or the game is over."""
    if not story.is_over:
        _go_on(story)


def _go_on(story: Story) -> None:
    if story.position.phase in SET_UP:
        if course.go_on(story):
            turns.begin_first_round(story)
        return
    resolving.run(story)
    position = story.position
    if story.is_over or position.frames:
        return
    seat = position.active
    assert seat is not None
    if seat in seats_in_play(position):
        return
    if position.seats[seat].resigned:  # its turn ends without SPL-TURN-04
        turns.go_to_next(story, seat)
    elif position.step != "end":  # its last unit has left the board (SPL-TURN-06)
        turns.end(story, seat)


def is_prompt(position: Position) -> bool:
    """Whether something is being resolved, which comes before anything else (SPL-ASK-02)."""
    return bool(position.frames) and not isinstance(position.frames[-1], EndFrame)
