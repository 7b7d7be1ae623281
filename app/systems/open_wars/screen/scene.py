"""The drawing of a view: location cards, the stacks on them, how everybody stands, what is being worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, cast

from msgspec.structs import replace

from app.engine.judging import Kept, Same
from app.engine.scene import Card, Drawable, Figure, Mark, Panel, Scene
from app.engine.types import SPECTATOR, BoardKind, Seat, Text
from app.engine.words import joined
from app.systems.open_wars.book.geometry import Cell, card_at, cells_of, place_of
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import is_port
from app.systems.open_wars.judge.view import SeatView, View
from app.systems.open_wars.position.state import Position
from app.systems.open_wars.screen.drawn_stacks import draw_stacks
from app.systems.open_wars.screen.goals import goals
from app.systems.open_wars.screen.panels import army_panel, lists, next_income, own_list, spotlight, standings
from app.systems.open_wars.words.goal_words import card_words
from app.systems.open_wars.words.screen_words import seat_name
from app.systems.open_wars.words.sentences import ending, headline, prompt

WIDTH: Final = 240.0
HEIGHT: Final = 260.0
GAP: Final = 16.0
OPEN: Final = (
    "scenario",
    "map",
    "tokens",
    "phase",
    "turn",
    "order",
    "values",
    "effects",
    "fallen",
    "movement",
    "combat",
    "points",
    "frames",
    "target",
    "result",
)
"""What of a view its open part is drawn from, but for its seats; the views of one position hold the very same objects."""
KEPT_DRAWN: Final = 8
"""How many positions' open parts are remembered."""


class Open(NamedTuple):
    """What every viewer of a position sees alike, drawn once for all of them."""

    field: Field
    drawables: tuple[Drawable, ...]
    armies: Mapping[Seat, Panel]
    lists: tuple[Panel, ...]
    spotlight: Panel | None
    income: Mapping[Seat, tuple[int, int]]


class Artist:
    """Draws scenes. The views of one position share what is open; what was drawn of it is kept for the next viewer."""

    def __init__(self) -> None:
        self._open: Final = Kept(_draw, KEPT_DRAWN)
        self._seats: Final = Same()

    def scene(self, rules: Rules, view: View) -> Scene:
        """Everything a viewer sees of the game at one moment."""
        drawn = self._drawn(rules, view)
        rows, columns = len(view.map), max(len(row) for row in view.map)
        return Scene(
            board=BoardKind.CARDS,
            width=columns * (WIDTH + GAP) + GAP,
            height=rows * (HEIGHT + GAP) + GAP,
            drawables=drawn.drawables,
            prompt=prompt(rules, drawn.field, view),
            headline=headline(rules, view),
            my_go=view.seat is not None and view.seat in view.asked,
            panels=_ordered(drawn, view, own_list(rules, view)),
            ending=ending(rules, view),
            spotlight=drawn.spotlight,
            standings=standings(rules, view, drawn.income),
            goals=goals(rules, drawn.field, view),
        )

    def _drawn(self, rules: Rules, view: View) -> Open:
        return self._open(rules, self._seats(_open_seats(view)), *(getattr(view, name) for name in OPEN))


def scene(rules: Rules, view: View) -> Scene:
    """One scene by itself."""
    return Artist().scene(rules, view)


def _open_seats(view: View) -> tuple[SeatView, ...]:
    """The seats as everybody sees them, without what changes no drawing."""
    return tuple(map(_open_seat, view.seats.values()))


def _open_seat(seat: SeatView) -> SeatView:
    return replace(seat, gold=None, mana=None, orders=None, committed=False, used=(), converged=(), converged_before=())


def _draw(rules: Rules, seats: tuple[SeatView, ...], *shown: Any) -> Open:
    """The open part, from nothing but what every viewer sees alike: ``shown`` are the values of ``OPEN``."""
    view = View(
        viewer=SPECTATOR,
        seat=None,
        asked=(),
        game="open_wars",
        rules_version="",
        options={},
        tables={},
        seats={seat.seat: seat for seat in seats},
        flags=(),
        draw=None,
        offered=(),
        battle=None,
        **dict(zip(OPEN, shown, strict=True)),
    )
    field = field_of(rules, view)
    return Open(
        field,
        tuple(drawables(rules, field, view)),
        {seat: army_panel(rules, field, view, seat) for seat in view.seats},
        lists(rules, view),
        spotlight(rules, field, view),
        {seat: next_income(rules, field, seat) for seat in view.seats},
    )


