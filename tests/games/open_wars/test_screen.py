"""What a player sees of the game: cards, stacks, how everybody stands, what is being worked out, the one sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.scene import Card, Panel, Scene, Stack, Standing
from app.engine.types import Seat, UnitId, Viewer
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.judge.view import view
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Effect, Fallen, Position, Result
from app.systems.open_wars.screen.drawn_stacks import places
from app.systems.open_wars.screen.scene import HEIGHT, WIDTH, scene
from app.web.draw.render import load_symbols
from tests.games.open_wars.table import FOLDER, Game, a_position, book, rules_of

A, B = Seat("a"), Seat("b")
ROWS = (
    ("capital", "shadow_jungle", "water", "plains"),
    ("mountain", "plains", "", "plains"),
    ("plains", "wheat_field", "city_of_mages", "plains"),
)


def seen(position: Position, viewer: str = "a") -> Scene:
    return scene(rules_of(position), view(position, Viewer(viewer)))


def cards(position: Position) -> dict[str, Card]:
    return {each.id: each for each in seen(position).drawables if isinstance(each, Card)}


def stacks(position: Position, viewer: str = "a") -> dict[str, Stack]:
    return {str(each.id): each for each in seen(position, viewer).drawables if isinstance(each, Stack)}


def moving(*tokens: tuple[str, str, str, int], **more: Any) -> Position:
    """Seat a's movement turn."""
    frames = (f.TurnFrame("movement_turns", (B,)), f.MovementFrame(A))
    return a_position(tokens, rows=ROWS, frames=frames, movement=A, **more)


def fighting(*tokens: tuple[str, str, str, int], cell: str = "B2") -> Game:
    """A melee about to begin."""
    position = a_position(tokens, rows=ROWS, phase="combat", frames=(f.TurnFrame("combat"),))
    game = Game(position)
    game.run()
    assert game.position.combat is not None
    assert game.position.combat.site is not None
    assert game.position.combat.site.cell == cell
    return game


def panel(found: Scene, name: str) -> Panel:
    return next(each for each in found.panels if each.id == name)


def standing(found: Scene, seat: str) -> Standing:
    return next(each for each in found.standings if each.seat == seat)


# ---------------------------------------------------------------------------------------------------------------- cards


def test_every_card_of_the_map_is_drawn_in_its_place_and_a_hole_is_none() -> None:
    found = cards(moving())

    assert "C2" not in found
    assert len(found) == 11
    assert found["A1"].x < found["B1"].x
    assert found["A1"].y > found["A2"].y


@pytest.mark.rule("OW-LOC-02")
def test_a_card_shows_type_name_entry_cost_gold_mana_and_its_text() -> None:
    city = cards(moving())["C3"]

    assert (city.kind, city.name.in_("es")) == ("city", "Ciudad de los magos")
    assert [(each.symbol, each.value) for each in city.figures] == [("entry", 1), ("gold", 2), ("mana", 2)]
    assert "cost 1 less" in city.tags[0].in_("en")


@pytest.mark.rule("OW-LOC-03")
def test_a_basic_card_has_no_text_though_it_yields_gold() -> None:
    assert cards(moving())["A1"].tags == ()


@pytest.mark.rule("OW-GEO-08")
def test_a_port_is_marked() -> None:
    rows = (("town", "water"), ("town", "plains"))
    found = {each.id: each for each in seen(a_position(rows=rows)).drawables if isinstance(each, Card)}

    assert [mark.symbol for mark in found["A1"].marks] == ["port"]
    assert found["A2"].marks == ()


@pytest.mark.rule("OW-CTL-01")
@pytest.mark.rule("OW-CTL-02")
def test_who_controls_a_card_and_which_are_contested_is_drawn_and_said() -> None:
    found = cards(moving(("a", "orcs.axer", "A1", 1), ("a", "orcs.axer", "B2", 1), ("b", "elves.archer", "B2", 1)))

    assert (found["A1"].side, found["A1"].arms, found["A1"].contested) == ("a", "orcs", False)
    assert found["A1"].state is not None
    assert found["A1"].state.in_("en") == "Held by Orcs (A)"
    assert (found["B2"].side, found["B2"].contested) == (None, True)
    assert found["B2"].state is not None
    assert found["B2"].state.in_("es") == "Disputada: Orcos (A), Elfos (B)"


