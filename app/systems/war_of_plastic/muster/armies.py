"""Army lists: what a list may hold, who submits and locks, how units come of it (WOP-ARMY)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from app.engine.refusal import Refusal
from app.engine.system import Picker
from app.engine.types import RuleId, Seat, UnitId
from app.systems.war_of_plastic.book.state import ARMIES, MOST_LISTED, Army, KindList, Position, Unit, other
from app.systems.war_of_plastic.book.tables import Rules, UnitKind
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.position.actions import LockArmy, SubmitArmy
from app.systems.war_of_plastic.position.events import ArmiesRevealed, ArmyLocked, ArmySubmitted
from app.systems.war_of_plastic.turn.phases import begin_after_lists

ILLEGAL_LIST: Final = RuleId("WOP-ARMY-07")
UNEQUAL: Final = RuleId("WOP-ARMY-01")


def list_refusal(rules: Rules, kinds: Sequence[str] | None) -> Refusal | None:
    """A list names at least one unit, only known kinds, within the points limit (WOP-ARMY-07)."""
    if not kinds:
        return Refusal(ILLEGAL_LIST, {"units": 0})
    unknown = next((kind for kind in kinds if kind not in rules.kinds), None)
    if unknown is not None:
        return Refusal(ILLEGAL_LIST, {"kind": unknown})
    points, limit = points_of(rules, kinds), rules.options.points_limit
    return Refusal(ILLEGAL_LIST, {"points": points, "limit": limit}) if points > limit else None


def points_of(rules: Rules, kinds: Iterable[str]) -> int:
    """What a list costs."""
    return sum(rules.kinds[kind].points for kind in kinds)


def are_equal(one: Iterable[tuple[str, str | None]], two: Iterable[tuple[str, str | None]]) -> bool:
    """Whether two armies have the same units with the same special weapons, in whatever order (WOP-ARMY-01)."""
    return Counter(one) == Counter(two)


def open_lists(rules: Rules) -> bool:
    """Whether army lists are written openly: one list for both armies (WOP-ARMY-07)."""
    return rules.options.symmetric_armies


def judge_submit(moment: Moment, seat: Seat, action: SubmitArmy) -> Refusal | None:
    """Captains submit; with equal armies A's list is the one, and B's can only be the same."""
    return _captains_only(moment, seat) or _judge_list(moment, seat, action.list)


def judge_lock(moment: Moment, seat: Seat, action: LockArmy) -> Refusal | None:
    """A legal list is locked: the one given, or the one submitted, which for B of equal armies is A's."""
    refusal = _captains_only(moment, seat)
    if refusal is not None:
        return refusal
    if action.list is not None:
        return _judge_list(moment, seat, action.list)
    return list_refusal(moment.rules, standing_list(moment, seat))


def apply_submit(story: Story, seat: Seat, action: SubmitArmy) -> None:
    """The list is stored, hidden unless the armies are equal."""
    story.add(ArmySubmitted(_own(story.moment, seat), action.list))


def apply_lock(story: Story, seat: Seat, action: LockArmy) -> None:
    """The list is locked; when both are, the units stand ready."""
    moment = story.moment
    army = _own(moment, seat)
    chosen = action.list or standing_list(moment, seat) or ()
    if chosen != moment.position.armies[army].list:
        story.add(ArmySubmitted(army, chosen))
    story.add(ArmyLocked(army))
    accepted = army == "B" and open_lists(story.rules)
    if accepted and not story.position.armies["A"].list_locked:
        story.add(ArmyLocked("A"))
    if all(story.position.armies[each].list_locked for each in ARMIES):
        lists = {each: story.position.armies[each].list or () for each in ARMIES}
        units = tuple(unit for each in ARMIES for unit in listed_units(story.position, story.rules, each, lists[each]))
        story.add(ArmiesRevealed(lists, units))
        begin_after_lists(story)


