"""What keeps a battle in the making from being played, as far as one can see: each with the rule that says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.types import Text
from app.engine.workshop.base import Found, fault, worded
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import Fault
from app.systems.flames_hexwar.book.kinds import SIDES
from app.systems.flames_hexwar.book.scenarios import SideRow
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.opening.armies import points_of
from app.systems.flames_hexwar.opening.boards import is_barred
from app.systems.flames_hexwar.opening.riding import riding
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.workshop.document import Battle, key
from app.systems.flames_hexwar.workshop.forms import thing_name, whose
from app.systems.flames_hexwar.workshop.laid import refused

MOST_TOLD: Final = 24
PERCENT: Final = 100
STACKS: Final = frozenset({"FHW-STACK-01", "FHW-STACK-02"})
OUT_OF_ZONE: Final = "FHW-SET-06"
WITH_ENEMIES: Final = "FHW-STACK-07"


def faults_of(field: Field, battle: Battle) -> tuple[Fault, ...]:
    """Everything that can be seen, each once."""

    def told(found: Found) -> Text:
        name = {} if found.thing is None else {"thing": thing_name(field.rules, battle, found.thing)}
        return say(field.rules, "faults", found.key, **{**name, **found.places})

    return worded(_Faults(field, battle).found(), told, MOST_TOLD)


class _Faults:
    """Looks through one battle."""

    def __init__(self, field: Field, battle: Battle) -> None:
        self.field, self.battle, self.rules = field, battle, field.rules

    def found(self) -> Iterator[Found]:
        yield from self.aims()
        yield from self.roads()
        for row in self.battle.side:
            yield from self.side(row)
        yield from self.points()
        yield from self.teams()

    def aims(self) -> Iterator[Found]:
        """There is something to hold, as much as is asked (FHW-VIC-01)."""
        needs = self.battle.victory.attacker_needs_objectives
        if not self.battle.objectives:
            yield fault("no_objective", tool="objective")
        elif not 1 <= needs <= len(self.battle.objectives):
            yield fault("needs", field="needs", n=len(self.battle.objectives))
        if self.battle.victory.check_from_turn > self.battle.turns:
            yield fault("check_late", field="check_from_turn")

    def roads(self) -> Iterator[Found]:
        """No road leads into a mountain or a building (FHW-TERR-08)."""
        for at in dict.fromkeys(at for chain in self.battle.roads for at in chain):
            if is_barred(self.field.scenario, at):
                yield fault("road_barred", key(at))

    def side(self, row: SideRow) -> Iterator[Found]:
        """Each side has an army, a zone, and no more air supports than companies (FHW-SET-05 to FHW-SET-07)."""
        thing, who = f"side.{row.seat}", whose(self.rules, row.seat)
        if not row.platoon:
            yield fault("no_platoon", thing, who=who)
            return
        if not row.deploy:
            yield fault("no_zone", tool=f"zone.{row.seat}", who=who)
        if row.air is not None and row.air.count > self.rules.air.supports_per_company * len(row.companies):
            yield fault("air", thing, who=who)
        starts = self.battle.reserves.of(row.seat)
        if not starts and any(each.start == "reserve" for each in row.platoon):
            name = "attacker_start_turn" if row.seat == "A" else "defender_start_turn"
            yield fault("no_reserves", field=name, who=who)
        yield from self.off_board(row)

    def off_board(self, row: SideRow) -> Iterator[Found]:
        """Only artillery starts off the board (FHW-SET-04)."""
        for each in row.platoon:
            if each.start == "off_board" and self.rules.platoons[each.platoon].category != "artillery":
                yield fault("off_board", each.id)

    def off_ground(self, team: Team) -> Iterator[Found]:
        """Nowhere, or aboard what does not carry it (FHW-SET-06, FHW-TRAN-02)."""
        if team.aboard is None:
            yield fault("unplaced", team.id)
        elif any(riding(self.field, team)):
            yield fault("aboard", team.id)

    def points(self) -> Iterator[Found]:
        """The attacker has so many times the defender's points (FHW-SET-01)."""
        attacker, defender = (points_of(self.rules, row) for row in self.battle.side)
        wanted = self.rules.options.min_points_percent
        if attacker * PERCENT < defender * wanted:
            least = -(-defender * wanted // PERCENT)
            yield fault("points", "side.A", a=attacker, b=defender, n=least)

    def teams(self) -> Iterator[Found]:
        """Every team that starts on the board stands where it may (FHW-SET-06)."""
        for side in SIDES:
            for team in self.field.teams.values():
                if team.side != side or self.field.platoons[team.platoon].status != "board":
                    continue
                if team.at is None:
                    yield from self.off_ground(team)
                    continue
                refusal = refused(self.field, team)
                if refusal is None:
                    continue
                if refusal.rule in STACKS:
                    yield fault("stack", team.id)
                elif refusal.rule == OUT_OF_ZONE:
                    yield fault("out_of_zone", team.id)
                elif refusal.rule == WITH_ENEMIES:
                    yield fault("with_enemies", team.id)
                else:
                    yield fault("ground", team.id, rule=refusal.rule)
