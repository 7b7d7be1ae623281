"""The drawing of a view: terrain, units with their state, weapons on the ground, zones, rosters, and the one sentence that
says what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.boards.measured import Table
from app.engine import scene as draw
from app.engine.scene import Area, Chip, Disc, Drawable, Link, Pips, Polygon, Scene, Token
from app.engine.types import BoardKind, Text, UnitId
from app.engine.words import joined
from app.systems.war_of_plastic.book.state import ARMIES, Phase, Piece, Unit
from app.systems.war_of_plastic.book.tables import Rules, Terrain
from app.systems.war_of_plastic.book.words import Words, numbered
from app.systems.war_of_plastic.ground.close_combat import engaged_pairs
from app.systems.war_of_plastic.ground.places import deployment_area
from app.systems.war_of_plastic.judge.view import View
from app.systems.war_of_plastic.position.field import Field
from app.systems.war_of_plastic.screen.goals import goals
from app.systems.war_of_plastic.screen.panels import has_acted, marks, panels
from app.systems.war_of_plastic.screen.prompts import headline, is_asked, prompt

DEPLOYING: Final = frozenset({Phase.EDGE_ROLL, Phase.EDGE_CHOICE, Phase.DEPLOYMENT})
"""The phases in which deployment areas are drawn: somebody is still to deploy."""


def scene(words: Words, rules: Rules, view: View) -> Scene:
    """Everything a viewer sees of the game at one moment."""
    return Scene(
        board=BoardKind.MEASURED,
        width=view.board.width_mm,
        height=view.board.height_mm,
        drawables=tuple(_drawables(words, rules, view)),
        prompt=prompt(words, rules, view),
        headline=headline(words, rules, view),
        my_go=is_asked(rules, view),
        pips=_pips(words, rules, view),
        panels=panels(words, rules, view),
        ending=None if view.result is None else _ending(words, view),
        goals=goals(words, rules, view),
    )


def _drawables(words: Words, rules: Rules, view: View) -> Iterator[Drawable]:
    yield from _zones(words, rules, view)
    wrecks = {f"wreck-{unit.id}": unit for unit in view.units.values()}
    for piece in view.board.pieces:
        name = numbered(words.terrain(piece.kind), view.board.pieces, piece)
        yield _piece(words, rules.terrain[piece.kind], piece, name, wrecks.get(piece.id))
    field = Field(view.units, view.board.pieces, rules)
    for token in view.tokens:
        radius = rules.constants.token_radius_mm
        yield Chip(token.id, token.x_mm, token.y_mm, radius, token.weapon, words.weapon(token.weapon))
    for unit in view.units.values():
        if unit.status == "table":
            yield _unit(words, view, field, unit)
    yield from _links(words, field)


def _zones(words: Words, rules: Rules, view: View) -> Iterator[Area]:
    table = Table(view.board.width_mm, view.board.height_mm)
    for army in ARMIES:
        state = view.armies[army]
        if view.phase in DEPLOYING and state.edge is not None:
            west, south, east, north = deployment_area(rules, table, state.edge)
            corners = ((west, south), (east, south), (east, north), (west, north))
            name = words.say("tags", "deployment", army=words.army(army))
            yield Area(f"deployment-{army}", "deployment", Polygon(corners), name, "zone", army)
    drawn = set()
    for army in ARMIES:
        for objective in view.armies[army].objectives.list:
            if objective.zone is not None and objective.zone.points not in drawn:
                drawn.add(objective.zone.points)
                name = words.say("objectives", "zone")
                yield Area(f"zone-{len(drawn)}", "objective", Polygon(objective.zone.points), name, "zone")


def _piece(words: Words, terrain: Terrain, piece: Piece, name: Text, was: Unit | None) -> Area:
    shape: draw.Shape
    if piece.x_mm is not None and piece.y_mm is not None and piece.radius_mm is not None:
        shape = Disc(piece.x_mm, piece.y_mm, piece.radius_mm)
    else:
        shape = Polygon(piece.points_mm)
    tags = tuple(_tags(words, terrain, piece))
    return Area(
        id=piece.id,
        kind=piece.kind,
        shape=shape,
        name=name,
        side=was.army if was else None,
        levels=piece.levels,
        tags=tags,
        symbol=was.kind if was else None,
    )


def _tags(words: Words, terrain: Terrain, piece: Piece) -> Iterator[Text]:
    """What a piece does, in a few words each."""
    if terrain.cover_inside:
        yield words.say("tags", "cover_inside", value=terrain.cover_inside)
    if terrain.cover_behind:
        yield words.say("tags", "cover_behind", value=terrain.cover_behind)
    if terrain.sight == "solid":
        yield words.say("tags", "blocks")
    if terrain.sight == "dense":
        yield words.say("tags", "dense")
    if not terrain.cross:
        yield words.say("tags", "no_pass")
    elif not terrain.stop:
        yield words.say("tags", "no_stop")
    if 0 < len(terrain.cross) < 3:
        classes = joined(words.unit_class(each) for each in ("infantry", "light", "heavy") if each in terrain.cross)
        yield words.say("tags", "only", classes=classes)
    if terrain.building:
        yield words.say("tags", "walls", depth=terrain.window_mm // 10)
    if piece.levels > 1:
        yield words.say("tags", "levels", levels=piece.levels)


def _unit(words: Words, view: View, field: Field, unit: Unit) -> Token:
    x, y, radius, level = field.place_of(unit)
    return Token(
        id=unit.id,
        x=x,
        y=y,
        radius=radius,
        symbol=unit.kind,
        side=unit.army,
        name=words.kind(unit.kind),
        label=unit.id,
        seat=unit.handler,
        facing_deg=unit.facing_deg or None,
        level=level,
        spent=has_acted(view, unit),
        active=view.open is not None and view.open.unit == unit.id,
        pose=_pose(unit),
        marks=marks(words, unit),
        passengers=len(field.passengers_of(unit.id)),
    )


def _pose(unit: Unit) -> str:
    """A wounded soldier lies on his back, a stunned one on his face; a stunned vehicle stands turned about (WOP-GEN-07)."""
    if unit.type == "infantry" and unit.damage:
        return "wounded"
    return "stunned" if unit.stunned else "normal"


def _links(words: Words, field: Field) -> Iterator[Link]:
    for a, b in engaged_pairs(field):
        here, there = field.place_of(field.units[UnitId(a)]), field.place_of(field.units[UnitId(b)])
        yield Link(f"engaged-{a}-{b}", here.x, here.y, there.x, there.y, "engaged", words.say("tags", "engaged"))


def _pips(words: Words, rules: Rules, view: View) -> tuple[Pips, ...]:
    if view.phase is not Phase.TURN:
        return ()
    name = words.say("headline", "manoeuvres")
    return (Pips(name, view.manoeuvres_used, rules.constants.manoeuvres_per_turn),)


def _ending(words: Words, view: View) -> Text:
    assert view.result is not None
    reason = words.say("results", view.result.reason)
    if view.result.winner == "draw":
        return words.say("log", "game_drawn", reason=reason)
    return words.say("log", "game_ended", reason=reason, winner=words.army(view.result.winner))
