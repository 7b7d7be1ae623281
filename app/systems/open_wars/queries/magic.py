"""The question whether a spell may be cast (``cast_check``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec.structs import replace

from app.engine.asking import Answer
from app.engine.refusal import InvalidInput
from app.systems.open_wars.book.kinds import Cell, Name, SiteKind, Target, UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.magic import cast_rules
from app.systems.open_wars.magic.asking import CastIn
from app.systems.open_wars.magic.spell_targets import Against, Attacked, Occasion
from app.systems.open_wars.position.state import Fallen, Token
from app.systems.open_wars.queries import inputs as ask
from app.systems.open_wars.queries.inputs import Pieces

MAGIC: Final = ask.questions()

Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)]


class _Caster(msgspec.Struct, frozen=True):
    seat: ask.SeatNumber
    unit: Name
    at: Cell
    effects: ask.Changes = ()


class _Target(msgspec.Struct, frozen=True):
    at: Cell | None = None
    unit: Name | None = None
    seat: ask.SeatNumber | None = None
    wounded: bool = False
    effects: ask.Changes = ()
    path: ask.Path | None = None
    to: Cell | None = None
    fallen: Name | None = None


class _Against(msgspec.Struct, frozen=True):
    cast_from: Cell | None = None
    target_cells: ask.Path = ()


class _Site(msgspec.Struct, frozen=True):
    kind: SiteKind
    at: Cell


class _LastAttack(msgspec.Struct, frozen=True):
    seat: ask.SeatNumber
    at: Cell
    losses: ask.Tally = {}


class _CastCheck(msgspec.Struct, frozen=True):
    map: ask.MapRows
    tokens: ask.Groups
    caster: _Caster
    spell: Name
    mana: ask.Natural
    window: CastIn
    target: _Target = _Target()
    against: _Against | None = None
    site: _Site | None = None
    last_attack: _LastAttack | None = None
    used_this_turn: Names = ()
    converged_last_turn: Names = ()
    free: bool = False
    sides: ask.Sides = ()
    turn_order: ask.SeatNumbers = ()
    options: ask.Options = {}


@MAGIC.of_options
def _cast_check(rules: Rules, *, asked: _CastCheck) -> Answer:
    spell = ask.spell_of(rules, asked.spell, "given.spell")
    rows = ask.rows_of(rules, asked.map, "given.map")
    pieces = ask.pieces_of(rules, rows, asked.tokens, "given.tokens")
    who = ask.Group(asked.caster.seat, asked.caster.unit, asked.caster.at)
    ask.check_group(rules, rows, who, "given.caster")
    ids = _standing(pieces, UnitRef(who.at, ask.seat_of(who.seat), who.unit))
    on_map = bool(ids)
    ids = ids or pieces.add(who)
    pieces.add_to_values(ids[:1], asked.caster.effects)
    _mark_target(rules, pieces, asked.target)
    seats = [asked.caster.seat] if asked.target.seat is None else [asked.caster.seat, asked.target.seat]
    ask.sides_of(asked.sides, seats)
    field = ask.field_of(rules, rows, pieces, asked.sides, ask.order_of(rules, asked.turn_order, "given.turn_order"))
    caster, occasion = field.tokens[ids[0]], _occasion(field, asked)
    if not on_map:
        refusal = cast_rules.able_refusal(field, caster, spell, occasion)
        return ask.verdict(refusal or cast_rules.NO_MANA, "legal")
    refusal = cast_rules.cast_refusal(field, caster, spell, _target_of(asked.target), occasion)
    if refusal is not None:
        return ask.verdict(refusal, "legal")
    return {"legal": True, "cost": cast_rules.mana_of(field, caster, spell, occasion)}


def _standing(pieces: Pieces, ref: UnitRef) -> tuple[int, ...]:
    return tuple(number for number, token in pieces.tokens.items() if _ref(token) == ref)


def _ref(token: Token) -> UnitRef:
    return UnitRef(token.cell, token.seat, token.unit)


def _target_of(target: _Target) -> Target:
    seat = None if target.seat is None else ask.seat_of(target.seat)
    return Target(cell=target.at, seat=seat, unit=target.unit, path=target.path, to=target.to)


def _mark_target(rules: Rules, pieces: Pieces, target: _Target) -> None:
    """The wounded side and the changes that the question gives the unit it aims at."""
    ref = _target_of(target).ref
    ids = _standing(pieces, ref) if ref is not None else ()
    if target.wounded and (ref is None or ref.unit not in rules.units or not rules.units[ref.unit].is_two_sided):
        raise InvalidInput.at("given.target.wounded", "false: the unit has one side", True)
    pieces.add_to_values(ids, target.effects)
    for number in ids:
        if target.wounded:
            pieces.tokens[number] = replace(pieces.tokens[number], wounded=True)


def _occasion(field: Field, asked: _CastCheck) -> Occasion:
    caster_seat = ask.seat_of(asked.caster.seat)
    last = asked.last_attack
    attacked = None
    scored: Sequence[tuple[Any, Cell]] = ()
    if last is not None:
        attacked = Attacked(ask.seat_of(last.seat), last.at, last.losses)
        if last.losses and field.are_enemies(caster_seat, attacked.seat):
            scored = ((caster_seat, last.at),)
    against = None
    if asked.against is not None:
        source = () if asked.against.cast_from is None else (asked.against.cast_from,)
        against = Against((*source, *asked.against.target_cells), lasting=asked.window != "dispel")
    fallen = asked.target.fallen
    if fallen is not None:
        ask.unit_of(field.rules, fallen, "given.target.fallen")
    return Occasion(
        moment=asked.window,
        mana=asked.mana,
        free="convergence" if asked.free else "none",
        used=asked.used_this_turn,
        converged_before=asked.converged_last_turn,
        site=None if asked.site is None else (asked.site.kind, asked.site.at),
        last=attacked,
        scored=tuple(scored),
        against=against,
        fallen=None if fallen is None else Fallen(0, fallen, caster_seat, asked.target.at or ""),
    )
