"""Campaigns over HTTP: made, joined and decided in as rooms are; and the way from a campaign into its games."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.engine.types import SPECTATOR
from app.rooms.service.campaigns import Campaigns
from app.rooms.values.errors import NotFound
from app.rooms.values.ports import HOST
from app.rooms.values.values import NewRoom
from app.web.api import api, shapes, stream
from app.web.wire import access, bodies
from app.web.wire.answers import json_answer
from app.web.wire.limits import Kind, Limits

router: Final = APIRouter(prefix="/api/v1/campaigns")

router.get("/{room_id}/position")(api.position)
router.get("/{room_id}/offers")(api.offers)
router.post("/{room_id}/actions")(api.act)
router.get("/{room_id}/events")(api.events)
router.get("/{room_id}/stream")(stream.stream)
router.post("/{room_id}/links/{seat}")(api.replace_link)
router.post("/{room_id}/proposals")(api.propose)
router.post("/{room_id}/proposals/{n}")(api.answer_proposal)


@router.post("")
async def create_campaign(request: Request) -> Response:
    """A new campaign with a secret link for every seat, for spectators and for the host."""
    _limits(request).take(Kind.ROOMS, access.asker_of(request))
    body = await bodies.read_as(request, shapes.CampaignBody)
    new = NewRoom(body.game, body.campaign, body.seats, body.options, body.tables, body.spectators)
    return api.room_made(request, await campaigns_of(request).create(new))


@router.get("/{room_id}")
async def campaign(request: Request, room_id: str) -> Response:
    """The campaign as its viewer may know it: its games, the standing, who has something to decide."""
    who = await access.viewer_of(request, room_id)
    return json_answer(await campaigns_of(request).info(room_id, who.viewer))


@router.post("/{room_id}/seats/{seat}/claim")
async def claim_seat(request: Request, room_id: str, seat: str) -> Response:
    """Takes an open seat with its token; answers the campaign."""
    await api.claim_seat(request, room_id, seat)
    return await campaign(request, room_id)


@router.post("/{room_id}/start")
async def start(request: Request, room_id: str) -> Response:
    """The host begins the campaign with bots in every seat still open; answers the campaign."""
    await api.start(request, room_id)
    return await campaign(request, room_id)


@router.post("/{room_id}/close")
async def close(request: Request, room_id: str) -> Response:
    """The host ends the campaign without a result; a game that goes on goes on. Answers the campaign."""
    await api.close(request, room_id)
    return await campaign(request, room_id)


@router.post("/{room_id}/games")
async def next_game(request: Request, room_id: str) -> Response:
    """The game that is played now, and the asker's own link into it; opened anew if its room was closed."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.LINKS, who.asker)
    await api.read_nothing(request)
    number = await campaigns_of(request).next_game(room_id) if who.viewer != SPECTATOR else None
    return await _entered(request, who, number)


@router.post("/{room_id}/games/{number}")
async def game(request: Request, room_id: str, number: str) -> Response:
    """The asker's own link into any game that was opened."""
    who = await access.viewer_of(request, room_id)
    _limits(request).take(Kind.LINKS, who.asker)
    await api.read_nothing(request)
    if not (number.isascii() and number.isdigit() and len(number) <= 3):
        raise NotFound
    return await _entered(request, who, int(number))


async def _entered(request: Request, who: access.Access, number: int | None) -> Response:
    entered = await campaigns_of(request).enter(who.room_id, who.viewer, who.link, "link", number)
    doors = {SPECTATOR: f"watch/{entered.secret}", HOST: f"rooms/{entered.room}"}
    url = urljoin(str(request.base_url), doors.get(who.viewer, f"join/{entered.secret}"))
    return json_answer(shapes.GameLink(entered.number, entered.room, who.viewer, entered.secret, url))


def campaigns_of(request: Request) -> Campaigns:
    """The campaigns of this server."""
    campaigns: Campaigns = request.app.state.campaigns
    return campaigns


def _limits(request: Request) -> Limits:
    limits: Limits = request.app.state.limits
    return limits
