"""Every way to win and every way in which a game ends, when it is looked at, and how both sides stand ("Victory" in the rules)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.types import Goal, Tally, Text
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.judge.view import View
from app.systems.tierras_distantes.nerve.victory import Losses, TurnsEnd, ending_of
from app.systems.tierras_distantes.screen.seen import (
    ALL_ROLLS,
    PER_CENT,
    Held,
    breaks_at,
    chance_to_hold,
    objectives_count,
)
from app.systems.tierras_distantes.words import names


def goals(rules: Rules, view: View, held: Held | None) -> tuple[Goal, ...]:
    """Breaking the other side, what counts at the turn limit, the draw of quiet turns (TD-END)."""
    return tuple(_goals(rules, view, held))


def _goals(rules: Rules, view: View, held: Held | None) -> Iterator[Goal]:
    yield _break(rules, view)
    if objectives_count(rules, view):
        yield _objectives(rules, view, held)
    if rules.options.turn_limit:
        yield _losses(rules, view, held)
    if rules.options.quiet_turns:
        yield _quiet(rules, view)


def _break(rules: Rules, view: View) -> Goal:
    """Demoralising the other side, by the fixed table or with dice (TD-END-06, TD-END-07, TD-END-08)."""
    say, mode = rules.words.say, rules.options.morale
    about = say("goals", f"break_{mode}")
    if not view.turn:
        return Goal("break", say("goals", "break"), about, say("goals", "each_turn"))
    tallies = tuple(_losses_of(rules, view, player) for player in PLAYERS)
    now = None
    if mode == "roll":
        now = say("goals", "chances", **{player.lower(): _chance(rules, view, player) for player in PLAYERS})
    return Goal("break", say("goals", "break"), about, say("goals", "each_turn"), tallies, now)


def _losses_of(rules: Rules, view: View, player: Player) -> Tally:
    """What a player has lost, of what breaks the side: as its card beside the table says it."""
    state = view.players[player]
    return Tally(player, names.player(rules, player), state.lost, breaks_at(rules, state.start))


def _chance(rules: Rules, view: View, player: Player) -> int:
    state = view.players[player]
    return PER_CENT * chance_to_hold(rules, state.start, state.lost) // ALL_ROLLS


def _objectives(rules: Rules, view: View, held: Held | None) -> Goal:
    """Points of objectives at the limit (TD-END-09, TD-END-10)."""
    say, limit = rules.words.say, rules.options.turn_limit
    tallies: tuple[Tally, ...] = ()
    if view.turn and held is not None:
        tallies = tuple(Tally(player, names.player(rules, player), held.points[player]) for player in PLAYERS)
    counted = say("goals", "at_limit", n=limit)
    return Goal("objectives", say("goals", "objectives"), say("goals", "objectives_about"), counted, tallies)


def _losses(rules: Rules, view: View, held: Held | None) -> Goal:
    """The smaller share of losses at the limit, with objectives only where they are level (TD-END-09)."""
    say, limit = rules.words.say, rules.options.turn_limit
    key = "losses_level" if objectives_count(rules, view) else "losses_about"
    now = _at_limit_now(rules, view, held) if view.turn else None
    return Goal("limit", say("goals", "losses"), say("goals", key), say("goals", "at_limit", n=limit), now=now)


def _at_limit_now(rules: Rules, view: View, held: Held | None) -> Text | None:
    """What the limit would come to now."""
    if view.result is not None:
        return None
    end = TurnsEnd(
        {player: Losses(state.start, state.lost) for player, state in view.players.items()},
        dict.fromkeys(PLAYERS, False),
        rules.options.turn_limit,
        None if held is None else held.points,
        view.lost_in_turn,
        view.quiet,
    )
    found = ending_of(rules, end)
    if found is None or found.winner == "draw":
        return rules.words.say("goals", "level_now")
    return rules.words.say("goals", f"{found.reason}_now", who=names.player(rules, found.winner))


def _quiet(rules: Rules, view: View) -> Goal:
    """Turns in which nothing happens are a draw in the end (TD-END-13)."""
    words, most = rules.words, rules.options.quiet_turns
    key = "quiet_objectives" if objectives_count(rules, view) else "quiet_about"
    now = words.say("goals", "quiet_now", n=view.quiet, of=most) if view.turn else None
    about = words.counted("goals", key, most)
    return Goal("quiet", words.say("goals", "quiet"), about, words.say("goals", "each_turn_end"), now=now)
