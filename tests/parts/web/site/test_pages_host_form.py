"""The host form: what it asks of a room, what it says about what was typed wrongly, and that nothing typed is lost."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from app.engine.refusal import FieldError
from app.engine.system import Manifest, Replaceable
from app.rooms.drafts.seating import STRATEGIES
from app.web.site.host_form import Form, blank, house_values, read, refused, room_of
from app.web.site.host_view import (
    OptionField,
    Taken,
    house_sheets,
    more_options,
    option_groups,
    seat_entries,
    taken_by_scenario,
    usual_values,
)
from app.web.wire.texts import load_texts
from tests.parts.web.manifests import garden

DUEL = {"scenario": "duel", "seat_a_kind": "me", "seat_b_kind": "friend"}


def say_in(lang: str) -> partial[str]:
    texts = load_texts()
    return partial(lambda language, key, **values: texts.say(key, language, **values), lang)


SAY = say_in("en")


def form(**typed: str) -> Form:
    return read(garden(), DUEL | typed)


def errors_of(**typed: str) -> dict[str, str]:
    return room_of(garden(), form(**typed), SAY)[1]


def test_the_first_form_seats_the_host_and_as_many_friends_as_the_scenario_needs() -> None:
    duel, party = blank(garden(), "duel"), blank(garden(), "party")

    assert [seat.kind for seat in duel.seats] == ["me", "friend", "nobody"]
    assert [seat.kind for seat in party.seats] == ["me", "friend", "friend"]


@pytest.mark.parametrize("spectators", ["public", "none", "delayed"])
def test_who_may_watch_reaches_the_room(spectators: str) -> None:
    room, errors = room_of(garden(), form(spectators=spectators), SAY)

    assert (errors, room.spectators) == ({}, spectators)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_there_is_can_be_chosen_and_has_words(strategy: str) -> None:
    room, errors = room_of(garden(), form(seat_b_kind="bot", seat_b_strategy=strategy), SAY)

    assert (errors, room.seats[1]["strategy"]) == ({}, strategy)
    assert SAY(f"host.strategy_{strategy}") != say_in("es")(f"host.strategy_{strategy}")


def test_a_strategy_that_does_not_exist_is_told_at_its_field() -> None:
    assert errors_of(seat_b_kind="bot", seat_b_strategy="cheating").keys() == {"seat_b_strategy"}


def test_an_unknown_scenario_in_the_address_shows_the_first_one() -> None:
    assert blank(garden(), "nothing").scenario == "duel"


def test_the_first_form_makes_a_room_as_it_is() -> None:
    room, errors = room_of(garden(), blank(garden()), SAY)

    assert errors == {}
    assert (room.game, room.scenario, room.spectators, room.options, room.tables) == (
        "garden",
        "duel",
        "public",
        {},
        {},
    )
    assert room.seats == [{"kind": "human"}, {"kind": "open"}]


def test_names_words_and_the_games_own_fields_go_with_the_seats_they_belong_to() -> None:
    room, errors = room_of(
        garden(),
        form(
            seat_a_name="  Ana   María ",
            seat_a_contribution="geranio",
            seat_a_hat="red",
            seat_b_kind="bot",
            seat_b_name="Robot",
            seat_b_contribution="nobody types this",
            seat_b_age="7",
            seat_b_leader="true",
        ),
        SAY,
    )

    assert errors == {}
    assert room.seats == [
        {"kind": "human", "name": "Ana María", "contribution": "geranio", "hat": "red"},
        {"kind": "bot", "strategy": "greedy", "name": "Robot", "leader": True, "age": 7},
    ]


def test_a_friend_types_his_own_name() -> None:
    room, _ = room_of(garden(), form(seat_b_name="left over from another choice"), SAY)

    assert room.seats[1] == {"kind": "open"}


def test_seats_that_nobody_plays_leave_no_hole() -> None:
    room, errors = room_of(garden(), form(seat_b_kind="nobody", seat_c_kind="bot"), SAY)

    assert errors == {}
    assert [seat["kind"] for seat in room.seats] == ["human", "bot"]


@pytest.mark.parametrize(
    ("scenario", "kinds", "words"),
    [
        ("duel", ("me", "nobody", "nobody"), "This scenario is for 2 to 2 players and there are 1."),
        ("duel", ("me", "friend", "bot"), "This scenario is for 2 to 2 players and there are 3."),
        ("party", ("me", "friend", "nobody"), "This scenario is for 3 to 3 players and there are 2."),
    ],
)
def test_a_scenario_with_too_few_or_too_many_players_is_told(
    scenario: str, kinds: tuple[str, str, str], words: str
) -> None:
    typed = dict(zip(("seat_a_kind", "seat_b_kind", "seat_c_kind"), kinds, strict=True))

    assert errors_of(scenario=scenario, **typed) == {"seats": words}


def test_only_options_that_differ_from_the_scenario_are_sent() -> None:
    same, _ = room_of(garden(), form(option_edges="any", option_equal="true", option_rounds="0"), SAY)
    other, errors = room_of(garden(), form(option_edges="long", option_equal="false", option_rounds="12"), SAY)

    assert same.options == {}
    assert errors == {}
    assert other.options == {"edges": "long", "equal": False, "rounds": 12}


def test_the_games_own_value_is_sent_where_the_scenario_has_another() -> None:
    typed = {"scenario": "party", "seat_c_kind": "friend"}

    as_scenario, _ = room_of(garden(), form(**typed, option_rounds="8"), SAY)
    as_game, _ = room_of(garden(), form(**typed, option_rounds="0"), SAY)

    assert as_scenario.options == {}
    assert as_game.options == {"rounds": 0}


def test_taking_back_is_an_option_of_the_room() -> None:
    assert room_of(garden(), form(take_back="never"), SAY)[0].options == {"take_back": "never"}
    assert room_of(garden(), form(take_back="free"), SAY)[0].options == {}


def test_house_values_are_those_a_room_may_change_and_nothing_else() -> None:
    assert {path: cell.value for path, cell in house_values(garden()).items()} == {
        "tools.hose.extra.leaks": True,
        "limits.deepest_mm.value": 40,
        "gaps.steps_mm": [5, 50],
    }


def test_house_values_keep_their_type_and_only_changed_ones_are_sent() -> None:
    typed = {
        "value_tools.hose.extra.leaks": "false",
        "value_limits.deepest_mm.value": "40",
        "value_gaps.steps_mm": "5, 80",
    }

    room, errors = room_of(garden(), form(**typed), SAY)

    assert errors == {}
    assert room.tables == {"tools.hose.extra.leaks": False, "gaps.steps_mm": [5, 80]}


# -- values that a game names itself -----------------------------------------------------------------------------------


def measured_garden() -> Manifest:
    """A game that names what a room may replace: a length with decimals, whatever it comes from, and a number within bounds."""
    tables = {"hoses": {"long": {"reach_cm": 12.5, "leaks": 1, "source": "rulebook"}, "source": "house"}}
    named = {"hoses.long.reach_cm": Replaceable(0.5, 40.0, decimals=2), "hoses.long.leaks": Replaceable(0, 3)}
    return replace(garden(), tables=tables, replaceable=named)


def measured(**typed: str) -> tuple[dict[str, object], dict[str, str]]:
    values = {f"value_hoses.long.{name}": value for name, value in typed.items()}
    room, errors = room_of(measured_garden(), read(measured_garden(), DUEL | values), SAY)
    return dict(room.tables), errors


def test_a_game_that_names_what_may_be_replaced_offers_that_alone_wherever_it_comes_from() -> None:
    assert list(house_values(measured_garden())) == ["hoses.long.reach_cm", "hoses.long.leaks"]
    (sheet,) = house_sheets(measured_garden(), blank(measured_garden()), {}, "es", say_in("es"))
    assert [field.usual for field in sheet.fields] == ["12,5", "1"]


@pytest.mark.parametrize(("typed", "sent"), [("18", 18.0), ("7,25", 7.25), ("7.25", 7.25)])
def test_a_value_with_decimals_is_typed_with_a_comma_or_a_point(typed: str, sent: float) -> None:
    assert measured(reach_cm=typed) == ({"hoses.long.reach_cm": sent}, {})


@pytest.mark.parametrize("typed", ["12,5", "12.50"])
def test_a_value_typed_as_it_is_anyway_is_not_sent(typed: str) -> None:
    assert measured(reach_cm=typed) == ({}, {})


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("reach_cm", "far", "This has to be a number with at most 2 decimals."),
        ("reach_cm", "7.125", "This has to be a number with at most 2 decimals."),
        ("reach_cm", "40.5", "This has to be a number from 0.5 to 40."),
        ("leaks", "4", "This has to be a whole number from 0 to 3."),
        ("leaks", "1.5", "This has to be a whole number."),
    ],
)
def test_a_value_out_of_its_bounds_is_told_at_its_field(field: str, typed: str, words: str) -> None:
    assert measured(**{field: typed})[1] == {f"value_hoses.long.{field}": words}


# -- what is typed wrongly ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("scenario", "nothing", "Choose one of the scenarios."),
        ("spectators", "friends", "Choose one of the values of the list."),
        ("take_back", "always", "Choose one of the values of the list."),
        ("seat_b_kind", "ghost", "Choose one of the values of the list."),
        ("seat_a_name", "x" * 61, "This is too long: 60 characters at most."),
        ("seat_a_contribution", "x" * 201, "This is too long: 200 characters at most."),
        ("seat_a_hat", "green", "Choose one of the values of the list."),
        ("seat_a_leader", "maybe", "Choose one of the values of the list."),
        ("seat_a_age", "100", "This has to be a whole number from 1 to 99."),
        ("seat_a_age", "old", "This has to be a whole number."),
        ("option_edges", "round", "Choose one of the values of the list."),
        ("option_equal", "maybe", "Choose one of the values of the list."),
        ("option_rounds", "101", "This has to be a whole number from 0 to 100."),
        ("option_rounds", "8.5", "This has to be a whole number."),
        ("option_rounds", "9" * 5000, "This has to be a whole number."),
        ("value_limits.deepest_mm.value", "deep", "This has to be a whole number."),
        ("value_tools.hose.extra.leaks", "yes", "Choose one of the values of the list."),
        ("value_gaps.steps_mm", "5; 80", "This has to be a list of numbers with commas between them."),
        ("value_gaps.steps_mm", "[" * 5000, "This has to be a list of numbers with commas between them."),
    ],
)
def test_what_is_typed_wrongly_is_told_at_its_field(field: str, typed: str, words: str) -> None:
    assert errors_of(**{field: typed}) == {field: words}


def test_errors_speak_the_readers_language() -> None:
    _, errors = room_of(garden(), form(option_rounds="x"), say_in("es"))

    assert errors == {"option_rounds": "Tiene que ser un número entero."}


def test_everything_typed_is_kept_as_it_was_typed() -> None:
    typed = form(option_rounds=" 8,5 ", seat_a_name="  Ana ", **{"value_gaps.steps_mm": "5;80"})

    assert typed.options["rounds"] == " 8,5 "
    assert typed.seats[0].name == "  Ana "
    assert typed.tables["gaps.steps_mm"] == "5;80"


def test_what_the_game_refuses_stands_at_the_field_it_came_from() -> None:
    found = (
        FieldError("options.rounds", "a whole number from 0 to 5", "9"),
        FieldError("tables.gaps.steps_mm", "a value like [5, 50]", "['x']"),
        FieldError("seats[1].hat", "one of red, blue", "'green'"),
        FieldError("scenario", "the id of a scenario", "'x'"),
        FieldError("seats", "an even number of seats", "3 seats"),
        FieldError("something.else", "anything", "nothing"),
    )

    told = refused(form(seat_b_kind="nobody", seat_c_kind="bot"), found, SAY)

    assert told == {
        "option_rounds": "This has to be a whole number from 0 to 5.",
        "value_gaps.steps_mm": "This has to be a value like [5, 50].",
        "seat_c_hat": "This has to be one of these: red, blue.",
        "scenario": "This value cannot be used here: 'x'.",
        "seats": "This value cannot be used here: 3 seats.",
        "form": "This value cannot be used here: nothing.",
    }


def test_options_stand_in_groups_with_the_words_of_their_values() -> None:
    manifest, typed = garden(), form(option_edges="long")

    setup, end = option_groups(manifest, typed, manifest.scenarios[1], "es", say_in("es"))

    assert (setup.title, end.title) == ("Preparación", "Final")
    edges, equal = setup.fields
    assert edges.choices == (("any", "cualquiera"), ("long", "los largos"))
    assert (edges.typed, edges.usual) == ("long", "Como siempre: cualquiera")
    assert (equal.choices, equal.help) == ((("true", "sí"), ("false", "no")), "")
    assert [field.usual for field in end.fields] == ["Como siempre: 8", "Como siempre: 1"]


def test_rare_options_stand_apart_and_open_where_one_was_chosen_or_is_wrong() -> None:
    first, *others = garden().options
    manifest = replace(garden(), options=(first, *(replace(each, rare=True) for each in others)))
    scenario = manifest.scenarios[1]

    def more(typed: Form, wrong: dict[str, str]) -> tuple[int, bool]:
        found = more_options(manifest, typed, wrong, scenario, "en", SAY)
        return found.count, found.is_open

    shown = [field.name for group in option_groups(manifest, form(), scenario, "en", SAY) for field in group.fields]
    assert shown == [f"option_{first.id}"]
    assert more(form(), {}) == (len(others), False)
    assert more(form(**{f"option_{others[0].id}": "x"}), {}) == (len(others), True)
    assert more(form(), {f"option_{others[0].id}": "wrong"}) == (len(others), True)


def test_the_games_own_fields_of_a_seat_are_asked_for_in_the_readers_words() -> None:
    hat, leader, age = seat_entries(garden(), "es", say_in("es"))

    assert (hat.title, hat.choices) == ("Gorro", (("red", "rojo"), ("blue", "blue")))
    assert leader.choices == (("true", "sí"), ("false", "no"))
    assert (age.title, age.choices) == ("age", ())


def test_each_scenario_knows_what_its_options_usually_are() -> None:
    usual = usual_values(garden(), "en", SAY)

    assert usual["duel"]["option_rounds"] == "As usual: 0"
    assert usual["party"]["option_rounds"] == "As usual: 8"


def test_house_values_are_named_by_row_and_field_and_a_changed_sheet_stands_open() -> None:
    typed = form(**{"value_gaps.steps_mm": "9"})

    tools, limits, gaps = house_sheets(garden(), typed, {}, "en", SAY)

    assert [field.title for field in tools.fields] == ["Hose: extra, leaks"]
    assert [(field.title, field.usual) for field in limits.fields] == [("deepest mm", "40")]
    assert [(field.typed, field.usual) for field in gaps.fields] == [("9", "5, 50")]
    assert [sheet.is_open for sheet in (tools, limits, gaps)] == [False, False, True]


# -- what a scenario takes --------------------------------------------------------------------------------------------


PARTY = {"scenario": "party", "seat_c_kind": "friend"}


def option(name: str, scenario: str, **typed: str) -> OptionField:
    """A field of the options as it is printed."""
    shown = next(each for each in garden().scenarios if each.id == scenario)
    groups = option_groups(garden(), form(scenario=scenario, **typed), shown, "en", SAY)
    return next(each for group in groups for each in group.fields if each.name == f"option_{name}")


def test_an_option_that_a_scenario_settles_is_shown_as_it_is() -> None:
    assert option("equal", "party").taken == Taken(("true",), "The scenario settles it.", "yes")
    assert option("equal", "duel").taken == Taken()
    assert option("equal", "duel").is_limited
    assert not option("edges", "party").is_limited


def test_an_option_of_which_a_scenario_takes_some_values_says_which() -> None:
    assert option("rounds", "party").taken == Taken(("0", "8", "12"), "In this scenario: 0, 8, 12.")


def test_the_page_knows_what_every_scenario_takes() -> None:
    taken = taken_by_scenario(garden(), "en", SAY)

    assert taken["duel"] == {}
    assert set(taken["party"]) == {"option_equal", "option_rounds"}


@pytest.mark.parametrize(("field", "value"), [("option_equal", "false"), ("option_rounds", "9")])
def test_what_a_scenario_does_not_take_is_told_at_its_field(field: str, value: str) -> None:
    assert errors_of(**PARTY, **{field: value}) == {field: "This scenario does not take that value."}
    assert errors_of(**{field: value}) == {}


def test_what_a_scenario_takes_reaches_the_room() -> None:
    room, errors = room_of(garden(), form(**PARTY, option_rounds="12"), SAY)

    assert (errors, room.options) == ({}, {"rounds": 12})


def test_a_number_that_can_be_drawn_has_its_bounds_and_may_be_large() -> None:
    assert option("seed", "duel").bounds == (0, 2**32 - 1)
    assert option("rounds", "duel").bounds is None
    room, errors = room_of(garden(), form(option_seed="4294967295"), SAY)
    assert (errors, room.options) == ({}, {"seed": 2**32 - 1})
    assert errors_of(option_seed="4294967296").keys() == {"option_seed"}
