"""Hits are given out by the owner of their target, then saved one by one (FHW-ALLOC, FHW-SAVE, FHW-BAIL-03, FHW-FO-10, FHW-HQ-08)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from app.boards import hexes
from app.engine.refusal import Refusal
from app.engine.types import RuleId, UnitId
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import TeamType, Weapon
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire import damage
from app.systems.flames_hexwar.fire.numbers import is_far
from app.systems.flames_hexwar.losses.losing import hurt, is_bailed_out, is_doomed
from app.systems.flames_hexwar.losses.morale import motivation_test
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.frames import Assault, HeroChoice, HitRow, Hits, SwapChoice
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.arcs import arc, armour_side
from app.systems.flames_hexwar.sight.sight import Seen, own_cover

PRIORITY: Final = RuleId("FHW-ALLOC-02")
EVENLY: Final = RuleId("FHW-ALLOC-01")
ONLY_MOVER: Final = RuleId("FHW-ALLOC-04")


# ------------------------------------------------------------------------------------------------------------- given out


def choices(rows: Sequence[HitRow], given: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Whom the next hit may be given to: the priority team for the first hit of those that named it, else those with the fewest
    hits so far (FHW-ALLOC-01, FHW-ALLOC-02)."""
    row = rows[len(given)]
    forced = _forced(rows, len(given))
    if forced is not None:
        return (forced,)
    counts = {name: sum(each == name for each in given) for name in row.teams}
    fewest = min(counts.values())
    return tuple(name for name in row.teams if counts[name] == fewest)


def _forced(rows: Sequence[HitRow], number: int) -> UnitId | None:
    """The priority team that a hit must go to."""
    wanted = rows[number].priority
    if wanted is None or wanted not in rows[number].teams:
        return None
    return None if any(row.priority == wanted and wanted in row.teams for row in rows[:number]) else wanted


def allocate_refused(rows: Sequence[HitRow], teams: Sequence[UnitId], *, is_fo: bool) -> Refusal | None:
    """The first rule that an allocation breaks."""
    if len(teams) != len(rows):
        return Refusal(EVENLY, {"hits": len(rows), "given": len(teams)})
    for number, (row, team) in enumerate(zip(rows, teams, strict=True)):
        if is_fo and team not in row.teams:
            return Refusal(ONLY_MOVER, {"team": team})
        forced = _forced(rows, number)
        if forced is not None and team != forced:
            return Refusal(PRIORITY, {"team": forced})
        if team not in choices(rows, teams[:number]):
            return Refusal(EVENLY, {"team": team})
    return None


def by_default(rows: Sequence[HitRow]) -> tuple[UnitId, ...]:
    """The lowest index first, evenly."""
    given: list[UnitId] = []
    for _ in rows:
        given.append(choices(rows, given)[0])
    return tuple(given)


def is_settled(field: Field, frame: Hits) -> bool:
    """Whether nothing is to be decided: all that each hit may go to are alike, or there is but one choice each time (FHW-ALLOC-03)."""
    if all(len({_likeness(field, row, name) for name in row.teams}) == 1 for row in frame.rows):
        return True
    given: list[UnitId] = []
    for _ in frame.rows:
        found = choices(frame.rows, given)
        if len(found) > 1:
            return False
        given.append(found[0])
    return True


def _likeness(field: Field, row: HitRow, name: UnitId) -> object:
    """What makes two teams alike for a hit: kind, state and situation."""
    team = field.teams[name]
    state = (team.type, team.suppressed, team.bailed_out, team.bogged, team.gone_to_ground, team.foxhole)
    burden = (len(field.aboard(name)), team.platoon)
    shooter = field.teams.get(row.shooter or UnitId(""))
    if team.at is None:
        return state, burden
    if shooter is None or row.start is None:
        return state, burden, tuple(own_cover(field.rules, field.terrain, field.as_target(team)))
    seen = field.look(shooter, team, field.rules.weather[field.weather].declared_limit)
    side = armour_side(team.at, team.facing or 0, row.start) if field.kind(team).is_vehicle else None
    far = hexes.distance(row.start, team.at)
    is_long = field.kind(team).is_armoured and far >= field.rules.options.armour_long_range_from
    ranges = (is_far(field.rules, field.profile(team), far), is_long)
    return state, burden, seen.cover if isinstance(seen, Seen) else None, side, ranges, _shielded(field, row, team)


