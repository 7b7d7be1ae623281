"""Cards, assaults and answers told before they are given (FHW-PLAN, FHW-EXEC, FHW-ASLT)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Final

from app.boards import hexes
from app.engine.offers import Choice, Preview
from app.engine.telling import Cells, Chance, Overlay, Ring
from app.engine.types import UnitId
from app.engine.words import listed
from app.systems.flames_hexwar.barrage.designating import guns_of, spotters
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId
from app.systems.flames_hexwar.choices.looking import lookout, prospects
from app.systems.flames_hexwar.choices.looking.outlook import Line, Outlook
from app.systems.flames_hexwar.choices.reaching import Reached
from app.systems.flames_hexwar.march.stepping import Manner
from app.systems.flames_hexwar.march.ways import activation_of
from app.systems.flames_hexwar.plan.planning import blanks
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.state import Team

DOUBLE: Final = "MT"


def told_order(look: Outlook, act: a.GiveOrder) -> Preview:
    """What an order is good for, and what it would allow: reach, arcs, whom it could hit as everybody stands."""
    name, field = act.platoon, look.field
    chances = [*prospects.special(look, name, act.ae), *prospects.rallies(look, name)]
    overlays: list[Overlay] = []
    if act.order in ("MD", DOUBLE):
        overlays += _reach_of(look, name, "double" if act.order == DOUBLE else "move")
    if act.order in ("FC", "FO"):
        chances = [*could_destroy(look, name), *chances]
        standing = [team for team in field.members(name) if team.at is not None and team.aboard is None]
        overlays += lookout.arcs_together(look, {(team.type, team.at, team.facing): team for team in standing}.values())
        overlays += lookout.fields_of_fire(look, {(team.type, team.at): team for team in standing}.values())
    overlays += lookout.rings((team.id for team in field.members(name) if team.at is not None), "good")
    notes = [*_about_bombarding(look, name)] if act.order == "FC" else []
    notes = notes or [Choice(look.say(f"order_{act.order}"))]
    if act.ae == "appoint_command":
        notes.append(_about_appointing(look, name))
    if any(tint.tone == "warn" for each in overlays if isinstance(each, Cells) for tint in each.cells):
        notes.append(Choice(look.say("may_bog")))
    return Preview(True, notes=tuple(notes), chances=tuple(chances), overlays=tuple(overlays))


def _about_bombarding(look: Outlook, name: PlatoonId) -> Iterator[Choice]:
    """What a battery does with covering fire, and who has to see what it aims at, if none of them sees anybody (FHW-ART-06)."""
    field = look.field
    if not guns_of(field, name):
        return
    is_off = field.platoons[name].status == "off_board"
    yield Choice(look.say("order_FC_off" if is_off else "order_FC_battery"))
    able = spotters(field, name)
    if not any(field.sees(team, enemy) for team in able for enemy in field.enemies(look.side)):
        who = listed(look.team(team.id) for team in able)
        yield Choice(look.say("spots_none", who=who) if able else look.say("spots_nobody"), "warn")


def _about_appointing(look: Outlook, name: PlatoonId) -> Choice:
    """What a new command is good for, and that there is one already (FHW-AE-04, FHW-CMD-05)."""
    command = look.field.platoons[name].command
    if command is None or command not in look.field.teams:
        return Choice(look.say("appoints"))
    return Choice(look.say("appoints_instead", team=look.team(command)), "warn", command)


def told_station(look: Outlook, act: a.Station) -> Preview:
    """A battery that starts off the board, or on it (FHW-ART-03)."""
    return Preview(True, notes=(Choice(look.say("stationed_off" if act.off_board else "stationed_on")),))


def told_deck(look: Outlook, act: a.Deck) -> Preview:
    """What the sequence of a deck decides (FHW-PLAN-07)."""
    notes = [Choice(look.rules.words.say("choices", "deck_about"))]
    orders = look.position.seats[look.seat].drafts.orders
    written = [orders[name].order for name in act.cards if name in orders]
    if len(set(written)) == len(act.cards):
        notes.append(Choice(look.say("deck_idle"), "warn"))
    return Preview(True, notes=tuple(notes))


def told_standing(look: Outlook, act: a.Standing) -> Preview:
    """What standing orders do (FHW-FO-16)."""
    if not act.in_force:
        return Preview(True)
    return Preview(True, notes=(Choice(look.rules.words.say("choices", "standing_about")),))


def told_card(look: Outlook, act: a.Activate) -> Preview:
    """A card that is turned: who may be restored, what its special action comes to."""
    platoon = look.field.platoons[act.platoon]
    chances = [*prospects.special(look, act.platoon, platoon.ae), *prospects.rallies(look, act.platoon)]
    rings = tuple(Ring(team.id, "good") for team in look.field.members(act.platoon) if team.at is not None)
    return Preview(True, notes=tuple(_card_notes(look, act.platoon)), chances=tuple(chances), overlays=rings)


def told_recovery(look: Outlook, act: a.Recover) -> Preview:
    """A bogged vehicle that is to be freed (FHW-BOG-06)."""
    if act.vehicle is None:
        return Preview(True)
    text = look.say("unbog", team=look.team(act.vehicle))
    team = look.field.teams[act.team]
    return Preview(True, chances=(prospects.skill_test(look, text, team, "FHW-BOG-06", act.vehicle),))


def told_commit(look: Outlook, act: a.Commit) -> Preview:
    """What is still missing."""
    if look.position.phase != "plan":
        return Preview(True, notes=tuple(_unplaced(look)))
    left = blanks(look.field, look.seat)
    notes = [Choice(look.say("blank", platoon=look.platoon(each.id)), "warn", UnitId(each.id)) for each in left]
    return Preview(True, notes=tuple(notes))


def told_hold(look: Outlook, act: a.Hold) -> Preview:
    """For how long fire is held."""
    return Preview(True, notes=(Choice(look.say(f"hold_{act.until}")),))


def told_close(look: Outlook, act: a.Close) -> Preview:
    """Who has not done anything yet."""
    name = activation_of(look.field).platoon
    idle = [
        team
        for team in look.field.members(name)
        if team.at is not None and not team.turn.halted and not team.turn.shot and not lookout.is_out(look.field, team)
    ]
    notes = (Choice(look.counted("idle", len(idle)), "warn"),) if idle else ()
    return Preview(True, notes=notes, overlays=tuple(Ring(team.id, "warn") for team in idle))


def told_entry(look: Outlook, act: a.WriteAssault) -> Preview:
    """An assault that is written."""
    chances, notes, overlays, threats = prospects.entry(look, act)
    return Preview(True, None, {}, tuple(notes), tuple(chances), tuple(overlays), tuple(threats))


def told_next(look: Outlook, act: a.NextAssault) -> Preview:
    """An assault that is chosen to be fought next."""
    entry = next(each for each in look.position.entries if hexes.name(each.at) == act.at and each.side == look.side)
    return told_entry(look, a.WriteAssault(entry.platoons, act.at))


def told_stay(look: Outlook, act: a.Stay) -> Preview:
    """Fighting on, or leaving."""
    if not act.yes:
        return Preview(True, notes=(Choice(look.say("leaves"), "bad"),))
    return Preview(True, chances=tuple(prospects.fighting_on(look)))


def told_round(look: Outlook, act: a.GoOn) -> Preview:
    """Another round, or the end."""
    return Preview(True, chances=tuple(prospects.another_round(look))) if act.yes else Preview(True)


def could_destroy(look: Outlook, name: PlatoonId) -> list[Chance]:
    """Each enemy platoon in sight, if every team shot at the one that it is likeliest to destroy."""
    found: dict[str, dict[UnitId, list[lookout.BestShot]]] = {}
    for team in look.field.members(name):
        if lookout.is_out(look.field, team):
            continue
        best: dict[str, tuple[UnitId, lookout.BestShot]] = {}
        for enemy in look.field.enemies(team.side):
            shot = lookout.best_shot(look.field, team, enemy, "fc")
            target = look.field.target_of(enemy)
            if shot is not None and (target not in best or _is_better(shot, best[target][1])):
                best[target] = (enemy.id, shot)
        for target, (unit, shot) in best.items():
            found.setdefault(target, {}).setdefault(unit, []).append(shot)
    told = [_destroying(look, target, shots) for target, shots in found.items()]
    return sorted(told, key=lambda each: -Fraction(each.numerator, each.denominator))


def _is_better(one: lookout.BestShot, other: lookout.BestShot) -> bool:
    return (one.lost, one.odds) > (other.lost, other.odds)


def _destroying(look: Outlook, target: str, shots: Mapping[UnitId, Sequence[lookout.BestShot]]) -> Chance:
    """How likely any team of a target is lost to shots at some of its teams."""
    every = [shot for own in shots.values() for shot in own]
    spared = [1 - lookout.lost_to_all(look.field, look.field.teams[unit], own) for unit, own in shots.items()]
    hit = 1 - prod((1 - shot.odds for shot in every), start=Fraction(1))
    text = lookout.doubted(look, look.say("could_destroy", target=look.target(target)), every)
    steps: list[Line] = [(lookout.hits_with(look, hit), None)]
    return look.chance(text, 1 - prod(spared, start=Fraction(1)), steps, next(iter(shots)))


def _reach_of(look: Outlook, name: PlatoonId, manner: Manner) -> Iterator[Cells]:
    """Everywhere that any team of a platoon can come to, with the least that it costs: those that are alike are looked at together."""
    alike: dict[tuple[str, bool], list[Team]] = {}
    for team in look.field.members(name):
        if team.at is not None and team.aboard is None and not (team.bailed_out or team.bogged):
            alike.setdefault((team.type, team.suppressed), []).append(team)
    ways: dict[Place, Reached] = {}
    for teams in alike.values():
        for place, way in lookout.reached_by(look, teams[0], manner, teams[1:]).items():
            old = ways.get(place)
            if old is None or (way.tests, way.trace.cost) < (old.tests, old.trace.cost):
                ways[place] = way
    yield from lookout.reach_cells(look, ways, look.say("reach_double" if manner == "double" else "reach"))


def _card_notes(look: Outlook, name: PlatoonId) -> Iterator[Choice]:
    if look.field.rules.weather[look.field.weather].halves_movement and look.position.phase in ("b", "c"):
        yield Choice(look.say("mud"), "warn")


def _unplaced(look: Outlook) -> Iterator[Choice]:
    if look.position.phase not in ("deploy_defender", "deploy_attacker"):
        return
    for team in look.field.teams.values():
        is_mine = look.field.seat(team.platoon) == look.seat
        if is_mine and team.at is None and team.aboard is None and look.field.platoons[team.platoon].status == "board":
            yield Choice(look.say("unplaced", team=look.team(team.id)), "warn", team.id)
