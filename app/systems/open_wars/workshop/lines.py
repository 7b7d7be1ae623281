"""What can be set of a change of the rules in a battle (OW-SCN-03, OW-SCN-04) and of a goal of a side (OW-VIC-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app.engine.types import Text
from app.systems.open_wars.book.tables import STATS, Card, Rules
from app.systems.open_wars.opening.battle import Battle, BonusRow, FeatureRow, ReplaceRow, SidedRow
from app.systems.open_wars.words.screen_words import NUMBERS, said, same
from app.systems.open_wars.workshop.forms import NONE, Form, Put, Setting, cell_names, form_names, span, unit_names

NOTHING: Final = Text("Nada", "Nothing")
BONUS: Final = "stat_bonus"
OTHER: Final = "other"
MOST_CHANGE: Final = 9
MOST_CELLS_NAMED: Final = 8

CONDITIONS: Final = (
    ("control", Text("controla unas cartas", "controls cards")),
    ("unit_defeated", Text("cae una unidad", "a unit is defeated")),
    ("form_defeated", Text("cae una unidad en una de sus formas", "a unit is defeated in one of its forms")),
    ("eliminated", Text("se elimina a una facción", "a faction is eliminated")),
    ("always", Text("sin más, al llegar el turno", "with no more ado, once the turn has come")),
)


# ---------------------------------------------------------------------------------------------------- changes of the rules


def of_modifier(rules: Rules, battle: Battle, number: int) -> Iterator[Setting]:
    """What can be set of a change of the rules."""
    modifier, form = battle.modifier[number], Form(f"modifier.{number}")

    def put(**values: Any) -> Battle:  # of the types of a change
        return with_modifier(battle, number, replace(modifier, **values))

    if isinstance(modifier, BonusRow):
        yield form.choice(
            "faction", Text("Facción", "Faction"), modifier.faction, factions(rules), lambda code: put(faction=code)
        )
        label = Text("Ataque si son más", "Attack where they are more")
        yield form.number("value", label, modifier.value, -MOST_CHANGE, MOST_CHANGE, lambda value: put(value=value))
        return
    cells = cell_names(rules, battle.map)
    yield form.choice("at", Text("Carta", "Card"), modifier.at, cells, lambda cell: put(at=cell))
    does = _does(rules, modifier)
    names = {
        NONE: Text("nada", "nothing"),
        BONUS: Text("cambia un valor", "changes a value"),
        **{
            code: said("lo que {card}", "what {card} does", card=card.name)
            for code, card in rules.cards.items()
            if card.features
        },
        **({OTHER: Text("otra cosa", "something else")} if does == OTHER else {}),
    }
    yield form.choice(
        "does", Text("Hace", "Does"), does, names, lambda code: put(features=_features(rules, modifier, code))
    )
    if does == BONUS:
        yield from _bonus(form, rules, battle, number, modifier)


def with_modifier(battle: Battle, number: int, modifier: ReplaceRow | BonusRow) -> Battle:
    """The battle with another change of the rules in that place."""
    changed = tuple(modifier if n == number else other for n, other in enumerate(battle.modifier))
    return replace(battle, modifier=changed)


def factions(rules: Rules) -> dict[str, Text]:
    """The factions that somebody plays."""
    return {code: faction.name for code, faction in rules.factions.items() if not faction.neutral}


def features_of(card: Card) -> tuple[FeatureRow, ...]:
    """What a card of the game does, as a battle says it."""
    return msgspec.convert(msgspec.to_builtins(card.features), tuple[FeatureRow, ...])


def _does(rules: Rules, modifier: ReplaceRow) -> str:
    """Which of the choices a card's new text is."""
    if not modifier.features:
        return NONE
    found = next(
        (c for c, card in rules.cards.items() if card.features and features_of(card) == modifier.features), None
    )
    if found is not None:
        return found
    only = modifier.features[0] if len(modifier.features) == 1 else None
    is_bonus = only is not None and set(msgspec.to_builtins(only)) <= {"kind", "stat", "value", "factions"}
    is_plain = only is not None and only.kind == BONUS and is_bonus and len(only.factions or ("",)) == 1
    return BONUS if is_plain else OTHER


def _features(rules: Rules, modifier: ReplaceRow, code: str) -> tuple[FeatureRow, ...]:
    if code == NONE:
        return ()
    if code == OTHER:
        return modifier.features
    return (FeatureRow(BONUS, stat="attack", value=1),) if code == BONUS else features_of(rules.cards[code])


