"""What is alike wherever pieces stand, on cards, squares, hexes or the open table: what they are to the page, their marks, numbers
and counters in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from app.engine.scene import Figure, Mark, Pips
from app.engine.types import Text

Marks = tuple[tuple[str, str, int], ...]
"""Symbol, words and count of each mark."""


class Drawer(Protocol):
    """What drawing needs of the renderer: words, colours and symbols."""

    def words(self, text: Text | None) -> str:
        """A text in the reader's language."""
        ...

    def side(self, side: str | None) -> int:
        """The number of a side's colour."""
        ...

    def symbol(self, prefix: str, name: str | None, pose: str = "normal") -> str:
        """The id of a symbol."""
        ...

    def marks(self, marks: Sequence[Mark]) -> Marks:
        """Symbol, words and count of every mark."""
        ...

    def drawn(self, name: str) -> str:
        """A name if something of that name is drawn, else nothing."""
        ...


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A drawable ready to be printed: its element's id, and where its middle is on the screen. ``kind`` chooses the macro of
    ``templates/parts/pieces.svg``, ``layer`` what it lies above and below."""

    id: str
    x: str
    y: str
    kind: str
    layer: str


class Number(msgspec.Struct, frozen=True):
    """A figure ready to be printed; ``shift`` is ``up``, ``down`` or empty, ``more`` what stands behind the number."""

    name: str
    symbol: str
    words: str
    value: int
    shift: str = ""
    more: str = ""


class Dots(msgspec.Struct, frozen=True):
    """A counter in dots: whether each is filled; whose it is, and what it says in words."""

    filled: tuple[bool, ...]
    side: int
    said: str


def marks_said(draw: Drawer, marks: Iterable[Mark]) -> Iterator[str]:
    """Each mark in words, with its number where there are several."""
    for mark in marks:
        yield draw.words(mark.text) + (f" ×{mark.count}" if mark.count > 1 else "")


def numbers(draw: Drawer, figures: Iterable[Figure]) -> tuple[Number, ...]:
    """Numbers with their symbols and words."""
    return tuple(
        Number(
            name=figure.symbol,
            symbol=draw.symbol("mark", figure.symbol),
            words=draw.words(figure.text),
            value=figure.value,
            shift="up" if figure.shift > 0 else "down" if figure.shift < 0 else "",
            more="".join(_more(figure)),
        )
        for figure in figures
    )


def _more(figure: Figure) -> Iterator[str]:
    if figure.of is not None:
        yield f"/{figure.of}"
    if figure.gain is not None:
        yield f"+{figure.gain}"


def dots(draw: Drawer, pips: Iterable[Pips]) -> tuple[Dots, ...]:
    """Counters as dots."""
    return tuple(
        Dots(
            tuple(number < each.used for number in range(each.total)),
            draw.side(each.side),
            f"{draw.words(each.name)} {each.used}/{each.total}",
        )
        for each in pips
    )
