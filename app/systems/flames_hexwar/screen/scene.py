"""What is drawn for a viewer, made of what the view holds alone."""

from __future__ import annotations

from app.engine.scene import Scene
from app.engine.types import BoardKind
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.screen.drawn import drawables
from app.systems.flames_hexwar.screen.goals import goals
from app.systems.flames_hexwar.screen.grounds import lattice_of
from app.systems.flames_hexwar.screen.hands import hands
from app.systems.flames_hexwar.screen.panels import panels, standings
from app.systems.flames_hexwar.screen.spotlight import spotlight
from app.systems.flames_hexwar.words.sentences import ending, headline, prompt


def scene(rules: Rules, view: View) -> Scene:
    """The drawing of a view."""
    field = Field(rules, view.known)
    lattice = lattice_of(field.scenario)
    return Scene(
        BoardKind.HEXES,
        lattice.width,
        lattice.height,
        tuple(drawables(field, view)),
        prompt(rules, view, field),
        headline(rules, view),
        my_go=view.seat in view.asked,
        panels=tuple(panels(field, view)),
        ending=ending(rules, view),
        spotlight=spotlight(field, view),
        standings=standings(field, view),
        lattice=lattice,
        goals=goals(rules, view),
        hands=tuple(hands(field, view)),
    )
