"""What is drawn for somebody, in a few words."""

from __future__ import annotations

from functools import lru_cache

from app.engine.about import About
from app.engine.book import rule_of
from app.engine.explaining import Inventory
from app.engine.registry import read_tables
from app.engine.scene import Drawable, Panel, Row, Scene, Standing
from app.engine.types import SPECTATOR, Viewer, with_names
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.screen.about import about
from app.systems.tierras_distantes.screen.scene import scene
from tests.games.tierras_distantes.playing import moment, view
from tests.games.tierras_distantes.table import FOLDER

A, B = Viewer("a"), Viewer("b")


@lru_cache(maxsize=1)
def inventory() -> Inventory:
    return Inventory(rule_of(row) for row in read_tables(FOLDER)["rules"]["rules"])


def drawn(position: Position, viewer: Viewer = SPECTATOR) -> Scene:
    """The scene of a viewer."""
    return scene(moment(position).rules, view(position, viewer))


def asked(position: Position, viewer: Viewer, lang: str = "en") -> str:
    """What a viewer is asked, or told to wait for."""
    return drawn(position, viewer).prompt.in_(lang)


def headline(position: Position, lang: str = "en") -> str:
    return drawn(position).headline.in_(lang)


def one(position: Position, name: str, viewer: Viewer = SPECTATOR) -> Drawable:
    """What is drawn under that id."""
    return next(each for each in drawn(position, viewer).drawables if each.id == name)


def panel(position: Position, name: str, viewer: Viewer = SPECTATOR) -> Panel:
    return next(each for each in drawn(position, viewer).panels if each.id == name)


def row(position: Position, name: str, viewer: Viewer = SPECTATOR) -> Row:
    return next(row for each in drawn(position, viewer).panels for row in each.rows if row.id == name)


def figures(position: Position, side: str, viewer: Viewer = SPECTATOR) -> dict[str, tuple[int, int | None]]:
    """The numbers of a side, each with what it is to reach."""
    return {each.symbol: (each.value, each.of) for each in standing(position, side, viewer).figures}


def standing(position: Position, side: str, viewer: Viewer = SPECTATOR) -> Standing:
    return next(each for each in drawn(position, viewer).standings if each.side == side)


def told(position: Position, thing: str, viewer: Viewer = SPECTATOR) -> About | None:
    """What somebody is told of a thing."""
    return about(inventory(), moment(position).rules, view(position, viewer), thing)


def plain(words: str) -> str:
    """Words with nobody's name filled in."""
    return with_names(words)
