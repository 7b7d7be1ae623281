"""What an attack leads to, worked out exactly: how many hits, who falls, and what those who are left answer (sections 12, 13).

Counted are the dice, automatic hits, Savage Blow, and all that may stop a hit; what somebody could still cast is not. Where the
defender chooses between tokens of one cost, those who strike back least fall first. Values count as they do now, and the answer is
taken to follow at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final

import msgspec
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Cell, UnitRef
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import automatic_hits, saves_of
from app.systems.open_wars.fight.hit_checks import GRACE, MITHRIL, SAVAGE_BLOW, SHIELD, WALLS, effects_on
from app.systems.open_wars.fight.site_list import able
from app.systems.open_wars.position.state import Token

DIE: Final = 6

Spread = Mapping[int, Fraction]
"""The chance of every number of hits."""


class Body(msgspec.Struct, frozen=True):
    """A unit as hits come to it and as it strikes: of each token, the first to fall first, the Attack it has left to strike with at
    each number of hit points left, the lowest number first (0: it does not strike). ``charges`` stop a hit each, ``grace`` is the
    chance that the first one is stopped by its try, ``save`` that the card stops any; ``mithril``: only one loses anything."""

    tokens: tuple[tuple[int, ...], ...]
    automatic: int = 0
    extra: tuple[Fraction, ...] = ()
    charges: int = 0
    grace: Fraction = Fraction(0)
    save: Fraction = Fraction(0)
    mithril: bool = False

    @property
    def hit_points(self) -> int:
        """All that its tokens have left."""
        return sum(map(len, self.tokens))

    @property
    def blows(self) -> tuple[int, ...]:
        """The Attack of every die that it rolls."""
        return tuple(token[-1] for token in self.tokens if token[-1])

    def hurt(self) -> Body:
        """With a hit point less: the first token is wounded, or falls."""
        first = self.tokens[0][:-1]
        return replace(self, tokens=(first, *self.tokens[1:]) if first else self.tokens[1:])


Stack = tuple[Body, ...]
"""The units of a seat in a location, in the order in which they take hits."""


# what there is


def body_of(field: Field, ref: UnitRef, graced: Collection[UnitRef] | None = ()) -> Body:
    """A unit as it stands; ``graced``: those that have had their try of Elven Grace in this combat, ``None`` while there is none."""
    tokens, kind, card = field.unit(ref), field.rules.units[ref.unit], field.card(ref.cell)
    ids = {token.id for token in tokens}
    charges = [group for e in field.effects if e.code in (WALLS, SHIELD) for group in e.groups if ids & set(group)]
    has_try = bool(effects_on(field, ref, GRACE)) and graced is not None and ref not in graced
    let_through = Fraction(1)
    for faces in saves_of(card, kind) if card is not None else ():
        let_through *= 1 - Fraction(len(faces), DIE)
    strikers = able(tokens)
    is_purified = field.is_purified(strikers)
    return Body(
        tokens=tuple(sorted(_blows(field, token) for token in tokens)),
        automatic=automatic_hits(card, kind) if card is not None and strikers and not is_purified else 0,
        extra=() if is_purified else extra_dice(field, ref),
        charges=len(charges),
        grace=Fraction(len(field.rules.spells[GRACE].effect["first_hit_save"]), DIE) if has_try else Fraction(0),
        save=1 - let_through,
        mithril=bool(effects_on(field, ref, MITHRIL)),
    )


def _blows(field: Field, token: Token) -> tuple[int, ...]:
    """What a token strikes with, wounded and whole."""
    states = (token,) if field.hit_points(token) == 1 else (replace(token, wounded=True), token)
    return tuple(min(DIE, field.values(state).attack) if able((state,)) else 0 for state in states)


def extra_dice(field: Field, ref: UnitRef) -> tuple[Fraction, ...]:
    """The chance of every more die that Savage Blow gives for a hit (OW-SPELL-31)."""
    success = field.rules.spells[SAVAGE_BLOW].effect["extra_die_per_hit_success"]
    return tuple(Fraction(len(success), DIE) for _ in effects_on(field, ref, SAVAGE_BLOW))


def stack_of(field: Field, cell: Cell, seat: Seat, graced: Collection[UnitRef] | None = ()) -> Stack:
    """A seat's units in a location, the cheapest first, of those the ones that strike back least (OW-HIT-03)."""
    refs = [ref for ref in field.units(cell) if ref.seat == seat]
    found = [(field.rules.units[ref.unit].cost, body_of(field, ref, graced)) for ref in refs]
    return tuple(body for _, body in sorted(found, key=lambda each: (each[0], sum(each[1].blows))))


# what comes of it


def hits_of(blows: Sequence[int], automatic: int = 0, extra: Sequence[Fraction] = ()) -> Spread:
    """The hits of an attack with these Attacks: each die hits with its own or less; for each base hit a die of every ``extra``
    (OW-ATK-03, OW-ATK-04, OW-SPELL-31)."""
    base: dict[int, Fraction] = {automatic: Fraction(1)}
    for value in blows:
        base = _one_more(base, Fraction(value, DIE))
    found: dict[int, Fraction] = {}
    for hits, chance in base.items():
        more = {hits: chance}
        for success in extra:
            for _ in range(hits):
                more = _one_more(more, success)
        for total, part in more.items():
            found[total] = found.get(total, Fraction(0)) + part
    return found


