"""What an act would mean, and what a unit could do from where it is: worked out from what is open, without changing anything
(rules.md, section 29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from app.engine.offers import Choice, Preview
from app.engine.refusal import InvalidInput, Refusal
from app.engine.scene import Tone
from app.engine.telling import Chance, Overlay, Ring
from app.engine.types import Action, RuleId, Seat, Text, UnitId
from app.engine.words import decimal, joined, same
from app.systems.open_wars.book.geometry import Cell, card_at
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.choices.odds import Spread, expected, extra_dice, hits_of, outlook, stack_of, tokens_in
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.lists import cost_of
from app.systems.open_wars.field.values import (
    automatic_hits,
    bars,
    entry_bonus,
    entry_cost,
    halts,
    saves_of,
    spell_cost,
    weather,
)
from app.systems.open_wars.fight.hit_checks import candidates, capacities
from app.systems.open_wars.fight.site_list import able, targets
from app.systems.open_wars.judge.acts import Moment
from app.systems.open_wars.magic.spell_targets import affected
from app.systems.open_wars.moves.paths import group_of, purse_of, reach_of, retreat_cells, stops_in
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Token
from app.systems.open_wars.screen.drawn_stacks import reasons
from app.systems.open_wars.words.labels import place
from app.systems.open_wars.words.screen_words import player, spell_name, unit_name

DIE: Final = 6


def preview(moment: Moment, seat: Seat, action: Action, refusal: Refusal | None) -> Preview:
    """What an act would mean; of one that is refused, why."""
    if refusal is not None:
        return Preview(False, refusal, overlays=refusal.overlays)
    plan = _Plan(moment, seat)
    match action:
        case a.Move():
            plan.move(action)
        case a.Attack() | a.BonusTarget():
            plan.attack(action.cell, action.seat)
        case a.Retreat():
            plan.retreat(action)
        case a.Cast():
            plan.cast(action)
        case a.Muster():
            plan.lists(action.list, moment.position.seats[seat].budget)
        case a.Recruit():
            plan.lists(action.list, moment.position.seats[seat].gold)
    return Preview(True, None, plan.facts, tuple(plan.notes), tuple(plan.chances), tuple(plan.overlays))


class _Plan:
    """Collects what is to be said of an act."""

    def __init__(self, moment: Moment, seat: Seat) -> None:
        self.moment = moment
        self.seat = seat
        self.rules, self.position, self.field = moment
        self.facts: dict[str, Any] = {}
        self.notes: list[Choice] = []
        self.chances: list[Chance] = []
        self.overlays: list[Overlay] = []

    def note(self, key: str, tone: Tone = "info", **places: object) -> None:
        """A sentence."""
        self.notes.append(Choice(self.say(key, **places), tone))

    def say(self, key: str, **places: object) -> Text:
        """Words of a plan."""
        return self.rules.words.say("plan", key, **places)

    def place(self, cell: Cell) -> Text:
        """A card by name."""
        return place(self.rules, card_at(self.position.map, cell), cell)

    # -- moves

    def move(self, action: a.Move) -> None:
        """Points, dice on the way, and what waits at the end of it."""
        tokens = group_of(self.field, self.seat, action.tokens)
        if tokens is None:
            return
        kind = self.field.kind(tokens[0])
        purses = [purse_of(self.field, token) for token in tokens]
        start = tokens[0].cell
        points, costs = min(purse.left for purse in purses), []
        for before, cell in zip((start, *action.path), action.path, strict=False):
            left_card, card = self.field.card(before), self.field.card(cell)
            if left_card is None or card is None:
                continue
            dice = len(weather(left_card, kind, "leave")) + len(weather(card, kind, "enter"))
            if dice:
                self.note("rolls", "warn", dice=dice, cell=cell)
            cost = entry_cost(self.rules, kind, card)
            purses = [purse.pay(cost, entry_bonus(card, kind)) for purse in purses]
            costs.append(cost)
            left = min(purse.left for purse in purses)
            is_goal = len(costs) == len(action.path)
            self.overlays.append(
                Ring(cell, "good" if is_goal else "muted", same(f"−{cost} → {left}" if is_goal else f"−{cost}"))
            )
            if bars(card):
                self.note("barred_after", "warn", cell=cell)
        goal, last = action.path[-1], self.field.card(action.path[-1])
        self.facts = {"steps": len(action.path), "points_left": min(purse.left for purse in purses)}
        if self.field.enemies(self.seat, goal) and not kind.is_flying:
            self.note("locked", "warn")
        elif last is not None and halts(last, kind):
            self.note("halts", "warn")
        self._price(costs, points)
        self._leaves(start, len(tokens))
        self._awaited(goal, tokens)
        self._threats(goal)

    def _price(self, costs: list[int], points: int) -> None:
        """What each card of the way costs, and their sum beside the points there were."""
        added = " + ".join(map(str, costs)) + (f" = {sum(costs)}" if len(costs) > 1 else "")
        self.note("costs", added=added, points=points)

    def _awaited(self, goal: Cell, tokens: tuple[Token, ...]) -> None:
        """Who stands at the end of the way, and what each die would need against him."""
        enemies = self.field.enemies(self.seat, goal)
        if not enemies:
            return
        count = Counter((enemy.seat, enemy.unit) for enemy in enemies)
        for (seat, unit), number in count.items():
            self.note("awaited", "warn", n=number, name=unit_name(self.rules, unit), seat=player(seat))
        values = [min(DIE, self.field.values(token).attack) for token in tokens]
        for value in sorted(set(values) - {0}, reverse=True):
            one = next(token for token in tokens if min(DIE, self.field.values(token).attack) == value)
            self.chances.append(self._each_die(values.count(value), value, one))

    def _leaves(self, start: Cell, going: int) -> None:
        """A city or an objective given up."""
        card = self.field.card(start)
        own = [token for token in self.field.here(start) if token.seat == self.seat]
        if card is None or len(own) > going or self.field.controller(start) != self.seat:
            return
        scoring = self.rules.scenarios[self.position.scenario].victory.control_points
        if scoring is not None and any(cell.at == start for cell in scoring.cells):
            self.note("gives_up", "bad", start=start)
        elif card.gold or card.mana:
            self.note("gives_up_income", "warn", start=start, income=f"{card.gold}/{card.mana}")

    def _threats(self, goal: Cell) -> None:
        """Enemy shooters that can aim there."""
        count = 0
        for token in self.field.tokens.values():
            if self.field.are_enemies(self.seat, token.seat) and token.cell != goal:
                reach = self.field.values(token).range
                count += bool(reach) and self.field.reaches(token.cell, goal, reach)
        if count:
            self.facts["shooters"] = count
            self.note("shooters_one" if count == 1 else "shooters", "warn", n=count)

    def retreat(self, action: a.Retreat) -> None:
        """Where it goes, and that whoever stays may not attack."""
        frame = self.moment.top
        unit = frame.unit if isinstance(frame, f.SiteFrame) else None
        stay = len(self.field.unit(unit)) - len(action.tokens) if unit is not None else 0
        self.facts = {"tokens": len(action.tokens), "stay": stay}
        if stay:
            self.note("stay", "warn", stay=stay)
        self.overlays.append(Ring(action.cell, "info"))

    # -- attacks

    def attack(self, cell: Cell, seat: Seat) -> None:
        """The chance of each die, the hits to expect, who would fall first, what may save it."""
        unit = self._attacker()
        if unit is None:
            return
        top = self.moment.top
        tokens = able(self.field.unit(unit), bonus=not isinstance(top, f.SiteFrame))
        values = [min(DIE, self.field.values(token).attack) for token in tokens]
        card = self.field.card(cell)
        automatic = 0
        if card is not None and cell == unit.cell and not self.field.is_purified(tokens):
            automatic = automatic_hits(card, self.rules.units[unit.unit])
        self.facts = {"dice": len(values)}
        extra = () if self.field.is_purified(tokens) else extra_dice(self.field, unit)
        whole, *parts = self._whole(unit, cell, seat, hits_of(values, automatic, extra))
        self.chances.append(whole)
        for value in sorted(set(values), reverse=True):
            one = next(token for token in tokens if min(DIE, self.field.values(token).attack) == value)
            self.chances.append(self._each_die(values.count(value), value, one))
        self.chances += parts
        if automatic:
            self.note("automatic_one" if automatic == 1 else "automatic", "good", n=automatic)
        self._first_to_fall(cell, seat)
        self.overlays.append(Ring(cell, "warn"))

    def _whole(self, unit: UnitRef, cell: Cell, seat: Seat, hits: Spread) -> Iterator[Chance]:
        """The attack as a whole, first whether anybody falls by it, with what to expect; then what those who are left may do."""
        combat = self.position.combat
        graced = combat.site.graced if combat is not None and combat.site is not None else None
        attacked, own = (stack_of(self.field, *of, graced) for of in ((cell, seat), (unit.cell, unit.seat)))
        found = outlook(hits, attacked, own, answers=cell == unit.cell)
        mean, count = expected(hits), tokens_in(attacked)
        self.facts |= {"expected_hits": round(float(mean), 2), "expected_lost": round(float(found.lost), 2)}
        means = [self.say("mean", hits=_mean(mean), lost=_mean(found.lost))]
        if found.answer is None:
            means.append(self.say("no_answer"))
        else:
            self.facts["expected_answer"] = round(float(found.answer), 2)
            means.append(self.say("mean_answer", hits=_mean(found.answer)))
        falls = self.say("any_falls")
        yield _chance(falls, found.any_falls, tuple(means))
        if count > 1 and found.all_fall:
            yield _chance(self.say("all_fall", n=count), found.all_fall)
        if found.answer is not None:
            yield _chance(
                self.say("loss"),
                found.loss,
            )

    def _each_die(self, count: int, value: int, token: Token) -> Chance:
        """What a die of such a token needs: how many there are, its printed Attack, all that changes it."""
        printed = self.field.kind(token).printed.attack
        steps = [
            self.say("dice", count=count, value=value),
            self.say("printed", printed=printed),
            *reasons(self.field, token, "attack"),
        ]
        rules = ("OW-ATK-02", "OW-ATK-03", *("OW-UNIT-12" for _ in steps[2:]))
        return Chance(self.say("each_die"), value, DIE, tuple(steps), rules=tuple(map(RuleId, rules)))

    def _attacker(self) -> UnitRef | None:
        top = self.moment.top
        if top is None or top.ask is None:
            return None
        return top.ask.unit

    def _first_to_fall(self, cell: Cell, seat: Seat) -> None:
        choices = candidates(self.field, cell, seat, capacities(self.field, cell, seat))
        names = list(dict.fromkeys(token.unit for token in choices))
        if names:
            self.note("first_to_fall", names=joined(unit_name(self.rules, name) for name in names))
        card = self.field.card(cell)
        for name in names:
            for faces in saves_of(card, self.rules.units[name]) if card is not None else ():
                text = self.say("saved", unit=unit_name(self.rules, name))
                self.chances.append(Chance(text, len(faces), DIE))

    # -- magic and lists

    def cast(self, action: a.Cast) -> None:
        """The price, whom it touches, who could answer."""
        spell, token = self.rules.spells[action.spell], self.position.tokens[action.caster]
        cost = spell_cost(spell, self.field.card_of(token), free=action.free != "none")
        self.facts = {"cost": cost}
        if self.rules.options.open_reserves or self.position.seats[self.seat].seat == self.seat:
            self.facts["mana_left"] = self.position.seats[self.seat].mana - cost
        for ref in affected(self.field, spell, token, action.target):
            self.overlays.append(Ring(ref.id, "warn" if self.field.are_enemies(self.seat, ref.seat) else "good"))
        self.notes.append(Choice(spell.text))
        self._answers(token)

    def _answers(self, token: Token) -> None:
        """Seats that could dispel it, as far as it can be seen."""
        if not self.rules.options.open_reserves:
            return
        dispel = self.rules.spells["dispel"]
        able_seats = set()
        for other in self.field.tokens.values():
            if other.seat == token.seat or other.dispelled or not self.field.kind(other).is_magic:
                continue
            pays = self.position.seats[other.seat].mana >= spell_cost(dispel, self.field.card_of(other))
            anywhere = self.rules.options.dispel_reach == "unlimited"
            if pays and (anywhere or self.field.reaches(other.cell, token.cell, self.field.values(other).range)):
                able_seats.add(other.seat)
        if able_seats:
            self.note("dispellers", "warn", names=joined(player(seat) for seat in sorted(able_seats)))

    def lists(self, orders: Any, gold: int) -> None:
        """What is left of the gold."""
        cost = cost_of(self.rules, orders)
        self.facts = {"cost": cost, "gold_left": gold - cost}


MOST_PARTS: Final = 216
"""A chance in more parts than three dice have is told in thousandths."""


def _chance(text: Text, chance: Fraction, steps: tuple[Text, ...] = ()) -> Chance:
    """A chance as it is shown; what may happen and what may fail to is never rounded away."""
    if chance.denominator <= MOST_PARTS:
        return Chance(text, chance.numerator, chance.denominator, steps)
    return Chance(text, min(999, max(1, round(chance * 1000))), 1000, steps)


def _mean(value: Fraction) -> Text:
    return decimal(f"{float(value):.1f}")


# ----------------------------------------------------------------------------------------------------------------- survey


def survey(moment: Moment, seat: Seat, unit: UnitId) -> Preview:
    """Where a stack can go, whom it can attack and where it could retreat to, of an own one nothing while a window asks; of an
    enemy's what it threatens."""
    ref = UnitRef.of(unit)
    tokens = moment.field.unit(ref) if ref is not None else ()
    if ref is None or not tokens:
        raise InvalidInput.at("unit", "a unit on the board", unit)
    field = moment.field
    values = [field.values(token) for token in tokens]
    facts: dict[str, Any] = {
        "tokens": len(tokens),
        "initiative": min(value.initiative for value in values),
        "movement": min(value.movement for value in values),
        "attack": min(value.attack for value in values),
        "range": min(value.range for value in values),
        "points_left": min(field.points_left(token) for token in tokens),
    }
    only_responds = ref.seat == seat and isinstance(moment.top, f.WindowFrame)
    rings = () if only_responds else tuple(_rings(moment, ref, tokens))
    return Preview(True, None, facts, tuple(_notes(field, tokens)), (), rings)


