"""Reads the templates of a table before anybody asks for one: a process that has just begun has read none, and the first player
would wait for it."""

from __future__ import annotations

from typing import Final

from app.web.wire.static import CachedFiles, Packs
from app.web.wire.templating import Templates

_TABLE: Final = ("base.html", "pages/table.html", "pages/_switches.html")
_PARTS: Final = ("boards/", "parts/")


def make_ready(templates: Templates, files: CachedFiles) -> None:
    """Reads the templates of the table and makes the scripts of each kind of board; takes some tenths of a second."""
    names = templates.environment.list_templates(filter_func=lambda name: name in _TABLE or name.startswith(_PARTS))
    for name in names:
        templates.environment.get_template(name)
    script_url: Packs = templates.environment.globals["script_url"]  # type: ignore[assignment]
    for name in names:
        if name.startswith("boards/"):
            files.find(script_url("room", name.removesuffix(".svg")).removeprefix("/static/"))
