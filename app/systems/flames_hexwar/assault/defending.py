"""Defensive fire (FHW-ASLT-13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.flames_hexwar.assault.contact import assaulting
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.aiming import Aiming
from app.systems.flames_hexwar.fire.declaring import Declared, Declaring, judged_shots
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.actions import DefensiveShot, Shot
from app.systems.flames_hexwar.position.frames import Assault, Volley, Volleys
from app.systems.flames_hexwar.position.state import Team

NOT_DEFENDING = RuleId("FHW-ASLT-13")


def near(field: Field, frame: Assault, team: Team) -> list[Team]:
    """The assaulting teams within three hexes of a defending team and in its sight."""
    most = field.rules.assault.defensive_fire_distance
    if team.at is None or team.aboard is not None:
        return []
    return [enemy for enemy in assaulting(field, frame) if field.far(team, enemy) <= most and field.sees(team, enemy)]


def aiming_of(field: Field, platoon: PlatoonId) -> Aiming:
    """A platoon that defends itself, whatever its order."""
    return Aiming(field, "defend", platoon, field.rules.weather[field.weather].limit_without_die)


def may_shoot(field: Field, frame: Assault, team: Team) -> bool:
    """Whether a team has defensive fire to declare: an assaulting team near, and a weapon with dice."""
    turn = team.turn
    out = team.bailed_out or team.bogged or turn.stuck or team.aboard is not None or turn.aa_fired
    if out or (field.platoons[team.platoon].disorganised and not field.is_independent(team)):
        return False
    aiming = aiming_of(field, team.platoon)
    enemies = near(field, frame, team)
    return any(
        aiming.rate(team, weapon) and aiming.may_aim(weapon, enemy) and aiming.in_field_of_fire(team, weapon, enemy)
        for weapon in aiming.weapons(team)
        for enemy in aiming.within(team, weapon, enemies)
    )


def may_defend(field: Field, frame: Assault, seat: Seat) -> bool:
    """Whether a seat has a team that may."""
    return any(field.seat(team.platoon) == seat and may_shoot(field, frame, team) for team in field.enemies(frame.side))


def defenders(field: Field, frame: Assault) -> tuple[Seat, ...]:
    """Every seat that is asked for defensive fire."""
    seats = (seat for seat, state in field.position.seats.items() if state.side != frame.side)
    return tuple(seat for seat in seats if may_defend(field, frame, seat))


def as_shots(shots: Iterable[DefensiveShot]) -> tuple[Shot, ...]:
    """Defensive fire as shots of any kind."""
    return tuple(Shot(each.team, each.weapon, each.count, each.at, each.priority, facing=each.facing) for each in shots)


def as_defence(shots: Iterable[Shot]) -> tuple[DefensiveShot, ...]:
    """Shots as defensive fire."""
    return tuple(
        DefensiveShot(each.team, each.weapon, each.count, each.at, each.priority, each.facing) for each in shots
    )


def judge_defend(field: Field, declared: Sequence[DefensiveShot]) -> Refusal | tuple[Declared, ...]:
    """The first rule that defensive fire breaks, shot by shot; else what each platoon fires."""
    frame, shots = field.position.frames[-1], as_shots(declared)
    assert isinstance(frame, Assault)
    targets = {team.platoon for team in assaulting(field, frame)} | {
        str(field.target_of(team)) for team in assaulting(field, frame)
    }
    groups: dict[PlatoonId, list[int]] = {}
    for number, shot in enumerate(shots):
        groups.setdefault(field.teams[shot.team].platoon, []).append(number)
    found: list[Declared] = []
    worst: tuple[int, Refusal] | None = None
    for platoon, numbers in groups.items():
        mine = [shots[number] for number in numbers]
        bad = next((place for place, shot in enumerate(mine) if shot.at not in targets), None)
        if bad is not None:
            judged: Declared | tuple[int, Refusal] = (bad, Refusal(NOT_DEFENDING, {"team": mine[bad].team}))
            before = judged_shots(_declaring(field, frame, platoon), mine[:bad]) if bad else None
            judged = before if isinstance(before, tuple) and not isinstance(before, Declared) else judged
        else:
            judged = judged_shots(_declaring(field, frame, platoon), mine)
        if isinstance(judged, Declared):
            found.append(judged)
        elif worst is None or numbers[judged[0]] < worst[0]:
            worst = (numbers[judged[0]], judged[1])
    return tuple(found) if worst is None else worst[1]


def _declaring(field: Field, frame: Assault, platoon: PlatoonId) -> Declaring:
    def barred(team: Team) -> RuleId | None:
        return None if near(field, frame, team) else NOT_DEFENDING

    return Declaring(aiming_of(field, platoon), barred)


def defend(story: Story, seat: Seat, declared: Sequence[Declared]) -> None:
    """A seat has declared all its defensive fire; it is rolled at once."""
    frame = story.position.frames[-1]
    assert isinstance(frame, Assault)
    story.change(replace(frame, asked=tuple(each for each in frame.asked or () if each != seat)))
    for each in declared:
        for team, facing in each.pivots:
            story.add(em.Turned(team, facing))
    volleys: list[Volley] = [volley for each in declared for volley in each.volleys]
    if volleys:
        story.push(Volleys("defend", tuple(volleys), aiming_of(story.field, volleys[0].platoon).fog))
