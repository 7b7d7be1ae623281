"""How an offer is made: the examples that the judge accepts, with their words and what means them, and the act's schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from app.engine.offers import Domain, Input, Offer, Waiver
from app.engine.types import Action, Text, UnitId
from app.engine.words import shaped

MOST_EXAMPLES: Final = 200

Thing = TypeVar("Thing")


class Example(NamedTuple):
    """An act to choose, its words where it does not say itself what it is, and the drawables that mean it when touched."""

    action: Action
    name: Text | None = None
    picks: tuple[str, ...] = ()


def name_of(action: Action) -> str:
    """The type of an action on the wire."""
    return str(type(action).__struct_config__.tag)


def told_apart(
    things: Sequence[Thing], traits: Mapping[str, Callable[[Thing], int]], say: Callable[[str], Text], others: str
) -> tuple[Text, ...]:
    """A name for each of some lists, no two alike: each trait in turn names the one that has most of it among those not named yet, if
    any has more than the least of all; what is left is ``others``, numbered. ``say`` words a trait's key."""
    found: dict[int, Text] = {}
    for key, trait in traits.items():
        values = [trait(thing) for thing in things]
        left = [n for n in range(len(things)) if n not in found]
        best = max(left, key=lambda n: values[n], default=None)
        if best is not None and values[best] > min(values):
            found[best] = say(key)
    rest = [n for n in range(len(things)) if n not in found]
    numbered = {n: shaped("{name} {n}", name=say(others), n=at) for at, n in enumerate(rest, start=1)}
    return tuple((found | numbered)[n] for n in range(len(things)))


@lru_cache(maxsize=256)
def schema_of(kind: type[Action]) -> Mapping[str, Any]:  # a JSON Schema document
    """The JSON Schema of a kind of act: its own fields at the top, under ``$defs`` whatever they refer to, so that the
    document stands by itself."""
    _, components = msgspec.json.schema_components([kind])
    others = {name: part for name, part in components.items() if name != kind.__name__}
    own: dict[str, Any] = components[kind.__name__]
    return {**own, "$defs": others} if others else own


class Offering:
    """Makes the offers of one seat at one moment: what the judge accepts, under the game's own labels of kinds of act."""

    def __init__(self, is_legal: Callable[[Action], bool], label_of: Callable[[str], Text]) -> None:
        self._is_legal: Final = is_legal
        self._label_of: Final = label_of

    def make(
        self,
        examples: Iterable[Example | Action],
        *,
        label: Text | None = None,
        unit: UnitId | None = None,
        ask: Input = "choice",
        domain: Domain | None = None,
        waivers: tuple[Waiver, ...] | None = None,
        about: Text | None = None,
        closes: bool | None = None,
        at_once: bool | None = None,
        yields: bool | None = None,
        beside: bool | None = None,
        together: bool | None = None,
        group: Text | None = None,
        judged: bool = False,
    ) -> Iterator[Offer]:
        """An offer of the examples of one kind that the judge accepts, at most 200; none if there are none. ``judged``: the judge
        has accepted them already. They bear names where every one of them has one."""
        legal: list[Example] = []
        for each in examples:
            example = each if isinstance(each, Example) else Example(each)
            if judged or self._is_legal(example.action):
                legal.append(example)
                if len(legal) == MOST_EXAMPLES:
                    break
        if not legal:
            return
        first = legal[0].action
        name = name_of(first)
        words = tuple(each.name for each in legal if each.name is not None)
        picks = tuple(each.picks for each in legal)
        yield Offer(
            type=name,
            label=label or self._label_of(name),
            params=schema_of(type(first)),
            examples=tuple(each.action for each in legal),
            unit=unit,
            input=ask,
            domain=domain,
            names=words if len(words) == len(legal) else (),
            picks=picks if any(picks) else None,
            waivers=waivers,
            about=about,
            closes=closes,
            at_once=at_once,
            yields=yields,
            beside=beside,
            together=together,
            group=group,
        )
