"""Opening a game: scenario, options, house values and seats become the first position (WOP-TEAM, WOP-ARMY, WOP-GEO)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.dice import Dice
from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import Setup
from app.engine.types import SEATS, Event, Seat, UnitId
from app.systems.war_of_plastic.armies import are_equal, new_unit
from app.systems.war_of_plastic.events import SetUp
from app.systems.war_of_plastic.house_values import depth_problems
from app.systems.war_of_plastic.moment import Moment, Story
from app.systems.war_of_plastic.phases import begin_after_lists
from app.systems.war_of_plastic.problems import problems
from app.systems.war_of_plastic.state import (
    ARMIES,
    Army,
    ArmyState,
    Board,
    Objectives,
    ObstaclePool,
    Phase,
    Piece,
    Position,
    Unit,
)
from app.systems.war_of_plastic.tables import Book, Rules

RULES_VERSION: Final = "1.0"


def open_game(book: Book, setup: Setup, dice: Dice) -> tuple[Event, ...]:
    """The event that holds the whole starting position. Raises ``InvalidInput`` naming every wrong field."""
    scenario = book.scenarios.get(setup.scenario)
    if scenario is None:
        raise InvalidInput.at("scenario", "one of " + ", ".join(book.scenarios), setup.scenario)
    options = book.resolve(scenario.get("options", {}), setup.options)
    rules = book.rules(options, setup.tables)
    errors = [*_option_errors(scenario, rules), *_seat_errors(scenario, setup.seats)]
    if errors:
        raise InvalidInput(errors)
    story = Story(Moment.of(_position(scenario, rules, setup, options), rules), dice)
    if story.position.phase is not Phase.ARMIES:
        begin_after_lists(story)
    reasons = [*problems(book, story.position), *depth_problems(story.position, rules)]
    if reasons:
        raise InvalidInput([FieldError("tables", "values the scenario can be played with", why) for why in reasons])
    return (SetUp(story.position),)


def _option_errors(scenario: Mapping[str, Any], rules: Rules) -> list[FieldError]:
    """Options that do not go with the scenario (WOP-OBST-01, WOP-ARMY-01)."""
    errors = []
    method = rules.options.obstacle_method
    if method != "preset" and not scenario.get("obstacle_pool"):
        errors.append(FieldError("options.obstacle_method", "preset, as the scenario has no pool of obstacles", method))
    if rules.options.army_lists == "scenario" and rules.options.symmetric_armies:
        kinds = {
            army: [(row["kind"], rules.kinds[row["kind"]].special) for row in scenario["units"] if row["army"] == army]
            for army in ARMIES
        }
        if not are_equal(kinds["A"], kinds["B"]):
            errors.append(FieldError("options.symmetric_armies", "false, as the scenario's armies are unequal", "true"))
    return errors


def _seat_errors(scenario: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> list[FieldError]:
    """As many seats as the scenario takes, at least one in each army, at most one captain in each (WOP-TEAM-01, 02, 04)."""
    least, most = scenario["players"]
    if not least <= len(seats) <= min(most, len(SEATS)):
        return [FieldError("seats", f"{least} to {most} seats", str(len(seats)))]
    errors = []
    for index, seat in enumerate(seats):
        if seat.get("army") not in (None, *ARMIES):
            errors.append(FieldError(f"seats[{index}].army", "A or B", repr(seat.get("army"))[:120]))
        if not isinstance(seat.get("captain", False), bool):
            errors.append(FieldError(f"seats[{index}].captain", "true or false", repr(seat["captain"])[:120]))
    if errors:
        return errors
    for army in ARMIES:
        members = [seat for index, seat in enumerate(seats) if army_of_seat(index, seat) == army]
        if not members:
            errors.append(FieldError("seats", f"at least one seat of army {army}", "none"))
        if sum(bool(seat.get("captain")) for seat in members) > 1:
            errors.append(FieldError("seats", f"at most one captain of army {army}", "several"))
    return errors


def army_of_seat(index: int, seat: Mapping[str, Any]) -> Army:
    """The army of the seat at an index: as it says, else A, B, A, B and so on."""
    named: Army | None = seat.get("army")
    return named or ARMIES[index % len(ARMIES)]


def _position(scenario: Mapping[str, Any], rules: Rules, setup: Setup, options: Mapping[str, Any]) -> Position:
    free = rules.options.army_lists == "free"
    preset = rules.options.obstacle_method == "preset"
    armies = {army: _army(scenario, setup.seats, army) for army in ARMIES}
    units = [] if free else [_unit(rules, row, armies[row["army"]].seats) for row in scenario["units"]]
    pool = None if preset else ObstaclePool(rules.pools[scenario["obstacle_pool"]])
    fixed = scenario["edges"]["mode"] == "fixed"
    return Position(
        game="war_of_plastic",
        rules_version=RULES_VERSION,
        scenario=scenario["id"],
        options=dict(options),
        tables=dict(setup.tables),
        board=Board(
            scenario["board"]["width_mm"],
            scenario["board"]["height_mm"],
            tuple(_piece(row) for row in scenario["pieces"]) if preset else (),
        ),
        armies=armies,
        units={unit.id: unit for unit in units},
        phase=Phase.ARMIES if free else Phase.EDGE_ROLL,
        obstacles=pool,
        edges_fixed=fixed,
    )


def _army(scenario: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], army: Army) -> ArmyState:
    members = [(SEATS[i], seat) for i, seat in enumerate(seats) if army_of_seat(i, seat) == army]
    captain = next((letter for letter, seat in members if seat.get("captain")), members[0][0])
    edges = scenario["edges"]
    return ArmyState(
        seats=tuple(letter for letter, _ in members),
        captain=captain,
        objectives=msgspec.convert(scenario["objectives"][army], Objectives),
        edge=edges[army] if edges["mode"] == "fixed" else None,
    )


def _piece(row: Mapping[str, Any]) -> Piece:
    names = {"points": "points_mm", "x": "x_mm", "y": "y_mm", "radius": "radius_mm"}
    return msgspec.convert({names.get(key, key): value for key, value in row.items()}, Piece)


def _unit(rules: Rules, row: Mapping[str, Any], seats: Sequence[Seat]) -> Unit:
    """A unit of a scenario; its seat's number counts round the seats of the army."""
    owner = seats[(row.get("seat", 1) - 1) % len(seats)]
    unit = new_unit(rules, UnitId(row["id"]), row["army"], row["kind"], owner)
    if "aboard" in row:
        return msgspec.structs.replace(unit, status="aboard", aboard=row["aboard"])
    if row.get("reserve"):
        return msgspec.structs.replace(unit, status="reserve")
    if "x" in row:
        x, y, level = row["x"], row["y"], row.get("level", 0)
        return msgspec.structs.replace(unit, status="table", x_mm=x, y_mm=y, level=level)
    return unit
