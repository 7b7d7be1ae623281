"""Losers fall back, reconnaissance disengages: one team after the other (FHW-ASLT-24, FHW-REC-03)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import UnitId
from app.systems.flames_hexwar.assault.contact import involved
from app.systems.flames_hexwar.assault.moves import CLEAR, fall_back, is_clear, only_way, way_back, ways_back
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId, Side, name_of_place, other
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.hits import passengers_lost
from app.systems.flames_hexwar.losses.losing import destroy, foot_with, suppress
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.actions import FallBack
from app.systems.flames_hexwar.position.frames import Assault, DisengageChoice, FallingBack
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.terrain.going import has_odd_half


def begin_retreat(story: Story, frame: Assault) -> None:
    """Every loser next to an enemy that took part must go; crews that are out and bogged vehicles are captured; infantry and guns
    of the losers are suppressed (FHW-ASLT-24)."""
    assert frame.winner is not None
    field, loser = story.field, other(frame.winner)
    enemies = tuple(name for name in frame.fought if name in field.teams and field.teams[name].side == frame.winner)
    near = _near(field, loser, enemies)
    losers = list(dict.fromkeys((*_took_part(field, frame, loser), *(team.platoon for team in near))))
    captured, depth = [team.id for team in near if team.bailed_out or team.bogged], len(story.position.frames)
    for name in captured:
        if name in story.position.teams:
            _lose(story, name, "captured", among=captured)
    foot = [name for platoon in losers for name in foot_with(story.field, platoon)]
    suppress(story, foot)
    left = tuple(team.id for team in _near(story.field, loser, enemies))  # passengers of the captured with them
    if left:
        seat = story.field.seat(story.position.teams[left[0]].platoon)
        frames = (
            story.position.frames
        )  # those who have lost their command appoint another before anybody goes (FHW-HQ-07)
        back = FallingBack(seat, left, enemies, mud=_mud(story, left))
        story.flow(frames=(*frames[:depth], back, *frames[depth:]))


def _took_part(field: Field, frame: Assault, side: Side) -> list[PlatoonId]:
    """The platoons of a side that took part, those too whose teams that did are lost (FHW-ASLT-24)."""
    own = list(frame.platoons) if side == frame.side else []
    for name in (*frame.fought, *(team.id for team in involved(field, frame, side))):
        team = field.teams.get(name) or field.position.gone.get(name)
        if team is not None and team.side == side:
            own.append(team.platoon)
    return [name for name in dict.fromkeys(own) if field.platoons[name].status != "destroyed"]


def _near(field: Field, side: Side, enemies: Iterable[UnitId]) -> list[Team]:
    """The teams of a side next to any of these, or in their hexes, by index."""
    cells = [at for name in enemies if (at := field.teams[name].at) is not None]
    found = [
        team for team in field.standing(side) if team.at and any(hexes.distance(team.at, at) < CLEAR for at in cells)
    ]
    roster = list(field.teams)
    return sorted(found, key=lambda team: roster.index(team.id))


def _mud(story: Story, teams: Iterable[UnitId]) -> dict[PlatoonId, int]:
    """One die for each platoon that needs it (FHW-WEA-10)."""
    field, mud = story.field, dict[PlatoonId, int]()
    if not field.rules.weather[field.weather].halves_movement:
        return mud
    for name in teams:
        team = field.teams[name]
        if team.platoon not in mud and has_odd_half(field.rules, field.mobility(team), doubled=False):
            mud[team.platoon] = die = story.die("mud", 10)
            up = die in field.rules.weather[field.weather].odd_half_up_on
            story.add(em.MudRolled(team.platoon, die, up))
    return mud


def run(story: Story, frame: FallingBack) -> bool:
    """Goes on with those who go back; answers whether somebody is asked."""
    left = tuple(name for name in frame.teams if name in story.position.teams)
    if not left:
        story.pop()
        return False
    if left != frame.teams:
        story.change(replace(frame, teams=left))
        return False
    if frame.firing is None:
        lost = [name for name in left if way_back(story.field, frame, story.position.teams[name]) is None]
        if lost:
            _lose(story, lost[0], among=lost)
            return False
    seat = story.field.seat(story.position.teams[left[0]].platoon)
    if seat != frame.seat:
        story.change(replace(frame, seat=seat))
        return False
    return not _answers_itself(story, frame)


def _answers_itself(story: Story, frame: FallingBack) -> bool:
    """Who has but one answer left is not asked: the last loser with one way, who disengages and has none (part 5.2 of the rules)."""
    field, teams = story.field, [story.position.teams[name] for name in frame.teams]
    if frame.firing is not None:
        if any(True for team in teams for _ in ways_back(field, frame, team)):
            return False
        story.pop()
        return True
    way = only_way(field, frame, teams[0]) if len(teams) == 1 else None
    if way is None:
        return False
    go_back(story, FallBack(teams[0].id, tuple(map(name_of_place, way))))
    return True


def go_back(story: Story, act: FallBack) -> None:
    """A team goes back; a loser that stops short is lost (FHW-ASLT-24)."""
    has_arrived = fall_back(story, act)
    frame = story.position.frames[-1]
    assert isinstance(frame, FallingBack)
    story.change(replace(frame, teams=tuple(name for name in frame.teams if name != act.team)))
    team = story.position.teams[act.team]
    assert team.at is not None
    if frame.firing is None and not has_arrived and not is_clear(story.field, frame, Place(team.at, team.floor)):
        _lose(story, act.team)


def _lose(
    story: Story, name: UnitId, cause: Literal["destroyed", "captured"] = "destroyed", among: Iterable[UnitId] = ()
) -> None:
    """A loser is lost, and of those it carries whoever fails (FHW-SAVE-01, FHW-ASLT-24)."""
    failed = [*passengers_lost(story, name)]
    for each in (name, *failed):
        if each in story.position.teams:
            destroy(story, each, cause if each == name else "destroyed", among=(*among, *failed))


# --------------------------------------------------------------------------------------------------------------- disengaging


def disengage(story: Story, *, yes: bool) -> None:
    """One skill die; success lets each team go, and the platoon is disorganised (FHW-REC-03)."""
    frame = story.position.frames[-1]
    assert isinstance(frame, DisengageChoice)
    story.pop()
    if not yes:
        return
    field = story.field
    members = [team for team in field.members(frame.platoon) if team.at is not None and team.aboard is None]
    need, die = field.skill(members[0]).skill_test, story.die("disengage")
    story.add(em.Disengaged(frame.platoon, die, need, die >= need))
    able: list[UnitId] = [team.id for team in members if not (team.bailed_out or team.bogged or team.turn.stuck)]
    if die >= need and able:
        story.push(FallingBack(frame.seat, tuple(able), (), frame.firing, _mud(story, able)))


def stop(story: Story) -> None:
    """Nobody else goes back after disengaging."""
    story.pop()
