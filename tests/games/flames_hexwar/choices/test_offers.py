"""Everything that a player may do is offered, and everything that is offered is legal."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.boards.hexes import disc, name, named
from app.engine.dice import StreamDice
from app.engine.offers import Offer
from app.engine.refusal import Refusal
from app.engine.types import Seat, Viewer
from app.systems.flames_hexwar.barrage.odds import spotted
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.judge.secrets import resample
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.turn.machine import asked
from tests.games.flames_hexwar.playing import done, moment_of, opened, played
from tests.games.flames_hexwar.scenes import Table, platoon, squad
from tests.support.random_play import bounded

SET_UPS: list[tuple[str, int, dict[str, Any]]] = [
    ("quick_crossroads", 2, {}),
    ("evening_village", 2, {}),
    ("mountain_patrol", 2, {"fo_count_public": False, "fc_designation": "open"}),
]
SELDOM = 0.05
MOST_ACTS = 6000


def every(moment: Moment) -> list[tuple[Seat, Offer]]:
    return [(seat, offer) for seat in moment.position.seats for offer in offers(moment, seat)]


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
def test_soak_every_example_is_legal_and_every_text_is_whole(
    scenario: str, seats: int, options: dict[str, Any]
) -> None:
    for number, each in enumerate(played(scenario, seats, 3, options)):
        if number % bounded(9, 1):
            continue
        for seat, offer in every(each.moment):
            assert 1 <= len(offer.examples) <= 200
            assert len(offer.names) in (0, len(offer.examples))
            assert offer.picks is None or len(offer.picks) == len(offer.examples)
            for text in (offer.label, *offer.names):
                assert text.es.strip()
                assert "{" not in text.en + text.es
            for act in offer.examples:
                found = acts.check(each.moment, seat, act)
                assert not isinstance(found, Refusal), (offer.label, act, found)


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
def test_whoever_does_what_is_offered_comes_to_the_end(scenario: str, seats: int, options: dict[str, Any]) -> None:
    pick = random.Random(scenario)
    position = opened(scenario, seats, options)
    for number in range(MOST_ACTS):
        if position.result is not None:
            break
        moment = moment_of(position)
        seat = pick.choice(asked(moment.field))
        found = offers(moment, seat)
        closing = [offer for offer in found if offer.type == "commit"]
        offer = pick.choice(closing if closing and pick.random() < SELDOM else found)
        position = done(moment, seat, pick.choice(offer.examples), StreamDice(pick.randbytes(32), str(number))).state
    assert position.result is not None
    assert not every(moment_of(position))


def test_offers_of_a_unit_are_those_that_name_it() -> None:
    for number, each in enumerate(played("evening_village", 2, 4)):
        if number % 15:
            continue
        found = offers(each.moment, each.seat)
        for unit in {offer.unit for offer in found if offer.unit is not None}:
            assert offers(each.moment, each.seat, unit) == tuple(offer for offer in found if offer.unit == unit)


@pytest.mark.parametrize(("scenario", "seats", "options"), SET_UPS)
@pytest.mark.rule("FHW-HID-04", "FHW-HID-11", "FHW-SEAT-05")
def test_what_is_offered_hangs_on_nothing_that_a_seat_does_not_know(
    scenario: str, seats: int, options: dict[str, Any]
) -> None:
    pick = random.Random(5)
    differ = 0
    for number, each in enumerate(played(scenario, seats, 5, options)):
        if number % 5:
            continue
        for seat in each.moment.position.seats:
            other = resample(each.moment.field, Viewer(seat), pick.randrange)
            if other is not None:
                found = offers(each.moment, seat)
                assert msgspec.json.encode(offers(moment_of(other), seat)) == msgspec.json.encode(found)
                differ += other != each.moment.position
    assert differ > 5


ROWED = {"fire", "opportunity", "defend", "assign_aa", "standing"}
"""Acts of which each row may be taken by itself."""


def test_every_choice_of_a_row_is_legal_by_itself_and_every_corner_has_its_example() -> None:
    looked: set[str] = set()
    for number, each in enumerate(played("evening_village", 2, 4)):
        if number % bounded(7, 1):
            continue
        for seat, offer in every(each.moment):
            domain = offer.domain
            if domain is None:
                continue
            for row in domain.rows if offer.type in ROWED else ():
                for choice in row.choices:
                    act = replace(offer.examples[0], **{str(domain.fields.rows): (choice.entry,)})
                    assert not isinstance(acts.check(each.moment, seat, act), Refusal), (offer.label, choice.name)
                looked.add(offer.type)
            for corner in domain.corners if offer.type == "bombard" else ():
                begun = offer.examples[corner.example]
                assert begun.hexes[: len(corner.cells)] == corner.cells  # type: ignore[attr-defined]
                assert domain.size == len(begun.hexes)  # type: ignore[attr-defined]
                looked.add(offer.type)
    assert {"fire", "standing", "bombard"} <= looked


def planning() -> Table:
    foot = platoon("A1", "sov_smg", {n: "0506" if n < 3 else f"00{n:02d}" for n in range(10)})
    return Table([foot], [platoon("B1", "ger_grenadiers_small", {n: "0906" if n < 3 else "0907" for n in range(5)})])


def found(table: Table, seat: str, kind: str) -> list[Offer]:
    return [offer for offer in offers(table.moment, Seat(seat)) if offer.type == kind]


@pytest.mark.rule("FHW-PLAN-01", "FHW-PLAN-08", "FHW-PLAN-12")
def test_blank_cards_are_named_and_a_plan_may_be_reopened_while_others_are_waited_for() -> None:
    table = planning()
    (order,), (commit,) = found(table, "a", "order"), found(table, "a", "commit")
    assert "blank" in order.label.en
    assert "A1" in commit.label.en
    assert commit.examples == (a.Commit(True),)
    table.do("a", order.examples[0])
    (order,), (commit,) = found(table, "a", "order"), found(table, "a", "commit")
    assert "blank" not in order.label.en
    assert commit.examples == (a.Commit(),)
    assert [offer.unit for offer in found(table, "a", "undraft")] == ["A1"]
    stands = {offer.stands for offer in offers(table.moment, Seat("a")) if offer.unit == "A1"}
    assert stands == {tuple(team.id for team in table.moment.field.by_platoon[PlatoonId("A1")])}
    table.do("a", a.Commit())
    assert [offer.type for offer in offers(table.moment, Seat("a"))] == ["reopen"]


@pytest.mark.rule("FHW-FO-15", "FHW-FO-16", "FHW-FO-17")
def test_only_holding_through_a_span_may_be_answered_beforehand() -> None:
    table = planning().plan(A1="MD", B1="FO").until("c")
    table.do("a", found(table, "a", "activate")[0].examples[0])
    (close,) = found(table, "a", "close")
    assert close.closes
    assert not close.yields
    way = next(offer for offer in found(table, "a", "move") if offer.input == "steps")
    table.do("a", way.examples[0])
    assert (table.prompt, table.asked) == ("window", "b")
    with_waivers = [offer for offer in offers(table.moment, Seat("b")) if offer.waivers]
    assert [offer.examples for offer in with_waivers] == [(a.Hold("activation"),)]
    assert all(waiver.span and not waiver.given for offer in with_waivers for waiver in offer.waivers or ())
    table.do("b", a.Standing(True))
    assert [(offer.examples, offer.beside) for offer in found(table, "b", "standing")] == [((a.Standing(False),), True)]


def flown() -> Table:
    """Three planes have come; the enemy is in three places, one of them too near to friends."""
    own = squad("A1", "sov_smg", {0: "0508"})
    enemies = squad("B1", "ger_grenadiers_small", {0: "1205", 1: "1405", 2: "1506", 3: "0708", 4: "1908"})
    table = Table([own], [enemies], air={"level": "limited", "aircraft": "il2", "count": 1})
    return table.acts("a", "air", call=True).plan(5, 5, A1="FC", B1="FC")


def patterns(offer: Offer) -> list[set[str]]:
    assert offer.domain is not None
    assert offer.domain.size == 3
    return [set(corner.near) for corner in offer.domain.corners]


@pytest.mark.rule("FHW-AIR-03", "FHW-AIR-13", "FHW-GEO-09")
def test_planes_may_attack_any_three_hexes_about_any_corner_that_reaches_an_enemy() -> None:
    table, pick = flown(), random.Random(1)
    (strike,) = found(table, "a", "strike")
    offered, legal = patterns(strike), 0
    for _ in range(600):
        enemy = named(pick.choice(("1205", "1405", "1506", "1908")))
        assert enemy is not None
        at = pick.choice(disc(enemy, 1))
        cells = tuple(map(name, (enemy, *pick.sample(disc(at, 2), 2))))
        act = a.Strike((a.AirAttack(3, a.Vertex(name(at), pick.randrange(6)), cells),))  # type: ignore[arg-type]
        if not isinstance(acts.check(table.moment, Seat("a"), act), Refusal):
            legal += 1
            assert any(set(cells) <= each for each in offered), cells
    assert legal > 100
    assert not any("0708" in each for each in offered)
    assert any({"1205", "1405"} <= each for each in offered)
    assert {"1205", "1405", "1506"} <= offered[0]


@pytest.mark.rule("FHW-AIR-06")
def test_planes_part_one_by_one_no_farther_than_they_may() -> None:
    table = flown()
    (whole,) = found(table, "a", "strike")
    table.do("a", whole.examples[0])
    for planes in ([2, 1], [1, 1, 1]):
        again, parted = found(table, "a", "strike")
        assert again == whole
        assert parted.domain is not None
        assert parted.domain.fields.pattern == f"attacks.{len(planes) - 1}.hexes"
        for act in parted.examples:
            assert not isinstance(acts.check(table.moment, Seat("a"), act), Refusal)
            assert [each.planes for each in act.attacks] == planes  # type: ignore[attr-defined]
        assert not any("1908" in each for each in patterns(parted))
        table.do("a", parted.examples[-1])
    assert found(table, "a", "strike") == [whole]
    (withdrawn,) = found(table, "a", "undraft")
    assert withdrawn.label.en.count("1 plane at") == 3


@pytest.mark.rule("FHW-ART-06", "FHW-ART-15", "FHW-ART-17", "FHW-WEA-08")
@pytest.mark.parametrize("weather", ["clear", "fog"])
def test_of_all_who_may_spot_and_be_aimed_at_the_likeliest_pair_is_offered_and_named(weather: str) -> None:
    command = squad("A1", "sov_hq", {0: "0905"})
    mortars = squad("A2", "sov_mortars", {0: "0705", 1: "0704", **dict.fromkeys(range(2, 8), "0503")})
    enemies = squad("B1", "ger_grenadiers_small", {0: "1205", 1: "1205", 2: "1305"})
    table = Table([command, mortars], [enemies], weather=weather, surface={"1205": "w", "1305": "w"})
    table.plan(A2="FC", B1="FO").change("B1.0", gone_to_ground=True)
    field = table.moment.field
    offered = found(table, "a", "bombard")
    spotters = set()
    assert len({offer.label.en for offer in offered}) == len(offered) == 6, "mortars need no die to be available"
    for offer in offered:
        for act, words in zip(offer.examples, offer.names, strict=True):
            assert isinstance(act, a.Bombard)
            spotters.add(act.spotter)
            assert act.spotter in words.en
            best = spotted(field, field.teams[act.spotter], field.teams[act.aim])
            for spotter in ("A1.0", "A2.0", "A2.1"):
                for aim in ("B1.0", "B1.1", "B1.2"):
                    other = replace(act, spotter=spotter, aim=aim)
                    if not isinstance(acts.check(table.moment, Seat("a"), other), Refusal):
                        assert spotted(field, field.teams[other.spotter], field.teams[other.aim]) <= best
    assert ("A1.0" in spotters) == (weather == "fog")


@pytest.mark.rule("FHW-FC-02")
def test_what_covering_fire_is_aimed_at_and_who_has_no_target_yet_is_told() -> None:
    own, foes = squad("A1", "sov_maxims", {1: "0806"}), squad("B1", "ger_grenadiers_small", {1: "1106"})
    table = Table([own], [foes]).plan(A1="FC", B1="FC").until("a2_designate")
    fire, (commit,) = found(table, "a", "fire")[0], found(table, "a", "commit")
    assert commit.label.en.endswith("A1")

    table.do("a", fire.examples[0])

    fire, (commit,) = found(table, "a", "fire")[0], found(table, "a", "commit")
    assert "B1" in fire.label.en
    assert "A1" not in commit.label.en
