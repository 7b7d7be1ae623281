"""Tokens that nothing tells apart but their ids: whoever names one of them has named any of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from app.systems.open_wars.book.kinds import TokenId, UnitRef
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.fight.hit_checks import token_class
from app.systems.open_wars.position.state import Position, Token
from app.systems.open_wars.turn.prompts import with_points

_TOLD_BY_FRAMES: Final = ("tokens", "acting", "fell", "present", "moved", "caster")
"""Where frames and what they ask name tokens."""


def least_alike(field: Field, position: Position, ids: Sequence[TokenId]) -> tuple[TokenId, ...]:
    """As many tokens of each kind as ``ids`` are, with the least ids there are, in ascending order. ``ids`` are of one unit of a
    seat in one location."""
    first = position.tokens[ids[0]]
    wanted = Counter(_kind(field, position, position.tokens[number]) for number in ids)
    found = []
    for token in sorted(field.unit(UnitRef(first.cell, first.seat, first.unit)), key=lambda token: token.id):
        kind = _kind(field, position, token)
        if wanted[kind] > 0:
            wanted[kind] -= 1
            found.append(token.id)
    return tuple(found)


def least_fallen(position: Position, number: TokenId, among: Collection[TokenId] | None = None) -> TokenId:
    """The fallen token with the least id that is like the one named; ``among``: which may be named at all."""
    named = next(fallen for fallen in position.fallen if fallen.id == number)
    told = _told(position, number)
    return min(
        fallen.id
        for fallen in position.fallen
        if (among is None or fallen.id in among)
        and replace(fallen, id=number) == named
        and _told(position, fallen.id) == told
    )


def _kind(field: Field, position: Position, token: Token) -> tuple[object, ...]:
    """All that any rule reads of a token now: what tells tokens apart for hits, what its next moves go by, and where what is being
    resolved knows of it."""
    entered = token.entered_enemy and position.phase == "movement"
    own = token_class(field, token, with_points=with_points(field, position))
    return (own, token.serpent, entered, _told(position, token.id))


def _told(position: Position, number: TokenId) -> tuple[object, ...]:
    """Where frames, and the attack just resolved, name a token."""
    places: list[object] = []
    for depth, frame in enumerate(position.frames):
        for part in (frame, frame.ask):
            places += [(depth, part is frame, name) for name in _TOLD_BY_FRAMES if _names(part, name, number)]
    last = position.combat.site.last if position.combat is not None and position.combat.site is not None else None
    return (*places, last is not None and number in last.present)


def _names(part: object, name: str, number: TokenId) -> bool:
    value = getattr(part, name, None)
    return number in value if isinstance(value, tuple) else value == number
