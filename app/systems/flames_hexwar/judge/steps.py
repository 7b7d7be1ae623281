"""Which act is asked of whom now (FHW-TURN-05, FHW-SEAT-02, FHW-SEAT-03, FHW-END-02), before anything else is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from app.engine.offering import name_of
from app.engine.refusal import Refusal
from app.engine.types import Action, RuleId, Seat, UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.plan.drafting import without
from app.systems.flames_hexwar.plan.orders import draft_refused, reopen_refused
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.turn.machine import asked, prompt_of

NOT_ASKED: Final = RuleId("FHW-TURN-05")
NOT_OWN: Final = RuleId("FHW-SEAT-02")
NOT_COMMANDER: Final = RuleId("FHW-SEAT-03")
DRAWS: Final = RuleId("FHW-VIC-05")

DRAFTING: Final = frozenset(
    {"deploy", "station", "order", "deck", "air", "join", "standing", "bombard", "strike", "fire", "lift", "assault", "undraft"}
)  # fmt: skip
"""Acts that are counted in the states that a seat commits (FHW-END-02)."""
COMMITTING: Final = frozenset({"deploy_defender", "deploy_attacker", "plan", "a1_designate", "a2_designate", "e_write"})
ASKED_FOR: Final[Mapping[str, frozenset[str]]] = {
    "deploy_defender": frozenset({"deploy", "station", "commit"}),
    "deploy_attacker": frozenset({"deploy", "station", "commit"}),
    "plan": frozenset({"order", "deck", "air", "join", "standing", "undraft", "commit"}),
    "a1_designate": frozenset({"bombard", "strike", "undraft", "commit"}),
    "a2_designate": frozenset({"fire", "lift", "undraft", "commit"}),
    "b": frozenset({"activate", "pass"}),
    "c": frozenset({"activate", "pass"}),
    "d": frozenset({"activate", "pass"}),
    "e_write": frozenset({"assault", "undraft", "commit"}),
    "e_order": frozenset({"next_assault"}),
    "activation": frozenset({"dismount", "move", "mount", "fire", "lift", "close"}),
    "window": frozenset({"opportunity", "hold", "standing"}),
    "aa": frozenset({"assign_aa"}),
    "hits": frozenset({"allocate"}),
    "swap": frozenset({"swap"}),
    "new_command": frozenset({"appoint"}),
    "hero": frozenset({"shield"}),
    "special": frozenset({"appoint", "recover"}),
    "disengage": frozenset({"disengage"}),
    "fall_back": frozenset({"fall_back", "done"}),
    "assault_move": frozenset({"assault_move", "done"}),
    "defend": frozenset({"defend"}),
    "withdraw": frozenset({"stay"}),
    "continue": frozenset({"go_on"}),
    "consolidate": frozenset({"consolidate", "done"}),
}
"""State or prompt -> the acts that answer it (part 5 of the rules)."""
ANY_TIME: Final = frozenset({"resign", "offer_draw", "answer_draw"})
COMMANDERS: Final = frozenset({*ANY_TIME, "air", "strike"})
ANSWERED_FOR_A_SIDE: Final = (a.Allocate, a.Swap, a.Shield)
"""Answers about teams that stand together, which may be those of several seats of a side."""
OWN_FIELDS: Final = ("team", "platoon", "battery", "spotter", "carrier")
"""Fields that name one's own."""
TEAMS: Final = ("team", "spotter", "carrier")
"""Those of them that name a team; the others name a platoon."""
ONLY_OWN: Final[Mapping[type[Action], tuple[str, ...]]] = {
    a.Lift: ("team",),
    a.Mount: ("team",),
}
"""Acts of which another field of these may name somebody else's."""


def refused(field: Field, seat: Seat, action: Action) -> Refusal | None:
    """Why an act is not for this seat now."""
    kind = name_of(action)
    state = field.position.seats.get(seat)
    if state is None or not is_asked_for(field, seat, kind, action):
        return Refusal(NOT_ASKED)
    strange = stranger(field, seat, action)
    if strange is not None:
        return strange
    if kind in COMMANDERS and field.position.sides[state.side].commander != seat:
        return Refusal(NOT_COMMANDER)
    is_counted = kind in DRAFTING and field.position.phase in COMMITTING and not field.position.frames
    over = draft_refused(field.rules, state.made) if is_counted else None
    return None if over is None else Refusal(over, {"most": field.rules.options.draft_limit})


