"""Who knows what in Masks: views, what is told, other worlds, and why a position cannot be."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.engine.system import Picker
from app.engine.types import Seat, Viewer
from tests.support.toy_systems.masks import rules
from tests.support.toy_systems.masks import values as v

replace = msgspec.structs.replace


def view(position: v.Position, viewer: Viewer) -> v.View:
    return v.View(viewer, masked(position, viewer), rules.to_act(position))


def masked(position: v.Position, viewer: Viewer) -> v.Position:
    """A position with everything left out that ``viewer`` does not see."""
    strike = position.strike
    if strike is not None:
        strike = replace(strike, answers={seat: said for seat, said in strike.answers.items() if seat == viewer})
    return replace(
        position,
        hands={seat: _seen(cards, shown=seat == viewer) for seat, cards in position.hands.items()},
        deck=_seen(position.deck, shown=False),
        figures=rules.seen_by(position, viewer),
        chosen={seat: choice for seat, choice in position.chosen.items() if seat == viewer},
        strike=strike,
    )


def _seen(cards: Sequence[int], *, shown: bool) -> tuple[int, ...]:
    return tuple(cards) if shown else (v.FACE_DOWN,) * len(cards)


def tell(event: v.AnyEvent, viewer: Viewer, before: v.Position | None) -> v.AnyEvent | None:
    match event:
        case v.Dealt():
            return v.Dealt(masked(event.position, viewer))
        case v.Chosen():
            return event if event.player == viewer else None
        case v.LurkerMoved():
            figure = before and rules.figure_of(before, event.unit)
            return event if figure and figure.seat == viewer else None
        case v.CardDrawn():
            return event if event.player == viewer else replace(event, card=v.FACE_DOWN)
        case v.Answered():
            return event if event.player == viewer else replace(event, block=None)
    return event


def resample(position: v.Position, viewer: Viewer, pick: Picker) -> v.Position:
    """Another world, made of nothing but what ``viewer`` sees and chance."""
    others = [seat for seat in position.seats if seat != viewer]
    unseen = sorted([*position.deck, *(card for seat in others for card in position.hands[seat])])
    hands = dict(position.hands)
    for seat in others:
        hands[seat] = tuple(sorted(unseen.pop(pick(len(unseen))) for _ in position.hands[seat]))
    deck = tuple(unseen.pop(pick(len(unseen))) for _ in position.deck)
    world = replace(position, hands=hands, deck=deck, figures=_figures(position, viewer, pick))
    return replace(world, chosen=_chosen(world, viewer, pick), strike=_strike(world, viewer, pick))


def _figures(position: v.Position, viewer: Viewer, pick: Picker) -> tuple[v.Figure, ...]:
    known = rules.seen_by(position, viewer)
    return tuple(
        figure if figure in known else replace(figure, x_mm=spot[0], y_mm=spot[1])
        for figure in position.figures
        for spot in [_free_spot(position, known, pick)]
    )


def _free_spot(position: v.Position, known: Sequence[v.Figure], pick: Picker) -> tuple[int, int]:
    edge, house = v.RADIUS_MM, position.house
    while True:
        x = edge + pick(house["width_mm"] - 2 * edge + 1)
        y = edge + pick(house["height_mm"] - 2 * edge + 1)
        if not any(rules.touches(figure, x, y) for figure in known if not figure.lurking):
            return x, y


def _chosen(world: v.Position, viewer: Viewer, pick: Picker) -> dict[Seat, v.Choice]:
    """What others may have chosen: if everybody had, the cards would be shown."""
    if world.phase != "choose":
        return dict(world.chosen)
    chosen = {seat: choice for seat, choice in world.chosen.items() if seat == viewer}
    others = [seat for seat in rules.playing(world) if seat != viewer]
    for seat in others:
        card = pick(len(world.hands[seat]) + 1)
        if card:
            chosen[seat] = v.Choice(world.hands[seat][card - 1])
    if len(chosen) == len(rules.playing(world)):
        del chosen[others[pick(len(others))]]
    return chosen


def _strike(world: v.Position, viewer: Viewer, pick: Picker) -> v.Strike | None:
    strike = world.strike
    if strike is None:
        return None
    answers = {
        seat: said if seat == viewer else rules.blocking_card(world, seat) is not None and pick(2) == 1
        for seat, said in strike.answers.items()
    }
    return replace(strike, answers=answers)


def problems(position: v.Position) -> list[str]:
    """Every reason why a position cannot be."""
    cards = [*position.deck, *(card for hand in position.hands.values() for card in hand)]
    cards = [card for card in cards if card != v.FACE_DOWN]
    found = [] if len(set(cards)) == len(cards) else ["a card is in two places"]
    if set(position.house) != rules.HOUSE or min(position.house.values()) < 0:
        found.append("the house values are not those of the game")
    if set(position.hands) != set(position.seats) or set(position.scores) != set(position.seats):
        return [*found, "everybody has a hand and a score"]
    if not {figure.seat for figure in position.figures} <= set(position.seats):
        found.append("a figure belongs to nobody")
    if not {*position.order, *position.chosen, *position.given_up} <= set(position.seats):
        found.append("somebody plays who has no seat")
    if (position.phase == "answer") != (position.strike is not None):
        found.append("answers are given to a blow, and to nothing else")
    if (position.phase == "finished") != (position.ended is not None):
        found.append("a finished game has an end, and no other")
    wrong = [seat for seat, choice in position.chosen.items() if position.phase == "choose" and seat in position.hands]
    if any(position.chosen[seat].card not in position.hands[seat] for seat in wrong):
        found.append("somebody chose a card that they do not hold")
    return found