def _one_more(spread: Spread, chance: Fraction) -> dict[int, Fraction]:
    """With one die more that hits with this chance."""
    found: dict[int, Fraction] = {}
    for hits, before in spread.items():
        for more, part in ((0, 1 - chance), (1, chance)):
            if part:
                found[hits + more] = found.get(hits + more, Fraction(0)) + before * part
    return found


def expected(spread: Spread) -> Fraction:
    """The mean of a spread."""
    return sum((hits * chance for hits, chance in spread.items()), Fraction(0))


class Struck(msgspec.Struct, frozen=True):
    """A stack while the hits of one attack are settled: how many each unit can still take, and which have lost a hit point."""

    stack: Stack
    room: tuple[int, ...]
    lost: frozenset[int] = frozenset()


def after(stack: Stack, hits: Spread) -> dict[Stack, Fraction]:
    """What may be left of a stack after an attack, and how likely each is (OW-HIT-03, OW-HIT-04, OW-HIT-05,
    OW-HIT-06, OW-HIT-07, OW-HIT-08, OW-HIT-09, OW-HIT-10, OW-HIT-11)."""
    now = {Struck(stack, tuple(body.hit_points for body in stack)): Fraction(1)}
    found: dict[Stack, Fraction] = {}
    for number in range(max(hits, default=0) + 1):
        for struck, chance in now.items():
            found[struck.stack] = found.get(struck.stack, Fraction(0)) + chance * hits.get(number, Fraction(0))
        following: dict[Struck, Fraction] = {}
        for struck, chance in now.items():
            for each, part in _hit(struck):
                following[each] = following.get(each, Fraction(0)) + chance * part
        now = following
    return {each: chance for each, chance in found.items() if chance}


def _hit(struck: Struck) -> list[tuple[Struck, Fraction]]:
    """What one hit may do (OW-HIT-06, OW-HIT-07, OW-HIT-08, OW-HIT-09, OW-HIT-10)."""
    n = next((n for n, room in enumerate(struck.room) if room and struck.stack[n].tokens), None)
    if n is None:
        return [(struck, Fraction(1))]
    body = struck.stack[n]
    if body.charges:
        return [(_with(struck, n, replace(body, charges=body.charges - 1)), Fraction(1))]
    tried = replace(body, grace=Fraction(0))
    through = (1 - body.grace) * (1 - body.save)
    room = tuple(room - (k == n) for k, room in enumerate(struck.room))
    cut_off = body.mithril and n in struck.lost
    hurt = _with(replace(struck, room=room, lost=struck.lost | {n}), n, tried if cut_off else tried.hurt())
    return [each for each in ((_with(struck, n, tried), 1 - through), (hurt, through)) if each[1]]


def _with(struck: Struck, n: int, body: Body) -> Struck:
    return replace(struck, stack=(*struck.stack[:n], body, *struck.stack[n + 1 :]))


def tokens_in(stack: Stack) -> int:
    """How many tokens there are."""
    return sum(len(body.tokens) for body in stack)


class Outlook(msgspec.Struct, frozen=True):
    """What an attack leads to: the hits, the chance that any token falls and that all do, how many fall on average; and the answer
    of those left in the same location: its hits on average, and the chance that it fells any of the attacker's seat. ``answer`` is
    ``None`` if nobody there can strike back."""

    hits: Spread
    any_falls: Fraction
    all_fall: Fraction
    lost: Fraction
    answer: Fraction | None = None
    loss: Fraction = Fraction(0)


def outlook(hits: Spread, attacked: Stack, own: Stack, *, answers: bool) -> Outlook:
    """The whole of an attack on a stack; ``answers``: those attacked share the location and have their go after it."""
    before = tokens_in(attacked)
    left = after(attacked, hits)
    any_falls = sum((chance for stack, chance in left.items() if tokens_in(stack) < before), Fraction(0))
    all_fall = sum((chance for stack, chance in left.items() if not tokens_in(stack)), Fraction(0))
    lost = sum((chance * (before - tokens_in(stack)) for stack, chance in left.items()), Fraction(0))
    found = Outlook(hits, any_falls, all_fall, lost)
    if not answers or not any(body.blows for body in attacked):
        return found
    answer = loss = Fraction(0)
    known: dict[tuple[object, ...], tuple[Fraction, Fraction]] = {}
    for stack, chance in left.items():
        key = tuple((body.blows, body.automatic, body.extra) for body in stack if body.blows)
        if key not in known:
            known[key] = _answer(stack, own)
        answer, loss = answer + chance * known[key][0], loss + chance * known[key][1]
    return replace(found, answer=answer, loss=loss)


def _answer(stack: Stack, own: Stack) -> tuple[Fraction, Fraction]:
    """What a stack strikes back, one unit after the other: its hits on average, and the chance that any token falls."""
    total, before, now = Fraction(0), tokens_in(own), {own: Fraction(1)}
    for body in stack:
        if not body.blows:
            continue
        hits = hits_of(body.blows, body.automatic, body.extra)
        total += expected(hits)
        following: dict[Stack, Fraction] = {}
        for each, chance in now.items():
            for left, part in after(each, hits).items():
                following[left] = following.get(left, Fraction(0)) + chance * part
        now = following
    return total, sum((chance for each, chance in now.items() if tokens_in(each) < before), Fraction(0))
