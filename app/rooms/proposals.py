"""Undo and draws: what one seat proposes and the others consent to. Pure decisions from the room as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.types import Seat, Text, Viewer
from app.rooms import events as happened
from app.rooms.drafts import Draft, played
from app.rooms.errors import Forbidden, NotFound, NotNow
from app.rooms.ports import Entry
from app.rooms.projection import Fact, Happened
from app.rooms.room import Act, Proposal, Room

_NEVER: Final = Text(es="En esta mesa lo jugado, jugado está.", en="At this table, what is played is played.")
_NOTHING: Final = Text(es="No tienes nada que deshacer.", en="You have nothing to take back.")
_TWICE: Final = Text(
    es="Ya lo has propuesto; falta la respuesta.", en="You have proposed it already; wait for the answer."
)
_NOT_ASKED: Final = Text(es="No te lo preguntan a ti.", en="You are not the one who is asked.")
_STANDS: Final = Text(es="Unas tablas ofrecidas no se retiran.", en="A draw, once offered, cannot be withdrawn.")


def proposed(room: Room, seat: Seat, kind: str, to_seq: int | None) -> Draft:
    """A proposal, or what it proposes where nobody has to consent. Raises ``NotNow``, ``Forbidden``, ``InvalidInput`` and,
    for a draw that the rules do not let the seat offer, ``Refused``."""
    if kind not in ("undo", "draw"):
        raise InvalidInput.at("kind", "undo or draw", kind)
    if room.status != "playing":
        raise NotNow
    if any(known.seat == seat and known.kind == kind for known in room.proposals.values()):
        raise Forbidden(_TWICE)
    if kind == "draw":
        return _draw_proposed(room, seat)
    return _undo_proposed(room, seat, to_seq)


def number_in(entry: Entry, room: Room) -> int:
    """The number of the proposal that ``entry`` made; of one that was carried out at once, the number it would have had."""
    for event in entry.events:
        if event["type"] == "proposal_made":
            return int(event["n"])
    return room.proposals_made + 1


def _draw_proposed(room: Room, seat: Seat) -> Draft:
    action = room.system.offer_draw(room.state, seat)
    offer = played(room, seat, action, kind="proposal_made", settled=True)
    waiting = room.asked_for_draw(offer.state)
    made = happened.ProposalMade(room.proposals_made + 1, "draw", seat, waiting)
    return msgspec.structs.replace(offer, happened=(Happened(made), *offer.happened))


def _undo_proposed(room: Room, seat: Seat, to_seq: int | None) -> Draft:
    if room.take_back == "never":
        raise Forbidden(_NEVER)
    place = _place_before_own_act(room, seat) if to_seq is None else _place_at(room, seat, to_seq)
    taken = place, acts, _ = _taken(room, seat, place, room.version)
    if not acts:
        raise Forbidden(_NOTHING)
    is_free = room.take_back == "free" and all(act.seat == seat and not act.settled for act in acts)
    affected = () if is_free else _affected(room, seat, acts)
    if not affected:
        return Draft("undone", seat, (_undone(room, seat, *taken),))
    made = happened.ProposalMade(room.proposals_made + 1, "undo", seat, affected, place=place)
    forms: dict[Viewer, Fact | None] = {
        viewer: msgspec.structs.replace(made, place=None, to=acts[0].counts[viewer]) for viewer in room.viewers
    }
    return Draft("proposal_made", seat, (Happened(made, forms),))


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
        forms[viewer] = happened.Undone(seat, to=acts[0].counts[viewer]) if knows else None
    return Happened(happened.Undone(seat, place=place, kept=kept), forms)


def answered(room: Room, seat: Seat, n: int, *, accept: bool) -> Draft:
    """An answer to a proposal, with what follows from it. Raises ``NotFound``, ``NotNow``, ``Forbidden``."""
    known = room.proposals.get(n)
    if known is None:
        raise NotFound
    if room.status != "playing":
        raise NotNow
    if known.seat == seat and not accept:
        if known.kind == "draw":
            raise Forbidden(_STANDS)
        return Draft("proposal_answered", seat, (Happened(_answer(known, seat, accept=False, outcome="refused")),))
    if seat not in known.waiting:
        raise Forbidden(_NOT_ASKED)
    if known.kind == "draw":
        return _draw_answered(room, seat, known, accept=accept)
    return _undo_answered(room, seat, known, accept=accept)


def _draw_answered(room: Room, seat: Seat, known: Proposal, *, accept: bool) -> Draft:
    action = room.system.answer_draw(room.state, seat, accept=accept)
    answer = played(room, seat, action, kind="proposal_answered", settled=True)
    still_waiting = room.asked_for_draw(answer.state)
    is_drawn = room.system.outcome(answer.state) is not None
    outcome: Literal["accepted", "refused"] | None = "accepted" if is_drawn else None if still_waiting else "refused"
    told = Happened(_answer(known, seat, accept=accept, outcome=outcome))
    return msgspec.structs.replace(answer, happened=(told, *answer.happened))


def _undo_answered(room: Room, seat: Seat, known: Proposal, *, accept: bool) -> Draft:
    if not accept:
        return Draft("proposal_answered", seat, (Happened(_answer(known, seat, accept=False, outcome="refused")),))
    if known.waiting != (seat,):
        return Draft("proposal_answered", seat, (Happened(_answer(known, seat, accept=True, outcome=None)),))
    place, acts, kept = _taken(room, known.seat, known.place or 0, known.version)
    if any(act.version > known.version for act in acts):
        # Something was done since that cannot stand without it, by somebody who was not asked.
        return Draft("proposal_answered", seat, (Happened(_answer(known, seat, accept=True, outcome="refused")),))
    accepted = Happened(_answer(known, seat, accept=True, outcome="accepted"))
    return Draft("undone", seat, (accepted, _undone(room, known.seat, place, acts, kept)))


def _answer(
    known: Proposal, seat: Seat, *, accept: bool, outcome: Literal["accepted", "refused"] | None
) -> happened.ProposalAnswered:
    return happened.ProposalAnswered(known.n, known.kind, seat, accept, outcome)
