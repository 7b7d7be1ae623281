"""Deployment: teams placed inside their zones, artillery on the board or off it (FHW-SET-04, FHW-SET-06)."""

from __future__ import annotations

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.types import Seat
from app.systems.flames_hexwar.barrage.designating import guns_of
from app.systems.flames_hexwar.book.kinds import Place, Side, place_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.march.halting import halt_refused, own_half
from app.systems.flames_hexwar.march.stepping import closed
from app.systems.flames_hexwar.march.ways import fits
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.state import Platoon, Team


def in_zone(field: Field, side: Side, at: Hex) -> bool:
    """Whether a hex lies in a side's zone."""
    column, row = hexes.to_offset(at)
    return any(c0 <= column <= c1 and r0 <= row <= r1 for c0, r0, c1, r1 in field.scenario.side_of(side).deploy)


def judge_deploy(field: Field, act: a.Deploy) -> Refusal | None:
    """The first rule that refuses to place a team."""
    team = field.teams[act.team]
    if field.platoons[team.platoon].status != "board":
        return Refusal.by("FHW-SET-06", team=team.id)
    if act.aboard is not None:
        carrier = field.teams.get(act.aboard)
        is_there = carrier is not None and carrier.at is not None and carrier.aboard is None
        is_free = carrier is not None and (team.aboard == carrier.id or fits(field, team, carrier))
        return None if is_there and is_free else Refusal.by("FHW-TRAN-02", team=team.id)
    assert act.at is not None
    place = place_of(act.at)
    if not field.terrain.board.holds(place.hex):
        return Refusal.by("FHW-MOVE-09", at=act.at)
    if not in_zone(field, team.side, place.hex):
        return Refusal.by("FHW-SET-06", at=act.at)
    return _ground(field, team, place, act)


def _ground(field: Field, team: Team, place: Place, act: a.Deploy) -> Refusal | None:
    shut = closed(field, team, None, place.hex)
    is_by_road = shut is not None and shut.rule == "FHW-TERR-06" and field.terrain.has_road(place.hex)
    if shut is not None and not is_by_road:
        return shut
    if place.floor > field.terrain[place.hex].floors:
        return Refusal.by("FHW-TERR-07", at=act.at)
    if any(True for _ in field.standing_in(place.hex, "B" if team.side == "A" else "A")):
        return Refusal.by("FHW-STACK-07", at=act.at)
    return halt_refused(field, team, place, act.half, act.facing, needs_facing=True)


def deploy(story: Story, act: a.Deploy) -> None:
    """A team is placed, or gets aboard."""
    team = story.position.teams[act.team]
    if act.aboard is not None:
        story.add(ep.Placed(team.id, facing=team.facing, aboard=act.aboard))
        return
    assert act.at is not None
    place = place_of(act.at)
    half = own_half(story.field, team, place, act.half)
    story.add(ep.Placed(team.id, place.hex, place.floor, half, act.facing))


def judge_station(field: Field, act: a.Station) -> Refusal | None:
    """Artillery that is not mortars, and carries nobody else's teams, may start off the board (FHW-SET-04, FHW-ART-01)."""
    platoon = field.platoons[act.platoon]
    is_artillery = field.of_platoon(platoon).category == "artillery" and bool(guns_of(field, platoon.id))
    is_starting = platoon.status in ("board", "off_board")
    own = {team.id for team in field.teams.values() if team.platoon == platoon.id}
    carries = any(team.aboard in own and team.id not in own for team in field.teams.values())
    return (
        None
        if is_artillery and is_starting and not (act.off_board and carries)
        else Refusal.by("FHW-SET-04", platoon=platoon.id)
    )


def station(story: Story, act: a.Station) -> None:
    """A battery starts off the board, or on it, its teams to be placed."""
    story.add(ep.Stationed(act.platoon, act.off_board))


def unplaced(field: Field, seat: Seat) -> list[Team]:
    """Teams of a seat that start on the board and stand nowhere."""
    return [
        team
        for team in field.teams.values()
        if team.at is None
        and team.aboard is None
        and field.platoons[team.platoon].status == "board"
        and field.seat(team.platoon) == seat
    ]


def judge_commit(field: Field, seat: Seat, act: a.Commit) -> Refusal | None:
    """Every team is placed, or its battery goes off the board (FHW-SET-06)."""
    left = unplaced(field, seat)
    out = [team for team in left if not act.fill or not _goes_off(field, field.platoons[team.platoon])]
    return Refusal.by("FHW-SET-06", team=out[0].id, n=len(out)) if out else None


def _goes_off(field: Field, platoon: Platoon) -> bool:
    return field.of_platoon(platoon).category == "artillery"


def fill(story: Story, seat: Seat) -> None:
    """Batteries with a team that stands nowhere go off the board."""
    for name in dict.fromkeys(team.platoon for team in unplaced(story.field, seat)):
        story.add(ep.Stationed(name, True))


def finish(story: Story, side: Side) -> None:
    """A side has deployed: its foot and reconnaissance go to ground where the scenario says so (FHW-SET-06)."""
    if not story.field.scenario.side_of(side).gone_to_ground:
        return
    field = story.field
    names = tuple(
        team.id
        for team in field.teams.values()
        if team.side == side and team.at is not None and (field.kind(team).is_foot or field.is_recce(team))
    )
    if names:
        story.add(ep.WentToGround(names))
