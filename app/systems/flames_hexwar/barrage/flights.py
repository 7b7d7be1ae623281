"""Air attacks carried out: anti-aircraft fire, acquiring, hits (FHW-AIR)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.flames_hexwar.barrage import numbers
from app.systems.flames_hexwar.barrage.bombarding import suppress_caught
from app.systems.flames_hexwar.barrage.designating import guns_of
from app.systems.flames_hexwar.book.kinds import Side, hex_of, other
from app.systems.flames_hexwar.book.units import VEHICLE_MG, Weapon
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.actions import AirAttack, AntiAir
from app.systems.flames_hexwar.position.frames import AntiAirChoice, Covering, HitRow, Hits, Wave
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.bare import Blocked
from app.systems.flames_hexwar.sight.blocking import End
from app.systems.flames_hexwar.sight.sight import own_cover


def aa_weapon(field: Field, team: Team) -> tuple[Weapon, int, int] | None:
    """The weapon with which a team fires at aircraft, its dice, what they need (FHW-AIR-10)."""
    air, rules = field.rules.air, field.rules
    kind = field.kind(team)
    for weapon in (rules.weapons[name] for name in kind.weapons):
        if weapon.aa == "dedicated":
            return weapon, weapon.rof, air.aa_dedicated_needed
        if weapon.aa == "self":
            return weapon, air.aa_self_dice, air.aa_self_needed
    return (rules.weapons[VEHICLE_MG], air.aa_self_dice, air.aa_self_needed) if kind.aa_mg else None


def is_able(team: Team) -> bool:
    """Whether a team may fire at aircraft at all."""
    out = team.bailed_out or team.bogged or team.suppressed or team.turn.aa_fired
    return not out and team.at is not None and team.aboard is None


def reaches(field: Field, team: Team, attack: AirAttack) -> bool:
    """Whether an anti-aircraft team has sight and range to any hex of an attack (FHW-AIR-05)."""
    found = aa_weapon(field, team)
    if found is None or attack.battery is not None or team.at is None:
        return False
    return any(
        hexes.distance(team.at, at) <= found[0].range and _is_clear(field, team, at)
        for at in map(hex_of, attack.hexes or ())
    )


def _is_clear(field: Field, team: Team, at: Hex) -> bool:
    return team.at == at or not isinstance(field.looks.between(field.end(team), End(at, "vehicle")), Blocked)


def aa_seats(field: Field, wave: Wave) -> Iterator[Seat]:
    """Who has an anti-aircraft team that reaches an attack of a wave."""
    found = {
        field.seat(team.platoon)
        for team in field.enemies(wave.side)
        if is_able(team) and any(reaches(field, team, attack) for attack in wave.attacks)
    }
    return (seat for seat in field.position.seats if seat in found)


def judge_aa(field: Field, wave: Wave, shots: Sequence[AntiAir]) -> Refusal | None:
    """The first rule that anti-aircraft fire breaks (``assign_aa``)."""
    used: dict[str, int] = {}
    for shot in shots:
        team = field.teams[shot.team]
        found = aa_weapon(field, team)
        used[team.id] = used.get(team.id, 0) + shot.count
        if found is None or not is_able(team) or used[team.id] > found[1]:
            return Refusal(RuleId("FHW-AIR-10"), {"team": team.id})
        if shot.attack >= len(wave.attacks) or not reaches(field, team, wave.attacks[shot.attack]):
            return Refusal(RuleId("FHW-AIR-05"), {"team": team.id})
    return None


def assign(story: Story, seat: Seat, shots: Sequence[AntiAir]) -> None:
    """A seat has said what its anti-aircraft teams do."""
    choice = story.position.frames[-1]
    assert isinstance(choice, AntiAirChoice)
    below = story.position.frames[-2]
    assert isinstance(below, Covering)
    new = replace(below, aa=(*below.aa, *((shot.team, shot.attack, shot.count, choice.side) for shot in shots)))
    left = tuple(each for each in choice.seats if each != seat)
    frames = (*story.position.frames[:-2], new)
    story.flow(frames=(*frames, replace(choice, seats=left)) if left else frames)


def roll_aa(story: Story, frame: Covering) -> Covering:
    """All anti-aircraft dice: the attacker's wave first, attacks in their order, teams in roster order (part 6 of the rules)."""
    roster = list(story.position.teams)
    waves = list(frame.waves)
    for number, wave in enumerate(waves):
        planes = list(wave.planes)
        mine = sorted(
            (shot for shot in frame.aa if shot[3] == wave.side), key=lambda shot: (shot[1], roster.index(shot[0]))
        )
        for name, attack, count, _ in mine:
            turned = _fire(story, replace(wave, planes=tuple(planes)), name, attack, count)
            planes[attack] -= turned
        waves[number] = replace(wave, planes=tuple(planes))
    return replace(frame, waves=tuple(waves), aa_rolled=True)


