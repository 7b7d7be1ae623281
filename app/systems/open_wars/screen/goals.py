"""What wins a game, when it is counted, and how every side stands in it (OW-VIC)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.engine.types import Goal, Seat, Tally, Text
from app.engine.words import joined, listed, shaped
from app.systems.open_wars.book.scenarios import PointCell, Scenario, SidedLine
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.control import army_value
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.judge.view import SeatView, View
from app.systems.open_wars.words.goal_words import goal_words
from app.systems.open_wars.words.screen_words import faction_name, seat_name
from app.systems.open_wars.words.sentences import place_name


def goals(rules: Rules, field: Field, view: View) -> tuple[Goal, ...]:
    """Every way to win that the scenario has, then what counts after its last turn."""
    scenario = rules.scenarios.get(view.scenario)
    return () if scenario is None else tuple(_goals(rules, field, view, scenario))


def _goals(rules: Rules, field: Field, view: View, scenario: Scenario) -> Iterator[Goal]:
    victory, say = scenario.victory, rules.words.say
    points, hoard = victory.control_points, victory.accumulate
    if points is not None:
        target = view.target or points.target
        cells = joined(shaped("{place} {n}", place=place_name(rules, view, c.at), n=c.points) for c in points.cells)
        about = say("goals", "reach", n=target, cells=cells)
        tallies = _tallies(rules, view, lambda side: view.points.get(side, 0), target)
        now = joined(_scoring(rules, field, view, cell) for cell in points.cells)
        yield Goal("points", say("numbers", "points"), about, _from(rules, points.from_turn), tallies, now)
    if hoard is not None:
        what = say("numbers", hoard.resource)
        reserves = {seat: getattr(state, hoard.resource) for seat, state in view.seats.items()}
        found = tuple(
            Tally(seat, seat_name(rules, view.seats[seat].faction, seat), value, hoard.amount)
            for seat, value in reserves.items()
            if value is not None
        )
        yield Goal(
            "hoard", what, say("goals", "hoard", n=hoard.amount, what=what), _from(rules, hoard.from_turn), found
        )
    for side in dict.fromkeys(line.side for line in victory.sided):
        yield _of_side(rules, field, view, scenario, side)
    if "annihilation" in victory.kinds or "conquest" in victory.kinds:
        tokens = [field.sides[token.seat] for token in field.tokens.values()]
        yield Goal(
            "alone",
            say("goals", "alone_name"),
            say("goals", "alone"),
            _from(rules, 1),
            _tallies(rules, view, tokens.count, None),
        )
    yield _at_limit(rules, field, view, scenario)


def _scoring(rules: Rules, field: Field, view: View, cell: PointCell) -> Text:
    """Whom a cell would give its points now (OW-VIC-04)."""
    place, seat = place_name(rules, view, cell.at), field.controller(cell.at)
    if seat is not None:
        who = seat_name(rules, view.seats[seat].faction, seat)
        return rules.words.say("goals", "scores", place=place, who=who, n=cell.points)
    return rules.words.say("goals", "contested" if field.is_contested(cell.at) else "nobodys", place=place)


def _from(rules: Rules, turn: int) -> Text:
    return rules.words.say("goals", "counted" if turn <= 1 else "counted_from", n=turn)


def _tallies(rules: Rules, view: View, count: Callable[[str], int], of: int | None) -> tuple[Tally, ...]:
    """How far each side has come, in the order in which they sit."""
    sides: dict[str, list[SeatView]] = {}
    for state in view.seats.values():
        sides.setdefault(state.side, []).append(state)
    return tuple(
        Tally(seats[0].seat, listed(seat_name(rules, each.faction, each.seat) for each in seats), count(side), of)
        for side, seats in sides.items()
    )


def _of_side(rules: Rules, field: Field, view: View, scenario: Scenario, side: str) -> Goal:
    """What a side wins by (OW-VIC-06), with the places that it holds of those it needs now."""
    lines = [line for line in scenario.victory.sided if line.side == side]
    name = rules.words.say("goals", "victory", who=faction_name(rules, side))
    told = joined((goal_words(rules, scenario, line)[1] for line in lines), by="; ")
    about = rules.words.say("goals", "of_side", name=name, told=told)
    now = (line for line in lines if line.condition == "control" and view.turn <= line.turns.last)
    line = next(now, None)
    tallies = () if line is None else _held(rules, field, view, line)
    return Goal(f"side-{side}", name, about, _from(rules, 1), tallies)


def _held(rules: Rules, field: Field, view: View, line: SidedLine) -> tuple[Tally, ...]:
    seats = [seat for seat, state in view.seats.items() if line.side in (state.side, state.faction)]
    if not seats:
        return ()
    holders: list[Seat | None] = [field.controller(cell) for cell in line.at]
    held = sum(holder in seats for holder in holders)
    return (Tally(seats[0], faction_name(rules, line.side), held, len(line.at)),)


def _at_limit(rules: Rules, field: Field, view: View, scenario: Scenario) -> Goal:
    """What is compared after the last turn, in order, with what armies are worth where that counts (OW-VIC-07)."""
    say = rules.words.say
    criteria = scenario.victory.at_turn_limit
    about = say("goals", "at_limit", told=listed(say("criteria", each) for each in criteria))
    tallies: tuple[Tally, ...] = ()
    name = say("goals", "last_turn", n=scenario.turn_limit)
    if "army_value" in criteria:
        worth: dict[str, int] = {}
        for token in field.tokens.values():
            side = field.sides[token.seat]
            worth[side] = worth.get(side, 0) + army_value(rules, {token.unit: 1})
        name = say("numbers", "army")
        tallies = _tallies(rules, view, lambda side: worth.get(side, 0), None)
    return Goal("limit", name, about, say("goals", "counted_last", n=scenario.turn_limit), tallies)
