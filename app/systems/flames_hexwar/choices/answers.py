"""Every answer there is to a prompt, or those worth trying where they are too many (part 5.2 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from app.boards import hexes
from app.engine.types import Action, Seat
from app.systems.flames_hexwar.assault import procedure
from app.systems.flames_hexwar.assault.defending import aiming_of, as_defence, judge_defend, near
from app.systems.flames_hexwar.assault.moves import judge_step, shortest_back
from app.systems.flames_hexwar.barrage.flights import aa_weapon, is_able, reaches
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId, name_of_place
from app.systems.flames_hexwar.choices.volleys import shots_at
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.declaring import Declaring
from app.systems.flames_hexwar.fire.hits import by_default, choices
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import AntiAir, Shot
from app.systems.flames_hexwar.position.frames import Assault, Covering, Hits
from app.systems.flames_hexwar.turn.special import recoverable

Answers = Callable[[Field, Seat], Iterator[Action]]


def _anti_air(field: Field, seat: Seat) -> Iterator[Action]:
    """Everybody at the first attack that each reaches; nobody."""
    choice: Any = field.position.frames[-1]
    below = field.position.frames[-2]
    assert isinstance(below, Covering)
    wave = next(each for each in below.waves if each.side == choice.side)
    shots = []
    for team in field.enemies(wave.side):
        weapon = aa_weapon(field, team)
        if field.seat(team.platoon) != seat or weapon is None or not is_able(team):
            continue
        first = next((number for number, each in enumerate(wave.attacks) if reaches(field, team, each)), None)
        if first is not None:
            shots.append(AntiAir(team.id, first, weapon[1]))
    if shots:
        yield a.AssignAntiAir(tuple(shots))
    yield a.AssignAntiAir(())


def _hits(field: Field, seat: Seat) -> Iterator[Action]:
    """The hits given out as the clock would, and with the last of each choice."""
    frame = field.position.frames[-1]
    assert isinstance(frame, Hits)
    yield a.Allocate(by_default(frame.rows))
    given: list[Any] = []
    for _ in frame.rows:
        given.append(choices(frame.rows, given)[-1])
    yield a.Allocate(tuple(given))


def _swap(field: Field, seat: Seat) -> Iterator[Action]:
    frame: Any = field.position.frames[-1]
    yield from (a.Swap(team) for team in frame.teams)
    yield a.Swap(None)


def _appoint(field: Field, seat: Seat) -> Iterator[Action]:
    frame: Any = field.position.frames[-1]
    return (a.Appoint(team) for team in frame.teams)


def _shield(field: Field, seat: Seat) -> Iterator[Action]:
    frame: Any = field.position.frames[-1]
    return (a.Shield(team) for team in frame.teams)


def _special(field: Field, seat: Seat) -> Iterator[Action]:
    frame: Any = field.position.frames[-1]
    if not frame.vehicles:
        yield from _appoint(field, seat)
        return
    for team in frame.teams:
        yield from (a.Recover(team, vehicle) for vehicle in recoverable(field, field.teams[team]))
        yield a.Recover(team, None)


def _disengage(field: Field, seat: Seat) -> Iterator[Action]:
    yield a.Disengage(True)
    yield a.Disengage(False)


def _fall_back(field: Field, seat: Seat) -> Iterator[Action]:
    """Each team's shortest way; nobody else, after disengaging."""
    frame: Any = field.position.frames[-1]
    if frame.firing is not None:
        from_here = (team for name in frame.teams if (team := field.teams[name]).at is not None)
        for team in from_here:
            assert team.at is not None
            yield from (a.FallBack(team.id, (hexes.name(at),)) for at in hexes.neighbours(team.at) if _is_on(field, at))
        yield a.Done()
        return
    for name in frame.teams:
        act = shortest_back(field, frame, field.teams[name])
        if act is not None:
            yield act


def _is_on(field: Field, at: hexes.Hex) -> bool:
    return field.terrain.board.holds(at)


def _steps(field: Field, seat: Seat) -> Iterator[Action]:
    """Every move of one hex of an assault, or after it."""
    frame = field.position.frames[-1]
    assert isinstance(frame, Assault)
    into = frame.stage != "consolidate"
    for team in procedure.movers(field, frame).get(seat, ()):
        assert team.at is not None
        places = [Place(at) for at in hexes.neighbours(team.at)]
        places += [Place(team.at, floor) for floor in (team.floor - 1, team.floor + 1) if floor >= 1]
        for place in places:
            if judge_step(field, team, place, None, None, into_enemies=into) is None:
                name = name_of_place(place)
                yield a.AssaultMove(team.id, name) if into else a.Consolidate(team.id, name)
    yield a.Done()


def _defend(field: Field, seat: Seat) -> Iterator[Action]:
    """All that may fire at each assaulting platoon; nobody."""
    frame = field.position.frames[-1]
    assert isinstance(frame, Assault)
    for target in frame.platoons:
        shots = as_defence(defence(field, frame, seat, target))
        if shots and not hasattr(judge_defend(field, shots), "rule"):
            yield a.Defend(shots)
    yield a.Defend(())


def defence(field: Field, frame: Assault, seat: Seat, target: PlatoonId) -> tuple[Shot, ...]:
    """All defensive fire of a seat at a platoon."""
    found: list[Shot] = []
    platoons = dict.fromkeys(team.platoon for team in field.enemies(frame.side) if field.seat(team.platoon) == seat)
    for platoon in platoons:
        teams = [team for team in field.by_platoon[platoon] if near(field, frame, team)]
        found += shots_at(Declaring(aiming_of(field, platoon), lambda _: None), teams, target)
    return tuple(found)


def _stay(field: Field, seat: Seat) -> Iterator[Action]:
    yield a.Stay(True)
    yield a.Stay(False)


def _go_on(field: Field, seat: Seat) -> Iterator[Action]:
    yield a.GoOn(True)
    yield a.GoOn(False)


ANSWERS: Final[Mapping[str, Answers]] = {
    "aa": _anti_air,
    "hits": _hits,
    "swap": _swap,
    "new_command": _appoint,
    "hero": _shield,
    "special": _special,
    "disengage": _disengage,
    "fall_back": _fall_back,
    "assault_move": _steps,
    "consolidate": _steps,
    "defend": _defend,
    "withdraw": _stay,
    "continue": _go_on,
}
"""Prompt -> its answers."""
