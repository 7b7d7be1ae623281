"""The one sentence for each viewer: what is asked, or whom they wait for; where the game stands; how it ended."""

from __future__ import annotations

from app.engine.types import Text
from app.engine.words import joined, listed
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player, other
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.judge.view import View
from app.systems.tierras_distantes.screen.seen import actions_left, held, still_to_name, with_status
from app.systems.tierras_distantes.squads.balance import balancing
from app.systems.tierras_distantes.squads.lists import points_of
from app.systems.tierras_distantes.words import names


def asked_players(view: View) -> tuple[Player, ...]:
    """Whom the game waits for."""
    return tuple(player for player in PLAYERS if view.players[player].seat in view.asked)


def is_asked(view: View) -> bool:
    """Whether the game waits for the viewer."""
    return view.player is not None and view.players[view.player].seat in view.asked


# ----------------------------------------------------------------------------------------------------------- where it stands


def headline(rules: Rules, view: View) -> Text:
    """The turn, of how many, then the round and whose batch it is; before play and after it the phase."""
    say, limit = rules.words.say, rules.options.turn_limit
    key = "turn_of" if limit else "turn"
    turn = [say("headline", key, n=view.turn, of=limit)] if view.turn else []
    batch = view.batch
    if view.phase != "batch" or batch is None:
        return joined((*turn, say("phases", view.phase)), by=" · ")
    key = "final" if batch.kind == "final" else "round"
    part = say("headline", key, round=view.round, who=names.player(rules, batch.player))
    return joined((*turn, part), by=" · ")


def ending(rules: Rules, view: View) -> Text | None:
    """Who has won by which rule and with which figures; ``None`` while the game goes on ("Victory" in the rules)."""
    result = view.result
    if result is None:
        return None
    say = rules.words.say
    figures = [say("endings", "losses", **_by_player(view, "lost"), **_by_player(view, "start"))] if view.turn else []
    scored = held(view)
    if result.reason == "objectives" and scored is not None:
        figures.insert(0, say("endings", "points", a=scored.points["A"], b=scored.points["B"]))
    reason = say("reasons", result.reason)
    if result.winner == "draw":
        told = say("endings", "drawn", reason=reason)
    else:
        told = say("endings", "won", who=names.player(rules, result.winner), reason=reason)
    return joined((told, *figures), by=" ")


def _by_player(view: View, field: str) -> dict[str, int]:
    return {f"{field}_{player.lower()}": getattr(view.players[player], field) for player in PLAYERS}


# ------------------------------------------------------------------------------------------------------------- what is asked


def prompt(rules: Rules, view: View) -> Text:
    """What is asked of the viewer, or whom they wait for."""
    if view.phase == "over" or not view.asked:
        return rules.words.say("asks", "over")
    asks = _ASKS if is_asked(view) else _WAITS
    return asks[view.phase](rules, view)


def _me(view: View) -> Player:
    assert view.player is not None
    return view.player


def _waited(rules: Rules, view: View) -> Text:
    return listed(names.player(rules, player) for player in asked_players(view))


def _squads(rules: Rules, view: View) -> Text:
    """A squad to build and lock, or one to make anew so that it balances (TD-SQD-01, TD-SQD-04, TD-SQD-12)."""
    me, options = _me(view), rules.options
    rival = _rival(rules, view, me)
    if rival is not None:
        least, most = balancing(rules, rival)
        cap = min((each for each in (most, options.points_limit or None) if each is not None), default=None)
        key = "squads_rival" if view.totals is None else "squads_again"
        bounds = _bounds(rules, least, cap)
        own = 0 if view.totals is None else view.totals[me]
        return rules.words.say("asks", key, rival=rival, own=own, bounds=bounds)
    key = "squads_limit" if options.points_limit else "squads"
    places = {"least": options.squad_min, "most": options.squad_max, "limit": options.points_limit}
    return rules.words.say("asks", key, **places)


def _bounds(rules: Rules, least: int, most: int | None) -> Text:
    if most is None:
        return rules.words.say("asks", "at_least", least=least)
    return rules.words.say("asks", "between", least=least, most=most)


