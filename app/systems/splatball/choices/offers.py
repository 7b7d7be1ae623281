"""What a seat may do now, in a fixed order: everything countable as examples, lists and ways as a domain with legal examples.

Resigning and draws are the room's and never among the offers. Every example has been through the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from app.boards import squares
from app.boards.squares import FACINGS
from app.engine.offering import Example, Offering
from app.engine.offers import Domain, Facing, Fields, Offer
from app.engine.types import Seat, Text, UnitId
from app.engine.words import joined
from app.systems.splatball.choices import answers
from app.systems.splatball.choices.offers_muster import MusterOffers
from app.systems.splatball.choices.parts import parts_of
from app.systems.splatball.fire.attack import legal_targets
from app.systems.splatball.judge.acts import Moment, check
from app.systems.splatball.march.reach import embarkable, exits, reach
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.frames import AttackFrame
from app.systems.splatball.position.state import Unit
from app.systems.splatball.screen.drawn import ALL_ROUND, DEGREES, key
from app.systems.splatball.turn.machine import asked, step_of
from app.systems.splatball.words.names import cell, unit_name

Offers = Iterator[Offer]


def offers(moment: Moment, seat: Seat, unit: UnitId | None = None) -> tuple[Offer, ...]:
    """Everything a seat may do, or what it may do with one unit."""
    if seat not in asked(moment.position):
        return ()
    found = _Offering(moment, seat, unit).all()
    return tuple(offer for offer in found if unit is None or offer.unit == unit)


class _Offering(Offering):
    """Makes the offers of one seat at one moment; with a unit, what is another unit's is left out."""

    def __init__(self, moment: Moment, seat: Seat, only: UnitId | None) -> None:
        self.label = partial(moment.rules.words.say, "actions")
        super().__init__(lambda action: not check(moment, seat, action), self.label)
        self.moment, self.seat, self.only = moment, seat, only
        self.rules, self.position, self.field = moment

    def all(self) -> Offers:
        """Every offer."""
        step = step_of(self.position)
        own = _STEPS.get(step)
        if own is not None:
            yield from own(self)
        else:
            yield from MusterOffers(self, self.moment, self.seat).of(step)

    def say(self, name: str, **places: object) -> Text:
        """Words of a choice."""
        return self.rules.words.say("choices", name, **places)

    def named(self, unit: UnitId) -> Text:
        """A unit of the seat's own side."""
        return unit_name(self.rules, self.field.units[unit].type, unit)

    def own(self) -> Iterator[Unit]:
        """The seat's units in play, those that are asked about."""
        for unit in self.position.units.values():
            if unit.seat == self.seat and self.only in (None, unit.id):
                yield unit

    # -- a turn

    def activate(self) -> Offers:
        """All units, none, and all but one, for each (section 24 of the rules)."""
        everybody = tuple(unit.id for unit in self.position.units.values() if unit.seat == self.seat)
        examples = [Example(a.Activate(everybody), self.say("activate_all"))]
        if len(everybody) > 1:
            examples += [
                Example(
                    a.Activate(tuple(each for each in everybody if each != name)),
                    self.say("activate_but", unit=self.named(name)),
                    (name,),
                )
                for name in everybody
            ]
        examples.append(Example(a.Activate(()), self.say("activate_none")))
        yield from self.make(examples)

    def move(self) -> Offers:
        """Moves of each unit, attacks, and the ends of the step and of the turn."""
        for unit in self.own():
            if unit.activated and not unit.has_moved and unit.at is not None and unit.unloaded_from is None:
                yield from self.moves_of(unit)
        yield from self.attacks()
        yield from self.make([a.EndMovement()], ask="button", closes=True)
        yield from self.make([a.EndTurn()], ask="button", closes=True)

    def fight(self) -> Offers:
        """Attacks, and the end of the turn."""
        yield from self.attacks()
        yield from self.make([a.EndTurn()], ask="button", closes=True)

    def attacks(self) -> Offers:
        """Every target of each unit that may attack."""
        for unit in self.own():
            if not unit.activated or unit.attacked or unit.at is None:
                continue
            targets = tuple(shot.target for shot in legal_targets(self.field, unit.id))
            examples = [a.Attack(unit.id, target) for target in targets]
            domain = Domain(units=targets, fields=Fields(targets="target"))
            label = joined((self.label("attack"), self.named(unit.id)), by=": ")
            yield from self.make(examples, label=label, unit=unit.id, ask="target", domain=domain, judged=True)

    def moves_of(self, unit: Unit) -> Offers:
        """A good way to every square it can reach; turning; leaving, going aboard, getting off (SPL-MOVE-02)."""
        label = joined((self.label("move"), self.named(unit.id)), by=": ")
        found = reach(self.field, unit)
        ways = [Example(a.Move(unit.id, each.path), None, (key(at),)) for at, each in found.items()]
        turns = self.turns(unit)
        domain = self.domain(unit, tuple(key(at) for at in found), bool(turns))
        acts = [*ways, *turns]
        yield from self.make(acts, label=label, unit=unit.id, ask="steps", domain=domain, judged=True, together=True)
        for name, others in (
            ("go_aboard", self.boarding(unit)),
            ("unload_any", self.getting_off(unit)),
            ("leave", self.leaving(unit)),
        ):
            yield from self.make(others, label=self.say(name), unit=unit.id)

    def turns(self, unit: Unit) -> list[Example]:
        """Turning on the spot, each way (SPL-MOVE-05)."""
        if not self.rules.options.facing or unit.type in ALL_ROUND or unit.damage > 1:
            return []
        return [Example(a.Move(unit.id, facing=facing)) for facing in FACINGS if facing != unit.facing]

    def domain(self, unit: Unit, cells: tuple[str, ...], may_turn: bool) -> Domain:
        """Where a way begins, which squares it may go over, which ways the unit may look at its end."""
        assert unit.at is not None
        names = self.rules.words.table("facings")
        looks = tuple(Facing(each, DEGREES[each], names[each]) for each in FACINGS) if may_turn else ()
        return Domain(
            start_cell=key(unit.at),
            cells=cells,
            cell_form="numbers",
            facings=looks,
            facing=unit.facing if may_turn else None,
            fields=Fields(way="path", facing="facing"),
            parts=parts_of(self.moment, unit),
        )

    def leaving(self, unit: Unit) -> Iterator[Example]:
        way = exits(self.field, unit)
        if way is not None:
            yield Example(a.Move(unit.id, way, exit=True), self.say("leave"))

    def boarding(self, unit: Unit) -> Iterator[Example]:
        for vehicle, way in embarkable(self.field, unit).items():
            name = self.say("embark", vehicle=self.named(vehicle))
            yield Example(a.Move(unit.id, way, embark=vehicle), name, (vehicle,))

    def getting_off(self, unit: Unit) -> Iterator[Example]:
        """Each passenger to each square beside where the vehicle stands (SPL-TRN-05)."""
        assert unit.at is not None
        for rider in self.field.passengers(unit.id):
            for at in squares.neighbours(unit.at):
                if self.field.is_free(at):
                    name = self.say("unload", unit=self.named(rider.id), cell=cell(at))
                    yield Example(a.Move(unit.id, unload=(a.Unload(rider.id, at),)), name, (key(at),))

    # -- prompts

    def retreat(self) -> Offers:
        """Every square of a retreat."""
        frame = self.position.frames[-1]
        assert isinstance(frame, AttackFrame)
        examples = [Example(each, cell(each.at), (key(each.at),)) for each in answers.retreats(self.moment, self.seat)]
        yield from self.make(examples, unit=frame.target, judged=True)

    def advance(self) -> Offers:
        """Yes or no."""
        frame = self.position.frames[-1]
        assert isinstance(frame, AttackFrame)
        yes = Example(a.Advance(True), self.say("advance_yes", cell=cell(frame.vacated)), (key(frame.vacated),))
        yield from self.make([yes, Example(a.Advance(False), self.say("advance_no"))], unit=frame.attacker)

    def passengers(self) -> Offers:
        """Every passenger and square."""
        examples = [
            Example(each, self.say("passenger", unit=self.named(each.unit), cell=cell(each.at)), (key(each.at),))
            for each in answers.passengers_placed(self.moment, self.seat)
        ]
        yield from self.make(examples, judged=True)

    def benefit(self) -> Offers:
        """Every use with the default facing, and leaving it for later."""
        examples = [
            Example(each, self._use(each), self._use_picks(each))
            for each in answers.benefit_uses(self.moment, self.seat)
        ]
        yield from self.make(examples, judged=True)

    def _use(self, use: a.UseBenefit) -> Text:
        if not use.use:
            return self.say("later")
        if use.at is None:
            assert use.unit is not None
            return self.say("heal", unit=self.named(use.unit))
        if use.unit is None:
            return self.say("call_at", cell=cell(use.at))
        gone = self.position.gone[use.unit]
        return self.say("revive_at", unit=unit_name(self.rules, gone.type, gone.id), cell=cell(use.at))

    def _use_picks(self, use: a.UseBenefit) -> tuple[str, ...]:
        if use.at is not None:
            return (key(use.at),)
        return () if use.unit is None else (use.unit,)


_STEPS: Final[Mapping[str, Callable[[_Offering], Offers]]] = MappingProxyType(
    {
        "activate": _Offering.activate,
        "move": _Offering.move,
        "fight": _Offering.fight,
        "retreat": _Offering.retreat,
        "advance": _Offering.advance,
        "passengers": _Offering.passengers,
        "benefit": _Offering.benefit,
    }
)
