"""Ways told before they are gone: what they cost, who may bog down, what waits at their end (FHW-MOVE, FHW-BOG, FHW-CMD)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from app.boards import hexes
from app.engine.offers import Choice, Preview
from app.engine.telling import Cells, Chance, Overlay, Ring, Tint
from app.engine.types import UnitId
from app.engine.words import same
from app.systems.flames_hexwar.assault.contact import enemies_of, may_hit
from app.systems.flames_hexwar.assault.moves import walking_back
from app.systems.flames_hexwar.book.kinds import Place, place_of
from app.systems.flames_hexwar.choices.looking import lookout
from app.systems.flames_hexwar.choices.looking.outlook import Line, Outlook
from app.systems.flames_hexwar.field.command import in_command
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire import damage
from app.systems.flames_hexwar.march.bogging import BogTest, odds
from app.systems.flames_hexwar.march.halting import own_half
from app.systems.flames_hexwar.march.stepping import Stepped, Trace, Walking, start_of
from app.systems.flames_hexwar.march.ways import activation_of, walking_of
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.frames import Assault
from app.systems.flames_hexwar.position.state import Team


def told_move(look: Outlook, act: a.Move) -> Preview:
    """A way: what it costs, who may bog down on it, what could be done from its end and to it."""
    field, team = look.field, look.field.teams[act.team]
    activation, walking = activation_of(field), walking_of(field, team)
    trace = walking.start if activation.moving is None else walking.along(activation.moving.visits)
    places = [place_of(name) for name in act.path]
    steps = list(_stepped(look, walking, trace, places, act))
    end = steps[-1].trace if steps else trace
    assert end.place is not None
    allowed, extra = walking.allowance(rough=end.rough), _extra(look, walking, end)
    notes = [Choice(look.counted("length", end.cost, most=allowed + extra))]
    if extra:
        notes.append(Choice(look.counted("road", extra), "good"))
    chances = list(bogging(look, team, steps))
    overlays: list[Overlay] = list(way_cells(look, steps))
    facing, by_road = act.facing or _heading(look, team, trace, places), end.by_road or (not places and team.in_street)
    there, moved = lookout.put(look, team, end.place, act.half, facing, by_road=by_road)
    if act.halt:
        notes += _command_notes(look, there, moved, team)
    doubled = walking.manner == "double"
    met = lookout.met_by(there, moved, "md")
    if not doubled:
        chances += lookout.shots_from(look, met, "from_there")
    overlays += lookout.arc_cells(look, moved, end.place.hex, moved.facing or 0) if field.kind(team).turns else ()
    overlays += lookout.sights(look, moved, met)
    return Preview(
        True,
        facts={"cost": end.cost, "allowance": allowed, "road": extra, "tests": len(list(tests_of(steps)))},
        notes=tuple(notes),
        chances=tuple(chances),
        overlays=tuple(overlays),
        threats=tuple(lookout.threats_to(look, moved, met)),
    )


def told_step(look: Outlook, act: a.AssaultMove | a.Consolidate) -> Preview:
    """A move of one hex in an assault, or after it: its tests (FHW-ASLT-04)."""
    team, to = look.field.teams[act.team], place_of(act.at)
    assert team.at is not None
    walking = Walking(look.field, team, "retreat")
    found = walking.tests(start_of(team), to, own_half(look.field, team, to, act.half))
    there, moved = lookout.put(look, team, to, act.half, act.facing, by_road=found.trace.by_road)
    chances, way = tuple(bogging(look, team, [found])), way_cells(look, [found])
    if isinstance(act, a.AssaultMove):
        struck = [each for each in _opponents(there) if may_hit(there, moved, each)]
        note = Choice(
            look.counted("strikes_at", len(struck)) if struck else look.say("strikes_at_nobody"),
            "info" if struck else "warn",
        )
        return Preview(True, notes=(note,), chances=chances, overlays=(*way, *_rings(struck)))
    sights = lookout.sights(look, moved, lookout.met_by(there, moved, "fc"))
    return Preview(True, chances=chances, overlays=(*way, *sights))


def _opponents(field: Field) -> list[Team]:
    """Everybody whom the side that moves in an assault strikes at."""
    frame = field.position.frames[-1]
    assert isinstance(frame, Assault)
    return enemies_of(field, frame, frame.mover or frame.side)


def _rings(teams: Iterable[Team]) -> Sequence[Ring]:
    return lookout.rings((team.id for team in teams), "bad")


def told_way_back(look: Outlook, act: a.FallBack) -> Preview:
    """A way back and its tests."""
    frame: Any = look.position.frames[-1]
    team = look.field.teams[act.team]
    walking = walking_back(look.field, frame, team)
    places = [place_of(name) for name in act.path]
    steps = list(_stepped(look, walking, walking.start, places, a.Move(act.team, act.path, half=act.half)))
    there, moved = lookout.put(look, team, places[-1], act.half, act.facing, by_road=steps[-1].trace.by_road)
    met = lookout.met_by(there, moved, "fc")
    return Preview(
        True,
        notes=(Choice(look.counted("length", steps[-1].trace.cost, most=walking.allowance(rough=False))),),
        chances=tuple(bogging(look, team, steps)),
        overlays=tuple(way_cells(look, steps)),
        threats=tuple(lookout.threats_to(look, moved, met)),
    )


def told_place(look: Outlook, act: a.Deploy | a.Dismount) -> Preview:
    """Where a team would stand: what it sees from there."""
    if act.at is None:
        assert isinstance(act, a.Deploy)
        return told_aboard(look, act.team, act.aboard)
    team, place = look.field.teams[act.team], place_of(act.at)
    there, moved = lookout.put(look, team, place, act.half, act.facing)
    overlays: list[Overlay] = list(lookout.arc_cells(look, moved, place.hex, moved.facing or 0))
    met = lookout.met_by(there, moved, "fc")
    overlays += lookout.sights(look, moved, met)
    notes = tuple(_command_notes(look, there, moved, team))
    return Preview(True, notes=notes, overlays=tuple(overlays), threats=tuple(lookout.threats_to(look, moved, met)))


def told_mount(look: Outlook, act: a.Mount) -> Preview:
    """A team that gets up onto a carrier."""
    return told_aboard(look, act.team, act.carrier)


def told_aboard(look: Outlook, team: UnitId, carrier: UnitId | None) -> Preview:
    """What it means to be aboard (FHW-TRAN-01, FHW-TRAN-02, FHW-SAVE-01, FHW-SAVE-07)."""
    if carrier is None:
        return Preview(True)
    rides = look.field.kind(look.field.teams[carrier]).tank_riders > 0
    need = damage.save_need(look.rules, "passenger")
    gain = Choice(look.say("rides_along", team=look.team(team), carrier=look.team(carrier)), "good")
    risk = Choice(look.say("rides_on" if rides else "rides_in", n=need), "warn")
    return Preview(True, notes=(gain, risk))


def _stepped(look: Outlook, walking: Walking, trace: Trace, places: Sequence[Place], act: a.Move) -> Iterator[Stepped]:
    """The steps of a legal way."""
    for number, place in enumerate(places):
        is_last = act.halt and number == len(places) - 1
        half = own_half(look.field, walking.team, place, act.half) if is_last else None
        found = walking.step(trace, place, half)
        assert isinstance(found, Stepped)
        yield found
        trace = found.trace


def _extra(look: Outlook, walking: Walking, trace: Trace) -> int:
    """Hexes that a road adds (FHW-ROAD-03)."""
    bonus = look.field.mobility(walking.team).road_bonus
    return trace.road // (bonus + 1) if bonus else 0


def _heading(look: Outlook, team: Team, trace: Trace, places: Sequence[Place]) -> int | None:
    """How a team faces at the end of a way that names no facing."""
    if not look.field.kind(team).turns:
        return None
    before = [trace.place, *places]
    pairs = [(one, two) for one, two in zip(before, places, strict=False) if one is not None and one.hex != two.hex]
    if not pairs:
        return team.facing
    one, two = pairs[-1]
    return next((side for side in range(hexes.SIDES) if hexes.step(one.hex, side) == two.hex), team.facing)


def bogging(look: Outlook, team: Team, steps: Sequence[Stepped]) -> Iterator[Chance]:
    """How likely a team gets to the end of a way that tests it (FHW-BOG-01)."""
    tests = list(tests_of(steps))
    if not tests:
        return
    whole = Fraction(1)
    lines: list[Line] = []
    for at, test in tests:
        whole *= odds(test)
        name = "bog_twice" if test.twice else "bog_again" if test.rerolls else "bog"
        rule = "FHW-WEA-12" if test.twice else "FHW-BOG-02" if test.rerolls else "FHW-BOG-01"
        lines.append((look.say(name, n=test.need, at=same(hexes.name(at.hex))), rule))
    yield look.chance(look.say("gets_through"), whole, lines, team.id)


def way_cells(look: Outlook, steps: Sequence[Stepped]) -> Iterator[Overlay]:
    """The cells of a way with what they cost so far; those where it is tested stand out."""
    tints: dict[str, Tint] = {}
    for each in steps:
        assert each.trace.place is not None
        name = hexes.name(each.trace.place.hex)
        is_tested = bool(each.leaving) or each.entering is not None
        tints[name] = Tint(name, "warn" if is_tested else "good", same(each.trace.cost))
    if tints:
        yield Cells(tuple(tints.values()), "good", look.say("way"))


def _command_notes(look: Outlook, there: Any, moved: Team, team: Team) -> Iterator[Choice]:
    """Whether command would break (FHW-CMD-01): the team's own, and that of others of its platoon."""
    if not in_command(there, moved):
        yield Choice(look.say("out_of_command", team=look.team(team.id)), "warn", team.id)
    left = sum(
        in_command(look.field, look.field.teams[each.id]) and not in_command(there, each)
        for each in there.members(team.platoon)
        if each.id != team.id and each.at is not None
    )
    if left:
        yield Choice(look.counted("left_without", left), "warn")


def tests_of(steps: Iterable[Stepped]) -> Iterator[tuple[Place, BogTest]]:
    """The tests of a way, each with where it is made."""
    for each in steps:
        assert each.trace.place is not None
        yield from ((each.trace.place, test) for test in each.leaving)
        if each.entering is not None:
            yield each.trace.place, each.entering
