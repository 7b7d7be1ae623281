"""Taking back: by oneself where nothing came of it, otherwise with the consent of those who saw it. Pure decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.types import SPECTATOR, Seat, Text, Viewer
from app.rooms.drafts.drafts import Draft
from app.rooms.room.projection import Fact, Happened
from app.rooms.room.remembered import Act, Proposal
from app.rooms.room.room import Room
from app.rooms.values import events as happened
from app.rooms.values.errors import Forbidden

_NEVER: Final = Text(es="En esta mesa lo jugado, jugado está.", en="At this table, what is played is played.")
_NOTHING: Final = Text(es="No tienes nada que deshacer.", en="You have nothing to take back.")
_SECRET: Final = Text(
    es="Eso era secreto y ya ha dado fruto: no se puede preguntar a nadie si vuelve atrás.",
    en="That was secret, and something came of it: nobody can be asked whether it may be taken back.",
)


def proposed(room: Room, seat: Seat, to_seq: int | None) -> Draft:
    """Takes back everything since ``to_seq`` (by default, since before the seat's own last act), or proposes it where
    somebody has to consent. Raises ``Forbidden``, ``InvalidInput``."""
    if room.take_back == "never":
        raise Forbidden(_NEVER)
    place = _place_before_own_act(room, seat) if to_seq is None else _place_at(room, seat, to_seq)
    taken = place, acts, _ = _taken(room, seat, place, room.version)
    if not acts:
        raise Forbidden(_NOTHING)
    affected = _affected(room, seat, acts)
    if not affected or _is_free(room, seat, acts):
        return Draft("undone", seat, (_undone(room, seat, *taken),))
    made = happened.ProposalMade(room.proposals_made + 1, "undo", affected, seat, place=place)
    forms: dict[Viewer, Fact | None] = {
        viewer: msgspec.structs.replace(made, place=None, to=_number_before(room, acts, viewer))
        for viewer in room.viewers
    }
    return Draft("proposal_made", seat, (Happened(made, forms),))


def _is_free(room: Room, seat: Seat, acts: Sequence[Act]) -> bool:
    """Whether nobody has to consent. Of what some viewers know nothing of, nobody is asked, since all hear of a question:
    raises ``Forbidden`` where somebody would have to be."""
    is_unsettled = all(act.seat == seat and not act.settled for act in acts)
    known = {viewer for act in acts for viewer in act.told}
    if not known.issuperset(room.viewers):
        if not is_unsettled:
            raise Forbidden(_SECRET)
        return True
    return room.take_back == "free" and is_unsettled


def _number_before(room: Room, acts: Sequence[Act], viewer: Viewer) -> int | None:
    """The viewer's number before the first of these acts that they know of, so that it tells of no other; spectators who
    are told late have none yet."""
    if viewer == SPECTATOR and room.audience is not None:
        return None
    return next((act for act in acts if viewer in (act.seat, *act.told)), acts[0]).counts[viewer]


def _place_before_own_act(room: Room, seat: Seat) -> int:
    for place, act in room.latest_acts():
        if act.seat == seat:
            return place
    raise Forbidden(_NOTHING)


def _place_at(room: Room, seat: Seat, to_seq: int) -> int:
    present = room.count_of(Viewer(seat))
    if not 0 <= to_seq <= present:
        raise InvalidInput.at("to_seq", f"a whole number from 0 to {present}", to_seq)
    found = room.place
    if found:
        for place, act in room.latest_acts():
            if act.counts[seat] < to_seq:
                break
            found = place
    return found


def _taken(room: Room, seat: Seat, place: int, version: int) -> tuple[int, list[Act], tuple[int, ...]]:
    """What ``seat`` takes back by going back to ``place``: the place of the first of those acts, the acts, and which of
    those after that place stand, counted from 0.

    What others did in secret meanwhile stands: else what they are asked would tell whether they did anything. So does
    whatever was done after ``version``, when this was proposed. Only if that cannot stand without what came before it,
    it goes too.
    """

    def is_taken(act: Act) -> bool:
        return act.is_known_to(seat) and act.version <= version

    acts = room.acts_after(place)
    while acts and not is_taken(acts[0]):
        acts, place = acts[1:], place + 1
    kept = tuple(number for number, act in enumerate(acts) if not is_taken(act))
    if kept and not room.can_stand(acts[0].before, (acts[number] for number in kept)):
        kept = ()
    return place, [act for number, act in enumerate(acts) if number not in kept], kept


def _affected(room: Room, seat: Seat, acts: Sequence[Act]) -> tuple[Seat, ...]:
    """The people who did or saw something of what is to be taken back."""
    return tuple(
        other
        for other in room.seats
        if other != seat
        and not room.is_bot(other)
        and any(act.seat == other or Viewer(other) in act.told for act in acts)
    )


def _undone(room: Room, seat: Seat, place: int, acts: Sequence[Act], kept: tuple[int, ...]) -> Happened:
    """Told to whoever was told anything of what is undone: to others not even that it was ever there."""
    forms: dict[Viewer, Fact | None] = {}
    for viewer in room.viewers:
        knows = viewer == Viewer(seat) or any(viewer in act.told for act in acts)
        forms[viewer] = happened.Undone(seat, to=_number_before(room, acts, viewer)) if knows else None
    return Happened(happened.Undone(seat, place=place, kept=kept), forms)


def carried_out(room: Room, seat: Seat, known: Proposal) -> tuple[Happened, ...] | None:
    """What follows when ``seat`` gives the last consent; ``None`` if it cannot be done any more."""
    assert known.seat is not None
    place, acts, kept = _taken(room, known.seat, known.place or 0, known.version)
    if any(act.version > known.version for act in acts):
        return None  # something was done since that cannot stand without it, by somebody who was not asked
    return (_undone(room, known.seat, place, acts, kept),)
