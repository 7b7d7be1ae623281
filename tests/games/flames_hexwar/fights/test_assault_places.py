"""Assaults in houses, among several seats of a side, and back through mud."""

from __future__ import annotations

from typing import Any

import pytest

from app.systems.flames_hexwar.position import events_moves as em
from tests.games.flames_hexwar.fights.test_assault_ends import SMG, assaulting, fought
from tests.games.flames_hexwar.scenes import Table, squad

THREE: Any = ({"side": "A"}, {"side": "B"}, {"side": "B"})
HOUSE: Any = {"surface": {"1306": "b"}, "buildings": [{"at": (13, 6), "floors": 3, "material": "stone"}]}


@pytest.mark.rule("FHW-ASLT-18", "FHW-SEAT-04")
@pytest.mark.parametrize(("first", "second", "asked"), [(1, 2, "c"), (2, 1, "b"), (1, 1, "b")])
def test_the_seat_with_most_of_those_who_may_be_hit_names_the_victims(first: int, second: int, asked: str) -> None:
    foes = [
        squad("B1", "ger_grenadiers_small", dict.fromkeys(range(1, first + 1), "1406")),
        squad("B2", "ger_grenadiers_small", dict.fromkeys(range(1, second + 1), "1406"), company="2"),
    ]
    at = Table([SMG], foes, seats=THREE)
    for seat, name in (("a", "A1"), ("b", "B1"), ("c", "B2")):
        at.acts(seat, "order", platoon=name, order="FO")
    at.plan()
    at.acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406").acts("a", "done")
    at.acts("b", "defend", shots=[]).acts("c", "defend", 6, *[1] * (first + second), shots=[])
    assert (at.prompt, at.asked) == ("hits", asked)


@pytest.mark.rule("FHW-TERR-07", "FHW-ASLT-04")
def test_an_assault_move_in_a_house_is_to_the_next_floor() -> None:
    own = squad("A1", "sov_smg", {0: "1306", 1: "1306/2", 2: "1206", 3: "1306/3"})
    at = assaulting([own], **HOUSE)
    assert at.no("a", "assault_move", team="A1.3", at="1306/4") == "ASLT-04"  # there is none
    assert at.no("a", "assault_move", team="A1.0", at="1306") == "ASLT-04"  # it stands there
    assert at.no("a", "assault_move", team="A1.0", at="1306/3") == "ASLT-04"
    assert at.no("a", "assault_move", team="A1.2", at="1306/2") == "ASLT-04"  # in by the first floor
    assert at.no("a", "assault_move", team="A1.1", at="1406") == "ASLT-04"  # out by the first floor
    assert at.no("a", "assault_move", team="A1.1", at="1306/3") is None
    at.acts("a", "assault_move", team="A1.0", at="1306/2")
    assert (at.where("A1.0"), at.team("A1.0").floor) == ("1306", 2)
    assert at.no("a", "assault_move", team="A1.0", at="1306/3") == "ASLT-04"  # once


@pytest.mark.rule("FHW-WEA-10", "FHW-ASLT-24")
def test_in_mud_every_platoon_that_goes_back_rolls_once() -> None:
    own = [squad("A1", "sov_su76", {0: "1306>0", 1: "1305>0"}), squad("A2", "sov_su76", {0: "1407>0"})]
    at = assaulting(own, names=("A1", "A2"), weather="mud")
    at = fought(at, *[1] * 4).acts("a", "stay", 10, 1, yes=False)
    assert [(event.platoon, event.die, event.up) for event in at.told(em.MudRolled)] == [
        ("A1", 10, False),
        ("A2", 1, True),
    ]
    foot = assaulting([squad("A1", "sov_smg", {0: "1306", 1: "1306"})], weather="mud")
    assert not fought(foot, *[1] * 3).acts("a", "stay", yes=False).told(em.MudRolled)  # two hexes: nothing to round
