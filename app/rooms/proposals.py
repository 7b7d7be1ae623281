"""What one seat proposes and the others consent to: undo, draw, correction, pause, a player replaced. Pure decisions from the
room as it stands."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, get_args

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.types import Seat, Text
from app.rooms import corrections, undo
from app.rooms import events as happened
from app.rooms.corrections import everybody_else
from app.rooms.drafts import Draft, played
from app.rooms.errors import Forbidden, NotFound, NotNow
from app.rooms.ports import Entry, is_campaign
from app.rooms.projection import Happened
from app.rooms.room import Proposal, Room
from app.rooms.seating import LONGEST_MESSAGE, STRATEGIES, clean_text
from app.rooms.values import NewProposal, ProposalKind, Status

_NEEDED: Final[dict[ProposalKind, tuple[Status, ...]]] = {
    "undo": ("playing",),
    "draw": ("playing",),
    "correction": ("playing",),
    "pause": ("playing",),
    "resume": ("paused",),
    "replace": ("playing", "paused"),
}
"""In which status of the room something can be proposed and consented to."""

_TWICE: Final = Text(
    es="Ya lo has propuesto; falta la respuesta.", en="You have proposed it already; wait for the answer."
)
_NOT_ASKED: Final = Text(es="No te lo preguntan a ti.", en="You are not the one who is asked.")
_STANDS: Final = Text(es="Unas tablas ofrecidas no se retiran.", en="A draw, once offered, cannot be withdrawn.")
_HOSTS: Final = Text(es="Eso lo propone quien montó la mesa.", en="Only the host proposes that.")
_SEATS: Final = Text(es="Eso sólo lo hace quien tiene un asiento.", en="Only somebody with a seat can do that.")

_OF_GAMES: Final = Text(
    es="Eso se propone en una partida, no en la campaña.", en="That is proposed in a game, not in the campaign."
)

Outcome = Literal["accepted", "refused"]


def proposed(room: Room, seat: Seat | None, new: NewProposal, here: Collection[Seat] = ()) -> Draft:
    """A proposal, or what it proposes where nobody has to consent. ``seat`` is ``None`` for the host; ``here`` are the seats
    whose players are watching. Raises ``NotNow``, ``Forbidden``, ``InvalidInput`` and, for a draw that the rules do not
    let the seat offer, ``Refused``."""
    kind = next((known for known in get_args(ProposalKind) if known == new.kind), None)
    if kind is None:
        raise InvalidInput.at("kind", ", ".join(get_args(ProposalKind)), new.kind)
    if (kind == "replace") != (seat is None):
        raise Forbidden(_HOSTS if seat is not None else _SEATS)
    if is_campaign(room.header.id) and kind != "replace":
        raise Forbidden(_OF_GAMES)
    if room.status not in _NEEDED[kind]:
        raise NotNow
    if any(known.seat == seat and known.kind == kind for known in room.proposals.values()):
        raise Forbidden(_TWICE)
    if seat is None:
        return _to_be_consented(room, _replacement(room, new, here))
    match kind:
        case "draw":
            return _draw_proposed(room, seat)
        case "undo":
            return undo.proposed(room, seat, new.to_seq)
    made = happened.ProposalMade(room.proposals_made + 1, kind, everybody_else(room, seat), seat)
    if kind == "correction":
        reason = clean_text(new.reason, "reason", LONGEST_MESSAGE, least=0)
        changes = corrections.proposed(room, seat, new.changes)
        made = msgspec.structs.replace(made, changes=changes, reason=reason)
    return _to_be_consented(room, made)


def number_in(entry: Entry, room: Room) -> int:
    """The number of the proposal that ``entry`` made; of one that was carried out at once, the number it would have had."""
    for event in entry.events:
        if event["type"] == "proposal_made":
            return int(event["n"])
    return room.proposals_made + 1


def _to_be_consented(room: Room, made: happened.ProposalMade) -> Draft:
    if made.waiting:
        return Draft("proposal_made", made.seat, (Happened(made),))
    done = _carried_out(room, made.seat, Proposal(made, room.version, ()))
    if done is None:
        raise NotNow
    return Draft(_kind_of(done), made.seat, done, settled=True)


def _kind_of(done: tuple[Happened, ...]) -> str:
    return str(done[-1].event.__struct_config__.tag)


def _draw_proposed(room: Room, seat: Seat) -> Draft:
    action = room.system.offer_draw(room.state, seat)
    offer = played(room, seat, action, kind="proposal_made", settled=True)
    waiting = room.asked_for_draw(offer.state)
    made = happened.ProposalMade(room.proposals_made + 1, "draw", waiting, seat)
    return msgspec.structs.replace(offer, happened=(Happened(made), *offer.happened))


def _replacement(room: Room, new: NewProposal, here: Collection[Seat]) -> happened.ProposalMade:
    """The host's proposal to give a seat away: everybody else is asked, and its player too while he is here."""
    if new.seat not in room.seats:
        raise InvalidInput.at("seat", "one of " + ", ".join(room.seats), new.seat)
    if room.is_bot(new.seat) and new.by == "bot":
        raise InvalidInput.at("by", "human, for a seat that a bot plays", new.by)
    if new.strategy not in STRATEGIES:
        raise InvalidInput.at("strategy", ", ".join(STRATEGIES), new.strategy)
    waiting = tuple(seat for seat in everybody_else(room, None) if seat != new.seat or seat in here)
    return happened.ProposalMade(
        room.proposals_made + 1,
        "replace",
        waiting,
        replaced=new.seat,
        by=new.by,
        strategy=new.strategy if new.by == "bot" else None,
    )


