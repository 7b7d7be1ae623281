"""Campaigns of the toy game on the site, for tests of what is asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.parts.web.api_site import HUMANS, Room, Site

STAKE = {"type": "stake", "amount": 1}


class MadeCampaign(Room):
    """A campaign just made, and the secrets of everybody in it."""

    @property
    def path(self) -> str:
        """Where the API has it."""
        return f"/api/v1/campaigns/{self.id}"


async def a_campaign(site: Site, *, seats: Any = HUMANS, decides: bool = False, **more: Any) -> MadeCampaign:
    """A league for two: its first game is played, or both seats decide what comes before the second."""
    body = {"game": "pebbles", "campaign": "league", "seats": list(seats), **more}
    answer = await site.client.post("/api/v1/campaigns", json=body)
    assert answer.status_code == 201, answer.text
    campaign = MadeCampaign(answer.json())
    if decides:
        await give_up(site, campaign, "b")
    return campaign


async def into_game(site: Site, campaign: MadeCampaign, as_: str = "a") -> Room:
    """The room of the game that is played now, with one viewer's token for it."""
    answer = await site.post(campaign, "/games", as_=as_)
    assert answer.status_code == 200, answer.text
    link: Mapping[str, Any] = answer.json()
    seats = [{"seat": as_, "token": link["token"]}]
    return Room({"id": link["room"], "host_token": "", "seats": seats, "spectator": {"token": link["token"]}})


async def give_up(site: Site, campaign: MadeCampaign, seat: str) -> None:
    """A seat resigns the game that is played now."""
    room = await into_game(site, campaign, seat)
    answer = await site.post(room, "/resign", as_=seat)
    assert answer.status_code == 200, answer.text
