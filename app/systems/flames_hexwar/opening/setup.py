"""Opening a game: scenario, options, house values and seats become the first position (FHW-SET)."""

from __future__ import annotations

from typing import Final

from app.boards import hexes
from app.engine.dice import Dice
from app.engine.refusal import InvalidInput
from app.engine.system import Setup
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.book.scenarios import Scenario
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.opening import armies
from app.systems.flames_hexwar.opening.boards import check_board
from app.systems.flames_hexwar.opening.riding import riding
from app.systems.flames_hexwar.position.events import SetUp
from app.systems.flames_hexwar.position.state import Position

RULES_VERSION: Final = "1.0"
PERCENT: Final = 100


def open_game(book: Book, setup: Setup, dice: Dice) -> SetUp:
    """The event that holds the whole starting position: nothing has been rolled yet. Raises ``InvalidInput`` naming what is wrong."""
    options, rules = book.opening(setup)
    scenario = rules.scenarios[setup.scenario]
    check_board(rules, scenario)
    least, most = scenario.players
    if not least <= len(setup.seats) <= most:
        raise InvalidInput.at("seats", f"{least} to {most} seats", len(setup.seats))
    _check_points(rules, scenario)
    _check_air(rules, scenario)
    sides = armies.sides_of(scenario, setup.seats)
    companies = armies.companies_of(rules, scenario, sides)
    position = Position(
        scenario=scenario.id,
        options=options,
        tables=dict(setup.tables),
        turn=0,
        phase="deploy_defender",
        seats=armies.seats_of(sides, companies),
        sides=armies.sides_state(rules, scenario, sides),
        companies=companies,
        platoons=armies.platoons_of(rules, scenario),
        teams=armies.teams_of(rules, scenario),
        wrecks=tuple(sorted((hexes.from_offset(*each.at), each.count) for each in scenario.wrecks)),
        battle=setup.battle,
    )
    _check_aboard(Field(rules, position))
    return SetUp(position)


def _check_aboard(field: Field) -> None:
    """Whoever begins aboard a carrier has room there (FHW-SET-06, FHW-TRAN-02)."""
    for team in field.teams.values():
        for reason in riding(field, team) if team.aboard is not None else ():
            raise InvalidInput.at("battle", "teams aboard what carries them", reason)


def _check_points(rules: Rules, scenario: Scenario) -> None:
    """The attacker has so many times the defender's points (FHW-SET-01)."""
    attacker, defender = (armies.points_of(rules, scenario.side_of(side)) for side in ("A", "B"))
    wanted = rules.options.min_points_percent
    if attacker * PERCENT < defender * wanted:
        most = attacker * PERCENT // max(1, defender)
        raise InvalidInput.at("options.min_points_percent", f"a whole number from 0 to {most}", wanted)


def _check_air(rules: Rules, scenario: Scenario) -> None:
    """No side has more air supports than companies (FHW-SET-05, FHW-AIR-01)."""
    for row in scenario.side:
        most = rules.air.supports_per_company * len(row.companies)
        if row.air is not None and row.air.count > most:
            raise InvalidInput.at("battle.side.air.count", f"at most {most}", row.air.count)
