"""What a position is worth to an army, for bots that look one step ahead: what is left of both, what may be shot at next,
what may be lost, how near the objectives are.

A judgement and no rule: it only compares positions, nobody is refused anything by it. It looks at nothing but what is open
to all (WOP-HID-01), and at sight and cover as pieces give them: who stands between changes with every step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.boards import plane
from app.boards.measured import EDGES
from app.engine.judging import Kept
from app.engine.types import Seat
from app.systems.war_of_plastic.book.state import Army, Mode, Objective, Piece, Position, Unit, UnitType, other
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.fire.shooting import need, penalty_of, shooting_mode
from app.systems.war_of_plastic.ground.moment import army_of
from app.systems.war_of_plastic.ground.places import table_of
from app.systems.war_of_plastic.ground.protection import shelter_between, shelter_of_vehicle
from app.systems.war_of_plastic.ground.sight import terrain_sight_between
from app.systems.war_of_plastic.position.damage import harm
from app.systems.war_of_plastic.position.field import Field, Place, is_on_foot
from app.systems.war_of_plastic.turn.objectives import arrived, edge_of, matches

WON: Final = 1_000_000
POINT: Final = 100.0
"""A point of the unit table; everything below is in hundredths of points or shares of a unit."""
STUNNED: Final = 0.25
WOUNDED: Final = 0.55
IN_CARE: Final = 0.35
DAMAGED: Final = 0.2
LEAST: Final = 0.1
"""What a stun, a wound, a wound in the reserve, each damage of a vehicle take off, and what is left at least."""
OFF_TABLE: Final = 0.1
WANTED: Final = 0.5
"""What is added for units that an objective is about."""
NOW: Final = 0.9
NEXT: Final = 0.45
THEIRS: Final = 0.6
FINISHING: Final = 0.7
"""How much of a threat counts: with this turn's manoeuvres, with the next own ones, with the enemy's next ones; of one
who must first run up to a soldier who cannot fight back."""
FAR_MM: Final = 300
PER_MM_TOO_FAR: Final = 0.02
ARRIVED: Final = 2000.0
ON_THE_WAY: Final = 1500.0
IN_ZONE: Final = 60.0
ZONE_ROUND: Final = 250.0
PER_MM_FROM_ZONE: Final = 0.1
MOST_GROUNDS: Final = 8
MOST_LOOKS: Final = 50_000
MOST_LOSSES: Final = 4096


class Fighter(NamedTuple):
    """A unit on the table: where it is, what it can fire, what a hit would cost its army."""

    unit: Unit
    place: Place
    weapons: tuple[str, ...]
    loss: float


class Ground:
    """The pieces of a table with what was found out on them: who sees whom from where, how well they are covered, and what
    units are worth. What is remembered is a function of these pieces, these rules and what it is asked."""

    def __init__(self, pieces: tuple[Piece, ...], rules: Rules) -> None:
        self.rules: Final = rules
        self._field: Final = Field({}, pieces, rules)
        self._looks: Final = lru_cache(MOST_LOOKS)(self._look)
        self._losses: Final = lru_cache(MOST_LOSSES)(self._loss)

    def look(self, one: Fighter, enemy: Fighter) -> tuple[bool, int]:
        """Whether terrain leaves an enemy in view, and the enemy's protection."""
        return self._looks(one.place, is_on_foot(one.unit), enemy.place, enemy.unit.type)

    def _look(self, here: Place, on_foot: bool, there: Place, kind: UnitType) -> tuple[bool, int]:
        if kind == "infantry":
            cover = shelter_between(self._field, here, there, on_foot=on_foot)
        else:
            cover = shelter_of_vehicle(self._field, kind)
        return terrain_sight_between(self._field, here, there).in_view, cover.value

    def loss(self, unit: Unit, round_number: int) -> float:
        """What a unit on the table loses of its worth by a damage roll, on average."""
        return self._losses(unit.kind, unit.type, unit.damage, unit.stunned, round_number)

    def _loss(self, kind: str, type_: UnitType, damage: int, stunned: bool, round_number: int) -> float:
        rules, sides = self.rules, self.rules.constants.die_sides
        rolled = [harm(rules, type_, damage, die, stunned=stunned) for die in range(1, sides + 1)]
        left = sum(
            self._value(kind, type_, each.damage, each.stunned, round_number) for each in rolled if not each.destroyed
        )
        return self._value(kind, type_, damage, stunned, round_number) - left / sides

    def value(self, unit: Unit, round_number: int) -> float:
        """What a unit is worth as it is."""
        value = self._value(unit.kind, unit.type, unit.damage, unit.stunned, round_number)
        if unit.status in ("reserve", "undeployed"):
            whole = self._value(unit.kind, unit.type, 0, False, round_number)
            value -= whole * (IN_CARE - WOUNDED if unit.damage else OFF_TABLE)
        return value

    def _value(self, kind: str, type_: UnitType, damage: int, stunned: bool, round_number: int) -> float:
        hurt = WOUNDED * bool(damage) if type_ == "infantry" else DAMAGED * damage
        lasting = self._lasting(round_number)
        return self.rules.kinds[kind].points * POINT * max(LEAST, 1 - (hurt + STUNNED * stunned) * lasting)

    def _lasting(self, round_number: int) -> float:
        """How much of a hurt still counts: where points decide in the end, only who has fallen is counted (WOP-WIN-08)."""
        options = self.rules.options
        if not options.max_rounds or options.at_limit != "points":
            return 1.0
        return 1 - (min(round_number, options.max_rounds) / options.max_rounds) ** 2


