"""What is drawn for a viewer, made of what the view holds alone."""

from __future__ import annotations

from app.engine.scene import Panel, Scene
from app.engine.types import BoardKind
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.view import View
from app.systems.splatball.screen import drawn
from app.systems.splatball.screen.goals import goals
from app.systems.splatball.screen.panels import panels, standings
from app.systems.splatball.words.sentences import ending, headline, prompt


def scene(rules: Rules, view: View) -> Scene:
    """The drawing of a view."""
    board = drawn.Board.of(rules, view)
    found: tuple[Panel, ...] = tuple(panels(rules, view))
    return Scene(
        BoardKind.SQUARES,
        board.lattice.width,
        board.lattice.height,
        (
            *drawn.ground(board, view),
            *drawn.paint(board, view),
            *drawn.zones(board, view),
            *drawn.fences(board, view),
            *drawn.pieces(board, view),
            *drawn.units(board, view),
        ),
        prompt(rules, view),
        headline(rules, view),
        my_go=view.seat in view.asked,
        panels=found,
        ending=ending(rules, view),
        standings=standings(rules, view),
        lattice=board.lattice,
        goals=goals(rules, view),
    )
