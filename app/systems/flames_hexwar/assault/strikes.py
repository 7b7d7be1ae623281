"""What a hit of an assault does (FHW-ASLT-19)."""

from __future__ import annotations

from app.engine.types import UnitId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire import damage
from app.systems.flames_hexwar.fire.hits import bail, eliminate, rider
from app.systems.flames_hexwar.losses.losing import is_doomed
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.frames import Hits
from app.systems.flames_hexwar.position.state import Team

BARE_HANDS = 2
"""Anti-tank of a vehicle without a weapon (FHW-ASLT-19)."""


def resolve_victim(story: Story, victim: UnitId, striker: UnitId) -> None:
    """Foot and soft vehicles are destroyed; armour is rolled for against the striker."""
    team = story.position.teams.get(victim)
    by = story.position.teams.get(striker) or None
    if team is None or by is None or is_doomed(story, victim):
        return
    frame = Hits("strike", team.side, "", ())
    if not story.field.kind(team).is_armoured:
        eliminate(story, frame, victim)
        return
    result = _by_vehicle(story, team, by) if story.field.kind(by).is_vehicle else _by_foot(story, team, by)
    if result == "destroyed":
        eliminate(story, frame, victim)
    elif result == "bailed_out":
        bail(story, frame, victim)
    if story.field.kind(team).tank_riders:
        for each in story.field.aboard(victim):
            if not is_doomed(story, each.id):
                rider(story, frame, each.id)


def _by_foot(story: Story, team: Team, by: Team) -> damage.Outcome:
    top, at = story.field.kind(team).armour[2], story.field.kind(by).tank_assault
    die = story.die("armour")
    total = top + die
    story.add(ef.ArmourRolled(team.id, die, top, total, at))
    if total > at:
        return "no_effect"
    return "bailed_out" if total == at else "destroyed"


def _by_vehicle(story: Story, team: Team, by: Team) -> damage.Outcome:
    side = story.field.kind(team).armour[1]
    at, fp = weapon_of(story.field, by)
    die = story.die("armour")
    total = side + die
    story.add(ef.ArmourRolled(team.id, die, side, total, at))
    found = damage.against(total, at)
    if found == "no_effect":
        return "no_effect"
    die = story.die("firepower")
    story.add(ef.FirepowerRolled(team.id, die, max(1, fp), die >= fp))
    return damage.armour_result(found, is_pierced=die >= fp)


def weapon_of(field: Field, by: Team) -> tuple[int, int]:
    """Anti-tank and firepower with which a vehicle strikes: those of its main weapon (FHW-ASLT-19)."""
    of = field.kind(by)
    weapon = field.rules.weapons[of.weapons[0]] if of.weapons else None
    return (weapon.at, weapon.fp) if weapon is not None else (BARE_HANDS, SIX)


SIX = 6
