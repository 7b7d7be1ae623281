"""Stacks as they are drawn: where they lie on their card, their printed line as it counts now and why, their marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from app.engine.scene import Figure, Mark, Stack
from app.engine.types import Text
from app.engine.words import joined, shaped
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.book.tables import Stat
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import touches
from app.systems.open_wars.judge.view import View
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Token
from app.systems.open_wars.words.screen_words import movement_left, spell_name

BODY_DOWN: Final = 39.0
"""The middle of the free part of a card lies this far below the card's own."""

GRIDS: Final = ((2, 1, 110.0), (3, 2, 76.0), (4, 2, 57.0), (4, 3, 53.0), (5, 4, 40.0), (7, 5, 32.0), (12, 8, 19.0))
"""Columns, rows and size of a stack, from few to many on one card."""

LINE: Final[tuple[Stat, ...]] = ("movement", "attack", "range", "initiative")


def places(count: int) -> tuple[float, tuple[tuple[float, float], ...]]:
    """How large ``count`` stacks on a card are drawn, and where, about the card's middle, y to the north."""
    columns, rows, size = next((grid for grid in GRIDS if grid[0] * grid[1] >= count), GRIDS[-1])
    used = min(columns, count)
    filled = -(-count // columns)
    top = -BODY_DOWN + (filled - 1) * size / 2 if filled < rows else -BODY_DOWN + (rows - 1) * size / 2
    left = -(used - 1) * size / 2
    found = tuple((left + (n % columns) * size, top - (n // columns) * size) for n in range(count))
    return size, found


def draw_stacks(field: Field, view: View, cell: str, middle: tuple[float, float]) -> Iterator[Stack]:
    """Every stack on a card, seat by seat in turn order."""
    refs = field.units(cell)
    size, spots = places(len(refs))
    for ref, (dx, dy) in zip(refs, spots, strict=False):
        yield draw_stack(field, view, ref, (middle[0] + dx, middle[1] + dy), size)


def draw_stack(field: Field, view: View, ref: UnitRef, place: tuple[float, float], size: float) -> Stack:
    """One stack."""
    tokens = field.unit(ref)
    kind = field.rules.units[ref.unit]
    return Stack(
        id=ref.id,
        card=ref.cell,
        x=place[0],
        y=place[1],
        size=size * 0.95,
        symbol=ref.unit,
        kind=kind.type,
        kind_name=field.rules.words.say("types", kind.type),
        arms=view.seats[ref.seat].faction,
        side=ref.seat,
        name=kind.name,
        count=len(tokens),
        seat=ref.seat,
        unique=kind.unique,
        pose="wounded" if any(token.wounded for token in tokens) else "normal",
        figures=figures_of(field, ref),
        marks=tuple(marks_of(field, view, tokens)),
        spent=is_spent(field, view, tokens),
        active=is_active(view, ref),
    )


def figures_of(field: Field, ref: UnitRef) -> tuple[Figure, ...]:
    """Movement, attack, range, initiative as they count now, of tokens that differ the least; then the cost."""
    values, names = [(field.values(token), token) for token in field.unit(ref)], field.rules.words.table("numbers")
    found = []
    for stat in LINE:
        value, token = min(((each.of(stat), token) for each, token in values), key=lambda pair: pair[0])
        shift = value - field.kind(token).printed.of(stat)
        found.append(Figure(stat, names[stat], value, shift, tuple(reasons(field, token, stat)) if shift else ()))
    return (*found, Figure("cost", names["cost"], field.rules.units[ref.unit].cost))


def reasons(field: Field, token: Token, stat: Stat) -> Iterator[Text]:
    """What makes a token's value another than the printed one."""
    kind = field.kind(token)
    if field.printed(token).of(stat) != kind.printed.of(stat):
        what = field.rules.words.say("marks", "wounded_side" if token.wounded else "promotion")
        yield _signed(what, field.printed(token).of(stat) - kind.printed.of(stat))
    card = field.card(token.cell)
    for feature in card.features_of("stat_bonus") if card is not None else ():
        reach = field.values(token).range
        if feature.stat == stat and touches(feature, kind) and reach >= (feature.min_range or 0) and card is not None:
            yield _signed(card.name, feature.value)
    for effect in field.marks(token):
        if value := getattr(effect, stat):
            yield _signed(spell_name(field.rules, effect.code), value)


def _signed(name: Text, value: int) -> Text:
    return shaped("{name} {value}", name=name, value=f"{value:+d}") if value else name


def marks_of(field: Field, view: View, tokens: Sequence[Token]) -> Iterator[Mark]:
    """What is the matter with a stack, each by a sign and words; of some of its tokens only, how many."""
    is_moving = view.phase in ("recruit", "movement")
    states = (
        ("wounded", lambda token: token.wounded),
        ("locked", lambda token: is_moving and field.is_locked(token)),
        ("halted", lambda token: is_moving and token.halted),
        ("barred", lambda token: token.barred),
        ("acted", lambda token: token.acted),
    )
    for symbol, holds in states:
        count = sum(1 for token in tokens if holds(token))
        if count:
            yield Mark(symbol, _some(field, field.rules.words.say("marks", symbol), count, len(tokens)))
    yield from _spent_points(field, view, tokens)
    yield from _effects(field, tokens)


def _some(field: Field, text: Text, count: int, of: int) -> Text:
    return text if count == of else field.rules.words.say("marks", "some", text=text, n=count, of=of)


def _spent_points(field: Field, view: View, tokens: Sequence[Token]) -> Iterator[Mark]:
    if view.phase != "movement" or not any(token.spent for token in tokens):
        return
    if all(token.halted or field.is_locked(token) for token in tokens):
        return
    yield Mark("spent", movement_left(field.rules, (field.points_left(token) for token in tokens)))


def _effects(field: Field, tokens: Sequence[Token]) -> Iterator[Mark]:
    """The spells and cards that lie on a stack, with the charges that are left."""
    effects = {effect.id: effect for token in tokens for effect in field.marks(token)}
    own = {token.id for token in tokens}
    for effect in effects.values():
        charges = sum(1 for group in effect.groups if own & set(group))
        symbol = effect.code if effect.source == "spell" else "effect"
        if not effect.groups or charges:
            yield Mark(symbol, spell_name(field.rules, effect.code), max(1, charges))


def is_spent(field: Field, view: View, tokens: Sequence[Token]) -> bool:
    """Whether a stack has nothing more to do in this part of the turn."""
    if view.phase == "combat":
        return all(token.acted for token in tokens)
    if view.phase == "movement" and tokens[0].seat == view.movement:
        return all(token.halted or field.points_left(token) == 0 or field.is_locked(token) for token in tokens)
    return False


def is_active(view: View, ref: UnitRef) -> bool:
    """Whether a stack is what is being worked out: it acts, moves, attacks or casts."""
    for frame in reversed(view.frames):
        match frame:
            case f.SiteFrame(step="act", unit=unit):
                return unit == ref
            case f.AttackFrame(attacker=attacker):
                return attacker == ref
            case f.MoveFrame(seat=seat, unit=unit, cell=cell):
                return UnitRef(cell, seat, unit) == ref
            case f.CastFrame(caster=caster):
                token = view.tokens.get(caster)
                return token is not None and UnitRef(token.cell, token.seat, token.unit) == ref
    return False


def state_words(marks: Sequence[Mark]) -> Text | None:
    """The marks of a stack in one line."""
    return joined(mark.text for mark in marks) if marks else None
