"""What keeps a scenario from being played ("Scenario files" in the rules): found for the workshop, and refused when a room is made of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from app.boards.measured import Table
from app.systems.tierras_distantes.book.kinds import MOST_UNITS, NM_PER_MM, PLAYERS, Place, Player, Side
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.scenarios import Scenario
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.land.placing import pieces_of_pool
from app.systems.tierras_distantes.land.sound import objective_flaws, terrain_flaws
from app.systems.tierras_distantes.muster.zones import Zone, deploy_refusal, places_for_all
from app.systems.tierras_distantes.space.land import Body, body_at, land_of
from app.systems.tierras_distantes.squads.lists import judge_entry, size_of

SHORTEST_MM: Final = 1000
LONGEST_MM: Final = 2000
"""A side of a table (TD-BRD-01)."""
MOST_PIECES: Final = 80
MOST_CORNERS: Final = 400
"""Of what is played with: bounds on how long one act and one picture of the table take, which everybody at other tables waits for. No scenario
of the game reaches a third of them."""
OPPOSITE: Final = ({"south", "north"}, {"west", "east"})


class BattleFault(NamedTuple):
    """Something that is wrong: a key that words it, what it is about, and the side of the table or the piece that it is wrong with."""

    key: str
    thing: str
    other: str | None = None


def battle_faults(rules: Rules, scenario: Scenario) -> tuple[BattleFault, ...]:
    """Everything that is wrong with a scenario, but for what its options make of it. What follows from other faults is left out."""
    frame = tuple(_frame(scenario))
    if frame:
        return frame
    ground = (*_terrain(rules, scenario), *_squads(rules, scenario))
    return ground or tuple(_deployment(rules, scenario))


def _frame(scenario: Scenario) -> Iterator[BattleFault]:
    """The table and its sides (TD-BRD-01, TD-DEP-01)."""
    if not all(SHORTEST_MM <= side <= LONGEST_MM for side in scenario.table):
        yield BattleFault("table", "table")
    if set(scenario.sides) not in OPPOSITE:
        yield BattleFault("sides", "table")
    for key, count, most in (
        ("pieces", len(scenario.terrain), MOST_PIECES),
        ("corners", sum(len(piece.footprint) for piece in scenario.terrain), MOST_CORNERS),
    ):
        if count > most:
            yield BattleFault(key, "table", str(most))
    lying = [piece.id for piece in scenario.terrain]
    pool = [each.id for piece in scenario.pool for each in pieces_of_pool(piece, (0, 0), 0)]
    names = [*lying, *pool, *(objective.id for objective in scenario.objectives)]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield BattleFault("twice", name)


def _terrain(rules: Rules, scenario: Scenario) -> Iterator[BattleFault]:
    """Pieces and objectives (TD-TER-05, TD-TER-06, TD-END-10), and pieces of the pool, whose parts lie within them (TD-TER-04)."""
    table = Table(*scenario.table)
    for flaw in terrain_flaws(rules.ground, table, scenario.terrain):
        yield BattleFault(flaw.what, flaw.id, flaw.other)
    for flaw in objective_flaws(rules.ground, table, scenario.terrain, scenario.objectives):
        yield BattleFault(flaw.what, flaw.id, flaw.other)
    for piece in scenario.pool:
        if any(terrain_flaws(rules.ground, Table(*piece.size_mm), pieces_of_pool(piece, (0, 0), 0))):
            yield BattleFault("pool", piece.id)


def _squads(rules: Rules, scenario: Scenario) -> Iterator[BattleFault]:
    """Given squads have one to thirty-six miniatures, with known rows (TD-SQD-05, TD-SQD-08)."""
    for player in PLAYERS:
        squad = scenario.squads[player]
        if squad.open:
            continue
        if not 1 <= size_of(squad.members) <= MOST_UNITS:
            yield BattleFault("size", player)
        if any(judge_entry(rules, member) is not None for member in squad.members):
            yield BattleFault("rows", player)


def _deployment(rules: Rules, scenario: Scenario) -> Iterator[BattleFault]:
    """Suggested places are legal, and everybody of a given squad finds a place on either side (TD-DEP-08)."""
    if rules.options.terrain_mode != "scenario":
        return
    land = land_of(rules.ground, scenario.terrain)
    table = Table(*(side * NM_PER_MM for side in scenario.table))
    for player in PLAYERS:
        squad = scenario.squads[player]
        for side in scenario.sides:
            zone = Zone(rules, land, table, side)
            suggested = squad.suggested.get(side, ())
            yield from _suggested(zone, player, side, squad.members, suggested)
            minis = [(body, None) for body in _bodies(rules, squad.members, (0, 0, 0))]
            if None in places_for_all(zone, minis, ()):
                yield BattleFault("crowded", player, side)


def _suggested(
    zone: Zone, player: Player, side: Side, members: Sequence[Member], places: Sequence[Place]
) -> Iterator[BattleFault]:
    standing: list[Body] = []
    minis = list(_bodies(zone.rules, members, (0, 0, 0)))
    for mini, (x, y, z) in zip(minis, places, strict=False):
        body = mini._replace(x=x * NM_PER_MM, y=y * NM_PER_MM, z=z * NM_PER_MM)
        if deploy_refusal(zone, body, standing) is not None:
            yield BattleFault("suggested", player, side)
            return
        standing.append(body)
    if len(places) > len(minis):
        yield BattleFault("suggested", player, side)


def _bodies(rules: Rules, members: Sequence[Member], place: Place) -> Iterator[Body]:
    for member in members:
        for _ in range(member.count):
            yield body_at(rules.qualities[member.quality], "", place)
