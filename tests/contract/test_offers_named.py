"""What a page fills in is called by its name in the offer: no page has to know the wire of a game."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec
import pytest

from app.engine.offers import Fields, Offer
from app.engine.types import SPECTATOR
from app.web.wire.templating import STATIC
from tests.support.random_play import played, set_ups

ASKED = {
    "path": {"way"},
    "steps": {"way"},
    "entry": {"way", "along"},
    "point": {"x", "y"},
    "target": {"targets"},
    "cell": {"cell"},
    "between": {"between"},
    "rows": {"rows"},
    "pattern": {"pattern"},
}
"""What each input asks for."""


PLANS: Final = STATIC / "js" / "plans"


@cache
def asked_on(board: str) -> set[str]:
    """The inputs that a page has a plan for on that kind of board."""
    script = (PLANS / "on" / f"{board}.js").read_text("utf-8")
    other = re.search(r"import \{ PLANS \} from './(\w+)\.js'", script)
    if other is not None:
        return asked_on(other[1])
    return {
        name
        for text in (script, (PLANS / "plans.js").read_text("utf-8"))
        for found in re.findall(r"^(?:export )?const [A-Z]+ = \{ (.*) \};$", text, re.MULTILINE)
        for name in re.findall(r"(\w+): \w+Plan", found)
    }


def named(offer: Offer) -> dict[str, str]:
    """The names that an offer gives, by what they are for."""
    fields = Fields() if offer.domain is None else offer.domain.fields
    names: dict[str, str] = msgspec.to_builtins(fields)
    return names


def fields_of(offer: Offer) -> set[str]:
    """The fields that the action has."""
    properties: dict[str, Any] = offer.params.get("properties", {})
    for part in offer.params.get("$defs", {}).values():
        properties = properties | part.get("properties", {})
    return set(properties)


@pytest.mark.parametrize(
    ("game", "scenario", "seats"), [pytest.param(*each, id="-".join(map(str, each))) for each in set_ups()]
)
def test_an_offer_names_the_fields_that_its_input_asks_for(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for moment in one.some_moments():
        for seat in one.seats:
            for offer in one.system.offers(moment.state, seat):
                names = named(offer)
                missing = ASKED.get(offer.input, set()) - set(names)
                assert not missing, f"{offer.type} asks by {offer.input} and does not say what it calls {missing}"
                assert set(names.values()) <= fields_of(offer), f"{offer.type} has no such field"


@pytest.mark.parametrize(
    ("game", "scenario", "seats"), [pytest.param(*each, id="-".join(map(str, each))) for each in set_ups()]
)
def test_a_page_has_a_plan_for_every_input_on_the_games_board(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    board = one.system.scene(one.system.view(one.final, SPECTATOR)).board
    for moment in one.some_moments():
        inputs = {offer.input for seat in one.seats for offer in one.system.offers(moment.state, seat)}
        assert inputs <= asked_on(board)
