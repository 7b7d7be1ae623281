"""What the things of a battle in the making are called."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.types import Text
from app.engine.words import decimal, shaped
from app.engine.workshop.forms import say
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.words import names
from app.systems.tierras_distantes.workshop.document import Battle, MemberRow, ObjectiveRow, PieceRow, PoolRow
from app.systems.tierras_distantes.workshop.things import (
    MemberAt,
    MiniAt,
    PartAt,
    PlacesAt,
    ReadyAt,
    SquadAt,
    Thing,
    members_of,
    mini_id,
    own_members,
    thing_of,
)


def thing_name(rules: Rules, battle: Battle, thing: str) -> Text:
    """What a thing is called; by its id where there is none."""
    found = thing_of(battle, thing)
    return shaped("{id}", id=thing) if found is None else name_of(rules, battle, found)


def name_of(rules: Rules, battle: Battle, thing: Thing) -> Text:
    """What a thing is called: a piece by its number among those of its kind, as at the table, anything else by its own name."""
    match thing:
        case PieceRow():
            return _numbered(rules, thing, battle.terrain)
        case PoolRow():
            return say(rules, "told", "pool", name=_numbered(rules, thing, battle.pool))
        case PartAt(piece, number):
            part = rules.ground[piece.parts[number].kind].name
            return say(rules, "told", "part", name=part, below=name_of(rules, battle, piece))
        case ObjectiveRow(name_es=es, name_en=en):
            return Text(es or en, en or es)
        case MemberAt(of, number):
            return entry_name(rules, own_members(battle, of)[number])
        case _:
            return _squad_name(rules, battle, thing)


def _squad_name(rules: Rules, battle: Battle, thing: SquadAt | ReadyAt | MiniAt | PlacesAt) -> Text:
    match thing:
        case SquadAt(player):
            row, who = battle.squads[player], names.player(rules, player)
            if row.name_es is None or row.name_en is None:
                return who
            return shaped("{who}: {name}", who=who, name=Text(row.name_es, row.name_en))
        case ReadyAt(number):
            ready = battle.ready[number]
            return Text(ready.name_es or ready.name_en, ready.name_en or ready.name_es)
        case MiniAt(player, _, number):
            row_of = [row for row in members_of(battle, player) for _ in range(row.count)]
            return shaped("{name} {id}", name=own_name(rules, row_of[number]), id=mini_id(thing))
        case PlacesAt(player, side):
            return say(rules, "told", "places", who=names.player(rules, player), side=names.side(rules, side))


def _numbered(rules: Rules, piece: PieceRow | PoolRow, among: Iterable[PieceRow | PoolRow]) -> Text:
    name, alike = rules.ground[piece.kind].name, [row.id for row in among if row.kind == piece.kind]
    return name if len(alike) < 2 else shaped("{name} {n}", name=name, n=alike.index(piece.id) + 1)


def own_name(rules: Rules, row: MemberRow) -> Text:
    """What a miniature is called: by its own name, else by its quality."""
    if row.name_es or row.name_en:
        return Text(row.name_es or row.name_en or "", row.name_en or row.name_es or "")
    return rules.qualities[row.quality].name if row.quality in rules.qualities else shaped("{id}", id=row.quality)


def entry_name(rules: Rules, row: MemberRow) -> Text:
    """So many alike: ``6 × Rifleman``."""
    return shaped("{n} × {name}", n=row.count, name=own_name(rules, row))


def share(twice_area: int, table: tuple[int, int]) -> Text:
    """How much of a table is covered, to the tenth of a per cent, rounded down so that less than a third never looks like one."""
    whole = max(1, 2 * table[0] * table[1])
    per_mille = 1000 * twice_area // whole
    return decimal(f"{per_mille / 10:g}")
