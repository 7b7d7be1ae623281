"""Shooting: the shot table, the mode a unit shoots with, who may shoot, and what may be designated (WOP-SHOT, WOP-BURST,
WOP-ARTY)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

import msgspec

from app.boards.measured import gap_at_most, gap_mm
from app.engine.refusal import Fact, Refusal
from app.engine.scene import Disc
from app.engine.telling import Line, Overlay, Ring, Spot
from app.engine.types import RuleId, UnitId
from app.engine.words import short_centimetres
from app.systems.war_of_plastic.book.state import Mode, Unit
from app.systems.war_of_plastic.book.tables import Rules, Weapon
from app.systems.war_of_plastic.ground.close_combat import assault_refusal, is_engaged
from app.systems.war_of_plastic.ground.protection import Shelter, protection, shelter
from app.systems.war_of_plastic.ground.sight import LineOfSight, view_of
from app.systems.war_of_plastic.position.field import Field, Place, carries

WORSE: Final = (Mode.STATIONARY, Mode.MOVING, Mode.FORCED)
"""The modes from steadiest to worst (WOP-VEH-07)."""


class Firing(NamedTuple):
    """The row of the shot table a shot uses, and whether the weapon may be fired at all in that mode."""

    row: Mode
    may_fire: bool


class Look(NamedTuple):
    """What a shooter sees of a target: the line to it, and what shelters it."""

    view: LineOfSight
    shelter: Shelter


class Aim(msgspec.Struct, frozen=True):
    """One target as it was designated: the lowest natural die that hits (``None``: beyond range, an automatic miss, with
    ``premeasure = false``), its protection from the shooter and the gap between the bases, rounded up. ``cover`` is the
    piece or vehicle that gives the protection; ``table`` is what the shot table says before any penalty."""

    target: UnitId
    need: int | None
    protection: int
    gap_mm: int
    cover: str | None = None
    table: int | None = None


class Designation(msgspec.Struct, frozen=True):
    """A shot that may be taken: everything fixed before the first die (WOP-BURST-05). ``penalty`` is subtracted from every
    die (WOP-SHOT-24) and already part of the needs; ``has_area``: a hit catches everybody near (WOP-AREA)."""

    weapon: str
    row: Mode
    penalty: int
    aims: tuple[Aim, ...]
    has_area: bool = False


def need(rules: Rules, mode: Mode, power: int, protection: int, damage_of_shooter: int = 0) -> int | None:
    """The lowest natural die that hits, ``None`` if none does (WOP-SHOT-16, WOP-SHOT-21, WOP-SHOT-22, WOP-SHOT-24; the
    book's own examples: WOP-SHOT-26)."""
    table = rules.to_hit[mode][power - 1][protection - 1]
    lowest = table + damage_of_shooter
    return lowest if table and lowest <= rules.constants.die_sides else None


def worst(*modes: Mode | None) -> Mode:
    """The worst of the modes that are there; stationary if none is."""
    return max((mode for mode in modes if mode is not None), key=WORSE.index, default=Mode.STATIONARY)


def effective_mode(
    own_move: Mode, *, carried_by: Mode | None = None, left_vehicle: Mode | None = None, entered: bool = False
) -> Mode:
    """The mode a unit counts with when it shoots: the worst of its own move, the vehicle's it is aboard and the vehicle's
    it left in this manoeuvre (WOP-VEH-06, WOP-VEH-07); a unit that came in from reserve is never stationary
    (WOP-RES-04)."""
    return worst(own_move, carried_by, left_vehicle, Mode.MOVING if entered else None)


def shooting_mode(weapon: Weapon | None, mode: Mode, *, aboard: bool = False, assault: bool = False) -> Firing:
    """The row used by a shot with ``weapon`` of a unit whose effective mode is ``mode`` (WOP-SHOT-20).

    An assault counts as not having moved (WOP-CCV-03) and uses no artillery (WOP-CCV-04); artillery stands still but rolls
    as if moving (WOP-ARTY-01, WOP-ARTY-03) and is not fired from aboard (WOP-VEH-09), where one does not assault
    either.
    """
    artillery = weapon is not None and weapon.is_artillery
    if assault:
        return Firing(Mode.STATIONARY, not artillery and not aboard)
    if artillery:
        return Firing(Mode.MOVING, mode is Mode.STATIONARY and not aboard)
    return Firing(mode, may_fire=True)


def penalty_of(shooter: Unit) -> int:
    """What a shooter's damage takes off its shot die: 1 per damage of a vehicle, nothing for its passengers (WOP-SHOT-24)."""
    return 0 if shooter.type == "infantry" else shooter.damage


def may_shoot(field: Field, shooter: Unit) -> Refusal | None:
    """Whether the state of the shooter bars it from shooting: stunned, wounded, in close combat, a damaged vehicle in a
    room that forbids it (WOP-MAN-11, WOP-DMG-06, WOP-CC-03, WOP-SHOT-23)."""
    if shooter.stunned:
        return Refusal(RuleId("WOP-MAN-11"), {"unit": shooter.id})
    if shooter.damage and shooter.type == "infantry":
        return Refusal(RuleId("WOP-DMG-06"), {"unit": shooter.id})
    if is_engaged(field, shooter):
        return Refusal(RuleId("WOP-CC-03"), {"unit": shooter.id})
    if shooter.damage and not field.rules.options.damaged_vehicles_shoot:
        return Refusal(RuleId("WOP-SHOT-23"), {"unit": shooter.id, "damage": shooter.damage})
    return None


def designate(field: Field, shooter: Unit, weapon: str, targets: Sequence[str], *, mode: Mode) -> Designation | Refusal:
    """What is needed to hit each target, or the first rule that forbids the shot, in the order of rules.md, "Order of
    tests of a shot", after the tests of the unit itself (``may_shoot``).

    ``mode`` is the shooter's ``effective_mode``. ``targets`` holds at least one id.
    """
    refusal = may_use(field, shooter, weapon, mode=mode) or _burst_refusal(field.rules, weapon, targets)
    if refusal is not None:
        return refusal
    arm = field.rules.weapons[weapon]
    row = shooting_mode(arm, mode).row
    aims = []
    for target in targets:
        aim = aim_at(field, shooter, arm, target, row=row)
        if isinstance(aim, Refusal):
            return aim
        aims.append(aim)
    return _spacing_refusal(field, targets) or Designation(weapon, row, penalty_of(shooter), tuple(aims), arm.is_area)


def designate_assault(field: Field, attacker: Unit, target: str, weapon: str) -> Designation | Refusal:
    """A soldier's attack on a vehicle in contact: one shot as if he had not moved; sight, range and screening are not
    tested (WOP-CCV-02, WOP-CCV-03, WOP-CCV-04, WOP-CCV-05, WOP-CCV-07)."""
    refusal = assault_refusal(field, attacker, target, weapon)
    if refusal is not None:
        return refusal
    arm, vehicle = field.rules.weapons[weapon], field.units[UnitId(target)]
    value = protection(field, attacker, vehicle)
    lowest = need(field.rules, Mode.STATIONARY, arm.power, value)
    if lowest is None:
        return _cannot_harm(vehicle.id, arm, Mode.STATIONARY, value, penalty=0)
    gap = gap_mm(field.place_of(attacker), field.place_of(vehicle))
    aim = Aim(vehicle.id, lowest, value, gap, table=lowest)
    has_area = arm.is_area and field.rules.options.assault_area_effect
    return Designation(weapon, Mode.STATIONARY, 0, (aim,), has_area)


def may_use(field: Field, shooter: Unit, weapon: str, *, mode: Mode) -> Refusal | None:
    """Whether the shooter carries the weapon and may fire it in its mode (WOP-SHOT-02, WOP-ARTY-01)."""
    if weapon not in field.rules.weapons or not carries(shooter, weapon):
        return Refusal(RuleId("WOP-SHOT-02"), {"unit": shooter.id, "weapon": weapon})
    aboard = shooter.status == "aboard"
    if not shooting_mode(field.rules.weapons[weapon], mode, aboard=aboard).may_fire:
        return Refusal(RuleId("WOP-ARTY-01"), {"unit": shooter.id, "mode": mode.value, "aboard": aboard})
    return None


def look_at(field: Field, shooter: Unit, target: Unit) -> Look:
    """What a shooter sees of a target, whatever his weapon."""
    return Look(view_of(field, shooter, target), shelter(field, shooter, target))


def aim_at(
    field: Field, shooter: Unit, weapon: Weapon, target_id: str, *, row: Mode, look: Look | None = None
) -> Aim | Refusal:
    """The tests of one target: may it be one, is it in view, screened, in range, can it be harmed (WOP-SHOT-03,
    WOP-SHOT-04, WOP-SHOT-05, WOP-SHOT-17, WOP-SHOT-18, WOP-SHOT-22). Nothing is too near (WOP-SHOT-25). ``look`` is
    what the shooter sees of it, if that is known
    already."""
    target = field.units.get(UnitId(target_id))
    if target is None or target.army == shooter.army or target.status != "table":
        return Refusal(RuleId("WOP-SHOT-03"), {"target": target_id})
    here, there = field.place_of(shooter), field.place_of(target)
    if not weapon.is_artillery:
        view = look.view if look else view_of(field, shooter, target)
        if view.refused_by is not None:
            return _out_of_view(field, view.refused_by, view, target.id, here, there)
    in_range = gap_at_most(here, there, weapon.range_mm)
    if not in_range and field.rules.options.premeasure:
        return _out_of_range(field, here, there, weapon, target.id)
    value, cover = look.shelter if look else shelter(field, shooter, target)
    lowest = need(field.rules, row, weapon.power, value, penalty_of(shooter))
    if lowest is None:
        return _cannot_harm(target.id, weapon, row, value, penalty=penalty_of(shooter))
    table = need(field.rules, row, weapon.power, value)
    return Aim(target.id, lowest if in_range else None, value, gap_mm(here, there), cover, table)


def _burst_refusal(rules: Rules, weapon: str, targets: Sequence[str]) -> Refusal | None:
    if len(targets) > 1 and not rules.weapons[weapon].is_burst:
        return Refusal(RuleId("WOP-BURST-01"), {"weapon": weapon, "shots": len(targets)})
    if len(targets) > rules.constants.burst_max_shots:
        return Refusal(RuleId("WOP-BURST-02"), {"shots": len(targets), "most": rules.constants.burst_max_shots})
    if len(set(targets)) < len(targets) and not rules.options.burst_same_target:
        return Refusal(RuleId("WOP-BURST-04"), {"targets": list(targets)})
    return None


def _spacing_refusal(field: Field, targets: Sequence[str]) -> Refusal | None:
    """Burst targets lie near one another: every pair, or each near the one named before it (WOP-BURST-03)."""
    places = [(target, field.place_of(field.units[UnitId(target)])) for target in targets]
    spacing = field.rules.constants.burst_spacing_mm
    pairs = combinations(places, 2) if field.rules.options.burst_spacing == "pairwise" else pairwise(places)
    for (one, a), (other, b) in pairs:
        if not gap_at_most(a, b, spacing):
            gap = gap_mm(a, b)
            facts: dict[str, Fact] = {"targets": [one, other], **field.tape_facts(gap, spacing)}
            label = short_centimetres(gap) if field.rules.options.premeasure else None
            return Refusal(RuleId("WOP-BURST-03"), facts, (Line(((a.x, a.y), (b.x, b.y)), "bad", label),))
    return None


def _cannot_harm(target: UnitId, weapon: Weapon, row: Mode, protection: int, *, penalty: int) -> Refusal:
    facts: dict[str, Fact] = {"target": target, "weapon": weapon.id, "mode": row.value, "power": weapon.power}
    return Refusal(
        RuleId("WOP-SHOT-22"), facts | {"protection": protection, "penalty": penalty}, (Ring(target, "bad"),)
    )


def _out_of_view(field: Field, rule: RuleId, view: LineOfSight, target: UnitId, here: Place, there: Place) -> Refusal:
    """WOP-SHOT-04 or WOP-SHOT-05: the line up to where it breaks, and what breaks it; of a building with one of the two
    inside, how near a wall must be to be looked through (WOP-SIGHT-03)."""
    facts: dict[str, Fact] = {"target": target, "blocked_by": view.blocked_by}
    for building in field.buildings:
        if building.piece.id == view.blocked_by:
            window = building.terrain.window_mm / 10
            if building.outline.contains(here.x, here.y):
                facts["sees_out_cm"] = window
            elif building.outline.contains(there.x, there.y):
                facts["seen_in_cm"] = window
    return Refusal(rule, facts, drawn_view(view))


def _out_of_range(field: Field, here: Place, there: Place, weapon: Weapon, target: UnitId) -> Refusal:
    gap = gap_mm(here, there)
    overlays = (
        Spot(Disc(here.x, here.y, here.radius + weapon.range_mm), "warn", outline=True),
        Line(((here.x, here.y), (there.x, there.y)), "bad", short_centimetres(gap)),
    )
    facts: dict[str, Fact] = {"target": target, **field.tape_facts(gap, weapon.range_mm)}
    return Refusal(RuleId("WOP-SHOT-18"), facts, overlays)


def drawn_view(view: LineOfSight) -> tuple[Overlay, ...]:
    """A shot line as it is drawn: whole if it is free, else up to where it breaks and beyond, with a ring round what
    breaks it."""
    if view.breaks_at is None:
        return (Line((view.start, view.end), "good"),)
    free = Line((view.start, view.breaks_at), "good")
    broken = Line((view.breaks_at, view.end), "bad", dashed=True)
    return (free, broken, *(Ring(blocker, "bad") for blocker in view.blockers))
