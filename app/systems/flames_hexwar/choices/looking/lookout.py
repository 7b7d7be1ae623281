"""What a team could do from a place, and what could be done to it there: sight lines, the best shots, reach, arcs (FHW-LOS, FHW-GEO-16)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.telling import Cells, Chance, Line, Overlay, Ring, Sight, Tint
from app.engine.types import Text, UnitId
from app.engine.words import joined, same
from app.systems.flames_hexwar.book.kinds import Facing, Half, Place, PlatoonId
from app.systems.flames_hexwar.book.units import Weapon
from app.systems.flames_hexwar.choices.looking.outlook import Outlook, number_steps, share
from app.systems.flames_hexwar.choices.reaching import Reached, reach
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.aiming import Aiming
from app.systems.flames_hexwar.fire.fates import is_harmless, lost_to
from app.systems.flames_hexwar.fire.numbers import Aim, Impossible, Number, number
from app.systems.flames_hexwar.fire.odds import Loss, loss_of, met, passed
from app.systems.flames_hexwar.march.halting import has_room, in_street, own_half
from app.systems.flames_hexwar.march.stepping import Manner, start_of
from app.systems.flames_hexwar.march.ways import walking_of
from app.systems.flames_hexwar.position.frames import Context, HitRow
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.arcs import arc
from app.systems.flames_hexwar.sight.bare import Blocked
from app.systems.flames_hexwar.sight.blocking import End
from app.systems.flames_hexwar.sight.lines import line
from app.systems.flames_hexwar.sight.sight import Seen

MOST_LINES: Final = 16
"""Sight is drawn to so many enemies, the nearest."""


class BestShot(NamedTuple):
    """The best that a team could fire at another: with what, how many dice, by which number, how likely one hits, what a hit does, how likely
    the other or somebody on it is lost."""

    weapon: Weapon
    dice: int
    number: Number
    aim: Aim
    odds: Fraction
    loss: Loss
    lost: Fraction


def put(
    look: Outlook, team: Team, place: Place, half: Half | None, facing: Facing | None, *, by_road: bool = False
) -> tuple[Field, Team]:
    """The board with a team that has moved to a place; ``by_road``: by a road step at last."""
    own = own_half(look.field, team, place, half)
    turn = replace(team.turn, moved="moved", changed_hex=True, halted=True)
    there = replace(
        team,
        at=place.hex,
        floor=place.floor,
        half=own,
        facing=team.facing if facing is None else facing,
        aboard=None,
        gone_to_ground=False,
        foxhole=team.foxhole and team.at == place.hex,
        in_street=in_street(look.field, team, place.hex, by_road=by_road),
        turn=turn,
    )
    position = replace(look.position, teams={**look.position.teams, team.id: there})
    return Field(look.rules, position), there


def best_shot(
    field: Field, team: Team, target: Team, context: Context, platoon: PlatoonId | None = None
) -> BestShot | None:
    """The weapon with which a team most likely destroys another, else hits it at all."""
    aiming = Aiming(field, context, platoon or team.platoon, field.rules.weather[field.weather].declared_limit)
    if team.at is None or team.aboard is not None or target.at is None:
        return None
    weapons, far = aiming.weapons(team), field.far(team, target)
    if all(weapon.range < far for weapon in weapons):
        return None
    seen = field.look(team, target, aiming.fog_of(team))
    if not isinstance(seen, Seen):
        return None
    found = [shot for weapon in weapons if (shot := _shot(aiming, team, weapon, target, seen)) is not None]
    return max(found, key=lambda shot: (shot.lost, shot.odds), default=None)


def _shot(aiming: Aiming, team: Team, weapon: Weapon, target: Team, seen: Seen) -> BestShot | None:
    field, dice = aiming.field, aiming.rate(team, weapon)
    if not dice or not aiming.may_aim(weapon, target) or field.far(team, target) > weapon.range:
        return None
    if not aiming.in_field_of_fire(team, weapon, target):
        return None
    aim = aiming.aim(team, weapon, target, seen, in_60=aiming.is_platoon_ahead(team, target))
    rated = number(field.rules, aim)
    if isinstance(rated, Impossible):
        return None
    loss = loss_of(field, HitRow((target.id,), weapon.id, team.id, team.at), target)
    shot = BestShot(weapon, dice, rated, aim, 1 - (1 - met(rated)) ** dice, loss, Fraction(0))
    return shot._replace(lost=lost_to_all(field, target, [shot]))


def lost_to_all(field: Field, target: Team, shots: Iterable[BestShot]) -> Fraction:
    """How likely a team, or somebody on it, is lost to several shots."""
    return lost_to(((shot.dice, met(shot.number), shot.loss) for shot in shots), passed(field, target.platoon))


def is_out(field: Field, team: Team) -> bool:
    """Whether a team shoots at nobody as it is."""
    return team.bailed_out or team.bogged or field.platoons[team.platoon].disorganised


# --------------------------------------------------------------------------------------------------------------------- sight


class Met(NamedTuple):
    """A team and another that it meets from where it stands: what it sees of it, the best shots both ways."""

    other: Team
    far: int
    seen: Seen | Blocked
    shot: BestShot | None
    back: BestShot | None


def met_by(field: Field, team: Team, context: Context) -> list[Met]:
    """Everybody on the other side as a team meets them, the nearest first."""
    if team.at is None:
        return []
    fog, is_off = field.rules.weather[field.weather].declared_limit, is_out(field, team)
    found = []
    near = sorted(field.enemies(team.side), key=lambda other: field.far(team, other))
    for place, other in enumerate(near):
        shot = None if is_off else best_shot(field, team, other, context)
        back = None if is_out(field, other) else best_shot(field, other, team, "fc")
        if place < MOST_LINES or shot is not None or back is not None:
            found.append(Met(other, field.far(team, other), field.look(team, other, fog), shot, back))
    return found


def sights(look: Outlook, team: Team, found: Iterable[Met]) -> Iterator[Sight]:
    """Sight lines from a team to others, with the best odds both ways, or what breaks them and where."""
    for each in itertools.islice(found, MOST_LINES):
        assert team.at is not None
        assert each.other.at is not None
        seen = each.seen
        is_broken = isinstance(seen, Blocked)
        yield Sight(
            each.other.id,
            look.middle(team.at),
            look.middle(each.other.at),
            "good" if each.shot is not None else "muted" if is_broken else "info",
            near=each.shot is not None,
            distance=look.counted("far", each.far),
            aim=None if each.shot is None else short(look, each.shot),
            threat=None if each.back is None else short(look, each.back),
            blocked=look.say("blocked_by", rule=why(look, seen)) if isinstance(seen, Blocked) else None,
            breaks_at=look.middle(seen.hexes[0]) if isinstance(seen, Blocked) and seen.hexes else None,
            blockers=tuple(hexes.name(at) for at in seen.hexes) if isinstance(seen, Blocked) else (),
        )


def why(look: Outlook, found: Blocked) -> Text:
    """What breaks a line, in a word."""
    return look.rules.words.say("sight", found.rule.removeprefix("FHW-").lower())


def short(look: Outlook, shot: BestShot) -> Text:
    """A shot in short: dice, number, how likely it destroys."""
    return look.counted("short", shot.dice, need=look.need(shot.number), fate=_fate(look, shot))


def _fate(look: Outlook, shot: BestShot) -> Text:
    if is_harmless([shot.loss]):
        return look.say("harmless")
    return look.say("destroys", share=share(shot.lost))


def seen_line(look: Outlook, field: Field, one: Team, other: Team, *, brief: bool = False) -> Iterator[Overlay]:
    """The line from one team to another with the hexes that it crosses: what breaks it, what covers; ``brief`` where there are several."""
    assert one.at is not None
    assert other.at is not None
    found = field.look(one, other, field.rules.weather[field.weather].declared_limit)
    yield from line_drawn(look, one.at, other.at, found, brief=brief)


def line_drawn(look: Outlook, a: Hex, b: Hex, found: Seen | Blocked, *, brief: bool = False) -> Iterator[Overlay]:
    """A line and what is met on it: hexes, and both hexes of a side along which it runs."""
    is_broken = isinstance(found, Blocked)
    label = why(look, found) if isinstance(found, Blocked) else covered(look, found, brief=brief)
    yield Line((look.middle(a), look.middle(b)), "bad" if is_broken else "good", label, dashed=is_broken)
    at_fault = set(found.hexes) if isinstance(found, Blocked) else set()
    crossed = [] if a == b else [at for item in line(a, b).items for at in item.hexes]
    tints = [Tint(hexes.name(at), "bad" if at in at_fault else "muted") for at in dict.fromkeys([*crossed, *at_fault])]
    if tints:
        yield Cells(tuple(tints), "bad" if is_broken else "muted", look.say("crossed"))


def covered(look: Outlook, found: Seen, *, brief: bool = False) -> Text | None:
    """The cover of what is seen, and by which rules it comes, unless it is said in ``brief``."""
    if found.cover == "none":
        return look.say("plain_sight")
    if brief:
        return look.say(f"brief_{found.cover}")
    reasons = [look.rules.words.say("sight", rule.removeprefix("FHW-").lower()) for rule, _ in found.reasons]
    return look.say(f"in_{found.cover}", why=joined(dict.fromkeys(reasons)))


# ------------------------------------------------------------------------------------------------------------- shots, threats


def shots_from(look: Outlook, found: Iterable[Met], name: str) -> list[Chance]:
    """Whom a team could destroy from where it stands, the likeliest first."""
    shots = ((each.other, each.shot) for each in found if each.shot is not None)
    best = sorted(shots, key=lambda each: (-each[1].lost, -each[1].odds))
    return [_told(look, name, other.id, shot) for other, shot in best]


def _told(look: Outlook, name: str, unit: UnitId, shot: BestShot) -> Chance:
    head = look.counted(
        "with", shot.dice, weapon=shot.weapon.name, need=look.need(shot.number), far=look.counted("far", shot.aim.far)
    )
    steps = [(head, "FHW-SHOT-04"), *number_steps(look, shot.aim), (hits_with(look, shot.odds), None)]
    text = doubted(look, look.say(name, unit=look.team(unit)), [shot])
    return look.chance(text, shot.lost, steps, unit)


def doubted(look: Outlook, words: Text, shots: Iterable[BestShot]) -> Text:
    """What is told of some shots; where they cannot hurt whom they hit, that as well."""
    return look.say("but_harmless", what=words) if is_harmless(shot.loss for shot in shots) else words


def hits_with(look: Outlook, odds: Fraction) -> Text:
    """How likely there is a hit at all."""
    return look.say("hits_with", share=share(odds))


def threats_to(look: Outlook, team: Team, found: Iterable[Met]) -> list[Chance]:
    """What the teams of each enemy platoon in sight could do to a team with all that they have, the worst first."""
    shots: dict[PlatoonId, list[tuple[Team, BestShot]]] = {}
    for each in found:
        if each.back is not None:
            shots.setdefault(each.other.platoon, []).append((each.other, each.back))
    told = [_threat(look, team, name, own) for name, own in shots.items()]
    return sorted(told, key=lambda each: -Fraction(each.numerator, each.denominator))


def _threat(look: Outlook, team: Team, name: PlatoonId, shots: Sequence[tuple[Team, BestShot]]) -> Chance:
    """What a platoon could do to a team."""
    fired = [shot for _, shot in shots]
    hit = 1 - prod((1 - shot.odds for shot in fired), start=Fraction(1))
    steps: list[tuple[Text, str | None]] = [
        (look.counted("threat_teams", len(shots)), None),
        (hits_with(look, hit), None),
    ]
    if _has_acted(look.field, name):
        steps.append((look.say("threat_done"), "FHW-ASLT-13"))
    text = doubted(look, look.say("threat", platoon=look.platoon(name)), fired)
    return look.chance(text, lost_to_all(look.field, team, fired), steps, shots[0][0].id)


def _has_acted(field: Field, name: PlatoonId) -> bool:
    """Whether everybody sees that a platoon's card has been played this turn."""
    platoon = field.platoons[name]
    return platoon.turned and platoon.done and platoon.order != "FO"


