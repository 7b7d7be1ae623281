"""Who may do what now: what is looked at before anything else, for every act (SPL-ASK, section 14 of the rules)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.splatball.position.state import DrawOffer, Position
from app.systems.splatball.score.victory import seats_in_play
from app.systems.splatball.turn.machine import asked, step_of

NOT_ASKED: Final = RuleId("SPL-ASK-01")
ANOTHER_STEP: Final = RuleId("SPL-ASK-02")
OVER: Final = RuleId("SPL-ASK-03")
NO_MORE_MOVES: Final = RuleId("SPL-TURN-03")
DRAWS: Final = RuleId("SPL-WIN-07")

ANY_TIME: Final = frozenset({"resign", "offer_draw", "answer_draw"})
"""Acts that are open to every seat in play, whoever is asked (SPL-ASK-04)."""
STEPS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "army": frozenset({"submit_army"}),
        "scenery": frozenset({"place_piece", "pass"}),
        "roads": frozenset({"place_road", "pass"}),
        "fences": frozenset({"place_fence", "pass"}),
        "edge": frozenset({"choose_edge"}),
        "deploy": frozenset({"deploy", "deploy_hq", "deploy_ammo", "finish_deploy"}),
        "objectives": frozenset({"place_objective"}),
        "markers": frozenset({"assign_markers"}),
        "activate": frozenset({"activate"}),
        "move": frozenset({"move", "end_movement", "attack", "end_turn"}),
        "fight": frozenset({"attack", "end_turn"}),
        "retreat": frozenset({"retreat_to"}),
        "advance": frozenset({"advance"}),
        "passengers": frozenset({"place_passenger"}),
        "benefit": frozenset({"benefit"}),
        "end": frozenset(),
        "over": frozenset(),
    }
)
"""What each step, or prompt, of section 12 asks for (SPL-ASK-02). Nobody shoots in another's turn, and there is no fighting but by shots
(SPL-GEN-07)."""


def refused(position: Position, seat: Seat, kind: str) -> Refusal | None:
    """Why a seat may not do an act of that kind now, whatever it says."""
    step = step_of(position)
    if kind in ANY_TIME:
        offered = {name for name, state in position.seats.items() if state.offered == position.round}
        in_play = seat in seats_in_play(position)
        rule = of_any_time(step, seat, kind, in_play=in_play, draw=position.draw, offered=offered)
    else:
        rule = of_step(step, asked(position), seat, kind)
    return None if rule is None else Refusal(rule, {"step": step})


def of_step(step: str, asked: Collection[Seat], seat: Seat, kind: str) -> RuleId | None:
    """The rule that forbids an act of a step: the game is over (SPL-ASK-03), the seat is not asked (SPL-ASK-01), the step asks for
    something else (SPL-ASK-02; after the first attack nobody moves, SPL-TURN-03)."""
    if step == "over":
        return OVER
    if seat not in asked:
        return NOT_ASKED
    if kind in STEPS[step]:
        return None
    return NO_MORE_MOVES if step == "fight" and kind in ("move", "end_movement") else ANOTHER_STEP


def of_any_time(
    step: str, seat: Seat, kind: str, *, in_play: bool, draw: DrawOffer | None, offered: Collection[Seat]
) -> RuleId | None:
    """The rule that forbids giving up, or a draw's offer or answer (SPL-ASK-04, SPL-WIN-07). ``offered``: the seats that have offered a
    draw in this round."""
    if step == "over":
        return OVER
    if not in_play:
        return NOT_ASKED
    if kind == "offer_draw" and (draw is not None or seat in offered):
        return DRAWS
    if kind == "answer_draw" and (draw is None or seat == draw.by or seat in draw.accepted):
        return DRAWS
    return None
