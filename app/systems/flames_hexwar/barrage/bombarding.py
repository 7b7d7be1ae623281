"""Bombardments carried out: availability, ranging in, hits, smoke (FHW-ART-11 to FHW-ART-19, FHW-SMOKE)."""

from __future__ import annotations

from msgspec.structs import replace

from app.systems.flames_hexwar.barrage import numbers
from app.systems.flames_hexwar.barrage.designating import is_mortar, weapon_of
from app.systems.flames_hexwar.barrage.designating import pieces as pieces_that_fire
from app.systems.flames_hexwar.barrage.numbers import Size, Turns
from app.systems.flames_hexwar.book.kinds import hex_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.smoke import place_smoke, smoke_exhausted
from app.systems.flames_hexwar.losses.losing import hurt
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.actions import Bombard
from app.systems.flames_hexwar.position.frames import HitRow, Hits
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.sight import Seen


def carry_out(story: Story, act: Bombard, pieces: int) -> None:
    """One bombardment, from its availability to its hits."""
    if not _is_available(story, act):
        return
    _shoots(story, act)
    if not _is_seen(story, act):
        return
    attempt, first = _range_in(story, act)
    if act.ammo == "smoke":
        _smoke(story, act, attempt, first)
    elif attempt is not None:
        _hits(story, act, pieces)


def _is_available(story: Story, act: Bombard) -> bool:
    """FHW-ART-11 to FHW-ART-13."""
    platoon = story.position.platoons[act.battery]
    assert platoon.battery is not None
    of, turns = story.rules.bombardment, Turns(platoon.battery.bombarded, platoon.battery.idle)
    if is_mortar(story.field, platoon) or act.automatic:
        story.add(ef.Available(platoon.id, True))
        passed = True
    else:
        modifier = numbers.availability_modifier(story.rules, turns)
        die = story.die("availability")
        passed = die + modifier >= of.availability_needed
        story.add(ef.Available(platoon.id, passed, die, modifier, of.availability_needed))
    if passed:
        story.add(ef.BatteryCounted(platoon.id, replace(platoon.battery, fired=True)))
    return passed


def _shoots(story: Story, act: Bombard) -> None:
    """The pieces that fire have shot, and no others (FHW-ART-20, FHW-GTG-02)."""
    for team in pieces_that_fire(story.field, act.battery, story.field.teams[act.aim]):
        story.mark(team.id, shot=True)


def _is_seen(story: Story, act: Bombard) -> bool:
    """In fog the spotter rolls how far he sees (FHW-WEA-08)."""
    field = story.field
    of = story.rules.weather[field.weather]
    if of.sight_die is None:
        return True
    die = story.die("fog")
    sight = max(of.sight_minimum, die)
    story.add(em.FogRolled(die, sight, act.battery, act.spotter))
    return field.sees(field.teams[act.spotter], field.teams[act.aim], sight)


def ranging(field: Field, spotter: Team, aim: Team) -> int:
    """The number for ranging in (FHW-ART-17)."""
    of = field.rules.weather[field.weather]
    seen = field.look(spotter, aim, of.declared_limit)
    return numbers.ranging_number(
        field.rules,
        field.skill(aim).id,
        in_cover=isinstance(seen, Seen) and seen.cover != "none",
        gone_to_ground=aim.gone_to_ground,
        by_company=spotter.role == "company_command",
    )


def _range_in(story: Story, act: Bombard) -> tuple[int | None, int]:
    """The attempt that succeeded, if any, and the first die of all."""
    teams = story.position.teams
    need = ranging(story.field, teams[act.spotter], teams[act.aim])
    wanted = numbers.as_dice(story.rules, need)
    dice: list[int] = []
    roll = story.rolling("ranging in", dice)
    attempt = None
    for number in range(1, story.rules.bombardment.range_in_attempts + 1):
        if wanted is None:
            roll()
        elif numbers.meets(wanted, roll):
            attempt = number
            break
    story.add(ef.RangedIn(act.battery, tuple(dice), need, attempt))
    return attempt, dice[0] if dice else 6


def _smoke(story: Story, act: Bombard, attempt: int | None, first: int) -> None:
    """Markers on all hexes; an observer among them sees through unless the first attempt succeeded (FHW-SMOKE-05)."""
    battery = story.position.platoons[act.battery].battery
    assert battery is not None
    out = smoke_exhausted(story.rules, first, battery.smoke_uses)
    story.add(ef.SmokeRolled(act.battery, (), battery.smoke_uses, out))
    if attempt is None:
        return
    cells = tuple(hex_of(name) for name in act.hexes)
    field = story.field
    inside = [each for at in cells for team in field.standing_in(at) for each in (team, *field.aboard(team.id))]
    blind = tuple(team.id for team in inside if team.role == "observer") if attempt != 1 else ()
    place_smoke(story, cells, blind)


def _hits(story: Story, act: Bombard, pieces: int) -> None:
    """A die for each enemy team in the footprint (FHW-ART-18), then their saves; who is suppressed (FHW-ART-16)."""
    field, platoon = story.field, story.position.platoons[act.battery]
    size = numbers.footprint(story.rules, pieces, act.mode)
    assert isinstance(size, Size)
    skill = field.of_platoon(platoon).skill
    need = numbers.bombard_number(story.rules, skill, size)
    weapon = next((found for team in field.members(platoon.id) if (found := weapon_of(field, team)) is not None), None)
    assert weapon is not None
    rows, caught = [], []
    suppresses = numbers.suppresses_all(story.rules, pieces, act.mode)
    for name in act.hexes:
        teams = [team for team in field.standing_in(hex_of(name)) if team.side != platoon.side]
        hit = [team for team in teams if _is_hit(story, act, team, need, size)]
        rows += [HitRow((team.id,), weapon.id, None, None, "bombard") for team in hit]
        if hit or suppresses:
            caught += teams
    suppress_caught(story, caught)
    if rows:
        side = field.teams[rows[0].teams[0]].side
        story.push(Hits("bombard", side, "", tuple(rows)))


def _is_hit(story: Story, act: Bombard, team: Team, need: int, size: Size) -> bool:
    wanted = numbers.as_dice(story.rules, need)
    dice: list[int] = []
    roll = story.rolling("bombardment", dice)
    hit = wanted is not None and numbers.meets(wanted, roll)
    if wanted is not None and size.reroll == ("hits" if hit else "misses"):
        hit = numbers.meets(wanted, roll)
    story.add(ef.BombardRolled(act.battery, team.id, tuple(dice), need, hit))
    return hit


def suppress_caught(story: Story, teams: list[Team]) -> None:
    """Who is suppressed by bombs and shells, when effects are taken (FHW-SUPP-02, FHW-SUPP-04)."""
    for team in teams:
        if not story.field.kind(team).is_armoured or story.rules.options.suppress_armour:
            hurt(story, team.id, "suppressed")