def answered(room: Room, seat: Seat | None, n: int, *, accept: bool) -> Draft:
    """An answer to a proposal, with what follows from it; the host (``None``) can only withdraw his own. Raises
    ``NotFound``, ``NotNow``, ``Forbidden``."""
    known = room.proposals.get(n)
    if known is None:
        raise NotFound
    if room.status not in _NEEDED[known.kind]:
        raise NotNow
    if known.seat == seat and not accept:
        if known.kind == "draw":
            raise Forbidden(_STANDS)
        withdrawn = happened.ProposalAnswered(n, known.kind, False, seat, "refused", withdrawn=True)
        return Draft("proposal_answered", seat, (Happened(withdrawn),))
    if seat is None or seat not in known.waiting:
        raise Forbidden(_NOT_ASKED)
    if known.kind == "draw":
        return _draw_answered(room, seat, known, accept=accept)
    if not accept:
        return Draft("proposal_answered", seat, (_answer(known, seat, accept=False, outcome="refused"),))
    if known.waiting != (seat,):
        return Draft("proposal_answered", seat, (_answer(known, seat, accept=True, outcome=None),))
    done = _carried_out(room, seat, known)
    if done is None:
        return Draft("proposal_answered", seat, (_answer(known, seat, accept=True, outcome="refused"),))
    return Draft(_kind_of(done), seat, (_answer(known, seat, accept=True, outcome="accepted"), *done), settled=True)


def _carried_out(room: Room, seat: Seat | None, known: Proposal) -> tuple[Happened, ...] | None:
    """What follows from the last consent; ``None`` if it cannot be done any more."""
    made = known.made
    match known.kind:
        case "pause":
            return (Happened(happened.RoomPaused()),)
        case "resume":
            return (Happened(happened.RoomResumed()),)
        case "correction":
            return corrections.carried_out(room, known)
        case "undo" if seat is not None:
            return undo.carried_out(room, seat, known)
        case "replace" if made.replaced is not None and made.by is not None:
            name = "Bot" if made.by == "bot" else None
            return (Happened(happened.SeatReplaced(made.replaced, made.by, name, made.strategy)),)
        case _:
            return None


def _draw_answered(room: Room, seat: Seat, known: Proposal, *, accept: bool) -> Draft:
    action = room.system.answer_draw(room.state, seat, accept=accept)
    answer = played(room, seat, action, kind="proposal_answered", settled=True)
    still_waiting = room.asked_for_draw(answer.state)
    is_drawn = room.system.outcome(answer.state) is not None
    outcome: Outcome | None = "accepted" if is_drawn else None if still_waiting else "refused"
    told = _answer(known, seat, accept=accept, outcome=outcome)
    return msgspec.structs.replace(answer, happened=(told, *answer.happened))


def _answer(known: Proposal, seat: Seat | None, *, accept: bool, outcome: Outcome | None) -> Happened:
    return Happened(happened.ProposalAnswered(known.n, known.kind, accept, seat, outcome))
