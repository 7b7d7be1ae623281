"""The one sentence for each viewer: what is asked of them, or whom we wait for; and where the game stands."""

from __future__ import annotations

from app.engine.types import Seat, Text
from app.systems.war_of_plastic.book.state import Phase
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.judge.view import View
from app.systems.war_of_plastic.turn.phases import to_act

ROLLS = {Phase.OBSTACLE_ROLL: "obstacles", Phase.EDGE_ROLL: "edge", Phase.FIRST_ROLL: "first"}


def headline(words: Words, rules: Rules, view: View) -> Text:
    """The round and whose turn it is, or the phase; of a game that is over the last round, too."""
    if view.phase is Phase.FINISHED and view.round:
        return words.say("headline", "over", round=view.round)
    if view.phase is not Phase.TURN or view.army_to_act is None:
        return words.say("phases", view.phase.value)
    army = words.army(view.army_to_act)
    if rules.options.max_rounds:
        return words.say("headline", "turn_of", round=view.round, rounds=rules.options.max_rounds, army=army)
    return words.say("headline", "turn", round=view.round, army=army)


def is_captain(view: View) -> bool:
    """Whether the viewer is the captain of their army."""
    return view.army is not None and str(view.armies[view.army].captain) == view.viewer


def is_asked(rules: Rules, view: View) -> bool:
    """Whether the game waits for the viewer."""
    return Seat(view.viewer) in to_act(rules, view)


def prompt(words: Words, rules: Rules, view: View) -> Text:
    """What is asked of the viewer, or whom they wait for."""
    asked = is_asked(rules, view)
    if view.phase is Phase.FINISHED:
        return words.say("prompts", "finished")
    if view.prompts:
        return words.say("prompts", "survivor" if asked else "survivor_wait", unit=view.prompts[0].unit)
    if view.phase is Phase.ARMIES:
        return words.say("prompts", _list_prompt(rules, view), army=words.army("B" if view.army == "A" else "A"))
    if view.phase in ROLLS:
        purpose = words.say("prompts", f"purpose_{ROLLS[view.phase]}")
        return words.say("prompts", "roll" if asked else "roll_wait", purpose=purpose)
    if view.phase is Phase.TURN:
        return _turn_prompt(words, rules, view, asked=asked)
    key = {
        Phase.OBSTACLE_ROLE: "role",
        Phase.EDGE_CHOICE: "edge",
        Phase.DEPLOYMENT: "deploy",
        Phase.OBSTACLES: "obstacle" if rules.options.obstacle_method == "alternate" else "obstacle_all",
    }[view.phase]
    if asked:
        return words.say("prompts", key)
    wait = "obstacle_wait" if key == "obstacle_all" else f"{key}_wait"
    return words.say("prompts", wait, army=words.army(view.army_to_act or "A"))


def _list_prompt(rules: Rules, view: View) -> str:
    if not is_captain(view) or view.army is None:
        return "list_watch"
    if view.armies[view.army].list_locked:
        return "list_wait"
    if not rules.options.symmetric_armies:
        return "list_secret"
    is_proposed = view.armies["A"].list is not None
    if view.army == "A":
        return "list_proposed" if is_proposed else "list_write"
    return "list_accept" if is_proposed else "list_proposal_wait"


def _turn_prompt(words: Words, rules: Rules, view: View, *, asked: bool) -> Text:
    army = words.army(view.army_to_act or "A")
    if view.claim is not None and asked and view.claim.army != view.army:
        return words.say("prompts", "claim", army=words.army(view.claim.army))
    if not asked:
        if view.open is not None:
            return words.say("prompts", "open_wait", army=army, unit=view.open.unit)
        return words.say("prompts", "turn_wait", army=army)
    if view.open is not None:
        key = "open" if view.open.moved or view.open.entered else "open_move"
        return words.say("prompts", key, unit=view.open.unit)
    left = rules.constants.manoeuvres_per_turn - view.manoeuvres_used
    return words.say("prompts", "idle_one" if left == 1 else "idle", left=left)
