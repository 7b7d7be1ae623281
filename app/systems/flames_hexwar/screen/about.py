"""What everything that is drawn is, in the sentences of the rule inventory (``app/engine/about.py``)."""

from __future__ import annotations

from collections.abc import Iterator

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.about import About, Number, Statement
from app.engine.explaining import Inventory, Question, told
from app.engine.scene import Area, Link
from app.engine.types import Text, UnitId
from app.engine.words import joined, same
from app.systems.flames_hexwar.book.kinds import ORDERS, SIDES, PlatoonId
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.position.state import CompanyKey, Platoon, Team
from app.systems.flames_hexwar.screen import about_numbers as numbers
from app.systems.flames_hexwar.screen import about_rules as of
from app.systems.flames_hexwar.screen.counters import signs
from app.systems.flames_hexwar.screen.designated import aimed, struck
from app.systems.flames_hexwar.screen.drawn import holder
from app.systems.flames_hexwar.screen.grounds import ground_name, half_name
from app.systems.flames_hexwar.screen.hands import written
from app.systems.flames_hexwar.turn.ending import held_by, left_of
from app.systems.flames_hexwar.words.names import (
    cell,
    order_name,
    platoon_name,
    player,
    side_name,
    team_name,
)


def about(inventory: Inventory, rules: Rules, view: View, thing: str) -> About | None:
    """What a thing of a view is; ``None`` for an id that names none."""
    return _Asked(inventory, rules, view).about(thing)


