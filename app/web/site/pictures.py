"""Small drawings of boards on the pages around the table: the same pieces as on the board itself, without anything to touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from markupsafe import Markup
from starlette.requests import Request

from app.engine.scene import Scene
from app.web.draw.render import Renderer
from app.web.draw.sprites import sprite_for, used_in
from app.web.table.messages import symbols_of
from app.web.table.table import board_sheets
from app.web.wire.game_files import SHEET, game_file_url
from app.web.wire.templating import Templates

_KEPT: Final = 64


class Boards:
    """What the pages for one request draw of boards."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._templates: Templates = request.app.state.templates

    def picture(self, game: str, scene: Scene, sides: Iterable[str]) -> Markup:
        """A scene as an SVG; it needs the sprite of its game on the page."""
        return Markup(_picture(self._templates, self._folder(game), scene, tuple(sides)))

    def sprite(self, game: str, scenes: Iterable[Scene], sides: Iterable[str]) -> Markup:
        """The drawings that pictures of these scenes use, and no others."""
        used = frozenset(name for scene in scenes for name in used_in(self.picture(game, scene, sides)))
        return _sprite(self._folder(game), used)

    def alone(self, game: str, scene: Scene, sides: Iterable[str]) -> Markup:
        """A scene as an SVG with a sprite of its own, of which a page may have much already; not remembered."""
        drawn = _drawn(self._templates, self._folder(game), scene, tuple(sides))
        sprite = sprite_for(symbols_of(self._folder(game)).svg, used_in(drawn))
        return Markup('<svg class="sprite"><defs>{}</defs></svg>{}').format(sprite, Markup(drawn))

    def sheets(self, game: str, scene: Scene) -> list[str]:
        """The addresses of the style sheets of a game's board, below ``/static`` or of the game's own."""
        static_url: Callable[[str], str] = self._templates.environment.globals["static_url"]  # type: ignore[assignment]
        found = [static_url(f"css/{part}.css") for part in ("boards/board", "boards/pieces", *board_sheets(scene))]
        own = game_file_url(self._request, game, SHEET)
        return [*found, own] if own else found

    def _folder(self, game: str) -> Path | None:
        folder: Path | None = self._request.app.state.registry.folders.get(game)
        return folder


def _drawn(templates: Templates, folder: Path | None, scene: Scene, sides: tuple[str, ...]) -> str:
    numbers = {side: place for place, side in enumerate(sides, 1)}
    draw = Renderer(templates, symbols_of(folder), "en", numbers)
    layers = [piece for found in draw.layers(scene).values() for piece in found]
    return draw.fragment("parts/picture.svg", scene=scene, found=layers)


_picture: Final = lru_cache(maxsize=_KEPT)(_drawn)


@lru_cache(maxsize=_KEPT)
def _sprite(folder: Path | None, used: frozenset[str]) -> Markup:
    return sprite_for(symbols_of(folder).svg, used)
