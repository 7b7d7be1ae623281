"""What stands beside the board: how both sides stand, companies and platoons, what is away, who is aboard, buildings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.boards import hexes
from app.engine.scene import Figure, Mark, Panel, Row, Standing
from app.engine.types import Seat, Text
from app.engine.words import joined, same
from app.systems.flames_hexwar.book.kinds import SIDES, Side
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.losses.morale import in_fight
from app.systems.flames_hexwar.losses.morale_numbers import company_is_tested, is_tested
from app.systems.flames_hexwar.position.state import Company, Platoon, Team
from app.systems.flames_hexwar.screen.counters import active_teams, is_spent, mark, marks
from app.systems.flames_hexwar.screen.silhouettes import silhouette
from app.systems.flames_hexwar.turn.ending import held_by, left_of, objectives
from app.systems.flames_hexwar.words.names import cell, platoon_name, player, side_name, team_name

AWAY = ("reserve", "arriving", "coming", "off_board")
"""What a platoon is that does not stand on the board and still may count."""


# --------------------------------------------------------------------------------------------------------------- standings


def standings(field: Field, view: View) -> tuple[Standing, ...]:
    """Every seat, the attacker's first: objectives of its side, its platoons left, their points (FHW-VIC)."""
    held = Counter(held_by(field, at) for _, at in objectives(field))
    order = sorted(field.position.seats, key=lambda seat: (field.position.seats[seat].side, seat))
    return tuple(_standing(field, view, seat, held[field.position.seats[seat].side]) for seat in order)


def _standing(field: Field, view: View, seat: Seat, held: int) -> Standing:
    say, state = field.rules.words.say, field.position.seats[seat]
    own = [field.position.companies[key] for key in state.companies]
    needed = field.scenario.victory.attacker_needs_objectives if state.side == "A" else None
    left, started = sum(left_of(field, each) for each in own), sum(each.starting for each in own)
    is_out = all(each.failed for each in own)
    is_alone = sum(each.side == state.side for each in field.position.seats.values()) == 1
    return Standing(
        seat=seat,
        side=state.side,
        name=say("sides", state.side) if is_alone else say("players", "one", letter=seat.upper()),
        figures=(
            Figure("objectives", say("figures", "objectives"), held, of=needed),
            Figure("platoons", say("figures", "platoons"), left, of=started),
            Figure("points", say("figures", "points"), sum(points_left(field, each) for each in own)),
        ),
        note=say("panels", "out") if is_out else None if is_alone else say("sides", state.side),
        active=field.position.result is None and seat in view.asked,
        out=is_out,
    )


def points_left(field: Field, company: Company) -> int:
    """What is left of a company in points of the army list: of each platoon the share of its living teams (FHW-SET-02)."""
    return sum(points_of_platoon(field, each) for each in field.platoons.values() if each.company == company.key)


def points_of_platoon(field: Field, platoon: Platoon) -> int:
    """What is left of a platoon in points."""
    kind, teams = field.of_platoon(platoon), field.rules.teams
    total = sum(teams[name].points for name in kind.teams)
    living = sum(field.kind(team).points for team in field.by_platoon[platoon.id])
    return kind.points * living // total if total else 0


# ------------------------------------------------------------------------------------------------------------------ panels


def panels(field: Field, view: View) -> Iterator[Panel]:
    """Own teams that are not on the board, every company, what is away, buildings that are held."""
    if view.side is not None:
        yield from _to_place(field, view.side)
        yield from _aboard(field, view.side)
    sides: tuple[Side, ...] = SIDES if view.side != "B" else ("B", "A")
    for side in sides:
        for company in field.position.companies.values():
            if company.side == side:
                yield _company(field, company)
        yield from _away(field, side)
    yield from _buildings(field)


