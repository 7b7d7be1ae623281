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
