"""What each of the spells does (section 16): the common ones, Amazons, Barbarians, Demons."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Target, UnitRef
from app.systems.open_wars.position import actions as a
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position.events_combat import (
    AttackDeclared,
    AttackRolled,
    HitStopped,
    TokenFell,
    TokenWounded,
)
from app.systems.open_wars.position.events_magic import (
    EffectEnded,
    ManaGained,
    SpellCast,
    SpellFailed,
    Teleported,
    WarCryRolled,
)
from app.systems.open_wars.position.state import Effect, Position
from tests.games.open_wars.table import Game, a_position, fighting, moving, when_acts

AXER, SLYNN, SHAMAN, SWORDSMAN, WARRIOR = "orcs.axer", "orcs.slynn", "orcs.shaman", "elves.swordsman", "elves.warrior"


def unit(cell: str, seat: str, code: str, path: tuple[str, ...] | None = None, to: str | None = None) -> Target:
    return Target(cell=cell, seat=Seat(seat), unit=code, path=path, to=to)


def rich(position: Position, *seats: str) -> Position:
    poor = {seat: replace(state, mana=0) if seat in seats else state for seat, state in position.seats.items()}
    return replace(position, seats=poor)


# -- common


@pytest.mark.rule("OW-SPELL-02")
def test_arcane_wind_carries_a_unit_one_point_farther():
    position = a_position([("a", SHAMAN, "A1", 1), ("a", AXER, "B1", 1), ("b", WARRIOR, "D3", 1)], mana=2)

    game = moving(position).do("a", a.Cast(1, "arcane_wind", unit("B1", "a", AXER)))

    assert game.field.points_left(game.position.tokens[2]) == 3


@pytest.mark.rule("OW-SPELL-03", "OW-MAG-12")
def test_purifying_flame_burns_and_takes_every_bonus_of_the_next_attack():
    rows = (("golden_plains", "plains"), ("plains", "plains"))
    position = a_position(
        [
            ("a", SHAMAN, "A1", 1),
            ("a", AXER, "A1", 2),
            ("b", "undead.zombie", "A1", 3),
            ("b", "undead.zombie", "B2", 4),
        ],
        rows=rows,
        seats={"a": "orcs", "b": "undead"},
        mana=2,
        order="ba",
    )
    position = rich(position, "b")
    bonus = Effect(1, "spell", "reckless_charge", "turn", (4, 5, 6), attack=1)
    game = fighting(replace(position, effects=(bonus,), next_effect=2)).run()

    game.do("a", a.Cast(1, "purifying_flame", unit("A1", "b", "undead.zombie")))

    assert game.count("b", "undead.zombie", "A1") == 2
    while game.ask.unit != UnitRef("A1", Seat("b"), "undead.zombie"):
        game.do(game.asked, a.Hold())
    game.do("b", a.Attack("A1", Seat("a")), 2, 2)
    rolled = game.happened(AttackRolled)[0]
    assert (rolled.values, rolled.automatic, rolled.hits) == ((1, 1), 0, 0)
    assert "purifying_flame" in [event.code for event in game.happened(EffectEnded)]


@pytest.mark.rule("OW-SPELL-04", "OW-HIT-06", "OW-HIT-07")
def test_mystic_shield_stops_the_next_hit_and_is_gone():
    position = a_position([("a", SHAMAN, "A1", 1), ("a", SLYNN, "A1", 2), ("b", SWORDSMAN, "A1", 2)], mana=2)
    game = fighting(position).run().do("a", a.Cast(1, "mystic_shield", unit("A1", "a", SLYNN)))
    while game.asked != "b":
        game.do("a", a.Hold())

    game.do("b", a.Attack("A1", Seat("a")), 1, 1)

    assert [event.by for event in game.happened(HitStopped)] == ["mystic_shield"]
    assert len(game.happened(TokenFell)) == 1


# -- Amazons


def jungle(mana: int = 10, **more: object) -> Position:
    return a_position(
        [("a", "amazons.druid", "B2", 1), ("a", "amazons.warlike", "B2", 2), ("b", AXER, "C2", 1)],
        seats={"a": "amazons", "b": "orcs"},
        mana=mana,
        **more,  # type: ignore[arg-type]
    )


WARLIKE = "amazons.warlike"


@pytest.mark.rule("OW-SPELL-05")
def test_jaguars_call_moves_two_cards_whatever_they_cost_but_never_among_enemies():
    rows = (("mountain", "mountain", "plains"), ("plains", "plains", "plains"), ("plains", "plains", "plains"))
    game = moving(jungle(rows=rows))

    assert game.refused("a", a.Cast(1, "jaguars_call", unit("B2", "a", WARLIKE, ("C2",)))) == "OW-SPELL-05"
    assert game.refused("a", a.Cast(1, "jaguars_call", unit("B2", "a", WARLIKE, ("B1", "A1", "A2")))) == "OW-SPELL-05"
    game.do("a", a.Cast(1, "jaguars_call", unit("B2", "a", WARLIKE, ("B1", "A1"))))
    assert game.count("a", WARLIKE, "A1") == 2


@pytest.mark.rule("OW-SPELL-06", "OW-ATK-06")
def test_pumas_leap_goes_among_enemies_and_attacks_at_once():
    game = moving(jungle(mana=4)).do("a", a.Cast(1, "pumas_leap", unit("B2", "a", WARLIKE, ("C2",))), 6, 6)

    attack = game.happened(AttackDeclared)[0]
    assert (attack.attacker, attack.tokens, attack.bonus) == (UnitRef("C2", Seat("a"), WARLIKE), (2, 3), True)
    assert not game.position.tokens[2].acted
    assert game.position.tokens[2].halted
    assert game.position.seats[Seat("a")].used == ("pumas_leap",)


@pytest.mark.rule("OW-SPELL-06", "OW-PRM-02")
def test_of_several_targets_of_a_bonus_attack_the_caster_chooses():
    position = a_position(
        [("a", "amazons.druid", "B2", 1), ("a", WARLIKE, "B2", 1), ("b", AXER, "C2", 1), ("c", WARRIOR, "C2", 1)],
        seats={"a": "amazons", "b": "orcs", "c": "elves"},
        mana=4,
    )
    game = moving(position).do("a", a.Cast(1, "pumas_leap", unit("B2", "a", WARLIKE, ("C2",))))

    assert (game.asked, game.ask.kind) == ("a", "bonus_target")
    assert game.refused("a", a.BonusTarget("B2", Seat("b"))) == "OW-ATK-06"
    game.do("a", a.BonusTarget("C2", Seat("c")), 1)
    assert game.count("c", WARRIOR, "C2") == 0


@pytest.mark.rule("OW-SPELL-07", "OW-PRM-03")
def test_wild_fury_strikes_harder_and_moves_on_after_a_hit():
    position = a_position(
        [("a", "amazons.druid", "B2", 1), ("a", WARLIKE, "B2", 1), ("b", AXER, "B2", 2), ("b", AXER, "D3", 1)],
        seats={"a": "amazons", "b": "orcs"},
        mana=2,
    )
    game = fighting(rich(position, "b")).run()
    game.do("a", a.Cast(1, "wild_fury", unit("B2", "a", WARLIKE)))
    when_acts(game, "a", WARLIKE)

    game.do("a", a.Attack("B2", Seat("b")), 3)

    assert (game.asked, game.ask.kind) == ("a", "follow_up_move")
    assert game.refused("a", a.FollowUpMove("D2")) == "OW-SPELL-07"
    game.do("a", a.FollowUpMove("B1"))
    assert game.position.tokens[2].cell == "B1"


@pytest.mark.rule("OW-SPELL-08", "OW-MAG-13")
def test_jungle_roar_wakes_the_amazons_of_the_combat():
    position = a_position(
        [("a", "amazons.druid", "B2", 1), ("a", WARLIKE, "B2", 1), ("a", WARLIKE, "B1", 1), ("b", AXER, "B2", 1)],
        seats={"a": "amazons", "b": "orcs"},
        mana=4,
    )
    game = fighting(rich(position, "b")).run().do("a", a.Cast(1, "jungle_roar", Target(cell="B2")))

    assert game.field.values(game.position.tokens[2]).initiative == 2
    assert game.field.values(game.position.tokens[3]).initiative == 1
    assert game.position.effects[0].expiry == "combat"


# -- Barbarians

LANCER, CLERIC = "barbarians.lancer", "barbarians.cleric"


def warband(mana: int, *more: tuple[str, str, str, int], **options: object) -> Game:
    """The Lancers (initiative 1, attack 1) against Slynn; a holds all the mana."""
    tokens = [("a", CLERIC, "B2", 1), ("a", LANCER, "B2", 2), ("b", SLYNN, "B2", 3), ("b", SLYNN, "D3", 3), *more]
    position = a_position(tokens, seats={"a": "barbarians", "b": "orcs"}, mana=mana, options=options)
    return fighting(rich(position, "b"))


@pytest.mark.rule("OW-SPELL-09", "OW-ATK-06")
@pytest.mark.parametrize(("dice", "attacks"), [((1, 6), 2), ((6, 6), 1)])
def test_bloodthirst_attacks_again_if_the_attack_hits(dice, attacks):
    game = warband(3, ("a", "barbarians.thorin", "D1", 1)).run()
    game.do("a", a.Cast(1, "bloodthirst", unit("B2", "a", LANCER)))
    when_acts(game, "a", LANCER)

    again = (6, 6) if attacks == 2 else ()
    game.do("a", a.Attack("B2", Seat("b")), *dice, *again)

    assert [event.bonus for event in game.happened(AttackDeclared)] == [False, True][:attacks]
    assert "bloodthirst" in [event.code for event in game.happened(EffectEnded)]


@pytest.mark.rule("OW-SPELL-10")
def test_warquake_shakes_friend_and_foe_and_wings_most():
    position = a_position(
        [("a", CLERIC, "B2", 1), ("a", "barbarians.valkyrie", "B2", 1), ("b", SWORDSMAN, "B2", 1)],
        seats={"a": "barbarians", "b": "elves"},
        mana=4,
    )
    game = moving(rich(position, "b")).do("a", a.Cast(1, "warquake", Target(cell="B2")))

    values = {n: game.field.values(game.position.tokens[n]) for n in (1, 2, 3)}
    assert (values[2].initiative, values[2].movement) == (2, 1)
    assert (values[3].initiative, values[3].movement) == (1, 2)
    assert values[1].initiative == 0


@pytest.mark.rule("OW-SPELL-10", "OW-DSP-04")
def test_a_dispelled_warquake_leaves_the_wings_alone_too():
    position = a_position(
        [("a", CLERIC, "B2", 1), ("a", "barbarians.valkyrie", "B2", 1), ("b", "elves.magician", "B2", 1)],
        seats={"a": "barbarians", "b": "elves"},
        mana=10,
    )
    game = moving(position).do("a", a.Cast(1, "warquake", Target(cell="B2"))).do("b", a.Pass())
    game.do("a", a.EndMovement())
    first = game.position.effects[0].id

    game.do("b", a.Cast(3, "dispel", Target(effect=first))).do("a", a.Pass())

    assert game.position.effects == ()


@pytest.mark.rule("OW-SPELL-11")
def test_unrestrained_rage_strikes_back_after_a_loss():
    tokens = [("a", CLERIC, "B2", 1), ("a", LANCER, "B2", 2), ("b", "orcs.brutus", "B2", 2), ("b", SLYNN, "D3", 4)]
    position = a_position(tokens, seats={"a": "barbarians", "b": "orcs"}, mana=2)
    game = fighting(rich(position, "b")).run()
    rage = a.Cast(1, "unrestrained_rage", unit("B2", "a", LANCER))
    assert game.refused("a", rage) == "OW-SPELL-11"
    game.do("a", a.Pass()).do("b", a.Attack("B2", Seat("a")), 1, 6).do("a", a.Pass())
    assert game.count("a", LANCER, "B2") == 1

    game.do("a", rage, 1)

    assert game.happened(AttackDeclared)[0].bonus
    assert game.count("b", "orcs.brutus", "B2") == 1
    assert not game.position.tokens[2].acted


@pytest.mark.rule("OW-SPELL-12", "OW-DICE-07")
@pytest.mark.parametrize(("option", "dice", "left"), [("per_unit", (5,), 1), ("per_token", (5, 6), 0)])
def test_war_cry_rolls_for_every_enemy_unit_once_barbarians_have_hit(option, dice, left):
    game = warband(3, warcry_dice=option).run()
    cry = a.Cast(1, "war_cry", Target(cell="B2"))
    assert game.refused("a", cry) == "OW-SPELL-12"
    when_acts(game, "a", LANCER).do("a", a.Attack("B2", Seat("b")), 1, 6).do("a", a.Pass())
    assert game.count("b", SLYNN, "B2") == 2

    game.do("a", cry, *dice)

    assert game.happened(WarCryRolled)[0].dice == dice
    assert len(game.happened(TokenFell)) == 2 - left


# -- Demons

SORCERER, SOLDIER = "demons.sorcerer", "demons.soldier"


def abyss(mana: int, *more: tuple[str, str, str, int], **others: object) -> Position:
    tokens = [("a", SORCERER, "B2", 1), ("a", SOLDIER, "B2", 3), *more]
    return rich(a_position(tokens, seats={"a": "demons", "b": "elves"}, mana=mana, **others), "b")  # type: ignore[arg-type]


@pytest.mark.rule("OW-SPELL-13", "OW-DICE-08")
def test_abyss_flames_burn_next_door_and_pay_for_a_whole_unit():
    position = abyss(6, ("b", WARRIOR, "B1", 2), ("b", WARRIOR, "D3", 1))
    game = moving(position).do("a", a.Cast(1, "abyss_flames", unit("B1", "b", WARRIOR)))
    assert not game.happened(ManaGained)

    game.do("a", a.Cast(1, "abyss_flames", unit("B1", "b", WARRIOR)))

    assert game.happened(ManaGained)
    assert game.position.seats[Seat("a")].mana == 1
    assert game.count("b", WARRIOR, "B1") == 0


@pytest.mark.rule("OW-SPELL-14", "OW-WAT-04")
def test_infernal_portal_puts_a_unit_into_a_controlled_place_however_far():
    rows = (("plains", "plains", "valley_of_giants"), ("plains", "plains", "plains"))
    position = abyss(5, ("a", "demons.hellhound", "C1", 1), ("b", WARRIOR, "A1", 1), rows=rows)
    game = moving(position)
    assert game.refused("a", a.Cast(1, "infernal_portal", unit("B2", "a", SOLDIER, to="A2"))) == "OW-SPELL-14"

    game.do("a", a.Cast(1, "infernal_portal", unit("B2", "a", SOLDIER, to="C1")), 1)

    assert game.happened(Teleported)
    assert game.count("a", SOLDIER, "C1") == 3
    assert [event.on for event in game.happened(e.WeatherRolled)] == ["enter"]
    assert game.position.tokens[2].spent == 0


def pact(**options: object) -> Game:
    tokens = (("b", WARRIOR, "B2", 2), ("b", WARRIOR, "D3", 1))
    return fighting(abyss(2, *tokens, options=options)).run()


@pytest.mark.rule("OW-SPELL-15", "OW-PRM-04", "OW-MAG-03")
def test_dark_pact_pays_a_hit_point_and_casts_another_spell_free():
    game = pact().do("a", a.Cast(1, "dark_pact"))
    assert (game.asked, game.ask.kind) == ("a", "pact")
    assert game.refused("a", a.Pact(UnitRef("B2", Seat("a"), SORCERER))) == "OW-SPELL-15"

    game.do("a", a.Pact(UnitRef("B2", Seat("a"), SOLDIER)))

    assert game.count("a", SOLDIER, "B2") == 2
    assert game.ask.kind == "pact_cast"
    flame = a.Cast(1, "purifying_flame", unit("B2", "b", WARRIOR))
    assert game.refused("a", flame) == "OW-WIN-10"
    game.do("a", replace(flame, free="pact"))
    assert game.happened(SpellCast)[0].cost == 0
    assert game.count("b", WARRIOR, "B2") == 1
    assert game.refused("a", a.Cast(1, "dark_pact")) is not None
    assert game.position.seats[Seat("a")].used == ("dark_pact",)


@pytest.mark.rule("OW-SPELL-15", "OW-PRM-04")
def test_choosing_nothing_ends_the_pact():
    game = pact().do("a", a.Cast(1, "dark_pact")).do("a", a.Pact())

    assert game.count("a", SOLDIER, "B2") == 3
    assert game.position.frames[-1].ask is None or game.ask.kind == "act"


@pytest.mark.rule("OW-SPELL-15")
def test_the_spell_of_the_pact_may_be_left_too():
    game = pact().do("a", a.Cast(1, "dark_pact")).do("a", a.Pact(UnitRef("B2", Seat("a"), SOLDIER), 3))
    game.do("a", a.Pass())

    assert game.happened(e.Passed)
    assert game.count("a", SOLDIER, "B2") == 2


@pytest.mark.rule("OW-SPELL-15", "OW-HERO-01")
def test_by_option_only_an_unwounded_hero_pays():
    game = pact(dark_pact_hit_points="two_sided_only")
    assert game.asked == "a"
    assert game.refused("a", a.Cast(1, "dark_pact")) == "OW-SPELL-15"

    tokens = (("a", "demons.azrak", "B2", 1), ("b", WARRIOR, "B2", 2), ("b", WARRIOR, "D3", 1))
    game = fighting(abyss(2, *tokens, options={"dark_pact_hit_points": "two_sided_only"})).run()
    game.do("a", a.Cast(1, "dark_pact")).do("a", a.Pact(UnitRef("B2", Seat("a"), "demons.azrak")))
    assert game.happened(TokenWounded)


@pytest.mark.rule("OW-SPELL-16", "OW-MAG-09")
def test_blood_corruption_takes_every_demon_of_the_place():
    tokens = (("b", SOLDIER, "B2", 1), ("b", WARRIOR, "B2", 1), ("a", SOLDIER, "B1", 1))
    game = fighting(abyss(4, *tokens)).run().do("a", a.Cast(1, "blood_corruption", Target(cell="B2")))

    values = {n: game.field.values(game.position.tokens[n]) for n in (2, 5, 6, 7)}
    assert [values[n].attack for n in (2, 5, 6, 7)] == [2, 2, 1, 1]
    assert [values[n].initiative for n in (2, 5, 6, 7)] == [0, 0, 1, 1]


@pytest.mark.rule("OW-MAG-06")
def test_a_spell_whose_target_is_gone_does_nothing_and_stays_paid():
    position = abyss(3, ("b", WARRIOR, "B1", 1), ("b", "elves.magician", "B3", 1))
    seats = {**position.seats, Seat("b"): replace(position.seats[Seat("b")], mana=2)}
    game = moving(replace(position, seats=seats)).do("a", a.Cast(1, "abyss_flames", unit("B1", "b", WARRIOR)))
    game.position = replace(game.position, tokens={n: t for n, t in game.position.tokens.items() if t.unit != WARRIOR})

    game.do("b", a.Pass())

    assert game.happened(SpellFailed)
    assert game.position.seats[Seat("a")].mana == 0
