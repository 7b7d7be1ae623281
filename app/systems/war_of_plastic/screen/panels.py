"""The lists beside the board: rosters, reserves, objectives, the summary at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.engine.offers import OWN_LIST
from app.engine.scene import Mark, Panel, Row
from app.engine.types import Text
from app.engine.words import joined, same, shaped
from app.systems.war_of_plastic.book.state import ARMIES, Army, Objective, Phase, Unit, other
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.judge.view import View


def panels(words: Words, rules: Rules, view: View) -> tuple[Panel, ...]:
    """The panels of a view, the viewer's own army first."""
    found: list[Panel] = []
    if view.phase is Phase.FINISHED:
        found.append(_summary(words, rules, view))
    order = (view.army, other(view.army)) if view.army is not None else ARMIES
    if view.phase is Phase.ARMIES and view.army is not None and view.armies[view.army].list_locked:
        found += _own_list(words, rules, view, view.army)
    for army in order:
        found += _army_panels(words, view, army)
    found.append(_objectives(words, view))
    if view.obstacles is not None and view.phase is Phase.OBSTACLES:
        found.append(_pool(words, rules, view))
    return tuple(found)


def points_of(rules: Rules, units: Iterator[Unit]) -> int:
    """What destroyed units count for their enemy (WOP-WIN-08)."""
    return sum(rules.kinds[unit.kind].points for unit in units if unit.status == "destroyed")


def _own_list(words: Words, rules: Rules, view: View, army: Army) -> Iterator[Panel]:
    """What the viewer's army has locked, to be looked at; nobody else is shown it while it is secret (WOP-HID-02)."""
    kinds = view.armies[army].list
    if kinds is None:
        return
    rows = [
        Row(f"own-{kind}", shaped("{n} × {kind}", n=n, kind=words.kind(kind)), symbol=kind, side=army)
        for kind, n in Counter(kinds).items()
    ]
    points = sum(rules.kinds[kind].points for kind in kinds)
    yield Panel(OWN_LIST, words.say("panels", "own_list", points=points), tuple(rows), army)


def _army_panels(words: Words, view: View, army: Army) -> Iterator[Panel]:
    mine = [unit for unit in view.units.values() if unit.army == army]
    name = words.army(army)
    if view.phase is Phase.ARMIES:
        locked = words.say("panels", "locked" if view.armies[army].list_locked else "unlocked")
        rows = [Row(f"list-{army}", locked)]
        own = army == view.army and view.armies[army].list_locked
        for number, kind in enumerate(() if own else view.armies[army].list or ()):
            rows.append(Row(f"list-{army}-{number}", words.kind(kind), symbol=kind, side=army))
        yield Panel(f"roster-{army}", name, tuple(rows), army)
        return
    field = tuple(_row(words, view, unit) for unit in mine if unit.status != "reserve")
    yield Panel(f"roster-{army}", words.say("panels", "roster", army=name), field, army)
    reserve = tuple(_row(words, view, unit) for unit in mine if unit.status == "reserve")
    if reserve:
        yield Panel(f"reserve-{army}", words.say("panels", "reserve", army=name), reserve, army)


def _row(words: Words, view: View, unit: Unit) -> Row:
    spent = unit.status == "destroyed" or has_acted(view, unit)
    kind = words.kind(unit.kind)
    return Row(
        id=f"row-{unit.id}",
        title=joined((same(unit.id), kind), by=" · "),
        detail=_detail(words, view, unit),
        unit=unit.id,
        symbol=unit.kind,
        side=unit.army,
        marks=marks(words, unit),
        spent=spent,
    )


def marks(words: Words, unit: Unit) -> tuple[Mark, ...]:
    """The counters on a unit: hurts, a stun, special weapons carried (WOP-DMG-19)."""
    found = []
    if unit.damage and unit.type == "infantry":
        found.append(Mark("wound", words.say("states", "wounded"), unit.damage))
    elif unit.damage:
        found.append(Mark("damage", words.say("states", "damaged"), unit.damage))
    if unit.stunned:
        found.append(Mark("stun", words.say("states", "stunned")))
    found += [Mark(weapon, words.weapon(weapon)) for weapon in unit.special]
    return tuple(found)


def has_acted(view: View, unit: Unit) -> bool:
    """Whether a unit has made its manoeuvre in the turn under way."""
    if view.phase is not Phase.TURN or unit.army != view.army_to_act:
        return False
    if view.open is not None and view.open.unit == unit.id:
        return False
    return unit.acted_on_turn == view.armies[unit.army].turn_number


