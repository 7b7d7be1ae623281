"""The drawing of a battle that somebody makes: its table as it would be played, with every thing under its own id."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.engine.scene import Area, Drawable, Panel, Polygon, Row, Scene
from app.engine.types import SPECTATOR, Text, UnitId
from app.engine.words import centimetres, joined
from app.systems.war_of_plastic.book.state import ARMIES, Position
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.judge.view import View, view
from app.systems.war_of_plastic.screen.panels import objective_text
from app.systems.war_of_plastic.screen.scene import scene
from app.systems.war_of_plastic.workshop.battle import PieceRow, Sheet, UnitRow, objective_id
from app.systems.war_of_plastic.workshop.edits import piece_lying
from app.systems.war_of_plastic.workshop.words import ShopWords


def battle_scene(words: ShopWords, rules: Rules, sheet: Sheet, position: Position, title: Text) -> Scene:
    """The table with everything on it; what has no place on it, and what has, in panels."""
    seen = view(position, SPECTATOR)
    table = scene(words.game, rules, seen)
    drawables = [each for each in table.drawables if not _is_zone(each)]
    return replace(
        table,
        drawables=(*_zones(words, sheet), *drawables),
        headline=title,
        prompt=Text(sheet.summary_es, sheet.summary_en),
        panels=tuple(_panels(words, sheet, seen)),
    )


def _is_zone(drawable: Drawable) -> bool:
    return isinstance(drawable, Area) and drawable.kind == "objective"


def _zones(words: ShopWords, sheet: Sheet) -> Iterator[Area]:
    """The zones to be held; one that several objectives share is drawn once, as the first one's."""
    drawn = set()
    for army, index in sheet.objective_places():
        zone = sheet.objectives[army].list[index].zone
        if zone is not None and zone.points not in drawn:
            drawn.add(zone.points)
            name = words.thing(sheet, objective_id(army, index))
            yield Area(objective_id(army, index), "objective", Polygon(zone.points), name, "zone", army)


def _panels(words: ShopWords, sheet: Sheet, seen: View) -> Iterator[Panel]:
    for army in ARMIES:
        units = tuple(_unit(words, sheet, row) for row in sheet.units if row.army == army)
        yield Panel(f"units-{army}", words.say("panels", "units", army=words.army(army)), units, army)
    aims = []
    for army, index in sheet.objective_places():
        text = objective_text(words.game, seen, army, sheet.objectives[army].list[index], index)
        thing = objective_id(army, index)
        aims.append(Row(f"row-{thing}", text, words.army(army), unit=UnitId(thing), side=army))
    yield Panel("objectives", words.say("panels", "objectives"), tuple(aims))
    pieces = tuple(_piece(words, sheet, row) for row in sheet.pieces)
    yield Panel("pieces", words.say("panels", "pieces"), pieces)


def _unit(words: ShopWords, sheet: Sheet, row: UnitRow) -> Row:
    if row.aboard is not None:
        where = words.say("panels", "aboard", vehicle=row.aboard)
    elif row.x is None or row.y is None:
        where = words.say("panels", "reserve" if row.reserve else "undeployed")
    else:
        where = _at(words, row.x, row.y)
    parts = [where]
    if row.level:
        parts.append(words.say("panels", "level", level=row.level))
    if sheet.players[1] > len(ARMIES):
        parts.append(words.say("panels", "seat", seat=row.seat))
    title = words.thing(sheet, row.id)
    return Row(f"row-{row.id}", title, joined(parts), unit=UnitId(row.id), symbol=row.kind, side=row.army)


def _piece(words: ShopWords, sheet: Sheet, row: PieceRow) -> Row:
    x, y = piece_lying(row).middle
    return Row(f"row-{row.id}", words.thing(sheet, row.id), _at(words, x, y), unit=UnitId(row.id))


def _at(words: ShopWords, x: int, y: int) -> Text:
    return words.say("panels", "at", x=_short(centimetres(x)), y=_short(centimetres(y)))


def _short(length: Text) -> Text:
    return Text(length.es.removesuffix(" cm"), length.en.removesuffix(" cm"))
