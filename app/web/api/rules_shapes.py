"""What goes into the rules service and what comes out of it: positions judged without a room, and battles being made."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

from app.engine.types import BoardKind, Text
from app.web.api.shapes import Body, OfferTold

GivenDice = Annotated[list[int], msgspec.Meta(max_length=10_000)]
Seed = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Range(msgspec.Struct, frozen=True):
    """Least and most."""

    min: int
    max: int


class Game(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    id: str
    name: Text
    board: BoardKind
    seats: Range
    minutes: int
    summary: Text


class PositionsBody(Body, frozen=True):
    """A set-up to open; its dice are given or drawn from a seed."""

    scenario: str
    seats: list[dict[str, Any]]  # the same objects as in a room
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    tables: dict[str, Any] = msgspec.field(default_factory=dict)
    battle: dict[str, Any] | None = None  # a document of the game's workshop, with the scenario "own"
    dice: GivenDice | None = None
    seed: Seed | None = None


class BattleStartBody(Body, frozen=True):
    """What a battle begins as: a copy of a scenario, or an empty board."""

    scenario: str | None = None


class BattleBody(Body, frozen=True):
    """A battle that somebody makes."""

    battle: dict[str, Any]  # a document of the game's workshop


class BattlePartsBody(Body, frozen=True):
    """A battle, and a thing in it (none: the battle itself)."""

    battle: dict[str, Any]  # a document of the game's workshop
    thing: str | None = None


class BattleEditBody(Body, frozen=True):
    """A battle and an edit of it: ``place``, ``draw``, ``add``, ``move``, ``turn``, ``remove`` or ``change``."""

    of_a_plan: ClassVar = "edit"
    battle: dict[str, Any]  # a document of the game's workshop
    edit: dict[str, Any]


class OffersBody(Body, frozen=True):
    """Whose choices, in which position."""

    position: Any  # read by the game
    seat: str
    unit: str | None = None


class CheckBody(Body, frozen=True):
    """An action to be judged."""

    position: Any  # read by the game
    seat: str
    action: Any  # read by the game


class ApplyBody(Body, frozen=True):
    """An action to be played, with its dice."""

    position: Any  # read by the game
    seat: str
    action: Any  # read by the game
    dice: GivenDice | None = None
    seed: Seed | None = None


class ViewBody(Body, frozen=True):
    """Whose view of which position."""

    position: Any  # read by the game
    viewer: str


class RuleTold(msgspec.Struct, frozen=True):
    """One line of a game's rule inventory."""

    id: str
    chapter: Text
    text: Text
    kind: Literal["enforced", "computed", "choice", "setup"]


class OffersTold(msgspec.Struct, frozen=True):
    """What a seat may do now."""

    offers: list[OfferTold]


class Verdict(msgspec.Struct, frozen=True):
    """Whether the rules accept an action; if not, the rule that refuses it and its numbers."""

    legal: bool
    rule: str | None = None
    facts: dict[str, Any] | None = None
    text: Text | None = None


class QueryAnswer(msgspec.Struct, frozen=True):
    """The answer to a query."""

    answer: Any  # as the query says


class Opened(msgspec.Struct, frozen=True):
    """A starting position and the events that made it."""

    position: Any  # the game's position
    events: list[Any]
    dice_used: int


class Applied(msgspec.Struct, frozen=True):
    """The position after an action, what happened and how many dice it took."""

    position: Any  # the game's position
    events: list[Any]
    dice_used: int


class BattleStarted(msgspec.Struct, frozen=True):
    """A document to begin with."""

    battle: dict[str, Any]


class BattleEdited(msgspec.Struct, frozen=True):
    """The document after an edit, and the thing that the edit was about, if it is still there."""

    battle: dict[str, Any]
    thing: str | None = None


class BattleChecked(msgspec.Struct, frozen=True):
    """Everything that keeps a battle from being played (``text``, ``thing``), and the battle as a scenario is told."""

    faults: list[Any]
    spec: dict[str, Any]


class BattleParts(msgspec.Struct, frozen=True):
    """What can be put into a battle, and what can be set, each with a JSON Schema."""

    tools: list[Any]
    fields: list[Any]