def _rings(moment: Moment, ref: UnitRef, tokens: tuple[Token, ...]) -> Iterator[Overlay]:
    """Reach with the points left in each card, then targets, then retreats."""
    field = moment.field
    if moment.position.phase == "movement":
        for cell, path in reach_of(field, ref.seat, tuple(token.id for token in tokens)).items():
            stops = stops_in(field, tokens[0], cell)
            left = _left(field, tokens, path)
            yield Ring(cell, "warn" if stops else "good", same(str(left)))
    for cell, _ in targets(field, ref):
        yield Ring(cell, "bad", moment.rules.words.say("plan", "can_attack"))
    if field.enemies(ref.seat, ref.cell):
        for cell in retreat_cells(field, tokens):
            yield Ring(cell, "info", moment.rules.words.say("plan", "retreat"))


def _left(field: Field, tokens: tuple[Token, ...], path: tuple[Cell, ...]) -> int:
    kind = field.kind(tokens[0])
    purses = [purse_of(field, token) for token in tokens]
    for cell in path:
        card = field.card(cell)
        if card is not None:
            purses = [purse.pay(entry_cost(field.rules, kind, card), entry_bonus(card, kind)) for purse in purses]
    return min(purse.left for purse in purses)


def _notes(field: Field, tokens: tuple[Token, ...]) -> Iterator[Choice]:
    """What lies on the unit."""
    if any(field.is_locked(token) for token in tokens):
        yield Choice(field.rules.words.say("marks", "locked"), "warn")
    for effect in dict.fromkeys(effect for token in tokens for effect in field.marks(token)):
        yield Choice(spell_name(field.rules, effect.code), "info")
