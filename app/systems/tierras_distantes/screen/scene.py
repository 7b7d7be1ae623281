"""What is drawn for a viewer, made of what the view holds alone."""

from __future__ import annotations

from app.engine.scene import Scene
from app.engine.types import BoardKind
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.judge.view import View
from app.systems.tierras_distantes.screen import drawn
from app.systems.tierras_distantes.screen.goals import goals
from app.systems.tierras_distantes.screen.panels import panels, pips, standings
from app.systems.tierras_distantes.screen.prompts import ending, headline, is_asked, prompt
from app.systems.tierras_distantes.screen.seen import held


def scene(rules: Rules, view: View) -> Scene:
    """The drawing of a view."""
    holding = held(view)
    return Scene(
        board=BoardKind.MEASURED,
        width=view.board.width_mm,
        height=view.board.height_mm,
        drawables=(
            *drawn.terrain(rules, view),
            *drawn.zones(rules, view),
            *drawn.objectives(rules, view, holding),
            *drawn.miniatures(rules, view),
        ),
        prompt=prompt(rules, view),
        headline=headline(rules, view),
        my_go=is_asked(view),
        pips=pips(rules, view),
        panels=tuple(panels(rules, view, holding)),
        ending=ending(rules, view),
        standings=standings(rules, view, holding),
        goals=goals(rules, view, holding),
    )
