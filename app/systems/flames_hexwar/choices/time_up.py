"""What is done for a seat whose time is up: the least harm, always legal (parts 4 and 5.2 of the rules, last columns)."""

from __future__ import annotations

from app.boards import hexes
from app.engine.refusal import Refusal
from app.engine.types import Action, Seat, UnitId
from app.systems.flames_hexwar.assault.entries import entries_of
from app.systems.flames_hexwar.assault.moves import shortest_back
from app.systems.flames_hexwar.book.kinds import Place, name_of_place
from app.systems.flames_hexwar.choices.reaching import reach
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.hits import by_default
from app.systems.flames_hexwar.judge.acts import Moment, check
from app.systems.flames_hexwar.march.ways import activation_of, walking_of
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.frames import FallingBack, Hits
from app.systems.flames_hexwar.turn import steps
from app.systems.flames_hexwar.turn.machine import asked, prompt_of

FILLED = ("deploy_defender", "deploy_attacker", "plan")
COMMITTED = ("a1_designate", "a2_designate", "e_write")


def time_out(moment: Moment, seat: Seat) -> Action | None:
    """The act of a seat that does not answer; ``None`` for one that is not asked (FHW-END-07)."""
    field = moment.field
    if seat not in asked(field):
        return None
    prompt = prompt_of(moment.position)
    if prompt in FILLED:
        return a.Commit(fill=True)
    if prompt in COMMITTED:
        return a.Commit()
    if prompt in ("b", "c", "d"):
        is_legal = steps.judge_pass(field) is None
        return a.Pass() if is_legal else a.Activate(steps.next_cards(field, seat)[0])
    if prompt == "activation":
        return _halt(moment, seat)
    return _answer(field, seat, prompt)


def _halt(moment: Moment, seat: Seat) -> Action:
    """The halt of a team that is moving, where it is or else by its first way; then the end."""
    moving = activation_of(moment.field).moving
    if moving is None:
        return a.Close()
    here = a.Move(moving.team, ())
    if not isinstance(check(moment, seat, here), Refusal):
        return here
    field = moment.field
    walking = walking_of(field, field.teams[moving.team])
    found = reach(walking, walking.along(moving.visits)).values()
    for each in sorted(found, key=lambda each: (len(each.path), [by_row(place) for place in each.path])):
        act = a.Move(moving.team, tuple(map(name_of_place, each.path)))
        if not isinstance(check(moment, seat, act), Refusal):
            return act
    raise AssertionError("a team that cannot halt")


def by_row(place: Place) -> tuple[int, int, int]:
    """By row, then column, then floor."""
    column, row = hexes.to_offset(place.hex)
    return row, column, place.floor


def _answer(field: Field, seat: Seat, prompt: str) -> Action:
    frame = field.position.frames[-1] if field.position.frames else None
    teams: tuple[UnitId, ...] = getattr(frame, "teams", ())
    match prompt:
        case "window":
            return a.Hold("activation")
        case "e_order":
            return a.NextAssault(min((hexes.name(entry.at) for entry in entries_of(field, seat)), key=_by_row_name))
        case "aa":
            return a.AssignAntiAir(())
        case "hits":
            assert isinstance(frame, Hits)
            return a.Allocate(by_default(frame.rows))
        case "swap":
            return a.Swap(teams[-1])
        case "hero":
            return a.Shield(teams[0])
        case "special" if getattr(frame, "vehicles", ()):
            return a.Recover(teams[0], None)
        case "new_command" | "special":
            return a.Appoint(teams[0])
        case "disengage":
            return a.Disengage(False)
        case "fall_back":
            return _fall_back(field)
        case "defend":
            return a.Defend(())
        case "withdraw":
            return a.Stay(False)
        case "continue":
            return a.GoOn(False)
    return a.Done()


def _by_row_name(name: str) -> tuple[str, str]:
    return name[2:], name[:2]


def _fall_back(field: Field) -> Action:
    """The first team by its shortest way; after disengaging nobody else."""
    frame = field.position.frames[-1]
    assert isinstance(frame, FallingBack)
    if frame.firing is not None:
        return a.Done()
    act = shortest_back(field, frame, field.teams[frame.teams[0]])
    assert act is not None
    return act
