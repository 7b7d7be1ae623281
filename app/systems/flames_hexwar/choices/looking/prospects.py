"""What is told of all that is neither shot at nor walked to: bombardments, air attacks, assaults, rallies, tests of skill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.offers import Choice
from app.engine.telling import Cells, Chance, Overlay, Ring, Tint
from app.engine.types import Text
from app.engine.words import decimal, joined, same
from app.systems.flames_hexwar.assault.contact import strikers, tanks_near
from app.systems.flames_hexwar.assault.entries import able, is_tank_platoon, reaches
from app.systems.flames_hexwar.assault.odds import Nerve, expected_strikes, nerve, strike_odds
from app.systems.flames_hexwar.barrage import odds as barrages
from app.systems.flames_hexwar.barrage.designating import friends, judge_bombard, weapon_of
from app.systems.flames_hexwar.barrage.flights import aa_weapon, is_able
from app.systems.flames_hexwar.barrage.flights import reaches as aims_at
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side, hex_of, other
from app.systems.flames_hexwar.choices.looking.outlook import Line, Outlook, is_lost, share
from app.systems.flames_hexwar.fire.odds import at_least, loss_of, passed
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.frames import Assault, Covering, HitRow
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.turn.special import may_dig

# ------------------------------------------------------------------------------------------------------------ bombardments


def bombardment(look: Outlook, act: a.Bombard) -> Iterator[Chance]:
    """A bombardment from its availability to its hits; smoke as far as it lies."""
    pieces = judge_bombard(look.field, act)
    assert isinstance(pieces, int)
    found = barrages.shelling(look.field, act, pieces)
    available: list[Line] = []
    if found.modifier is None:
        available.append((look.say("sure"), "FHW-ART-13"))
    else:
        need = look.rules.bombardment.availability_needed
        available.append((look.say("available", n=need, mod=f"{found.modifier:+d}"), "FHW-ART-12"))
    if found.seen < 1:
        available.append((look.say("fog"), "FHW-WEA-08"))
    attempts = look.rules.bombardment.range_in_attempts
    ranging: list[Line] = [(look.say("range_in", n=found.range_in, attempts=attempts), "FHW-ART-17")]
    falling = [*available, *ranging]
    if act.ammo == "he":
        hitting = [*falling, (look.say("each_team", n=found.to_hit, teams=len(found.teams)), "FHW-ART-18")]
        rows = _shelled(look, act, found)
        spared = prod((1 - found.hit * loss_of(look.field, row, team).anybody for team, row in rows), start=Fraction(1))
        yield look.chance(look.say("any_lost"), found.falls * (1 - spared), hitting, act.aim)
        yield look.chance(look.say("any_shelled"), found.any_hit, hitting, act.aim)
    yield look.chance(look.say(f"{act.ammo}_falls"), found.falls, falling, act.aim)
    if found.available < 1:
        yield look.chance(look.say("is_available"), found.available, available)
    if act.ammo == "he":
        yield from _each_shelled(look, found, rows)


def _shelled(look: Outlook, act: a.Bombard, found: barrages.Shelling) -> list[tuple[Team, HitRow]]:
    """Enemies in the footprint, each with a hit on it."""
    weapons = (weapon_of(look.field, team) for team in look.field.members(act.battery))
    weapon = next(each for each in weapons if each is not None)
    return [(team, HitRow((team.id,), weapon.id, None, None, "bombard")) for team in found.teams]


def _each_shelled(look: Outlook, found: barrages.Shelling, rows: Iterable[tuple[Team, HitRow]]) -> Iterator[Chance]:
    steps: list[Line] = [(look.say("each_team_hit", n=found.to_hit), "FHW-ART-18")]
    for team, row in rows:
        yield look.chance(look.say("is_hit", team=look.team(team.id)), found.falls * found.hit, steps, team.id)
        yield from is_lost(look, row, team, found.falls * found.hit)


def footprint(look: Outlook, act: a.Bombard) -> Iterator[Overlay]:
    """Where shells or smoke would fall."""
    tone = "muted" if act.ammo == "smoke" else "bad"
    label = look.say("smoke_cells" if act.ammo == "smoke" else "shell_cells")
    yield Cells(tuple(Tint(name, tone) for name in act.hexes), tone, label)  # type: ignore[arg-type]
    yield Ring(act.spotter, "info", look.say("spotter"))


def too_near(look: Outlook, side: Side, cells: Iterable[str], most: int) -> Iterator[Overlay]:
    """Friends too near to a bombardment or an air attack (FHW-ART-14, FHW-AIR-13)."""
    hit = [hex_of(name) for name in cells]
    near = [at for at in friends(look.field, side) if any(hexes.distance(at, cell) <= most for cell in hit)]
    if near:
        yield Cells(tuple(Tint(hexes.name(at), "bad") for at in near), "bad", look.say("friends"))


# -------------------------------------------------------------------------------------------------------------- air attacks


def air_attack(look: Outlook, act: a.Strike) -> Iterator[Chance]:
    """Acquiring and hits of a flight, before anybody fires at it."""
    aircraft = look.position.sides[look.side].aircraft or ""
    found = [(each, barrages.bombed(look.field, look.side, each)) for each in act.attacks]
    yield look.chance(look.say("any_bombed"), barrages.any_bombed([one for _, every in found for one in every]))
    for attack, every in found:
        for one in every:
            acquire: list[Line] = [(look.counted("acquire", attack.planes, need=one.need), "FHW-AIR-04")]
            first = one.teams[0] if one.teams else None
            unit = None if first is None else first.id
            at = same(attack.battery or "") if first is None or first.at is None else same(hexes.name(first.at))
            yield look.chance(look.say("acquired", at=at), one.acquired, acquire, unit)
            for team in one.teams:
                steps: list[Line] = [*acquire, (look.say("bomb", n=one.to_hit), "FHW-AIR-11")]
                yield look.chance(look.say("is_hit", team=look.team(team.id)), one.acquired * one.hit, steps, team.id)
                row = HitRow((team.id,), aircraft, None, None, "air")
                yield from is_lost(look, row, team, one.acquired * one.hit)


def anti_air(look: Outlook, act: a.Strike) -> Iterator[Chance]:
    """What enemy anti-aircraft teams could do to a flight."""
    for team in look.field.enemies(look.side):
        found = aa_weapon(look.field, team)
        if found is None or not is_able(team) or not any(aims_at(look.field, team, each) for each in act.attacks):
            continue
        weapon, dice, need = found
        steps: list[Line] = [(look.counted("aa_dice", dice, weapon=weapon.name, need=need), "FHW-AIR-10")]
        yield look.chance(
            look.say("turns_away", team=look.team(team.id)), 1 - (1 - at_least(need)) ** dice, steps, team.id
        )


def anti_air_fire(look: Outlook, act: a.AssignAntiAir) -> Iterator[Chance]:
    """How likely assigned anti-aircraft fire turns planes away, attack by attack."""
    covering = next((frame for frame in look.position.frames if isinstance(frame, Covering)), None)
    if covering is None:
        return
    by_attack: dict[int, Fraction] = {}
    steps: dict[int, list[Line]] = {}
    for shot in act.shots:
        found = aa_weapon(look.field, look.field.teams[shot.team])
        if found is None:
            continue
        weapon, _, need = found
        by_attack[shot.attack] = by_attack.get(shot.attack, Fraction(1)) * (1 - at_least(need)) ** shot.count
        line = look.counted("aa_dice", shot.count, weapon=weapon.name, need=need)
        steps.setdefault(shot.attack, []).append((line, "FHW-AIR-10"))
    for attack, none in sorted(by_attack.items()):
        yield look.chance(look.say("plane_away", n=attack + 1), 1 - none, steps[attack])


# ------------------------------------------------------------------------------------------------------------------ assaults


class Opposed:
    """Who would strike at an objective, as far as one sees it now."""

    def __init__(self, look: Outlook, side: Side, at: Hex, platoons: Sequence[PlatoonId]) -> None:
        field = look.field
        self.look, self.side, self.at, self.platoons = look, side, at, platoons
        self.own = [team for name in platoons for team in able(field, name)]
        self.there = [team for team in self.own if reaches(field, team, at)]
        self.enemies = [
            team
            for near in (at, *hexes.neighbours(at))
            for team in field.standing_in(near, other(side))
            if not (team.bailed_out or team.bogged)
        ]

    def nerves(self) -> tuple[Nerve | None, Nerve | None]:
        """The tests of motivation that both would make."""
        field = self.look.field
        return nerve(field, self.there, self.enemies), nerve(field, self.enemies, self.there)


def entry(look: Outlook, act: a.WriteAssault) -> tuple[list[Chance], list[Choice], list[Overlay], list[Chance]]:
    """An assault that is written: who gets there and what repels it, with the first round; strengths and motivation of both sides."""
    of = Opposed(look, look.side, hex_of(act.at), act.platoons)
    text = look.say("entry_strike", n=len(of.there), of=len(of.own), repels=joined(_repelling(look, of)))
    chances = [_strikes(look, text, of.there), _strikes(look, look.say("any_strike_back"), of.enemies, is_told=False)]
    chances += _terror(look, of)
    own, enemy = of.nerves()
    if own is not None:
        chances.append(nerve_chance(look, "nerve_own", own))
    overlays: list[Overlay] = [Cells((Tint(act.at, "bad"),), "bad", look.say("objective"))]
    overlays += [Ring(team.id, "good") for team in of.there]
    threats = [] if enemy is None else [nerve_chance(look, "nerve_enemy", enemy)]
    return chances, list(_entry_notes(look, of)), overlays, threats


def _strikes(look: Outlook, text: Text, teams: Sequence[Team], *, is_told: bool = True) -> Chance:
    """Whether any strike of a round hits; ``is_told``: with how many dice there are."""
    odds = strike_odds(look.field, teams)
    dice: Line = (look.counted("strikes", len(odds.counts) - 1), "FHW-ASLT-17")
    return look.chance(text, Fraction(odds.at_least(1), odds.of), [dice] if is_told else ())


def _repelling(look: Outlook, of: Opposed) -> Iterator[Text]:
    """What repels an assault before it comes to strikes (FHW-ASLT-06 to FHW-ASLT-08)."""
    foot = [name for name in of.platoons if not is_tank_platoon(look.field, able(look.field, name))]
    rule = look.rules.assault
    if foot:
        hits = rule.repel_infantry_hits + rule.repel_infantry_extra_platoon * (len(foot) - 1)
        yield look.say("repelled_foot", n=hits)
    tanks = len(of.platoons) - len(foot)
    if tanks:
        yield look.say("repelled_tanks", n=rule.repel_tanks + rule.repel_tanks_extra * (tanks - 1))


def _entry_notes(look: Outlook, of: Opposed) -> Iterator[Choice]:
    if not of.there:
        yield Choice(look.say("nobody_gets_there"), "bad")
    mine, theirs = (decimal(f"{float(expected_strikes(look.field, each)):.1f}") for each in (of.there, of.enemies))
    yield Choice(look.say("exchange", mine=mine, theirs=theirs))


def _terror(look: Outlook, of: Opposed) -> Iterator[Chance]:
    """Infantry that faces tanks must first pass (FHW-ASLT-12)."""
    frame = Assault(of.side, of.at, tuple(of.platoons))
    if not tanks_near(look.field, frame):
        return
    for name in of.platoons:
        if not is_tank_platoon(look.field, able(look.field, name)):
            need: Line = (look.say("motivation", n=look.field.motivation(name).test), "FHW-ASLT-12")
            yield look.chance(look.say("terror", platoon=look.platoon(name)), passed(look.field, name), [need])


def nerve_chance(look: Outlook, name: str, found: Nerve) -> Chance:
    """A test of motivation in an assault."""
    steps: list[Line] = [
        (look.say("motivation", n=look.field.motivation(found.platoon).test), "FHW-ASLT-21"),
        (look.say("strength", own=found.own.total, enemy=found.enemy.total, mod=f"{found.modifier:+d}"), "FHW-ASLT-22"),
    ]
    if look.field.company_command_with(found.platoon) is not None:
        steps.append((look.say("again"), "FHW-HQ-04"))
    return look.chance(look.say(name, platoon=look.platoon(found.platoon)), found.odds, steps)


def fighting_on(look: Outlook) -> Iterator[Chance]:
    """Both tests of motivation, if both stay (FHW-ASLT-21)."""
    for found, name in zip(_nerves(look), ("nerve_own", "nerve_enemy"), strict=True):
        if found is not None:
            yield nerve_chance(look, name, found)


def _nerves(look: Outlook) -> tuple[Nerve | None, Nerve | None]:
    """The test of the seat's own side, and that of the other."""
    frame = _assault(look)
    own, enemies = (strikers(look.field, frame, side) for side in (look.side, other(look.side)))
    return nerve(look.field, own, enemies), nerve(look.field, enemies, own)


