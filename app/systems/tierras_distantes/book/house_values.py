"""The values that a room may override (TD-GEN-05): which they are, within what bounds, and whether they go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final, Literal

import msgspec

from app.engine.refusal import FieldError, InvalidInput

HUNDREDTHS: Final = 100
MOST_SHOWN: Final = 120
FARTHEST_MARGIN: Final = 999


class Override(msgspec.Struct, frozen=True):
    """What a value may be overridden by. ``minimum`` and ``maximum`` of a length are centimetres."""

    kind: Literal["length", "integer", "boolean"]
    minimum: int | float | None = None
    maximum: int | float | None = None

    def kept(self, value: object) -> bool | int | None:
        """The value as the tables keep it, lengths in hundredths of centimetres; ``None`` for one that cannot be."""
        if self.kind == "boolean":
            return value if isinstance(value, bool) else None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if not (self.minimum or 0) <= value <= (self.maximum or 0):
            return None
        return hundredths(value) if self.kind == "length" else value if isinstance(value, int) else None

    @property
    def expected(self) -> str:
        """What may be given, as an error says it."""
        if self.kind == "boolean":
            return "true or false"
        what = "a whole number" if self.kind == "integer" else "centimetres with at most two decimals"
        return f"{what} from {self.minimum} to {self.maximum}"


def hundredths(length: float) -> int | None:
    """A length of at most two decimals in whole hundredths; ``None`` for one that has more."""
    try:
        found = Decimal(repr(length)) * HUNDREDTHS
        return int(found) if found == found.to_integral_value() else None
    except (InvalidOperation, OverflowError, ValueError):
        return None


def overrides_of(rows: list[Mapping[str, Any]], raw: Mapping[str, Mapping[str, Any]]) -> dict[str, Override]:
    """By dotted path what may be overridden, from the table ``override``: ``*`` stands for every row, or for those of ``rows``."""
    found: dict[str, Override] = {}
    for row in rows:
        table, name, field = row["path"].split(".")
        names = row.get("rows", raw[table] if name == "*" else (name,))
        override = Override(row["kind"], row.get("minimum"), row.get("maximum"))
        found.update({f"{table}.{each}.{field}": override for each in names})
    return found


def in_hundredths(known: Mapping[str, Override], tables: Mapping[str, Any]) -> dict[str, Any]:
    """A room's overrides as the tables keep them. Raises ``InvalidInput`` naming every path that may not be overridden (TD-GEN-08)."""
    found: dict[str, Any] = {}
    errors = []
    for path, value in tables.items():
        override = known.get(path)
        kept = None if override is None else override.kept(value)
        if kept is None:
            expected = "the path of a value that may be overridden" if override is None else override.expected
            errors.append(FieldError(f"tables.{path}"[:MOST_SHOWN], expected, repr(value)[:MOST_SHOWN]))
        else:
            found[path] = kept
    if errors:
        raise InvalidInput(errors)
    return found


def house_problems(raw: Mapping[str, Any]) -> Iterator[str]:
    """Every reason why these tables cannot be played with, though each value alone could (TD-GEN-08)."""
    for name, row in raw["weapon"].items():
        if row["effective"] > row["total"]:
            yield f"weapon.{name}.effective: expected at most {row['total']}, its dice in all"
        if 0 < row["max_range"] < row["effective_range"]:
            yield f"weapon.{name}.max_range: expected 0, or no less than its effective range"
    for name, row in raw["morale_fixed"].items():
        if row["breaks_at"] > row["start"]:
            yield f"morale_fixed.{name}.breaks_at: expected at most {row['start']}"
    rows = sorted((row["margin_from"], row["margin_to"]) for row in raw["result"].values())
    ends = [-FARTHEST_MARGIN - 1, *(last for _, last in rows)]
    meets = all(first == end + 1 for (first, _), end in zip(rows, ends, strict=False))
    if not meets or ends[-1] != FARTHEST_MARGIN or any(first > last for first, last in rows):
        yield f"result: expected rows that hold every margin from -{FARTHEST_MARGIN} to {FARTHEST_MARGIN} once"