# ------------------------------------------------------------------------------------------------------------------ saves


def run_hits(story: Story, frame: Hits) -> bool:
    """Goes on with hits; answers whether it waits for somebody."""
    if not frame.given:
        if not is_settled(story.field, frame):
            return True
        give(story, frame, by_default(frame.rows))
        return False
    if frame.context == "strike":
        _name_victims(story, frame)
        return False
    if frame.riders:
        story.change(replace(frame, riders=frame.riders[1:]))
        rider(story, frame, frame.riders[0])
        return False
    if frame.next >= len(frame.rows):
        story.pop()
        return False
    row, name = frame.rows[frame.next], frame.given[frame.next]
    riders = tuple(
        team.id for team in story.field.aboard(name) if story.field.kind(story.position.teams[name]).tank_riders
    )
    story.change(replace(frame, next=frame.next + 1, riders=riders))
    _save(story, frame, row, name)
    return False


def give(story: Story, frame: Hits, teams: Sequence[UnitId]) -> None:
    """Gives the hits out."""
    story.change(replace(frame, given=tuple(teams)))
    for row, team in zip(frame.rows, teams, strict=True):
        story.add(ef.HitGiven(team, row.shooter, frame.context == "fo"))
    if frame.context == "defend":
        assault = story.frame(Assault)
        assert assault is not None
        story.swap(assault, replace(assault, hits=assault.hits + _repelling(story, frame, assault, teams)))


def _repelling(story: Story, frame: Hits, assault: Assault, teams: Sequence[UnitId]) -> int:
    """The hits that count towards repelling infantry: those on foot of a platoon that does not assault as tanks (FHW-ASLT-06, FHW-ASLT-08)."""
    position = story.position
    tanks = {(position.teams.get(name) or position.gone[name]).platoon for name in assault.tanks}
    return 0 if frame.target in tanks else sum(story.field.kind(position.teams[name]).is_foot for name in teams)


def _name_victims(story: Story, frame: Hits) -> None:
    """The victims of a round are named; they are resolved when both sides' are (FHW-ASLT-18)."""
    story.pop()
    assault = story.position.frames[-1]
    assert isinstance(assault, Assault)
    new = tuple((team, row.shooter) for row, team in zip(frame.rows, frame.given, strict=True) if row.shooter)
    story.change(replace(assault, victims=(*assault.victims, *new)))


def _save(story: Story, frame: Hits, row: HitRow, name: UnitId) -> None:
    team = story.position.teams[name]
    kind = story.field.kind(team)
    if kind.is_armoured:
        _armour(story, frame, row, team)
        return
    need = damage.save_need(story.rules, save_kind(kind))
    die = story.die("save")
    story.add(ef.Saved(name, die, need, die >= need))
    if die >= need:
        return
    if kind.is_foot and (protection := bulletproof(story.field, row, team)) is not None:
        fp, weapon = firepower_of(story.rules, row)
        wanted = damage.firepower_need(
            story.rules, fp, None if weapon is None else weapon.weapon_class, protection or None
        )
        die = story.die("firepower")
        story.add(ef.FirepowerRolled(name, die, wanted, die >= wanted))
        if die < wanted:
            return
    eliminate(story, frame, name)


def save_kind(kind: TeamType) -> damage.SaveKind:
    """How a team without armour saves (FHW-SAVE-01)."""
    return "unarmoured" if kind.is_vehicle else "gun" if kind.kind == "gun" else "infantry"


def firepower_of(rules: Rules, row: HitRow) -> tuple[int, Weapon | None]:
    """The firepower of a hit, and its weapon, if it is one."""
    if row.by == "air":
        return rules.aircraft[row.weapon].fp, None
    weapon = rules.weapons[row.weapon]
    return (weapon.bombard_fp if row.by == "bombard" else weapon.fp), weapon


