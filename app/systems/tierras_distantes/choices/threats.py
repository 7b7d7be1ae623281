"""What miniatures may do to one another from where they stand, for whoever weighs positions: the best shot of one at each of some others, by
exact odds, remembered as long as nobody of them moves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import hypot
from typing import Final, NamedTuple

from app.engine.judging import Kept
from app.engine.refusal import Refusal
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.book.tables import Rules, Weapon
from app.systems.tierras_distantes.choices.lookout import Lookout, Odds, lookout_on
from app.systems.tierras_distantes.fire.dice import dice_at
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import distance
from app.systems.tierras_distantes.space.land import Body, body_of

MOST_TABLES: Final = 8
MOST_STANCES: Final = 20_000
MOST_PAIRS: Final = 50_000
MOST_ROWS: Final = 20_000
FRIGHT: Final = 0.4
"""What frightening somebody counts beside a casualty, where weapons are compared."""


class Stance:
    """A miniature by where it stands, what it shoots with and what protects it: the very same object as long as that is the same."""

    __slots__ = ("armour", "body", "reach_mm", "weapons")

    def __init__(self, body: Body, weapons: tuple[Weapon, ...], armour: int) -> None:
        self.body: Final = body
        self.weapons: Final = weapons
        self.armour: Final = armour
        self.reach_mm: Final = max(weapon.effective_range_nm for weapon in weapons) / NM_PER_MM


class Hit(NamedTuple):
    """A target by its number among those looked at, and what the best shot at it does."""

    target: int
    frightened: float
    casualty: float


class Menace(NamedTuple):
    """What somebody may do to some others, and how far the nearest of them is in plan; infinitely far if there is none."""

    hits: tuple[Hit, ...]
    nearest_mm: float


class Threats:
    """The terrain of a table under some rules, with what was found out about those who stand there."""

    def __init__(self, rules: Rules, pieces: tuple[Piece, ...]) -> None:
        self.rules: Final = rules
        self.lookout: Final[Lookout] = lookout_on(rules, pieces)
        self._stances: Final = lru_cache(MOST_STANCES)(self._stance)
        self._line_ups: Final = lru_cache(MOST_STANCES)(_line_up)
        self._shots: Final = Kept(self._best, MOST_PAIRS)
        self.row: Final = Kept(self._row, MOST_ROWS)
        self.stance: Final = Kept(self._stance_of, MOST_STANCES)

    def line_up(self, units: Iterable[Unit]) -> tuple[Stance, ...]:
        """How some miniatures stand: the very same object as long as none of them changes."""
        return self._line_ups(*map(self.stance, units))

    def _stance_of(self, unit: Unit) -> Stance:
        """How a miniature in play stands."""
        return self._stances(body_of(self.rules.qualities, unit), unit.weapons, unit.armour)

    def _stance(self, body: Body, weapons: tuple[str, ...], armour: str) -> Stance:
        return Stance(body, tuple(self.rules.weapons[name] for name in weapons), self.rules.armours[armour].dice)

    def _row(self, shooter: Stance, targets: tuple[Stance, ...]) -> Menace:
        """The best that one may do to each of the others, whatever it has left to do it with. Bodies in between are not looked at."""
        found = ((number, self._shots(shooter, target)) for number, target in enumerate(targets))
        hits = tuple(Hit(number, *odds) for number, odds in found if odds is not None)
        x, y = shooter.body.at
        nearest = min((hypot(x - each.body.x, y - each.body.y) for each in targets), default=float("inf"))
        return Menace(hits, nearest / NM_PER_MM)

    def _best(self, shooter: Stance, target: Stance) -> Odds | None:
        shots = (self._shot(weapon, shooter, target) for weapon in shooter.weapons)
        return max((odds for odds in shots if odds is not None), key=_harm, default=None)

    def _shot(self, weapon: Weapon, shooter: Stance, target: Stance) -> Odds | None:
        pool = dice_at(self.rules, weapon, distance(self.rules, shooter.body, target.body))
        if isinstance(pool, Refusal):
            return None
        seen = self.lookout.look(shooter.body, target.body)
        if weapon.area_radius_nm is None and not seen.visible:
            return None
        return self.lookout.odds(pool, target.armour, seen.cover)


def _line_up(*stances: Stance) -> tuple[Stance, ...]:
    return stances


def _harm(odds: Odds) -> float:
    return odds.casualty + FRIGHT * odds.frightened


threats_on: Final = Kept(Threats, MOST_TABLES)
"""What is remembered of a table."""