class Appraiser:
    """Says what positions are worth, and remembers the grounds it looked at last."""

    def __init__(self) -> None:
        self._ground: Final = Kept(Ground, MOST_GROUNDS)

    def worth(self, position: Position, rules: Rules, seat: Seat) -> int:
        """The worth of a position to a seat's army in hundredths of points: as good for it as it is bad for the other, but
        for what may be done next; 0 for who has no seat."""
        army = army_of(position, seat)
        if army is None:
            return 0
        if position.result is not None:
            return WON * ((position.result.winner == army) - (position.result.winner == other(army)))
        ground = self._ground(position.board.pieces, rules)
        mine, theirs = (_standing(ground, position, each) for each in (army, other(army)))
        total = _left(ground, position, army) - _left(ground, position, other(army))
        total += _nearness(position, army, mine) - _nearness(position, other(army), theirs)
        return round(total + _prospects(ground, position, army, mine, theirs))


def _standing(ground: Ground, position: Position, army: Army) -> list[Fighter]:
    """The units of an army on the table, whom it would cost most to lose first."""
    found = [
        Fighter(
            unit,
            Place(unit.x_mm, unit.y_mm, unit.radius_mm, unit.level),
            (*unit.weapons, *unit.special),
            ground.loss(unit, position.round),
        )
        for unit in position.units.values()
        if unit.army == army and unit.status == "table" and unit.x_mm is not None and unit.y_mm is not None
    ]
    return sorted(found, key=lambda one: -one.loss)


# --------------------------------------------------------------------------------------------------------------- what is left


def _left(ground: Ground, position: Position, army: Army) -> float:
    """What an army has left; units that an objective of either side is about count more."""
    own, enemy = position.armies[army].objectives, position.armies[other(army)].objectives
    aims = [aim for aim in own.list if aim.type in ("reach_edge", "survive") and aim.filter is not None]
    aims += [aim for aim in enemy.list if aim.type == "destroy_matching"]
    total = 0.0
    for unit in position.units.values():
        if unit.army == army and unit.status != "destroyed":
            value = ground.value(unit, position.round)
            total += value * (1 + WANTED * any(matches(unit, aim) for aim in aims))
    return total


# ------------------------------------------------------------------------------------------------------------ what may follow


def _prospects(
    ground: Ground, position: Position, army: Army, mine: Sequence[Fighter], theirs: Sequence[Fighter]
) -> float:
    """The best that the manoeuvres left in this turn may do, that the next own ones may do, less what the enemy's may."""
    most = ground.rules.constants.manoeuvres_per_turn
    threats = {one.unit.id: _threat(ground, one, theirs) for one in mine}
    total = NEXT * _best(threats.values(), most)
    total -= THEIRS * _best((_threat(ground, one, mine) for one in theirs), most)
    total -= PER_MM_TOO_FAR * sum(_too_far(one, theirs) for one in mine if not one.unit.damage)
    if position.army_to_act != army:
        return total
    opened, turn = position.open, position.armies[army].turn_number
    acting = None if opened is None else opened.unit
    idle = (threats[one.unit.id] for one in mine if one.unit.acted_on_turn != turn and one.unit.id != acting)
    total += NOW * _best(idle, most - position.manoeuvres_used)
    if opened is not None:
        after = (_threat(ground, one, theirs, opened.mode, moved=True) for one in mine if one.unit.id == acting)
        total += NOW * sum(after)
    return total