def anti_tank(rules: Rules, row: HitRow) -> int:
    """The anti-tank number of a hit."""
    if row.by == "air":
        return rules.aircraft[row.weapon].at
    weapon = rules.weapons[row.weapon]
    return weapon.bombard_at if row.by == "bombard" else weapon.at


def bulletproof(field: Field, row: HitRow, team: Team) -> damage.Protection | Literal[""] | None:
    """In what bulletproof cover a team is against a hit: ``""`` for one that no rule makes weaker, ``None`` for none (FHW-SAVE-02)."""
    if team.at is None:
        return None
    target = field.as_target(team)
    sources = {cover for _, cover in own_cover(field.rules, field.terrain, target)}
    if row.by == "direct":
        shooter = field.teams.get(row.shooter or UnitId(""))
        seen = None if shooter is None else field.look(shooter, team)
        covered = "bulletproof" in sources if not isinstance(seen, Seen) else seen.cover == "bulletproof"
    else:
        covered = "bulletproof" in sources
    if not covered:
        return "" if _shielded(field, row, team) else None
    return protection_of(field, team)


def protection_of(field: Field, team: Team) -> damage.Protection | Literal[""]:
    """What kind of bulletproof cover it is, to firepower (FHW-HIT-18)."""
    assert team.at is not None
    ground = field.terrain[team.at]
    if field.is_inside(team):
        material = ground.material if ground.mixed is None else ground.mixed.material
        return "wooden_building" if material == "wood" else "stone_building"
    if ground.surface == "built_up" and not team.in_street and ground.mixed is None:
        return ""
    return field.dug_in(team) or ""


def _shielded(field: Field, row: HitRow, team: Team) -> bool:
    """Whether a gun's shield stands before it (FHW-SAVE-02)."""
    if not field.kind(team).gun_shield or row.by != "direct" or row.start is None or team.at in (None, row.start):
        return False
    assert team.at is not None
    return arc(team.at, team.facing or 0, row.start) != "rear"


def _armour(story: Story, frame: Hits, row: HitRow, team: Team) -> None:
    armour, far = armour_met(story.field, row, team)
    die, at = story.die("armour"), anti_tank(story.rules, row)
    total = damage.armour_total(story.rules, armour, die, far)
    story.add(ef.ArmourRolled(team.id, die, armour, total, at))
    found = damage.against(total, at)
    if found == "no_effect":
        return
    need, _ = firepower_of(story.rules, row)
    die = story.die("firepower")
    story.add(ef.FirepowerRolled(team.id, die, max(1, need), die >= need))
    result = damage.armour_result(found, is_pierced=die >= need)
    if result == "destroyed":
        eliminate(story, frame, team.id)
    elif result == "bailed_out":
        bail(story, frame, team.id)


def armour_met(field: Field, row: HitRow, team: Team) -> tuple[int, int]:
    """The armour that a hit meets, and from how far it comes: from above none (FHW-SAVE-03, FHW-SAVE-04)."""
    front, side, top = field.kind(team).armour
    if row.by != "direct" or row.start is None or team.at is None:
        return top, 0
    is_front = armour_side(team.at, team.facing or 0, row.start) == "front"
    return front if is_front else side, hexes.distance(row.start, team.at)


def bail(story: Story, frame: Hits | None, name: UnitId) -> None:
    """A crew bails out; one that is out already tests, and its vehicle is lost if it fails (FHW-BAIL-01, FHW-BAIL-03,
    FHW-BAIL-05)."""
    if is_doomed(story, name):
        return
    if not is_bailed_out(story, name):
        hurt(story, name, "bailed_out")
        return
    found = motivation_test(story, story.position.teams[name].platoon, "bailed out again")
    story.add(ef.BailedOut(name, found.dice, found.need, True))
    if not found.passed:
        if frame is None:
            hurt(story, name, "destroyed")
        else:
            eliminate(story, frame, name)