def _assault(look: Outlook) -> Assault:
    return next(each for each in reversed(look.position.frames) if isinstance(each, Assault))


def about_staying(look: Outlook) -> Text | None:
    """How strong both sides are and how likely each holds, in a line (FHW-ASLT-21 to FHW-ASLT-23)."""
    own, enemy = _nerves(look)
    if own is None or enemy is None:
        return None
    mine, theirs = share(own.odds), share(enemy.odds)
    return look.say("stay_about", own=own.own.total, enemy=own.enemy.total, mine=mine, theirs=theirs)


def about_another_round(look: Outlook) -> Text:
    """How likely each side strikes at all in another round, in a line (FHW-ASLT-17)."""
    frame = _assault(look)
    own, enemy = (strike_odds(look.field, strikers(look.field, frame, each)) for each in (look.side, other(look.side)))
    mine, theirs = (share(Fraction(each.at_least(1), each.of)) for each in (own, enemy))
    return look.say("round_about", mine=mine, theirs=theirs)


def another_round(look: Outlook) -> Iterator[Chance]:
    """Strikes of a further round as everybody stands."""
    frame = _assault(look)
    for side, name in ((look.side, "any_strike"), (other(look.side), "any_strike_back")):
        yield _strikes(look, look.say(name), strikers(look.field, frame, side))