def _best(threats: Iterable[float], most: int) -> float:
    return sum(sorted(threats, reverse=True)[:most])


def _too_far(one: Fighter, enemies: Sequence[Fighter]) -> float:
    """How far beyond a short walk the nearest enemy is."""
    x, y = one.place.x, one.place.y
    nearest = min(((x - e.place.x) ** 2 + (y - e.place.y) ** 2 for e in enemies), default=0)
    return max(0.0, float(nearest**0.5) - FAR_MM)


def _threat(
    ground: Ground, one: Fighter, enemies: Iterable[Fighter], mode: Mode = Mode.STATIONARY, *, moved: bool = False
) -> float:
    """The most that a unit may expect to do to an enemy with one act, from where it is; ``enemies`` whom it would cost most
    first. One who has not ``moved`` may still run up to a soldier who cannot fight back."""
    unit = one.unit
    if unit.stunned or (unit.damage and unit.type == "infantry"):
        return 0.0
    rules = ground.rules
    touch = rules.constants.contact_mm
    run = touch if moved else rules.classes[unit.type].forced_mm
    best = 0.0
    for enemy in enemies:
        if enemy.loss <= best:
            break
        between = one.place.radius + enemy.place.radius
        square = (one.place.x - enemy.place.x) ** 2 + (one.place.y - enemy.place.y) ** 2
        is_helpless = enemy.unit.type == "infantry" and (enemy.unit.damage > 0 or enemy.unit.stunned)
        if is_helpless and unit.type == "infantry" and square <= (run + between) ** 2:
            best = max(best, enemy.loss * (1 if square <= (touch + between) ** 2 else FINISHING))
        best = max(best, enemy.loss * _chance(ground, one, enemy, mode, square, between))
    return best


def _chance(ground: Ground, one: Fighter, enemy: Fighter, mode: Mode, square: int, between: int) -> float:
    """The best chance of a hit that any weapon gives; ``square`` is the squared distance of the two centres."""
    rules = ground.rules
    best = 0.0
    for weapon in one.weapons:
        arm = rules.weapons[weapon]
        if square > (arm.range_mm + between) ** 2:
            continue
        row, may_fire = shooting_mode(arm, mode)
        if not may_fire:
            continue
        is_seen, protection = ground.look(one, enemy)
        if is_seen or arm.is_artillery:
            lowest = need(rules, row, arm.power, protection, penalty_of(one.unit))
            if lowest is not None:
                best = max(best, (rules.constants.die_sides + 1 - lowest) / rules.constants.die_sides)
    return best


# ---------------------------------------------------------------------------------------------------------------- objectives


def _nearness(position: Position, army: Army, standing: Sequence[Fighter]) -> float:
    """How near an army is to the objectives that are about places."""
    total = 0.0
    for index, aim in enumerate(position.armies[army].objectives.list):
        if aim.type == "reach_edge":
            total += _on_the_way(position, army, aim, standing)
        elif aim.type == "hold_zone" and aim.zone is not None:
            total += ZONE_ROUND * position.armies[army].zone_rounds.get(str(index), 0)
            total += _in_zone(plane.polygon(aim.zone.points), standing)
    return total


def _on_the_way(position: Position, army: Army, aim: Objective, standing: Sequence[Fighter]) -> float:
    """Those who have got to the edge, and how far those have come who are still needed there."""
    table = table_of(position)
    edge = next((each for each in EDGES if each == edge_of(position, army, aim)), None)
    if edge is None:
        return 0.0
    there = arrived(position, army, aim)
    across = table.across(edge)
    gaps = sorted(
        table.gap_to_edge_mm(one.place, edge) for one in standing if matches(one.unit, aim) and one.unit.id not in there
    )
    missing = max(0, (aim.count or 1) - len(there))
    return ARRIVED * len(there) + sum(ON_THE_WAY * (1 - gap / across) for gap in gaps[:missing])


def _in_zone(zone: plane.Polygon, standing: Sequence[Fighter]) -> float:
    """Two units in the zone are enough; the others may be anywhere."""
    middle = ((zone.west + zone.east) / 2, (zone.south + zone.north) / 2)
    scores = sorted(
        IN_ZONE
        if plane.contains(zone, (one.place.x, one.place.y))
        else -PER_MM_FROM_ZONE * ((one.place.x - middle[0]) ** 2 + (one.place.y - middle[1]) ** 2) ** 0.5
        for one in standing
        if not one.unit.stunned
    )
    return sum(scores[-2:])
