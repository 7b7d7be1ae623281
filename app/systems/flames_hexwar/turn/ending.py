"""The end step: going to ground, counters, morale of companies, victory (FHW-TURN-04, FHW-MOR-05, FHW-VIC)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.systems.flames_hexwar.book.kinds import SIDES, PlatoonId, Side, other
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.ground_status import goes_to_ground
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.losses.losing import destroy
from app.systems.flames_hexwar.losses.morale_numbers import company_is_tested
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.state import Battery, Company, CompanyKey, Reason, Result, Team


def end_turn(story: Story) -> bool:
    """The end step; answers whether the game is over."""
    _go_to_ground(story)
    for side in SIDES:
        for key, company in tuple(story.position.companies.items()):
            if company.side == side and not company.failed:
                _test(story, key)
    result = _result(story)
    story.add(e.TurnEnded(_batteries(story.field)))
    if result is not None:
        story.add(e.GameEnded(result))
        return True
    return False


def _go_to_ground(story: Story) -> None:
    """FHW-GTG-02."""
    field = story.field
    names = tuple(team.id for team in field.teams.values() if not team.gone_to_ground and _goes(field, team))
    if names:
        story.add(ep.WentToGround(names))


def _goes(field: Field, team: Team) -> bool:
    turn = team.turn
    may = field.kind(team).is_foot or field.is_recce(team)
    moved = turn.changed_hex or turn.changed_floor
    is_there = team.at is not None and team.aboard is None
    return is_there and goes_to_ground(may=may, moved=moved, shot=turn.shot or turn.aa_fired, assaulted=turn.assaulted)


def _batteries(field: Field) -> dict[PlatoonId, Battery]:
    """Turns of bombarding and without; smoke that is used up (FHW-ART-12, FHW-SMOKE-02)."""
    found = {}
    for name, platoon in field.platoons.items():
        of = platoon.battery
        if of is not None:
            found[name] = replace(
                of,
                bombarded=of.bombarded + 1 if of.fired else 0,
                idle=0 if of.fired else of.idle + 1,
                smoke_out=of.smoke_out or of.exhausted,
                exhausted=False,
                designated=False,
                fired=False,
            )
    return found


# ---------------------------------------------------------------------------------------------------------- company morale


def left_of(field: Field, company: Company) -> int:
    """Platoons of a company that are left, headquarters not counted (FHW-MOR-05)."""
    return sum(
        platoon.company == company.key and platoon.status != "destroyed" and not field.of_platoon(platoon).is_hq
        for platoon in field.platoons.values()
    )


def leader_of(field: Field, company: Company) -> Team | None:
    """Its command, else its second in command."""
    roles = ("company_command", "second_in_command")
    own = [team for team in field.teams.values() if field.platoons[team.platoon].company == company.key]
    return next((team for role in roles for team in own if team.role == role), None)


def _test(story: Story, key: CompanyKey) -> None:
    field, company = story.field, story.position.companies[key]
    if not company_is_tested(company.starting, left_of(field, company)):
        return
    leader = leader_of(field, company)
    if leader is not None:
        need, die = field.motivation(leader.platoon).test, story.die("company morale")
        story.add(e.MoraleTested((die,), need, die >= need, None, key))
        if die >= need:
            return
    _fail(story, key)


def _fail(story: Story, key: CompanyKey) -> None:
    """A company is removed with all its teams (FHW-MOR-06)."""
    names = tuple(
        team.id for team in story.position.teams.values() if story.position.platoons[team.platoon].company == key
    )
    story.add(e.CompanyFailed(key, names))
    for name in names:
        if name in story.position.teams:
            destroy(story, name, "removed", among=names)


# ---------------------------------------------------------------------------------------------------------------- victory


def holders(field: Field, at: Hex, side: Side) -> bool:
    """Whether a team of a side that can hold is in a hex or next to it, be it aboard (FHW-VIC-02)."""
    there = (team for near in (at, *hexes.neighbours(at)) for team in field.standing_in(near, side))
    return any(_can_hold(field, each) for team in there for each in (team, *field.aboard(team.id)))


def _can_hold(field: Field, team: Team) -> bool:
    return not (team.bailed_out or team.bogged or team.role == "observer" or field.is_transport(team))


def held_by(field: Field, at: Hex) -> Side | None:
    """Who holds an objective: whoever alone could."""
    there = [side for side in SIDES if holders(field, at, side)]
    return there[0] if len(there) == 1 else None


def objectives(field: Field) -> Iterator[tuple[str, Hex]]:
    """Objectives with their names on the board."""
    for row in field.scenario.objectives:
        at = hexes.from_offset(*row.at)
        yield hexes.name(at), at


def _result(story: Story) -> Result | None:
    """Collapse and annihilation first, then objectives, then the last turn (part 8 of the rules)."""
    field, position = story.field, story.position
    held = {name: held_by(field, at) for name, at in objectives(field)}
    story.add(e.ObjectivesHeld(held))
    lost: dict[Side, Reason] = {}
    for side in SIDES:
        if all(each.failed for each in position.companies.values() if each.side == side):
            lost[side] = "collapse"
        elif not any(left_of(field, each) for each in position.companies.values() if each.side == side):
            lost[side] = "annihilation"
    if len(lost) == len(SIDES):
        return Result(None, "draw")
    for side, reason in lost.items():
        return Result(other(side), reason)
    of = field.scenario.victory
    if (
        position.turn >= of.check_from_turn
        and sum(side == "A" for side in held.values()) >= of.attacker_needs_objectives
    ):
        return Result("A", "objectives")
    if position.turn < field.scenario.turns:
        return None
    winner: dict[str, Side | None] = {"attacker": "A", "defender": "B", "draw": None}
    return Result(winner[of.otherwise], "turn_limit")