def _rival(rules: Rules, view: View, me: Player) -> int | None:
    """The total that the viewer's squad must balance with, where it is known: one that was shown, or a given squad's (TD-SQD-12)."""
    if view.totals is not None:
        return view.totals[other(me)]
    state = view.players[other(me)]
    return points_of(rules, state.members) if state.squad == "given" and state.members is not None else None


def _squads_wait(rules: Rules, view: View) -> Text:
    who = _waited(rules, view)
    is_locked = view.player is not None and view.players[view.player].squad == "locked"
    key = "squads_locked" if is_locked else "squads_again" if view.totals is not None else "squads"
    return rules.words.say("waits", key, who=who)


def _terrain(rules: Rules, view: View) -> Text:
    return rules.words.counted("asks", "terrain", in_hand(view, _me(view)))


def in_hand(view: View, player: Player) -> int:
    """How many pieces of terrain a player still has to place (TD-TER-04)."""
    pool = () if view.placing is None else view.placing.pool
    return sum(each.state == "hand" and each.owner == player for each in pool)


def _terrain_wait(rules: Rules, view: View) -> Text:
    (player, *_) = asked_players(view)
    return rules.words.counted("waits", "terrain", in_hand(view, player), who=_waited(rules, view))


def _sides(rules: Rules, view: View) -> Text:
    return rules.words.say("asks", "sides")


def _sides_wait(rules: Rules, view: View) -> Text:
    return rules.words.say("waits", "sides", who=_waited(rules, view))


def _deployment(rules: Rules, view: View) -> Text:
    """Miniatures to place, or a deployment to confirm (TD-DEP-04, TD-DEP-07)."""
    me, order = _me(view), rules.options.deployment_order
    left = len(with_status(view, me, "undeployed"))
    if not left:
        return rules.words.say("asks", "deployment_done")
    return rules.words.counted("asks", f"deployment_{order}", left)


def _deployment_wait(rules: Rules, view: View) -> Text:
    say, who = rules.words.say, _waited(rules, view)
    if rules.options.deployment_order != "blind":
        (player, *_) = asked_players(view)
        left = len(with_status(view, player, "undeployed"))
        return (
            rules.words.counted("waits", "deployment", left, who=who) if left else say("waits", "confirming", who=who)
        )
    is_ready = view.player is not None and view.players[view.player].confirmed
    return say("waits", "deployment_confirmed" if is_ready else "deployment_blind", who=who)


def _batch(rules: Rules, view: View) -> Text:
    """Who acts is to be named, or they act (TD-ACT-05, TD-ACT-13)."""
    me, counted = _me(view), rules.words.counted
    left = still_to_name(view)
    if left and rules.options.activation_choice == "declared":
        return counted("asks", "name", left, ready=len(with_status(view, me, "ready")))
    if left:
        return counted("asks", "progressive", left)
    able = [unit for unit in with_status(view, me, "active") if actions_left(rules, unit)]
    if able and all(unit.frightened for unit in able):
        return counted("asks", "frightened", len(able))
    is_final = view.batch is not None and view.batch.kind == "final"
    return counted("asks", "final" if is_final else "act", len(able))


def _batch_wait(rules: Rules, view: View) -> Text:
    (player, *_) = asked_players(view)
    who = names.player(rules, player)
    left = still_to_name(view)
    if left and rules.options.activation_choice == "declared":
        return rules.words.counted("waits", "name", left, who=who)
    able = [unit for unit in with_status(view, player, "active") if actions_left(rules, unit)]
    return rules.words.counted("waits", "act", len(able) + left, who=who)


_ASKS = {"squads": _squads, "terrain": _terrain, "sides": _sides, "deployment": _deployment, "batch": _batch}
_WAITS = {
    "squads": _squads_wait,
    "terrain": _terrain_wait,
    "sides": _sides_wait,
    "deployment": _deployment_wait,
    "batch": _batch_wait,
}
