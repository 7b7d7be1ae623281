"""Shots, fights and assaults as acts of a manoeuvre: what the combat chapters judge and resolve becomes events (WOP-SHOT,
WOP-CC, WOP-CCV, WOP-DMG)."""

from __future__ import annotations

from typing import assert_never

from app.engine.refusal import Refusal
from app.engine.types import Event, RuleId, Seat, UnitId
from app.systems.war_of_plastic.book.state import Mode, OpenManoeuvre, Prompt, Unit, WeaponToken
from app.systems.war_of_plastic.fire.resolution import (
    AreaEffect,
    Damaged,
    Outcome,
    ShotFired,
    StrayHit,
    resolve_fight,
    resolve_shots,
)
from app.systems.war_of_plastic.fire.resolution import AreaShotResult as AreaShotFired
from app.systems.war_of_plastic.fire.resolution import FightResult as FightFought
from app.systems.war_of_plastic.fire.shooting import (
    Aim,
    Designation,
    designate,
    designate_assault,
    effective_mode,
)
from app.systems.war_of_plastic.ground.close_combat import fight_refusal
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.position.actions import Assault, Fight, Shoot
from app.systems.war_of_plastic.position.damage import DamageResult
from app.systems.war_of_plastic.position.events import SurvivorPlaced, SurvivorsWaiting, WeaponDropped
from app.systems.war_of_plastic.position.events_combat import (
    AreaHit,
    AreaShot,
    Damage,
    Destroyed,
    Fought,
    Shot,
    Spot,
    Stray,
    WreckPlaced,
)
from app.systems.war_of_plastic.position.field import Field
from app.systems.war_of_plastic.turn.turn import close_manoeuvre, open_manoeuvre


def mode_of_unit(moment: Moment, unit: Unit) -> Mode:
    """The mode a unit of the position would shoot with now (WOP-SHOT-20, WOP-VEH-07, WOP-RES-04)."""
    opened = moment.position.open
    mine = opened if opened is not None and opened.unit == unit.id else OpenManoeuvre(unit.id)
    return effective_mode(
        mine.mode,
        carried_by=mode_of_vehicle(moment, unit.aboard),
        left_vehicle=mode_of_vehicle(moment, mine.left_vehicle),
        entered=mine.entered,
    )


def mode_of_vehicle(moment: Moment, vehicle_id: UnitId | None) -> Mode | None:
    """The mode of a vehicle's own manoeuvre this turn: stationary if it has made none (WOP-VEH-07)."""
    vehicle = None if vehicle_id is None else moment.position.units.get(vehicle_id)
    if vehicle is None:
        return None
    last = vehicle.mode_on_turn
    this_turn = last is not None and last.turn == moment.position.armies[vehicle.army].turn_number
    return last.mode if last is not None and this_turn else Mode.STATIONARY


# ---------------------------------------------------------------------------------------------------------------- the acts


def judge_shoot(moment: Moment, unit: Unit, action: Shoot) -> Designation | Refusal:
    """The designation of the targets, or the rule that forbids it; damaged vehicles only where the room lets them
    (WOP-SHOT-23)."""
    if unit.damage and not moment.rules.options.damaged_vehicles_shoot:
        return Refusal(RuleId("WOP-SHOT-23"), {"unit": unit.id, "damage": unit.damage})
    return designate(moment.field, unit, action.weapon, action.targets, mode=mode_of_unit(moment, unit))


def judge_assault(moment: Moment, unit: Unit, action: Assault) -> Designation | Refusal:
    """The designation of a vehicle in contact."""
    return designate_assault(moment.field, unit, action.target, action.weapon)


def judge_fight(moment: Moment, unit: Unit, action: Fight) -> Refusal | None:
    """Why a unit may not fight another: only an enemy soldier in contact."""
    return fight_refusal(moment.field, unit, action.target)


def apply_shoot(story: Story, seat: Seat, action: Shoot) -> None:
    """Every shot of the weapon, and what follows."""
    unit = story.position.units[UnitId(action.unit)]
    _fire(story, unit, assault=False)


def apply_assault(story: Story, seat: Seat, action: Assault) -> None:
    """One shot at the vehicle in contact."""
    unit = story.position.units[UnitId(action.unit)]
    _fire(story, unit, assault=True)


def _fire(story: Story, unit: Unit, *, assault: bool) -> None:
    designation = story.verdict
    assert isinstance(designation, Designation), "judged before"
    open_manoeuvre(story, unit.id)
    field = story.moment.field
    resolution = resolve_shots(field, field.units[unit.id], designation, story.dice)
    teller = _Teller(story, field, unit)
    aims = iter(designation.aims)
    for outcome in resolution.outcomes:
        if isinstance(outcome, ShotFired):
            story.add(teller.shot(outcome, designation, next(aims), assault=assault))
        else:
            teller.tell(outcome)
    _conclude(story, teller)