def listed_units(position: Position, rules: Rules, army: Army, kinds: KindList) -> list[Unit]:
    """The units of a list: numbered in its order, the captain's, not yet deployed (WOP-ARMY-07)."""
    captain = position.armies[army].captain
    return [
        new_unit(rules, UnitId(f"{army}-{number:02d}"), army, kind, captain)
        for number, kind in enumerate(kinds, start=1)
    ]


def new_unit(rules: Rules, unit_id: UnitId, army: Army, kind: str, owner: Seat) -> Unit:
    """A fresh unit of a kind, not yet deployed (WOP-ARMY-04, WOP-ARMY-05)."""
    row = rules.kinds[kind]
    return Unit(
        id=unit_id,
        army=army,
        owner=owner,
        handler=owner,
        kind=kind,
        type=row.type,
        radius_mm=row.radius_mm,
        weapons=row.weapons,
        status="undeployed",
        special=() if row.special is None else (row.special,),
    )


def sample_list(rules: Rules, pick: Picker) -> KindList | None:
    """A legal list at random; ``None`` if no unit is cheap enough."""
    kinds: list[str] = []
    left = rules.options.points_limit
    while len(kinds) < MOST_LISTED:
        affordable = [row.id for row in rules.kinds.values() if row.points <= left]
        if not affordable or (kinds and pick(12) == 0):
            break
        kinds.append(affordable[pick(len(affordable))])
        left -= rules.kinds[kinds[-1]].points
    return tuple(kinds) or None


def example_lists(rules: Rules) -> tuple[KindList, ...]:
    """A few legal lists: each affordable kind alone with soldiers, then each vehicle with foot soldiers of all sorts, as far as
    the points go."""
    limit = rules.options.points_limit
    lists = []
    for row in rules.kinds.values():
        if row.points > limit:
            continue
        soldier = rules.kinds.get("soldier", row)
        more = (limit - row.points) // soldier.points if soldier.points else 4
        lists.append((row.id, *[soldier.id] * min(more, 9)))
    vehicles = [row for row in rules.kinds.values() if row.type != "infantry" and row.points <= limit]
    return (*lists, *(_mixed(rules, vehicle, limit) for vehicle in vehicles))


def _mixed(rules: Rules, vehicle: UnitKind, limit: int) -> KindList:
    """A vehicle, one foot soldier of each kind in turn while the points last, and their like again."""
    kinds, left = [vehicle.id], limit - vehicle.points
    foot = [row for row in rules.kinds.values() if row.type == "infantry" and row.points]
    while len(kinds) < MOST_LISTED and any(row.points <= left for row in foot):
        for row in foot:
            if row.points <= left and len(kinds) < MOST_LISTED:
                kinds.append(row.id)
                left -= row.points
    return tuple(kinds)


def _judge_list(moment: Moment, seat: Seat, kinds: KindList) -> Refusal | None:
    refusal = list_refusal(moment.rules, kinds)
    if refusal is not None or not open_lists(moment.rules):
        return refusal
    if _own(moment, seat) == "A":
        return None
    mine, theirs = _army_kinds(moment.rules, kinds), moment.position.armies["A"].list
    if theirs is not None and are_equal(mine, _army_kinds(moment.rules, theirs)):
        return None
    return Refusal(UNEQUAL, {"units": len(kinds)})


def _army_kinds(rules: Rules, kinds: Iterable[str]) -> list[tuple[str, str | None]]:
    return [(kind, rules.kinds[kind].special) for kind in kinds if kind in rules.kinds]


def standing_list(moment: Moment, seat: Seat) -> KindList | None:
    """The list a lock without one would lock."""
    writer: Army = "A" if open_lists(moment.rules) else _own(moment, seat)
    return moment.position.armies[writer].list


def _own(moment: Moment, seat: Seat) -> Army:
    """The army of a captain's seat."""
    return "A" if moment.position.armies["A"].captain == seat else other("A")


def _captains_only(moment: Moment, seat: Seat) -> Refusal | None:
    return None if moment.is_captain(seat) else Refusal(RuleId("WOP-TEAM-04"))
