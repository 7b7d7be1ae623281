"""Hits told before they are given out: who is lost to those that each team takes (FHW-ALLOC-01, FHW-SAVE, FHW-ASLT-19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Final

from app.engine.offers import Preview
from app.engine.telling import Chance
from app.engine.types import UnitId
from app.systems.flames_hexwar.assault.odds import strike_loss
from app.systems.flames_hexwar.choices.looking.outlook import Line, Outlook, aboard, loss_steps
from app.systems.flames_hexwar.fire.fates import is_harmless, lost_to
from app.systems.flames_hexwar.fire.hits import choices
from app.systems.flames_hexwar.fire.odds import Loss, carried_loss, loss_of, passed
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.frames import HitRow, Hits
from app.systems.flames_hexwar.position.state import Team

MOST_WAYS: Final = 64
"""So many ways to give hits out are compared."""


def told_hits(look: Outlook, act: a.Allocate) -> Preview:
    """Hits that are given out."""
    frame = look.position.frames[-1]
    assert isinstance(frame, Hits)
    return Preview(True, chances=tuple(_fates(look, frame, act.teams)))


def fates(look: Outlook, frame: Hits, teams: Sequence[UnitId]) -> dict[UnitId, Fraction]:
    """Everybody who takes hits, with how likely it or somebody on it is lost."""
    return {
        name: _lost(look, look.field.teams[name], [_loss(look, frame, row, name) for row in rows])
        for name, rows in _taken(frame, teams).items()
    }


def comes_to_the_same(look: Outlook, frame: Hits) -> bool:
    """Whether it is certain what becomes of everybody, and the same however the hits are given out."""
    if is_harmless(_loss(look, frame, row, name) for row in frame.rows for name in row.teams):
        return True
    given: list[tuple[UnitId, ...]] = [()]
    for _ in frame.rows:
        given = [(*each, name) for each in given for name in choices(frame.rows, each)]
        if len(given) > MOST_WAYS:
            return False
    ends = {tuple(sorted(_ends(look, frame, teams).items())) for teams in given}
    return len(ends) == 1 and {lost for _, lost in ends.pop()} <= {0, 1}


def _ends(look: Outlook, frame: Hits, teams: Sequence[UnitId]) -> dict[UnitId, Fraction]:
    """Everybody to whom hits may do anything, with how likely it is lost to them; a crew that may bail out counts as half lost."""
    found = {}
    for name, rows in _taken(frame, teams).items():
        losses = [_loss(look, frame, row, name) for row in rows]
        if not is_harmless(losses):
            bails = any(loss.bailed for loss in losses)
            found[name] = Fraction(1, 2) if bails else _lost(look, look.field.teams[name], losses)
    return found


def _taken(frame: Hits, teams: Sequence[UnitId]) -> dict[UnitId, list[HitRow]]:
    """The hits that each team takes."""
    found: dict[UnitId, list[HitRow]] = {}
    for row, name in zip(frame.rows, teams, strict=True):
        found.setdefault(name, []).append(row)
    return found


def _loss(look: Outlook, frame: Hits, row: HitRow, name: UnitId) -> Loss:
    team = look.field.teams[name]
    if frame.context != "strike":
        return loss_of(look.field, row, team)
    assert row.shooter is not None
    return strike_loss(look.field, team, look.field.teams[row.shooter])


def _lost(look: Outlook, team: Team, losses: Sequence[Loss]) -> Fraction:
    return lost_to(((1, Fraction(1), loss) for loss in losses), passed(look.field, team.platoon))


def _fates(look: Outlook, frame: Hits, teams: Sequence[UnitId]) -> Iterator[Chance]:
    """Whether anybody is lost, then team by team."""
    spared = prod((1 - lost for lost in fates(look, frame, teams).values()), start=Fraction(1))
    told: Line = (look.counted("hits", len(frame.rows)), None)
    yield look.chance(look.say("any_lost"), 1 - spared, [told])
    for name, rows in _taken(frame, teams).items():
        team = look.field.teams[name]
        losses = [_loss(look, frame, row, name) for row in rows]
        own = _lost(look, team, [loss._replace(ridden=Fraction(1)) for loss in losses])
        steps = [line for row in rows for line in _steps(look, frame, row, team)]
        yield look.chance(look.say("is_lost", team=look.team(name)), own, list(dict.fromkeys(steps)), name)
        hurt = 1 - prod((1 - loss.destroyed - loss.bailed for loss in losses), start=Fraction(1))
        if hurt > own:
            yield look.chance(look.say("bails_out", team=look.team(name)), hurt - own, list(dict.fromkeys(steps)), name)
        for each in look.field.aboard(name):
            gone = 1 - prod((1 - carried_loss(look.field, team, loss) for loss in losses), start=Fraction(1))
            why = [line for _, _, lines in aboard(look, rows[0], team) for line in lines] if rows[0].weapon else []
            yield look.chance(look.say("is_lost", team=look.team(each.id)), gone, list(dict.fromkeys(why)), each.id)


def _steps(look: Outlook, frame: Hits, row: HitRow, team: Team) -> Iterator[Line]:
    """What a team that is hit rolls."""
    if frame.context != "strike":
        yield from loss_steps(look, row, team)
    elif look.field.kind(team).is_armoured and row.shooter is not None:
        by = look.field.teams[row.shooter]
        name = "struck_by_vehicle" if look.field.kind(by).is_vehicle else "struck_by_foot"
        yield look.say(name, team=look.team(by.id)), "FHW-ASLT-19"
    else:
        yield look.say("falls"), "FHW-ASLT-19"
