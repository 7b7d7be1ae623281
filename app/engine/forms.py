"""Values that people set in a form: what a value may be, as the page draws it and as the game checks it.

What may be set is a ``Correctable`` each; its JSON Schema is of one of the four kinds made here. A schema says more than JSON Schema
does: ``x-names`` words the values of an ``enum``, ``x-group`` is the heading a field stands under, ``x-lines`` how many lines
of words are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from app.engine.refusal import InvalidInput
from app.engine.system import Correctable
from app.engine.types import Text

Schema = Mapping[str, Any]
Value = bool | int | str

SWITCH: Final[Schema] = {"type": "boolean"}
"""Yes or no."""


def whole(least: int, most: int) -> Schema:
    """A whole number, both ends included."""
    return {"type": "integer", "minimum": least, "maximum": most}


def choice(names: Mapping[str, Text]) -> Schema:
    """One of several words, each with what it is called."""
    return {"enum": list(names), "x-names": {value: both(text) for value, text in names.items()}}


def words(most: int, *, least: int = 0, lines: int = 1, pattern: str | None = None) -> Schema:
    """Words of somebody's own, without control characters: ``least`` and ``most`` characters, what the whole has to match."""
    schema: dict[str, Any] = {"type": "string", **({"minLength": least} if least else {}), "maxLength": most}
    return schema | ({"x-lines": lines} if lines > 1 else {}) | ({} if pattern is None else {"pattern": pattern})


def both(text: Text) -> dict[str, str]:
    """A text as it stands in a schema."""
    return {"es": text.es, "en": text.en}


def checked(found: Iterable[Correctable], field: str, value: Value, where: str) -> Correctable:
    """The correctable of that field, if it may have that value; its own ``value`` is what it was.

    Raises ``InvalidInput`` at ``<where>.field`` for a field that is none of them, at ``<where>.value`` for a value that it may not have.
    """
    known = {each.field: each for each in found}
    if field not in known:
        raise InvalidInput.at(f"{where}.field", "one of " + ", ".join(known), field)
    schema = known[field].schema
    if not fits(schema, value):
        raise InvalidInput.at(f"{where}.value", expected(schema), str(value)[:100])
    return known[field]


def fits(schema: Schema, value: object) -> bool:
    """Whether a value is what a schema allows."""
    if "enum" in schema:
        return any(type(each) is type(value) and each == value for each in schema["enum"])
    if schema["type"] == "boolean":
        return isinstance(value, bool)
    if schema["type"] == "integer":
        return (
            type(value) is int
            and schema["minimum"] <= value <= schema["maximum"]
            and value % schema.get("multipleOf", 1) == 0
        )
    if not isinstance(value, str) or len(value) > schema["maxLength"] or not value.isprintable():
        return False
    if len(value.strip()) < schema.get("minLength", 0):
        return False
    return "pattern" not in schema or re.fullmatch(schema["pattern"], value) is not None


def expected(schema: Schema) -> str:
    """What a schema allows, as an error says it."""
    if "enum" in schema:
        return "one of " + ", ".join(str(each) for each in schema["enum"])
    if schema["type"] == "boolean":
        return "true or false"
    if schema["type"] == "integer":
        step = schema.get("multipleOf", 1)
        steps = f" in steps of {step}" if step > 1 else ""
        return f"a whole number from {schema['minimum']} to {schema['maximum']}{steps}"
    return f"up to {schema['maxLength']} characters" + (" that match the pattern" if "pattern" in schema else "")