# --------------------------------------------------------------------------------------------------------------- reach, arcs


def reached_by(
    look: Outlook, team: Team, manner: Manner | None, others: Iterable[Team] = ()
) -> Mapping[Place, Reached]:
    """Everywhere a team can come to and halt, on its way by what is left of it; ``others``: teams that are alike and set out from elsewhere."""
    walking, active = walking_of(look.field, team, manner), look.field.activation
    moving = None if active is None or look.field.moving != team.id else active.moving
    start = None if moving is None else walking.along(moving.visits)
    ways = reach(walking, start, [start_of(each) for each in others])
    return {place: way for place, way in ways.items() if has_room(look.field, team, place)}


def reach_cells(look: Outlook, ways: Mapping[Place, Reached], label: Text) -> Iterator[Cells]:
    """Where a team can come to, with what it costs; a mark where it must be tested on the way."""
    tints = tuple(
        Tint(hexes.name(place.hex), "warn" if way.tests else "good", same(f"{way.trace.cost}{'!' * bool(way.tests)}"))
        for place, way in ways.items()
        if place.floor == 1
    )
    if tints:
        yield Cells(tints, "good", label)


def arcs_together(look: Outlook, teams: Iterable[Team]) -> Iterator[Cells]:
    """What any of several teams has before it: the 60 degrees of one count for all (FHW-GEO-07)."""
    tints: dict[str, Tint] = {}
    for team in teams:
        assert team.at is not None
        for found in arc_cells(look, team, team.at, team.facing or 0):
            tints |= {tint.cell: tint for tint in found.cells if tint.tone == "good" or tint.cell not in tints}
    if tints:
        yield Cells(tuple(tints.values()), "info", look.say("arcs"))


