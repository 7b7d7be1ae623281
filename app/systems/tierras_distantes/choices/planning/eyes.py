"""A moment as a seat looks at it: what is worked out for plans, in the words of the game, from what the seat knows (TD-HID)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from app.boards.reach import Reach
from app.engine.scene import Polygon, Tone
from app.engine.telling import Chance, Spot
from app.engine.types import RuleId, Seat, Text, UnitId
from app.engine.words import decimal, short_centimetres
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.judge.acts import Moment, player_of
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.words import names

Step = tuple[Text, str]
"""What leads to odds, with its rule."""


class Eyes:
    """One moment, and whose seat looks at it."""

    __slots__ = ("field", "moment", "player", "position", "rules", "seat")

    def __init__(self, moment: Moment, seat: Seat) -> None:
        self.moment: Final = moment
        self.rules, self.position, self.field = moment
        self.seat: Final = seat
        self.player: Final = player_of(moment.position, seat)

    @property
    def is_blind(self) -> bool:
        """Whether nothing is said of sight before a shot (TD-HID-04)."""
        return self.rules.options.blind_shot == "lost"

    def knows(self, unit: Unit) -> bool:
        """Whether the seat knows where a miniature is: the own ones, and all once the deployment is open (TD-HID-03)."""
        is_hidden = self.position.phase == "deployment" and self.rules.options.deployment_order == "blind"
        return unit.player == self.player or not is_hidden

    def enemies(self, field: Field, unit: Unit) -> Iterator[Unit]:
        """The enemies of a miniature in play that the seat knows of, in the order of ids."""
        for each in field.position.units.values():
            if each.player != unit.player and each.in_play and self.knows(each):
                yield each

    def say(self, section: str, key: str, **places: object) -> Text:
        """A sentence."""
        return self.rules.words.say(section, key, **places)

    def counted(self, section: str, key: str, n: int, **places: object) -> Text:
        """A sentence about ``n`` things."""
        return self.rules.words.counted(section, key, n, **places)

    def named(self, unit: UnitId) -> Text:
        """A miniature by its name and id."""
        return names.unit(self.position.units[unit].name, unit)

    def weapon(self, weapon: str) -> Text:
        """A weapon by its name."""
        return names.weapon(self.rules, weapon)

    def piece(self, name: str) -> Piece | None:
        """A piece on the table."""
        return next((piece for piece in self.position.board.pieces if piece.id == name), None)

    def ground(self, name: str) -> Text:
        """What a piece is called."""
        piece = self.piece(name)
        return Text(name, name) if piece is None else self.rules.ground[piece.kind].name


def share_words(share: float) -> Text:
    """A share in per cent: ``33,3``."""
    return decimal(f"{share:g}")


def length(nm: int) -> Text:
    """A length for people, to the millimetre, upwards: ``12,5 cm``."""
    return short_centimetres(-(-nm // NM_PER_MM))


def cm(nm: int) -> float:
    """A length as a fact, to the millimetre, upwards."""
    return -(-nm // NM_PER_MM) / 10


def drawn(nm: int) -> float:
    """A length as it is drawn, in millimetres."""
    return nm / NM_PER_MM


def odds(text: Text, share: Fraction, steps: tuple[Step, ...] = (), unit: UnitId | None = None) -> Chance:
    """A chance as the page shows it, with the steps that lead there."""
    texts, rules = tuple(step[0] for step in steps), tuple(RuleId(step[1]) for step in steps)
    return Chance(text, share.numerator, share.denominator, texts, unit, rules)


def per_cent(share: Fraction) -> Text:
    """A chance in whole per cent, one above nothing never as nothing: ``34 %``."""
    whole = round(100 * share)
    return decimal("<1" if share and not whole else str(whole))


def outlines(parts: Iterable[Reach], tone: Tone, text: Text) -> Iterator[Spot]:
    """What is in reach, the greatest part with the words."""
    for number, part in enumerate(sorted(parts, key=lambda part: -len(part.outline))):
        yield Spot(Polygon(part.outline, part.holes), tone, None if number else text)
