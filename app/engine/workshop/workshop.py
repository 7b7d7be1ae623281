"""What a game may offer beside play: a workshop, in which people make battles of their own.

A battle is a document of plain data in the shape of the game's own scenarios, so that one that somebody made is set up by
the very code that sets up those (``Setup.battle``). It is changed by edits alone, which the game carries out: a page, or a
program, sends the document with an edit and gets the document after it. What has to be put right before it can be played is
told as faults, never refused, for whoever makes a battle makes one thing after the other.

All of this is pure, and knows nothing of who makes a battle or where it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol, runtime_checkable

import msgspec

from app.engine.refusal import FieldError, InvalidInput
from app.engine.scene import Scene, Shape
from app.engine.system import Correctable, GameSystem, ScenarioSpec
from app.engine.types import Text

OWN: Final = "own"
"""The scenario of a room whose battle somebody made."""

Battle = Mapping[str, Any]
"""A document, as plain JSON data."""


class Tool(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that can be put on the board or on a list: its words, the heading it stands under, its picture.

    ``how`` it is put there: ``place`` (a click: at a point or in a cell), ``paint`` (the same, in every cell that a drag goes over),
    ``draw`` (a polygon, corner by corner), ``add`` (it has no place: an objective, a unit in reserve). ``ghost`` is the shape being placed about its own origin, in board
    units; ``turn_deg`` the step by which it may be turned; ``cost`` what it costs, where things have a price.
    """

    id: str
    name: Text
    group: Text
    how: Literal["place", "paint", "draw", "add"]
    symbol: str | None = None
    side: str | None = None
    ghost: Shape | None = None
    turn_deg: int | None = None
    cost: int | None = None
    about: Text | None = None


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="place"):
    """Puts a new thing of a tool about a point, turned, or in a ``cell`` (a location, a square, a hex)."""

    tool: str
    x: int = 0
    y: int = 0
    turn_deg: int = 0
    cell: str | None = None


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="draw"):
    """Puts a new thing of a tool in the shape of a polygon, its corners in order."""

    tool: str
    points: tuple[tuple[int, int], ...]


class Add(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="add"):
    """Puts a new thing of a tool on its list."""

    tool: str


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="move"):
    """Moves a thing: so far, in board units, or into a ``cell``."""

    id: str
    dx: int = 0
    dy: int = 0
    cell: str | None = None


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="turn"):
    """Turns a thing about its middle, or ``about`` a point, counter-clockwise."""

    id: str
    by_deg: int
    about: tuple[int, int] | None = None


class Remove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="remove"):
    """Takes a thing away."""

    id: str


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="change"):
    """Sets a value of a thing, or of the battle itself (``id`` is ``None``): one of its ``fields``."""

    field: str
    value: bool | int | str
    id: str | None = None


class Copy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="copy"):
    """Puts down another like a thing: so far from it, in board units, or in a ``cell``; what has no place goes on its list once
    more. With ``image``, as its image about the middle of the board: what then faces the other side is the other side's."""

    id: str
    dx: int = 0
    dy: int = 0
    cell: str | None = None
    image: Literal["left_right", "top_bottom", "half_turn"] | None = None


