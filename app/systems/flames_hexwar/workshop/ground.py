"""The ground of a battle in the making, hex by hex: surface, relief and everything that lies in a hex, painted, cleared and copied."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app.boards import hexes
from app.systems.flames_hexwar.book.kinds import SIDES, Side
from app.systems.flames_hexwar.book.scenarios import (
    BuildingRow,
    Cell,
    JunctionRow,
    MixedRow,
    ObjectiveRow,
    WreckRow,
)
from app.systems.flames_hexwar.workshop.document import (
    Battle,
    hex_of,
    rectangles_of,
    side_of,
    with_side,
    zone_of,
)

OPEN: Final = "."
BUILDING: Final = "b"
Chain = tuple[Cell, ...]


class Lot(msgspec.Struct, frozen=True):
    """Everything that lies in one hex."""

    surface: str = OPEN
    relief: str = OPEN
    trees: bool = False
    trench: bool = False
    building: BuildingRow | None = None
    mixed: MixedRow | None = None
    wrecks: int = 0
    objective: ObjectiveRow | None = None
    zones: tuple[Side, ...] = ()
    lines: tuple[Side, ...] = ()


def lot_of(battle: Battle, at: Cell) -> Lot:
    """What lies in a hex."""
    column, row = at
    return Lot(
        battle.surface[row][column],
        battle.relief[row][column],
        at in battle.tree_lined,
        at in battle.trenches,
        next((each for each in battle.buildings if each.at == at), None),
        next((each for each in battle.mixed if each.at == at), None),
        next((each.count for each in battle.wrecks if each.at == at), 0),
        next((each for each in battle.objectives if each.at == at), None),
        tuple(side for side in SIDES if at in zone_of(side_of(battle, side))),
        tuple(side for side in SIDES if at in (side_of(battle, side).reinforcement_line or ())),
    )


def with_lots(battle: Battle, lots: Mapping[Cell, Lot]) -> Battle:
    """The battle with other things in some hexes; what does not go together gives way: a building's floors with the building, a covering
    half with open ground."""
    tidy = {at: _tidied(at, lot) for at, lot in lots.items()}
    made = replace(
        battle,
        surface=_signs(battle.surface, {at: lot.surface for at, lot in tidy.items()}),
        relief=_signs(battle.relief, {at: lot.relief for at, lot in tidy.items()}),
        tree_lined=_cells(battle.tree_lined, {at: lot.trees for at, lot in tidy.items()}),
        trenches=_cells(battle.trenches, {at: lot.trench for at, lot in tidy.items()}),
        buildings=_rows(battle.buildings, {at: lot.building for at, lot in tidy.items()}),
        mixed=_rows(battle.mixed, {at: lot.mixed for at, lot in tidy.items()}),
        wrecks=_rows(battle.wrecks, {at: WreckRow(at, lot.wrecks) if lot.wrecks else None for at, lot in tidy.items()}),
        objectives=_rows(battle.objectives, {at: lot.objective for at, lot in tidy.items()}),
    )
    for side in SIDES:
        made = _with_zone(made, side, {at: side in lot.zones for at, lot in tidy.items()})
        made = _with_line(made, side, {at: side in lot.lines for at, lot in tidy.items()})
    return made


def with_lot(battle: Battle, at: Cell, **values: Any) -> Battle:  # fields of Lot
    """The battle with something else in one hex."""
    return with_lots(battle, {at: replace(lot_of(battle, at), **values)})


def _tidied(at: Cell, lot: Lot) -> Lot:
    building = replace(lot.building or BuildingRow(at), at=at) if lot.surface == BUILDING else None
    mixed = replace(lot.mixed, at=at) if lot.mixed is not None and lot.surface == OPEN else None
    objective = None if lot.objective is None else replace(lot.objective, at=at)
    return replace(lot, building=building, mixed=mixed, objective=objective)


def _signs(rows: tuple[str, ...], new: Mapping[Cell, str]) -> tuple[str, ...]:
    signs = [list(row) for row in rows]
    for (column, row), sign in new.items():
        signs[row][column] = sign
    return tuple("".join(row) for row in signs)


def _cells(old: tuple[Cell, ...], new: Mapping[Cell, bool]) -> tuple[Cell, ...]:
    kept = tuple(at for at in old if new.get(at, True))
    return (*kept, *(at for at, holds in new.items() if holds and at not in old))


def _rows(old: tuple[Any, ...], new: Mapping[Cell, Any]) -> tuple[Any, ...]:
    """Rows that stand for hexes: one that is there still keeps its place."""
    kept = tuple(new.get(row.at, row) for row in old if new.get(row.at, row) is not None)
    there = {row.at for row in old}
    return (*kept, *(row for at, row in new.items() if row is not None and at not in there))


def _with_zone(battle: Battle, side: Side, new: Mapping[Cell, bool]) -> Battle:
    row = side_of(battle, side)
    now = zone_of(row)
    wanted = {at for at in now if new.get(at, True)} | {at for at, holds in new.items() if holds}
    return battle if wanted == now else with_side(battle, replace(row, deploy=rectangles_of(wanted)))


def _with_line(battle: Battle, side: Side, new: Mapping[Cell, bool]) -> Battle:
    row = side_of(battle, side)
    line = row.reinforcement_line or ()
    wanted = _cells(line, new)
    return battle if wanted == line else with_side(battle, replace(row, reinforcement_line=wanted or None))


# ------------------------------------------------------------------------------------------------------------------- roads


def are_near(one: Cell, other: Cell) -> bool:
    """Whether two hexes lie next to each other."""
    return hexes.distance(hex_of(one), hex_of(other)) == 1


def pairs_of(chains: Iterable[Chain]) -> set[frozenset[Cell]]:
    """The pairs of hexes that roads join."""
    return {frozenset(pair) for chain in chains for pair in itertools.pairwise(chain) if pair[0] != pair[1]}


def paved(battle: Battle, at: Cell) -> Battle:
    """A road goes on into a hex: the one that was drawn last if it ends next to it, else any that does; if none, a new one begins."""
    pairs = pairs_of(battle.roads)
    for number in range(len(battle.roads) - 1, -1, -1):
        chain = battle.roads[number]
        last = number == len(battle.roads) - 1
        for ends in (chain, chain[::-1]):
            if ends and are_near(ends[-1], at) and frozenset((ends[-1], at)) not in pairs and (last or len(chain) > 1):
                rest = battle.roads[:number] + battle.roads[number + 1 :]
                return replace(battle, roads=(*rest, (*ends, at)))
    rest = tuple(chain for chain in battle.roads if len(chain) > 1)
    return replace(battle, roads=(*rest, (at,)))


def unpaved(battle: Battle, at: Cell) -> Battle:
    """No road leads through a hex any more."""
    return replace(battle, roads=tuple(piece for chain in battle.roads for piece in _without(chain, at)))


def _without(chain: Chain, at: Cell) -> Iterable[Chain]:
    if at not in chain:
        return (chain,)
    pieces: list[list[Cell]] = [[]]
    for cell in chain:
        if cell == at:
            pieces.append([])
        else:
            pieces[-1].append(cell)
    return tuple(tuple(piece) for piece in pieces if len(piece) > 1)


def chains_of(pairs: Iterable[frozenset[Cell]]) -> tuple[Chain, ...]:
    """Chains that join the same pairs, as long as they can be drawn in one go."""
    near: dict[Cell, set[Cell]] = defaultdict(set)
    for one, other in (sorted(pair) for pair in pairs):
        near[one].add(other)
        near[other].add(one)
    found: list[Chain] = []
    while any(near.values()):
        start = min((at for at in near if near[at]), key=lambda at: (len(near[at]) % 2 == 0, at))
        chain = [start]
        while near[chain[-1]]:
            step = min(near[chain[-1]])
            near[chain[-1]].discard(step)
            near[step].discard(chain[-1])
            chain.append(step)
        found.append(tuple(chain))
    return tuple(found)


# --------------------------------------------------------------------------------------------------------------- junctions


def junction_key(row: JunctionRow) -> hexes.Side:
    """The side that is a junction."""
    return hexes.side(hex_of(row.at), row.dir)


def resized(battle: Battle, cols: int, rows: int) -> Battle:
    """The battle on a board of another size: what would lie beyond it goes."""
    cells = {(column, row) for column in range(cols) for row in range(rows)}
    made = replace(
        battle,
        cols=cols,
        rows=rows,
        surface=_cut(battle.surface, cols, rows),
        relief=_cut(battle.relief, cols, rows),
        roads=chains_of(pair for pair in pairs_of(battle.roads) if pair <= cells),
        tree_lined=tuple(at for at in battle.tree_lined if at in cells),
        trenches=tuple(at for at in battle.trenches if at in cells),
        **{
            name: tuple(row for row in getattr(battle, name) if row.at in cells)
            for name in ("buildings", "mixed", "wrecks", "junctions", "objectives")
        },
    )
    for row in battle.side:
        platoons = tuple(
            replace(each, placements=tuple(placed for placed in each.placements if placed.at in cells))
            for each in row.platoon
        )
        line = tuple(at for at in row.reinforcement_line or () if at in cells) or None
        zone = rectangles_of(zone_of(row) & cells)
        made = with_side(made, replace(row, platoon=platoons, reinforcement_line=line, deploy=zone))
    return made


def _cut(signs: tuple[str, ...], cols: int, rows: int) -> tuple[str, ...]:
    return tuple((signs[row] if row < len(signs) else "").ljust(cols, OPEN)[:cols] for row in range(rows))
