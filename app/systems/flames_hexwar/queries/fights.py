"""Questions about direct fire: numbers, dice, saves, opportunity fire."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput
from app.engine.types import Text, UnitId
from app.systems.flames_hexwar.book.kinds import Skill, WeaponClass
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import Weapon
from app.systems.flames_hexwar.fire import counting, damage, opportunity, rates
from app.systems.flames_hexwar.fire.numbers import Aim, Impossible, Number, number
from app.systems.flames_hexwar.queries import inputs as ask
from app.systems.flames_hexwar.sight.arcs import Arc
from app.systems.flames_hexwar.sight.blocking import Profile

FIGHTS = ask.questions()
Rate = Annotated[int, msgspec.Meta(ge=0, le=100)]
FirstDie = Annotated[int, msgspec.Meta(ge=1, le=6)]


class _Shot(msgspec.Struct, frozen=True, kw_only=True):
    target_skill: Skill
    target_kind: Profile
    range: ask.Few
    cover: bool = False
    gone_to_ground: bool = False
    weapon_class: WeaponClass | None = None
    unarmoured: bool = False
    opposite_fire: bool = False
    in_trench: bool = False
    disabled: bool = False
    priority: bool = False
    moved_out_of_command: bool = False
    no_prior_sight: bool = False
    hit_in_fo: bool = False
    rof1_gun_moved: bool = False
    fo_run: Annotated[int, msgspec.Meta(ge=-6, le=6)] = 0
    fo_second_platoon: bool = False
    hull_mounted: bool = False
    arc: Arc = "front60"
    platoon_team_in_60: bool = False
    natural_one_misses: bool | None = None


@FIGHTS.question
def _to_hit(rules: Rules, *, asked: _Shot) -> Answer:
    rules = ask.with_options(rules, natural_one_misses=asked.natural_one_misses)
    aim = Aim(
        asked.target_skill,
        asked.target_kind,
        asked.range,
        asked.cover,
        asked.gone_to_ground,
        asked.weapon_class,
        asked.unarmoured,
        asked.opposite_fire,
        asked.in_trench,
        asked.disabled,
        asked.priority,
        asked.moved_out_of_command,
        asked.no_prior_sight,
        asked.hit_in_fo,
        asked.rof1_gun_moved,
        asked.fo_run,
        asked.fo_second_platoon,
        False,
        asked.hull_mounted,
        asked.arc,
        asked.platoon_team_in_60,
    )
    found = number(rules, aim)
    if isinstance(found, Impossible):
        return {"refused": found.rule} if found.rule == "FHW-HIT-13" else {"impossible": True}
    return {"need": found.first, "confirm": list(found.confirm)}


@FIGHTS.of_options
def _count_hits(
    rules: Rules,
    *,
    needs: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...], msgspec.Meta(min_length=1, max_length=60)],
    dice: ask.Dice,
) -> Answer:
    numbers = {UnitId(str(place)): Number(need) for place, need in enumerate(needs)}
    return {"hits": len(counting.hits_of([counting.Die(die, 0) for die in dice], [numbers]))}


@FIGHTS.of_options
def _rof(
    rules: Rules,
    *,
    rof: Rate,
    rof_move: Rate,
    rof_pinned: Rate,
    moved: bool = False,
    suppressed: bool = False,
    bailed_out: bool = False,
    bogged: bool = False,
    mounted: bool = False,
    target_doubled: bool = False,
) -> Answer:
    weapon = msgspec.structs.replace(_ANY_WEAPON, rof=rof, rof_move=rof_move, rof_pinned=rof_pinned)
    dice = rates.rate(weapon, rates.Shooter(moved, suppressed, bailed_out, bogged, mounted))
    return {"dice": 2 * dice if target_doubled and rules.options.mt_double_dice else dice}


_ANY_WEAPON = Weapon("", Text("", ""), "rifle", 0, 0, 0, 0, 0, 0, False, True, "none", False)


class _Hex(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sight: bool = False
    cover: bool = False
    built_up: bool = False


@FIGHTS.of_options
def _fo_modifier(
    rules: Rules,
    *,
    visited: Annotated[tuple[_Hex, ...], msgspec.Meta(min_length=1, max_length=60)],
    second_platoon: bool = False,
) -> Answer:
    found = opportunity.run_modifier(
        rules, [opportunity.Visited(each.sight, each.cover, each.built_up) for each in visited]
    )
    if found is None:
        return {"can_fire": False}
    added = rules.opportunity.second_platoon_onwards if second_platoon else 0
    return {"can_fire": True, "modifier": found + added}


Shots = Annotated[tuple[Rate, ...], msgspec.Meta(max_length=20)]


@FIGHTS.of_options
def _fo_may_shoot(rules: Rules, *, rof: Rate, declare: Rate, shots_at_this_platoon: Shots = ()) -> Answer:
    legal = 0 < declare <= opportunity.dice_left(rules.opportunity, rof, shots_at_this_platoon)
    return judged(None if legal else "FHW-FO-04", "legal", "rule")


class _Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rof: Rate
    shots: Shots = ()


class _Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    alive: bool = True
    turned: bool = False
    teams: Annotated[tuple[_Team, ...], msgspec.Meta(max_length=60)] = ()


@FIGHTS.of_options
def _fo_window(rules: Rules, *, aside: Annotated[tuple[_Card, ...], msgspec.Meta(max_length=60)]) -> Answer:
    cards = (
        opportunity.Aside(card.alive, card.turned, [opportunity.Ready(team.rof, team.shots) for team in card.teams])
        for card in aside
    )
    return {"asked": any(opportunity.is_unexhausted(rules.opportunity, card) for card in cards)}


@FIGHTS.of_options
def _standing_fires(
    rules: Rules,
    *,
    need: Annotated[int, msgspec.Meta(ge=2, le=6)],
    at: opportunity.At,
    mover: Profile,
    number: FirstDie | None = None,
    in_force: bool = False,
    confirm: ask.Dice = (),
    impossible: bool = False,
) -> Answer:
    if not in_force or impossible or number is None:
        return {"fires": False}
    return {"fires": opportunity.standing_fires(need, at, mover, Number(number, confirm))}


@FIGHTS.of_options
def _fo_swap(
    rules: Rules,
    *,
    team: Literal["platoon_command", "joined_independent", "other"],
    unmoved_team_left: bool = False,
    die: ask.Die | None = None,
) -> Answer:
    if team == "other" or not unmoved_team_left:
        return {"may_roll": False}
    if die is None:
        raise InvalidInput.at("given.die", "a die for the swap", None)
    return {"may_roll": True, "swapped": die >= rules.opportunity.command_swap}


@FIGHTS.of_options
def _suppress_shots(rules: Rules, *, kind: Literal["infantry", "gun", "tank"], hits_in_one_go: ask.Few) -> Answer:
    enough = hits_in_one_go >= rules.suppression.hits_to_pin_platoon
    return {"suppressed": enough and kind != "tank"}


@FIGHTS.of_options
def _save(
    rules: Rules,
    *,
    kind: damage.SaveKind,
    die: ask.Die,
    bulletproof: bool = False,
    fp: Annotated[int, msgspec.Meta(ge=1, le=7)] | None = None,
    fp_die: ask.Die | None = None,
    weapon_class: WeaponClass | None = None,
    protection: damage.Protection | None = None,
) -> Answer:
    if die >= damage.save_need(rules, kind):
        return {"result": "saved"}
    if not bulletproof or kind not in ("infantry", "gun"):
        return {"result": "destroyed"}
    if fp is None or fp_die is None:
        raise InvalidInput.at("given", "fp and fp_die, the save being failed in bulletproof cover", None)
    pierced = fp_die >= damage.firepower_need(rules, fp, weapon_class, protection)
    return {"result": "destroyed" if pierced else "survives"}


@FIGHTS.of_options
def _firepower_need(
    rules: Rules,
    *,
    fp: Annotated[int, msgspec.Meta(ge=1, le=7)],
    weapon_class: WeaponClass | None = None,
    protection: damage.Protection | None = None,
) -> Answer:
    return {"need": damage.firepower_need(rules, fp, weapon_class, protection)}


@FIGHTS.of_options
def _armour(
    rules: Rules,
    *,
    armour: ask.Few,
    die: ask.Die,
    at: ask.Few,
    fp: Annotated[int, msgspec.Meta(ge=1, le=7)],
    fp_die: ask.Die | None = None,
    range_: ask.Few = 0,
    already_bailed_out: bool = False,
    motivation: ask.MotivationType = None,
    motivation_die: ask.Die | None = None,
) -> Answer:
    found = damage.against(damage.armour_total(rules, armour, die, range_), at)
    if found == "no_effect":
        return {"result": found}
    if fp_die is None:
        raise InvalidInput.at("given.fp_die", "a die for the firepower", None)
    result = damage.armour_result(found, is_pierced=fp_die >= fp)
    if result != "bailed_out" or not already_bailed_out:
        return {"result": result}
    if motivation is None or motivation_die is None:
        raise InvalidInput.at("given", "motivation and motivation_die, the crew being out already", None)
    return {"result": "still_bailed_out" if motivation_die >= motivation.test else "destroyed"}
