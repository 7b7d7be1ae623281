"""Who stands where with which marks: what the judges of moves, fights and spells read.

A ``Field`` is made from a position (``Field.of``) or, for a question, from tokens alone. It never changes; make a new one
(``with_tokens``) for what would be after a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from app.engine.types import Seat
from app.systems.open_wars.book.geometry import CardRows, Cell, card_at, cards_of, in_range
from app.systems.open_wars.book.kinds import TokenId, UnitRef
from app.systems.open_wars.book.scenarios import Form, Modifier
from app.systems.open_wars.book.tables import Card, Feature, Rules, Stat, UnitKind, Values
from app.systems.open_wars.field.control import controller, is_contested
from app.systems.open_wars.field.values import Change, effective_values, printed_values

if TYPE_CHECKING:
    from app.systems.open_wars.position.state import Effect, Position, Token

PURIFYING_FLAME = "purifying_flame"


class Field:
    """The map with the tokens on it. ``sides``: the side of every seat; ``order``: this turn's turn order; ``promotions``:
    what each seat's units have gained in a campaign."""

    def __init__(
        self,
        rules: Rules,
        rows: CardRows,
        tokens: Mapping[TokenId, Token],
        sides: Mapping[Seat, str],
        *,
        order: Sequence[Seat] = (),
        effects: Sequence[Effect] = (),
        promotions: Mapping[Seat, Mapping[str, Stat]] | None = None,
        scenario: str | None = None,
    ) -> None:
        self.rules = rules
        self.rows = rows
        self.tokens = tokens
        self.sides = sides
        self.order = tuple(order)
        self.effects = tuple(effects)
        self.promotions = promotions or {}
        self.scenario = scenario
        self._values: dict[TokenId, tuple[Token, Values]] = {}

    @classmethod
    def of(cls, position: Position, rules: Rules) -> Field:
        """The field of a position."""
        return cls(
            rules,
            position.map,
            position.tokens,
            {seat: state.side for seat, state in position.seats.items()},
            order=position.order,
            effects=position.effects,
            promotions={seat: state.promotions for seat, state in position.seats.items() if state.promotions},
            scenario=position.scenario,
        )

    def with_tokens(self, tokens: Mapping[TokenId, Token]) -> Field:
        """The same field with other tokens."""
        return self._changed(tokens, self.effects)

    def with_effects(self, effects: Sequence[Effect]) -> Field:
        """The same field with other effects."""
        return self._changed(self.tokens, effects)

    def _changed(self, tokens: Mapping[TokenId, Token], effects: Sequence[Effect]) -> Field:
        return Field(
            self.rules,
            self.rows,
            tokens,
            self.sides,
            order=self.order,
            effects=effects,
            promotions=self.promotions,
            scenario=self.scenario,
        )

    # cards

    def card(self, cell: Cell) -> Card | None:
        """The card of a cell with what the scenario makes of it (OW-SCN-03); ``None`` for a hole."""
        return self._cards.get(cell)

    def card_of(self, token: Token) -> Card:
        """The card a token stands on."""
        card = self.card(token.cell)
        if card is None:
            raise LookupError(f"token {token.id} stands on no card: {token.cell}")
        return card

    def reaches(self, start: Cell, end: Cell, reach: int) -> bool:
        """Whether a location is within ``reach`` of another, the own one included (OW-GEO-05)."""
        if start == end:
            return start in self._cards
        return reach > 0 and in_range(self.rows, start, end, reach, self.rules.options.range_geometry)

    # tokens

    def kind(self, token: Token) -> UnitKind:
        """What is printed on a token."""
        return self.rules.units[token.unit]

    def here(self, cell: Cell) -> tuple[Token, ...]:
        """The tokens of a location, in the order of their ids."""
        return self._by_cell.get(cell, ())

    def unit(self, ref: UnitRef) -> tuple[Token, ...]:
        """The tokens of a unit, in the order of their ids; none once the last is gone (OW-UNIT-11)."""
        return tuple(token for token in self.here(ref.cell) if token.seat == ref.seat and token.unit == ref.unit)

    def units(self, cell: Cell) -> tuple[UnitRef, ...]:
        """The units of a location: by seat in turn order, then by unit code."""
        found = {UnitRef(cell, token.seat, token.unit) for token in self.here(cell)}
        return tuple(sorted(found, key=lambda ref: (self.place_in_order(ref.seat), ref.unit)))

    def place_in_order(self, seat: Seat) -> tuple[int, str]:
        """Sorts seats by turn order, which decides wherever order matters (OW-GEN-04); seats that are not in it come
        last, by letter."""
        return (self.order.index(seat) if seat in self.order else len(self.order), seat)

    def counts(self, cell: Cell, seat: Seat) -> dict[str, int]:
        """How many tokens of each unit a seat has in a location."""
        found: dict[str, int] = {}
        for token in self.here(cell):
            if token.seat == seat:
                found[token.unit] = found.get(token.unit, 0) + 1
        return found

    # sides

    def are_enemies(self, one: Seat, other: Seat) -> bool:
        """Whether two seats are of different sides."""
        return self.sides[one] != self.sides[other]

    def enemies(self, seat: Seat, cell: Cell) -> tuple[Token, ...]:
        """The enemy tokens of a seat in a location."""
        return tuple(token for token in self.here(cell) if self.are_enemies(seat, token.seat))

    def is_contested(self, cell: Cell) -> bool:
        """Whether two or more sides have tokens there."""
        return is_contested((token.seat for token in self.here(cell)), self.sides)

    def controller(self, cell: Cell) -> Seat | None:
        """The seat that controls a location (OW-CTL-01, OW-CTL-02, OW-CTL-03)."""
        return self._controllers.get(cell)

    # values

    def form(self, token: Token) -> Form | None:
        """The scenario form of a token (OW-SCN-06)."""
        scenario = self.rules.scenarios.get(self.scenario or "")
        lives = scenario.two_lives if scenario is not None else None
        return lives.forms.get(token.form) if lives is not None and token.form is not None else None

    def printed(self, token: Token) -> Values:
        """The printed values of a token with its wounded side, form and promotion."""
        return printed_values(
            self.kind(token),
            wounded=token.wounded,
            form=self.form(token),
            promotions=self.promotions.get(token.seat),
        )

    def hit_points(self, token: Token) -> int:
        """How many hit points a token has left (OW-UNIT-10)."""
        form = self.form(token)
        most = form.hit_points if form is not None else self.kind(token).hit_points
        return most - 1 if token.wounded else most

    def changes(self, token: Token) -> tuple[Change, ...]:
        """Every number that lasting effects and the scenario add to a token's values, the card's own apart (OW-UNIT-13)."""
        found: list[Change] = []
        for effect in self._marks.get(token.id, ()):
            for stat, value in _numbers(effect):
                found.append((stat, value))
        bonus = self._outnumbering(token)
        if bonus:
            found.append(("attack", bonus))
        return tuple(found)

    def values(self, token: Token) -> Values:
        """The effective values of a token where it stands (OW-UNIT-12)."""
        known = self._values.get(token.id)
        if known is not None and known[0] is token:
            return known[1]
        found = self._work_out(token)
        self._values[token.id] = (token, found)
        return found

    def _work_out(self, token: Token) -> Values:
        purified = any(effect.code == PURIFYING_FLAME for effect in self._marks.get(token.id, ()))
        return effective_values(
            self.kind(token), self.printed(token), self.card(token.cell), self.changes(token), purified=purified
        )

    def is_purified(self, tokens: Iterable[Token]) -> bool:
        """Whether Purifying Flame marks any of the tokens: no automatic or extra hits, no second attack (OW-SPELL-03)."""
        return any(effect.code == PURIFYING_FLAME for token in tokens for effect in self._marks.get(token.id, ()))

    def marks(self, token: Token) -> tuple[Effect, ...]:
        """The effects that mark a token."""
        return self._marks.get(token.id, ())

    def points_left(self, token: Token) -> int:
        """Points a token may still spend this turn (OW-MOV-06)."""
        return max(0, self.values(token).movement - token.spent)

    def range_of(self, tokens: Iterable[Token]) -> int:
        """The Range with which tokens of a unit act together: the least of theirs."""
        return min((self.values(token).range for token in tokens), default=0)

    def is_locked(self, token: Token) -> bool:
        """Whether a token may not leave its location in the Movement phase because of enemies there: flying ones hold
        it too, and whoever is left alone after a fight goes on (OW-LOCK, OW-FLY-02, OW-END-03)."""
        if self.kind(token).is_flying or not self.enemies(token.seat, token.cell):
            return False
        return self.rules.options.lock_mutual or token.entered_enemy

    @cached_property
    def _controllers(self) -> Mapping[Cell, Seat | None]:
        counts: dict[Cell, dict[Seat, int]] = {}
        for token in self.tokens.values():
            here = counts.setdefault(token.cell, {})
            here[token.seat] = here.get(token.seat, 0) + 1
        return {cell: controller(here, self.sides, self.order) for cell, here in counts.items()}

    @cached_property
    def _by_cell(self) -> Mapping[Cell, tuple[Token, ...]]:
        found: dict[Cell, list[Token]] = {}
        for number in sorted(self.tokens):
            found.setdefault(self.tokens[number].cell, []).append(self.tokens[number])
        return {cell: tuple(tokens) for cell, tokens in found.items()}

    @cached_property
    def _marks(self) -> Mapping[TokenId, tuple[Effect, ...]]:
        found: dict[TokenId, list[Effect]] = {}
        for effect in self.effects:
            for number in effect.tokens:
                found.setdefault(number, []).append(effect)
        return {number: tuple(effects) for number, effects in found.items()}

    @cached_property
    def _modifiers(self) -> tuple[Modifier, ...]:
        scenario = self.rules.scenarios.get(self.scenario or "")
        return scenario.modifiers if scenario is not None else ()

    @cached_property
    def _cards(self) -> Mapping[Cell, Card]:
        """Every card with what the scenario makes of it."""
        known = self.rules.cards
        cells = {cell: known[code] for cell, code in cards_of(self.rows).items()}
        return {**cells, **self._replaced} if self._modifiers else cells

    @cached_property
    def _replaced(self) -> Mapping[Cell, Card]:
        found = {}
        for modifier in self._modifiers:
            code = card_at(self.rows, modifier.at) if modifier.at is not None else ""
            if modifier.kind == "replace_card_feature" and modifier.at is not None and code:
                features = msgspec.convert(modifier.features, tuple[Feature, ...])
                found[modifier.at] = msgspec.structs.replace(self.rules.cards[code], features=features)
        return found

    def _outnumbering(self, token: Token) -> int:
        """The bonus of a faction that has more tokens than the enemy in its location (OW-SCN-04)."""
        total = 0
        for modifier in self._modifiers:
            if modifier.kind == "attack_bonus_if_outnumbering" and self.kind(token).faction == modifier.faction:
                enemies = len(self.enemies(token.seat, token.cell))
                own = len(self.here(token.cell)) - enemies
                total += modifier.value if 0 < enemies < own else 0
        return total


def _numbers(effect: Effect) -> tuple[Change, ...]:
    numbers: tuple[Change, ...] = (
        ("initiative", effect.initiative),
        ("movement", effect.movement),
        ("attack", effect.attack),
        ("range", effect.range),
    )
    return tuple((stat, value) for stat, value in numbers if value)
