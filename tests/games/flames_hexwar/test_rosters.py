"""A roster that goes on from the one before is the same as one made anew, whatever has changed between them."""

from __future__ import annotations

import random
from typing import Any, Final

from app.systems.flames_hexwar.book.kinds import SIDES
from app.systems.flames_hexwar.field.roster import FEW, Roster, carried_on
from tests.games.flames_hexwar.playing import played
from tests.games.flames_hexwar.scenes import FAR, Table, squad

READ: Final = (
    "by_platoon",
    "independent",
    "batteries",
    "joined",
    "carried",
    "in_hex",
    "stacks",
    "order",
    "held",
    "occupied",
)
STEPS: Final = 160


def test_what_a_roster_takes_over_is_what_it_would_work_out() -> None:
    last: Roster | None = None
    pick, lost = random.Random(5), set[int]()
    for number, each in enumerate(played("quick_crossroads", 2, 11)):
        for position in (*each.step.befores, each.step.state):
            given = (each.moment.rules, position.platoons, position.teams)
            anew = Roster(*given)
            last = found = Roster(*given) if last is None else carried_on(last, *given)
            lost.add(len(position.teams))
            for name in READ:
                if pick.randrange(3):  # not all is read of each, so that not all can be taken over by the next
                    assert _as_read(getattr(found, name)) == _as_read(getattr(anew, name)), name
            for side in SIDES:
                if pick.randrange(3):
                    assert list(found.standing(side)) == list(anew.standing(side))
            for platoon in position.platoons:
                assert list(found.members(platoon)) == list(anew.members(platoon))
        if number > STEPS:
            break
    assert len(lost) > 1  # some went missing on the way
    assert max(lost) > FEW  # and all changed at once when a turn ended


def test_who_gets_up_or_down_is_read_anew_of_every_carrier() -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_t34_76_4", {0: "0506"})], [FAR])
    aboard: dict[str, Any] = {"at": None, "aboard": "A2.0"}
    down: dict[str, Any] = {"at": at.team("A1.0").at, "aboard": None}
    last = Roster(at.moment.rules, at.position.platoons, at.position.teams)
    found = [dict(last.carried)]
    for change in (aboard, down, aboard, aboard | {"suppressed": True}):
        at.change("A1.0", **change)
        last = carried_on(last, at.moment.rules, at.position.platoons, at.position.teams)
        found.append({carrier: [team.id for team in teams] for carrier, teams in last.carried.items()})
        assert all(team is at.team(team.id) for teams in last.carried.values() for team in teams)
    assert found == [{}, {"A2.0": ["A1.0"]}, {}, {"A2.0": ["A1.0"]}, {"A2.0": ["A1.0"]}]


def _as_read(value: object) -> object:
    """A value in which lists are as good as tuples."""
    if isinstance(value, dict):
        return {key: _as_read(each) for key, each in value.items()}
    return tuple(map(_as_read, value)) if isinstance(value, list) else value
