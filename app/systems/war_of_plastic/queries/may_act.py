"""The question who may do what when: put to the game's own judge on a small game where everything about targets is fine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine.asking import Answer
from app.engine.types import Action, UnitId
from app.systems.war_of_plastic.book.state import (
    Mode,
    OpenManoeuvre,
    Phase,
    Position,
    Prompt,
    Unit,
    UnitType,
    WeaponToken,
)
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.judge import acts
from app.systems.war_of_plastic.position.actions import (
    Assault,
    DropWeapon,
    Enter,
    Fight,
    Heal,
    Move,
    PickUp,
    Shoot,
    TakeWeapon,
    Unstun,
    Withdraw,
)
from app.systems.war_of_plastic.queries import inputs as ask
from app.systems.war_of_plastic.queries.game import ANOTHER_SEAT, MIDDLE, SEATS, make_unit, small_game

MAY_ACT: Final = ask.questions()

_UNIT: Final = UnitId("unit")
_OTHER: Final = UnitId("other")
_TRANSPORT: Final = UnitId("transport")
_TOKEN: Final = "machine_gun"
_TURN: Final = 1


class MayActInput(msgspec.Struct, frozen=True):
    """What is attempted and how things stand; see ``vectors.json``. ``moved``, ``entered`` and ``dropped`` tell of the
    unit's own open manoeuvre, also where ``open`` is left out."""

    attempt: Literal[
        "move",
        "enter",
        "shoot",
        "fight",
        "assault",
        "drop_weapon",
        "pick_up",
        "take_weapon",
        "unstun",
        "heal",
        "withdraw",
    ]
    own_turn: bool = True
    handles: bool = True
    prompt_waiting: bool = False
    manoeuvres_used: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    open: Literal["self", "other"] | None = None
    moved: bool = False
    entered: bool = False
    dropped: bool = False
    status: ask.Where = "table"
    type: UnitType = "infantry"
    damage: ask.Damage = 0
    stunned: bool = False
    acted: bool = False
    engaged: bool = False
    carrying: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    at_own_edge: bool = False
    options: ask.Options = {}


@MAY_ACT.of_options
def _may_act(rules: Rules, *, asked: MayActInput) -> Answer:
    """Whether the attempt is allowed, or the first rule that forbids it."""
    unit = _unit(asked, rules)
    position = _position(asked, rules, unit)
    return ask.verdict(acts.check(Moment.of(position, rules), SEATS["A"], _action(asked, rules, unit)))


def _unit(asked: MayActInput, rules: Rules) -> Unit:
    """The unit of the question: on the table in the middle or at its own edge, aboard, in reserve, destroyed."""
    x, y = MIDDLE
    on_foot = asked.type == "infantry"
    return make_unit(
        rules,
        _UNIT,
        "A",
        asked.type,
        (x, rules.classes[asked.type].radius_mm if asked.at_own_edge else y),
        handler=SEATS["A"] if asked.handles else ANOTHER_SEAT,
        status=asked.status,
        damage=asked.damage,
        stunned=asked.stunned,
        special=(_TOKEN,) * asked.carrying if on_foot else (),
        aboard=_TRANSPORT if asked.status == "aboard" else None,
        acted_on_turn=_TURN if asked.acted else None,
    )


def _position(asked: MayActInput, rules: Rules, unit: Unit) -> Position:
    """The turn in which it is attempted."""
    units = [unit, *_others(asked, rules, unit)]
    opened = asked.open or ("self" if asked.moved or asked.entered or asked.dropped else None)
    x, y = (unit.x_mm or MIDDLE[0], unit.y_mm or MIDDLE[1])
    position = small_game(
        msgspec.structs.asdict(rules.options),
        units,
        Phase.TURN,
        tokens=(WeaponToken("token", _TOKEN, x, y, unit.level),),
        round=_TURN,
        first_army="A",
        army_to_act="A" if asked.own_turn else "B",
        manoeuvres_used=asked.manoeuvres_used,
        open=None if opened is None else _open(asked, opened),
        prompts=(Prompt("place_survivor", SEATS["B"], UnitId("survivor"), "wreck"),) if asked.prompt_waiting else (),
    )
    armies = {army: msgspec.structs.replace(state, turn_number=_TURN) for army, state in position.armies.items()}
    return msgspec.structs.replace(position, armies=armies)


def _open(asked: MayActInput, opened: str) -> OpenManoeuvre:
    return OpenManoeuvre(
        _UNIT if opened == "self" else _OTHER,
        mode=Mode.MOVING if asked.moved or asked.entered else Mode.STATIONARY,
        moved=asked.moved,
        entered=asked.entered,
        dropped=asked.dropped,
    )


def _others(asked: MayActInput, rules: Rules, unit: Unit) -> list[Unit]:
    """Whom the attempt needs: a transport, an enemy in contact or in range, a companion in contact. One who ties the unit
    in close combat is there if it is engaged, and only then."""
    found = []
    if unit.aboard is not None:
        found.append(make_unit(rules, _TRANSPORT, "A", "light"))
    if asked.attempt == "fight" or asked.engaged:
        found.append(_beside(rules, unit, "infantry", army="B", damage=0 if asked.engaged else 1))
    elif asked.attempt == "assault":
        found.append(_beside(rules, unit, "heavy", army="B"))
    elif asked.attempt == "shoot":
        found.append(make_unit(rules, _OTHER, "B", "infantry", (MIDDLE[0], MIDDLE[1] + 150)))
    elif asked.attempt == "take_weapon":
        found.append(_beside(rules, unit, "infantry", army="A", special=(_TOKEN,)))
    elif asked.attempt == "unstun":
        found.append(_beside(rules, unit, "infantry", army="A", stunned=True))
    return found


def _beside(rules: Rules, unit: Unit, unit_type: UnitType, **more: Any) -> Unit:
    """Another unit that touches this one from the east; ``more`` are its fields."""
    army = more.pop("army")
    distance = unit.radius_mm + rules.classes[unit_type].radius_mm
    place = ((unit.x_mm or MIDDLE[0]) + distance, unit.y_mm or MIDDLE[1])
    return make_unit(rules, _OTHER, army, unit_type, place, **more)


def _action(asked: MayActInput, rules: Rules, unit: Unit) -> Action:
    """The attempt as an action with a target that suits."""
    x, y = (unit.x_mm or MIDDLE[0], unit.y_mm or MIDDLE[1])
    # From aboard the shortest way out is past the vehicle's base; on the ground any step will do.
    step = rules.classes["light"].radius_mm + unit.radius_mm if unit.aboard is not None else 1
    helps = rules.options.unstun_by == "helper" and not asked.stunned and asked.status != "reserve"
    attempts: Mapping[str, Action] = {
        "move": Move(_UNIT, ((x, y + step),)),
        "enter": Enter(_UNIT, MIDDLE[0]),
        "shoot": Shoot(_UNIT, unit.weapons[0], (_OTHER,)),
        "fight": Fight(_UNIT, _OTHER),
        "assault": Assault(_UNIT, _OTHER, unit.weapons[0]),
        "drop_weapon": DropWeapon(_UNIT, _TOKEN),
        "pick_up": PickUp(_UNIT, "token"),
        "take_weapon": TakeWeapon(_UNIT, _OTHER, _TOKEN),
        "unstun": Unstun(_UNIT, _OTHER if helps else _UNIT),
        "heal": Heal(_UNIT),
        "withdraw": Withdraw(_UNIT),
    }
    return attempts[asked.attempt]
