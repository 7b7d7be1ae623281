"""Of a board that a page shows already, what changed: pieces that are otherwise now, that came and that went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from app.engine.scene import Drawable
from app.web.draw.amending import amended
from app.web.draw.render import AnyPiece, Renderer


class Amended:
    """What is to be sent of the pieces of a board.

    ``moved`` are those that the page has, each with what of it changed or ``None`` for all of it; ``new`` those it has not, and
    ``gone`` the ids of those to take away. A piece that went while one drawn alike came is the same to the page, under another
    id: a stack is called after its card, and its drawing goes with it.
    """

    def __init__(
        self,
        draw: Renderer,
        known: Mapping[str, Drawable],
        height: float,
        changed: Iterable[Drawable],
        removed: Iterable[str],
    ) -> None:
        self._draw = draw
        self.moved: list[tuple[AnyPiece, Markup | None]] = []
        self.new: list[AnyPiece] = []
        gone = {name: draw.piece(known[name], height) for name in removed if name in known}
        left = {name: draw.printed(piece) for name, piece in gone.items()}
        for drawable in changed:
            piece = draw.piece(drawable, height)
            printed = draw.printed(piece)
            if drawable.id in known:
                was = draw.printed(draw.piece(known[drawable.id], height))
                self.moved.append((piece, amended(was, printed)))
                continue
            ways = {name: amended(was, printed) for name, was in left.items() if gone[name].layer == piece.layer}
            found = min((name for name in ways if ways[name]), key=lambda name: len(ways[name] or ""), default=None)
            if found is None:
                self.new.append(piece)
            else:
                del left[found]
                self.moved.append((piece, ways[found]))
        self.gone = list(left)
