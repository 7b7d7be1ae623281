"""Teams that are lost, bailed out or suppressed, and what follows from it (FHW-SAVE-07, FHW-SAVE-08, FHW-HQ-05, FHW-HQ-07, FHW-MOR-03).

What befalls a team in fire is written down (``hurt``) and takes effect when the volley, or the sub-step, is over (``take_effect``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from app.boards.hexes import Hex
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.frames import NewCommand
from app.systems.flames_hexwar.position.state import Hurt, Team

STEP_ORDERS = {
    "a1_resolve": "FC",
    "a2_resolve": "FC",
    "a1_designate": "FC",
    "a2_designate": "FC",
    "b": "MT",
    "c": "MD",
    "d": "AE",
}
"""The order whose cards a step counts (FHW-EXEC-02)."""


def hurt(story: Story, team: UnitId, what: Literal["destroyed", "bailed_out", "suppressed"]) -> None:
    """Writes down what has befallen a team."""
    new = Hurt(team, what)
    if new not in story.position.hurts:
        story.add(ef.Hurts((*story.position.hurts, new)))


def is_doomed(story: Story, team: UnitId) -> bool:
    """Whether a team is lost already, or will be when effects are taken."""
    return team not in story.position.teams or Hurt(team, "destroyed") in story.position.hurts


def is_bailed_out(story: Story, team: UnitId) -> bool:
    """Whether a crew is out, or will be."""
    return story.position.teams[team].bailed_out or Hurt(team, "bailed_out") in story.position.hurts


def take_effect(story: Story) -> None:
    """Everything that was written down happens, in its order; in that order, too, those who lost their command are asked (FHW-FC-04,
    FHW-HQ-07)."""
    hurts, depth = story.position.hurts, len(story.position.frames)
    if not hurts:
        return
    story.add(ef.Hurts(()))
    lost = {each.team for each in hurts if each.what == "destroyed"}
    for each in hurts:
        if each.team not in story.position.teams:
            continue
        if each.what == "destroyed":
            destroy(story, each.team, among=lost)
        elif each.what == "bailed_out" and each.team not in lost:
            story.add(ef.BailedOut(each.team))
    suppress(story, [each.team for each in hurts if each.what == "suppressed" and each.team not in lost])
    frames = story.position.frames
    if len(frames) > depth + 1:
        story.flow(frames=(*frames[:depth], *reversed(frames[depth:])))


def suppress(story: Story, teams: Iterable[UnitId]) -> None:
    """Suppresses teams that are not yet; armour never is by shots (FHW-SUPP-01, FHW-SUPP-04)."""
    names = tuple(
        dict.fromkeys(
            name for name in teams if name in story.position.teams and not story.position.teams[name].suppressed
        )
    )
    if names:
        story.add(ef.Suppressed(names))


def foot_with(field: Field, platoon: PlatoonId) -> list[UnitId]:
    """Who is suppressed with a platoon: its infantry and guns, be they aboard, and if it has any the independent teams that are joined to
    it (FHW-SUPP-01)."""
    own = [team.id for team in field.members(platoon) if field.kind(team).is_foot]
    joined = [team.id for team in field.joined.get(platoon, ()) if field.kind(team).is_foot]
    return [*own, *joined] if own else []


def destroy(
    story: Story,
    name: UnitId,
    cause: Literal["destroyed", "removed", "captured"] = "destroyed",
    among: Iterable[UnitId] = (),
) -> None:
    """A team is lost. ``among``: who is lost with it and is set down no more (FHW-HQ-09)."""
    field, team = story.field, story.position.teams[name]
    passengers, at = field.aboard(name), field.hex_of(team)
    was_command = story.position.platoons[team.platoon].command == name
    story.add(ef.Destroyed(name, at, cause))
    if field.kind(team).is_vehicle and at is not None and team.aboard is None and cause != "removed":
        story.add(ef.WreckPlaced(at))
    _set_down(story, team, passengers, at, set(among), is_lost=cause != "removed")
    _empty_building(story, team, at)
    if team.role == "company_command":
        _second_takes_over(story, team)
    if _is_spent(story, team.platoon):
        remove_platoon(story, team.platoon)
    elif was_command:
        _new_command(story, team.platoon, set(among))


def _set_down(
    story: Story, carrier: Team, passengers: Iterable[Team], at: Hex | None, lost: set[UnitId], *, is_lost: bool
) -> None:
    """Passengers who live are placed in the hex, suppressed, as they faced; a gun that never has faces as its carrier (FHW-SAVE-07,
    FHW-STACK-06). Whoever was carried on this turn has moved as its carrier (FHW-MOVE-08, FHW-MT-02)."""
    if at is None:
        return
    for each in passengers:
        if each.id in lost or each.id not in story.position.teams:
            continue
        half = story.field.half_for(each, at, None)
        facing = carrier.facing if each.facing is None and story.field.kind(each).turns else each.facing
        story.add(em.GotDown(each.id, at, half, facing, is_lost and not story.field.kind(each).is_armoured))
        if carrier.turn.changed_hex:
            story.mark(each.id, changed_hex=True, moved=carrier.turn.moved)


def _empty_building(story: Story, team: Team, at: Hex | None) -> None:
    """A building that a side has left empty was not seen to be entered (FHW-LOS-13)."""
    if at is not None and (team.side, at) in story.position.seen_entering:
        is_held = any(story.field.is_inside(each) for each in story.field.standing_in(at, team.side))
        if not is_held:
            story.add(em.SeenEntering(team.side, at, False))


def _second_takes_over(story: Story, lost: Team) -> None:
    """The second in command of the company takes over (FHW-HQ-05)."""
    company = story.position.platoons[lost.platoon].company
    for team in story.position.teams.values():
        if team.role == "second_in_command" and story.position.platoons[team.platoon].company == company:
            story.add(em.Appointed(team.platoon, team.id, company=True))
            return


def _is_spent(story: Story, name: PlatoonId) -> bool:
    """Whether a platoon has no team left but transports and independent ones (FHW-MOR-03)."""
    platoon = story.position.platoons[name]
    if platoon.status == "destroyed" or story.field.of_platoon(platoon).is_hq:
        return False
    return all(story.field.is_transport(team) for team in story.field.members(name))


def remove_platoon(story: Story, name: PlatoonId) -> None:
    """A platoon is gone: its teams with it, but for independent ones; its card leaves its deck (FHW-MOR-03, FHW-HID-09)."""
    platoon = story.position.platoons[name]
    teams = [team.id for team in story.field.members(name)]
    drop_count(story, name)
    story.add(e.PlatoonRemoved(name, tuple(teams)))
    for team in teams:
        if team in story.position.teams:
            destroy(story, team, "removed", among=teams)
    assert platoon.id == name


def drop_count(story: Story, name: PlatoonId) -> None:
    """A number of cards that is public falls by a card that was counted (FHW-HID-09)."""
    platoon = story.position.platoons[name]
    company = story.position.companies[platoon.company]
    is_counted = company.counted and not platoon.done and name in company.deck
    if is_counted and platoon.order == STEP_ORDERS.get(story.position.phase):
        story.add(ep.CountDropped(company.key))


def _new_command(story: Story, name: PlatoonId, lost: set[UnitId]) -> None:
    """German platoons appoint a new command at once, none of those that are lost with the old one (FHW-HQ-07); where nobody but transports
    is left, the platoon is lost with it (FHW-MOR-03)."""
    nation = story.field.of_platoon(story.position.platoons[name]).nation
    if not story.rules.nations[nation].automatic_new_command:
        return
    living = [team for team in story.field.members(name) if team.id not in lost and not is_doomed(story, team.id)]
    left = tuple(team.id for team in living)
    if all(story.field.is_transport(team) for team in living):
        return
    if len(left) == 1:
        story.add(em.Appointed(name, left[0]))
    else:
        story.push(NewCommand(story.field.seat(name), name, left))


def appoint(story: Story, team: UnitId) -> None:
    """The answer to a prompt for a new command."""
    frame = story.position.frames[-1]
    assert isinstance(frame, NewCommand)
    story.pop()
    story.add(em.Appointed(frame.platoon, team))
