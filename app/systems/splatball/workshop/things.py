"""What can be set of the single things of a battle in the making: pieces, units, seats, ambushes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.engine.types import Text, UnitId
from app.engine.words import shaped
from app.engine.workshop.forms import NONE, form_of, say
from app.systems.splatball.book.kinds import AWAY, EDGES, FOOT_KINDS, KINDS, FootKind, PieceId, PieceKind, UnitKind
from app.systems.splatball.book.scenarios import ScenarioMarker, ScenarioPiece, ScenarioSeat, ScenarioUnit
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.park.aboard import has_places
from app.systems.splatball.words.names import cell, kind_name, piece_name, unit_name
from app.systems.splatball.workshop.document import (
    MOST_NUMBER,
    MOST_POOL,
    Battle,
    ambushed,
    base_of,
    next_unit_id,
    piece_of,
    seat_of,
    unit_of,
    with_scenery,
    with_seat,
    with_unit,
)
from app.systems.splatball.workshop.forms import Put, Setting, facing_names, gang, seat_names

LAID: Final[tuple[PieceKind, ...]] = ("hedge", "rocks", "playground", "tree", "phone", "fountain", "treehouse")
"""Pieces that belong to nobody."""
MOST_OF_A_KIND: Final = 12
BOARD: Final = "board"
"""Of a unit that rides in nothing."""


def settings_of(rules: Rules, battle: Battle, thing: str) -> Iterator[Setting]:
    """What can be set of a thing; nothing of a square, a gap, a fence, headquarters. Raises ``InvalidInput`` for what is not there."""
    if (piece := piece_of(battle, thing)) is not None:
        return _piece(rules, battle, piece)
    if (seat := seat_of(battle, thing)) is not None:
        return _seat(rules, battle, seat)
    if (standing := unit_of(battle, thing)) is not None:
        return _unit(rules, battle, *standing)
    if (hidden := ambushed(battle, thing)) is not None:
        return _ambush(rules, battle, hidden[0])
    if base_of(battle, thing) is not None or is_ground(thing):
        return iter(())
    raise InvalidInput.at("thing", "the id of a thing of the battle", thing)


def is_ground(thing: str) -> bool:
    """Whether an id is that of a square, of a segment of fence, or of a gap."""
    head = thing.split("-")[0].split(".")[0]
    return head in ("fence", "gap") or (all(part.isdigit() for part in thing.split(",")) and thing.count(",") == 1)


# ------------------------------------------------------------------------------------------------------------------ pieces


def _piece(rules: Rules, battle: Battle, piece: ScenarioPiece) -> Iterator[Setting]:
    def put(changed: ScenarioPiece) -> Battle:
        return with_scenery(
            battle, pieces=tuple(changed if each.id == piece.id else each for each in battle.scenery.pieces)
        )

    form = form_of(rules, piece.id, piece, put)
    yield form.choice(
        "kind", {kind: piece_name(rules, kind) for kind in LAID}, label=say(rules, "fields", "piece_kind")
    )
    owner = marker_of(battle, piece.id)
    owners = {NONE: say(rules, "values", "no_marker"), **seat_names(rules, battle)}
    yield form.choice(
        "marker",
        owners,
        value=None if owner is None else str(owner),
        put=lambda code: with_marker(battle, piece.id, None if code == NONE else int(code)),
    )


def marker_of(battle: Battle, piece: PieceId) -> int | None:
    """Whose marker lies on a piece."""
    return next((each.owner for each in battle.scenery.objective_markers if each.piece == piece), None)


def with_marker(battle: Battle, piece: PieceId, owner: int | None) -> Battle:
    """The battle with a seat's marker on a piece, or without one there."""
    rest = tuple(each for each in battle.scenery.objective_markers if each.piece != piece)
    markers = rest if owner is None else (*rest, ScenarioMarker(piece, owner))
    return with_scenery(battle, objective_markers=markers)


# ------------------------------------------------------------------------------------------------------------------- units


def _unit(rules: Rules, battle: Battle, row: ScenarioSeat, unit: ScenarioUnit) -> Iterator[Setting]:
    def put(changed: ScenarioUnit) -> Battle:
        return with_unit(battle, row, changed)

    form, kind = form_of(rules, unit.id, unit, put), rules.units[unit.type]
    kinds: dict[str, Text] = {name: kind_name(rules, name) for name in KINDS}
    yield form.choice(
        "type",
        kinds,
        put=lambda name: put(replace(unit, type=name, lives=None, damage=None)),
        label=say(rules, "fields", "unit_kind"),
    )
    yield form.choice(
        "seat", seat_names(rules, battle), value=str(row.seat), put=lambda code: _of_seat(battle, row, unit, int(code))
    )
    yield form.choice("facing", facing_names(rules), value=unit.facing or away_of(row))
    if kind.is_foot:
        yield form.number("lives", 1, kind.lives, value=kind.lives if unit.lives is None else unit.lives)
        yield form.choice("in", _vehicles(rules, row), value=unit.inside or BOARD, put=_rider(put, unit))
    else:
        yield form.number("damage", 0, kind.damage_to_eliminate - 1, value=unit.damage or 0)