def _fire(story: Story, wave: Wave, name: str, attack: int, count: int) -> int:
    """A team fires; each hit turns one of the planes that are left back, and firepower shoots it down (FHW-AIR-10)."""
    team = story.position.teams[name]  # type: ignore[index]
    found = aa_weapon(story.field, team)
    assert found is not None
    weapon, _, need = found
    dice = tuple(story.die("anti-aircraft") for _ in range(count))
    hits = min(sum(die >= need for die in dice), wave.planes[attack])
    powers = [story.die("firepower") for _ in range(hits)]
    downed = sum(die >= weapon.fp for die in powers)
    story.add(ef.AntiAirFired(team.id, wave.side, attack, dice, need, hits, downed))
    for die in powers:
        story.add(ef.FirepowerRolled(None, die, weapon.fp, die >= weapon.fp))
    return hits


def attack(story: Story, wave: Wave, number: int) -> None:
    """One attack, whole: all its hexes are acquired or not, then those in them hit; saves follow (part 6 of the rules)."""
    planes, act = wave.planes[number], wave.attacks[number]
    if planes == 0:
        return
    if act.battery is not None:
        _off_board(story, wave, number, planes)
        return
    field, rows, caught = story.field, list[HitRow](), list[Team]()
    inside = {at: list(field.standing_in(at, other(wave.side))) for at in map(hex_of, act.hexes or ())}
    acquired = [teams for at, teams in inside.items() if teams and _acquired(story, wave, at, teams, planes)]
    for teams in acquired:
        hit = [team for team in teams if _is_hit(story, wave, team, planes)]
        rows += [_row(story, wave, team) for team in hit]
        if numbers.air_suppresses(story.rules, planes, len(hit)):
            caught += teams
    suppress_caught(story, caught)
    _save(story, wave, rows)


def acquiring_number(field: Field, teams: Sequence[Team]) -> int:
    """The number of the easiest team of a hex (FHW-AIR-04)."""
    of = field.rules.to_hit

    def one(team: Team) -> int:
        in_cover = bool(own_cover(field.rules, field.terrain, field.as_target(team)))
        added = of.cover + (of.gone_to_ground if team.gone_to_ground else 0) if in_cover else 0
        return field.rules.air.acquire_by_target_skill[field.skill(team).id] + added

    return min(one(team) for team in teams)


def _acquired(story: Story, wave: Wave, at: Hex, teams: Sequence[Team], planes: int) -> bool:
    need = acquiring_number(story.field, teams)
    dice = tuple(story.die("acquire") for _ in range(planes))
    passed = any(die >= need for die in dice)
    story.add(ef.AreaAcquired(wave.side, dice, need, passed, at))
    return passed


def _is_hit(story: Story, wave: Wave, team: Team, planes: int) -> bool:
    need = story.rules.aircraft[_aircraft(story, wave.side)].to_hit
    dice = [story.die("air attack")]
    if dice[0] < need and planes >= 2:
        dice.append(story.die("air attack again"))
    hit = dice[-1] >= need
    story.add(ef.AirRolled(wave.side, team.id, tuple(dice), need, hit))
    return hit


def _aircraft(story: Story, side: Side) -> str:
    found = story.position.sides[side].aircraft
    assert found is not None
    return found


def _row(story: Story, wave: Wave, team: Team) -> HitRow:
    return HitRow((team.id,), _aircraft(story, wave.side), None, None, "air")


def _save(story: Story, wave: Wave, rows: list[HitRow]) -> None:
    if rows:
        story.push(Hits("air", other(wave.side), "", tuple(rows)))


def _off_board(story: Story, wave: Wave, number: int, planes: int) -> None:
    """An attack on a battery off the board: two pieces in its zone, the next two of a second attack (FHW-AIR-09)."""
    act, field, air = wave.attacks[number], story.field, story.rules.air
    assert act.battery is not None
    is_own_drive = field.of_platoon(field.platoons[act.battery]).self_propelled
    need = air.acquire_self_propelled if is_own_drive else air.acquire_static
    dice = tuple(story.die("acquire") for _ in range(planes))
    passed = any(die >= need for die in dice)
    story.add(ef.AreaAcquired(wave.side, dice, need, passed, None, act.battery))
    if not passed:
        return
    before = sum(each.battery == act.battery for each in wave.attacks[:number])
    guns = guns_of(field, act.battery)[before * air.pieces_in_zone : (before + 1) * air.pieces_in_zone]
    hit = [team for team in guns if _is_hit(story, wave, team, planes)]
    if numbers.air_suppresses(story.rules, planes, len(hit)):
        suppress_caught(story, guns)
    _save(story, wave, [_row(story, wave, team) for team in hit])