class _Asked(Question):
    """Somebody asks what a thing is."""

    def __init__(self, inventory: Inventory, rules: Rules, view: View) -> None:
        super().__init__(inventory)
        self.rules, self.view, self.field = rules, view, Field(rules, view.known)
        self.families = {
            "mark": self.mark,
            "figure": self.figure,
            "unit": self.kind,
            "weapon": self.weapon,
            "terrain": self.surface,
            "weather": self.weather,
        }
        self.heads = {
            "half": self.half,
            "road": self.lying,
            "road_end": self.lying,
            "trees": self.lying,
            "trench": self.lying,
            "junction": self.lying,
            "wreck": self.lying,
            "smoke": self.lying,
            "zone": self.zone,
            "line": self.zone,
            "objective": self.objective,
            "bombard": self.designated,
            "strike": self.designated,
            "volley": self.designated,
            "entry": self.designated,
            "fire": self.fight,
            "assault": self.fight,
            "deck": self.company,
            "aside": self.company,
            "count": self.company,
            "morale": self.company,
            "flight": self.flight,
            "stack": self.stack,
            "step": self.step,
        }

    def say(self, section: str, key: str, **places: object) -> Text:
        return self.rules.words.say(section, key, **places)

    def about(self, thing: str) -> About | None:
        if thing.startswith("bed-road"):  # a road is drawn twice
            return self.lying(thing, thing.removeprefix("bed-").partition("-")[2])
        name = thing.removeprefix("row-").removeprefix("card-")
        team = self.field.teams.get(UnitId(name))
        if team is not None:
            return self.team(thing, team)
        platoon = self.field.platoons.get(PlatoonId(name))
        if platoon is not None:
            return self.platoon(thing, platoon)
        at = self.hex_called(thing)
        if at is not None:
            return self.hex(thing, at)
        head, _, rest = thing.partition("-")
        tell = self.heads.get(head)
        return tell(thing, rest) if tell is not None and rest else self.of_family(thing)

    def hex_called(self, name: str) -> Hex | None:
        """The hex of this board that is called so."""
        at = hexes.named(name)
        return at if at is not None and hexes.name(at) == name and self.field.terrain.board.holds(at) else None

    # -- teams and platoons

    def team(self, thing: str, team: Team) -> About:
        kind = self.field.kind(team)
        platoon = self.field.platoons[team.platoon]
        whose = (
            platoon_name(self.rules, platoon.type, platoon.id),
            player(self.rules, self.field.seat(platoon.id)),
        )
        lines = (*self.state(team), *self._rules(*of.OF_KINDS[kind.kind]))
        title = team_name(self.rules, team.type, team.id)
        return About(thing, title, joined(whose), tuple(numbers.of_team(self.field, team)), lines)

    def state(self, team: Team) -> Iterator[Statement]:
        """Where it is, what has befallen it, what it has done."""
        if team.aboard is not None:
            carrier = self.field.teams[team.aboard]
            name = team_name(self.rules, carrier.type, carrier.id)
            yield told(self.say("panels", "aboard_of", carrier=name), *of.OF_SIGNS["passengers"], about=carrier.id)
        for sign in signs(self.field, team):
            yield told(self.say("signs", sign), *of.OF_SIGNS[sign])
        for rider in self.field.carried.get(team.id, ()):
            name = team_name(self.rules, rider.type, rider.id)
            yield told(self.say("about", "carries", team=name), *of.OF_SIGNS["passengers"], about=rider.id)

    def platoon(self, thing: str, platoon: Platoon) -> About:
        order, special = written(self.field, platoon.id)
        lines: tuple[Statement, ...] = ()
        if order is not None:
            rules = (*of.OF_ORDERS[order], *(() if special is None else of.OF_SPECIALS[special]))
            lines = (told(order_name(self.rules, order, special), *rules), *self._rules(*rules))
        if platoon.status in of.OF_SIGNS:
            lines = (told(self.say("signs", platoon.status), *of.OF_SIGNS[platoon.status]), *lines)
        if platoon.disorganised:
            lines = (told(self.say("signs", "disorganised"), *of.OF_SIGNS["disorganised"]), *lines)
        title = platoon_name(self.rules, platoon.type, platoon.id)
        whose = player(self.rules, self.field.seat(platoon.id))
        rest = self._rules("FHW-MOR-01", "FHW-MOR-03") if not lines else ()
        return About(thing, title, whose, tuple(numbers.of_platoon(self.field, platoon)), (*lines, *rest))

    def kind(self, thing: str, name: str) -> About | None:
        kind = self.rules.teams.get(name)
        if kind is None:
            return None
        return About(
            thing,
            kind.name,
            numbers=tuple(numbers.of_kind(self.rules, kind)),
            lines=self._rules(*of.OF_KINDS[kind.kind]),
        )

    def weapon(self, thing: str, name: str) -> About | None:
        weapon = self.rules.weapons.get(name)
        if weapon is None:
            return None
        rules = of.OF_WEAPONS[weapon.weapon_class]
        more = (
            *(() if weapon.he else ("FHW-SHOT-08",)),
            *(("FHW-SMOKE-01",) if weapon.smoke else ()),
            *(("FHW-HIT-15",) if weapon.move_penalty else ()),
            *(("FHW-AIR-05",) if weapon.aa != "none" else ()),
        )
        found = tuple(numbers.of_weapon(self.rules, weapon))
        return About(thing, weapon.name, numbers=found, lines=self._rules(*rules, *more))

    # -- ground

    def hex(self, thing: str, at: Hex) -> About:
        ground, wrecks = self.field.terrain[at], self.field.wrecks.get(at, 0)
        things = (
            ("half", ground.mixed is not None),
            ("road", self.field.terrain.has_road(at)),
            ("trees", ground.trees),
            ("trench", ground.trench),
            ("wreck", wrecks > 0),
            ("smoke", any(each.at == at for each in self.view.known.smoke)),
        )
        rules = [*of.OF_SURFACES[ground.surface], *of.OF_RELIEF[ground.relief]]
        for name, holds in things:
            rules += of.OF_THINGS[name] if holds else ()
        title = joined((same(thing), ground_name(self.rules, ground)))
        found = tuple(numbers.of_hex(self.field, at))
        return About(thing, title, numbers=found, lines=self._rules(*dict.fromkeys(rules)))

    def surface(self, thing: str, name: str) -> About | None:
        surface = next((row for row in self.rules.surfaces.values() if row.id == name), None)
        return None if surface is None else self.ruled(thing, surface.name, of.OF_SURFACES[surface.id])

    def weather(self, thing: str, name: str) -> About | None:
        weather = next((row for row in self.rules.weather.values() if row.id == name), None)
        return None if weather is None else self.ruled(thing, weather.name, of.OF_WEATHER[weather.id])

    def half(self, thing: str, rest: str) -> About | None:
        at = self.hex_called(rest)
        mixed = None if at is None else self.field.terrain[at].mixed
        return None if mixed is None else self.ruled(thing, half_name(self.rules, mixed), of.OF_THINGS["half"])

    def lying(self, thing: str, rest: str) -> About | None:
        """Roads, trees, trenches, junctions, wrecks, smoke."""
        kind = thing.removeprefix("bed-").partition("-")[0]
        head, is_end = kind.removesuffix("_end"), kind.endswith("_end")
        if not is_end and self.hex_called(rest.partition("-")[0]) is None:
            return None
        return self.ruled(thing, self.say("lying", head), of.OF_THINGS[head])

    def zone(self, thing: str, rest: str) -> About | None:
        head, side = thing.partition("-")[0], next((each for each in SIDES if rest.startswith(each)), None)
        if side is None:
            return None
        return self.ruled(thing, self.say("panels", head, who=side_name(self.rules, side)), of.OF_THINGS[head])

    def objective(self, thing: str, rest: str) -> About | None:
        at = self.hex_called(rest)
        row = next((row for row in self.field.scenario.objectives if at == hexes.from_offset(*row.at)), None)
        if at is None or row is None:
            return None
        whose = holder(self.field, held_by(self.field, at))
        return self.ruled(thing, row.name, of.OF_THINGS["objective"], whose)

    # -- what is beside the board

    def company(self, thing: str, rest: str) -> About | None:
        company = self.field.position.companies.get(CompanyKey(rest))
        if company is None:
            return None
        head = thing.partition("-")[0]
        rules = of.OF_THINGS["company" if head == "morale" else head]
        title = self.say("panels", "company", company=company.key, who=player(self.rules, company.seat))
        left = Number(self.say("figures", "platoons"), same(f"{left_of(self.field, company)}/{company.starting}"))
        return About(thing, title, side_name(self.rules, company.side), (left,), self._rules(*rules))

    def flight(self, thing: str, rest: str) -> About | None:
        side = next((each for each in SIDES if each == rest), None)
        state = None if side is None else self.field.position.sides[side]
        if side is None or state is None or state.aircraft is None:
            return None
        plane = self.rules.aircraft[state.aircraft]
        found = (
            Number(self.say("numbers", "hit_on"), same(f"{plane.to_hit}+")),
            Number(self.say("numbers", "at"), same(plane.at)),
            Number(self.say("numbers", "fp"), same(f"{plane.fp}+")),
        )
        return About(thing, plane.name, side_name(self.rules, side), found, self._rules(*of.OF_THINGS["flight"]))

    def stack(self, thing: str, rest: str) -> About | None:
        at = self.hex_called(rest)
        return None if at is None else self.ruled(thing, cell(at), of.OF_THINGS["stack"])

    def fight(self, thing: str, rest: str) -> About | None:
        head = thing.partition("-")[0]
        return self.ruled(thing, self.say("panels", head), of.OF_THINGS[head]) if rest.isdigit() else None

    def designated(self, thing: str, rest: str) -> About | None:
        """What the viewer's own side has designated (FHW-HID-03)."""
        own: tuple[Area | Link, ...] = (*struck(self.field, self.view), *aimed(self.field, self.view))
        found = next((each for each in own if each.id == thing), None)
        return None if found is None else self.ruled(thing, found.name, of.OF_THINGS[thing.partition("-")[0]])

    def step(self, thing: str, rest: str) -> About | None:
        """A line of what is being resolved."""
        number = rest.partition("-")[0]
        frames = self.view.known.frames
        if not number.isdigit() or int(number) >= len(frames):
            return None
        name = str(frames[int(number)].__struct_config__.tag)
        return self.ruled(thing, self.say("steps_told", name), of.OF_STEPS[name])

    # -- signs and figures

    def mark(self, thing: str, name: str) -> About | None:
        order = next((each for each in ORDERS if name == f"order-{each.lower()}"), None)
        if order is not None:
            return self.ruled(thing, order_name(self.rules, order), of.OF_ORDERS[order])
        found = of.OF_SIGNS.get(name)
        return self.figure(thing, name) if found is None else self.ruled(thing, self.say("signs", name), found)

    def figure(self, thing: str, name: str) -> About | None:
        found = of.OF_FIGURES.get(name)
        return None if found is None else self.ruled(thing, self.say("figures", name), found)