def _bonus(form: Form, rules: Rules, battle: Battle, number: int, modifier: ReplaceRow) -> Iterator[Setting]:
    feature = modifier.features[0]

    def put(**values: Any) -> Battle:  # of the types of an effect
        return with_modifier(battle, number, replace(modifier, features=(replace(feature, **values),)))

    stats = {str(stat): NUMBERS[stat] for stat in STATS}
    yield form.choice("stat", Text("Valor", "Value"), feature.stat or "attack", stats, lambda stat: put(stat=stat))
    yield form.number(
        "value", Text("En", "By"), feature.value or 0, -MOST_CHANGE, MOST_CHANGE, lambda value: put(value=value)
    )
    yield form.choice(
        "faction",
        Text("De", "Of"),
        feature.factions[0] if feature.factions else NONE,
        {NONE: Text("cualquiera", "anybody"), **factions(rules)},
        lambda code: put(factions=None if code == NONE else (code,)),
    )


# --------------------------------------------------------------------------------------------------------- goals of a side


def of_sided(rules: Rules, battle: Battle, number: int) -> Iterator[Setting]:
    """What can be set of a goal of a side; its place matters, for the first that is true ends the game."""
    line, form, lines = battle.victory.sided[number], Form(f"sided.{number}"), battle.victory.sided

    def put(**values: Any) -> Battle:  # of the types of a goal
        return with_sided(
            battle, tuple(replace(line, **values) if n == number else other for n, other in enumerate(lines))
        )

    def move(place: int) -> Battle:
        rest = [*lines[:number], *lines[number + 1 :]]
        return with_sided(battle, (*rest[: place - 1], line, *rest[place - 1 :]))

    yield form.number("place", Text("Se mira en el puesto", "Looked at in place"), number + 1, 1, len(lines), move)
    seats = battle.seat
    sides = {seat.side: same(seat.side) for seat in seats if seat.side is not None}
    sides |= {seat.faction: factions(rules)[seat.faction] for seat in seats}
    yield form.choice("side", Text("Gana", "Wins"), line.side, sides, lambda side: put(side=side))
    yield form.choice("condition", Text("Si", "If"), line.condition, dict(CONDITIONS), lambda name: put(**_blank(name)))
    yield from _about(form, rules, battle, line, put)
    yield from span(form, line.turns, lambda turns: put(turns=turns))


def _blank(condition: str) -> dict[str, Any]:  # the values of a goal
    """Another condition is about nothing yet."""
    return {"condition": condition, "at": (), "unit": None, "form": None, "faction": None}


def with_sided(battle: Battle, lines: tuple[SidedRow, ...]) -> Battle:
    """The battle with other goals of sides."""
    return replace(battle, victory=replace(battle.victory, sided=lines))


def _about(
    form: Form, rules: Rules, battle: Battle, line: SidedRow, put: Any
) -> Iterator[Setting]:  # put: values of a goal
    if line.condition == "control":
        cells = {NONE: Text("ninguna más", "no other"), **cell_names(rules, battle.map)}
        for place in range(min(MOST_CELLS_NAMED, len(line.at) + 1)):
            label = said("Carta {n}", "Card {n}", n=place + 1)
            value = line.at[place] if place < len(line.at) else NONE
            yield form.choice(f"at_{place + 1}", label, value, cells, _cell_setter(line, place, put))
    if line.condition in ("unit_defeated", "form_defeated"):
        names = {NONE: Text("falta decirlo", "not said yet"), **unit_names(rules, None)}
        unit = Text("Unidad", "Unit")
        yield form.choice("unit", unit, line.unit or NONE, names, lambda code: put(unit=None if code == NONE else code))
    if line.condition == "form_defeated":
        forms = form_names(battle.two_lives)
        forms[NONE] = Text("falta decirlo", "not said yet")
        label = Text("En su vida", "In its life")
        yield form.choice(
            "form", label, line.form or NONE, forms, lambda name: put(form=None if name == NONE else name)
        )
    if line.condition == "eliminated":
        names = {NONE: Text("falta decirlo", "not said yet"), **factions(rules)}
        label = Text("Facción", "Faction")
        yield form.choice(
            "faction", label, line.faction or NONE, names, lambda code: put(faction=None if code == NONE else code)
        )


def _cell_setter(line: SidedRow, place: int, put: Any) -> Put:  # put: values of a goal
    def set_cell(cell: str) -> Battle:
        cells = list(line.at)
        cells[place : place + 1] = [] if cell == NONE else [cell]
        changed: Battle = put(at=tuple(dict.fromkeys(cells)))
        return changed

    return set_cell
