"""What stands beside the board: how every seat stands, the gangs, one's own list, who is out of the game."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.offers import OWN_LIST
from app.engine.scene import Figure, Panel, Row, Standing
from app.engine.types import Seat, Text
from app.engine.words import joined, same
from app.systems.splatball.book.kinds import KINDS
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.judge.view import HiddenUnit, SeenGone, View, known_units
from app.systems.splatball.position.state import Unit
from app.systems.splatball.screen.drawn import is_active, is_spent, marks
from app.systems.splatball.words.names import cell, kind_name, player, unit_name


def standings(rules: Rules, view: View) -> tuple[Standing, ...]:
    """Every seat in turn order: points against what wins, units seen and hidden (SPL-HID-04)."""
    order = [*view.order, *(seat for seat in view.seats if seat not in view.order)]
    return tuple(_standing(rules, view, seat) for seat in order)


def _standing(rules: Rules, view: View, seat: Seat) -> Standing:
    state, say = view.seats[seat], rules.words.say
    own = [unit for unit in known_units(view).values() if unit.seat == seat]
    is_out = view.round > 0 and not own
    note = say("panels", "gave_up") if state.resigned else say("panels", "out") if is_out else None
    return Standing(
        seat=seat,
        side=seat,
        name=say("players", "one", letter=seat.upper()),
        figures=tuple(_figures(rules, view, seat)),
        note=note,
        active=view.result is None and seat in view.asked,
        out=state.resigned or is_out,
    )


def _figures(rules: Rules, view: View, seat: Seat) -> Iterator[Figure]:
    say, side = rules.words.say, view.seats[seat].side
    target = rules.options.points_target if rules.options.victory == "points" else None
    yield Figure("points", say("panels", "points"), view.points.get(side, 0), of=target)
    own = [unit for unit in known_units(view).values() if unit.seat == seat]
    hidden = sum(isinstance(unit, HiddenUnit) or is_covered(rules, unit) for unit in own)
    yield Figure("units", say("panels", "seen"), len(own) - hidden)
    if hidden:
        yield Figure("hidden", say("panels", "hidden"), hidden)


def is_covered(rules: Rules, unit: Unit) -> bool:
    """Whether an own unit is hidden from the others (SPL-CAMO-08)."""
    return unit.marker and not unit.revealed and rules.options.camo_identity == "secret"


def panels(rules: Rules, view: View) -> Iterator[Panel]:
    """What is still to be deployed, the gangs, those that are gone."""
    if view.seat is not None:
        yield from _own(rules, view, view.seat)
    for seat in view.seats:
        rows = tuple(_rows(rules, view, seat))
        if rows:
            title = rules.words.say("panels", "gang", who=player(rules, seat))
            yield Panel(f"gang-{seat}", title, rows, side=seat.upper())
    if view.gone:
        rows = tuple(_gone(rules, gone) for gone in view.gone.values())
        yield Panel("gone", rules.words.say("panels", "gone"), rows)


def _own(rules: Rules, view: View, seat: Seat) -> Iterator[Panel]:
    """One's own list once it is in, and what of it is still to be deployed."""
    state, say = view.seats[seat], rules.words.say
    if state.army is not None and view.phase == "army":
        yield Panel(OWN_LIST, say("panels", "own_list"), tuple(_counted(rules, "list", state.army)), side=seat.upper())
    elif state.left and view.phase in ("army", "scenery", "roads", "fences", "deploy"):
        title = say("panels", "to_deploy" if state.army is not None else "pool")
        yield Panel("left", title, tuple(_counted(rules, "left", state.left)), side=seat.upper())


def _counted(rules: Rules, prefix: str, kinds: tuple[str, ...]) -> Iterator[Row]:
    for kind in KINDS:
        count = kinds.count(kind)
        if count:
            title = joined((kind_name(rules, kind), same(f"×{count}")), by=" ") if count > 1 else kind_name(rules, kind)
            yield Row(f"{prefix}-{kind}", title, symbol=kind)


def _rows(rules: Rules, view: View, seat: Seat) -> Iterator[Row]:
    for unit in known_units(view).values():
        if unit.seat != seat:
            continue
        if isinstance(unit, HiddenUnit):
            where = rules.words.say("panels", "at", cell=cell(unit.at))
            yield Row(
                f"row-{unit.id}", unit_name(rules, None, unit.id), where, unit.id, symbol="marker", side=seat.upper()
            )
        else:
            yield Row(
                id=f"row-{unit.id}",
                title=unit_name(rules, unit.type, unit.id),
                detail=place(rules, view, unit),
                unit=unit.id,
                symbol=unit.type,
                side=seat.upper(),
                marks=tuple(marks(rules, unit)),
                spent=is_spent(view, unit),
                active=is_active(view, unit),
            )


def place(rules: Rules, view: View, unit: Unit) -> Text:
    """Where a unit is: on a square, or aboard what."""
    say = rules.words.say
    if unit.at is not None:
        return say("panels", "at", cell=cell(unit.at))
    vehicle = None if unit.inside is None else known_units(view).get(unit.inside)
    if not isinstance(vehicle, Unit):
        return say("panels", "aboard")
    return say("panels", "aboard_of", vehicle=unit_name(rules, vehicle.type, vehicle.id))


def _gone(rules: Rules, gone: SeenGone) -> Row:
    detail = rules.words.say("panels", f"causes_{gone.cause}")
    return Row(
        f"gone-{gone.id}",
        unit_name(rules, gone.type, gone.id),
        detail,
        symbol=gone.type,
        side=gone.seat.upper(),
        spent=True,
    )