def is_asked_for(field: Field, seat: Seat, kind: str, action: Action | None = None) -> bool:
    """Whether a kind of act is asked of a seat now, or open to it (FHW-TURN-05)."""
    position = field.position
    if position.result is not None:
        return False
    if kind in ANY_TIME:
        return True
    state = prompt_of(position)
    if kind == "reopen":
        is_waiting = any(each != seat for each in asked(field))
        return position.phase == "plan" and position.seats[seat].committed and is_waiting
    if kind == "standing" and isinstance(action, a.Standing) and not action.in_force:
        may_put_out = position.seats[seat].in_force
        if may_put_out and position.phase not in ("deploy_defender", "deploy_attacker"):
            return True
    if seat not in asked(field) or kind not in ASKED_FOR.get(state, ()):
        return False
    if kind == "undraft" and isinstance(action, a.Undraft):
        return without(field, seat, action.draft) is not None
    if kind == "done" and state == "fall_back":
        return _is_disengaging(field)
    if kind == "recover" or (kind == "appoint" and state == "special"):
        return _fits_special(field, kind)
    return True


def _is_disengaging(field: Field) -> bool:
    frame: Any = field.position.frames[-1]
    return frame.firing is not None


def _fits_special(field: Field, kind: str) -> bool:
    frame: Any = field.position.frames[-1]
    return (kind == "recover") == bool(frame.vehicles)


def owns(field: Field, seat: Seat, name: PlatoonId) -> bool:
    """Whether a living platoon is a seat's (FHW-SEAT-02)."""
    platoon = field.platoons.get(name)
    return platoon is not None and platoon.status != "destroyed" and field.seat(name) == seat


def owns_team(field: Field, seat: Seat, name: UnitId) -> bool:
    """Whether a living team is a seat's."""
    team = field.teams.get(name)
    return team is not None and field.seat(team.platoon) == seat


def stranger(field: Field, seat: Seat, action: Action) -> Refusal | None:
    """The first team or platoon of an act that should be one's own and is not (FHW-SEAT-02)."""
    if isinstance(action, ANSWERED_FOR_A_SIDE):
        names = action.teams if isinstance(action, a.Allocate) else (action.team,)
        side = field.position.seats[seat].side
        strange = (name for name in names if name is not None and not _is_of_side(field, side, name))
        return next((Refusal(NOT_OWN, {"team": name}) for name in strange), None)
    for what, name in _own_names(action):
        is_own = owns_team(field, seat, UnitId(name)) if what in TEAMS else owns(field, seat, PlatoonId(name))
        if not is_own:
            return Refusal(NOT_OWN, {"team": name})
    carrier = action.aboard if isinstance(action, a.Deploy) else None
    return Refusal(NOT_OWN, {"team": carrier}) if carrier is not None and carrier not in field.teams else None


def _is_of_side(field: Field, side: Side, name: UnitId) -> bool:
    team = field.teams.get(name)
    return team is not None and team.side == side


@cache
def _own_fields(kind: type[Action]) -> tuple[str, ...]:
    fields = kind.__struct_fields__
    return tuple(what for what in ONLY_OWN.get(kind, OWN_FIELDS) if what in fields)


def _own_names(action: Action) -> Iterator[tuple[str, str]]:
    """What an act names as one's own: in which field, and the name."""
    for what in _own_fields(type(action)):
        value = getattr(action, what)
        if isinstance(value, str):
            yield what, value
    if isinstance(action, a.WriteAssault):
        yield from (("platoon", name) for name in action.platoons)
    if isinstance(action, a.Deck):
        yield from (("platoon", name) for name in action.cards)
    if isinstance(action, a.Standing):
        yield from (("platoon", each.platoon) for each in action.fire)
    if isinstance(action, (a.Fire, a.FireOpportunity, a.Defend, a.AssignAntiAir)):
        yield from (("team", shot.team) for shot in action.shots)


def reopen_judged(field: Field, seat: Seat) -> Refusal | None:
    """Whether a seat may reopen its plan once more (FHW-PLAN-08)."""
    found = reopen_refused(field.rules, field.position.seats[seat].reopened)
    return None if found is None else Refusal(found, {"most": field.rules.options.plan_reopens})


def draws_refused(field: Field, seat: Seat, kind: str) -> Refusal | None:
    """Offers and answers of a draw (FHW-VIC-05)."""
    position = field.position
    side = position.seats[seat].side
    if kind == "offer_draw" and (position.draw is not None or position.sides[side].offered):
        return Refusal(DRAWS)
    if kind == "answer_draw" and position.draw in (None, side):
        return Refusal(DRAWS)
    return None
