"""The only way a game advances: check, then apply, which folds each event as it happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from app.engine.dice import Dice, GivenDice
from app.engine.refusal import FieldError, InvalidInput, InvalidPosition, Refusal
from app.engine.story import Step as Step
from app.engine.story import folded
from app.engine.system import GameSystem, Setup
from app.engine.types import Action, Event, Seat


def start(system: GameSystem, setup: Setup, dice: Dice) -> Step:
    """Opens a game. Raises ``InvalidInput`` for a set-up that cannot be."""
    return system.setup(setup, dice)


def step(system: GameSystem, state: Any, seat: Seat, action: Action, dice: Dice) -> Step | Refusal:
    """Plays one action, or says which rule refuses it. ``state`` is unchanged either way."""
    refusal = system.check(state, seat, action)
    return system.apply(state, seat, action, dice) if refusal is None else refusal


def understood(system: GameSystem, state: Any, seat: Seat, action: Action) -> Action | Refusal:
    """An action in the one wording of all that say the same, or the rule that refuses it."""
    refusal = system.check(state, seat, action)
    return system.understood(state, seat, action) if refusal is None else refusal


def carried_on(system: GameSystem, state: Any, events: Iterable[Event]) -> Step:
    """What followed from something that nobody at the table did: no dice fell."""
    return folded(system.evolve, state, events, GivenDice(()))


def fold(system: GameSystem, state: Any | None, events: Iterable[Event]) -> Any:
    """The state after all ``events``."""
    for event in events:
        state = system.evolve(state, event)
    return state


def decode(kind: Any, value: object, field: str) -> Any:
    """A value of type ``kind`` from decoded JSON; raises ``InvalidInput`` naming the wrong field below ``field``."""
    try:
        return msgspec.convert({"value": value}, _holder_of(kind), str_keys=True).value  # JSON has no other keys
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at `$.value")
        path = field + where.rstrip("`")
        raise InvalidInput([FieldError(path, message, _found(value))]) from None
    except UnicodeEncodeError:
        raise InvalidInput([FieldError(field, "text without lone surrogates", ascii(value)[:120])]) from None


@lru_cache(maxsize=256)
def _holder_of(kind: Any) -> Any:
    """A Struct around a value: msgspec remembers how to read Structs, but works unions out again each time."""
    return msgspec.defstruct("Holder", [("value", kind)])


def decode_action(system: GameSystem, value: object, field: str = "action") -> Action:
    """An action of the game from decoded JSON; short names of fields (``action_aliases``) are read as their full names."""
    aliases = system.manifest.action_aliases
    if aliases and isinstance(value, dict):
        value = {_unalias(str(key), aliases, value): item for key, item in value.items()}
    action: Action = decode(system.action_type, value, field)
    return action


def decode_state(system: GameSystem, value: object, field: str = "position") -> Any:
    """A state between two acts from decoded JSON; raises ``InvalidPosition`` with every reason why it cannot be."""
    state = decode(system.state_type, value, field)
    reasons = problems(system, state)
    if reasons:
        raise InvalidPosition([FieldError(field, "a possible position", reason) for reason in reasons])
    return state


def problems(system: GameSystem, state: Any) -> Sequence[str]:
    """Every reason why a state cannot be one between two acts: it contradicts itself, or nobody is asked and the game is not over, as in
    the middle of an act."""
    found = system.problems(state)
    if found or system.to_act(state) or system.outcome(state) is not None:
        return found
    return ("nobody is asked, and the game is not over",)


def decode_event(system: GameSystem, value: object) -> Event:
    """An event of the game from decoded JSON."""
    event: Event = decode(system.event_type, value, "event")
    return event


def encode(value: object) -> Any:
    """JSON-ready plain data of any Struct."""
    return msgspec.to_builtins(value, str_keys=True)


def _unalias(key: str, aliases: Any, value: dict[Any, Any]) -> str:
    full: str = aliases.get(key, key)
    return key if full in value else full


def _found(value: object) -> str:
    return repr(value)[:120]
