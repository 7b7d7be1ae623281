"""What an act would mean, and what a unit could do from where it is: worked out from what its seat knows, changing nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.boards import squares
from app.boards.squares import Facing, Square
from app.engine.offers import Choice, Preview
from app.engine.refusal import InvalidInput, Refusal
from app.engine.scene import Disc
from app.engine.telling import Cells, Chance, Line, Overlay, Ring, Spot, Tint
from app.engine.types import Action, Seat, Text, UnitId
from app.engine.words import same
from app.systems.splatball.choices import outlook
from app.systems.splatball.choices.parts import more
from app.systems.splatball.fire.attack import Shot, judge_attack, targets_from
from app.systems.splatball.fire.ranges import template
from app.systems.splatball.fire.sight import Sight, blocker_at, sight
from app.systems.splatball.judge.acts import Moment
from app.systems.splatball.march.moves import Plan, judge_move
from app.systems.splatball.march.reach import Reached, reach
from app.systems.splatball.march.stepping import Stop
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.state import Unit
from app.systems.splatball.screen.drawn import key, lattice_of
from app.systems.splatball.turn.control import lingers
from app.systems.splatball.words.names import piece_name

NOTHING_IN_IT: Final = "SPL-MOVE-02"
"""The rule that refuses a move which is still to be planned."""
CORNER: Final = 0.12
"""How large the mark of a corner is, in squares."""


def preview(moment: Moment, seat: Seat, action: Action, refusal: Refusal | None) -> Preview:
    """What an act would mean; of one that is refused, why, with what to draw."""
    planner = _Planner(moment, seat)
    if refusal is not None:
        added = more(moment, action) if isinstance(action, a.Move) and refusal.rule == NOTHING_IN_IT else ()
        return Preview(False, refusal, overlays=(*refusal.overlays, *planner.refused(action)), more=added)
    if isinstance(action, a.Attack):
        return planner.attack(action)
    if isinstance(action, a.Move):
        return planner.move(action)
    if isinstance(action, a.EndMovement | a.EndTurn):
        return Preview(True, notes=tuple(planner.before_end()))
    return Preview(True)


def survey(moment: Moment, seat: Seat, unit: UnitId) -> Preview:
    """What a unit could do from where it is: its own one's reach with costs, its targets with their odds; of an enemy his reach and arc, of
    a hidden one only where it would be seen."""
    found = moment.position.units.get(unit)
    if found is None:
        raise InvalidInput.at("unit", "the id of a unit in play", unit)
    return _Planner(moment, seat).survey(found)


class _Planner:
    """Looks at one moment with the eyes of one seat."""

    def __init__(self, moment: Moment, seat: Seat) -> None:
        self.moment = moment
        self.rules, self.position, self.field = moment
        self.seat = seat
        self.lattice = lattice_of(self.position.board.w, self.position.board.h)

    def say(self, name: str, **places: object) -> Text:
        return self.rules.words.say("plan", name, **places)

    # -- attacks

    def attack(self, action: a.Attack) -> Preview:
        shot = judge_attack(self.field, action.unit, action.target)
        assert isinstance(shot, Shot)
        points = outlook.hundredths(outlook.expected_points(self.rules, self.field, shot))
        notes = [Choice(self.say("expected", n=points))]
        line = (
            ()
            if shot.distance == 1
            else self.corners(sight(self.field, self.field.units[shot.attacker], shot.at, shot.to))
        )
        if self.position.step == "move":
            notes.append(Choice(self.say("ends_movement"), "warn"))
        return Preview(
            True,
            facts={"dice": shot.dice, "deduction": shot.deduction, "distance": shot.distance},
            notes=tuple(notes),
            chances=tuple(outlook.told(self.rules, self.field, shot)),
            overlays=(Line((self.middle(shot.at), self.middle(shot.to)), "good"), Ring(shot.target, "bad"), *line),
            threats=tuple(self.answers(shot)),
        )

    def answers(self, shot: Shot) -> Iterator[Chance]:
        """What the target could do to the attacker from where both stand, should it stay."""
        target = self.field.units[shot.target]
        if self.field.is_hidden(target) or target.at is None:
            return
        back = [
            each for each in targets_from(self.field, target, target.at, target.facing) if each.target == shot.attacker
        ]
        for each in back:
            chances = outlook.chances_of(self.rules, each)
            text = self.say("answer", unit=outlook.named(self.rules, self.field, target.id))
            yield Chance(text, chances.at_least(1), chances.of, unit=target.id)

    # -- moves

    def move(self, action: a.Move) -> Preview:
        plan = judge_move(self.field, action)
        assert isinstance(plan, Plan)
        unit = self.field.units[action.unit]
        end = action.path[-1] if action.path else unit.at
        notes = list(self.notes(unit, plan))
        overlays: list[Overlay] = []
        chances: list[Chance] = []
        if end is not None and not plan.exits and plan.vehicle is None:
            facing = plan.facing or unit.facing
            overlays.append(self.arc(unit, end, facing))
            if plan.may_fight:
                chances = list(self.from_there(unit, end, facing))
        facts = {"cost": plan.cost, "may_fight": plan.may_fight}
        return Preview(
            True,
            facts=facts,
            notes=tuple(notes),
            chances=tuple(chances),
            overlays=tuple(overlays),
            more=more(self.moment, action),
        )

    def notes(self, unit: Unit, plan: Plan) -> Iterator[Choice]:
        yield Choice(self.rules.words.counted("plan", "cost", plan.cost))
        if plan.stop is not None:
            yield Choice(self.stopped(plan.stop), "warn")
        for piece in plan.destroyed_pieces:
            kind = self.field.ground.pieces[piece].kind
            yield Choice(self.say("flattens", piece=piece_name(self.rules, kind)), "info")
        if plan.destroyed_fences:
            yield Choice(self.rules.words.counted("plan", "fences_down", len(plan.destroyed_fences)))
        if plan.exits:
            yield Choice(self.say("exit"), "bad")
        elif not plan.may_fight and self.field.kind(unit).armed:
            yield Choice(self.say("turned" if plan.facing is not None else "no_fight"), "warn")
        if unit.marker and (plan.strides or plan.vehicle is not None):
            yield Choice(self.say("marker_lost"), "warn")

    def stopped(self, stop: Stop) -> Text:
        """What ends a move, in words."""
        if stop.piece is not None:
            kind = self.field.ground.pieces[stop.piece].kind
            return self.say("stopped_at", piece=piece_name(self.rules, kind))
        return self.say("stopped_road" if stop.rule.startswith("SPL-ROAD") else "stopped_fence")

    def from_there(self, unit: Unit, at: Square, facing: Facing) -> Iterator[Chance]:
        """Whom it could attack from where it plans to stand, the best first."""
        shots = targets_from(self.field, unit, at, facing)
        best = sorted(shots, key=lambda shot: -outlook.expected_points(self.rules, self.field, shot))
        for shot in best:
            found = outlook.chances_of(self.rules, shot)
            text = self.say("from_there", unit=outlook.named(self.rules, self.field, shot.target))
            yield Chance(text, found.at_least(1), found.of, unit=shot.target)

    def before_end(self) -> Iterator[Choice]:
        """Whom the end of the turn sends home for lingering at the headquarters, or the next one would (SPL-HQ-06)."""
        if not self.rules.options.chicken:
            return
        most = self.rules.constants.chicken_rounds
        for unit in self.position.units.values():
            if unit.seat == self.seat and unit.chicken + 2 >= most and lingers(self.field, unit):
                is_now = unit.chicken + 1 >= most
                named = outlook.named(self.rules, self.field, unit.id)
                yield Choice(
                    self.say("chicken_now" if is_now else "nearly_chicken", unit=named), "bad" if is_now else "warn"
                )

    # -- what is drawn

    def middle(self, at: Square) -> tuple[float, float]:
        return self.lattice.middle(at)

    def arc(self, unit: Unit, at: Square, facing: Facing) -> Cells:
        """Arc and range from a square, with the dice of each."""
        found = template(self.field, unit, at, facing)
        tints = tuple(Tint(key(to), "info", same(dice)) for to, dice in found.items())
        return Cells(tints, "info", self.say("arc"))

    def reached(self, unit: Unit) -> Cells:
        """Every square it can come to with its cost, in two tones: it may still fight, it may not."""
        tints = tuple(
            Tint(key(at), "good" if found.may_fight else "warn", self.word(found))
            for at, found in reach(self.field, unit).items()
        )
        return Cells(tints, "good", self.say("reach"))

    def word(self, found: Reached) -> Text:
        return same(found.cost) if found.stop is None else same(f"{found.cost}■")

    def refused(self, action: Action) -> Iterator[Overlay]:
        """Of an attack that is refused: the line with what breaks it, closed and open corners marked."""
        if not isinstance(action, a.Attack):
            return
        unit, target = self.position.units.get(action.unit), self.position.units.get(action.target)
        if unit is None or target is None or unit.at is None or target.at is None or unit.seat != self.seat:
            return
        yield Line((self.middle(unit.at), self.middle(target.at)), "bad", dashed=True)
        found = sight(self.field, unit, unit.at, target.at)
        yield from self.broken(found)

    def broken(self, found: Sight) -> Iterator[Overlay]:
        cells = [Tint(key(at), "bad") for at in found.first]
        if cells:
            yield Cells(tuple(cells), "bad", self.say("blocked"))
        for at in found.first:
            name = blocker_at(self.field, at)
            if name is not None:
                yield Ring(name, "bad")
        yield from self.corners(found)

    def corners(self, found: Sight) -> Iterator[Spot]:
        """The corners that a line touches beside something that blocks: closed on both hands, or open on one (SPL-GEO-06)."""
        for name, corners in (("closed", found.closed), ("open", found.open)):
            for number, corner in enumerate(corners):
                x, y = corner.vertex
                size = self.lattice.size
                dot = Disc(size * x, self.lattice.height - size * y, CORNER * size)
                text = None if number else self.say(f"corner_{name}")
                yield Spot(dot, "bad" if name == "closed" else "good", text, outline=name == "open")

    # -- surveys

    def survey(self, unit: Unit) -> Preview:
        is_own = not self.field.are_enemies(self.seat, unit.seat)
        if not is_own and self.field.is_hidden(unit):
            return Preview(True, overlays=tuple(self.watched(unit)))
        if unit.at is None:
            return Preview(True)
        overlays: list[Overlay] = []
        if self.may_move(unit) or not is_own:
            overlays.append(self.reached(unit))
        elif not unit.attacked:
            overlays.append(self.arc(unit, unit.at, unit.facing))
        chances = self.from_there(unit, unit.at, unit.facing) if self.may_shoot(unit) else ()
        return Preview(True, chances=tuple(chances), overlays=tuple(overlays))

    def watched(self, unit: Unit) -> Iterator[Overlay]:
        """Where a hidden unit would be seen from."""
        if unit.at is None:
            return
        near = self.rules.constants.marker_distance
        seen = squares.disc(unit.at, near, diagonals=self.rules.options.diagonals)
        tints = tuple(Tint(key(at), "warn") for at in seen if at in self.field.ground.squares)
        yield Cells(tints, "warn", self.say("watched"))

    def may_move(self, unit: Unit) -> bool:
        position = self.position
        return (
            position.phase == "turn"
            and position.active == unit.seat
            and position.step == "move"
            and unit.activated
            and not unit.has_moved
        )

    def may_shoot(self, unit: Unit) -> bool:
        position = self.position
        is_turn = position.phase == "turn" and position.active == unit.seat and position.step in ("move", "fight")
        return is_turn and unit.activated and not unit.attacked
