"""Opening a game: scenario, options, house values and seats become the first position (SPL-SET, section 2 of the rules)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import Setup
from app.engine.types import SEATS, Seat, UnitId
from app.systems.splatball.book.book import Book
from app.systems.splatball.book.kinds import AWAY, Edge, PieceId
from app.systems.splatball.book.scenarios import Scenario, ScenarioSeat, ScenarioUnit
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.configurator.configurator import configure
from app.systems.splatball.configurator.legal import board_refusal
from app.systems.splatball.configurator.numbers import numbers
from app.systems.splatball.muster.laying import next_piece
from app.systems.splatball.park.ground import board_of, in_order
from app.systems.splatball.park.zones import edges_in_order, missing_of
from app.systems.splatball.position.events import Started
from app.systems.splatball.position.state import BoardState, Piece, Position, SeatState, Side, Unit

RULES_VERSION: Final = "1.0"
TWO: Final = 2
FOUR: Final = 4


def open_game(book: Book, setup: Setup, dice: Dice) -> Started:
    """The event that holds the whole starting position: nothing has been rolled yet. Raises ``InvalidInput`` naming every wrong field."""
    options, rules = book.opening(setup)
    scenario = rules.scenarios[setup.scenario]
    players = len(setup.seats)
    _check_players(rules, scenario, players)
    board = _board(rules, scenario, players)
    pieces, board, budget = scenery_of(rules, scenario, board)
    seats = _seats(rules, scenario, players)
    start = scenario.starting_seat
    starting = None if start == "roll" else SEATS[start]
    names = tuple(seats)
    position = Position(
        scenario=scenario.id,
        options=options,
        tables=dict(setup.tables),
        round=0,
        phase="army",
        step="army",
        active=None,
        starting_seat=starting,
        order=() if starting is None else names[names.index(starting) :] + names[: names.index(starting)],
        board=board,
        pieces=_with_bases(scenario, players, pieces),
        seats=seats,
        points={state.side: 0 for state in seats.values()},
        units=_units(rules, scenario, players),
        to_lay=budget,
        battle=setup.battle,
    )
    return Started(position)


# ---------------------------------------------------------------------------------------------------------- what may be asked


def _check_players(rules: Rules, scenario: Scenario, players: int) -> None:
    """The number of seats, and what a room may choose for a scenario (SPL-GEN-01, SPL-GEN-04, SPL-SET-13)."""
    least, most = scenario.players
    if not least <= players <= most:
        raise InvalidInput.at("seats", f"{least} to {most} seats", players)
    errors = list(_unfit(rules, scenario, players))
    if errors:
        raise InvalidInput(errors)


def _unfit(rules: Rules, scenario: Scenario, players: int) -> Sequence[FieldError]:
    options, found = rules.options, []
    if options.teams != "none" and players != FOUR:
        found.append(FieldError("options.teams", "none, unless there are four seats", options.teams))
    for name, taken in taken_of(rules, scenario).items():
        value = getattr(options, name)
        if value not in taken:
            expected = "what the scenario takes: " + ", ".join(sorted(str(each) for each in taken))
            found.append(FieldError(f"options.{name}", expected, str(value)))
    return found


def taken_of(rules: Rules, scenario: Scenario) -> dict[str, set[Any]]:
    """The values that a scenario takes of the options of which it does not take all (SPL-SET-13)."""
    found: dict[str, set[Any]] = _size(rules, scenario) if scenario.board.size == "fixed" else {}
    if "fixed" in (scenario.deployment, scenario.objectives):
        found["scenery"] = {"scenario"}
    elif scenario.scenery.mode == "none":
        found["scenery"] = {"configurator", "alternate"}
    if scenario.players[1] < FOUR:
        found["teams"] = {"none"}
    return found


def _size(rules: Rules, scenario: Scenario) -> dict[str, set[Any]]:  # option -> what it may be
    """What the options of the board may be where a scenario gives it: what it says, or the default (SPL-SET-13)."""
    board = scenario.board
    shapes = {
        name
        for name, shape in rules.shapes.items()
        if set(missing_of(rules, shape.id, board.modules_wide, board.modules_high)) == set(board.missing)
    }
    return {
        "modules_wide": {board.modules_wide, DEFAULT_WIDE},
        "modules_high": {board.modules_high, DEFAULT_HIGH},
        "shape": {*shapes, "rectangle"},
    }


DEFAULT_WIDE: Final = 2
DEFAULT_HIGH: Final = 3


# ------------------------------------------------------------------------------------------------------------------ the board


def _board(rules: Rules, scenario: Scenario, players: int) -> BoardState:
    """Which modules lie, and the edges one may deploy at (SPL-SET-11, SPL-SET-12, SPL-DEP-02)."""
    given, options, size = scenario.board, rules.options, rules.constants.module_size
    if given.size == "free":
        wide, high = options.modules_wide, options.modules_high
        missing = missing_of(rules, options.shape, wide, high)
        edges = rules.constants.edges_two_players if players == TWO else rules.constants.edges_more_players
        refusal = board_refusal(rules, wide, high, options.shape, None, edges)
        if refusal is not None:
            raise InvalidInput.at("options.shape", f"a board that {refusal.rule} allows", options.shape)
        return BoardState(size * wide, size * high, tuple(missing), edges)
    return BoardState(size * given.modules_wide, size * given.modules_high, given.missing, given.edges)


def scenery_of(
    rules: Rules, scenario: Scenario, board: BoardState
) -> tuple[tuple[Piece, ...], BoardState, dict[str, int]]:
    """What lies on it: fixed, by the configurator, or still to be laid by hand (SPL-SET-04, SPL-SET-05, SPL-CFG-16)."""
    options, given = rules.options, scenario.scenery
    if options.scenery == "scenario" and given.mode == "fixed":
        return _fixed(scenario, board)
    squares = board_of(board, rules)
    own: dict[str, int | None] = {}
    if options.scenery == "scenario":
        own = {"elements": given.elements, "large": given.large, "fences": given.fence_count, "roads": given.road_count}
    chosen = {name: count for name, count in own.items() if count is not None}
    seed = options.seed
    if options.scenery == "scenario" and given.seed is not None:
        seed = given.seed
    wanted = numbers(rules, squares, board.edges, options.objectives_per_player, options.scenery_amount, **chosen)
    if options.scenery == "alternate":
        budget = {"elements": wanted.elements, "large": wanted.large, "roads": wanted.roads, "fences": wanted.fences}
        return (), replace(board, made="alternate"), budget
    layout = configure(rules, squares, board.edges, seed, wanted)
    pieces = tuple(Piece(PieceId(f"p{number}"), kind, at) for number, (kind, at) in enumerate(layout.pieces, start=1))
    fences = sorted(in_order((one, other)) for way in layout.fences for one, other in pairwise(way))
    made = {
        "width": board.w,
        "height": board.h,
        "missing": [list(module) for module in board.missing],
        "edges": list(edges_in_order(board.edges)),
        "objectives": options.objectives_per_player,
        "amount": options.scenery_amount,
        "elements": wanted.elements,
        "large": wanted.large,
        "roads": wanted.roads,
        "fences": wanted.fences,
        "seed": seed,
    }
    return pieces, replace(board, roads=layout.roads, fences=tuple(fences), made=made), {}


def _fixed(scenario: Scenario, board: BoardState) -> tuple[tuple[Piece, ...], BoardState, dict[str, int]]:
    given = scenario.scenery
    owners = {marker.piece: SEATS[marker.owner] for marker in given.objective_markers}
    pieces = tuple(Piece(each.id, each.kind, each.at, objective=owners.get(each.id)) for each in given.pieces)
    roads = tuple(sorted(given.roads, key=lambda at: (at[1], at[0])))
    fences = tuple(sorted(map(in_order, given.fences)))
    return pieces, replace(board, roads=roads, fences=fences, made="scenario"), {}


# ------------------------------------------------------------------------------------------------------------------ the seats


def sides_of(rules: Rules, players: int) -> dict[Seat, Side]:
    """Seat -> side: its own, or with teams the letter of the side's lowest seat (SPL-GEN-04)."""
    seats = SEATS[:players]
    if rules.options.teams == "none":
        return {seat: seat for seat in seats}
    pairs = [tuple(SEATS[int(digit)] for digit in pair) for pair in rules.options.teams.split("-")]
    return {seat: next(min(pair) for pair in pairs if seat in pair) for seat in seats}


