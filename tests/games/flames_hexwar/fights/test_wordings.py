"""Acts that say the same: places by other names, shots of one volley named apart, guns told to turn as they do of themselves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.types import Seat
from app.systems.flames_hexwar.judge.understood import understood
from tests.games.flames_hexwar.scenes import Table, act, shot, squad, turned


def said(at: Table, seat: str, kind: str, *shots: Any, **fields: Any) -> Any:
    """The shots of a declaration as they are understood; what follows is the same, and it is understood as itself."""
    wording = act(kind, shots=list(shots), **fields)
    assert at.refused(seat, wording) is None
    meant = understood(at.moment.field, Seat(seat), wording)
    assert understood(at.moment.field, Seat(seat), meant) is meant
    return [(each.team, each.facing) for each in meant.shots]  # type: ignore[attr-defined]


@pytest.mark.rule("FHW-SHOT-06", "FHW-FACE-02")
def test_shots_of_a_platoon_are_volley_by_volley() -> None:
    own = squad("A1", "sov_maxims", {1: "0806", 2: "0807", 3: "0805"})
    foes = [squad("B1", "ger_grenadiers_small", {1: "1206"}), squad("B2", "ger_hmg", {1: "1207"})]
    at = Table([own], foes).plan(A1="FC", B1="FO", B2="FO").until("a2_designate")
    shots = [shot("A1.1", "hmg", 2, "B2"), shot("A1.2", "hmg", 2, "B1"), shot("A1.3", "hmg", 2, "B2")]
    assert said(at, "a", "fire", *shots, platoon="A1") == [("A1.1", None), ("A1.3", None), ("A1.2", None)]
    assert said(at, "a", "fire", *shots[::-1], platoon="A1") == [("A1.3", None), ("A1.1", None), ("A1.2", None)]
    at.acts("a", "fire", platoon="A1", shots=shots)
    assert [each.team for each in at.position.seats[Seat("a")].drafts.fires["A1"]] == ["A1.1", "A1.3", "A1.2"]  # type: ignore[index]


@pytest.mark.rule("FHW-FACE-02")
def test_a_gun_told_to_face_as_it_would_is_told_nothing() -> None:
    own = squad("A1", "sov_zis3", {2: "0806>0", 3: "0807>3"})
    at = Table([own], [squad("B1", "ger_grenadiers_small", {1: "1206"})]).plan(A1="FC", B1="FO").until("a2_designate")

    def facings(*chosen: int | None) -> list[int | None]:
        both = zip(("A1.2", "A1.3"), chosen, strict=True)
        shots = [shot(team, "gun76zis", 1, "B1", facing=facing) for team, facing in both]
        return [facing for _, facing in said(at, "a", "fire", *shots, platoon="A1")]

    assert facings(None, None) == [None, None]
    assert facings(0, 0) == [None, None]  # one stands so, the other turns to the lowest side towards its target
    assert facings(1, 1) == [1, 1]


@pytest.mark.rule("FHW-FO-09", "FHW-FACE-02")
def test_opportunity_fire_is_platoon_by_platoon() -> None:
    foes = [squad("B1", "ger_hmg", {1: "1006", 2: "1007"}), squad("B2", "ger_pak40", {1: "1106>0"})]
    at = Table([squad("A1", "sov_smg", {0: "0506"})], foes).plan(A1="MD", B1="FO", B2="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",))
    gun = shot("B2.1", "gun75pak", 1, facing=3)
    shots = [shot("B1.2", "hmg", 1), gun, shot("B1.1", "hmg", 1)]
    assert said(at, "b", "opportunity", *shots) == [("B1.2", None), ("B1.1", None), ("B2.1", None)]


@pytest.mark.rule("FHW-ASLT-13", "FHW-FACE-02", "FHW-SHOT-06")
def test_defensive_fire_is_platoon_by_platoon_and_volley_by_volley() -> None:
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_smg", {0: "1305"})]
    foes = [squad("B1", "ger_hmg", {1: "1406", 2: "1406", 3: "1406"}), squad("B2", "ger_pak40", {1: "1506>0"})]
    at = Table(own, foes).plan(A1="FO", A2="FO", B1="FO", B2="FO")
    at.acts("a", "assault", platoons=("A1", "A2"), at="1406").commit()
    at.acts("a", "next_assault", at="1406").acts("a", "done")
    shots = [
        shot("B1.1", "hmg", 1, "A2"),
        shot("B2.1", "gun75pak", 1, "A1", facing=3),
        shot("B1.2", "hmg", 1, "A1"),
        shot("B1.3", "hmg", 1, "A2"),
    ]
    meant = [("B1.1", None), ("B1.3", None), ("B1.2", None), ("B2.1", None)]
    assert said(at, "b", "defend", *shots) == meant


@pytest.mark.rule("FHW-FACE-02", "FHW-MOVE-06")
@pytest.mark.parametrize(
    ("path", "facing", "meant"),
    [(("0606",), 0, None), (("0606",), 3, 3), (("0506", "0606"), 0, None), (("0505", "0606"), 5, None),
     (("0505", "0606"), 0, 0)],
)  # fmt: skip
def test_who_is_told_to_look_where_its_last_step_leads_is_told_nothing(path: Any, facing: int, meant: Any) -> None:
    start = {("0506", "0606"): "0406>0"}.get(path, "0506>0")
    at = turned([squad("A1", "sov_t34_76_4", {0: start})])
    wording = act("move", team="A1.0", path=list(path), facing=facing)
    assert at.refused("a", wording) is None
    assert understood(at.moment.field, Seat("a"), wording).facing == meant  # type: ignore[attr-defined]


@pytest.mark.rule("FHW-FO-16")
def test_orders_that_are_put_out_of_force_say_nothing() -> None:
    at = Table([squad("A1", "sov_smg")], [squad("B1", "ger_hmg")]).acts("b", "order", platoon="B1", order="FO")
    fire = [{"platoon": "B1", "need": 4, "at": "any"}]
    for in_force, entries in ((True, 1), (False, 0)):
        wording = act("standing", in_force=in_force, fire=fire)
        assert len(understood(at.moment.field, Seat("b"), wording).fire) == entries  # type: ignore[attr-defined]


@pytest.mark.rule("FHW-GEO-01")
@pytest.mark.parametrize("name", ["1406\n", "1406/1", "1406/2\n", "١406", "1406 "])
def test_a_place_has_one_name(name: str) -> None:
    for kind, fields in (("move", {"team": "A1.0", "path": [name]}), ("assault_move", {"team": "A1.0", "at": name})):
        with pytest.raises(msgspec.ValidationError, match="matching regex"):
            act(kind, **fields)
    with pytest.raises(msgspec.ValidationError, match="matching regex"):
        act("assault", platoons=["A1"], at=name)
