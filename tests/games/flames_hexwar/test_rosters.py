"""A roster that goes on from the one before is the same as one made anew, whatever has changed between them."""

from __future__ import annotations

import random
from typing import Final

from app.systems.flames_hexwar.field.roster import FEW, Roster, carried_on
from tests.games.flames_hexwar.playing import played

READ: Final = (
    "by_platoon",
    "independent",
    "joined",
    "carried",
    "in_hex",
    "stacks",
    "order",
    "standing",
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
            for platoon in position.platoons:
                assert list(found.members(platoon)) == list(anew.members(platoon))
        if number > STEPS:
            break
    assert len(lost) > 1  # some went missing on the way
    assert max(lost) > FEW  # and all changed at once when a turn ended


def _as_read(value: object) -> object:
    """A value in which lists are as good as tuples."""
    if isinstance(value, dict):
        return {key: _as_read(each) for key, each in value.items()}
    return tuple(map(_as_read, value)) if isinstance(value, list) else value
