"""Acts that say the same in other words are one act, with one label and so the same dice.

Every act that is offered or played is worded anew in every way that JSON has: lists in another order, lines of a list split,
what may be left out given and what was given left out, names that stand for others. A wording that the judge takes, and from
which follows the same but for how it was said, must be understood as the same act. Else somebody who may take an act back
could say it in other words until the dice please.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, get_args

import msgspec
import pytest

from app.engine import play
from app.engine.dice import StreamDice, act_text
from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import GameSystem
from app.engine.types import Action, Seat
from tests.support.random_play import GAMES, Game, played, played_with_odd_options, registry, set_ups

MEANT = {
    ("war_of_plastic", "submit_army"): "units are numbered in the order of the list",
    ("war_of_plastic", "lock_army"): "units are numbered in the order of the list",
    ("scouts", "queue"): "who comes next is what is said",
    ("flames_hexwar", "deck"): "cards are turned in the order of the list (FHW-PLAN-03)",
    (
        "flames_hexwar",
        "bombard",
    ): "hexes grow from those before them, dice fall in their order (FHW-ART-07, FHW-ART-18)",
    ("flames_hexwar", "strike"): "attacks are flown, hexes are searched in the order of the list (FHW-AIR-04)",
    ("flames_hexwar", "fire"): "dice fall, hits are given out in the order of the shots (FHW-SHOT-06, FHW-ALLOC-03)",
    (
        "flames_hexwar",
        "opportunity",
    ): "platoon by platoon, dice fall in the order of the shots (FHW-FO-09, FHW-SHOT-06)",
    ("flames_hexwar", "defend"): "platoon by platoon, dice fall in the order of the shots (FHW-ASLT-13, FHW-SHOT-06)",
}
"""Acts whose lists mean something by their order, and by what rule: what follows is the same only if it follows in the same order."""
NUMBERED = {("open_wars", "muster"), ("open_wars", "recruit")}
"""Acts whose lists number tokens in their order and do nothing else by it: a room puts them in order."""
PLACED = ("daubs",)
"""Games whose cells are two whole numbers, a column and a row, which mean another cell the other way round."""
WORDED = ("open_wars", "war_of_plastic")
"""Games in which an act can be said in several ways."""
PIECES = ("open_wars", "war_of_plastic")
"""Games in which acts name pieces, some of which are like others."""
NAMING = frozenset(
    ("acting", "caster", "failed", "fallen", "fell", "groups", "helped", "moved", "present", "token", "tokens", "unit")
)
"""Fields that name pieces."""
MOST_OF_A_KIND = 3
MOST_FILLED = 8
LOOKED_AT = 5 * GAMES
ODD_GAMES = 3


@pytest.mark.parametrize("game", list(registry()))
def test_every_other_wording_of_an_act_is_understood_as_the_same_act(game: str) -> None:
    others = 0
    for system, state, seat, action in acts_of(game):
        meant = system.understood(state, seat, action)
        for reworded, added, is_meant in wordings(system, state, action):
            if reworded == action or system.check(state, seat, reworded) is not None:
                continue
            if said(seat, system.understood(state, seat, reworded)) == said(seat, meant):
                others += 1
            else:
                followed = [
                    consequences(system, state, seat, each, added, in_order=is_meant) for each in (meant, reworded)
                ]
                assert followed[0] != followed[1], (action, reworded)
    assert others or game not in WORDED


@pytest.mark.parametrize("game", PIECES)
def test_whoever_names_one_of_two_pieces_that_are_alike_has_named_the_other(game: str) -> None:
    others = 0
    for system, state, seat, action in acts_of(game):
        plain, whole = play.encode(action), play.encode(state)
        for names in alike(game, whole, plain):
            reworded = play.decode_action(system, renamed(plain, names))
            meant = system.understood(state, seat, action)
            followed = play.step(system, state, seat, meant, StreamDice(bytes(32), "0"))
            assert system.check(state, seat, reworded) is None, (action, reworded)
            assert not isinstance(followed, Refusal)
            if followed.rolls or game == "open_wars":  # else there is nothing to choose
                assert said(seat, system.understood(state, seat, reworded)) == said(seat, meant), (action, reworded)
                others += 1
    assert others or game != "open_wars"


@pytest.mark.parametrize("game", list(registry()))
def test_what_is_understood_is_legal_and_understood_as_itself(game: str) -> None:
    for system, state, seat, action in acts_of(game):
        meant = system.understood(state, seat, action)

        assert system.check(state, seat, meant) is None
        assert system.understood(state, seat, meant) is meant
        assert play.decode_action(system, play.encode(meant)) == meant
        if meant != action and (game, play.encode(action)["type"]) not in NUMBERED:
            names = names_between(game, play.encode(state), play.encode(action), play.encode(meant))
            followed = consequences(system, state, seat, action, {}, names)
            assert consequences(system, state, seat, meant, {}) == followed, (action, meant)


def said(seat: Seat, action: Action) -> str:
    return act_text(seat, play.encode(action))


# -- acts -----------------------------------------------------------------------------------------------------------------


def acts_of(game: str) -> Iterator[tuple[GameSystem, Any, Seat, Action]]:
    """Acts of every kind that were played or offered, each where it was."""
    for one in games_of(game):
        by_kind: dict[type[Action], list[Any]] = {}
        for moment in one.moments:
            by_kind.setdefault(type(moment.action), []).append(moment)
        for moment in (each for found in by_kind.values() for each in spread(found, MOST_OF_A_KIND)):
            yield one.system, moment.state, moment.seat, moment.action
        for moment in one.some_moments(LOOKED_AT):
            offered: dict[str, list[Action]] = {}
            for offer in one.system.offers(moment.state, moment.seat):
                offered.setdefault(offer.type, []).extend(offer.examples)
            for action in (each for found in offered.values() for each in spread(found, MOST_OF_A_KIND)):
                yield one.system, moment.state, moment.seat, action


@lru_cache(maxsize=8)
def games_of(game: str) -> tuple[Game, ...]:
    usual = [played(*each, 0) for each in set_ups() if each[0] == game]
    return (*usual[:: max(1, len(usual) // 4)], *(played_with_odd_options(game, number) for number in range(ODD_GAMES)))


def spread(found: list[Any], most: int) -> list[Any]:
    return found if len(found) <= most else random.Random(len(found)).sample(found, most)


# -- what follows from an act, however it was said --------------------------------------------------------------------------


def consequences(
    system: GameSystem,
    state: Any,
    seat: Seat,
    action: Action,
    added: Mapping[str, Any],
    names: Mapping[Any, Any] = MappingProxyType({}),
    *,
    in_order: bool = False,
) -> Any:
    """What follows from an act with the same dice, without the order of lists, unless that is meant, and told without what a wording
    added: what the position keeps of it is for what is still to come. Pieces go by other ``names``."""
    found = []
    for seed in range(3):
        step = play.step(system, state, seat, action, StreamDice(bytes(32), str(seed)))
        assert not isinstance(step, Refusal)
        told = [play.encode(step.events), play.encode(step.state)]
        if not in_order:
            events, left = renamed(told, names)
            told = [without(events, added), without(left, {})]
        purposes = [" ".join(names.get(word, word) for word in roll.purpose.split()) for roll in step.rolls]
        found.append((purposes, told))
    return found


def without(value: Any, added: Mapping[str, Any]) -> Any:
    if isinstance(value, Mapping):
        kept = {name: without(each, added) for name, each in value.items() if name not in added or each != added[name]}
        return {name: each for name, each in kept.items() if each is not None}
    if isinstance(value, (list, tuple)):
        if len(value) == 3 and all(isinstance(each, int) for each in value) and value[-1] == 0:
            value = value[:-1]  # a point on the ground
        if len(value) == 2 and all(type(each) is int for each in value):
            return list(value)  # a place: its numbers have their order
        return sorted((without(each, added) for each in value), key=msgspec.json.encode)
    return value


# -- pieces that nothing tells apart but their ids --------------------------------------------------------------------------


def alike(game: str, state: Mapping[str, Any], action: Mapping[str, Any]) -> Iterator[Mapping[Any, Any]]:
    """Other names under which the position is the same, and the act another: two pieces that have changed places."""
    pieces = pieces_of(game, state)
    as_it_is = without(state, {})
    for one in ids_in(action, pieces):
        for other, piece in pieces.items():
            if other == one or nameless(piece) != nameless(pieces[one]):
                continue
            names = swapped([(one, other)])
            if renamed(action, names) != action and without(renamed(state, names), {}) == as_it_is:
                yield names


def names_between(
    game: str, state: Mapping[str, Any], action: Mapping[str, Any], meant: Mapping[str, Any]
) -> Mapping[Any, Any]:
    """The names by which an act of pieces is that of others, which are like them."""
    pieces = pieces_of(game, state)
    gone, come = ids_in(action, pieces), ids_in(meant, pieces)
    left = sorted(come - gone)
    pairs = []
    for one in sorted(gone - come):
        other = next(each for each in left if nameless(pieces[each]) == nameless(pieces[one]))
        left.remove(other)
        pairs.append((one, other))
    return swapped(pairs)


def pieces_of(game: str, state: Mapping[str, Any]) -> dict[Any, Any]:
    if game == "open_wars":
        return {piece["id"]: piece for piece in (*state["tokens"].values(), *state["fallen"])}
    return dict(state["units"]) if game == "war_of_plastic" and "units" in state else {}


def nameless(piece: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in piece.items() if name != "id"}


def swapped(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    names: dict[Any, Any] = {}
    for one, other in pairs:
        names |= {one: other, other: one, str(one): str(other), str(other): str(one)}
    return names


def ids_in(action: Mapping[str, Any], pieces: Mapping[Any, Any]) -> set[Any]:
    found = set()
    for name, value in action.items():
        if isinstance(value, Mapping):
            found |= ids_in(value, pieces)
        elif name in NAMING:
            found |= {each for each in (value if isinstance(value, (list, tuple)) else [value]) if each in pieces}
    return found


def renamed(value: Any, names: Mapping[Any, Any], at: str = "") -> Any:
    """The same with other names for pieces; numbers are names only where pieces are named."""
    if not names:
        return value
    if isinstance(value, Mapping):
        below = {name: "token" if name == "id" and "unit" in value else name for name in value}
        return {names.get(name, name): renamed(each, names, below[name]) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [renamed(each, names, at) for each in value]
    return names.get(value, value) if isinstance(value, str) or at in NAMING else value


# -- other words ------------------------------------------------------------------------------------------------------------


def wordings(system: GameSystem, state: Any, action: Action) -> Iterator[tuple[Action, dict[str, Any], bool]]:
    """Other actions that may say the same, with the fields that were added, and whether they say it in another order that may be meant."""
    plain = play.encode(action)
    is_ordered = (system.manifest.id, plain["type"]) in MEANT
    others = [(each, {}, is_ordered) for each in reordered(plain, system.manifest.id in PLACED)]
    found: list[tuple[Any, dict[str, Any]]] = [*filled(plain, type(action), state)]
    found += [(dropped, {}) for dropped in without_one(plain)]
    found += [({alias if name == full else name: each for name, each in plain.items()}, {})
              for alias, full in system.manifest.action_aliases.items() if full in plain]  # fmt: skip
    for worded, added, is_meant in (*others, *((*each, False) for each in found)):
        try:
            yield play.decode_action(system, worded), added, is_meant
        except InvalidInput:
            continue


def reordered(value: Any, is_placed: bool = False) -> Iterator[Any]:
    """The same with one list turned round, shuffled, split or with a zero more."""
    if isinstance(value, Mapping):
        for name, below in value.items():
            yield from ({**value, name: each} for each in reordered(below, is_placed))
    elif isinstance(value, (list, tuple)) and value:
        whole = list(value)
        if is_placed and len(whole) == 2 and all(isinstance(each, int) for each in whole):
            return
        yield whole[::-1]
        yield random.Random(len(whole)).sample(whole, len(whole))
        if len(whole) == 2 and all(isinstance(each, int) for each in whole):
            yield [*whole, 0]
        for index, each in enumerate(whole):
            yield from ([*whole[:index], other, *whole[index + 1 :]] for other in reordered(each, is_placed))
            if isinstance(each, Mapping) and each.get("count", 1) > 1:
                yield [*whole[:index], {**each, "count": each["count"] - 1}, {**each, "count": 1}, *whole[index + 1 :]]


def without_one(value: Mapping[str, Any]) -> Iterator[Any]:
    for name, below in value.items():
        if name != "type":
            yield {each: kept for each, kept in value.items() if each != name}
        if isinstance(below, Mapping):
            yield from ({**value, name: each} for each in without_one(below))


def filled(value: Mapping[str, Any], kind: type[Any], state: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The same with one field given that was left out: with its default, and with values that stand in the position."""
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        below = value.get(name)
        struct = next(
            (each for each in (field.type, *get_args(field.type)) if isinstance(each, type(msgspec.Struct))), None
        )
        if struct is not None:
            yield from (({**value, name: each}, added) for each, added in filled(below or {}, struct, state))
        if name in value:
            continue
        if field.default is not msgspec.NODEFAULT:
            yield {**value, name: play.encode(field.default)}, {}
        for given in spread(list(values_in(state)), MOST_FILLED):
            yield {**value, name: given}, {name: given}


def values_in(state: Any) -> Iterator[Any]:
    """Numbers, names and places that mean something in a position."""
    seen: set[Any] = set()
    waiting = [play.encode(state)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += [*value, *value.values()]
        elif isinstance(value, (list, tuple)):
            waiting += value
        elif isinstance(value, (int, str)) and not isinstance(value, bool) and value not in seen:
            seen.add(value)
            yield value
