"""The drawing of a battle in the making: the board as it is at the table, and lists of everything that can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.boards import hexes
from app.engine.scene import Area, Drawable, Mark, Panel, Row, Scene
from app.engine.types import SPECTATOR, BoardKind, Text, UnitId
from app.engine.words import joined
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import Fault
from app.systems.flames_hexwar.book.kinds import SIDES
from app.systems.flames_hexwar.book.scenarios import PlatoonRow, SideRow
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.screen import drawn
from app.systems.flames_hexwar.screen.counters import counters
from app.systems.flames_hexwar.screen.grounds import ground, lattice_of
from app.systems.flames_hexwar.screen.silhouettes import silhouette
from app.systems.flames_hexwar.words.names import cell, platoon_name, team_name
from app.systems.flames_hexwar.workshop.document import Battle, hex_of
from app.systems.flames_hexwar.workshop.forms import whose
from app.systems.flames_hexwar.workshop.laid import points


def draw(field: Field, battle: Battle, faults: Iterable[Fault] = ()) -> Scene:
    """The drawing of a battle."""
    lattice, count = lattice_of(field.scenario), len(tuple(faults))
    return Scene(
        BoardKind.HEXES,
        lattice.width,
        lattice.height,
        tuple(_drawables(field)),
        say(field.rules, "drawn", "playable" if count == 0 else "to_mend", n=count),
        Text(battle.name_es, battle.name_en),
        panels=tuple(panel for panel in _panels(field, battle) if panel.rows),
        lattice=lattice,
    )


def _drawables(field: Field) -> Iterator[Drawable]:
    """The ground, zones and lines of both sides, objectives, whoever stands there."""
    yield from ground(field.rules, field.position)
    found = tuple(drawn.zones(field))
    yield from found
    yield from _lines(field, {each.id for each in found})
    yield from drawn.objectives(field)
    yield from counters(field, view(field, SPECTATOR))


def _lines(field: Field, known: set[str]) -> Iterator[Drawable]:
    """Lines of arrival, also of sides that have no reserves yet (FHW-SET-07)."""
    lattice = lattice_of(field.scenario)
    for side in SIDES:
        cells = frozenset(hexes.from_offset(*at) for at in field.scenario.side_of(side).reinforcement_line or ())
        name = say(field.rules, "tools", "line", who=whose(field.rules, side))
        for number, shape in enumerate(drawn.shapes(lattice, cells)):
            if f"line-{side}-{number}" not in known:
                yield Area(f"line-{side}-{number}", "reinforcements", shape, name, layer="zone", side=side)


# --------------------------------------------------------------------------------------------------------------- the lists


def _panels(field: Field, battle: Battle) -> Iterator[Panel]:
    rules = field.rules
    yield Panel("sides", say(rules, "panels", "sides"), tuple(_sides(rules, battle)))
    for row in battle.side:
        title = say(rules, "panels", "army", who=whose(rules, row.seat))
        yield Panel(f"army-{row.seat}", title, tuple(_army(field, row)), side=row.seat)
    yield Panel("unplaced", say(rules, "panels", "unplaced"), tuple(_unplaced(field)))
    yield Panel("aboard", say(rules, "panels", "aboard"), tuple(_aboard(field)))
    yield Panel("lists", say(rules, "panels", "lists"), tuple(_lists(rules, battle)))


def _row(
    thing: str, title: Text, detail: Text | None = None, symbol: str | None = None, side: str | None = None
) -> Row:
    return Row(f"thing-{thing}", title, detail, UnitId(thing), symbol, side)


def _sides(rules: Rules, battle: Battle) -> Iterator[Row]:
    """Both sides with what they cost (FHW-SET-01, FHW-SET-02)."""
    costs = points(rules, battle)
    for row in battle.side:
        nation, count = rules.nations[row.nation].name, say(rules, "drawn", "points", n=costs[row.seat])
        parts = [nation, count]
        if row.air is not None:
            parts.append(say(rules, "drawn", "air", level=say(rules, "levels", row.air.level), n=row.air.count))
        yield _row(f"side.{row.seat}", whose(rules, row.seat), joined(parts, by=" · "), side=row.seat)


def _army(field: Field, row: SideRow) -> Iterator[Row]:
    """Its platoons, each with its company, what it costs and where it begins."""
    for each in row.platoon:
        yield Row(
            f"thing-{each.id}",
            platoon_name(field.rules, each.platoon, each.id),
            _told(field, each),
            UnitId(each.id),
            silhouette(field.rules, field.rules.teams[field.rules.platoons[each.platoon].teams[0]]),
            row.seat,
            marks=tuple(_marks(field, each)),
        )


def _told(field: Field, platoon: PlatoonRow) -> Text:
    rules, of = field.rules, field.rules.platoons[platoon.platoon]
    parts = (
        say(rules, "values", "company", n=platoon.company),
        say(rules, "drawn", "points", n=of.points),
        say(rules, "starts", platoon.start),
    )
    return joined(parts, by=" · ")


def _marks(field: Field, platoon: PlatoonRow) -> Iterator[Mark]:
    if platoon.start != "board":
        yield Mark(platoon.start, say(field.rules, "starts", platoon.start))


def _unplaced(field: Field) -> Iterator[Row]:
    """Teams that begin on the board and stand nowhere."""
    for team in field.teams.values():
        if team.at is None and team.aboard is None and field.platoons[team.platoon].status == "board":
            yield _team(field, team, say(field.rules, "drawn", "nowhere"))


def _aboard(field: Field) -> Iterator[Row]:
    """Teams that begin aboard a carrier (FHW-SET-06)."""
    for team in field.teams.values():
        if team.aboard is not None:
            yield _team(field, team, say(field.rules, "drawn", "aboard", carrier=team.aboard))


def _team(field: Field, team: Team, detail: Text) -> Row:
    symbol = silhouette(field.rules, field.kind(team))
    return _row(team.id, team_name(field.rules, team.type, team.id), detail, symbol, team.side)


def _lists(rules: Rules, battle: Battle) -> Iterator[Row]:
    for number, aim in enumerate(battle.objectives):
        yield _row(f"objective.{number}", aim.name, cell(hex_of(aim.at)))
    for number, chain in enumerate(battle.roads):
        ends = say(rules, "drawn", "between", one=cell(hex_of(chain[0])), other=cell(hex_of(chain[-1])))
        yield _row(f"road.{number}", say(rules, "listed", "road", n=number + 1), ends)
    for number, row in enumerate(battle.junctions):
        side = rules.words.say("facings", str(row.dir))
        where = say(rules, "drawn", "on_side", cell=cell(hex_of(row.at)), side=side)
        yield _row(f"junction.{number}", say(rules, "listed", "junction", n=number + 1), where)
