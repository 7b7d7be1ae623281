"""Running what is being resolved: the innermost frame goes on until one waits for a decision (rules.md, section 22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.engine.types import Seat
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.fight import attacks, hits, sites
from app.systems.open_wars.magic import casting, windows
from app.systems.open_wars.moves import marches
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.frames import Frame
from app.systems.open_wars.position.state import Position
from app.systems.open_wars.turn import turn

Run = Callable[[Story, Any], None]  # each takes its own frame

_RUNS: Final[Mapping[type[Frame], Run]] = MappingProxyType(
    {
        f.TurnFrame: turn.run,
        f.OrdersFrame: turn.run_orders,
        f.MovementFrame: turn.run_movement,
        f.WindowFrame: windows.run,
        f.MoveFrame: marches.run,
        f.SiteFrame: sites.run,
        f.AttackFrame: attacks.run,
        f.HitsFrame: hits.run,
        f.CastFrame: casting.run,
    }
)


def run(story: Story) -> None:
    """Goes on until somebody must decide, or the game is over."""
    while story.frames and not waiting_for(story.position):
        frame = story.frames[-1]
        _RUNS[type(frame)](story, frame)


def waiting_for(position: Position) -> tuple[Seat, ...]:
    """The seats whose decision the innermost frame waits for, in seat order; empty while it has not got so far. Who has
    resigned is waited for until the defaults are given for him (OW-PRM-09)."""
    if not position.frames:
        return ()
    frame = position.frames[-1]
    if frame.ask is not None:
        return (frame.ask.seat,)
    if isinstance(frame, f.MovementFrame):
        return (frame.seat,)
    if isinstance(frame, f.WindowFrame) and not frame.fresh:
        return frame.queue[:1]
    if isinstance(frame, f.OrdersFrame):
        waiting = [seat for seat in frame.seats if not position.seats[seat].committed and position.seats[seat].plays]
        return tuple(waiting[:1]) if frame.in_turn else tuple(sorted(waiting))
    return ()
