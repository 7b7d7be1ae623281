"""A campaign of two games: which is due, who leads which squad in it, points and losses so far (TD-SQD-09)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from app.engine.types import Action, Event, Seat, Viewer
from app.systems.tierras_distantes.book.kinds import Count, Name, Player
from app.systems.tierras_distantes.nerve.victory import Losses
from app.systems.tierras_distantes.position.actions import MemberList

LedSquad = Player | MemberList
"""A squad of the scenario, or a list: what the field ``squad`` of a seat says."""


class Contender(msgspec.Struct, frozen=True):
    """A seat of the campaign; ``squad`` is what it leads in the game that is due, ``losses`` are those of all its games."""

    seat: Seat
    squad: LedSquad
    points: Count = 0
    losses: Losses = Losses(0, 0)


class CampaignState(msgspec.Struct, frozen=True):
    """``number`` is the game that is due, from 1; after the last one there is none."""

    campaign: Name
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    members: tuple[Contender, Contender]
    number: Count = 1


class CampaignView(msgspec.Struct, frozen=True):
    """What ``viewer`` sees: everything, since a squad is exchanged only once it was open."""

    viewer: Viewer
    campaign: CampaignState
    to_act: tuple[Seat, ...] = ()


class Nothing(Action, frozen=True, tag="nothing"):
    """All that anybody could do between the games, which is refused: nothing is decided there."""


class CampaignBegan(Event, frozen=True, tag="campaign_began"):
    """Who leads which squad first."""

    campaign: CampaignState


class GameCounted(Event, frozen=True, tag="game_counted"):
    """A game is over: the points and the losses that it brings, and the squads that the seats lead from now on."""

    number: int
    points: Mapping[Seat, Count]
    losses: Mapping[Seat, Losses]
    squads: Mapping[Seat, LedSquad]


CampaignEvent = CampaignBegan | GameCounted


def evolve_campaign(state: CampaignState | None, event: Event) -> CampaignState:
    """The campaign after an event."""
    if isinstance(event, CampaignBegan):
        return event.campaign
    if state is None or not isinstance(event, GameCounted):
        raise ValueError(f"expected an event of a campaign that has begun, found {event!r}")
    one, other = (_counted(member, event) for member in state.members)
    return msgspec.structs.replace(state, members=(one, other), number=event.number + 1)


def _counted(member: Contender, event: GameCounted) -> Contender:
    seat, losses = member.seat, event.losses[member.seat]
    return Contender(
        seat,
        event.squads[seat],
        member.points + event.points[seat],
        Losses(member.losses.start + losses.start, member.losses.lost + losses.lost),
    )
