"""What is being worked out now, step by step, from the frames (part 4 of the rules)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.scene import Figure, Panel, Row
from app.engine.types import Text, UnitId
from app.engine.words import listed
from app.systems.flames_hexwar.assault import numbers
from app.systems.flames_hexwar.assault.contact import strength, strikers
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side, other
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.position.frames import (
    Activation,
    AntiAirChoice,
    Assault,
    Covering,
    DisengageChoice,
    FallingBack,
    Frame,
    HeroChoice,
    Hits,
    NewCommand,
    SpecialChoice,
    SwapChoice,
    Volley,
    Volleys,
    Window,
)
from app.systems.flames_hexwar.screen.counters import STEPS_OF_CARDS
from app.systems.flames_hexwar.words.names import (
    cell,
    order_name,
    platoon_name,
    player,
    side_name,
    team_name,
    weapon_name,
)

CLOSE_COMBAT = ("contact", "victims", "armour", "withdraw", "defender_stays", "continue")
"""Stages in which the strengths of both sides count (FHW-ASLT-21)."""


def spotlight(field: Field, view: View) -> Panel | None:
    """What is being resolved, the innermost last; between activations the cards that are left."""
    if field.position.result is not None:
        return None
    rows = tuple(row for number, frame in enumerate(field.position.frames) for row in _rows(field, view, number, frame))
    if not rows and field.position.phase in STEPS_OF_CARDS:
        rows = tuple(_counts(field))
    return Panel("spotlight", field.rules.words.say("spotlight", "title"), rows) if rows else None


def _rows(field: Field, view: View, number: int, frame: Frame) -> Iterator[Row]:
    match frame:
        case Activation():
            yield from _activation(field, number, frame)
        case Window():
            yield _window(field, view, number)
        case Volleys():
            yield from _volleys(field, number, frame)
        case Hits():
            yield _hits(field, number, frame)
        case Covering():
            yield from _covering(field, number, frame)
        case Assault():
            yield from _assault(field, number, frame)
        case FallingBack() | AntiAirChoice():
            yield _simple(field, view, number, frame)
        case _:
            yield _choice(field, number, frame)


def _counts(field: Field) -> Iterator[Row]:
    """Cards with the order of the step that are left, deck by deck (FHW-EXEC-02)."""
    say = field.rules.words.say
    for key, company in field.position.companies.items():
        if company.counted is not None:
            title = say("panels", "company", company=key, who=player(field.rules, company.seat))
            figures = (Figure("deck", say("figures", "deck"), company.counted),)
            is_next = company.side == field.position.active and company.counted > 0
            yield Row(f"count-{key}", title, side=company.side, figures=figures, active=is_next)


# --------------------------------------------------------------------------------------------------------------- movement


def _activation(field: Field, number: int, frame: Activation) -> Iterator[Row]:
    say, platoon = field.rules.words.say, field.platoons[frame.platoon]
    name = platoon_name(field.rules, platoon.type, platoon.id)
    order = None if platoon.order is None else order_name(field.rules, platoon.order, platoon.ae)
    is_moving = frame.moving is not None
    yield Row(f"step-{number}", name, order, _first_of(field, platoon.id), side=platoon.side, active=not is_moving)
    if frame.moving is None:
        return
    moving, team = frame.moving, field.teams.get(frame.moving.team)
    if team is None:
        return
    where = moving.announced
    going = (
        say("spotlight", "halts") if where == "halt" else say("spotlight", "goes", to=cell(where)) if where else None
    )
    name = team_name(field.rules, team.type, team.id)
    yield Row(f"step-{number}-way", name, going, unit=team.id, side=team.side, active=True)


def _window(field: Field, view: View, number: int) -> Row:
    say = field.rules.words.say
    who = listed(player(field.rules, seat) for seat in view.asked)
    return Row(f"step-{number}", say("spotlight", "window"), say("spotlight", "decides", who=who), active=True)


# ------------------------------------------------------------------------------------------------------------------- fire


def _volleys(field: Field, number: int, frame: Volleys) -> Iterator[Row]:
    for each, volley in enumerate(frame.left):
        yield _volley(field, f"step-{number}-{each}", volley, is_first=each == 0)


def _volley(field: Field, name: str, volley: Volley, *, is_first: bool) -> Row:
    say = field.rules.words.say
    dice = sum(shot.count for shot in volley.shots)
    weapons = listed(weapon_name(field.rules, weapon) for weapon in dict.fromkeys(s.weapon for s in volley.shots))
    title = say("spotlight", "fires", who=target_name(field, volley.platoon), at=target_name(field, volley.target))
    figures = (Figure("dice", say("figures", "dice"), dice),)
    side = field.platoons[volley.platoon].side
    return Row(name, title, weapons, _first_of(field, volley.target), side=side, figures=figures, active=is_first)


def _first_of(field: Field, target: str) -> UnitId | None:
    """The first team on the board of what is shot at, or shoots: where to look."""
    return next((team.id for team in field.target_teams(target)), None)


def target_name(field: Field, name: str) -> Text:
    """A platoon, or a single team that is a target of its own (FHW-SHOT-07)."""
    platoon = field.platoons.get(PlatoonId(name))
    if platoon is not None:
        return platoon_name(field.rules, platoon.type, name)
    team, gone = field.teams.get(UnitId(name)), field.position.gone.get(UnitId(name))
    kind = team.type if team is not None else gone.type if gone is not None else name
    return team_name(field.rules, kind, name)


def _hits(field: Field, number: int, frame: Hits) -> Row:
    say = field.rules.words.say
    given = len(frame.given) > 0
    detail = say("spotlight", "saves") if given else say("spotlight", "gives_out")
    done = frame.next if given else 0
    figures = (Figure("hits", say("figures", "hits"), len(frame.rows) - done),)
    hit = (
        target_name(field, frame.target) if frame.target else side_name(field.rules, frame.side)
    )  # strikes are at a side
    title = say("spotlight", "hit", at=hit)
    unit = _first_of(field, frame.target)
    return Row(f"step-{number}", title, detail, unit, side=frame.side, figures=figures, active=True)


def _covering(field: Field, number: int, frame: Covering) -> Iterator[Row]:
    """Bombardments, attacks from the air and covering fire still to be carried out; all have been revealed (FHW-FC-02)."""
    say = field.rules.words.say
    for each, wave in enumerate(frame.waves):
        title = say("spotlight", "air", who=side_name(field.rules, wave.side))
        figures = (Figure("planes", say("figures", "planes"), sum(wave.planes)),)
        yield Row(f"step-{number}-air-{each}", title, side=wave.side, figures=figures)
    for side, act, pieces in frame.bombards:
        title = say("spotlight", "bombards", who=target_name(field, act.battery))
        detail = say("spotlight", "pieces", n=pieces)
        yield Row(f"step-{number}-bombard-{act.battery}", title, detail, side=side)
    for platoon, _ in frame.fires:
        title = say("spotlight", "covers", who=target_name(field, platoon))
        yield Row(f"step-{number}-fire-{platoon}", title, side=field.platoons[platoon].side)


# ---------------------------------------------------------------------------------------------------------------- assaults


def _assault(field: Field, number: int, frame: Assault) -> Iterator[Row]:
    say = field.rules.words.say
    who = listed(target_name(field, name) for name in frame.platoons)
    title = say("spotlight", "mutual" if frame.mutual else "assault", who=who, at=cell(frame.at))
    stage = say("stages", frame.stage)
    detail = say("spotlight", "round", n=frame.round, stage=stage) if frame.round else stage
    there = next((team.id for team in field.standing_in(frame.at)), None)
    yield Row(f"step-{number}", title, detail, there, side=frame.side, active=True)
    if frame.stage in ("moves", "fire", "repel") and frame.round == 0:
        yield _repelling(field, number, frame)
    if frame.stage in CLOSE_COMBAT:
        for side in (frame.side, other(frame.side)):
            yield _power(field, number, frame, side)


def _repelling(field: Field, number: int, frame: Assault) -> Row:
    """What repels infantry, and how much of it has come (FHW-ASLT-06)."""
    say, of = field.rules.words.say, field.rules.assault
    infantry = {team.platoon for name in frame.teams if name not in frame.tanks and (team := field.teams.get(name))}
    needed = of.repel_infantry_hits + of.repel_infantry_extra_platoon * max(0, len(infantry) - 1)
    figures = (Figure("hits", say("figures", "hits"), frame.hits, of=needed if infantry else None),)
    return Row(f"step-{number}-repel", say("spotlight", "repel"), side=other(frame.side), figures=figures)


def _power(field: Field, number: int, frame: Assault, side: Side) -> Row:
    """The strength of a side and what it adds to its motivation (FHW-ASLT-21, FHW-ASLT-22)."""
    say = field.rules.words.say
    own, enemy = (strength(field, strikers(field, frame, each)) for each in (side, other(side)))
    added = numbers.motivation_modifier(field.rules, own, enemy)
    figures = (Figure("strength", say("figures", "strength"), own.total),)
    detail = say("spotlight", "adds", n=added) if added else None
    return Row(f"step-{number}-{side}", side_name(field.rules, side), detail, side=side, figures=figures)


# ----------------------------------------------------------------------------------------------------------------- choices


def _simple(field: Field, view: View, number: int, frame: FallingBack | AntiAirChoice) -> Row:
    say = field.rules.words.say
    who = listed(player(field.rules, seat) for seat in view.asked)
    key = "aa" if isinstance(frame, AntiAirChoice) else "fall_back" if frame.firing is None else "slip_away"
    unit = next((name for name in frame.teams if name in field.teams), None) if isinstance(frame, FallingBack) else None
    return Row(f"step-{number}", say("spotlight", key), say("spotlight", "decides", who=who), unit, active=True)


def _choice(
    field: Field, number: int, frame: SwapChoice | HeroChoice | NewCommand | SpecialChoice | DisengageChoice
) -> Row:
    say, kind = field.rules.words.say, str(frame.__struct_config__.tag)
    who = say("spotlight", "decides", who=player(field.rules, frame.seat))
    about = frame.team if isinstance(frame, SwapChoice | HeroChoice) else frame.platoon
    return Row(f"step-{number}", say("spotlight", kind), who, _first_of(field, about), active=True)
