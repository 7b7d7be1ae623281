"""What every game must keep, whichever it is: found by scanning and played at random.

``TAPETE_SOAK=10000 pytest tests/contract/test_contract.py -k soak`` plays so many of each game to their end, and looks at
a hundredth of them move by move.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import pytest

from app.engine import play
from app.engine.dice import GivenDice, StreamDice
from app.engine.offers import Offer, Preview
from app.engine.refusal import IllegalAction, InvalidInput, OutOfDice, Refusal
from app.engine.scene import Card, Cell, Token
from app.engine.system import Correction, GameSystem
from app.engine.types import SPECTATOR, Action, Seat, Text, UnitId, Viewer
from app.rooms.archive.proof import dice_in
from app.rooms.values.events import RESERVED
from tests.support.random_play import GAMES, Game, Moment, bounded, ended, played, registry, same_bytes, set_ups

T = TypeVar("T")

ADDING = ("daubs", "scouts")
"""Games in which something may be added to a way."""
JOINED = ("steps", "path", "target")
"""What is asked for where something may be added to it."""

every_game = pytest.mark.parametrize("game", list(registry()))
every_set_up = pytest.mark.parametrize(
    ("game", "scenario", "seats"), [pytest.param(*each, id="-".join(map(str, each))) for each in set_ups()]
)


def games(game: str, scenario: str, seats: int) -> Iterator[Game]:
    return (played(game, scenario, seats, seed) for seed in range(GAMES))


def dice_of(moment: Moment) -> StreamDice:
    return StreamDice(bytes(32), moment.label)


def some_of(found: Sequence[T], most: int, label: str) -> list[T]:
    """So many of them, by chance, the same ones at every run."""
    return random.Random(label).sample(found, min(most, len(found)))


def actions_of(game: Game) -> list[Action]:
    """One action of each type that was played."""
    return list({type(moment.action): moment.action for moment in game.moments}.values())


# -- play --------------------------------------------------------------------------------------------


@every_set_up
def test_soak_random_play_reaches_an_end(game: str, scenario: str, seats: int) -> None:
    for one in ended(game, scenario, seats):
        outcome = one.system.outcome(one.final)

        assert outcome is not None, f"no end after {len(one.moments)} acts"
        assert one.system.to_act(one.final) == ()
        assert set(outcome.winners) < set(one.seats)
        assert all(one.system.outcome(moment.state) is None for moment in one.moments)


@every_set_up
def test_soak_every_position_on_the_way_is_possible(game: str, scenario: str, seats: int) -> None:
    for one in games(game, scenario, seats):
        steps = [one.opening, *(moment.step for moment in one.some_moments(bounded(60, len(one.moments))))]
        states = [state for step in steps for state in (*step.befores[1:], step.state)]

        assert [list(one.system.problems(state)) for state in states] == [[]] * len(states)


@every_set_up
def test_soak_the_events_alone_lead_to_the_same_position(game: str, scenario: str, seats: int) -> None:
    for one in games(game, scenario, seats):
        events = [event for step in (one.opening, *(moment.step for moment in one.moments)) for event in step.events]
        wire = msgspec.json.decode(msgspec.json.encode([play.encode(event) for event in events]))

        state = play.fold(one.system, None, (play.decode_event(one.system, event) for event in wire))

        assert state == one.final


@every_set_up
def test_soak_what_an_act_leads_to_is_the_fold_of_its_events(game: str, scenario: str, seats: int) -> None:
    for one in games(game, scenario, seats):
        for before, step in ((None, one.opening), *((moment.state, moment.step) for moment in one.moments)):
            assert len(step.befores) == len(step.events)
            state = before
            for told, event in zip(step.befores, step.events, strict=True):
                assert told == state
                state = one.system.evolve(state, event)
            assert step.state == state


@every_set_up
def test_soak_the_same_dice_give_the_same_events(game: str, scenario: str, seats: int) -> None:
    for one in games(game, scenario, seats):
        for moment in one.some_moments(30):
            given_dice = GivenDice([roll.value for roll in moment.step.rolls])

            again = play.step(one.system, moment.state, moment.seat, moment.action, given_dice)

            assert isinstance(again, play.Step)
            assert again.events == moment.step.events
            assert again.state == moment.step.state
            assert given_dice.left_over == 0


@every_set_up
def test_soak_the_events_show_the_dice_that_fell_in_their_order(game: str, scenario: str, seats: int) -> None:
    for played_game in games(game, scenario, seats):
        for step in (played_game.opening, *(moment.step for moment in played_game.moments)):
            shown = dice_in([play.encode(event) for event in step.events])
            assert list(shown) == [roll.value for roll in step.rolls]


@every_game
def test_a_missing_die_is_asked_for_and_changes_nothing(game: str) -> None:
    all_games = (one for each in set_ups() if each[0] == game for one in games(*each))
    one, moment = next((one, moment) for one in all_games for moment in one.moments if moment.step.rolls)
    before = msgspec.json.encode(moment.state)

    with pytest.raises(OutOfDice):
        one.system.apply(moment.state, moment.seat, moment.action, GivenDice(()))

    assert msgspec.json.encode(moment.state) == before


# -- offers and the judge ----------------------------------------------------------------------------


@every_set_up
def test_soak_every_offered_example_is_accepted(game: str, scenario: str, seats: int) -> None:
    for one in games(game, scenario, seats):
        for moment in one.some_moments():
            for seat in one.system.to_act(moment.state):
                offers = one.system.offers(moment.state, seat)
                for offer in offers:
                    assert 1 <= len(offer.examples) <= 200, offer.type
                    assert len(offer.names) in (0, len(offer.examples))
                    for action in offer.examples:
                        assert action.__struct_config__.tag == offer.type
                        assert one.system.check(moment.state, seat, action) is None, action
                    one.system.apply(moment.state, seat, offer.examples[0], dice_of(moment))


@every_set_up
def test_soak_the_schema_of_an_offer_stands_by_itself_and_knows_every_field(
    game: str, scenario: str, seats: int
) -> None:
    for one in games(game, scenario, seats):
        for moment in one.some_moments(5):
            for offer in one.system.offers(moment.state, moment.seat):
                assert offer.params["type"] == "object"
                for example in offer.examples[:20]:
                    assert set(play.encode(example)) <= set(offer.params["properties"])
                for name in refs_in(offer.params):
                    assert name.removeprefix("#/$defs/") in offer.params["$defs"], name


def refs_in(schema: Any) -> Iterator[str]:
    """Whatever a JSON Schema refers to, wherever in it."""
    if isinstance(schema, Mapping):
        yield from [schema["$ref"]] if isinstance(schema.get("$ref"), str) else ()
        schema = schema.values()
    if not isinstance(schema, str):
        for part in schema if isinstance(schema, Iterable) else ():
            yield from refs_in(part)


@every_set_up
def test_whoever_is_asked_has_offers_and_nobody_after_the_end(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for state in (*(moment.state for moment in one.some_moments()), one.final):
        asked = one.system.to_act(state)

        assert sorted(asked) == list(asked)
        for seat in one.seats:
            sampled = one.system.sample(state, seat, random.Random(1).randrange)
            # Some acts, such as handing a unit over, are open also to seats that nobody waits for.
            assert one.system.offers(state, seat) or seat not in asked
            assert (sampled is not None) == (seat in asked)
    assert not any(one.system.offers(one.final, seat) for seat in one.seats)


@every_set_up
def test_offers_of_a_unit_are_those_of_all_that_name_it(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for moment in one.some_moments(4):
        offers = one.system.offers(moment.state, moment.seat)
        for unit in {offer.unit for offer in offers if offer.unit is not None}:
            mine = [offer for offer in offers if offer.unit == unit]

            assert same_bytes(list(one.system.offers(moment.state, moment.seat, unit)), mine)


@every_set_up
def test_offers_are_the_same_whenever_they_are_asked_for(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for moment in one.some_moments(3):
        state = msgspec.json.decode(msgspec.json.encode(moment.state), type=one.system.state_type)

        assert same_bytes(one.system.offers(state, moment.seat), one.system.offers(moment.state, moment.seat))


@every_set_up
def test_sampled_actions_are_legal_whatever_was_picked(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for number, moment in enumerate(one.some_moments()):
        for seed in range(5):
            action = one.system.sample(moment.state, moment.seat, random.Random(f"{number} {seed}").randrange)

            assert action is not None
            assert one.system.check(moment.state, moment.seat, action) is None


@every_set_up
def test_what_check_refuses_is_not_applied_and_nothing_changes(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    rules = {rule.id for rule in one.system.manifest.rules}
    refused = 0
    for moment in one.some_moments():
        before = msgspec.json.encode(moment.state)
        for action in actions_of(one):
            for seat in one.seats:
                refusal = one.system.check(moment.state, seat, action)
                if refusal is None:
                    assert one.system.apply(moment.state, seat, action, dice_of(moment)).events
                    continue
                refused += 1
                assert refusal.rule in rules
                assert is_worded(one.system.explain(refusal))
                with pytest.raises(IllegalAction) as raised:
                    one.system.apply(moment.state, seat, action, dice_of(moment))
                assert raised.value.refusal == refusal
                assert isinstance(play.step(one.system, moment.state, seat, action, dice_of(moment)), Refusal)
        assert msgspec.json.encode(moment.state) == before
    assert refused


@every_set_up
def test_a_finished_game_refuses_everything(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    own = (one.system.resign(one.final, one.seats[0]), one.system.offer_draw(one.final, one.seats[0]))

    assert all(
        one.system.check(one.final, seat, action) is not None
        for action in (*actions_of(one), *own)
        for seat in one.seats
    )


# -- conceding and draws -----------------------------------------------------------------------------


@every_set_up
def test_every_value_can_be_put_right_as_it_is_and_nothing_else_changes(game: str, scenario: str, seats: int) -> None:
    for played_game in games(game, scenario, seats):
        system = played_game.system
        for moment in played_game.some_moments():
            state = moment.state
            for each in some_of(system.correctables(system.view(state, SPECTATOR)), bounded(40, 10_000), moment.label):
                as_it_is = [Correction(each.field, each.value, each.unit)]
                assert same_bytes(system.correct(state, as_it_is), state), as_it_is
                with pytest.raises(InvalidInput):
                    system.correct(state, [Correction(each.field, "no such value", each.unit)])
            with pytest.raises(InvalidInput):
                system.correct(state, [Correction("no_such_field", 1, UnitId("nobody"))])


@every_set_up
def test_what_can_be_put_right_is_public(game: str, scenario: str, seats: int) -> None:
    for played_game in games(game, scenario, seats):
        system = played_game.system
        for moment in played_game.some_moments():
            for viewer in played_game.viewers:
                pick = random.Random(moment.label).randrange
                world = system.resample(moment.state, viewer, pick)
                real, other = (system.correctables(system.view(each, SPECTATOR)) for each in (moment.state, world))
                assert msgspec.json.encode(real) == msgspec.json.encode(other)


@every_set_up
def test_somebody_can_always_give_up(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for moment in one.some_moments():
        state = moment.state
        for _ in range(seats):
            for seat in one.seats:
                step = play.step(one.system, state, seat, one.system.resign(state, seat), dice_of(moment))
                if isinstance(step, play.Step):
                    state = step.state
                    break

        assert one.system.outcome(state) is not None


@every_set_up
def test_a_draw_that_everybody_accepts_ends_the_game(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    drawn = [state for moment in one.some_moments() if (state := agree_a_draw(one, moment)) is not None]

    assert drawn
    assert all(one.system.outcome(state).winners == () for state in drawn)


def agree_a_draw(one: Game, moment: Moment) -> Any:
    """The position after somebody offered a draw and everybody who was asked agreed; ``None`` if nobody may offer one."""
    system, state = one.system, moment.state
    for seat in one.seats:
        offered = play.step(system, state, seat, system.offer_draw(state, seat), dice_of(moment))
        if isinstance(offered, play.Step):
            state = offered.state
            break
    else:
        return None
    for seat in one.seats:
        answered = play.step(system, state, seat, system.answer_draw(state, seat, accept=True), dice_of(moment))
        state = answered.state if isinstance(answered, play.Step) else state
    assert system.outcome(state) is not None
    return state


@every_set_up
def test_whoever_has_to_act_goes_on_while_a_draw_is_offered(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    system, moment = one.system, one.moments[-1]
    for seat in one.seats:
        offered = play.step(system, moment.state, seat, system.offer_draw(moment.state, seat), dice_of(moment))
        if isinstance(offered, play.Step):
            assert system.to_act(offered.state) == system.to_act(moment.state)
            assert system.check(offered.state, moment.seat, moment.action) is None


@every_set_up
def test_conceding_and_draws_are_never_offered(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    system, state = one.system, one.moments[0].state
    seat = one.seats[0]
    own = (system.resign(state, seat), system.offer_draw(state, seat), system.answer_draw(state, seat, accept=True))
    types = {action.__struct_config__.tag for action in own}

    offered = {offer.type for moment in one.some_moments() for offer in system.offers(moment.state, moment.seat)}

    assert not types & offered
    assert not types & {moment.action.__struct_config__.tag for moment in one.moments}


# -- what is hidden stays hidden ---------------------------------------------------------------------


@every_set_up
def test_soak_no_viewer_can_tell_a_resampled_world_from_the_real_one(game: str, scenario: str, seats: int) -> None:
    for one in games(game, scenario, seats):
        for number, moment in enumerate(one.some_moments(bounded(8, 20))):
            for viewer in one.viewers:
                world = one.system.resample(moment.state, viewer, random.Random(number).randrange)
                if world is not moment.state:
                    assert list(one.system.problems(world)) == []
                    assert_looks_the_same(one, moment, world, viewer)


def assert_looks_the_same(one: Game, moment: Moment, world: Any, viewer: Viewer) -> None:
    system, state = one.system, moment.state
    assert same_bytes(system.view(state, viewer), system.view(world, viewer))
    assert same_bytes(system.scene(system.view(state, viewer)), system.scene(system.view(world, viewer)))
    assert system.to_act(state) == system.to_act(world)
    assert system.outcome(state) == system.outcome(world)
    for before, event in zip(moment.step.befores, moment.step.events, strict=True):
        if before is state:
            told = system.tell(state, event, viewer)
            assert same_bytes(told, system.tell(world, event, viewer))
            assert told is None or same_bytes(system.describe(told), system.describe(told))
    if viewer != SPECTATOR:
        assert_may_do_the_same(one, moment, world, Seat(viewer))


def assert_may_do_the_same(one: Game, moment: Moment, world: Any, seat: Seat) -> None:
    system, state = one.system, moment.state
    offers = system.offers(state, seat)
    assert same_bytes(offers, system.offers(world, seat))
    offered = [offer.examples[0] for offer in offers]
    for action in (*offered[:5], *actions_of(one)):
        assert same_bytes(system.check(state, seat, action), system.check(world, seat, action))
        assert same_bytes(system.preview(state, seat, action), system.preview(world, seat, action))


@every_set_up
def test_a_view_names_its_viewer_and_resampling_changes_no_shown_fact(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for moment in one.some_moments(3):
        for viewer in one.viewers:
            assert play.encode(one.system.view(moment.state, viewer))["viewer"] == viewer


# -- the wire ----------------------------------------------------------------------------------------


@every_set_up
def test_everything_survives_the_wire(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    system = one.system
    for state in (*(moment.state for moment in one.some_moments()), one.final):
        assert through_json(state, system.state_type) == state
        assert play.decode_state(system, play.encode(state)) == state
        for viewer in one.viewers:
            view = system.view(state, viewer)
            assert through_json(view, system.view_type) == view
    for moment in one.moments:
        assert through_json(moment.action, system.action_type) == moment.action
        assert play.decode_action(system, play.encode(moment.action)) == moment.action
        for event in moment.step.events:
            assert through_json(event, system.event_type) == event


@every_set_up
def test_every_told_event_is_an_event_that_can_be_put_into_words(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    system = one.system
    worded, looked_at = 0, Counter[type]()
    for step in (one.opening, *(moment.step for moment in one.moments)):
        for before, event in zip(step.befores, step.events, strict=True):
            looked_at[type(event)] += 1
            if looked_at[type(event)] > bounded(30, 10_000):
                continue
            for viewer in one.viewers:
                told = system.tell(before, event, viewer)
                if told is None:
                    continue
                assert through_json(told, system.event_type) == told
                line = system.describe(told)
                if line is not None:
                    worded += 1
                    assert is_worded(line.text)
                    assert through_json(line, type(line)) == line
    assert worded


def through_json(value: Any, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def is_worded(text: Text) -> bool:
    return bool(text.es.strip()) and bool(text.en.strip())


# -- pictures ----------------------------------------------------------------------------------------


@every_set_up
def test_every_scene_can_be_drawn(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for state in (*(moment.state for moment in one.some_moments()), one.final):
        for viewer in one.viewers:
            view = one.system.view(state, viewer)
            scene = one.system.scene(view)
            assert one.system.headline(view) == scene.headline
            ids = [drawable.id for drawable in scene.drawables]

            assert len(ids) == len(set(ids))
            assert scene.board == one.system.manifest.board
            assert is_worded(scene.prompt)
            assert is_worded(scene.headline)
            assert scene.my_go == (viewer in one.system.to_act(state))
            assert (scene.ending is not None) == (state is one.final)
            assert through_json(scene, type(scene)) == scene


@every_set_up
def test_no_unit_is_labelled_as_a_cell_is(game: str, scenario: str, seats: int) -> None:
    """Whoever types a name, or hears one, means one of them."""
    one = played(game, scenario, seats, 0)
    for state in (one.moments[0].state, one.final):
        drawn = one.system.scene(one.system.view(state, SPECTATOR)).drawables
        cells = {each.label.casefold() for each in drawn if isinstance(each, Cell | Card)}
        assert cells.isdisjoint(each.label.casefold() for each in drawn if isinstance(each, Token))


@every_set_up
def test_previews_agree_with_the_judge(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    for moment in one.some_moments(5):
        for action in (moment.action, *actions_of(one)):
            refusal = one.system.check(moment.state, moment.seat, action)

            preview = one.system.preview(moment.state, moment.seat, action)

            assert preview.legal == (refusal is None)
            assert preview.refusal == refusal
            rest = msgspec.structs.replace(preview, more=())  # acts are told apart by their game's own type
            assert through_json(rest, Preview) == rest


@every_set_up
def test_soak_what_a_preview_says_may_be_added_is_accepted_and_changes_nothing_else(
    game: str, scenario: str, seats: int
) -> None:
    found = 0
    for one in games(game, scenario, seats):
        for moment in one.some_moments():
            system, state = one.system, moment.state
            for offer in system.offers(state, moment.seat):
                assert (offer.domain is None or not offer.domain.parts) or offer.input in JOINED
                for action in planned(system, offer):
                    added = list(added_to(one, moment, offer, action))
                    found += len(added)
                    for again in added[:: max(1, len(added) // 3)]:
                        found += len(list(added_to(one, moment, offer, again)))
    assert found or game not in ADDING


def planned(system: GameSystem, offer: Offer) -> list[Action]:
    """Acts of an offer to which something may be added: some examples, and where it is made of steps one of none, as a page asks for it at
    first."""
    if offer.domain is None or not offer.domain.parts:
        return []
    fields, some = offer.domain.fields, offer.examples[:: max(1, len(offer.examples) // 4)]
    assert set(offer.domain.parts) <= set(offer.params["properties"])
    if offer.input != "steps":
        return list(some)
    bare = {name: value for name, value in play.encode(offer.examples[0]).items() if name not in offer.domain.parts}
    bare.pop(fields.facing, None)
    return [play.decode_action(system, {**bare, fields.way: []}), *some]


def added_to(one: Game, moment: Moment, offer: Offer, action: Action) -> Iterator[Action]:
    """Every act that is a planned one with a part more, looked at."""
    assert offer.domain is not None
    system, parts = one.system, offer.domain.parts
    drawn = {each.id for each in system.scene(system.view(moment.state, Viewer(moment.seat))).drawables}
    plain = play.encode(action)
    for more in system.preview(moment.state, moment.seat, action).more:
        assert is_worded(more.text)
        assert more.choices, more.text
        for each in more.choices:
            whole = play.encode(each.action)
            assert system.check(moment.state, moment.seat, each.action) is None, each.action
            assert whole != plain
            assert {name for name in plain | whole if plain.get(name) != whole.get(name)} <= set(parts)
            assert each.name is not None or each.picks or len(more.choices) == 1, each.action
            assert set(each.picks) <= drawn
            yield each.action


@every_set_up
def test_every_unit_on_the_board_can_be_surveyed(game: str, scenario: str, seats: int) -> None:
    one = played(game, scenario, seats, 0)
    moment = one.some_moments()[-1]
    scene = one.system.scene(one.system.view(moment.state, Viewer(moment.seat)))
    tokens = [drawable for drawable in scene.drawables if isinstance(drawable, Token)]
    for token in tokens[:10]:
        survey = one.system.survey(moment.state, moment.seat, token.id)
        assert through_json(survey, Preview) == survey


# -- the manifest ------------------------------------------------------------------------------------


@every_game
def test_the_manifest_is_complete(game: str) -> None:
    manifest = registry()[game].manifest
    texts = [manifest.name, manifest.summary, manifest.credits]
    texts += [text for each in manifest.scenarios for text in (each.name, each.summary)]
    texts += [text for each in manifest.options for text in (each.name, each.text, each.group)]
    texts += [text for each in manifest.rules for text in (each.chapter, each.text)]
    rules = [rule.id for rule in manifest.rules]

    assert all(is_worded(text) for text in texts)
    assert len(rules) == len(set(rules))
    assert all(rule.startswith(f"{manifest.prefix}-") for rule in rules)
    assert {option.rule for option in manifest.options} <= set(rules)
    assert all(option.choices is None or option.default in option.choices for option in manifest.options)
    assert len({scenario.id for scenario in manifest.scenarios}) == len(manifest.scenarios) > 0
    assert all(
        manifest.seats.min <= scenario.seats.min <= scenario.seats.max <= manifest.seats.max
        for scenario in manifest.scenarios
    )
    assert msgspec.json.encode(manifest.tables)


@every_game
def test_events_leave_the_rooms_own_names_alone(game: str) -> None:
    system = registry()[game]
    kinds = system.event_type.__args__

    assert not {kind.__struct_config__.tag for kind in kinds} & RESERVED
    assert not [kind for kind in kinds if {"seq", "at", "type"} & set(kind.__struct_fields__)]


@every_game
def test_final_actions_and_aliases_name_what_there_is(game: str) -> None:
    system = registry()[game]
    kinds = system.action_type.__args__
    fields = {field for kind in kinds for field in kind.__struct_fields__}

    assert system.manifest.final_actions <= {kind.__struct_config__.tag for kind in kinds}
    assert set(system.manifest.action_aliases.values()) <= fields


@every_game
def test_schemas_can_be_made_of_everything_public(game: str) -> None:
    system = registry()[game]

    schemas = [
        msgspec.json.schema(kind)
        for kind in (system.action_type, system.event_type, system.state_type, system.view_type)
    ]

    assert all(schema for schema in schemas)
