"""Location cards and the stacks on them as their templates want them: words in one language, symbols found, names broken
into lines, everything worth reading about a piece in a few lines for whoever points at it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from app.engine.scene import Card, Stack
from app.web.draw.render_places import Drawer, Marks, Number, Placed, marks_said, numbers
from app.web.draw.render_words import element_id, number

NAME_LETTERS: Final = 11
"""How many letters of a card's name fit on a line, about."""
_PLACE: Final = re.compile(r"([A-Z]+)([0-9]+)")


class CardPiece(Placed, frozen=True, kw_only=True):
    """A location card ready to be printed; ``lines`` are its name's, ``said`` all that is to be read of it (``spoken``). ``backdrop``
    is the landscape of its kind and ``edge`` the pattern of its border, if the game draws them; ``is_own`` if it has an emblem of
    its own."""

    what: Card
    name: str
    lines: tuple[str, ...]
    symbol: str
    side: int
    arms: str
    figures: tuple[Number, ...]
    marks: Marks
    said: str
    backdrop: str = ""
    edge: str = ""
    is_own: bool = True
    kind: str = "card"
    layer: str = "cards"


class StackPiece(Placed, frozen=True, kw_only=True):
    """A stack ready to be printed."""

    what: Stack
    scale: str
    name: str
    said: str
    side: int
    symbol: str
    type_symbol: str
    arms: str
    figures: dict[str, Number]
    marks: Marks
    kind: str = "stack"
    layer: str = "stacks"


class EdgeName(msgspec.Struct, frozen=True):
    """A column's name above the map (``is_column``) or a row's on its left, at the edge of the outermost card."""

    x: str
    y: str
    words: str
    is_column: bool


def edge_names(cards: Iterable[CardPiece], height: float) -> Iterator[EdgeName]:
    """The letters of the columns and the numbers of the rows that cards are labelled by, each once."""
    found = [(named, piece.what) for piece in cards if (named := _PLACE.fullmatch(piece.what.label))]
    columns = {named[1]: card.x for named, card in found}
    rows = {named[2]: card.y for named, card in found}
    top = min((height - card.y - card.height / 2 for _, card in found), default=0.0)
    left = min((card.x - card.width / 2 for _, card in found), default=0.0)
    for words, x in columns.items():
        yield EdgeName(number(x), number(top), words, is_column=True)
    for words, y in rows.items():
        yield EdgeName(number(left), number(height - y), words, is_column=False)


class Dresser:
    """Dresses cards and stacks for one reader."""

    def __init__(self, draw: Drawer) -> None:
        self._draw = draw

    def card(self, card: Card, height: float) -> CardPiece:
        """A location card; ``height`` is the board's."""
        name = self._draw.words(card.name)
        emblem = self._draw.symbol("card", card.symbol)
        return CardPiece(
            id=element_id(card.id),
            what=card,
            x=number(card.x),
            y=number(height - card.y),
            name=name,
            lines=broken(name),
            symbol=emblem if emblem != "card-plain" else self._draw.symbol("card", card.kind),
            side=self._draw.side(card.side),
            arms=self._draw.symbol("arms", card.arms) if card.arms else "",
            figures=numbers(self._draw, card.figures),
            marks=self._draw.marks(card.marks),
            said=spoken((f"{card.label}, {name}", *self._about_card(card))),
            backdrop=self._draw.drawn(f"backdrop-{card.kind}"),
            edge=self._draw.drawn(f"edge-{card.kind}"),
            is_own=emblem not in ("card-plain", f"card-{card.kind}"),
        )

    def stack(self, stack: Stack, height: float) -> StackPiece:
        """A stack of tokens."""
        name = self._draw.words(stack.name)
        counted = f"{name} ×{stack.count}" if stack.count > 1 else name
        return StackPiece(
            id=element_id(stack.id),
            what=stack,
            x=number(stack.x),
            y=number(height - stack.y),
            scale=f"{stack.size / 100:.3g}",
            name=name,
            said=spoken((f"{counted}, {stack.card}", *self._about_stack(stack))),
            side=self._draw.side(stack.side),
            symbol=self._draw.symbol("unit", stack.symbol),
            type_symbol=self._draw.symbol("type", stack.kind),
            arms=self._draw.symbol("arms", stack.arms),
            figures={figure.name: figure for figure in numbers(self._draw, stack.figures)},
            marks=self._draw.marks(stack.marks),
        )

    def _about_card(self, card: Card) -> Iterator[str]:
        numbers = [f"{self._draw.words(figure.text)} {figure.value}" for figure in card.figures]
        yield " · ".join([self._draw.words(card.kind_name), *numbers])
        for tag in card.tags:
            yield self._draw.words(tag)
        yield from marks_said(self._draw, card.marks)
        if card.state is not None:
            yield self._draw.words(card.state)

    def _about_stack(self, stack: Stack) -> Iterator[str]:
        yield self._draw.words(stack.kind_name)
        for figure in stack.figures:
            why = ", ".join(self._draw.words(reason) for reason in figure.why)
            yield f"{self._draw.words(figure.text)} {figure.value}" + (f" ({why})" if why else "")
        yield from marks_said(self._draw, stack.marks)


def spoken(lines: Iterable[str]) -> str:
    """Lines as they are read aloud, with a pause at the end of each; a page shows those after the first one by one.

    >>> spoken(("Orc, B1", "Movement 3", "Blocks the way.", "engaged"))
    'Orc, B1,\\nMovement 3,\\nBlocks the way.\\nengaged'
    """
    *first, last = lines
    return "\n".join([*(line if line.endswith(".") else f"{line}," for line in first), last])


def broken(name: str, letters: int = NAME_LETTERS) -> tuple[str, ...]:
    """A name on one line, or on the two lines that are the most alike in length."""
    words = name.split()
    if len(name) <= letters or len(words) == 1:
        return (name,)
    ways = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return min(ways, key=lambda way: max(map(len, way)))
