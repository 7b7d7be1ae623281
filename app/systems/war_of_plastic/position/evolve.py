"""The position after an event: a fold that never judges and never rolls, and shares everything that did not change."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from app.engine.story import Evolve, evolving
from app.engine.types import UnitId
from app.systems.war_of_plastic.book.state import (
    Army,
    Claim,
    DrawOffer,
    Edge,
    ModeOnTurn,
    OpenManoeuvre,
    Phase,
    Position,
    Result,
    Unit,
    other,
)
from app.systems.war_of_plastic.position import events as e
from app.systems.war_of_plastic.position import events_captains as captains
from app.systems.war_of_plastic.position import events_combat as combat

PLACING: Final = frozenset({Phase.ARMIES, Phase.OBSTACLE_ROLL, Phase.OBSTACLE_ROLE, Phase.OBSTACLES})
"""The phases in which there may be a pool of obstacles."""

# ----------------------------------------------------------------------------------------------------------------- parts


def _unit(position: Position, unit: Unit) -> Position:
    return replace(position, units={**position.units, unit.id: unit})


def _change(position: Position, unit: UnitId, **changes: Any) -> Position:  # fields of Unit
    return _unit(position, replace(position.units[unit], **changes))


def _army(position: Position, army: Army, **changes: Any) -> Position:  # fields of ArmyState
    return replace(position, armies={**position.armies, army: replace(position.armies[army], **changes)})


def _open(position: Position, **changes: Any) -> Position:  # fields of OpenManoeuvre
    return position if position.open is None else replace(position, open=replace(position.open, **changes))


def _without(weapons: tuple[str, ...], weapon: str) -> tuple[str, ...]:
    """One weapon less."""
    index = weapons.index(weapon)
    return weapons[:index] + weapons[index + 1 :]


def _reached(position: Position, army: Army, unit: UnitId, edges: tuple[Edge, ...]) -> Position:
    """Remembers which edges a unit has got to (WOP-WIN-04)."""
    reached = position.armies[army].reached
    new = {edge: (*reached.get(edge, ()), unit) for edge in edges if unit not in reached.get(edge, ())}
    return _army(position, army, reached={**reached, **new}) if new else position


# ------------------------------------------------------------------------------------------------- before the first turn


def _army_submitted(position: Position, event: e.ArmySubmitted) -> Position:
    return _army(position, event.army, list=event.list)


def _army_locked(position: Position, event: e.ArmyLocked) -> Position:
    return _army(position, event.army, list_locked=True)


def _armies_revealed(position: Position, event: e.ArmiesRevealed) -> Position:
    for army, kinds in event.lists.items():
        position = _army(position, army, list=kinds)
    return replace(position, units={unit.id: unit for unit in event.units})


def _roll_decided(position: Position, event: e.RollDecided) -> Position:
    position = replace(position, army_to_act=event.higher)
    if event.purpose == "obstacles" and position.obstacles is not None:
        return replace(position, obstacles=replace(position.obstacles, army_to_place=event.higher))
    if event.purpose == "edge":
        return replace(position, deploys_first=event.lower)
    return replace(position, first_army=event.higher)


def _role_chosen(position: Position, event: e.RoleChosen) -> Position:
    position = _army(position, event.placing, role="place")
    position = _army(position, event.choosing, role="edge")
    if position.obstacles is not None:
        position = replace(position, obstacles=replace(position.obstacles, army_to_place=event.placing))
    return replace(position, deploys_first=event.placing, army_to_act=event.placing)


def _obstacle_placed(position: Position, event: e.ObstaclePlaced) -> Position:
    board = replace(position.board, pieces=(*position.board.pieces, event.piece))
    pool = position.obstacles
    if pool is not None:
        left = (*pool.remaining[: event.index], None, *pool.remaining[event.index + 1 :])
        pool = replace(pool, remaining=left, army_to_place=event.next_army, passes=0)
    return replace(position, board=board, obstacles=pool, army_to_act=event.next_army)


def _obstacle_passed(position: Position, event: e.ObstaclePassed) -> Position:
    pool = position.obstacles
    if pool is not None:
        pool = replace(pool, army_to_place=event.next_army, passes=pool.passes + 1)
    return replace(position, obstacles=pool, army_to_act=event.next_army)


def _edge_chosen(position: Position, event: e.EdgeChosen) -> Position:
    position = _army(position, event.army, edge=event.edge)
    return _army(position, other(event.army), edge=event.opposite)


def _deployed(position: Position, event: e.Deployed) -> Position:
    if event.spot is None:
        position = _change(position, event.unit, status="aboard", aboard=event.vehicle)
    else:
        spot = event.spot
        position = _change(position, event.unit, status="table", x_mm=spot.x_mm, y_mm=spot.y_mm, level=spot.level)
    return replace(position, army_to_act=event.next_army)


def _deployment_finished(position: Position, event: e.DeploymentFinished) -> Position:
    position = _army(position, event.army, deploy_finished=True)
    for unit in event.reserve:
        position = _change(position, unit, status="reserve")
    return replace(position, army_to_act=event.next_army)


def _phase_changed(position: Position, event: e.PhaseChanged) -> Position:
    pool = position.obstacles if event.phase in PLACING else None
    return replace(position, phase=event.phase, army_to_act=event.army, obstacles=pool)


# ----------------------------------------------------------------------------------------------------- turns, manoeuvres


def _turn_started(position: Position, event: e.TurnStarted) -> Position:
    position = _army(position, event.army, turn_number=event.turn)
    return replace(position, army_to_act=event.army, round=event.round, manoeuvres_used=0, open=None)


def _manoeuvre_opened(position: Position, event: e.ManoeuvreOpened) -> Position:
    return replace(position, manoeuvres_used=event.number, open=OpenManoeuvre(event.unit))


def _manoeuvre_closed(position: Position, event: e.ManoeuvreClosed) -> Position:
    return replace(_change(position, event.unit, acted_on_turn=event.turn), open=None)


def _turn_ended(position: Position, event: e.TurnEnded) -> Position:
    position = _army(position, event.army, empty_turns=event.empty_turns)
    if event.draw_lapsed:
        position = replace(position, draw_offer=None)
    return replace(position, claim=None) if event.claim_lapsed else position


def _round_ended(position: Position, event: e.RoundEnded) -> Position:
    for army, zone_rounds in event.zone_rounds.items():
        position = _army(position, army, zone_rounds=zone_rounds)
    for army, survived in event.survived.items():
        position = _army(position, army, survived=survived)
    return replace(position, stall_rounds=event.stall_rounds, combat_this_round=False)


def _moved(position: Position, event: e.Moved) -> Position:
    position = _open(position, moved=True, moved_mm=event.length_mm, mode=event.mode, left_vehicle=event.left)
    return _arrived(position, event)


def _entered(position: Position, event: e.Entered) -> Position:
    position = _open(position, entered=True, moved_mm=event.length_mm, mode=event.mode)
    for passenger in event.passengers:
        position = _change(position, passenger, status="aboard", aboard=event.unit)
    return _arrived(position, event)


def _arrived(position: Position, event: e.Moved | e.Entered) -> Position:
    """The unit where its path ended, or aboard the vehicle it ended in."""
    x, y, *level = event.path_mm[-1] if event.path_mm else (event.start.x_mm, event.start.y_mm, event.start.level)
    aboard = event.vehicle is not None
    position = _change(
        position,
        event.unit,
        status="aboard" if aboard else "table",
        aboard=event.vehicle,
        x_mm=None if aboard else x,
        y_mm=None if aboard else y,
        level=level[0] if level and not aboard else 0,
        facing_deg=event.facing_deg,
        mode_on_turn=ModeOnTurn(event.turn, event.mode),
    )
    return _reached(position, event.army, event.unit, event.edges)


def _weapon_dropped(position: Position, event: e.WeaponDropped) -> Position:
    unit = position.units[event.unit]
    position = _unit(position, replace(unit, special=_without(unit.special, event.token.weapon)))
    position = replace(position, tokens=(*position.tokens, event.token), tokens_made=position.tokens_made + 1)
    return position if event.lost else _open(position, dropped=True)


def _weapon_taken(position: Position, event: e.WeaponTaken) -> Position:
    if event.from_ is not None:
        left = _without(position.units[event.from_].special, event.weapon)
        position = _change(position, event.from_, special=left)
    position = _change(position, event.unit, special=(*position.units[event.unit].special, event.weapon))
    if event.token is None:
        return position
    return replace(position, tokens=tuple(token for token in position.tokens if token.id != event.token))


def _unstunned(position: Position, event: e.Unstunned) -> Position:
    return _change(position, event.unit, stunned=False)


def _healed(position: Position, event: e.Healed) -> Position:
    position = _change(position, event.unit, damage=event.damage, healed_on_turn=event.turn)
    if event.ready_from_turn is None:
        return position
    return _change(position, event.unit, ready_from_turn=event.ready_from_turn)


def _withdrawn(position: Position, event: e.Withdrawn) -> Position:
    place: dict[str, Any] = {"x_mm": None, "y_mm": None, "level": 0, "aboard": None}  # fields of Unit
    return _change(position, event.unit, status="reserve", ready_from_turn=event.ready_from_turn, **place)


def _survivors_waiting(position: Position, event: e.SurvivorsWaiting) -> Position:
    return replace(position, prompts=(*position.prompts, *event.prompts))


def _survivor_placed(position: Position, event: e.SurvivorPlaced) -> Position:
    spot = event.spot
    position = _change(position, event.unit, status="table", aboard=None, x_mm=spot.x_mm, y_mm=spot.y_mm, level=0)
    return replace(position, prompts=tuple(prompt for prompt in position.prompts if prompt.unit != event.unit))


# ---------------------------------------------------------------------------------------------------------------- combat


def _combat(position: Position, event: combat.Shot | combat.Fought) -> Position:
    return position if position.combat_this_round else replace(position, combat_this_round=True)


def _damage(position: Position, event: combat.Damage) -> Position:
    return _change(position, event.unit, damage=event.damage, stunned=event.stunned)


def _destroyed(position: Position, event: combat.Destroyed) -> Position:
    return _change(position, event.unit, status="destroyed", level=0, aboard=None)  # its place stays: where it fell


def _wreck_placed(position: Position, event: combat.WreckPlaced) -> Position:
    return replace(position, board=replace(position.board, pieces=(*position.board.pieces, event.piece)))


# ------------------------------------------------------------------------------------------------------------ the captains


def _delegated(position: Position, event: captains.Delegated) -> Position:
    prompts = tuple(
        replace(prompt, seat=event.seat) if prompt.unit == event.unit else prompt for prompt in position.prompts
    )
    return replace(_change(position, event.unit, handler=event.seat), prompts=prompts)


def _draw_offered(position: Position, event: captains.DrawOffered) -> Position:
    return replace(position, draw_offer=DrawOffer(event.army))


def _draw_answered(position: Position, event: captains.DrawAnswered) -> Position:
    return replace(position, draw_offer=None)


def _objective_claimed(position: Position, event: captains.ObjectiveClaimed) -> Position:
    return replace(position, claim=Claim(event.army, event.index))


def _claim_answered(position: Position, event: captains.ClaimAnswered) -> Position:
    position = replace(position, claim=None)
    if not event.yes:
        return position
    return _army(position, event.army, confirmed=(*position.armies[event.army].confirmed, event.index))


def _game_ended(position: Position, event: captains.GameEnded) -> Position:
    return replace(
        position,
        phase=Phase.FINISHED,
        army_to_act=None,
        open=None,
        prompts=(),
        draw_offer=None,
        claim=None,
        result=Result(event.winner, event.reason),
    )


evolve: Final[Evolve[Position]] = evolving(
    e.SetUp,
    {
        e.ArmySubmitted: _army_submitted,
        e.ArmyLocked: _army_locked,
        e.ArmiesRevealed: _armies_revealed,
        e.RollDecided: _roll_decided,
        e.RoleChosen: _role_chosen,
        e.ObstaclePlaced: _obstacle_placed,
        e.ObstaclePassed: _obstacle_passed,
        e.EdgeChosen: _edge_chosen,
        e.Deployed: _deployed,
        e.DeploymentFinished: _deployment_finished,
        e.PhaseChanged: _phase_changed,
        e.TurnStarted: _turn_started,
        e.ManoeuvreOpened: _manoeuvre_opened,
        e.ManoeuvreClosed: _manoeuvre_closed,
        e.TurnEnded: _turn_ended,
        e.RoundEnded: _round_ended,
        e.Moved: _moved,
        e.Entered: _entered,
        e.WeaponDropped: _weapon_dropped,
        e.WeaponTaken: _weapon_taken,
        e.Unstunned: _unstunned,
        e.Healed: _healed,
        e.Withdrawn: _withdrawn,
        e.SurvivorsWaiting: _survivors_waiting,
        e.SurvivorPlaced: _survivor_placed,
        combat.Shot: _combat,
        combat.Fought: _combat,
        combat.Damage: _damage,
        combat.Destroyed: _destroyed,
        combat.WreckPlaced: _wreck_placed,
        captains.Delegated: _delegated,
        captains.DrawOffered: _draw_offered,
        captains.DrawAnswered: _draw_answered,
        captains.ObjectiveClaimed: _objective_claimed,
        captains.ClaimAnswered: _claim_answered,
        captains.GameEnded: _game_ended,
    },
)
"""Events that are only told (rolls, stray hits, areas, boarding) fold to nothing."""
