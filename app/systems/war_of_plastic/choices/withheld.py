"""What a unit may not do now, and the first rule that says so: the judge asked of every kind of act it has in the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final

from app.boards.measured import gap_at_most, gap_mm
from app.engine.about import Withheld
from app.engine.explaining import Try, refused
from app.engine.refusal import Refusal
from app.engine.types import Seat, Text, UnitId
from app.engine.words import joined
from app.systems.war_of_plastic.book.state import Phase, Unit
from app.systems.war_of_plastic.book.tables import Weapon
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.fire.combat import mode_of_unit
from app.systems.war_of_plastic.fire.shooting import Look, aim_at, look_at, may_use, shooting_mode
from app.systems.war_of_plastic.ground.close_combat import contacts
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.judge.acts import check
from app.systems.war_of_plastic.march.movement import start_of
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.turn.manoeuvres import unit_rule

GRENADE: Final = "grenade"
STEP_MM: Final = 10
AROUND: Final = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))

ENTRY_STATE: Final = frozenset(
    {"WOP-RES-06", "WOP-MAN-01", "WOP-MAN-03", "WOP-MAN-05", "WOP-MAN-06", "WOP-MAN-11", "WOP-MAN-14", "WOP-TEAM-03"}
)
"""Rules that refuse an entry wherever it is tried."""


def withheld(words: Words, moment: Moment, seat: Seat, unit_id: UnitId) -> tuple[Withheld, ...]:
    """Every kind of act that an own unit has and cannot do now."""
    unit = moment.unit(unit_id)
    army = moment.army_of(seat)
    if unit is None or army is None or unit.army != army or unit.status == "destroyed":
        return ()
    if moment.position.phase is Phase.DEPLOYMENT and unit.status == "undeployed":
        return _Withholding(words, moment, seat, unit).deployment()
    if moment.position.phase is not Phase.TURN:
        return ()
    return tuple(_Withholding(words, moment, seat, unit).all())


class _Withholding:
    """Asks the judge about one unit."""

    def __init__(self, words: Words, moment: Moment, seat: Seat, unit: Unit) -> None:
        self.words = words
        self.moment = moment
        self.seat = seat
        self.unit = unit
        self._looks: dict[UnitId, Look] = {}
        enemies = moment.field.enemies_of(unit.army) if unit.status in ("table", "aboard") else ()
        self.enemies = self._nearest_first(enemies)

    def deployment(self) -> tuple[Withheld, ...]:
        """Deploying, while the other army does (WOP-DEPL-08)."""
        if self.moment.position.army_to_act == self.unit.army:
            return ()
        return tuple(self._first("deploy", [(a.Deploy(self.unit.id, 0, 0), None)]))

    def all(self) -> Iterator[Withheld]:
        """In the order in which the acts are offered."""
        unit = self.unit
        if unit.status == "reserve":
            yield from self._first("enter", [(a.Enter(unit.id, 0), None)], only_state=True)
        else:
            yield from self._moves()
            yield from self._shots()
        if unit.type == "infantry" and unit.status != "reserve":
            yield from self._close_combat()
            yield from self._weapons()
        yield from self._care()

    # ------------------------------------------------------------------------------------------------ the kinds of act

    def _moves(self) -> Iterator[Withheld]:
        start = start_of(self.moment.field, self.unit)
        paths = (((start.x + STEP_MM * dx, start.y + STEP_MM * dy),) for dx, dy in AROUND)
        yield from self._first("move", ((a.Move(self.unit.id, path), None) for path in paths))

    def _shots(self) -> Iterator[Withheld]:
        for weapon in dict.fromkeys((*self.unit.weapons, *self.unit.special)):
            found = self._shot(weapon)
            if found is not None:
                refusal, whom = found
                name = "throw" if weapon == GRENADE else "shoot"
                yield Withheld("shoot", self._label(name, self.words.weapon(weapon)), refusal, whom)

    def _shot(self, weapon: str) -> tuple[Refusal, UnitId | None] | None:
        """Why a weapon has no target: the refusal of the nearest enemy in its range, else of the nearest of all."""
        if not self.enemies:
            return None
        refusal = check(self.moment, self.seat, a.Shoot(self.unit.id, weapon, (self.enemies[0].id,)))
        if refusal is None:
            return None
        mode = mode_of_unit(self.moment, self.unit)
        if unit_rule(self.moment, self.seat, self.unit, "shoot") or may_use(
            self.moment.field, self.unit, weapon, mode=mode
        ):
            return refusal, None
        arm = self.moment.rules.weapons[weapon]
        row = shooting_mode(arm, mode).row
        near = []
        for enemy in self._within(arm):
            look = None if arm.is_artillery else self._look(enemy)
            aim = aim_at(self.moment.field, self.unit, arm, enemy.id, row=row, look=look)
            if not isinstance(aim, Refusal):
                return None
            near.append((aim, enemy.id))
        return near[0] if near else (refusal, self.enemies[0].id)

    def _close_combat(self) -> Iterator[Withheld]:
        unit = self.unit
        soldiers = [enemy for enemy in self.enemies if enemy.type == "infantry"]
        vehicles = [enemy for enemy in self.enemies if enemy.type != "infantry"]
        yield from self._first("fight", ((a.Fight(unit.id, each.id), each.id) for each in soldiers))
        weapon = next(iter((*unit.weapons, *unit.special)), None)
        if weapon is not None:
            yield from self._first("assault", ((a.Assault(unit.id, each.id, weapon), each.id) for each in vehicles))

    def _weapons(self) -> Iterator[Withheld]:
        unit, field = self.unit, self.moment.field
        yield from self._first("drop_weapon", ((a.DropWeapon(unit.id, weapon), None) for weapon in unit.special))
        tokens = self.moment.position.tokens
        yield from self._first("pick_up", ((a.PickUp(unit.id, token.id), None) for token in tokens))
        beside = (each for each in contacts(field, unit) if each.army == unit.army and each.special)
        takes = ((a.TakeWeapon(unit.id, each.id, each.special[0]), each.id) for each in beside)
        yield from self._first("take_weapon", takes)

    def _care(self) -> Iterator[Withheld]:
        unit = self.unit
        if unit.stunned:
            yield from self._first("unstun", [(a.Unstun(unit.id, unit.id), None)])
        if unit.damage and unit.status == "reserve":
            yield from self._first("heal", [(a.Heal(unit.id), None)])
        if unit.damage and unit.status == "table":
            yield from self._first("withdraw", [(a.Withdraw(unit.id), None)])

    # ------------------------------------------------------------------------------------------------------ small helps

    def _first(self, name: str, tries: Iterable[Try], *, only_state: bool = False) -> Iterator[Withheld]:
        """The refusal of the first try, unless the judge accepts any of them. ``only_state``: what depends on the place
        tried is no reason."""
        may_not = unit_rule(self.moment, self.seat, self.unit, name) is not None  # then whatever is tried
        found = refused(partial(check, self.moment, self.seat), islice(tries, 1) if may_not else tries)
        if found is None:
            return
        refusal, whom = found[0], None if may_not else found[1]
        if not (only_state and refusal.rule not in ENTRY_STATE and whom is None):
            yield Withheld(name, self.words.say("actions", name), refusal, whom)

    def _label(self, action: str, thing: Text) -> Text:
        name = self.words.say("actions", action)
        return joined((name, thing), by=": ")

    def _look(self, enemy: Unit) -> Look:
        if enemy.id not in self._looks:
            self._looks[enemy.id] = look_at(self.moment.field, self.unit, enemy)
        return self._looks[enemy.id]

    def _within(self, arm: Weapon) -> Iterator[Unit]:
        """The enemies a weapon reaches; all of them where nothing is measured beforehand (WOP-HID-04)."""
        field = self.moment.field
        here = field.place_of(self.unit)
        for enemy in self.enemies:
            if not field.rules.options.premeasure or gap_at_most(here, field.place_of(enemy), arm.range_mm):
                yield enemy

    def _nearest_first(self, units: Iterable[Unit]) -> list[Unit]:
        """By nearness, or by id where distances are not shown beforehand (WOP-HID-04)."""
        field = self.moment.field
        by_id = sorted(units, key=lambda each: each.id)
        if not by_id or not field.rules.options.premeasure:
            return by_id
        here = field.place_of(self.unit)
        return sorted(by_id, key=lambda each: gap_mm(here, field.place_of(each)))
