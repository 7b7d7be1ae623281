"""Opening a game: scenario, options, house values and seats become the first position (WOP-TEAM, WOP-ARMY, WOP-GEO)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.dice import Dice
from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import Setup
from app.engine.types import SEATS, Seat, Text, UnitId
from app.engine.workshop.workshop import OWN
from app.systems.war_of_plastic.book.house_values import depth_problems
from app.systems.war_of_plastic.book.state import (
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
from app.systems.war_of_plastic.book.tables import Book, Rules
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.ground.places import placed_piece
from app.systems.war_of_plastic.muster.armies import new_unit
from app.systems.war_of_plastic.opening.faults import are_unequal, battle_faults, lacks_pool
from app.systems.war_of_plastic.opening.problems import problems
from app.systems.war_of_plastic.position.events import SetUp
from app.systems.war_of_plastic.turn.phases import begin_after_lists

RULES_VERSION: Final = "1.0"
TURN_DEG: Final = 15
"""A step by which a ready-made shape is turned (WOP-OBST-09)."""


def open_game(book: Book, setup: Setup, dice: Dice) -> SetUp:
    """The event that holds the whole starting position. Raises ``InvalidInput`` naming every wrong field."""
    scenario = _scenario(book, setup)
    options = book.resolve(scenario.get("options", {}), setup.options)
    rules = book.rules(options, setup.tables)
    errors = [*_option_errors(scenario, rules), *_seat_errors(scenario, setup.seats)]
    if errors:
        raise InvalidInput(errors)
    position = position_of(scenario, rules, setup, options)
    if setup.battle is not None:
        _refuse_faults(scenario, rules, position)
    story = Story(Moment.of(position, rules), dice)
    if story.position.phase is not Phase.ARMIES:
        begin_after_lists(story)
    reasons = [*problems(book, story.position), *depth_problems(story.position, rules)]
    if reasons:
        raise InvalidInput([FieldError("tables", "values the scenario can be played with", why) for why in reasons])
    name = None if setup.battle is None else title_of(scenario)
    return SetUp(story.position, name)


def _scenario(book: Book, setup: Setup) -> Mapping[str, Any]:
    """What is set up: a scenario of the game, or the battle that somebody made."""
    if setup.scenario == OWN and setup.battle is not None:
        return setup.battle
    scenario = book.scenarios.get(setup.scenario)
    if scenario is None:
        raise InvalidInput.at("scenario", "one of " + ", ".join(book.scenarios), setup.scenario)
    return scenario


def title_of(scenario: Mapping[str, Any]) -> Text:
    """What a scenario or a battle is called; in the other language's words, where one is left empty."""
    es, en = scenario["name_es"], scenario["name_en"]
    return Text(es or en, en or es)


def _refuse_faults(scenario: Mapping[str, Any], rules: Rules, position: Position) -> None:
    errors = [
        FieldError(f"battle.{each.thing or each.key}", "a battle that can be played", each.key)
        for each in battle_faults(scenario, rules, position, pieces_of(rules, scenario))
    ]
    if errors:
        raise InvalidInput(errors)


def _option_errors(scenario: Mapping[str, Any], rules: Rules) -> list[FieldError]:
    """Options that do not go with the scenario (WOP-OBST-01, WOP-ARMY-01)."""
    errors = []
    method = rules.options.obstacle_method
    if lacks_pool(scenario, rules):
        errors.append(FieldError("options.obstacle_method", "preset, as the scenario has no pool of obstacles", method))
    if are_unequal(scenario, rules):
        errors.append(FieldError("options.symmetric_armies", "false, as the scenario's armies are unequal", "true"))
    return errors


def _seat_errors(scenario: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> list[FieldError]:
    """As many seats as the scenario takes, at least one in each army, at most one captain in each (WOP-TEAM-01,
    WOP-TEAM-02, WOP-TEAM-04)."""
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


def position_of(scenario: Mapping[str, Any], rules: Rules, setup: Setup, options: Mapping[str, Any]) -> Position:
    """The position before anything was rolled or begun, whether or not it can be played."""
    free = rules.options.army_lists == "free"
    preset = rules.options.obstacle_method == "preset"
    armies = {army: _army(scenario, setup.seats, army) for army in ARMIES}
    has_pool = not preset and not lacks_pool(scenario, rules)
    pool = ObstaclePool(rules.pools[scenario["obstacle_pool"]]) if has_pool else None
    fixed = scenario["edges"]["mode"] == "fixed"
    return Position(
        game="war_of_plastic",
        rules_version=RULES_VERSION,
        scenario=setup.scenario,
        options=dict(options),
        tables=dict(setup.tables),
        board=Board(
            scenario["board"]["width_mm"],
            scenario["board"]["height_mm"],
            pieces_of(rules, scenario) if preset else (),
        ),
        armies=armies,
        units={} if free else units_of(rules, scenario, armies),
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


def units_of(rules: Rules, scenario: Mapping[str, Any], armies: Mapping[Army, ArmyState]) -> dict[UnitId, Unit]:
    """The units that a scenario names, whether or not the players write lists of their own."""
    units = (_unit(rules, row, armies[row["army"]].seats) for row in scenario["units"])
    return {unit.id: unit for unit in units}


def pieces_of(rules: Rules, scenario: Mapping[str, Any]) -> tuple[Piece, ...]:
    """The pieces that a scenario names, whether or not the players place others."""
    return tuple(_piece(rules, row) for row in scenario["pieces"])


def _piece(rules: Rules, row: Mapping[str, Any]) -> Piece:
    """A piece of a scenario: drawn corner by corner, a disc, or a ready-made shape at its place (WOP-OBST-09)."""
    if "shape" in row:
        shape, step = rules.shapes[row["shape"]], row.get("turn_deg", 0) // TURN_DEG
        piece = placed_piece(rules, shape, row["id"], (row["x"], row["y"]), step=step)
        return msgspec.structs.replace(piece, levels=row.get("levels", piece.levels))
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
