"""The board of a battle in the making, and what the configurator lays on it."""

from __future__ import annotations

from app.boards import squares
from app.engine.refusal import InvalidInput
from app.engine.workshop.base import plain
from app.systems.splatball.book.book import Book, own_scenario
from app.systems.splatball.book.kinds import EDGES
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.configurator.legal import board_refusal
from app.systems.splatball.opening.setup import scenery_of
from app.systems.splatball.park.zones import board_of_modules, missing_of
from app.systems.splatball.position.state import BoardState, Piece
from app.systems.splatball.workshop.document import Battle


def modules_of(rules: Rules, battle: Battle) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """How many modules each way, and which do not lie; of a board that the room chooses those of the battle's own options."""
    board, options = battle.board, rules.options
    if board.size == "free":
        wide, high = options.modules_wide, options.modules_high
        return wide, high, tuple(missing_of(rules, options.shape, wide, high))
    return board.modules_wide, board.modules_high, board.missing


def board_of_battle(rules: Rules, battle: Battle) -> squares.Board:
    """The squares there are."""
    wide, high, missing = modules_of(rules, battle)
    return board_of_modules(rules, wide, high, missing)


def edges_of(battle: Battle) -> tuple[str, ...]:
    """The edges one may deploy at; of a board that the room chooses those for the greatest number of players."""
    if battle.board.size == "free":
        return ("N", "S") if battle.players[1] == 2 else EDGES  # SPL-SET-13
    return battle.board.edges


def is_legal(rules: Rules, battle: Battle) -> bool:
    """Whether its board may be played on (SPL-SET-12)."""
    wide, high, missing = modules_of(rules, battle)
    return board_refusal(rules, wide, high, None, missing, edges_of(battle)) is None  # type: ignore[arg-type]


def generated(book: Book, rules: Rules, battle: Battle) -> tuple[tuple[Piece, ...], BoardState]:
    """What the configurator lays for its seed. Raises ``InvalidInput`` for a board that nobody may play on."""
    if not is_legal(rules, battle):
        raise InvalidInput.at("edit.tool", "a board that may be played on", "SPL-SET-12")
    own = book.fresh_rules(book.resolve(battle.options, {"scenery": "scenario"}), None, plain(battle))
    board = board_of_battle(rules, battle)
    state = BoardState(board.columns, board.rows, modules_of(rules, battle)[2], edges_of(battle))  # type: ignore[arg-type]
    pieces, made, _ = scenery_of(own, own_scenario(plain(battle)), state)
    return pieces, made