def apply_fight(story: Story, seat: Seat, action: Fight) -> None:
    """Resolves one duel, and ends the manoeuvre."""
    position = story.position
    unit, target = position.units[UnitId(action.unit)], position.units[UnitId(action.target)]
    open_manoeuvre(story, unit.id)
    field = story.moment.field
    teller = _Teller(story, field, unit)
    for outcome in resolve_fight(field, unit, target, story.dice).outcomes:
        teller.tell(outcome)
    _conclude(story, teller)


def _conclude(story: Story, teller: _Teller) -> None:
    """After all dice survivors ask for a place, by unit id, and the manoeuvre closes (WOP-DMG-20)."""
    if teller.survivors:
        story.add(SurvivorsWaiting(tuple(sorted(teller.survivors, key=lambda prompt: prompt.unit))))
    close_manoeuvre(story)


# -------------------------------------------------------------------------------------------------------- outcomes, told


class _Teller:
    """Turns outcomes into events; ``field`` is how things stood when the action began."""

    def __init__(self, story: Story, field: Field, unit: Unit) -> None:
        self.story = story
        self.field = field
        self.unit = unit
        self.survivors: list[Prompt] = []

    def tell(self, outcome: Outcome) -> None:
        """Adds the events of an outcome; shots are told by ``shot``."""
        match outcome:
            case Damaged():
                self._damage(outcome)
            case StrayHit():
                victim = self.field.units[outcome.victim]
                self._add(Stray(victim.army, victim.id, outcome.target, self._spot(victim)))
            case AreaEffect():
                centre, reach = self.field.units[outcome.centre], self.field.rules.constants.area_mm
                self._add(AreaHit(centre.army, centre.id, self._spot(centre), reach, outcome.units))
            case AreaShotFired():
                army = self.field.units[outcome.unit].army
                self._add(AreaShot(army, outcome.unit, outcome.need, outcome.die, outcome.hit))
            case FightFought():
                one, two = self.field.units[outcome.attacker], self.field.units[outcome.defender]
                start, end = self._spot(one), self._spot(two)
                self._add(Fought(one.army, one.id, two.id, outcome.dice, outcome.loser, start, end))
            case ShotFired():
                raise AssertionError("expected shots to be told with their aim")
            case _:
                assert_never(outcome)

    def shot(self, fired: ShotFired, designation: Designation, aim: Aim, *, assault: bool) -> Event:
        """A shot with everything that decided it."""
        target = self.field.units[fired.target]
        weapon = self.field.rules.weapons[designation.weapon]
        return Shot(
            army=self.unit.army,
            unit=self.unit.id,
            target=target.id,
            weapon=designation.weapon,
            start=self._spot(self.unit),
            end=self._spot(target),
            gap_mm=aim.gap_mm,
            reach_mm=weapon.range_mm,
            mode=designation.row,
            power=weapon.power,
            protection=aim.protection,
            need=fired.need,
            die=fired.die,
            hit=fired.hit,
            table=aim.table,
            penalty=designation.penalty,
            cover=aim.cover,
            lost=fired.lost,
            into_close_combat=fired.into_close_combat,
            assault=assault,
        )

    def _damage(self, done: Damaged) -> None:
        unit = self.field.units[done.unit]
        self._add(
            Damage(unit.army, unit.id, done.die, done.result, done.damage, done.stunned, self._spot(unit), done.aboard)
        )
        if done.destroyed:
            self._add(Destroyed(unit.army, unit.id, self.field.rules.kinds[unit.kind].points))
        if done.wreck is not None:
            self._add(WreckPlaced(unit.id, done.wreck))
        if done.aboard is not None and not done.destroyed:
            lost = done.weapons if done.result is DamageResult.WOUNDED else ()
            handler = self.story.position.units[unit.id].handler
            self.survivors.append(Prompt("place_survivor", handler, unit.id, f"wreck-{done.aboard}", lost))
            return
        place = self.field.place_of(unit)
        on_wreck = None if done.aboard is None else f"wreck-{done.aboard}"
        for weapon in done.weapons:
            drop_token(self.story, unit.id, weapon, (place.x, place.y, place.level), on_wreck=on_wreck, lost=True)

    def _spot(self, unit: Unit) -> Spot:
        place = self.field.place_of(unit)
        return Spot(place.x, place.y, place.radius, place.level)

    def _add(self, event: Event) -> None:
        self.story.add(event)


def drop_token(
    story: Story,
    unit_id: UnitId,
    weapon: str,
    at: tuple[int, int, int],
    *,
    on_wreck: str | None = None,
    lost: bool = False,
) -> None:
    """Lays a special weapon of a unit on the table as a token (WOP-DROP-01, WOP-DMG-17, WOP-DMG-18)."""
    x, y, level = at
    token = WeaponToken(f"token-{story.position.tokens_made + 1}", weapon, x, y, level, on_wreck)
    story.add(WeaponDropped(story.position.units[unit_id].army, unit_id, token, lost))


def lose_weapons(story: Story, prompt: Prompt, placed: SurvivorPlaced) -> None:
    """A wounded survivor's special weapons lie where he is placed (WOP-DMG-18)."""
    for weapon in prompt.weapons:
        drop_token(story, prompt.unit, weapon, (placed.spot.x_mm, placed.spot.y_mm, 0), lost=True)