def eliminate(story: Story, frame: Hits, name: UnitId) -> None:
    """A team would be lost: another may go in its stead, else it is, and whoever it carries saves (FHW-FO-10, FHW-HQ-08)."""
    if is_doomed(story, name):
        return
    if frame.context == "fo" and _may_swap(story, name):
        return
    if _hero_saved(story, name):
        return
    lose(story, name)


def lose(story: Story, name: UnitId) -> None:
    """A team is lost once effects are taken; passengers of a carrier roll, riders of a tank have (FHW-SAVE-01, FHW-SAVE-07)."""
    hurt(story, name, "destroyed")
    for each in passengers_lost(story, name):
        if not is_doomed(story, each):
            hurt(story, each, "destroyed")


def passengers_lost(story: Story, name: UnitId) -> Iterator[UnitId]:
    """Those who fail of the passengers of a carrier that is lost, each rolled for when he is asked about; riders of a tank roll when it is
    hit (FHW-SAVE-01, FHW-SAVE-07)."""
    if story.field.kind(story.position.teams[name]).tank_riders:
        return
    need = damage.save_need(story.rules, "passenger")
    for each in story.field.aboard(name):
        die = story.die("passenger")
        story.add(ef.RidersRolled(each.id, die, need, die >= need))
        if die < need:
            yield each.id


def rider(story: Story, frame: Hits, name: UnitId) -> None:
    """A rider of a tank that was hit saves (FHW-SAVE-07)."""
    need, die = damage.save_need(story.rules, "passenger"), story.die("rider")
    story.add(ef.RidersRolled(name, die, need, die >= need))
    if die < need:
        eliminate(story, frame, name)


def _may_swap(story: Story, name: UnitId) -> bool:
    """Rolls whether another team that has not moved may be lost instead of a command team; asks whom (FHW-FO-10)."""
    field, team = story.field, story.position.teams[name]
    activation = story.activation
    if activation is None:
        return False
    platoon = activation.platoon
    if field.is_independent(team):
        if field.joined_to(team) != platoon:
            return False
    elif team.platoon != platoon or field.platoons[platoon].command != name:
        return False
    others = tuple(
        each.id
        for each in field.members(platoon)
        if each.id != name and each.turn.moved == "none" and not each.turn.halted and not is_doomed(story, each.id)
        and each.at is not None and each.aboard is None
    )  # fmt: skip
    if not others:
        return False
    need, die = story.rules.opportunity.command_swap, story.die("swap")
    story.add(ef.Swapped(name, die, need, die >= need))
    if die < need:
        return False
    story.push(SwapChoice(field.seat(team.platoon), name, others))
    return True


def _hero_saved(story: Story, name: UnitId) -> bool:
    """A warrior is not lost on 3 or more if another infantry team is with it, which is lost instead (FHW-HQ-08)."""
    field, team = story.field, story.position.teams[name]
    platoon = field.joined_to(team)
    if team.role != "warrior" or platoon is None:
        return False
    others = tuple(
        each.id
        for each in field.members(platoon)
        if each.at == team.at
        and field.kind(each).kind == "infantry"
        and not is_doomed(story, each.id)
        and each.aboard is None
    )
    if not others:
        return False
    need, die = story.rules.opportunity.command_swap, story.die("hero")
    story.add(ef.Swapped(name, die, need, die >= need, True))
    if die < need:
        return False
    if len(others) == 1:
        hurt(story, others[0], "destroyed")
    else:
        story.push(HeroChoice(field.seat(team.platoon), name, others))
    return True


def answer_swap(story: Story, team: UnitId | None) -> None:
    """The answer to whom to lose in a command's stead; who is saved stays where it is, its move over (FHW-FO-10)."""
    frame = story.position.frames[-1]
    assert isinstance(frame, SwapChoice)
    story.pop()
    if team is None:
        if not _hero_saved(story, frame.team):
            lose(story, frame.team)
        return
    lose(story, team)
    story.mark(frame.team, halted=True)


def answer_hero(story: Story, team: UnitId) -> None:
    """The answer to whom to lose in a hero's stead."""
    story.pop()
    hurt(story, team, "destroyed")