def _detail(words: Words, view: View, unit: Unit) -> Text | None:
    parts = []
    if unit.status == "aboard" and unit.aboard is not None:
        parts.append(words.say("panels", "aboard", vehicle=unit.aboard))
    elif unit.status == "reserve":
        parts.append(_readiness(words, view, unit))
    elif unit.status in ("undeployed", "destroyed"):
        parts.append(words.say("states", unit.status))
    if unit.status == "table" and unit.level:
        parts.append(words.say("panels", "floor", level=unit.level))
    if riders := [each.id for each in view.units.values() if each.aboard == unit.id]:
        parts.append(words.say("panels", "carries", units=", ".join(riders)))
    if has_acted(view, unit) and unit.status in ("table", "aboard"):
        parts.append(words.say("panels", "acted"))
    if len(view.armies[unit.army].seats) > 1:
        parts.append(words.say("panels", "handler", seat=unit.handler.upper()))
    return joined(parts) if parts else None


def _readiness(words: Words, view: View, unit: Unit) -> Text:
    if unit.damage:
        return words.say("panels", "hurt_in_reserve")
    if unit.ready_from_turn <= max(1, view.armies[unit.army].turn_number):
        return words.say("panels", "ready")
    return words.say("panels", "ready_turn", turn=unit.ready_from_turn)


def _objectives(words: Words, view: View) -> Panel:
    rows = []
    for army in ARMIES:
        objectives = view.armies[army].objectives
        for index, objective in enumerate(objectives.list):
            title = objective_text(words, view, army, objective, index)
            detail = words.army(army)
            if len(objectives.list) > 1:
                mode = words.say("objectives", objectives.mode)
                detail = shaped("{detail} ({mode})", detail=detail, mode=mode)
            rows.append(Row(f"objective-{army}-{index}", title, detail, side=army))
    return Panel("objectives", words.say("panels", "objectives"), tuple(rows))


def objective_text(words: Words, view: View, army: Army, objective: Objective, index: int) -> Text:
    """An objective in words, with how far it has come."""
    state = view.armies[army]
    if objective.type == "manual":
        return Text(objective.text_es or "", objective.text_en or objective.text_es or "")
    if objective.type == "destroy_all":
        return words.say("objectives", "destroy_all")
    name = filter_words(words, objective)
    if objective.type == "destroy_matching":
        key = "destroy_matching" if objective.count else "destroy_matching_all"
        return words.say("objectives", key, count=objective.count or 0, filter=name)
    if objective.type == "reach_edge":
        edge, place = objective.edge or "enemy", reach_place(words, objective)
        real = {"enemy": view.armies[other(army)].edge, "own": state.edge}.get(edge, edge)
        reached = [u for u in state.reached.get(str(real), ()) if _matches(view.units[u], objective)]
        return words.say(
            "objectives", "reach_edge", count=objective.count or 0, edge=place, filter=name, done=len(reached)
        )
    if objective.type == "hold_zone":
        done = state.zone_rounds.get(str(index), 0)
        return words.say("objectives", "hold_zone", rounds=objective.rounds or 1, done=done)
    return words.say("objectives", "survive", count=objective.count or 0, round=objective.round or 0, filter=name)


def reach_place(words: Words, objective: Objective) -> Text:
    """Which edge an objective means."""
    edge = objective.edge or "enemy"
    return words.say("objectives", f"edge_{edge}") if edge in ("enemy", "own") else words.edge(edge)


def _matches(unit: Unit, objective: Objective) -> bool:
    wanted = objective.filter
    return wanted is None or unit.kind == wanted or unit.type == wanted or unit.id in wanted


def filter_words(words: Words, objective: Objective) -> Text:
    """Which units an objective means."""
    wanted = objective.filter
    if wanted is None:
        return words.say("objectives", "any")
    if isinstance(wanted, tuple):
        return same(", ".join(wanted))
    name = words.kind(wanted)
    return name if name.en != wanted else words.unit_class(wanted)


def _summary(words: Words, rules: Rules, view: View) -> Panel:
    rows = []
    for army in ARMIES:
        lost = [unit for unit in view.units.values() if unit.army == army and unit.status == "destroyed"]
        scored = points_of(rules, (unit for unit in view.units.values() if unit.army == other(army)))
        text = words.say("panels", "destroyed_units", count=len(lost))
        points = words.say("panels", "points", points=scored)
        detail = joined((points, text), by=" · ")
        rows.append(Row(f"summary-{army}", words.army(army), detail, side=army))
    return Panel("summary", words.say("panels", "summary"), tuple(rows))


def _pool(words: Words, rules: Rules, view: View) -> Panel:
    assert view.obstacles is not None
    rows = tuple(
        Row(f"pool-{index}", words.terrain(rules.shapes[shape].kind), same(shape))
        for index, shape in enumerate(view.obstacles.remaining)
        if shape is not None
    )
    return Panel("pool", words.say("panels", "pool"), rows)
