"""The one judge of paths: declared moves, retreats and the moves of spells (sections 9 and 14, OW-MAG-14).

A path is judged to its end supposing that dice on the way succeed and nothing interferes (OW-MOV-11). ``walking.py``
carries it out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.telling import Overlay, Ring
from app.engine.types import RuleId, Seat
from app.engine.words import same
from app.systems.open_wars.book.geometry import Cell, neighbours, reading_order, step_distance
from app.systems.open_wars.book.kinds import TokenId
from app.systems.open_wars.book.scenarios import Approach
from app.systems.open_wars.book.tables import Card, UnitKind
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import (
    entry_bonus,
    entry_cost,
    entry_refusal,
    halts,
    is_immobile,
    price,
    rest_refusal,
    stack_refusal,
    weather,
)
from app.systems.open_wars.position.state import Token

Budget = Literal["points", "fresh", "free"]
"""What a path is paid with: the points left, the whole effective Movement (nothing is spent of the turn's points), nothing."""

NOT_ONE_UNIT: Final = RuleId("OW-MOV-09")
LOCKED: Final = RuleId("OW-LOCK-02")
HALTED: Final = RuleId("OW-MOV-10")
MIST: Final = RuleId("OW-SPELL-26")
IMMOBILE: Final = RuleId("OW-MOV-08")
BEYOND: Final = RuleId("OW-MOV-11")
NOT_BESIDE: Final = RuleId("OW-MOV-02")
TOO_FEW: Final = RuleId("OW-MOV-03")
NO_WAY_ON: Final = RuleId("OW-MOV-14")
APPROACH: Final = RuleId("OW-SCN-05")
NO_ENEMY: Final = RuleId("OW-RET-01")
NOT_NEXT: Final = RuleId("OW-RET-02")
ENEMY_THERE: Final = RuleId("OW-RET-03")
TOO_DEAR: Final = RuleId("OW-RET-04")
NOT_FREE: Final = RuleId("OW-RET-05")

MIST_CODE: Final = "mist_of_the_damned"


class Purse(msgspec.Struct, frozen=True, order=True):
    """The points of a token on its way: Movement with every change added up, what is spent of it, and whether Serpent River
    has helped it this turn (OW-CARD-10). No card changes the Movement of whoever stands on it, so place is of no matter."""

    movement: int
    spent: int
    serpent: bool

    @property
    def left(self) -> int:
        """Points left, at least 0 (OW-MOV-06)."""
        return max(0, max(0, self.movement) - self.spent)

    def pay(self, cost: int, bonus: int) -> Purse:
        """After entering a card of this cost with this bonus of entry, which a token gets once per turn."""
        gained = 0 if self.serpent else bonus
        return Purse(self.movement + gained, self.spent + cost, self.serpent or bonus != 0)


def purse_of(field: Field, token: Token, budget: Budget = "points") -> Purse:
    """What a token has to spend."""
    changes = sum(value for stat, value in field.changes(token) if stat == "movement")
    return Purse(field.printed(token).movement + changes, token.spent if budget == "points" else 0, token.serpent)


def group_of(field: Field, seat: Seat, ids: Sequence[TokenId]) -> tuple[Token, ...] | None:
    """The tokens of these ids in ascending order, ``None`` unless they are different tokens of one unit of the seat in one
    cell (OW-MOV-09)."""
    tokens = [field.tokens[number] for number in sorted(set(ids)) if number in field.tokens]
    if not tokens or len(tokens) != len(ids):
        return None
    first = tokens[0]
    same = all((token.unit, token.seat, token.cell) == (first.unit, seat, first.cell) for token in tokens)
    return tuple(tokens) if same else None


def move_refusal(
    field: Field, seat: Seat, ids: Sequence[TokenId], path: Sequence[Cell], approach: Approach | None = None
) -> Refusal | None:
    """Why a declared move is refused (OW-ACT-03), in the order of the rules. ``approach``: where the scenario makes the
    seat go at the moment (OW-SCN-05)."""
    tokens = group_of(field, seat, ids)
    if tokens is None:
        return Refusal(NOT_ONE_UNIT)
    refusal = departure_refusal(field, tokens) or path_refusal(field, tokens, path)
    if refusal is None and approach is not None:
        is_there = tokens[0].cell == approach.cell  # not even to come back
        return approach_refusal(field, tokens[0].cell, path[0] if is_there else path[-1], approach.cell)
    return refusal


def departure_refusal(field: Field, tokens: Sequence[Token]) -> Refusal | None:
    """Why a group may not move at all in the Movement phase (OW-LOCK-02, OW-MOV-10, OW-MOV-08, OW-MOV-09)."""
    first = tokens[0]
    if any(field.is_locked(token) for token in tokens):
        return Refusal(LOCKED, {"cell": first.cell})
    if any(token.halted for token in tokens):
        return Refusal(HALTED, {"cell": first.cell})
    if has_failed_mist(field, tokens):
        return Refusal(MIST)
    if stands_fast(field, tokens):
        return Refusal(IMMOBILE, {"unit": first.unit})
    stack = [token for token in field.here(first.cell) if (token.seat, token.unit) == (first.seat, first.unit)]
    if not field.rules.options.split_stacks and len(stack) != len(tokens):
        return Refusal(NOT_ONE_UNIT, {"tokens": len(tokens), "stack": len(stack)})
    return None


def stands_fast(field: Field, tokens: Sequence[Token]) -> bool:
    """Whether a group of printed Movement 0 cannot go by itself: it never does, or by option only as long as nothing gives all
    of it Movement (OW-MOV-08)."""
    if is_immobile(field.rules, field.printed(tokens[0])):
        return True
    return any(field.printed(token).movement == 0 and field.values(token).movement == 0 for token in tokens)


def has_failed_mist(field: Field, tokens: Sequence[Token]) -> bool:
    """Whether a Mist die has failed for any of the tokens this turn (OW-SPELL-26)."""
    return any(
        effect.code == MIST_CODE and token.id in effect.failed for token in tokens for effect in field.marks(token)
    )


def first_step_refusal(field: Field, tokens: Sequence[Token], path: Sequence[Cell]) -> Refusal | None:
    """Why the first step of a move declared earlier cannot be made now: the whole move is then void (OW-MOV-12)."""
    return departure_refusal(field, tokens) or _steps_refusal(field, tokens, path, "points", path[:1])


def path_refusal(
    field: Field, tokens: Sequence[Token], path: Sequence[Cell], budget: Budget = "points"
) -> Refusal | None:
    """Why a group cannot go along a path to its end: step by step, then whether it may stay there (OW-MOV-11)."""
    if not path:
        return Refusal(NOT_BESIDE, {"cells": 0})
    return _steps_refusal(field, tokens, path, budget, path) or stay_refusal(field, tokens, path[-1])


def _steps_refusal(
    field: Field, tokens: Sequence[Token], path: Sequence[Cell], budget: Budget, judged: Sequence[Cell]
) -> Refusal | None:
    kind = field.kind(tokens[0])
    purses = [purse_of(field, token, budget) for token in tokens]
    cell, stopped = tokens[0].cell, False
    for index, goal in enumerate(judged):
        if stopped:
            return Refusal(BEYOND, {"cell": cell})
        card = field.card(goal)
        if card is None or goal not in neighbours(field.rows, cell):
            return Refusal(NOT_BESIDE, {"from": cell, "to": goal})
        onward = path[index + 1] if index + 1 < len(path) else None
        refusal = step_refusal(field, kind, cell, goal, purses, budget, onward)
        if refusal is None and onward is not None and checks_crossing(field, kind, card):
            refusal = room_refusal(field, tokens, goal)
        if refusal is not None:
            return replace(refusal, overlays=_drawn(field, kind, judged[: index + 1], refusal))
        purses = _paid(field, kind, card, purses, budget)
        cell, stopped = goal, stops_in(field, tokens[0], goal)
    return None


def _drawn(field: Field, kind: UnitKind, cells: Sequence[Cell], refusal: Refusal) -> tuple[Overlay, ...]:
    """The way as far as the step that is refused: what each card takes, and of the last what is missing."""
    cards = [(cell, card) for cell in cells if (card := field.card(cell)) is not None]
    costs = [(cell, entry_cost(field.rules, kind, card)) for cell, card in cards]
    gone = tuple(Ring(cell, "muted", same(f"−{cost}")) for cell, cost in costs[:-1])
    cost, left = refusal.facts.get("cost"), refusal.facts.get("points")
    short = field.rules.words.say("choices", "step", cost=cost, left=left) if cost is not None else None
    return (*gone, Ring(cells[-1], "bad", short))


def step_refusal(
    field: Field,
    kind: UnitKind,
    cell: Cell,
    goal: Cell,
    purses: Sequence[Purse],
    budget: Budget,
    onward: Cell | None,
) -> Refusal | None:
    """Terrain, points, and for a card that may only be crossed also the points of the next step (OW-MOV-14)."""
    origin, card = field.card(cell), field.card(goal)
    if origin is None or card is None:
        return Refusal(NOT_BESIDE, {"from": cell, "to": goal})
    terrain = entry_refusal(field.rules, kind, origin, card)
    if terrain is not None:
        return Refusal(terrain, {"card": card.code})
    if budget == "free":
        return None
    left = min(purse.left for purse in purses)
    if left < entry_cost(field.rules, kind, card):
        return Refusal(TOO_FEW, {"points": left, **price(field.rules, kind, goal, card)})
    next_card = field.card(onward) if onward is not None else None
    if onward is not None and next_card is not None and rest_refusal(kind, card) is not None:
        after = min(purse.left for purse in _paid(field, kind, card, purses, budget))
        if after < entry_cost(field.rules, kind, next_card):
            return Refusal(NO_WAY_ON, {"points": after, **price(field.rules, kind, onward, next_card)})
    return None


def _paid(field: Field, kind: UnitKind, card: Card, purses: Sequence[Purse], budget: Budget) -> list[Purse]:
    cost = 0 if budget == "free" else entry_cost(field.rules, kind, card)
    return [purse.pay(cost, entry_bonus(card, kind)) for purse in purses]


def checks_crossing(field: Field, kind: UnitKind, card: Card) -> bool:
    """Whether the stack limit must hold on a card that is only crossed: by option, and where a die may stop the group
    (OW-STK-06)."""
    if field.rules.options.stacking_check == "always":
        return True
    dice = (*weather(card, kind, "enter"), *weather(card, kind, "leave"))
    return any(feature.stat == "movement" for feature in dice)


def stops_in(field: Field, token: Token, goal: Cell) -> bool:
    """Whether a unit that enters a card goes no farther: the card halts it, or enemies lock it; tokens of its
    own side do not (OW-LOCK-01, OW-MOV-15, OW-CARD-11, OW-CARD-21, OW-FLY-01)."""
    card, kind = field.card(goal), field.kind(token)
    if card is not None and halts(card, kind):
        return True
    return not kind.is_flying and bool(field.enemies(token.seat, goal))


def stay_refusal(field: Field, tokens: Sequence[Token], cell: Cell) -> Refusal | None:
    """Why a group may not end in a cell: a card that may only be crossed, then room in the stack (OW-CARD-01, OW-STK)."""
    card = field.card(cell)
    rest = rest_refusal(field.kind(tokens[0]), card) if card is not None else NOT_BESIDE
    return Refusal(rest, {"cell": cell}) if rest is not None else room_refusal(field, tokens, cell)


def room_refusal(field: Field, tokens: Sequence[Token], cell: Cell) -> Refusal | None:
    """Why the stack limits leave no room for the group in a cell, its own tokens there not counted twice."""
    present = field.counts(cell, tokens[0].seat)
    if tokens[0].cell == cell:
        present[tokens[0].unit] -= len(tokens)
    rule = stack_refusal(field.rules, field.kind(tokens[0]), present, len(tokens))
    return Refusal(rule, {"cell": cell, "present": present.get(tokens[0].unit, 0)}) if rule is not None else None


# scenario: must_approach


def approach_refusal(field: Field, start: Cell, end: Cell, goal: Cell) -> Refusal | None:
    """Why a move is refused to a seat that must approach a cell: it ends no nearer, or leaves the cell (OW-SCN-05)."""
    if start == goal:
        return None if end == goal else Refusal(APPROACH, {"goal": goal})
    before, after = step_distance(field.rows, start, goal), step_distance(field.rows, end, goal)
    nearer = after is not None and (before is None or after < before)
    return None if nearer else Refusal(APPROACH, {"goal": goal, "before": before, "after": after})


def approaching_step(field: Field, seat: Seat, approach: Approach) -> tuple[tuple[TokenId, ...], Cell] | None:
    """The step that ``end_movement`` must wait for (OW-SCN-05, OW-PRM-09): the group of the lowest token id that can step
    legally nearer, and the first cell by row, then column. ``None``: the seat may end its movement turn."""
    for number in sorted(field.tokens):
        token = field.tokens[number]
        if token.seat != seat or token.cell == approach.cell:
            continue
        ids: tuple[TokenId, ...] = (number,)
        if not field.rules.options.split_stacks:
            stack = field.here(token.cell)
            ids = tuple(other.id for other in stack if (other.seat, other.unit) == (seat, token.unit))
        for cell in sorted(neighbours(field.rows, token.cell), key=reading_order):
            if move_refusal(field, seat, ids, (cell,), approach) is None:
                return ids, cell
    return None


# retreats


def retreat_refusal(field: Field, tokens: Sequence[Token], goal: Cell) -> Refusal | None:
    """Why tokens of one unit, flying ones too (OW-RET-07), may not retreat to a cell (OW-ACT-10), in the order of the
    rules."""
    first = tokens[0]
    if not field.enemies(first.seat, first.cell):
        return Refusal(NO_ENEMY, {"cell": first.cell})
    if stands_fast(field, tokens):
        return Refusal(IMMOBILE, {"unit": first.unit})
    if has_failed_mist(field, tokens):
        return Refusal(MIST)
    card = field.card(goal)
    origin = field.card(first.cell)
    if card is None or origin is None or goal not in neighbours(field.rows, first.cell):
        return Refusal(NOT_NEXT, {"from": first.cell, "to": goal})
    if field.enemies(first.seat, goal):
        return Refusal(ENEMY_THERE, {"cell": goal})
    terrain = entry_refusal(field.rules, field.kind(first), origin, card)
    if terrain is not None:
        return Refusal(terrain, {"card": card.code})
    stay = stay_refusal(field, tokens, goal)
    if stay is not None:
        return stay
    left = retreat_allowance(field, tokens)
    if left < entry_cost(field.rules, field.kind(first), card):
        return Refusal(TOO_DEAR, {"points": left, **price(field.rules, field.kind(first), goal, card)})
    return Refusal(NOT_FREE) if any(token.acted for token in tokens) else None


def retreat_budget(field: Field) -> Budget:
    """What a retreat is checked against: the whole Movement, or by option the points left (OW-RET-04)."""
    return "points" if field.rules.options.retreat_allowance == "remaining" else "fresh"


def retreat_allowance(field: Field, tokens: Sequence[Token]) -> int:
    """The points with which a group may retreat (OW-RET-04)."""
    return min(purse_of(field, token, retreat_budget(field)).left for token in tokens)


def retreat_cells(field: Field, tokens: Sequence[Token]) -> Iterator[Cell]:
    """Where these tokens may retreat to, by row, then column."""
    for cell in sorted(neighbours(field.rows, tokens[0].cell), key=reading_order):
        if retreat_refusal(field, tokens, cell) is None:
            yield cell


# spell moves


def spell_step_cells(field: Field, tokens: Sequence[Token], budget: Budget = "fresh") -> Iterator[Cell]:
    """Where a unit may go with a spell that moves it one location, by row, then column (OW-SPELL-07, OW-MAG-14)."""
    if is_immobile(field.rules, field.printed(tokens[0])) or has_failed_mist(field, tokens):
        return
    for cell in sorted(neighbours(field.rows, tokens[0].cell), key=reading_order):
        if path_refusal(field, tokens, (cell,), budget) is None:
            yield cell


def teleport_refusal(field: Field, tokens: Sequence[Token], goal: Cell) -> Refusal | None:
    """Why the terrain or a stack keeps a unit from being put in a far cell (OW-SPELL-14, OW-WAT-04)."""
    origin, card = field.card(tokens[0].cell), field.card(goal)
    if origin is None or card is None:
        return Refusal(NOT_BESIDE, {"to": goal})
    beside = goal in neighbours(field.rows, tokens[0].cell)
    terrain = entry_refusal(field.rules, field.kind(tokens[0]), origin, card, adjacent=beside)
    if terrain is not None:
        return Refusal(terrain, {"card": card.code})
    return stay_refusal(field, tokens, goal)


def reach_of(field: Field, seat: Seat, ids: Collection[TokenId]) -> dict[Cell, tuple[Cell, ...]]:
    """Every cell where a group may end a move, with a cheapest path to it (OW-GEO-09): Dijkstra over the points spent, not
    continuing past cards that halt or lock, so every path is legal as ``move_refusal`` judges it."""
    tokens = group_of(field, seat, tuple(ids))
    if tokens is None or departure_refusal(field, tokens) is not None:
        return {}
    kind, start = field.kind(tokens[0]), tokens[0].cell
    found: dict[Cell, tuple[Cell, ...]] = {}
    seen: dict[tuple[Cell, bool], int] = {(start, False): 0}
    purses = tuple(purse_of(field, token) for token in tokens)
    waiting: list[tuple[int, tuple[int, int], tuple[Cell, ...], tuple[Purse, ...]]]
    waiting = [(0, reading_order(start), (), purses)]
    while waiting:
        spent, _, path, purses = heappop(waiting)
        cell = path[-1] if path else start
        if path and cell not in found and stay_refusal(field, tokens, cell) is None:
            found[cell] = path
        if path and not _goes_on(field, tokens, cell):
            continue
        for goal in neighbours(field.rows, cell):
            card = field.card(goal)
            if card is None or step_refusal(field, kind, cell, goal, purses, "points", None) is not None:
                continue
            cost, paid = spent + entry_cost(field.rules, kind, card), tuple(_paid(field, kind, card, purses, "points"))
            key = (goal, any(purse.serpent for purse in paid))
            if seen.get(key, cost + 1) > cost:
                seen[key] = cost
                heappush(waiting, (cost, reading_order(goal), (*path, goal), paid))
    found.pop(start, None)
    return found


def _goes_on(field: Field, tokens: Sequence[Token], cell: Cell) -> bool:
    """Whether a group may go on from a card that it has entered: nothing stops it, and it had room to cross."""
    card = field.card(cell)
    if card is None or stops_in(field, tokens[0], cell):
        return False
    return not checks_crossing(field, field.kind(tokens[0]), card) or room_refusal(field, tokens, cell) is None
