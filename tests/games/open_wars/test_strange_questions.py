"""Worked examples with something wrong in them: the questions answer or name the wrong field, and nothing else."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.engine.refusal import InvalidInput
from app.engine.system import Query
from app.systems.open_wars.queries.queries import build_queries
from tests.games.open_wars.tables import book
from tests.games.open_wars.test_vectors import DOCUMENT

STRANGE = [
    None,
    True,
    -1,
    0,
    1,
    7,
    10**12,
    1.5,
    "",
    "x",
    "A1",
    "Z99",
    "orcs.castle",
    "\ud800",
    [],
    {},
    [[]],
    "spectator",
]


def paths_in(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside a value."""
    if here:
        yield here
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield from paths_in(inner, (*here, key))


def changed(given: Any, pick: random.Random) -> Any:
    """The question with one thing left out, or something else in its place."""
    strange = copy.deepcopy(given)
    *before, last = pick.choice(list(paths_in(strange)))
    inside = strange
    for key in before:
        inside = inside[key]
    if isinstance(inside, dict) and pick.random() < 0.2:
        del inside[last]
    else:
        inside[last] = copy.deepcopy(pick.choice(STRANGE))
    return strange


def asked(ask: Query, strange: Any) -> tuple[list[str], Any]:
    """The fields that are wrong, or none and the answer."""
    try:
        return [], ask(strange)
    except InvalidInput as error:
        return [found.field for found in error.errors], None


@pytest.mark.parametrize("name", sorted(DOCUMENT["queries"]))
def test_a_strange_question_is_answered_or_told_what_is_wrong_with_it(name):
    ask, pick = build_queries(book())[name], random.Random(name)
    examples = [vector["given"] for vector in DOCUMENT["vectors"] if vector["query"] == name]
    for _ in range(120):
        strange = changed(pick.choice(examples), pick)
        wrong, answer = asked(ask, strange)

        assert all(field.startswith(("given", "options", "tables")) for field in wrong), strange
        assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize("strange", [None, 3, "x", [], {}, {"kind": "nothing"}])
def test_what_is_no_question_at_all_is_refused_by_every_query_that_needs_values(strange):
    for name, ask in build_queries(book()).items():
        if name != "spell_result":
            with pytest.raises(InvalidInput):
                ask(strange)
