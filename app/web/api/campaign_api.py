"""Campaigns over HTTP: made, joined and decided in as rooms are; and the way from a campaign into its games."""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin

from starlette.requests import Request
from starlette.responses import Response

from app.engine.types import SPECTATOR
from app.rooms.service.campaigns import Campaigns
from app.rooms.values.campaign_values import CampaignInfo
from app.rooms.values.ports import HOST
from app.rooms.values.values import Acted, NewRoom
from app.web.api import api, shapes, stream
from app.web.api.route import AFTER, Call, RoomCall, Routes, host_only, own_seat_only
from app.web.wire import bodies
from app.web.wire.limits import Kind

routes: Final = Routes("/api/v1/campaigns", "campaigns", RoomCall)
router: Final = routes.router


@routes.post(
    "",
    costs=Kind.ROOMS,
    about="Its first game begins as soon as every seat is taken. The links are the campaign's: each is a way into its games.",
    body=shapes.CampaignBody,
    example={
        "game": "a_game_with_campaigns",
        "campaign": "one_of_them",
        "seats": [{"kind": "human", "name": "Ana"}, {"kind": "bot", "strategy": "random"}],
    },
    answer=shapes.RoomMade,
    status=201,
)
async def create_campaign(call: Call, body: shapes.CampaignBody) -> Response:
    """A new campaign with a secret link for every seat, for spectators and for the host."""
    new = NewRoom(body.game, body.campaign, body.seats, body.options, body.tables, body.spectators)
    return api.room_made(call.request, await campaigns_of(call.request).create(new))


@routes.get("/{room_id}", answer=CampaignInfo)
async def campaign(call: RoomCall) -> CampaignInfo:
    """The campaign: its games, the standing, who has to decide."""
    return await campaigns_of(call.request).info(call.room_id, call.who.viewer)


@routes.post(
    "/{room_id}/games",
    costs=Kind.LINKS,
    about="A game begins by itself once everything before it is decided. One whose room was closed without a result is "
    "opened anew, in another room.",
    body=shapes.NothingBody,
    optional=True,
    answer=shapes.GameLink,
    refuses=("not_now",),
)
async def next_game(call: RoomCall, body: shapes.NothingBody) -> shapes.GameLink:
    """The game that is played now, and the asker's own link into it."""
    is_player = call.who.viewer != SPECTATOR
    return await _entered(call, await campaigns_of(call.request).next_game(call.room_id) if is_player else None)


@routes.post(
    "/{room_id}/games/{number}",
    name="campaign_game",
    costs=Kind.LINKS,
    body=shapes.NothingBody,
    optional=True,
    answer=shapes.GameLink,
    refuses=("not_now",),
)
async def game(call: RoomCall, body: shapes.NothingBody) -> shapes.GameLink:
    """The asker's own link into any game that has begun."""
    return await _entered(call, bodies.number_in_address(call.path["number"], 3))


@routes.post(
    "/{room_id}/seats/{seat}/claim",
    name="claim_campaign_seat",
    may=own_seat_only,
    costs=Kind.ACTIONS,
    body=shapes.ClaimBody,
    example={"name": "Luis"},
    answer=CampaignInfo,
    refuses=("seat_taken", "not_now"),
)
async def claim_seat(call: RoomCall, body: shapes.ClaimBody) -> CampaignInfo:
    """Takes an open seat with its token; answers the campaign."""
    await api.claim_seat(call, body)
    return await campaign(call)


@routes.post(
    "/{room_id}/start",
    name="start_campaign",
    may=host_only,
    costs=Kind.ACTIONS,
    body=shapes.StartBody,
    optional=True,
    example={"strategy": "random"},
    answer=CampaignInfo,
    refuses=("not_now",),
)
async def start(call: RoomCall, body: shapes.StartBody) -> CampaignInfo:
    """The host begins the campaign with bots in every seat still open."""
    await api.start(call, body)
    return await campaign(call)


@routes.post(
    "/{room_id}/close",
    name="close_campaign",
    may=host_only,
    costs=Kind.ACTIONS,
    about="A game that goes on goes on, and counts for nothing.",
    body=shapes.NothingBody,
    optional=True,
    answer=CampaignInfo,
    refuses=("not_now",),
)
async def close(call: RoomCall, body: shapes.NothingBody) -> CampaignInfo:
    """The host ends the campaign without a result."""
    await api.close(call, body)
    return await campaign(call)


routes.post(
    "/{room_id}/links/{seat}",
    name="replace_campaign_link",
    may=api.may_replace,
    costs=Kind.LINKS,
    about="The old link, its cookies, and every way into a game that was made from it die within a second.",
    body=shapes.NothingBody,
    optional=True,
    answer=shapes.SeatLink,
)(api.replace_link)

routes.get("/{room_id}/position", name="campaign_position", answer=shapes.PositionSeen)(api.position)

routes.get(
    "/{room_id}/offers",
    name="campaign_offers",
    summary="What the token's seat may decide before the next game.",
    costs=Kind.QUESTIONS,
    answer=shapes.SeatOffers,
    refuses=("malformed", "invalid", "not_now"),
)(api.offers)

routes.post(
    "/{room_id}/actions",
    name="decide",
    summary="Decides something between two games; answered when it is durable.",
    costs=Kind.ACTIONS,
    about="Judged, numbered and kept by its key as an action in a room is.",
    body=shapes.ActionBody,
    example={"action": {"type": "as_the_offers_say"}, "seq": 7, "key": "4b1d"},
    answer=Acted,
    refuses=("stale", "not_now", "key_reused", "illegal_action"),
)(api.act)

routes.get(
    "/{room_id}/events",
    name="campaign_events",
    summary="What happened in the campaign after a number, as the viewer may know it.",
    parameters=(AFTER,),
    answer=shapes.EventsTold,
)(api.events)

routes.get(
    "/{room_id}/stream",
    name="campaign_stream",
    parameters=(AFTER,),
    answer=shapes.Told,
    media="application/x-ndjson",
)(stream.stream)

routes.post(
    "/{room_id}/proposals",
    name="propose_in_campaign",
    summary="The host proposes to give a seat away, from the next game on.",
    costs=Kind.ACTIONS,
    body=shapes.ProposalBody,
    example={"kind": "replace", "seat": "b", "by": "bot"},
    answer=shapes.Proposed,
    refuses=("not_now",),
)(api.propose)

routes.post(
    "/{room_id}/proposals/{n}",
    name="answer_campaign_proposal",
    costs=Kind.ACTIONS,
    body=shapes.AnswerBody,
    example={"accept": True},
    answer=shapes.SeqReached,
    refuses=("not_now",),
)(api.answer_proposal)


async def _entered(call: RoomCall, number: int | None) -> shapes.GameLink:
    who = call.who
    entered = await campaigns_of(call.request).enter(who.room_id, who.viewer, who.link, "link", number)
    doors = {SPECTATOR: f"watch/{entered.secret}", HOST: f"rooms/{entered.room}"}
    url = urljoin(str(call.request.base_url), doors.get(who.viewer, f"join/{entered.secret}"))
    return shapes.GameLink(entered.number, entered.room, who.viewer, entered.secret, url)


def campaigns_of(request: Request) -> Campaigns:
    """The campaigns of this server."""
    campaigns: Campaigns = request.app.state.campaigns
    return campaigns
