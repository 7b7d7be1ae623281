"""Platoons that appoint a new command at once: several, those that are lost with the old one, before the losers of an assault fall back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.systems.flames_hexwar.opening.problems import problems
from app.systems.flames_hexwar.position.frames import NewCommand
from tests.games.flames_hexwar.scenes import Table, shot, squad
from tests.games.flames_hexwar.table import book


def left(at: Table, platoon: str, *teams: int) -> Table:
    """A platoon with no other teams than these."""
    gone = {name for name, team in at.position.teams.items() if team.platoon == platoon and team.index not in teams}
    kept = {name: team for name, team in at.position.teams.items() if name not in gone}
    return at.changed(lambda now: replace(now, teams=kept))


GUNS = squad("A1", "sov_maxims", {1: "0806", 2: "0807"})


@pytest.mark.rule("FHW-HQ-07", "FHW-MOR-03")
def test_a_platoon_that_is_lost_with_its_command_appoints_nobody() -> None:
    tracks = squad("B1", "ger_panzergrenadiers", {0: "1206", 1: "1206"})
    at = left(Table([GUNS], [tracks, squad("B2", "ger_hmg")]), "B1", 0, 1, 7, 8)
    at.plan(A1="FC", B1="FO", B2="FO").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 2, "B1")]).commit(6, 6)
    assert at.prompt == "hits"
    at.acts("b", "allocate", 1, 1, teams=("B1.0", "B1.1"))
    assert at.platoon("B1").status == "destroyed"
    assert not at.position.frames
    assert {"B1.7", "B1.8"}.isdisjoint(at.position.teams)


@pytest.mark.rule("FHW-HQ-07", "FHW-FC-04")
def test_two_platoons_that_lose_their_commands_together_are_both_asked() -> None:
    foes = [squad(name, "ger_hmg", {0: at}) for name, at in (("B1", "1206"), ("B2", "1207"))]
    at = Table([GUNS], foes).plan(A1="FC", B1="FO", B2="FO").until("a2_designate")
    shots = [shot("A1.1", "hmg", 1, "B1"), shot("A1.2", "hmg", 1, "B2")]
    at.acts("a", "fire", platoon="A1", shots=shots).commit(6, 1, 6, 1)
    assert [type(frame) for frame in at.position.frames[-2:]] == [NewCommand, NewCommand]
    assert problems(book(), at.position) == []
    for _ in range(2):
        asked = at.frame()
        assert all(name in at.position.teams for name in asked.teams)
        at.acts("b", "appoint", team=asked.teams[1])
    assert {name: at.platoon(name).command for name in ("B1", "B2")} == {"B1": "B1.2", "B2": "B2.2"}


@pytest.mark.rule("FHW-HQ-07", "FHW-ASLT-24")
def test_a_command_that_is_captured_is_followed_by_another_before_anybody_falls_back() -> None:
    tanks = squad("B1", "ger_panzer4", {0: "1406>3", 1: "1406>3"})
    at = Table([squad("A1", "sov_smg", {0: "1306"})], [tanks]).plan(A1="FO", B1="FO").change("B1.0", bailed_out=True)
    at.acts("a", "assault", platoons=("A1",), at="1406").commit()
    at.acts("a", "next_assault", 6, at="1406").acts("a", "done").acts("b", "defend", 1, 1, shots=[])
    at.acts("a", "stay", yes=True).acts("b", "stay", yes=False)
    assert (at.prompt, at.frame().teams) == ("new_command", ("B1.1", "B1.2"))
    assert problems(book(), at.position) == []
    at.acts("b", "appoint", team="B1.2")
    assert at.prompt == "fall_back"
