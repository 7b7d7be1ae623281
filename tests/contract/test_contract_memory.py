"""A game has no memory: one object, asked about many positions in any order and mixture, answers as a fresh one does.

What a game remembers may make it faster and nothing else. So everything that can be asked of it is asked of one object about
positions of several rooms, before and after acts, with other options and other house values on the same map, in turn; and each
answer is compared with that of an object which was never asked anything before.
"""

from __future__ import annotations

import gc
import importlib
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from app.engine import about, play, registry
from app.engine.dice import StreamDice
from app.engine.judging import Kept, Same
from app.engine.refusal import IllegalAction, InvalidInput, Refusal
from app.engine.scene import Token
from app.engine.system import GameSystem, Setup, time_out_of
from app.engine.types import SPECTATOR, Action, Seat, Viewer
from tests.support import random_play
from tests.support.random_play import GAMES, Game, Moment, bounded, played, played_with_odd_options

Question = Callable[[GameSystem], Any]

MIXTURES = GAMES
COMPARED = bounded(10, 1000)
"""Of how many positions an answer of each kind is compared; all are asked for."""
MOST_ACTS = 9
MOST_HOUSE_VALUES = 30
OF_MODULES = ("app.systems.", "app.boards.", "app.engine.", "tests.support.toy_systems.")

every_game = pytest.mark.parametrize("game", list(random_play.registry()))


@every_game
def test_whatever_is_asked_leaves_no_trace_but_in_the_grounds_memory(game: str) -> None:
    """The first of these tests: what another has asked would hide what is remembered of it."""
    one = fresh(game)
    before = list(remembered(one))

    for question in questions_about(game).values():
        answered(question, one)

    assert list(remembered(one)) == before


@every_game
def test_one_object_answers_in_any_order_as_a_fresh_one_does_each_time(game: str) -> None:
    questions = questions_about(game)
    expected = {name: answered(questions[name], fresh(game)) for name in some_of_each_kind(questions)}

    for seed in range(MIXTURES):
        one, pick = fresh(game), random.Random(f"{game} {seed}")
        asked = list(questions) * 2
        pick.shuffle(asked)
        given = [(name, answered(questions[name], one)) for name in asked]
        assert [name for name, answer in given if name in expected and answer != expected[name]] == []


@every_game
def test_an_act_just_judged_is_judged_anew_wherever_else_it_is_played(game: str) -> None:
    """The order of a room: the act is checked and applied, somebody looks at what came of it, it is sent again."""
    one, others = fresh(game), [other.final for other in rooms_of(game)]
    for room in rooms_of(game):
        for moment in room.some_moments(bounded(2, 4)):
            for state in (moment.state, moment.step.state, *others):
                expected = fresh(game).check(state, moment.seat, moment.action)
                for look in looks_at(moment):
                    one.check(moment.state, moment.seat, moment.action)
                    look(one, state)
                    assert one.check(state, moment.seat, moment.action) == expected, look


# -- positions of several rooms -----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def rooms_of(game: str) -> tuple[Game, ...]:
    """A game as it usually is, the very same opening under other house values, one with odd options, one of another scenario."""
    manifest = random_play.registry()[game].manifest
    first, last = manifest.scenarios[0], manifest.scenarios[-1]
    usual = played(game, first.id, first.seats.min, 0)
    others = [played_with_odd_options(game, 0), played(game, last.id, last.seats.max, 1)]
    return (usual, *under_house_values(usual), *others)


