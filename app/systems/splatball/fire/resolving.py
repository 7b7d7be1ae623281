"""Attacks as they are resolved: dice, hits, the way back square by square, the attacker's step after it, the passengers of a wreck
(SPL-FIRE-09). Each is resolved whole before the next is declared (SPL-FIRE-01).

What waits for a decision lies as a frame in the position (``position/frames.py``); ``run`` goes on with the innermost one until
somebody must decide. A question with one possible answer is answered here; whether to advance is always asked.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.boards.squares import Square
from app.engine.types import Seat, UnitId
from app.systems.splatball.book.tables import UnitType
from app.systems.splatball.fire import hits
from app.systems.splatball.fire.advance import Fate, judge_advance
from app.systems.splatball.fire.attack import ADJACENT, Shot
from app.systems.splatball.fire.retreat import retreat_squares
from app.systems.splatball.march.transport import passenger_squares
from app.systems.splatball.position import events as e
from app.systems.splatball.position import events_fights as ef
from app.systems.splatball.position.frames import AttackFrame, EndFrame, WreckFrame
from app.systems.splatball.position.state import Unit
from app.systems.splatball.score.points import of_lives, still_in
from app.systems.splatball.score.story import Story

# ------------------------------------------------------------------------------------------------------- acts of the players


def attack(story: Story, shot: Shot) -> None:
    """A legal attack: its dice first, then those of a retreat (SPL-DICE-02, SPL-DICE-03), until somebody must decide. Attacking reveals a
    hidden unit before the dice (SPL-CAMO-08) and leaves its marker where it is (SPL-CAMO-06)."""
    attacker, target = story.position.units[shot.attacker], story.position.units[shot.target]
    if story.field.is_hidden(attacker):
        story.add(e.Revealed(attacker.id, attacker.seat, attacker.type, attacker.facing, attacker.lives))
    story.add(_declared(shot))
    dice = tuple(story.roll(f"attack of {shot.attacker}") for _ in range(shot.dice))
    kind = story.rules.units[target.type]
    if kind.is_foot:
        _on_foot(story, shot, target, kind, dice)
    else:
        _on_vehicle(story, shot, target, kind, dice)


def retreat_to(story: Story, at: Square) -> None:
    """The next square of a retreat, as its owner chose it (SPL-RET-04)."""
    frame = story.position.frames[-1]
    assert isinstance(frame, AttackFrame)
    _go_back(story, frame.target, at)
    _go_on(story, replace(frame, due=frame.due - 1))


def advance(story: Story, *, accept: bool) -> None:
    """Whether the attacker steps into the vacated square: it costs nothing, and it keeps its facing (SPL-ADV-05)."""
    frame = story.position.frames[-1]
    assert isinstance(frame, AttackFrame)
    unit = story.position.units[frame.attacker]
    if accept and unit.at is not None:
        story.add(ef.Advanced(unit.id, frame.vacated, unit.at))
        story.unmask(unit.id)
    story.flow(frames=())


def place_passenger(story: Story, unit: UnitId, at: Square) -> None:
    """A passenger of a wreck has its place (SPL-TRN-12)."""
    frame = story.position.frames[-1]
    assert isinstance(frame, WreckFrame)
    _set_down(story, frame, unit, at)
    run(story)


# ------------------------------------------------------------------------------------------------------------ what is resolved


def run(story: Story) -> None:
    """Goes on with an attack or a wreck until somebody must decide, nothing is left of it, or the game is over. One that waits already
    stays as it is."""
    frames = story.position.frames
    if frames and not isinstance(frames[-1], EndFrame):
        _go_on(story, frames[-1])


def _go_on(story: Story, frame: AttackFrame | WreckFrame) -> None:
    """Resolves a frame as far as nobody must decide."""
    _lay_down(story, _retreat(story, frame) if isinstance(frame, AttackFrame) else _wreck(story, frame))


def _lay_down(story: Story, left: AttackFrame | WreckFrame | None) -> None:
    """What is left of an attack or a wreck waits for somebody, if anything is."""
    if not story.is_over:
        story.flow(frames=() if left is None else (left,))


# ------------------------------------------------------------------------------------------------------------------ the dice


def _declared(shot: Shot) -> ef.AttackDeclared:
    return ef.AttackDeclared(
        shot.attacker,
        shot.target,
        shot.distance,
        shot.dice,
        shot.deduction,
        shot.reasons,
        shot.need,
        None if shot.strength is None else shot.strength.single,
    )


def _rolled(story: Story, shot: Shot, dice: tuple[int, ...], successes: int, made: int) -> None:
    story.add(
        ef.DiceRolled(
            shot.attacker,
            shot.target,
            dice,
            hits.power(dice, shot.deduction),
            successes,
            made,
            shot.to,
            _side(story, story.position.units[shot.attacker].seat),
            shot.need,
            None if shot.strength is None else shot.strength.single,
            shot.deduction,
        )
    )


def _on_foot(story: Story, shot: Shot, target: Unit, kind: UnitType, dice: tuple[int, ...]) -> None:
    """Hits on a foot unit, and its retreat if it survives (SPL-RET-01)."""
    made = hits.hits(dice, kind.to_hit, shot.deduction, story.rules.options.points_rule)
    _rolled(story, shot, dice, hits.successes(dice, kind.to_hit), made)
    if not made:
        return
    result = hits.on_foot(kind, target.lives, made)
    story.add(ef.Hit(target.id, result.removed, result.is_eliminated))
    _score(story, shot.attacker, target.id, result.points, eliminated=result.is_eliminated)
    if story.is_over:
        return
    frame = AttackFrame(shot.attacker, target.id, shot.to, "retreat", adjacent=shot.distance == ADJACENT)
    if result.is_eliminated:
        _lay_down(story, _follow(story, frame, "eliminated"))
        return
    backs = tuple(story.roll(f"retreat of {target.id}") for _ in range(result.retreat_dice))
    squares = hits.retreat_count(kind, backs, ignore_first=shot.ignores_first_retreat)
    ignored = squares < hits.retreat_count(kind, backs, ignore_first=False)
    story.add(ef.RetreatRolled(target.id, backs, squares, ignored))
    if squares:
        _go_on(story, replace(frame, due=squares))


def _on_vehicle(story: Story, shot: Shot, target: Unit, kind: UnitType, dice: tuple[int, ...]) -> None:
    """An impact on a vehicle, which never goes back and lets nobody follow (SPL-VEH-16, SPL-VHIT-04). A wreck leaves nothing behind
    (SPL-VEH-15) but its passengers, whom its owner places (SPL-TRN-12)."""
    result = hits.on_vehicle(story.rules, kind, target.damage, hits.power(dice, shot.deduction))
    _rolled(story, shot, dice, 0, hits.damage(story.rules, result.impact))
    if result.impact == "none":
        return
    riders = tuple(rider.id for rider in story.field.passengers(target.id))
    if riders and result.is_eliminated:  # before it is gone, so that they always wait somewhere
        attacker = story.position.units[shot.attacker].seat
        story.flow(frames=(WreckFrame(target.seat, attacker, shot.to, target.facing, riders),))
    story.add(ef.Impact(target.id, result.inflicted, result.impact == "double", result.is_eliminated))
    _score(story, shot.attacker, target.id, result.points, eliminated=result.is_eliminated)
    if not story.is_over:
        run(story)


def _score(story: Story, attacker: UnitId, target: UnitId, points: int, *, eliminated: bool) -> None:
    """Lives or damage, with the elimination, are one event for points and for the end (SPL-WIN-09)."""
    seat = story.position.units[attacker].seat
    if eliminated:
        story.add(ef.Eliminated(target))
    story.count({_side(story, seat): points})


def _side(story: Story, seat: Seat) -> Seat:
    return story.position.seats[seat].side


# --------------------------------------------------------------------------------------------------------------- the way back


def _retreat(story: Story, frame: AttackFrame) -> AttackFrame | None:
    """The way back, as far as there is nothing to choose, then what the attacker may do; ``None`` if nothing is left to decide."""
    if frame.step == "advance":
        return frame
    unit = story.position.units[frame.target]
    for due in range(frame.due, 0, -1):
        legal = retreat_squares(story.field, unit)
        if len(legal) > 1:
            return replace(frame, due=due)
        if legal:
            _go_back(story, unit.id, legal[0])
        elif _loses_life(story, frame, unit):
            return None if story.is_over else _follow(story, frame, _fate(frame, unit, "eliminated"))
        if story.is_over:
            return None
        unit = story.position.units[unit.id]
    return _follow(story, frame, _fate(frame, unit, "stayed"))


def _go_back(story: Story, name: UnitId, to: Square) -> None:
    """One square: no marker stays on it, its facing does (SPL-RET-09, SPL-CAMO-07)."""
    unit = story.position.units[name]
    assert unit.at is not None
    story.add(ef.Retreated(name, to, unit.at))
    story.unmask(name)


def _loses_life(story: Story, frame: AttackFrame, unit: Unit) -> bool:
    """A life instead of a square (SPL-RET-07), for the attacker's points (SPL-RET-08, SPL-VP-05): whether it was the last."""
    is_last = unit.lives == 1
    if is_last:
        story.flow(frames=())  # it is asked nothing more
    story.add(ef.RetreatFailed(unit.id, is_last))
    points = of_lives(story.rules.units[unit.type], 1, eliminated=is_last)
    _score(story, frame.attacker, unit.id, points, eliminated=is_last)
    return is_last


