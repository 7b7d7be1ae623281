"""The questions about the flow of the game: order, army lists, care, weapons on the ground, objectives and endings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from app.engine.asking import Answer, As
from app.engine.dice import GivenDice
from app.engine.refusal import InvalidInput, Refusal
from app.systems.war_of_plastic.book.state import Army, Name, Objective, Phase, Piece, Unit, WeaponToken
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.ground.weapons import pick_up_refusal
from app.systems.war_of_plastic.judge import acts
from app.systems.war_of_plastic.muster.armies import UNEQUAL, are_equal
from app.systems.war_of_plastic.muster.deployment import apply_deploy
from app.systems.war_of_plastic.position.actions import Deploy, Heal, Roll
from app.systems.war_of_plastic.position.damage import WRECK
from app.systems.war_of_plastic.position.events import Deployed, Healed, RollDecided
from app.systems.war_of_plastic.position.field import Field
from app.systems.war_of_plastic.queries import inputs as ask
from app.systems.war_of_plastic.queries.game import MIDDLE, SEATS, make_unit, small_game
from app.systems.war_of_plastic.turn.manoeuvres import Readiness, may_act
from app.systems.war_of_plastic.turn.objectives import Counters, Facts, by_counters, by_objectives, is_reached
from app.systems.war_of_plastic.turn.phases import begin_deployment

FLOW: Final = ask.questions()
MOST_TO_PLACE: Final = 400

Tally = Annotated[int, msgspec.Meta(ge=0, le=MOST_TO_PLACE)]


@FLOW.question
def _roll_off(rules: Rules, *, dice: ask.Rolled) -> Answer:
    position = small_game(msgspec.structs.asdict(rules.options), (), Phase.FIRST_ROLL)
    step = acts.apply(Moment.of(position, rules), SEATS["A"], Roll(), None, dice)
    decided = next(event for event in step.events if isinstance(event, RollDecided))
    return {"higher": decided.higher, "lower": decided.lower, "dice_used": len(dice.rolls)}


class _ToPlace(msgspec.Struct, frozen=True):
    A: Tally = 0
    B: Tally = 0


@FLOW.question
def _deployment_order(rules: Rules, *, first: Army, to_place: _ToPlace) -> Answer:
    """Plays a deployment in which everybody deploys everything, at no matter which place."""
    counts: Mapping[Army, int] = {"A": to_place.A, "B": to_place.B}
    units = [
        make_unit(rules, f"{army}-{number}", army, "infantry", status="undeployed")
        for army, count in counts.items()
        for number in range(count)
    ]
    waiting = {army: [unit for unit in units if unit.army == army] for army in counts}
    position = small_game(msgspec.structs.asdict(rules.options), units, Phase.EDGE_CHOICE, deploys_first=first)
    story = Story(Moment.of(position, rules), GivenDice(()))
    begin_deployment(story)
    while story.position.phase is Phase.DEPLOYMENT:
        army = story.position.army_to_act or first
        apply_deploy(story, SEATS[army], Deploy(waiting[army].pop().id, *MIDDLE))
    return {"order": [event.army for event in story.events if isinstance(event, Deployed)]}


ListInput = Annotated[tuple[tuple[Name, str | None], ...], msgspec.Meta(max_length=500)]


def _entries(rules: Rules, listed: ListInput, path: str) -> list[tuple[str, str | None]]:
    for index, (kind, special) in enumerate(listed):
        if kind not in rules.kinds:
            raise InvalidInput.at(f"{path}[{index}][0]", "a unit kind", kind)
        if special and special not in rules.weapons:
            raise InvalidInput.at(f"{path}[{index}][1]", "a weapon, or none", special)
    return [(kind, special or None) for kind, special in listed]


Listed = Annotated[list[tuple[str, str | None]], As(ListInput, _entries)]


@FLOW.of_options
def _equal_armies(rules: Rules, *, A: Listed, B: Listed) -> Answer:  # noqa: N803  (the armies' names)
    return ask.verdict(UNEQUAL if rules.options.symmetric_armies and not are_equal(A, B) else None)


@FLOW.question
def _heal(
    rules: Rules, *, status: ask.Where, damage: ask.Damage, army_turn: ask.Number, acted_this_turn: bool = False
) -> Answer:
    unit = make_unit(
        rules,
        "unit",
        "A",
        "heavy",
        status=status,
        damage=damage,
        acted_on_turn=army_turn if acted_this_turn else None,
    )
    position = small_game(
        msgspec.structs.asdict(rules.options), (unit,), Phase.TURN, army_to_act="A", first_army="A", round=1
    )
    own = msgspec.structs.replace(position.armies["A"], turn_number=army_turn)
    position = msgspec.structs.replace(position, armies={**position.armies, "A": own})
    moment = Moment.of(position, rules)
    verdict = acts.judge(moment, SEATS["A"], Heal(unit.id))
    if isinstance(verdict, Refusal):
        return ask.verdict(verdict)
    step = acts.apply(moment, SEATS["A"], Heal(unit.id), verdict, GivenDice(()))
    healed = next(event for event in step.events if isinstance(event, Healed))
    return {"legal": True, "damage": healed.damage, "ready_from_turn": healed.ready_from_turn}


class _WreckInput(msgspec.Struct, frozen=True):
    x: ask.Coordinate
    y: ask.Coordinate
    radius: ask.Radius


class _TokenInput(msgspec.Struct, frozen=True):
    x: ask.Coordinate | None = None
    y: ask.Coordinate | None = None
    level: ask.Level = 0
    on_wreck: _WreckInput | None = None


@FLOW.of_options
def _pick_up(
    rules: Rules,
    *,
    unit: ask.UnitInput,
    token: _TokenInput,
    carried: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0,
) -> Answer:
    lying, wreck = _token(token)
    field = ask.field_of(rules, (unit,), names=("given.unit",))
    special = ("machine_gun",) * carried
    who = msgspec.structs.replace(ask.unit_named(field, unit.id, "given.unit"), special=special)
    field = Field({who.id: who}, (wreck,) if wreck else (), rules)
    return ask.verdict(may_act(_standing_on_ground(who), rules) or pick_up_refusal(field, who, lying))


def _standing_on_ground(unit: Unit) -> Readiness:
    return Readiness("pick_up", status=unit.status, type=unit.type, damage=unit.damage, stunned=unit.stunned)


def _token(asked: _TokenInput) -> tuple[WeaponToken, Piece | None]:
    """The token of a question, and the wreck it lies on."""
    if asked.on_wreck is not None:
        x, y, radius = asked.on_wreck.x, asked.on_wreck.y, asked.on_wreck.radius
        wreck = Piece("wreck", WRECK, x_mm=x, y_mm=y, radius_mm=radius)
        return WeaponToken("token", "machine_gun", x, y, on_wreck=wreck.id), wreck
    if asked.x is None or asked.y is None:
        raise InvalidInput.at("given.token", "x and y, or on_wreck", "neither")
    return WeaponToken("token", "machine_gun", asked.x, asked.y, asked.level), None


class _ObjectiveInput(msgspec.Struct, frozen=True):
    type: Literal["destroy_all", "destroy_matching", "reach_edge", "hold_zone", "survive", "manual"]
    count: ask.Number | None = None
    rounds: ask.Number | None = None
    round: ask.Number | None = None


class _FactsInput(msgspec.Struct, frozen=True):
    """The facts of an objective; ``matching_not_destroyed`` and ``round`` are other names of ``matching_left`` and
    ``round_finished``."""

    enemy_not_destroyed: ask.Number | None = None
    matching_left: ask.Number | None = None
    matching_destroyed: ask.Number | None = None
    matching_reached: ask.Number | None = None
    consecutive_rounds_held: ask.Number | None = None
    round_finished: ask.Number | None = None
    confirmed: bool | None = None
    matching_not_destroyed: ask.Number | None = None
    round: ask.Number | None = None


_OTHER_NAMES: Final = {"matching_not_destroyed": "matching_left", "round": "round_finished"}


_FACTS_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "destroy_all": ("enemy_not_destroyed",),
    "destroy_matching": (),
    "reach_edge": ("matching_reached",),
    "hold_zone": ("consecutive_rounds_held",),
    "survive": ("matching_left", "round_finished"),
    "manual": ("confirmed",),
}


@FLOW.question
def _objective(rules: Rules, *, objective: _ObjectiveInput, facts: _FactsInput) -> Answer:
    kind = objective.type
    needed = _FACTS_NEEDED[kind]
    if kind == "destroy_matching":
        needed = ("matching_destroyed",) if objective.count else ("matching_left",)
    given_facts = msgspec.structs.asdict(facts)
    known = {_OTHER_NAMES.get(name, name): value for name, value in given_facts.items() if value is not None}
    for name in needed:
        if name not in known:
            raise InvalidInput.at(f"given.facts.{name}", f"a fact that {kind} is judged by", "none")
    aim = Objective(kind, count=objective.count, rounds=objective.rounds, round=objective.round)
    return {"reached": is_reached(aim, _facts(aim, known))}


def _facts(objective: Objective, known: Mapping[str, int]) -> Facts:
    """The facts of a question as the game gathers them. That there were any units to destroy is taken for granted."""
    left = known["enemy_not_destroyed"] if objective.type == "destroy_all" else known.get("matching_left", 0)
    over = known.get("round_finished", 0) >= (objective.round or 0)
    return Facts(
        fallen=known.get("matching_destroyed", 1),
        left=left,
        arrived=known.get("matching_reached", 0),
        rounds_held=known.get("consecutive_rounds_held", 0),
        survived=over and left >= (objective.count or 1),
        confirmed=bool(known.get("confirmed", False)),
    )


class _GameEnd(msgspec.Struct, frozen=True):
    A_reached: bool = False
    B_reached: bool = False
    A_empty_turns: ask.Number = 0
    B_empty_turns: ask.Number = 0
    stall_rounds: ask.Number = 0
    round_finished: ask.Number = 0
    a_points: ask.Number = msgspec.field(default=0, name="points_A")
    b_points: ask.Number = msgspec.field(default=0, name="points_B")
    options: ask.Options = {}


@FLOW.of_options
def _game_end(rules: Rules, *, asked: _GameEnd) -> Answer:
    counters = Counters(
        {"A": asked.A_empty_turns, "B": asked.B_empty_turns},
        asked.stall_rounds,
        asked.round_finished,
        {"A": asked.a_points, "B": asked.b_points},
    )
    end = by_objectives({"A": asked.A_reached, "B": asked.B_reached}) or by_counters(rules.options, counters)
    return {"result": None, "reason": None} if end is None else {"result": end.winner, "reason": end.reason}