def _ordered(drawn: Open, view: View, own: Panel | None) -> tuple[Panel, ...]:
    """The goals, the viewer's own list and army, the others as they sit (no list jumps), then what fell and what lasts."""
    seats = sorted(view.seats, key=lambda seat: (seat != view.seat, seat))
    goals, *others = drawn.lists
    return (goals, *(() if own is None else (own,)), *(drawn.armies[seat] for seat in seats), *others)


def field_of(rules: Rules, view: View) -> Field:
    """Who stands where, as a viewer sees it: a view has all that a field is made from."""
    return Field.of(cast(Position, view), rules)


def middle_of(rows: int, cell: Cell) -> tuple[float, float]:
    """The middle of a cell's card, y from the south."""
    column, row = place_of(cell)
    return (GAP + WIDTH / 2 + column * (WIDTH + GAP), GAP + HEIGHT / 2 + (rows - 1 - row) * (HEIGHT + GAP))


def drawables(rules: Rules, field: Field, view: View) -> Iterator[Drawable]:
    """Every card of the map, then every stack."""
    worth = point_cells(rules, view)
    for cell in cells_of(view.map):
        yield _card(rules, field, view, cell, worth)
    for cell in cells_of(view.map):
        yield from draw_stacks(field, view, cell, middle_of(len(view.map), cell))


def point_cells(rules: Rules, view: View) -> Mapping[Cell, int]:
    """The cells that give points, and how many (OW-VIC-04)."""
    scenario = rules.scenarios.get(view.scenario)
    goals = scenario.victory.control_points if scenario is not None else None
    return {} if goals is None else {cell.at: cell.points for cell in goals.cells}


def _card(rules: Rules, field: Field, view: View, cell: Cell, worth: Mapping[Cell, int]) -> Card:
    card = rules.cards[card_at(view.map, cell)]
    x, y = middle_of(len(view.map), cell)
    holder = field.controller(cell)
    return Card(
        id=cell,
        x=x,
        y=y,
        width=WIDTH,
        height=HEIGHT,
        kind=card.type,
        symbol=card.code,
        name=card.name,
        label=cell,
        kind_name=rules.words.say("types", card.type),
        figures=tuple(_figures(rules, card)),
        tags=tuple(_texts(field, card, cell)),
        marks=tuple(_marks(rules, view, cell, worth)),
        side=holder,
        arms=view.seats[holder].faction if holder is not None else None,
        contested=field.is_contested(cell),
        state=_state(rules, field, view, cell),
    )


def _figures(rules: Rules, card: Any) -> Iterator[Figure]:
    names = rules.words.table("numbers")
    yield Figure("entry", names["entry"], card.entry_cost)
    for name, value in (("gold", card.gold), ("mana", card.mana)):
        if value:
            yield Figure(name, names[name], value)


def _texts(field: Field, card: Any, cell: Cell) -> Iterator[Text]:
    """What is printed on the card, unless the scenario puts something else in its place (OW-SCN-03)."""
    here = field.card(cell)
    if here is not None and here.features != card.features:
        yield card_words(field.rules, here.features)
    elif card.text is not None:
        yield card.text


def _marks(rules: Rules, view: View, cell: Cell, worth: Mapping[Cell, int]) -> Iterator[Mark]:
    if cell in worth:
        yield Mark("points", rules.words.say("cards", "control_point"), worth[cell])
    if is_port(rules, view.map, cell):
        yield Mark("port", rules.words.say("cards", "port"))
    fallen = sum(1 for token in view.fallen if token.cell == cell)
    if fallen:
        yield Mark("fallen", rules.words.say("cards", "fallen"), fallen)


def _state(rules: Rules, field: Field, view: View, cell: Cell) -> Text | None:
    present = list(dict.fromkeys(ref.seat for ref in field.units(cell)))
    if not present:
        return None
    names = joined(seat_name(rules, view.seats[seat].faction, seat) for seat in present)
    if field.is_contested(cell):
        return rules.words.say("cards", "contested", names=names)
    return rules.words.say("cards", "held", names=names)
