"""Exact odds of fire: how many dice of a volley hit, what a hit comes to (FHW-HIT-02, FHW-HIT-03, FHW-HIT-16, FHW-SAVE, FHW-BAIL-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import Final, NamedTuple

from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire import damage
from app.systems.flames_hexwar.fire.counting import hit_of
from app.systems.flames_hexwar.fire.hits import anti_tank, armour_met, bulletproof, firepower_of, save_kind
from app.systems.flames_hexwar.fire.numbers import SIX, Number
from app.systems.flames_hexwar.position.frames import HitRow
from app.systems.flames_hexwar.position.state import Team

FACES: Final = range(1, SIX + 1)
CONFIRMS: Final = 36
"""Outcomes of the confirming dice of one die: there are at most two."""
REMEMBERED: Final = 1 << 12
MOST_STATES: Final = 3000
"""Volleys in which dice can be told apart in more ways are not counted out."""

Poly = list[int]
"""Ways by number of hits."""


class Salvo(NamedTuple):
    """Dice of a shooter with the number of every team of the target, in roster order; ``None``: it cannot hit that one."""

    dice: int
    numbers: tuple[Number | None, ...]


class Odds(NamedTuple):
    """Ways, of ``of``, in which there are 0, 1, 2 ... hits."""

    counts: tuple[int, ...]
    of: int

    def at_least(self, number: int) -> int:
        """Ways of so many hits, or more."""
        return sum(self.counts[number:])

    @property
    def expected(self) -> Fraction:
        """Hits on average."""
        return Fraction(sum(number * ways for number, ways in enumerate(self.counts)), self.of)


def at_least(need: int) -> Fraction:
    """How likely one die shows a number or more."""
    return Fraction(min(max(SIX + 1 - need, 0), SIX), SIX)


def met(number: Number) -> Fraction:
    """How likely one die meets a number with its confirming dice (FHW-HIT-16)."""
    return at_least(number.first) * prod(map(at_least, number.confirm), start=Fraction(1))


# ---------------------------------------------------------------------------------------------------------------------- hits


def salvos_of(shots: Sequence[tuple[int, Mapping[UnitId, Number]]], roster: Sequence[UnitId]) -> tuple[Salvo, ...]:
    """Dice and numbers by team, as ``hits_odds`` takes them."""
    return tuple(Salvo(dice, tuple(own.get(name) for name in roster)) for dice, own in shots)


@lru_cache(maxsize=REMEMBERED)
def hits_odds(salvos: tuple[Salvo, ...]) -> Odds | None:
    """How likely each number of hits is; ``None`` where there is too much to tell apart."""
    single, mixed = _parted(salvos)
    if prod(each.dice + 1 for each in mixed if len(_open_faces(each.numbers)) > 1) > MOST_STATES:
        return None
    ways: Poly = [1]
    for dice, number in single:
        hit = sum(face >= number.first for face in FACES) * _confirmed(number.confirm)
        for _ in range(dice):
            ways = _times(ways, CONFIRMS * SIX - hit, hit)
    if mixed:
        ways = _multiplied(ways, _walked(mixed))
    return Odds(tuple(ways), (CONFIRMS * SIX) ** sum(each.dice for each in salvos))


def _parted(salvos: Sequence[Salvo]) -> tuple[list[tuple[int, Number]], list[Salvo]]:
    """Dice with one number for all that they can hit, which are nobody's concern but their own, and the others, neighbours that are
    alike as one."""
    single: list[tuple[int, Number]] = []
    mixed: list[Salvo] = []
    for each in salvos:
        found = {number for number in each.numbers if number is not None}
        if len(found) == 1:
            single.append((each.dice, found.pop()))
        elif mixed and mixed[-1].numbers == each.numbers:
            mixed[-1] = Salvo(mixed[-1].dice + each.dice, each.numbers)
        else:
            mixed.append(each)
    return single, mixed


def _confirmed(confirm: Sequence[int]) -> int:
    """Ways, of ``CONFIRMS``, in which dice confirm."""
    return int(CONFIRMS * prod(map(at_least, confirm), start=Fraction(1)))


def _times(ways: Poly, miss: int, hit: int) -> Poly:
    """Ways with one more die."""
    found = [miss * each for each in ways] + [0]
    for number, each in enumerate(ways):
        found[number + 1] += hit * each
    return found if hit else found[:-1]


def _multiplied(one: Poly, two: Poly) -> Poly:
    found = [0] * (len(one) + len(two) - 1)
    for a, left in enumerate(one):
        for b, right in enumerate(two):
            found[a + b] += left * right
    return found


def _added(one: Poly, two: Poly) -> Poly:
    if len(one) < len(two):
        one, two = two, one
    return [each + (two[number] if number < len(two) else 0) for number, each in enumerate(one)]


def _highest(numbers: Sequence[Number | None]) -> Number:
    return max((number for number in numbers if number is not None), key=lambda number: number.rank)


def _sure_faces(numbers: Sequence[Number | None]) -> int:
    """How many faces hit whatever other dice show."""
    highest = _highest(numbers)
    return 0 if highest.confirm else sum(face >= highest.first for face in FACES)


@lru_cache(maxsize=REMEMBERED)
def _open_faces(numbers: tuple[Number | None, ...]) -> tuple[int, ...]:
    """Faces that hit only while somebody is left whom they hit, or that must be confirmed."""
    highest = _highest(numbers)
    least = min((number.first for number in numbers if number is not None and not number.confirm), default=SIX + 1)
    sure = _sure_faces(numbers)
    return tuple(
        face for face in FACES if face <= SIX - sure and (face >= least or (face == SIX and bool(highest.confirm)))
    )


def _walked(salvos: Sequence[Salvo]) -> Poly:
    """Ways by hits of dice that use teams up, counted face by face as the judge takes them: from low to high, shooter by shooter."""
    states: dict[tuple[tuple[int, ...], int], Poly] = {(tuple(each.dice for each in salvos), 0): [1]}
    for face in FACES:
        for place, salvo in enumerate(salvos):
            opened = _open_faces(salvo.numbers)
            if face in opened:
                states = _shown(states, place, salvo.numbers, face, is_last=face == opened[-1])
    found: Poly = [0]
    for ways in states.values():
        found = _added(found, ways)
    return found


def _shown(
    states: Mapping[tuple[tuple[int, ...], int], Poly],
    place: int,
    numbers: tuple[Number | None, ...],
    face: int,
    *,
    is_last: bool,
) -> dict[tuple[tuple[int, ...], int], Poly]:
    """Each number of dice of one shooter that may show a face; after its last open face the rest hits surely, or never."""
    new: dict[tuple[tuple[int, ...], int], Poly] = {}
    sure = _sure_faces(numbers)
    dead = SIX - sure - len(_open_faces(numbers))
    for (left, used), ways in states.items():
        now, taken = ways, used
        for count in range(left[place] + 1):
            if count:
                now, taken = _one_more(now, taken, numbers, face)
            rest = left[place] - count
            shown = [comb(left[place], count) * each for each in now]
            if is_last:
                for _ in range(rest):
                    shown = _times(shown, dead * CONFIRMS, sure * CONFIRMS)
                rest = 0
            key = ((*left[:place], rest, *left[place + 1 :]), taken)
            new[key] = _added(new[key], shown) if key in new else shown
    return new


def _one_more(ways: Poly, used: int, numbers: tuple[Number | None, ...], face: int) -> tuple[Poly, int]:
    """Ways with one more die that shows a face, and who is used up then."""
    own = {UnitId(str(place)): number for place, number in enumerate(numbers) if number is not None}
    taken = {name for name in own if used >> int(name) & 1}
    confirm = hit_of(face, own, taken)
    if confirm is None:
        return [CONFIRMS * each for each in ways], used
    sure = _confirmed(confirm)
    return _times(ways, CONFIRMS - sure, sure), used | sum(1 << int(name) for name in taken)


# ------------------------------------------------------------------------------------------------------------- what a hit does


class Loss(NamedTuple):
    """How likely one hit destroys a team, or makes its crew bail out, and how likely all live through it who ride on it."""

    destroyed: Fraction
    bailed: Fraction = Fraction(0)
    ridden: Fraction = Fraction(1)

    @property
    def anybody(self) -> Fraction:
        """How likely the hit destroys the team or somebody on it."""
        return 1 - (1 - self.destroyed) * self.ridden


def passed(field: Field, platoon: PlatoonId, modifier: int = 0) -> Fraction:
    """How likely a test of motivation is passed, rolled again with the company command (FHW-HQ-04)."""
    one = at_least(field.motivation(platoon).test - modifier)
    again = field.company_command_with(platoon) is not None
    return one + (1 - one) * one if again else one


def loss_of(field: Field, row: HitRow, team: Team) -> Loss:
    """What one hit does to a team as it is now, and to riders; whoever may fall in its stead is left aside. Passengers only fall with
    their carrier."""
    if field.kind(team).is_armoured:
        riders = len(field.aboard(team.id)) if field.kind(team).tank_riders else 0
        return _armoured(field, row, team)._replace(ridden=(1 - carried_away(field)) ** riders)
    failed = 1 - at_least(damage.save_need(field.rules, save_kind(field.kind(team))))
    return Loss(failed * pierced(field, row, team))


def carried_away(field: Field) -> Fraction:
    """How likely one of those aboard is lost with a carrier, or to a hit on the tank it rides on (FHW-SAVE-01, FHW-SAVE-07)."""
    return 1 - at_least(damage.save_need(field.rules, "passenger"))


def carried_loss(field: Field, team: Team, loss: Loss) -> Fraction:
    """How likely one hit on a team destroys one of those aboard it."""
    return carried_away(field) * (1 if field.kind(team).tank_riders else loss.destroyed)


def pierced(field: Field, row: HitRow, team: Team) -> Fraction:
    """How likely firepower gets through to a team that has failed to save (FHW-SAVE-02, FHW-HIT-18)."""
    protection = bulletproof(field, row, team) if field.kind(team).is_foot else None
    if protection is None:
        return Fraction(1)
    fp, weapon = firepower_of(field.rules, row)
    weapon_class = None if weapon is None else weapon.weapon_class
    return at_least(damage.firepower_need(field.rules, fp, weapon_class, protection or None))


def _armoured(field: Field, row: HitRow, team: Team) -> Loss:
    """FHW-SAVE-03, FHW-BAIL-03."""
    firepower, _ = firepower_of(field.rules, row)
    through = at_least(firepower)
    equal, less = Fraction(0), Fraction(0)
    for result in _against(field, row, team):
        equal += Fraction(result == "equal", SIX)
        less += Fraction(result == "less", SIX)
    destroyed, bailed = less * through, less * (1 - through) + equal * through
    if team.bailed_out:
        return Loss(destroyed + bailed * (1 - passed(field, team.platoon)))
    return Loss(destroyed, bailed)


def _against(field: Field, row: HitRow, team: Team) -> Iterator[damage.ArmourResult]:
    """What each face of the armour die comes to."""
    armour, far = armour_met(field, row, team)
    for face in FACES:
        yield damage.against(damage.armour_total(field.rules, armour, face, far), anti_tank(field.rules, row))


# --------------------------------------------------------------------------------------------------------- losses of a volley


def spared(loss: Loss, again: Fraction, hits: int) -> Fraction:
    """How likely a team and its riders live through so many hits; ``again``: how likely a crew that is out stays with its vehicle when it would have to
    bail out once more (FHW-BAIL-03)."""
    whole, out = Fraction(1), Fraction(0)
    for _ in range(hits):
        kept = 1 - loss.destroyed - loss.bailed * (1 - again)
        whole, out = whole * (1 - loss.destroyed - loss.bailed), out * kept + whole * loss.bailed
    return (whole + out) * loss.ridden**hits


def loss_odds(odds: Odds, loss: Loss, again: Fraction, teams: int) -> Fraction:
    """How likely a volley destroys anybody, where every hit does the same to every team and goes to them in turn (FHW-ALLOC-01)."""
    none = Fraction(0)
    for hits, ways in enumerate(odds.counts):
        each, more = divmod(hits, teams)
        lives = spared(loss, again, each + 1) ** more * spared(loss, again, each) ** (teams - more)
        none += Fraction(ways, odds.of) * lives
    return 1 - none


def loss_by_die(dice: Sequence[tuple[int, Number, Fraction]]) -> Fraction:
    """How likely anybody is lost to dice that hit by themselves: how many, by which number, what a hit of theirs does."""
    none = Fraction(1)
    for count, number, lost in dice:
        none *= (1 - met(number) * lost) ** count
    return 1 - none
