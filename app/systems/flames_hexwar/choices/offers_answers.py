"""Answers to prompts (part 5.2 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.engine.offering import Example
from app.engine.types import Action, Text, UnitId
from app.systems.flames_hexwar.choices.answers import ANSWERS
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.turn.machine import prompt_of


def _found(of: Asking) -> list[Action]:
    return [each for each in ANSWERS[prompt_of(of.position)](of.field, of.seat) if not isinstance(each, a.Done)]


def _of_teams(of: Asking) -> Offers:
    """A team is named: who falls, who leads (FHW-FO-10, FHW-HQ-07, FHW-HQ-08, FHW-AE-04)."""
    frame: Any = of.position.frames[-1]
    found = []
    for act in _found(of):
        team: UnitId | None = act.team  # type: ignore[attr-defined]
        words = of.team(team) if team is not None else of.say("swap_none", team=of.team(frame.team))
        found.append(Example(act, words, () if team is None else (team,)))
    yield from of.make(found)


def _special(of: Asking) -> Offers:
    """A new command, or a vehicle that is freed."""
    frame: Any = of.position.frames[-1]
    if not frame.vehicles:
        yield from _of_teams(of)
        return
    yield from of.make([Example(act, _recovery(of, act), _freed(act)) for act in _found(of)])


def _recovery(of: Asking, act: Any) -> Text:
    if act.vehicle is None:
        return of.say("recover_none")
    return of.say("recover", team=of.team(act.team), vehicle=of.team(act.vehicle))


def _freed(act: Any) -> tuple[str, ...]:
    return () if act.vehicle is None else (act.vehicle,)


def _yes_or_no(name: str) -> Callable[[Asking], Offers]:
    def answers(of: Asking) -> Offers:
        yield from of.make([Example(act, of.say(f"{name}_{'yes' if act.yes else 'no'}")) for act in _found(of)])  # type: ignore[attr-defined]

    return answers


def _anti_air(of: Asking) -> Offers:
    found = [Example(act, of.say("aa_all" if act.shots else "aa_none")) for act in _found(of)]  # type: ignore[attr-defined]
    yield from of.make(found)


def _hits(of: Asking) -> Offers:
    found = list(dict.fromkeys(_found(of)))
    yield from of.make(
        [Example(act, of.say(name)) for act, name in zip(found, ("hits_even", "hits_last"), strict=False)]
    )


def _defend(of: Asking) -> Offers:
    found = []
    for act in _found(of):
        shots = act.shots  # type: ignore[attr-defined]
        if shots:
            dice = of.counted("dice", sum(shot.count for shot in shots))
            words = of.say("defend_at", target=of.target(shots[0].at), dice=dice)
            found.append(Example(act, words, of.picks_of(shots[0].at)))
        else:
            found.append(Example(act, of.say("defend_none")))
    yield from of.make(found, label=of.say("defend_ready"))


def _steps(of: Asking) -> Offers:
    """Moves of one hex of an assault, or after it; the end of them."""
    own: dict[UnitId, list[Any]] = {}
    for act in _found(of):
        own.setdefault(act.team, []).append(act)  # type: ignore[attr-defined]
    for team, acts in own.items():
        if of.wants(team):
            label = of.about("assault_move" if isinstance(acts[0], a.AssaultMove) else "consolidate", of.team(team))
            found = [Example(act, None, (act.at[:4],)) for act in acts]
            yield from of.make(found, label=label, unit=team)
    if of.only is None:
        name = "done_in" if prompt_of(of.position) == "assault_move" else "done_on"
        yield from of.make([a.Done()], label=of.say(name), ask="button", closes=True)


def _falling_back(of: Asking) -> Offers:
    own: dict[UnitId, list[Any]] = {}
    for act in _found(of):
        own.setdefault(act.team, []).append(act)  # type: ignore[attr-defined]
    for team, acts in own.items():
        if of.wants(team):
            found = [Example(act, None, (act.path[-1][:4],)) for act in acts]
            yield from of.make(found, label=of.about("fall_back", of.team(team)), unit=team)
    if of.only is None:
        yield from of.make([a.Done()], label=of.say("done_back"), ask="button", closes=True)


ANSWERED: Final[Mapping[str, Callable[[Asking], Offers]]] = {
    "aa": _anti_air,
    "hits": _hits,
    "swap": _of_teams,
    "new_command": _of_teams,
    "hero": _of_teams,
    "special": _special,
    "disengage": _yes_or_no("disengage"),
    "fall_back": _falling_back,
    "assault_move": _steps,
    "consolidate": _steps,
    "defend": _defend,
    "withdraw": _yes_or_no("stay"),
    "continue": _yes_or_no("go_on"),
}
"""Prompt -> the offers that answer it."""
