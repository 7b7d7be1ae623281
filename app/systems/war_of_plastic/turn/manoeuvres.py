"""Who may act, and which rule refuses it: the table of rules.md, "Which id a refusal names", down to the rows about targets
(WOP-MAN, WOP-TEAM-03)."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.engine.types import RuleId, Seat
from app.systems.war_of_plastic.book.state import Status, Unit, UnitType
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.ground.close_combat import is_engaged
from app.systems.war_of_plastic.ground.moment import Moment

NOT_IN_RESERVE: Final = RuleId("WOP-MAN-13")

FROM_RESERVE: Final = frozenset({"enter", "heal", "unstun"})
"""What a unit in reserve may do (WOP-MAN-13)."""

OPEN_TO_THE_WOUNDED: Final = frozenset({"move", "enter", "unstun", "heal", "withdraw"})
"""What wounded infantry may do (WOP-DMG-06): not drop, pick up or take weapons (WOP-DROP-09)."""

NOT_ABOARD: Final = frozenset({"fight", "assault", "drop_weapon", "pick_up", "take_weapon"})
"""What a passenger may not do (WOP-VEH-11); apart from that it has a manoeuvre of its own, and riding takes none of it
(WOP-MAN-12)."""


class Readiness(NamedTuple):
    """How things stand for a unit that attempts an act. ``is_open`` tells of its own manoeuvre, ``other_open`` of another's;
    ``moved``, ``entered`` and ``dropped`` of the open one."""

    attempt: str
    own_turn: bool = True
    prompt_waiting: bool = False
    handles: bool = True
    manoeuvres_used: int = 0
    is_open: bool = False
    other_open: bool = False
    moved: bool = False
    entered: bool = False
    dropped: bool = False
    status: Status = "table"
    type: UnitType = "infantry"
    damage: int = 0
    stunned: bool = False
    acted: bool = False
    engaged: bool = False


def may_act(standing: Readiness, rules: Rules) -> RuleId | None:
    """The first rule that forbids the attempt, whatever it is aimed at; ``None`` if none does."""
    return _turn_rule(standing, rules) or _state_rule(standing) or _manoeuvre_rule(standing)


def _turn_rule(s: Readiness, rules: Rules) -> RuleId | None:
    """Whose turn it is and whose manoeuvre; manoeuvres are counted for the army, whichever seat takes them
    (WOP-TEAM-05)."""
    if not s.own_turn or s.prompt_waiting:
        return RuleId("WOP-MAN-14")
    if not s.handles:
        return RuleId("WOP-TEAM-03")
    if s.status == "destroyed":
        return RuleId("WOP-MAN-15")
    if s.other_open:
        return RuleId("WOP-MAN-05")
    if s.acted:
        return RuleId("WOP-MAN-03")
    if s.manoeuvres_used >= rules.constants.manoeuvres_per_turn and not s.is_open:
        return RuleId("WOP-MAN-01")
    return None


def _state_rule(s: Readiness) -> RuleId | None:
    """What the state of the unit forbids; that of its vehicle forbids a passenger nothing (WOP-VEH-12)."""
    if s.status == "reserve" and s.attempt not in FROM_RESERVE:
        return NOT_IN_RESERVE
    if s.stunned and s.attempt != "unstun":
        return RuleId("WOP-MAN-11")
    if s.type == "infantry" and s.damage and s.attempt not in OPEN_TO_THE_WOUNDED:
        return RuleId("WOP-DMG-06")
    if s.engaged and s.attempt != "fight":
        return RuleId("WOP-CC-03")
    return None


def _manoeuvre_rule(s: Readiness) -> RuleId | None:
    """What the open manoeuvre forbids, and what is not done aboard."""
    if s.attempt in ("move", "enter") and (s.moved or s.entered):
        return RuleId("WOP-MAN-06")
    if s.attempt in ("unstun", "withdraw") and (s.moved or s.entered or s.dropped):
        return RuleId("WOP-MAN-08")
    if s.status == "aboard" and s.attempt in NOT_ABOARD:
        return RuleId("WOP-VEH-11")
    return None


def standing_of(moment: Moment, seat: Seat, unit: Unit, attempt: str) -> Readiness:
    """How things stand for a unit of the position when a seat attempts an act with it."""
    position = moment.position
    army = position.armies[unit.army]
    opened = position.open
    own = opened is not None and opened.unit == unit.id
    return Readiness(
        attempt,
        own_turn=position.army_to_act == moment.army_of(seat),
        prompt_waiting=bool(position.prompts),
        handles=moment.handles(seat, unit),
        manoeuvres_used=position.manoeuvres_used,
        is_open=own,
        other_open=opened is not None and not own,
        moved=own and opened is not None and opened.moved,
        entered=own and opened is not None and opened.entered,
        dropped=own and opened is not None and opened.dropped,
        status=unit.status,
        type=unit.type,
        damage=unit.damage,
        stunned=unit.stunned,
        acted=unit.acted_on_turn == army.turn_number,
        engaged=is_engaged(moment.field, unit),
    )


def unit_rule(moment: Moment, seat: Seat, unit: Unit, attempt: str) -> RuleId | None:
    """The first rule that forbids a seat to attempt an act with a unit, whatever it is aimed at."""
    return may_act(standing_of(moment, seat, unit, attempt), moment.rules)
