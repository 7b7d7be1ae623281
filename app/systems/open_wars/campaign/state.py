"""A campaign between its games: where every seat stands, what may be decided, what happened (OW-CAM)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from app.engine.types import Action, Event, Seat, Viewer
from app.systems.open_wars.book.kinds import Count, Name
from app.systems.open_wars.judge.campaign import Legacy

Raised = Literal["initiative", "movement", "attack"]
Stage = Literal["game", "promotions", "veterans", "over"]
"""``game``: a game is due or played; then the seats promote, then they keep veterans (OW-CAM-04)."""


class Member(msgspec.Struct, frozen=True):
    """A seat of the campaign. ``survivors`` and ``treasury`` are of its last game, ``kept`` what it takes into the next;
    ``waits`` while it is asked."""

    seat: Seat
    faction: Name
    points: Count = 0
    treasury: Count = 0
    survivors: Mapping[Name, Count] = {}
    kept: Mapping[Name, Count] = {}
    promotions: Mapping[Name, Raised] = {}
    gone: tuple[Name, ...] = ()
    waits: bool = False


class CampaignState(msgspec.Struct, frozen=True):
    """``number`` is the game that is due, or was played last; ``winner`` who won that one alone."""

    campaign: Name
    options: Mapping[str, Any]
    tables: Mapping[str, Any]
    members: tuple[Member, ...]
    number: int = 1
    stage: Stage = "game"
    winner: Seat | None = None

    def member(self, seat: Seat) -> Member:
        """The seat's own part."""
        return next(member for member in self.members if member.seat == seat)


class CampaignView(msgspec.Struct, frozen=True):
    """What ``viewer`` sees: everything, since all is decided openly."""

    viewer: Viewer
    campaign: CampaignState
    to_act: tuple[Seat, ...]


# what a seat decides


class Promote(Action, frozen=True, tag="promote"):
    """Raises a value of an own unit for good; without a unit, none (OW-CAM-06)."""

    unit: Name | None = None
    stat: Name | None = None


class Veterans(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many tokens of one unit."""

    unit: Name
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class KeepVeterans(Action, frozen=True, tag="keep_veterans"):
    """Takes survivors into the next game, free of charge (OW-CAM-04)."""

    list: Annotated[tuple[Veterans, ...], msgspec.Meta(max_length=100)] = ()


CampaignAction = Promote | KeepVeterans


# what happened


class CampaignBegan(Event, frozen=True, tag="campaign_began"):
    """The seats and their factions, which they keep."""

    campaign: CampaignState


class GameCounted(Event, frozen=True, tag="game_counted"):
    """A game is over: what it leaves to each seat, the points it brings and the gold that goes on."""

    number: int
    legacies: Mapping[Seat, Legacy]
    points: Mapping[Seat, int]
    treasury: Mapping[Seat, int]
    winner: Seat | None = None


class StageBegan(Event, frozen=True, tag="stage_began"):
    """What comes next, who is asked and, of a game, which one it is."""

    stage: Stage
    number: int
    asked: tuple[Seat, ...] = ()


class UnitPromoted(Event, frozen=True, tag="unit_promoted"):
    """A seat has promoted a unit, or none."""

    seat: Seat
    unit: Name | None = None
    stat: Raised | None = None


class VeteransKept(Event, frozen=True, tag="veterans_kept"):
    """A seat has chosen its veterans; the other survivors are lost."""

    seat: Seat
    kept: Mapping[Name, int]


CampaignEvent = CampaignBegan | GameCounted | StageBegan | UnitPromoted | VeteransKept


def evolve_campaign(state: CampaignState | None, event: Event) -> CampaignState:
    """The campaign after an event."""
    if isinstance(event, CampaignBegan):
        return event.campaign
    if state is None:
        raise ValueError("expected a campaign to have begun")
    change = msgspec.structs.replace
    match event:
        case GameCounted():
            members = tuple(_counted(member, event) for member in state.members)
            return change(state, members=members, winner=event.winner)
        case StageBegan():
            members = tuple(change(member, waits=member.seat in event.asked) for member in state.members)
            return change(state, members=members, stage=event.stage, number=event.number)
        case UnitPromoted(seat=seat, unit=unit, stat=stat):
            member = state.member(seat)
            raised = {**member.promotions, unit: stat} if unit and stat else member.promotions
            return _with(state, change(member, promotions=raised, waits=False))
        case VeteransKept(seat=seat, kept=kept):
            return _with(state, change(state.member(seat), kept=kept, waits=False))
    raise ValueError(f"expected an event of a campaign, found {event!r}")


def _counted(member: Member, event: GameCounted) -> Member:
    legacy = event.legacies[member.seat]
    return msgspec.structs.replace(
        member,
        points=member.points + event.points[member.seat],
        treasury=event.treasury[member.seat],
        survivors=legacy.survivors,
        kept={},
        gone=tuple(sorted({*member.gone, *legacy.gone})),
    )


def _with(state: CampaignState, changed: Member) -> CampaignState:
    members = tuple(changed if member.seat == changed.seat else member for member in state.members)
    return msgspec.structs.replace(state, members=members)
