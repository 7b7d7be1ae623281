"""Reading a battle that somebody sent: every field of the right kind, nothing that the game does not have, said in one way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from app.engine.play import decode
from app.engine.refusal import FieldError, InvalidInput
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.geometry import CardRows
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.opening.battle import (
    MOST_CELLS,
    MOST_IN_STACK,
    Battle,
    BonusRow,
    ForceRow,
    Players,
    ReplaceRow,
    SpawnRow,
    TwoLivesRow,
    cells_by_die,
)


def read(book: Book, raw: object) -> Battle:
    """A battle as somebody sent it. Raises ``InvalidInput`` naming every wrong field."""
    battle: Battle = decode(Battle, raw, "battle")
    rules = book.rules()
    errors = [
        *_of_words(battle),
        *_of_map(rules, battle.map),
        *_of_names(book, rules, battle),
        *_of_modifiers(rules, battle),
    ]
    options = {}
    for code, value in battle.options.items():
        try:
            options[code] = book.resolve({code: value})[code]
        except InvalidInput as error:
            errors += [FieldError(f"battle.{each.field}"[:120], each.expected, each.found) for each in error.errors]
    if errors:
        raise InvalidInput(errors)
    return _tidy(replace(battle, options=options))


def _tidy(battle: Battle) -> Battle:
    """The same battle said in one way: each stack and each point cell once, as many players as seats, no map beside a random one."""
    victory = battle.victory
    if victory.control_points is not None:
        points = {row.at: row for row in victory.control_points.cells}
        victory = replace(victory, control_points=replace(victory.control_points, cells=tuple(points.values())))
    victory = replace(victory, kinds=tuple(dict.fromkeys(victory.kinds)))
    seats = tuple(replace(seat, forces=_stacked(seat.forces)) for seat in battle.seat)
    players = Players(len(seats), len(seats)) if seats else battle.players
    rows = () if battle.map_generator else battle.map
    tidy = replace(battle, victory=victory, seat=seats, players=players, map=rows)
    return replace(tidy, starts_by_players=(), unused_start_becomes=None) if seats else tidy


def _stacked(forces: tuple[ForceRow, ...]) -> tuple[ForceRow, ...]:
    found: dict[tuple[str, str], ForceRow] = {}
    for force in forces:
        known = found.get((force.at, force.unit))
        count = force.count if known is None else min(MOST_IN_STACK, known.count + force.count)
        found[force.at, force.unit] = replace(force, count=count)
    return tuple(found.values())


def _of_words(battle: Battle) -> Iterator[FieldError]:
    """What could make a line say something else: breaks, and marks that turn the direction of what follows."""
    for name in ("name_es", "name_en", "summary_es", "summary_en"):
        if not getattr(battle, name).isprintable():
            yield FieldError(f"battle.{name}", "text without control characters", "some")


def _of_map(rules: Rules, rows: CardRows) -> Iterator[FieldError]:
    width = max((len(row) for row in rows), default=0)
    if len(rows) * width > MOST_CELLS:
        yield FieldError("battle.map", f"up to {MOST_CELLS} cells", str(len(rows) * width))
    for number, row in enumerate(rows):
        if len(row) != width or not row:
            yield FieldError(f"battle.map[{number}]", f"{max(1, width)} cells, like every row", str(len(row)))
        for column, code in enumerate(row):
            if code and code not in rules.cards:
                yield FieldError(f"battle.map[{number}][{column}]", "the code of a card", repr(code)[:100])


def _of_names(book: Book, rules: Rules, battle: Battle) -> Iterator[FieldError]:
    """Units, factions, cards and options that the game does not have."""
    factions = {code for code, faction in rules.factions.items() if not faction.neutral}
    for path, unit in _units_of(battle):
        if unit not in rules.units:
            yield FieldError(f"battle.{path}", "the code of a unit", repr(unit))
    named = [(f"seat[{n}].faction", seat.faction) for n, seat in enumerate(battle.seat)]
    named += [(f"modifier[{n}].faction", m.faction) for n, m in enumerate(battle.modifier) if isinstance(m, BonusRow)]
    named += [
        (f"victory.sided[{n}].faction", x.faction) for n, x in enumerate(battle.victory.sided) if x.faction is not None
    ]
    for path, faction in named:
        if faction not in factions:
            yield FieldError(f"battle.{path}", "one of " + ", ".join(sorted(factions)), repr(faction))
    if battle.unused_start_becomes is not None and battle.unused_start_becomes not in rules.cards:
        yield FieldError("battle.unused_start_becomes", "the code of a card", repr(battle.unused_start_becomes))
    if len({row.players for row in battle.starts_by_players}) < len(battle.starts_by_players):
        yield FieldError("battle.starts_by_players", "each number of players once", str(len(battle.starts_by_players)))
    for number, event in enumerate(battle.event):
        path = f"battle.event[{number}].at"
        if isinstance(event, SpawnRow) and event.at.startswith("option:"):
            option = book.option_rows.get(event.at.removeprefix("option:"), {})
            if not option.get("scenario"):
                yield FieldError(path, "an option of a scenario", event.at)
        if isinstance(event, SpawnRow) and event.at.startswith("die:") and not cells_by_die(event.at):
            yield FieldError(path, 'cells by die, such as "die: 1 = B1, 2 = C2"', event.at)


def _units_of(battle: Battle) -> Iterator[tuple[str, str]]:
    for number, seat in enumerate(battle.seat):
        yield from ((f"seat[{number}].forces[{n}].unit", force.unit) for n, force in enumerate(seat.forces))
    for number, event in enumerate(battle.event):
        if isinstance(event, TwoLivesRow):
            yield f"event[{number}].unit", event.unit
        else:
            yield from ((f"event[{number}].units[{n}].unit", force.unit) for n, force in enumerate(event.units))
    for number, line in enumerate(battle.victory.sided):
        if line.unit is not None:
            yield f"victory.sided[{number}].unit", line.unit


_NEEDS: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = MappingProxyType(
    {
        kind: (frozenset(needed), frozenset(allowed))
        for kind, needed, allowed in (
            ("stat_bonus", {"stat", "value"}, {"types", "factions", "max_cost", "min_range"}),
            ("no_stop", {"types"}, set()),
            ("stop_on_entry", set(), {"except_types"}),
            ("no_ranged_attack_from_outside", set(), set()),
            ("no_attack_turn_of_entry", set(), set()),
            ("weather_roll", {"on", "fail", "stat", "value"}, {"except_types"}),
            ("on_entry_movement", {"value"}, {"types"}),
            ("start_movement_bonus", {"value"}, {"types"}),
            ("auto_hit", {"value"}, {"types"}),
            ("hit_save", {"success"}, {"types"}),
            ("spell_discount", {"value"}, set()),
            ("entry_cost_mod", {"value"}, {"factions"}),
            ("income_if_unit", {"mana"}, {"types"}),
            ("allow_entry", {"types"}, {"enter_from"}),
            ("resurrect", {"factions", "pay", "per_turn"}, set()),
        )
    }
)
"""The fields that an effect of each kind needs, and those that it may have besides (OW-CARD)."""


def _of_modifiers(rules: Rules, battle: Battle) -> Iterator[FieldError]:
    for number, modifier in enumerate(battle.modifier):
        for n, feature in enumerate(modifier.features if isinstance(modifier, ReplaceRow) else ()):
            path = f"battle.modifier[{number}].features[{n}]"
            if feature.kind not in _NEEDS:
                yield FieldError(f"{path}.kind", "one of " + ", ".join(_NEEDS), feature.kind[:100])
                continue
            needed, allowed = _NEEDS[feature.kind]
            given = set(msgspec.to_builtins(feature)) - {"kind"}
            if not needed <= given <= needed | allowed:
                words = ", ".join(sorted(needed)) or "no fields"
                yield FieldError(
                    path, f"{words}; perhaps {', '.join(sorted(allowed)) or 'nothing'}", ", ".join(sorted(given))
                )
            if not set(feature.factions or ()) <= rules.factions.keys():
                yield FieldError(f"{path}.factions", "codes of factions", ", ".join(feature.factions or ())[:100])