def away_of(row: ScenarioSeat) -> str:
    """The way a seat's units look where nothing is said (SPL-DEP-07)."""
    return "N" if row.edge == "free" else AWAY[row.edge]


def _vehicles(rules: Rules, row: ScenarioSeat) -> dict[str, Text]:
    riding: dict[str, Text] = {
        unit.id: unit_name(rules, unit.type, unit.id) for unit in row.units if has_places(rules.units[unit.type])
    }
    return {BOARD: say(rules, "values", "on_board"), **riding}


def _rider(put: Put, unit: ScenarioUnit) -> Put:
    """Goes aboard; whoever gets off stands nowhere until it is put somewhere."""
    return lambda code: put(
        replace(unit, inside=None) if code == BOARD else replace(unit, inside=UnitId(code), at=None)
    )


def _of_seat(battle: Battle, row: ScenarioSeat, unit: ScenarioUnit, number: int) -> Battle:
    """The unit is another seat's, under that one's next number."""
    if number == row.seat:
        return battle
    battle = with_seat(battle, replace(row, units=tuple(each for each in row.units if each.id != unit.id)))
    other = battle.seat[number]
    moved = replace(unit, id=next_unit_id(other), inside=None)
    return with_seat(battle, replace(other, units=(*other.units, moved)))


def _ambush(rules: Rules, battle: Battle, row: ScenarioSeat) -> Iterator[Setting]:
    """What is said of all squares of an ambush together (SPL-CAMO-10, SPL-CAMO-12)."""
    ambush = row.ambush
    assert ambush is not None
    form = form_of(rules, ambush.ids[0], ambush, lambda changed: with_seat(battle, replace(row, ambush=changed)))
    yield form.choice("facing", facing_names(rules))


# ------------------------------------------------------------------------------------------------------------------- seats


def _seat(rules: Rules, battle: Battle, row: ScenarioSeat) -> Iterator[Setting]:
    def put(changed: ScenarioSeat) -> Battle:
        return with_seat(battle, changed)

    form = form_of(rules, f"seat.{row.seat}", row, put)
    edges: dict[str, Text] = {
        "free": say(rules, "values", "free_edge"),
        **{edge: rules.words.say("edges", edge) for edge in EDGES},
    }
    yield form.choice("edge", edges)
    if battle.deployment == "free":
        for kind in KINDS:
            label = say(rules, "fields", "army", kind=kind_name(rules, kind))
            count = row.suggested_army.get(kind, 0)
            yield form.number(
                f"army_{kind}",
                0,
                MOST_OF_A_KIND,
                label=label,
                value=min(count, MOST_NUMBER),
                put=_army(battle, row, kind),
            )
    if row.ambush is not None:
        for foot in FOOT_KINDS:
            label = say(rules, "fields", "pool", kind=kind_name(rules, foot))
            count = row.ambush.pool.count(foot)
            yield form.number(f"pool_{foot}", 0, MOST_POOL // 2, label=label, value=count, put=_pool(battle, row, foot))


def _army(battle: Battle, row: ScenarioSeat, kind: UnitKind) -> Put:
    def put(count: int) -> Battle:
        army: dict[UnitKind, int] = {name: count if name == kind else row.suggested_army.get(name, 0) for name in KINDS}
        return with_seat(battle, replace(row, suggested_army={name: n for name, n in army.items() if n}))

    return put


def _pool(battle: Battle, row: ScenarioSeat, kind: FootKind) -> Put:
    """The pool with so many of a kind, those of it that come first staying where they are."""
    ambush = row.ambush
    assert ambush is not None

    def put(count: int) -> Battle:
        kept: list[FootKind] = []
        for each in ambush.pool:
            if each != kind or kept.count(kind) < count:
                kept.append(each)
        pool = (*kept, *[kind] * (count - kept.count(kind)))[:MOST_POOL]
        return with_seat(battle, replace(row, ambush=replace(ambush, pool=pool)))

    return put


def thing_name(rules: Rules, battle: Battle, thing: str) -> Text:
    """A thing in words: what it is and where."""
    piece, unit, base = piece_of(battle, thing), unit_of(battle, thing), base_of(battle, thing)
    if piece is not None:
        return shaped("{what} {where}", what=piece_name(rules, piece.kind), where=cell(piece.at))
    if base is not None:
        return shaped("{what} {where}", what=piece_name(rules, base.kind), where=gang(rules, base.seat))
    if unit is not None:
        row, own = unit
        return shaped("{what} · {whose}", what=unit_name(rules, own.type, own.id), whose=gang(rules, row.seat))
    found = ambushed(battle, thing)
    if found is not None:
        row, ambush, number = found
        return say(rules, "drawn", "ambush", who=gang(rules, row.seat), cell=cell(ambush.squares[number]))
    return shaped("{what}", what=thing)
