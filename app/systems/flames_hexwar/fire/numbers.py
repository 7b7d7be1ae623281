"""The number that a die must show to hit a team, with every modifier (FHW-HIT)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.engine.types import RuleId
from app.systems.flames_hexwar.book.kinds import Skill, WeaponClass
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.sight.arcs import Arc
from app.systems.flames_hexwar.sight.blocking import Profile

SIX = 6
LOW = ("infantry", "small_vehicle")
"""Harder to hit from nearer (FHW-HIT-05)."""
FOOT = ("infantry", "gun")


class Aim(NamedTuple):
    """A shooter and one team that it might hit: everything that its number hangs on."""

    skill: Skill
    profile: Profile
    far: int
    """Hexes."""
    in_cover: bool = False
    gone_to_ground: bool = False
    weapon_class: WeaponClass | None = None
    unarmoured: bool = False
    opposite: bool = False
    """Fire from the opposite side (FHW-HIT-09)."""
    in_trench: bool = False
    disabled: bool = False
    """Bogged or bailed out."""
    priority: bool = False
    moved_out_of_command: bool = False
    no_prior_sight: bool = False
    hit_in_fo: bool = False
    rof1_moved: bool = False
    fo_run: int = 0
    """What opportunity fire adds by the way of its target (FHW-FO-06, FHW-FO-07)."""
    fo_second_platoon: bool = False
    mud_fo: bool = False
    """FHW-FO-08."""
    hull_mounted: bool = False
    arc: Arc = "front60"
    platoon_in_60: bool = False
    """Some team of the target platoon is inside the 60 degrees (FHW-HIT-14)."""


class Modifier(NamedTuple):
    """A rule and what it adds to the number."""

    rule: RuleId
    add: int


class Number(NamedTuple):
    """What a die must show: ``first``, and dice that must confirm a 6, in their order (FHW-HIT-13, FHW-HIT-16)."""

    first: int
    confirm: tuple[int, ...] = ()

    @property
    def rank(self) -> tuple[int, int, int]:
        """Where it stands among numbers, the hardest last: 6, 6 with 3+, 7, 7 with 3+, 8, 8 with 3+ (FHW-HIT-03)."""
        over = self.confirm[0] if len(self.confirm) == 2 or (self.confirm and self.confirm[0] > HULL) else 0
        return (self.first, over, len(self.confirm))


HULL = 3
"""Confirming dice over this stand for numbers over 6; no table may give less (FHW-HIT-16)."""


class Impossible(NamedTuple):
    """A team that a shooter cannot hit at all, by a rule (FHW-HIT-13, FHW-HIT-16)."""

    rule: RuleId


def is_far(rules: Rules, profile: Profile, far: int) -> bool:
    """Whether a target is at long range, which begins nearer for infantry and small vehicles (FHW-HIT-05)."""
    return far >= (rules.to_hit.low_from if profile in LOW else rules.to_hit.other_from)


def modifiers(rules: Rules, aim: Aim) -> Iterator[Modifier]:
    """Everything that is added to the number of the target's skill, but FHW-HIT-13's."""
    of = rules.to_hit
    if aim.in_cover:
        yield Modifier(RuleId("FHW-HIT-04"), of.cover)
        if aim.gone_to_ground:
            yield Modifier(RuleId("FHW-GTG-01"), of.gone_to_ground)
    if is_far(rules, aim.profile, aim.far):
        yield Modifier(RuleId("FHW-HIT-05"), of.low_add if aim.profile in LOW else of.other_add)
    if aim.moved_out_of_command:
        yield Modifier(RuleId("FHW-HIT-06"), of.out_of_command)
    if aim.no_prior_sight:
        yield Modifier(RuleId("FHW-HIT-07"), of.no_prior_sight)
    if aim.hit_in_fo:
        yield Modifier(RuleId("FHW-HIT-08"), of.hit_in_fo)
    is_foot = aim.profile in FOOT
    if aim.opposite and (is_foot or aim.unarmoured) and not aim.in_trench:
        yield Modifier(RuleId("FHW-HIT-09"), of.opposite_sides)
    if is_foot and aim.far == 1 and aim.weapon_class in of.small_arms:
        yield Modifier(RuleId("FHW-HIT-10"), of.adjacent)
    if aim.disabled and aim.priority and not is_foot:
        yield Modifier(RuleId("FHW-HIT-11"), of.disabled_priority)
    if aim.rof1_moved:
        yield Modifier(RuleId("FHW-HIT-15"), of.rof1_moved)
    if aim.fo_run:
        yield Modifier(RuleId("FHW-FO-06"), aim.fo_run)
    if aim.fo_second_platoon:
        yield Modifier(RuleId("FHW-FO-02"), rules.opportunity.second_platoon_onwards)
    if aim.mud_fo:
        yield Modifier(RuleId("FHW-FO-08"), -1)


def hull_adds(rules: Rules, aim: Aim) -> bool:
    """Whether an assault gun fires beside its 60 degrees at a vehicle (FHW-HIT-13, FHW-HIT-14)."""
    return (
        aim.hull_mounted
        and aim.profile not in FOOT
        and not aim.disabled
        and aim.arc != "front60"
        and not aim.platoon_in_60
    )


def number(rules: Rules, aim: Aim) -> Number | Impossible:
    """The number of a shooter for one team (FHW-HIT-17)."""
    of = rules.to_hit
    if aim.hull_mounted and aim.arc == "rear" and rules.options.hull_gun_rear == "forbidden":
        return Impossible(RuleId("FHW-HIT-13"))
    total = rules.skills[aim.skill].to_hit_as_target + sum(each.add for each in modifiers(rules, aim))
    total = max(total, of.least if rules.options.natural_one_misses else 1)
    if total >= of.impossible_from:
        return Impossible(RuleId("FHW-HIT-16"))
    is_hull = hull_adds(rules, aim)
    if is_hull and total < of.hull_cap:
        return Number(total + of.hull_add)
    own = (of.confirm[total],) if total in of.confirm else ()
    return Number(min(total, SIX), (*own, of.hull_confirm) if is_hull else own)
