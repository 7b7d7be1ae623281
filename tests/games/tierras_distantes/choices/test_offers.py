"""What a seat is offered: something wherever it is asked, every example legal, of one unit what is its own, all of it named."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from app.engine.dice import StreamDice
from app.engine.offering import MOST_EXAMPLES, name_of
from app.engine.offers import Offer
from app.engine.refusal import Refusal
from app.engine.scene import Disc, Shape
from app.engine.types import Seat
from app.systems.tierras_distantes.choices.offers import offers
from app.systems.tierras_distantes.choices.sample import sample
from app.systems.tierras_distantes.judge import acts
from app.systems.tierras_distantes.judge.acts import Moment
from app.systems.tierras_distantes.position import actions as a
from tests.games.tierras_distantes.playing import asked, moment, opened
from tests.games.tierras_distantes.test_random_play import ODD
from tests.support.random_play import bounded

EVERY = bounded(6, 1)
"""At one act of so many everything is looked at."""

Played = tuple[Moment, Seat, tuple[Offer, ...]]


@cache
def played(scenario: str, options: tuple[tuple[str, Any], ...], seed: int = 0) -> tuple[Played, ...]:
    """Moments of a game of random acts, with what was offered there."""
    chance, dice = random.Random(seed), StreamDice(seed.to_bytes(32), "play")
    position: Any = opened(scenario, **dict(options)).state
    found: list[Played] = []
    for number in range(4000):
        if position.phase == "over":
            return tuple(found)
        at = moment(position)
        seat = Seat(position.players[chance.choice(asked(position))].seat)
        if number % EVERY == 0 or position.phase not in ("deployment", "batch"):
            found.append((at, seat, offers(at, seat)))
        action = sample(at, seat, chance.randrange, lambda act: legal(at, seat, act))  # noqa: B023  # asked at once
        assert action is not None
        verdict = acts.check(at, seat, action)
        assert not isinstance(verdict, Refusal)
        position = acts.apply(at, seat, action, verdict, dice).state
    raise AssertionError("no end")


def legal(at: Moment, seat: Seat, action: Any) -> bool:
    return not isinstance(acts.check(at, seat, action), Refusal)


def moments() -> Iterator[Played]:
    for scenario, options in ODD:
        yield from played(scenario, tuple(options.items()))


def test_every_example_of_every_offer_is_legal_and_none_is_there_twice() -> None:
    seen = set()
    for at, seat, found in moments():
        assert found, at.position.phase
        for offer in found:
            seen.add(offer.type)
            assert 0 < len(offer.examples) <= MOST_EXAMPLES
            assert len(set(offer.examples)) == len(offer.examples)
            assert all(legal(at, seat, example) for example in offer.examples), offer.type
    assert seen == set().union(*acts.PHASES.values())


def test_of_one_unit_is_offered_what_is_its_own_among_everything() -> None:
    for at, seat, found in moments():
        for unit in {offer.unit for offer in found if offer.unit is not None}:
            assert offers(at, seat, unit) == tuple(offer for offer in found if offer.unit == unit)


def test_nobody_else_is_offered_anything() -> None:
    for at, _, _ in moments():
        waiting = {at.position.players[player].seat for player in asked(at.position)}
        for seat in {"a", "b", "c", "spectator"} - waiting:
            assert offers(at, Seat(seat)) == ()
            assert sample(at, Seat(seat), random.Random(1).randrange, lambda act: True) is None


def test_examples_with_names_are_told_apart_in_both_languages() -> None:
    for _, _, found in moments():
        for offer in found:
            for language in ("es", "en"):
                words = [name.in_(language) for name in offer.names]
                assert len(set(words)) == len(words)
                assert "{" not in "".join((*words, offer.label.in_(language)))
            if offer.input == "choice" and len(offer.examples) > 1:
                assert len(offer.names) == len(offer.examples)


def test_what_a_page_fills_in_is_called_by_its_name() -> None:
    for _, _, found in moments():
        for offer in found:
            if offer.domain is not None:
                names = set(msgspec.to_builtins(offer.domain.fields).values())
                assert names <= set(offer.params["properties"])
                assert set(offer.domain.parts) <= set(offer.params["properties"])


@pytest.mark.rule("TD-HID-04")
def test_whatever_is_done_at_random_lies_within_what_was_offered() -> None:
    for at, seat, found in moments():
        for number in range(3):
            action = sample(at, seat, random.Random(number).randrange, lambda act: legal(at, seat, act))  # noqa: B023
            assert any(holds(offer, action) for offer in found if offer.type == name_of(action)), action


def holds(offer: Offer, action: Any) -> bool:
    """Whether an offer leaves room for an act: it is an example, or its domain holds all that is named."""
    if action in offer.examples:
        return True
    if offer.domain is None or offer.unit != getattr(action, "unit", None):
        # Of a climb only some heights are shown, of each piece in hold.
        return isinstance(action, a.Climb) and offer.unit == action.unit and action.piece == offer.examples[0].piece  # type: ignore[attr-defined]
    domain = offer.domain
    match action:
        case a.Move():
            points = [(action.unit, point) for point in action.path_mm]
            return all(any(contains(shape, point) for shape in domain.region) for _, point in points)
        case a.Fire():
            aimed = [action.target] if action.split is None else [share.target for share in action.split]
            return action.weapon == offer.examples[0].weapon and set(aimed) <= set(domain.units)  # type: ignore[attr-defined]
        case a.FireArea() | a.Deploy():
            point = (action.x_mm, action.y_mm)
            level = any(each.level == action.z_mm and contains(each.shape, point) for each in domain.surfaces)
            return level and any(contains(shape, point) for shape in domain.region)
        case a.Activate(units=units) | a.EndBatch(rest=units):
            return set(units) <= set(domain.units) and len(units) == domain.most == domain.least
        case a.PlacePiece():
            return offer.examples[0].piece == action.piece  # type: ignore[attr-defined]
    return False


def contains(shape: Shape, point: tuple[int, int]) -> bool:
    if isinstance(shape, Disc):
        return math.dist((shape.x, shape.y), point) <= shape.radius
    sides = zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True)
    return all((bx - ax) * (point[1] - ay) >= (by - ay) * (point[0] - ax) for (ax, ay), (bx, by) in sides)


@pytest.mark.rule("TD-ACT-03")
def test_whoever_acts_is_offered_the_end_of_the_batch_last() -> None:
    for at, _, found in moments():
        if at.position.phase == "batch" and found[0].type != "activate":
            assert found[-1].type == "end_batch"
            assert found[-1].closes
