"""The drawing of a battle in the making: the table as it is before the first act, and lists of everything that can be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.scene import Panel, Row, Scene
from app.engine.types import SEATS, SPECTATOR, BoardKind, Text, UnitId
from app.engine.words import decimal, joined, same
from app.engine.workshop.base import either, plain
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import OWN
from app.systems.tierras_distantes.book.book import Book, own_scenario
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.scenarios import Scenario
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.judge.view import view
from app.systems.tierras_distantes.land.placing import covered_twice
from app.systems.tierras_distantes.opening.setup import RULES_VERSION
from app.systems.tierras_distantes.position.state import Board, PlayerState, Position, Unit
from app.systems.tierras_distantes.screen import drawn
from app.systems.tierras_distantes.screen.seen import height
from app.systems.tierras_distantes.screen.silhouettes import symbol_of
from app.systems.tierras_distantes.squads.lists import Entry, judge_list, size_of
from app.systems.tierras_distantes.squads.units import units_of
from app.systems.tierras_distantes.workshop.document import Battle, MemberRow, ObjectiveRow, PieceRow
from app.systems.tierras_distantes.workshop.squads import cost_of, way_of
from app.systems.tierras_distantes.workshop.things import (
    OBJECTIVE,
    MemberAt,
    PartAt,
    PlacesAt,
    ReadyAt,
    SquadAt,
    Thing,
    battle_places,
    list_id,
    member_id,
    members_of,
    mini_id,
    own_members,
    part_id,
    places_id,
    shown,
    side_shown,
    spots_of,
)
from app.systems.tierras_distantes.workshop.told import name_of, share


def draw(book: Book, rules: Rules, battle: Battle) -> Scene:
    """The drawing of a battle, every squad at its suggested places."""
    scenario = own_scenario(plain(battle))
    order = "winner_second"  # nobody places unseen here (TD-DEP-04)
    seen_by = book.fresh_rules({**book.resolve(battle.options), "deployment_order": order})
    seen = view(seen_by, _position(seen_by, battle, scenario), SPECTATOR)
    parts = (drawn.terrain(rules, seen), drawn.zones(rules, seen), drawn.objectives(rules, seen, None))
    return Scene(
        board=BoardKind.MEASURED,
        width=battle.table[0],
        height=battle.table[1],
        drawables=tuple(each for part in (*parts, drawn.miniatures(rules, seen)) for each in part),
        prompt=_covered(rules, battle, scenario),
        headline=either(battle.name_es, battle.name_en),
        panels=tuple(_panels(rules, battle, scenario)),
    )


def _covered(rules: Rules, battle: Battle, scenario: Scenario) -> Text:
    """How much of the table terrain covers (TD-TER-01)."""
    return say(rules, "told", "covered", share=share(covered_twice(scenario.terrain), battle.table))


def _position(rules: Rules, battle: Battle, scenario: Scenario) -> Position:
    """A position to draw."""
    players = {
        player: PlayerState(SEATS[at], "given", side=side_shown(battle, player)) for at, player in enumerate(PLAYERS)
    }
    width, depth = battle.table
    return Position(
        game="tierras_distantes",
        rules_version=RULES_VERSION,
        scenario=OWN,
        options={"deployment_order": rules.options.deployment_order},
        tables={},
        board=Board(width, depth, scenario.sides, scenario.terrain, scenario.objectives),
        players=players,
        units={unit.id: unit for unit in _units(rules, battle, scenario)},
        phase="deployment",
    )


def _units(rules: Rules, battle: Battle, scenario: Scenario) -> Iterator[Unit]:
    """Everybody who has a place where the squad is drawn."""
    for player in PLAYERS:
        members = tuple(each for each in scenario.squads[player].members if is_known(rules, each))
        if len(members) < len(scenario.squads[player].members):
            continue
        spots = spots_of(battle, player, side_shown(battle, player))
        for unit, (x, y, z) in zip(units_of(rules, player, members), spots, strict=False):
            yield replace(unit, x_mm=x, y_mm=y, z_mm=z)


# --------------------------------------------------------------------------------------------------------------- the lists


def _panels(rules: Rules, battle: Battle, scenario: Scenario) -> Iterator[Panel]:
    for player in PLAYERS:
        yield Panel(
            f"squad-{player}", name_of(rules, battle, SquadAt(player)), tuple(_squad(rules, battle, player)), player
        )
    if battle.ready:
        yield Panel("ready", say(rules, "panels", "ready"), tuple(_ready(rules, battle)))
    goals = (_row(rules, battle, OBJECTIVE + row.id, row, _objective(rules, row)) for row in battle.objective)
    yield Panel("objectives", say(rules, "panels", "objectives"), tuple(goals))
    pieces = tuple(_row(rules, battle, row.id, row, _heights(rules, row)) for row in battle.terrain)
    title = say(rules, "panels", "pieces", share=share(covered_twice(scenario.terrain), battle.table))
    yield Panel("pieces", title, pieces)
    if battle.pool:
        in_pool = sum(2 * width * depth for width, depth in (row.size for row in battle.pool))
        title = say(rules, "panels", "pool", share=share(in_pool, battle.table))
        yield Panel("pool", title, tuple(_pool(rules, battle)))


def _row(rules: Rules, battle: Battle, thing: str, found: Thing, detail: Text, **more: Any) -> Row:
    return Row(f"row-{thing}", name_of(rules, battle, found), detail, UnitId(thing), **more)


def _squad(rules: Rules, battle: Battle, player: Player) -> Iterator[Row]:
    """The squad, its members, its places on either side, and of each miniature where it is drawn."""
    at, row = SquadAt(player), battle.squads[player]
    way = say(rules, "ways", way_of(row))
    members = own_members(battle, at)
    detail = _sum(rules, members) if members else way
    yield _row(rules, battle, list_id(at), at, detail, side=player)
    yield from _members(rules, battle, at, player)
    for side, spots in battle_places(battle, player).items():
        places = PlacesAt(player, side)
        told = rules.words.counted("workshop_told", "placed", len(spots))
        yield _row(rules, battle, places_id(places), places, told, side=player)
    rows = [row for row in members_of(battle, player) for _ in range(row.count)]
    for mini in shown(battle, player):
        x, y, z = spots_of(battle, player, mini.side)[mini.number]
        symbol = _symbol(rules, rows[mini.number])
        told = say(rules, "told", "at", x=_cm(x), y=_cm(y), z=height(z))
        yield _row(rules, battle, mini_id(mini), mini, told, symbol=symbol, side=player)


def _sum(rules: Rules, members: Sequence[MemberRow]) -> Text:
    """How many there are and what they cost (TD-SQD-05)."""
    cost = cost_of(rules, members)
    told = rules.words.counted("workshop_told", "minis", size_of(members))
    return told if cost is None else joined((told, rules.words.counted("workshop_told", "cost", cost)))


def _members(rules: Rules, battle: Battle, of: SquadAt | ReadyAt, player: Player | None = None) -> Iterator[Row]:
    for number, row in enumerate(own_members(battle, of)):
        at, symbol = MemberAt(of, number), _symbol(rules, row)
        yield _row(rules, battle, member_id(of, number), at, _equipment(rules, row), symbol=symbol, side=player)


def _symbol(rules: Rules, row: MemberRow) -> str | None:
    return symbol_of(rules, row) if is_known(rules, row) else None


def _equipment(rules: Rules, row: MemberRow) -> Text:
    """What an entry is, wears and carries, whether it leads, and what each costs."""
    tables: tuple[tuple[Mapping[str, Any], tuple[str, ...]], ...] = (
        (rules.qualities, (row.quality,)),
        (rules.armours, (row.armour,)),
        (rules.weapons, row.weapons),
    )
    told = [table[code].name if code in table else same(code) for table, codes in tables for code in codes]
    cost = cost_of(rules, (replace(row, count=1),))
    leads = (rules.words.say("signs", "leader"),) if row.leader else ()
    return joined((*told, *leads, *(() if cost is None else (rules.words.counted("workshop_told", "cost", cost),))))


def _ready(rules: Rules, battle: Battle) -> Iterator[Row]:
    """The ready-made squads; one that could not be locked is left out at the table, and says so here (TD-SQD-11)."""
    for number, row in enumerate(battle.ready):
        at, told = ReadyAt(number), _sum(rules, row.members)
        if isinstance(judge_list(rules, row.members), Refusal):
            told = joined((told, say(rules, "told", "left_out")))
        yield _row(rules, battle, list_id(at), at, told)
        yield from _members(rules, battle, at)


def _objective(rules: Rules, row: ObjectiveRow) -> Text:
    return say(rules, "told", "objective", n=row.points, low=height(row.z_min), high=height(row.z_max))


def _heights(rules: Rules, row: PieceRow) -> Text:
    if row.z0 == row.z1:
        return say(rules, "told", "flat", z=height(row.z0)) if row.z0 else say(rules, "told", "level")
    return say(rules, "told", "heights", bottom=height(row.z0), top=height(row.z1))


def _pool(rules: Rules, battle: Battle) -> Iterator[Row]:
    for row in battle.pool:
        width, depth = row.size
        told = say(rules, "told", "plan", width=_cm(width), depth=_cm(depth), top=height(row.z1))
        yield _row(rules, battle, row.id, row, told)
        for number, part in enumerate(row.parts):
            at = PartAt(row, number)
            yield _row(rules, battle, part_id(at), at, say(rules, "told", "top", top=height(part.z1)))


def _cm(length_mm: int) -> Text:
    return decimal(f"{length_mm / 10:g}")


def is_known(rules: Rules, row: Entry) -> bool:
    """Whether the game has what an entry is, wears and carries."""
    is_somebody = row.quality in rules.qualities and row.armour in rules.armours
    return is_somebody and all(weapon in rules.weapons for weapon in row.weapons)