class Mirror(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mirror"):
    """Makes the rest of the board the image of one ``half``, which stays as it is: mirrored in the line between the two, or
    ``turned`` half round about the middle. What lies on both halves stays, too, once."""

    half: Literal["south", "north", "west", "east"]
    turned: bool = False


Edit = Place | Draw | Add | Move | Turn | Remove | Change | Copy | Mirror


class Edited(msgspec.Struct, frozen=True):
    """A document after an edit, and the thing that the edit was about (a new one's id), if it is still there."""

    battle: Battle
    thing: str | None = None


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that keeps a battle from being played, in words; ``thing`` is the id of what is at fault, else ``field`` the one of
    the battle's own fields that puts it right; where something is missing, ``tool`` is what can be put down."""

    text: Text
    thing: str | None = None
    field: str | None = None
    tool: str | None = None


class Workshop(Protocol):
    """The making of battles of one game. Every thing of a battle has an id, the same as its drawable's or its panel row's."""

    def start(self, scenario: str | None = None) -> Battle:
        """A document to begin with: a copy of a scenario of the manifest, or (``None``) an empty board with what every
        battle needs. Raises ``InvalidInput`` for a scenario that is not there."""
        ...

    def read(self, raw: object) -> Battle:
        """A document as somebody sent it, every field of the right kind and nothing else in it, whether or not it can be
        played. Raises ``InvalidInput`` naming every wrong field. The other methods take only what this has answered."""
        ...

    def tools(self, battle: Battle) -> Sequence[Tool]:
        """What can be put into it, in a fixed order, the tools of a group together."""
        ...

    def edit(self, battle: Battle, edit: Edit) -> Edited:
        """The document after an edit; nothing passed in is changed. Raises ``InvalidInput`` for an edit that makes no sense
        (no such thing or tool, a place off the board, a value that the field's schema does not allow)."""
        ...

    def fields(self, battle: Battle, thing: str | None = None) -> Sequence[Correctable]:
        """What can be set of a thing, or of the battle itself (its names, its size, its seats, its options), with a JSON
        Schema each. ``Correctable.unit`` is the thing."""
        ...

    def scene(self, battle: Battle) -> Scene:
        """Its drawing. What has no place on the board (reserves, objectives, events) are rows of panels with the thing's id
        as ``Row.unit``. ``headline`` is its name."""
        ...

    def faults(self, battle: Battle) -> Sequence[Fault]:
        """Everything that keeps it from being played; empty exactly when ``setup`` takes it with some number of seats that
        ``spec`` allows, and the options that it sets itself."""
        ...

    def spec(self, battle: Battle) -> ScenarioSpec:
        """Its words, seats, minutes and options, with its drawing as ``picture``; ``id`` is ``OWN``."""
        ...


@runtime_checkable
class _HasWorkshop(Protocol):
    workshop: Workshop


def workshop_of(system: GameSystem) -> Workshop | None:
    """The workshop of a game: what its attribute ``workshop`` holds, ``None`` for a game without one."""
    return system.workshop if isinstance(system, _HasWorkshop) else None


def battle_of(system: GameSystem, scenario: str, given: object) -> Battle | None:
    """The document that a game is to be set up from, read: where ``scenario`` is ``own`` there is one, else none. Raises
    ``InvalidInput`` naming every wrong field, which all begin with ``battle``; a scenario's name is for the game to judge."""
    workshop = workshop_of(system)
    if scenario != OWN or workshop is None:
        if given is not None:
            raise InvalidInput.at(
                "battle", "nothing, unless the scenario is own, in a game with a workshop", "a battle"
            )
        return None
    if given is None:
        raise InvalidInput.at("battle", "the battle that somebody made, as scenario is own", "nothing")
    try:
        read: Battle = msgspec.json.decode(msgspec.json.encode(workshop.read(given)))
        return read
    except InvalidInput as error:
        raise InvalidInput([_inside(each) for each in error.errors]) from None


def refuse_faults(system: GameSystem, battle: Battle) -> None:
    """Raises ``InvalidInput`` if a battle has faults, each told at the thing that is at fault."""
    workshop = workshop_of(system)
    faults = [] if workshop is None else workshop.faults(battle)
    if faults:
        raise InvalidInput(
            [FieldError(fault_field(fault), "a battle that can be played", fault.text.en) for fault in faults]
        )


def _inside(error: FieldError) -> FieldError:
    """The same error, its field inside the battle."""
    inside = error.field == "battle" or error.field.startswith(("battle.", "battle["))
    return error if inside else msgspec.structs.replace(error, field=f"battle.{error.field}")


def fault_field(fault: Fault) -> str:
    """Where a fault is, as a field of an input that holds the battle."""
    return "battle" if fault.thing is None else f"battle.{fault.thing}"
