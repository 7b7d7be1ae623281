"""What a seat may do now: exact choices where they can be counted, bounded domains where they cannot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from app.engine.refusal import Refusal
from app.engine.scene import Chance, Overlay, Shape
from app.engine.types import Action, Text, UnitId

Input = Literal["button", "choice", "target", "path", "point", "entry", "list"]
"""How a page asks for it: a bare button; one of the examples; units on the board; a path of waypoints; a point; a
point on an edge followed by a path; a list to be composed."""


class Item(msgspec.Struct, frozen=True):
    """Something that may be put on a list, as often as wanted: its value on the wire, its words, its cost."""

    value: str
    name: Text
    cost: int = 0
    symbol: str | None = None


class Domain(msgspec.Struct, frozen=True, omit_defaults=True):
    """An outer bound of an uncountable choice, in board units: where points may lie, how long a path may be, the
    ring widths at which the meaning changes (``limits_mm``: walking, running), and which unit ids may be named.

    ``ghost`` is the shape being placed, relative to its own origin; ``turn_deg`` the step by which it may be turned;
    ``items`` what a list is composed of; ``most`` how many units may be named, or the greatest cost of a list.
    """

    region: tuple[Shape, ...] = ()
    start_mm: tuple[int, int] | None = None
    longest_mm: int | None = None
    limits_mm: Mapping[str, int] = {}
    min_leg_mm: int | None = None
    edge: str | None = None
    levels: int = 1
    units: tuple[UnitId, ...] = ()
    most: int | None = None
    ghost: Shape | None = None
    turn_deg: int | None = None
    items: tuple[Item, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """One kind of act open to a seat, for one unit where it is a unit's.

    ``params`` is the JSON Schema of the action; ``examples`` holds every choice where they are countable (at most
    200) and at least one legal action where they are not; ``names`` words each example, in the same order, where the
    example itself (a unit, a place) does not say it.
    """

    type: str
    label: Text
    params: Mapping[str, Any]  # a JSON Schema document
    examples: tuple[Action, ...]
    unit: UnitId | None = None
    input: Input = "choice"
    domain: Domain | None = None
    names: tuple[Text, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """A line of a preview: something that would follow, with its tone."""

    text: Text
    tone: Literal["info", "good", "warn", "bad", "muted"] = "info"
    unit: UnitId | None = None


class Preview(msgspec.Struct, frozen=True):
    """What an action would mean, from what its seat knows; worked out without changing anything.

    ``facts`` are the numbers (length, mode, need), ``notes`` sentences on consequences, ``chances`` the odds with their
    steps, ``overlays`` what to draw (path, reach, sight lines from the planned place).
    """

    legal: bool
    refusal: Refusal | None = None
    facts: Mapping[str, str | int | float | bool | list[str] | None] = {}
    notes: tuple[Choice, ...] = ()
    chances: tuple[Chance, ...] = ()
    overlays: tuple[Overlay, ...] = ()
