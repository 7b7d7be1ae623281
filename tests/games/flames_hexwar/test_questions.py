"""Questions beside the worked examples: corners where several rules meet, each answered from the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.flames_hexwar.scenes import FAR, Table, squad
from tests.games.flames_hexwar.test_vectors import QUERIES


def looked(hexes: dict[str, Any], at: list[int], to: list[int], kind: str = "infantry", **more: Any) -> dict[str, Any]:
    """A look from infantry at a team."""
    target = {name: more.pop(name) for name in ("half", "floor", "dug_in", "stack_in_hex", "street") if name in more}
    return {"hexes": hexes, "from": {"at": at, "kind": "infantry"}, "to": {"at": to, "kind": kind, **target}, **more}


def ruled(cases: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Cases whose first word is their rule."""
    marked = enumerate(cases)
    return [pytest.param(*case, id=f"{rule}-{n}", marks=pytest.mark.rule(rule)) for n, (rule, *case) in marked]


def seen(cover: str = "none", vision: str = "full") -> dict[str, Any]:
    return {"los": True, "vision": vision, "cover": cover}


EDGE = {"1,3": {"surface": "woods"}, "2,4": {"surface": "building"}}
"""A wood beside the hexside along which one looks into the hex below, where a house stands."""

SIGHT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("FHW-WEA-05", looked({}, [5, 5], [5, 5], weather="fog", sight_die=1), seen("concealed")),
    ("FHW-SMOKE-06", looked({"5,5": {"smoke": True}}, [5, 5], [5, 5]), seen("concealed")),
    ("FHW-COV-08", looked({"5,5": {"wrecks": 2}}, [5, 5], [5, 5]), seen()),  # on the line, the origin left out
    ("FHW-VIS-04", looked(EDGE, [2, 2], [2, 4], stack_in_hex=7), seen("bulletproof", "limited")),
    ("FHW-VIS-04", looked({"1,3": EDGE["1,3"]}, [2, 2], [2, 4], stack_in_hex=4), seen()),
    ("FHW-WEA-06", looked({}, [2, 2], [4, 2], weather="fog", sight_die=1), seen("concealed")),
    ("FHW-WEA-02", looked({}, [2, 2], [8, 2], "small_vehicle", weather="rain"), seen()),
    ("FHW-WEA-02", looked({}, [2, 2], [9, 2], "small_vehicle", weather="rain"), {"los": False}),
    ("FHW-WEA-02", looked({}, [2, 2], [10, 2], "gun", weather="rain"), seen()),
    ("FHW-WEA-02", looked({}, [2, 2], [11, 2], "vehicle", weather="rain"), {"los": False}),
    ("FHW-SMOKE-06", looked({"2,2": {"smoke": True}}, [2, 2], [5, 2]), seen("concealed")),
    ("FHW-SMOKE-06", looked({"2,2": {"smoke": True}}, [2, 2], [6, 2]), {"los": False}),
    ("FHW-COV-05", looked({"5,2": {"trees": True}}, [4, 2], [5, 2]), seen()),
    ("FHW-COV-05", looked({"6,2": {"trees": True}}, [4, 2], [6, 2]), seen("concealed")),
    ("FHW-LOS-09", looked({"3,2": {"surface": "woods"}}, [2, 2], [4, 2]), {"los": False}),
    ("FHW-GEO-12", looked({"4,2": {"mixed": {"dir": 1, "feature": "woods"}}}, [2, 2], [6, 2]), {"los": False}),
    ("FHW-GEO-12", looked({"4,2": {"mixed": {"dir": 1, "feature": "built_up"}}}, [2, 2], [4, 2], half="cover"), seen("bulletproof")),
    ("FHW-GEO-12", looked({"3,2": {"mixed": {"dir": 3, "feature": "dense_woods"}}}, [2, 2], [4, 2]), {"los": False}),
    ("FHW-COV-02", looked({"4,2": {"surface": "built_up"}}, [2, 2], [4, 2], "vehicle", street=True), seen()),
    ("FHW-COV-02", looked({}, [2, 2], [4, 2], "vehicle", dug_in="trench"), seen()),
]  # fmt: skip

