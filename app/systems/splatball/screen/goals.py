"""What wins a game, when it is counted, and how every side stands in it (SPL-WIN)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.engine.types import Goal, Tally, Text
from app.engine.words import joined, listed
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.view import View, known_units
from app.systems.splatball.words.names import player


def goals(rules: Rules, view: View) -> tuple[Goal, ...]:
    """Every way to win, the one that the table has chosen first."""
    return tuple(_goals(rules, view))


def _goals(rules: Rules, view: View) -> Iterator[Goal]:
    say, options = rules.words.say, rules.options
    last = Goal(
        "last", say("goals", "last"), say("goals", "last_about"), say("goals", "at_once"), _units_left(rules, view)
    )
    now = _markers(rules, view)
    if options.victory == "rounds":
        about, counted = say("goals", "by_rounds", n=options.rounds), say("goals", "after_rounds", n=options.rounds)
        yield Goal("points", say("goals", "points"), about, counted, _points(rules, view, None), now)
        yield last
        return
    if options.victory == "points":
        about = say("goals", "by_points", n=options.points_target)
        tallies = _points(rules, view, options.points_target)
        yield Goal("points", say("goals", "points"), about, say("goals", "at_once"), tallies, now)
        yield last
    else:
        yield Goal("last", last.name, say("goals", "by_annihilation"), last.counted, last.tallies)
    counted = say("goals", "after_rounds", n=options.round_cap)
    yield Goal("cap", say("goals", "cap"), say("goals", "cap_about"), counted, _points(rules, view, None))


def side_name(rules: Rules, view: View, side: str) -> Text:
    """Whoever plays for a side."""
    return listed(player(rules, seat) for seat, state in view.seats.items() if state.side == side)


def _points(rules: Rules, view: View, of: int | None) -> tuple[Tally, ...]:
    return tuple(Tally(side, side_name(rules, view, side), count, of) for side, count in view.points.items())


def _units_left(rules: Rules, view: View) -> tuple[Tally, ...]:
    left = Counter(view.seats[unit.seat].side for unit in known_units(view).values())
    return tuple(Tally(side, side_name(rules, view, side), left[side]) for side in view.points)


def _markers(rules: Rules, view: View) -> Text | None:
    """Whose markers still stand, and how many."""
    found = Counter(piece.objective for piece in view.pieces.values() if piece.objective is not None)
    if not found:
        return None
    told = joined(rules.words.say("goals", "markers_of", who=player(rules, seat), n=n) for seat, n in found.items())
    return rules.words.say("goals", "objectives_now", list=told)
