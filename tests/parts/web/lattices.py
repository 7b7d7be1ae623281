"""Hand-made boards of squares and of hexes: a little of everything that can lie in, on and between cells."""

from __future__ import annotations

from app.engine.lattice import Lattice, Place
from app.engine.scene import Area, Cell, Disc, Drawable, Edge, Mark, Pips, Polygon, Scene, Stain, Token
from app.engine.types import BoardKind, Text, UnitId

HOLE: Place = (2, 1)


def text(words: str) -> Text:
    """The same in both languages."""
    return Text(words, words)


def cells(lattice: Lattice) -> list[Cell]:
    """Every cell but one; a hill of two levels in the first, marsh that costs two in the second."""
    found = []
    for row in range(lattice.rows):
        for column in range(lattice.columns):
            if (column, row) == HOLE:
                continue
            x, y = lattice.middle((column, row))
            label = f"{chr(65 + column)}{row + 1}"
            found.append(Cell(label.lower(), x, y, column, row, label, text("Grass")))
    first, second, *rest = found
    hill = Cell("a1", first.x, first.y, 0, 0, "A1", text("Hill"), shade="hill", level=2)
    half = Polygon(lattice.outline()[:3])
    marsh = Cell(
        "b1",
        second.x,
        second.y,
        1,
        0,
        "B1",
        text("Marsh"),
        cost=2,
        outline=half,
        marks=(Mark("flag", text("Flag"), 3),),
    )
    return [hill, marsh, *rest]


def drawables(lattice: Lattice) -> tuple[Drawable, ...]:
    """The cells and what lies on them."""
    x, y = lattice.middle((0, 1))
    (x1, y1), (x2, y2) = lattice.side((0, 0), (1, 0))
    token = Token(
        UnitId("A1"), x, y, 36, "soldier", "A", text("Scout"), "1",
        facing_deg=45, front=True, on="a2", piled=3, pips=(Pips(text("Lives"), 2, 3),),
    )  # fmt: skip
    well = Area(
        "well",
        "well",
        Disc(x, y, 40),
        text("Well"),
        marks=(Mark("flag", text("Worth"), 10, "B"),),
        pips=(Pips(text("Held"), 1, 3, "B"),),
    )
    return (
        *cells(lattice),
        Edge("f1", x1, y1, x2, y2, "fence", text("Fence"), ("a1", "b1")),
        Stain("s1", x, y, 30, "paint", "A"),
        well,
        token,
    )


def scene(kind: BoardKind, columns: int = 3, rows: int = 2) -> Scene:
    """A small board of squares or hexes."""
    lattice = Lattice(
        "hex" if kind is BoardKind.HEXES else "square",
        columns,
        rows,
        along=("A", "B", "C"),
        upright=("1", "2"),
        is_named=kind is BoardKind.HEXES,
    )
    return Scene(kind, lattice.width, lattice.height, drawables(lattice), text("Go"), text("Round 1"), lattice=lattice)
