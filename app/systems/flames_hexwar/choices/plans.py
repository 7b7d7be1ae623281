"""What an act would mean, and what a team could do from where it is: worked out from what its seat knows, changing nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.boards import hexes
from app.engine.offers import Preview
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import Action, Seat, UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.looking.outlook import Outlook
from app.systems.flames_hexwar.choices.looking.plans_cards import (
    told_card,
    told_close,
    told_commit,
    told_deck,
    told_entry,
    told_hold,
    told_next,
    told_order,
    told_recovery,
    told_round,
    told_standing,
    told_station,
    told_stay,
)
from app.systems.flames_hexwar.choices.looking.plans_fire import (
    told_anti_air,
    told_bombardment,
    told_defence,
    told_disengage,
    told_fire,
    told_lift,
    told_opportunity,
    told_strike,
)
from app.systems.flames_hexwar.choices.looking.plans_hits import told_hits
from app.systems.flames_hexwar.choices.looking.plans_moves import (
    told_mount,
    told_move,
    told_place,
    told_step,
    told_way_back,
)
from app.systems.flames_hexwar.choices.looking.plans_refused import refused
from app.systems.flames_hexwar.choices.looking.surveys import card_survey, hex_survey, team_survey
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.position import actions as a


def preview(moment: Moment, seat: Seat, action: Action, refusal: Refusal | None) -> Preview:
    """What an act would mean; of one that is refused, why, with what to draw."""
    look = Outlook(moment, seat)
    if refusal is not None:
        return Preview(False, refusal, overlays=(*refusal.overlays, *refused(look, action, refusal)))
    told = TOLD.get(type(action))
    return Preview(True) if told is None else told(look, action)


def survey(moment: Moment, seat: Seat, unit: UnitId) -> Preview:
    """What a team could do from where it is: its own one's reach, sectors and shots; an enemy's reach and what it sees; of a card its teams;
    of a hex who sees it; of a team that is lost, which a page may still show, nothing."""
    look = Outlook(moment, seat)
    team = moment.position.teams.get(unit)
    if team is not None:
        return team_survey(look, team)
    if unit in moment.position.gone:
        return Preview(True)
    platoon = moment.position.platoons.get(PlatoonId(unit))
    if platoon is not None:
        return card_survey(look, platoon.id)
    at = hexes.named(unit) if unit.isdigit() else None
    if at is not None and moment.field.terrain.board.holds(at):
        return hex_survey(look, at)
    raise InvalidInput.at("unit", "the id of a team in play, a card or a hex", unit)


TOLD: Final[Mapping[type[Action], Callable[[Outlook, Any], Preview]]] = MappingProxyType(
    {
        a.Deploy: told_place,
        a.Station: told_station,
        a.GiveOrder: told_order,
        a.Bombard: told_bombardment,
        a.Strike: told_strike,
        a.Fire: told_fire,
        a.Lift: told_lift,
        a.WriteAssault: told_entry,
        a.Commit: told_commit,
        a.Activate: told_card,
        a.Dismount: told_place,
        a.Move: told_move,
        a.Close: told_close,
        a.Deck: told_deck,
        a.Standing: told_standing,
        a.Mount: told_mount,
        a.FireOpportunity: told_opportunity,
        a.Hold: told_hold,
        a.NextAssault: told_next,
        a.AssignAntiAir: told_anti_air,
        a.Allocate: told_hits,
        a.Recover: told_recovery,
        a.FallBack: told_way_back,
        a.AssaultMove: told_step,
        a.Consolidate: told_step,
        a.Defend: told_defence,
        a.Disengage: told_disengage,
        a.Stay: told_stay,
        a.GoOn: told_round,
    }
)
"""What is told of each act; of those that are not here there is nothing to weigh but what they say."""