def fields_of_fire(look: Outlook, teams: Iterable[Team]) -> Iterator[Cells]:
    """The hexes that any of several teams which shoot all round sees within the range of its weapons (FHW-SHOT-02, FHW-SHOT-03)."""
    tints: dict[Hex, Tint] = {}
    fog = look.field.rules.weather[look.field.weather].declared_limit
    for team in teams:
        reach = look.field.by_type.reach[team.type]
        far = reach if fog is None else min(reach, fog)
        if team.at is None or look.field.kind(team).turns:
            continue
        start = look.field.end(team)
        for cell in hexes.disc(team.at, far):
            if (
                cell not in tints
                and look.field.terrain.board.holds(cell)
                and look.field.looks.sees(start, End(cell), None)
            ):
                tints[cell] = Tint(hexes.name(cell), "info")
    if tints:
        yield Cells(tuple(tints.values()), "info", look.say("field_of_fire"))


def arc_cells(look: Outlook, team: Team, at: Hex, facing: int) -> Iterator[Cells]:
    """The 60 and 180 degrees before a vehicle or a gun, as far as its longest weapon shoots (FHW-GEO-07)."""
    kind = look.field.kind(team)
    if not kind.turns:
        return
    far = max((look.rules.weapons[name].range for name in kind.weapons), default=0)
    board = look.field.terrain.board
    tints = []
    for cell in hexes.disc(at, far):
        found = arc(at, facing, cell)
        if cell != at and found != "rear" and board.holds(cell):
            tints.append(Tint(hexes.name(cell), "good" if found == "front60" else "info"))
    if tints:
        yield Cells(tuple(tints), "info", look.say("arcs"))


def rings(names: Iterable[str], tone: str) -> Sequence[Ring]:
    """A ring round each of these."""
    return [Ring(name, tone) for name in names]  # type: ignore[arg-type]