# -------------------------------------------------------------------------------------------------------- platoons, skill tests


def rallies(look: Outlook, name: PlatoonId) -> Iterator[Chance]:
    """Who is restored when a platoon acts (FHW-RALLY-04)."""
    field = look.field
    if field.platoons[name].rallied:
        return
    again: list[Line] = [(look.say("again"), "FHW-HQ-04")] if field.company_command_with(name) is not None else []
    need: Line = (look.say("motivation", n=field.motivation(name).test), "FHW-RALLY-04")
    pinned = [team for team in field.members(name) if team.suppressed]
    if pinned:
        yield look.chance(look.counted("rally", len(pinned)), passed(field, name), [need, *again], pinned[0].id)
    for team in field.members(name):
        if team.bailed_out:
            text = look.say("remount", team=look.team(team.id))
            yield look.chance(text, passed(field, name), [need, *again], team.id)
        elif team.bogged:
            skill = field.skill(team).skill_test
            one = at_least(skill)
            odds = one + (1 - one) * one if field.kind(team).wide_tracks else one
            line: Line = (look.say("skill", n=skill), "FHW-RALLY-04")
            yield look.chance(look.say("unbog", team=look.team(team.id)), odds, [line], team.id)


def special(look: Outlook, name: PlatoonId, ae: str | None) -> Iterator[Chance]:
    """How likely a special action comes off that is rolled for."""
    field = look.field
    members = field.members(name)
    if ae == "dig_in":
        diggers = [team for team in members if may_dig(field, team)]
        if diggers:
            yield skill_test(look, look.counted("dig_in", len(diggers)), diggers[0], "FHW-AE-02")
    elif ae == "recover":
        for team in members:
            if field.kind(team).recovery:
                yield skill_test(look, look.say("recover", team=look.team(team.id)), team, "FHW-BOG-06")


def skill_test(look: Outlook, text: object, team: Team, rule: str, unit: str | None = None) -> Chance:
    """A test of a team's skill."""
    need = look.field.skill(team).skill_test
    return look.chance(text, at_least(need), [(look.say("skill", n=need), rule)], unit or team.id)  # type: ignore[arg-type]
