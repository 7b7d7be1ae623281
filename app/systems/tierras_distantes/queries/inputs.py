"""What questions are asked with: lengths in centimetres, rows of the tables, dice. Everything wrong is told as ``InvalidInput`` with the
path of the field; nothing else ever comes out of a bad input.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec

from app.engine.asking import As, Questions, named
from app.engine.refusal import InvalidInput
from app.engine.types import Text
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.kinds import NM_PER_CM, Player
from app.systems.tierras_distantes.book.tables import Armour, Quality, Weapon

FARTHEST_CM: Final = 10_000
FINEST_NM: Final = NM_PER_CM // 1000
"""A thousandth of a centimetre: so fine lengths are given, and answered."""
Cm = Annotated[float, msgspec.Meta(ge=-FARTHEST_CM, le=FARTHEST_CM)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Points = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice = Annotated[tuple[Die, ...], msgspec.Meta(max_length=200)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)]
PerPlayer = Mapping[Player, Natural]
Options = Annotated[
    Mapping[Name, bool | Annotated[int, msgspec.Meta(ge=-(10**6), le=10**6)] | Name], msgspec.Meta(max_length=40)
]
FewDice = Annotated[int, msgspec.Meta(ge=0, le=60)]
UNNAMED: Final = Text("", "")
"""The name of a row that a question gives."""
NONE: Final[Mapping[str, Any]] = MappingProxyType({})


def questions() -> Questions[Book]:
    """The questions of a chapter, asked of the rules under the options of a question."""
    return Questions(lambda book, options: book.rules(options), Options)


def nm(length_cm: float, path: str) -> int:
    """A length as it is judged. Raises ``InvalidInput`` for one with more than three decimals."""
    found = Decimal(repr(length_cm)) * NM_PER_CM
    if found % FINEST_NM:
        raise InvalidInput.at(path, "centimetres with at most three decimals", length_cm)
    return int(found)


def cm(length_nm: int) -> float:
    """A length as it is answered: to the thousandth, halves up."""
    return (length_nm + FINEST_NM // 2) // FINEST_NM / 1000


def both(given: Mapping[Player, Any], path: str) -> None:
    """Raises ``InvalidInput`` unless something is said of either player."""
    if len(given) < 2:
        raise InvalidInput.at(path, "something for A and for B", ", ".join(given))


Length = Annotated[int, As(Cm, lambda rules, value, path: nm(value, path))]
"""A length in centimetres, in nanometres for who answers."""
AWeapon = Annotated[Weapon, named(lambda rules: rules.weapons, "the id of a weapon", Name)]
AnArmour = Annotated[Armour, named(lambda rules: rules.armours, "the id of an armour", Name)]
AQuality = Annotated[Quality, named(lambda rules: rules.qualities, "the id of a quality", Name)]
