"""Whatever is sent to the rules of any game: it is refused, found invalid or answered, and never breaks them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.system import GameSystem, Setup
from app.engine.types import Action, Seat, Text, UnitId
from tests.support.random_play import Game, Moment, played, registry

every_game = pytest.mark.parametrize("game", list(registry()))
quick = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def one_game(game: str) -> Game:
    """A game of the first scenario."""
    scenario = registry()[game].manifest.scenarios[0]
    return played(game, scenario.id, scenario.seats.min, 0)


def dice_of(moment: Moment) -> StreamDice:
    return StreamDice(bytes(32), moment.label)


def actions_of(game: Game) -> list[Action]:
    """One action of each type that was played."""
    return list({type(moment.action): moment.action for moment in game.moments}.values())


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@every_game
def test_strange_actions_are_refused_and_never_break_the_rules(game: str) -> None:
    one = one_game(game)
    moments = one.some_moments()
    wire = [play.encode(action) for action in actions_of(one)]

    @quick
    @given(st.data())
    def judge(data: st.DataObject) -> None:
        moment = data.draw(st.sampled_from(moments))
        strange = mutated(data, data.draw(st.sampled_from(wire)))
        for seat in one.seats:
            assert_judged_or_invalid(one.system, moment, seat, strange)

    judge()


def assert_judged_or_invalid(system: GameSystem, moment: Moment, seat: Seat, strange: object) -> None:
    try:
        action = play.decode_action(system, strange)
    except InvalidInput:
        return
    refusal = system.check(moment.state, seat, action)
    assert system.preview(moment.state, seat, action).legal == (refusal is None)
    if refusal is None:
        assert system.apply(moment.state, seat, action, dice_of(moment)).events
    else:
        assert is_worded(system.explain(refusal))


@every_game
def test_strange_positions_are_impossible_or_can_be_looked_at(game: str) -> None:
    one = one_game(game)
    wire = [play.encode(moment.state) for moment in one.some_moments(3)]

    @quick
    @given(st.data())
    def read(data: st.DataObject) -> None:
        try:
            state = play.decode_state(one.system, mutated(data, data.draw(st.sampled_from(wire))))
        except InvalidInput:
            return
        for viewer in one.viewers:
            one.system.scene(one.system.view(state, viewer))
        for seat in one.system.to_act(state):
            one.system.offers(state, seat)

    read()


@every_game
def test_strange_set_ups_are_invalid_or_can_be_played(game: str) -> None:
    system = registry()[game]
    options = st.sampled_from([option.id for option in system.manifest.options])
    scenarios = st.sampled_from([scenario.id for scenario in system.manifest.scenarios])

    @quick
    @given(
        st.builds(
            Setup,
            scenario=scenarios | st.text(max_size=5),
            seats=st.lists(
                st.dictionaries(st.sampled_from([*system.manifest.seat_fields, "x"]), json_values, max_size=2)
            ),
            options=st.dictionaries(options, json_values, max_size=3),
            tables=st.dictionaries(st.text(max_size=5), json_values, max_size=2),
        )
    )
    def open_it(setup: Setup) -> None:
        setup = msgspec.structs.replace(setup, seats=tuple(setup.seats))
        try:
            step = play.start(system, setup, StreamDice(bytes(32), "strange"))
        except InvalidInput:
            return
        assert list(system.problems(step.state)) == []

    open_it()


@every_game
def test_strange_questions_are_invalid_or_answered(game: str) -> None:
    system = registry()[game]

    @quick
    @given(json_values)
    def ask(strange: object) -> None:
        for query in system.queries.values():
            try:
                answer = query(strange)
            except InvalidInput:
                continue
            msgspec.json.encode(answer)

    ask()


@every_game
def test_a_survey_of_nothing_is_invalid_or_says_so(game: str) -> None:
    moment = one_game(game).moments[0]
    system = registry()[game]

    try:
        survey = system.survey(moment.state, moment.seat, UnitId("nobody"))
    except InvalidInput:
        return
    assert not survey.legal


def mutated(data: st.DataObject, value: Any) -> Any:
    """A copy of JSON data in which something, somewhere, is something else."""
    if isinstance(value, dict) and value and data.draw(st.integers(0, 5)):
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: mutated(data, value[key])}
    if isinstance(value, list | tuple) and value and data.draw(st.integers(0, 3)):
        number = data.draw(st.integers(0, len(value) - 1))
        return [mutated(data, item) if place == number else item for place, item in enumerate(value)]
    if isinstance(value, bool | str):
        return data.draw(json_values)
    if isinstance(value, int):
        return value + data.draw(st.integers(-400, 400)) if data.draw(st.booleans()) else data.draw(json_values)
    return data.draw(json_values)


def is_worded(text: Text) -> bool:
    return bool(text.es.strip()) and bool(text.en.strip())
