"""What a value names, and other names for it, wherever in the value that stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NewType

import msgspec

from app.engine.naming import named, renamed

Name = Annotated[str, msgspec.Meta(max_length=20)]
Cell = Annotated[str, msgspec.Meta(pattern="^[A-Z][0-9]$")]
Kind = Annotated[Name, "kind"]
Seat = NewType("Seat", str)


class Ref(msgspec.Struct, frozen=True):
    cell: Cell
    kind: Kind


class Shot(msgspec.Struct, frozen=True, tag=True):
    by: Ref
    path: tuple[Cell, ...] = ()
    note: Name = "A1"


class March(msgspec.Struct, frozen=True, tag=True):
    seat: Seat | None = None
    to: Cell | None = None
    list: Annotated[tuple[Kind, ...], msgspec.Meta(max_length=9)] = ()


class World(msgspec.Struct, frozen=True):
    frames: tuple[Shot | March, ...]
    where: Literal["nowhere"] | Cell = "nowhere"
    counts: Mapping[Kind, int] = {}
    scored: tuple[tuple[Seat, Cell], ...] = ()
    document: Mapping[str, object] = {}


WORLD = World(
    (Shot(Ref("B2", "archer"), ("B3", "B4")), March(Seat("a"), None, ("knight", "archer"))),
    counts={"scout": 2},
    scored=((Seat("b"), "C1"),),
    document={"cell": "D4"},
)


def test_everything_of_a_type_is_found_in_its_order_and_nothing_else():
    assert list(named(WORLD, Cell)) == ["B2", "B3", "B4", "C1"]
    assert list(named(WORLD, Kind)) == ["archer", "knight", "archer", "scout"]
    assert list(named(WORLD, Seat)) == ["a", "b"]
    assert list(named(WORLD, Ref)) == [Ref("B2", "archer")]
    assert list(named(WORLD.frames, Cell)) == ["B2", "B3", "B4"]


def test_one_of_several_types_goes_by_what_the_value_is():
    assert list(named(World(()), Cell)) == []
    assert list(named(World((), "A1"), Cell)) == ["A1"]
    assert list(named(March(to="A2"), Cell)) == ["A2"]


def test_other_names_come_wherever_the_old_ones_stood():
    made = renamed(WORLD, {Cell: lambda cell: {"B3": "Z9", "C1": "C2"}.get(cell, cell), Kind: str.upper})

    assert list(named(made, Cell)) == ["B2", "Z9", "B4", "C2"]
    assert made.counts == {"SCOUT": 2}
    assert made.frames[0].note == "A1", "a name of another type"
    assert WORLD.scored == ((Seat("b"), "C1"),)


def test_what_has_no_other_name_is_the_same_object():
    made = renamed(WORLD, {Cell: lambda cell: "Z9" if cell == "C1" else cell})

    assert made.frames is WORLD.frames
    assert made.counts is WORLD.counts
    assert made.scored == ((Seat("b"), "Z9"),)
    assert renamed(WORLD, {Cell: lambda cell: cell}) is WORLD
