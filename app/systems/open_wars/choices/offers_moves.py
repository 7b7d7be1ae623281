"""Moves as they are offered: a good way to every cell that a stack, a part of it, or one token of it can reach."""

from __future__ import annotations

from typing import Final

from app.engine.offers import Domain, Fields, Member
from app.engine.types import Text
from app.systems.open_wars.book.geometry import cells_of, neighbours
from app.systems.open_wars.book.kinds import Cell, UnitRef
from app.systems.open_wars.book.tables import UnitKind
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import entry_cost, entry_refusal
from app.systems.open_wars.judge.acts import Moment
from app.systems.open_wars.moves.paths import reach_of
from app.systems.open_wars.position.actions import Move
from app.systems.open_wars.position.state import Token

MOST: Final = 190


def groups_of(field: Field, ref: UnitRef) -> list[tuple[Token, ...]]:
    """The groups worth offering: the whole stack, each part whose tokens have the same points left, one token of each part."""
    stack = field.unit(ref)
    parts: dict[tuple[int, bool], list[Token]] = {}
    for token in stack:
        parts.setdefault((field.points_left(token), token.halted), []).append(token)
    wholes = [tuple(part) for part in parts.values()]
    found: list[tuple[Token, ...]] = []
    for group in (stack, *wholes, *((part[-1],) for part in wholes)):
        if group and group not in found:
            found.append(group)
    return found if field.rules.options.split_stacks else found[:1]


def move_examples(moment: Moment, ref: UnitRef) -> list[Move]:
    """A move to every cell within reach of each group."""
    found = []
    for group in groups_of(moment.field, ref):
        ids = tuple(token.id for token in group)
        for path in reach_of(moment.field, ref.seat, ids).values():
            found.append(Move(ids, path))
    return found[:MOST]


def move_domain(field: Field, ref: UnitRef, cells: tuple[Cell, ...]) -> Domain:
    """Where a path of the stack begins, which cells it may touch, what each costs, and which of its tokens may go."""
    stack = field.unit(ref)
    points = {token.id: (field.points_left(token), token.halted) for token in stack}
    differ = len(set(points.values())) > 1
    members = tuple(Member(token.id, _points(field, points[token.id][0]) if differ else None) for token in stack)
    if not field.rules.options.split_stacks:
        members = ()
    costs = entry_costs(field, field.kind(stack[0]))
    fields = Fields(way="path", members="tokens")
    return Domain(start_cell=ref.cell, cells=cells, costs=costs, members=members, fields=fields)


def entry_costs(field: Field, kind: UnitKind) -> dict[Cell, int]:
    """The points it takes a unit to enter each card that it may enter from any side (OW-MOV-04)."""
    found = {}
    for cell in cells_of(field.rows):
        beside = [field.card(each) for each in neighbours(field.rows, cell)]
        card = field.card(cell)
        if card and any(each and entry_refusal(field.rules, kind, each, card) is None for each in beside):
            found[cell] = entry_cost(field.rules, kind, card)
    return found


def _points(field: Field, left: int) -> Text:
    return field.rules.words.say("choices", "points", left=left)
