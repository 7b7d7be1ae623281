"""Why a scenario, or a battle of somebody's own, cannot be laid out (part 8 of the rules): what it names must be there."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from app.boards import hexes
from app.engine.refusal import FieldError, InvalidInput
from app.systems.flames_hexwar.book.kinds import SIDES
from app.systems.flames_hexwar.book.scenarios import PlatoonRow, Scenario, SideRow
from app.systems.flames_hexwar.book.tables import Rules

RELIEF: Final = ".123ABCD"
"""The signs of relief: flat, hills of level 1 to 3, mountains of level 1 to 4."""
NAME: Final = re.compile(r"[AB][A-Za-z0-9]{1,7}")
"""What a platoon may be called: its side first."""
MOST_TOLD: Final = 20
MOST_COMPANIES: Final = 9


def check_board(rules: Rules, scenario: Scenario) -> None:
    """Raises ``InvalidInput`` with everything that keeps a scenario from being laid out."""
    found = list(itertools.islice(faults(rules, scenario), MOST_TOLD))
    if found:
        raise InvalidInput([FieldError("battle", "a battle that can be laid out", each) for each in found])


def faults(rules: Rules, scenario: Scenario) -> Iterator[str]:
    """Every reason why a scenario cannot be laid out; empty for one that can."""
    if sorted(row.seat for row in scenario.side) != list(SIDES):
        yield "side: expected A and B"
        return
    yield from shapeless(rules, scenario)
    for number, chain in enumerate(scenario.roads):
        yield from (f"roads[{number}]: leads into {list(at)}" for at in chain if is_barred(scenario, at))
    yield from (f"side {row.seat}: expected a platoon" for row in scenario.side if not row.platoon)


def shapeless(rules: Rules, scenario: Scenario) -> Iterator[str]:
    """What no document may hold, whether or not it can be played: what is named is there, and lies on the board."""
    early = [*_ground(rules, scenario)]
    yield from early
    if early:
        return
    yield from _places(scenario)
    yield from _chains(scenario)
    yield from _names(scenario)
    for row in scenario.side:
        yield from _side(rules, scenario, row)


def is_barred(scenario: Scenario, at: tuple[int, int]) -> bool:
    """Whether no road may lead into a hex: a mountain or a building (FHW-TERR-08)."""
    column, row = at
    is_on = _holds(scenario, column, row)
    return is_on and (scenario.surface[row][column] == "b" or scenario.relief[row][column].isalpha())


def _ground(rules: Rules, scenario: Scenario) -> Iterator[str]:
    signs = {row.symbol for row in rules.surfaces.values()}
    for name, rows, known in (("surface", scenario.surface, signs), ("relief", scenario.relief, set(RELIEF))):
        if len(rows) != scenario.rows or any(len(row) != scenario.cols for row in rows):
            yield f"{name}: expected {scenario.rows} rows of {scenario.cols} signs"
        elif any(sign not in known for row in rows for sign in row):
            yield f"{name}: expected signs of {''.join(sorted(known))}"


def _places(scenario: Scenario) -> Iterator[str]:
    cells = {
        "objectives": [row.at for row in scenario.objectives],
        "buildings": [row.at for row in scenario.buildings],
        "mixed": [row.at for row in scenario.mixed],
        "wrecks": [row.at for row in scenario.wrecks],
        "junctions": [row.at for row in scenario.junctions],
        "trenches": [*scenario.trenches],
        "tree_lined": [*scenario.tree_lined],
        "roads": [at for chain in scenario.roads for at in chain],
        "reinforcement_line": [at for row in scenario.side for at in row.reinforcement_line or ()],
    }
    for name, named in cells.items():
        outside = next(((column, row) for column, row in named if not _holds(scenario, column, row)), None)
        if outside is not None:
            yield f"{name}: {list(outside)} is off the board"
    for name in ("objectives", "buildings", "mixed", "wrecks"):
        if len(set(cells[name])) < len(cells[name]):
            yield f"{name}: expected every hex once"
    for column, row in cells["buildings"]:
        if _holds(scenario, column, row) and scenario.surface[row][column] != "b":
            yield f"buildings: {[column, row]} is no building"
    for column, row in cells["mixed"]:
        if _holds(scenario, column, row) and scenario.surface[row][column] != ".":
            yield f"mixed: {[column, row]} is not open"


def _holds(scenario: Scenario, column: int, row: int) -> bool:
    return 0 <= column < scenario.cols and 0 <= row < scenario.rows


def _chains(scenario: Scenario) -> Iterator[str]:
    """Roads are chains of neighbours (FHW-GEO-17)."""
    for number, chain in enumerate(scenario.roads):
        cells = [hexes.from_offset(*at) for at in chain]
        if any(hexes.distance(a, b) != 1 for a, b in itertools.pairwise(cells)):
            yield f"roads[{number}]: expected hexes next to each other"


def _names(scenario: Scenario) -> Iterator[str]:
    names = Counter(row.id for side in scenario.side for row in side.platoon)
    yield from (f"platoon {name}: expected a name that no other has" for name, count in names.items() if count > 1)


def _side(rules: Rules, scenario: Scenario, row: SideRow) -> Iterator[str]:
    if row.nation not in rules.nations:
        yield f"side {row.seat}.nation: expected a known one, found {row.nation}"
    if row.air is not None and row.air.aircraft not in rules.aircraft:
        yield f"side {row.seat}.air.aircraft: expected a known one, found {row.air.aircraft}"
    if len(row.companies) > MOST_COMPANIES:
        yield f"side {row.seat}: expected at most {MOST_COMPANIES} companies"
    for each in row.platoon:
        yield from _platoon(rules, scenario, row, each)


def _platoon(rules: Rules, scenario: Scenario, row: SideRow, each: PlatoonRow) -> Iterator[str]:
    of = rules.platoons.get(each.platoon)
    if NAME.fullmatch(each.id) is None or each.id[0] != row.seat:
        yield f"platoon {each.id}: expected a name that begins with {row.seat}"
    if of is None:
        yield f"platoon {each.id}: expected one of the army lists, found {each.platoon}"
        return
    if len({placed.team for placed in each.placements}) < len(each.placements):
        yield f"platoon {each.id}: expected every team once"
    for placed in each.placements:
        if not _holds(scenario, *placed.at):
            yield f"platoon {each.id}: team {placed.team} is off the board"
