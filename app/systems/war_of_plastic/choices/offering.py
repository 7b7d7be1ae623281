"""How an offer is made: the examples that the judge accepts, with their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from app.engine.offers import Domain, Input, Offer
from app.engine.types import Action, Seat, Text, UnitId
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.judge.acts import check
from app.systems.war_of_plastic.position import actions as a

MOST_EXAMPLES: Final = 200


@lru_cache(maxsize=64)
def schema_of(kind: type[Action]) -> Mapping[str, Any]:  # a JSON Schema document
    """The JSON Schema of an action."""
    _, components = msgspec.json.schema_components([kind])
    schema: Mapping[str, Any] = components[kind.__name__]
    return schema


class Offering:
    """Makes the offers of one seat at one moment."""

    def __init__(self, words: Words, moment: Moment, seat: Seat) -> None:
        self.words = words
        self.moment = moment
        self.seat = seat

    def make(
        self,
        kind: type[Action],
        examples: Iterable[Action],
        *,
        label: Text | None = None,
        unit: UnitId | None = None,
        ask: Input = "choice",
        domain: Domain | None = None,
        names: Sequence[Text] = (),
        closes: bool | None = None,
        at_once: bool | None = None,
    ) -> Iterator[Offer]:
        """An offer of the examples that the judge accepts, at most 200, with their names; none if there are none."""
        legal: list[Action] = []
        kept: list[Text] = []
        for index, action in enumerate(examples):
            if len(legal) == MOST_EXAMPLES:
                break
            if check(self.moment, self.seat, action) is None:
                legal.append(action)
                kept += names[index : index + 1]
        if legal:
            name = a.name_of(legal[0])
            text = label or self.words.text("actions", name)
            yield Offer(
                name,
                text,
                schema_of(kind),
                tuple(legal),
                unit,
                ask,
                domain,
                tuple(kept),
                closes=closes,
                at_once=at_once,
            )

    def label(self, action: str, thing: Text) -> Text:
        """What is done with what: ``Shoot: Rifle``."""
        name = self.words.text("actions", action)
        return Text(f"{name.es}: {thing.es}", f"{name.en}: {thing.en}")
