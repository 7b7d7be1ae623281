"""Plans before they are acts: what an action would mean, and what a selected unit could do (previews and surveys).

The verdict is always the judge's; what is shown beside it is worked out from the planned place, and nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from app.engine.offers import Preview
from app.engine.refusal import Fact, InvalidInput, Refusal
from app.engine.scene import Disc, Polygon, Tone
from app.engine.telling import Line, Overlay, Ring, Spot
from app.engine.types import Action, Seat, UnitId
from app.engine.words import centimetres, same
from app.systems.war_of_plastic.book.state import Mode, Unit
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.choices.forecast import Forecast, preview_fight, preview_shot
from app.systems.war_of_plastic.choices.lookout import look_round, weapons_of
from app.systems.war_of_plastic.choices.paths import reach_outlines
from app.systems.war_of_plastic.choices.plan_notes import act_notes, is_taken_off, mode_notes, move_notes, outlook
from app.systems.war_of_plastic.choices.stretches import drawn_refusal
from app.systems.war_of_plastic.fire.combat import mode_of_unit, mode_of_vehicle
from app.systems.war_of_plastic.fire.shooting import designate, designate_assault, effective_mode, may_shoot
from app.systems.war_of_plastic.ground.close_combat import is_engaged
from app.systems.war_of_plastic.ground.moment import Moment
from app.systems.war_of_plastic.ground.places import entry_place, table_of
from app.systems.war_of_plastic.march.movement import (
    PathVerdict,
    judge_entry,
    judge_path,
    legs_of,
    longest_mm,
    start_of,
)
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.field import Field, Place, is_on_foot

TONES: Final[Mapping[Mode, Tone]] = {Mode.STATIONARY: "good", Mode.MOVING: "good", Mode.FORCED: "warn"}
"""How a path is drawn by the mode it leads to."""


def preview(words: Words, moment: Moment, seat: Seat, action: Action, refusal: Refusal | None) -> Preview:
    """What an action would mean; ``refusal`` is the judge's word on it."""
    if refusal is not None:
        return _refused(moment, action, refusal)
    match action:
        case a.Move():
            return _move(words, moment, action)
        case a.Enter():
            return _enter(words, moment, action)
        case a.Shoot():
            shooter = moment.position.units[UnitId(action.unit)]
            aims = designate(moment.field, shooter, action.weapon, action.targets, mode=mode_of_unit(moment, shooter))
            return Preview(True) if isinstance(aims, Refusal) else _of(preview_shot(words, moment.field, shooter, aims))
        case a.Assault():
            attacker = moment.position.units[UnitId(action.unit)]
            aim = designate_assault(moment.field, attacker, action.target, action.weapon)
            return Preview(True) if isinstance(aim, Refusal) else _of(preview_shot(words, moment.field, attacker, aim))
        case a.Fight():
            units = moment.position.units
            fight = preview_fight(words, moment.field, units[UnitId(action.unit)], units[UnitId(action.target)])
            return replace(_of(fight), notes=(*fight.notes, *act_notes(words, moment, action)))
        case _:
            return Preview(True, notes=tuple(act_notes(words, moment, action)))


def survey(words: Words, moment: Moment, seat: Seat, unit_id: UnitId) -> Preview:
    """What a unit could do from where it is: how far it may get, and every enemy with range, need and chance, both ways. Of an
    enemy unit it shows the same; it is all open (WOP-HID-01). Raises ``InvalidInput`` for an id that names none."""
    unit = moment.position.units.get(unit_id)
    if unit is None:
        raise InvalidInput.at("unit", "the id of a unit", unit_id)
    if unit.status not in ("table", "aboard"):
        return Preview(True)
    overlays: list[Overlay] = [*_reach(words, moment, unit)]
    weapons = weapons_of(unit) if may_shoot(moment.field, unit) is None else ()
    seen = look_round(words, moment.field, unit, weapons, mode=mode_of_unit(moment, unit))
    inside = outlook(words, moment, unit.id, moment.field.place_of(unit)) if is_on_foot(unit) else ()
    return Preview(True, None, {}, (*inside, *seen.notes), seen.chances, (*overlays, *seen.overlays), seen.threats)


# ---------------------------------------------------------------------------------------------------------- movement


def _move(words: Words, moment: Moment, action: a.Move) -> Preview:
    unit = moment.position.units[UnitId(action.unit)]
    verdict = judge_path(moment.field, moment.table, unit, action.path_mm, boarding=_vehicle(action.board))
    if isinstance(verdict, Refusal):
        return Preview(True)
    mode = effective_mode(
        verdict.mode,
        carried_by=mode_of_vehicle(moment, _vehicle(action.board)),
        left_vehicle=mode_of_vehicle(moment, unit.aboard),
    )
    return _walk(
        words, moment, unit, start_of(moment.field, unit), action.path_mm, verdict, mode, _vehicle(action.board)
    )


