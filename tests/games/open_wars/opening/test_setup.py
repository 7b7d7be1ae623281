"""Opening games: scenarios, seats, random maps, campaign games."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.system import Setup
from app.systems.open_wars.book.geometry import card_at, cells_of, neighbours
from app.systems.open_wars.field.map_maker import counts_of, is_fair, random_map, shuffled
from app.systems.open_wars.field.values import stack_refusal
from app.systems.open_wars.opening.setup import open_game
from app.systems.open_wars.position.state import Position
from tests.games.open_wars.tables import book, rules

ALL = [
    (code, players)
    for code, row in book().scenarios.items()
    for players in range(row["players"]["min"], row["players"]["max"] + 1)
]


def opened(scenario: str, *seats: dict[str, Any], players: int = 0, seed: str = "seed", **options: Any) -> Position:
    listed = seats or tuple({} for _ in range(players))
    return open_game(book(), Setup(scenario, listed, options), StreamDice(bytes(32), seed)).position


def wrong_fields(scenario: str, *seats: dict[str, Any], **options: Any) -> set[str]:
    with pytest.raises(InvalidInput) as caught:
        opened(scenario, *seats, **options)
    return {error.field for error in caught.value.errors}


@pytest.mark.rule("OW-GEN-01", "OW-SET-01", "OW-FAC-01")
@pytest.mark.parametrize(("scenario", "players"), ALL)
def test_every_scenario_opens_with_every_number_of_players(scenario, players):
    position = opened(scenario, players=players)

    assert len(position.seats) == players
    assert len({state.faction for state in position.seats.values()}) == players


@pytest.mark.rule("OW-SET-03", "OW-SET-04", "OW-SET-06", "OW-STK-07")
def test_fixed_forces_stand_where_the_scenario_lists_them_within_the_limits():
    position = opened("the_last_stand", players=2)

    found = [(token.id, token.seat, token.unit, token.cell) for token in position.tokens.values()]
    assert found[:4] == [
        (1, "a", "barbarians.berserker", "B1"),
        (2, "a", "barbarians.valkyrie", "B1"),
        (3, "a", "barbarians.scout", "A2"),
        (4, "a", "barbarians.scout", "A2"),
    ]
    assert [(state.gold, state.mana) for state in position.seats.values()] == [(0, 0), (0, 0)]
    counts: dict[tuple[str, str], int] = {}
    for token in position.tokens.values():
        counts[token.cell, token.unit] = counts.get((token.cell, token.unit), 0) + 1
    for (_, unit), count in counts.items():
        assert stack_refusal(rules(), rules().units[unit], {}, count) is None


@pytest.mark.rule("OW-SET-05", "OW-SET-06")
def test_where_a_scenario_has_a_muster_every_seat_has_its_gold_to_spend():
    position = opened("arcanums_crown", players=3)

    assert position.phase == "muster"
    assert [(state.budget, state.gold, state.mana) for state in position.seats.values()] == [(14, 0, 2)] * 3
    assert not position.tokens


@pytest.mark.rule("OW-SET-02")
def test_start_cells_that_nobody_has_become_towns():
    two, four = opened("arcanums_crown", players=2), opened("arcanums_crown", players=4)

    assert [card_at(two.map, cell) for cell in ("A1", "E1", "E5", "A5")] == ["capital", "town", "capital", "town"]
    assert [card_at(four.map, cell) for cell in ("A1", "E1", "E5", "A5")] == ["capital"] * 4


@pytest.mark.rule("OW-SET-07")
@pytest.mark.parametrize("players", range(2, 8))
def test_random_games_deal_the_start_cells_in_seat_order(players):
    position = opened("seven_crowns", players=players)

    assert tuple(state.start for state in position.seats.values()) == rules().generator.sizes[players].starts
    assert all(card_at(position.map, state.start) == "capital" for state in position.seats.values())


@pytest.mark.rule("OW-SET-08", "OW-LOC-01")
@pytest.mark.parametrize("players", range(2, 8))
def test_a_random_map_has_the_cards_it_should_and_joins_all_start_cells(players):
    for number in range(20):
        rows = random_map(rules(), players, StreamDice(bytes(32), f"map {number}"))
        size, counts = rules().generator.sizes[players], counts_of(rules(), players)
        cards = [card_at(rows, cell) for cell in cells_of(rows)]

        assert (len(rows), len(rows[0])) == (size.rows, size.columns)
        assert is_fair(rules(), rows, size.starts)
        assert sum(rules().cards[code].special for code in cards) == counts.specials
        assert all(cards.count(card.code) <= card.copies for card in rules().cards.values() if card.special)
        assert cards.count("forest") == counts.forest
        assert cards.count("capital") == players


@pytest.mark.rule("OW-SET-08")
def test_a_start_cell_between_waters_is_not_fair():
    fenced = (("capital", "water", "plains"), ("plains", "plains", "capital"))
    parted = (("capital", "plains", "water"), ("plains", "water", "plains"), ("water", "plains", "capital"))

    assert not is_fair(rules(), fenced, ("A1", "C2"))
    assert not is_fair(rules(), parted, ("A1", "C3"))
    assert len(neighbours(parted, "A1")) == 2


@pytest.mark.rule("OW-SET-08")
def test_when_no_shuffle_will_do_water_becomes_plains():
    flooded = book().rules(
        {},
        {"generator.basic_mix_percent.water": 100, "generator.basic_mix_percent.forest": 0}
        | {f"generator.basic_mix_percent.{name}": 0 for name in ("mountain", "desert")}
        | {"generator.special_share_percent": 0, "generator.max_reshuffles": 1},
    )

    rows = random_map(flooded, 2, StreamDice(bytes(32), "flood"))

    assert {card_at(rows, cell) for cell in cells_of(rows)} == {"capital", "plains"}


@pytest.mark.rule("OW-SET-08")
def test_a_shuffle_swaps_from_the_last_place_down():
    class Counting:
        def __init__(self) -> None:
            self.rolls: list[Any] = []
            self.asked: list[int] = []

        def roll(self, purpose: str, sides: int = 6) -> int:
            self.asked.append(sides)
            return 1

    dice = Counting()

    assert shuffled("abcd", dice) == ["b", "c", "d", "a"]
    assert dice.asked == [4, 3, 2]


@pytest.mark.rule("OW-FAC-02")
def test_a_faction_is_taken_by_one_seat_only_unless_the_room_allows_more():
    both = ({"faction": "elves"}, {"faction": "elves"})

    assert wrong_fields("tide_and_treasure", *both) == {"seats[1].faction"}
    position = opened("tide_and_treasure", *both, duplicate_factions=True)
    assert [state.faction for state in position.seats.values()] == ["elves", "elves"]


def test_a_seat_that_says_nothing_gets_a_faction_nobody_has():
    position = opened("seven_crowns", {}, {"faction": "amazons"}, {})

    assert [state.faction for state in position.seats.values()] == ["barbarians", "amazons", "demons"]


@pytest.mark.parametrize(
    ("scenario", "seats", "field"),
    [
        ("tide_and_treasure", ({"faction": "titans"}, {}), "seats[0].faction"),
        ("tide_and_treasure", ({}, {"faction": 7}), "seats[1].faction"),
        ("clash_at_the_bridge", ({"faction": "elves"}, {}), "seats[0].faction"),
        ("tide_and_treasure", ({},), "seats"),
        ("tide_and_treasure", ({}, {}, {}), "seats"),
        ("no_such_scenario", ({}, {}), "scenario"),
        ("tide_and_treasure", ({"campaign": {"game": 1, "muster_gold": 10}}, {}), "seats"),
        ("tide_and_treasure", ({"campaign": {"game": 0}}, {}), "seats[0].campaign"),
    ],
)
def test_what_is_wrong_is_named(scenario, seats, field):
    named = wrong_fields(scenario, *seats)

    assert any(found.startswith(field) for found in named)


@pytest.mark.rule("OW-GEN-06")
def test_teams_are_as_the_scenario_or_the_seats_say():
    siege = opened("siege_of_the_infernal_bastion", players=3)
    alone = opened("seven_crowns", players=3)
    shared = opened("seven_crowns", {"side": "1"}, {"side": "1"}, {"side": "2"}, teams="fixed")
    dealt = opened("seven_crowns", players=4, teams="fixed")

    assert [state.side for state in siege.seats.values()] == ["alliance", "alliance", "abyss"]
    assert [state.side for state in alone.seats.values()] == ["a", "b", "c"]
    assert [state.side for state in shared.seats.values()] == ["1", "1", "2"]
    assert [state.side for state in dealt.seats.values()] == ["1", "2", "1", "2"]
    assert wrong_fields("seven_crowns", {"side": "1"}, {"side": "1"}, teams="fixed") == {"seats"}


@pytest.mark.rule("OW-OPT-02")
def test_options_are_part_of_the_position_and_a_scenario_sets_its_own():
    position = opened("the_last_stand", players=2, lock_mutual=False)

    assert position.options["unit_packs"] == "base,heroes"
    assert position.options["lock_mutual"] is False


@pytest.mark.rule("OW-SET-05")
def test_packs_from_which_a_seat_could_muster_nothing_are_refused():
    assert wrong_fields("arcanums_crown", {}, {}, unit_packs=["titans"]) == {"options.unit_packs"}


VETERAN = {"game": 2, "muster_gold": 12, "treasury": 3}


@pytest.mark.rule("OW-CAM-09", "OW-CAM-05")
def test_in_a_campaign_game_every_seat_musters_with_the_gold_it_brings():
    position = opened(
        "arcanums_crown", {"faction": "orcs", "campaign": VETERAN}, {"campaign": {**VETERAN, "muster_gold": 10}}
    )

    assert position.phase == "muster"
    assert [(state.budget, state.gold, state.mana) for state in position.seats.values()] == [(12, 3, 2), (10, 3, 2)]


@pytest.mark.rule("OW-CAM-09")
def test_fixed_forces_and_factions_do_not_hold_in_a_campaign():
    first = {"game": 1, "muster_gold": 10}
    position = opened(
        "clash_at_the_bridge", {"faction": "elves", "campaign": first}, {"faction": "undead", "campaign": first}
    )

    assert not position.tokens
    assert [(s.faction, s.start, s.gold, s.budget) for s in position.seats.values()] == [
        ("elves", "A1", 2, 10),
        ("undead", "C3", 2, 10),
    ]


@pytest.mark.rule("OW-CAM-07")
def test_a_campaign_game_has_its_own_target():
    one, other = {"faction": "orcs", "campaign": VETERAN}, {"campaign": VETERAN}

    assert opened("arcanums_crown", one, other).target == 10
    assert opened("arcanums_crown", players=2).target is None


@pytest.mark.rule("OW-CAM-04", "OW-CAM-06")
def test_veterans_stand_on_the_start_cell_with_what_they_have_learned():
    brings = {**VETERAN, "kept": {"orcs.axer": 2, "orcs.slynn": 1}, "promotions": {"orcs.axer": "attack"}}
    position = opened("arcanums_crown", {"faction": "orcs", "campaign": brings}, {"campaign": VETERAN})

    assert [(token.unit, token.cell) for token in position.tokens.values()] == [
        ("orcs.axer", "A1"),
        ("orcs.axer", "A1"),
        ("orcs.slynn", "A1"),
    ]
    assert position.seats[next(iter(position.seats))].promotions == {"orcs.axer": "attack"}


@pytest.mark.rule("OW-CAM-04")
@pytest.mark.parametrize("kept", [{"orcs.gorath": 2}, {"orcs.axer": 4}, {"no.such": 1}])
def test_veterans_that_may_not_be_kept_do_not_come(kept):
    brings = {**VETERAN, "kept": kept}

    named = wrong_fields("arcanums_crown", {"faction": "orcs", "campaign": brings}, {"campaign": VETERAN})

    assert all(field.startswith("seats[0].campaign.kept") for field in named)
