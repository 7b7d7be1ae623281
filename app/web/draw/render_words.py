"""How ids and numbers are written into a page."""

from __future__ import annotations

import re
from typing import Final

_UNSAFE_ID: Final = re.compile(r"[^A-Za-z0-9_-]")


def element_id(drawable_id: str) -> str:
    """The element that draws a drawable."""
    return "d-" + _UNSAFE_ID.sub("_", drawable_id)


def number(value: float) -> str:
    """A coordinate as SVG reads it: one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def centimetres(mm: int) -> str:
    """A length in centimetres, as a number field holds it."""
    return number(mm / 10)


def corners(points_mm: str, lang: str) -> str:
    """The corners of a polygon (``200 350, 400 350, 400 455``) in centimetres, as people write them: ``20 35; 40 35; 40 45.5``."""
    pairs = (" ".join(centimetres(int(mm)) for mm in pair.split()) for pair in points_mm.split(","))
    written = "; ".join(pairs)
    return written.replace(".", ",") if lang == "es" else written
