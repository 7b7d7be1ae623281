"""The tools of a workshop as its palette shows them: each with a drawing, made as the board draws the thing itself."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from app.engine.scene import Area, Polygon, Shape
from app.engine.workshop.workshop import Tool
from app.web.draw.render import Renderer, Symbols
from app.web.draw.render_shapes import box
from app.web.draw.render_words import number

_LUMP: Final = Polygon(((-70, -30), (-20, -50), (40, -42), (72, -6), (50, 42), (-10, 50), (-64, 30)))
"""What stands for terrain that has yet to be drawn."""
_BAR: Final = Polygon(((-60, -9), (60, -9), (60, 9), (-60, 9)))
"""The same for what is laid in a row."""
_OBJECTIVE: Final = "objective"
_MARGIN: Final = 0.06


class ToolPicture(msgspec.Struct, frozen=True):
    """A tool's drawing: a symbol, or a piece as the board draws it, in a view box of its own; a blank where nothing is put."""

    symbol: str = ""
    piece: Any = None  # a Piece of the renderer
    view_box: str = ""
    is_blank: bool = False


def tool_picture(draw: Renderer, symbols: Symbols, tool: Tool) -> ToolPicture:
    """The drawing of a tool; ``symbols`` are those that the page has."""
    name = tool.symbol
    for symbol in (name, f"unit-{name}", f"mark-{name}"):
        if name and symbol and symbol in symbols.ids:
            return ToolPicture(symbol)
    if tool.ghost is None and tool.how != "draw":
        return ToolPicture(is_blank=tool.how in ("place", "paint"))
    shape = tool.ghost or (_BAR if f"row-{name}" in symbols.ids else _LUMP)
    layer: Any = "terrain" if name else "zone"
    area = Area("tool", name or _OBJECTIVE, shape, tool.name, layer, tool.side)
    west, south, east, north = box(shape)
    edge = _MARGIN * max(east - west, north - south)
    places = (west - edge, -north - edge, east - west + 2 * edge, north - south + 2 * edge)
    return ToolPicture(piece=draw.piece(area, 0), view_box=" ".join(number(each) for each in places))


def ghost_of(shape: Shape | None) -> str:
    """The shape that is put down, as the page's code reads it; empty without one."""
    return "" if shape is None else msgspec.json.encode(shape).decode()
