"""Reorganisation: who is restored at the moment it is about to act (FHW-RALLY)."""

from __future__ import annotations

from app.systems.flames_hexwar.book.kinds import SIDES, PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.losses.morale import motivation_test
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep


def needs_rally(field: Field, platoon: PlatoonId) -> bool:
    """Whether any team of a platoon is suppressed, bailed out or bogged."""
    return any(team.suppressed or team.bailed_out or team.bogged for team in field.members(platoon))


def rallies_to_fire(field: Field, platoon: PlatoonId) -> bool:
    """Whether a declaration of opportunity fire calls for a rally: the first of the turn, which turns the card up (FHW-RALLY-05)."""
    of = field.platoons[platoon]
    return not of.turned and not of.rallied and needs_rally(field, platoon)


def rally(story: Story, platoon: PlatoonId) -> None:
    """One die for the suppressed, one for each crew that is out, one for each bogged vehicle whose crew is in (FHW-RALLY-02,
    FHW-RALLY-03, FHW-RALLY-04, FHW-RALLY-06)."""
    story.add(em.RallyDone(platoon))
    pinned = tuple(team.id for team in story.field.members(platoon) if team.suppressed)
    if pinned:
        found = motivation_test(story, platoon, "rally")
        story.add(em.Rallied(platoon, "suppressed", found.dice, found.need, found.passed, pinned))
    for team in story.field.members(platoon):
        if team.bailed_out:
            found = motivation_test(story, platoon, "remount")
            story.add(em.Rallied(platoon, "bailed_out", found.dice, found.need, found.passed, (team.id,)))
    for team in story.field.members(platoon):
        if team.bogged and not team.bailed_out:
            need = story.field.skill(team).skill_test
            dice = [story.die("free from the bog")]
            if dice[0] < need and story.field.kind(team).wide_tracks:
                dice.append(story.die("free from the bog again"))
            story.add(em.Rallied(platoon, "bogged", tuple(dice), need, dice[-1] >= need, (team.id,)))


def turn_up(story: Story, name: PlatoonId) -> None:
    """A card is turned up, platoon and order together (FHW-HID-01)."""
    platoon = story.position.platoons[name]
    if not platoon.turned and platoon.order is not None:
        story.add(ep.CardTurned(name, platoon.order, platoon.ae))


def rally_all(story: Story, order: str, *, artillery: bool | None = None) -> None:
    """All platoons with an order whose moment it is, side A's first, in roster order; their cards are turned up (FHW-RALLY-05).
    ``artillery``: only it, or all but it. Who would have had to roll with that order is noted of everybody (FHW-HID-11)."""
    field = story.field
    would = []
    for side in SIDES:
        for name, platoon in field.platoons.items():
            is_gunner = field.of_platoon(platoon).category in ("artillery", "mortar")
            is_meant = artillery is None or is_gunner == artillery
            is_in_play = platoon.status in ("board", "off_board") and not field.of_platoon(platoon).is_hq
            has_declared = order == "FO" and platoon.order == order and platoon.turned
            if platoon.side != side or not is_meant or not is_in_play or platoon.rallied or has_declared:
                continue
            if needs_rally(story.field, name):
                would.append(name)
    if would:
        story.add(em.RallyNoted(tuple(would), order))  # type: ignore[arg-type]
    for name in would:
        if story.position.platoons[name].order == order:
            turn_up(story, name)
            rally(story, name)


def rally_headquarters(story: Story) -> None:
    """Each HQ team that is suppressed rolls at the start of (b), side A's first (FHW-RALLY-07)."""
    for side in SIDES:
        for team in tuple(story.position.teams.values()):
            if team.side == side and team.suppressed and story.field.is_independent(team):
                found = motivation_test(story, team.platoon, "rally")
                story.add(em.Rallied(team.platoon, "suppressed", found.dice, found.need, found.passed, (team.id,)))
