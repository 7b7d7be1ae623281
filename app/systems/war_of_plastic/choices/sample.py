"""One legal action at random, cheaply: for random play and bots. Nothing here decides; every guess goes before the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final, TypeVar

from app.boards.measured import gap_at_most
from app.boards.plane import squared_distance
from app.engine.system import Picker
from app.engine.types import Action, Seat
from app.systems.war_of_plastic.book.state import Army, Phase, Unit
from app.systems.war_of_plastic.choices.paths import Waypoints, guess_path, sample_path
from app.systems.war_of_plastic.ground.close_combat import assault_targets, contacts, fight_targets
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.ground.places import (
    entry_place,
    first_deployment,
    is_ready,
    sample_deployment,
    sample_entry,
)
from app.systems.war_of_plastic.ground.weapons import has_hands_full, tokens_in_reach
from app.systems.war_of_plastic.muster.armies import open_lists, sample_list
from app.systems.war_of_plastic.muster.captains import claimable
from app.systems.war_of_plastic.muster.deployment import edge_of
from app.systems.war_of_plastic.muster.obstacles import allowed_edges
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.turn.phases import to_act

Guesses = Iterator[Action]
"""Actions that may be legal, the first to be tried first."""

FEW: Final = 3

Thing = TypeVar("Thing")


def sample(moment: Moment, seat: Seat, pick: Picker, is_legal: Callable[[Action], bool]) -> Action | None:
    """A legal action, in the word of the judge ``is_legal``, of a seat that is asked; ``None`` for all others. If nothing is met by chance, the unit is handed over
    to another seat."""
    army = moment.army_of(seat)
    if army is None or seat not in to_act(moment.rules, moment.position):
        return None
    guesses = chain(PHASES[moment.position.phase](moment, seat, army, pick), _handed_over(moment, army))
    return next((action for action in guesses if is_legal(action)), None)


def _handed_over(moment: Moment, army: Army) -> Guesses:
    for unit in moment.position.units.values():
        if unit.army == army:
            yield from (a.Delegate(unit.id, other_seat) for other_seat in moment.position.armies[army].seats)


def _nothing(moment: Moment, seat: Seat, army: Army, pick: Picker) -> Guesses:
    return iter(())


# ------------------------------------------------------------------------------------------------- before the first turn


def _armies(moment: Moment, seat: Seat, army: Army, pick: Picker) -> Guesses:
    if moment.position.armies[army].list is not None or (army == "B" and open_lists(moment.rules)):
        yield a.LockArmy()
    kinds = sample_list(moment.rules, pick)
    if kinds is not None:
        yield a.SubmitArmy(kinds) if pick(2) or open_lists(moment.rules) else a.LockArmy(kinds)


def _roll(moment: Moment, seat: Seat, army: Army, pick: Picker) -> Guesses:
    yield a.Roll()


def _role(moment: Moment, seat: Seat, army: Army, pick: Picker) -> Guesses:
    yield a.ChooseRole("place" if pick(2) else "edge")


def _obstacles(moment: Moment, seat: Seat, army: Army, pick: Picker) -> Guesses:
    pool = moment.position.obstacles
    left = [] if pool is None else [index for index, shape in enumerate(pool.remaining) if shape is not None]
    if left and pick(10):
        for _ in range(8):
            yield a.PlaceObstacle(
                left[pick(len(left))],
                pick(moment.table.width_mm + 1),
                pick(moment.table.height_mm + 1),
                pick(len(moment.rules.rotation.cos)),
            )
    yield a.PassObstacle()
    yield a.FinishObstacles()


def _edge(moment: Moment, seat: Seat, army: Army, pick: Picker) -> Guesses:
    edges = allowed_edges(moment)
    yield a.ChooseEdge(edges[pick(len(edges))])


def _deployment(moment: Moment, seat: Seat, army: Army, pick: Picker) -> Guesses:
    mine = [
        unit for unit in moment.position.units.values() if unit.status == "undeployed" and moment.handles(seat, unit)
    ]
    edge = edge_of(moment, army)
    if mine and pick(25):
        unit = mine[pick(len(mine))]
        if unit.type == "infantry" and pick(6) == 0:
            yield from (
                a.Deploy(unit.id, vehicle=vehicle.id)
                for vehicle in moment.field.on_table()
                if vehicle.army == army and vehicle.type == "light"
            )
        place = sample_deployment(moment.field, moment.table, edge, unit, pick)
        place = place or first_deployment(moment.field, moment.table, edge, unit)
        if place is not None:
            yield a.Deploy(unit.id, *place)
    yield a.FinishDeployment()
    for unit in mine:
        place = first_deployment(moment.field, moment.table, edge, unit)
        if place is not None:
            yield a.Deploy(unit.id, *place)


# ------------------------------------------------------------------------------------------------------------ in the turn


def _turn(moment: Moment, seat: Seat, army: Army, pick: Picker) -> Guesses:
    position = moment.position
    if position.prompts:
        yield a.PlaceSurvivor(position.prompts[0].unit)
        return
    if position.claim is not None and position.claim.army != army:
        yield a.ConfirmObjective(pick(2) == 0)
    if position.army_to_act != army:
        return
    if position.open is not None:
        unit = position.units[position.open.unit]
        if moment.handles(seat, unit) and unit.status != "destroyed":
            yield from _acts(moment, unit, pick)
        yield a.EndManoeuvre()
        return
    if pick(60) == 0:
        yield a.EndTurn()
    turn = position.armies[army].turn_number
    idle = [
        unit
        for unit in position.units.values()
        if unit.army == army
        and unit.status != "destroyed"
        and unit.acted_on_turn != turn
        and moment.handles(seat, unit)
    ]
    for _ in range(min(len(idle), 6)):
        unit = idle.pop(pick(len(idle)))
        yield from _acts(moment, unit, pick)
    yield from (a.ClaimObjective(index) for index in claimable(position, army))
    yield a.EndTurn()
    for unit in idle:
        yield from _acts(moment, unit, pick)


def _acts(moment: Moment, unit: Unit, pick: Picker) -> Guesses:
    """What a unit might do, in a random order of kinds."""
    if unit.stunned:
        yield a.Unstun(unit.id, unit.id)
        return
    if unit.status == "reserve":
        yield from _from_reserve(moment, unit, pick)
        return
    opened = moment.position.open
    kinds: list[Callable[[Moment, Unit, Picker], Guesses]] = [_combat, _shots, _arms]
    if opened is None or not (opened.moved or opened.entered):
        kinds.insert(pick(3), _moves)
    while kinds:
        yield from kinds.pop(0 if pick(4) else pick(len(kinds)))(moment, unit, pick)
    if moment.rules.options.unstun_by == "helper" and unit.type == "infantry":
        yield from (a.Unstun(unit.id, friend.id) for friend in contacts(moment.field, unit) if friend.stunned)


def _from_reserve(moment: Moment, unit: Unit, pick: Picker) -> Guesses:
    if unit.damage:
        yield a.Heal(unit.id)
        return
    if not is_ready(unit, moment.position.armies[unit.army].turn_number):
        return
    edge = edge_of(moment, unit.army)
    along = sample_entry(moment.field, moment.table, edge, unit, pick)
    if along is None:
        return
    place = entry_place(moment.table, edge, along, unit)
    path = sample_path(moment.field, moment.table, unit, pick, entering=place) if pick(4) else None
    riders = _riders(moment, unit, pick)
    if riders:
        yield a.Enter(unit.id, along, path or (), passengers=riders)
    yield a.Enter(unit.id, along, path or ())
    yield a.Enter(unit.id, along)


def _riders(moment: Moment, vehicle: Unit, pick: Picker) -> tuple[str, ...]:
    """Some ready soldiers of the same handler for a vehicle that comes in."""
    room = moment.rules.kinds[vehicle.kind].capacity
    turn = moment.position.armies[vehicle.army].turn_number
    ready = [
        unit.id
        for unit in moment.position.units.values()
        if unit.army == vehicle.army
        and unit.handler == vehicle.handler
        and unit.type == "infantry"
        and unit.status == "reserve"
        and is_ready(unit, turn)
    ]
    return tuple(ready[: pick(min(room, len(ready)) + 1)])


def _moves(moment: Moment, unit: Unit, pick: Picker) -> Guesses:
    edge = moment.position.armies[unit.army].edge
    if unit.damage and edge is not None and pick(2):
        yield a.Withdraw(unit.id)
    if unit.type == "infantry" and pick(6) == 0:
        for vehicle in moment.field.on_table():
            if vehicle.army == unit.army and vehicle.type == "light" and vehicle.id != unit.aboard:
                path = sample_path(moment.field, moment.table, unit, pick, boarding=vehicle.id)
                if path is not None:
                    yield a.Move(unit.id, path, board=vehicle.id)
    guesses = [guess_path(moment.field, unit, pick) for _ in range(1 + pick(FEW))]
    if len(guesses) > 1:
        guesses.sort(key=lambda path: _distance_to_enemy(moment, unit, path))
    yield from (a.Move(unit.id, path) for path in guesses)
    path = sample_path(moment.field, moment.table, unit, pick)
    if path is not None:
        yield a.Move(unit.id, path)


def _distance_to_enemy(moment: Moment, unit: Unit, path: Waypoints) -> int:
    """The squared distance from the end of a path to the nearest enemy."""
    end = (path[-1][0], path[-1][1])
    enemies = (moment.field.place_of(enemy) for enemy in moment.field.enemies_of(unit.army))
    return min((squared_distance(end, (place.x, place.y)) for place in enemies), default=0)


def _combat(moment: Moment, unit: Unit, pick: Picker) -> Guesses:
    """Fights and assaults with whom the unit touches."""
    yield from (a.Fight(unit.id, enemy.id) for enemy in _shuffled(fight_targets(moment.field, unit), pick))
    arms = (*unit.weapons, *unit.special)
    for vehicle in _shuffled(assault_targets(moment.field, unit), pick):
        yield from (a.Assault(unit.id, vehicle.id, weapon) for weapon in _shuffled(arms, pick))


def _shots(moment: Moment, unit: Unit, pick: Picker) -> Guesses:
    """Shots at enemies within range, the weapon and the target at random."""
    arms = (*unit.special, *unit.weapons)
    here = moment.field.place_of(unit) if arms else None
    enemies = (
        [] if here is None else [(enemy, moment.field.place_of(enemy)) for enemy in moment.field.enemies_of(unit.army)]
    )
    for weapon in _shuffled(arms, pick):
        arm = moment.rules.weapons[weapon]
        far = not moment.rules.options.premeasure and pick(4) == 0
        near = [enemy.id for enemy, there in enemies if here and (far or gap_at_most(here, there, arm.range_mm))]
        targets = _shuffled(near, pick)[:FEW]
        if arm.is_burst and len(targets) > 1 and pick(2):
            yield a.Shoot(unit.id, weapon, tuple(targets))
            yield a.Shoot(unit.id, weapon, tuple(targets[:2]))
        yield from (a.Shoot(unit.id, weapon, (target,)) for target in targets)


def _arms(moment: Moment, unit: Unit, pick: Picker) -> Guesses:
    """Weapons laid down now and then, picked up and taken over when there is a free hand."""
    if unit.type != "infantry" or unit.status != "table":
        return
    if unit.special and pick(30) == 0:
        yield a.DropWeapon(unit.id, unit.special[0])
    if has_hands_full(moment.field, unit):
        return
    yield from (a.PickUp(unit.id, t.id) for t in tokens_in_reach(moment.field, unit, moment.position.tokens))
    if pick(10) == 0:
        for friend in contacts(moment.field, unit):
            yield from (a.TakeWeapon(unit.id, friend.id, weapon) for weapon in friend.special)


def _shuffled(things: Sequence[Thing], pick: Picker) -> list[Thing]:
    left = list(things)
    return [left.pop(pick(len(left))) for _ in range(len(left))]


PHASES: Final[Mapping[Phase, Callable[[Moment, Seat, Army, Picker], Guesses]]] = MappingProxyType(
    {
        Phase.ARMIES: _armies,
        Phase.OBSTACLE_ROLL: _roll,
        Phase.OBSTACLE_ROLE: _role,
        Phase.OBSTACLES: _obstacles,
        Phase.EDGE_ROLL: _roll,
        Phase.EDGE_CHOICE: _edge,
        Phase.DEPLOYMENT: _deployment,
        Phase.FIRST_ROLL: _roll,
        Phase.TURN: _turn,
        Phase.FINISHED: _nothing,
    }
)
