"""What is asked row by row, and what grows from a corner: the domain holds what the examples are made of, so that a page can fill it in."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.offers import Domain, Offer
from tests.support.random_play import played, set_ups

GAMES = [pytest.param(*each, id="-".join(map(str, each))) for each in set_ups()]


def asked(game: str, scenario: str, seats: int, kind: str) -> list[tuple[Offer, Domain]]:
    one = played(game, scenario, seats, 0)
    offers = (
        offer for moment in one.some_moments() for seat in one.seats for offer in one.system.offers(moment.state, seat)
    )
    return [(offer, offer.domain) for offer in offers if offer.input == kind and offer.domain is not None]


def wire(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize(("game", "scenario", "seats"), GAMES)
def test_rows_are_told_apart_and_an_order_holds_each_of_them_once(game: str, scenario: str, seats: int) -> None:
    for offer, domain in asked(game, scenario, seats, "rows"):
        ids = [row.id for row in domain.rows]
        assert ids, f"{offer.type} asks by rows and has none"
        assert len(set(ids)) == len(ids)
        assert all(row.choices for row in domain.rows), f"a row of {offer.type} has nothing to choose"
        if domain.sorted:
            entries = [wire(choice.entry) for row in domain.rows for choice in row.choices]
            assert len(entries) == len(ids)
            for example in offer.examples:
                found = wire(example)[domain.fields.rows]
                assert sorted(map(str, found)) == sorted(map(str, entries))


@pytest.mark.parametrize(("game", "scenario", "seats"), GAMES)
def test_a_pattern_begins_with_the_cells_of_its_corner(game: str, scenario: str, seats: int) -> None:
    for offer, domain in asked(game, scenario, seats, "pattern"):
        assert domain.corners
        for corner in domain.corners:
            assert domain.fields.pattern is not None
            cells = wire(offer.examples[corner.example])
            for key in domain.fields.pattern.split("."):
                cells = cells[int(key) if key.isdecimal() else key]
            named = [",".join(map(str, each)) if isinstance(each, list) else each for each in cells]
            assert len(set(named)) == len(named) <= domain.size
            if corner.near:
                assert set(named) <= set(corner.near)
            else:
                assert set(named[: len(corner.cells)]) == set(corner.cells)
                assert set(named) <= {*domain.cells, *corner.cells}
