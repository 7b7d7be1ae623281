"""What is only meant: orders, designations, entries and holds count by what they may still come to (part 14 of the rules)."""

from __future__ import annotations

from typing import Final

from app.boards.hexes import Hex
from app.systems.flames_hexwar.assault.numbers import MAY_ASSAULT
from app.systems.flames_hexwar.book.kinds import Order, PlatoonId, Special, hex_of
from app.systems.flames_hexwar.choices.hopes.exchanges import assaults, still
from app.systems.flames_hexwar.choices.hopes.forces import Forces, Stand
from app.systems.flames_hexwar.choices.hopes.goals_ahead import (
    FIGHTING,
    HEX,
    OTHERS,
    contested,
    nearest,
    urgency,
)
from app.systems.flames_hexwar.fire.numbers import SIX
from app.systems.flames_hexwar.plan.orders import blank_order
from app.systems.flames_hexwar.plan.planning import has_card, status_of
from app.systems.flames_hexwar.position.actions import Bombard, Shot
from app.systems.flames_hexwar.position.state import Drafts, Platoon

BEFORE: Final = ("deploy_defender", "deploy_attacker")
COVERING: Final = ("plan", "a1_designate", "a1_resolve", "a2_designate")
MOVES: Final = (*COVERING, "a2_resolve", "b", "c")
UNTIL_ASSAULTS: Final = (*MOVES, "e_write")
COVER_FIRE: Final = 0.9
STILL_FIRE: Final = 0.6
"""Covering fire that is not designated yet."""
MOVED_FIRE: Final = 0.8
KEPT_FIRE: Final = 0.5
WATCH: Final = 30
"""Keeping watch is something even without a target."""
ACTIVE_FIRE: Final = 0.9
PROGRESS: Final = 0.7
RISK: Final = 0.8
"""A double move under fire costs so much of what may hit it once more."""
DIG: Final = {"A": 20, "B": 120}
REORGANISE: Final = 600
COMMAND: Final = 500
FREE: Final = 400
CALL: Final = 300
BOMBARD: Final = 0.5


def intents(forces: Forces, taking: tuple[Hex, ...]) -> float:
    """What own platoons may still do this turn, towards what is to be taken among the rest."""
    if forces.field.position.phase in BEFORE:
        return 0
    drafted = [state.drafts for state in forces.field.position.seats.values() if state.side == forces.side]
    total, against = 0.0, contested(forces) if forces.field.position.phase in UNTIL_ASSAULTS else ()
    for platoon in forces.field.platoons.values():
        if platoon.side == forces.side and has_card(forces.field, platoon):
            total += _platoon(forces, platoon, drafted, taking)
            if against and _may_assault(forces, platoon, drafted):
                total += still(forces, platoon.id, against)
    return total + assaults(forces, drafted)


def _may_assault(forces: Forces, platoon: Platoon, drafted: list[Drafts]) -> bool:
    """Whether the order on a card allows an assault that is not written yet (FHW-ASLT-03)."""
    if any(platoon.id in names for each in drafted for names in each.assaults.values()):
        return False
    is_over = (
        forces.field.position.phase == "e_write"
        and forces.field.position.seats[forces.field.seat(platoon.id)].committed
    )
    return not is_over and _order(forces, platoon, drafted)[0] in MAY_ASSAULT


def _order(forces: Forces, platoon: Platoon, drafted: list[Drafts]) -> tuple[Order | None, Special | None]:
    """The order on a card; a blank one gets what filling it gives (FHW-PLAN-12)."""
    if forces.field.position.phase != "plan":
        return platoon.order, platoon.ae
    card = next((each.orders[platoon.id] for each in drafted if platoon.id in each.orders), None)
    if card is not None:
        return card.order, card.ae
    return blank_order(forces.field.rules, forces.field.weather, status_of(platoon))


def _platoon(forces: Forces, platoon: Platoon, drafted: list[Drafts], taking: tuple[Hex, ...]) -> float:
    """What a platoon may still do this turn; once it has done its part, what it is worth with a blank card in the next, if there is one
    (FHW-PLAN-12): nobody is done with a turn early for the sake of the next one."""
    found = _this_turn(forces, platoon, drafted, taking)
    if found is not None:
        return found
    is_last = forces.field.position.turn >= forces.field.scenario.turns
    return 0 if is_last else _kept(forces, platoon, anew=True)


def _this_turn(forces: Forces, platoon: Platoon, drafted: list[Drafts], taking: tuple[Hex, ...]) -> float | None:
    """What a platoon may still do this turn; ``None`` once it has done its part."""
    phase, (order, special) = forces.field.position.phase, _order(forces, platoon, drafted)
    active = forces.activation
    if active is not None and active.platoon == platoon.id:
        if active.closing or active.fired:
            return None
        return _progress(forces, platoon, order, taking) + (
            ACTIVE_FIRE * _fire(forces, platoon.id) if phase == "c" else 0
        )
    if order == "FO":
        return _kept(forces, platoon) if phase in MOVES else None
    if platoon.done:
        return None
    if order == "FC":
        return _covering(forces, platoon, drafted) if phase in COVERING else None
    if order == "MD" and phase in MOVES:
        return _progress(forces, platoon, order, taking) + MOVED_FIRE * _fire(forces, platoon.id)
    if order == "MT" and phase in MOVES:
        return _progress(forces, platoon, order, taking) - RISK * _exposure(forces, platoon.id)
    return _special(forces, platoon, special) if order == "AE" else None


# ----------------------------------------------------------------------------------------------------------------------- fire


