"""Rooms over HTTP: make one, take a seat, look, ask, act, talk. Every route is a line or two that call the service."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urljoin

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from app.engine.about import about
from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.system import GameSystem
from app.engine.types import SPECTATOR, Seat, UnitId, Viewer
from app.rooms.service import absence
from app.rooms.service.rematches import Rematches
from app.rooms.values.ports import HOST
from app.rooms.values.values import Acted, CreatedRoom, NewProposal, NewRoom, PresenceInfo, RoomInfo
from app.web.api import shapes
from app.web.api.route import AFTER, UNIT, Call, Parameter, RoomCall, Routes, host_only, own_seat_only
from app.web.wire import access, bodies
from app.web.wire.answers import json_answer
from app.web.wire.limits import Kind

routes: Final = Routes("/api/v1/rooms", "rooms", RoomCall)
router: Final = routes.router


@routes.post(
    "",
    costs=Kind.ROOMS,
    about="human: taken from the start by whoever holds its token; open: to be claimed; bot: played by the server.",
    body=shapes.RoomBody,
    example=lambda game: {
        "game": game.id,
        "scenario": game.scenarios[0].id,
        "seats": [{"kind": "human", "name": "Ana"}, {"kind": "bot", "strategy": "random"}],
        "spectators": "public",
    },
    answer=shapes.RoomMade,
    status=201,
)
async def create_room(call: Call, body: shapes.RoomBody) -> Response:
    """A new room with a secret link for every seat, for spectators and for the host."""
    clock = None if isinstance(body.clock, shapes.NoClock) else body.clock
    created = await call.rooms.create(
        NewRoom(
            game=body.game,
            scenario=body.scenario,
            seats=body.seats,
            options=body.options,
            tables=body.tables,
            spectators=body.spectators,
            battle=body.battle,
            clock=clock,
        )
    )
    return room_made(call.request, created)


def room_made(request: Request, created: CreatedRoom) -> Response:
    """The answer to whoever made a room: its secret links, which are never told again."""
    watching = shapes.SpectatorLink(created.spectator_token, _address(request, f"watch/{created.spectator_token}"))
    seats = [shapes.SeatLink(seat, token, _address(request, f"join/{token}")) for seat, token in created.seats]
    made = shapes.RoomMade(created.id, created.host_token, seats, watching)
    return json_answer(made, 201, {"Location": f"/api/v1{access.home_of(created.id)}"})


@routes.get("/{room_id}", answer=RoomInfo)
async def room(call: RoomCall) -> RoomInfo:
    """The room as its viewer may know it, with the viewer's own ``seq``."""
    return await call.rooms.info(call.room_id, call.who.viewer)


@routes.post(
    "/{room_id}/seats/{seat}/claim",
    may=own_seat_only,
    costs=Kind.ACTIONS,
    about="When the last open seat is taken, the game begins.",
    body=shapes.ClaimBody,
    example={"name": "Luis", "contribution": "my own words for the dice"},
    answer=RoomInfo,
    refuses=("seat_taken", "not_now"),
)
async def claim_seat(call: RoomCall, body: shapes.ClaimBody) -> RoomInfo:
    """Takes an open seat with its token; answers the room."""
    return await call.rooms.claim(call.room_id, Seat(call.path["seat"]), body.name, body.contribution)


@routes.post(
    "/{room_id}/start",
    may=host_only,
    costs=Kind.ACTIONS,
    body=shapes.StartBody,
    optional=True,
    example={"strategy": "random"},
    answer=RoomInfo,
    refuses=("not_now",),
)
async def start(call: RoomCall, body: shapes.StartBody) -> RoomInfo:
    """The host begins the game with bots in every seat still open."""
    return await call.rooms.begin(call.room_id, body.strategy)


@routes.post(
    "/{room_id}/close",
    may=host_only,
    costs=Kind.ACTIONS,
    body=shapes.NothingBody,
    optional=True,
    answer=RoomInfo,
    refuses=("not_now",),
)
async def close(call: RoomCall, body: shapes.NothingBody) -> RoomInfo:
    """The host ends the room without a result."""
    return await call.rooms.close_room(call.room_id)


async def may_replace(call: RoomCall) -> None:
    """The host may make a link anew, and a player one for a seat that was given away and waits for somebody."""
    if not await absence.may_invite(call.rooms, call.room_id, call.who.viewer, Viewer(call.path["seat"])):
        access.require_host(call.who)


@routes.post(
    "/{room_id}/links/{seat}",
    may=may_replace,
    costs=Kind.LINKS,
    about="So may a player for a seat that was given away and waits for somebody. The old link, its cookies and everything that was opened with them die within a second.",
    body=shapes.NothingBody,
    optional=True,
    answer=shapes.SeatLink,
)
async def replace_link(call: RoomCall, body: shapes.NothingBody) -> shapes.SeatLink:
    """The host makes a new link for a seat or for spectators."""
    seat = call.path["seat"]
    by = None if call.who.viewer == HOST else Seat(call.who.viewer)
    secret = await call.rooms.replace_link(call.room_id, Viewer(seat), by)
    path = f"watch/{secret}" if seat == SPECTATOR else f"join/{secret}"
    return shapes.SeatLink(Seat(seat), secret, _address(call.request, path))


