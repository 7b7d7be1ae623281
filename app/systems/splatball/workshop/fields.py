"""What can be set of a battle as a whole: its names, who plays, its board, what lies on it, its options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.engine.system import Manifest
from app.engine.types import Text
from app.engine.words import joined
from app.engine.workshop.forms import called, chosen, form_of, names, say
from app.systems.splatball.book.kinds import EDGES, Edge
from app.systems.splatball.book.scenarios import ScenarioBoard
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.zones import missing_of
from app.systems.splatball.workshop.document import (
    MOST_MODULES,
    MOST_NUMBER,
    MOST_SEED,
    Battle,
    seated,
    with_scenery,
)
from app.systems.splatball.workshop.forms import Form, Put, Setting, gang

OWN_SHAPE: Final = "own"
EDGE_SETS: Final[tuple[tuple[Edge, ...], ...]] = (
    ("N", "S"), ("E", "W"), ("N", "E", "S"), ("N", "E", "W"), ("N", "S", "W"), ("E", "S", "W"), EDGES,
)  # fmt: skip
"""Which edges a board may have (SPL-SET-12)."""
AMOUNTS: Final = ("elements", "large", "road_count", "fence_count")
BY_BOARD: Final = -1
"""As many as the size of the board says (SPL-CFG-16)."""


def of_battle(rules: Rules, manifest: Manifest, battle: Battle) -> Iterator[Setting]:
    """Its names, who plays it, its board, its scenery, its options."""
    yield from called(_form(rules, battle, "battle"), battle, say(rules, "start", "name"), 600)
    yield from _players(rules, battle)
    yield from _board(rules, battle)
    yield from _scenery(rules, battle)
    yield from _options(rules, manifest, battle)


def _form(rules: Rules, battle: Battle, group: str) -> Form:
    return form_of(rules, None, battle, lambda made: made, group)


# ------------------------------------------------------------------------------------------------------------ who plays it


def _players(rules: Rules, battle: Battle) -> Iterator[Setting]:
    form = _form(rules, battle, "players")
    least, most = battle.players
    yield form.number("players_min", 2, 4, value=least, put=lambda n: _for(battle, n, max(n, most)))
    yield form.number("players_max", 2, 4, value=most, put=lambda n: _for(battle, min(n, least), n))
    begins = {"roll": say(rules, "values", "roll"), **{str(n): gang(rules, n) for n in range(least)}}
    yield form.choice(
        "starting_seat",
        begins,
        put=lambda code: replace(battle, starting_seat="roll" if code == "roll" else int(code)),
    )
    for field in ("deployment", "objectives"):
        yield form.choice(field, names(rules, field))


def _for(battle: Battle, least: int, most: int) -> Battle:
    """The battle for other numbers of players, with rows of as many seats."""
    return seated(replace(battle, players=(least, most)))


# --------------------------------------------------------------------------------------------------------------- the board


def _board(rules: Rules, battle: Battle) -> Iterator[Setting]:
    form, board = _form(rules, battle, "board"), battle.board
    yield form.choice("size", names(rules, "sizes"), value=board.size, put=lambda size: _sized(battle, size))
    if board.size == "free":
        return
    own = form.of(board, lambda changed: replace(battle, board=_within(changed)))
    yield own.number("modules_wide", 1, MOST_MODULES)
    yield own.number("modules_high", 1, MOST_MODULES)
    shapes = {name: shape.name for name, shape in rules.shapes.items()}
    shape = shape_of(rules, board)
    if shape == OWN_SHAPE:
        shapes[OWN_SHAPE] = say(rules, "values", "own_shape")
    yield form.choice(
        "shape",
        shapes,
        value=shape,
        put=lambda name: battle if name == OWN_SHAPE else replace(battle, board=_shaped(rules, board, name)),
    )
    edges = {"".join(found): _edge_names(rules, found) for found in EDGE_SETS}
    yield own.choice(
        "edges",
        edges,
        value="".join(edge for edge in EDGES if edge in board.edges),
        put=lambda code: replace(battle, board=replace(board, edges=tuple(code))),
    )


def _sized(battle: Battle, size: str) -> Battle:
    """The battle on a board that the room chooses, or on one of its own."""
    if size == "free":
        return replace(battle, board=ScenarioBoard(size="free"))
    return replace(battle, board=ScenarioBoard(2, 2, edges=("N", "S") if battle.players[1] == 2 else EDGES))


def _within(board: ScenarioBoard) -> ScenarioBoard:
    """A board without the gaps that would lie beyond it."""
    there = tuple(each for each in board.missing if each[0] < board.modules_wide and each[1] < board.modules_high)
    return replace(board, missing=there)


def shape_of(rules: Rules, board: ScenarioBoard) -> str:
    """The listed shape that a board has; ``own`` for any other."""
    left_out = set(board.missing)
    shapes = (name for name in rules.shapes if left_out == set(missing_of(rules, name, *_size(board))))
    return next(shapes, OWN_SHAPE)


def _shaped(rules: Rules, board: ScenarioBoard, shape: str) -> ScenarioBoard:
    return replace(board, missing=missing_of(rules, shape, *_size(board)))


def _size(board: ScenarioBoard) -> tuple[int, int]:
    return max(1, board.modules_wide), max(1, board.modules_high)


def _edge_names(rules: Rules, edges: tuple[Edge, ...]) -> Text:
    return joined((rules.words.say("edges", edge) for edge in edges), by=" · ")


# ------------------------------------------------------------------------------------------------------- what lies on it


def _scenery(rules: Rules, battle: Battle) -> Iterator[Setting]:
    form, scenery = _form(rules, battle, "scenery"), battle.scenery
    yield form.choice(
        "mode",
        names(rules, "modes"),
        value=scenery.mode,
        put=lambda mode: _laid_by(battle, mode),
    )
    if scenery.mode != "configurator":
        return
    for field in AMOUNTS:
        count = getattr(scenery, field)
        yield form.number(
            field,
            BY_BOARD,
            MOST_NUMBER,
            value=BY_BOARD if count is None else count,
            put=_amount_setter(battle, field),
        )
    yield form.number("seed", 0, MOST_SEED, value=scenery.seed or 0, put=lambda seed: with_scenery(battle, seed=seed))


def _laid_by(battle: Battle, mode: str) -> Battle:
    """The battle with scenery of its own, or with whatever the room takes (SPL-SET-04)."""
    rest = {name: value for name, value in battle.options.items() if name != "scenery"}
    options = rest if mode == "none" else {**rest, "scenery": "scenario"}
    return with_scenery(replace(battle, options=options), mode=mode)


def _amount_setter(battle: Battle, field: str) -> Put:
    return lambda count: with_scenery(battle, **{field: None if count == BY_BOARD else count})


# ------------------------------------------------------------------------------------------------------------- its options


def _options(rules: Rules, manifest: Manifest, battle: Battle) -> Iterator[Setting]:
    """Those that the battle takes; its own board and scenery settle some (SPL-SET-13)."""
    settled = {"modules_wide", "modules_high", "shape"} if battle.board.size == "fixed" else set()
    settled |= {"scenery"} if battle.scenery.mode != "none" else set()
    options = (each for each in manifest.options if each.id not in settled)
    yield from chosen(battle, options, lambda group: say(rules, "groups", "options", group=group))