def _seats(rules: Rules, scenario: Scenario, players: int) -> dict[Seat, SeatState]:
    sides = sides_of(rules, players)
    return {seat: _seat(rules, scenario, number, sides[seat]) for number, seat in enumerate(SEATS[:players])}


def _seat(rules: Rules, scenario: Scenario, number: int, side: Side) -> SeatState:
    given = scenario.seat_of(number)
    edge: Edge | None = None if given is None or given.edge == "free" else given.edge
    if scenario.deployment == "free":
        return SeatState(side, edge, to_lay=("hq", "ammo"), markers_left=rules.options.camo_markers)
    ambush = None if given is None else given.ambush
    return SeatState(
        side,
        edge,
        left=() if ambush is None else ambush.pool,
        ambush=() if ambush is None else ambush.squares,
        next_unit=_next_unit(number, given),
        handed_in=True,
        finished=ambush is None,
    )


def _next_unit(number: int, given: ScenarioSeat | None) -> int:
    """The number after the highest that a scenario's units of a seat have (SPL-DEP-10)."""
    if given is None:
        return 1
    names = [*(unit.id for unit in given.units), *(given.ambush.ids if given.ambush is not None else ())]
    prefix = f"s{number}u"
    used = [int(name[len(prefix) :]) for name in names if name.startswith(prefix) and name[len(prefix) :].isdigit()]
    return max(used, default=0) + 1


def _with_bases(scenario: Scenario, players: int, laid: Iterable[Piece]) -> dict[PieceId, Piece]:
    """What is laid, and of a fixed deployment headquarters and ammunition, seat by seat, with the next ids of pieces (SPL-DEP-10,
    SPL-OBJ-06)."""
    found = {piece.id: piece for piece in laid}
    for number in range(players if scenario.deployment == "fixed" else 0):
        given, seat = scenario.seat_of(number), SEATS[number]
        if given is not None and given.hq is not None:
            name = next_piece(found)
            found[name] = Piece(name, "hq", given.hq, seat)
        if given is not None and given.ammo is not None:
            name = next_piece(found)
            found[name] = Piece(name, "ammo", given.ammo, seat, objective=seat)
    return found


def _units(rules: Rules, scenario: Scenario, players: int) -> dict[UnitId, Unit]:
    if scenario.deployment == "free":
        return {}
    given = [(SEATS[number], scenario.seat_of(number)) for number in range(players)]
    return {
        unit.id: _unit(rules, seat, each.edge, unit) for seat, each in given if each is not None for unit in each.units
    }


def _unit(rules: Rules, seat: Seat, edge: Any, given: ScenarioUnit) -> Unit:
    kind = rules.units[given.type]
    facing = given.facing or AWAY.get(edge, "N")
    return Unit(
        id=given.id,
        seat=seat,
        type=given.type,
        at=given.at,
        inside=given.inside,
        facing=facing,
        lives=(kind.lives if given.lives is None else given.lives) if kind.is_foot else 0,
        damage=0 if kind.is_foot or given.damage is None else given.damage,
    )
