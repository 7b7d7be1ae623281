"""Volleys: whom each shooter can hit by which number, and their dice (FHW-SHOT-06, FHW-SHOT-10, FHW-HIT-03, FHW-HIT-17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire import counting
from app.systems.flames_hexwar.fire.aiming import Aiming
from app.systems.flames_hexwar.fire.numbers import Aim, Impossible, Number, number
from app.systems.flames_hexwar.fire.smoke import place_smoke, smoke_exhausted
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.frames import Context, Fired, HitRow, Hits, Volley
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.sight import Seen

Numbers = Mapping[UnitId, Number]


class Valid(NamedTuple):
    """A shot of a volley with the teams that it might hit, left aside whether any die could."""

    fired: Fired
    team: Team
    seen: Mapping[UnitId, Seen]


def valid_of(aiming: Aiming, fired: Fired, targets: Sequence[Team]) -> Valid | None:
    """Whom a shot might hit: in sight, in range, before the gun (FHW-SHOT-02, FHW-SHOT-03, FHW-SHOT-08)."""
    team = aiming.field.teams.get(fired.team)
    weapon = None if team is None else aiming.weapon(team, fired.weapon)
    if team is None or weapon is None or team.at is None or team.aboard is not None:
        return None
    seen = aiming.in_sight(team, targets)
    near = aiming.within(team, weapon, (target for target in targets if target.id in seen))
    kept = [
        target.id
        for target in near
        if (fired.smoke or aiming.may_aim(weapon, target)) and aiming.in_field_of_fire(team, weapon, target)
    ]
    return Valid(fired, team, {name: seen[name] for name in kept})


def numbers_of(
    aiming: Aiming, shots: Sequence[Valid], targets: Sequence[Team], runs: Mapping[UnitId, int | None] | None = None
) -> list[dict[UnitId, Number]]:
    """The number of every shot for each team that it can hit, in roster order: those that none of its dice could are left out."""
    rules = aiming.field.rules
    rated = [{name: number(rules, aim) for name, aim in own.items()} for own in aims_of(aiming, shots, targets, runs)]
    return [{name: found for name, found in own.items() if not isinstance(found, Impossible)} for own in rated]


def aims_of(
    aiming: Aiming, shots: Sequence[Valid], targets: Sequence[Team], runs: Mapping[UnitId, int | None] | None = None
) -> list[dict[UnitId, Aim]]:
    """What the number of every shot hangs on for each team that it might hit, in roster order."""
    by_id = {target.id: target for target in targets}
    found = []
    for shot in shots:
        weapon = aiming.weapon(shot.team, shot.fired.weapon)
        assert weapon is not None
        in_60 = bool(shot.seen) and aiming.is_platoon_ahead(shot.team, by_id[next(iter(shot.seen))])
        own = {}
        for name, seen in shot.seen.items():
            own[name] = aiming.aim(
                shot.team,
                weapon,
                by_id[name],
                seen,
                priority=shot.fired.priority,
                opposites=_sides(shots, by_id[name], shot),
                in_60=in_60,
                fo=None if runs is None else runs.get(shot.team.id),
            )
        found.append(own)
    return found


def _sides(shots: Iterable[Valid], target: Team, but: Valid) -> list[int]:
    """Sides of a team's hex from which other shooters of the volley might hit it (FHW-HIT-09)."""
    assert target.at is not None
    found: list[int] = []
    for shot in shots:
        if shot.team.id != but.team.id and target.id in shot.seen:
            found += hexes.sides_towards(target.at, shot.fired.at)
    return found


def dice_of(aiming: Aiming, fired: Fired, teams: Iterable[Team]) -> int:
    """Dice that a shot rolls: twice as many where all that it might hit went at the double (FHW-SHOT-10)."""
    found = tuple(teams)
    is_doubled = bool(found) and all(team.turn.moved == "doubled" for team in found)
    return fired.count * (2 if is_doubled and aiming.field.rules.options.mt_double_dice else 1)


def roll_volley(
    story: Story,
    aiming: Aiming,
    volley: Volley,
    targets: Sequence[Team],
    runs: Mapping[UnitId, int] | None = None,
) -> bool:
    """Rolls a volley: all first dice, confirming dice, then smoke; hits wait to be given out. Answers whether any die was rolled."""
    shots = [shot for fired in volley.shots if (shot := valid_of(aiming, fired, targets)) is not None and shot.seen]
    numbers = numbers_of(aiming, shots, targets, runs)
    kept = [(shot, own) for shot, own in zip(shots, numbers, strict=True) if own]
    straight = [(shot, own) for shot, own in kept if not shot.fired.smoke]
    rows = _roll(story, aiming, volley, straight, {target.id: target for target in targets})
    for shot, own in kept:
        if shot.fired.smoke and shot.fired.priority in own:
            _roll_smoke(story, volley.platoon, shot, own[shot.fired.priority])
    if rows:
        _tally(story, volley.target, len(rows))
        _push(story, aiming.context, volley.target, rows)
    return bool(kept)


