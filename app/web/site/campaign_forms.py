"""What a seat may decide between two games, as forms that work without a script: from the offers of its game, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from app.engine.offers import Offer
from app.engine.play import encode
from app.engine.refusal import InvalidInput
from app.web.wire import bodies

FEW: Final = 8
"""So many choices stand side by side; more of them are a list that unfolds."""
_MOST_OF_ONE: Final = 99
NOTHING: Final[Mapping[str, str]] = {}


class Choice(msgspec.Struct, frozen=True):
    """One thing to decide: its words and, as JSON, the action; ``chosen`` if it stands chosen."""

    words: str
    action: str
    chosen: bool = False


class Count(msgspec.Struct, frozen=True):
    """How many of something: the name of its field, its words, what one costs, as JSON what stands for it on the list (an
    object once, with its count; anything else as often as it is wanted), and how many there are if that is known."""

    field: str
    words: str
    cost: int
    value: str
    most: int
    group: str = ""
    detail: str = ""
    typed: str = "0"


class Decision(msgspec.Struct, frozen=True):
    """One offer as a form: ``choices`` to choose from or, for a list, ``counts`` of what may stand on it, which may cost
    ``most`` together; ``template`` is the action that the list belongs to, in its ``field``."""

    id: str
    title: str
    choices: tuple[Choice, ...] = ()
    counts: tuple[Count, ...] = ()
    template: str = ""
    field: str = ""
    most: int | None = None
    is_button: bool = False
    unfolds: bool = False


def decisions(offers: Iterable[Offer], lang: str, typed: Mapping[str, str] = NOTHING) -> list[Decision]:
    """The offers of a seat as forms, in order, filled in as one was ``typed`` that was refused."""
    return [_decision(number, offer, lang, typed) for number, offer in enumerate(offers) if offer.examples]


def action_of(typed: Mapping[str, str]) -> Any:
    """The action that a form was sent with, as JSON; raises ``InvalidInput`` for what is not a form of ours."""
    action = bodies.parse(typed.get("action", ""))
    if not isinstance(action, dict):
        raise InvalidInput.at("action", "an action", typed.get("action", ""))
    listed = [name.removeprefix("count_") for name in typed if name.startswith("count_")]
    if listed:
        action[typed.get("field", "")] = [
            value for name in listed for value in _listed(typed, name, _count(typed[f"count_{name}"], name))
        ]
    bodies.refuse_long_lists(action)
    return action


def _decision(number: int, offer: Offer, lang: str, typed: Mapping[str, str]) -> Decision:
    place, title = f"decision-{number}", offer.label.in_(lang)
    if offer.input == "list" and offer.domain is not None:
        counts = tuple(
            Count(
                f"{place}-{row}",
                item.name.in_(lang),
                item.cost,
                _json(item.value if item.entry is None else item.entry),
                item.most or _MOST_OF_ONE,
                item.group.in_(lang) if item.group else "",
                item.detail.in_(lang) if item.detail else "",
                typed.get(f"count_{place}-{row}", "0"),
            )
            for row, item in enumerate(offer.domain.items)
        )
        template, domain = _json(offer.examples[0]), offer.domain
        return Decision(place, title, (), counts, template, domain.field, domain.most)
    names = [name.in_(lang) for name in offer.names] or [title] * len(offer.examples)
    actions = [_json(action) for action in offer.examples]
    chosen = actions.index(typed["action"]) if typed.get("action") in actions else 0
    choices = tuple(
        Choice(words, action, row == chosen) for row, (words, action) in enumerate(zip(names, actions, strict=True))
    )
    return Decision(
        place, title, choices, is_button=offer.input == "button" and len(choices) == 1, unfolds=len(choices) > FEW
    )


def _listed(typed: Mapping[str, str], name: str, count: int) -> list[Any]:
    value = bodies.parse(typed.get(f"value_{name}", ""))
    if isinstance(value, dict):
        return [{**value, "count": count}] if count else []
    return [value] * count


def _json(action: object) -> str:
    return msgspec.json.encode(encode(action)).decode()


def _count(typed: str, name: str) -> int:
    words = typed.strip() or "0"
    if not (words.isascii() and words.isdigit() and len(words) <= 2):
        raise InvalidInput.at(f"count_{name}", f"a whole number from 0 to {_MOST_OF_ONE}", typed)
    return int(words)
