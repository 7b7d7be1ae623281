"""Questions about terrain that the players place."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from app.boards import convex
from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput, Refusal
from app.systems.tierras_distantes.book.kinds import NM_PER_CM
from app.systems.tierras_distantes.book.pieces import Box
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.land import placing
from app.systems.tierras_distantes.queries import inputs as ask
from app.systems.tierras_distantes.queries import spatial

PLACING: Final = ask.questions()
MOST_PARTS: Final = 20
SQUARE_CM: Final = NM_PER_CM * NM_PER_CM

Step = Annotated[int, msgspec.Meta(ge=0, le=3)]
PlanCm = tuple[spatial.Extent, spatial.Extent]
Footprints = Annotated[tuple[spatial.FootprintCm, ...], msgspec.Meta(max_length=spatial.MOST_PIECES)]


class AreaGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece on the ground; ``base``: it counts."""

    footprint: spatial.FootprintCm
    base: bool = True


class PieceToPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece in hand, with the boxes of its parts."""

    size: PlanCm
    parts: Annotated[tuple[spatial.BoxCm, ...], msgspec.Meta(max_length=MOST_PARTS)] = ()


@PLACING.question
def _terrain_cover(
    rules: Rules,
    *,
    board: spatial.Board,
    terrain: Annotated[tuple[AreaGiven, ...], msgspec.Meta(max_length=spatial.MOST_PIECES)],
) -> Answer:
    shapes = [
        (piece.base, spatial.shape(piece.footprint, f"given.terrain[{number}].footprint"))
        for number, piece in enumerate(terrain)
    ]
    twice = sum(convex.twice_area(shape.points) for base, shape in shapes if base)
    whole, constants = board.width_mm * board.height_mm, rules.constants
    return {
        "ok": placing.covers_enough(rules, board, twice),
        "covered_cm2": _cm2(twice, 2),
        "needed_cm2": _cm2(whole * constants.terrain_num, constants.terrain_den),
    }


@PLACING.question
def _place_piece(
    rules: Rules,
    *,
    board: spatial.Board,
    placed: Footprints,
    piece: PieceToPlace,
    x: ask.Length,
    y: ask.Length,
    rotation_step: Step = 0,
) -> Answer:
    others = [spatial.shape(each, f"given.placed[{number}]") for number, each in enumerate(placed)]
    plan = spatial.point(piece.size, "given.piece.size")
    parts = [_box(part, f"given.piece.parts[{number}]") for number, part in enumerate(piece.parts)]
    boxes = [placing.turned_box(box, plan, rotation_step, (x, y)) for box in ((0, 0, *plan), *parts)]
    refusal = placing.placing_refusal(board, others, boxes[0])
    if refusal is not None:
        return judged(refusal, "ok", "rule")
    return {"ok": True, "boxes": [[ask.cm(each) for each in box] for box in boxes]}


@PLACING.of_options
def _leave_piece(
    rules: Rules,
    *,
    board: spatial.Board,
    placed: Footprints,
    hand: Annotated[tuple[PlanCm, ...], msgspec.Meta(min_length=1, max_length=spatial.MOST_PIECES)],
) -> Answer:
    others = [spatial.shape(each, f"given.placed[{number}]") for number, each in enumerate(placed)]
    plans = [spatial.point(each, f"given.hand[{number}]") for number, each in enumerate(hand)]
    refusal: Refusal | None = placing.leaving_refusal(rules, board, others, plans)
    return judged(refusal, "ok", "rule")


def _box(given: spatial.BoxCm, path: str) -> Box:
    x0, y0, x1, y1 = (ask.nm(each, f"{path}[{number}]") for number, each in enumerate(given))
    if x0 >= x1 or y0 >= y1:
        raise InvalidInput.at(path, "[x0, y0, x1, y1], from the south-west to the north-east", given)
    return (x0, y0, x1, y1)


def _cm2(area: int, parts: int) -> float:
    """A part of an area as it is answered: to a thousandth, halves up."""
    return (2000 * area + parts * SQUARE_CM) // (2 * parts * SQUARE_CM) / 1000
