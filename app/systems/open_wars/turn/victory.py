"""Who has won at the end of a turn, who is out, who scores (section 18, OW-VIC).

The first half answers for plain totals; the second reads them off a position.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from app.engine.types import Seat
from app.systems.open_wars.book.geometry import Cell, card_at, cells_of
from app.systems.open_wars.book.scenarios import Scenario, SidedLine, Victory
from app.systems.open_wars.field.control import army_value
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.position.state import Position, Result

DRAW: Final = "draw"
WAITING: Final = "waiting"
"""Flag of a unit that stays away until its second life begins: ``"<unit>:waiting"`` (OW-SCN-06)."""


# plain totals


def annihilation(tokens: Mapping[str, int]) -> str | None:
    """The only side with tokens on the map, ``"draw"`` if nobody has any, ``None``: play on (OW-VIC-02)."""
    alive = [side for side, count in tokens.items() if count > 0]
    if len(alive) > 1:
        return None
    return alive[0] if alive else DRAW


def highest_at(totals: Mapping[str, int], target: int) -> str | None:
    """Who has the highest total of those that reached the target; nobody if that is shared (OW-VIC-04, OW-VIC-05)."""
    best = max((total for total in totals.values() if total >= target), default=None)
    first = [name for name, total in totals.items() if total == best]
    return first[0] if len(first) == 1 else None


def at_limit(criteria: Sequence[str], values: Mapping[str, Mapping[str, int]]) -> tuple[str, ...]:
    """The sides left after the criteria were compared in order, one of them if there is a winner, several for a draw
    between them (OW-VIC-07). ``values``: criterion -> side -> value."""
    left = tuple(dict.fromkeys(side for by_side in values.values() for side in by_side))
    for criterion in criteria:
        if criterion == DRAW or len(left) < 2:
            break
        best = max(values[criterion].get(side, 0) for side in left)
        left = tuple(side for side in left if values[criterion].get(side, 0) == best)
    return left


def sided_winner(
    scenario: Scenario,
    turn: int,
    controls: Mapping[Cell, str],
    *,
    defeated: Collection[str] = (),
    forms: Collection[str] = (),
    eliminated: Collection[str] = (),
) -> str | None:
    """The side of the first true line of the scenario's list (OW-VIC-06). ``controls``: cell -> side or faction; ``forms`` the
    forms defeated, ``eliminated`` factions."""
    for line in scenario.victory.sided:
        if turn in line.turns and _is_true(line, controls, defeated, forms, eliminated):
            return line.side
    return None


def _is_true(
    line: SidedLine,
    controls: Mapping[Cell, str],
    defeated: Collection[str],
    forms: Collection[str],
    eliminated: Collection[str],
) -> bool:
    """Whether a condition is met; a token that was only wounded is not defeated (OW-SCN-02)."""
    match line.condition:
        case "control":
            return all(controls.get(cell) == line.side for cell in line.at)
        case "unit_defeated":
            return line.unit in defeated
        case "form_defeated":
            return line.form in forms
        case "eliminated":
            return line.faction in eliminated
        case "always":
            return True


# a position


def points_gained(field: Field, position: Position) -> dict[str, int]:
    """What each side scores at the end of this turn for the cells it controls (OW-VIC-04)."""
    scoring = _victory(field, position).control_points
    gained: dict[str, int] = {}
    if scoring is None or position.turn < scoring.from_turn:
        return gained
    for cell in scoring.cells:
        seat = field.controller(cell.at)
        if seat is not None:
            gained[field.sides[seat]] = gained.get(field.sides[seat], 0) + cell.points
    return gained


def contested_cells(field: Field, position: Position) -> dict[Cell, str]:
    """The cards, by cell, that would give points at the end of this turn if enemies did not both stand there (OW-VIC-04)."""
    scoring = _victory(field, position).control_points
    if scoring is None or position.turn < scoring.from_turn:
        return {}
    return {cell.at: card_at(field.rows, cell.at) for cell in scoring.cells if field.is_contested(cell.at)}


def eliminated_seats(field: Field, position: Position) -> tuple[Seat, ...]:
    """The seats that are out now: no token on the map, and no scenario event that still brings them some (OW-VIC-03)."""
    alive = {token.seat for token in field.tokens.values()}
    return tuple(
        seat
        for number, (seat, state) in enumerate(position.seats.items())
        if state.plays and seat not in alive and not _gets_more(field, position, number)
    )


def _gets_more(field: Field, position: Position, number: int) -> bool:
    scenario = field.rules.scenarios[position.scenario]
    later = range(position.turn + 1, scenario.turn_limit + 1)
    if any(spawn.seat == number and any(turn in spawn.turns for turn in later) for spawn in scenario.spawns):
        return True
    lives = scenario.two_lives
    return lives is not None and lives.seat == number and f"{lives.unit}:{WAITING}" in position.flags


def conclusion(field: Field, position: Position) -> Result | None:
    """How the game ends with this turn, if it does: scenario conditions in file order, annihilation, the turn limit
    (OW-VIC-01). This turn's points are in ``position.points`` already."""
    scenario = field.rules.scenarios[position.scenario]
    for kind in [*(kind for kind in scenario.victory.kinds if kind != "annihilation"), "annihilation"]:
        side = _by_kind(field, position, kind) if kind in scenario.victory.kinds else None
        if side is not None:
            return result_of(position, side, kind)
    if position.turn < scenario.turn_limit:
        return None
    criteria = [criterion for criterion in scenario.victory.at_turn_limit if criterion != DRAW]
    left = at_limit(criteria, {criterion: _values(field, position, criterion) for criterion in ["", *criteria]})
    if len(left) == 1:
        return result_of(position, left[0], "turn_limit")
    return Result(DRAW, "turn_limit", (), left)