@pytest.mark.rule("OW-VIC-04")
def test_cards_that_give_points_say_how_many() -> None:
    rows = tuple(tuple(row) for row in book().scenarios["arcanums_crown"]["map"])
    found = {each.id: each for each in seen(a_position(rows=rows, scenario="arcanums_crown")).drawables}

    centre = found["C3"]
    assert isinstance(centre, Card)
    assert [(mark.symbol, mark.count) for mark in centre.marks if mark.symbol == "points"] == [("points", 2)]


# --------------------------------------------------------------------------------------------------------------- stacks


@pytest.mark.rule("OW-UNIT-01")
def test_a_stack_shows_picture_faction_count_and_the_printed_line() -> None:
    found = stacks(moving(("a", "orcs.wolf_rider", "A1", 3)))["A1.a.orcs.wolf_rider"]

    assert (found.symbol, found.arms, found.side, found.count) == ("orcs.wolf_rider", "orcs", "a", 3)
    line = {each.symbol: each.value for each in found.figures}
    assert line == {"movement": 3, "attack": 2, "range": 0, "initiative": 2, "cost": 4}


@pytest.mark.rule("OW-UNIT-12")
@pytest.mark.rule("OW-CARD-02")
def test_a_changed_value_is_shown_as_changed_with_its_reason() -> None:
    attack = stacks(moving(("a", "orcs.slynn", "B1", 1)))["B1.a.orcs.slynn"].figures[1]

    assert (attack.value, attack.shift) == (2, 1)
    assert [why.in_("en") for why in attack.why] == ["Shadow Jungle +1"]


@pytest.mark.rule("OW-HERO-02")
def test_a_wounded_hero_is_drawn_wounded_with_the_values_of_that_side() -> None:
    position = moving(("a", "orcs.gorath", "A1", 1))
    wounded = replace(position, tokens={1: replace(position.tokens[1], wounded=True)})

    found = stacks(wounded)["A1.a.orcs.gorath"]

    assert (found.unique, found.pose) == (True, "wounded")
    assert (found.figures[0].value, found.figures[0].why[0].in_("en")) == (2, "wounded side -2")
    assert [mark.symbol for mark in found.marks] == ["wounded"]


@pytest.mark.rule("OW-LOCK-02")
def test_locked_halted_and_barred_stacks_wear_their_marks() -> None:
    position = moving(("a", "orcs.axer", "B2", 2), ("b", "elves.archer", "B2", 1))
    tokens = {**position.tokens, 1: replace(position.tokens[1], halted=True, barred=True)}

    marks = {
        mark.symbol: mark.text.in_("en") for mark in stacks(replace(position, tokens=tokens))["B2.a.orcs.axer"].marks
    }

    assert marks["locked"] == "Locked in combat"
    assert marks["halted"].endswith("(1 of 2)")
    assert marks["barred"].endswith("(1 of 2)")


@pytest.mark.rule("OW-HIT-07")
def test_charges_are_counted_on_the_stack_that_has_them() -> None:
    wall = Effect(1, "spell", "mystic_shield", "turn", tokens=(1,), groups=((1,),))
    found = stacks(moving(("a", "orcs.axer", "A1", 1), effects=(wall,)))["A1.a.orcs.axer"]

    assert [(mark.symbol, mark.text.in_("en"), mark.count) for mark in found.marks] == [
        ("mystic_shield", "Mystic Shield", 1)
    ]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 7, 10, 16, 30, 60])
def test_stacks_on_a_card_lie_within_it_and_never_over_one_another(count: int) -> None:
    size, spots = places(count)

    assert len(set(spots)) == count
    assert all(abs(x) + size / 2 <= WIDTH / 2 and abs(y) + size / 2 <= HEIGHT / 2 for x, y in spots)
    apart = [max(abs(x - u), abs(y - v)) for i, (x, y) in enumerate(spots) for u, v in spots[:i]]
    assert all(gap >= size * 0.99 for gap in apart)


def test_every_unit_card_and_faction_of_the_tables_is_drawn() -> None:
    drawn = load_symbols(FOLDER).ids
    rules = book().rules()

    assert {f"unit-{code}" for code in rules.units} <= drawn
    assert {f"card-{code}" for code in rules.cards} | {f"card-{each.type}" for each in rules.cards.values()} <= drawn
    assert {f"arms-{code}" for code in rules.factions} <= drawn
    assert {f"type-{kind.type}" for kind in rules.units.values()} <= drawn


# ---------------------------------------------------------------------------------------------------- how everybody stands


