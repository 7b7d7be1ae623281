"""Rooms over HTTP: make one, take a seat, look, ask, act, talk. Every route is a line or two that call the service."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.engine.about import about
from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.engine.registry import Registry
from app.engine.system import GameSystem
from app.engine.types import SPECTATOR, Seat, UnitId, Viewer
from app.rooms.service import absence
from app.rooms.service.service import Rooms
from app.rooms.values.errors import NotFound
from app.rooms.values.ports import HOST
from app.rooms.values.values import CreatedRoom, NewProposal, NewRoom
from app.web.api import shapes
from app.web.wire import access, bodies
from app.web.wire.answers import JSON_TYPE, json_answer
from app.web.wire.limits import Kind, Limits

router: Final = APIRouter(prefix="/api/v1/rooms")


@router.post("")
async def create_room(request: Request) -> Response:
    """A new room with a secret link for every seat, for spectators and for the host."""
    _limits(request).take(Kind.ROOMS, access.asker_of(request))
    body = await bodies.read_as(request, shapes.RoomBody)
    created = await _rooms(request).create(
        NewRoom(
            game=body.game,
            scenario=body.scenario,
            seats=body.seats,
            options=body.options,
            tables=body.tables,
            spectators=body.spectators,
            battle=body.battle,
            clock=None if isinstance(body.clock, shapes.NoClock) else body.clock,
        )
    )
    return room_made(request, created)


def room_made(request: Request, created: CreatedRoom) -> Response:
    """The answer to whoever made a room: its secret links, which are never told again."""
    watching = shapes.SpectatorLink(created.spectator_token, _address(request, f"watch/{created.spectator_token}"))
    seats = [shapes.SeatLink(seat, token, _address(request, f"join/{token}")) for seat, token in created.seats]
    made = shapes.RoomMade(created.id, created.host_token, seats, watching)
    return json_answer(made, 201, {"Location": f"/api/v1{access.home_of(created.id)}"})


@router.post("/{room_id}/start")
async def start(request: Request, room_id: str) -> Response:
    """The host begins the game with bots in every seat still open."""
    who = await access.viewer_of(request, room_id)
    access.require_host(who)
    _limits(request).take(Kind.ACTIONS, who.asker)
    data = await bodies.read(request)
    body = bodies.convert(bodies.parse(data), shapes.StartBody) if data else shapes.StartBody()
    return json_answer(await _rooms(request).begin(room_id, body.strategy))


@router.post("/{room_id}/close")
async def close(request: Request, room_id: str) -> Response:
    """The host ends the room without a result."""
    who = await access.viewer_of(request, room_id)
    access.require_host(who)
    _limits(request).take(Kind.ACTIONS, who.asker)
    await read_nothing(request)
    return json_answer(await _rooms(request).close_room(room_id))


@router.post("/{room_id}/seats/{seat}/claim")
async def claim_seat(request: Request, room_id: str, seat: str) -> Response:
    """Takes an open seat with its token; answers the room."""
    who = await access.viewer_of(request, room_id)
    access.require_seat(who, seat)
    _limits(request).take(Kind.ACTIONS, who.asker)
    body = await bodies.read_as(request, shapes.ClaimBody)
    info = await _rooms(request).claim(room_id, Seat(seat), body.name, body.contribution)
    return json_answer(info)


@router.post("/{room_id}/links/{seat}")
async def replace_link(request: Request, room_id: str, seat: str) -> Response:
    """A new link for a seat or the spectators; the old one, its cookies and everything open with it die."""
    who = await access.viewer_of(request, room_id)
    if not await absence.may_invite(_rooms(request), room_id, who.viewer, Viewer(seat)):
        access.require_host(who)
    _limits(request).take(Kind.LINKS, who.asker)
    await read_nothing(request)
    by = None if who.viewer == HOST else Seat(who.viewer)
    secret = await _rooms(request).replace_link(room_id, Viewer(seat), by)
    path = f"watch/{secret}" if seat == SPECTATOR else f"join/{secret}"
    return json_answer(shapes.SeatLink(seat, secret, _address(request, path)))


@router.get("/{room_id}")
async def room(request: Request, room_id: str) -> Response:
    """The room as its viewer may know it, with his own ``seq``."""
    who = await access.viewer_of(request, room_id)
    return json_answer(await _rooms(request).info(room_id, who.viewer))


@router.get("/{room_id}/presence")
async def presence(request: Request, room_id: str) -> Response:
    """Who is here, and since when; of those who are not, since when they are away."""
    who = await access.viewer_of(request, room_id)
    return json_answer(await absence.who_is_here(_rooms(request), room_id, who.viewer))


@router.get("/{room_id}/position")
async def position(request: Request, room_id: str) -> Response:
    """What the token's viewer sees."""
    who = await access.viewer_of(request, room_id)
    seq, view = await _rooms(request).position(room_id, who.viewer)
    return json_answer(shapes.PositionSeen(seq, encode(view)))


@router.get("/{room_id}/offers")
async def offers(request: Request, room_id: str) -> Response:
    """What the token's seat may do now, of one unit or of all."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.QUESTIONS, who.asker)
    payer = _limits(request).payer(who.asker)
    seq, told = await _rooms(request).offers_told(room_id, who.viewer, _unit(request), payer)
    return json_answer({"seq": seq, **told})


@router.get("/{room_id}/about")
async def tell_about(request: Request, room_id: str) -> Response:
    """What a thing on the board or beside it is, as the viewer may know it."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.QUESTIONS, who.asker)
    thing = request.query_params.get("thing")
    if thing is None:
        raise InvalidInput.at("thing", "the id of a thing", None)
    seq, view = await _rooms(request).position(room_id, who.viewer)
    named = bodies.plain_text(thing, "thing", 200)
    found = None if view is None else about(await _system(request, who), view, named)
    return json_answer(shapes.AboutTold(seq, found))