def result_of(position: Position, side: str, reason: str) -> Result:
    """A victory of a side, with its seats that have not resigned; or a draw."""
    if side == DRAW:
        return Result(DRAW, reason, (), tuple(dict.fromkeys(state.side for state in position.seats.values())))
    seats = tuple(seat for seat, state in position.seats.items() if state.side == side and not state.resigned)
    return Result(side, reason, seats, ())


def _victory(field: Field, position: Position) -> Victory:
    return field.rules.scenarios[position.scenario].victory


def _by_kind(field: Field, position: Position, kind: str) -> str | None:
    victory = _victory(field, position)
    if kind == "annihilation":
        return annihilation(_tokens(field, position))
    if kind == "sided":
        return _sided(field, position)
    if kind == "control_points" and victory.control_points is not None:
        target = victory.control_points.target if position.target is None else position.target
        playing_sides = {state.side for state in position.seats.values() if state.plays}
        points = {side: total for side, total in position.points.items() if side in playing_sides}
        return highest_at(points, target) if position.turn >= victory.control_points.from_turn else None
    if kind == "accumulate" and victory.accumulate is not None and position.turn >= victory.accumulate.from_turn:
        resource = victory.accumulate.resource
        playing = {seat: state for seat, state in position.seats.items() if state.plays}
        reserves = {str(seat): state.gold if resource == "gold" else state.mana for seat, state in playing.items()}
        richest = highest_at(reserves, victory.accumulate.amount)
        return None if richest is None else playing[Seat(richest)].side
    return None


def _tokens(field: Field, position: Position) -> dict[str, int]:
    counts = {state.side: 0 for state in position.seats.values()}
    for token in field.tokens.values():
        counts[field.sides[token.seat]] += 1
    return counts


def _sided(field: Field, position: Position) -> str | None:
    """The side that the scenario's list names: a side of the position, or the side of a faction."""
    scenario = field.rules.scenarios[position.scenario]
    names = {state.side: state.side for state in position.seats.values()}
    names |= {state.faction: state.side for state in position.seats.values()}
    controls: dict[Cell, str] = {}
    for cell in {cell for line in scenario.victory.sided for cell in line.at}:
        seat = field.controller(cell)
        if seat is not None:
            controls[cell] = field.sides[seat]
    out = {token.seat for token in field.tokens.values()}
    winner = sided_winner(
        scenario,
        position.turn,
        controls,
        defeated={fallen.unit for fallen in position.fallen}
        | {unit for state in position.seats.values() for unit in state.gone},
        forms={fallen.form for fallen in position.fallen if fallen.form is not None},
        eliminated={state.faction for seat, state in position.seats.items() if not state.plays or seat not in out},
    )
    return None if winner is None else names.get(winner, winner)


def _values(field: Field, position: Position, criterion: str) -> dict[str, int]:
    """A criterion of the turn limit for every side that still plays."""
    totals = {state.side: 0 for state in position.seats.values() if state.plays}
    if criterion == "points":
        return {side: position.points.get(side, 0) for side in totals}
    if criterion == "gold":
        for state in position.seats.values():
            if state.plays:
                totals[state.side] += state.gold
    elif criterion == "cities":
        for cell in cells_of(field.rows):
            card, seat = field.card(cell), field.controller(cell)
            if card is not None and card.type == "city" and seat is not None and field.sides[seat] in totals:
                totals[field.sides[seat]] += 1
    elif criterion == "army_value":
        for token in field.tokens.values():
            if field.sides[token.seat] in totals:
                totals[field.sides[token.seat]] += army_value(field.rules, {token.unit: 1})
    return totals
