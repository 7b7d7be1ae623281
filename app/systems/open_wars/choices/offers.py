"""What a seat may do now, in a fixed order: everything countable as examples, lists as a domain with legal examples.

Resigning and draws are the room's and never among the offers. Every example has been through the judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final

from app.engine.offering import MOST_EXAMPLES, Example, Offering
from app.engine.offers import Domain, Fields, Input, Offer, Waiver
from app.engine.types import Action, Seat, Text, UnitId
from app.engine.words import joined, same, shaped
from app.systems.open_wars.book.geometry import card_at, reading_order
from app.systems.open_wars.book.kinds import Free, Target, TokenId, UnitRef
from app.systems.open_wars.book.tables import Spell
from app.systems.open_wars.choices.bearing import bears
from app.systems.open_wars.choices.offers_lists import muster_domain, muster_examples, recruit_domain, recruit_examples
from app.systems.open_wars.choices.offers_moves import move_domain, move_examples
from app.systems.open_wars.field.values import spell_cost
from app.systems.open_wars.fight.site_list import targets
from app.systems.open_wars.fight.sites import ready
from app.systems.open_wars.judge.acts import Moment, approach_of, check
from app.systems.open_wars.magic.asking import CastIn
from app.systems.open_wars.magic.cast_rules import spells_of
from app.systems.open_wars.magic.castable import casts, ways_to_pay
from app.systems.open_wars.magic.occasions import moment_of
from app.systems.open_wars.moves.paths import retreat_cells
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Token
from app.systems.open_wars.turn.machine import waiting_for
from app.systems.open_wars.turn.prompts import pact_tokens
from app.systems.open_wars.words.labels import of_unit, place, token_state
from app.systems.open_wars.words.screen_words import player, unit_name

PLACED: Final = Domain(fields=Fields(cell="cell", seat="seat"))
"""Whoever of a seat is in a cell is aimed at."""


def offers(moment: Moment, seat: Seat, unit: UnitId | None = None) -> tuple[Offer, ...]:
    """Everything a seat may do, or what it may do with one unit."""
    if seat not in waiting_for(moment.position):
        return ()
    return tuple(offer for offer in _Offering(moment, seat).all(unit) if unit is None or offer.unit == unit)


class _Offering(Offering):
    """Makes the offers of one seat at one moment."""

    def __init__(self, moment: Moment, seat: Seat) -> None:
        super().__init__(lambda action: check(moment, seat, action) is None, partial(moment.rules.words.say, "actions"))
        self.moment = moment
        self.seat = seat
        self.rules, self.position, self.field = moment

    def all(self, unit: UnitId | None) -> Iterator[Offer]:
        """Every offer; with a unit, what is another unit's may be left out."""
        top = self.moment.top
        if isinstance(top, f.OrdersFrame):
            yield from self._lists(top)
        elif isinstance(top, f.MovementFrame):
            found = [*self._moves(unit), *self._casts(unit)]
            yield from found
            waivers = self._no_choice("no_moves") if unit is None and not found and self._has_stood() else None
            yield from self.make([a.EndMovement()], ask="button", closes=True, waivers=waivers)
        elif isinstance(top, f.WindowFrame):
            yield from self.make([a.Pass()], ask="button", waivers=self._waivers(top.kind))
            yield from self._casts(unit)
        elif top is not None and top.ask is not None:
            yield from self._answers(top, top.ask)

    # -- lists

    def _say(self, key: str, **places: object) -> Text:
        return self.rules.words.say("choices", key, **places)

    def _lists(self, top: f.OrdersFrame) -> Iterator[Offer]:
        state = self.position.seats[self.seat]
        if top.list == "muster":
            muster = self.rules.scenarios[self.position.scenario].muster
            kept = 0 if muster is None else muster.leftover_gold_kept_max
            domain, examples = muster_domain(self.field, state, kept), muster_examples(self.field, state)
        else:
            domain, examples = recruit_domain(self.field, state), recruit_examples(self.field, state)
            if not domain.items:  # then there is no list to be put together
                label, about = self._say("recruit_nothing"), self._say("no_means")
                waivers = self._no_choice("no_recruits")
                yield from self.make([a.Recruit(())], label=label, about=about, ask="button", waivers=waivers)
                return
        yield from self.make(examples, ask="list", domain=domain)

    # -- movement and windows

    def _moves(self, unit: UnitId | None) -> Iterator[Offer]:
        stacks = {UnitRef(t.cell, t.seat, t.unit) for t in self.field.tokens.values() if t.seat == self.seat}
        for ref in sorted(stacks):
            if unit not in (None, ref.id):
                continue
            examples = move_examples(self.moment, ref)
            choices = [Example(action, None, (action.path[-1],)) for action in examples]
            cells = tuple(dict.fromkeys(cell for action in examples for cell in action.path))
            domain = move_domain(self.field, ref, cells)
            label = joined((self.rules.words.say("actions", "move"), unit_name(self.rules, ref.unit)), by=": ")
            free = approach_of(self.rules, self.position, self.seat) is None
            yield from self.make(choices, label=label, unit=ref.id, ask="steps", domain=domain, judged=free)

    def _no_choice(self, key: str) -> tuple[Waiver, ...] | None:
        """The one answer there is, given by itself; where reserves are closed, how soon it comes would tell of them."""
        return (Waiver(key, self._say(key), given=True),) if self.rules.options.open_reserves else None

    def _has_stood(self) -> bool:
        """Whether no unit of the seat has moved this turn: a move can still be taken back."""
        return not any(token.spent or token.acted for token in self.field.tokens.values() if token.seat == self.seat)

    def _waivers(self, kind: CastIn) -> tuple[Waiver, ...]:
        """Answers given beforehand: this turn, windows of this kind, everything but answers to spells, what is none of the
        seat's concern (OW-WIN-11)."""
        turn, when = f"turn.{self.position.turn}", self.rules.words.say("windows", kind)
        found = [
            Waiver(turn, self._say("pass_turn_end"), turn),
            Waiver(f"{kind}.{turn}", self._say("pass_turn", when=when), turn),
            Waiver(kind, self._say("pass_always", when=when)),
        ]
        if kind != "dispel":
            found.append(Waiver("only_dispel", self._say("only_spells")))
        if not bears(self.moment, self.seat, kind):
            found.append(Waiver("apart", self._say("pass_apart"), given=True))
        return tuple(found)

    def _casts(self, unit: UnitId | None) -> Iterator[Offer]:
        when = moment_of(self.position, self.seat)
        for token in sorted(self.field.tokens.values(), key=lambda token: token.id):
            ref = UnitRef(token.cell, token.seat, token.unit)
            if token.seat != self.seat or unit not in (None, ref.id):
                continue
            for spell in spells_of(self.field, token):
                for way in ways_to_pay(self.position, token):
                    found = islice(casts(self.field, self.position, token, spell, when, way), MOST_EXAMPLES)
                    yield from self._cast_offer(ref, token, spell, way, found)

    def _cast_offer(
        self, ref: UnitRef, token: Token, spell: Spell, way: Free, found: Iterable[a.Cast]
    ) -> Iterator[Offer]:
        cost = spell_cost(spell, self.field.card_of(token), free=way != "none")
        paid = self._say("free" if way != "none" else "mana", cost=cost)
        label = shaped(
            "{cast} {spell} ({paid})", cast=self.rules.words.say("actions", "cast"), spell=spell.name, paid=paid
        )
        choices = [Example(cast, self._aim(cast.target), self._touched(cast.target)) for cast in found]
        aimless = len(choices) == 1 and choices[0].name is None
        ask: Input = "button" if aimless else "choice"
        yield from self.make(choices, label=label, unit=ref.id, ask=ask, about=spell.text, judged=True)

    def _aim(self, target: Target) -> Text | None:
        """What a spell is cast at, in words."""
        if target.effect is not None:
            effect = next(effect for effect in self.position.effects if effect.id == target.effect)
            cells = {self.position.tokens[t].cell for t in effect.tokens if t in self.position.tokens}
            where = ", ".join(sorted(cells)) or effect.place or ""
            return shaped("{spell} ({where})", spell=self.rules.spells[effect.code].name, where=where)
        if target.fallen is not None:
            fallen = next(each for each in self.position.fallen if each.id == target.fallen)
            return shaped("{unit} → {cell}", unit=unit_name(self.rules, fallen.unit), cell=target.cell)
        parts = []
        if target.ref is not None:
            parts.append(of_unit(self.rules, target.ref, len(self.field.unit(target.ref))))
        elif target.cell is not None:
            parts.append(self._place(target.cell))
        onward = (*(target.path or ()), *((target.to,) if target.to is not None else ()))
        parts += [same(f"→ {cell}") for cell in onward]
        return joined(parts, by=" ") if parts else None

    def _touched(self, target: Target) -> tuple[str, ...]:
        """The drawables that mean a target: where it leads, or the unit or card it is."""
        if target.to is not None:
            return (target.to,)
        if target.path:
            return (target.path[-1],)
        if target.ref is not None:
            return (target.ref.id,)
        if target.effect is not None:
            effect = next(effect for effect in self.position.effects if effect.id == target.effect)
            marked = [self.position.tokens[t] for t in effect.tokens if t in self.position.tokens]
            return tuple(dict.fromkeys(UnitRef(t.cell, t.seat, t.unit).id for t in marked))
        return (target.cell,) if target.cell is not None else ()

    def _place(self, cell: str) -> Text:
        return place(self.rules, card_at(self.position.map, cell), cell)

    # -- prompts

    def _answers(self, top: f.Frame, ask: f.Prompt) -> Iterator[Offer]:
        match ask.kind:
            case "act":
                if ask.unit is not None:
                    yield from self._acts(ask.unit)
            case "choose_unit":
                yield from self.make(
                    Example(a.ChooseUnit(ref.unit), unit_name(self.rules, ref.unit), (ref.id,)) for ref in ask.units
                )
            case "choose_site":
                yield from self.make(
                    Example(a.ChooseSite(site.cell, site.kind), self._place(site.cell), (site.cell,))
                    for site in ask.sites
                )
            case "assign_hit":
                yield from self.make(self._hit(self.position.tokens[number]) for number in ask.tokens)
            case "bonus_target":
                aims = (self._at(a.BonusTarget(t.cell, t.seat), t.cell, t.seat) for t in ask.targets)
                yield from self.make(aims, domain=PLACED)
            case "follow_up_move":
                goals = [Example(a.FollowUpMove(cell), self._place(cell), (cell,)) for cell in ask.cells]
                yield from self.make([*goals, Example(a.FollowUpMove(), self._say("stays"))])
            case "pact":
                yield from self.make(self._pacts(ask))
            case "pact_cast":
                yield from self.make([a.Pass()], ask="button")
                yield from self._pact_casts(top, ask)
            case "resurrect":
                yield from self.make(self._returns(ask))

    def _acts(self, ref: UnitRef) -> Iterator[Offer]:
        attacks = (self._at(a.Attack(cell, seat), cell, seat) for cell, seat in targets(self.field, ref))
        yield from self.make(attacks, unit=ref.id, domain=PLACED)
        yield from self.make(self._retreats(ref), unit=ref.id)
        yield from self.make([a.Hold()], unit=ref.id, ask="button")

    def _at(self, action: Action, cell: str, seat: Seat) -> Example:
        """An attack on a seat in a cell: its units and, beyond the own location, the card mean it."""
        units = tuple(ref.id for ref in self.field.units(cell) if ref.seat == seat)
        return Example(action, joined((player(seat), self._place(cell)), by=" · "), (*units, cell))

    def _retreats(self, ref: UnitRef) -> Iterator[Example]:
        """All that may go, then fewer, to each place. Tokens that may not go there keep none of the others back."""
        goers: dict[str, list[TokenId]] = {}
        for token in ready(self.field, ref):
            for cell in retreat_cells(self.field, (token,)):
                goers.setdefault(cell, []).append(token.id)
        for count in range(max(map(len, goers.values()), default=0), 0, -1):
            for cell in sorted(goers, key=reading_order):
                if len(goers[cell]) >= count:
                    words = self.rules.words.counted("choices", "retreat_to", count, place=self._place(cell))
                    yield Example(a.Retreat(tuple(goers[cell][:count]), cell), words, (cell,))

    def _hit(self, token: Token) -> Example:
        ref = UnitRef(token.cell, token.seat, token.unit)
        words = joined((unit_name(self.rules, token.unit), token_state(self.field, token)), by=" ")
        return Example(a.AssignHit(token.unit, token.id), words, (ref.id,))

    def _pacts(self, ask: f.Prompt) -> Iterator[Example]:
        for ref in ask.units:
            for number in pact_tokens(self.field, self.position, ref):
                state = token_state(self.field, self.position.tokens[number])
                words = joined((of_unit(self.rules, ref), state), by=" ")
                yield Example(a.Pact(ref, number), words, (ref.id,))
        yield Example(a.Pact(), self._say("nobody"))

    def _pact_casts(self, top: f.Frame, ask: f.Prompt) -> Iterator[Offer]:
        token = self.position.tokens.get(ask.tokens[0])
        if token is None or not isinstance(top, f.CastFrame):
            return
        when = moment_of(self.position, self.seat)
        ref = UnitRef(token.cell, token.seat, token.unit)
        for spell in spells_of(self.field, token):
            found = islice(casts(self.field, self.position, token, spell, when, "pact"), MOST_EXAMPLES)
            yield from self._cast_offer(ref, token, spell, "pact", found)

    def _returns(self, ask: f.Prompt) -> Iterator[Example]:
        for number in ask.tokens:
            fallen = next(each for each in self.position.fallen if each.id == number)
            cost = same(f"({self.rules.units[fallen.unit].cost})")
            yield Example(a.Resurrect(number), joined((unit_name(self.rules, fallen.unit), cost), by=" "))
        yield Example(a.Resurrect(), self._say("nobody"))