@router.post("/{room_id}/actions")
async def act(request: Request, room_id: str) -> Response:
    """Plays an action; answered when it is durable."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.ACTIONS, who.asker)
    body = await bodies.read_as(request, shapes.ActionBody)
    bodies.refuse_long_lists(body.action)
    payer = _limits(request).payer(who.asker)
    acted = await _rooms(request).act(room_id, who.viewer, body.action, seq=body.seq, key=body.key, payer=payer)
    return json_answer(acted)


@router.post("/{room_id}/previews")
async def preview(request: Request, room_id: str) -> Response:
    """What an action would mean, from what the seat knows; changes nothing."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.QUESTIONS, who.asker)
    body = await bodies.read_as(request, shapes.PreviewBody)
    bodies.refuse_long_lists(body.action)
    await _rooms(request).catch_up(room_id)
    payer = _limits(request).payer(who.asker)
    return Response(await _rooms(request).preview(room_id, who.viewer, body.action, payer), media_type=JSON_TYPE)


@router.get("/{room_id}/survey")
async def survey(request: Request, room_id: str) -> Response:
    """What a unit could do from where it is."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.QUESTIONS, who.asker)
    unit = _unit(request)
    if unit is None:
        raise InvalidInput.at("unit", "the id of a unit", None)
    payer = _limits(request).payer(who.asker)
    return Response(await _rooms(request).survey(room_id, who.viewer, unit, payer), media_type=JSON_TYPE)


@router.get("/{room_id}/correctables")
async def correctables(request: Request, room_id: str) -> Response:
    """What the token's seat may propose to put right by hand, of one unit or of all."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.QUESTIONS, who.asker)
    seq, found = await _rooms(request).correctables(room_id, who.viewer, _unit(request))
    return json_answer(shapes.CorrectablesTold(seq, list(found)))


@router.get("/{room_id}/events")
async def events(request: Request, room_id: str) -> Response:
    """The events after a number, as the viewer may know them."""
    who = await access.viewer_of(request, room_id)
    after = bodies.whole_number(request.query_params.get("after"), "after") or 0
    rooms, texts = _rooms(request), list[bytes]()
    await rooms.aside.each(
        room_id,
        lambda some: texts.extend(map(msgspec.json.encode, some)),
        await rooms.events(room_id, who.viewer, after),
    )
    return Response(b'{"events":[' + b",".join(texts) + b"]}", media_type=JSON_TYPE)


@router.post("/{room_id}/messages")
async def say(request: Request, room_id: str) -> Response:
    """A line of chat to the table or to one's army."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.MESSAGES, who.asker)
    body = await bodies.read_as(request, shapes.MessageBody)
    seq = await _rooms(request).say(room_id, who.viewer, body.text, body.to, body.name)
    return json_answer(shapes.SeqReached(seq))


@router.post("/{room_id}/proposals")
async def propose(request: Request, room_id: str) -> Response:
    """Proposes something that needs consent; answers the proposal's number."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.ACTIONS, who.asker)
    body = await bodies.read_as(request, shapes.ProposalBody)
    new = NewProposal(body.kind, body.to_seq, tuple(body.changes), body.reason, body.seat, body.by, body.strategy)
    return json_answer(shapes.Proposed(await _rooms(request).propose(room_id, who.viewer, new)))


@router.post("/{room_id}/proposals/{n}")
async def answer_proposal(request: Request, room_id: str, n: str) -> Response:
    """Yes or no to a proposal."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.ACTIONS, who.asker)
    body = await bodies.read_as(request, shapes.AnswerBody)
    if not (n.isascii() and n.isdigit() and len(n) <= 9):
        raise NotFound
    return json_answer(shapes.SeqReached(await _rooms(request).answer(room_id, who.viewer, int(n), body.accept)))


@router.post("/{room_id}/resign")
async def resign(request: Request, room_id: str) -> Response:
    """Gives up."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.ACTIONS, who.asker)
    await read_nothing(request)
    return json_answer(shapes.SeqReached(await _rooms(request).resign(room_id, who.viewer)))


@router.post("/{room_id}/forfeits")
async def forfeit(request: Request, room_id: str) -> Response:
    """Claims the game from a side whose time ran out too often."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.ACTIONS, who.asker)
    body = await bodies.read_as(request, shapes.ForfeitBody)
    return json_answer(shapes.SeqReached(await _rooms(request).forfeit(room_id, who.viewer, body.side)))


async def read_nothing(request: Request) -> None:
    """Accepts an absent body and an empty object, nothing else."""
    data = await bodies.read(request)
    if data:
        bodies.convert(bodies.parse(data), shapes.NothingBody)


def _address(request: Request, path: str) -> str:
    return urljoin(str(request.base_url), path)


def _unit(request: Request) -> UnitId | None:
    unit = request.query_params.get("unit")
    return None if unit is None else UnitId(bodies.plain_text(unit, "unit", 100))


async def _system(request: Request, who: access.Access) -> GameSystem:
    registry: Registry = request.app.state.registry
    return registry[(await _rooms(request).info(who.room_id, who.viewer)).game]


def _rooms(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


def _limits(request: Request) -> Limits:
    limits: Limits = request.app.state.limits
    return limits
