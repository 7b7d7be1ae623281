"""What stands beside the map: how every seat stands, what is being worked out step by step, armies, fallen, effects, goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from app.engine.offers import OWN_LIST
from app.engine.scene import Figure, Mark, Panel, Row, Standing
from app.engine.types import Seat, Text
from app.engine.words import joined, listed, same, shaped
from app.engine.workshop.workshop import OWN
from app.systems.open_wars.book.geometry import cells_of
from app.systems.open_wars.book.kinds import Order, UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.control import army_value, location_income
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.fight.initiative import rank
from app.systems.open_wars.fight.sites import units_to_act
from app.systems.open_wars.judge.view import View
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Token
from app.systems.open_wars.screen.drawn_stacks import figures_of, is_active, is_spent, marks_of, state_words
from app.systems.open_wars.words.goal_words import goal_words, rule_words
from app.systems.open_wars.words.screen_words import counted, faction_name, ref_name, seat_name, spell_name
from app.systems.open_wars.words.sentences import attack_line, move_line, place_name, reacting_to, site_line, spell_line

IN_A_ROW: Final = ("initiative", "attack", "range")


# ------------------------------------------------------------------------------------------------------------ standings


def standings(rules: Rules, view: View, income: Mapping[Seat, tuple[int, int]]) -> tuple[Standing, ...]:
    """Every seat in turn order: reserves, ``income`` next turn, army value, score, and why the first is first."""
    order = [*view.order, *(seat for seat in view.seats if seat not in view.order)]
    return tuple(_standing(rules, view, seat, income[seat], n == 0) for n, seat in enumerate(order))


def _standing(rules: Rules, view: View, seat: Seat, income: tuple[int, int], is_first: bool) -> Standing:
    state = view.seats[seat]
    return Standing(
        seat=seat,
        side=seat,
        name=faction_name(rules, state.faction),
        symbol=state.faction,
        figures=tuple(_numbers(rules, view, seat, income)),
        note=_note(rules, view, seat, is_first),
        active=view.result is None and (view.movement == seat if view.phase == "movement" else seat in view.asked),
        out=not state.plays,
    )


def _numbers(rules: Rules, view: View, seat: Seat, income: tuple[int, int]) -> Iterator[Figure]:
    state = view.seats[seat]
    gold, mana = income
    numbers = rules.words.table("numbers")
    for name, value, gain in (("gold", state.gold, gold), ("mana", state.mana, mana)):
        if value is not None:
            yield Figure(name, numbers[name], value, gain=gain, of=_hoard(rules, view).get(name))
    yield Figure("army", numbers["army"], army_value(rules, _army(view, seat)))
    scenario = rules.scenarios.get(view.scenario)
    if scenario is not None and scenario.victory.control_points is not None:
        target = view.target or scenario.victory.control_points.target
        yield Figure("points", numbers["points"], view.points.get(state.side, 0), of=target)


def _hoard(rules: Rules, view: View) -> dict[str, int]:
    """What has to be gathered to win, and how much of it (OW-VIC-05)."""
    scenario = rules.scenarios.get(view.scenario)
    goal = scenario.victory.accumulate if scenario is not None else None
    return {} if goal is None else {goal.resource: goal.amount}


def next_income(rules: Rules, field: Field, seat: Seat) -> tuple[int, int]:
    """Gold and mana a seat would collect if nothing changed (OW-COL-01)."""
    gold = mana = 0
    for cell in cells_of(field.rows):
        card = field.card(cell)
        if card is not None and field.controller(cell) == seat:
            units = [token.unit for token in field.here(cell) if token.seat == seat]
            more = location_income(rules, card, units)
            gold, mana = gold + more.gold, mana + more.mana
    return gold, mana


def _army(view: View, seat: Seat) -> dict[str, int]:
    found: dict[str, int] = {}
    for token in view.tokens.values():
        if token.seat == seat:
            found[token.unit] = found.get(token.unit, 0) + 1
    return found


def _note(rules: Rules, view: View, seat: Seat, is_first: bool) -> Text | None:
    state = view.seats[seat]
    if not state.plays:
        return rules.words.say("panels", "gave_up" if state.resigned else "out")
    top = view.frames[-1] if view.frames else None
    if isinstance(top, f.OrdersFrame):
        return rules.words.say("panels", "list_in" if state.committed else "preparing_list")
    if is_first and view.order:
        return _why_first(rules, view, seat)
    return None


def _why_first(rules: Rules, view: View, seat: Seat) -> Text:
    """Why the turn order begins with a seat (OW-ORD)."""
    if not view.values:
        return rules.words.say("panels", "first_by_scenario")
    value = view.values.get(seat, 0)
    tied = sum(1 for each in view.values.values() if each == value) > 1
    if tied:
        return rules.words.say("panels", "first_by_dice", n=value)
    return rules.words.say("panels", "first_by_value", n=value)


# ------------------------------------------------------------------------------------------------------------ spotlight


def spotlight(rules: Rules, field: Field, view: View) -> Panel | None:
    """What is being worked out now: a spell and what answers it, a move, a combat in its order of initiative."""
    rows = list(_going_on(rules, field, view))
    site = next((frame for frame in reversed(view.frames) if isinstance(frame, f.SiteFrame)), None)
    if site is not None:
        rows += _order_of_combat(rules, field, view, site)
        return Panel("spotlight", site_line(rules, view, site), tuple(rows))
    if rows:
        return Panel("spotlight", rules.words.say("about", "now"), tuple(rows))
    return None


def _going_on(rules: Rules, field: Field, view: View) -> Iterator[Row]:
    for number, frame in enumerate(view.frames):
        does = None
        match frame:
            case f.CastFrame():
                symbol, side, line = frame.spell, frame.seat, spell_line(rules, field, view, frame)
                does = rules.spells[frame.spell].text
            case f.MoveFrame():
                symbol, side, line = frame.unit, frame.seat, move_line(rules, view, frame)
            case f.AttackFrame():
                symbol, side, line = frame.attacker.unit, frame.attacker.seat, attack_line(rules, frame)
            case f.HitsFrame() if frame.batches:
                hits = sum(batch.hits for batch in frame.batches)
                symbol, side = "wounded", frame.batches[0].seat
                told = rules.words.counted("names", "hits", hits)
                line = rules.words.counted("panels", "hits_left", hits, hits=told)
            case _:
                continue
        yield Row(f"going-{number}", line, does, symbol=symbol, side=side, active=True)
    top = view.frames[-1] if view.frames else None
    if isinstance(top, f.WindowFrame) and not any(
        isinstance(frame, (f.CastFrame, f.MoveFrame, f.AttackFrame)) for frame in view.frames
    ):
        yield Row("window", reacting_to(rules, field, view))
    if isinstance(top, f.WindowFrame) and len(top.queue) > 1:
        names = listed(seat_name(rules, view.seats[seat].faction, seat) for seat in top.queue[1:])
        yield Row("queue", rules.words.say("panels", "then_asked", names=names))


def _order_of_combat(rules: Rules, field: Field, view: View, site: f.SiteFrame) -> Iterator[Row]:
    """The units of a combat in the order in which they act, those that have acted at the end."""
    refs = list(units_to_act(field, site))
    if site.kind == "ranged":
        refs += [ref for ref in field.units(site.cell) if ref not in refs and all(t.acted for t in field.unit(ref))]
    waiting = [ref for ref in refs if not _has_acted(field, ref)]
    done = [ref for ref in refs if _has_acted(field, ref)]
    for ref in [*sorted(waiting, key=lambda ref: _place(rules, field, ref)), *done]:
        tied = [o for o in waiting if o != ref and _place(rules, field, o)[:3] == _place(rules, field, ref)[:3]]
        yield _combatant(rules, field, view, ref, is_tied=ref in waiting and bool(tied))


def _has_acted(field: Field, ref: UnitRef) -> bool:
    return all(token.acted for token in field.unit(ref))


def _place(rules: Rules, field: Field, ref: UnitRef) -> tuple[int, int, int, tuple[int, str]]:
    """Initiative, then rank, then cost (OW-INI-01, OW-INI-02, OW-INI-03, OW-INI-04)."""
    ready = [token for token in field.unit(ref) if not token.acted] or list(field.unit(ref))
    kind = rules.units[ref.unit]
    least = min(field.values(token).initiative for token in ready)
    return -least, rank(rules, kind), -kind.cost, field.place_in_order(ref.seat)


def _combatant(rules: Rules, field: Field, view: View, ref: UnitRef, *, is_tied: bool) -> Row:
    tokens = field.unit(ref)
    marks = [mark for mark in marks_of(field, view, tokens) if mark.symbol not in ("locked", "spent")]
    if is_tied:
        marks.append(Mark("dice", rules.words.say("panels", "tied")))
    return Row(
        id=f"act-{ref.id}",
        title=counted(rules, ref.unit, len(tokens)),
        detail=seat_name(rules, view.seats[ref.seat].faction, ref.seat),
        unit=ref.id,
        symbol=ref.unit,
        side=ref.seat,
        marks=tuple(marks),
        spent=_has_acted(field, ref),
        figures=tuple(figure for figure in figures_of(field, ref) if figure.symbol in IN_A_ROW),
        active=is_active(view, ref),
    )


# --------------------------------------------------------------------------------------------------------------- panels


def lists(rules: Rules, view: View) -> tuple[Panel, ...]:
    """What wins; what fell this turn; what lasts."""
    found = (_fallen(rules, view), _effects(rules, view))
    return (_goals(rules, view), *(panel for panel in found if panel is not None))


def own_list(rules: Rules, view: View) -> Panel | None:
    """The list that the viewer has handed in, as long as it is not carried out; nobody else is shown it (OW-HID-03)."""
    own = view.seats.get(view.seat) if view.seat is not None else None
    if own is None or not own.committed or own.orders is None:
        return None
    rows = tuple(_ordered_row(rules, view, own.seat, order, n) for n, order in enumerate(own.orders))
    cost = sum(rules.units[order.unit].cost * order.count for order in own.orders)
    title = rules.words.say("panels", "own_list", cost=cost) if rows else rules.words.say("panels", "own_list_empty")
    return Panel(OWN_LIST, title, rows, side=own.seat)


def _ordered_row(rules: Rules, view: View, seat: Seat, order: Order, n: int) -> Row:
    where = None if order.city is None else place_name(rules, view, order.city)
    return Row(f"list-{n}", counted(rules, order.unit, order.count), where, symbol=order.unit, side=seat)


def army_panel(rules: Rules, field: Field, view: View, seat: Seat) -> Panel:
    """Every stack of a seat."""
    refs = sorted({UnitRef(t.cell, t.seat, t.unit) for t in view.tokens.values() if t.seat == seat})
    rows = tuple(_unit_row(rules, field, view, ref) for ref in refs)
    return Panel(f"army-{seat}", seat_name(rules, view.seats[seat].faction, seat), rows, side=seat)


def _unit_row(rules: Rules, field: Field, view: View, ref: UnitRef) -> Row:
    tokens = field.unit(ref)
    marks = tuple(marks_of(field, view, tokens))
    state = state_words(marks)
    where = place_name(rules, view, ref.cell)
    return Row(
        id=f"row-{ref.id}",
        title=counted(rules, ref.unit, len(tokens)),
        detail=where if state is None else joined((where, state), by=" · "),
        unit=ref.id,
        symbol=ref.unit,
        side=ref.seat,
        marks=marks,
        spent=is_spent(field, view, tokens),
    )


def _fallen(rules: Rules, view: View) -> Panel | None:
    if not view.fallen:
        return None
    rows = tuple(
        Row(
            f"fallen-{each.id}",
            ref_name(rules, UnitRef(each.cell, each.seat, each.unit)),
            symbol=each.unit,
            side=each.seat,
            spent=True,
        )
        for each in view.fallen
    )
    return Panel("fallen", rules.words.say("panels", "fallen"), rows)


def _effects(rules: Rules, view: View) -> Panel | None:
    rows = []
    for effect in view.effects:
        marked = {UnitRef(t.cell, t.seat, t.unit) for t in _tokens(view, effect.tokens)}
        on = listed(ref_name(rules, ref) for ref in sorted(marked)) if marked else same(effect.place or "")
        detail = joined((on, rules.words.say("spans", effect.expiry)), by=" · ")
        charges = len(effect.groups)
        mark = Mark(
            effect.code if effect.source == "spell" else "effect", spell_name(rules, effect.code), max(1, charges)
        )
        rows.append(Row(f"effect-{effect.id}", spell_name(rules, effect.code), detail, side=effect.seat, marks=(mark,)))
    return Panel("effects", rules.words.say("panels", "effects"), tuple(rows)) if rows else None


def _tokens(view: View, ids: tuple[int, ...]) -> list[Token]:
    return [view.tokens[number] for number in ids if number in view.tokens]


def _goals(rules: Rules, view: View) -> Panel:
    """What wins, until when, and what the scenario still brings."""
    rows = [Row(f"goal-{number}", text) for number, text in enumerate(_goal_lines(rules, view))]
    return Panel("goals", rules.words.say("panels", "goals"), tuple(rows))


def _goal_lines(rules: Rules, view: View) -> Iterator[Text]:
    scenario = rules.scenarios.get(view.scenario)
    if scenario is None:
        return
    victory = scenario.victory
    if victory.control_points is not None:
        goals = victory.control_points
        cells = joined(shaped("{place} {n}", place=place_name(rules, view, c.at), n=c.points) for c in goals.cells)
        target = view.target or goals.target
        yield rules.words.say("goals", "reach", n=target, cells=cells)
    if victory.accumulate is not None:
        what = rules.words.say("numbers", victory.accumulate.resource)
        yield rules.words.say("goals", "hoard", n=victory.accumulate.amount, what=what)
    if "annihilation" in victory.kinds or "conquest" in victory.kinds:
        yield rules.words.say("goals", "alone")
    if victory.sided and scenario.code == OWN:
        yield from (joined(goal_words(rules, scenario, line), by=" ") for line in victory.sided)
    elif victory.sided:
        yield scenario.summary
    yield from rule_words(rules, scenario)
    yield rules.words.say("goals", "turn_limit", n=scenario.turn_limit)
    for spawn in scenario.spawns:
        if spawn.turns.last >= view.turn:
            units = joined(counted(rules, force.unit, force.count) for force in spawn.units)
            when = (
                same(spawn.turns.first)
                if spawn.turns.first == spawn.turns.last
                else rules.words.say("goals", "onward", a=spawn.turns.first)
            )
            yield rules.words.say("goals", "spawn", when=when, units=units)
