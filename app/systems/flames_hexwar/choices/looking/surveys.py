"""What a team could do from where it stands, what a card holds, who sees a hex."""

from __future__ import annotations

from typing import Final

from app.boards.hexes import Hex
from app.engine.offers import Choice, Preview
from app.engine.telling import Chance, Overlay, Ring
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.looking import lookout
from app.systems.flames_hexwar.choices.looking.outlook import Outlook
from app.systems.flames_hexwar.choices.looking.plans_cards import could_destroy
from app.systems.flames_hexwar.march.stepping import Manner
from app.systems.flames_hexwar.position.frames import Activation, Context
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.sight.bare import Blocked
from app.systems.flames_hexwar.sight.blocking import End
from app.systems.flames_hexwar.sight.sight import Target

DOUBLE: Final = "MT"


def team_survey(look: Outlook, team: Team) -> Preview:
    """What a team could do from where it stands."""
    field, is_own = look.field, team.side == look.side
    if team.at is None or team.aboard is not None:
        return Preview(True)
    context = _context_of(look, team)
    overlays: list[Overlay] = []
    chances: list[Chance] = []
    if not (team.bailed_out or team.bogged or _has_halted(look, team)):
        manner = _manner_of(look, team) if is_own else "move"
        ways = lookout.reached_by(look, team, manner)
        label = look.say("reach_double" if manner == "double" else "reach")
        overlays += lookout.reach_cells(look, ways, label)
    overlays += lookout.arc_cells(look, team, team.at, team.facing or 0)
    met = lookout.met_by(field, team, context)
    overlays += lookout.sights(look, team, met)
    chances = lookout.shots_from(look, met, "from_here" if is_own else "its_shot")
    threats = lookout.threats_to(look, team, met) if is_own else []
    return Preview(True, chances=tuple(chances), overlays=tuple(overlays), threats=tuple(threats))


def card_survey(look: Outlook, name: PlatoonId) -> Preview:
    """A card: its teams; of an own one whom they could destroy from where they stand."""
    platoon = look.field.platoons[name]
    is_own = platoon.side == look.side
    rings = tuple(
        Ring(team.id, "good" if is_own else "warn") for team in look.field.by_platoon[name] if team.at is not None
    )
    chances = could_destroy(look, name) if is_own else []
    return Preview(True, chances=tuple(chances), overlays=rings)


def hex_survey(look: Outlook, at: Hex) -> Preview:
    """A hex: who of one's own sees it, and how a team on foot there would be covered."""
    overlays: list[Overlay] = []
    for team in look.field.standing(look.side):
        if team.at is None or team.at == at:
            continue
        found = look.field.looks.look(look.field.end(team), Target(End(at)))
        if isinstance(found, Blocked):
            continue
        overlays += list(lookout.line_drawn(look, team.at, at, found))[:1]
    return Preview(True, notes=(Choice(look.counted("watchers", len(overlays))),), overlays=tuple(overlays))


def _has_halted(look: Outlook, team: Team) -> bool:
    """Whether its platoon is about to act, and it has done its move."""
    active = look.field.activation
    return active is not None and active.platoon == team.platoon and team.turn.halted


def _context_of(look: Outlook, team: Team) -> Context:
    return "md" if look.position.phase == "c" and team.side == look.side else "fc"


def _manner_of(look: Outlook, team: Team) -> Manner:
    """How a team would move: by the order that its side has written for it."""
    platoon = look.field.platoons[team.platoon]
    card = look.position.seats[look.seat].drafts.orders.get(team.platoon)
    order = card.order if card is not None and look.position.phase == "plan" else platoon.order
    active = next((each for each in look.position.frames if isinstance(each, Activation)), None)
    if active is not None and look.field.is_independent(team) and look.field.platoons[active.platoon].side == team.side:
        order = look.field.platoons[active.platoon].order
    return "double" if order == DOUBLE else "move"
