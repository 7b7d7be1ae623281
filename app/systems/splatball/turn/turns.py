"""Rounds and turns: whose is next, how one begins, what is declared, how one ends (SPL-TURN, SPL-ACT)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.engine.types import Seat
from app.systems.splatball.position import events as e
from app.systems.splatball.position.actions import Activate, UseBenefit
from app.systems.splatball.position.frames import EndFrame
from app.systems.splatball.position.state import Contacts
from app.systems.splatball.score.points import for_enemies, worth_of
from app.systems.splatball.score.story import Story
from app.systems.splatball.score.victory import after_rounds, is_last_round, seats_in_play
from app.systems.splatball.turn import benefits, control


def next_seat(order: Sequence[Seat], seat: Seat, in_play: Collection[Seat]) -> tuple[Seat, bool]:
    """Whose turn follows on a seat's, and whether a round ends between them (SPL-TURN-05, SPL-SET-10): the next one of ``order`` that
    is in play, else the first. Raises ``ValueError`` if nobody is in play."""
    later = [each for each in order[order.index(seat) + 1 :] if each in in_play]
    if later:
        return later[0], False
    return next(each for each in order if each in in_play), True


def begin_first_round(story: Story) -> None:
    """Round 1: the first seat of the order that has units begins, and whoever alone has some has won (SPL-SET-10, SPL-WIN-04)."""
    there = {unit.seat for unit in story.position.units.values()}
    order = story.position.order
    begin(story, next((seat for seat in order if seat in there), order[0]), 1)
    story.count({})


def begin(story: Story, seat: Seat, number: int) -> None:
    """A seat's turn begins: it declares what it activates (SPL-TURN-02)."""
    story.add(e.TurnBegan(seat, number))
    story.flow(phase="turn", step="activate", active=seat, frames=())


def activate(story: Story, seat: Seat, action: Activate) -> None:
    """What a seat declares (SPL-ACT-01, SPL-ACT-02); what each of its units touches is remembered (SPL-ADV-04): passengers nothing
    (SPL-TRN-10)."""
    ground = story.field.ground
    contacts = {
        unit.id: Contacts()
        if unit.at is None
        else Contacts(tuple(piece.id for piece in ground.contacts(unit.at)), ground.fences_at(unit.at))
        for unit in story.position.units.values()
        if unit.seat == seat
    }
    story.add(e.Activated(seat, action.units, contacts))
    story.flow(step="move")


def end_movement(story: Story, seat: Seat) -> None:
    """Nobody moves any more in this turn (SPL-TURN-03)."""
    story.add(e.MovementEnded(seat))
    story.flow(step="fight")


def end(story: Story, seat: Seat) -> None:
    """The end of a turn, in the order of SPL-TURN-04; where the game ends on the way, the rest is left out."""
    story.flow(step="end")
    for part in (_check_chickens, _count_control, _capture):
        part(story, seat)
        if story.is_over:
            return
    ask_about_benefits(story, seat, benefits.due_pieces(story, seat))


def ask_about_benefits(story: Story, seat: Seat, pieces: Sequence[str]) -> None:
    """Asks about the first of these pieces that has a legal use now; when there is none, the turn is over (SPL-SPC-01)."""
    for number, name in enumerate(pieces):
        piece = story.position.pieces.get(name)  # type: ignore[call-overload]  # ids of pieces
        if piece is not None and benefits.is_usable(story.rules, piece, seat, story.position, story.field):
            story.flow(frames=(EndFrame(piece.id, tuple(pieces[number + 1 :])),))  # type: ignore[arg-type]
            return
    story.flow(frames=())
    story.add(e.TurnEnded(seat))
    go_to_next(story, seat)


def answer_benefit(story: Story, seat: Seat, action: UseBenefit) -> None:
    """An answer about a piece, then the next one (SPL-SPC-01)."""
    frame = story.position.frames[-1]
    assert isinstance(frame, EndFrame)
    benefits.use(story, seat, action)
    ask_about_benefits(story, seat, frame.left)


def go_to_next(story: Story, seat: Seat) -> None:
    """The next turn, or the next round, or the end of the game (SPL-TURN-01, SPL-TURN-05, SPL-WIN-01, SPL-WIN-05): every mode has a last
    round, so that every game ends (SPL-GEN-08)."""
    position = story.position
    following, is_new_round = next_seat(position.order, seat, seats_in_play(position))
    number = position.round
    if is_new_round:
        story.add(e.RoundEnded(number))
        if is_last_round(story.rules, number):
            story.add(e.GameOver(after_rounds(story.rules, story.position)))
            return
        number += 1
    begin(story, following, number)


def _check_chickens(story: Story, seat: Seat) -> None:
    """Units that have lingered at their headquarters for too long are taken off (SPL-HQ-06); one that was hidden is revealed (SPL-CAMO-09)."""
    most = story.rules.constants.chicken_rounds
    counts = control.chickens(story.field, seat)
    caught = [story.position.units[name] for name, count in counts.items() if count >= most]
    left = {name: count for name, count in counts.items() if count < most}
    if left:
        story.add(e.ChickenCounted(left))
    for unit in caught:
        if story.field.is_hidden(unit):
            story.add(e.Revealed(unit.id, unit.seat, unit.type, unit.facing, unit.lives))
        story.add(e.Chicken(unit.id))
    if caught:
        story.count(for_enemies(story.position, seat, worth_of(story.rules, caught)))


def _count_control(story: Story, seat: Seat) -> None:
    """Every counter of every piece (SPL-CTL-04)."""
    field = story.field
    concerned = (piece for piece in field.ground.pieces.values() if piece.hold or piece.id in field.touching)
    for piece in control.pieces_in_order(concerned):
        hold = control.counted(piece.hold, seat, control.controllers(field, piece))
        if hold != piece.hold:
            story.add(e.Controlled(piece.id, hold))


def _capture(story: Story, seat: Seat) -> None:
    """Markers that the seat takes; all of one end of turn count together (SPL-OBJ-07, SPL-OBJ-08, SPL-VP-03, SPL-WIN-09)."""
    rules, field = story.rules, story.field
    caught = 0
    marked = (piece for piece in field.ground.pieces.values() if piece.objective is not None)
    for piece in control.pieces_in_order(marked):
        counter = piece.hold.get(seat, 0)
        owner, needed = piece.objective, rules.options.objective_hold
        if control.is_captured(field.sides, seat, owner, controls=bool(counter), counter=counter, needed=needed):
            assert owner is not None
            story.add(e.ObjectiveCaptured(seat, piece.id, owner))
            caught += 1
    if caught:
        story.count({field.sides[seat]: caught * rules.constants.objective_points})
