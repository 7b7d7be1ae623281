"""What anything on the map or beside it is, in rules words: units, cards, spells, signs, numbers, lines of the lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from app.engine.about import About, Number, Statement
from app.engine.explaining import Inventory, Question, told
from app.engine.scene import Figure
from app.engine.words import joined, listed, same, shaped
from app.systems.open_wars.book.geometry import Cell, card_at
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.book.tables import STATS, Card, Feature, Rules, Spell, UnitKind
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import is_port
from app.systems.open_wars.judge.view import View
from app.systems.open_wars.magic.cast_rules import spells_of
from app.systems.open_wars.screen.drawn_stacks import figures_of, marks_of
from app.systems.open_wars.screen.panels import lists
from app.systems.open_wars.screen.scene import field_of, point_cells
from app.systems.open_wars.words.goal_words import card_words
from app.systems.open_wars.words.screen_words import counted, faction_name, ref_name, seat_name

OF_SIGNS: Final[Mapping[str, tuple[str, ...]]] = {
    "wounded": ("OW-HERO-02", "OW-HERO-03"),
    "locked": ("OW-LOCK-01", "OW-LOCK-02", "OW-LOCK-05"),
    "halted": ("OW-MOV-10", "OW-LOCK-04"),
    "barred": ("OW-RET-06", "OW-CARD-17"),
    "acted": ("OW-INI-07", "OW-RNG-07"),
    "spent": ("OW-MOV-03", "OW-MOV-06", "OW-MOV-16"),
    "dice": ("OW-INI-05", "OW-INI-06"),
    "points": ("OW-VIC-04", "OW-CTL-01"),
    "port": ("OW-REC-06", "OW-WAT-03"),
    "fallen": ("OW-HIT-11", "OW-TURN-07"),
    "contested": ("OW-CTL-02", "OW-SITE-01"),
    "effect": ("OW-MAG-12", "OW-MAG-16", "OW-DSP-04"),
}
OF_NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "movement": ("OW-UNIT-05", "OW-MOV-03", "OW-MOV-04"),
    "attack": ("OW-UNIT-06", "OW-ATK-03"),
    "range": ("OW-UNIT-07", "OW-RNG-02", "OW-RNG-05"),
    "initiative": ("OW-UNIT-03", "OW-INI-01", "OW-INI-03"),
    "cost": ("OW-UNIT-02", "OW-HIT-03"),
    "entry": ("OW-MOV-03", "OW-MOV-04"),
    "gold": ("OW-GEN-05", "OW-COL-01", "OW-REC-01"),
    "mana": ("OW-GEN-05", "OW-COL-01", "OW-MAG-02"),
    "army": ("OW-ORD-02", "OW-ORD-04"),
    "points": ("OW-VIC-04",),
    "dice": ("OW-ATK-02", "OW-ATK-03"),
}
OF_TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    "flying": ("OW-FLY-01", "OW-FLY-03"),
    "magic": ("OW-MAG-01", "OW-MAG-07", "OW-STK-04"),
    "water": ("OW-WAT-01", "OW-WAT-02", "OW-WAT-03"),
}
OF_CARDS: Final[Mapping[str, tuple[str, ...]]] = {
    "city": ("OW-LOC-04", "OW-REC-03"),
    "water": ("OW-LOC-05",),
}
TYPE_BONUS: Final = ("OW-LOC-06", "OW-MOV-04")
SPELL_TYPES: Final = {"instant": "OW-MAG-05", "combat": "OW-MAG-04"}


def about(inventory: Inventory, rules: Rules, view: View, thing: str) -> About | None:
    """What a thing of a view is, ``None`` for an id that names none."""
    return _Question(inventory, rules, view).thing(thing)


class _Question(Question):
    """One question: the tables of the room and what the viewer sees."""

    def __init__(self, inventory: Inventory, rules: Rules, view: View) -> None:
        super().__init__(inventory)
        self.rules = rules
        self.words = rules.words
        self.view = view
        self.families = {
            "mark": self._mark,
            "figure": self._figure,
            "spell": lambda thing, code: self._spell(thing, rules.spells[code]) if code in rules.spells else None,
            "unit": lambda thing, code: self._kind(thing, rules.units[code]) if code in rules.units else None,
            "card": lambda thing, code: self._printed(thing, rules.cards[code]) if code in rules.cards else None,
        }

    def thing(self, name: str) -> About | None:
        """By family and name, else by the id of a drawable or a row."""
        if name.partition(".")[0] in self.families:
            return self.of_family(name)
        return self._standing(name) or self._row(name)

    def _standing(self, name: str) -> About | None:
        """A stack or a card of the map."""
        ref = UnitRef.of(name.removeprefix("row-").removeprefix("act-"))
        field = field_of(self.rules, self.view)
        if ref is not None and field.unit(ref):
            return self._stack(name, field, ref)
        if ref is None and field.card(name) is not None:
            return self._card(name, field)
        return None

    def _row(self, name: str) -> About | None:
        head, _, number = name.partition("-")
        if head == "goal":
            rows = next((panel.rows for panel in lists(self.rules, self.view) if panel.id == "goals"), ())
            row = next((row for row in rows if row.id == name), None)
            rules = self._rules("OW-VIC-01", "OW-VIC-03")
            return None if row is None else About(name, row.title, lines=rules)
        if head == "fallen":
            return self._fallen(name, number)
        if head == "effect":
            return self._effect(name, number)
        if head in ("going", "window", "queue"):
            rules = self._rules("OW-WIN-01", "OW-WIN-10", "OW-DSP-01", "OW-DSP-02")
            return About(name, self.words.say("about", "now"), lines=rules)
        return None

    # ------------------------------------------------------------------------------------------------ signs and numbers

    def _mark(self, name: str, member: str) -> About | None:
        if member in OF_SIGNS:
            return self.ruled(name, self.words.say("signs", member), OF_SIGNS[member])
        spell = self.rules.spells.get(member)
        return None if spell is None else self._spell(name, spell)

    def _figure(self, name: str, member: str) -> About | None:
        rules = OF_NUMBERS.get(member)
        return None if rules is None else self.ruled(name, self.words.say("numbers", member), rules)

    def _effect(self, name: str, number: str) -> About | None:
        effect = next((each for each in self.view.effects if str(each.id) == number), None)
        spell = self.rules.spells.get(effect.code) if effect is not None else None
        card = self.rules.cards.get(effect.code) if effect is not None else None
        if effect is None or (spell is None and card is None):
            return None
        found = self._spell(name, spell) if spell is not None else self._printed(name, card) if card else None
        if found is None:
            return None
        span = told(self.words.say("spans", effect.expiry), "OW-TURN-08")
        return About(name, found.title, found.kind, found.numbers, (span, *found.lines))

    def _fallen(self, name: str, number: str) -> About | None:
        fallen = next((each for each in self.view.fallen if str(each.id) == number), None)
        if fallen is None:
            return None
        title = ref_name(self.rules, UnitRef(fallen.cell, fallen.seat, fallen.unit))
        return About(name, title, self.words.say("signs", "fallen"), lines=self._rules(*OF_SIGNS["fallen"]))

    # ------------------------------------------------------------------------------------------------------------- units

    def _stack(self, name: str, field: Field, ref: UnitRef) -> About:
        tokens, kind = field.unit(ref), self.rules.units[ref.unit]
        owner = seat_name(self.rules, self.view.seats[ref.seat].faction, ref.seat)
        numbers = [*(self._number(figure) for figure in figures_of(field, ref))]
        numbers.append(Number(self.words.say("about", "hit_points"), same(sum(map(field.hit_points, tokens)))))
        if self.view.phase == "movement":
            left = sorted({field.points_left(token) for token in tokens})
            numbers.append(Number(self.words.say("about", "movement_left"), same(" / ".join(map(str, left)))))
        lines = [*self._state(field, ref), *self._of_kind(kind)]
        if kind.is_magic:
            lines += [self._known(spell) for spell in spells_of(field, tokens[0])]
        title = counted(self.rules, ref.unit, len(tokens))
        return About(
            name, title, joined((self.words.say("types", kind.type), owner), by=" · "), tuple(numbers), tuple(lines)
        )

    def _kind(self, name: str, kind: UnitKind) -> About:
        numbers = [Number(self.words.say("numbers", stat), same(kind.printed.of(stat))) for stat in STATS]
        numbers.append(Number(self.words.say("numbers", "cost"), same(kind.cost if kind.cost >= 0 else "–")))
        about = joined((self.words.say("types", kind.type), faction_name(self.rules, kind.faction)), by=" · ")
        return About(name, kind.name, about, tuple(numbers), tuple(self._of_kind(kind)))

    def _number(self, figure: Figure) -> Number:
        value = same(figure.value if figure.value >= 0 else "–")
        return Number(figure.text, value, joined(figure.why) if figure.why else None)

    def _state(self, field: Field, ref: UnitRef) -> Iterator[Statement]:
        """What is the matter with it now, spells that lie on it included."""
        for mark in marks_of(field, self.view, field.unit(ref)):
            rules = OF_SIGNS.get(mark.symbol, ())[:1]
            yield told(mark.text, *rules, about=f"mark.{mark.symbol}")

    def _of_kind(self, kind: UnitKind) -> Iterator[Statement]:
        yield from self._rules(*OF_TYPES.get(kind.type, TYPE_BONUS[1:]))
        if kind.printed.movement == 0:
            yield from self._rules("OW-MOV-08")
        if kind.printed.range and not kind.is_magic:
            yield from self._rules("OW-RNG-01", "OW-RNG-05")
        if kind.is_two_sided:
            yield from self._rules("OW-HERO-01", "OW-HERO-02")
        elif kind.unique:
            yield from self._rules("OW-UNIT-09")

    def _known(self, spell: Spell) -> Statement:
        words = shaped("{name} ({n}): {text}", name=spell.name, n=spell.mana, text=spell.text)
        return Statement(words, (spell.rule,), f"spell.{spell.code}")

    # --------------------------------------------------------------------------------------------------- spells and cards

    def _spell(self, name: str, spell: Spell) -> About:
        kind, rule = self.words.say("spell_types", spell.type), SPELL_TYPES[spell.type]
        numbers = (
            Number(self.words.say("numbers", "mana"), same(spell.mana)),
            Number(self.words.say("about", "aimed_at"), self.words.say("reaches", spell.reach)),
        )
        lines = (Statement(spell.text, (spell.rule,)), *self._rules(rule, "OW-MAG-07", "OW-MAG-10"))
        return About(name, spell.name, kind, numbers, lines)

    def _card(self, name: Cell, field: Field) -> About:
        card = self.rules.cards[card_at(self.view.map, name)]
        here = field.card(name)
        changed = None if here is None or here == card else here.features
        found = self._printed(name, card, changed)
        lines = [*self._holders(field, name), *found.lines]
        worth = point_cells(self.rules, self.view).get(name)
        if worth is not None:
            lines.append(told(self.words.counted("about", "points", worth), "OW-VIC-04", about="mark.points"))
        if is_port(self.rules, self.view.map, name):
            lines += self._rules("OW-REC-06")
        title = shaped("{name} {cell}", name=card.name, cell=name)
        return About(name, title, found.kind, found.numbers, tuple(lines))

    def _printed(self, name: str, card: Card, changed: tuple[Feature, ...] | None = None) -> About:
        numbers = [Number(self.words.say("numbers", "entry"), same(card.entry_cost))]
        numbers += [
            Number(self.words.say("numbers", what), same(value))
            for what, value in (("gold", card.gold), ("mana", card.mana))
            if value
        ]
        lines: list[Statement] = []
        if changed is not None:
            lines.append(told(card_words(self.rules, changed), "OW-GEN-07"))
        elif card.text is not None:
            lines.append(Statement(card.text, () if card.rule is None else (card.rule,)))
        lines += self._rules(*OF_CARDS.get(card.type, TYPE_BONUS))
        return About(name, card.name, self.words.say("types", card.type), tuple(numbers), tuple(lines))

    def _holders(self, field: Field, cell: Cell) -> Iterator[Statement]:
        seats = list(dict.fromkeys(ref.seat for ref in field.units(cell)))
        if not seats:
            return
        names = listed(seat_name(self.rules, self.view.seats[seat].faction, seat) for seat in seats)
        if field.is_contested(cell):
            words = self.words.say("about", "contested", names=names)
            yield told(words, "OW-CTL-02", about="mark.contested")
        else:
            yield told(self.words.say("about", "held", names=names), "OW-CTL-01")
