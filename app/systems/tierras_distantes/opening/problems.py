"""Why a position cannot be: only where it contradicts itself, so that nothing posted from outside can break the rules' code.

Counts of losses are not compared with who is left ("State" in the rules), nor is it asked whether bodies overlap: both break nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from app.boards import convex
from app.boards.measured import Table
from app.engine.refusal import InvalidInput
from app.engine.types import SEATS
from app.engine.workshop.workshop import OWN
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.land.sound import heights_go_with
from app.systems.tierras_distantes.position.state import Position, Unit
from app.systems.tierras_distantes.squads.lists import judge_entry

OPPOSITE: Final = ({"south", "north"}, {"west", "east"})
STANDING: Final = frozenset({"ready", "active", "done"})
"""Statuses of miniatures in play."""
WITH_SIDES: Final = frozenset({"deployment", "batch"})


def problems(book: Book, position: Position) -> Sequence[str]:
    """Every reason why a position cannot be; empty for a possible one."""
    try:
        rules = book.rules(position.options, position.tables, position.battle)
    except InvalidInput as error:
        return [f"{each.field}: expected {each.expected}, found {each.found}" for each in error.errors]
    early = [*_frame(book, rules, position)]
    return early or [*_board(rules, position), *_units(rules, position), *_flow(position)]


def _frame(book: Book, rules: Rules, position: Position) -> Iterator[str]:
    """What must hold before anything can be looked at."""
    known = position.scenario in rules.scenarios
    if not known or (position.scenario == OWN) != (position.battle is not None):
        yield f"scenario: expected a known one, found {position.scenario}"
    if set(position.options) != set(book.options):
        yield "options: expected every option with its value"
    if set(position.players) != set(PLAYERS):
        yield "players: expected A and B"
        return
    for player, seat in zip(PLAYERS, SEATS, strict=False):
        state = position.players[player]
        if state.seat != seat:
            yield f"players.{player}.seat: expected {seat}, found {state.seat}"
        if state.squad != "open" and state.members is None:
            yield f"players.{player}.members: expected a list, since it is {state.squad}"
        for number, member in enumerate(state.members or ()):
            if judge_entry(rules, member) is not None:
                yield f"players.{player}.members[{number}]: expected known rows and one or two weapons"
    if position.totals is not None and set(position.totals) != set(PLAYERS):
        yield "totals: expected one of each player"


def _board(rules: Rules, position: Position) -> Iterator[str]:
    """Pieces are convex, lie on the table, and are flat or not as their kind is (TD-TER-05)."""
    board = position.board
    if set(board.sides) not in OPPOSITE:
        yield "board.sides: expected two opposite sides"
    table = Table(board.width_mm, board.height_mm)
    names = [piece.id for piece in board.pieces]
    if len(set(names)) < len(names):
        yield "board.pieces: expected each id once"
    for piece in board.pieces:
        if not convex.is_convex(piece.footprint) or not table.holds_points(piece.footprint):
            yield f"board.pieces.{piece.id}: expected a convex footprint on the table, counter-clockwise"
        if not heights_go_with(rules.ground[piece.kind], piece):
            yield f"board.pieces.{piece.id}: expected a bottom and a top as its kind has them"
    for objective in board.objectives:
        if objective.z_max_mm < objective.z_min_mm:
            yield f"board.objectives.{objective.id}: expected z_max not below z_min"


def _units(rules: Rules, position: Position) -> Iterator[str]:
    if (position.phase == "squads") != (not position.units) and position.phase != "over":
        yield "units: expected miniatures once both squads are open, and none before"
    pieces = {piece.id: piece for piece in position.board.pieces}
    for name, unit in position.units.items():
        numbered = name[:1] == unit.player and name[1:].isdecimal() and name.isascii()
        if unit.id != name or not numbered:
            yield f"units.{name}: expected its own id, the letter of its player and a number"
        if judge_entry(rules, _Carrying(unit)) is not None:
            yield f"units.{name}: expected known rows and one or two weapons"
        places = [each is not None for each in (unit.x_mm, unit.y_mm, unit.z_mm)]
        if any(places) != all(places) or any(places) != (unit.status in STANDING):
            yield f"units.{name}: expected a place exactly while it is in play"
        if unit.status == "undeployed" and (position.phase == "batch" or position.players[unit.player].confirmed):
            yield f"units.{name}.status: expected everybody deployed, or out, once its player has confirmed"
        if unit.climbing is not None and (unit.climbing not in pieces or not unit.in_play):
            yield f"units.{name}.climbing: expected a piece of the table"
        if unit.status not in STANDING and unit.frightened:
            yield f"units.{name}.frightened: expected nobody who is not in play"


class _Carrying:
    """A miniature as an entry of a list."""

    def __init__(self, unit: Unit) -> None:
        self.quality, self.armour, self.weapons = unit.quality, unit.armour, unit.weapons
        self.leader, self.count = unit.leader, 1


def _flow(position: Position) -> Iterator[str]:
    phase, batch = position.phase, position.batch
    if (phase == "over") != (position.result is not None):
        yield "phase: over exactly when there is a result"
    sides = [position.players[player].side for player in PLAYERS]
    if phase in WITH_SIDES and set(sides) != set(position.board.sides):
        yield "players: expected one of the two sides for each"
    if phase == "sides" and position.chooser is None:
        yield "chooser: expected who won the roll"
    if phase == "batch" and not position.turn:
        yield "turn: expected one in play"
    if position.placing is None and phase == "terrain" and position.options["terrain_mode"] == "players":
        yield "placing: expected a pool that the players place"
    if batch is not None:
        own: set[Player] = {unit.player for name in batch.named if (unit := position.units.get(name)) is not None}
        if phase != "batch" or position.initiative is None:
            yield "batch: expected one in play, in a round with an initiative"
        if own - {batch.player} or any(name not in position.units for name in batch.named):
            yield "batch.named: expected own miniatures"
    in_turn = position.options["deployment_order"] != "blind"
    if phase == "deployment" and in_turn and position.to_deploy is None and not _are_done(position):
        yield "to_deploy: expected whose go it is"


def _are_done(position: Position) -> bool:
    return all(position.players[player].confirmed for player in PLAYERS)
