"""Of many drawings those that are used: a page or a file brings no others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from markupsafe import Markup

_USED: Final = re.compile(r'(?:href="#|url\(["\']?#)([A-Za-z0-9_.-]+)')
_DRAWING: Final = re.compile(r'<(symbol|pattern|linearGradient|radialGradient|g)\s[^>]*?id="([A-Za-z0-9_.-]+)"')
_KEPT: Final = 16


@lru_cache(maxsize=_KEPT)
def drawings_of(sprite: str) -> dict[str, str]:
    """Every drawing of a sprite by its name, in their order."""
    return {tag[2]: sprite[tag.start() : end_of(sprite, tag)] for tag in _DRAWING.finditer(sprite)}


def used_in(svg: str) -> frozenset[str]:
    """The names of the drawings that some SVG uses."""
    return frozenset(_USED.findall(svg))


def sprite_for(sprite: str, used: Iterable[str]) -> Markup:
    """Those drawings of a sprite that are used by name, and what they use themselves."""
    drawings = drawings_of(str(sprite))
    wanted, new = set[str](), set(used)
    while new:
        wanted |= new
        new = {name for each in new for name in used_in(drawings.get(each, ""))} - wanted
    return Markup("".join(drawing for name, drawing in drawings.items() if name in wanted))


def end_of(svg: str, begun: re.Match[str]) -> int:
    """Where the element ends that a tag begins."""
    depth = 0
    for tag in re.compile(rf"<(/?){begun[1]}\b[^>]*?(/?)>").finditer(svg, begun.start()):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth == 0:
            return tag.end()
    return len(svg)
