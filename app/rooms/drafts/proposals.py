"""What one seat proposes and the others consent to: undo, draw, correction, pause, a player replaced, a rematch. Pure decisions from the
room as it stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

import msgspec

from app.engine.refusal import InvalidInput
from app.engine.types import Seat, Text
from app.rooms.drafts import corrections, rematches, undo
from app.rooms.drafts.corrections import everybody_else
from app.rooms.drafts.drafts import Draft, played
from app.rooms.drafts.seating import LONGEST_MESSAGE, STRATEGIES, clean_text
from app.rooms.room.projection import Happened
from app.rooms.room.remembered import Proposal
from app.rooms.room.room import Room
from app.rooms.values import events as happened
from app.rooms.values.errors import Forbidden, NotFound, NotNow
from app.rooms.values.names import BOT_NAMES
from app.rooms.values.ports import DaysClock, Entry, is_campaign
from app.rooms.values.values import NewProposal, ProposalKind, Status

_NEEDED: Final[dict[ProposalKind, tuple[Status, ...]]] = {
    "undo": ("playing",),
    "draw": ("playing",),
    "correction": ("playing",),
    "pause": ("playing",),
    "resume": ("paused",),
    "replace": ("playing", "paused"),
    "rematch": ("finished",),
}
"""In which status of the room something can be proposed and consented to."""

_TWICE: Final = Text(
    es="Ya lo has propuesto; falta la respuesta.", en="You have proposed it already; wait for the answer."
)
_NOT_ASKED: Final = Text(es="No te lo preguntan a ti.", en="You are not the one who is asked.")
_STANDS: Final = Text(es="Unas tablas ofrecidas no se retiran.", en="A draw, once offered, cannot be withdrawn.")
_NOT_AWAY: Final = Text(
    es="Eso se propone de quien lleva un rato ausente: dos minutos, o diez si no hay nadie más a quien preguntar; "
    "con días por turno, sólo de quien ya los ha dejado pasar.",
    en="That is proposed of somebody who has been away for a while: two minutes, or ten where nobody else can be asked; "
    "with days for a turn, only of somebody who has let them pass.",
)
_SEATS: Final = Text(es="Eso sólo lo hace quien tiene un asiento.", en="Only somebody with a seat can do that.")

_NO_REMATCH: Final = Text(
    es="La revancha se propone en una partida con todos sus asientos ocupados, y una sola vez.",
    en="A rematch is proposed of a game all of whose seats are taken, and once.",
)

_OF_GAMES: Final = Text(
    es="Eso se propone en una partida, no en la campaña.", en="That is proposed in a game, not in the campaign."
)

NOBODY: Final[Mapping[Seat, float]] = MappingProxyType({})
Outcome = Literal["accepted", "refused"]

AWAY_S: Final = 120.0
AWAY_ALONE_S: Final = 600.0
"""After what absence of a player the others may propose that their seat is given away: the second where nobody else is left
to consent, so that it is done at once."""


def proposed(
    room: Room, seat: Seat | None, new: NewProposal, here: Collection[Seat] = (), away_s: Mapping[Seat, float] = NOBODY
) -> Draft:
    """A proposal, or what it proposes where nobody has to consent. ``seat`` is ``None`` for the host; ``here`` are the seats
    whose players are watching, ``away_s`` how long the others have not. Raises ``NotNow``, ``Forbidden``, ``InvalidInput``
    and, for a draw that the rules do not let the seat offer, ``Refused``."""
    kind = next((known for known in get_args(ProposalKind) if known == new.kind), None)
    if kind is None:
        raise InvalidInput.at("kind", ", ".join(get_args(ProposalKind)), new.kind)
    if seat is None and kind != "replace":
        raise Forbidden(_SEATS)
    if is_campaign(room.header.id) and kind != "replace":
        raise Forbidden(_OF_GAMES)
    if room.status not in _NEEDED[kind]:
        raise NotNow
    if any(known.seat == seat and known.kind == kind for known in room.proposals.values()):
        raise Forbidden(_TWICE)
    if kind == "rematch" and not rematches.may_follow(room):
        raise Forbidden(_NO_REMATCH)
    if kind == "replace":
        made = _replacement(room, seat, new, here)
        if seat is not None and not may_replace(room, seat, Seat(str(made.replaced)), here, away_s):
            raise Forbidden(_NOT_AWAY)
        return _to_be_consented(room, made)
    assert seat is not None, "the host proposes nothing else"
    match kind:
        case "draw":
            return _draw_proposed(room, seat)
        case "undo":
            return undo.proposed(room, seat, new.to_seq)
    # Nobody finds a table that was put right, as it suited the others, while their seat was empty.
    asked = everybody_else(room, seat, awaited=kind == "correction")
    made = happened.ProposalMade(room.proposals_made + 1, kind, asked, seat, swap=new.swap and kind == "rematch")
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


def may_replace(room: Room, seat: Seat, other: Seat, here: Collection[Seat], away_s: Mapping[Seat, float]) -> bool:
    """Whether ``seat`` may propose that somebody else plays on for ``other``: another player, who has been away for long
    enough. A bot's seat is nobody's who could come back."""
    if other == seat or not room.is_taken(other) or room.status not in _NEEDED["replace"]:
        return False
    clock = room.clock
    if isinstance(room.header.clock, DaysClock) and not (clock and clock.sides[room.side_of(other)].times):
        return room.is_bot(other)  # who has days for a turn is not away before letting them pass
    needed_s = AWAY_S if _asked_for(room, seat, other, here) else AWAY_ALONE_S
    return room.is_bot(other) or away_s.get(other, 0.0) >= needed_s


def _asked_for(room: Room, by: Seat | None, replaced: Seat | None, here: Collection[Seat]) -> tuple[Seat, ...]:
    """Who has to consent that a seat is given away: everybody else, and its player too while they are here."""
    return tuple(seat for seat in everybody_else(room, by) if seat != replaced or seat in here)


def _replacement(room: Room, by: Seat | None, new: NewProposal, here: Collection[Seat]) -> happened.ProposalMade:
    """The proposal of a seat, or of the host, to give a seat away."""
    if new.seat not in room.seats:
        raise InvalidInput.at("seat", "one of " + ", ".join(room.seats), new.seat)
    if room.is_bot(new.seat) and new.by == "bot":
        raise InvalidInput.at("by", "human, for a seat that a bot plays", new.by)
    if new.strategy not in STRATEGIES:
        raise InvalidInput.at("strategy", ", ".join(STRATEGIES), new.strategy)
    return happened.ProposalMade(
        room.proposals_made + 1,
        "replace",
        _asked_for(room, by, new.seat, here),
        by,
        replaced=new.seat,
        by=new.by,
        strategy=new.strategy if new.by == "bot" else None,
    )


def answered(room: Room, seat: Seat | None, n: int, *, accept: bool, here: Collection[Seat] = ()) -> Draft:
    """An answer to a proposal, with what follows from it; the host (``None``) can only withdraw their own. ``here`` are the
    seats whose players are watching. Raises ``NotFound``, ``NotNow``, ``Forbidden``."""
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
    # Somebody who was away when it was proposed to give their seat away may come back and say no.
    has_come_back = known.made.replaced == seat and not accept
    if seat is None or not (seat in known.waiting or has_come_back):
        raise Forbidden(_NOT_ASKED)
    if known.kind == "draw":
        return _draw_answered(room, seat, known, accept=accept)
    if not accept:
        return Draft("proposal_answered", seat, (_answer(known, seat, accept=False, outcome="refused"),))
    if known.waiting != (seat,):
        return Draft("proposal_answered", seat, (_answer(known, seat, accept=True, outcome=None),))
    keeps_seat = known.made.replaced in here and known.made.replaced not in known.made.waiting  # back, and never asked
    done = None if keeps_seat else _carried_out(room, seat, known)
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
        case "rematch":
            return (Happened(rematches.agreed(room, swap=made.swap)),)
        case "replace" if made.replaced is not None and made.by is not None:
            name = BOT_NAMES[made.replaced] if made.by == "bot" else None
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