def _fate(frame: AttackFrame, unit: Unit, there: Fate) -> Fate:
    """What became of the target: ``there``, if it never left its square (SPL-ADV-01)."""
    return "retreated" if unit.at != frame.vacated else there


def _follow(story: Story, frame: AttackFrame, fate: Fate) -> AttackFrame | None:
    """Whether to advance is asked if it may be done."""
    unit = story.position.units[frame.attacker]
    refused = judge_advance(story.field, unit, frame.vacated, fate)
    return None if refused is not None else replace(frame, step="advance", due=0)


# -------------------------------------------------------------------------------------------------------------- who was aboard


def _wreck(story: Story, frame: WreckFrame) -> WreckFrame | None:
    """Passengers who have nowhere to go are lost; a lone one with one square has it (SPL-TRN-12); ``None`` if nobody waits any more."""
    if not frame.passengers:
        return None
    first = story.position.units[frame.passengers[0]]
    legal = passenger_squares(story.field, frame.at, first.type, frame.seat, first=frame.first)
    if not legal:
        _lose(story, frame)
        return None
    if len(frame.passengers) == len(legal) == 1:
        _set_down(story, frame, first.id, legal[0])
        return None
    return frame


def _set_down(story: Story, frame: WreckFrame, unit: UnitId, at: Square) -> None:
    story.add(ef.PassengerPlaced(unit, at, frame.facing))


def _lose(story: Story, frame: WreckFrame) -> None:
    """One after the other, in the order of their ids, each for what is still in it (SPL-VP-06, SPL-WIN-09)."""
    for name in frame.passengers:
        unit = story.position.units[name]
        points = still_in(story.rules.units[unit.type], unit.lives, unit.damage)
        story.add(ef.PassengerLost(name))
        story.count({_side(story, frame.attacker): points})
        if story.is_over:
            return
