"""What a page and the server both know of every push before it is sent: most of its markup."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

from app.web.wire.templating import STATIC

_MODULE: Final = STATIC / "js" / "table" / "known.js"
_EDITION: Final = re.compile(r"EDITION = '([0-9a-f]{8})'")
_KNOWN: Final = re.compile(r"KNOWN = `([^`\\$]*)`")


class Known(msgspec.Struct, frozen=True):
    """A text that pushes have much in common with; ``edition`` is the beginning of its SHA-256, in hex."""

    edition: str
    text: bytes


@lru_cache(maxsize=1)
def known() -> Known:
    """The text, read once where the page imports it from."""
    module = _MODULE.read_text("ascii")
    edition, text = _EDITION.search(module), _KNOWN.search(module)
    if edition is None or text is None:
        raise ValueError(f"expected {_MODULE.name} to hold a text and its edition")
    return Known(edition[1], text[1].encode())
