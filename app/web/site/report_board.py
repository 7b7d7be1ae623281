"""Boards for a file that asks for nothing: drawn as on the page, without what only a page needs, each drawing held once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from app.engine.scene import Scene
from app.web.draw.render import Renderer
from app.web.wire.templating import STATIC

SMALL: Final = 120
"""What is no longer than this many characters is sooner drawn again than pointed at."""
WIDE_PX: Final = 720
"""How wide a board is printed, by which letters and lines on it are measured."""

_ONLY_FOR_PAGES: Final = re.compile(r'\s(?:id|tabindex|role|aria-[a-z]+|data-[a-z-]+)="[^"]*"')
_EMPTY: Final = re.compile(r'<g class="layer[^"]*"\s*>\s*</g>')
_BETWEEN: Final = re.compile(r">\s+<")
_LAYER_START: Final = '<g class="layer '
_LAYER: Final = re.compile(f"(?={_LAYER_START})")
_TAG: Final = re.compile(r"<(/?)[a-zA-Z][^>]*?(/?)>")
# What is used again stands in a tree of its own, in which nothing knows on which board of which game it lies.
_OUTSIDE: Final = re.compile(r'(?:\[data-game="[a-z_]+"\]|\.board--[a-z]+) (?=[.:\[#a-z])')
# What on a page reaches far beyond the board, so that it is under it wherever one looks.
_BEYOND: Final = re.compile(r'x="-\d{4,}" y="-\d{4,}" width="[\d.]+" height="[\d.]+"')
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


class Printer(Renderer):
    """Draws boards without the drawings that they use: those stand once in the file."""

    @property
    def sprite(self) -> Markup:
        """Nothing: the file holds its drawings elsewhere, once."""
        return Markup("")


class Press:
    """Prints the boards of one file; what a board has in common with an earlier one is drawn there and used again."""

    def __init__(self, draw: Printer) -> None:
        self._draw = draw
        self._known: dict[str, str] = {}

    def board(self, scene: Scene, caption: str) -> Markup:
        """A board with its name for those who cannot see it."""
        context: dict[str, Any] = {"scene": scene, "layers": self._draw.layers(scene)}
        drawn = self._draw.fragment(f"boards/{scene.board}.svg", **context)
        attributes = drawn[drawn.index("<svg") : drawn.index(">", drawn.index("<svg"))]
        box = re.search(r'viewBox="([^"]*)"', attributes)
        inner = drawn[drawn.index(">", drawn.index("<svg")) + 1 : drawn.rindex("</svg>")]
        inner = _BETWEEN.sub("><", _EMPTY.sub("", _ONLY_FOR_PAGES.sub("", inner))).replace("<defs></defs>", "")
        inner = _BEYOND.sub(_field(box[1]) if box else r"\g<0>", inner)
        parts = "".join(self._layer(part) for part in _LAYER.split(inner) if part.strip())
        kind = re.search(r'class="([^"]*)"', attributes)
        px = f"{scene.width / WIDE_PX:.2f}"
        start = f'<svg class="board {kind[1] if kind else ""}" {box[0] if box else ""} style="--px:{px}" role="img"'
        return Markup(f'{start} aria-label="{Markup.escape(caption)}">{parts}</svg>')

    def _layer(self, part: str) -> str:
        """A layer, or what lies under all layers: used again whole, else piece by piece."""
        if not part.startswith(_LAYER_START) or part in self._known:
            return self._shared(part)
        self._known[part] = name = self._new_name()
        start = part.index(">") + 1
        end = part.rindex("</g>")
        pieces = "".join(self._shared(piece) for piece in _children(part[start:end]))
        return f'<g id="{name}">{part[:start]}{pieces}{part[end:]}</g>'

    def _shared(self, part: str) -> str:
        name = self._known.get(part)
        if name is not None:
            return f'<use href="#{name}"/>'
        if len(part) < SMALL:
            return part
        self._known[part] = name = self._new_name()
        return f'<g id="{name}">{part}</g>'

    def _new_name(self) -> str:
        return f"b{len(self._known)}"


def _field(box: str) -> str:
    """The place and size that a board's frame shows, as attributes."""
    x, y, width, height = box.split()
    return f'x="{x}" y="{y}" width="{width}" height="{height}"'


def _children(markup: str) -> Iterator[str]:
    """The elements that stand side by side in a piece of SVG."""
    depth, start = 0, 0
    for tag in _TAG.finditer(markup):
        if tag[1]:
            depth -= 1
        elif not tag[2]:
            depth += 1
        if depth == 0:
            yield markup[start : tag.end()]
            start = tag.end()
    yield markup[start:]


def style_of(sheets: Iterable[str], own: Path | None) -> Markup:
    """Style sheets as one text for a file, a game's ``own`` the last: boards are a class in it."""
    paths = [
        *(STATIC / "css" / f"{name}.css" for name in sheets),
        *([own] if own is not None and own.is_file() else []),
    ]
    text = "\n".join(path.read_text("utf-8") for path in paths).replace("#board", ".board")
    return Markup(re.sub(r"\s+", " ", _OUTSIDE.sub("", _COMMENT.sub("", text))))
