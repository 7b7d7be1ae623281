"""What a miniature may not do now, and the first rule that says so: the judge asked of every kind of act it has in the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from app.boards.plane import point_segment
from app.engine.about import Withheld
from app.engine.explaining import Try, refused
from app.engine.refusal import Refusal
from app.engine.types import Action, Seat, Text, UnitId
from app.engine.words import joined
from app.systems.tierras_distantes.activation.allowance import Kind
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, PieceId, Place
from app.systems.tierras_distantes.book.tables import Weapon
from app.systems.tierras_distantes.choices.actors import actors_of, aimed_weapons, area_weapons, is_able
from app.systems.tierras_distantes.choices.climbs import act_of, climber_of
from app.systems.tierras_distantes.choices.paths import example_paths
from app.systems.tierras_distantes.choices.places import example_bursts
from app.systems.tierras_distantes.judge.acts import Moment, check, player_of
from app.systems.tierras_distantes.march.holds import holds
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import distance
from app.systems.tierras_distantes.space.land import Block, Body

STEP_MM: Final = 10
AROUND: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


def withheld(moment: Moment, seat: Seat, unit: UnitId) -> tuple[Withheld, ...]:
    """Every kind of act that an own miniature has and cannot do now."""
    found = moment.position.units.get(unit)
    player = player_of(moment.position, seat)
    if found is None or found.player != player or not found.in_play or moment.position.phase != "batch":
        return ()
    return tuple(_Withholding(moment, seat, found).all())


class _Withholding:
    """Asks the judge about one miniature."""

    def __init__(self, moment: Moment, seat: Seat, unit: Unit) -> None:
        self.moment, self.seat, self.unit = moment, seat, unit
        self.rules, self.field = moment.rules, moment.field
        self.body = self.field.body(unit.id)
        self.acts = unit in actors_of(moment.rules, moment.position, unit.player)

    def all(self) -> Iterator[Withheld]:
        """In the order in which acts are offered."""
        yield from self.first("move", self.ways())
        yield from self.first("climb", self.climbs())
        for weapon in aimed_weapons(self.rules, self.unit):
            yield from self.first("fire", self.shots(weapon), weapon.name)
        for weapon in area_weapons(self.rules, self.unit):
            yield from self.first("fire_area", self.bursts(weapon), weapon.name)
        yield from self.first("rally", [(a.Rally(self.unit.id), None)])
        if self.unit.leader:
            yield from self.first("rally_other", self.others())

    def first(self, kind: Kind, tries: Iterable[Try], thing: Text | None = None) -> Iterator[Withheld]:
        """The refusal of the first try, unless the judge accepts any of them; where the miniature itself is not able to, nothing else is
        tried, and it is aimed at nobody."""
        may = self.acts and is_able(self.rules, kind, self.unit)
        found = refused(self.judged, tries if may else islice(tries, 1))
        if found is not None:
            label = self.rules.words.say("actions", kind)
            refusal, whom = found
            yield Withheld(
                kind, label if thing is None else joined((label, thing), by=": "), refusal, whom if may else None
            )

    def judged(self, action: Action) -> Refusal | None:
        """The judge's refusal of an act."""
        verdict = check(self.moment, self.seat, action)
        return verdict if isinstance(verdict, Refusal) else None

    def ways(self) -> Iterator[Try]:
        """A small step to each side, then whatever may be proposed."""
        x, y, _ = self.at(self.body)
        for east, north in AROUND:
            yield a.Move(self.unit.id, ((x + STEP_MM * east, y + STEP_MM * north),)), None
        if self.unit.climbing is None:
            yield from ((a.Move(self.unit.id, path), None) for path in example_paths(self.field, self.unit))

    def climbs(self) -> Iterator[Try]:
        """The piece higher than one's feet whose edge is nearest, as high as one gets, then all in hold."""
        nearest = min((each for each in self.field.land.solids if each.z1 > self.body.z), key=self.gap, default=None)
        if nearest is not None:
            top = min(nearest.z1, self.body.z + self.rules.qualities[self.unit.quality].climb_nm)
            yield a.Climb(self.unit.id, PieceId(nearest.id), top // NM_PER_MM), None
        climber = climber_of(self.field, self.unit)
        for hold in holds(self.rules, self.field.land, self.field.table, climber):
            yield act_of(self.unit, hold), None

    def gap(self, block: Block) -> int:
        """How far the edge of a piece is, squared (TD-CLB-03)."""
        gaps = (point_segment(self.body.at, (ax, ay), (bx, by)) for ax, ay, bx, by in block.shape.sides)
        return min(top // bottom for top, bottom in gaps)

    def shots(self, weapon: Weapon) -> Iterator[Try]:
        """At every enemy, the nearest first."""
        for enemy in self.nearest(self.field.enemies(self.unit.player)):
            target = UnitId(enemy.id)
            yield a.Fire(self.unit.id, weapon.id, target), target

    def bursts(self, weapon: Weapon) -> Iterator[Try]:
        """At every enemy, the nearest first, then between them."""
        for enemy in self.nearest(self.field.enemies(self.unit.player)):
            yield a.FireArea(self.unit.id, weapon.id, *self.at(enemy)), UnitId(enemy.id)
        for place in example_bursts(self.field, self.unit, weapon):
            yield a.FireArea(self.unit.id, weapon.id, *place), None

    def others(self) -> Iterator[Try]:
        """Friends that are frightened, the nearest first, then the others."""
        units = self.moment.position.units.values()
        friends = [each for each in units if each.player == self.unit.player and each is not self.unit and each.in_play]
        for is_frightened in (True, False):
            bodies = [self.field.body(each.id) for each in friends if each.frightened is is_frightened]
            for friend in self.nearest(bodies):
                target = UnitId(friend.id)
                yield a.RallyOther(self.unit.id, target), target

    def nearest(self, bodies: Iterable[Body]) -> list[Body]:
        """By nearness, then by id."""
        return sorted(bodies, key=lambda each: (distance(self.rules, self.body, each), each.id))

    def at(self, body: Body) -> Place:
        """Where somebody stands, in mm."""
        return (body.x // NM_PER_MM, body.y // NM_PER_MM, body.z // NM_PER_MM)