@pytest.mark.rule("OW-HID-02")
def test_reserves_and_what_the_next_turn_brings_stand_in_turn_order() -> None:
    found = seen(moving(("a", "orcs.axer", "A1", 1), gold=4, mana=3, order="ba"))

    assert [each.seat for each in found.standings] == ["b", "a"]
    mine = {each.symbol: (each.value, each.gain) for each in standing(found, "a").figures}
    assert mine["gold"] == (4, 3)
    assert mine["mana"] == (3, 1)
    assert mine["army"] == (2, None)


@pytest.mark.rule("OW-VIC-05")
def test_what_has_to_be_gathered_stands_behind_the_reserve() -> None:
    found = seen(moving(("a", "orcs.axer", "A1", 1), scenario="tide_and_treasure"))

    assert {each.symbol: each.of for each in standing(found, "a").figures}["gold"] == 15


@pytest.mark.rule("OW-HID-02")
def test_closed_reserves_of_others_are_not_shown() -> None:
    position = moving(("a", "orcs.axer", "A1", 1), options={"open_reserves": False})

    found = seen(position, "a")

    assert {each.symbol for each in standing(found, "a").figures} >= {"gold", "mana"}
    assert {each.symbol for each in standing(found, "b").figures} & {"gold", "mana"} == set()


@pytest.mark.rule("OW-ORD-02")
@pytest.mark.rule("OW-ORD-03")
def test_the_first_seat_says_why_it_is_first() -> None:
    by_value = seen(moving(values={A: 9, B: 4})).standings[0]
    by_dice = seen(moving(values={A: 9, B: 9})).standings[0]

    assert by_value.note is not None
    assert by_value.note.in_("en") == "first: value 9 at the start"
    assert by_dice.note is not None
    assert by_dice.note.in_("en") == "goes first: value 9, by the dice"


@pytest.mark.rule("OW-HID-03")
def test_only_that_a_list_is_in_is_told_of_it() -> None:
    frames = (f.TurnFrame("reveal_musters"), f.OrdersFrame("muster", (A, B)))
    position = a_position(rows=ROWS, phase="muster", turn=0, frames=frames)
    seats = {**position.seats, B: replace(position.seats[B], committed=True, orders=())}

    found = seen(replace(position, seats=seats))

    notes = {each.seat: each.note.in_("en") for each in found.standings if each.note is not None}
    assert notes == {"a": "preparing their list", "b": "list handed in"}
    assert found.prompt.in_("en").startswith("Muster your army in secret")


def test_fallen_tokens_lasting_effects_and_goals_have_their_lists() -> None:
    wind = Effect(1, "spell", "arcane_wind", "turn", tokens=(1,), movement=1)
    position = moving(("a", "orcs.axer", "A1", 1), effects=(wind,), fallen=(Fallen(9, "elves.archer", B, "B2"),))

    found = seen(position)

    assert panel(found, "fallen").rows[0].title.in_("en") == "Archer (B, B2)"
    effect = panel(found, "effects").rows[0]
    assert effect.detail is not None
    assert (effect.title.in_("en"), effect.detail.in_("en")) == ("Arcane Wind", "Axer (A, A1) · until the turn ends")
    assert any("after turn" in row.title.in_("en") for row in panel(found, "goals").rows)


# ------------------------------------------------------------------------------------------------------- step by step


@pytest.mark.rule("OW-INI-01")
def test_a_combat_is_shown_in_its_order_of_initiative_with_whoever_acts_marked() -> None:
    game = fighting(("a", "orcs.axer", "B2", 2), ("b", "elves.swordsman", "B2", 1), ("a", "orcs.assassin", "B2", 1))

    light = seen(game.position).spotlight

    assert light is not None
    assert light.title.in_("en") == "Combat in Plains (B2), melee"
    order = [row.title.in_("en") for row in light.rows]
    assert order == ["Assassin", "Swordsman", "Axer ×2"]
    assert [row.active for row in light.rows] == [True, False, False]
    assert stacks(game.position)["B2.a.orcs.assassin"].active


@pytest.mark.rule("OW-WIN-06")
def test_who_has_acted_goes_to_the_end_and_is_dimmed() -> None:
    game = fighting(("a", "orcs.axer", "B2", 2), ("b", "elves.swordsman", "B2", 1), ("a", "orcs.assassin", "B2", 1))
    game.do("a", a.Hold())

    light = seen(game.position).spotlight

    assert light is not None
    assert [(row.title.in_("en"), row.spent) for row in light.rows] == [
        ("Swordsman", False),
        ("Axer ×2", False),
        ("Assassin", True),
    ]


