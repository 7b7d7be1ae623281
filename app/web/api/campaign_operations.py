"""The routes of campaigns, for the description of the API."""

from __future__ import annotations

from typing import Any, Final

from app.rooms.values.campaign_values import CampaignInfo
from app.rooms.values.values import Acted
from app.web.api import shapes
from app.web.api.operation import AS, BODY, TOKEN, Operation, Parameter


def _campaign(method: str, path: str, name: str, summary: str, **more: Any) -> Operation:
    errors = tuple(dict.fromkeys((*TOKEN, *more.pop("errors", ()))))
    parameters = (AS, *more.pop("parameters", ()))
    path = f"/api/v1/campaigns/{{room_id}}{path}"
    return Operation(method, path, name, "campaigns", summary, errors=errors, parameters=parameters, **more)


OPERATIONS: Final = (
    Operation(
        "POST",
        "/api/v1/campaigns",
        "create_campaign",
        "campaigns",
        "A new campaign with a secret link for every seat, for spectators and for the host.",
        about="Its first game begins as soon as every seat is taken. The links are the campaign's: each is a way into its games.",
        body=shapes.CampaignBody,
        body_example={
            "game": "a_game_with_campaigns",
            "campaign": "one_of_them",
            "seats": [{"kind": "human", "name": "Ana"}, {"kind": "bot", "strategy": "random"}],
        },
        answer=shapes.RoomMade,
        status=201,
        errors=(*BODY, "too_fast"),
        needs_token=False,
    ),
    _campaign("GET", "", "campaign", "The campaign: its games, the standing, who has to decide.", answer=CampaignInfo),
    _campaign(
        "POST",
        "/games",
        "next_game",
        "The game that is played now, and the asker's own link into it.",
        about="A game begins by itself once everything before it is decided. One whose room was closed without a result is "
        "opened anew, in another room.",
        answer=shapes.GameLink,
        errors=(*BODY, "not_now"),
    ),
    _campaign(
        "POST",
        "/games/{number}",
        "campaign_game",
        "The asker's own link into any game that has begun.",
        answer=shapes.GameLink,
        errors=(*BODY, "not_now"),
    ),
    _campaign(
        "POST",
        "/seats/{seat}/claim",
        "claim_campaign_seat",
        "Takes an open seat with its token.",
        body=shapes.ClaimBody,
        body_example={"name": "Luis"},
        answer=CampaignInfo,
        errors=(*BODY, "seat_taken", "not_now"),
    ),
    _campaign(
        "POST",
        "/start",
        "start_campaign",
        "The host begins the campaign with bots in every seat still open.",
        body=shapes.StartBody,
        body_example={"strategy": "random"},
        answer=CampaignInfo,
        errors=(*BODY, "not_now"),
    ),
    _campaign(
        "POST",
        "/close",
        "close_campaign",
        "The host ends the campaign without a result.",
        about="A game that goes on goes on, and counts for nothing.",
        answer=CampaignInfo,
        errors=(*BODY, "not_now"),
    ),
    _campaign(
        "POST",
        "/links/{seat}",
        "replace_campaign_link",
        "The host makes a new link for a seat or for spectators.",
        about="The old link, its cookies, and every way into a game that was made from it die within a second.",
        answer=shapes.SeatLink,
        errors=BODY,
    ),
    _campaign("GET", "/position", "campaign_position", "What the token's viewer sees.", answer=shapes.PositionSeen),
    _campaign(
        "GET",
        "/offers",
        "campaign_offers",
        "What the token's seat may decide before the next game.",
        answer=shapes.SeatOffers,
        errors=("malformed", "invalid"),
    ),
    _campaign(
        "POST",
        "/actions",
        "decide",
        "Decides something between two games; answered when it is durable.",
        about="Judged, numbered and kept by its key as an action in a room is.",
        body=shapes.ActionBody,
        body_example={"action": {"type": "as_the_offers_say"}, "seq": 7, "key": "4b1d"},
        answer=Acted,
        errors=(*BODY, "stale", "not_now", "key_reused", "illegal_action"),
    ),
    _campaign(
        "GET",
        "/events",
        "campaign_events",
        "What happened in the campaign after a number, as the viewer may know it.",
        parameters=(Parameter("after", "The last number known; 0 for all.", "integer"),),
        answer=shapes.EventsTold,
        errors=("invalid",),
    ),
    _campaign(
        "GET",
        "/stream",
        "campaign_stream",
        "The same, live, one JSON object per line.",
        parameters=(Parameter("after", "The last number known.", "integer"),),
        answer=shapes.Told,
        media="application/x-ndjson",
        errors=("invalid",),
    ),
    _campaign(
        "POST",
        "/proposals",
        "propose_in_campaign",
        "The host proposes to give a seat away, from the next game on.",
        body=shapes.ProposalBody,
        body_example={"kind": "replace", "seat": "b", "by": "bot"},
        answer=shapes.Proposed,
        errors=(*BODY, "not_now"),
    ),
    _campaign(
        "POST",
        "/proposals/{n}",
        "answer_campaign_proposal",
        "Says yes or no to a proposal.",
        body=shapes.AnswerBody,
        body_example={"accept": True},
        answer=shapes.SeqReached,
        errors=(*BODY, "not_now"),
    ),
)
