"""What everything that is drawn or listed is, in the sentences of the rule inventory (``app/engine/about.py``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.about import About, Number, Statement
from app.engine.explaining import Inventory, Question, told
from app.engine.types import Text, UnitId
from app.engine.words import joined, same, shaped, short_centimetres
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, PLAYERS
from app.systems.tierras_distantes.book.pieces import Member, Objective, Piece
from app.systems.tierras_distantes.book.tables import Ground, Rules
from app.systems.tierras_distantes.judge.view import SeenUnit, View
from app.systems.tierras_distantes.nerve.rallying import rally_below
from app.systems.tierras_distantes.screen.drawn import held_words, objective_tags, state_marks
from app.systems.tierras_distantes.screen.panels import equipment, pips
from app.systems.tierras_distantes.screen.seen import actions_left, height, held, piece_names
from app.systems.tierras_distantes.space.land import PER_CENT
from app.systems.tierras_distantes.squads.lists import cost_of
from app.systems.tierras_distantes.words import names

NO_MELEE: Final = "TD-MOV-14"
NO_FALLING: Final = "TD-CLB-10"
STEPPED: Final = ("TD-MOV-05", "TD-MOV-07", "TD-CLB-01", NO_FALLING)
OF_GROUND: Final = {
    "hill": ("TD-SEE-04", "TD-COV-01", *STEPPED),
    "rock": ("TD-SEE-04", "TD-COV-01", *STEPPED, "TD-CLB-03"),
    "wall": ("TD-SEE-04", "TD-COV-01", *STEPPED, "TD-CLB-06", "TD-CLB-08", "TD-MOV-12"),
    "barricade": ("TD-SEE-04", "TD-COV-01", "TD-MOV-05", "TD-MOV-12", "TD-CLB-04"),
    "building": ("TD-SEE-04", "TD-COV-01", *STEPPED, "TD-CLB-03"),
    "container": ("TD-SEE-04", "TD-COV-01", *STEPPED, "TD-CLB-03"),
    "platform": ("TD-SEE-04", "TD-COV-01", "TD-SEE-08", "TD-SEE-09", *STEPPED, "TD-CLB-03"),
    "swamp": ("TD-MOV-09",),
    "rubble": ("TD-MOV-09", "TD-COV-02", "TD-COV-03"),
    "crater": ("TD-COV-02", "TD-COV-03"),
    "trench": ("TD-COV-02", "TD-COV-03"),
    "woods": ("TD-SEE-06", "TD-COV-06", "TD-MOV-09"),
    "water": ("TD-MOV-10",),
}
OF_STATUS: Final = {
    "undeployed": ("TD-DEP-03", "TD-DEP-06"),
    "ready": ("TD-ACT-03", "TD-ACT-10"),
    "active": ("TD-ACC-01", "TD-ACC-02", "TD-ACC-03"),
    "done": ("TD-ACT-06", "TD-ACT-10"),
    "lost": ("TD-RES-04",),
    "out": ("TD-DEP-09",),
}
OF_MARKS: Final = {
    "leader": ("TD-FRT-05", "TD-FRT-06", "TD-FRT-13", "TD-SQD-06"),
    "fright": ("TD-FRT-01", "TD-FRT-02", "TD-FRT-03", "TD-FRT-12"),
    "climbing": ("TD-CLB-08", "TD-CLB-11", NO_FALLING),
    "held": ("TD-END-10", "TD-END-09"),
}
OF_FIGURES: Final = {
    "living": ("TD-END-08", "TD-SQD-03"),
    "casualties": ("TD-END-02", "TD-END-06", "TD-END-07", "TD-END-04"),
    "ready": ("TD-ACT-03", "TD-ACT-08", "TD-ACT-09"),
    "breaking": ("TD-END-07",),
    "points": ("TD-END-10", "TD-END-09"),
    "actions": ("TD-ACC-01", "TD-ACC-02", "TD-ACC-03", "TD-ACC-10"),
    "cost": ("TD-SQD-05", "TD-SQD-04", "TD-SQD-12"),
    "miniatures": ("TD-DEP-05", "TD-DEP-07"),
}
OF_PIPS: Final = {"named": ("TD-ACT-01", "TD-ACT-03", "TD-ACT-05"), "quiet": ("TD-END-13",)}


def about(inventory: Inventory, rules: Rules, view: View, thing: str) -> About | None:
    """What a thing of a view is; ``None`` for an id that names none."""
    return _Asked(inventory, rules, view).about(thing)


class _Asked(Question):
    """Somebody asks what a thing is."""

    def __init__(self, inventory: Inventory, rules: Rules, view: View) -> None:
        super().__init__(inventory)
        self.rules, self.view = rules, view
        self.families = {
            "mark": self.mark,
            "figure": self.figure,
            "pips": self.pips,
            "unit": self.quality,
            "weapon": self.weapon,
            "armour": self.armour,
            "terrain": self.terrain,
        }

    def about(self, thing: str) -> About | None:
        unit = self.view.units.get(UnitId(thing.removeprefix("row-")))
        if unit is not None:
            return self.unit(thing, unit)
        piece = next((each for each in self.view.board.pieces if each.id == thing), None)
        if piece is not None:
            return self.piece(thing, piece)
        head, _, rest = thing.removeprefix("row-").partition("-")
        row = {
            "objective": self.objective,
            "zone": self.zone,
            "pool": self.pool,
            "list": self.listed,
            "total": self.total,
        }
        tell = row.get(head)
        return tell(thing, rest) if tell is not None else self.of_family(thing)

    def say(self, section: str, key: str, /, **places: object) -> Text:
        return self.rules.words.say(section, key, **places)

    # -- miniatures

    def unit(self, thing: str, unit: SeenUnit) -> About:
        title = names.unit(unit.name, unit.id)
        kind = joined((self.rules.qualities[unit.quality].name, names.player(self.rules, unit.player)), by=" · ")
        numbers = (*self.standing(unit), *self.body(unit.quality), *self.arms(unit))
        return About(thing, title, kind, numbers, (*self.state(unit), *self._rules(NO_MELEE)))

    def standing(self, unit: SeenUnit) -> Iterator[Number]:
        """What an active one has left, and how high one stands."""
        if unit.status == "active":
            left = f"{actions_left(self.rules, unit)}/{self.rules.constants.actions}"
            yield Number(self.say("signs", "actions"), same(left))
        if unit.z_mm:
            yield Number(self.say("about", "feet"), height(unit.z_mm))

    def state(self, unit: SeenUnit) -> Iterator[Statement]:
        """What is the matter with it now."""
        for mark in state_marks(self.rules, unit):
            yield told(mark.text, OF_MARKS[mark.symbol][0], about=f"mark.{mark.symbol}")
            yield from self._rules(*OF_MARKS[mark.symbol])
        if unit.status is not None:
            yield from self._rules(*OF_STATUS[unit.status])

    def body(self, quality: str) -> Iterator[Number]:
        """How far, how high, how large (TD-GEN-06, TD-MOV-01, TD-MOV-05, TD-CLB-01)."""
        row, per_action = self.rules.qualities[quality], self.say("about", "per_action")
        step = row.height_nm * self.rules.constants.step_pct // PER_CENT
        yield Number(self.say("about", "move"), _length(row.move_nm), per_action)
        yield Number(self.say("about", "climb"), _length(row.climb_nm), per_action)
        yield Number(self.say("about", "step"), _length(step))
        yield Number(self.say("about", "height"), _length(row.height_nm))
        yield Number(self.say("about", "radius"), _length(row.radius_nm))
        yield Number(self.say("about", "rally"), same(rally_below(self.rules, row)))

    def arms(self, unit: SeenUnit) -> Iterator[Number]:
        """Its armour and its weapons, each with its dice and its reach."""
        armour = self.rules.armours[unit.armour]
        yield Number(armour.name, same(armour.dice), self.say("about", "defence"))
        for name in unit.weapons:
            weapon = self.rules.weapons[name]
            reach = self.say("about", "fire_reach", dice=self.dice(name), range=_length(weapon.effective_range_nm))
            yield Number(weapon.name, reach)

    # -- rows of the tables

    def quality(self, thing: str, name: str) -> About | None:
        row = self.rules.qualities.get(name)
        if row is None:
            return None
        numbers = (*self.body(name), Number(self.say("about", "cost"), same(row.cost)))
        return About(thing, row.name, self.say("about", "of_quality"), numbers, self._rules("TD-SQD-07", "TD-GEN-06"))

    def weapon(self, thing: str, name: str) -> About | None:
        row = self.rules.weapons.get(name)
        if row is None:
            return None
        most = self.say("about", "everywhere") if row.max_range_nm is None else _length(row.max_range_nm)
        numbers = [
            Number(self.say("about", "dice"), self.dice(name)),
            Number(self.say("about", "effective_range"), _length(row.effective_range_nm)),
            Number(self.say("about", "max_range"), most),
        ]
        if row.area_radius_nm is not None:
            numbers.append(Number(self.say("about", "area"), _length(row.area_radius_nm)))
        numbers.append(Number(self.say("about", "cost"), same(row.cost)))
        return About(
            thing, row.name, self.say("about", "of_weapon"), tuple(numbers), self._rules(*self.fire_rules(name))
        )

    def fire_rules(self, name: str) -> Iterator[str]:
        """What the rules say of a weapon: claws are one like any other (TD-MOV-14)."""
        row = self.rules.weapons[name]
        if name == "claws":
            yield NO_MELEE
        if row.area_radius_nm is not None:
            yield from ("TD-AREA-01", "TD-AREA-02", "TD-AREA-06", "TD-AREA-10")
        if row.divide:
            yield from ("TD-DIV-01", "TD-DIV-02", "TD-DIV-03")
        if row.total != row.effective:
            yield from ("TD-FIRE-04", "TD-FIRE-05")
        yield from ("TD-RNG-02", "TD-RNG-04")
        yield "TD-RNG-01" if row.max_range_nm is None else "TD-RNG-03"
        yield "TD-FIRE-11"

    def dice(self, weapon: str) -> Text:
        """Dice as the rulebook writes them: ``4(3)``, or one number where all are added (TD-FIRE-04)."""
        row = self.rules.weapons[weapon]
        return same(row.total) if row.total == row.effective else shaped("{t}({e})", t=row.total, e=row.effective)

    def armour(self, thing: str, name: str) -> About | None:
        row = self.rules.armours.get(name)
        if row is None:
            return None
        numbers = (
            Number(self.say("about", "defence"), same(row.dice)),
            Number(self.say("about", "cost"), same(row.cost)),
        )
        return About(thing, row.name, self.say("about", "of_armour"), numbers, self._rules("TD-FIRE-06", "TD-FIRE-07"))

    def listed(self, thing: str, rest: str) -> About | None:
        """A squad before both are open, or an entry of it (TD-HID-02)."""
        player, _, number = rest.partition("-")
        state = next((self.view.players[each] for each in PLAYERS if each == player), None)
        if state is None or self.view.phase != "squads":
            return None
        if not number:
            rules = ("TD-SQD-10", "TD-SQD-04", "TD-SQD-11", "TD-HID-02")
            return self.ruled(thing, self.say("about", "list"), rules)
        members = state.members or ()
        if not number.isdigit() or int(number) >= len(members):
            return None
        return self.member(thing, members[int(number)])

    def member(self, thing: str, member: Member) -> About:
        row = self.rules.qualities[member.quality]
        numbers = (*self.body(member.quality), Number(self.say("about", "cost"), same(cost_of(self.rules, member))))
        kind = equipment(self.rules, member.quality, member.armour, member.weapons)
        return About(thing, member.name or row.name, kind, numbers, self._rules("TD-SQD-05", "TD-SQD-08"))

    def total(self, thing: str, rest: str) -> About | None:
        if rest not in PLAYERS or self.view.totals is None:
            return None
        return self.ruled(thing, self.say("about", "total"), ("TD-SQD-04", "TD-SQD-12"))

    # -- terrain

    def terrain(self, thing: str, name: str) -> About | None:
        row = next((each for kind, each in self.rules.ground.items() if kind == name), None)
        return None if row is None else self.of_ground(thing, row, row.name, ())

    def of_ground(self, thing: str, row: Ground, title: Text, numbers: tuple[Number, ...]) -> About:
        if row.inside_cover:
            numbers = (*numbers, Number(self.say("about", "cover"), same(f"+{row.inside_cover}")))
        return About(thing, title, self.say("about", "of_terrain"), numbers, self._rules(*OF_GROUND[row.id]))

    def piece(self, thing: str, piece: Piece) -> About:
        numbers: tuple[Number, ...] = ()
        if piece.z0_mm:
            numbers += (Number(self.say("about", "bottom"), height(piece.z0_mm)),)
        if piece.z1_mm:
            numbers += (Number(self.say("about", "top"), height(piece.z1_mm)),)
        name = piece_names(self.rules, self.view.board.pieces)[piece.id]
        return self.of_ground(thing, self.rules.ground[piece.kind], name, numbers)

    def pool(self, thing: str, rest: str) -> About | None:
        pool = () if self.view.placing is None else self.view.placing.pool
        found = next((each.piece for each in pool if each.piece.id == rest), None)
        if found is None:
            return None
        row = self.rules.ground[found.kind]
        return self.of_ground(thing, row, row.name, (Number(self.say("about", "top"), height(found.z1_mm)),))

    def zone(self, thing: str, side: str) -> About | None:
        if side not in self.view.board.sides:
            return None
        title = self.say("tags", "zone", side=names.side(self.rules, side))
        return self.ruled(thing, title, ("TD-DEP-02", "TD-DEP-03", "TD-DEP-04", "TD-DEP-06"))

    def objective(self, thing: str, rest: str) -> About | None:
        found = next((each for each in self.view.board.objectives if each.id == rest), None)
        return None if found is None else self._objective(thing, found)

    def _objective(self, thing: str, found: Objective) -> About:
        low, high = height(found.z_min_mm), height(found.z_max_mm)
        heights = low if low == high else self.say("about", "from_to", low=low, high=high)
        numbers = (
            Number(self.say("about", "points"), same(found.points)),
            Number(self.say("about", "radius_of"), height(found.radius_mm)),
            Number(self.say("about", "heights"), heights),
        )
        now = held_words(self.rules, found, held(self.view))
        state = joined((*objective_tags(self.rules, self.view, found), now), by=" · ")
        lines = (told(state, "TD-END-10"), *self._rules("TD-END-10", "TD-END-09"))
        return About(thing, found.name, self.say("panels", "objectives"), numbers, lines)

    # -- signs

    def mark(self, thing: str, name: str) -> About | None:
        if name in OF_MARKS:
            return self.ruled(thing, self.say("about", f"mark_{name}"), OF_MARKS[name])
        head, _, rest = name.partition("-")
        found = self.armour(thing, rest) if head == "armour" else None
        return found or self.weapon(thing, name)

    def figure(self, thing: str, name: str) -> About | None:
        found = OF_FIGURES.get(name)
        return None if found is None else self.ruled(thing, self.say("figures", name), found)

    def pips(self, thing: str, number: str) -> About | None:
        shown = pips(self.rules, self.view)
        if not number.isdigit() or int(number) >= len(shown):
            return None
        name = shown[int(number)].name
        return self.ruled(thing, name, OF_PIPS["named" if shown[int(number)].side else "quiet"])


def _length(nanometres: int) -> Text:
    return short_centimetres(nanometres / NM_PER_MM)