def _roll(
    story: Story,
    aiming: Aiming,
    volley: Volley,
    shots: Sequence[tuple[Valid, Numbers]],
    targets: Mapping[UnitId, Team],
) -> list[HitRow]:
    rolled: list[list[int]] = []
    for shot, own in shots:
        count = dice_of(aiming, shot.fired, (targets[name] for name in own))
        rolled.append([story.die("to hit") for _ in range(count)])
    dice = [counting.Die(die, place) for place, mine in enumerate(rolled) for die in mine]
    found = counting.hits_of(dice, [own for _, own in shots])
    for place, (shot, own) in enumerate(shots):
        mine = [hit for hit in found if hit.shooter == place]
        _say(story, aiming, volley, shot, own, rolled[place], mine)
    hits = [hit for hit in found if not hit.confirm or _is_confirmed(story, shots[hit.shooter][0].fired, hit)]
    return [
        HitRow(tuple(own), shot.fired.weapon, shot.team.id, shot.fired.at, "direct", shot.fired.priority)
        for shot, own, _ in ((*shots[hit.shooter], hit) for hit in sorted(hits, key=lambda hit: (hit.shooter, hit.die)))
    ]


def _say(
    story: Story,
    aiming: Aiming,
    volley: Volley,
    shot: Valid,
    own: Numbers,
    dice: Sequence[int],
    hits: Sequence[counting.Hit],
) -> None:
    nearest = min((aiming.field.teams[name] for name in own), key=lambda team: aiming.field.far(shot.team, team))
    assert nearest.at is not None
    story.add(
        ef.ShotsRolled(
            shot.team.id,
            shot.fired.weapon,
            volley.target,
            tuple(dice),
            {name: (number.first, *number.confirm) for name, number in own.items()},
            shot.fired.at,
            nearest.at,
            volley.platoon,
            sum(not hit.confirm for hit in hits),
            sum(bool(hit.confirm) for hit in hits),
            aiming.context == "fo",
        )
    )


def _is_confirmed(story: Story, fired: Fired, hit: counting.Hit) -> bool:
    dice: list[int] = []
    roll = story.rolling("to confirm", dice)
    passed = all(roll() >= need for need in hit.confirm)
    story.add(ef.Confirmed(fired.team, fired.weapon, tuple(dice), hit.confirm, passed))
    return passed


def _roll_smoke(story: Story, platoon: PlatoonId, shot: Valid, number: Number) -> None:
    """A smoke shot: a hit puts a marker on the target's hex; a low die ends the stock (FHW-SMOKE-01 to FHW-SMOKE-03)."""
    target = story.position.teams[shot.fired.priority or UnitId("")]
    dice: list[int] = []
    roll = story.rolling("smoke", dice)
    hit = roll() >= number.first and all(roll() >= need for need in number.confirm)
    team = story.position.teams[shot.team.id]
    out = smoke_exhausted(story.rules, dice[0], team.smoke_uses)
    story.add(ef.SmokeRolled(platoon, tuple(dice), team.smoke_uses, out, team.id))
    story.mark(team.id, rolled=team.turn.rolled + 1, shot=True)
    if hit and target.at is not None:
        place_smoke(story, (target.at,))


def _tally(story: Story, target: str, hits: int) -> None:
    tally = story.position.tally
    story.add(ef.Tallied({**tally, target: tally.get(target, 0) + hits}))


def _push(story: Story, context: Context, target: str, rows: Sequence[HitRow]) -> None:
    first = story.position.teams[rows[0].teams[0]]
    platoon = PlatoonId(target) if target in story.position.platoons else first.platoon
    story.push(Hits(context, first.side, target, tuple(rows), seat=story.field.seat(platoon)))


def pinned(story: Story, targets: Iterable[str], needed: int) -> list[UnitId]:
    """Infantry and guns of targets that have taken so many hits in one go: all of a platoon that has any, be they aboard, with those joined
    to it (FHW-SUPP-01)."""
    field, found = story.field, list[UnitId]()
    for target in targets:
        if story.position.tally.get(target, 0) < needed:
            continue
        own = field.members(PlatoonId(target)) if target in field.platoons else field.target_teams(target)
        foot = [team.id for team in own if field.kind(team).is_foot]
        joined = [team.id for team in field.target_teams(target) if field.kind(team).is_foot and team.id not in foot]
        found += [*foot, *joined] if foot else []
    return found


def without(volley: Volley, teams: Iterable[UnitId]) -> Volley:
    """A volley less these shooters."""
    out = set(teams)
    return replace(volley, shots=tuple(shot for shot in volley.shots if shot.team not in out))
