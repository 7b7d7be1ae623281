"""Fire told before it is rolled: volleys, opportunity and defensive fire, bombardments, aircraft (FHW-SHOT, FHW-ART, FHW-AIR)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from app.boards.hexes import Hex
from app.engine.offers import Choice, Preview
from app.engine.refusal import Refusal
from app.engine.telling import Cells, Chance, Line, Overlay, Ring, Tint
from app.engine.types import Text
from app.systems.flames_hexwar.assault.defending import aiming_of, judge_defend
from app.systems.flames_hexwar.book.kinds import PlatoonId, place_of
from app.systems.flames_hexwar.choices.looking import lookout, prospects
from app.systems.flames_hexwar.choices.looking.outlook import Outlook, volleys
from app.systems.flames_hexwar.fire.aiming import Aiming
from app.systems.flames_hexwar.fire.declaring import Declared
from app.systems.flames_hexwar.fire.shooting import barring, judge_fire
from app.systems.flames_hexwar.fire.windows import declaring_of, judge_opportunity
from app.systems.flames_hexwar.losses.rallying import rallies_to_fire
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.frames import DisengageChoice, Volleys
from app.systems.flames_hexwar.position.state import Team


def told_fire(look: Outlook, act: a.Fire) -> Preview:
    """All shooting of a platoon, volley by volley."""
    if not act.shots:
        return Preview(True)
    drafts = look.position.seats[look.seat].drafts
    busy = [shot.team for name, shots in drafts.fires.items() if name != act.platoon for shot in shots]
    declared = judge_fire(look.field, look.seat, act.platoon, act.shots, list(drafts.lifts), busy)
    assert isinstance(declared, Declared)
    aiming = barring(look.field, look.seat, act.platoon, busy).aiming
    chances = volleys(look, aiming, declared)
    return Preview(
        True,
        facts={"dice": sum(shot.count for shot in act.shots)},
        notes=tuple(_fire_notes(look)),
        chances=tuple(chances),
        overlays=tuple(_lines_of(look, declared)),
        threats=tuple(_answers(look, act.platoon, declared)),
    )


def told_opportunity(look: Outlook, act: a.FireOpportunity) -> Preview:
    """Opportunity fire at the mover (FHW-FO-06)."""
    declared = judge_opportunity(look.field, look.seat, act.shots)
    assert not isinstance(declared, Refusal)
    chances: list[Chance] = []
    notes: list[Choice] = list(_fire_notes(look))[:1] if look.position.phase != "c" else []
    overlays: list[Overlay] = []
    for each in declared:
        name = each.volleys[0].platoon
        declaring = declaring_of(look.field, name)
        runs = {team: run for team, run in (declaring.runs or {}).items() if run is not None}
        chances += volleys(look, declaring.aiming, each, runs)
        overlays += _lines_of(look, each)
        if rallies_to_fire(look.field, name):
            notes.append(Choice(look.say("if_rallied", platoon=look.platoon(name)), "warn"))
            chances += prospects.rallies(look, name)
    return Preview(
        True,
        facts={"dice": sum(shot.count for shot in act.shots)},
        notes=tuple(notes),
        chances=tuple(chances),
        overlays=tuple(overlays),
    )


def told_defence(look: Outlook, act: a.Defend) -> Preview:
    """Defensive fire (FHW-ASLT-13)."""
    declared = judge_defend(look.field, act.shots)
    assert not isinstance(declared, Refusal)
    chances = [
        chance
        for each in declared
        if each.volleys
        for chance in volleys(look, aiming_of(look.field, each.volleys[0].platoon), each)
    ]
    overlays = tuple(overlay for each in declared for overlay in _lines_of(look, each))
    frame: Any = look.position.frames[-1]
    rule = look.rules.assault
    hits = rule.repel_infantry_hits + rule.repel_infantry_extra_platoon * (len(frame.platoons) - 1)
    notes = (Choice(look.say("repels_foot", n=hits)), Choice(look.say("repels_now", n=frame.hits)))
    return Preview(True, chances=tuple(chances), notes=notes, overlays=overlays)


def told_disengage(look: Outlook, act: a.Disengage) -> Preview:
    """The volley that is about to be rolled at reconnaissance, and the die by which it slips away first (FHW-REC-03)."""
    *_, below, choice = look.position.frames
    assert isinstance(below, Volleys)
    assert isinstance(choice, DisengageChoice)
    volley = Declared(below.left[:1])
    aiming = Aiming(look.field, below.context, choice.firing, below.fog)
    chances, notes = volleys(look, aiming, volley), list[Choice]()
    if act.yes:
        team = next(team for team in look.field.members(choice.platoon) if team.at is not None and team.aboard is None)
        chances.insert(0, prospects.skill_test(look, look.say("slips_away"), team, "FHW-REC-03"))
        notes.append(Choice(look.say("slipped"), "warn"))
    return Preview(True, chances=tuple(chances), notes=tuple(notes), overlays=tuple(_lines_of(look, volley)))


def told_lift(look: Outlook, act: a.Lift) -> Preview:
    """Reconnaissance that looks for those gone to ground (FHW-REC-01)."""
    team = look.field.teams[act.team]
    hidden = [each for each in look.field.target_teams(act.platoon) if each.gone_to_ground]
    text = look.counted("lift", len(hidden))
    rings = tuple(Ring(each.id, "warn") for each in hidden)
    return Preview(True, chances=(prospects.skill_test(look, text, team, "FHW-REC-01"),), overlays=rings)


def told_bombardment(look: Outlook, act: a.Bombard) -> Preview:
    """A bombardment, or smoke."""
    spotter, aim = look.field.teams[act.spotter], look.field.teams[act.aim]
    overlays = [*prospects.footprint(look, act), *lookout.seen_line(look, look.field, spotter, aim)]
    notes = []
    if act.ammo == "smoke":
        notes.append(Choice(look.counted("smoke_hides", len(_under(look, act.hexes)))))
    return Preview(True, notes=tuple(notes), chances=tuple(prospects.bombardment(look, act)), overlays=tuple(overlays))


def told_strike(look: Outlook, act: a.Strike) -> Preview:
    """Attacks of a flight."""
    cells = [name for each in act.attacks for name in each.hexes or ()]
    shown = (Cells(tuple(Tint(name, "bad") for name in cells), "bad", look.say("bomb_cells")),) if cells else ()
    return Preview(
        True,
        chances=tuple(prospects.air_attack(look, act)),
        overlays=shown,
        threats=tuple(prospects.anti_air(look, act)),
    )


def told_anti_air(look: Outlook, act: a.AssignAntiAir) -> Preview:
    """Anti-aircraft fire."""
    return Preview(True, chances=tuple(prospects.anti_air_fire(look, act)))


def _fire_notes(look: Outlook) -> Iterator[Choice]:
    if look.field.rules.weather[look.field.weather].sight_die is not None:
        yield Choice(look.say("fog_note"), "warn")
    if look.position.phase == "c":
        yield Choice(look.say("ends_activation"), "warn")


def _lines_of(look: Outlook, declared: Declared) -> Iterator[Overlay]:
    """Each shooter's line to the nearest team of its target: drawn once from a hex to another, and what covers said once."""
    drawn: set[tuple[Hex | None, Hex | None]] = set()
    said: set[Text] = set()
    for volley in declared.volleys:
        for name in dict.fromkeys(fired.team for fired in volley.shots):
            team = look.field.teams[name]
            seen = [each for each in look.field.target_teams(volley.target) if look.field.sees(team, each)]
            if seen:
                nearest = min(seen, key=lambda each: look.field.far(team, each))
                ends = team.at, nearest.at
                if ends not in drawn:
                    drawn.add(ends)
                    for each in lookout.seen_line(look, look.field, team, nearest, brief=True):
                        yield _once(each, said)


def _once(drawn: Overlay, said: set[Text]) -> Overlay:
    """The same, without a label that stands on another line."""
    if not isinstance(drawn, Line) or drawn.label is None:
        return drawn
    is_said = drawn.label in said
    said.add(drawn.label)
    return replace(drawn, label=None) if is_said else drawn


def _answers(look: Outlook, platoon: PlatoonId, declared: Declared) -> Iterator[Chance]:
    """What the targets could do to the nearest shooter."""
    shooters = [look.field.teams[fired.team] for volley in declared.volleys for fired in volley.shots]
    for name in dict.fromkeys(volley.target for volley in declared.volleys):
        for team in look.field.target_teams(name):
            back = [
                shot.odds
                for each in shooters
                if not lookout.is_out(look.field, team)
                and (shot := lookout.best_shot(look.field, team, each, "fc")) is not None
            ]
            if back:
                yield look.chance(look.say("answer", team=look.team(team.id)), max(back), (), team.id)


def _under(look: Outlook, cells: Iterable[str]) -> list[Team]:
    """Teams in some hexes."""
    return [team for name in cells for team in look.field.standing_in(place_of(name).hex)]
