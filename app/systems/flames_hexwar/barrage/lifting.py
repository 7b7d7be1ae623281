"""Reconnaissance finds those gone to ground (FHW-REC-01, FHW-REC-02)."""

from __future__ import annotations

from app.engine.refusal import Refusal
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.ground_status import lift_refused
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.state import Team


def judge_lift(field: Field, team: Team, platoon: PlatoonId, *, shoots: bool = False) -> Refusal | None:
    """The first rule that keeps a team from looking for an enemy platoon; ``shoots``: it is drafted to shoot."""
    own = field.platoons[team.platoon]
    if own.disorganised:
        return Refusal.by("FHW-REC-05", platoon=own.id)
    busy = shoots or team.turn.shot or team.turn.lifted or team.turn.aa_fired
    if not field.is_recce(team) or own.order not in ("FC", "MD") or busy:
        return Refusal.by("FHW-REC-01", team=team.id)
    target = field.platoons.get(platoon)
    if target is None or target.side == team.side or team.at is None or team.aboard is not None:
        return Refusal.by("FHW-REC-01", team=team.id)
    refusal: Refusal | None = Refusal.by("FHW-REC-01", team=team.id)
    for each in field.target_teams(platoon):
        wrong = _at(field, team, each)
        if wrong is None:
            return None
        refusal = wrong if wrong.rule == "FHW-REC-02" else refusal
    return refusal


def _at(field: Field, team: Team, target: Team) -> Refusal | None:
    """Whether one team could be found (FHW-REC-02: hiding in a building does not help, plain sight does)."""
    if not sees_plainly(field, team, target):
        return Refusal.by("FHW-REC-01", team=team.id)
    refused = lift_refused(field.rules, field.far(team, target), inside_building=field.is_inside(target))
    return None if refused is None else Refusal(refused, {"team": team.id, "distance": field.far(team, target)})


def sees_plainly(field: Field, team: Team, target: Team) -> bool:
    """Sight to a hex, whoever hides in it."""
    limit = field.weathered(field.profile(target)).limit
    return field.looks.sees(field.end(team), field.end(target), limit)


def lift(story: Story, name: UnitId, platoon: PlatoonId) -> tuple[UnitId, ...]:
    """Rolls; answers whom it has found."""
    field = story.field
    team = story.position.teams[name]
    need, die = field.skill(team).skill_test, story.die("lift")
    found: tuple[UnitId, ...] = ()
    if die >= need:
        found = tuple(
            each.id for each in field.target_teams(platoon) if each.gone_to_ground and _at(field, team, each) is None
        )
    story.add(em.Lifted(name, platoon, die, need, found))
    return found
