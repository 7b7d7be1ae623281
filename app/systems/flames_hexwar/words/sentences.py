"""The one sentence for each viewer: what is asked, or whom we wait for; where the game stands; how it ended."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.types import Seat, Text
from app.engine.words import joined, listed
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.readiness import firing
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.position.frames import Activation, Assault, FallingBack, SpecialChoice
from app.systems.flames_hexwar.turn.machine import prompt_of
from app.systems.flames_hexwar.words import names

STEPS = ("b", "c", "d")


def headline(rules: Rules, view: View) -> Text:
    """The turn, the step that it has come to, the weather if it is any."""
    say, at = rules.words.say, view.known
    scenario, is_over = rules.scenarios[at.scenario], at.result is not None
    parts = [say("phases", "over" if is_over else at.phase)]
    if at.turn:
        parts = [say("table", "turn", n=min(at.turn, scenario.turns), of=scenario.turns), *parts]
    weather = at.weather or scenario.weather_of(at.turn)
    if at.turn and not is_over and weather != "clear":
        parts.append(rules.weather[weather].name)
    return joined(parts, by=" · ")


def prompt(rules: Rules, view: View, field: Field | None = None) -> Text:
    """What is asked of the viewer, or whom they wait for; ``field``: the view's, where it has been read already."""
    say = rules.words.say
    if view.known.result is not None or not view.asked:
        return say("table", "over")
    key = prompt_of(view.known)
    if view.seat is not None and view.seat in view.asked:
        if key == "window":
            return _window(field or Field(rules, view.known), view.seat, _places(rules, view))
        return say("asks", _variant(view, key), **_places(rules, view))
    waits = say("table", "waits", who=listed(names.player(rules, seat) for seat in view.asked), what=say("doing", key))
    state = None if view.seat is None else view.known.seats[view.seat]
    if state is not None and state.committed:
        return joined((say("table", "done"), waits), by=" ")
    return waits


def _window(field: Field, seat: Seat, places: Mapping[str, Text]) -> Text:
    """Which cards of a seat can fire at the mover now, as it alone knows: it is asked whether any can or not (FHW-FO-17)."""
    found = firing(field, seat)
    if not found:
        return field.rules.words.say("asks", "window_none", **places)
    cards = listed(names.platoon_name(field.rules, field.platoons[name].type, name) for name in found)
    return field.rules.words.say("asks", "window", cards=cards, **places)


def _variant(view: View, key: str) -> str:
    """What tells two questions of one prompt apart."""
    frame = view.known.frames[-1] if view.known.frames else None
    if isinstance(frame, Activation):
        if frame.moving is not None:
            return "activation_moving"
        return "activation_double" if view.known.phase == "b" else "activation"
    if isinstance(frame, Assault) and key == "assault_move" and frame.stage != "moves":
        return "assault_move_again"
    if isinstance(frame, SpecialChoice) and frame.vehicles:
        return "special_recover"
    if isinstance(frame, FallingBack) and frame.firing is not None:
        return "fall_back_slip"
    return key


def _places(rules: Rules, view: View) -> dict[str, Text]:
    """Whom the question is about."""
    at = view.known
    frame = at.frames[-1] if at.frames else None
    found: dict[str, Text] = {}
    activation = next((each for each in reversed(at.frames) if isinstance(each, Activation)), None)
    name = getattr(frame, "platoon", None) or (None if activation is None else activation.platoon)
    if isinstance(frame, FallingBack):
        name = at.teams[frame.teams[0]].platoon
    if name is not None and name in at.platoons:
        found["platoon"] = names.platoon_name(rules, at.platoons[name].type, name)
    mover = None if activation is None or activation.moving is None else at.teams.get(activation.moving.team)
    team = getattr(frame, "team", None)
    shown = at.teams.get(team) if team is not None else mover
    if shown is not None:
        found["team"] = names.team_name(rules, shown.type, shown.id)
    return found


def ending(rules: Rules, view: View) -> Text | None:
    """How the game ended, ``None`` while it goes on."""
    result = view.known.result
    if result is None:
        return None
    who = rules.words.say("table", "nobody") if result.side is None else names.side_name(rules, result.side)
    return rules.words.say("endings", result.reason, who=who)