def _fire(forces: Forces, name: PlatoonId) -> float:
    """What a platoon may expect to hit from where its teams stand."""
    total = 0.0
    for stand in forces.of_platoon(name):
        if stand.gunner is not None and not stand.team.turn.shot:
            moved = stand.team.turn.moved != "none"
            total += forces.hits(stand.gunner._replace(moved=True) if moved else stand.gunner)
    return total


def _exposure(forces: Forces, name: PlatoonId) -> float:
    danger = forces.danger
    return sum(
        stand.worth * min(1, danger(stand.mark)) / 3 for stand in forces.of_platoon(name) if stand.mark is not None
    )


def _kept(forces: Forces, platoon: Platoon, *, anew: bool = False) -> float:
    """Opportunity fire that is left; ``anew``: in the next turn."""
    total = 0.0
    for stand in forces.of_platoon(platoon.id):
        if stand.gunner is not None and (anew or not stand.team.turn.shot):
            total += WATCH + KEPT_FIRE * forces.hits(stand.gunner)
    return total


def _covering(forces: Forces, platoon: Platoon, drafted: list[Drafts]) -> float:
    """Covering fire: once targets are designated, what is drafted."""
    phase = forces.field.position.phase
    bombard = next((each.bombards[platoon.id] for each in drafted if platoon.id in each.bombards), None)
    if bombard is not None:
        return _bombardment(forces, platoon, bombard)
    if phase != "a2_designate":
        guns = CALL if platoon.battery is not None and phase == "plan" and _may_bombard(forces) else 0
        return guns + COVER_FIRE * _fire(forces, platoon.id)
    if platoon.battery is not None and platoon.battery.designated:
        return 0
    shots = next((each.fires[platoon.id] for each in drafted if platoon.id in each.fires), None)
    if shots is None:
        is_open = not forces.field.position.seats[forces.field.seat(platoon.id)].committed
        return STILL_FIRE * _fire(forces, platoon.id) if is_open else 0
    return _declared(forces, shots)


def _may_bombard(forces: Forces) -> bool:
    return any(stand.mark is not None for stand in forces.stands[forces.enemy])


def _declared(forces: Forces, shots: tuple[Shot, ...]) -> float:
    """What shots that are written may be expected to hit."""
    teams = {stand.team.id: stand for stand in forces.stands[forces.side]}
    total = 0.0
    seen: set[str] = set()
    for shot in shots:
        stand = teams.get(shot.team)
        if stand is None or stand.gunner is None or shot.team in seen or shot.smoke:
            continue
        seen.add(shot.team)
        marks = forces.marks_of(shot.at)
        total += forces.gunnery.at(marks, forces.field.weather)(stand.gunner)
    return total


def _bombardment(forces: Forces, platoon: Platoon, act: Bombard) -> float:
    """What falls on the hexes of a bombardment."""
    if act.ammo == "smoke":
        return 0
    rules, field = forces.field.rules, forces.field
    cells = {hex_of(name) for name in act.hexes}
    need = rules.bombardment.to_hit_by_battery_skill[field.of_platoon(platoon).skill]
    odds = (SIX + 1 - need) / SIX
    total = 0.0
    for stand in forces.stands[forces.enemy]:
        if stand.at in cells and stand.mark is not None:
            total += stand.worth * odds * (0.12 if stand.kind.is_armoured else 0.35)
    return BOMBARD * total


# ---------------------------------------------------------------------------------------------------------------------- moves


def _progress(forces: Forces, platoon: Platoon, order: Order | None, found: tuple[Hex, ...]) -> float:
    """What teams that have not moved yet may still go towards what is to be taken."""
    field = forces.field
    if order not in ("MD", "MT") or not found:
        return 0
    step = HEX[forces.side] * urgency(forces)
    category = field.of_platoon(platoon).category
    step *= 1 if category in FIGHTING else OTHERS
    total = 0.0
    for stand in forces.of_platoon(platoon.id):
        if not _may_go(stand):
            continue
        allowance = field.mobility(stand.team)
        reach = allowance.move if order == "MD" else _doubled(forces, stand.at, allowance.move_double)
        far = reach if stand.at is None else nearest(stand.at, found) - 1
        total += step * max(0, min(far, reach))
    return PROGRESS * total


def _doubled(forces: Forces, at: Hex | None, reach: int) -> int:
    """How far one goes at the double before one comes too near to an enemy, as if all were in sight (FHW-MOVE-03)."""
    field, most = forces.field, forces.field.rules.options.mt_min_enemy_distance
    if at is None:
        return reach
    return next((far for far in range(reach) if field.is_enemy_near(forces.side, at, most + far + 1)), reach)


def _may_go(stand: Stand) -> bool:
    team = stand.team
    is_out = team.turn.halted or team.turn.stuck or team.bailed_out or team.bogged or team.aboard is not None
    return stand.may_hold and not is_out and team.turn.moved == "none"


def _special(forces: Forces, platoon: Platoon, special: Special | None) -> float:
    match special:
        case "dig_in":
            able = (stand for stand in forces.of_platoon(platoon.id) if stand.kind.is_foot and stand.mark is not None)
            return sum(DIG[forces.side] for stand in able if not (stand.team.foxhole or stand.team.suppressed))
        case "recce_reorganise":
            return REORGANISE if platoon.disorganised else 0
        case "appoint_command":
            return COMMAND if platoon.command not in forces.field.teams else 0
        case "recover":
            return FREE * sum(stand.team.bogged for stand in forces.of_platoon(platoon.id))
    return 0
