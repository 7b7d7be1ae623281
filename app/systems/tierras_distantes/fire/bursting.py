"""Area fire, judged: a point within reach, and everybody in the burst (TD-AREA)."""

from __future__ import annotations

from typing import Final, NamedTuple

from app.boards.measured import Table
from app.engine.refusal import Refusal
from app.engine.types import RuleId, UnitId
from app.systems.tierras_distantes.activation.allowance import fitness_of, judge_able
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.tables import Rules, Weapon
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.fire import dice as dicing
from app.systems.tierras_distantes.fire.dice import Pool
from app.systems.tierras_distantes.position.actions import FireArea
from app.systems.tierras_distantes.space.bursts import caught, point_refusal
from app.systems.tierras_distantes.space.distance import distance, point_body
from app.systems.tierras_distantes.space.land import Body, Land
from app.systems.tierras_distantes.space.sight import Sighting, burst_cover, sees_point, sight

NO_AREA_WEAPON: Final = RuleId("TD-AREA-12")
POINT_UNSEEN: Final = RuleId("TD-AREA-02")


class Blast(NamedTuple):
    """Area fire that may be done: the dice of each of its attacks, and who is in it, in order (TD-AREA-05), with the sighting that gives
    cover, ``None`` for none at all (TD-AREA-06)."""

    weapon: Weapon
    pool: Pool
    distance: int
    hit: tuple[tuple[UnitId, Sighting | None], ...]


def judge_area(field: Field, action: FireArea) -> Blast | Refusal:
    """Whether a miniature that may act may fire at that point, and what the burst would hold."""
    unit, rules = field.position.units[action.unit], field.rules
    refusal = judge_able(rules, "fire_area", fitness_of(unit))
    weapon = refusal or dicing.judge_carried(rules, action.weapon, unit.weapons)
    if isinstance(weapon, Refusal):
        return weapon
    shooter = field.body(action.unit)
    point = point_body(action.x_mm * NM_PER_MM, action.y_mm * NM_PER_MM, action.z_mm * NM_PER_MM)
    pool = judge_point(rules, weapon, shooter, point, field.land, field.table)
    if isinstance(pool, Refusal):
        return pool
    assert weapon.area_radius_nm is not None
    inside = caught(rules, point, weapon.area_radius_nm, field.others(()))
    hit = tuple((UnitId(body.id), cover_at(field, shooter, point, body)) for body in inside)
    return Blast(weapon, pool, distance(rules, shooter, point), hit)


def judge_point(
    rules: Rules, weapon: Weapon, shooter: Body, point: Body, land: Land, table: Table | None
) -> Pool | Refusal:
    """The dice of each attack of an area weapon (TD-AREA-12) at a point: on a surface (TD-AREA-08), within reach (TD-RNG-03), with a die
    (TD-FIRE-12, TD-AREA-09), seen where it must be (TD-AREA-02)."""
    if weapon.area_radius_nm is None:
        return Refusal(NO_AREA_WEAPON)
    pool = point_refusal(land, table, point) or dicing.dice_at(rules, weapon, distance(rules, shooter, point))
    if isinstance(pool, Refusal):
        return pool
    asked = rules.options.area_sight
    must_see = asked == "always" or (asked == "by_weapon" and not weapon.indirect)
    return Refusal(POINT_UNSEEN) if must_see and not sees_point(rules, land, shooter, point) else pool


def cover_at(field: Field, shooter: Body, point: Body, target: Body) -> Sighting | None:
    """The sighting that gives a target cover against a burst, ``None`` for none at all (TD-AREA-06)."""
    match field.rules.options.area_cover_from:
        case "burst":
            return burst_cover(field.rules, field.land, point, target)
        case "shooter":
            return sight(field.rules, field.land, shooter, target)
        case "none":
            return None
