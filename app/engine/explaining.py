"""How a game explains itself (``about.py``): statements in the words of the rule inventory, things found by the family in their
id, and the judge's refusal of what a unit cannot do now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from app.engine.about import About, Statement
from app.engine.refusal import Refusal
from app.engine.system import Rule
from app.engine.types import Action, RuleId, Text, UnitId

Tell = Callable[[str, str], About | None]
"""Says what a thing is, of its whole id and its name within the family; ``None`` for a name that is none."""

Try = tuple[Action, UnitId | None]
"""An act that a unit might do, and the unit that it is aimed at."""


class Inventory:
    """The rules of a game in words, so that each has one wording wherever it is told."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._texts: Final = {rule.id: rule.text for rule in rules}

    def statements(self, *ids: str) -> tuple[Statement, ...]:
        """What these rules say, each by itself."""
        return tuple(Statement(self._texts[RuleId(each)], (RuleId(each),)) for each in ids)


class Question:
    """Somebody asks what a thing is. A game's own question also knows the tables of the room and the asker's view."""

    families: Mapping[str, Tell] = {}
    """Who tells of ids of the form ``<family>.<name>``, by family."""

    def __init__(self, inventory: Inventory) -> None:
        self._inventory: Final = inventory

    def of_family(self, thing: str) -> About | None:
        """What a thing is by the family in its id; ``None`` where there is none of it."""
        family, _, name = thing.partition(".")
        tell = self.families.get(family)
        return None if tell is None else tell(thing, name)

    def ruled(self, thing: str, title: Text, rules: Iterable[str], kind: Text | None = None) -> About:
        """A thing of which there is nothing to say but rules."""
        return About(thing, title, kind, lines=self._rules(*rules))

    def _rules(self, *ids: str) -> tuple[Statement, ...]:
        return self._inventory.statements(*ids)


def told(text: Text, *rules: str, about: str | None = None) -> Statement:
    """A sentence with the rules it comes from."""
    return Statement(text, tuple(RuleId(each) for each in rules), about)


def refused(check: Callable[[Action], Refusal | None], tries: Iterable[Try]) -> tuple[Refusal, UnitId | None] | None:
    """Why none of these acts can be done: the judge's refusal of the first, which comes nearest to being possible, and whom it
    was aimed at. ``None`` if the judge accepts any of them, and if nothing is tried."""
    first: tuple[Refusal, UnitId | None] | None = None
    for action, whom in tries:
        refusal = check(action)
        if refusal is None:
            return None
        first = first or (refusal, whom)
    return first
