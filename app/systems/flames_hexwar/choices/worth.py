"""How good a position is for a seat: what bots compare (part 14 of the rules), in hundredths of a point of the army list.

Nothing is looked at that the seat does not know: of the other side neither orders face down nor drafts.
"""

from __future__ import annotations

from typing import Final

from app.engine.types import Seat
from app.systems.flames_hexwar.book.kinds import Side, other
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.choices.hopes.forces import Forces
from app.systems.flames_hexwar.choices.hopes.goals_ahead import contest, shares, still_to_take
from app.systems.flames_hexwar.choices.hopes.intents import intents
from app.systems.flames_hexwar.field.field import field_of
from app.systems.flames_hexwar.position.frames import Activation, Frame
from app.systems.flames_hexwar.position.state import Position, SeatState

WON: Final = 10_000_000
DRAFTING: Final = ("deploy_defender", "deploy_attacker", "plan", "a1_designate", "a2_designate", "e_write")
UNDECIDED: Final = 100
"""A seat that has not committed."""
UNPLACED: Final = 2000
"""The same while teams are placed: planning, which follows, is undecided again."""
FIDDLING: Final = 300
"""The more it has drafted in vain the more so, by the square: else it drafts for ever."""
PLACING: Final = 2
"""The same for teams that are placed anew, each of which may be well done."""
UNSETTLED: Final = 40
"""A team between its first step and its halt, without a halt that is planned."""


def worth(position: Position, rules: Rules, seat: Seat) -> int:
    """What a position is worth to a seat."""
    state = position.seats.get(seat)
    if state is None:
        return 0
    if position.result is not None:
        return _ended(position.result.side, state.side)
    forces = Forces(field_of(rules, position), state.side)
    found = shares(forces)
    hoped = contest(forces, found) + intents(forces, still_to_take(found)) + forces.next_turn()
    return round(forces.balance() + hoped) - _undecided(position, state.side)


def _ended(winner: Side | None, side: Side) -> int:
    if winner is None:
        return -WON // 2
    return -WON if winner == other(side) else WON


def _undecided(position: Position, side: Side) -> int:
    """What a seat should come to an end with."""
    if position.frames:
        return UNSETTLED * any(_is_unsettled(position, frame, side) for frame in position.frames)
    if position.phase not in DRAFTING:
        return 0
    own = (state for state in position.seats.values() if state.side == side and not state.committed)
    is_placing = position.phase.startswith("deploy")
    return sum((UNPLACED if is_placing else UNDECIDED) + _in_vain(state, is_placing=is_placing) for state in own)


def _in_vain(state: SeatState, *, is_placing: bool) -> int:
    if is_placing:
        return PLACING * state.made**2
    drafts = state.drafts
    kept = len(drafts.orders) + len(drafts.joins) + len(drafts.bombards) + len(drafts.fires) + len(drafts.lifts)
    kept += len(drafts.assaults) + drafts.air + (drafts.strike is not None)
    return FIDDLING * max(0, state.made - kept) ** 2


def _is_unsettled(position: Position, frame: Frame, side: Side) -> bool:
    if not isinstance(frame, Activation) or frame.moving is None or position.platoons[frame.platoon].side != side:
        return False
    is_asked = frame is position.frames[-1]
    return is_asked or not frame.moving.halt
