"""What the questions of the vectors give of a position, and moves in few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.boards.squares import Square
from app.engine.refusal import Refusal
from app.engine.types import SEATS, UnitId
from app.systems.splatball.book.kinds import Segment
from app.systems.splatball.march.moves import Plan, judge_move
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.actions import Move
from app.systems.splatball.position.state import Piece, Unit
from tests.games.splatball.table import field, piece, rules, unit


def given_unit(given: Mapping[str, Any]) -> Unit:
    """A unit as questions write it."""
    said = dict(given)
    name, kind, seat = said.pop("id"), said.pop("type"), SEATS[said.pop("seat")]
    at = said.pop("at", None)
    wire = {"boarded_this_turn": "boarded", "in": "inside"}
    return unit(name, kind, at and tuple(at), seat, **{wire.get(key, key): value for key, value in said.items()})


def given_piece(given: Mapping[str, Any]) -> Piece:
    """A piece as questions write it."""
    owner, marker = (given.get(key) if given.get(key) is None else SEATS[given[key]] for key in ("owner", "objective"))
    return piece(given["id"], given["kind"], tuple(given["at"]), owner, marker)


def given_segment(given: Sequence[Sequence[int]]) -> Segment:
    """A segment as questions write it."""
    one, other = (tuple(vertex) for vertex in given)
    return (one, other)


def given_field(given: Mapping[str, Any]) -> Field:
    """The field that a question tells of."""
    board = given.get("board", {"w": 12, "h": 12})
    return field(
        *map(given_unit, given.get("units", ())),
        pieces=map(given_piece, given.get("pieces", ())),
        fences=map(given_segment, given.get("fences", ())),
        roads=map(tuple, given.get("roads", ())),
        size=(board["w"], board["h"]),
        missing=tuple(map(tuple, board.get("missing", ()))),
        of=rules(**given.get("options", {})),
    )


def moving(of: Field, *path: Square, name: str = "u", **parts: Any) -> Refusal | Plan:
    """What the judge says of a move of ``name``."""
    return judge_move(of, Move(UnitId(name), path, **parts))


def rule_of(verdict: Refusal | Plan) -> tuple[Any, ...]:
    """The rule that refuses, and the step, if it is one of the path; of a legal move nothing."""
    if isinstance(verdict, Plan):
        return ()
    return (verdict.rule, verdict.facts["at_step"]) if "at_step" in verdict.facts else (verdict.rule,)


def ends(verdict: Refusal | Plan) -> tuple[int, str | None]:
    """What a legal move costs, and what stopped it at its end."""
    assert isinstance(verdict, Plan), verdict
    return verdict.cost, None if verdict.stop is None else verdict.stop.rule
