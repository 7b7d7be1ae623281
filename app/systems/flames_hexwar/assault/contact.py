"""Who strikes whom in an assault, how strong sides are, whose victims may be named (FHW-ASLT-15 to FHW-ASLT-22)."""

from __future__ import annotations

from collections.abc import Sequence

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.assault.numbers import Strength
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side, other
from app.systems.flames_hexwar.book.tables import MotivationType
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.position.frames import Assault, HitRow
from app.systems.flames_hexwar.position.state import Team


def assaulting(field: Field, frame: Assault) -> list[Team]:
    """The assaulting teams that live and stand on the board."""
    return [team for name in frame.teams if (team := field.teams.get(name)) is not None and team.at is not None]


def enemies_of(field: Field, frame: Assault, side: Side) -> list[Team]:
    """Whom a side strikes at: the assaulter at everybody, the other at assaulting teams (FHW-ASLT-15)."""
    return assaulting(field, frame) if side != frame.side else list(field.enemies(frame.side))


def may_hit(field: Field, striker: Team, victim: Team) -> bool:
    """Whether a team can strike another: next to it or in its hex, no tank at upper floors (FHW-ASLT-15, FHW-ASLT-19)."""
    if victim.at is None or striker.at is None or hexes.distance(striker.at, victim.at) > 1:
        return False
    return not (field.kind(striker).kind == "tank" and victim.floor > 1)


def dice_of(field: Field, team: Team) -> int:
    """Dice with which a team strikes; 0: it does not (FHW-ASLT-15, FHW-ASLT-17)."""
    kind = field.kind(team)
    if team.bailed_out or team.bogged or team.role == "observer" or team.at is None or team.aboard is not None:
        return 0
    carried = len(field.aboard(team.id))
    if field.is_transport(team) and carried == 0:
        return 0
    if kind.mounted_assault and carried:
        return carried
    if field.rules.options.assault_dice == "rof":
        return max([1, *(field.rules.weapons[name].rof_move for name in kind.weapons)])
    return 1


def strikers(field: Field, frame: Assault, side: Side) -> list[Team]:
    """The teams of a side that strike, in roster order."""
    own = assaulting(field, frame) if side == frame.side else list(field.standing(side))
    enemies = enemies_of(field, frame, side)
    found = [team for team in own if dice_of(field, team) and any(may_hit(field, team, enemy) for enemy in enemies)]
    return _by_roster(field, found)


def _by_roster(field: Field, teams: Sequence[Team]) -> list[Team]:
    roster = {name: number for number, name in enumerate(field.teams)}
    return sorted(teams, key=lambda team: roster[team.id])


def winner_by_force(field: Field, frame: Assault) -> Side | None:
    """Who has won because the other can strike no more: if neither can, the defender (FHW-ASLT-25)."""
    own, others = strikers(field, frame, frame.side), strikers(field, frame, other(frame.side))
    if own and others:
        return None
    if own or others:
        return frame.side if own else other(frame.side)
    left = {team.side for name in frame.fought if (team := field.teams.get(name)) is not None and dice_of(field, team)}
    return frame.side if left == {frame.side} else other(frame.side)  # nobody is near: who has struck and still could


def strength(field: Field, teams: Sequence[Team]) -> Strength:
    """How strong teams are that can strike (FHW-ASLT-22)."""
    infantry = mounted = 0
    tops: list[int] = []
    for team in teams:
        kind = field.kind(team)
        if kind.is_foot:
            infantry += 1
        elif kind.mounted_assault:
            mounted += dice_of(field, team)
        elif kind.is_armoured:
            tops.append(kind.armour[2])
    return Strength(infantry, mounted, tuple(tops))


def worst_motivation(field: Field, teams: Sequence[Team]) -> tuple[MotivationType, PlatoonId]:
    """The worst motivation of the platoons that can strike, and whose it is (FHW-ASLT-22)."""
    platoons = list(dict.fromkeys(team.platoon for team in teams))
    with_command = {each for each in platoons if field.company_command_with(each) is not None}
    name = max(platoons, key=lambda each: (field.motivation(each).test, each in with_command, -platoons.index(each)))
    return field.motivation(name), name


def involved(field: Field, frame: Assault, side: Side) -> list[Team]:
    """The teams of a side that take part: assaulting ones, else those that have fought or can."""
    if side == frame.side:
        return assaulting(field, frame)
    own = {team.id for team in strikers(field, frame, side)} | set(frame.fought)
    return [team for team in field.standing(side) if team.id in own]


def speaker(field: Field, frame: Assault, side: Side) -> Seat:
    """Who answers for a side: the seat with most teams in it, ties by roster (part 5.2 of the rules)."""
    seats = [seat for seat, state in field.position.seats.items() if state.side == side]
    teams = involved(field, frame, side)
    counts = {seat: sum(field.seat(team.platoon) == seat for team in teams) for seat in seats}
    return max(seats, key=lambda seat: (counts[seat], -seats.index(seat)))


def rows_against(field: Field, frame: Assault, side: Side, hits: Sequence[tuple[UnitId, int]]) -> tuple[HitRow, ...]:
    """The hits that a side's teams take, striker by striker, each with whom it may be given to: of teams in one hex first those in that hex,
    then those next to it, then all of them again (FHW-ASLT-18)."""
    victims = _by_roster(field, enemies_of(field, frame, other(side)))
    given: dict[Hex | None, list[Sequence[UnitId]]] = {}
    rows: list[HitRow] = []
    for name in (name for name, count in hits for _ in range(count)):
        striker = field.teams[name]
        within = [team for team in victims if may_hit(field, striker, team)]
        here, beside = ([team.id for team in within if (team.at == striker.at) == is_here] for is_here in (True, False))
        before = given.setdefault(striker.at, [])
        teams = next((each for each in (here, beside) if _is_left(each, before)), [team.id for team in within])
        before.append(teams)
        if teams:
            rows.append(HitRow(tuple(teams), "", name))
    return tuple(rows)


def _is_left(teams: Sequence[UnitId], given: Sequence[Sequence[UnitId]]) -> bool:
    """Whether another hit that may go to these finds one that none of the hits given before needs: who is out of a tank's reach takes
    none of its hits."""
    sets = [*given, teams]
    return bool(teams) and all(
        sum(set(each) <= set(whole) for each in sets) <= len(whole) for whole in sets if set(teams) <= set(whole)
    )


def owner_of(field: Field, frame: Assault, side: Side, rows: Sequence[HitRow]) -> Seat:
    """Who names the victims of a side: the seat with most of those who may be hit."""
    names = [name for row in rows for name in row.teams]
    seats = [seat for seat, state in field.position.seats.items() if state.side == side]
    counts = {seat: sum(field.seat(field.teams[name].platoon) == seat for name in names) for seat in seats}
    return max(seats, key=lambda seat: (counts[seat], -seats.index(seat)))


def tanks_near(field: Field, frame: Assault) -> bool:
    """Whether an operational enemy armoured vehicle is in the objective or next to it (FHW-ASLT-12)."""
    return any(
        field.kind(team).is_armoured and not (team.bailed_out or team.bogged)
        for near in (frame.at, *hexes.neighbours(frame.at))
        for team in field.standing_in(near, other(frame.side))
    )
