"""Opening a game: scenario, options, house values and seats become the first position (TD-GEN-05, TD-GEN-08, TD-TER-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.boards.measured import Table
from app.engine.dice import Dice
from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import Setup
from app.engine.types import SEATS
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.kinds import PLAYERS
from app.systems.tierras_distantes.book.options import TerrainMode
from app.systems.tierras_distantes.book.scenarios import Scenario
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.land.generator import fits
from app.systems.tierras_distantes.land.placing import covered_twice, covers_enough
from app.systems.tierras_distantes.opening.faults import battle_faults
from app.systems.tierras_distantes.opening.seats import Led, squads_led
from app.systems.tierras_distantes.position.events import Opened
from app.systems.tierras_distantes.position.state import Board, LotPiece, Placing, PlayerState, Position

RULES_VERSION: Final = "1.0"


def open_game(book: Book, setup: Setup, dice: Dice) -> Opened:
    """The event that holds the whole starting position: nothing has been rolled yet. Raises ``InvalidInput`` naming every wrong field."""
    options, rules = book.opening(setup)
    scenario = rules.scenarios[setup.scenario]
    errors = [*([] if setup.battle is None else _fault_errors(rules, scenario)), *option_errors(rules, scenario)]
    if errors:
        raise InvalidInput(errors)
    return Opened(_position(rules, scenario, setup, options))


def _fault_errors(rules: Rules, scenario: Scenario) -> Iterator[FieldError]:
    """What is wrong with a battle that somebody made."""
    for fault in battle_faults(rules, scenario):
        yield FieldError(f"battle.{fault.thing}", "a battle that can be played", fault.key)


def option_errors(rules: Rules, scenario: Scenario) -> Iterator[FieldError]:
    """What a room cannot choose for a scenario (TD-GEN-08)."""
    options = rules.options
    if options.turn_limit == options.quiet_turns == 0:
        yield FieldError("options.quiet_turns", "above 0, or a turn limit", "0")
    modes = modes_of(rules, scenario)
    if options.terrain_mode not in modes:
        yield FieldError("options.terrain_mode", "one of " + (", ".join(modes) or "none"), options.terrain_mode)


def modes_of(rules: Rules, scenario: Scenario) -> tuple[TerrainMode, ...]:
    """How the terrain of a scenario may be placed under the other options (TD-TER-03)."""
    in_pool = sum(2 * width * height for width, height in (piece.size_mm for piece in scenario.pool))
    can: dict[TerrainMode, bool] = {
        "scenario": _is_enough(rules, scenario, covered_twice(scenario.terrain)),
        "generator": fits(rules, *scenario.table) and not scenario.objectives,
        "players": bool(scenario.pool) and not scenario.objectives and _is_enough(rules, scenario, in_pool),
    }
    return tuple(mode for mode, fit in can.items() if fit)


def _is_enough(rules: Rules, scenario: Scenario, twice_area: int) -> bool:
    """Whether so much terrain, twice over, is what a room asks for (TD-TER-01)."""
    return not rules.options.require_third or covers_enough(rules, Table(*scenario.table), twice_area)


def _position(rules: Rules, scenario: Scenario, setup: Setup, options: Mapping[str, Any]) -> Position:
    led = squads_led(rules, scenario, setup.seats)
    mode = rules.options.terrain_mode
    board = Board(
        width_mm=scenario.table[0],
        height_mm=scenario.table[1],
        sides=scenario.sides,
        pieces=scenario.terrain if mode == "scenario" else (),
        objectives=scenario.objectives,
        suggested={player: each.suggested for player, each in led.items() if each.suggested},
    )
    return Position(
        game="tierras_distantes",
        rules_version=RULES_VERSION,
        scenario=scenario.id,
        options=dict(options),
        tables=dict(setup.tables),
        board=board,
        players={player: _player(at, led[player]) for at, player in enumerate(PLAYERS)},
        units={},
        phase="squads",
        placing=Placing(tuple(map(LotPiece, scenario.pool))) if mode == "players" else None,
        battle=setup.battle,
    )


def _player(at: int, led: Led) -> PlayerState:
    return PlayerState(SEATS[at], "open" if led.members is None else "given", led.members)
