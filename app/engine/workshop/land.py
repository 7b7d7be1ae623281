"""Edits on a measured table, where things lie at any millimetre and turned by any step: what every workshop there takes and refuses.

How a thing lies is a value of the table's geometry (``Lying``); a game says how each of its things lies and puts it elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from itertools import count
from typing import Any, Final, Protocol, Self, TypeVar

from app.engine.forms import words
from app.engine.refusal import InvalidInput
from app.engine.workshop.forms import Form, Setting
from app.engine.workshop.workshop import Draw, Move, Place, Turn

FULL_TURN: Final = 360
MOST_LETTERS: Final = 1300
"""Of the corners of an outline, in words."""

Doc = TypeVar("Doc")
Point = tuple[int, int]
Corners = tuple[Point, ...]
Size = tuple[int, int]
"""The width and the height of the table."""


class Lying(Protocol):
    """How a thing lies (``app/boards/laid.py``)."""

    @property
    def middle(self) -> Point: ...
    def moved(self, dx: int, dy: int) -> Self: ...
    def turned(self, steps: int, turning: Any, about: Point | None = None) -> Self | None: ...


Lies = TypeVar("Lies", bound=Lying)


def placed(size: Size, edit: Place, step_deg: int) -> int:
    """How far a new thing is turned, in degrees below a full turn. Raises ``InvalidInput`` for a place off the table and for other turns than
    whole steps."""
    no_cell(edit.cell)
    refuse_off(size, (edit.x, edit.y))
    return steps_of(edit.turn_deg, "turn_deg", step_deg) * step_deg % FULL_TURN


def drawn(size: Size, edit: Draw, most: int) -> Corners:
    """The corners of a new thing. Raises ``InvalidInput`` for too few or too many, and for those off the table."""
    if not 3 <= len(edit.points) <= most:
        raise InvalidInput.at("points", f"3 to {most} corners", len(edit.points))
    refuse_off(size, *edit.points)
    return edit.points


def moved(size: Size, edit: Move, lies: Lies | None) -> Lies:
    """How a thing lies after a move. Raises ``InvalidInput`` for one that lies nowhere, and where its middle would leave the table."""
    no_cell(edit.cell)
    if lies is None:
        raise InvalidInput.at("id", "a thing that has a place on the table", edit.id)
    return on_table(size, lies.moved(edit.dx, edit.dy))


def turned(size: Size, edit: Turn, lies: Lies | None, turning: Any, step_deg: int) -> Lies:
    """How a thing lies after a turn. Raises ``InvalidInput`` for one that lies nowhere or looks nowhere, and where its middle would leave
    the table."""
    steps = steps_of(edit.by_deg, "by_deg", step_deg)
    found = None if lies is None else lies.turned(steps, turning, edit.about)
    if found is None:
        expected = "a thing that can be turned" if edit.about is None else "a thing that has a place on the table"
        raise InvalidInput.at("id", expected, edit.id)
    return on_table(size, found)


def no_cell(cell: str | None) -> None:
    """Raises ``InvalidInput`` for a cell, as this board has none."""
    if cell is not None:
        raise InvalidInput.at("cell", "no cell, as this board has none", cell)


def on_table(size: Size, lies: Lies) -> Lies:
    """The same. Raises ``InvalidInput`` if its middle is off the table."""
    refuse_off(size, lies.middle)
    return lies


def refuse_off(size: Size, *points: Point) -> None:
    """Raises ``InvalidInput`` for places off the table."""
    width, height = size
    for x, y in points:
        if not (0 <= x <= width and 0 <= y <= height):
            raise InvalidInput.at("place", f"a place on the table of {width} by {height} mm", f"{x}, {y}")


def steps_of(degrees: int, field: str, step_deg: int) -> int:
    """Degrees as whole steps. Raises ``InvalidInput`` for any others, and for more than a full turn."""
    if degrees % step_deg or abs(degrees) > FULL_TURN:
        raise InvalidInput.at(field, f"steps of {step_deg} degrees, up to {FULL_TURN}", degrees)
    return degrees // step_deg


def unused(taken: Container[str], name: Callable[[int], str]) -> str:
    """The first name, by its number from 1, that nothing has."""
    return next(found for found in map(name, count(1)) if found not in taken)


# ---------------------------------------------------------------------------------------------------------------- corners in words


def corners_setting(
    form: Form[Doc], field: str, points: Corners, most: int, put: Callable[[Corners], Doc]
) -> Setting[Doc]:
    """The corners of an outline, as people write them."""
    corner = r"-?\d{1,5} -?\d{1,5}"
    schema = {**words(MOST_LETTERS, lines=4, pattern=rf"^{corner}(, {corner}){{2,{most - 1}}}$"), "x-mm": True}
    return form.setting(field, schema, value=corner_words(points), put=lambda text: put(corners_from(text)))


def corner_words(points: Iterable[Point]) -> str:
    """The corners of an outline: ``100 200, 300 200, 300 400``."""
    return ", ".join(f"{x} {y}" for x, y in points)


def corners_from(text: str) -> Corners:
    """The corners that such words name."""
    pairs = (pair.split() for pair in text.split(","))
    return tuple((int(x), int(y)) for x, y in pairs)
