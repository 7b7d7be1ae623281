"""What miniatures may do to one another from where they stand, for whoever weighs positions: the best shot of one at another, by exact odds,
remembered as long as neither moves."""

from __future__ import annotations

from math import hypot
from typing import Final

from app.engine.judging import Kept
from app.engine.refusal import Refusal
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.book.tables import Rules, Weapon
from app.systems.tierras_distantes.choices.lookout import Lookout, Odds, lookout_on
from app.systems.tierras_distantes.fire.dice import dice_at
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.distance import distance
from app.systems.tierras_distantes.space.land import Body, body_of

MOST_TABLES: Final = 8
MOST_PAIRS: Final = 50_000
MOST_UNITS: Final = 5_000
FRIGHT: Final = 0.4
"""What frightening somebody counts beside a casualty, where weapons are compared."""


class Threats:
    """The terrain of a table under some rules, with what was found out there about pairs of miniatures."""

    def __init__(self, rules: Rules, pieces: tuple[Piece, ...]) -> None:
        self.rules: Final = rules
        self.lookout: Final[Lookout] = lookout_on(rules, pieces)
        self.strike: Final = Kept(self._strike, MOST_PAIRS)
        self.body: Final = Kept(self._body, MOST_UNITS)

    def _body(self, unit: Unit) -> Body:
        """A miniature in play, as it stands."""
        return body_of(self.rules.qualities, unit)

    def _strike(self, shooter: Unit, target: Unit) -> Odds | None:
        """The best that one may do to the other, whatever it has left to do it with; ``None`` where it cannot at all. Bodies in between are
        not looked at."""
        found: Odds | None = None
        for name in shooter.weapons:
            odds = self._shot(self.rules.weapons[name], self.body(shooter), self.body(target), target.armour)
            if odds is not None and (found is None or _harm(odds) > _harm(found)):
                found = odds
        return found

    def _shot(self, weapon: Weapon, shooter: Body, target: Body, armour: str) -> Odds | None:
        pool = dice_at(self.rules, weapon, distance(self.rules, shooter, target))
        if isinstance(pool, Refusal):
            return None
        seen = self.lookout.look(shooter, target)
        if weapon.area_radius_nm is None and not seen.visible:
            return None
        return self.lookout.odds(pool, self.rules.armours[armour].dice, seen.cover)

    def apart_mm(self, one: Unit, two: Unit) -> float:
        """How far two miniatures are apart in plan."""
        assert one.x_mm is not None
        assert one.y_mm is not None
        assert two.x_mm is not None
        assert two.y_mm is not None
        return hypot(one.x_mm - two.x_mm, one.y_mm - two.y_mm)


def _harm(odds: Odds) -> float:
    return odds.casualty + FRIGHT * odds.frightened


threats_on: Final = Kept(Threats, MOST_TABLES)
"""What is remembered of a table."""