def under_house_values(usual: Game) -> list[Game]:
    """The game opened under other house values and played as far as it goes in the same way."""
    system = fresh(usual.system.manifest.id)
    chosen: dict[str, Any] = {}
    paths = list(house_values(system.manifest.tables))
    random.Random(7).shuffle(paths)
    for path, value in paths:
        if len(chosen) < MOST_HOUSE_VALUES and opens(system, usual.setup, chosen | {path: value + 1}):
            chosen[path] = value + 1
    if not chosen:
        return []
    setup = msgspec.structs.replace(usual.setup, tables=chosen)
    opening = play.start(system, setup, StreamDice(bytes(32), "opening"))
    state, moments = opening.state, []
    for number in range(200):
        asked = system.to_act(state)
        if not asked:
            break
        action = system.sample(state, asked[0], random.Random(number).randrange)
        assert action is not None
        step = play.step(system, state, asked[0], action, StreamDice(bytes(32), str(number)))
        assert isinstance(step, play.Step)
        moments.append(Moment(state, asked[0], action, str(number), step))
        state = step.state
    return [Game(system, setup, opening, tuple(moments), state)]


def opens(system: GameSystem, setup: Setup, tables: Mapping[str, Any]) -> bool:
    try:
        play.start(system, msgspec.structs.replace(setup, tables=tables), StreamDice(bytes(32), "opening"))
    except InvalidInput:
        return False
    return True