OTHERS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("FHW-HIT-11", "to_hit", {"target_skill": "veteran", "target_kind": "gun", "range": 2, "disabled": True, "priority": True},
     {"need": 4, "confirm": []}),
    ("FHW-HIT-10", "to_hit", {"target_skill": "trained", "target_kind": "infantry", "range": 0, "weapon_class": "rifle"},
     {"need": 3, "confirm": []}),
    ("FHW-HIT-17", "to_hit", {"target_skill": "veteran", "target_kind": "vehicle", "range": 7, "cover": True, "no_prior_sight": True,
                              "hull_mounted": True, "arc": "front180"}, {"need": 6, "confirm": [5, 3]}),
    ("FHW-HIT-16", "to_hit", {"target_skill": "veteran", "target_kind": "infantry", "range": 6, "cover": True, "gone_to_ground": True,
                              "hit_in_fo": True, "no_prior_sight": True}, {"impossible": True}),
    ("FHW-HIT-13", "to_hit", {"target_skill": "trained", "target_kind": "vehicle", "range": 3, "hull_mounted": True, "arc": "rear",
                              "disabled": True}, {"refused": "FHW-HIT-13"}),
    ("FHW-AIR-03", "air_area", {"vertex": {"hex": [39, 5], "v": 0}, "hexes": [[39, 5], [40, 5], [39, 4]]}, {"legal": False}),
    ("FHW-AIR-03", "air_area", {"vertex": {"hex": [0, 5], "v": 3}, "hexes": [[0, 5], [-1, 5], [0, 4]]}, {"legal": False}),
    ("FHW-AIR-03", "air_area", {"vertex": {"hex": [5, 4], "v": 0}, "hexes": [[5, 4], [5, 4], [6, 4]]}, {"legal": False}),
    ("FHW-HIT-03", "count_hits", {"needs": [2, 3, 6], "dice": [2, 2, 3, 5, 6]}, {"hits": 3}),
    ("FHW-WEA-10", "allowance", {"mobility": "cavalry", "order": "MT", "weather": "mud", "d10": 5}, {"hexes": 4}),
    ("FHW-WEA-10", "allowance", {"mobility": "cavalry", "order": "MT", "weather": "mud", "d10": 6}, {"hexes": 3}),
    ("FHW-WEA-12", "bog_test", {"going": "difficult", "skill": "veteran", "dice": [1, 2, 1, 2], "wide_tracks": True,
                                "mud_forces_reroll": True}, {"bogged": False, "dice_used": 4}),
    ("FHW-WEA-12", "going", {"mobility": "jeep", "from": {"relief": "hill", "level": 1}, "to": {"relief": "hill", "level": 2},
                             "weather": "mud"}, {"going": "forbidden"}),
    ("FHW-TERR-04", "going", {"mobility": "tracked", "from": {"relief": "mountain"}, "to": {}}, {"going": "forbidden"}),
    ("FHW-TERR-13", "going", {"mobility": "tracked", "from": {"relief": "mountain"}, "to": {"relief": "hill"}}, {"going": "normal"}),
    ("FHW-TERR-04", "going", {"mobility": "wheeled", "from": {"relief": "mountain"}, "to": {"relief": "hill"}}, {"going": "forbidden"}),
    ("FHW-ART-17", "range_in", {"aim_skill": "veteran", "cover": True, "gone_to_ground": True, "spotter": "company_command",
                                "dice": [5, 6, 4, 5]}, {"need": 7, "attempt": None}),
    ("FHW-ART-17", "range_in", {"aim_skill": "veteran", "gone_to_ground": True, "spotter": "observer", "dice": [3, 3, 4]},
     {"need": 4, "attempt": 3}),
    ("FHW-REC-02", "rec_lift", {"distance": 6, "inside_building": True, "skill": "veteran", "die": 6},
     {"allowed": False, "rule": "FHW-REC-02"}),
    ("FHW-ASLT-22", "assault_motivation", {"own": {"infantry": 3}, "enemy": {"infantry": 2}},
     {"own_strength": 3, "enemy_strength": 2, "modifier": 1}),
    ("FHW-ASLT-21", "assault_motivation", {"own": {"infantry": 1, "tank_tops": [2, 0]}, "enemy": {"tank_tops": [2]}},
     {"own_strength": 5, "enemy_strength": 4, "modifier": 0}),
    ("FHW-WEA-03", "order_allowed", {"order": "MT", "status": "off_board", "weather": "fog"}, {"allowed": False, "rule": "FHW-WEA-03"}),
    ("FHW-FO-07", "fo_modifier", {"visited": [{"sight": True, "cover": False, "built_up": False}], "second_platoon": True},
     {"can_fire": True, "modifier": 2}),
    ("FHW-TERR-12", "stacking", {"hex": "mixed", "teams": [{"size": "medium_vehicle"}] * 2},
     {"points": 6, "legal": False, "rule": "FHW-STACK-02"}),
    ("FHW-TERR-12", "stacking", {"hex": "mixed", "teams": [{"size": "large_base"}] * 2}, {"points": 6, "legal": True}),
    ("FHW-FO-06", "fo_modifier", {"visited": [{"sight": False, "cover": False, "built_up": False},
                                              {"sight": True, "cover": False, "built_up": True}]}, {"can_fire": True, "modifier": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), ruled(SIGHT))
def test_who_sees_whom_in_which_cover(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert QUERIES["sight"](given) == expected


@pytest.mark.parametrize(("query", "given", "expected"), ruled(OTHERS))
def test_corners_of_other_rules(query: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert QUERIES[query](given) == expected


@pytest.mark.rule("FHW-SEAT-02", "FHW-END-02")
def test_cards_of_others_are_refused_before_anything_that_a_draft_is_judged_by() -> None:
    at = Table([squad("A1", "sov_smg"), squad("A2", "sov_smg")], [FAR], options={"draft_limit": 100})
    standing: dict[str, Any] = {"in_force": True, "fire": [{"platoon": "B1", "need": 3, "at": "any"}]}
    for name in ("A9", "B1"):
        assert at.no("a", "deck", company="1", cards=("A1", name)) == "SEAT-02"
    assert at.no("a", "deck", company="1", cards=("A1",)) == "PLAN-03"
    for _ in range(100):
        at.acts("a", "order", platoon="A1", order="MD")
    assert at.no("a", "deck", company="1", cards=("A1", "B1")) == "SEAT-02"
    assert at.no("a", "standing", **standing) == "SEAT-02"
    assert at.no("a", "deck", company="1", cards=("A2", "A1")) == "END-02"