def _to_place(field: Field, side: Side) -> Iterator[Panel]:
    """Own teams that wait to be placed, or to come on (FHW-SET-06, FHW-REIN-03)."""
    rows = tuple(
        _team_row(field, team, field.rules.words.say("panels", "waits"))
        for team in field.teams.values()
        if team.side == side
        and team.at is None
        and team.aboard is None
        and field.platoons[team.platoon].status in ("board", "arriving")
    )
    if rows:
        yield Panel("to-place", field.rules.words.say("panels", "to_place"), rows, side)


def _aboard(field: Field, side: Side) -> Iterator[Panel]:
    """Own teams that are carried (FHW-TRAN-02)."""
    rows = tuple(
        _team_row(field, team, _carrier(field, team))
        for team in field.teams.values()
        if team.side == side and team.aboard is not None
    )
    if rows:
        yield Panel("aboard", field.rules.words.say("panels", "aboard"), rows, side)


def _carrier(field: Field, team: Team) -> Text:
    assert team.aboard is not None
    carrier = field.teams[team.aboard]
    return field.rules.words.say("panels", "aboard_of", carrier=team_name(field.rules, carrier.type, carrier.id))


def _team_row(field: Field, team: Team, detail: Text) -> Row:
    return Row(
        f"row-{team.id}",
        team_name(field.rules, team.type, team.id),
        detail,
        unit=team.id,
        symbol=silhouette(field.rules, field.kind(team)),
        side=team.side,
        marks=tuple(marks(field, team)),
        active=team.id in active_teams(field.position),
    )


# --------------------------------------------------------------------------------------------------------------- companies


def _company(field: Field, company: Company) -> Panel:
    say = field.rules.words.say
    title = say("panels", "company", company=company.key, who=player(field.rules, company.seat))
    own = [each for each in field.platoons.values() if each.company == company.key and each.status not in AWAY]
    rows = (_company_row(field, company), *(_platoon_row(field, each) for each in own))
    return Panel(f"company-{company.key}", title, rows, company.side)


def _company_row(field: Field, company: Company) -> Row:
    """How many platoons are left, and from where the company tests its morale (FHW-MOR-05)."""
    say, left = field.rules.words.say, left_of(field, company)
    least = next(n for n in range(company.starting + 1) if not company_is_tested(company.starting, n))
    detail = say("panels", "failed") if company.failed else say("panels", "company_morale", n=least)
    return Row(
        f"morale-{company.key}",
        side_name(field.rules, company.side),
        detail,
        side=company.side,
        spent=company.failed,
        figures=(Figure("platoons", say("figures", "platoons"), left, of=company.starting),),
    )


def _platoon_row(field: Field, platoon: Platoon) -> Row:
    is_lost = platoon.status == "destroyed"
    return Row(
        f"row-{platoon.id}",
        platoon_name(field.rules, platoon.type, platoon.id),
        strength_of(field, platoon),
        unit=None if is_lost else platoon.id,  # type: ignore[arg-type]  # a card is known by its platoon
        symbol=figure_of(field, platoon),
        side=platoon.side,
        marks=() if is_lost else tuple(_platoon_marks(field.rules, platoon)),
        spent=is_lost or is_spent(field.position, platoon),
        figures=_strength_figures(field, platoon),
        active=any(team.id in active_teams(field.position) for team in field.by_platoon[platoon.id]),
    )


def figure_of(field: Field, platoon: Platoon) -> str:
    """The figure that stands for a platoon: that most of its teams have."""
    kinds = [silhouette(field.rules, field.rules.teams[name]) for name in field.of_platoon(platoon).teams]
    return Counter(kinds).most_common(1)[0][0]


def strength_of(field: Field, platoon: Platoon) -> Text:
    """Whether a platoon is lost, else from where it tests its morale (FHW-MOR-02)."""
    say = field.rules.words.say
    if platoon.status == "destroyed":
        return say("panels", "lost")
    if field.of_platoon(platoon).is_hq:
        return say("panels", "headquarters", n=len(field.by_platoon[platoon.id]))
    return say("panels", "platoon_morale", n=morale_from(field.rules, platoon.starting))