def house_values(node: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """The dotted paths of a game's whole numbers, with what they are; some of them are house values."""
    for name, value in node.items() if isinstance(node, Mapping) else ():
        below = f"{path}.{name}" if path else str(name)
        if isinstance(value, int) and not isinstance(value, bool):
            yield below, value
        else:
            yield from house_values(value, below)


# -- what may be asked --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def questions_about(game: str) -> dict[str, Question]:
    """Every kind of question about every one of some positions, by a name that says what is asked."""
    moments = [
        (f"{number}.{place}", room, moment)
        for number, room in enumerate(rooms_of(game))
        for place, moment in enumerate(room.some_moments(2))
    ]
    actions = list({type(moment.action): moment.action for _, room, _ in moments for moment in room.moments}.values())
    acts = [*(moment.action for _, _, moment in moments), *random.Random(5).sample(actions, len(actions))][:MOST_ACTS]
    found: dict[str, Question] = {}
    for name, room, moment in moments:
        found |= {f"{name} {kind}": ask for kind, ask in questions_at(room, moment, acts)}
        after = msgspec.structs.replace(moment, state=moment.step.state)
        found |= {f"{name} after {kind}": ask for kind, ask in questions_at(room, after, acts)}
    return found


def some_of_each_kind(questions: Iterable[str]) -> list[str]:
    """Names of questions: of each kind some, at positions by chance, the same ones at every run."""
    kinds: dict[str, list[str]] = {}
    for name in questions:
        kinds.setdefault(name.partition(" ")[2].removeprefix("after ").split()[0], []).append(name)
    pick = random.Random(11)
    return [name for names in kinds.values() for name in pick.sample(names, min(COMPARED, len(names)))]


def questions_at(room: Game, moment: Moment, acts: list[Action]) -> Iterator[tuple[str, Question]]:
    state, seats = moment.state, room.seats
    tokens = [
        each.id for each in room.system.scene(room.system.view(state, SPECTATOR)).drawables if type(each) is Token
    ]
    units = random.Random(3).sample(tokens, min(2, len(tokens)))
    for seat in seats[:2]:
        viewer = Viewer(seat)
        yield f"offers {seat}", lambda one, seat=seat: one.offers(state, seat)
        yield f"sample {seat}", lambda one, seat=seat: one.sample(state, seat, random.Random(1).randrange)
        yield f"worth {seat}", lambda one, seat=seat: one.worth(state, seat)
        yield f"scene {seat}", lambda one, viewer=viewer: one.scene(one.view(state, viewer))
        yield f"world {seat}", lambda one, viewer=viewer: one.resample(state, viewer, random.Random(2).randrange)
        yield f"time out {seat}", lambda one, seat=seat: given_up(one, state, seat)
        yield f"tell {seat}", lambda one, viewer=viewer: told(one, moment.step, viewer)
        for unit in units:
            yield f"offers {seat} {unit}", lambda one, seat=seat, unit=unit: one.offers(state, seat, unit)
            yield f"survey {seat} {unit}", lambda one, seat=seat, unit=unit: one.survey(state, seat, unit)
            yield f"withheld {seat} {unit}", lambda one, seat=seat, unit=unit: about.withheld(one, state, seat, unit)
            yield f"about {seat} {unit}", lambda one, v=viewer, unit=unit: about.about(one, one.view(state, v), unit)
    for number, action in enumerate(acts):
        seat = moment.seat if number % 2 else seats[number % len(seats)]
        yield f"check {number}", lambda one, seat=seat, action=action: one.check(state, seat, action)
        yield f"apply {number}", lambda one, seat=seat, action=action: applied(one, state, seat, action)
        yield f"preview {number}", lambda one, seat=seat, action=action: one.preview(state, seat, action)
    yield "correctables", lambda one: one.correctables(one.view(state, SPECTATOR))
    yield (
        "the rest",
        lambda one: (one.to_act(state), one.outcome(state), one.problems(state), one.side_of(state, seats[0])),
    )


def looks_at(moment: Moment) -> list[Callable[[GameSystem, Any], object]]:
    """What somebody may do between two acts."""
    return [
        lambda one, state: one.offers(state, moment.seat),
        lambda one, state: one.preview(state, moment.seat, moment.action),
        lambda one, state: one.sample(state, moment.seat, random.Random(1).randrange),
        lambda one, state: one.scene(one.view(state, Viewer(moment.seat))),
    ]


def given_up(one: GameSystem, state: Any, seat: Seat) -> Action | None:
    by_clock = time_out_of(one)
    return None if by_clock is None else by_clock.time_out(state, seat)


def told(one: GameSystem, step: play.Step, viewer: Viewer) -> list[Any]:
    events = [one.tell(before, event, viewer) for before, event in zip(step.befores, step.events, strict=True)]
    return [(event, one.describe(event)) for event in events if event is not None]


def applied(one: GameSystem, state: Any, seat: Seat, action: Action) -> Any:
    try:
        return one.apply(state, seat, action, StreamDice(bytes(32), "again"))
    except IllegalAction as error:
        return error.refusal, one.explain(error.refusal)


def answered(question: Question, one: GameSystem) -> bytes:
    found = question(one)
    return msgspec.json.encode([found, one.explain(found)] if isinstance(found, Refusal) else found)


# -- objects without a past ---------------------------------------------------------------------------------------------


def fresh(game: str) -> GameSystem:
    """A game's object that was never asked anything, in modules that remember nothing."""
    for forget in forgetters():
        forget()
    package = next(name for name in random_play.PACKAGES if f"{name}.{game}" in sys.modules)
    found: GameSystem = importlib.import_module(f"{package}.{game}").build(tables_of(game), "hash of the rules")
    return found


@lru_cache(maxsize=8)
def tables_of(game: str) -> dict[str, Any]:
    return registry.read_tables(random_play.registry().folders[game])


@lru_cache(maxsize=1)
def forgetters() -> tuple[Callable[[], None], ...]:
    """What empties the caches of every module of rules."""
    modules = [module for name, module in sys.modules.items() if name.startswith(OF_MODULES)]
    found = [value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")]
    return tuple({id(value): value.cache_clear for value in found}.values())


def remembered(one: GameSystem) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every object that can be reached from a game's object and modules, but for what the ground remembers, with what it
    holds."""
    seen: set[int] = set()
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith(OF_MODULES)]
    waiting: list[Any] = [one, *(value for module in modules for value in vars(module).values())]
    while waiting:
        value = waiting.pop()
        if id(value) in seen or not is_of_the_game(value):
            continue
        seen.add(id(value))
        held = [each for each in gc.get_referents(value) if not isinstance(each, type)]
        yield type(value).__qualname__, tuple(map(id, held))
        waiting += held


def is_of_the_game(value: Any) -> bool:
    if isinstance(value, (Kept, Same)) or hasattr(value, "cache_clear"):
        return False
    return isinstance(value, (dict, list, tuple, set)) or type(value).__module__.startswith(OF_MODULES)
