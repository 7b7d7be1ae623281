"""Reads the templates of a table before anybody asks for one: a process that has just begun has read none, and the first player
would wait for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from app.web.wire.static import CachedFiles
from app.web.wire.templating import Templates

_TABLE: Final = ("base.html", "pages/table.html", "pages/_switches.html")
_PARTS: Final = ("boards/", "parts/")


def read_templates(templates: Templates) -> list[str]:
    """Reads those of the table; answers their names."""
    names = templates.environment.list_templates(filter_func=lambda name: name in _TABLE or name.startswith(_PARTS))
    for name in names:
        templates.environment.get_template(name)
    return names


def make_ready(templates: Templates, files: CachedFiles) -> None:
    """Reads the templates of the table and makes the scripts of each kind of board; takes some tenths of a second."""
    names = read_templates(templates)
    table_script_url: Callable[[str], str] = templates.environment.globals["table_script_url"]  # type: ignore[assignment]
    for name in names:
        folder, _, board = name.removesuffix(".svg").partition("/")
        if folder == "boards" and "/" not in board:
            files.find(table_script_url(board).removeprefix("/static/"))
