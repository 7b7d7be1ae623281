"""What can be set of a change of the rules in a battle (OW-SCN-03, OW-SCN-04) and of a goal of a side (OW-VIC-06)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from app.engine.words import same
from app.engine.workshop.forms import NONE, form_of, names, say, with_row, without_row
from app.systems.open_wars.book.tables import STATS, Card, Rules
from app.systems.open_wars.opening.battle import Battle, BonusRow, FeatureRow, ReplaceRow, SidedRow
from app.systems.open_wars.workshop.forms import (
    Form,
    Put,
    Setting,
    cell_names,
    faction_names,
    form_names,
    span,
    unit_names,
)

BONUS: Final = "stat_bonus"
OTHER: Final = "other"
MOST_CHANGE: Final = 9
MOST_CELLS_NAMED: Final = 8


# ---------------------------------------------------------------------------------------------------- changes of the rules


def of_modifier(rules: Rules, battle: Battle, number: int) -> Iterator[Setting]:
    """What can be set of a change of the rules."""
    modifier = battle.modifier[number]

    def put(changed: ReplaceRow | BonusRow) -> Battle:
        return replace(battle, modifier=with_row(battle.modifier, number, changed))

    form = form_of(rules, f"modifier.{number}", modifier, put)
    if isinstance(modifier, BonusRow):
        yield form.choice("faction", faction_names(rules))
        yield form.number("value", -MOST_CHANGE, MOST_CHANGE, label=say(rules, "fields", "bonus"))
        return
    yield form.choice("at", cell_names(rules, battle.map), label=say(rules, "fields", "at_card"))
    does, cards = _does(rules, modifier), {code: card for code, card in rules.cards.items() if card.features}
    deeds = {
        NONE: say(rules, "values", "nothing"),
        BONUS: say(rules, "values", "changes"),
        **{code: say(rules, "values", "like_card", card=card.name) for code, card in cards.items()},
        **({OTHER: say(rules, "values", "other")} if does == OTHER else {}),
    }
    yield form.choice(
        "does",
        deeds,
        value=does,
        put=lambda code: put(replace(modifier, features=_features(rules, modifier, code))),
    )
    if does == BONUS:
        of_feature = form.of(modifier.features[0], lambda feature: put(replace(modifier, features=(feature,))))
        yield from _bonus(rules, of_feature, modifier, put)


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


def _bonus(rules: Rules, form: Form, modifier: ReplaceRow, put: Put) -> Iterator[Setting]:
    feature = modifier.features[0]
    yield form.choice(
        "stat", {str(stat): rules.words.table("numbers")[stat] for stat in STATS}, value=feature.stat or "attack"
    )
    yield form.number("value", -MOST_CHANGE, MOST_CHANGE, value=feature.value or 0)
    yield form.choice(
        "faction",
        {NONE: say(rules, "values", "anybody"), **faction_names(rules)},
        label=say(rules, "fields", "whose"),
        value=feature.factions[0] if feature.factions else NONE,
        put=lambda code: put(
            replace(modifier, features=(replace(feature, factions=None if code == NONE else (code,)),))
        ),
    )


# --------------------------------------------------------------------------------------------------------- goals of a side


def of_sided(rules: Rules, battle: Battle, number: int) -> Iterator[Setting]:
    """What can be set of a goal of a side; its place matters, for the first that is true ends the game."""
    line, lines = battle.victory.sided[number], battle.victory.sided

    def put_all(changed: tuple[SidedRow, ...]) -> Battle:
        return replace(battle, victory=replace(battle.victory, sided=changed))

    def put(changed: SidedRow) -> Battle:
        return put_all(with_row(lines, number, changed))

    def move(place: int) -> Battle:
        rest = without_row(lines, number)
        return put_all((*rest[: place - 1], line, *rest[place - 1 :]))

    form = form_of(rules, f"sided.{number}", line, put)
    yield form.number("place", 1, len(lines), value=number + 1, put=move)
    seats = battle.seat
    sides = {seat.side: same(seat.side) for seat in seats if seat.side is not None}
    sides |= {seat.faction: faction_names(rules)[seat.faction] for seat in seats}
    yield form.choice("side", sides, label=say(rules, "fields", "winner"))
    # Another condition is about nothing yet.
    blank = replace(line, at=(), unit=None, form=None, faction=None)
    yield form.choice("condition", names(rules, "conditions"), put=lambda name: put(replace(blank, condition=name)))
    yield from _about(rules, form, battle, line, put)
    yield from span(rules, form, line.turns, lambda turns: put(replace(line, turns=turns)))


def _about(rules: Rules, form: Form, battle: Battle, line: SidedRow, put: Put) -> Iterator[Setting]:
    not_said = {NONE: say(rules, "values", "not_said")}
    if line.condition == "control":
        cells = {NONE: say(rules, "values", "no_other"), **cell_names(rules, battle.map)}
        for place in range(min(MOST_CELLS_NAMED, len(line.at) + 1)):
            label = say(rules, "fields", "at_n", n=place + 1)
            value = line.at[place] if place < len(line.at) else NONE
            yield form.choice(f"at_{place + 1}", cells, label=label, value=value, put=_cell_setter(line, place, put))
    if line.condition in ("unit_defeated", "form_defeated"):
        yield form.choice("unit", {**not_said, **unit_names(rules, None)})
    if line.condition == "form_defeated":
        yield form.choice("form", form_names(rules, battle.two_lives) | not_said, label=say(rules, "fields", "life"))
    if line.condition == "eliminated":
        yield form.choice("faction", {**not_said, **faction_names(rules)})


def _cell_setter(line: SidedRow, place: int, put: Put) -> Put:
    def set_cell(cell: str) -> Battle:
        cells = list(line.at)
        cells[place : place + 1] = [] if cell == NONE else [cell]
        return put(replace(line, at=tuple(dict.fromkeys(cells))))

    return set_cell
