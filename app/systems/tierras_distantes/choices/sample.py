"""One legal act at random, cheaply: for random play and bots. Nothing here decides; every guess goes before the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, TypeVar

from app.engine.system import Picker
from app.engine.types import Action, Seat, UnitId
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, Player
from app.systems.tierras_distantes.book.tables import Weapon
from app.systems.tierras_distantes.choices.actors import actors_of, is_able
from app.systems.tierras_distantes.choices.climbs import act_of, climber_of
from app.systems.tierras_distantes.choices.lists import lockable
from app.systems.tierras_distantes.choices.paths import random_path
from app.systems.tierras_distantes.choices.places import sample_laid, sample_place
from app.systems.tierras_distantes.choices.time_up import time_out
from app.systems.tierras_distantes.fire.aiming import Strike, judge_strike
from app.systems.tierras_distantes.fire.dice import Pool, dice_at
from app.systems.tierras_distantes.judge.acts import Moment, player_of
from app.systems.tierras_distantes.land import lots
from app.systems.tierras_distantes.land.placing import first_place
from app.systems.tierras_distantes.march.holds import holds
from app.systems.tierras_distantes.muster.deploying import spreads, squad_of
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.events_fights import Aimed
from app.systems.tierras_distantes.position.state import Phase, Unit
from app.systems.tierras_distantes.space.distance import distance
from app.systems.tierras_distantes.turn import batches, machine

Guesses = Iterator[Action]
"""Acts that may be legal, the first to be tried first."""

FEW: Final = 3
SELDOM: Final = 12
"""One time in so many something is guessed that random play should do but now and then."""

Thing = TypeVar("Thing")


def sample(moment: Moment, seat: Seat, pick: Picker, is_legal: Callable[[Action], bool]) -> Action | None:
    """A legal act, in the word of the judge ``is_legal``, of a seat that is asked; ``None`` for all others."""
    player = player_of(moment.position, seat)
    if player is None or player not in machine.players_asked(moment.rules, moment.position):
        return None
    guesses = _PHASES[moment.position.phase](moment, player, pick)
    found = next((action for action in guesses if is_legal(action)), None)
    return found or time_out(moment, seat)


def _shuffled(things: Sequence[Thing], pick: Picker, most: int | None = None) -> Iterator[Thing]:
    """Some of these in any order."""
    left = list(things)
    for _ in range(len(left) if most is None else min(most, len(left))):
        number = pick(len(left))
        yield left[number]
        left[number] = left[-1]
        left.pop()


# ------------------------------------------------------------------------------------------------------- before play


def _squads(moment: Moment, player: Player, pick: Picker) -> Guesses:
    return _shuffled(lockable(moment.rules, moment.position, player), pick)


def _terrain(moment: Moment, player: Player, pick: Picker) -> Guesses:
    table, placed = lots.table_of(moment.position), lots.placed_of(moment.position)
    for piece in _shuffled(lots.in_hand(moment.position, player), pick):
        if pick(SELDOM) == 0:
            yield a.LeavePiece(piece.id)
        laid = sample_laid(table, placed, piece.size_mm, pick) or first_place(table, placed, piece.size_mm)
        yield a.LeavePiece(piece.id) if laid is None else a.PlacePiece(piece.id, *laid)


def _sides(moment: Moment, player: Player, pick: Picker) -> Guesses:
    return (a.ChooseSide(each) for each in _shuffled(moment.position.board.sides, pick))


def _deployment(moment: Moment, player: Player, pick: Picker) -> Guesses:
    squad = squad_of(moment.position, player)
    left = [unit for unit in squad if not unit.in_play]
    if left and pick(SELDOM) == 0:
        yield a.DeployRest(spread=pick(2) == 0 and spreads(moment.field, player))
    if not left and pick(2):
        yield a.ConfirmDeployment()
    for unit in _shuffled(left or squad, pick, FEW):
        place = sample_place(moment.field, unit, pick)
        if place is not None:
            yield a.Deploy(unit.id, *place)


# ---------------------------------------------------------------------------------------------------------- in a batch


def _batch(moment: Moment, player: Player, pick: Picker) -> Guesses:
    rules, position = moment.rules, moment.position
    ready, missing = batches.ready_of(position, player), batches.still_to_name(position)
    if batches.is_naming_awaited(rules, position):
        yield a.Activate(_some(ready, missing, pick))
        return
    most = rules.constants.actions
    able = [unit for unit in actors_of(rules, position, player) if unit.status == "ready" or unit.actions < most]
    for unit in _shuffled(able, pick):
        yield from _acts_of(moment, player, unit, pick)
        if pick(FEW) == 0:
            break
    yield a.EndBatch(_some(ready, missing, pick))


def _some(names: Sequence[UnitId], count: int, pick: Picker) -> tuple[UnitId, ...]:
    return tuple(sorted(_shuffled(names, pick, count)))


def _acts_of(moment: Moment, player: Player, unit: Unit, pick: Picker) -> Guesses:
    rules = moment.rules
    if unit.frightened:
        yield a.Rally(unit.id)
        return
    if unit.leader:
        yield from _rallies(moment, player, unit)
    if is_able(rules, "climb", unit) and (unit.climbing is not None or pick(FEW) == 0):
        yield from _climbs(moment, unit, pick)
    shoots, first = is_able(rules, "fire", unit), pick(2) == 0
    if shoots and first:
        yield from _shots(moment, player, unit, pick)
    if is_able(rules, "move", unit):
        yield from _moves(moment, player, unit, pick)
    if shoots and not first:
        yield from _shots(moment, player, unit, pick)


def _rallies(moment: Moment, player: Player, unit: Unit) -> Guesses:
    for each in moment.position.units.values():
        if each.frightened and each.player == player and each.in_play and each is not unit:
            yield a.RallyOther(unit.id, each.id)


def _climbs(moment: Moment, unit: Unit, pick: Picker) -> Guesses:
    field = moment.field
    found = list(holds(field.rules, field.land, field.table, climber_of(field, unit)))
    return (act_of(unit, hold) for hold in _shuffled(found, pick, 1))


def _moves(moment: Moment, player: Player, unit: Unit, pick: Picker) -> Guesses:
    """Anywhere; now and then with somebody else who goes the same way."""
    table, radius = moment.field.table, moment.field.body(unit.id).radius
    for _ in range(FEW):
        path = random_path(moment.field, unit, pick)
        if not all(table.holds(x * NM_PER_MM, y * NM_PER_MM, radius) for x, y in path):
            continue
        if pick(SELDOM) == 0:
            friends = [each for each in actors_of(moment.rules, moment.position, player) if each is not unit]
            for friend in _shuffled(friends, pick, 1):
                way = random_path(moment.field, friend, pick) if friend.climbing is None else path
                yield a.Move(unit.id, path, (a.GroupMove(friend.id, way),))
        yield a.Move(unit.id, path)


def _shots(moment: Moment, player: Player, unit: Unit, pick: Picker) -> Guesses:
    """At the nearest enemy, or at any."""
    field = moment.field
    enemies = [each for each in moment.position.units.values() if each.player != player and each.in_play]
    for name in _shuffled(unit.weapons, pick):
        weapon = moment.rules.weapons[name]
        near = pick(2) and enemies
        for target in [min(enemies, key=partial(_gap, unit))] if near else _shuffled(enemies, pick, 1):
            if weapon.area_radius_nm is None:
                if isinstance(judge_strike(field, player, unit.id, weapon, Aimed(target.id)), Strike):
                    yield from _shot(moment, player, unit, weapon, target, enemies, pick)
            elif target.x_mm is not None and target.y_mm is not None and target.z_mm is not None:
                far = distance(moment.rules, field.body(unit.id), field.body(target.id))
                if isinstance(dice_at(moment.rules, weapon, far), Pool):
                    yield a.FireArea(unit.id, name, target.x_mm, target.y_mm, target.z_mm)


def _gap(one: Unit, other: Unit) -> int:
    """How far apart two are, about."""
    return abs((one.x_mm or 0) - (other.x_mm or 0)) + abs((one.y_mm or 0) - (other.y_mm or 0))


def _shot(
    moment: Moment, player: Player, unit: Unit, weapon: Weapon, target: Unit, enemies: Sequence[Unit], pick: Picker
) -> Guesses:
    """At one target; now and then divided, or with others."""
    if weapon.divide and weapon.effective > 1 and len(enemies) > 1 and pick(FEW) == 0:
        other = next(each for each in _shuffled(enemies, pick) if each is not target)
        part = 1 + pick(weapon.effective - 1)
        shares = (a.Share(target.id, part), a.Share(other.id, weapon.effective - part))
        yield a.Fire(unit.id, weapon.id, split=shares)
    if pick(FEW) == 0:
        friends = [each for each in actors_of(moment.rules, moment.position, player) if each is not unit]
        with_it = tuple(a.GroupShot(each.id, each.weapons[0], target.id) for each in _shuffled(friends, pick, 1))
        if with_it:
            yield a.Fire(unit.id, weapon.id, target.id, others=with_it)
    yield a.Fire(unit.id, weapon.id, target.id)


def _over(moment: Moment, player: Player, pick: Picker) -> Guesses:
    return iter(())


_PHASES: Final[Mapping[Phase, Callable[[Moment, Player, Picker], Guesses]]] = MappingProxyType(
    {
        "squads": _squads,
        "terrain": _terrain,
        "sides": _sides,
        "deployment": _deployment,
        "batch": _batch,
        "over": _over,
    }
)
