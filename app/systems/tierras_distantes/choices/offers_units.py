"""What those who act may do, kind by kind and miniature by miniature in the order of ids ("Offers" in the rules)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from app.engine.offering import Example, Offering
from app.engine.offers import Domain, Fields, Offer, Shares
from app.engine.scene import Disc, Shape
from app.engine.types import Text, UnitId
from app.engine.words import joined
from app.systems.tierras_distantes.activation.allowance import Kind
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, Player
from app.systems.tierras_distantes.book.tables import Weapon
from app.systems.tierras_distantes.choices.actors import aimed_weapons, area_weapons, is_able, may_still_be_named
from app.systems.tierras_distantes.choices.climbs import climbs
from app.systems.tierras_distantes.choices.paths import example_paths, group_paths
from app.systems.tierras_distantes.choices.places import example_bursts
from app.systems.tierras_distantes.choices.shots import aims, best_first, group_shots, split_shots
from app.systems.tierras_distantes.choices.surfaces import surfaces, whole_table
from app.systems.tierras_distantes.judge.acts import Moment
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import leader_reaches, reach_around
from app.systems.tierras_distantes.space.land import Body

Offers = Iterator[Offer]

WITH: Final = ("with",)
"""Others who move or shoot at the same time: which of them may, a preview says."""
WAY: Final = Fields(way="path_mm")
PLACE: Final = Fields(x="x_mm", y="y_mm", level="z_mm")
TARGET: Final = Fields(targets="target")


class UnitOffers:
    """Makes the offers of those who act; with a unit, what is another unit's is left out."""

    def __init__(
        self, offering: Offering, moment: Moment, player: Player, actors: Sequence[Unit], only: UnitId | None
    ) -> None:
        self.make = offering.make
        self.rules, self.position, self.field = moment
        self.player = player
        self.actors = actors
        self.own = [unit for unit in actors if only in (None, unit.id)]
        units = self.position.units.values()
        self.enemies = [unit for unit in units if unit.player != player and unit.in_play]

    def all(self) -> Offers:
        """Every offer."""
        kinds: tuple[tuple[Kind, Callable[[Unit], Offers]], ...] = (
            ("move", self.moves),
            ("climb", self.climbs),
            ("fire", self.shots),
            ("fire_area", self.bursts),
            ("rally", self.rally),
            ("rally_other", self.rally_others),
        )
        for kind, offers in kinds:
            for unit in self.own:
                if is_able(self.rules, kind, unit):
                    yield from offers(unit)

    def say(self, section: str, name: str, **places: object) -> Text:
        """Words of the game."""
        return self.rules.words.say(section, name, **places)

    # -- on foot and up walls

    def moves(self, unit: Unit) -> Offers:
        """Ways toward enemies, into cover, onto objectives, away from enemies, and of some who go the same way (TD-MOV-04, TD-ACC-07)."""
        body, most = self.field.body(unit.id), self.rules.qualities[unit.quality].move_nm
        x, y = body.x // NM_PER_MM, body.y // NM_PER_MM
        examples = [a.Move(unit.id, path) for path in example_paths(self.field, unit)]
        examples += group_paths(self.field, unit, self.company(unit))
        domain = Domain(
            region=(Disc(x, y, most / NM_PER_MM),),
            start_mm=(x, y),
            longest_mm=-(-most // NM_PER_MM),
            ghost=Disc(0, 0, body.radius / NM_PER_MM),
            fields=WAY,
            parts=WITH if len(self.actors) > 1 else (),
        )
        yield from self.make(examples, unit=unit.id, ask="path", domain=domain, judged=True)

    def company(self, unit: Unit) -> list[Unit]:
        """Those after a miniature who may move at the same time; with progressive naming no more than may be named."""
        found = [each for each in self.actors if each.id > unit.id and is_able(self.rules, "move", each)]
        return self.named_with(unit, found)

    def named_with(self, unit: Unit, others: Sequence[Unit]) -> list[Unit]:
        """Those of some others who may act together with a miniature (TD-ACT-05)."""
        left = may_still_be_named(self.rules, self.position)
        if left is None:
            return list(others)
        left -= unit.status == "ready"
        found = []
        for each in others:
            left -= each.status == "ready"
            if left >= 0 or each.status != "ready":
                found.append(each)
        return found

    def climbs(self, unit: Unit) -> Offers:
        """Each piece in hold: as high as it gets, onto the top, across the crest, down (TD-CLB)."""
        for block, examples in climbs(self.field, unit):
            label = self.labelled("climb", block.ground.name)
            yield from self.make(examples, label=label, unit=unit.id, judged=True)

    # -- fire

    def shots(self, unit: Unit) -> Offers:
        """One offer for each weapon: every target alone, the best ones divided, the best ones together with others (TD-FIRE-01)."""
        others = [each for each in self.actors if each is not unit and is_able(self.rules, "fire", each)]
        friends = self.named_with(unit, others)
        for weapon in aimed_weapons(self.rules, unit):
            found = aims(self.field, unit, weapon, self.enemies)
            best = best_first(found)
            examples = [
                *(Example(a.Fire(unit.id, weapon.id, aim.target)) for aim in found),
                *map(Example, split_shots(self.field, unit, weapon, best)),
                *map(Example, group_shots(self.field, unit, weapon, best, friends)),
            ]
            yield from self.make(
                examples,
                label=self.labelled("fire", weapon.name),
                unit=unit.id,
                ask="target",
                domain=self.aiming(weapon, tuple(aim.target for aim in found), is_alone=not friends),
                judged=True,
            )

    def aiming(self, weapon: Weapon, targets: tuple[UnitId, ...], *, is_alone: bool) -> Domain:
        """Whom a weapon may be aimed at, and how its dice may be shared out (TD-DIV-02)."""
        may_divide = weapon.divide and weapon.effective > 1 and len(targets) > 1
        return Domain(
            units=targets,
            most=1,
            fields=TARGET,
            shares=Shares("split", "target", "dice", weapon.effective) if may_divide else None,
            parts=() if is_alone else WITH,
        )

    def bursts(self, unit: Unit) -> Offers:
        """Each area weapon at points on enemies and between them (TD-AREA-02)."""
        body = self.field.body(unit.id)
        for weapon in area_weapons(self.rules, unit):
            assert weapon.area_radius_nm is not None
            points = example_bursts(self.field, unit, weapon)
            domain = Domain(
                region=(self.within(body, weapon.max_range_nm),),
                ghost=Disc(0, 0, weapon.area_radius_nm / NM_PER_MM),
                fields=PLACE,
                surfaces=surfaces(self.rules, self.position.board),
            )
            examples = [a.FireArea(unit.id, weapon.id, *place) for place in points]
            label = self.labelled("fire_area", weapon.name)
            yield from self.make(examples, label=label, unit=unit.id, ask="point", domain=domain, judged=True)

    def within(self, body: Body, far: int | None) -> Shape:
        """Where a point may be that is no farther away; anywhere on the table for ``None``."""
        if far is None:
            return whole_table(self.position.board)
        return Disc(body.x // NM_PER_MM, body.y // NM_PER_MM, reach_around(self.rules, body, far) / NM_PER_MM)

    # -- nerve

    def rally(self, unit: Unit) -> Offers:
        """An attempt to recover (TD-FRT-01)."""
        yield from self.make([a.Rally(unit.id)], unit=unit.id, ask="button")

    def rally_others(self, unit: Unit) -> Offers:
        """Everybody frightened within a leader's range (TD-FRT-05)."""
        leader = self.field.body(unit.id)
        targets = tuple(
            each.id
            for each in self.position.units.values()
            if each.frightened and each.in_play and each.player == self.player and each is not unit
            if leader_reaches(self.rules, leader, self.field.body(each.id))
        )
        domain = Domain(units=targets, most=1, fields=TARGET)
        examples = [a.RallyOther(unit.id, target) for target in targets]
        yield from self.make(examples, unit=unit.id, ask="target", domain=domain)

    def labelled(self, act: str, thing: Text) -> Text:
        """What is done with what: ``Fire: Carbine``."""
        return joined((self.say("actions", act), thing), by=": ")
