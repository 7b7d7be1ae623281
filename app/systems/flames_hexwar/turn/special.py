"""Special actions, carried out when their card is turned (FHW-AE, FHW-BOG-06, FHW-ART-05)."""

from __future__ import annotations

from app.boards import hexes
from app.engine.refusal import Refusal
from app.engine.types import RuleId, UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.frames import SpecialChoice
from app.systems.flames_hexwar.position.state import Team


def carry_out(story: Story, name: PlatoonId) -> None:
    """What a platoon can do of it, it does; what it cannot, not (FHW-PLAN-11)."""
    platoon = story.position.platoons[name]
    if platoon.status == "destroyed":
        return
    match platoon.ae:
        case "dig_in":
            _dig_in(story, name)
        case "recce_reorganise":
            if platoon.disorganised:
                story.add(em.Reorganised(name))
        case "appoint_command":
            _appoint(story, name)
        case "recover":
            _recover(story, name)
        case "bring_on":
            if platoon.status == "off_board":
                story.add(ep.CalledIn(name, story.position.turn + story.rules.air.entry_turns))


def _dig_in(story: Story, name: PlatoonId) -> None:
    """One die for the platoon (FHW-AE-02)."""
    field = story.field
    members = [team for team in field.members(name) if may_dig(field, team)]
    if not members:
        return
    need, die = field.skill(members[0]).skill_test, story.die("dig in")
    story.add(em.DugIn(name, die, need, tuple(team.id for team in members) if die >= need else ()))


def may_dig(field: Field, team: Team) -> bool:
    """Whether a team gets a foxhole: on foot, neither suppressed, aboard nor inside a building."""
    return (
        field.kind(team).is_foot
        and team.at is not None
        and team.aboard is None
        and not team.suppressed
        and not team.foxhole
        and not field.is_inside(team)
    )


def _appoint(story: Story, name: PlatoonId) -> None:
    """Any living team becomes command; who, is said now (FHW-AE-04)."""
    teams = tuple(team.id for team in story.field.members(name))
    if len(teams) == 1:
        story.add(em.Appointed(name, teams[0]))
    elif teams:
        story.push(SpecialChoice(story.field.seat(name), name, teams))


def recoverable(field: Field, team: Team) -> list[UnitId]:
    """Bogged vehicles of the side next to a recovery vehicle, or in its hex (FHW-BOG-06)."""
    if not field.kind(team).recovery or team.at is None or team.bailed_out or team.bogged or team.aboard is not None:
        return []
    return [
        each.id
        for each in field.standing(team.side)
        if each.bogged and each.at is not None and hexes.distance(each.at, team.at) <= 1
    ]


def _recover(story: Story, name: PlatoonId) -> None:
    field = story.field
    teams = tuple(team.id for team in field.members(name) if recoverable(field, team))
    vehicles = dict.fromkeys(each for team in teams for each in recoverable(field, field.teams[team]))
    if vehicles:
        story.push(SpecialChoice(field.seat(name), name, teams, tuple(vehicles)))


def judge_appoint(frame: SpecialChoice, team: UnitId) -> Refusal | None:
    """Whether a team is one of the platoon's (FHW-AE-04)."""
    return None if team in frame.teams and not frame.vehicles else Refusal(RuleId("FHW-AE-04"), {"team": team})


def judge_recover(field: Field, team: UnitId, vehicle: UnitId | None) -> Refusal | None:
    """Whether a recovery vehicle reaches a bogged one (FHW-BOG-06)."""
    frame = field.position.frames[-1]
    assert isinstance(frame, SpecialChoice)
    is_right = team in frame.teams and (vehicle is None or vehicle in recoverable(field, field.teams[team]))
    return None if is_right else Refusal(RuleId("FHW-BOG-06"), {"team": team})


def recover(story: Story, team: UnitId, vehicle: UnitId | None) -> None:
    """A skill die of the recovery vehicle's platoon (FHW-BOG-06)."""
    story.pop()
    if vehicle is None:
        return
    need, die = story.field.skill(story.position.teams[team]).skill_test, story.die("recover")
    story.add(em.Recovered(team, vehicle, die, need, die >= need))


def appoint(story: Story, team: UnitId) -> None:
    """The answer to who becomes command."""
    frame = story.position.frames[-1]
    assert isinstance(frame, SpecialChoice)
    story.pop()
    story.add(em.Appointed(frame.platoon, team))
