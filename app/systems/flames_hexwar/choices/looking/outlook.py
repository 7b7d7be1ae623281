"""Shooting told in odds: the whole chain of every volley, from the number of each shooter to what a hit does (FHW-HIT, FHW-SAVE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from app.boards.hexes import Hex
from app.engine.lattice import Point
from app.engine.telling import Chance
from app.engine.types import RuleId, Seat, Text, UnitId
from app.engine.words import decimal, same
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side
from app.systems.flames_hexwar.fire import damage
from app.systems.flames_hexwar.fire.aiming import Aiming
from app.systems.flames_hexwar.fire.declaring import Declared
from app.systems.flames_hexwar.fire.fates import Dice, any_hit, bounds, is_harmless
from app.systems.flames_hexwar.fire.hits import anti_tank, armour_met, bulletproof, firepower_of, save_kind
from app.systems.flames_hexwar.fire.numbers import Aim, Number, hull_adds, modifiers
from app.systems.flames_hexwar.fire.odds import (
    Loss,
    Odds,
    carried_loss,
    hits_odds,
    loss_by_die,
    loss_odds,
    loss_of,
    met,
    passed,
    salvos_of,
)
from app.systems.flames_hexwar.fire.volleys import Valid, aims_of, dice_of, numbers_of, valid_of
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.position.frames import HitRow, Volley
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.screen.grounds import lattice_of, middle
from app.systems.flames_hexwar.words import names

FEW_HITS: Final = 4
"""So many hits and more are told as one line."""
MOST_LOSSES: Final = 6
"""So many kinds of hits are told apart."""
Line = tuple[Text, str | None]
"""A step that leads to odds, and its rule."""


PERCENT: Final = 100


def share(odds: Fraction) -> Text:
    """Odds within a sentence, which no line breaks."""
    return same(f"{round(float(odds) * PERCENT)}\N{NO-BREAK SPACE}%")


class Shooting(NamedTuple):
    """A shot that counts, with its numbers: whom it can hit and by what."""

    valid: Valid
    dice: int
    numbers: Mapping[UnitId, Number]
    aims: Mapping[UnitId, Aim]


class Outlook:
    """One seat at one moment, its words, where hexes are drawn."""

    def __init__(self, moment: Moment, seat: Seat) -> None:
        self.moment: Final = moment
        self.seat: Final = seat
        self.rules, self.position, self.field = moment
        self.say: Final = partial(moment.rules.words.say, "odds")
        self.counted: Final = partial(moment.rules.words.counted, "odds")
        self.lattice: Final = lattice_of(self.field.scenario)

    @property
    def side(self) -> Side:
        """The side of the seat."""
        return self.position.seats[self.seat].side

    def middle(self, at: Hex) -> Point:
        """Where a hex is drawn."""
        return middle(self.lattice, at)

    def team(self, name: str) -> Text:
        """A team by name."""
        team = self.field.teams.get(UnitId(name))
        return same(name) if team is None else names.team_name(self.rules, team.type, name)

    def platoon(self, name: str) -> Text:
        """A platoon by name."""
        return names.platoon_name(self.rules, self.field.platoons[PlatoonId(name)].type, name)

    def target(self, name: str) -> Text:
        """What is shot at: a platoon, or an independent team."""
        return self.platoon(name) if name in self.field.platoons else self.team(name)

    # -- chances

    def chance(self, text: Text, odds: Fraction, steps: Sequence[Line] = (), unit: str | None = None) -> Chance:
        """Odds as pages show them."""
        texts = tuple(text for text, _ in steps)
        rules = tuple(None if rule is None else RuleId(rule) for _, rule in steps)
        return Chance(text, odds.numerator, odds.denominator, texts, None if unit is None else UnitId(unit), rules)

    def need(self, number: Number) -> Text:
        """What a die must show: ``4+``, ``6, then 5+``."""
        words = same(f"{number.first}+")
        for need in number.confirm:
            words = self.say("then", first=words, then=same(f"{need}+"))
        return words


def volleys(
    look: Outlook, aiming: Aiming, declared: Declared, runs: Mapping[UnitId, int] | None = None
) -> list[Chance]:
    """The odds of every volley of a declaration."""
    return [chance for volley in declared.volleys for chance in volley_odds(look, aiming, volley, runs)]


def shooting_of(
    aiming: Aiming, volley: Volley, targets: Sequence[Team], runs: Mapping[UnitId, int] | None = None
) -> list[Shooting]:
    """The shots of a volley that roll, as the judge rolls them."""
    shots = [shot for fired in volley.shots if (shot := valid_of(aiming, fired, targets)) is not None and shot.seen]
    by_id = {target.id: target for target in targets}
    numbers, aims = numbers_of(aiming, shots, targets, runs), aims_of(aiming, shots, targets, runs)
    return [
        Shooting(shot, dice_of(aiming, shot.fired, (by_id[name] for name in own)), own, mine)
        for shot, own, mine in zip(shots, numbers, aims, strict=True)
        if own
    ]


def targets_of_volley(aiming: Aiming, volley: Volley) -> list[Team]:
    """Who may be hit: in opportunity fire the mover alone (FHW-ALLOC-04)."""
    field = aiming.field
    if aiming.context == "fo" and field.moving is not None:
        return [field.teams[field.moving]]
    side = field.platoons[volley.platoon].side
    return [team for team in field.target_teams(volley.target) if team.side != side]


def volley_odds(
    look: Outlook, aiming: Aiming, volley: Volley, runs: Mapping[UnitId, int] | None = None
) -> Iterator[Chance]:
    """The odds of one volley: any hit with the chain of each shooter, how many, what a hit does, who is lost or pinned."""
    targets = targets_of_volley(aiming, volley)
    found = shooting_of(aiming, volley, targets, runs)
    straight = [each for each in found if not each.valid.fired.smoke]
    if straight:
        yield from _straight(look, aiming, volley, straight, targets)
    for each in found:
        fired = each.valid.fired
        if fired.smoke and fired.priority is not None and fired.priority in each.numbers:
            number = each.numbers[fired.priority]
            text = look.say("smoke_on", team=look.team(fired.priority))
            yield look.chance(text, met(number), list(_chain(look, each, fired.priority)), fired.priority)


def _straight(
    look: Outlook, aiming: Aiming, volley: Volley, shots: Sequence[Shooting], targets: Sequence[Team]
) -> Iterator[Chance]:
    odds = hits_odds(salvos_of([(each.dice, each.numbers) for each in shots], [team.id for team in targets]))
    reachable = [team for team in targets if any(team.id in each.numbers for each in shots)]
    unit, steps = reachable[0].id, [line for each in shots for line in _chain(look, each)]
    dice = [Dice(each.dice, each.numbers, frozenset(_losses_of(aiming, each, reachable))) for each in shots]
    hit = any_hit(dice) if odds is None else Fraction(odds.at_least(1), odds.of)
    if odds is not None:
        steps.append((look.say("expected", n=decimal(f"{float(odds.expected):.1f}")), None))
    first, *others = _destroyed(look, aiming, shots, reachable, dice, odds)
    yield look.chance(*first, steps, unit)
    if hit is not None:
        yield look.chance(look.say("any_hit", target=look.target(volley.target)), hit, (), unit)
    for text, lost in others:
        yield look.chance(text, lost, (), unit)
    if odds is not None:
        yield from _pinned(look, aiming, volley, odds, reachable)
        yield from _numbers_of_hits(look, odds, unit)
    yield from _hit_by_hit(look, aiming, shots, reachable)


def _destroyed(
    look: Outlook,
    aiming: Aiming,
    shots: Sequence[Shooting],
    targets: Sequence[Team],
    dice: Sequence[Dice],
    odds: Odds | None,
) -> list[tuple[Text, Fraction]]:
    """How likely anybody is lost, or between which odds where it hangs on whom its owner gives the hits to; that nobody can be hurt."""
    if is_harmless(loss for each in dice for loss in each.losses):
        return [(look.say("but_harmless", what=look.say("any_lost")), Fraction(0))]
    lost = None if odds is None else _lost(look, aiming, shots, targets, odds)
    if lost is not None:
        return [(look.say("any_lost"), lost)]
    least, most = bounds(dice, odds)
    found = [(look.say("any_lost_least"), least)] if least else []
    return [*found, (look.say("any_lost_most"), most)]


def _numbers_of_hits(look: Outlook, odds: Odds, unit: str) -> Iterator[Chance]:
    most = len(odds.counts) - 1
    for number in range(min(most, FEW_HITS) + 1):
        is_last = number == FEW_HITS and most > FEW_HITS
        ways = odds.at_least(number) if is_last else odds.counts[number]
        text = look.say("hits_more", n=number) if is_last else look.counted("hits", number)
        yield look.chance(text, Fraction(ways, odds.of), (), unit)


def _pinned(look: Outlook, aiming: Aiming, volley: Volley, odds: Odds, targets: Sequence[Team]) -> Iterator[Chance]:
    """Enough hits suppress infantry and guns (FHW-SUPP-01)."""
    if aiming.context == "defend" or not any(aiming.field.kind(team).is_foot for team in targets):
        return
    before = look.position.tally.get(volley.target, 0)
    needed = max(look.rules.suppression.hits_to_pin_platoon - before, 0)
    if needed < len(odds.counts):
        steps: list[Line] = [(look.counted("pin", needed), "FHW-SUPP-01")]
        yield look.chance(look.say("pinned"), Fraction(odds.at_least(needed), odds.of), steps, targets[0].id)


# ------------------------------------------------------------------------------------------------------------ the chain


def _chain(look: Outlook, shot: Shooting, name: UnitId | None = None) -> Iterator[Line]:
    """A shooter: its dice and its number for whoever is easiest to hit, then every modifier with its rule."""
    fired = shot.valid.fired
    easiest = name or min(shot.numbers, key=lambda each: shot.numbers[each].rank)
    number, aim = shot.numbers[easiest], shot.aims[easiest]
    weapon = names.weapon_name(look.rules, fired.weapon)
    head = look.counted(
        "shooter",
        shot.dice,
        team=look.team(fired.team),
        weapon=weapon,
        need=look.need(number),
        far=look.counted("far", aim.far),
    )
    yield head, "FHW-SHOT-04"
    yield from number_steps(look, aim)
    hardest = max(shot.numbers.values(), key=lambda each: each.rank)
    if hardest != number and name is None:
        yield look.say("harder", need=look.need(hardest)), "FHW-HIT-02"


def number_steps(look: Outlook, aim: Aim) -> Iterator[Line]:
    """Where a number comes from (FHW-HIT-01 to FHW-HIT-17)."""
    rules = look.rules
    base = rules.skills[aim.skill].to_hit_as_target
    yield look.say("base", n=base), "FHW-HIT-01"
    total = base
    for each in modifiers(rules, aim):
        total += each.add
        yield look.say(f"mod_{each.rule.removeprefix('FHW-').lower()}", n=f"{each.add:+d}"), each.rule
    if hull_adds(rules, aim):
        yield look.say("hull"), "FHW-HIT-13"
    if total in rules.to_hit.confirm:
        yield look.say("confirm", n=rules.to_hit.confirm[total]), "FHW-HIT-16"


# -------------------------------------------------------------------------------------------------------------- what a hit does


def row_of(shot: Shooting) -> HitRow:
    """A hit of a shot."""
    fired = shot.valid.fired
    return HitRow(tuple(shot.numbers), fired.weapon, fired.team, fired.at, "direct", fired.priority)


def _losses_of(aiming: Aiming, shot: Shooting, targets: Sequence[Team]) -> Iterator[Loss]:
    """What a hit of a shot may do to whoever it can hit."""
    return (loss_of(aiming.field, row_of(shot), team) for team in targets if team.id in shot.numbers)


def _losses(aiming: Aiming, shots: Sequence[Shooting], targets: Sequence[Team]) -> dict[tuple[str, str, Loss], Team]:
    """What hits may do, by weapon and kind of team, with a team each that it would happen to."""
    found: dict[tuple[str, str, Loss], Team] = {}
    for shot in shots:
        for team in targets:
            if team.id in shot.numbers:
                loss = loss_of(aiming.field, row_of(shot), team)
                found.setdefault((shot.valid.fired.weapon, team.type, loss), team)
    return found


def _hit_by_hit(look: Outlook, aiming: Aiming, shots: Sequence[Shooting], targets: Sequence[Team]) -> Iterator[Chance]:
    """What one hit does: a save, bulletproof cover and firepower; armour and firepower."""
    found = list(_losses(aiming, shots, targets).items())
    for (weapon, _, loss), team in found[:MOST_LOSSES]:
        row = next(row_of(each) for each in shots if each.valid.fired.weapon == weapon and team.id in each.numbers)
        weapon_name = names.weapon_name(look.rules, weapon)
        steps = list(loss_steps(look, row, team))
        text = look.say("hit_destroys", weapon=weapon_name, team=look.team(team.id))
        yield look.chance(text, loss.destroyed, steps, team.id)
        if loss.bailed:
            text = look.say("hit_bails", weapon=weapon_name, team=look.team(team.id))
            yield look.chance(text, loss.bailed, (), team.id)
        for each, lost, why in aboard(look, row, team):
            text = look.say("hit_aboard", weapon=weapon_name, carrier=look.team(team.id), team=look.team(each.id))
            yield look.chance(text, lost, why, each.id)


def aboard(look: Outlook, row: HitRow, team: Team) -> Iterator[tuple[Team, Fraction, list[Line]]]:
    """Everybody aboard a team, how likely a hit on it destroys them, and why (FHW-SAVE-01, FHW-SAVE-07)."""
    rides = look.field.kind(team).tank_riders > 0
    save = look.say("aboard", n=damage.save_need(look.rules, "passenger"))
    steps: list[Line] = [(save, "FHW-SAVE-07")] if rides else [*loss_steps(look, row, team), (save, "FHW-SAVE-01")]
    lost = carried_loss(look.field, team, loss_of(look.field, row, team))
    for each in look.field.aboard(team.id):
        yield each, lost, steps


def is_lost(look: Outlook, row: HitRow, team: Team, hit: Fraction) -> Iterator[Chance]:
    """How likely a team, and everybody aboard it, is lost to a hit that is so likely."""
    lost = hit * loss_of(look.field, row, team).destroyed
    yield look.chance(look.say("is_lost", team=look.team(team.id)), lost, list(loss_steps(look, row, team)), team.id)
    for each, gone, steps in aboard(look, row, team):
        yield look.chance(look.say("is_lost", team=look.team(each.id)), hit * gone, steps, each.id)


def loss_steps(look: Outlook, row: HitRow, team: Team) -> Iterator[Line]:
    """What a hit team rolls, and who hit it (FHW-SAVE-01 to FHW-SAVE-05)."""
    field, rules = look.field, look.rules
    fp, weapon = firepower_of(rules, row)
    if field.kind(team).is_armoured:
        armour, far = armour_met(field, row, team)
        added = damage.armour_total(rules, armour, 0, far) - armour
        yield look.say("armour", armour=armour, at=anti_tank(rules, row)), "FHW-SAVE-03"
        if added:
            yield look.say("armour_far", n=f"{added:+d}"), "FHW-SAVE-04"
        yield look.say("firepower", n=max(1, fp)), "FHW-SAVE-03"
        if team.bailed_out:
            yield look.say("bails_again", n=field.motivation(team.platoon).test), "FHW-BAIL-03"
        return
    yield look.say("save", n=damage.save_need(rules, save_kind(field.kind(team)))), "FHW-SAVE-01"
    protection = bulletproof(field, row, team) if field.kind(team).is_foot else None
    if protection is not None:
        weapon_class = None if weapon is None else weapon.weapon_class
        need = damage.firepower_need(rules, fp, weapon_class, protection or None)
        yield look.say("firepower", n=need), "FHW-SAVE-02" if need == max(1, fp) else "FHW-HIT-18"


def _lost(
    look: Outlook, aiming: Aiming, shots: Sequence[Shooting], targets: Sequence[Team], odds: Odds
) -> Fraction | None:
    """How likely anybody is lost; ``None`` where it hangs on whom its owner gives the hits to."""
    field = aiming.field
    by_shot = [{loss_of(field, row_of(each), field.teams[name]) for name in each.numbers} for each in shots]
    every = set().union(*by_shot)
    alike = len({frozenset(each.numbers) for each in shots}) == 1
    is_foot = all(not loss.bailed for loss in every)
    if len(every) == 1 and (alike or is_foot):
        loss = every.pop()
        platoons = {team.platoon for team in targets}
        if loss.bailed and len(platoons) > 1:
            return None
        return loss_odds(odds, loss, passed(field, platoons.pop()), len(targets))
    is_single = all(len(set(each.numbers.values())) == 1 for each in shots) and all(len(own) == 1 for own in by_shot)
    most = sum(each.dice for each in shots)
    if is_single and (is_foot or (alike and most <= len(targets))):
        dice = [
            (each.dice, next(iter(each.numbers.values())), next(iter(own)).anybody)
            for each, own in zip(shots, by_shot, strict=True)
        ]
        return loss_by_die(dice)
    return None