@pytest.mark.rule("OW-INI-05")
def test_ties_of_initiative_are_told() -> None:
    game = fighting(("a", "orcs.axer", "B2", 1), ("b", "elves.warrior", "B2", 1), ("a", "orcs.assassin", "B2", 1))
    light = seen(game.position).spotlight

    assert light is not None
    assert not any(mark.symbol == "dice" for row in light.rows for mark in row.marks)

    frames = (f.TurnFrame("melee"), f.SiteFrame("melee", "B2", "next"))
    tied = a_position(
        (("a", "orcs.axer", "B2", 1), ("b", "barbarians.scout", "B2", 1)), rows=ROWS, phase="combat", frames=frames
    )
    light = seen(tied).spotlight
    assert light is not None
    assert [[mark.symbol for mark in row.marks] for row in light.rows] == [["dice"], ["dice"]]


@pytest.mark.rule("OW-WIN-04")
def test_a_window_says_what_it_reacts_to() -> None:
    move = f.MoveFrame(B, "elves.archer", (2,), "B2", ("B3",))
    frames = (
        f.TurnFrame("movement_turns"),
        f.MovementFrame(B),
        move,
        f.WindowFrame("move", (A,), fresh=False, opener=B),
    )
    position = a_position((("a", "orcs.shaman", "A1", 1), ("b", "elves.archer", "B2", 1)), rows=ROWS, frames=frames)

    asked, waiting = seen(position, "a"), seen(position, "b")

    assert asked.my_go
    assert asked.prompt.in_("en") == "Elves (B) moves Archer: B2 → B3. Do you respond?"
    assert asked.spotlight is not None
    assert asked.spotlight.rows[0].title.in_("en") == "Elves (B) moves Archer: B2 → B3."
    assert not waiting.my_go
    assert waiting.prompt.in_("en") == "Orcs (A) may respond."


def test_an_attack_that_may_be_answered_is_told_once() -> None:
    attack = f.AttackFrame(UnitRef("B2", B, "elves.archer"), (2,), "B2", A, hits=1)
    frames = (f.TurnFrame("combat"), attack, f.WindowFrame("roll", (A, B), fresh=False))
    position = a_position((("a", "orcs.shaman", "B2", 1), ("b", "elves.archer", "B2", 1)), rows=ROWS, frames=frames)

    asked = seen(position, "a")

    assert asked.prompt.in_("en") == "Archer (B, B2) attacks A in B2: 1 hit. Do you respond?"
    assert asked.spotlight is not None
    assert [row.title.in_("en") for row in asked.spotlight.rows] == [
        "Archer (B, B2) attacks A in B2: 1 hit.",
        "Then asked: Elves (B).",
    ]


@pytest.mark.rule("OW-WIN-05")
def test_a_window_at_the_end_of_a_movement_says_whose() -> None:
    frames = (f.TurnFrame("movement_turns"), f.WindowFrame("end_move", (A,), fresh=False, opener=B))
    position = a_position((("a", "orcs.shaman", "A1", 1),), rows=ROWS, frames=frames)

    assert seen(position).prompt.in_("es") == "Elfos (B) ha terminado de mover. ¿Respondes?"


def test_whoever_is_out_is_told_so() -> None:
    position = moving()
    seats = {**position.seats, B: replace(position.seats[B], eliminated=True)}

    out = seen(replace(position, seats=seats), "b")

    assert out.prompt.in_("en") == "You are out, and may watch on. Orcs (A) is moving."


def test_the_headline_tells_turn_limit_phase_and_whose_movement_it_is() -> None:
    assert seen(moving()).headline.in_("en") == "Turn 2 of 15 · Movement · Orcs (A)"


def test_a_finished_game_says_who_won_and_why() -> None:
    position = replace(a_position(phase="game_over"), result=Result("a", "annihilation", (A,)))

    found = seen(position)

    assert found.ending is not None
    assert found.ending.in_("en") == "Orcs (A) wins: no rival is left on the map."
    assert found.headline.in_("en") == "Turn 2 of 15 · Game over"
    assert found.prompt.in_("en") == "The game is over."
    assert not found.my_go


def test_stack_ids_are_those_of_offers_and_surveys() -> None:
    ref = UnitRef("A1", A, "orcs.axer")

    assert set(stacks(moving(("a", "orcs.axer", "A1", 1)))) == {str(UnitId(ref.id))}


def test_nothing_on_the_screen_is_said_in_one_language_only() -> None:
    found = seen(moving(("a", "orcs.slynn", "B1", 1), ("b", "elves.archer", "B2", 1)))
    words = re.findall(r"Text\(es='([^']*)', en='([^']*)'\)", repr(found))

    assert words
    assert all(bool(es) == bool(en) for es, en in words)
