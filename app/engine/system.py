"""What a game must be able to do: the protocol every folder under ``app/systems`` implements, and its manifest.

Everything here is pure: no clock, no randomness but the dice handed in, no files, no network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, runtime_checkable

import msgspec

from app.engine.dice import Dice
from app.engine.offers import Offer, Preview
from app.engine.refusal import Refusal
from app.engine.scene import Scene
from app.engine.story import Step
from app.engine.telling import LogEntry
from app.engine.types import Action, BoardKind, Event, Outcome, RuleId, Seat, Text, UnitId, Viewer

Picker = Callable[[int], int]
"""``pick(n)`` answers a whole number from 0 to n - 1: the randomness of ``sample`` and ``resample``, never of the rules."""


class Correctable(msgspec.Struct, frozen=True):
    """A value of a position that players may put right by hand where they agree: whose it is (``None``: the game's), its
    name, its words, what it is now, and a JSON Schema of what it may be (``x-names`` words the values of an ``enum`` as
    ``{"es", "en"}``)."""

    unit: UnitId | None
    field: str
    label: Text
    value: bool | int | str
    schema: Mapping[str, Any]  # JSON Schema


class Correction(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A value put right: of a unit, or of the game itself."""

    field: str
    value: bool | int | str
    unit: UnitId | None = None


Query = Callable[[Any], Any]
"""A question by name: decoded JSON in (the ``given`` of a vector), JSON-ready answer out; raises ``InvalidInput``."""

OptionValue = bool | int | str

NO_OPTIONS: Final[Mapping[str, OptionValue]] = MappingProxyType({})
"""Every option is as it usually is."""


class SeatsRange(msgspec.Struct, frozen=True):
    """How many seats, at least and at most."""

    min: int
    max: int


class OptionSpec(msgspec.Struct, frozen=True):
    """A room option: its type, default, choices (or the least and greatest whole number) and words.

    ``draw``: any number is as good as another, so that a page draws one where a player wants another. ``shapes_opening``: the picture of
    a scenario's opening depends on it. ``rare``: a page shows it only to whoever asks for more.
    """

    id: str
    type: Literal["boolean", "integer", "string"]
    default: OptionValue
    name: Text
    text: Text
    group: Text
    rule: RuleId
    choices: tuple[OptionValue, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    choice_names: Mapping[str, Text] = {}
    draw: bool = False
    shapes_opening: bool = False
    rare: bool = False


class Replaceable(msgspec.Struct, frozen=True):
    """What may stand in the place of a value of the tables: another of its kind; a number within these bounds, with so many decimals."""

    minimum: int | float | None = None
    maximum: int | float | None = None
    decimals: int = 0


class ScenarioSpec(msgspec.Struct, frozen=True):
    """A ready-to-play game: its words, its seats, how long it takes and the options it sets itself.

    ``picture`` is the scene of its opening board, for a small drawing. ``takes`` are, of each option of which it does not take every
    value, those that it takes, what it is by default among them; an option of which it takes one is settled.
    """

    id: str
    name: Text
    summary: Text
    seats: SeatsRange
    minutes: int
    options: Mapping[str, OptionValue] = {}
    picture: Scene | None = None
    takes: Mapping[str, tuple[OptionValue, ...]] = {}


class Rule(msgspec.Struct, frozen=True):
    """One line of the rule inventory, in our own words."""

    id: RuleId
    chapter: Text
    text: Text
    kind: Literal["enforced", "computed", "choice", "setup"]


class Sign(msgspec.Struct, frozen=True):
    """What something drawn on the board means: the name of its drawing, as marks and figures name theirs, and a sentence."""

    symbol: str
    text: Text


class Manifest(msgspec.Struct, frozen=True):
    """Everything about a game that does not depend on a position.

    ``final_actions`` are the types of act that cannot be taken back without consent; ``rules_hash`` changes whenever
    code or data of the game do; ``action_aliases`` maps short names of action fields to their names on the wire;
    ``seat_fields`` is the JSON Schema of the game's own fields of a seat (``{"army": {...}}``). ``examples`` show programs what
    the game's wire looks like: ``action``, ``query`` (``name``, ``given``, ``answer``), ``refusal`` (``rule``, ``facts``), ``edit``.
    ``legend``: what is drawn on the board, in the order in which the help tells it. ``replaceable`` are the values of the tables, by
    dotted path, that a room may replace, with what by; without it they are those whose source is the house.
    """

    id: str
    prefix: str
    name: Text
    summary: Text
    board: BoardKind
    seats: SeatsRange
    minutes: int
    scenarios: tuple[ScenarioSpec, ...]
    options: tuple[OptionSpec, ...]
    rules: tuple[Rule, ...]
    tables: Mapping[str, Any]  # the game's tables as data, each value with its source
    rules_version: str
    rules_hash: str
    credits: Text
    final_actions: frozenset[str] = frozenset()
    action_aliases: Mapping[str, str] = {}
    seat_fields: Mapping[str, Any] = {}  # JSON Schema properties
    examples: Mapping[str, Any] = {}  # as JSON
    legend: tuple[Sign, ...] = ()
    replaceable: Mapping[str, Replaceable] | None = None


class Setup(msgspec.Struct, frozen=True):
    """What a game starts from: a scenario, options and house values that differ from the defaults, and the seats.

    ``seats`` are the objects of the room in order (the first is seat ``a``); a game reads only its own fields of them.
    ``battle`` is the document of a battle that somebody made (``workshop.py``), read; ``scenario`` is then ``own``.
    """

    scenario: str
    seats: tuple[Mapping[str, Any], ...]
    options: Mapping[str, Any] = {}
    tables: Mapping[str, Any] = {}
    battle: Mapping[str, Any] | None = None


class GameSystem(Protocol):
    """A game. ``state`` arguments are values of ``state_type``; nothing passed in is ever changed."""

    manifest: Manifest
    state_type: type[Any]
    action_type: Any  # a union of Action subclasses
    event_type: Any  # a union of Event subclasses
    view_type: type[Any]
    queries: Mapping[str, Query]

    def picture(self, scenario: str, seats: int, options: Mapping[str, OptionValue] = NO_OPTIONS) -> Scene:
        """The opening board of a scenario under these options, as a spectator sees it; what is drawn at random is always the same.
        Raises ``InvalidInput`` for a set-up that cannot be."""
        ...

    def setup(self, setup: Setup, dice: Dice) -> Step:
        """What opens a game; the first event holds the whole starting position, so that folding needs no data
        files. Raises ``InvalidInput`` naming every wrong field."""
        ...

    def evolve(self, state: Any | None, event: Event) -> Any:
        """The state after ``event``; ``state`` is ``None`` only before the first. Never judges, never rolls."""
        ...

    def to_act(self, state: Any) -> tuple[Seat, ...]:
        """Every seat the game waits for, in seat order; empty when it is over."""
        ...

    def offers(self, state: Any, seat: Seat, unit: UnitId | None = None) -> Sequence[Offer]:
        """What ``seat`` may do now, in a fixed order, of one unit or of all. Conceding and draws are never among them.
        Computed from nothing the seat may not know."""
        ...

    def sample(self, state: Any, seat: Seat, pick: Picker) -> Action | None:
        """One legal action, cheaply, varied enough to play with; ``None`` when the seat has nothing to do."""
        ...

    def check(self, state: Any, seat: Seat, action: Action) -> Refusal | None:
        """``None`` if the rules accept the action now, else the first rule that refuses it. The one judge."""
        ...

    def understood(self, state: Any, seat: Seat, action: Action) -> Action:
        """An action that ``check`` accepts, in the one wording of all that say the same: lists in order where their order
        means nothing, what was left out filled in, what means nothing left out. A room rolls for it and keeps it, so that
        no other wording gets other dice. The very same object where it is so already."""
        ...

    def apply(self, state: Any, seat: Seat, action: Action, dice: Dice) -> Step:
        """What follows from an action that ``check`` accepted, each event folded by ``evolve`` (``story.py``). Raises
        ``IllegalAction`` for one that it refuses.

        The events show the dice that fell, in the order they fell, in fields named ``die`` (or ``dice`` for several)."""
        ...

    def preview(self, state: Any, seat: Seat, action: Action) -> Preview:
        """What an action would mean: legality, odds, ranges, sight from the planned position."""
        ...

    def survey(self, state: Any, seat: Seat, unit: UnitId) -> Preview:
        """What a selected unit could do from where it is: reach, range rings, a sight line to each enemy with its odds."""
        ...

    def view(self, state: Any, viewer: Viewer) -> Any:
        """What ``viewer`` sees, built up from nothing; a value of ``view_type`` that names its viewer."""
        ...

    def scene(self, view: Any) -> Scene:
        """The drawing of a view."""
        ...

    def headline(self, view: Any) -> Text:
        """The headline of that drawing, without the rest of it: a replay asks for it at every moment of a game."""
        ...

    def tell(self, before: Any, event: Event, viewer: Viewer) -> Event | None:
        """The event as ``viewer`` may know it, the same object if nothing is hidden, ``None`` if they may not know of it."""
        ...

    def describe(self, event: Event) -> LogEntry | None:
        """An event, as told, in words; ``None`` for one that needs no line of its own."""
        ...

    def explain(self, refusal: Refusal) -> Text:
        """A refusal in words, with its numbers."""
        ...

    def resample(self, state: Any, viewer: Viewer, pick: Picker) -> Any:
        """Another state that ``viewer`` cannot tell from this one; the very same object if, and only if, nothing is hidden
        from them."""
        ...

    def side_of(self, state: Any, seat: Seat) -> str | None:
        """The side a seat plays for (seats of one side talk among themselves), ``None`` where there are no sides."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended, or ``None``."""
        ...

    def worth(self, state: Any, seat: Seat) -> int:
        """How good a position is for a seat, in any unit of the game's own: only compared with other positions of the same
        game, by strategies that look ahead. Nothing the seat may not know changes it. The end of a game outweighs all."""
        ...

    def problems(self, state: Any) -> Sequence[str]:
        """Every reason why the state cannot be; empty for a possible one."""
        ...

    def correctables(self, view: Any, unit: UnitId | None = None) -> Sequence[Correctable]:
        """What players may put right by hand, of one unit or of all, in a fixed order. The room asks it with the view of a
        spectator: only what everybody sees is put right."""
        ...

    def correct(self, state: Any, corrections: Sequence[Correction]) -> Any:
        """The state with these values put right, whatever the rules think of how it came about. Raises ``InvalidInput``
        for a value that is not among the correctables, or of another kind; whether the state is possible at all is for
        ``problems`` to say."""
        ...

    def resign(self, state: Any, seat: Seat) -> Action:
        """The game's own action for giving up."""
        ...

    def offer_draw(self, state: Any, seat: Seat) -> Action:
        """The game's own action for offering a draw."""
        ...

    def answer_draw(self, state: Any, seat: Seat, *, accept: bool) -> Action:
        """The game's own action for answering a draw offer."""
        ...


@runtime_checkable
class TimeOut(Protocol):
    """What a game may be able to do beside the rest: act for a seat whose time is up, which must not stop the game for the others. What is asked of it
    is given up with the least harm: an answer by its default, a list by the least legal one, a turn by ending it. A game's class has the ability
    by having this method."""

    def time_out(self, state: Any, seat: Seat) -> Action | None:
        """A legal action that gives up what is asked of ``seat`` with the least harm; ``None`` where nothing is asked of it, or
        where another seat of its side must do it. Played again and again for all seats of a side, these lead to where
        the side is no longer asked. The same position has always the same one."""
        ...


def time_out_of(system: GameSystem) -> TimeOut | None:
    """What a game does for seats whose time is up; ``None`` for a game that cannot be played by a clock."""
    return system if isinstance(system, TimeOut) else None
