"""What is drawn of an act that is refused: the hex, the line with what breaks it, friends that are too near."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.engine.refusal import Refusal
from app.engine.telling import Cells, Overlay, Tint
from app.engine.types import Action, UnitId
from app.systems.flames_hexwar.book.kinds import hex_of
from app.systems.flames_hexwar.choices.looking import lookout, prospects
from app.systems.flames_hexwar.choices.looking.outlook import Outlook
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.state import Team

OF_A_LINE: Final = ("FHW-SHOT-02", "FHW-SHOT-07", "FHW-HIT-13", "FHW-ASLT-13", "FHW-REC-01", "FHW-REC-02")
"""Rules about how far somebody is, what is seen of it, and from which side."""


def refused(look: Outlook, act: Action, refusal: Refusal) -> Iterator[Overlay]:
    """What is at fault: the hex, the team, the line with what breaks it."""
    facts = refusal.facts
    at = facts.get("at")
    if isinstance(at, str) and at[:4].isdigit() and look.field.terrain.board.holds(hex_of(at[:4])):
        yield Cells((Tint(at[:4], "bad"),), "bad")
    if isinstance(act, a.Bombard | a.Strike):
        yield from _refused_area(look, act, refusal)
        return
    if refusal.rule not in OF_A_LINE:
        return
    team = look.field.teams.get(UnitId(str(facts.get("team", ""))))
    shots = act.shots if isinstance(act, a.Fire | a.Defend) else ()
    target = facts.get("target") or next((shot.at for shot in shots if team and shot.team == team.id), None)
    if team is not None and team.at is not None and team.side == look.side:
        others = look.field.target_teams(str(target)) if target else _mover(look, act)
        near = sorted(others, key=lambda each: look.field.far(team, each))
        if near and team.aboard is None:
            yield from lookout.seen_line(look, look.field, team, near[0])


def _refused_area(look: Outlook, act: a.Bombard | a.Strike, refusal: Refusal) -> Iterator[Overlay]:
    """Friends that are too near, and a spotter who does not see."""
    rules = look.rules
    if isinstance(act, a.Strike):
        cells = [name for each in act.attacks for name in each.hexes or ()]
        yield from prospects.too_near(look, look.side, cells, rules.options.air_friend_distance)
        return
    if refusal.rule == "FHW-ART-14":
        yield from prospects.too_near(look, look.side, act.hexes, rules.bombardment.friend_distance)
    spotter, aim = look.field.teams.get(act.spotter), look.field.teams.get(act.aim)
    is_there = spotter is not None and aim is not None and spotter.at is not None and aim.at is not None
    if refusal.rule == "FHW-ART-06" and is_there and spotter is not None and spotter.side == look.side:
        assert aim is not None
        yield from lookout.seen_line(look, look.field, spotter, aim)


def _mover(look: Outlook, act: Action) -> list[Team]:
    moving = look.field.moving
    return [look.field.teams[moving]] if isinstance(act, a.FireOpportunity) and moving is not None else []
