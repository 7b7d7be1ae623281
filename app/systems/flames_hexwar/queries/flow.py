"""Questions about orders, alternation, morale, reconnaissance and what is secret."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from app.engine.asking import Answer, judged
from app.engine.refusal import InvalidInput
from app.systems.flames_hexwar.book.kinds import Order, Side, Special, Weather
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field import ground_status
from app.systems.flames_hexwar.judge.secrecy import Item, Viewer, is_visible
from app.systems.flames_hexwar.losses import morale_numbers as morale
from app.systems.flames_hexwar.plan import orders
from app.systems.flames_hexwar.queries import inputs as ask
from app.systems.flames_hexwar.turn import alternation

FLOW = ask.questions()


@FLOW.of_options
def _order_allowed(
    rules: Rules,
    *,
    order: Order,
    ae: Special | None = None,
    weather: Weather = "clear",
    status: orders.Status = "board",
) -> Answer:
    return judged(orders.order_refused(rules, order, ae, weather, status), "allowed", "rule")


@FLOW.of_options
def _default_order(rules: Rules, *, status: orders.Status = "board", weather: Weather = "clear") -> Answer:
    order, special = orders.blank_order(rules, weather, status)
    return {"order": order} if special is None else {"order": order, "ae": special}


@FLOW.of_options
def _draft_allowed(
    rules: Rules, *, act: Literal["draft", "reopen"], made: ask.Natural, limit: ask.Natural | None = None
) -> Answer:
    refused = orders.draft_refused(rules, made, limit) if act == "draft" else orders.reopen_refused(rules, made, limit)
    return judged(refused, "allowed", "rule")


class _Remaining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    A: ask.Few
    B: ask.Few


@FLOW.of_options
def _activation(
    rules: Rules,
    *,
    remaining: _Remaining,
    last: Side | None = None,
    roll_off: Annotated[tuple[ask.Die, ...], msgspec.Meta(max_length=100)] = (),
) -> Answer:
    found = alternation.next_side({"A": remaining.A, "B": remaining.B}, last)
    if not found.rolls:
        return {"to_act": found.side, "may_pass": found.may_pass}
    pairs = zip(roll_off[::2], roll_off[1::2], strict=False)
    first = next((("A" if a > b else "B") for a, b in pairs if a != b), None)
    if first is None:
        raise InvalidInput.at("given.roll_off", "two dice that differ", list(roll_off))
    return {"to_act": first, "may_pass": False}


@FLOW.of_options
def _platoon_morale(
    rules: Rules,
    *,
    starting: ask.Few,
    in_fight: ask.Few,
    motivation: ask.MotivationType,
    lost_a_team: bool = False,
    die: ask.Die | None = None,
    reroll_die: ask.Die | None = None,
) -> Answer:
    if not lost_a_team or not morale.is_tested(rules, starting, in_fight):
        return {"test": False, "holds": True}
    if die is None:
        raise InvalidInput.at("given.die", "a die for the test of morale", None)
    return {"test": True, "holds": die >= motivation.test or (reroll_die or 0) >= motivation.test}


@FLOW.of_options
def _company_morale(
    rules: Rules,
    *,
    starting: ask.Few,
    left: ask.Few,
    motivation: ask.MotivationType,
    command_alive: bool = False,
    die: ask.Die | None = None,
) -> Answer:
    if not morale.company_is_tested(starting, left):
        return {"test": False, "holds": True}
    if not command_alive:
        return {"test": False, "holds": False}
    if die is None:
        raise InvalidInput.at("given.die", "a die for the test of morale", None)
    return {"test": True, "holds": die >= motivation.test}


@FLOW.of_options
def _gtg(
    rules: Rules,
    *,
    kind: Literal["infantry", "gun", "recce_vehicle", "tank", "transport"],
    changed_hex: bool = False,
    changed_floor: bool = False,
    enemy_in_building: bool = False,
    shot: bool = False,
    assaulted: bool = False,
) -> Answer:
    may = kind in ("infantry", "gun", "recce_vehicle")
    moved = changed_hex or (changed_floor and enemy_in_building)
    return {"gone_to_ground": ground_status.goes_to_ground(may=may, moved=moved, shot=shot, assaulted=assaulted)}


@FLOW.of_options
def _rec_lift(
    rules: Rules, *, distance: ask.Few, skill: ask.SkillType, inside_building: bool = False, die: ask.Die | None = None
) -> Answer:
    refused = ground_status.lift_refused(rules, distance, inside_building=inside_building)
    if refused is not None:
        return judged(refused, "allowed", "rule")
    if die is None:
        raise InvalidInput.at("given.die", "a die for the test of skill", None)
    return {"allowed": True, "lifted": die >= skill.skill_test}


@FLOW.of_options
def _visible(
    rules: Rules,
    *,
    viewer: Viewer,
    item: Item,
    card_turned: bool = False,
    has_fired: bool = False,
    step_started: bool = False,
    revealed: bool = False,
    game_over: bool = False,
) -> Answer:
    return {
        "visible": is_visible(
            viewer,
            item,
            card_turned=card_turned,
            has_fired=has_fired,
            step_started=step_started,
            revealed=revealed,
            game_over=game_over,
        )
    }
