"""Tables, options and house values."""

from __future__ import annotations

import pytest

from app.engine.refusal import InvalidInput
from app.web.site.host_form import house_values
from tests.games.open_wars.tables import book, rules
from tests.support.random_play import registry


def refused(*, options: dict[str, object] | None = None, tables: dict[str, object] | None = None) -> set[str]:
    with pytest.raises(InvalidInput) as caught:
        book().rules(options, tables)
    return {error.field for error in caught.value.errors}


@pytest.mark.rule("OW-OPT-01")
def test_packs_are_a_list_or_words_joined_by_commas_in_the_order_of_the_data():
    listed = book().resolve({"unit_packs": ["house", "base"]})
    joined = book().resolve({"unit_packs": "house,base"})

    assert listed["unit_packs"] == joined["unit_packs"] == "base,house"
    assert rules(unit_packs=["house", "base"]).options.unit_packs == ("base", "house")


@pytest.mark.rule("OW-OPT-01", "OW-FAC-03")
def test_neutral_tokens_are_anybodys_once_their_pack_is_in_play():
    usual, more = rules(), rules(unit_packs="base,titans")

    assert not usual.sellable("elves", "titans.hydra")
    assert more.sellable("elves", "titans.hydra")
    assert more.sellable("orcs", "titans.hydra")
    assert not more.sellable("elves", "elves.elyria")
    assert not usual.sellable("elves", "orcs.axer")


@pytest.mark.parametrize(
    "options",
    [
        {"no_such_option": True},
        {"lock_mutual": 1},
        {"lock_mutual": "true"},
        {"range_geometry": "diagonal"},
        {"unit_packs": []},
        {"unit_packs": ["base", "base"]},
        {"unit_packs": "base,dragons"},
        {"unit_packs": 3},
    ],
)
def test_unknown_options_and_values_are_refused(options):
    assert refused(options=options) == {f"options.{next(iter(options))}"}


@pytest.mark.rule("OW-OPT-02")
def test_a_scenarios_own_choice_is_an_option():
    assert rules().options.scenario == {"azrak_spawn": "A3"}
    assert rules(azrak_spawn="A1").options.scenario == {"azrak_spawn": "A1"}
    assert refused(options={"azrak_spawn": "B2"}) == {"options.azrak_spawn"}


def test_house_values_may_be_replaced():
    changed = book().rules(
        {},
        {
            "cards.free_port.gold": 3,
            "cards.elderwood.copies": 2,
            "units.orcs.raider_raft.attack": 4,
            "free_setup.muster_gold": 20,
            "map_sizes.2.starts": ["A1", "E4"],
        },
    )

    assert changed.cards["free_port"].gold == 3
    assert changed.cards["elderwood"].copies == 2
    assert changed.units["orcs.raider_raft"].printed.attack == 4
    assert changed.scenarios["seven_crowns"].muster.gold == 20
    assert changed.generator.sizes[2].starts == ("A1", "E4")
    assert rules().units["orcs.raider_raft"].printed.attack == 2


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("units.orcs.axer.attack", 5),
        ("spells.dispel.mana", 1),
        ("cards.free_port.nothing", 1),
        ("cards.free_port", {}),
        ("units.orcs.raider_raft.attack", "4"),
        ("units.orcs.raider_raft.attack", True),
        ("units.orcs.raider_raft.attack", -2),
        ("units.orcs.raider_raft.code", "x"),
        ("cards.free_port.source", "rulebook"),
        ("", 1),
    ],
)
def test_only_house_values_and_only_by_their_like(path, value):
    assert refused(tables={path: value}) == {f"tables.{path}"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("units.orcs.raider_raft.faction", "dragons"),
        ("units.orcs.raider_raft.type", "air"),
        ("units.orcs.raider_raft.hit_points", 2),
        ("cards.free_port.type", "sky"),
        ("cards.town.entry_cost", 900),
        ("generator.start_card", "plains"),
        ("generator.special_share_percent", 101),
        ("map_sizes.2.starts", ["A1", "A1"]),
        ("map_sizes.2.starts", ["A1", "Z9"]),
        ("map_sizes.2.columns", 0),
        ("players.min", 9),
        ("windows.act.spell_types", ["rituals"]),
        ("free_setup.muster_min_tokens", 2),
    ],
)
def test_house_values_that_nothing_can_be_played_with_are_refused(path, value):
    assert refused(tables={path: value}) == {"tables"}


def test_every_house_value_that_is_shown_may_be_given_again():
    shown = house_values(registry()["open_wars"].manifest)

    assert "cards.town.gold" in shown
    for path, cell in shown.items():
        assert book().rules({}, {path: cell.value}) is not None


@pytest.mark.rule("OW-GEN-03", "OW-GEN-05", "OW-GEN-09", "OW-HERO-06")
def test_a_token_and_a_card_have_no_more_than_their_printed_values():
    kind, spells = rules().units["amazons.zarina"], rules().spells.values()

    assert set(kind.__struct_fields__) == {
        "code", "faction", "name", "pack", "cost", "type", "printed", "unique", "hit_points", "neutral", "wounded",
    }  # fmt: skip
    assert {spell.type for spell in spells} == {"instant", "combat"}
    assert all(card.gold >= 0 and card.mana >= 0 for card in rules().cards.values())


@pytest.mark.rule("OW-LOC-03")
def test_basic_cards_have_no_text_and_yield_makes_none_special():
    for card in rules().cards.values():
        assert card.special == bool(card.features)
    assert not rules().cards["capital"].special
    assert rules().cards["capital"].gold == 3
