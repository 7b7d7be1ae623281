"""What wins a game, when it is counted, and how both armies stand in it (WOP-WIN-03, WOP-WIN-04, WOP-WIN-08)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from app.engine.types import Goal, Tally, Text
from app.systems.war_of_plastic.book.state import ARMIES, Army, Objective, Position
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.judge.view import View
from app.systems.war_of_plastic.screen.panels import filter_words, reach_place
from app.systems.war_of_plastic.turn.objectives import facts_of, matches, points_for


def goals(words: Words, rules: Rules, view: View) -> tuple[Goal, ...]:
    """Every objective, once where both armies have it, then what counts after the last round."""
    found = [_goal(words, view, objective) for objective in _objectives(view)]
    if rules.options.max_rounds:
        found.append(_at_limit(words, rules, view))
    return tuple(found)


def _objectives(view: View) -> list[Objective]:
    found: list[Objective] = []
    for army in ARMIES:
        found += [each for each in view.armies[army].objectives.list if each not in found]
    return found


def _goal(words: Words, view: View, objective: Objective) -> Goal:
    armies = [army for army in ARMIES if objective in view.armies[army].objectives.list]
    owner = "both" if len(armies) > 1 else "army"
    listed = view.armies[armies[0]].objectives
    key = f"of_{owner}_all" if listed.mode == "all" and len(listed.list) > 1 else f"of_{owner}"
    first = armies[0]
    index = listed.list.index(objective)
    return Goal(
        id=f"{'-'.join(armies)}-{index}",
        name=words.say("goals", objective.type, filter=filter_words(words, objective)),
        about=words.say("goals", key, army=words.army(first), what=_what(words, view, first, objective)),
        counted=_counted(words, objective),
        tallies=tuple(tally for army in armies for tally in _tally(words, view, army, objective)),
    )


def _what(words: Words, view: View, army: Army, objective: Objective) -> Text:
    kind = objective.type
    if kind == "manual":
        return Text(objective.text_es or "?", objective.text_en or objective.text_es or "?")
    key = "what_destroy_matching_all" if kind == "destroy_matching" and not objective.count else f"what_{kind}"
    return words.say(
        "goals",
        key,
        count=objective.count or 1,
        edge=reach_place(words, objective),
        filter=filter_words(words, objective),
        rounds=objective.rounds or 1,
        round=objective.round or 0,
    )


def _counted(words: Words, objective: Objective) -> Text:
    if objective.type == "survive":
        return words.say("goals", "counted_once", n=objective.round or 0)
    key = {"hold_zone": "counted_round", "manual": "counted_claim"}.get(objective.type, "counted_act")
    return words.say("goals", key)


def _tally(words: Words, view: View, army: Army, objective: Objective) -> Iterator[Tally]:
    """How far an army has come; nothing is counted of what is agreed by hand, nor before there are units."""
    if objective.type == "manual" or not view.units:
        return
    index = view.armies[army].objectives.list.index(objective)
    facts = facts_of(cast(Position, view), army, index, objective)
    if objective.type in ("destroy_all", "destroy_matching"):
        value, of = facts.fallen, objective.count or facts.fallen + facts.left
    elif objective.type == "reach_edge":
        value, of = facts.arrived, objective.count or 1
    elif objective.type == "hold_zone":
        value, of = facts.rounds_held, objective.rounds or 1
    else:
        value, of = _alive(view, army, objective), objective.count or 1
    yield Tally(army, words.army(army), value, of)


def _alive(view: View, army: Army, objective: Objective) -> int:
    return sum(
        unit.army == army and unit.status != "destroyed" and matches(unit, objective) for unit in view.units.values()
    )


def _at_limit(words: Words, rules: Rules, view: View) -> Goal:
    how, last = rules.options.at_limit, rules.options.max_rounds
    tallies: tuple[Tally, ...] = ()
    name = words.say("goals", "limit_name", n=last)
    if how == "points":
        name, about = words.say("goals", "limit"), words.say("goals", "limit_points")
        points = points_for(cast(Position, view), rules)
        tallies = tuple(Tally(army, words.army(army), points[army]) for army in ARMIES)
    elif how == "draw":
        about = words.say("goals", "limit_draw")
    else:
        about = words.say("goals", "limit_army", army=words.army(how))
    return Goal("limit", name, about, words.say("goals", "counted_once", n=last), tallies)