@routes.get(
    "/{room_id}/presence",
    about="As far as this server saw it: nobody comes or goes before anybody looks on.",
    answer=PresenceInfo,
)
async def presence(call: RoomCall) -> PresenceInfo:
    """Who is here, who is away, and since when."""
    return await absence.who_is_here(call.rooms, call.room_id, call.who.viewer)


@routes.get("/{room_id}/position", answer=shapes.PositionSeen)
async def position(call: RoomCall) -> shapes.PositionSeen:
    """What the token's viewer sees."""
    seq, view = await call.rooms.position(call.room_id, call.who.viewer)
    return shapes.PositionSeen(seq, encode(view))


@routes.get(
    "/{room_id}/offers",
    costs=Kind.QUESTIONS,
    parameters=(Parameter("unit", "The id of a unit; empty for what is no unit's."),),
    about="For one unit, ``aims`` holds the odds of its acts at targets, ``withheld`` the acts that it has in the game and cannot do now, with the judge's refusal.",
    answer=shapes.SeatOffers,
    refuses=("not_now",),
)
async def offers(call: RoomCall) -> dict[str, Any]:
    """What the token's seat may do now, of one unit or of all."""
    seq, told = await call.rooms.offers_told(call.room_id, call.who.viewer, _unit(call.request), call.payer)
    return {"seq": seq, **told}


@routes.get(
    "/{room_id}/about",
    name="about",
    costs=Kind.QUESTIONS,
    parameters=(
        Parameter("thing", "The id of a unit, a piece of terrain, a card, a row; or ``mark.stun``.", required=True),
    ),
    answer=shapes.AboutTold,
)
async def tell_about(call: RoomCall) -> shapes.AboutTold:
    """What a thing on the board or beside it is, in rules words."""
    thing = call.request.query_params.get("thing")
    if thing is None:
        raise InvalidInput.at("thing", "the id of a thing", None)
    seq, view = await call.rooms.position(call.room_id, call.who.viewer)
    named = bodies.plain_text(thing, "thing", 200)
    found = None if view is None else about(await _system(call), view, named)
    return shapes.AboutTold(seq, found)


@routes.post(
    "/{room_id}/actions",
    costs=Kind.ACTIONS,
    about="The key of an accepted action again, with the same body, gives the same answer and rolls nothing.",
    body=shapes.ActionBody,
    example=lambda game: {"action": game.examples["action"], "seq": 7, "key": "4b1d"},
    answer=Acted,
    refuses=("stale", "not_now", "key_reused", "illegal_action"),
)
async def act(call: RoomCall, body: shapes.ActionBody) -> Acted:
    """Plays an action; answered when it is durable."""
    return await call.rooms.act(
        call.room_id, call.who.viewer, body.action, seq=body.seq, key=body.key, payer=call.payer
    )


@routes.post(
    "/{room_id}/previews",
    costs=Kind.QUESTIONS,
    body=shapes.PreviewBody,
    example=lambda game: {"action": game.examples["action"]},
    answer=shapes.PreviewTold,
    refuses=("not_now",),
)
async def preview(call: RoomCall, body: shapes.PreviewBody) -> msgspec.Raw:
    """What an action would mean, from what the seat knows; changes nothing."""
    await call.rooms.catch_up(call.room_id)
    told = await call.rooms.preview(call.room_id, call.who.viewer, body.action, call.payer)
    return msgspec.Raw(told)


@routes.get(
    "/{room_id}/survey",
    costs=Kind.QUESTIONS,
    parameters=(Parameter("unit", "The id of a unit.", required=True),),
    answer=shapes.PreviewTold,
    refuses=("not_now",),
)
async def survey(call: RoomCall) -> msgspec.Raw:
    """What a unit could do from where it is."""
    unit = _unit(call.request)
    if unit is None:
        raise InvalidInput.at("unit", "the id of a unit", None)
    told = await call.rooms.survey(call.room_id, call.who.viewer, unit, call.payer)
    return msgspec.Raw(told)


@routes.get("/{room_id}/correctables", costs=Kind.QUESTIONS, parameters=(UNIT,), answer=shapes.CorrectablesTold)
async def correctables(call: RoomCall) -> shapes.CorrectablesTold:
    """What a seat may propose to put right by hand, of one unit or of all."""
    seq, found = await call.rooms.correctables(call.room_id, call.who.viewer, _unit(call.request))
    return shapes.CorrectablesTold(seq, list(found))


