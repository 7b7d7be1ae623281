"""What anything on the table is, in rules words: units, weapons, terrain, zones, signs, lines of the lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from app.engine.about import About, Number, Statement
from app.engine.explaining import Inventory, Question, told
from app.engine.types import Text, UnitId
from app.engine.words import centimetres, joined, same
from app.systems.war_of_plastic.book.state import ARMIES, Mode, Unit, UnitType
from app.systems.war_of_plastic.book.tables import Rules, Terrain
from app.systems.war_of_plastic.book.words import Words, numbered
from app.systems.war_of_plastic.ground.close_combat import engaged_with
from app.systems.war_of_plastic.judge.view import View
from app.systems.war_of_plastic.position.field import Field
from app.systems.war_of_plastic.screen.panels import has_acted, objective_text

CLASSES: Final[tuple[UnitType, ...]] = ("infantry", "light", "heavy")
MODES: Final = (Mode.STATIONARY, Mode.MOVING, Mode.FORCED)

OF_TRAITS: Final[Mapping[str, tuple[str, ...]]] = {
    "burst": ("WOP-BURST-02", "WOP-BURST-03", "WOP-BURST-04"),
    "area": ("WOP-AREA-01", "WOP-AREA-05"),
    "artillery": ("WOP-ARTY-01", "WOP-ARTY-02", "WOP-ARTY-03"),
}
OF_SIGHT: Final[Mapping[str, tuple[str, ...]]] = {
    "solid": ("WOP-SIGHT-02",),
    "dense": ("WOP-SIGHT-05",),
}
OF_HURT: Final[Mapping[str, tuple[str, ...]]] = {
    "infantry": ("WOP-DMG-06", "WOP-DMG-07", "WOP-HEAL-01"),
    "light": ("WOP-DMG-08", "WOP-DMG-09", "WOP-HEAL-01"),
    "heavy": ("WOP-DMG-10", "WOP-DMG-11", "WOP-HEAL-01"),
}
OF_SIGNS: Final[Mapping[str, tuple[str, ...]]] = {
    "wound": ("WOP-DMG-06", "WOP-DMG-07", "WOP-DMG-18", "WOP-HEAL-01"),
    "damage": ("WOP-DMG-08", "WOP-DMG-10", "WOP-DMG-16", "WOP-SHOT-24", "WOP-HEAL-01"),
    "stun": ("WOP-DMG-13", "WOP-DMG-14", "WOP-DMG-15"),
    "engaged": ("WOP-CC-02", "WOP-CC-03", "WOP-CC-04", "WOP-CC-05", "WOP-CCS-02"),
}
NAMES_OF_SIGNS: Final = {"wound": "wounded", "damage": "damaged", "stun": "stunned", "engaged": "engaged"}


def about(words: Words, inventory: Inventory, rules: Rules, view: View, thing: str) -> About | None:
    """What a thing of a view is, ``None`` for an id that names none."""
    return _Question(words, inventory, rules, view).thing(thing)


class _Question(Question):
    """One question: the words, the tables of the room and what the viewer sees."""

    def __init__(self, words: Words, inventory: Inventory, rules: Rules, view: View) -> None:
        super().__init__(inventory)
        self.words = words
        self.rules = rules
        self.view = view
        self.families = {
            "mark": self._mark,
            "weapon": self._armed,
            "chip": self._armed,
            "terrain": lambda thing, kind: self._terrain(thing, kind, 1) if kind in rules.terrain else None,
            "unit": lambda thing, kind: self._kind(thing, kind) if kind in rules.kinds else None,
            "pips": self._pips,
        }

    def thing(self, name: str) -> About | None:
        """By the id of a drawable or a row, else by family and name."""
        unit = self.view.units.get(UnitId(name.removeprefix("row-")))
        if unit is not None:
            return self._unit(name, unit)
        piece = next((piece for piece in self.view.board.pieces if piece.id == name), None)
        if piece is not None:
            title = numbered(self.words.terrain(piece.kind), self.view.board.pieces, piece)
            return self._terrain(name, piece.kind, piece.levels, title)
        token = next((token for token in self.view.tokens if token.id == name), None)
        if token is not None:
            return self._lying(name, token.weapon)
        return self._row(name) or self.of_family(name)

    # --------------------------------------------------------------------------------------------------------- families

    def _mark(self, name: str, member: str) -> About | None:
        if member in OF_SIGNS:
            return self.ruled(name, self.words.say("states", NAMES_OF_SIGNS[member]), OF_SIGNS[member])
        if member == "passengers":
            rules = ("WOP-VEH-05", "WOP-VEH-06", "WOP-VEH-09", "WOP-VEH-10", "WOP-VEH-11")
            return self.ruled(name, self._say("passengers"), rules)
        if member == "acted":
            return self.ruled(name, self.words.say("states", "acted"), ("WOP-MAN-03",))
        return self._armed(name, member)

    def _armed(self, name: str, weapon: str) -> About | None:
        return self._weapon(name, weapon) if weapon in self.rules.weapons else None

    def _pips(self, name: str, number: str) -> About | None:
        rules = ("WOP-MAN-01", "WOP-MAN-02", "WOP-MAN-03", "WOP-MAN-05", "WOP-MAN-09")
        return self.ruled(name, self.words.say("headline", "manoeuvres"), rules) if number == "0" else None

    def _row(self, name: str) -> About | None:
        head, _, rest = name.partition("-")
        if head == "engaged":
            return self.of_family("mark.engaged")
        if head == "deployment" and rest in ARMIES:
            title = self.words.say("tags", "deployment", army=self.words.army(rest))
            return self.ruled(name, title, ("WOP-DEPL-05", "WOP-DEPL-09", "WOP-RES-01", "WOP-HEAL-01"))
        if head == "zone":
            return self._zone(name)
        if head == "objective":
            return self._objective(name, rest)
        if head == "summary":
            return self.ruled(name, self.words.say("panels", "summary"), ("WOP-WIN-08",))
        if head == "pool":
            return self._pool(name, rest)
        if head == "list":
            whole = rest in ARMIES
            return self.ruled(name, self.words.say("about", "list"), ("WOP-ARMY-07",)) if whole else self._listed(rest)
        return None

    def _listed(self, rest: str) -> About | None:
        army, _, number = rest.partition("-")
        chosen = self.view.armies[army].list if army in ARMIES else None
        if chosen is None or not number.isdigit() or int(number) >= len(chosen):
            return None
        return self._kind(f"list-{rest}", chosen[int(number)])

    def _pool(self, name: str, rest: str) -> About | None:
        pool = self.view.obstacles.remaining if self.view.obstacles is not None else ()
        shape = pool[int(rest)] if rest.isdigit() and int(rest) < len(pool) else None
        if shape is None:
            return None
        return self._terrain(name, self.rules.shapes[shape].kind, self.rules.shapes[shape].levels)

    def _zone(self, name: str) -> About:
        lines = [
            Statement(self._of_army(army, objective_text(self.words, self.view, army, objective, index)))
            for army in ARMIES
            for index, objective in enumerate(self.view.armies[army].objectives.list)
            if objective.zone is not None
        ]
        title = self.words.say("objectives", "zone")
        return About(name, title, lines=(*lines, *self._rules("WOP-WIN-04", "WOP-WIN-06")))

    def _objective(self, name: str, rest: str) -> About | None:
        army, _, number = rest.partition("-")
        if army not in ARMIES or not number.isdigit():
            return None
        found = self.view.armies[army].objectives.list
        if int(number) >= len(found):
            return None
        text = objective_text(self.words, self.view, army, found[int(number)], int(number))
        rules = self._rules("WOP-WIN-03", "WOP-WIN-04", "WOP-WIN-06")
        return About(name, text, self.words.army(army), lines=tuple(rules))

    # ------------------------------------------------------------------------------------------------- units and weapons

    def _unit(self, name: str, unit: Unit) -> About:
        title = self.words.kind(unit.kind)
        kind = joined((self.words.unit_class(unit.type), self.words.army(unit.army)), by=" · ")
        numbers = (*self._body(unit.type, unit.damage), *self._arms((*unit.weapons, *unit.special)), *self._load(unit))
        lines = (*self._state(unit), *self._of_kind(unit.kind, (*unit.weapons, *unit.special)))
        return About(name, joined((title, same(unit.id)), by=" "), kind, numbers, tuple(lines))

    def _kind(self, name: str, kind_id: str) -> About:
        kind = self.rules.kinds[kind_id]
        weapons = (*kind.weapons, *((kind.special,) if kind.special else ()))
        points = Number(self._say("points"), same(kind.points))
        numbers = (*self._body(kind.type, 0), *self._arms(weapons), points)
        lines = tuple(self._of_kind(kind_id, weapons))
        return About(name, self.words.kind(kind_id), self.words.unit_class(kind.type), numbers, lines)

    def _body(self, unit_type: UnitType, damage: int) -> Iterator[Number]:
        """How far, how well protected, how many hurts it bears (WOP-MOVE-04, WOP-PROT-01, WOP-PROT-02, WOP-PROT-03,
        WOP-DMG-16)."""
        caps = self.rules.caps(unit_type, damage)
        if caps.forced_mm is None:
            yield Number(self._say("movement"), centimetres(caps.moving_mm), self._say("hurt"))
        else:
            forced = self._say("and_forced", moving=centimetres(caps.moving_mm), forced=centimetres(caps.forced_mm))
            yield Number(self._say("movement"), forced)
        if unit_type == "infantry":
            values = self.rules.infantry_protection
            yield Number(self._say("protection"), self._say("protection_of", **dict(values)))
        else:
            yield Number(self._say("protection"), same(self.rules.vehicle_protection[unit_type]))
        limit = self.rules.classes[unit_type].damage_limit
        yield Number(self._say("hurts"), self._say("hurts_of", hurts=damage, limit=limit))

    def _arms(self, weapons: Iterable[str]) -> Iterator[Number]:
        for weapon in dict.fromkeys(weapons):
            arm = self.rules.weapons[weapon]
            reach = self._say("reach_power", reach=centimetres(arm.range_mm), power=arm.power)
            yield Number(self.words.weapon(weapon), reach)

    def _load(self, unit: Unit) -> Iterator[Number]:
        capacity = self.rules.kinds[unit.kind].capacity
        if capacity:
            riders = [each.id for each in self.view.units.values() if each.aboard == unit.id]
            yield Number(self._say("seats"), self._say("of", some=len(riders), all=capacity), _names(riders))

    def _state(self, unit: Unit) -> Iterator[Statement]:
        """What is the matter with it now."""
        if unit.status == "destroyed":
            yield from self._rules("WOP-MAN-15")
            return
        if unit.damage:
            yield from self._rules(*OF_HURT[unit.type])
        if unit.stunned:
            yield from self._rules("WOP-DMG-13", "WOP-DMG-14")
        field = Field(self.view.units, self.view.board.pieces, self.rules)
        tied = engaged_with(field, unit)
        if tied:
            against = self._say("engaged", units=joined(same(each.id) for each in tied))
            yield told(against, "WOP-CC-02")
            yield from self._rules("WOP-CC-03", "WOP-CC-04")
        if has_acted(self.view, unit):
            yield from self._rules("WOP-MAN-03")
        if unit.aboard is not None:
            yield told(self.words.say("panels", "aboard", vehicle=unit.aboard), "WOP-VEH-05")
            yield from self._rules("WOP-VEH-09", "WOP-VEH-11", "WOP-VEH-08")
        if unit.status == "reserve":
            yield from self._rules("WOP-MAN-13", "WOP-RES-06" if unit.damage == 0 else "WOP-HEAL-05")
        if self.view.open is not None and self.view.open.unit == unit.id:
            yield from self._rules("WOP-MAN-06")

    def _of_kind(self, kind_id: str, weapons: Iterable[str]) -> Iterator[Statement]:
        """What any unit of its kind may do, and its weapons."""
        kind = self.rules.kinds[kind_id]
        if kind.capacity:
            yield from self._rules("WOP-VEH-01", "WOP-VEH-04")
        if kind.type != "infantry":
            yield from self._rules("WOP-BLDG-01")
        for weapon in dict.fromkeys(weapons):
            arm = self.rules.weapons[weapon]
            if arm.traits:
                traits = joined(self._say(f"trait_{trait}") for trait in arm.traits)
                words = self._say("weapon_traits", weapon=self.words.weapon(weapon), traits=traits)
                yield told(words, OF_TRAITS[arm.traits[0]][0], about=f"weapon.{weapon}")

    def _weapon(self, name: str, weapon: str) -> About:
        arm = self.rules.weapons[weapon]
        numbers = [
            Number(self._say("reach"), centimetres(arm.range_mm)),
            Number(self._say("power"), same(arm.power)),
            *(self._needs(mode, arm.power) for mode in MODES if not arm.is_artillery or mode is Mode.MOVING),
        ]
        ids = [*(rule for trait in arm.traits for rule in OF_TRAITS[trait])]
        if arm.special:
            ids += ["WOP-DROP-01", "WOP-DROP-07", "WOP-DMG-18"]
        ids.append("WOP-SHOT-21")
        return About(name, self.words.weapon(weapon), self._say("weapon"), tuple(numbers), tuple(self._rules(*ids)))

    def _needs(self, mode: Mode, power: int) -> Number:
        """The die needed against protection 1, 2 and 3 (WOP-SHOT-21)."""
        needs = " · ".join(f"{need}+" if need else "–" for need in self.rules.to_hit[mode][power - 1])
        return Number(self._say("needs", mode=self.words.mode(mode.value)), same(needs))

    def _lying(self, name: str, weapon: str) -> About:
        found = self._weapon(name, weapon)
        lying = self._rules("WOP-DROP-03", "WOP-DROP-05", "WOP-DROP-06", "WOP-DROP-07")
        return About(name, found.title, self._say("lying"), found.numbers, (*lying, *found.lines))

    # ----------------------------------------------------------------------------------------------------------- terrain

    def _terrain(self, name: str, kind: str, levels: int, title: Text | None = None) -> About:
        terrain = self.rules.terrain[kind]
        numbers = [
            *([Number(self._say("inside"), same(terrain.cover_inside))] if terrain.cover_inside else []),
            *([Number(self._say("behind"), same(terrain.cover_behind))] if terrain.cover_behind else []),
            *([Number(self._say("height"), centimetres(terrain.height_mm))] if terrain.height_mm else []),
            *([Number(self._say("floors"), same(levels))] if levels > 1 else []),
        ]
        lines = (*self._passage(terrain), *self._rules(*_rules_of(kind, terrain, levels)))
        return About(name, title or self.words.terrain(kind), self._say("terrain"), tuple(numbers), lines)

    def _passage(self, terrain: Terrain) -> Iterator[Statement]:
        """Who may cross it and who may stop on it (WOP-MOVE-12, WOP-MOVE-14)."""
        for key, allowed, rule in (
            ("crossed", terrain.cross, "WOP-MOVE-14"),
            ("stopped", terrain.stop, "WOP-MOVE-12"),
        ):
            if not allowed:
                yield told(self._say(f"{key}_none"), rule)
            elif len(allowed) == len(CLASSES):
                yield told(self._say(f"{key}_all"), rule)
            else:
                classes = joined(self.words.unit_class(each) for each in CLASSES if each in allowed)
                yield told(self._say(f"{key}_only", classes=classes), rule)

    # ------------------------------------------------------------------------------------------------------- small helps

    def _of_army(self, army: str, text: Text) -> Text:
        return joined((self.words.army(army), text), by=": ")

    def _say(self, key: str, **places: object) -> Text:
        return self.words.say("about", key, **places)


def _rules_of(kind: str, terrain: Terrain, levels: int) -> Iterator[str]:
    if kind == "wreck":
        yield from ("WOP-DMG-04", "WOP-PROT-10")
    yield from OF_SIGHT.get(terrain.sight, ())
    if terrain.building:
        yield from ("WOP-BLDG-01", "WOP-BLDG-03", "WOP-SIGHT-03")
    if levels > 1:
        yield "WOP-BLDG-06"
    if terrain.cover_inside:
        yield "WOP-PROT-06"
    if terrain.cover_behind:
        yield "WOP-PROT-05"
    if terrain.cover_inside and not terrain.cover_shared:
        yield "WOP-PROT-08"


def _names(units: Iterable[str]) -> Text | None:
    found = ", ".join(units)
    return same(found) if found else None
