"""What a view holds, as scene, panels and sentences ask for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from app.engine.types import Text
from app.engine.words import decimal, shaped
from app.systems.tierras_distantes.activation import rounds
from app.systems.tierras_distantes.book.kinds import PLAYERS, GroundKind, PieceId, Player, other
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.judge.view import SeenUnit, View
from app.systems.tierras_distantes.nerve import morale, objectives
from app.systems.tierras_distantes.position.state import Position

PER_CENT: Final = 100
ALL_ROLLS: Final = 36
"""Ways in which two dice may fall."""
WAYS: Final = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""In how many of them two dice add up to so much."""


def own_first(view: View) -> tuple[Player, Player]:
    """Both players, the viewer first."""
    return PLAYERS if view.player is None else (view.player, other(view.player))


def units_of(view: View, player: Player) -> list[SeenUnit]:
    """All miniatures of a player, in the order of ids."""
    return [unit for unit in view.units.values() if unit.player == player]


def with_status(view: View, player: Player, *statuses: str) -> list[SeenUnit]:
    """Those of them with one of these statuses."""
    return [unit for unit in units_of(view, player) if unit.status in statuses]


def still_to_name(view: View) -> int:
    """How many must still be named in the batch (TD-ACT-05)."""
    batch = view.batch
    if batch is None:
        return 0
    return rounds.still_to_name(batch.count, len(batch.named), len(with_status(view, batch.player, "ready")))


def actions_left(rules: Rules, unit: SeenUnit) -> int:
    """What a miniature has left of its activation (TD-ACC-01)."""
    return max(0, rules.constants.actions - unit.actions)


class Held(NamedTuple):
    """Who holds which objective, and what both would score (TD-END-10)."""

    by: Mapping[str, Player | None]
    points: Mapping[Player, int]


def held(view: View) -> Held | None:
    """How the objectives stand; ``None`` where there are none."""
    if not view.board.objectives:
        return None
    position = cast(Position, view)  # of which only the board and the miniatures are read
    by = objectives.held(position)
    worth = {each.id: each.points for each in view.board.objectives}
    return Held(by, {player: sum(worth[name] for name, who in by.items() if who == player) for player in PLAYERS})


def objectives_count(rules: Rules, view: View) -> bool:
    """Whether objectives will ever be asked for (TD-END-09)."""
    return bool(view.board.objectives) and rules.options.turn_limit > 0


def breaks_at(rules: Rules, start: int) -> int:
    """With how many losses a side breaks whatever is rolled (TD-END-06, TD-END-07)."""
    return next(lost for lost in range(start + 1) if morale.check_of(rules, start, lost) == "breaks")


def chance_to_hold(rules: Rules, start: int, lost: int) -> int:
    """In how many of 36 rolls a side holds, if the turn ended now (TD-END-07)."""
    check = morale.check_of(rules, start, lost)
    if check != "roll":
        return 0 if check == "breaks" else ALL_ROLLS
    below = morale.band_of(rules, start, lost).holds_below
    return sum(ways for total, ways in WAYS.items() if total < below)


def height(millimetres: int) -> Text:
    """A height in words: ``2,9 cm``."""
    return decimal(f"{millimetres / 10:g} cm")


def piece_names(rules: Rules, pieces: Sequence[Piece]) -> Mapping[PieceId, Text]:
    """What the pieces of terrain are called: with a number where there are others of the kind, in their order."""
    many = Counter(piece.kind for piece in pieces)
    so_far: Counter[GroundKind] = Counter()
    found = {}
    for piece in pieces:
        so_far[piece.kind] += 1
        name = rules.ground[piece.kind].name
        found[piece.id] = name if many[piece.kind] == 1 else shaped("{name} {n}", name=name, n=so_far[piece.kind])
    return found