def _enter(words: Words, moment: Moment, action: a.Enter) -> Preview:
    unit = moment.position.units[UnitId(action.unit)]
    edge = moment.position.armies[unit.army].edge
    if edge is None:
        return Preview(True)
    args = (moment.field, moment.table, unit, edge, action.along_mm, action.path_mm)
    verdict = judge_entry(*args, boarding=_vehicle(action.board))
    if isinstance(verdict, Refusal):
        return Preview(True)
    mode = effective_mode(verdict.mode, carried_by=mode_of_vehicle(moment, _vehicle(action.board)), entered=True)
    start = entry_place(moment.table, edge, action.along_mm, unit)
    return _walk(words, moment, unit, start, action.path_mm, verdict, mode, _vehicle(action.board))


def _walk(
    words: Words,
    moment: Moment,
    unit: Unit,
    start: Place,
    path: Sequence[Sequence[int]],
    verdict: PathVerdict,
    mode: Mode,
    board: UnitId | None,
) -> Preview:
    tone = TONES[verdict.mode]
    line = Line(((start.x, start.y), *((p[0], p[1]) for p in path)), tone, centimetres(verdict.length_mm))
    end = Spot(Disc(verdict.end.x, verdict.end.y, verdict.end.radius), tone, outline=True)
    facts: dict[str, Fact] = {
        "length_cm": verdict.length_mm / 10,
        "reach_cm": longest_mm(moment.rules, unit) / 10,
        "mode": verdict.mode.value,
        "contacts": list(verdict.contacts),
    }
    planned = _at(moment.field, unit, verdict.end, board)
    there = planned.units[unit.id]
    weapons = weapons_of(there) if may_shoot(planned, there) is None else ()
    notes = (*move_notes(words, moment, unit, verdict, board), *mode_notes(words, moment, unit, weapons, mode))
    if is_taken_off(moment, unit, verdict, board):
        return Preview(True, None, facts, notes, overlays=(line, end))
    seen = look_round(words, planned, there, weapons, mode=mode, only_near=True)
    return Preview(True, None, facts, (*notes, *seen.notes), seen.chances, (line, end, *seen.overlays), seen.threats)


def _at(field: Field, unit: Unit, place: Place, board: UnitId | None) -> Field:
    """The field with a unit where it plans to be."""
    if board is not None:
        moved = replace(unit, status="aboard", aboard=board, x_mm=None, y_mm=None, level=0)
    else:
        moved = replace(unit, status="table", aboard=None, x_mm=place.x, y_mm=place.y, level=place.level)
    return Field({**field.units, unit.id: moved}, field.pieces, field.rules)


def _refused(moment: Moment, action: Action, refusal: Refusal) -> Preview:
    """Why a plan is refused; of a way the whole, faint, under the stretch that is refused."""
    unit = moment.position.units.get(UnitId(action.unit)) if isinstance(action, a.Move) else None
    if not isinstance(action, a.Move) or unit is None or unit.status not in ("table", "aboard"):
        return Preview(False, refusal, refusal.facts, overlays=refusal.overlays)
    start = start_of(moment.field, unit)
    way = Line(((start.x, start.y), *((p[0], p[1]) for p in action.path_mm)), "muted", dashed=True)
    drawn = drawn_refusal(
        moment.field, table_of(moment.position), unit, legs_of(moment.rules, start, action.path_mm), refusal
    )
    return Preview(False, refusal, refusal.facts, overlays=(way, *drawn))


def _reach(words: Words, moment: Moment, unit: Unit) -> Iterator[Overlay]:
    """How far a unit may get: moving and forced, or hurt."""
    if unit.stunned or is_engaged(moment.field, unit):
        yield Ring(unit.id, "muted")
        return
    opened = moment.position.open
    if opened is not None and opened.unit == unit.id and (opened.moved or opened.entered):
        return
    caps = moment.rules.caps(unit.type, unit.damage)
    limits = [caps.moving_mm] if caps.forced_mm is None else [caps.forced_mm, caps.moving_mm]
    moving = words.mode("moving") if unit.damage == 0 else same(f"{caps.moving_mm // 10} cm")
    for limit, parts in zip(limits, reach_outlines(moment.field, moment.table, unit, limits), strict=True):
        is_moving = limit == caps.moving_mm
        for n, part in enumerate(sorted(parts, key=lambda part: -len(part.outline))):
            name = (moving if is_moving else words.mode("forced")) if n == 0 else None
            yield Spot(Polygon(part.outline, part.holes), "good" if is_moving else "warn", name)


def _of(forecast: Forecast) -> Preview:
    return Preview(True, None, forecast.facts, forecast.notes, forecast.chances, forecast.overlays)


def _vehicle(name: str | None) -> UnitId | None:
    return None if name is None else UnitId(name)