def morale_from(rules: Rules, starting: int) -> int:
    """The fewest teams in the fight with which a platoon is not tested."""
    return next((n for n in range(starting + 1) if not is_tested(rules, starting, n)), starting)


def _strength_figures(field: Field, platoon: Platoon) -> tuple[Figure, ...]:
    if field.of_platoon(platoon).is_hq or platoon.status == "destroyed":
        return ()
    text = field.rules.words.say("figures", "teams")
    return (Figure("teams", text, in_fight(field, platoon.id), of=platoon.starting),)


def _platoon_marks(rules: Rules, platoon: Platoon) -> Iterator[Mark]:
    if platoon.disorganised:
        yield mark(rules, "disorganised")
    if platoon.battery is not None and platoon.battery.smoke_out:
        yield mark(rules, "smoke_out")


# -------------------------------------------------------------------------------------------------------------------- away


def _away(field: Field, side: Side) -> Iterator[Panel]:
    """Reserves, artillery off the board, who is on the way, aircraft (FHW-HID-07)."""
    own = [each for each in field.platoons.values() if each.side == side and each.status in AWAY]
    rows = (*(_away_row(field, each) for each in own), *_flight(field, side))
    if rows:
        title = field.rules.words.say("panels", "away", who=side_name(field.rules, side))
        yield Panel(f"away-{side}", title, rows, side)


def _away_row(field: Field, platoon: Platoon) -> Row:
    say = field.rules.words.say
    starts = field.scenario.reserves.of(platoon.side)
    return Row(
        f"row-{platoon.id}",
        platoon_name(field.rules, platoon.type, platoon.id),
        say("panels", f"is_{platoon.status}", turn=platoon.arrives if platoon.status == "coming" else starts),
        unit=platoon.id,  # type: ignore[arg-type]  # a card is known by its platoon
        symbol=figure_of(field, platoon),
        side=platoon.side,
        marks=(mark(field.rules, platoon.status), *_platoon_marks(field.rules, platoon)),
        spent=platoon.status in ("reserve", "coming"),
        figures=_strength_figures(field, platoon),
    )


def _flight(field: Field, side: Side) -> Iterator[Row]:
    """Air support: what it may still roll, what is left, what is over the board (FHW-AIR-02)."""
    of, say = field.position.sides[side], field.rules.words.say
    if of.aircraft is None:
        return
    detail = say("panels", "flight_over", n=of.flight) if of.flight else say("panels", "flight_none")
    figures = (
        Figure("dice", say("figures", "dice"), of.air_dice),
        Figure("planes", say("figures", "planes"), of.planes),
    )
    name = field.rules.aircraft[of.aircraft].name
    yield Row(f"flight-{side}", name, detail, symbol="aircraft", side=side, figures=figures, active=of.flight > 0)


# --------------------------------------------------------------------------------------------------------------- buildings


def _buildings(field: Field) -> Iterator[Panel]:
    """Points of each side on the floors of the buildings that somebody holds (FHW-STACK-01)."""
    rows = tuple(
        Row(f"stack-{hexes.name(at)}", cell(at), floors_of(field, at))
        for at, _ in field.stacks
        if field.terrain[at].surface == "building"
    )
    if rows:
        yield Panel("buildings", field.rules.words.say("panels", "buildings"), rows)


def floors_of(field: Field, at: hexes.Hex) -> Text:
    """Floor by floor, what stands there in points."""
    say = field.rules.words.say
    points: Counter[tuple[int, Side]] = Counter()
    for team in field.standing_in(at):
        points[team.floor, team.side] += field.points(team)
    limit = field.rules.constants.hex_limit
    told = (
        say("panels", "floor", floor=floor, who=side_name(field.rules, side), n=n, of=limit)
        for (floor, side), n in sorted(points.items())
    )
    return joined(told, by=" · ") if points else same("")