@routes.get("/{room_id}/events", parameters=(AFTER,), answer=shapes.EventsTold)
async def events(call: RoomCall) -> msgspec.Raw:
    """The events after a number, as the viewer may know them."""
    after = bodies.whole_number(call.request.query_params.get("after"), "after") or 0
    rooms, texts = call.rooms, list[bytes]()
    await rooms.aside.each(
        call.room_id,
        lambda some: texts.extend(map(msgspec.json.encode, some)),
        await rooms.events(call.room_id, call.who.viewer, after),
    )
    return msgspec.Raw(b'{"events":[' + b",".join(texts) + b"]}")


@routes.post(
    "/{room_id}/messages",
    costs=Kind.MESSAGES,
    body=shapes.MessageBody,
    example={"text": "Good luck!", "to": "table"},
    answer=shapes.SeqReached,
    refuses=("not_now",),
)
async def say(call: RoomCall, body: shapes.MessageBody) -> shapes.SeqReached:
    """A line of chat to the table or to one's army."""
    return shapes.SeqReached(await call.rooms.say(call.room_id, call.who.viewer, body.text, body.to, body.name))


@routes.post(
    "/{room_id}/proposals",
    costs=Kind.ACTIONS,
    about="Done at once where no human seat has to consent, else when all of them have.",
    body=shapes.ProposalBody,
    example={"kind": "undo"},
    answer=shapes.Proposed,
    refuses=("not_now",),
)
async def propose(call: RoomCall, body: shapes.ProposalBody) -> shapes.Proposed:
    """Proposes an undo, a draw, a correction, a pause or its end, a rematch; the host: to give a seat away."""
    changes = tuple(body.changes)
    new = NewProposal(body.kind, body.to_seq, changes, body.reason, body.seat, body.by, body.strategy, body.swap)
    return shapes.Proposed(await call.rooms.propose(call.room_id, call.who.viewer, new))


@routes.post(
    "/{room_id}/proposals/{n}",
    costs=Kind.ACTIONS,
    body=shapes.AnswerBody,
    example={"accept": True},
    answer=shapes.SeqReached,
    refuses=("not_now",),
)
async def answer_proposal(call: RoomCall, body: shapes.AnswerBody) -> shapes.SeqReached:
    """Says yes or no to a proposal."""
    n = bodies.number_in_address(call.path["n"], 9)
    return shapes.SeqReached(await call.rooms.answer(call.room_id, call.who.viewer, n, body.accept))


@routes.post(
    "/{room_id}/rematch",
    costs=Kind.LINKS,
    about="Once a rematch was agreed to: proposed (`kind` `rematch`) and accepted by everybody who plays.",
    body=shapes.NothingBody,
    optional=True,
    answer=shapes.RematchLink,
    refuses=("not_now",),
)
async def rematch(call: RoomCall, body: shapes.NothingBody) -> shapes.RematchLink:
    """The room in which those who sat here play again, and the asker's own link into it."""
    who = call.who
    rematches: Rematches = call.request.app.state.rematches
    moved = await rematches.enter(who.room_id, who.viewer, who.link, "link")
    doors = {SPECTATOR: f"watch/{moved.secret}", HOST: f"rooms/{moved.room}"}
    url = urljoin(str(call.request.base_url), doors.get(moved.viewer, f"join/{moved.secret}"))
    return shapes.RematchLink(moved.room, moved.viewer, moved.secret, url)


@routes.post(
    "/{room_id}/resign",
    costs=Kind.ACTIONS,
    body=shapes.NothingBody,
    optional=True,
    answer=shapes.SeqReached,
    refuses=("not_now",),
)
async def resign(call: RoomCall, body: shapes.NothingBody) -> shapes.SeqReached:
    """Gives up."""
    return shapes.SeqReached(await call.rooms.resign(call.room_id, call.who.viewer))


@routes.post(
    "/{room_id}/forfeits",
    costs=Kind.ACTIONS,
    about="The server gives up for the seats of that side. Whose time ran out how often says `clock` of the room.",
    body=shapes.ForfeitBody,
    example={"side": "A"},
    answer=shapes.SeqReached,
    refuses=("not_now",),
)
async def forfeit(call: RoomCall, body: shapes.ForfeitBody) -> shapes.SeqReached:
    """Claims the game from a side whose time ran out three times."""
    return shapes.SeqReached(await call.rooms.forfeit(call.room_id, call.who.viewer, body.side))


def _address(request: Request, path: str) -> str:
    return urljoin(str(request.base_url), path)


def _unit(request: Request) -> UnitId | None:
    unit = request.query_params.get("unit")
    return None if unit is None else UnitId(bodies.plain_text(unit, "unit", 100))


async def _system(call: RoomCall) -> GameSystem:
    registry: Registry = call.state.registry
    return registry[(await call.rooms.info(call.room_id, call.who.viewer)).game]
