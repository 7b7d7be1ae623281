"""What is done for a seat whose time is up: what gives up least (section 24 of the rules)."""

from __future__ import annotations

from app.engine.types import Action, Seat
from app.systems.splatball.choices import answers
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.muster.defaults import default_act
from app.systems.splatball.position import actions as a
from app.systems.splatball.turn.machine import asked, step_of


def time_out(moment: Moment, seat: Seat) -> Action | None:
    """The act of a seat that does not answer; ``None`` for one that is not asked."""
    if seat not in asked(moment.position):
        return None
    match step_of(moment.position):
        case "activate":
            return a.Activate()
        case "move" | "fight":
            return a.EndTurn()
        case "retreat":
            return answers.retreats(moment, seat)[0]
        case "advance":
            return a.Advance(False)
        case "passengers":
            return answers.passengers_placed(moment, seat)[0]
        case "benefit":
            return answers.not_used(moment)
    return default_act(moment.field, moment.position, seat)
