"""Questions about boards: zones, legality, random numbers, routes, the configurator."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from app.engine.asking import Answer, As, judged
from app.engine.refusal import InvalidInput
from app.systems.splatball.book.kinds import EDGES, Edge, PieceId, Square
from app.systems.splatball.book.options import Amount, Shape
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.configurator import routes
from app.systems.splatball.configurator.configurator import configure
from app.systems.splatball.configurator.generator import Generator
from app.systems.splatball.configurator.legal import board_refusal
from app.systems.splatball.configurator.numbers import numbers, proposed_value
from app.systems.splatball.park import zones
from app.systems.splatball.park.ground import squares_of
from app.systems.splatball.position.state import Piece
from app.systems.splatball.queries import inputs as ask

BOARDS: Final = ask.questions()
MOST_DRAWS: Final = 10_000
Size = Annotated[int, msgspec.Meta(ge=1, le=36)]
Few = Annotated[int, msgspec.Meta(ge=0, le=1000)]
ModuleCount = Annotated[int, msgspec.Meta(ge=0, le=100)]


def _seed(rules: object, value: str, path: str) -> int:
    if not value.isascii() or not value.isdigit() or not 0 <= int(value) < 1 << 64:
        raise InvalidInput.at(path, "a whole number from 0 to 2^64 - 1 in decimal", value)
    return int(value)


Seed = Annotated[int, As(Annotated[str, msgspec.Meta(min_length=1, max_length=20)], _seed)]


@BOARDS.question
def _in_zone(
    rules: Rules,
    *,
    board: ask.BoardGiven,
    edge: Edge,
    players: Annotated[int, msgspec.Meta(ge=2, le=4)],
    square: Square,
) -> Answer:
    edges: tuple[Edge, ...] = rules.constants.edges_two_players if players == 2 else EDGES
    return {"inside": square in zones.zone(rules, ask.board_of(rules, board), edge, edges)}


@BOARDS.question
def _board_legal(
    rules: Rules,
    *,
    modules_wide: ModuleCount,
    modules_high: ModuleCount,
    edges: ask.Edges,
    shape: Shape | None = None,
    missing: ask.Modules = (),
) -> Answer:
    refusal = board_refusal(rules, modules_wide, modules_high, shape, missing, edges)
    if refusal is not None:
        return judged(refusal, "legal", "rule")
    left_out = missing if shape is None else zones.missing_of(rules, shape, modules_wide, modules_high)
    board = zones.board_of_modules(rules, modules_wide, modules_high, left_out)
    return {
        "legal": True,
        "missing": sorted((list(module) for module in left_out), key=lambda module: (module[1], module[0])),
        "zones": {edge: len(zones.zone(rules, board, edge, edges)) for edge in edges},
    }


@BOARDS.question
def _army_proposal(
    rules: Rules,
    *,
    width: Size,
    height: Size,
    players: Annotated[int, msgspec.Meta(ge=2, le=4)],
    missing: ask.Modules = (),
) -> Answer:
    board = ask.board_of(rules, ask.BoardGiven(width, height, missing))
    return {"value": proposed_value(rules, board, players)}


@BOARDS.question
def _random(rules: Rules, *, seed: Seed, count: Annotated[int, msgspec.Meta(ge=0, le=MOST_DRAWS)]) -> Answer:
    generator = Generator(seed)
    return {"values": [str(generator.next()) for _ in range(count)]}


@BOARDS.question
def _random_below(
    rules: Rules,
    *,
    seed: Seed,
    bounds: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)], ...], msgspec.Meta(max_length=MOST_DRAWS)
    ],
) -> Answer:
    generator = Generator(seed)
    return {"values": [generator.below(bound) for bound in bounds]}


class _Route(ask.Situation, frozen=True, kw_only=True, rename={"start": "from", "end": "to"}):
    kind: Literal["road", "fence"]
    board: ask.BoardGiven
    start: Square
    end: Square


@BOARDS.question
def _route(rules: Rules, *, asked: _Route) -> Answer:
    ground = ask.ground_of(rules, asked)
    if asked.kind == "road":
        way = routes.road(ground, asked.start, asked.end)
    else:
        way = routes.fence_route(ground, asked.start, asked.end)
    return {"path": None if way is None else [list(at) for at in way]}


class _Out(ask.Situation, frozen=True, kw_only=True, rename={"start": "from"}):
    board: ask.BoardGiven
    start: Square


@BOARDS.question
def _way_out(rules: Rules, *, asked: _Out) -> Answer:
    way = routes.way_out(ask.ground_of(rules, asked), asked.start)
    return {"path": None if way is None else [list(at) for at in way]}


@BOARDS.question
def _configurator_numbers(
    rules: Rules,
    *,
    width: Size,
    height: Size,
    edges: ask.Edges,
    missing: ask.Modules = (),
    objectives: Few = 3,
    amount: Amount = "normal",
) -> Answer:
    board = ask.board_of(rules, ask.BoardGiven(width, height, missing))
    found = numbers(rules, board, edges, objectives, amount)
    return {"elements": found.elements, "large": found.large, "fences": found.fences}


@BOARDS.question
def _configure(
    rules: Rules,
    *,
    width: Size,
    height: Size,
    edges: ask.Edges,
    seed: Seed,
    missing: ask.Modules = (),
    objectives: Few = 3,
    amount: Amount = "normal",
    elements: Few | None = None,
    large: Few | None = None,
    roads: Few = 1,
    fences: Few | None = None,
) -> Answer:
    board = ask.board_of(rules, ask.BoardGiven(width, height, missing))
    wanted = numbers(
        rules, board, edges, objectives, amount, elements=elements, large=large, roads=roads, fences=fences
    )
    layout = configure(rules, board, edges, seed, wanted)
    taken = {at for edge in edges for at in zones.zone(rules, board, edge, edges)}
    filled = [squares_of(Piece(PieceId("p"), kind, at), rules) for kind, at in layout.pieces]
    eligible = [each for each in filled if not taken.intersection(each)]
    sectors = {edge: frozenset(zones.sector(rules, board, edge, edges)) for edge in edges}
    return {
        "pieces": [[kind, list(at)] for kind, at in layout.pieces],
        "roads": [list(at) for at in layout.roads],
        "fences": [[list(vertex) for vertex in way] for way in layout.fences],
        "eligible": len(eligible),
        "per_edge": {edge: sum(not held.isdisjoint(each) for each in eligible) for edge, held in sectors.items()},
    }
