"""What one unit may do in its army's turn, offer by offer, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from app.boards.measured import gap_at_most
from app.engine.offering import Example
from app.engine.offers import Domain, Fields, Offer
from app.engine.refusal import Refusal
from app.engine.scene import Disc, Polygon
from app.engine.types import Text, UnitId
from app.engine.words import shaped
from app.systems.war_of_plastic.book.state import Unit
from app.systems.war_of_plastic.choices.examples import boarding_moves, entries, moves
from app.systems.war_of_plastic.choices.offering import Offering
from app.systems.war_of_plastic.fire.combat import mode_of_unit
from app.systems.war_of_plastic.fire.shooting import aim_at, may_use, shooting_mode
from app.systems.war_of_plastic.ground.boarding import boarding_refusal
from app.systems.war_of_plastic.ground.close_combat import assault_targets, contacts, fight_targets
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.ground.places import is_ready
from app.systems.war_of_plastic.ground.weapons import tokens_in_reach
from app.systems.war_of_plastic.march.movement import longest_mm, start_of
from app.systems.war_of_plastic.muster.deployment import edge_of
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.turn.manoeuvres import unit_rule

GRENADE: Final = "grenade"
WAY: Final = Fields(way="path_mm", into="board")
ENTRY: Final = Fields(way="path_mm", into="board", along="along_mm", company="passengers")
TARGET: Final = Fields(targets="target")
MOST_GROUPS: Final = 400
"""As many groups of burst targets as are looked at: twice what can be shown."""


def offers_of_unit(offering: Offering, unit: Unit) -> Iterator[Offer]:
    """Every act open to a unit now."""
    moment, seat = offering.moment, offering.seat
    for act, offers in (
        ("move", _moves),
        ("enter", _entries),
        ("shoot", _shots),
        ("fight", _fights),
        ("assault", _assaults),
        ("drop_weapon", _drops),
        ("pick_up", _pick_ups),
        ("take_weapon", _takes),
        ("unstun", _unstuns),
        ("heal", _heals),
        ("withdraw", _withdrawals),
    ):
        if unit_rule(moment, seat, unit, act) is None:
            yield from offers(offering, unit)


# ---------------------------------------------------------------------------------------------------------------- movement


def _moves(offering: Offering, unit: Unit) -> Iterator[Offer]:
    moment = offering.moment
    if unit.status == "reserve":
        return
    start = start_of(moment.field, unit)
    vehicles = _boardable(moment, unit)
    domain = Domain(
        region=(whole_table(moment),),
        start_mm=(start.x, start.y),
        longest_mm=longest_mm(moment.rules, unit),
        limits_mm=_limits(moment, unit),
        min_leg_mm=moment.rules.constants.min_leg_mm,
        levels=levels_for(moment, unit),
        units=vehicles,
        ghost=Disc(0, 0, unit.radius_mm),
        level_mm=moment.rules.constants.floor_mm,
        fields=WAY,
    )
    examples = [
        *(a.Move(unit.id, path) for path in moves(moment, unit)),
        *(a.Move(unit.id, path, board) for board, path in boarding_moves(moment, unit, vehicles)),
    ]
    yield from offering.make(examples, unit=unit.id, ask="path", domain=domain)


def _entries(offering: Offering, unit: Unit) -> Iterator[Offer]:
    moment = offering.moment
    turn = moment.position.armies[unit.army].turn_number
    if unit.status != "reserve" or not is_ready(unit, turn):
        return
    capacity = moment.rules.kinds[unit.kind].capacity if unit.type == "light" else 0
    riders = tuple(
        each.id
        for each in moment.position.units.values()
        if capacity
        and each.army == unit.army
        and each.type == "infantry"
        and each.status == "reserve"
        and is_ready(each, turn)
        and moment.handles(offering.seat, each)
    )
    domain = Domain(
        region=(whole_table(moment),),
        longest_mm=longest_mm(moment.rules, unit),
        limits_mm=_limits(moment, unit),
        min_leg_mm=moment.rules.constants.min_leg_mm,
        edge=edge_of(moment, unit.army),
        levels=levels_for(moment, unit),
        units=riders or _boardable(moment, unit),
        most=capacity,
        ghost=Disc(0, 0, unit.radius_mm),
        level_mm=moment.rules.constants.floor_mm,
        fields=ENTRY,
    )
    examples = []
    for along, path in entries(moment, unit):
        examples.append(a.Enter(unit.id, along, path))
        if riders:
            examples.append(a.Enter(unit.id, along, path, passengers=riders[:capacity]))
    yield from offering.make(examples, unit=unit.id, ask="entry", domain=domain)


def _boardable(moment: Moment, unit: Unit) -> tuple[UnitId, ...]:
    """The vehicles on the table that a soldier may get into."""
    if unit.type != "infantry":
        return ()
    return tuple(
        vehicle.id
        for vehicle in moment.field.on_table()
        if vehicle.type == "light"
        and vehicle.army == unit.army
        and boarding_refusal(moment.field, unit, vehicle.id, leaving=unit.aboard) is None
    )


def _limits(moment: Moment, unit: Unit) -> dict[str, int]:
    """The lengths at which the mode changes (WOP-MOVE-06, WOP-MOVE-07)."""
    caps = moment.rules.caps(unit.type, unit.damage)
    return {"hurt": caps.moving_mm} if caps.forced_mm is None else {"moving": caps.moving_mm, "forced": caps.forced_mm}


def levels_for(moment: Moment, unit: Unit) -> int:
    """How many floors a unit may stand on."""
    if unit.type != "infantry":
        return 1
    return max((building.piece.levels for building in moment.field.buildings), default=1)


def whole_table(moment: Moment) -> Polygon:
    """The outline of the table."""
    width, height = moment.table
    return Polygon(((0, 0), (width, 0), (width, height), (0, height)))


# ------------------------------------------------------------------------------------------------------------------ combat


def _shots(offering: Offering, unit: Unit) -> Iterator[Offer]:
    """One offer for each weapon: every target it may be fired at, with burst every order of two and three."""
    moment = offering.moment
    options = moment.rules.options
    if unit.damage and not options.damaged_vehicles_shoot:
        return
    mode = mode_of_unit(moment, unit)
    enemies = sorted(moment.field.enemies_of(unit.army), key=lambda enemy: enemy.id)
    for weapon in dict.fromkeys((*unit.weapons, *unit.special)):
        if may_use(moment.field, unit, weapon, mode=mode) is not None:
            continue
        arm = moment.rules.weapons[weapon]
        row = shooting_mode(arm, mode).row
        targets = tuple(
            enemy.id for enemy in enemies if not isinstance(aim_at(moment.field, unit, arm, enemy.id, row=row), Refusal)
        )
        most = moment.rules.constants.burst_max_shots if arm.is_burst else 1
        groups = _groups(moment, targets, most)
        label = offering.label("throw" if weapon == GRENADE else "shoot", offering.words.weapon(weapon))
        yield from offering.make(
            (a.Shoot(unit.id, weapon, group) for group in groups),
            label=label,
            unit=unit.id,
            ask="target",
            domain=Domain(units=targets, most=most, fields=Fields(targets="targets")),
        )


def _groups(moment: Moment, targets: Sequence[UnitId], most: int) -> Iterator[tuple[UnitId, ...]]:
    """Every target alone, then every order of two and of three that stand near enough to one another (WOP-BURST-03,
    WOP-BURST-04)."""
    field, spacing = moment.field, moment.rules.constants.burst_spacing_mm
    places = {target: field.place_of(field.units[target]) for target in targets}
    near = {
        target: [each for each in targets if gap_at_most(places[target], places[each], spacing)] for target in targets
    }
    groups: list[tuple[UnitId, ...]] = [(target,) for target in targets]
    yield from groups
    for _ in range(1, most):
        longer = ((*group, target) for group in groups for target in near[group[-1]])
        if moment.rules.options.burst_same_target:
            groups = list(islice(longer, MOST_GROUPS))
        else:
            groups = list(islice((group for group in longer if len(set(group)) == len(group)), MOST_GROUPS))
        yield from groups


def _fights(offering: Offering, unit: Unit) -> Iterator[Offer]:
    targets = tuple(enemy.id for enemy in fight_targets(offering.moment.field, unit))
    yield from offering.make(
        (a.Fight(unit.id, target) for target in targets),
        unit=unit.id,
        ask="target",
        domain=Domain(units=targets, most=1, fields=TARGET),
    )


def _assaults(offering: Offering, unit: Unit) -> Iterator[Offer]:
    """One offer for each weapon that may be used on a vehicle in contact."""
    targets = tuple(vehicle.id for vehicle in assault_targets(offering.moment.field, unit))
    for weapon in dict.fromkeys((*unit.weapons, *unit.special)):
        yield from offering.make(
            (a.Assault(unit.id, target, weapon) for target in targets),
            label=offering.label("assault", offering.words.weapon(weapon)),
            unit=unit.id,
            ask="target",
            domain=Domain(units=targets, most=1, fields=TARGET),
        )


# ----------------------------------------------------------------------------------------------------------- weapons, care


def _drops(offering: Offering, unit: Unit) -> Iterator[Offer]:
    weapons = tuple(dict.fromkeys(unit.special))
    examples = (a.DropWeapon(unit.id, weapon) for weapon in weapons)
    yield from offering.make(map(Example, examples, _weapon_names(offering, weapons)), unit=unit.id)


def _pick_ups(offering: Offering, unit: Unit) -> Iterator[Offer]:
    moment = offering.moment
    tokens = tokens_in_reach(moment.field, unit, moment.position.tokens)
    examples = (a.PickUp(unit.id, token.id) for token in tokens)
    names = _weapon_names(offering, [token.weapon for token in tokens])
    yield from offering.make(map(Example, examples, names), unit=unit.id)


def _takes(offering: Offering, unit: Unit) -> Iterator[Offer]:
    found = [(friend, weapon) for friend in contacts(offering.moment.field, unit) for weapon in set(friend.special)]
    found.sort(key=lambda pair: (pair[0].id, pair[1]))
    examples = (a.TakeWeapon(unit.id, friend.id, weapon) for friend, weapon in found)
    names = []
    for friend, weapon in found:
        name = offering.words.weapon(weapon)
        names.append(shaped("{name} ({friend})", name=name, friend=friend.id))
    yield from offering.make(map(Example, examples, names), unit=unit.id)


def _unstuns(offering: Offering, unit: Unit) -> Iterator[Offer]:
    moment = offering.moment
    stunned = (each.id for each in moment.position.units.values() if each.army == unit.army and each.stunned)
    targets = [unit.id] if unit.stunned else list(stunned) if moment.rules.options.unstun_by == "helper" else []
    examples = [a.Unstun(unit.id, target) for target in targets]
    if unit.stunned:
        yield from offering.make(examples, unit=unit.id, ask="button")
        return
    domain = Domain(units=tuple(targets), most=1, fields=TARGET)
    yield from offering.make(examples, unit=unit.id, ask="target", domain=domain)


def _heals(offering: Offering, unit: Unit) -> Iterator[Offer]:
    yield from offering.make([a.Heal(unit.id)], unit=unit.id, ask="button")


def _withdrawals(offering: Offering, unit: Unit) -> Iterator[Offer]:
    yield from offering.make([a.Withdraw(unit.id)], unit=unit.id, ask="button")


def _weapon_names(offering: Offering, weapons: Iterable[str]) -> list[Text]:
    return [offering.words.weapon(weapon) for weapon in weapons]
